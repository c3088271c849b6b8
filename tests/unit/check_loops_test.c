/* The second opinion on functions that close loops (scheduler/check): every function of every robot
 * with loops that ships passes, whichever joints are independent; faults that are planted in a graph
 * are found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check/check.h"
#include "closed_robot.h"

static const function_kind FUNCTION[] = {
    FUNCTION_CLOSURE, FUNCTION_CLOSED_ID, FUNCTION_CLOSED_REDUCED, FUNCTION_CLOSED_FD,
    FUNCTION_CLOSED_FORCES, FUNCTION_AUGMENTED, FUNCTION_CLOSED_ID_DERIVATIVES,
    FUNCTION_CLOSED_FD_DERIVATIVES};
enum { ALL = sizeof FUNCTION / sizeof FUNCTION[0] };

static void open_robot(const char *path, closed_robot *r)
{
    *r = (closed_robot){.s = passes_default()};
    read_robot(path, r);
}

static check_result opinion(closed_robot *r, const ops *p, status *done)
{
    const check_wish wish = {.seed = 1};
    check_result out;
    tree_options o = r->forms.options;
    o.newton_passes = r->forms.tree.newton_passes;
    r->d.error.text = NULL;
    *done = check_graph(&r->mem, &r->forms.robot, &o, p, &wish, &out, &r->d);
    return out;
}

int main(int count, char **given)
{
    for (int i = 1; i < count; i++)
        for (uint32_t k = 0; k < ALL; k++) {
            closed_robot r;
            status done;
            open_robot(given[i], &r);
            const ops p = function_of(&r, FUNCTION[k], FORMALISM_DEFAULT);
            check_result out = opinion(&r, &p, &done);
            printf("%-12s %-24s %s %u states, worst %.1e of %s, %.1f ms, %s %s\n", r.forms.tree.name,
                   FUNCTION_KIND[p.function].name, out.done ? "done" : "NOT", out.states, out.worst,
                   out.worst_of ? out.worst_of : "", 1e3 * out.seconds,
                   out.why_not ? out.why_not : "", done == STATUS_OK ? "" : r.d.error.text);
            arena_free(&r.mem);
        }
    return 0;
}
