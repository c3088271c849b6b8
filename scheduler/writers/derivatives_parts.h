/* SPDX-License-Identifier: MIT */
/* What the files of the recursion for derivatives share. */
#ifndef TAUFLOW_DERIVATIVES_PARTS_H
#define TAUFLOW_DERIVATIVES_PARTS_H

#include "writers/derivatives.h"

/* A change of a joint: of the angular velocity of all that hangs on it, of its inertial rate, and
 * of the acceleration of the joint's origin. */
typedef struct {
    pvec dw, dwd, da;
} change;

typedef struct {
    pvec force, moment;
} wrench;

/* Of a subtree, about the origin of its first body. */
typedef struct {
    poly mass;
    pvec first, first_rate2; /* H, 2 H' */
    pmat inertia, flow2;     /* J, 2 E */
    wrench load;             /* that moves it */
} subtree;

/* Of one body, in its working axes. */
typedef struct {
    poly mass;
    pvec first;
    pmat second, inertia;
} body_moments;

/* The torque of a coordinate, per change of a body that carries all of its joints. */
typedef struct {
    pvec to_da, to_dwd, to_dw;
} answer_row;

/* What one coordinate does to, and feels of, the bodies before it: all of its joints behind a body
 * together. Everything is in the working axes of the body while it is gathered, and in those before
 * its joint when it is handed on. */
typedef struct {
    uint32_t coordinate;
    answer_row row;
    answer_row met;              /* the row that the joint of the body meets: of joints behind it,
                                    in the axes of the form */
    wrench by_rate, by_position; /* on the body, per change of the coordinate */
} item;

/* Axes of a body. "Before": z along the joint, not turned by it; the place where parent and body
 * meet. "Working": turned, or those before where the form says still. */
typedef struct {
    poly sine, cosine;     /* of the angle from the axes before to the body: a sum where the parent
                              is still and parallel */
    bool continues;        /* the parent is still and parallel: axes before are its working ones */
    poly rate;
    pvec arm, arm_rate2;   /* of the origin, in the parent's working axes; twice its rate */
    pvec axis;             /* prismatic */
    pvec omega, omegad, alpha, gravity; /* working axes; gravity: less it, as alpha at rest */
    pmat beta;
    pvec omega_before, column_before, alpha_before, gravity_before; /* column: beta z */
    wrench external;       /* on its links; working axes */
    wrench given;          /* on all links of its subtree; axes before when it is handed on */
    body_moments own;
    subtree working, before;
    item *items; /* of the coordinates behind it, and at last its own */
    uint32_t items_count, items_capacity;
} derivative_body;

struct derivative_part {
    const derivative_forms *forms;
    derivative_body *of;
    derivatives out;
};

/* derivatives.c */
void derivative_add_wrench(writer *w, wrench *sum, wrench part);
/* The torque or force along joint i. */
poly derivative_along(writer *w, uint32_t i, wrench x);
/* Adds factor x value to an entry of a matrix with so many columns. */
void derivative_entry_add(writer *w, poly *entries, uint32_t columns, uint32_t row, uint32_t column,
                          double factor, poly value);

/* derivatives_forces.c */
/* Wrench of forces from outside on body i, about its origin, working axes. */
wrench derivative_external(writer *w, uint32_t i);
/* What their own change with the state adds to the derivatives. */
void derivative_write_elements(writer *w);
/* What acts at the joints: derivatives and bias. */
void derivative_write_joint_forces(writer *w);
/* And the torques themselves; x as below. */
void derivative_write_joint_torques(writer *w, const poly *x);

/* derivatives_axes.c */
bool derivative_turns(const writer *w, uint32_t i);
bool derivative_is_free(const writer *w, uint32_t i);
bool derivative_is_still(const writer *w, uint32_t i);
/* By the angle from the axes before to the body. */
pvec derivative_turn_out(writer *w, uint32_t i, pvec u);
pvec derivative_before(writer *w, uint32_t i, pvec working);
pvec derivative_working(writer *w, uint32_t i, pvec before);
/* Between the axes before joint i and the parent's working ones. */
pvec derivative_to_parent(writer *w, uint32_t i, pvec before);
pvec derivative_from_parent(writer *w, uint32_t i, pvec u);
pmat derivative_matrix_before(writer *w, uint32_t i, const pmat *working);
pmat derivative_matrix_to_parent(writer *w, uint32_t i, const pmat *before);
/* A wrench from the axes before joint i to the parent's working axes and origin. */
wrench derivative_wrench_to_parent(writer *w, uint32_t i, wrench x);
/* From the axes of body i itself to its working axes: what it is given, or constants. */
pvec derivative_fixed_axes(writer *w, uint32_t i, pvec u);
pvec derivative_fixed(writer *w, uint32_t i, vec3 x);
pmat derivative_fixed_matrix(writer *w, uint32_t i, mat3 x);

/* derivatives_motion.c */
void derivative_write_joints(writer *w);
void derivative_write_velocities(writer *w);
/* x: accelerations by freedom, or NULL for the inputs. */
void derivative_write_accelerations(writer *w, const poly *x);
/* derivatives_subtrees.c */
/* The subtree of body i: what its children handed over and its own; and handing it on. In three
 * steps, for what depends on positions, on velocities too, and on accelerations too. */
void derivative_close_external(writer *w, uint32_t i);
void derivative_hand_external(writer *w, uint32_t i);
void derivative_close_inertia(writer *w, uint32_t i);
void derivative_hand_inertia(writer *w, uint32_t i);
void derivative_close_flow(writer *w, uint32_t i);
void derivative_hand_flow(writer *w, uint32_t i);
void derivative_close_load(writer *w, uint32_t i);
void derivative_hand_load(writer *w, uint32_t i);

#endif
