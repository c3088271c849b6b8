/* SPDX-License-Identifier: MIT */
/* Numbers over time from a CSV file: torques of joints, or positions of joints with imposed motion.
 * The first line names columns, `t` first; times grow. */
#ifndef TAUFLOW_COURSE_H
#define TAUFLOW_COURSE_H

#include "base/text.h"

typedef struct {
    const char *file;
    const char **names; /* of columns after `t` */
    uint32_t columns, rows;
    double *t;         /* rows */
    double *value;     /* rows x columns */
    double *curvature; /* of a smooth one: second derivatives, rows x columns */
} course;

/* A file with a column per joint of `joints`, in any order, some or all of them. */
status course_read(arena *mem, const char *path, course *out, diag *d);
/* For course_smooth_at: natural cubic splines, which have positions, rates and accelerations. */
void course_smooth(arena *mem, course *c);

/* Between rows on a straight line. After the last row: an error that names file and time. */
status course_at(const course *c, double t, double *value, diag *d);
status course_smooth_at(const course *c, double t, uint32_t column, double of[3], diag *d);

/* The first row after a time at which a column bends: its slope changes, of a smooth one the rate
 * of its accelerations. The last row does; after it: infinity. */
double course_bend_after(const course *c, double t);

#endif
