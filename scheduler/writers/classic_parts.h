/* SPDX-License-Identifier: MIT */
/* The recursion as the thesis writes it, in parts: inverse dynamics and columns of M run them. */
#ifndef TAUFLOW_CLASSIC_PARTS_H
#define TAUFLOW_CLASSIC_PARTS_H

#include "base/names.h"
#include "robot/wide.h"
#include "writers/classic.h"
#include "writers/writer.h"

typedef struct {
    wide_mat3 axes; /* working axes in link axes */
    int axis;    /* of the joint, in working axes ... */
    double sense; /* ... and its direction, +-1 */
    mat3 turn;   /* working axes at q = 0 in the parent's working axes */
    anchor anchor; /* in the parent's working axes */
    vec3 com;
    mat3 inertia;
    vec3 difference; /* Izz - Iyy, Ixx - Izz, Iyy - Ixx */
} classic_body;

typedef struct {
    pvec omega, omegad, alpha, force, moment;
    poly beta[3][3];
    poly sine, cosine, rate, acceleration, length;
} classic_state;

/* `wanted` of the writer: MASS_...; CLASSIC_ACCELERATION for inverse dynamics. */
enum { CLASSIC_ACCELERATION = 1 << 8 };

struct classic_part {
    classic_body *body;
    classic_state *of;
    bool is_column;      /* of M: nothing moves but what accelerates */
    model base;          /* whose base parameters come with the state, if any do */
    name_table *symbols; /* of parameters that several columns share; NULL: each use has its own */
};

writer classic_writer_make(arena *mem, const tree *t, unsigned wanted, signals *s, net *n);
/* Everything that moves, outwards; and inwards the wrench on each body, torques summed up by
 * coordinate. */
void classic_write_outwards(writer *w);
void classic_write_inwards(writer *w, poly *torque);
/* The same for one body. */
void classic_write_motion(writer *w, uint32_t i);
void classic_write_beta(writer *w, uint32_t i);
void classic_write_wrench(writer *w, uint32_t i);
void classic_hand_inwards(writer *w, uint32_t i);
/* What the joint of body i feels of the wrench on it, per unit of its coordinate. */
poly classic_along_joint(writer *w, uint32_t i);

#endif
