/* SPDX-License-Identifier: MIT */
/* Closed mechanisms as our functions see them, for judgements by outside libraries: random states
 * with the loops closed, every function with closed loops evaluated in them. */
#ifndef TAUFLOW_CLOSED_OURS_H
#define TAUFLOW_CLOSED_OURS_H

#include "passes.h"

enum { CLOSED_MOST = 64 }; /* coordinates */

typedef struct {
    ops p;
    double *in, *out, *scratch;
} closed_evaluator;

typedef struct {
    arena mem;
    diag d;
    passes_forms f;
    closed_evaluator of[FUNCTIONS]; /* those with closed loops; others are empty */
} closed_robot;

/* Positions and velocities have the loops closed; accelerations are those of closed-fd. */
typedef struct {
    double q[CLOSED_MOST], qd[CLOSED_MOST], tau[CLOSED_MOST], qdd[CLOSED_MOST];
} closed_motion;

typedef double closed_matrix[CLOSED_MOST][CLOSED_MOST];

/* Functions of closed loops: those that tell how far they are open. Sensitivities are derived of
 * one of them, and judged beside its derivatives in tests/unit/sensitivities_test.c. */
bool closed_is_function(function_kind function);

/* The robot of a URDF file with `rotors` (kg m^2, kg) added at all joints; r->d has the reason for
 * a failure. r->mem is to be freed either way. */
status closed_open(closed_robot *r, const char *path, double rotors);

/* Results of a function in a state; accelerations of m are read where it takes them. */
void closed_evaluate(closed_evaluator *e, const closed_motion *m);

/* Results of a kind by joint, and by row and column; others keep what they have. Independent joints
 * have the constant 0 where only dependent ones have a result: that is no result. */
void closed_take(const closed_evaluator *e, output_kind kind, double *to);
void closed_take_matrix(const closed_evaluator *e, output_kind kind, closed_matrix to);

/* T = [1; B] in that state, which carries motions of independent joints to all of them: a column
 * per independent joint, others are zero. */
void closed_carrying(closed_robot *r, const closed_motion *m, closed_matrix t);

/* A random state within `spread` of where the loops close, with random torques at all joints, or at
 * actuators alone. False where none is found. */
bool closed_draw(closed_robot *r, double spread, bool by_actuators, uint64_t *seed,
                 closed_motion *m);

/* The smallest pivot of a solution next to what it is told next to (OUTPUT_PIVOT_WHOLE); infinite
 * where there is none. */
double closed_pivot_share(const closed_evaluator *e);

/* Is it a joint that closed-id has a torque of? */
bool closed_is_actuator(const closed_robot *r, uint32_t joint);

#endif
