/* SPDX-License-Identifier: MIT */
/* Wrenches of forces at points, links and wheels (robot/elements.h, docs/forces.md), written before
 * the recursion that subtracts them. */
#ifndef TAUFLOW_ELEMENT_WRENCHES_H
#define TAUFLOW_ELEMENT_WRENCHES_H

#include "algebra/signals.h"
#include "algebra/vectors.h"

/* On a body, at the origin of a frame that stands so in it, in that frame's axes. */
typedef struct {
    uint32_t body;
    pose in_body;
    pvec force, moment;
} applied_wrench;

typedef struct {
    applied_wrench *list;
    uint32_t list_count, list_capacity;
} applied_wrenches;

/* How elements are written. */
typedef struct {
    bool moving;  /* velocities are there, otherwise they are zero */
    bool symbols; /* lengths stay symbols: classic formalism */
} elements_form;

/* The next wrench on body i: external forces at its links, then what elements apply. *at is 0 at
 * first; false after the last. */
bool wrenches_next(const tree *t, const applied_wrenches *elements, uint32_t i, uint32_t *at,
                   signals *s, net *n, applied_wrench *out);

applied_wrenches elements_write(arena *mem, const tree *t, elements_form form, signals *s, net *n);
/* Outputs of function `elements`: what laws depend on. */
void elements_write_states(arena *mem, const tree *t, elements_form form, signals *s, net *n);

#endif
