/* Steps and streams: state to packet, packet through the core, packet to torques. */
#include "handle.h"

#include "crc32.h"
#include "sincos.h"

#include <math.h>
#include <string.h>

tauflow_status handle_run(tauflow *h, uint32_t count)
{
    const plan *p = &h->plan;
    const burst b = {p->in, p->out, p->image.beats, h->core.lanes, p->out_words, count, h->guarded};
    if (p->image.needs.output_words == 0) /* all outputs are constants */
        return TAUFLOW_OK;
    PASS(h->port->kind->run(h->port, &b, transport_now() + (uint64_t)h->timeout_ms * 1000000, &h->why));
    for (uint32_t k = 0; k < count && h->guarded; k++) {
        const uint32_t *out = p->out + (size_t)k * p->out_words;
        uint32_t crc = crc32_packet(p->in + (size_t)k * p->in_words, p->in_words, out, p->out_words - 1);
        if (crc != out[p->out_words - 1])
            return report_fail(&h->why, TAUFLOW_CORRUPT, "sample %llu was changed on its way: check word %08x, and %08x is right",
                               (unsigned long long)(h->figures.samples + k), out[p->out_words - 1], crc);
    }
    return TAUFLOW_OK;
}

/* Rounded once; subnormals are zero on the machine. */
static uint32_t word_of(double value)
{
    float rounded = (float)value;
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    return bits & 0x7f800000u ? bits : bits & 0x80000000u;
}

static bool is_finite_word(uint32_t bits)
{
    return (bits & 0x7f800000u) != 0x7f800000u;
}

static const char *const STATE_WORD[] = {[TAU_SIN] = "q", [TAU_COS] = "q", [TAU_Q] = "q", [TAU_QD] = "qd", [TAU_QDD] = "qdd",
                                         [TAU_OMEGA] = "free_motion", [TAU_OMEGAD] = "free_motion", [TAU_ACC] = "free_motion",
                                         [TAU_FORCE_IN] = "forces", [TAU_MOMENT_IN] = "forces"};

static tauflow_status make_sines(tauflow *h, const tauflow_state *s)
{
    const plan *p = &h->plan;
    for (uint32_t a = 0; a < p->angles_count; a++) {
        const plan_angle *x = &p->angles[a];
        double angle = x->ratio * s->q[x->coordinate] + x->offset;
        if (!(fabs(angle) < SINCOS_LIMIT))
            return report_fail(&h->why, TAUFLOW_RANGE, "q[%u] is not finite or too large: %g", x->coordinate, s->q[x->coordinate]);
        sincos_pair(angle, &p->sines[a], &p->cosines[a]);
    }
    return TAUFLOW_OK;
}

static tauflow_status make_packet(tauflow *h, const tauflow_state *s, uint32_t *packet)
{
    const plan *p = &h->plan;
    PASS(make_sines(h, s));
    for (uint32_t k = 0; k < p->words_count; k++) {
        const plan_word *w = &p->words[k];
        double value = 0;
        switch (w->kind) {
        case TAU_SIN: value = p->sines[w->from]; break;
        case TAU_COS: value = p->cosines[w->from]; break;
        case TAU_Q: value = w->ratio * s->q[w->from] + w->offset; break;
        case TAU_QD: value = s->qd[w->from]; break;
        case TAU_QDD: value = s->qdd[w->from]; break;
        case TAU_OMEGA:
        case TAU_OMEGAD:
        case TAU_ACC: value = s->free_motion[w->from]; break;
        case TAU_FORCE_IN:
        case TAU_MOMENT_IN: value = s->forces[w->from]; break;
        case TAU_PLAIN_IN:
        case TAU_INPUT_KINDS: break;
        }
        packet[w->position] = word_of(value);
        if (!is_finite_word(packet[w->position]))
            return report_fail(&h->why, TAUFLOW_RANGE, "%s[%u] is not finite or too large: %g", STATE_WORD[w->kind], w->from, value);
    }
    return TAUFLOW_OK;
}

