/* SPDX-License-Identifier: MIT */
/* What asks a robot for step after step: fixed ones here, those that an error steers in
 * adaptive.c. */
#include "apps/motion/adaptive.h"
#include "apps/motion/dense.h"
#include "apps/motion/robot_partitions.h"
#include "apps/motion/robot_turns.h"

#include <math.h>
#include <string.h>

void robot_look(const robot_motion *x, moment *out)
{
    *out = (moment){.t = x->t_s, .step_s = x->step_s, .q = x->q, .qd = x->qd, .tau = x->tau,
                    .energy = x->energy.all, .potential = x->energy.potential,
                    .work = x->given.supplied - x->given.dissipated};
    for (uint32_t k = 0; x->l && k < x->l->all.count; k++) {
        out->open = larger(out->open, fabs(x->open.value[k]));
        const double rate = dense_dot(x->open.row + (size_t)k * x->count, x->qd, x->count);
        out->open_rate = larger(out->open_rate, fabs(rate));
    }
}

/* What a step changes. */
typedef struct {
    double *q, *qd, *qdd, *tau;
    double t_s, step_s;
    energies energy;
    works given, power_here;
    bool has_accelerations;
} state;

typedef struct {
    robot_motion *x;
    double step_s;
    uint64_t steps;
    state before, after, within; /* the last step; a part of it, for which ... */
    struct newmark *newmark;     /* ... what a method keeps from step to step is another one */
} stepper;

static state make_state(arena *mem, const robot_motion *x)
{
    return (state){.q = ARENA_ARRAY(mem, double, x->positions + 1),
                   .qd = ARENA_ARRAY(mem, double, x->rates + 1),
                   .qdd = ARENA_ARRAY(mem, double, x->rates + 1),
                   .tau = ARENA_ARRAY(mem, double, x->count + 1)};
}

static void keep(const robot_motion *x, state *s)
{
    const state own = *s;
    *s = (state){own.q, own.qd, own.qdd, own.tau, x->t_s, x->step_s, x->energy, x->given,
                 x->power_here, x->has_accelerations};
    memcpy(s->q, x->q, x->positions * sizeof *s->q);
    memcpy(s->qd, x->qd, x->rates * sizeof *s->qd);
    memcpy(s->qdd, x->qdd, x->rates * sizeof *s->qdd);
    memcpy(s->tau, x->tau, x->count * sizeof *s->tau);
}

static void go_back(robot_motion *x, const state *s)
{
    memcpy(x->q, s->q, x->positions * sizeof *s->q);
    memcpy(x->qd, s->qd, x->rates * sizeof *s->qd);
    memcpy(x->qdd, s->qdd, x->rates * sizeof *s->qdd);
    memcpy(x->tau, s->tau, x->count * sizeof *s->tau);
    x->t_s = s->t_s;
    x->step_s = s->step_s;
    x->energy = s->energy;
    x->given = s->given;
    x->power_here = s->power_here;
    x->has_accelerations = s->has_accelerations;
}

static bool is_last(const stepper *s, double until)
{
    return until - s->x->t_s < 1.001 * s->step_s;
}

static status take_step(void *self, double until, diag *d)
{
    stepper *s = self;
    robot_motion *x = s->x;
    x->step_s = is_last(s, until) ? until - x->t_s : s->step_s;
    return x->step(x, x->step_s, d);
}

static status step(void *self, double until, diag *d)
{
    stepper *s = self;
    robot_motion *x = s->x;
    const bool ends = is_last(s, until);
    keep(x, &s->before);
    TRY(robot_partitions_step(x, take_step, s, until, d));
    x->t_s = ends ? until : (double)++s->steps * s->step_s; /* a product, not a sum */
    limits_look(x->t, x->t_s, x->q, x->qd, x->tau, x->passed);
    return STATUS_OK;
}

static void look_through(void *self, moment *out)
{
    robot_look(((stepper *)self)->x, out);
}

/* A shorter step from where the last one began. */
static status between(void *self, double t, moment *out, diag *d)
{
    stepper *s = self;
    robot_motion *x = s->x;
    struct newmark *own = x->newmark;
    keep(x, &s->after);
    go_back(x, &s->before);
    x->newmark = s->newmark;
    x->has_accelerations = x->has_accelerations && !own;
    const status done = x->step(x, t - x->t_s, d);
    x->t_s = t;
    x->step_s = s->after.step_s;
    robot_look(x, out);
    keep(x, &s->within);
    go_back(x, &s->after);
    s->newmark = x->newmark;
    x->newmark = own;
    out->q = s->within.q;
    out->qd = s->within.qd;
    out->tau = s->within.tau;
    return done;
}

static track_columns name_columns(arena *mem, const robot_motion *x)
{
    track_columns c = {.positions = ARENA_ARRAY(mem, const char *, x->positions + 1),
                       .rates = ARENA_ARRAY(mem, const char *, x->rates + 1),
                       .positions_count = x->positions, .rates_count = x->rates,
                       .torques_count = x->count, .has_constraints = x->l != NULL};
    for (uint32_t i = 0; i < x->count; i++)
        c.positions[i] = c.rates[i] = x->t->coordinates[i].name;
    for (uint32_t i = 0; i < FREE_POSITIONS * x->free_count; i++)
        c.positions[x->count + i] = free_position_name(mem, x->t, i / FREE_POSITIONS,
                                                       i % FREE_POSITIONS);
    for (uint32_t k = 0; k < x->t->balls_count; k++)
        for (uint32_t i = 0; i < BALL_POSITIONS; i++)
            c.positions[robot_ball(x, k) + i] = ball_position_name(mem, &x->t->balls[k], i);
    for (uint32_t i = 0; i < x->states; i++)
        c.positions[x->positions - x->states + i] = robot_law_state_name(mem, x, i);
    for (uint32_t i = 0; i < FREE_RATES * x->free_count; i++)
        c.rates[x->count + i] = tree_freedom_name(mem, x->t, i);
    return c;
}

mover robot_motion_mover(arena *mem, robot_motion *x, double step_s)
{
    mover m = {.model = x->t->name, .columns = name_columns(mem, x)};
    if (x->adapts) {
        adaptive_move(mem, x, step_s, &m);
        return m;
    }
    stepper *s = ARENA_ARRAY(mem, stepper, 1);
    *s = (stepper){.x = x, .step_s = step_s, .before = make_state(mem, x),
                   .after = make_state(mem, x), .within = make_state(mem, x)};
    m.self = s;
    m.look = look_through;
    m.step = step;
    m.between = between;
    return m;
}
