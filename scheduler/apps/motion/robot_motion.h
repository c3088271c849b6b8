/* SPDX-License-Identifier: MIT */
/* A robot on its way. What is integrated are the joints that are neither driven nor dependent;
 * driven ones follow their course, dependent ones the loops (loops/): at every evaluation
 * Newton's method closes them, so that nothing can drift. Where wheels roll without slip positions
 * do not follow from others, only rates: then those of dependent joints are integrated, too, and
 * Newton's method corrects what is closed. The state is in binary64 here, whatever computes the
 * accelerations. */
#ifndef TAUFLOW_ROBOT_MOTION_H
#define TAUFLOW_ROBOT_MOTION_H

#include "apps/motion/accelerator.h"
#include "apps/motion/course.h"
#include "apps/motion/free_bodies.h"
#include "apps/motion/function_numbers.h"
#include "apps/motion/joint_limits.h"
#include "apps/motion/robot_energy.h"
#include "apps/motion/robot_work.h"
#include "apps/motion/simulation.h"
#include "loops/loops.h"
#include "robot/parameter_values.h"

typedef struct robot_motion robot_motion;

struct robot_motion {
    const tree *t;              /* what moves: with the plan's values */
    uint32_t count;             /* of joints */
    uint32_t free_count;        /* of free bodies */
    uint32_t states;            /* of laws that have one of their own */
    uint32_t *state_of;         /* element of each */
    uint32_t positions, rates;  /* numbers of q: joints, free bodies, balls that turn (balls.h),
                                   states; of qd and qdd: joints, then free bodies */
    const loops *l;             /* NULL: no loops */
    bool *is_integrated;
    bool *is_led;               /* dependent where wheels roll: the position is integrated, and the
                                   rate follows from others */
    accelerator from;
    known_angle *known;         /* to all functions of this motion */
    struct robot_measures *measures; /* robot_measures.h */
    constraint_numbers open;    /* of loops: what is left of constraints, and J */
    double *square, *side;      /* of loops: J of dependent joints, and right sides */
    double *base_parameters, *numbers; /* NULL: none are inputs of the equations */
    const law_calls *laws;      /* NULL: none of them is a call */
    double *element_forces;     /* what they give; and states and rates that they are asked with */
    double *element_states, *law_rates;
    const course *torques, *drives;  /* NULL: none */
    uint32_t *torque_of, *drive_of;  /* joint of each of their columns */
    double *course_values;
    double t_s, step_s;
    double *q, *qd, *qdd, *tau, *imposed; /* the state, closed, and what acts in it */
    double *free_motion, *wrench, *free_acceleration; /* of free bodies, as the equations take and
                                                         give them; nothing drives them */
    bool has_accelerations;     /* qdd is of the state */
    uint32_t iterations;        /* of a step; 0: until the state changes no more */
    double *work;               /* of methods: WORK_ARRAYS x positions */
    body_motion *bodies;
    limit_passed *passed;       /* LIMITS of each joint, from the start on */
    energies energy;
    works given;                /* since the start */
    works power;                /* at the last accelerations */
    works power_here;           /* ... of the state, where it has them */
    robot_work *account;        /* NULL: nothing gives or takes energy */
    double turns_off;           /* the most that a quaternion was longer or shorter than 1, before
                                   it was made so again */
    bool drifts;                /* all joints are integrated: loops are held by accelerations */
    uint64_t evaluations;
    struct robot_cpu *cpu;      /* what accelerates unless it is replaced */
    status (*step)(robot_motion *x, double h, diag *d); /* NULL: adapts */
    const struct adaptive_pair *adapts; /* NULL; or an error steers its steps (adaptive.h) */
    double tolerance, absolute; /* of that: 0: ADAPTIVE_TOLERANCE, and the same as tolerance */
    double dissipation;         /* of method alpha */
    struct robot_tangent *tangent; /* of implicit methods (robot_tangent.h) */
    struct newmark *newmark;    /* what these keep (newmark.h) */
    struct robot_partitions *partitions; /* NULL: independent joints stay so (robot_partitions.h) */
};

enum { ROBOT_WORK_ARRAYS = 8, ROBOT_PASSES_MOST = 20 };
/* Loops are closed where no constraint is further from zero: m, rad. */
#define ROBOT_CLOSED_WITHIN 1e-12

