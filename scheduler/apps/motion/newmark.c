/* SPDX-License-Identifier: MIT */
#include "apps/motion/newmark.h"

#include "apps/motion/dense.h"
#include "apps/motion/quaternions.h"
#include "apps/motion/robot_numbers.h"
#include "apps/motion/robot_tangent.h"
#include "apps/motion/robot_turns.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { PASSES_MOST = 50 };
/* A pass that moves numbers by no more than this of their size, or of 1, is the last one. */
#define CHANGE_AT_MOST 1e-13
/* The same where passes make it no smaller: loops are closed within 1e-12, which stiff springs
 * feel, and positions are sums of terms that cancel, of which this is rounding. */
#define CHANGE_OF_CLOSING 1e-10
#define ROUNDING (8 * DBL_EPSILON)
/* A pass is to leave no more than this of the last one's change, or a new matrix is made. */
#define SLOW 0.2
/* A pass goes no further than that (rad, m): Newton's matrix tells little of what is beyond. */
#define FURTHEST 0.3

typedef struct newmark {
    double t_s;            /* the end of the last step; movers may round it */
    double h_s;            /* that the matrix is of */
    newmark_rule rule;     /* and so */
    const loops *l;        /* and so */
    bool has_matrix;
    uint32_t count;        /* numbers of a state */
    uint32_t solved, *number; /* those whose changes are solved for */
    double *from, *next;   /* both ends */
    double *first, *found; /* changes there */
    double *lagging;       /* w at the beginning */
    double *changes;       /* that follow from next */
    double *ways;          /* of joints */
    double *matrix, *room, *left;
    uint32_t *row;
} newmark;

newmark_rule newmark_trapezoidal(void)
{
    return (newmark_rule){.beta = 0.25, .gamma = 0.5};
}

newmark_rule newmark_alpha(double share)
{
    newmark_rule r = {.am = (2 * share - 1) / (share + 1), .af = share / (share + 1)};
    r.gamma = 0.5 - r.am + r.af;
    r.beta = (r.gamma + 0.5) * (r.gamma + 0.5) / 4;
    return r;
}

bool newmark_was_used(const robot_motion *x)
{
    const newmark *m = x->newmark;
    return m && x->has_accelerations && fabs(m->t_s - x->t_s) <= 1e-6 * m->h_s;
}

static newmark *make(arena *mem, const robot_motion *x)
{
    newmark *m = ARENA_ARRAY(mem, newmark, 1);
    *m = (newmark){.t_s = NAN, .count = robot_numbers_count(x)};
    const size_t n = m->count + 1;
    double **const rows[] = {&m->from, &m->next, &m->first, &m->found, &m->lagging, &m->changes,
                             &m->room, &m->left, &m->ways};
    for (uint32_t k = 0; k < sizeof rows / sizeof rows[0]; k++)
        *rows[k] = ARENA_ARRAY(mem, double, n);
    m->matrix = ARENA_ARRAY(mem, double, n * n);
    m->number = ARENA_ARRAY(mem, uint32_t, n);
    m->row = ARENA_ARRAY(mem, uint32_t, n);
    return m;
}

/* ---- formulas -------------------------------------------------------------------------------- */

/* w+ of a number whose change at the end is `found`. */
static double lag(const newmark *m, uint32_t n)
{
    const newmark_rule *r = &m->rule;
    return ((1 - r->af) * m->found[n] + r->af * m->first[n] - r->am * m->lagging[n]) / (1 - r->am);
}

/* The change at the end by which a number stays, and a position whose rate it is goes on at that,
 * or stays where that is far: what is stiff leads Newton's method nowhere before it begins. */
static double going_on(const newmark *m, const robot_motion *x, uint32_t n, double h)
{
    const newmark_rule *r = &m->rule;
    const bool is_rate = n >= x->positions, is_far = fabs(h * m->from[n]) > FURTHEST;
    const double w = m->lagging[n], along = is_far ? m->from[n] / h : 0;
    const double next = is_rate ? -((0.5 - r->beta) * w + along) / r->beta
                                : (r->gamma - 1) / r->gamma * w;
    return ((1 - r->am) * next + r->am * w - r->af * m->first[n]) / (1 - r->af);
}

/* How far a position goes whose rate is number n. */
static double way(const newmark *m, uint32_t n, double h)
{
    return h * m->from[n] +
           h * h * ((0.5 - m->rule.beta) * m->lagging[n] + m->rule.beta * lag(m, n));
}

