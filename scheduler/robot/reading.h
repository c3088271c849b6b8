/* SPDX-License-Identifier: MIT */
/* What every reader of robots does alike: angles and axes are snapped, names and inertias
 * judged. */
#ifndef TAUFLOW_READING_H
#define TAUFLOW_READING_H

#include "robot/robot.h"

/* Angles near a multiple of pi/12 become it, entries of axes near zero become zero: how many did,
 * and the largest change. */
typedef struct {
    double tolerance_rad;
    uint32_t count;
    double most_rad;
} snapping;

double snap_angle(snapping *s, double angle_rad);
/* Sets entries to zero that are tiny beside the vector's length: each is the sine of an angle. */
vec3 snap_entries(snapping *s, vec3 axis);
/* The same, then the vector has unit length; it must not be zero. */
vec3 snap_axis(snapping *s, vec3 axis);
/* One note if anything was changed. */
void snap_note(const snapping *s, const char *file, diag *d);

/* Names go into messages and generated files: not too long, no control characters. `kind` is
 * "link", "joint" ... */
status name_check(arena *mem, const char *kind, const char *name, place at, diag *d);

/* An inertia that no distribution of mass has is a warning, or an error if strict: measured files
 * do contain them. `owner` is "link 'x'" or the like. */
status inertia_check(inertia body, const char *owner, bool strict, place at, diag *d);

/* The path that a file or option `from` names, which counts from the folder that `from` is in. */
const char *path_beside(arena *mem, const char *path, const char *from);

#endif
