/* SPDX-License-Identifier: MIT */
/* A robot's program, samples and expected words as plain arrays, for benches that are not written
 * in C. */
#ifndef TAUFLOW_BENCH_CASE_H
#define TAUFLOW_BENCH_CASE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct bench_case {
    uint32_t load_count;
    const uint32_t *load; /* LOAD_ADDRESS, LOAD_DATA, ... */
    uint32_t lanes, beats, output_words, samples, cycles;
    const uint32_t *in;   /* samples x beats x lanes */
    const uint32_t *out;  /* samples x output_words, in the order of the packet */
    void *mem;
} bench_case;

/* For the core `ring_2_1_1_3_4` of the tests. NULL, with a message on stderr, when something
 * fails. */
bench_case *bench_case_make(const char *robot_file, uint32_t samples, uint64_t seed);
void bench_case_free(bench_case *c);

#ifdef __cplusplus
}
#endif

#endif
