/* SPDX-License-Identifier: MIT */
/* Options of the state that a robot is looked at in. */
#ifndef TAUFLOW_SLOPES_OPTIONS_H
#define TAUFLOW_SLOPES_OPTIONS_H

#include "apps/linear/slopes.h"
#include "commands/options.h"

struct slopes_settings {
    arg_list torque, free;
};

/* What they ask for; s->passes no longer searches for short equations, which are evaluated a few
 * times only. */
slopes_plan slopes_options_plan(settings *s, const passes_forms *forms);

#endif