/* The end that follows from m->found; dependent joints stay near it. */
static void place_end(newmark *m, const robot_motion *x, double h)
{
    for (uint32_t k = 0; k < m->solved; k++) {
        const uint32_t n = m->number[k];
        m->next[n] = m->from[n] +
                     h * ((1 - m->rule.gamma) * m->lagging[n] + m->rule.gamma * lag(m, n));
    }
    for (uint32_t i = 0; i < x->count; i++) {
        m->ways[i] = x->is_integrated[i] ? way(m, x->positions + i, h) : 0;
        m->next[i] = x->is_integrated[i] ? m->from[i] + m->ways[i] : m->next[i];
    }
    for (uint32_t k = 0; k < x->free_count; k++) {
        const uint32_t at = x->count + FREE_POSITIONS * k;
        const uint32_t rate = x->positions + x->count + FREE_RATES * k;
        memcpy(m->next + at, m->from + at, FREE_POSITIONS * sizeof *m->next);
        for (uint32_t i = 0; i < 3; i++)
            m->next[at + i] += way(m, rate + i, h);
        quaternion_turn(m->next + at + 3, (vec3){{way(m, rate + 3, h), way(m, rate + 4, h),
                                                  way(m, rate + 5, h)}});
    }
    for (uint32_t k = 0; k < x->t->balls_count; k++) {
        const uint32_t at = robot_ball(x, k);
        memcpy(m->next + at, m->from + at, BALL_POSITIONS * sizeof *m->next);
        quaternion_turn(m->next + at, ball_rate(&x->t->balls[k], m->ways));
    }
}

/* What a state at the end changes by where a change that is solved for does: of it, and of the
 * position whose rate it is. */
static double to_number(const newmark *m, double h)
{
    return h * m->rule.gamma * (1 - m->rule.af) / (1 - m->rule.am);
}

static double to_position(const newmark *m, double h)
{
    return h * h * m->rule.beta * (1 - m->rule.af) / (1 - m->rule.am);
}

/* ---- Newton's matrix ------------------------------------------------------------------------- */

static void take_row(const newmark *m, const robot_motion *x, double h, uint32_t k)
{
    const size_t from = (size_t)(m->number[k] - x->positions) * x->count;
    for (uint32_t c = 0; c < m->solved; c++) {
        const size_t by = from + m->number[c] - x->positions;
        m->matrix[(size_t)k * m->solved + c] = (k == c) -
                                               to_position(m, h) * x->tangent->qdd_q[by] -
                                               to_number(m, h) * x->tangent->qdd_qd[by];
    }
}

static status take_column(newmark *m, robot_motion *x, double h, uint32_t c, diag *d)
{
    const uint32_t n = m->number[c];
    const double found = m->found[n], size = fmax(1, fabs(m->next[n]));
    m->found[n] += TANGENT_DIFFERENCE * size / to_number(m, h);
    place_end(m, x, h);
    const double by = m->found[n] - found;
    TRY(robot_numbers_changes(x, x->t_s + h, m->next, m->left, d));
    for (uint32_t k = 0; k < m->solved; k++)
        m->matrix[(size_t)k * m->solved + c] =
            (k == c) - (m->left[m->number[k]] - m->changes[m->number[k]]) / by;
    m->found[n] = found;
    return STATUS_OK;
}

/* At m->next, whose changes are known. */
static status take_matrix(newmark *m, robot_motion *x, double h, diag *d)
{
    const bool told = robot_tangent_take(x, x->t_s + h, m->next, m->next + x->positions);
    for (uint32_t k = 0; k < m->solved; k++)
        if (told)
            take_row(m, x, h, k);
        else
            TRY(take_column(m, x, h, k, d));
    m->h_s = h;
    m->l = x->l;
    x->tangent->factored++;
    m->has_matrix = dense_factor_any(m->matrix, m->solved, m->row);
    return STATUS_OK;
}

/* ---- a step ---------------------------------------------------------------------------------- */

static void take_numbers(newmark *m, const robot_motion *x)
{
    m->solved = 0;
    for (uint32_t n = 0; n < m->count; n++) {
        const bool is_joint = n < x->count && x->is_integrated[n];
        const bool turns = n >= x->count && n < x->positions - x->states;
        if (robot_number_is_integrated(x, n) && !is_joint && !turns)
            m->number[m->solved++] = n;
    }
}

/* Where the state is not the end of a step of the same rule, nothing lags. */
static status begin(robot_motion *x, const newmark_rule *rule, double h, diag *d)
{
    newmark *m = x->newmark = x->newmark ? x->newmark : make(x->tangent->mem, x);
    const bool same = memcmp(rule, &m->rule, sizeof *rule) == 0;
    const bool goes_on = same && newmark_was_used(x);
    m->has_matrix = m->has_matrix && same && m->l == x->l && fabs(m->h_s - h) <= 1e-9 * h;
    m->rule = *rule;
    take_numbers(m, x);
    robot_numbers_take(x, m->from);
    if (!goes_on) {
        TRY(robot_numbers_changes(x, x->t_s, m->from, m->first, d));
        memcpy(m->lagging, m->first, m->count * sizeof *m->lagging);
    }
    for (uint32_t n = 0; n < m->count; n++)
        m->found[n] = going_on(m, x, n, h);
    for (uint32_t i = 0; i < m->count; i++) /* dependent joints: where Newton's method begins */
        m->next[i] = m->from[i] + (i < x->count ? h * m->from[x->positions + i] : 0);
    place_end(m, x, h);
    return STATUS_OK;
}

/* One pass: what it moved numbers by, and what of that may be rounding, of their size. */
typedef struct {
    double change, rounding;
} passed;

