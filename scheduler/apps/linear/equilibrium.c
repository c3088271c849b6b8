/* SPDX-License-Identifier: MIT */
/* What is made less is a' M a: a the accelerations of free joints, M the inertia that these show.
 * It has one unit whatever the joints are, and is the same whichever joints of a mechanism are
 * independent: accelerations alone would vanish where dependent joints move without end, and
 * torques would grow there. Its slope takes, beside d a / d q, forces of inertia: accelerations are
 * quadratic in rates, so that their slopes at rates +-a tell what turns with M. At an equilibrium
 * that is 0, and steps are those of Newton's method.
 *
 * States of laws are unknowns after the joints, and how they change is what is made less beside the
 * accelerations: each as a share of its terms, so that units do not count, with the weight that
 * torques at rounding have. */
#include "apps/linear/equilibrium.h"

#include "apps/linear/least_squares.h"
#include "apps/motion/dense.h"
#include "robot/numbers.h"

#include <float.h>
#include <math.h>
#include <string.h>

const char *const BALANCE_WORD[] = {"stable", "neutral", "unstable"};

enum { STEPS_MOST = 200 };
/* A joint moves by no more than this in a step, rad or m. */
#define STEP_LENGTH 1.0
/* Damping begins here where a whole step fails, grows by tens, and ends there. */
#define DAMPING_LEAST 1e-12
#define DAMPING_MOST 1e9
/* Where no step makes it better the robot falls: so far in a step, so often in a row, so many times
 * in all. */
#define FALL_LENGTH 0.25
enum { FALLS_MOST = 20, FALL_TRIES = 8, ROUNDS_MOST = 6 };
/* Joints that move so many times as far as those that they follow. */
#define SINGULAR_LOOPS 1e3
/* What a step must make of a' M a to be one. */
#define BETTER 0.9999
/* Columns of this share of the longest are none: nothing changes by them. */
#define RANK_WITHIN 1e-10
/* What is left of torques over their terms, squared, that is no more than rounding. */
#define COST_ENOUGH 1e-31

typedef struct {
    arena *mem;
    slopes *s;
    torque_balance *b;
    uint32_t n, joints;   /* free ones, and all */
    uint32_t states, all; /* of laws, and all unknowns: n + states */
    double *slope;        /* of accelerations, along M, and of rates of states: all x all */
    double *factors;      /* of M^-1 */
    double *weight;       /* of rates of states */
    double *scale;        /* of unknowns: those of joints 1 */
    double *before;       /* positions and rates, and torques, to come back to */
    double *a, *side, *step, *bias;
    uint32_t *order;
    bool *is_stopped;     /* by a limit, in this step */
    double damping, cost, enough;
} search;

/* ---- limits ---------------------------------------------------------------------------------- */

/* A range of no width is none: exporters write 0 and 0 where they do not know. */
static double limit_of(const search *f, uint32_t i, uint32_t which)
{
    if (i >= f->n)
        return which == LIMIT_LOWER ? -INFINITY : INFINITY;
    const tree_coordinate *c = &f->s->motion.t->coordinates[f->s->joint[i]];
    const bool is_none = c->has_limit[LIMIT_LOWER] && c->has_limit[LIMIT_UPPER] &&
                         c->limit[LIMIT_LOWER] >= c->limit[LIMIT_UPPER];
    if (c->has_limit[which] && !is_none)
        return c->limit[which];
    return which == LIMIT_LOWER ? -INFINITY : INFINITY;
}

static double within_limits(const search *f, uint32_t i, double q)
{
    return fmin(fmax(q, limit_of(f, i, LIMIT_LOWER)), limit_of(f, i, LIMIT_UPPER));
}

/* LIMIT_LOWER or LIMIT_UPPER where a joint stands at it; LIMITS: at none. */
static uint32_t limit_at(const search *f, uint32_t i)
{
    const double q = i < f->n ? f->s->motion.q[f->s->joint[i]] : 0;
    if (q <= limit_of(f, i, LIMIT_LOWER))
        return LIMIT_LOWER;
    return q >= limit_of(f, i, LIMIT_UPPER) ? LIMIT_UPPER : LIMITS;
}

static bool leaves(const search *f, uint32_t i)
{
    const uint32_t limit = limit_at(f, i);
    return (limit == LIMIT_LOWER && f->step[i] < 0) || (limit == LIMIT_UPPER && f->step[i] > 0);
}

/* ---- states ---------------------------------------------------------------------------------- */

