/* SPDX-License-Identifier: MIT */
/* The methods that move models, by name (methods.def). */
#ifndef TAUFLOW_METHODS_H
#define TAUFLOW_METHODS_H

#include "apps/motion/robot_motion.h"
#include "apps/motion/steering.h"

typedef enum { MODEL_NATURAL, MODEL_ROBOT } model_kind;

typedef struct {
    const char *name, *about;
    model_kind of;
    step_result (*natural)(natural_motion *x, double h);
    status (*robot)(robot_motion *x, double h, diag *d);
    uint32_t order; /* of the error at the end, by the length of steps */
    bool switches; /* of index, with a steered step */
    bool by_multipliers; /* of robots: apps/motion/chain.h */
    const struct adaptive_pair *adapts; /* of robots: apps/motion/adaptive.h */
    bool by_newton; /* of robots: apps/motion/newmark.h, so that a core cannot answer */
    status (*fits)(const robot_motion *x, diag *d); /* of robots; NULL: it fits all */
} motion_method;

/* The method of that name for models of that kind; NULL for a name: the first. An unknown one is an
 * error that names all. */
status method_find(const char *name, model_kind of, const motion_method **out, diag *d);

#endif
