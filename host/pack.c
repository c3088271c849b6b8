/* State to packet, words of a result to torques. */
#include "handle.h"

#include "sincos.h"

#include <math.h>
#include <string.h>

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

static tauflow_status out_of_range(tauflow *h, const char *name, uint32_t number, double value)
{
    return report_fail(&h->why, TAUFLOW_RANGE, "%s[%u] is not finite or too large: %g", name,
                       number, value);
}

static tauflow_status make_sines(tauflow *h, const tauflow_state *s)
{
    const plan *p = &h->plan;
    for (uint32_t a = 0; a < p->angles_count; a++) {
        const plan_angle *x = &p->angles[a];
        double angle = x->ratio * s->q[x->coordinate] + x->offset;
        if (!(fabs(angle) < SINCOS_LIMIT))
            return out_of_range(h, "q", x->coordinate, s->q[x->coordinate]);
        sincos_pair(angle, &p->sines[a], &p->cosines[a]);
    }
    return TAUFLOW_OK;
}

static tauflow_status check_numbers(tauflow *h, const char *name, const double *list,
                                    uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        if (!is_finite_word(word_of(list[k])))
            return out_of_range(h, name, k, list[k]);
    return TAUFLOW_OK;
}

/* All numbers, also those that the equations do not use: a wrong one is a fault of the caller, and
 * whether a program happens to need it changes from robot to robot. */
static tauflow_status check_numbers_of(tauflow *h, const tauflow_state *s)
{
    const tau_image *i = &h->plan.image;
    PASS(check_numbers(h, "q", s->q, i->joints));
    PASS(check_numbers(h, "qd", s->qd, i->joints));
    PASS(check_numbers(h, "qdd", s->qdd, i->joints));
    PASS(check_numbers(h, "free_motion", s->free_motion, 9 * i->free_bodies));
    PASS(check_numbers(h, "forces", s->forces, 6 * i->forces));
    for (uint32_t k = 0; k < i->joints; k++)
        if (h->plan.joint_is_angle[k] && !(fabs(s->q[k]) < SINCOS_LIMIT))
            return out_of_range(h, "q", k, s->q[k]);
    return TAUFLOW_OK;
}

tauflow_status pack_state(tauflow *h, const tauflow_state *s, uint32_t *packet)
{
    const plan *p = &h->plan;
    PASS(check_numbers_of(h, s));
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
            return out_of_range(h, STATE_WORD[w->kind], w->from, value);
    }
    return TAUFLOW_OK;
}

tauflow_status unpack_result(tauflow *h, const uint32_t *words, double *tau)
{
    const plan *p = &h->plan;
    for (uint32_t k = 0; k < p->outputs_count; k++) {
        const plan_output *o = &p->outputs[k];
        float value = o->constant;
        if (o->position != TAU_NONE) {
            if (!is_finite_word(words[o->position]))
                return report_fail(&h->why, TAUFLOW_RANGE, "number %u of tau is not finite", k);
            memcpy(&value, &words[o->position], sizeof value);
        }
        tau[k] = (double)value;
    }
    return TAUFLOW_OK;
}
