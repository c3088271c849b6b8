/* SPDX-License-Identifier: MIT */
#include "commands/slopes_options.h"

static const option_row ROWS[] = {
    {"free", ARG_LIST, STORED(linear.free), "JOINT,...", .usual = true,
     .standard = "all that move by themselves",
     .about = "the joints that move; others are held, or go on at the rate that --start gives "
              "them, and so it is with joints that are driven (--drive); repeatable"},
    {"torque", ARG_LIST, STORED(linear.torque), "JOINT=TORQUE", .usual = true, .standard = "0",
     .about = "what drives this joint, in N m (N); repeatable"},
};
const option_table SLOPES_TABLE = OPTION_TABLE("slopes", "motion", ROWS);

slopes_plan slopes_options_plan(settings *s, const passes_forms *forms)
{
    s->passes.equations.effort = 0;
    return (slopes_plan){.forms = forms, .passes = &s->passes, .start = s->simulate.start.items,
                         .start_count = s->simulate.start.items_count,
                         .torque = s->linear.torque.items,
                         .torque_count = s->linear.torque.items_count,
                         .free = s->linear.free.items, .free_count = s->linear.free.items_count};
}
