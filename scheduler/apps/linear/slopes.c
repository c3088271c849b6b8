/* SPDX-License-Identifier: MIT */
#include "apps/linear/slopes.h"

#include "apps/motion/dense.h"
#include "robot/numbers.h"

#include <string.h>

/* ---- what the options say -------------------------------------------------------------------- */

static status slopes_joint_value(const tree *t, const char *option, const char *given,
                                 uint32_t *joint, double *value, diag *d)
{
    const char *equals = strrchr(given, '=');
    if (!equals)
        return diag_error(d, (place){0}, "bad value '%s' of option %s: JOINT=VALUE expected",
                          text_shown(d->mem, given), option);
    TRY(robot_joint_find(t, option, given, (size_t)(equals - given), joint, d));
    const char *wrong = numbers_read(d->mem, equals + 1, value, 1);
    return wrong ? diag_error(d, (place){0}, "bad value '%s' of option %s: %s",
                              text_shown(d->mem, given), option, wrong)
                 : STATUS_OK;
}

static status take_free(const slopes *s, const char *names, bool *is_free, diag *d)
{
    const tree *t = s->motion.t;
    for (const char *name = names, *end; name; name = *end ? end + 1 : NULL) {
        uint32_t joint;
        end = name + strcspn(name, ",");
        TRY(robot_joint_find(t, "--free", name, (size_t)(end - name), &joint, d));
        const char *shown = text_shown(d->mem, t->coordinates[joint].name);
        if (t->coordinates[joint].driven)
            return diag_error(d, (place){0}, "--free: joint '%s' is driven (--drive)", shown);
        if (!s->motion.is_integrated[joint])
            return diag_error(d, (place){0}, "--free: joint '%s' depends on others, with which it "
                                             "moves: name those ('tauflow loops' tells which, "
                                             "--independent chooses others)", shown);
        is_free[joint] = true;
    }
    return STATUS_OK;
}

static status take_torque(slopes *s, const char *given, const bool *is_free, diag *d)
{
    uint32_t joint;
    double value;
    TRY(slopes_joint_value(s->motion.t, "--torque", given, &joint, &value, d));
    const bool depends = s->motion.l && s->motion.l->place[joint] != LOOPS_NONE;
    if (!is_free[joint] && !depends)
        return diag_error(d, (place){0}, "--torque: joint '%s' is held, so that its torque is what "
                                         "is looked for",
                          text_shown(d->mem, s->motion.t->coordinates[joint].name));
    s->motion.tau[joint] = value;
    return STATUS_OK;
}

/* ---- the beginning --------------------------------------------------------------------------- */

static void make_room(arena *mem, slopes *s)
{
    const size_t joints = s->motion.count, count = s->count, held = s->held_count;
    const size_t states = s->motion.states;
    const struct {
        double **of;
        size_t count;
    } each[] = {{&s->qdd_q, count * count}, {&s->qdd_qd, count * count},
                {&s->qdd_tau, count * joints}, {&s->whole_q, joints * joints},
                {&s->whole_qd, joints * joints}, {&s->whole_tau, joints * joints},
                {&s->dependence, joints * joints}, {&s->square, held * held},
                {&s->carried, held * (joints + states + 1)}, {&s->qdd_p, count * states},
                {&s->rate_q, states * count}, {&s->rate_qd, states * count},
                {&s->follows, joints * count}, {&s->bends, joints}, {&s->moved, joints},
                {&s->bias, joints}};
    for (uint32_t k = 0; k < sizeof each / sizeof each[0]; k++)
        *each[k].of = ARENA_ARRAY(mem, double, each[k].count + 1);
}

static void split_joints(arena *mem, slopes *s, const bool *is_free)
{
    s->joint = ARENA_ARRAY(mem, uint32_t, s->motion.count + 1);
    s->held = ARENA_ARRAY(mem, uint32_t, s->motion.count + 1);
    for (uint32_t i = 0; i < s->motion.count; i++)
        if (is_free[i])
            s->joint[s->count++] = i;
        else if (s->motion.is_integrated[i])
            s->held[s->held_count++] = i;
}

