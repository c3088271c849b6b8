/* SPDX-License-Identifier: MIT */
/* Mass matrix M and bias c of a tree: torques = M x + c, x the accelerations of all freedoms.
 *
 * Freedoms: of each free body six (acceleration of its origin x y z, angular acceleration x y z, in
 * its axes), then the coordinates. Where neither of two freedoms moves the other's bodies M is zero
 * by structure: its sum has no term.
 *
 * M comes from composite inertias: a subtree that is rigid for a moment has mass, first moment h
 * and second moments P, of base parameters (they determine all torques, so M as well); turned once
 * before its joint they give the column of M and go on to the parent. c is the recursion without
 * accelerations, and may use the same composite inertias (recursion_absorb.c). */
#ifndef TAUFLOW_MASS_H
#define TAUFLOW_MASS_H

#include "algebra/depth.h"
#include "base/progress.h"
#include "writers/recursion.h"

/* What is wanted, and what c depends on. */
enum {
    MASS_MATRIX = 1,
    MASS_BIAS = 2,      /* gravity and external forces ... */
    MASS_VELOCITY = 4,  /* ... and velocities ... */
    MASS_ACC = 8        /* ... and acc of free bodies, which is else part of x */
};

/* The sums before they are outputs. */
typedef struct {
    uint32_t freedoms;
    poly *mass; /* lower triangle, row by row: see mass_at; NULL without MASS_MATRIX */
    poly *bias; /* per freedom; NULL without MASS_BIAS */
} mass_sums;

/* Place of an entry of the lower triangle, row >= column. */
static inline uint32_t mass_at(uint32_t row, uint32_t column)
{
    return row * (row + 1) / 2 + column;
}
/* Any entry: the matrix is symmetric. */
static inline poly mass_entry(const mass_sums *sums, uint32_t i, uint32_t k)
{
    return sums->mass[i > k ? mass_at(i, k) : mass_at(k, i)];
}

/* The choices for one body. */
typedef struct {
    uint8_t unturned; /* 1: working axes are those before the joint turns (chains of parallel axes
                         then turn once, by the sum of their angles) */
} mass_form;

typedef struct {
    mass_form *of;  /* per body */
    uint32_t *meet; /* meet[i count + k], k an ancestor of i: the body between them at which the
                       motion of k, carried outwards, meets the wrench of i, carried inwards */
    uint8_t moments; /* 1: moments of inertia J stand for second moments P */
    double length;  /* unit of lengths; masses are in units that keep P as it is */
    recursion_forms bias; /* and how tensors turn */
} mass_forms;

/* Forms that are good without any search. */
mass_forms mass_forms_plain(arena *mem, const model *raw);

/* Writes what is wanted of the model (as model_build leaves it) into the net; the sums stay
 * definitions under construction until somebody makes outputs or variables of them. */
mass_sums mass_write(arena *mem, const tree *t, const model *raw, const mass_forms *forms,
                     unsigned wanted, signals *s, net *n);

/* Makes outputs of the sums, or writes on with them. */
typedef struct {
    unsigned wanted;
    void (*finish)(arena *mem, const tree *t, const mass_sums *sums, signals *s, net *n);
} mass_use;

/* The plainest: every sum an output. */
void mass_outputs(arena *mem, const tree *t, const mass_sums *sums, signals *s, net *n);

/* The net of a use in given forms, shared parts pulled out on demand. */
net mass_forms_write(arena *mem, const tree *t, const model *raw, const mass_forms *f,
                     const mass_use *use, bool shared, signals *s);

/* Improves *f until nothing changes, the budget (operations written and simplified) is spent or
 * `life` ends it. */
void mass_forms_search(const tree *t, const model *raw, const mass_use *use, const objective *goal,
                       uint64_t budget_operations, progress *life, mass_forms *f);

#endif
