/* SPDX-License-Identifier: MIT */
/* The pass from binary numbers to fixed point: ranges, points, and what is known about them. */
#ifndef TAUFLOW_FIXED_PASS_H
#define TAUFLOW_FIXED_PASS_H

#include "numbers/value_ranges.h"

/* What the user asks for. */
typedef struct {
    bool given;
    uint32_t format; /* its code (machine/formats.h) */
    range_lines ranges;
    uint32_t effort; /* of value_ranges_prove */
} numbers_wish;

numbers_wish numbers_wish_default(void);
/* `fp32`, `fixed:W` and the like (machine/formats.def). */
status numbers_wish_read(const char *word, numbers_wish *out, diag *d);

/* What was proved on the way. */
typedef struct {
    input_box box;
    value_ranges ranges;
    double *bound; /* per output: of its error */
} numbers_facts;

/* Makes *p what is wished: binary numbers become fixed point, fixed point of a file stays as it is
 * where nothing else is wished. *facts, where it is not NULL, is filled for fixed point only. */
status numbers_apply(arena *mem, const numbers_wish *w, ops *p, numbers_facts *facts, diag *d);

#endif
