/* SPDX-License-Identifier: MIT */
/* What gives a robot energy and what takes it. The energy less what was supplied, and more what was
 * dissipated, stays as it is (Cardenal, Cuadrado and Bayo, DETC97/VIB-4228, equation 12). Powers
 * are summed by the method that moves the robot, with its own weights, so that the account is as
 * good as the motion. They come from the tree, as the energy does; those of tyres come from
 * equations of theirs alone, without the rest of the robot. */
#ifndef TAUFLOW_ROBOT_WORK_H
#define TAUFLOW_ROBOT_WORK_H

#include "apps/motion/function_numbers.h"

/* By torques and drives; by dampers, friction, laws of elements with their part in the rate, and
 * tyres, whose springs are counted here, too. J, or W. */
typedef struct {
    double supplied, dissipated;
} works;

static inline void works_add(works *to, double factor, const works *of)
{
    to->supplied += factor * of->supplied;
    to->dissipated += factor * of->dissipated;
}

struct robot_motion;

typedef struct robot_work {
    bool has_elements;       /* beside tyres, which take something */
    bool has_tyres;
    function_numbers tyres;  /* torques that joints have to give against theirs */
    double *torque;
} robot_work;

/* x->account, where something gives or takes energy. */
status robot_work_begin(arena *mem, const passes_settings *s, const passes_forms *of,
                        struct robot_motion *x, diag *d);
/* The same for a fork, with numbers of its own. */
void robot_work_fork(arena *mem, struct robot_motion *x);

/* x->power of a state with loops closed, all rates in qd and x->tau what acts. */
void robot_work_look(struct robot_motion *x, const double *q, const double *qd);

#endif
