/* SPDX-License-Identifier: MIT */
#include "apps/motion/adaptive.h"

#include "apps/motion/rk45.h"
#include "apps/motion/robot_partitions.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Gustafsson's steering, with Hairer's numbers for this pair (DOPRI5): a step is as long as the
 * error of the last one lets it be, a tenth less for safety, and a little less where errors
 * grow. */
#define SAFETY 0.9
#define OF_ERROR (0.2 - 0.75 * OF_LAST)
#define OF_LAST 0.04
#define LAST_LEAST 1e-4
#define SHRINKS_MOST 0.2
#define GROWS_MOST 10.0
/* Steps are told from nothing by so many units in the last place of the time. */
#define SHORTEST (16 * DBL_EPSILON)

typedef struct {
    rk45 r;
    double relative, absolute;
    double h;          /* that is tried next */
    double last_error;
    double *q, *qd, *qdd, *tau; /* of a row between the ends */
    uint64_t refused;
} adaptive;

/* The first time after t at which what comes from files bends; no later than `until`. */
static double bend_after(const robot_motion *x, double t, double until)
{
    const double torques = x->torques ? course_bend_after(x->torques, t) : until;
    const double drives = x->drives ? course_bend_after(x->drives, t) : until;
    return fmin(until, fmin(torques, drives));
}

/* Two halves in place of one step and a splinter. */
static double fit(double h, double left)
{
    return h >= left ? left : fmin(h, left / 2);
}

/* One step; an error of more than 1 or a status that is not OK: it is refused. */
static status try_step(adaptive *s, double h, double *error, diag *d)
{
    *error = INFINITY;
    TRY(rk45_try(&s->r, h, s->relative, s->absolute, error, d));
    const status taken = *error <= 1 ? rk45_take(&s->r, d) : STATUS_OK;
    *error = taken == STATUS_OK ? *error : INFINITY;
    return taken;
}

static status too_short(const adaptive *s, double h, diag *d)
{
    const robot_motion *x = s->r.x;
    return diag_system_error(d, (place){0}, "robot '%s': after t = %.9g s not even steps of %.3g s "
                             "have errors within --tolerance %g", x->t->name, x->t_s, h,
                             s->relative);
}

/* The step after a refused one of h: `done` says why it was, and d, which forgets it unless no
 * shorter one is left. */
static status refuse(adaptive *s, double h, double error, status done, diag_entry before, diag *d)
{
    s->refused++;
    s->h = h * fmax(SHRINKS_MOST, SAFETY * pow(error, -0.2));
    if (s->h <= SHORTEST * fmax(s->r.x->t_s, s->r.h_s))
        return done == STATUS_OK ? too_short(s, h, d) : done;
    d->error = before;
    return STATUS_OK;
}

/* The step after one of h that was taken. */
static void steer(adaptive *s, double h, double error, bool was_refused)
{
    const double share = SAFETY * pow(error, -OF_ERROR) * pow(s->last_error, OF_LAST);
    const double grows = fmin(was_refused ? 1 : GROWS_MOST, fmax(SHRINKS_MOST, share));
    s->h = h < s->h ? fmax(s->h, h * grows) : h * grows; /* it was shorter only to end there */
    s->last_error = fmax(error, LAST_LEAST);
}

/* One step that is taken; where none can be, h is as it was. */
static status take_step(void *self, double until, diag *d)
{
    adaptive *s = self;
    robot_motion *x = s->r.x;
    const double goal = bend_after(x, x->t_s, until), wished = s->h;
    const uint64_t refused = s->refused;
    const diag_entry before = d->error;
    double h = 0, error = 0;
    for (bool taken = false; !taken;) {
        h = fit(s->h, goal - x->t_s);
        const status done = try_step(s, h, &error, d);
        if (done == STATUS_INPUT)
            return done;
        taken = done == STATUS_OK && error <= 1;
        const status left = taken ? STATUS_OK : refuse(s, h, error, done, before, d);
        if (left != STATUS_OK) {
            s->h = wished;
            return left;
        }
    }
    if (h == goal - s->r.t_s)
        x->t_s = goal;
    x->step_s = h;
    steer(s, h, error, s->refused > refused);
    return STATUS_OK;
}

static status step(void *self, double until, diag *d)
{
    robot_motion *x = ((adaptive *)self)->r.x;
    TRY(robot_partitions_step(x, take_step, self, until, d));
    limits_look(x->t, x->t_s, x->q, x->qd, x->tau, x->passed);
    return STATUS_OK;
}

static void look(void *self, moment *out)
{
    const adaptive *s = self;
    robot_look(s->r.x, out);
    out->refused = s->refused;
}

/* The robot stands there in arrays of its own; its state stays. */
static status at(void *self, double t, moment *out, diag *d)
{
    adaptive *s = self;
    robot_motion here = *s->r.x;
    rk45_at(&s->r, t, s->q, s->qd, &here.given);
    memcpy(s->tau, here.tau, here.count * sizeof *s->tau);
    here.q = s->q;
    here.qd = s->qd;
    here.tau = s->tau;
    if (here.drives) /* what they take there */
        TRY(robot_accelerate(&here, t, s->q, s->qd, s->qdd, d));
    TRY(robot_settle(&here, t, s->q, s->qd, d));
    limits_look(here.t, t, here.q, here.qd, here.tau, here.passed);
    robot_look(&here, out);
    out->refused = s->refused;
    return STATUS_OK;
}

void adaptive_move(arena *mem, robot_motion *x, double first_s, mover *out)
{
    adaptive *s = ARENA_ARRAY(mem, adaptive, 1);
    *s = (adaptive){.r = rk45_make(mem, x), .h = first_s, .last_error = LAST_LEAST,
                    .relative = x->tolerance > 0 ? x->tolerance : ADAPTIVE_TOLERANCE};
    s->absolute = x->absolute > 0 ? x->absolute : s->relative;
    double **const arrays[] = {&s->q, &s->qd, &s->qdd, &s->tau};
    for (uint32_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++)
        *arrays[k] = ARENA_ARRAY(mem, double, x->positions + 1);
    out->self = s;
    out->look = look;
    out->step = step;
    out->at = at;
}
