/* SPDX-License-Identifier: MIT */
/* Graphs in fixed point: each value is an integer of p->format bits times 2^-point, the point of
 * its own; what operators do with them is in machine/fixed.h. */
#ifndef TAUFLOW_OPS_FIXED_H
#define TAUFLOW_OPS_FIXED_H

#include "machine/fixed.h"
#include "machine/fixed_trig.h"
#include "operations/ops.h"

int ops_point(const ops *p, operand x);

/* How far the operands of a product, sum or difference move: of a product both together, in *a.
 * Nothing moves in formats that have no points. */
void ops_shifts(const ops *p, const op *o, int *a, int *b);

/* Whether a unit of a core takes the operands in this order, or the other way round (`swap`). */
bool ops_may_swap(const ops *p, const op *o, bool swap);

/* Width, points, shifts that operators have, constants and inputs that fit. Part of ops_check;
 * nothing to check where values have no points. */
status ops_fixed_check(const ops *p, place at, diag *d);

/* The integers of all constants. */
void ops_fixed_constants(const ops *p, int64_t *out);

/* The offset of a sine's angle, as fixed_trig takes it. */
int64_t ops_fixed_offset(const ops *p, const op *sine);

/* The integers of inputs; returns the number of the first input that is out of its range or no
 * number, inputs_count where all are right. */
uint32_t ops_fixed_inputs(const ops *p, const double *in, int64_t *out);

/* The evaluator: integers in and out, bit for bit what cores and emitted C give. Returns the number
 * of the first operation whose result did not fit, list_count where all did. */
uint32_t ops_eval_fixed(const ops *p, const int64_t *constants, const int64_t *in, int64_t *out,
                        int64_t *scratch);
/* The value of an output. */
double ops_fixed_output(const ops *p, uint32_t output, int64_t word);

#endif
