/* What `info` tells of a robot, and the counts that `compile` repeats. */
#ifndef TAUFLOW_INFO_H
#define TAUFLOW_INFO_H

#include "base/text.h"
#include "equations/equations.h"
#include "operations/ops.h"
#include "robot/tree.h"

/* One robot in the forms that the report needs; all but the operations are NULL for a .ops file. */
typedef struct {
    const robot *robot;
    const tree *tree;
    const equations *equations;
    const ops *ops;
} info_subject;

/* How many operations of each kind, for people. */
void info_print_counts(arena *mem, const info_subject *of, text *out);
/* The whole report: counts, and bodies where the tree is known. */
void info_print(arena *mem, const info_subject *of, text *out);
/* One JSON object: counts and, where the robot is known, joints, masses and what d has to tell. */
void info_print_json(arena *mem, const info_subject *of, const diag *d, text *out);
/* Operations after each pass of the simplifier, and in the end as info counts them. Precondition:
 * of->equations recorded its passes. */
void info_print_passes(const info_subject *of, text *out);

#endif
