/* SPDX-License-Identifier: MIT */
/* What options mean together: defaults, and the settings of the passes. */
#include "commands/options.h"

settings settings_default(void)
{
    settings s = {.passes = passes_default(), .real = REAL_BOTH, .hls_interval = 1,
                  .clock_mhz = CIRCUIT_CLOCK_MHZ, .states = 100000, .split = SPLIT_WAYS,
                  .tasks.moves = TASKS_DEFAULT_MOVES,
                  .simulate = {.step_s = 1e-3, .until_s = 10, .rows = 1000, .penalty = 1e7}};
    s.base = s.passes.tree.floating_base ? BASE_FLOATING : BASE_FIXED;
    s.formalism = (int)s.passes.equations.form;
    s.sums = (int)s.passes.sums;
    return s;
}

status settings_ready(settings *s, diag *d)
{
    TRY(equations_options_take(s, d));
    TRY(robot_options_take(s, d));
    TRY(loops_options_take(s, d));
    TRY(numbers_options_take(s, d));
    schedule_options_take(s);
    return STATUS_OK;
}
