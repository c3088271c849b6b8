/* SPDX-License-Identifier: MIT */
#include "apps/motion/rk45.h"

#include <math.h>
#include <string.h>

enum { LAST = RK45_STAGES - 1, WORKS = sizeof(works) / sizeof(double) };

static const double AT[RK45_STAGES] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
/* What a stage takes of those before it; the last one's are the weights of fifth order. */
static const double SHARE[RK45_STAGES][LAST] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84},
};
/* Weights of fifth order less those of fourth. */
static const double DIFFERENCE[RK45_STAGES] = {
    71.0 / 57600, 0, -71.0 / 16695, 71.0 / 1920, -17253.0 / 339200, 22.0 / 525, -1.0 / 40};
/* Of the highest coefficient between the ends. */
static const double BETWEEN[RK45_STAGES] = {
    -12715105075.0 / 11282082432, 0, 87487479700.0 / 32700410799, -10690763975.0 / 1880347072,
    701980252875.0 / 199316789632, -1453857185.0 / 822651844, 69997945.0 / 29380423};

rk45 rk45_make(arena *mem, robot_motion *x)
{
    const uint32_t n = x->positions + x->rates + WORKS;
    return (rk45){.x = x, .count = n, .from = ARENA_ARRAY(mem, double, n + 1),
                  .next = ARENA_ARRAY(mem, double, n + 1),
                  .guess = ARENA_ARRAY(mem, double, n + 1),
                  .changes = ARENA_ARRAY(mem, double, RK45_STAGES * (size_t)n + 1),
                  .dense = ARENA_ARRAY(mem, double, RK45_DENSE * (size_t)n + 1)};
}

static double *stage_of(const rk45 *r, uint32_t stage)
{
    return r->changes + stage * (size_t)r->count;
}

static void take_state(const rk45 *r, double *to)
{
    memcpy(to, r->x->q, r->x->positions * sizeof *to);
    memcpy(to + r->x->positions, r->x->qd, r->x->rates * sizeof *to);
    memcpy(to + r->x->positions + r->x->rates, &r->x->given, sizeof r->x->given);
}

/* Of a number of the state, by given weights of the stages. */
static double sum_of(const rk45 *r, uint32_t number, const double *weight, uint32_t stages)
{
    double sum = 0;
    for (uint32_t k = 0; k < stages; k++)
        sum += weight[k] * stage_of(r, k)[number];
    return sum;
}

/* How a state changes at a time; dependent joints and driven ones get where they are. */
static status look(const rk45 *r, double t, double *state, double *changes, diag *d)
{
    robot_motion *x = r->x;
    double *qd = state + x->positions;
    memcpy(r->guess, state, x->positions * sizeof *state);
    TRY(robot_accelerate(x, t, state, qd, changes + x->positions, d));
    TRY(robot_lead(x, t, state, qd, d));
    robot_changes(x, state, qd, changes);
    memcpy(changes + x->positions + x->rates, &x->power, sizeof x->power);
    return STATUS_OK;
}

static bool is_integrated(const robot_motion *x, uint32_t number)
{
    return number < x->positions ? x->is_integrated[number] || x->is_led[number]
                                 : number < x->positions + x->rates &&
                                       x->is_integrated[number - x->positions];
}

/* How far dependent joints are from where they were led, before loops were closed. */
static double closing_of(const rk45 *r)
{
    double most = 0;
    for (uint32_t i = 0; r->x->l && i < r->x->count; i++)
        if (r->x->l->place[i] != LOOPS_NONE)
            most = fmax(most, fabs(r->next[i] - r->guess[i]));
    return most;
}

static double error_of(const rk45 *r, double h, double relative, double absolute)
{
    double most = closing_of(r) / sqrt(relative);
    for (uint32_t i = 0; i < r->count; i++) {
        if (!is_integrated(r->x, i))
            continue;
        const double size = fmax(fabs(r->from[i]), fabs(r->next[i]));
        const double error = fabs(h * sum_of(r, i, DIFFERENCE, RK45_STAGES));
        if (!isfinite(size + error))
            return INFINITY;
        most = fmax(most, error / (absolute + relative * size));
    }
    return most;
}

status rk45_try(rk45 *r, double h, double relative, double absolute, double *error, diag *d)
{
    const double t = r->x->t_s;
    take_state(r, r->from);
    if (!r->x->has_accelerations) {
        memcpy(r->next, r->from, r->count * sizeof *r->next);
        TRY(look(r, t, r->next, stage_of(r, 0), d));
        r->x->has_accelerations = true;
    }
    for (uint32_t stage = 1; stage < RK45_STAGES; stage++) {
        for (uint32_t i = 0; i < r->count; i++)
            r->next[i] = r->from[i] + h * sum_of(r, i, SHARE[stage], stage);
        TRY(look(r, t + AT[stage] * h, r->next, stage_of(r, stage), d));
    }
    *error = error_of(r, h, relative, absolute);
    r->tried_s = h;
    return STATUS_OK;
}

/* Coefficients between the ends, of which the later one is where loops are closed. */
static void make_dense(rk45 *r, const double *to)
{
    const double h = r->h_s;
    for (uint32_t i = 0; i < r->count; i++) {
        double *c = r->dense + RK45_DENSE * (size_t)i;
        const double way = to[i] - r->from[i], first = h * stage_of(r, 0)[i] - way;
        c[0] = r->from[i];
        c[1] = way;
        c[2] = first;
        c[3] = way - h * stage_of(r, LAST)[i] - first;
        c[4] = h * sum_of(r, i, BETWEEN, RK45_STAGES);
    }
}

status rk45_take(rk45 *r, diag *d)
{
    robot_motion *x = r->x;
    const double began = x->t_s;
    const status done = robot_settle(x, began + r->tried_s, r->next, r->next + x->positions, d);
    if (done != STATUS_OK) {
        memcpy(x->q, r->from, x->positions * sizeof *x->q);
        memcpy(x->qd, r->from + x->positions, x->rates * sizeof *x->qd);
        return done;
    }
    r->t_s = began;
    r->h_s = r->tried_s;
    memcpy(&x->given, r->next + x->positions + x->rates, sizeof x->given);
    take_state(r, r->next);
    make_dense(r, r->next);
    robot_changes(x, x->q, x->qd, stage_of(r, 0));
    memcpy(stage_of(r, 0) + x->positions, stage_of(r, LAST) + x->positions,
           (x->rates + WORKS) * sizeof *r->changes);
    return STATUS_OK;
}

void rk45_at(const rk45 *r, double t, double *q, double *qd, works *given)
{
    const uint32_t rates = r->x->positions, rest = rates + r->x->rates;
    double work[WORKS];
    const double part = (t - r->t_s) / r->h_s, left = 1 - part;
    for (uint32_t i = 0; i < r->count; i++) {
        const double *c = r->dense + RK45_DENSE * (size_t)i;
        const double at = c[0] + part * (c[1] + left * (c[2] + part * (c[3] + left * c[4])));
        *(i < rates ? &q[i] : i < rest ? &qd[i - rates] : &work[i - rest]) = at;
    }
    memcpy(given, work, sizeof *given);
}
