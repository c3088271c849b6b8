/* SPDX-License-Identifier: MIT */
/* What cuts (robot/cuts.h) ask of a tree's coordinates [T 2.2]: equations h(q) = 0, the rows J of
 * their derivatives by the coordinates, and what is left of their second derivatives where nothing
 * accelerates, so that J qd = 0 and J qdd + quadratic = 0.
 *
 * Both ends of a cut are seen from the nearest body that carries both: what moves that one does not
 * enter. Everything by the progressive scheme, as cuts share ways.
 *
 *   ball, body   h = x_b - x_a, J = Jt_b - Jt_a
 *   body         of the rotation D from a to b three entries off the diagonal, with the sign that
 *                makes their derivative omega_b - omega_a where the cut is closed (the rows that
 *                [T 2.6] prints make Newton's method diverge); with one row dropped, those of the
 *                axis that stays, so that turns about it do not matter
 *   rod          h = (x.x - length^2) / 2
 *   linear       h = sum of coefficient q, less a value
 *   user         h, its row and what is quadratic are inputs */
#ifndef TAUFLOW_CONSTRAINTS_H
#define TAUFLOW_CONSTRAINTS_H

#include "algebra/matrices.h"
#include "writers/kinematics.h"

/* One scalar equation. */
typedef struct {
    uint32_t cut;     /* of the tree */
    uint32_t row;     /* cut_row of a body or ball; 0 for others */
    const char *name; /* CUT.x ... CUT.rz, or CUT alone */
} constraint;

typedef struct {
    constraint *list;
    uint32_t count;
} constraint_list;

/* All of the tree's cuts, cut by cut. */
constraint_list constraints_of(arena *mem, const tree *t);

enum {
    CONSTRAINT_VALUES = 1,    /* h */
    CONSTRAINT_ROWS = 2,      /* J */
    CONSTRAINT_QUADRATIC = 4, /* what J qdd lacks to the second derivative */
    CONSTRAINT_GUARDS = 8,    /* cosines that tell a turn by two right angles from none */
    CONSTRAINT_STANDINS = 16  /* of the user's own, which come as inputs, some linear ones instead:
                                 for the structure, before there are inputs */
};

/* Each is a number or a +-symbol; what was not asked for is NULL. */
typedef struct {
    uint32_t columns; /* coordinates */
    poly *value, *quadratic, *guard;
    poly *row; /* [constraint * columns + coordinate] */
} constraint_sums;

/* In frames for motion alone, or in those that the inertias of the tree want, so that the equations
 * of motion find sines and ways of their own again. */
typedef enum { CONSTRAINT_FRAMES_OWN, CONSTRAINT_FRAMES_OF_MASS } constraint_frames;

/* Velocities are those that the signals give or derive. */
constraint_sums constraints_write(arena *mem, const tree *t, const constraint_list *list,
                                  constraint_frames frames, unsigned asked, signals *s, net *n);

/* Nothing accelerates from here on; returns what was derived before. */
derived_motion *motions_stop(arena *mem, const tree *t, signals *s);

/* The ends of a cut that has ends, where nothing accelerates: b against a, in the axes that the
 * body carrying both has in these frames, as one sees it who moves with that body. */
typedef struct {
    pvec x, v, a;
    pvec *column;   /* of v, per coordinate */
    mat3 reference; /* the tree's axes of that body, in those */
} cut_motion;

/* Of every cut of the tree; of those without ends nothing. */
cut_motion *cut_motions_write(arena *mem, const tree *t, constraint_frames frames, signals *s,
                              net *n);

#endif
