/* SPDX-License-Identifier: MIT */
#include "apps/linear/torque_balance.h"

#include "apps/motion/dense.h"
#include "robot/numbers.h"

#include <math.h>
#include <string.h>

status torque_balance_make(arena *mem, const slopes *s, torque_balance *out, diag *d)
{
    const passes_forms *f = s->plan.forms;
    const char *why;
    *out = (torque_balance){.follows = ARENA_ARRAY(mem, double, s->motion.count * s->count + 1),
                            .left = ARENA_ARRAY(mem, double, s->count + 1),
                            .terms = ARENA_ARRAY(mem, double, s->count + 1),
                            .slope = ARENA_ARRAY(mem, double, s->count * s->count + 1)};
    if (check_model_make(mem, &f->robot, &f->options, &out->model, &why)) {
        out->model.derives = true; /* slopes are, and element_forces are for these */
        return STATUS_OK;
    }
    return diag_error(d, (place){0}, "robot '%s' is not known to the second opinion, which tells "
                                     "what is left: %s", text_shown(d->mem, f->tree.name), why);
}

/* -d left / d q: slopes of accelerations, solved with what free torques make of these. */
static bool take_slope(torque_balance *b, const slopes *s, double *mobility)
{
    const uint32_t n = s->count;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++) {
            mobility[(size_t)i * n + k] = s->qdd_tau[(size_t)i * s->motion.count + s->joint[k]];
            b->slope[(size_t)i * n + k] = s->qdd_q[(size_t)i * n + k];
        }
    return dense_solve_any(mobility, n, b->slope, n);
}

status torque_balance_take(torque_balance *b, slopes *s, diag *d)
{
    arena mem = arena_make();
    const robot_motion *x = &s->motion;
    const uint32_t joints = x->count, n = s->count;
    double *bias = ARENA_ARRAY(&mem, double, joints + 1);
    amount *torque = ARENA_ARRAY(&mem, amount, joints + 1);
    check_state state = check_state_make(&mem, &b->model);
    const bool regular = take_slope(b, s, ARENA_ARRAY(&mem, double, n * n + 1));
    const status done = slopes_follow(s, b->follows, bias, d);
    for (uint32_t i = 0; i < joints; i++) {
        state.of[ARRAY_Q][i] = amount_of(x->q[i]);
        state.of[ARRAY_QD][i] = amount_of(x->qd[i]);
        state.of[ARRAY_QDD][i] = amount_of(bias[i]);
    }
    for (uint32_t i = 0; i < state.count[ARRAY_ELEMENT_FORCES]; i++)
        state.of[ARRAY_ELEMENT_FORCES][i] = amount_of(x->element_forces[i]);
    check_state_settle(&state);
    check_torques(&mem, &state, torque);
    for (uint32_t i = 0; i < n; i++) {
        b->left[i] = b->terms[i] = 0;
        for (uint32_t k = 0; k < joints; k++) {
            const double follows = b->follows[(size_t)k * n + i];
            b->left[i] += follows * doubled_value(doubled_sub(torque[k].value,
                                                              doubled_of(x->tau[k])));
            b->terms[i] += fabs(follows) * (torque[k].size + fabs(x->tau[k]));
        }
        for (uint32_t k = 0; k < n && regular; k++)
            b->terms[i] += fabs(b->slope[(size_t)i * n + k]);
    }
    arena_free(&mem);
    return done;
}

double torque_balance_worst(const torque_balance *b, uint32_t count, uint32_t *which)
{
    double worst = 0;
    *which = 0;
    for (uint32_t i = 0; i < count; i++) {
        const double share = b->left[i] == 0 ? 0 : fabs(b->left[i]) / b->terms[i];
        if (share > worst) {
            worst = share;
            *which = i;
        }
    }
    return worst;
}
