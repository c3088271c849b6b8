/* SPDX-License-Identifier: MIT */
/* The generalised-alpha method, of second order, with damping of what vibrates faster than steps
 * can follow. */
#include "apps/motion/newmark.h"

status robot_step_alpha(robot_motion *x, double h, diag *d)
{
    const newmark_rule rule = newmark_alpha(x->dissipation);
    return newmark_step(x, &rule, h, d);
}
