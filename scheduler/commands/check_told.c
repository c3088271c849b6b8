/* SPDX-License-Identifier: MIT */
#include "commands/check_told.h"

void check_print(const check_result *c, int label, text *out)
{
    if (c->done)
        text_printf(out, "%-*s%u state%s, worst %.1g of the sum of terms (allowed %g)\n", label,
                    "checked", c->states, c->states == 1 ? "" : "s", c->worst, c->allowed);
    else if (c->why_not)
        text_printf(out, "%-*sleft out (%s)\n", label, "check", c->why_not);
}

void check_json(const check_result *c, text *out)
{
    text_printf(out, ", \"check\": {\"done\": %s", c->done ? "true" : "false");
    if (c->done)
        text_printf(out, ", \"states\": %u, \"worst\": %.3g, \"allowed\": %g", c->states, c->worst,
                    c->allowed);
    if (c->done && c->worst_of) {
        text_add(out, ", \"worst_of\": ");
        text_add_json_string(out, c->worst_of);
    }
    if (!c->done && c->why_not) {
        text_add(out, ", \"why_not\": ");
        text_add_json_string(out, c->why_not);
    }
    text_add(out, "}");
}
