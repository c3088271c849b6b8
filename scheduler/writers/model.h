/* SPDX-License-Identifier: MIT */
/* The numbers of the default formalism: frames re-chosen so that most constants are zero,
 * inertias taken at the joint origins, and base parameters regrouped from the tips inwards.
 *
 * Frames are those of frames.h; angles take up what the choice of frames turns.
 *
 * Inertia. m, h = m c and the second moments P = integral of r r' dm about the frame's
 * origin. With A = beta the wrench of a body is F = m alpha + beta h and
 * L = [beta P - P beta']v + h x alpha, where [.]v takes the vector of the antisymmetric part. */
#ifndef TAUFLOW_MODEL_H
#define TAUFLOW_MODEL_H

#include "writers/anchors.h"
#include "writers/frames.h"

/* The numbers of a body before they are rounded to doubles: every sum of them knows which of its
 * digits cancellation left. */
typedef struct {
    wide mass;
    wide_vec3 first;
    wide_mat3 second, rotation;
    wide_vec3 anchor; /* without lengths that come with the state */
} model_exact;

typedef struct {
    body_kind kind;
    uint32_t parent;
    const char *name;
    mat3 rotation; /* x_parent = rotation Rz(angle) x_body (revolute), rotation x_body otherwise */
    anchor anchor;    /* origin in the parent's frame (prismatic: at length 0) ... */
    vec3 place;       /* ... and where that is by the robot's file: to compare sizes with */
    vec3 axis;        /* prismatic: unit axis in the body's frame */
    uint32_t coordinate;
    double ratio, offset; /* angle or length = ratio q + offset */
    double rate_ratio;    /* rate = rate_ratio qd */
    int quarters;         /* revolute: and so many right angles, which an offset near them would
                             lose digits to */
    double mass;
    vec3 first;       /* h */
    mat3 second;      /* P, symmetric */
    vec3 moment;      /* J about x, y, z: Pyy + Pzz, Pzz + Pxx, Pxx + Pyy */
    vec3 difference;  /* Pyy - Pzz, Pzz - Pxx, Pxx - Pyy */
    double spin;      /* moment of inertia about z of the part that only spins (see spin_choice) */
    bool is_sound;    /* no J is a small difference of large P: then P may stand for J */
    bool is_lopsided; /* see lopsided.h */
    model_exact exact;
    frame in_link;    /* this frame in that of the tree's body: for external forces */
    /* of parameters that come with the state (base_numbers.h): */
    uint16_t given;       /* which of its ten numbers do, once regrouped ... */
    uint32_t first_given; /* ... the first of them among all ... */
    const wide *held;     /* ... and what they hold of the numbers that are known, ten */
    bool folds;           /* it turns about one direction of space only, and is regrouped so */
} model_body;

typedef struct {
    model_body *bodies; /* as in the tree; bodies[0] is the base */
    uint32_t count;
    vec3 gravity;       /* base axes */
} model;

/* How much of P along the axis a revolute body keeps, in terms of P across it (a, b = x, y):
 * each zeroes one more entry of the inertia J or of its differences. */
typedef enum { KEEP_NONE, KEEP_MINUS_XX, KEEP_MINUS_YY, KEEP_XX, KEEP_YY, KEEP_CHOICES } keep_axial;

/* A part diag(p, p, -p) of P has the inertia diag(0, 0, 2p): a wheel that only spins. Its moment is
 * 2p omegad_z along the axis and, in the parent's axes, omega_parent x 2p omega_z e: the parent's
 * velocity, fewer turns, and nothing at all where that moment meets no joint. */
typedef enum { SPIN_NONE, SPIN_XX, SPIN_YY, SPIN_CHOICES } spin_choice;

/* What a revolute body does with its own inertia. */
typedef struct {
    uint8_t keep; /* keep_axial, after the spin was taken out */
    uint8_t spin; /* spin_choice */
} inertia_form;

/* An angle; what is near right angles in all but a small rest, to the last bit of that. */
typedef struct {
    int quarters;
    double rest;
} turn_angle;

/* Where a revolute body stands at q = 0 is C Rz(delta), with C as simple as the third column
 * allows; returns C. */
wide_mat3 model_split_rotation(wide_mat3 r, turn_angle *delta);

/* Frames and raw inertias. A number is zero where its own bound says so (robot/wide.h). */
void model_build(arena *mem, const tree *t, model *out);
/* For motion alone: without inertias, bodies stand well for the frames of the tree. */
void model_build_massless(arena *mem, const tree *t, model *out);
/* A model of its own to regroup. */
model model_copy(arena *mem, const model *m);
/* Moves what has no separate effect to the parents: revolute bodies hand over mass, the first
 * moment along the axis and P along it (but for what form[i] says); prismatic ones hand over P
 * whole. Where lengths of the anchor come with the state, mass and first moments, which would be
 * multiplied by them, stay. form may be NULL: everything is handed over. A body that is not sound
 * (an inertia that no mass has) keeps its P, whatever the form says: between it and its parent J
 * would be a small difference of large numbers. */
void model_regroup(model *m, const inertia_form *form);
/* The same of one body, whose children have been. */
void model_regroup_body(model *m, uint32_t i, inertia_form form);
/* Another inertia, of the tree's body, to regroup. */
void model_set_inertia(model_body *to, const inertia *of);
/* After regrouping: moves masses to the origins of revolute joints so that every subtree that turns
 * has no mass in all. (Regrouping leaves each revolute body without mass; those that slide on it
 * have theirs, and so have those at lengths that come with the state: their subtrees keep mass.) */
void model_balance(model *m);
/* Measures lengths in another unit, in metres, and masses so that moments stay what they are:
 * forces, accelerations and whatever slides come out in the new unit. A pose of model_pose is still
 * in metres. */
void model_rescale(model *m, double unit);
/* A pose in the tree's body i, seen from the body's frame here. */
void model_pose(const model *m, uint32_t i, pose in_body, mat3 *axes, vec3 *at);
/* True if a sum over the children of body i is long: its parts get names then, though terms that
 * legs on both sides of a body share would be found sooner in one sum. */
bool model_has_many_children(const model *m, uint32_t i);
/* True if the revolute bodies i and its parent have parallel axes (rotation is the identity). */
bool model_is_parallel(const model *m, uint32_t i);

#endif
