/* SPDX-License-Identifier: MIT */
#include "apps/motion/law_calls.h"

#include "robot/law_asks.h"

#include <math.h>

static status says_nothing(const robot_element *e, const char *what, const double along[2],
                           double time_s, diag *d)
{
    return diag_error(d, e->at, "%s: at x = %.9g, xd = %.9g, t = %.9g s %s",
                      element_call_told(d->mem, e), along[0], along[1], time_s, what);
}

static status ask(const law_calls *c, const robot_element *e, uint32_t element, const law_ask *a,
                  law_answer what, double time_s, const double *states, double *forces, diag *d)
{
    const double along[2] = {a->x_scale * (states[a->x] - a->rest), a->xd_scale * states[a->xd]};
    const bool is_asked = !a->touches || along[0] > 0;
    double slope[2] = {is_asked ? NAN : 0, is_asked ? NAN : 0};
    double force = is_asked ? c->of[element](along[0], along[1], time_s, c->user, slope) : 0;
    if (!isfinite(force))
        return says_nothing(e, "its force is no finite number", along, time_s, d);
    if (what == LAW_LINES) {
        if (!isfinite(slope[0]) || !isfinite(slope[1]))
            return says_nothing(e, "it gives no derivatives: dydx[0] and dydx[1] are needed here",
                                along, time_s, d);
        for (uint32_t i = 0; i < 2; i++)
            force -= slope[i] * along[i];
        forces[a->by_x] = slope[0];
        forces[a->by_xd] = slope[1];
    }
    forces[a->force] = force;
    return STATUS_OK;
}

status law_calls_at(const law_calls *c, const tree *t, law_answer what, double time_s,
                    const double *element_states, double *element_forces, diag *d)
{
    for (uint32_t k = 0; k < t->elements_count; k++) {
        const robot_element *e = &t->elements[k].what;
        law_ask asks[LAW_ASKS_MOST];
        const uint32_t count = e->law == LAW_CALL ? law_asks(e, k, asks) : 0;
        for (uint32_t i = 0; i < count; i++)
            TRY(ask(c, e, k, &asks[i], what, time_s, element_states, element_forces, d));
    }
    return STATUS_OK;
}
