/* SPDX-License-Identifier: MIT */
/* The part of schedule_check for schedules with an interval. */
#ifndef TAUFLOW_CHECK_INTERVAL_H
#define TAUFLOW_CHECK_INTERVAL_H

#include "schedule/schedule.h"

/* As schedule_check; s->interval is not 0. */
status schedule_check_interval(const ops *p, const schedule *s, const char *file,
                               const sched_lines *lines, diag *d);

#endif