static tauflow_status take_packet(tauflow *h, const uint32_t *packet, double *tau)
{
    const plan *p = &h->plan;
    for (uint32_t k = 0; k < p->outputs_count; k++) {
        const plan_output *o = &p->outputs[k];
        float value = o->constant;
        if (o->position != TAU_NONE) {
            if (!is_finite_word(packet[o->position]))
                return report_fail(&h->why, TAUFLOW_RANGE, "number %u of tau is not finite", k);
            memcpy(&value, &packet[o->position], sizeof value);
        }
        tau[k] = (double)value;
    }
    return TAUFLOW_OK;
}

static tauflow_status check_call(tauflow *h, const tauflow_state *s, const double *tau)
{
    const tau_image *i = &h->plan.image;
    if (h->failed)
        return TAUFLOW_FAILED;
    if (!h->plan.memory)
        return report_fail(&h->why, TAUFLOW_BAD_CALL, "no program is loaded");
    if (!s || !tau || (i->joints && (!s->q || !s->qd || !s->qdd)))
        return report_fail(&h->why, TAUFLOW_BAD_CALL, "an array is missing: q, qd, qdd and tau are needed");
    if (i->free_bodies && !s->free_motion)
        return report_fail(&h->why, TAUFLOW_BAD_CALL, "free_motion is missing: the robot has %u free bodies", i->free_bodies);
    if (i->forces && !s->forces)
        return report_fail(&h->why, TAUFLOW_BAD_CALL, "forces are missing: the program takes %u", i->forces);
    return TAUFLOW_OK;
}

/* The state `by` samples further on. */
static tauflow_state state_at(const tauflow_state *s, const tau_image *i, size_t by)
{
    return (tauflow_state){s->q ? s->q + by * i->joints : NULL, s->qd ? s->qd + by * i->joints : NULL, s->qdd ? s->qdd + by * i->joints : NULL,
                           s->free_motion ? s->free_motion + by * i->free_bodies * 9 : NULL, s->forces ? s->forces + by * i->forces * 6 : NULL};
}

/* At most TAUFLOW_WINDOW samples. */
static tauflow_status run_window(tauflow *h, const tauflow_state *s, uint32_t count, double *tau)
{
    const plan *p = &h->plan;
    uint64_t began = transport_now();
    for (uint32_t k = 0; k < count; k++) {
        tauflow_state one = state_at(s, &p->image, k);
        PASS(make_packet(h, &one, p->in + (size_t)k * p->in_words));
    }
    uint64_t sent = transport_now();
    tauflow_status done = handle_run(h, count);
    uint64_t came = transport_now();
    h->failed = done != TAUFLOW_OK;
    PASS(done);
    for (uint32_t k = 0; k < count; k++)
        PASS(take_packet(h, p->out + (size_t)k * p->out_words, tau + (size_t)k * p->outputs_count));
    uint64_t ended = transport_now(), whole = ended - began;
    tauflow_statistics *f = &h->figures;
    f->samples += count;
    f->transport_ns += came - sent;
    f->library_ns += whole - (came - sent);
    if (count == 1) {
        f->least_ns = f->least_ns == 0 || whole < f->least_ns ? whole : f->least_ns;
        f->most_ns = whole > f->most_ns ? whole : f->most_ns;
    }
    return TAUFLOW_OK;
}

tauflow_status tauflow_stream(tauflow *h, size_t count, const tauflow_state *states, double *tau)
{
    if (!h)
        return TAUFLOW_BAD_CALL;
    handle_lock(h);
    tauflow_status done = check_call(h, states, tau);
    h->figures.calls++;
    for (size_t from = 0; from < count && done == TAUFLOW_OK; from += TAUFLOW_WINDOW) {
        tauflow_state s = state_at(states, &h->plan.image, from);
        uint32_t part = count - from < TAUFLOW_WINDOW ? (uint32_t)(count - from) : TAUFLOW_WINDOW;
        done = run_window(h, &s, part, tau + from * h->plan.outputs_count);
    }
    return handle_done(h, done);
}

tauflow_status tauflow_step_forces(tauflow *h, const tauflow_state *state, double *tau)
{
    return tauflow_stream(h, 1, state, tau);
}

tauflow_status tauflow_step(tauflow *h, const double *q, const double *qd, const double *qdd, double *tau)
{
    const tauflow_state state = {.q = q, .qd = qd, .qdd = qdd};
    return tauflow_stream(h, 1, &state, tau);
}
