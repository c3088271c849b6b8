/* SPDX-License-Identifier: MIT */
#include "commands/slopes_options.h"

#include "commands/motion_options.h"

static const option_row ROWS[] = {
    {"free", ARG_LIST, STORED_IN(slopes, free), "JOINT,...", .usual = true,
     .standard = "all that move by themselves",
     .about = "the joints that move; others are held, or go on at the rate that --start gives "
              "them, and so it is with joints that are driven (--drive); repeatable"},
    {"torque", ARG_LIST, STORED_IN(slopes, torque), "JOINT=TORQUE", .usual = true, .standard = "0",
     .about = "what drives this joint, in N m (N); repeatable"},
};
const option_table SLOPES_TABLE = {OPTION_TABLE("slopes", "motion", ROWS),
                                   OPTION_PART(slopes)};

slopes_plan slopes_options_plan(settings *s, const passes_forms *forms)
{
    s->passes.equations.effort = 0;
    return (slopes_plan){.forms = forms, .passes = &s->passes, .start = s->motion->start.items,
                         .start_count = s->motion->start.items_count,
                         .torque = s->slopes->torque.items,
                         .torque_count = s->slopes->torque.items_count,
                         .free = s->slopes->free.items, .free_count = s->slopes->free.items_count};
}
