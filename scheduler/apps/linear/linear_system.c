/* SPDX-License-Identifier: MIT */
#include "apps/linear/linear_system.h"

#include "apps/linear/exponential.h"
#include "apps/motion/dense.h"
#include "robot/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

double linear_largest_acceleration(const slopes *s)
{
    double most = 0;
    for (uint32_t i = 0; i < s->count; i++)
        most = fmax(most, fabs(s->motion.qdd[s->joint[i]]));
    return most;
}

double linear_largest_state_rate(const slopes *s)
{
    const state_slopes *of = &s->of_states;
    double most = 0;
    for (uint32_t i = 0; i < of->count; i++) {
        const double own = state_slope_own(of, s->motion.count, i) *
                           *robot_law_state(&s->motion, i);
        most = fmax(most, fabs(of->rate[i]) / (1 + fabs(own)));
    }
    return most;
}

bool linear_is_at_rest(const slopes *s)
{
    return linear_largest_acceleration(s) <= LINEAR_AT_REST &&
           linear_largest_state_rate(s) <= LINEAR_AT_REST;
}

/* What a mode moves joints by, as a share of what it moves states of laws by, is rounding. */
#define MOVES_NOTHING 1e-14

/* ---- modes ----------------------------------------------------------------------------------- */

/* Of some numbers of a vector; of equal ones the first, whatever rounding says. */
static uint32_t largest_of(const linear_mode *m, uint32_t first, uint32_t end)
{
    uint32_t largest = first;
    for (uint32_t i = first + 1; i < end; i++)
        if (hypot(m->re[i], m->im[i]) > 1.000001 * hypot(m->re[largest], m->im[largest]))
            largest = i;
    return largest;
}

/* Turns and scales a vector so that the largest of its positions, which come first, is 1; of states
 * of laws that move no joint the largest of these. */
static void scale_mode(linear_mode *m, uint32_t joints, uint32_t states)
{
    uint32_t largest = largest_of(m, 0, joints);
    const uint32_t other = largest_of(m, 2 * joints, states);
    if (2 * joints < states && hypot(m->re[largest], m->im[largest]) <
                                   MOVES_NOTHING * hypot(m->re[other], m->im[other]))
        largest = other;
    const double re = m->re[largest], im = m->im[largest], whole = re * re + im * im;
    for (uint32_t i = 0; i < states && whole > 0; i++) {
        const double turned = (m->re[i] * re + m->im[i] * im) / whole;
        m->im[i] = (m->im[i] * re - m->re[i] * im) / whole;
        m->re[i] = turned;
    }
}

static int by_frequency(const void *a, const void *b)
{
    const linear_mode *x = a, *y = b;
    if (x->hz != y->hz)
        return x->hz < y->hz ? -1 : 1;
    return (x->value.re > y->value.re) - (x->value.re < y->value.re);
}

/* The modes of a matrix of positions and rates, `joints` of each, and states of laws. */
static status linear_modes(arena *mem, const double *a, uint32_t joints, uint32_t states,
                           const char *of, linear_mode **out, uint32_t *count, diag *d)
{
    eigenvalue *values = ARENA_ARRAY(mem, eigenvalue, states + 1);
    double *vectors = ARENA_ARRAY(mem, double, (size_t)states * states + 1);
    *out = ARENA_ARRAY(mem, linear_mode, states + 1);
    *count = 0;
    if (!eigen_find(mem, a, states, values, vectors))
        return diag_error(d, (place){0}, "robot '%s': at this state its eigenvalues are not found: "
                                         "numbers are too large", text_shown(d->mem, of));
    for (uint32_t k = 0; k < states; k++) {
        linear_mode *m = &(*out)[(*count)++];
        const double size = hypot(values[k].re, values[k].im);
        const bool is_pair = values[k].im > 0;
        *m = (linear_mode){.value = values[k], .hz = size / (2 * acos(-1)),
                           .damping = size > 0 ? 0 - values[k].re / size : 0,
                           .re = ARENA_ARRAY(mem, double, states + 1),
                           .im = ARENA_ARRAY(mem, double, states + 1)};
        for (uint32_t i = 0; i < states; i++) {
            m->re[i] = vectors[(size_t)i * states + k];
            m->im[i] = is_pair ? vectors[(size_t)i * states + k + 1] : 0;
        }
        scale_mode(m, joints, states);
        k += is_pair;
    }
    qsort(*out, *count, sizeof **out, by_frequency);
    return STATUS_OK;
}

/* ---- states and inputs ----------------------------------------------------------------------- */