typedef struct {
    const passes_forms *forms; /* with a tree */
    const passes_settings *passes;
    const char *torques, *drives; /* files, or NULL */
    const char *const *start;     /* JOINT=POSITION[,RATE], of free bodies LINK.x .. LINK.rz, of
                                     states of laws ELEMENT.STATE */
    uint32_t start_count;
    uint32_t iterations;
    const parameter_values *values; /* of what comes with the state; NULL: as in the file */
    status (*step)(robot_motion *x, double h, diag *d);
    const law_calls *laws;       /* of elements; NULL: none is a call */
    bool drives_outside; /* driven joints are moved by whoever asks, not by a file */
    bool changes_partition; /* other joints may become independent (robot_partitions.h) */
    bool by_multipliers; /* all joints are integrated, cuts held by multipliers (chain.h) */
    const struct adaptive_pair *adapts; /* and how far, of adaptive.h: */
    double tolerance, absolute;
    double dissipation;  /* of method alpha: the share of the fastest vibrations that a step
                            leaves, 0 to 1 */
} robot_plan;

/* Rates of dependent joints from those of the others, by the J that x has; false where that is
 * singular. */
bool robot_rates_follow(robot_motion *x, double *qd);
/* Where wheels roll: the same at positions that are no state of x. */
status robot_lead(robot_motion *x, double t, const double *q, double *qd, diag *d);

/* At its start, with loops closed. Accelerations come from the CPU until `from` is replaced. */
status robot_motion_begin(arena *mem, const robot_plan *p, robot_motion *out, diag *d);
/* Another motion, at rest or not where `of` is, which it shares all with that does not change: for
 * another thread, or another start. */
status robot_motion_fork(arena *mem, const robot_motion *of, robot_motion *out, diag *d);
/* Starts it there, as --start says (robot_plan); what is not named stays as it is. */
status robot_motion_restart(arena *mem, robot_motion *x, const char *const *starts,
                            uint32_t count, diag *d);
/* step_s: of fixed steps; where an error steers them it is the first that is tried. */
mover robot_motion_mover(arena *mem, robot_motion *x, double step_s);
/* The moment that its state is. */
void robot_look(const robot_motion *x, moment *out);

/* The state of a law, of x->states, and its name, ELEMENT.STATE. */
static inline double *robot_law_state(const robot_motion *x, uint32_t i)
{
    return x->q + x->positions - x->states + i;
}
const char *robot_law_state_name(arena *mem, const robot_motion *x, uint32_t i);
/* Refuses laws with states of their own where `who`, "a core" say, has none. */
status robot_states_refuse(const tree *t, const char *who, diag *d);

/* The joint whose name stands there; an error where there is none, which names `where`: an option
 * or a file. */
status robot_joint_find(const tree *t, const char *where, const char *name, size_t length,
                        uint32_t *joint, diag *d);

/* By x->l: what is integrated, and what follows. */
void robot_take_roles(robot_motion *x);

/* Accelerations of a state at a time, into qdd; of q and qd those that are integrated are read, and
 * the others set. */
status robot_accelerate(robot_motion *x, double t, double *q, double *qd, double *qdd, diag *d);
/* How the positions change where they and the rates are these: not as rates where bodies are free,
 * and states of laws as these say. */
void robot_changes(const robot_motion *x, const double *q, const double *qd, double *changes);
/* The state becomes q and qd at a time: dependent joints and energy follow. */
status robot_settle(robot_motion *x, double t, const double *q, const double *qd, diag *d);

/* Whether a method moves that position; others follow from these. */
bool robot_moves(const robot_motion *x, uint32_t position);
/* A state `part_s` on from the one that x has, along rates and accelerations of another; dependent
 * joints as their own rates lead them, near enough for Newton's method. */
void robot_go(const robot_motion *x, double part_s, const double *rate, const double *acceleration,
              double *q, double *qd);

/* The methods: one step of h from the state. */
status robot_step_euler(robot_motion *x, double h, diag *d);
status robot_step_leapfrog(robot_motion *x, double h, diag *d);
/* Whether accelerations depend on positions alone: refuses with the reason. */
status robot_fits_leapfrog(const robot_motion *x, diag *d);
status robot_step_rk4(robot_motion *x, double h, diag *d);
status robot_step_trapezoidal(robot_motion *x, double h, diag *d);
status robot_step_alpha(robot_motion *x, double h, diag *d);

#endif