status slopes_begin(arena *mem, const slopes_plan *p, slopes *out, diag *d)
{
    const tree *t = &p->forms->tree;
    const robot_plan plan = {.forms = p->forms, .passes = p->passes, .start = p->start,
                             .start_count = p->start_count, .step = robot_step_rk4,
                             .drives_outside = true, .laws = p->laws};
    bool *is_free = ARENA_ARRAY(mem, bool, t->coordinates_count + 1);
    *out = (slopes){.plan = *p};
    if (tree_free_bodies(t))
        return diag_error(d, (place){0}, "robot '%s' has a free body: this is of robots on a fixed "
                                         "base", text_shown(d->mem, t->name));
    TRY(tree_check_holonomic(t, "a linear system", d));
    TRY(tree_check_hinges(t, "an equilibrium or a linear system", d));
    TRY(robot_motion_begin(mem, &plan, &out->motion, d));
    for (uint32_t i = 0; i < out->motion.count && !p->free_count; i++)
        is_free[i] = out->motion.is_integrated[i];
    for (uint32_t i = 0; i < p->free_count; i++)
        TRY(take_free(out, p->free[i], is_free, d));
    for (uint32_t i = 0; i < p->torque_count; i++)
        TRY(take_torque(out, p->torque[i], is_free, d));
    split_joints(mem, out, is_free);
    if (!out->count)
        return diag_error(d, (place){0}, "robot '%s': no joint is left that moves: all are driven",
                          text_shown(d->mem, t->name));
    make_room(mem, out);
    if (out->motion.l)
        TRY(function_numbers_make(mem, p->passes, p->forms, FUNCTION_CLOSURE, NULL, &out->closure,
                                  d));
    TRY(function_numbers_make(mem, p->passes, p->forms,
                              out->motion.l ? FUNCTION_CLOSED_FD_DERIVATIVES
                                            : FUNCTION_FD_DERIVATIVES, p->laws, &out->of, d));
    return state_slopes_make(mem, p->passes, p->forms, &out->motion, p->laws, &out->of_states, d);
}

/* ---- a state --------------------------------------------------------------------------------- */

static status cannot_be_solved(const slopes *s, diag *d)
{
    return diag_error(d, (place){0}, "robot '%s': at this state its equations cannot be solved",
                      text_shown(d->mem, s->motion.t->name));
}

static status evaluate(slopes *s, diag *d)
{
    robot_motion *x = &s->motion;
    const uint32_t n = x->count;
    const robot_state state = {.q = x->q, .qd = x->qd, .tau = x->tau, .imposed = x->imposed,
                               .element_forces = x->element_forces};
    TRY(robot_accelerate(x, 0, x->q, x->qd, x->qdd, d));
    if (x->laws)
        TRY(law_calls_at(x->laws, x->t, LAW_LINES, 0, x->q, x->qd, x->bodies, x->element_forces,
                         d));
    if (!function_numbers_run(&s->of, &state))
        return cannot_be_solved(s, d);
    function_numbers_take_matrix(&s->of, OUTPUT_QDD_Q, n, s->whole_q);
    function_numbers_take_matrix(&s->of, OUTPUT_QDD_QD, n, s->whole_qd);
    function_numbers_take_matrix(&s->of, x->l ? OUTPUT_QDD_TAU : OUTPUT_MINV, n, s->whole_tau);
    for (uint32_t i = 0; i < n; i++) /* computed on and below the diagonal */
        for (uint32_t k = 0; k < i; k++)
            s->whole_tau[(size_t)k * n + i] = s->whole_tau[(size_t)i * n + k];
    return STATUS_OK;
}

/* Replaces rows of held joints, `columns` of them, by what the torques there that keep these joints
 * from accelerating are, with the opposite sign. */
static bool solve_held(slopes *s, double *rows, uint32_t columns)
{
    for (uint32_t i = 0; i < s->held_count; i++)
        for (uint32_t k = 0; k < s->held_count; k++)
            s->square[(size_t)i * s->held_count + k] =
                s->whole_tau[(size_t)s->held[i] * s->motion.count + s->held[k]];
    return dense_solve_any(s->square, s->held_count, rows, columns);
}

/* What is left of a matrix (rows: all joints, so long) in rows of free joints where the held ones
 * do not accelerate; its columns are those of `column`, or NULL: as they stand. */
static bool reduce(slopes *s, const double *whole, uint32_t length, const uint32_t *column,
                   uint32_t columns, double *out)
{
    const uint32_t n = s->motion.count;
    for (uint32_t i = 0; i < s->held_count; i++)
        for (uint32_t c = 0; c < columns; c++)
            s->carried[(size_t)i * columns + c] =
                whole[(size_t)s->held[i] * length + (column ? column[c] : c)];
    if (!solve_held(s, s->carried, columns))
        return false;
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t c = 0; c < columns; c++) {
            double sum = whole[(size_t)s->joint[i] * length + (column ? column[c] : c)];
            for (uint32_t k = 0; k < s->held_count; k++)
                sum -= s->whole_tau[(size_t)s->joint[i] * n + s->held[k]] *
                       s->carried[(size_t)k * columns + c];
            out[(size_t)i * columns + c] = sum + 0.; /* no -0 */
        }
    return true;
}

