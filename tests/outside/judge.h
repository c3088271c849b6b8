/* SPDX-License-Identifier: MIT */
/* Torques of a tree by the textbook recursion in long doubles, and with each the sum of the
 * absolute values of everything that was added up to it, in the tree's own frames. The second
 * tells what double arithmetic can reach there: some roundings of that sum. No external forces. */
#ifndef TAUFLOW_OUTSIDE_JUDGE_H
#define TAUFLOW_OUTSIDE_JUDGE_H

#include "operations/state.h"
#include "robot/tree.h"
#include "wild.h"

#include <stdbool.h>

/* A number and the sum of the absolute values of what it was made of. */
typedef struct {
    long double value, size;
} judge_number;

typedef struct {
    judge_number v[3];
} judge_vec;

typedef struct {
    judge_number m[3][3];
} judge_mat;

typedef enum { JUDGE_TURNS, JUDGE_SLIDES, JUDGE_FIXED, JUDGE_FREE } judge_kind;

typedef struct {
    judge_kind kind;
    uint32_t parent, coordinate;
    long double ratio, offset; /* joint = ratio q[coordinate] + offset */
    judge_mat turn;            /* axes at q = 0 in the parent's */
    judge_vec arm, axis;       /* origin in the parent's axes; unit axis in its own */
    long double mass;
    judge_vec com;
    judge_mat moments;         /* about the centre of mass */
} judge_body;

typedef struct {
    judge_body *bodies; /* bodies[0] is the base; parents come first */
    uint32_t count, coordinates;
    bool floats; /* body 1 is free and all others hang on it */
} judge_robot;

/* What a robot does; free: angular velocity, angular acceleration, acceleration less gravity of
 * body 1 in its own axes. */
typedef struct {
    const double *q, *qd, *qdd; /* per coordinate */
    double gravity[3], free[9];
    bool any_axes; /* the moment omega x J omega counts as in axes turned by any angle */
} judge_state;

/* False where long doubles are doubles: then there is nothing to judge by. */
bool judge_is_wide(void);
/* The numbers of the tree, whose roundings are the reader's; a fixed base. */
judge_robot judge_of_tree(arena *mem, const tree *t);
/* The numbers of the file, read by nobody but this: one coordinate per joint that moves and follows
 * none, in the order of joints. Angles that are the doubles next to k pi/12 are meant as that. */
judge_robot judge_of_wild(arena *mem, const wild_robot *r);
/* Six of a body that floats (force and moment on it), then one per coordinate. */
void judge_freedoms(const judge_robot *r, const judge_state *s, judge_number *out);
/* One word per coordinate each. With `dusty` the sum is that of libraries which come to
 * rotations and axes by quaternions, to the place of a joint by a way out and back, and keep
 * inertias about the origin of a link: an entry of a rotation or axis counts as 1, a centre of
 * mass as its distance and that of the joint, a moment of inertia as that about the origin. */
void judge_torques(const tree *t, const robot_state *s, bool dusty, double *torque, double *size);

#endif
