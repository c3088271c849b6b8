/* SPDX-License-Identifier: MIT */
/* Laws and grounds that are expressions (robot/element_law.h), and torsion, written into
 * equations. */
#ifndef TAUFLOW_LAWS_H
#define TAUFLOW_LAWS_H

#include "algebra/signals.h"

typedef struct {
    poly value, slope, bend; /* first and second derivative */
} table_place;

table_place table_write(net *n, const law_table *t, poly x);

/* A function of x and y: its value, slopes and bends. */
typedef enum {
    SURFACE_Z,
    SURFACE_X,
    SURFACE_Y,
    SURFACE_XX,
    SURFACE_XY,
    SURFACE_YY,
    SURFACE_PARTS
} surface_part;

typedef struct {
    poly of[SURFACE_PARTS];
} surface;

/* Of an expression in x and y. */
surface law_surface(net *n, const element_formula *law, poly x, poly y);

/* F(x, xd) of element `number`, a formula; its calls are named by the element. Its state is an
 * input. */
poly law_write(net *n, const tree *t, uint32_t number, signals *s, poly x, poly xd);
/* How its state changes, where it has one. */
poly law_write_rate(net *n, const tree *t, uint32_t number, signals *s, poly x, poly xd);

/* What a law outside gives element `number` along its x: an input. Of a call whose derivatives
 * count it is the line F + F_x x + F_xd xd of three inputs, which has the law's value and
 * derivatives where they are those of its tangent. */
poly law_outside(net *n, const tree *t, uint32_t number, signals *s, poly x, poly xd);
/* The same of a turn about an axis, which has no x. */
poly law_outside_turn(net *n, const tree *t, uint32_t number, signals *s, uint32_t axis, poly xd);

/* What all torsion elements add at a coordinate; at rest rates are zero. */
poly torsions_at(const tree *t, uint32_t coordinate, bool moving, signals *s, net *n);
/* Element k alone, along its x. */
poly torsion_write(const tree *t, uint32_t k, bool moving, signals *s, net *n);

/* Fails where a law is the same everywhere and is no number there: a quotient by 0, the root of a
 * negative number. */
status laws_check(const tree *t, diag *d);

#endif
