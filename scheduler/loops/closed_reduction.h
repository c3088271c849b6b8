/* SPDX-License-Identifier: MIT */
/* The equations of motion of a tree reduced to what its loops leave free [T 2.5.2]: in two ways,
 * through the dependent coordinates, or through the cuts where branches share inertia with nothing
 * but themselves. */
#ifndef TAUFLOW_CLOSED_REDUCTION_H
#define TAUFLOW_CLOSED_REDUCTION_H

#include "loops/closed_parts.h"
#include "writers/forward.h"

/* The system that is left: freedoms that are not dependent, imposed ones last. */
typedef struct {
    const closed_writer *w;
    closure c;
    mass_sums sums;
    uint32_t of_free;    /* freedoms of free bodies */
    uint32_t *freedom;   /* of each row, outwards; those to solve for first */
    uint32_t rows, solved;
    bool is_undriven;    /* what drives freedoms is not taken from `force` and `rest` */
    poly *carried;       /* M_vu + M_vv B: [place * rows + row] */
    poly *force;         /* c_v - Q_v + M_vv b', per place */
    poly *mass, *rest;   /* Mr: lower triangle; Fr */
    factors f;           /* of the part of Mr that is solved with, once it has been */
} reduction;

/* The rows; then Mr and Fr, in the way that the form says. */
void reduction_order(reduction *r);
void reduction_write(reduction *r);
/* Accelerations of all rows; pivots become outputs. */
poly *reduction_solve(reduction *r);
/* Mr between two rows, and B in the column of a row's freedom. */
poly reduction_entry(const reduction *r, uint32_t i, uint32_t k);
poly reduction_follows(const reduction *r, uint32_t dependent, uint32_t row);
/* Those of dependent joints, by places: B x + b'. */
poly *reduction_accelerations(const reduction *r, const poly *x);
/* What the dependent joints hold, not through the cuts. */
poly *reduction_held(const reduction *r, const poly *x);
/* M, each entry a +-symbol or a number. */
poly reduction_mass_of(const reduction *r, uint32_t i, uint32_t k);
uint32_t reduction_dependent(const reduction *r, uint32_t place_number);
/* What does not drive a freedom, less what drives it. */
poly reduction_unbalanced(const reduction *r, uint32_t freedom);

/* Whether no dependent coordinate shares inertia with others than those of its block and of blocks
 * that this needs. Then Mr = M_uu + J_u' S J_u with S = J_v^-T M_vv J_v^-1, cut by cut: where the
 * entries of J_u are mostly numbers that is less than with B, and B is not needed at all. */
bool cuts_apply(const reduction *r);
void cuts_reduce(reduction *r);
/* Accelerations of the dependent, by places, from those of the rows. */
poly *cuts_accelerations(const reduction *r, const poly *x);
/* What the dependent joints hold: J_v' multipliers. */
poly *cuts_held(const reduction *r, const poly *accelerations);

#endif