/* Joints that have actuators, where the file or --actuate names some that are free; else all. */
static void choose_inputs(arena *mem, linear_system *s)
{
    const slopes *from = s->from;
    const robot_motion *x = &from->motion;
    bool any = false;
    s->driven_by = ARENA_ARRAY(mem, uint32_t, x->count + 1);
    for (uint32_t pass = 0; pass < 2 && !any; pass++)
        for (uint32_t i = 0; i < x->count; i++) {
            const bool depends = x->l && x->l->place[i] != LOOPS_NONE;
            bool is_free = false, is_input = false;
            for (uint32_t k = 0; k < from->count; k++)
                is_free = is_free || from->joint[k] == i;
            is_input = pass ? is_free : x->t->coordinates[i].actuated && (is_free || depends);
            if (is_input)
                s->driven_by[s->inputs++] = i;
            any = any || is_input;
        }
}

static void name_all(arena *mem, linear_system *s)
{
    const tree *t = s->from->motion.t;
    const uint32_t joints = s->from->count;
    s->state = ARENA_ARRAY(mem, const char *, s->states + 1);
    s->input = ARENA_ARRAY(mem, const char *, s->inputs + 1);
    for (uint32_t i = 0; i < joints; i++) {
        const char *name = t->coordinates[s->from->joint[i]].name;
        s->state[i] = name;
        s->state[joints + i] = arena_printf(mem, "%s.rate", name);
    }
    for (uint32_t i = 2 * joints; i < s->states; i++)
        s->state[i] = robot_law_state_name(mem, &s->from->motion, i - 2 * joints);
    for (uint32_t i = 0; i < s->inputs; i++)
        s->input[i] = arena_printf(mem, "%s.torque", t->coordinates[s->driven_by[i]].name);
}

static void take_state(linear_system *s)
{
    const slopes *from = s->from;
    const robot_motion *x = &from->motion;
    const uint32_t joints = from->count, n = s->states;
    for (uint32_t i = 0; i < joints; i++) {
        const uint32_t joint = from->joint[i];
        double *rate = s->a + (size_t)(joints + i) * n;
        s->x[i] = x->q[joint];
        s->x[joints + i] = s->affine[i] = x->qd[joint];
        s->affine[joints + i] = x->qdd[joint];
        s->a[(size_t)i * n + joints + i] = 1;
        memcpy(rate, from->qdd_q + (size_t)i * joints, joints * sizeof *rate);
        memcpy(rate + joints, from->qdd_qd + (size_t)i * joints, joints * sizeof *rate);
        for (uint32_t k = 0; k < s->inputs; k++)
            s->b[(size_t)(joints + i) * s->inputs + k] =
                from->qdd_tau[(size_t)i * x->count + s->driven_by[k]];
    }
    for (uint32_t k = 0; k < s->inputs; k++)
        s->u[k] = x->tau[s->driven_by[k]];
}

/* States of laws, after positions and rates. */
static void take_law_states(linear_system *s)
{
    const slopes *from = s->from;
    const uint32_t joints = from->count, n = s->states, states = from->of_states.count;
    for (uint32_t i = 0; i < states; i++) {
        double *row = s->a + (size_t)(2 * joints + i) * n;
        s->x[2 * joints + i] = *robot_law_state(&from->motion, i);
        s->affine[2 * joints + i] = from->of_states.rate[i];
        memcpy(row, from->rate_q + (size_t)i * joints, joints * sizeof *row);
        memcpy(row + joints, from->rate_qd + (size_t)i * joints, joints * sizeof *row);
        row[2 * joints + i] = state_slope_own(&from->of_states, from->motion.count, i);
        for (uint32_t k = 0; k < joints; k++)
            s->a[(size_t)(joints + k) * n + 2 * joints + i] = from->qdd_p[(size_t)k * states + i];
    }
}

/* ---- outputs --------------------------------------------------------------------------------- */

enum { FRAME_ROWS = 6, POSE_NUMBERS = 12 };

static void name_frames(arena *mem, linear_system *s)
{
    static const char *const AXIS[FRAME_ROWS] = {"x", "y", "z", "rx", "ry", "rz"};
    const tree *t = s->from->motion.t;
    s->output = ARENA_ARRAY(mem, const char *, s->outputs + 1);
    for (uint32_t i = 0; i < s->outputs; i++)
        s->output[i] = arena_printf(mem, "%s.%s", t->frames[i / FRAME_ROWS].name,
                                    AXIS[i % FRAME_ROWS]);
}

