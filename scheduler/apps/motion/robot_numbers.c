/* SPDX-License-Identifier: MIT */
#include "apps/motion/robot_numbers.h"

#include <string.h>

uint32_t robot_numbers_count(const robot_motion *x)
{
    return x->positions + x->rates + NUMBERS_WORKS;
}

void robot_numbers_take(const robot_motion *x, double *to)
{
    memcpy(to, x->q, x->positions * sizeof *to);
    memcpy(to + x->positions, x->qd, x->rates * sizeof *to);
    memcpy(to + x->positions + x->rates, &x->given, sizeof x->given);
}

status robot_numbers_changes(robot_motion *x, double t, double *numbers, double *changes, diag *d)
{
    double *qd = numbers + x->positions;
    TRY(robot_accelerate(x, t, numbers, qd, changes + x->positions, d));
    TRY(robot_lead(x, t, numbers, qd, d));
    robot_changes(x, numbers, qd, changes);
    memcpy(changes + x->positions + x->rates, &x->power, sizeof x->power);
    return STATUS_OK;
}

status robot_numbers_powers(robot_motion *x, double t, double *numbers, double *room, works *out,
                            diag *d)
{
    memcpy(x->work, x->tau, x->count * sizeof *x->work);
    TRY(robot_numbers_changes(x, t, numbers, room, d));
    memcpy(x->tau, x->work, x->count * sizeof *x->work);
    *out = x->power;
    return STATUS_OK;
}

status robot_numbers_settle(robot_motion *x, double t, const double *numbers, const double *from,
                            diag *d)
{
    const status done = robot_settle(x, t, numbers, numbers + x->positions, d);
    if (done != STATUS_OK) {
        memcpy(x->q, from, x->positions * sizeof *x->q);
        memcpy(x->qd, from + x->positions, x->rates * sizeof *x->qd);
        return done;
    }
    memcpy(&x->given, numbers + x->positions + x->rates, sizeof x->given);
    return STATUS_OK;
}

bool robot_number_is_integrated(const robot_motion *x, uint32_t number)
{
    return number < x->positions ? x->is_integrated[number] || x->is_led[number]
                                 : number < x->positions + x->rates &&
                                       x->is_integrated[number - x->positions];
}

bool robot_number_follows(const robot_motion *x, uint32_t number)
{
    return number < x->count && x->l && x->l->place[number] != LOOPS_NONE;
}

void robot_numbers_between(const robot_motion *x, const double *between, double part, double *q,
                           double *qd, works *given)
{
    const uint32_t rates = x->positions, rest = rates + x->rates;
    const double left = 1 - part;
    double work[NUMBERS_WORKS];
    for (uint32_t i = 0; i < robot_numbers_count(x); i++) {
        const double *c = between + NUMBERS_BETWEEN * (size_t)i;
        const double at = c[0] + part * (c[1] + left * (c[2] + part * (c[3] + left * c[4])));
        *(i < rates ? &q[i] : i < rest ? &qd[i - rates] : &work[i - rest]) = at;
    }
    memcpy(given, work, sizeof *given);
}
