/* SPDX-License-Identifier: MIT */
/* How states of laws change, and what that and accelerations change by with them: from functions of
 * sensitivities, which derive `elements` and forward dynamics symbolically. */
#ifndef TAUFLOW_STATE_SLOPES_H
#define TAUFLOW_STATE_SLOPES_H

#include "apps/motion/robot_motion.h"

/* Some results of a function, in an order of their own. */
typedef struct {
    function_numbers of;
    uint32_t count;
    uint32_t *from; /* the result that each is; UINT32_MAX: it is 0 */
    double *number;
} slope_numbers;

typedef struct {
    uint32_t count;     /* of states; 0: nothing else is there but `rate` */
    double *rate;       /* how they change */
    slope_numbers by_all; /* rates of each state by all positions, by all rates, as if each joint
                             moved alone, and by itself: others' states have no part in it */
    slope_numbers by_states; /* accelerations of each joint by all states, with nothing held */
    double *changes;    /* of all positions */
} state_slopes;

/* Of state i by joint k's position, its rate, and by itself. */
static inline double state_slope_q(const state_slopes *s, uint32_t joints, uint32_t i, uint32_t k)
{
    return s->by_all.number[(size_t)i * (2 * joints + 1) + k];
}
static inline double state_slope_qd(const state_slopes *s, uint32_t joints, uint32_t i, uint32_t k)
{
    return s->by_all.number[(size_t)i * (2 * joints + 1) + joints + k];
}
static inline double state_slope_own(const state_slopes *s, uint32_t joints, uint32_t i)
{
    return s->by_all.number[(size_t)i * (2 * joints + 1) + 2 * joints];
}

status state_slopes_make(arena *mem, const passes_settings *passes, const passes_forms *forms,
                         const robot_motion *x, const law_calls *laws, state_slopes *out, diag *d);
/* At the motion's state, closed, whose element_forces laws that are calls have given as lines
 * (law_calls.h). False where equations cannot be solved there. */
bool state_slopes_take(state_slopes *s, const robot_motion *x);

#endif
