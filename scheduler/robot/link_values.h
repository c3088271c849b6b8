/* SPDX-License-Identifier: MIT */
/* Masses, centres and moments of links whose parameters come with the state (--parameters), by
 * their physical names: LINK.mass, LINK.centre_x ... LINK.iyz, as users set them in files and
 * FMUs. */
#ifndef TAUFLOW_LINK_VALUES_H
#define TAUFLOW_LINK_VALUES_H

#include "robot/tree.h"

/* Of a link, in the order of array `inertias` (machine/words.def). */
enum { LINK_VALUES = 10 };
typedef struct {
    const char *name, *unit, *about;
} link_value;
extern const link_value LINK_VALUE[LINK_VALUES];

void link_values_of(const inertia *link, double out[LINK_VALUES]);
inertia link_of_values(const double values[LINK_VALUES]);

/* links, one per parameters of the tree: those of the robot's file, but for what the file at `path`
 * says: lines NAME=VALUE, or NAME,VALUE; # begins a comment. A warning where no body has such
 * moments. */
status link_values_read(arena *mem, const char *path, const tree *t, inertia *links, diag *d);

/* The robot whose links these are: numbers all, no parameters. Bodies are copied into mem. */
tree tree_with_links(arena *mem, const tree *t, const inertia *links);

#endif
