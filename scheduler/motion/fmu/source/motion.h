/* A robot that moves by fixed steps of Runge and Kutta's method, as `tauflow simulate` does. What
 * it is stands in model.h. */
#ifndef TAUFLOW_FMU_MOTION_H
#define TAUFLOW_FMU_MOTION_H

#include "model.h"

/* Nothing but numbers: a copy of it is a state to come back to. */
typedef struct {
    double t;
    double q[MODEL_JOINTS], qd[MODEL_JOINTS], tau[MODEL_JOINTS];
    double start[MODEL_JOINTS], start_rate[MODEL_JOINTS];
} motion;

/* Values by number: torques, positions, rates, starts of positions and of rates, a joint each; then
 * the time. */
enum {
    VALUE_TORQUE = 0,
    VALUE_POSITION = MODEL_JOINTS,
    VALUE_RATE = 2 * MODEL_JOINTS,
    VALUE_START = 3 * MODEL_JOINTS,
    VALUE_START_RATE = 4 * MODEL_JOINTS,
    VALUE_TIME = 5 * MODEL_JOINTS,
    VALUES
};

void motion_reset(motion *m);
/* Where it starts, with loops closed; both return 0, or 1 where there is no solution. */
int motion_start(motion *m);
int motion_advance(motion *m, double until);
/* Copies it to a state, which is made where it is NULL; 1: there is no memory for it. */
int motion_keep(const motion *m, void **state);
/* NULL: there is none of that number; inputs and starts may be set. */
double *motion_value(motion *m, unsigned number);
int motion_may_set(unsigned number);

#endif
