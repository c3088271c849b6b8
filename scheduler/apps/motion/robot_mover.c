/* SPDX-License-Identifier: MIT */
/* What asks a robot for step after step: fixed ones here, those that an error steers in
 * adaptive.c. */
#include "apps/motion/adaptive.h"
#include "apps/motion/dense.h"
#include "apps/motion/robot_partitions.h"
#include "apps/motion/robot_turns.h"

#include <math.h>

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

typedef struct {
    robot_motion *x;
    double step_s;
    uint64_t steps;
} stepper;

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
    TRY(robot_partitions_step(x, take_step, s, until, d));
    x->t_s = ends ? until : (double)++s->steps * s->step_s; /* a product, not a sum */
    limits_look(x->t, x->t_s, x->q, x->qd, x->tau, x->passed);
    return STATUS_OK;
}

static void look_through(void *self, moment *out)
{
    robot_look(((stepper *)self)->x, out);
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
    *s = (stepper){x, step_s, 0};
    m.self = s;
    m.look = look_through;
    m.step = step;
    return m;
}