static void keep(const search *f)
{
    const robot_motion *x = &f->s->motion;
    memcpy(f->before, x->qd, f->joints * sizeof *f->before);
    memcpy(f->before + f->joints, x->tau, f->joints * sizeof *f->before);
    memcpy(f->before + 2 * f->joints, x->q, x->positions * sizeof *f->before);
}

static void come_back(const search *f)
{
    const robot_motion *x = &f->s->motion;
    memcpy(x->qd, f->before, f->joints * sizeof *f->before);
    memcpy(x->tau, f->before + f->joints, f->joints * sizeof *f->before);
    memcpy(x->q, f->before + 2 * f->joints, x->positions * sizeof *f->before);
}

/* Loops closed, accelerations and slopes. */
static status settle(const search *f, diag *d)
{
    robot_motion *x = &f->s->motion;
    TRY(robot_settle(x, 0, x->q, x->qd, d));
    return slopes_take(f->s, d);
}

/* Replaces v by numbers whose squares add up to v' M v, and to weighed ones of states. */
static void measure(const search *f, double *v)
{
    const uint32_t n = f->n;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < i; k++)
            v[i] -= f->factors[(size_t)i * n + k] * v[k];
    for (uint32_t i = 0; i < n; i++)
        v[i] *= sqrt(f->factors[(size_t)i * n + i]);
    for (uint32_t i = 0; i < f->states; i++)
        v[n + i] *= f->weight[i];
}

/* And how states change. */
static void take_accelerations(const search *f, double *out)
{
    for (uint32_t i = 0; i < f->n; i++)
        out[i] = f->s->motion.qdd[f->s->joint[i]];
    memcpy(out + f->n, f->s->of_states.rate, f->states * sizeof *out);
}

/* Infinite where the state has no inertia. */
static double cost_of(const search *f)
{
    const uint32_t n = f->n;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < n; k++)
            f->factors[(size_t)i * n + k] =
                f->s->qdd_tau[(size_t)i * f->joints + f->s->joint[k]];
    if (!dense_factor(f->factors, n, n * DBL_EPSILON))
        return INFINITY;
    take_accelerations(f, f->side);
    measure(f, f->side);
    return dense_dot(f->side, f->side, f->all);
}

/* Adds slopes by rates, with accelerations times `sign` added to these. */
static status add_turning(const search *f, double sign, diag *d)
{
    const robot_motion *x = &f->s->motion;
    take_accelerations(f, f->side);
    keep(f);
    for (uint32_t i = 0; i < f->n; i++)
        x->qd[f->s->joint[i]] += sign * f->side[i];
    const status done = settle(f, d);
    for (uint32_t i = 0; i < f->n && done == STATUS_OK; i++)
        for (uint32_t k = 0; k < f->n; k++)
            f->slope[(size_t)i * f->all + k] -= sign * f->s->qdd_qd[(size_t)i * f->n + k] / 4;
    come_back(f);
    TRY(settle(f, d));
    return done;
}

