/* SPDX-License-Identifier: MIT */
/* Forward dynamics in one net with the derivatives of inverse dynamics at its accelerations, for
 * whoever solves for what accelerations answer. */
#ifndef TAUFLOW_FORWARD_ANSWERS_H
#define TAUFLOW_FORWARD_ANSWERS_H

#include "writers/derivatives.h"
#include "writers/forward.h"

typedef struct {
    const tree *t;
    signals *s;
    net *n;
    const derivatives *d;
    forward_system v;
    bool by_factors; /* answers are solved, or multiplied by the inverse */
    poly *inverse; /* lower triangle, by rows of v; names */
    poly *x;       /* accelerations by freedom */
} forward_answers;

/* False where nothing but a pivot that is zero is of interest. */
bool forward_answers_write(arena *mem, const tree *t, writer *of, bool by_factors, signals *s,
                           net *n, forward_answers *out);
/* M^-1 b, from the right side b by rows of v. */
void forward_answers_solve(const forward_answers *w, arena *mem, poly *b);
/* -M^-1 times each column of a matrix of torques, both freedoms x columns; imposed accelerations
 * answer to nothing. */
poly *forward_answers_matrix(const forward_answers *w, arena *mem, const poly *torque,
                             uint32_t columns);
/* Refuses trees with a pivot that is zero at every state. */
status forward_answers_check(const tree *t, diag *d);

#endif
