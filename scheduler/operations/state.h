/* The words of an ops graph from a robot's state and back: the one place on the CPU side
 * that knows what each input kind means. */
#ifndef TAUFLOW_STATE_H
#define TAUFLOW_STATE_H

#include "operations/ops.h"

/* A state: q, qd, qdd per coordinate; per free body omega, omegad, acc (9 numbers);
 * per external force: force, moment (6 numbers). Pointers may be NULL where a robot has none. */
typedef struct {
    const double *q, *qd, *qdd;
    const double *free_motion;
    const double *forces;
} robot_state;

/* Fills inputs_count words. Plain inputs are left alone. */
void state_to_inputs64(const ops *p, const robot_state *s, double *in);

#endif
