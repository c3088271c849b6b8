/* SPDX-License-Identifier: MIT */
/* Options of schedules, as given. */
#ifndef TAUFLOW_SCHEDULE_OPTIONS_H
#define TAUFLOW_SCHEDULE_OPTIONS_H

#include "commands/options.h"

struct schedule_settings {
    int scheduler; /* in the order of SCHEDULERS */
    int goal;      /* schedule_goal */
};

#endif
