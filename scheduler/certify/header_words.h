/* SPDX-License-Identifier: MIT */
/* The lines at the head of NAME.h that tell what each word is:
 *
 *     in[4] joint 2 'q3': sine of q (rad)
 *     out[0] joint 0 'q1': torque (N m), * 2^8
 *
 * No compiler reads them, but who feeds a function does. */
#ifndef TAUFLOW_HEADER_WORDS_H
#define TAUFLOW_HEADER_WORDS_H

#include "certify/readback.h"

typedef struct {
    const readback_text *header;
    const char *name; /* of everything in the file */
    const ops *graphs;
    uint32_t count;
    const bool *turns; /* of each coordinate */
    diag *d;
} header_words;

/* Adds to *compared. */
status header_words_check(arena *mem, const header_words *of, uint64_t *compared);

#endif
