/* SPDX-License-Identifier: MIT */
/* Where accelerations come from: the CPU, or a core. */
#ifndef TAUFLOW_ACCELERATOR_H
#define TAUFLOW_ACCELERATOR_H

#include "base/diag.h"

/* A question for accelerations: of all joints or coordinates, in their order. */
typedef struct {
    double *q;           /* dependent ones near where loops are closed; afterwards where they are */
    const double *qd;    /* dependent ones are not read */
    const double *tau, *imposed;
    const double *base_parameters, *numbers; /* NULL where none are inputs */
    const double *free_motion, *wrench; /* of free bodies, and so: */
    double *free_acceleration;
    double *qdd;
    double *reaction;    /* torques at driven joints; others stay as they are */
    double *multiplier;  /* of natural coordinates; NULL otherwise */
} motion_query;

/* What answers it; `answer` NULL: nobody. */
typedef struct {
    void *self;
    status (*answer)(void *self, double t, motion_query *x, diag *d);
} accelerator;

#endif