/* Torques at held joints: accelerations are linear in them. */
static bool hold(slopes *s)
{
    for (uint32_t i = 0; i < s->held_count; i++)
        s->carried[i] = s->motion.qdd[s->held[i]];
    if (!solve_held(s, s->carried, 1))
        return false;
    for (uint32_t i = 0; i < s->held_count; i++)
        s->motion.tau[s->held[i]] -= s->carried[i];
    return true;
}

/* What dependent joints accelerate by, at their rates, per position of a free one: half of what
 * `bias`, which is quadratic in rates, has of both the rates that there are and a rate of that one
 * alone. */
static status take_bends(slopes *s, uint32_t joint, diag *d)
{
    const robot_motion *x = &s->motion;
    const robot_state state = {.q = x->q, .qd = s->moved};
    memset(s->bends, 0, x->count * sizeof *s->bends);
    for (int sign = -1; x->l && sign <= 1; sign += 2) {
        memcpy(s->moved, x->qd, x->count * sizeof *s->moved);
        s->moved[joint] += sign;
        if (!function_numbers_run(&s->closure, &state))
            return cannot_be_solved(s, d);
        memset(s->bias, 0, x->count * sizeof *s->bias);
        function_numbers_take(&s->closure, OUTPUT_QDD_BIAS, s->bias);
        for (uint32_t i = 0; i < x->count; i++)
            s->bends[i] += sign * s->bias[i] / 4;
    }
    return STATUS_OK;
}

/* How states of laws change, by free joints, which carry dependent ones along. */
static status take_state_rates(slopes *s, diag *d)
{
    const state_slopes *of = &s->of_states;
    const uint32_t n = s->motion.count;
    if (!of->count)
        return STATUS_OK;
    if (!state_slopes_take(&s->of_states, &s->motion))
        return cannot_be_solved(s, d);
    TRY(slopes_follow(s, s->follows, s->bias, d));
    for (uint32_t c = 0; c < s->count; c++) {
        TRY(take_bends(s, s->joint[c], d));
        for (uint32_t i = 0; i < of->count; i++) {
            double by_q = 0, by_qd = 0;
            for (uint32_t k = 0; k < n; k++) {
                const double follows = s->follows[(size_t)k * s->count + c];
                by_q += state_slope_q(of, n, i, k) * follows +
                        state_slope_qd(of, n, i, k) * s->bends[k];
                by_qd += state_slope_qd(of, n, i, k) * follows;
            }
            s->rate_q[(size_t)i * s->count + c] = by_q;
            s->rate_qd[(size_t)i * s->count + c] = by_qd;
        }
    }
    return STATUS_OK;
}

status slopes_take(slopes *s, diag *d)
{
    const uint32_t n = s->motion.count, states = s->of_states.count;
    TRY(evaluate(s, d));
    bool is_regular = hold(s);
    if (s->held_count && is_regular)
        TRY(evaluate(s, d));
    TRY(take_state_rates(s, d));
    is_regular = is_regular && reduce(s, s->whole_q, n, s->joint, s->count, s->qdd_q) &&
                 reduce(s, s->whole_qd, n, s->joint, s->count, s->qdd_qd) &&
                 reduce(s, s->whole_tau, n, NULL, n, s->qdd_tau) &&
                 reduce(s, s->of_states.by_states.number, states, NULL, states, s->qdd_p);
    return is_regular ? STATUS_OK
                      : diag_error(d, (place){0}, "robot '%s': at this state its joints cannot be "
                                                  "held", text_shown(d->mem, s->motion.t->name));
}

const char *slopes_unknown_name(arena *mem, const slopes *s, uint32_t i)
{
    return i < s->count ? s->motion.t->coordinates[s->joint[i]].name
                        : robot_law_state_name(mem, &s->motion, i - s->count);
}

status slopes_follow(slopes *s, double *follows, double *bias, diag *d)
{
    const robot_motion *x = &s->motion;
    const uint32_t n = x->count;
    const robot_state state = {.q = x->q, .qd = x->qd};
    memset(bias, 0, n * sizeof *bias);
    if (x->l && !function_numbers_run(&s->closure, &state))
        return cannot_be_solved(s, d);
    if (x->l) {
        function_numbers_take_matrix(&s->closure, OUTPUT_DEPENDENCE, n, s->dependence);
        function_numbers_take(&s->closure, OUTPUT_QDD_BIAS, bias);
    }
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t k = 0; k < s->count; k++)
            follows[(size_t)i * s->count + k] =
                i == s->joint[k] ? 1 : s->dependence[(size_t)i * n + s->joint[k]];
    return STATUS_OK;
}