static passed pass(newmark *m, const robot_motion *x, double h)
{
    double most = 0, size = 1, terms = 0;
    for (uint32_t k = 0; k < m->solved; k++)
        m->left[k] = m->changes[m->number[k]] - m->found[m->number[k]];
    dense_solve_factored(m->matrix, m->solved, m->row, m->left, m->room);
    for (uint32_t k = 0; k < m->solved; k++) {
        const bool is_rate = m->number[k] >= x->positions;
        m->left[k] = isnan(most) ? NAN : m->left[k];
        most = fmax(most, fabs(m->left[k]) * to_number(m, h) * (is_rate ? h : 1));
        most = isnan(m->left[k]) ? NAN : most;
    }
    for (uint32_t k = 0; k < m->solved; k++)
        m->found[m->number[k]] += m->left[k] * fmin(1, FURTHEST / most);
    for (uint32_t k = 0; k < m->solved; k++) {
        const uint32_t n = m->number[k];
        terms = fmax(terms, h * h * fmax(fabs(m->found[n]), fabs(m->lagging[n])));
    }
    place_end(m, x, h);
    for (uint32_t i = 0; i < x->positions; i++)
        size = fmax(size, fabs(m->next[i]));
    return (passed){most / size, CHANGE_OF_CLOSING + ROUNDING * terms / size};
}

static status no_solution(const robot_motion *x, double h, const char *why, diag *d)
{
    return diag_system_error(d, (place){0}, "robot '%s': no solution after t = %.9g s with steps "
                             "of %.3g s: %s; shorter steps may help", x->t->name, x->t_s, h, why);
}

/* Passes until nothing moves, or as many as are wanted. */
static status solve(newmark *m, robot_motion *x, double h, diag *d)
{
    const double enough = x->tolerance > 0 ? x->tolerance : CHANGE_AT_MOST;
    const uint32_t most = x->iterations ? x->iterations : PASSES_MOST;
    double last = INFINITY;
    passed p = {INFINITY, 0};
    uint32_t passes = 0;
    bool is_enough = false;
    for (; passes < most && !is_enough; passes++) {
        TRY(robot_numbers_changes(x, x->t_s + h, m->next, m->changes, d));
        const bool is_slow = passes > 1 && p.change > fmax(p.rounding, SLOW * last);
        if (!m->has_matrix || is_slow)
            TRY(take_matrix(m, x, h, d));
        if (!m->has_matrix)
            return no_solution(x, h, "Newton's matrix is singular", d);
        last = p.change;
        p = pass(m, x, h);
        if (isnan(p.change))
            break;
        is_enough = !x->iterations &&
                    (p.change <= enough || (p.change <= p.rounding && p.change > last / 2));
    }
    x->tangent->newton_passes += passes;
    x->tangent->newton_most = passes > x->tangent->newton_most ? passes : x->tangent->newton_most;
    m->has_matrix = m->has_matrix && !isnan(p.change);
    if (is_enough || (x->iterations && !isnan(p.change)))
        return STATUS_OK;
    const char *why = arena_printf(d->mem, "Newton's method does not converge: its last pass, of "
                                   "%u, moves the robot by %.3g rad or m", passes, p.change);
    return no_solution(x, h, why, d);
}

static void keep(newmark *m, robot_motion *x)
{
    for (uint32_t k = 0; k < m->solved; k++) {
        const uint32_t n = m->number[k];
        m->lagging[n] = lag(m, n);
        m->changes[n] = m->found[n];
    }
    memcpy(m->first, m->changes, m->count * sizeof *m->first);
    memcpy(x->qdd, m->changes + x->positions, x->rates * sizeof *x->qdd);
    memcpy(&x->power_here, m->changes + x->positions + x->rates, sizeof x->power_here);
    m->t_s = x->t_s;
    x->has_accelerations = true;
    x->tangent->newton_steps++;
}

/* By powers halfway between both ends: there dampers take from vibrations that are faster than a
 * step what the trapezoidal rule takes from them. */
static status take_work(newmark *m, robot_motion *x, double h, diag *d)
{
    works given = x->given, power;
    for (uint32_t n = 0; n < m->count; n++)
        m->left[n] = (m->from[n] + m->next[n]) / 2;
    TRY(robot_numbers_powers(x, x->t_s + h / 2, m->left, m->room, &power, d));
    works_add(&given, h, &power);
    memcpy(m->next + m->count - NUMBERS_WORKS, &given, sizeof given);
    return STATUS_OK;
}

status newmark_step(robot_motion *x, const newmark_rule *rule, double h, diag *d)
{
    TRY(begin(x, rule, h, d));
    newmark *m = x->newmark;
    status done = solve(m, x, h, d);
    if (done == STATUS_OK && x->account)
        done = take_work(m, x, h, d);
    if (done == STATUS_OK)
        done = robot_numbers_settle(x, x->t_s + h, m->next, m->from, d);
    if (done == STATUS_OK)
        keep(m, x);
    else
        m->t_s = NAN;
    return done;
}