static status take_slope(const search *f, diag *d)
{
    const slopes *s = f->s;
    memset(f->slope, 0, (size_t)f->all * f->all * sizeof *f->slope);
    TRY(add_turning(f, 1, d));
    TRY(add_turning(f, -1, d));
    for (uint32_t i = 0; i < f->n; i++) {
        double *row = f->slope + (size_t)i * f->all;
        for (uint32_t k = 0; k < f->n; k++)
            row[k] += s->qdd_q[(size_t)i * f->n + k];
        memcpy(row + f->n, s->qdd_p + (size_t)i * f->states, f->states * sizeof *row);
    }
    for (uint32_t i = 0; i < f->states; i++) {
        double *row = f->slope + (size_t)(f->n + i) * f->all;
        memcpy(row, s->rate_q + (size_t)i * f->n, f->n * sizeof *row);
        row[f->n + i] = state_slope_own(&s->of_states, f->joints, i);
    }
    return slopes_follow(f->s, f->b->follows, f->bias, d);
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* Fills f->step, with joints that are stopped left where they are; returns the rank. Damping is the
 * same for all columns, so that a joint by which next to nothing changes does not go far; columns
 * of states, whose units are the user's, are as long as the longest of joints. */
static uint32_t solve(const search *f)
{
    const uint32_t n = f->all, rows = 2 * n;
    double longest = 0;
    memset(f->a, 0, (size_t)rows * n * sizeof *f->a);
    for (uint32_t k = 0; k < n; k++) {
        for (uint32_t i = 0; i < n; i++)
            f->side[i] = f->slope[(size_t)i * n + k];
        measure(f, f->side);
        const double length = sqrt(dense_dot(f->side, f->side, n));
        longest = k < f->n ? fmax(longest, length) : longest;
        f->scale[k] = k >= f->n && length > 0 ? (longest > 0 ? longest : 1) / length : 1;
        for (uint32_t i = 0; i < n && !f->is_stopped[k]; i++)
            f->a[(size_t)i * n + k] = f->scale[k] * f->side[i];
    }
    for (uint32_t k = 0; k < n && f->damping > 0; k++)
        f->a[(size_t)(n + k) * n + k] = f->is_stopped[k] ? 0 : sqrt(f->damping) * longest;
    memset(f->side, 0, rows * sizeof *f->side);
    take_accelerations(f, f->side);
    measure(f, f->side);
    for (uint32_t i = 0; i < n; i++)
        f->side[i] = -f->side[i];
    const uint32_t rank = least_squares(f->mem, f->a, rows, n, f->side, RANK_WITHIN, f->step,
                                        f->order);
    for (uint32_t k = f->n; k < n; k++)
        f->step[k] *= f->scale[k];
    return rank;
}

/* The same, with every joint stopped that would leave its limits. */
static uint32_t solve_within(const search *f)
{
    bool again = true;
    uint32_t rank = 0;
    memset(f->is_stopped, 0, f->all * sizeof *f->is_stopped);
    while (again) {
        again = false;
        rank = solve(f);
        for (uint32_t i = 0; i < f->n; i++)
            if (!f->is_stopped[i] && leaves(f, i))
                f->is_stopped[i] = again = true;
    }
    return rank;
}

/* How far the joint goes that goes furthest, dependent ones as they follow at first. */
static double reach_of(const search *f)
{
    double most = 0;
    for (uint32_t i = 0; i < f->joints; i++)
        most = fmax(most, fabs(dense_dot(f->b->follows + (size_t)i * f->n, f->step, f->n)));
    return most;
}

/* Goes by a share of the step and looks there; false: nobody can. */
static bool go_by(search *f, double share)
{
    arena mem = arena_make();
    diag unheard = diag_make(&mem);
    keep(f);
    for (uint32_t i = 0; i < f->n; i++) {
        double *q = &f->s->motion.q[f->s->joint[i]];
        *q = within_limits(f, i, *q + share * f->step[i]);
    }
    for (uint32_t i = 0; i < f->states; i++)
        *robot_law_state(&f->s->motion, i) += share * f->step[f->n + i];
    const bool good = settle(f, &unheard) == STATUS_OK;
    f->cost = good ? cost_of(f) : INFINITY;
    arena_free(&mem);
    return good;
}

/* To where it went from. */
static void turn_back(search *f)
{
    arena mem = arena_make();
    diag unheard = diag_make(&mem);
    come_back(f);
    (void)settle(f, &unheard); /* as it was possible there before */
    f->cost = cost_of(f);
    arena_free(&mem);
}

/* By the step; false: it is too long or no better, and everything is as before. */
static bool go(search *f)
{
    const double reach = reach_of(f), was = f->cost;
    if (!(reach > 0 || (f->states && dense_largest(f->step + f->n, f->states) > 0)) ||
        reach > STEP_LENGTH)
        return false;
    if (go_by(f, 1) && f->cost < BETTER * was)
        return true;
    turn_back(f);
    return false;
}

/* One step that makes it better; false: there is none. */
static bool improve(search *f, diag *d)
{
    if (take_slope(f, d) != STATUS_OK)
        return false;
    for (;;) {
        solve_within(f);
        if (go(f))
            break;
        f->damping = f->damping > 0 ? 10 * f->damping : DAMPING_LEAST;
        if (f->damping > DAMPING_MOST)
            return false;
    }
    f->damping = f->damping > DAMPING_LEAST ? f->damping / 10 : 0;
    return true;
}

/* ---- falls ----------------------------------------------------------------------------------- */

/* step' M a, of the state that cost_of has looked at. */
static double power_of(const search *f)
{
    double *a = f->side, *step = f->side + f->all;
    take_accelerations(f, a);
    memcpy(step, f->step, f->all * sizeof *step);
    measure(f, a);
    measure(f, step);
    return dense_dot(a, step, f->all);
}

/* The way it accelerates, as a robot that starts at rest does, but not beyond what is lowest on
 * that way; states of laws stay. False where limits stop all of it. */
static bool fall(search *f, diag *d)
{
    take_accelerations(f, f->step);
    for (uint32_t i = 0; i < f->n; i++)
        f->step[i] = leaves(f, i) ? 0 : f->step[i];
    memset(f->step + f->n, 0, f->states * sizeof *f->step);
    if (take_slope(f, d) != STATUS_OK || !(reach_of(f) > 0))
        return false;
    double share = FALL_LENGTH / reach_of(f);
    const double power = power_of(f);
    for (uint32_t tries = 0; tries < FALL_TRIES; tries++, share /= 2) {
        if (go_by(f, share) && power_of(f) > -power / 2)
            return true;
        turn_back(f);
    }
    return false;
}

/* ---- why not --------------------------------------------------------------------------------- */

static const char *unknown_name(const search *f, uint32_t i, diag *d)
{
    return text_shown(d->mem, slopes_unknown_name(d->mem, f->s, i));
}

/* Joints at limits that they would have to leave, and joints that nothing changes by. */
static const char *reasons(search *f, diag *d)
{
    text said = text_make(d->mem);
    f->damping = 0;
    const uint32_t rank = solve_within(f);
    const char *between = "";
    take_accelerations(f, f->step);
    for (uint32_t i = 0; i < f->n; i++) {
        const uint32_t limit = limit_at(f, i);
        f->is_stopped[i] = f->is_stopped[i] || leaves(f, i);
        if (!f->is_stopped[i])
            continue;
        text_printf(&said, "%sjoint '%s' is at its %s limit of %.6g", between,
                    unknown_name(f, i, d),
                    LIMIT_WORD[limit], limit_of(f, i, limit));
        between = ", ";
    }
    for (uint32_t k = rank; k < f->all; k++) {
        if (f->is_stopped[f->order[k]])
            continue;
        text_printf(&said, "%s%s '%s' changes nothing of it%s", between,
                    f->order[k] < f->n ? "joint" : "state",
                    unknown_name(f, f->order[k], d), rank ? " that others do not" : "");
        between = ", ";
    }
    if (dense_largest(f->b->follows, f->joints * f->n) > SINGULAR_LOOPS)
        text_printf(&said, "%sits loops are nearly singular there, so that other independent "
                           "joints (--independent, --partition) may help", between);
    if (!said.length)
        text_add(&said, "another start (--start) may help");
    return said.bytes;
}

static status none_found(search *f, const equilibrium *e, uint32_t worst, diag *d)
{
    const char *end = e->steps < STEPS_MOST ? ", and no small motion makes that less"
                                            : ", and that is as many as are taken";
    if (worst >= f->n)
        return diag_error(d, (place){0}, "robot '%s': no equilibrium is found: after %u steps "
                                         "state '%s' changes by %.6g per second, %.3g of its terms"
                                         "%s: %s",
                          text_shown(d->mem, f->s->motion.t->name), e->steps,
                          unknown_name(f, worst, d), f->s->of_states.rate[worst - f->n],
                          e->residual, end, reasons(f, d));
    const tree_coordinate *c = &f->s->motion.t->coordinates[f->s->joint[worst]];
    return diag_error(d, (place){0}, "robot '%s': no equilibrium is found: after %u steps joint "
                                     "'%s' lacks %.6g %s, %.3g of its terms%s: %s",
                      text_shown(d->mem, f->s->motion.t->name), e->steps,
                      unknown_name(f, worst, d), f->b->left[worst], c->is_angle ? "N m" : "N",
                      e->residual, end, reasons(f, d));
}

/* ---- the search ------------------------------------------------------------------------------ */

static search search_make(arena *mem, equilibrium *e)
{
    const uint32_t n = e->at.count, joints = e->at.motion.count, states = e->at.of_states.count,
                   all = n + states;
    return (search){.mem = mem, .s = &e->at, .b = &e->left, .n = n, .joints = joints,
                    .states = states, .all = all,
                    .slope = ARENA_ARRAY(mem, double, (size_t)all * all + 1),
                    .factors = ARENA_ARRAY(mem, double, (size_t)n * n + 1),
                    .weight = ARENA_ARRAY(mem, double, states + 1),
                    .scale = ARENA_ARRAY(mem, double, all + 1),
                    .before = ARENA_ARRAY(mem, double, 2 * joints + e->at.motion.positions + 1),
                    .a = ARENA_ARRAY(mem, double, 2 * (size_t)all * all + 1),
                    .side = ARENA_ARRAY(mem, double, 2 * all + 1),
                    .step = ARENA_ARRAY(mem, double, all + 1),
                    .bias = ARENA_ARRAY(mem, double, joints + 1),
                    .order = ARENA_ARRAY(mem, uint32_t, all + 1),
                    .is_stopped = ARENA_ARRAY(mem, bool, all + 1)};
}

/* What a state's rate is made of: what the state itself has of it, and what 1 rad or m of each free
 * joint changes. */
static double rate_terms(const slopes *s, uint32_t state)
{
    double sum = fabs(state_slope_own(&s->of_states, s->motion.count, state) *
                      *robot_law_state(&s->motion, state));
    for (uint32_t k = 0; k < s->count; k++)
        sum += fabs(s->rate_q[(size_t)state * s->count + k]);
    return sum;
}

/* The largest share of a torque that is left, or of a rate, and of which unknown. */
static double worst_of(const search *f, uint32_t *which)
{
    double worst = torque_balance_worst(f->b, f->n, which);
    for (uint32_t i = 0; i < f->states; i++) {
        const double rate = fabs(f->s->of_states.rate[i]);
        const double share = rate == 0 ? 0 : rate / rate_terms(f->s, i);
        if (share > worst) {
            worst = share;
            *which = f->n + i;
        }
    }
    return worst;
}

/* By what states' rates are at the start, so that these count as torques do. */
static void weigh_states(search *f, double torques)
{
    for (uint32_t i = 0; i < f->states; i++) {
        const double terms = rate_terms(f->s, i) + fabs(f->s->of_states.rate[i]);
        f->weight[i] = sqrt(torques > 0 ? torques : 1) / (terms > 0 ? terms : 1);
    }
}

/* At the start, which is put within limits. */
static status begin(search *f, diag *d)
{
    for (uint32_t i = 0; i < f->n; i++) {
        double *q = &f->s->motion.q[f->s->joint[i]];
        *q = within_limits(f, i, *q);
    }
    TRY(settle(f, d));
    TRY(torque_balance_take(f->b, f->s, d));
    double torques = 0;
    for (uint32_t i = 0; i < f->n; i++)
        torques += f->b->terms[i] * f->b->terms[i] *
                   f->s->qdd_tau[(size_t)i * f->joints + f->s->joint[i]];
    weigh_states(f, torques);
    f->cost = cost_of(f);
    f->enough = COST_ENOUGH * torques;
    return STATUS_OK;
}

static void judge(equilibrium *e)
{
    double size = 0, most = -INFINITY;
    for (uint32_t k = 0; k < e->system.modes_count; k++) {
        const eigenvalue v = e->system.modes[k].value;
        size = fmax(size, hypot(v.re, v.im));
        most = fmax(most, v.re);
    }
    e->kind = most > EQUILIBRIUM_NEUTRAL * size    ? BALANCE_UNSTABLE
              : most < -EQUILIBRIUM_NEUTRAL * size ? BALANCE_STABLE
                                                   : BALANCE_NEUTRAL;
}

status equilibrium_find(arena *mem, const slopes_plan *p, equilibrium *out, diag *d)
{
    uint32_t worst;
    *out = (equilibrium){0};
    TRY(slopes_begin(mem, p, &out->at, d));
    TRY(torque_balance_make(mem, &out->at, &out->left, d));
    search f = search_make(mem, out);
    TRY(begin(&f, d));
    for (uint32_t round = 0; round < ROUNDS_MOST; round++) {
        while (f.cost > f.enough && out->steps < STEPS_MOST && improve(&f, d))
            out->steps++;
        TRY(torque_balance_take(&out->left, &out->at, d));
        out->residual = worst_of(&f, &worst);
        if (out->residual <= EQUILIBRIUM_WITHIN)
            break;
        f.damping = 0;
        if (f.cost <= f.enough) { /* one joint lacks what is little next to others' terms */
            f.enough = 0;
            continue;
        }
        for (uint32_t k = 0; k < FALLS_MOST && out->steps < STEPS_MOST && fall(&f, d); k++)
            out->steps++;
    }
    if (!(out->residual <= EQUILIBRIUM_WITHIN))
        return none_found(&f, out, worst, d);
    f.damping = 0;
    memset(f.is_stopped, 0, f.all * sizeof *f.is_stopped);
    const uint32_t rank = take_slope(&f, d) == STATUS_OK ? solve(&f) : f.all;
    out->anywhere = f.order + rank;
    out->anywhere_count = f.all - rank;
    TRY(linear_system_make(mem, &out->at, &out->system, d));
    judge(out);
    memset(out->at.motion.passed, 0, f.joints * LIMITS * sizeof *out->at.motion.passed);
    limits_look(out->at.motion.t, 0, out->at.motion.q, out->at.motion.qd, out->at.motion.tau,
                out->at.motion.passed);
    return STATUS_OK;
}
