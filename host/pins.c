/* The streams of a core that runs in this process: offer, clock, take. */
#include "transport.h"

#include <time.h>

enum { CYCLES_A_LOOK = 256 /* between two looks at the clock on the wall */, PATIENCE_CYCLES = 100000 };

uint64_t transport_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

tauflow_status pins_run(void *core, pins_cycle *cycle, const burst *b, uint64_t deadline_ns, report *r)
{
    const uint64_t beats = (uint64_t)b->beats * b->count, words = (uint64_t)b->out_words * b->count;
    uint64_t sent = 0, taken = 0, idle = 0;
    for (uint64_t now = 1; taken < words || sent < beats; now++) {
        pins_in in = {.out_ready = taken < words, .in_valid = sent < beats, .in_last = sent % b->beats + 1 == b->beats};
        pins_out out = {0};
        for (uint32_t lane = 0; in.in_valid && lane < b->lanes; lane++)
            in.in_words[lane] = b->in[sent * b->lanes + lane];
        cycle(core, &in, &out);
        bool entered = in.in_valid && out.in_ready, left = in.out_ready && out.out_valid;
        sent += entered;
        if (left) {
            b->out[taken++] = out.out_word;
            if (out.out_last != (taken % b->out_words == 0))
                return report_fail(r, TAUFLOW_CORRUPT, "the core ends a packet at word %llu of %u",
                                   (unsigned long long)((taken - 1) % b->out_words + 1), b->out_words);
        }
        idle = entered || left ? 0 : idle + 1;
        if (idle > PATIENCE_CYCLES || (now % CYCLES_A_LOOK == 0 && transport_now() > deadline_ns))
            return report_fail(r, TAUFLOW_TIMEOUT, "the core does not finish: %llu of %llu words came, none for %llu cycles", (unsigned long long)taken,
                               (unsigned long long)words, (unsigned long long)idle);
    }
    return TAUFLOW_OK;
}
