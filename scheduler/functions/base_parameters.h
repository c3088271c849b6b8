/* SPDX-License-Identifier: MIT */
/* Which of the parameters that torques are linear in can be told apart by any motion: columns of
 * the regressor that are sums of others go, and their parameters join those others. */
#ifndef TAUFLOW_BASE_PARAMETERS_H
#define TAUFLOW_BASE_PARAMETERS_H

#include "algebra/signals.h"

typedef struct {
    const char *name;
    double value;
    poly *column; /* per row: what the torque has of it */
} base_parameter;

typedef struct {
    base_parameter *list;
    uint32_t list_count, list_capacity;
    uint32_t rows;
} base_parameters;

/* Keeps a base of the columns, judged by their values in random states; earlier ones stay. A column
 * goes where the kept ones make it, in each row to 1e-9 of its largest number in that row: rounding
 * leaves 1e-13, a length of 1 micrometre beside one of 1 metre 1e-6. Where doubles cannot tell how
 * (numbers over twelve decades), it stays: the torques are right, the base may be no smallest
 * one. */
void base_parameters_choose(base_parameters *p, const signals *s, const net *n);

#endif
