/* SPDX-License-Identifier: MIT */
/* The streams of a core that runs in this process: offer, clock, take. */
#include "transport.h"

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    SLICE_CYCLES = 2048, /* of one call, so that it ends soon */
    LOOK_CYCLES = 16,    /* between two looks at the clock: some microseconds of a simulation */
    PATIENCE_CYCLES = 100000
};

uint64_t transport_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

tauflow_status pins_open(pins *p, const transport_place *at, char rest[PINS_ADDRESS_BYTES],
                         report *r)
{
    static const char OPTION[] = ",stalls=";
    int length = snprintf(rest, PINS_ADDRESS_BYTES, "%s", at->address);
    if (length < 0 || length >= PINS_ADDRESS_BYTES)
        return report_fail(r, TAUFLOW_BAD_CALL, "the address is too long");
    *p = (pins){.random = at->core, .limits = at->limits};
    char *option = strstr(rest, OPTION), *end = NULL;
    if (!option)
        return TAUFLOW_OK;
    unsigned long stalls = strtoul(option + strlen(OPTION), &end, 10);
    if (end == option + strlen(OPTION) || *end || stalls > 255)
        return report_fail(r, TAUFLOW_BAD_CALL, "'%s': stalls=0 to stalls=255 expected",
                           at->address);
    p->stalls = (uint32_t)stalls;
    *option = '\0';
    return TAUFLOW_OK;
}

void pins_restart(pins *p)
{
    p->beat = p->out_beat = 0;
    p->offered = false;
    p->idle = 0;
}

static bool stalled(pins *p)
{
    if (!p->stalls)
        return false;
    p->random = p->random * 6364136223846793005u + 1442695040888963407u;
    return (p->random >> 56) < p->stalls;
}

static void take_beat(pins *p, const core_out *out, flow *f)
{
    memcpy(flow_out(f, f->came) + p->out_beat * f->out_lanes, out->out_words,
           f->out_lanes * sizeof *out->out_words);
    if (++p->out_beat == f->out_beats) {
        p->out_beat = 0;
        f->came++;
    }
}

static bool is_over(const pins *p, uint32_t cycle)
{
    return p->limits && cycle % LOOK_CYCLES == LOOK_CYCLES - 1 &&
           p->limits->until_ns != UINT64_MAX && transport_now() > p->limits->until_ns;
}

tauflow_status pins_move(pins *p, void *core,
                         void (*cycle)(void *core, const core_in *in, core_out *out), flow *f,
                         report *r)
{
    for (uint32_t now = 0; now < SLICE_CYCLES && !is_over(p, now); now++) {
        if (flow_at_rest(f) && p->idle >= f->quiet_cycles)
            break;
        core_in in = {.in_valid = f->sent < f->queued && (p->offered || !stalled(p)),
                      .in_last = p->beat + 1 == f->beats,
                      .out_ready = !stalled(p)};
        core_out out = {0};
        if (in.in_valid)
            memcpy(in.in_words, flow_in(f, f->sent) + p->beat * f->lanes,
                   f->lanes * sizeof *in.in_words);
        cycle(core, &in, &out);
        bool entered = in.in_valid && out.in_ready, left = in.out_ready && out.out_valid;
        p->offered = in.in_valid && !entered;
        if (entered && ++p->beat == f->beats) {
            p->beat = 0;
            f->sent++;
        }
        if (left) {
            if (out.out_last != (p->out_beat + 1 == f->out_beats))
                return report_fail(r, TAUFLOW_CORRUPT, "the core ends a packet at beat %u of %u",
                                   p->out_beat + 1, f->out_beats);
            take_beat(p, &out, f);
        }
        p->idle = entered || left ? 0 : p->idle + 1;
        if (p->idle > PATIENCE_CYCLES)
            return report_fail(
                r, TAUFLOW_TIMEOUT,
                "the core does not finish: %llu of %llu packets came, no word for %llu cycles",
                (unsigned long long)f->came, (unsigned long long)flow_expected(f, f->queued),
                (unsigned long long)p->idle);
    }
    return TAUFLOW_OK;
}

uint64_t pins_begun(const pins *p, const flow *f)
{
    return f->sent + (p->beat > 0 || p->offered);
}

/* Time passes for such a core only while it is moved; others may come in between. */
void pins_wait(transport *t, uint64_t seen, uint64_t until_ns)
{
    (void)t, (void)seen, (void)until_ns;
    sched_yield();
}

tauflow_status pins_late(transport *t, const flow *f, report *r)
{
    (void)t;
    return report_fail(
        r, TAUFLOW_TIMEOUT, "the core does not finish in time: %llu of %llu packets came",
        (unsigned long long)f->came, (unsigned long long)flow_expected(f, f->queued));
}
