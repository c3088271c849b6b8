/* Between which numbers each value of a graph stays, proved for all inputs of a box. */
#ifndef TAUFLOW_VALUE_RANGES_H
#define TAUFLOW_VALUE_RANGES_H

#include "numbers/input_box.h"

typedef struct {
    interval *op;        /* per operation: proved */
    double *plain;       /* per operation: largest magnitude by intervals alone */
    double *seen;        /* per operation: largest magnitude that random states found */
    uint32_t given_up;   /* operations whose series grew too long */
} value_ranges;

/* `effort`: 0 intervals alone, 1 series, 2 and more: searches for tighter bounds, longer ones. */
status value_ranges_prove(arena *mem, const input_box *b, uint32_t effort, value_ranges *out,
                          diag *d);

/* The range of any operand. */
interval value_range(const value_ranges *r, const input_box *b, operand x);

#endif
