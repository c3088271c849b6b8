/* SPDX-License-Identifier: MIT */
/* Accelerations of a robot at a state, and what they, and rates of laws' states, change by: from
 * functions fd and fd-derivatives, with loops closed-fd and closed-fd-derivatives, which are
 * symbolic. Joints may be held: they go on at their rates, and what that takes is computed. */
#ifndef TAUFLOW_SLOPES_H
#define TAUFLOW_SLOPES_H

#include "apps/linear/state_slopes.h"

typedef struct {
    const passes_forms *forms; /* with a tree on a fixed base */
    const passes_settings *passes;
    const char *const *start;  /* JOINT=POSITION[,RATE] */
    uint32_t start_count;
    const char *const *torque; /* JOINT=TORQUE */
    uint32_t torque_count;
    const char *const *free;   /* joints between commas; none: all that are independent and not
                                * driven */
    uint32_t free_count;
    const law_calls *laws;     /* of elements; NULL: none is a call */
} slopes_plan;

typedef struct {
    slopes_plan plan;
    robot_motion motion; /* the state, loops closed, and in `tau` what acts, at held joints too */
    function_numbers of;   /* the derivatives */
    function_numbers closure; /* what follows, with loops */
    uint32_t count, *joint;          /* those that move: free */
    uint32_t held_count, *held;      /* independent, and neither free nor driven */
    double *qdd_q, *qdd_qd;          /* count x count */
    double *qdd_tau;                 /* count x all joints */
    state_slopes of_states;
    double *qdd_p;                   /* count x states of laws */
    double *rate_q, *rate_qd;        /* states x count: how these change, by free joints */
    double *whole_q, *whole_qd, *whole_tau; /* all joints x all joints, with nothing held */
    double *dependence;              /* likewise, of `closure` */
    double *square, *carried;        /* of held joints */
    double *follows, *bends, *moved, *bias; /* of states of laws */
} slopes;

/* At the start, loops closed. Refuses free bodies, and joints that are not there or depend on
 * others. */
status slopes_begin(arena *mem, const slopes_plan *p, slopes *out, diag *d);
/* Of motion.q and motion.qd, closed: motion.qdd, motion.tau of joints that are held or driven, and
 * the derivatives. */
status slopes_take(slopes *s, diag *d);

/* The free joint of that number, or after these the state of a law. */
const char *slopes_unknown_name(arena *mem, const slopes *s, uint32_t i);

/* What every joint moves by per motion of each free one (all joints x count): 1, and with loops
 * what follows; and what accelerates of itself where these do not. Of the state that was taken. */
status slopes_follow(slopes *s, double *follows, double *bias, diag *d);

#endif