static status take_frames(arena *mem, linear_system *s, slopes *from, diag *d)
{
    const robot_motion *x = &from->motion;
    const uint32_t n = x->count, joints = from->count, frames = x->t->frames_count;
    const robot_state state = {.q = x->q};
    function_numbers position, jacobian;
    double *places = ARENA_ARRAY(mem, double, POSE_NUMBERS * frames + 1),
           *rows = ARENA_ARRAY(mem, double, (size_t)s->outputs * n + 1),
           *follows = ARENA_ARRAY(mem, double, (size_t)n * joints + 1),
           *bias = ARENA_ARRAY(mem, double, n + 1);
    const passes_settings *passes = from->plan.passes;
    TRY(function_numbers_make(mem, passes, from->plan.forms, FUNCTION_POSITION, NULL, &position,
                              d));
    TRY(function_numbers_make(mem, passes, from->plan.forms, FUNCTION_JACOBIAN, NULL, &jacobian,
                              d));
    TRY(slopes_follow(from, follows, bias, d));
    (void)function_numbers_run(&position, &state); /* nothing is solved for there */
    (void)function_numbers_run(&jacobian, &state);
    function_numbers_take(&position, OUTPUT_ORIGIN, places);
    function_numbers_take_matrix(&jacobian, OUTPUT_LINEAR_JACOBIAN, n, rows);
    function_numbers_take_matrix(&jacobian, OUTPUT_ANGULAR_JACOBIAN, n, rows);
    name_frames(mem, s);
    for (uint32_t i = 0; i < s->outputs; i++) {
        const uint32_t frame = i / FRAME_ROWS, row = i % FRAME_ROWS;
        s->y[i] = row < 3 ? places[POSE_NUMBERS * frame + row] : 0;
        for (uint32_t c = 0; c < joints; c++)
            for (uint32_t k = 0; k < n; k++)
                s->c[(size_t)i * s->states + c] +=
                    rows[(size_t)i * n + k] * follows[(size_t)k * joints + c];
    }
    return STATUS_OK;
}

static void take_states_out(linear_system *s)
{
    s->output = s->state;
    memcpy(s->y, s->x, s->states * sizeof *s->y);
    for (uint32_t i = 0; i < s->states; i++)
        s->c[(size_t)i * s->states + i] = 1;
}

status linear_system_make(arena *mem, slopes *from, linear_system *out, diag *d)
{
    const tree *t = from->motion.t;
    linear_system *s = out;
    *s = (linear_system){.robot = t->name, .from = from,
                         .states = 2 * from->count + from->of_states.count};
    s->outputs = t->frames_count ? FRAME_ROWS * t->frames_count : s->states;
    choose_inputs(mem, s);
    const struct {
        double **of;
        size_t count;
    } each[] = {{&s->x, s->states}, {&s->u, s->inputs}, {&s->y, s->outputs},
                {&s->affine, s->states}, {&s->a, (size_t)s->states * s->states},
                {&s->b, (size_t)s->states * s->inputs}, {&s->c, (size_t)s->outputs * s->states},
                {&s->d, (size_t)s->outputs * s->inputs}};
    for (uint32_t k = 0; k < sizeof each / sizeof each[0]; k++)
        *each[k].of = ARENA_ARRAY(mem, double, each[k].count + 1);
    name_all(mem, s);
    take_state(s);
    take_law_states(s);
    if (t->frames_count)
        TRY(take_frames(mem, s, from, d));
    else
        take_states_out(s);
    return linear_modes(mem, s->a, from->count, s->states, s->robot, &s->modes, &s->modes_count,
                        d);
}

/* ---- steps ----------------------------------------------------------------------------------- */

status linear_system_step(arena *mem, linear_system *s, double step_s, diag *d)
{
    const uint32_t n = s->states, m = s->inputs, size = n + m + 1;
    double *whole = ARENA_ARRAY(mem, double, (size_t)size * size + 1);
    for (uint32_t i = 0; i < n; i++) {
        double *row = whole + (size_t)i * size;
        for (uint32_t k = 0; k < n; k++)
            row[k] = step_s * s->a[(size_t)i * n + k];
        for (uint32_t k = 0; k < m; k++)
            row[n + k] = step_s * s->b[(size_t)i * m + k];
        row[n + m] = step_s * s->affine[i];
    }
    if (!exponential(mem, whole, size))
        return diag_error(d, (place){0}, "--step %g is too long: in that time the linear system "
                                         "grows beyond all numbers", step_s);
    for (uint32_t i = 0; i < n; i++) {
        const double *row = whole + (size_t)i * size;
        memcpy(s->a + (size_t)i * n, row, n * sizeof *row);
        memcpy(s->b + (size_t)i * m, row + n, m * sizeof *row);
        s->affine[i] = row[n + m];
    }
    s->step_s = step_s;
    return STATUS_OK;
}
