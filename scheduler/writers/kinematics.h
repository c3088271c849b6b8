/* SPDX-License-Identifier: MIT */
/* Where frames are and how they move [T 1.2]: position, rotation, velocities, accelerations and
 * Jacobians of points of the bodies, in the axes of the base. What hangs on a free body is seen
 * from that body: its axes and its origin take the place of the base's.
 *
 * Three schemes write the same results:
 *   progressive  outwards, everything in base axes; what frames share is written once
 *   regressive   from each frame inwards, every step in the axes of the next body
 *   hybrid       outwards to a body of each frame's way, inwards beyond it; Jacobians: axes
 *                outwards, ways to the frame inwards, so that a column takes no sum over others
 *
 * A run is a chain of bodies whose joints turn about parallel axes or slide without turning: its
 * angles and rates add up, and its ways lie in the axes before the first joint. */
#ifndef TAUFLOW_KINEMATICS_H
#define TAUFLOW_KINEMATICS_H

#include "algebra/signals.h"
#include "writers/anchors.h"

/* What is asked for, of every frame of the tree. */
enum {
    ASK_ORIGIN = 1,
    ASK_ROTATION = 2,
    ASK_LINEAR = 4,
    ASK_ANGULAR = 8,
    ASK_LINEAR_ACCELERATION = 16,
    ASK_ANGULAR_ACCELERATION = 32,
    ASK_JACOBIAN = 64
};

/* A body as the schemes see it: axis z where it turns. */
typedef struct {
    body_kind kind;
    uint32_t parent;
    uint32_t coordinate;
    double ratio, offset; /* angle or length = ratio q + offset */
    mat3 turn;            /* its axes, before the joint turns, in the parent's */
    anchor anchor;        /* its origin, before the joint slides, in the parent's axes */
    vec3 slide;           /* prismatic: unit axis in its own axes */
    int quarters;         /* of its angle: right angles beside the offset (model.h) */
    mat3 of_tree;         /* the tree's axes of the body, in these */
    double rate_ratio;    /* rate = rate_ratio qd */
} geometry_body;

typedef struct {
    mat3 axes; /* in those of the body */
    vec3 at;
} geometry_frame;

typedef struct {
    const tree *t;
    geometry_body *bodies;  /* as in the tree */
    geometry_frame *frames; /* as in the tree */
    bool symbols;           /* lengths stay symbols: classic formalism */
} geometry;

/* In frames chosen for many zeros, or in those of the file with lengths as symbols. */
geometry geometry_default(arena *mem, const tree *t);
geometry geometry_classic(arena *mem, const tree *t);
/* In the frames that the equations of motion choose, with a look at inertias. */
geometry geometry_of_mass(arena *mem, const tree *t);
/* Whether body i can be a later member of its parent's run. */
bool geometry_can_join(const geometry *g, uint32_t i);

typedef enum {
    SCHEME_PROGRESSIVE,
    SCHEME_REGRESSIVE,
    SCHEME_HYBRID,
    KINEMATIC_SCHEMES
} kinematic_scheme;
extern const char *const KINEMATIC_SCHEME_WORD[KINEMATIC_SCHEMES];

enum { NO_COLUMN = 3 };

/* How it is written. */
typedef struct {
    kinematic_scheme scheme;
    bool *joined;     /* per body: a later member of its parent's run */
    uint32_t *meeting; /* hybrid, per frame: runs between the frame and where the two ways meet */
    uint8_t product;  /* column of rotations that is the product of the others; or NO_COLUMN */
} kinematics_form;

/* Joined wherever possible; ways meet at the frames' own bodies. */
kinematics_form kinematics_form_plain(arena *mem, const geometry *g, kinematic_scheme scheme);
/* Runs between frame k and the body that its base is. */
uint32_t kinematics_runs(const geometry *g, const kinematics_form *f, uint32_t k);

/* Adds the outputs `asked` for to s and what they need to n. */
void kinematics_write(arena *mem, const geometry *g, uint32_t asked, const kinematics_form *f,
                      signals *s, net *n);

#endif
