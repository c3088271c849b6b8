/* SPDX-License-Identifier: MIT */
/* What no equations of a function can beat, whichever way they are written: cycles on a machine. */
#ifndef TAUFLOW_FUNCTION_BOUND_H
#define TAUFLOW_FUNCTION_BOUND_H

#include "machine/machine.h"
#include "operations/ops.h"

typedef struct {
    uint32_t cycles; /* of one sample; 0: not known */
    uint32_t output; /* the output that needs the longest: */
    uint32_t words;  /* words that come in and that it depends on */
    uint32_t degree; /* of it as a polynomial in them, at least */
    uint32_t leaving; /* words that leave one by one, where the last of them takes longer than that
                         output; else 0 */
} function_bound;

/* For every program of sums, differences and products, and of what else p has of operations, which
 * computes the outputs of p from the same words. Of functions that close
 * loops it is not known: their outputs matter where loops are closed alone. Deterministic; takes as
 * long as a few evaluations of p per input, and is not known where that is long. */
function_bound function_bound_compute(arena *scratch, const ops *p, const machine *m);

/* The reason: "'tau1' needs 26 words and has degree 14"; nothing where the bound is not known. */
void function_bound_print(const function_bound *b, const ops *p, text *out);

#endif
