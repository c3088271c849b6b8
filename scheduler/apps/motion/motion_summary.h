/* SPDX-License-Identifier: MIT */
/* What is told of a motion at its end. */
#ifndef TAUFLOW_MOTION_SUMMARY_H
#define TAUFLOW_MOTION_SUMMARY_H

#include "apps/motion/core_accelerator.h"
#include "apps/motion/events.h"
#include "apps/motion/natural_run.h"

/* Of natural and robot one is NULL. */
typedef struct {
    const char *model;
    const motion_method *method;
    const simulation_report *r;
    const natural_run *natural;
    const robot_motion *robot;
    const passes_forms *forms;    /* of the robot */
    const core_accelerator *core; /* NULL: accelerations are from the CPU */
    const events_plan *events;    /* NULL: none */
    const track *rows;
    bool has_constraints, realtime;
} motion_summary;

/* Lines of words; an object of JSON; a line under its name. */
void motion_print(const motion_summary *s, text *out);
void motion_print_json(const motion_summary *s, text *out);
const char *motion_described(arena *mem, const motion_summary *s);

#endif
