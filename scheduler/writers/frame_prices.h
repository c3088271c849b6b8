/* SPDX-License-Identifier: MIT */
/* What frames cost that are being chosen (frames.h), in operations. */
#ifndef TAUFLOW_FRAME_PRICES_H
#define TAUFLOW_FRAME_PRICES_H

#include "writers/frames.h"

/* What is known while frames are chosen. */
typedef struct {
    const tree *t;
    uint32_t carried_count; /* how many of t->frames bodies are to stand well for: all or none */
    const bool *is_lopsided; /* per body, or NULL */
    frame *of; /* per body */
    uint32_t **children;
    uint32_t *children_count;
    double *mass_below; /* per body: its own and of all that it carries */
} framing;

/* Everything that the frame of body i decides. */
double frame_price(const framing *f, uint32_t i);
/* To rotate sine and cosine of an angle by an offset, where they do not go in with it; quarter
 * turns cost nothing (signals_trig). */
double frame_offset_price(const framing *f, uint32_t i, wide_mat3 rotation);

#endif
