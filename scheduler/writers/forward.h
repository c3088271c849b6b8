/* SPDX-License-Identifier: MIT */
/* What functions share that solve with the mass matrix. */
#ifndef TAUFLOW_FORWARD_H
#define TAUFLOW_FORWARD_H

#include "algebra/factors.h"
#include "writers/mass.h"

/* The freedoms whose accelerations are unknown, from the base outwards, and the factors of their
 * rows and columns of the mass matrix. */
typedef struct {
    uint32_t count;
    uint32_t *freedom;  /* of each row */
    const char **names; /* of each row */
    factors f;
} forward_system;

/* Whether the acceleration of a freedom is given. */
bool forward_is_imposed(const tree *t, uint32_t freedom);
/* The rows, without factors. */
forward_system forward_order(arena *mem, const tree *t);
/* Products of their factors, about, which grow with the cube of a chain. */
uint64_t forward_products(const tree *t);
void forward_factor(arena *mem, const mass_sums *sums, net *n, forward_system *v);
/* Outputs that tell a mass matrix that cannot be solved: each pivot, and the entry of the diagonal
 * it was left of. Every function that factors has them, even where it ended at a pivot that is
 * zero. */
void forward_pivots(const tree *t, const forward_system *v, signals *s, net *n);
/* One of them. */
void forward_pivot(const tree *t, uint32_t freedom, poly pivot, poly whole, signals *s, net *n);
/* The input that drives a freedom. */
poly forward_drive(const tree *t, signals *s, net *n, uint32_t freedom);
/* Accelerations, one per freedom, as outputs. */
void forward_outputs(const tree *t, const poly *x, signals *s, net *n);

#endif
