/* SPDX-License-Identifier: MIT */
/* One model on several processors: operations split into tasks that run side by side and send each
 * other words [T 4]. */
#ifndef TAUFLOW_TASKS_H
#define TAUFLOW_TASKS_H

#include "tasks/marking.h"
#include "tasks/tasks_wish.h"

/* One way to split, before and after migration. */
typedef struct {
    task_split split;
    timeline line;
    transfers list;
    task_orders orders;
} tasks_split;

typedef struct {
    const ops *p;
    branches b;
    sequences s;
    tasks_split structure; /* a task per group */
    tasks_split of[SPLIT_WAYS], moved[SPLIT_WAYS]; /* .split.tasks is 0 where it was not tried */
    uint32_t *joined[SPLIT_WAYS]; /* per group: its task; NULL for direct scheduling */
    split_way way;
    const tasks_split *best;
} task_plan;

/* l: NULL for a tree without loops. What is returned was proved free of deadlock. */
status tasks_plan(arena *mem, const tree *t, const loops *l, const ops *p, const tasks_wish *wish,
                  task_plan *out, diag *d);

#endif
