/* SPDX-License-Identifier: MIT */
/* The `.tau` file of a program: docs/tau.md. */
#ifndef TAUFLOW_TAU_WRITE_H
#define TAUFLOW_TAU_WRITE_H

#include "program/image.h"

typedef struct {
    const ops *p;
    const program *prog;
    uint64_t description_hash;
    /* Samples whose results a host compares after loading: tests_count x inputs, tests_count x
     * outputs, words of the core's number format. */
    const uint32_t *test_in, *test_out;
    uint32_t tests_count;
    const uint8_t *text; /* of a circuit: SHA256_BYTES of its Verilog; else NULL */
} tau_contents;

/* Byte-identical for equal contents. */
status tau_write(arena *mem, const tau_contents *c, text *out, diag *d);

/* The same with random check samples. */
status tau_write_sampled(arena *mem, const ops *p, const program *prog, uint64_t description_hash,
                         const uint8_t *text_hash, uint64_t seed, text *out, diag *d);

/* FNV-1a, 64 bits: tells descriptions apart, proves nothing. */
uint64_t tau_hash(const void *bytes, size_t length);

#endif
