/* SPDX-License-Identifier: MIT */
/* C for Open MPI from a plan of tasks: one file, which takes the C of the function (emit_c) with
 * it, and its header; a program of its own with NAME_TASKS_MAIN defined. */
#ifndef TAUFLOW_EMIT_TASKS_H
#define TAUFLOW_EMIT_TASKS_H

#include "emit/c/emit_c.h"
#include "tasks/tasks.h"

typedef struct {
    const emit_c_options *file; /* of emit_c, with a name and one format */
    const double *states;       /* input words of states that the program evaluates */
    uint32_t states_count;      /* at least 1 */
} emit_tasks_options;

/* Refuses a graph without inputs or operations. */
status emit_tasks(const task_plan *plan, const emit_tasks_options *o, text *c, text *h, diag *d);

#endif
