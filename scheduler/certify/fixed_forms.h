/* SPDX-License-Identifier: MIT */
/* A graph in fixed point as forms: what each operation makes of the values of its operands. Values
 * of operations are symbols, so that a text is compared operation by operation. */
#ifndef TAUFLOW_FIXED_FORMS_H
#define TAUFLOW_FIXED_FORMS_H

#include "certify/integer_forms.h"

typedef struct {
    const ops *p;
    forms *f;
    form *values;      /* per operation: as others read it */
    form *inputs;      /* per input */
    form *outputs;     /* per output */
    uint32_t *op_of;   /* per form: 1 + the operation that makes it; 0: none */
    uint32_t op_of_count;
} fixed_graph;

/* With `keeps_products` a product is read by others as its form, not as a symbol: texts may leave
 * its rounding to the next sum. */
fixed_graph fixed_graph_make(arena *mem, forms *f, const ops *p, bool keeps_products);
/* Whether a form is that of an operation; then *value is how others read it. */
bool fixed_graph_find(const fixed_graph *g, form x, form *value, uint32_t *number);
/* A sine of fixed point with these numbers (machine/fixed_trig.h): quarter turns of a unit of the
 * angle as high 2^cut + low, an offset, and how many places are dropped. */
form fixed_graph_sine(forms *f, form angle, int64_t high, int64_t low, int64_t offset,
                      bool is_cosine, int places);

#endif
