/* SPDX-License-Identifier: MIT */
/* The energy-steered step and the switch of index [paper C, section 3]: a step that changes the
 * energy by more than `upper` is taken back and repeated with a shorter one; one that changes it by
 * less than `lower` is followed by a longer one. New length = old length x (0.8 `upper` / change)^
 * (1/3), as the change over one step is of third order.
 *
 * Index 3 from 1e-4 s upwards, where it is the cheaper; index 1 below, and where steps of index 3
 * were shortened again and again in vain; back when the change is small and the step long. */
#ifndef TAUFLOW_STEERING_H
#define TAUFLOW_STEERING_H

#include "apps/motion/natural_motion.h"

typedef struct {
    double upper, lower; /* J; upper 0: the step is not steered */
    bool switches;       /* between the indices; otherwise `step` alone */
    step_result (*step)(natural_motion *x, double h);
    /* kept here */
    double h;              /* of the next step */
    double taken;          /* of the last one that was accepted */
    bool in_index1;
    uint32_t rejected, switched, steps_index1;
} steering;

/* No step is shorter: what asks for one has no solution that goes on. */
#define STEERING_LEAST_S 1e-9

/* One accepted step, not beyond `until`, which it reaches where it comes near. `energy` is that of
 * the state, and then of the next. */
step_result steering_step(steering *s, natural_motion *x, double until, double *energy);

#endif
