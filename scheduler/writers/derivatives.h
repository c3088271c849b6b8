/* SPDX-License-Identifier: MIT */
/* The derivatives of inverse dynamics by a recursion of their own: torques by positions, by
 * velocities and by accelerations (the mass matrix), for every pair of joints on a common path.
 *
 * The idea. A change of joint j moves all that hangs on it like one rigid frame: the angular
 * velocity of that frame changes by dw, its inertial rate by dwd, the acceleration of its origin by
 * da, everything as seen from the frame itself:
 *
 *   revolute j about z:  by q   dw = omega x z   dwd = beta z          da = alpha x z
 *                        by qd  dw = z           dwd = 2 omega x z     da = 0
 *                        by qdd dw = 0           dwd = z               da = 0
 *   prismatic j along a: by q   da = beta a      by qd  da = 2 omega x a      by qdd da = a
 *
 * The wrench on the subtree of body i about its origin answers with
 *
 *   dF = M da + dwd x H + 2 dw x H'
 *   dL = H x da + J dwd + 2 (tr E - E) dw,        E = sum of m r' r^T
 *
 * where M, H, J, E are those of the whole subtree and dashes are rates. No linear velocity occurs:
 * r' is taken relative to the origin of the subtree. So
 *
 * - what joint i feels of a joint j before it is a row of the answer at i, carried inwards to j and
 *   multiplied by what j does;
 * - what it feels of a joint j behind it is the answer at j, with the wrench that turns along
 *   (z x F, z x L), carried inwards to i.
 *
 * Both are written in the axes before the joint turns, where parent and body meet: there the
 * subtree is on its way to the parent anyway. Base parameters (model.h) serve here as they do for
 * the torques: subtrees that turn have no mass. */
#ifndef TAUFLOW_DERIVATIVES_H
#define TAUFLOW_DERIVATIVES_H

#include "algebra/depth.h"
#include "base/progress.h"
#include "writers/writer.h"

/* Entries by freedom (tree.h). Rows are torques (and wrenches on free bodies), columns what they
 * are derived by. Sums without a name yet; no term where the structure says zero. */
typedef struct {
    uint32_t freedoms, coordinates;
    poly *by_position; /* freedoms x coordinates */
    poly *by_rate;     /* freedoms x freedoms */
    poly *mass;        /* freedoms x freedoms, symmetric: both halves are filled in */
    poly *bias;        /* freedoms: the torques without accelerations */
    poly *torque;      /* coordinates: what they are derived of; after the end */
} derivatives;

/* Working axes of a body. Where they are those before its joint turns, what is constant in the body
 * turns instead, and parallel joints behind it share them. Where they have turned, rows of the
 * joints behind meet what the joint does in those before, or in the working ones, too. */
typedef enum { AXES_MET_BEFORE, AXES_STILL, AXES_MET_TURNED, AXES_CHOICES } working_axes;

/* The choices for one body. */
typedef struct {
    inertia_form inertia;
    uint8_t axes; /* working_axes */
} derivative_form;

typedef struct {
    derivative_form *of; /* per body */
    double length;       /* unit of lengths */
} derivative_forms;

/* Writes everything but by_position: it needs no accelerations. */
writer *derivatives_begin(arena *mem, const tree *t, const model *raw,
                          const derivative_forms *forms, signals *s, net *n);
/* Writes the rest, at the accelerations x (by freedom), or the inputs where x is NULL. */
const derivatives *derivatives_end(writer *w, const poly *x);
/* What is there so far. */
const derivatives *derivatives_of(const writer *w);

/* --- forms (derivative_forms.c) --------------------------------------------------------------- */

/* Forms that are good without any search. */
derivative_forms derivative_forms_plain(arena *mem, const model *raw);

/* Makes outputs of the derivatives that the writer has begun. */
typedef void derivative_finish(arena *mem, const tree *t, writer *w, signals *s, net *n);
/* All of them, at given accelerations (derivative_functions.c). */
derivative_finish derivatives_put;

/* The net in given forms, shared parts pulled out. */
net derivative_forms_write(arena *mem, const tree *t, const model *raw, const derivative_forms *f,
                           derivative_finish *finish, signals *s);
/* Improves *f until nothing changes, the budget (operations written and simplified) is spent or
 * `life` ends it. */
void derivative_forms_search(const tree *t, const model *raw, derivative_finish *finish,
                             const objective *goal, uint64_t budget_operations, progress *life,
                             derivative_forms *f);

#endif
