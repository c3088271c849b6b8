/* SPDX-License-Identifier: MIT */
/* Numbers for loops: what constraints are at a position, positions where they hold, and how
 * independent they are there. */
#ifndef TAUFLOW_CLOSED_STATES_H
#define TAUFLOW_CLOSED_STATES_H

#include "loops/constraints.h"

/* Constraints as numbers. */
typedef struct {
    constraint_list list;
    uint32_t columns; /* coordinates */
    net n;
    signals s;
    sym *order;
    uint32_t order_count;
    constraint_sums sums;
    double *values;                /* of all symbols */
    double *value, *row, *guard; /* of the last position: h, J, cosines (NAN where there is none) */
} constraint_numbers;

/* Lengths that come with the state are those that the tree has. */
constraint_numbers constraint_numbers_make(arena *mem, const tree *of);
/* The same equations with numbers of its own, for another thread. */
constraint_numbers constraint_numbers_share(arena *mem, const constraint_numbers *of);
void constraint_numbers_at(constraint_numbers *c, const double *q);

/* Constraints count as closed where none is further from zero: metres, radians. */
#define CLOSED_WITHIN 1e-10

/* What ended a search for a closed position. */
typedef struct {
    bool is_closed;
    double largest;    /* that is left of a constraint ... */
    uint32_t which;    /* ... and of which */
    bool half_turn;    /* closed, but for turns by two right angles */
} closing;

/* Changes q as little as it can until all constraints hold (Levenberg and Marquardt). */
closing constraints_close(constraint_numbers *c, double *q);

/* Takes from velocities at the last position what the constraints forbid, by least squares. */
void constraints_project(const constraint_numbers *c, double *qd);

/* The ranks of small matrices, rows of `columns` numbers: true for rows that are no combination of
 * the rows before them. Returns how many. */
uint32_t rows_independent(const double *rows, uint32_t count, uint32_t columns, bool *is_new);
/* The largest singular value of a square matrix against the smallest; INFINITY where it is
 * singular. */
double condition_number(const double *matrix, uint32_t count);

#endif
