/* Whether two nets have the same outputs, as rational functions of their inputs: both are evaluated
 * at random points of the field of base/field.h, without rounding. */
#ifndef TAUFLOW_IDENTITY_H
#define TAUFLOW_IDENTITY_H

#include "equations/net.h"

/* Random values of all inputs by their names, sines and cosines of one angle on the circle. */
void identity_inputs(const net *n, uint64_t point, residue *values);
/* From the values of inputs, those of all other symbols. Constants are what the net says exactly
 * (net_make_exact), or their doubles. False: something is divided by 0. */
bool identity_values(arena *mem, const net *n, uint64_t point, residue *values);

/* The first output, of the same name in both, that differs; NULL: none. */
const char *identity_difference(const net *before, const net *after, uint64_t points);

#endif
