/* SPDX-License-Identifier: MIT */
/* The recursion as the thesis writes it, in parts: inverse dynamics and columns of M run them. */
#ifndef TAUFLOW_CLASSIC_PARTS_H
#define TAUFLOW_CLASSIC_PARTS_H

#include "algebra/vectors.h"
#include "base/names.h"
#include "robot/wide.h"
#include "writers/classic.h"
#include "writers/element_wrenches.h"

typedef struct {
    wide_mat3 axes; /* working axes in link axes */
    int axis;    /* of the joint, in working axes ... */
    double sense; /* ... and its direction, +-1 */
    mat3 turn;   /* working axes at q = 0 in the parent's working axes */
    vec3 anchor; /* in the parent's working axes */
    vec3 com;
    mat3 inertia;
    vec3 difference; /* Izz - Iyy, Ixx - Izz, Iyy - Ixx */
} classic_body;

typedef struct {
    pvec omega, omegad, alpha, force, moment;
    poly beta[3][3];
    poly sine, cosine, rate, acceleration, length;
} classic_state;

typedef struct {
    arena *mem;
    const tree *t;
    signals *s;
    net *n;
    classic_body *body;
    classic_state *of;
    unsigned wanted;     /* MASS_...; CLASSIC_ACCELERATION for inverse dynamics */
    bool is_column;      /* of M: nothing moves but what accelerates */
    applied_wrenches applied; /* of elements */
    name_table *symbols; /* of parameters that several columns share; NULL: each use has its own */
} classic_writer;

enum { CLASSIC_ACCELERATION = 1 << 8 };

classic_writer classic_writer_make(arena *mem, const tree *t, unsigned wanted, signals *s, net *n);
/* Everything that moves, outwards; and inwards the wrench on each body, torques summed up by
 * coordinate. */
void classic_write_outwards(classic_writer *w);
void classic_write_inwards(classic_writer *w, poly *torque);
/* The same for one body. */
void classic_write_motion(classic_writer *w, uint32_t i);
void classic_write_beta(classic_writer *w, uint32_t i);
void classic_write_wrench(classic_writer *w, uint32_t i);
void classic_hand_inwards(classic_writer *w, uint32_t i);
/* What the joint of body i feels of the wrench on it, per unit of its coordinate. */
poly classic_along_joint(classic_writer *w, uint32_t i);

#endif
