/* SPDX-License-Identifier: MIT */
#include "apps/motion/law_calls.h"

#include <math.h>

enum { FORCES = 7 }; /* numbers of an element in element_forces */

static status says_nothing(const robot_element *e, const char *what, const double along[2],
                           double time_s, diag *d)
{
    return diag_error(d, e->at, "%s: at x = %.9g, xd = %.9g, t = %.9g s %s",
                      element_call_told(d->mem, e), along[0], along[1], time_s, what);
}

status law_calls_at(const law_calls *c, const tree *t, law_answer what, double time_s,
                    const double *q, const double *qd, body_motion *work, double *element_forces,
                    diag *d)
{
    robot_energy(t, q, qd, work);
    for (uint32_t k = 0; k < t->elements_count; k++) {
        const robot_element *e = &t->elements[k].what;
        double along[2], slope[2] = {NAN, NAN}, *force = element_forces + FORCES * (size_t)k;
        if (e->law != LAW_CALL)
            continue;
        element_along(&t->elements[k], q, qd, work, along);
        force[0] = c->of[k](along[0], along[1], time_s, c->user, slope);
        if (!isfinite(force[0]))
            return says_nothing(e, "its force is no finite number", along, time_s, d);
        if (what == LAW_FORCES)
            continue;
        if (!isfinite(slope[0]) || !isfinite(slope[1]))
            return says_nothing(e, "it gives no derivatives: dydx[0] and dydx[1] are needed here",
                                along, time_s, d);
        for (uint32_t i = 0; i < 2; i++) {
            force[0] -= slope[i] * along[i];
            force[i + 1] = slope[i];
        }
    }
    return STATUS_OK;
}
