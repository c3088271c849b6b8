/* SPDX-License-Identifier: MIT */
#include "apps/motion/steering.h"

#include <math.h>

static const double SWITCH_S = 1e-4;        /* between the indices */
static const double SAFETY = 0.8;           /* nu of the paper */
static const double LEAST_FACTOR = 0.2, MOST_FACTOR = 2; /* of two steps that follow each other */
static const double NEARLY = 1.001;          /* a last step may be so much longer than others */
enum { REDUCTIONS = 5 };                    /* in index 3, one after another, before index 1 */

static double factor(const steering *s, double change)
{
    const double wished = cbrt(SAFETY * s->upper / change);
    return fmin(fmax(wished, LEAST_FACTOR), MOST_FACTOR);
}

/* Index 1 begins with accelerations of its own, at rates that hold. */
static step_result enter_index1(steering *s, natural_motion *x)
{
    s->in_index1 = true;
    s->switched++;
    x->t1 = x->t;
    for (uint32_t i = 0; i < x->n->count; i++) {
        x->q1[i] = x->q[i];
        x->qd1[i] = x->qd[i];
    }
    const step_result done = natural_accelerations(x);
    return done == STEP_DONE ? natural_motion_advance(x, 0) : done;
}

/* And index 3 with multipliers of the state. */
static step_result enter_index3(steering *s, natural_motion *x)
{
    const step_result done = enter_index1(s, x);
    s->in_index1 = false;
    for (uint32_t k = 0; k < x->n->constraints_count; k++)
        x->multiplier[k] = x->mu[k];
    return done;
}

static step_result choose_index(steering *s, natural_motion *x, uint32_t reductions, double change)
{
    if (!s->switches)
        return STEP_DONE;
    if (!s->in_index1 && (s->h < SWITCH_S || reductions >= REDUCTIONS))
        return enter_index1(s, x);
    if (s->in_index1 && s->h > SWITCH_S && change < s->lower)
        return enter_index3(s, x);
    return STEP_DONE;
}

static step_result try_step(const steering *s, natural_motion *x, double h)
{
    if (!s->switches)
        return s->step(x, h);
    return s->in_index1 ? natural_step_index1(x, h) : natural_step_index3(x, h);
}

step_result steering_step(steering *s, natural_motion *x, double until, double *energy)
{
    double change = INFINITY;
    for (uint32_t reductions = 0;; reductions++) {
        step_result done = choose_index(s, x, reductions, change);
        if (done != STEP_DONE)
            return done;
        const double left = until - x->t;
        const double h = left < NEARLY * s->h ? left : s->h;
        natural_motion_keep(x);
        done = try_step(s, x, h);
        const double now = natural_balance(x);
        change = done == STEP_DONE ? fabs(now - *energy) : INFINITY;
        if (!(s->upper > 0) || change <= s->upper) {
            *energy = now;
            s->taken = h;
            s->steps_index1 += s->in_index1;
            if (s->upper > 0 && change < s->lower && h == s->h)
                s->h *= factor(s, change);
            return done == STEP_DONE ? choose_index(s, x, 0, change) : done;
        }
        if (done == STEP_DEPENDENT || done == STEP_LOST || h < STEERING_LEAST_S)
            return done == STEP_DONE ? STEP_DIVERGED : done;
        natural_motion_back(x);
        s->rejected++;
        s->h = h * (isfinite(change) ? fmin(factor(s, change), SAFETY) : LEAST_FACTOR);
    }
}
