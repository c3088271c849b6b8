/* SPDX-License-Identifier: MIT */
/* Newmark's formulas, with accelerations that lag as Chung and Hulbert's generalised-alpha method
 * has them (J. Applied Mechanics 60, 1993; as an integrator of q'' = f alone: Arnold and Bruls,
 * Multibody System Dynamics 18, 2007), solved by Newton's method. w are these accelerations:
 *
 *   q+ = q + h v + h^2 ((1/2 - beta) w + beta w+)       v+ = v + h ((1 - gamma) w + gamma w+)
 *   (1 - am) w+ + am w = (1 - af) f(q+, v+) + af f(q, v)
 *
 * States of laws and positions that wheels lead are integrated as v is, free bodies and balls turn
 * by the vector that their angles move by. Newton's matrix I - h^2 b df/dq - h g df/dv is that of
 * M q'' - Q, solved for accelerations; it is kept until Newton's method is slow. */
#ifndef TAUFLOW_NEWMARK_H
#define TAUFLOW_NEWMARK_H

#include "apps/motion/robot_motion.h"

typedef struct {
    double am, af, beta, gamma;
} newmark_rule;

/* Of method alpha. */
#define DISSIPATION 0.8

/* The trapezoidal rule; and generalised-alpha, of which the fastest vibrations keep that share per
 * step. */
newmark_rule newmark_trapezoidal(void);
newmark_rule newmark_alpha(double share);

/* One step of h from the state. */
status newmark_step(robot_motion *x, const newmark_rule *rule, double h, diag *d);
/* Whether the last step of x was one. */
bool newmark_was_used(const robot_motion *x);

#endif
