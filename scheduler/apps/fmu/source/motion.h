/* A robot that moves by fixed steps of Runge and Kutta's method, as `tauflow simulate` does. What
 * it is stands in model.h. */
#ifndef TAUFLOW_FMU_MOTION_H
#define TAUFLOW_FMU_MOTION_H

#include "model.h"

/* What may be called next, by the state machines of FMI 2.0 and 3.0. */
typedef enum {
    PHASE_MADE,     /* starts and the time may be set */
    PHASE_STARTING, /* the same of starts, in initialization mode */
    PHASE_MOVING,   /* steps */
    PHASE_LOST,     /* there was no solution: reset, or back to a state that was kept */
    PHASE_ENDED
} phase;

/* Nothing but numbers: a copy of it is a state to come back to. */
typedef struct {
    phase phase;
    double t;
    double q[MODEL_JOINTS], qd[MODEL_JOINTS], tau[MODEL_JOINTS];
    double start[MODEL_JOINTS], start_rate[MODEL_JOINTS];
    double links[MODEL_LINK_VALUES + 1], base_parameters[MODEL_PARAMETERS + 1];
    double numbers[MODEL_NUMBERS + 1];
    double states[MODEL_STATES + 1], start_states[MODEL_STATES + 1];
    double qdd[MODEL_JOINTS];
    int has_accelerations; /* these are of all other numbers */
} motion;

/* Values by number: torques, positions, rates, starts of positions and of rates, a joint each; then
 * the time, then values of links, then numbers of springs and dampers, then states of laws, then
 * where these start, then accelerations, of a joint each. */
enum {
    VALUE_TORQUE = 0,
    VALUE_POSITION = MODEL_JOINTS,
    VALUE_RATE = 2 * MODEL_JOINTS,
    VALUE_START = 3 * MODEL_JOINTS,
    VALUE_START_RATE = 4 * MODEL_JOINTS,
    VALUE_TIME = 5 * MODEL_JOINTS,
    VALUE_LINKS,
    VALUE_NUMBERS = VALUE_LINKS + MODEL_LINK_VALUES,
    VALUE_STATES = VALUE_NUMBERS + MODEL_NUMBERS,
    VALUE_START_STATES = VALUE_STATES + MODEL_STATES,
    VALUE_ACCELERATION = VALUE_START_STATES + MODEL_STATES,
    VALUES = VALUE_ACCELERATION + MODEL_JOINTS
};

void motion_reset(motion *m);
/* These return NULL, or what is wrong, as text. Then nothing has changed; but where there is no
 * solution it is PHASE_LOST, and stands where it came to. motion_start: where it starts, with loops
 * closed. */
const char *motion_set_time(motion *m, double start);
const char *motion_initialize(motion *m);
const char *motion_start(motion *m);
const char *motion_step(motion *m, double at, double length);
const char *motion_end(motion *m);
/* Inputs, values of links and numbers may be set, and starts until it moves. */
const char *motion_set(motion *m, unsigned number, double value);
/* Copies it to a state, which is made where it is NULL; 1: there is no memory for it. */
int motion_keep(const motion *m, void **state);
/* NULL: there is none of that number. Accelerations follow what was set, and the starts until it
 * moves; they are NaN where there is no solution. */
double *motion_value(motion *m, unsigned number);

#endif
