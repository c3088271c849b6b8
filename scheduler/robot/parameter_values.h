/* SPDX-License-Identifier: MIT */
/* Parameters that come with the state (--parameters) by their physical names, as users set them in
 * files and FMUs: LINK.mass, LINK.centre_x ... LINK.iyz, and numbers of joints and elements by
 * theirs. */
#ifndef TAUFLOW_PARAMETER_VALUES_H
#define TAUFLOW_PARAMETER_VALUES_H

#include "robot/tree.h"

/* Of a link, in the order of array `inertias` (machine/words.def). */
enum { LINK_VALUES = 10 };
typedef struct {
    const char *name, *unit, *about;
} link_value;
extern const link_value LINK_VALUE[LINK_VALUES];

void link_values_of(const inertia *link, double out[LINK_VALUES]);
inertia link_of_values(const double values[LINK_VALUES]);

/* Of all of them; each list in the order of the tree. */
typedef struct {
    inertia *links;
    double *numbers;
} parameter_values;

/* Those of the robot's file. */
parameter_values parameter_values_nominal(arena *mem, const tree *t);
/* The same but for what the file at `path` says: lines NAME=VALUE, or NAME,VALUE; # begins a
 * comment; a file without any is refused. A warning where no body has such moments. */
status parameter_values_read(arena *mem, const char *path, const tree *t, parameter_values *out,
                             diag *d);

/* The robot with these values: numbers all, nothing comes with the state. What differs is copied
 * into mem. */
tree tree_with_values(arena *mem, const tree *t, const parameter_values *values);

#endif
