/* The trapezoidal rule on independent joints, by iterations that begin with the accelerations of
 * the state; those of the last one are the first of the next step. */
#include "motion/robot_motion.h"

#include <math.h>
#include <string.h>

enum { ITERATIONS_MOST = 50 };
#define CHANGE_AT_MOST 1e-13

static double take_rule(const robot_motion *x, double h, const double *a1, double *q, double *qd)
{
    double change = 0, size = 1;
    for (uint32_t i = 0; i < x->count; i++) {
        if (!x->is_integrated[i])
            continue;
        const double rate = x->qd[i] + h / 2 * (x->qdd[i] + a1[i]);
        const double at = x->q[i] + h / 2 * (x->qd[i] + rate);
        change = fmax(change, fabs(at - q[i]) + h * fabs(rate - qd[i]));
        size = fmax(size, fabs(at));
        q[i] = at;
        qd[i] = rate;
    }
    return change / size;
}

status robot_step_trapezoidal(robot_motion *x, double h, diag *d)
{
    const uint32_t n = x->count;
    double *q = x->work + n, *qd = q + n, *a = qd + n;
    if (!x->has_accelerations) {
        memcpy(q, x->q, n * sizeof *q);
        memcpy(qd, x->qd, n * sizeof *qd);
        TRY(robot_accelerate(x, x->t_s, q, qd, x->qdd, d));
        x->has_accelerations = true;
    }
    for (uint32_t i = 0; i < n; i++) {
        a[i] = x->qdd[i];
        q[i] = x->q[i] + h * x->qd[i];
        qd[i] = x->qd[i];
    }
    take_rule(x, h, a, q, qd);
    double change = INFINITY;
    const uint32_t most = x->iterations ? x->iterations : ITERATIONS_MOST;
    for (uint32_t pass = 0; pass < most && (x->iterations || change > CHANGE_AT_MOST); pass++) {
        TRY(robot_accelerate(x, x->t_s + h, q, qd, a, d));
        change = take_rule(x, h, a, q, qd);
    }
    if (!x->iterations && !(change <= CHANGE_AT_MOST))
        return diag_system_error(d, (place){0}, "robot '%s': no solution after t = %.9g s with "
                                 "steps of %.3g s: iterations do not come to an end",
                                 x->t->name, x->t_s, h);
    TRY(robot_settle(x, x->t_s + h, q, qd, d));
    memcpy(x->qdd, a, n * sizeof *a);
    return STATUS_OK;
}
