/* SPDX-License-Identifier: MIT */
/* Laws of elements that are calls of the user's own code (docs/forces.md), while a robot moves. */
#ifndef TAUFLOW_LAW_CALLS_H
#define TAUFLOW_LAW_CALLS_H

#include "base/diag.h"
#include "robot/tree.h"

/* A force of x and xd; dydx: what it changes by with each of them. */
typedef double law_function(double x, double xd, double t, void *user, double dydx[2]);

typedef struct {
    law_function **of; /* per element; NULL: its law is no call */
    void *user;        /* handed to all of them */
} law_calls;

/* What of them is needed at a state. */
typedef enum {
    LAW_FORCES, /* the force */
    LAW_LINES   /* the line that it follows there, of equations that were derived */
} law_answer;

/* element_forces of the calls of a tree where function elements gives these element_states
 * (machine/words.def); numbers of other elements stay. Fails where a law says no number. */
status law_calls_at(const law_calls *c, const tree *t, law_answer what, double time_s,
                    const double *element_states, double *element_forces, diag *d);

#endif
