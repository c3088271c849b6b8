/* SPDX-License-Identifier: MIT */
/* What `info` tells of a robot, and the counts that `compile` repeats. */
#ifndef TAUFLOW_ROBOT_REPORT_H
#define TAUFLOW_ROBOT_REPORT_H

#include "commands/function_counts.h"
#include "commands/numbers_report.h"

/* How many operations of each kind, for people. */
void report_counts(arena *mem, const passes_forms *of, text *out);
/* The whole report: counts, bodies where the tree is known, all functions where rows is not NULL,
 * and numbers where m is not. */
void report_robot(arena *mem, const passes_forms *of, const function_row *rows,
                  const measurement *m, text *out);
/* One JSON object: counts and, where the robot is known, joints, masses and what d has to tell. */
void report_json(arena *mem, const passes_forms *of, const function_row *rows,
                 const measurement *m, const diag *d, text *out);
/* Operations after each pass of the simplifier, and in the end as info counts them. Precondition:
 * of->equations recorded its passes. */
void report_passes(const passes_forms *of, text *out);

#endif
