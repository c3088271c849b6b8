/* SPDX-License-Identifier: MIT */
/* Definitions of one net written again in another, with other values for its inputs: what was
 * written, or differentiated, with every motion given serves where some motions are computed. */
#ifndef TAUFLOW_TRANSPLANT_H
#define TAUFLOW_TRANSPLANT_H

#include "algebra/signals.h"

typedef struct {
    const net *from;
    net *to;
    sym *order; /* of `from`, definitions first */
    uint32_t order_count;
    bool *known; /* per symbol of `from`: what it is in `to` ... */
    poly *value; /* ... a number or a +-symbol */
} transplant;

/* `from` gets no definitions from here on. */
transplant transplant_begin(arena *mem, const net *from, net *to);
void transplant_input(transplant *p, sym input, poly value);
/* The inputs that `of` has in `from` are what `as` gives for them in the other net: those that are
 * not known yet, but for accelerations (INPUT_QDD, INPUT_ACC, INPUT_OMEGAD). */
void transplant_inputs(transplant *p, const signals *of, signals *as);
/* Writes every definition whose parts are known. */
void transplant_grow(transplant *p);
/* A sum of `from`, whose parts must be known by now: a number or a +-symbol. */
poly transplant_sum(const transplant *p, poly sum);

#endif
