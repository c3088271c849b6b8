/* SPDX-License-Identifier: MIT */
/* Laws that are expressions (robot/element_law.h), and torsion, written into equations. */
#ifndef TAUFLOW_LAWS_H
#define TAUFLOW_LAWS_H

#include "algebra/signals.h"

typedef struct {
    poly value, slope, bend; /* first and second derivative */
} table_place;

table_place table_write(net *n, const law_table *t, poly x);

/* F(x, xd) of element `number`, a formula; its calls are named by the element. Its state is an
 * input. */
poly law_write(net *n, const tree *t, uint32_t number, signals *s, poly x, poly xd);
/* How its state changes, where it has one. */
poly law_write_rate(net *n, const tree *t, uint32_t number, signals *s, poly x, poly xd);

/* What a law outside gives element `number` along its x: an input. Of a call whose derivatives
 * count it is the line F + F_x x + F_xd xd of three inputs, which has the law's value and
 * derivatives where they are those of its tangent. */
poly law_outside(net *n, const tree *t, uint32_t number, signals *s, poly x, poly xd);

/* What all torsion elements add at a coordinate; at rest rates are zero. */
poly torsions_at(const tree *t, uint32_t coordinate, bool moving, signals *s, net *n);
/* Element k alone, along its x. */
poly torsion_write(const tree *t, uint32_t k, bool moving, signals *s, net *n);

/* Fails where a law is the same everywhere and is no number there: a quotient by 0, the root of a
 * negative number. */
status laws_check(const tree *t, diag *d);

#endif
