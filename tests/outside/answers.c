/* SPDX-License-Identifier: MIT */
#include "answers.h"

#include <float.h>
#include <math.h>
#include <string.h>

struct answers {
    const trial_libraries *l;
    const trial *t;
    uint32_t library;
    uint32_t base, coordinates, freedoms; /* 0 or 6, and together */
    uint32_t joints, joint_freedoms;      /* followers among them */
    opinion_state now;
    double *q, *qd, *qdd;                 /* of the coordinates; now is made from them */
    double *words, *torque, *raw, *square, *matrix, *solved, *left, *right;
    long double *factor;
    double loss;
};

answers *answers_make(arena *mem, const trial_libraries *l, const trial *t, uint32_t library)
{
    answers *a = ARENA_ARRAY(mem, answers, 1);
    *a = (answers){.l = l, .t = t, .library = library};
    a->base = t->request.floating_base ? 6 : 0;
    a->coordinates = t->coordinates_count;
    a->freedoms = a->base + a->coordinates;
    a->joints = t->map.count;
    a->joint_freedoms = a->base + a->joints;
    size_t most = (size_t)a->joint_freedoms + 6, frames = t->request.frames_count + 1;
    a->q = ARENA_ARRAY(mem, double, most);
    a->qd = ARENA_ARRAY(mem, double, most);
    a->qdd = ARENA_ARRAY(mem, double, most);
    a->words = ARENA_ARRAY(mem, double, 4 * most);
    a->torque = ARENA_ARRAY(mem, double, most);
    a->raw = ARENA_ARRAY(mem, double, most);
    a->left = ARENA_ARRAY(mem, double, most);
    a->right = ARENA_ARRAY(mem, double, most);
    a->square = ARENA_ARRAY(mem, double, most * most + 12 * frames * most);
    a->matrix = ARENA_ARRAY(mem, double, most * most);
    a->solved = ARENA_ARRAY(mem, double, most * most);
    a->factor = ARENA_ARRAY(mem, long double, most * most);
    return a;
}

/* --- states --------------------------------------------------------------------------------- */

/* Which of a state's numbers a function does not have. */
static const struct {
    const char *function;
    bool at_rest, unaccelerated;
} WITHOUT[] = {{"gravity", true, true}, {"bias", false, true}, {"mass-bias", false, true}};

static void zero(double *x, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        x[i] = 0;
}

/* Of a floating base acc stays: it is an input of all functions that have torques. */
static void take_state(answers *a, const char *function, size_t state)
{
    const trial *t = a->t;
    size_t n = a->coordinates;
    a->now = trial_state(t, state, a->words);
    memcpy(a->q, t->q + state * n, n * sizeof *a->q);
    memcpy(a->qd, t->qd + state * n, n * sizeof *a->qd);
    memcpy(a->qdd, t->qdd + state * n, n * sizeof *a->qdd);
    for (size_t k = 0; k < sizeof WITHOUT / sizeof *WITHOUT; k++) {
        if (strcmp(WITHOUT[k].function, function) != 0)
            continue;
        if (WITHOUT[k].at_rest) {
            zero(a->qd, a->coordinates);
            zero(a->now.omega, 3);
        }
        zero(a->qdd, a->coordinates);
        zero(a->now.omegad, 3);
    }
    trial_move(t, a->q, a->qd, a->qdd, a->words);
}

/* --- torques, masses, solutions ------------------------------------------------------------- */

/* Per freedom, in the state as it is. */
static void torques(answers *a, double *out)
{
    trial_move(a->t, a->q, a->qd, a->qdd, a->words);
    trial_torques(a->l, a->t, a->library, &a->now, a->torque, a->raw);
    for (uint32_t i = 0; i < a->freedoms; i++)
        out[i] = i < a->base ? a->raw[a->coordinates + i] : a->raw[i - a->base];
}

static bool ask(answers *a, opinion_question what, double *out)
{
    trial_move(a->t, a->q, a->qd, a->qdd, a->words);
    return a->l->list[a->library]->answer(a->t->opinions[a->library], what, &a->now, out);
}

/* The freedom that a joint's, or the base's, is part of, and with which ratio. */
static uint32_t folded(const answers *a, uint32_t freedom, double *ratio)
{
    *ratio = freedom < a->base ? 1 : a->t->map.ratio[freedom - a->base];
    return freedom < a->base ? freedom : a->base + a->t->map.coordinate[freedom - a->base];
}

/* Columns of joints onto those of coordinates, in `rows` rows; and the rows too. */
static void fold(const answers *a, const double *from, uint32_t rows, bool rows_too, double *to)
{
    uint32_t n = a->joint_freedoms;
    zero(to, (rows_too ? a->freedoms : rows) * a->freedoms);
    for (uint32_t row = 0; row < rows; row++)
        for (uint32_t column = 0; column < n; column++) {
            double by_row = 1, by_column;
            uint32_t at = rows_too ? folded(a, row, &by_row) : row;
            uint32_t place = at * a->freedoms + folded(a, column, &by_column);
            to[place] += by_row * by_column * from[row * n + column];
        }
}

static bool mass(answers *a, double *out)
{
    if (!ask(a, QUESTION_MASS, a->square))
        return false;
    fold(a, a->square, a->joint_freedoms, true, out);
    return true;
}

/* x = M^-1 x for so many columns, by Cholesky's factors in long double; false where a pivot is lost
 * in rounding. */
static bool solve(answers *a, const double *m, double *x, uint32_t columns)
{
    uint32_t n = a->freedoms;
    long double *l = a->factor;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j <= i; j++) {
            long double sum = m[i * n + j];
            for (uint32_t k = 0; k < j; k++)
                sum -= l[i * n + k] * l[j * n + k];
            if (i == j && !(sum > 1e-13L * fabs(m[i * n + i])))
                return false;
            l[i * n + j] = i == j ? sqrtl(sum) : sum / l[j * n + j];
        }
    for (uint32_t c = 0; c < columns; c++) {
        for (uint32_t i = 0; i < n; i++) {
            long double sum = x[i * columns + c];
            for (uint32_t k = 0; k < i; k++)
                sum -= l[i * n + k] * x[k * columns + c];
            x[i * columns + c] = (double)(sum / l[i * n + i]);
        }
        for (uint32_t i = n; i-- > 0;) {
            long double sum = x[i * columns + c];
            for (uint32_t k = i + 1; k < n; k++)
                sum -= l[k * n + i] * x[k * columns + c];
            x[i * columns + c] = (double)(sum / l[i * n + i]);
        }
    }
    return true;
}

/* A call that knows no followers serves where there are none. */
static bool ask_plain(answers *a, opinion_question what, double *out)
{
    return !answers_have_followers(a) && ask(a, what, out);
}

/* The largest sum of a column's absolute values, each divided by the roots of its row's and its
 * column's diagonal (or multiplied, for an inverse) where it is scaled. */
static double norm(const answers *a, const double *m, bool scaled, double power)
{
    double most = 0;
    for (uint32_t column = 0; column < a->freedoms; column++) {
        double sum = 0;
        for (uint32_t row = 0; row < a->freedoms; row++) {
            double diagonal = a->matrix[row * (a->freedoms + 1)] *
                              a->matrix[column * (a->freedoms + 1)];
            sum += fabs(m[row * a->freedoms + column]) * (scaled ? pow(diagonal, power) : 1);
        }
        most = fmax(most, sum);
    }
    return most;
}

/* Leaves M in a->matrix and its inverse in a->solved. */
static bool can_solve(answers *a)
{
    uint32_t n = a->freedoms;
    for (uint32_t i = 0; i < n * n; i++)
        a->solved[i] = i / n == i % n;
    return mass(a, a->matrix) && solve(a, a->matrix, a->solved, n);
}

/* A library's own call loses some roundings (seen: 4, by Pinocchio) times the condition of M; a
 * solution in long doubles only what the rounding of M's entries means, whose condition is that of
 * M with its diagonal made ones. Precondition: can_solve. */
static void note_loss(answers *a, bool by_call)
{
    enum { ROUNDINGS = 16 };
    double condition = norm(a, a->matrix, !by_call, -0.5) * norm(a, a->solved, !by_call, 0.5);
    a->loss = fmax(a->loss, (by_call ? ROUNDINGS : 1) * DBL_EPSILON * condition);
}

static bool minv(answers *a, double *out)
{
    if (!can_solve(a))
        return false;
    bool by_call = ask_plain(a, QUESTION_MINV, out);
    note_loss(a, by_call);
    if (!by_call)
        memcpy(out, a->solved, (size_t)a->freedoms * a->freedoms * sizeof *out);
    return true;
}

/* What tau and wrench of the state make of it: M^-1 (what drives - torques without
 * accelerations). */
static bool accelerations(answers *a, size_t state, double *out)
{
    if (!can_solve(a))
        return false;
    bool by_call = ask_plain(a, QUESTION_ACCELERATION, out);
    note_loss(a, by_call);
    if (by_call)
        return true;
    zero(a->qdd, a->coordinates);
    zero(a->now.omegad, 3);
    zero(a->now.acc, 3);
    torques(a, out);
    for (uint32_t i = 0; i < a->freedoms; i++) {
        double given = i < a->base ? a->t->wrench[6 * state + i]
                                   : a->t->tau[state * a->coordinates + i - a->base];
        out[i] = given - out[i];
    }
    return solve(a, a->matrix, out, 1);
}

/* --- derivatives ---------------------------------------------------------------------------- */

/* Adds weight x the torques with *x changed by `step` to a column. */
static void add_difference(answers *a, double *x, double step, double weight, uint32_t column,
                           uint32_t columns, double *out)
{
    double was = *x;
    *x = was + step;
    torques(a, a->left);
    *x = was;
    for (uint32_t i = 0; i < a->freedoms; i++)
        out[i * columns + column] += weight * a->left[i];
}

/* One evaluation on either side: weight x (f(x + step) - f(x - step)). */
typedef struct {
    double step, weight;
} stencil;

/* In the position of a joint torques are trigonometric polynomials of second degree (masses turn
 * twice, weights once): b1 sin + b2 sin 2x is their odd part, and b1 + 2 b2 the derivative. Those
 * that slide are polynomials of second degree. Exact, over steps where nothing cancels. */
static const stencil TURNS[] = {{1.57079632679489661923, 0.5 - 0.70710678118654752440},
                                {0.78539816339744830962, 1}},
                     SLIDES[] = {{1, 0.5}};
/* Several joints on one coordinate have other frequencies. Sixth order: the rest is step^6 / 140
 * times the seventh derivative, some 2000 times the torque, so 2e-13 of it; roundings of the
 * torques over the step are as much. */
static const stencil MIXED[] = {{5e-3, 3. / 4 / 5e-3}, {1e-2, -3. / 20 / 5e-3},
                                {1.5e-2, 1. / 60 / 5e-3}};

static const stencil *stencil_of(const answers *a, uint32_t coordinate, uint32_t *count)
{
    uint32_t joints = 0;
    bool turns = false;
    for (uint32_t i = 0; i < a->joints; i++)
        if (a->t->map.coordinate[i] == coordinate) {
            joints++;
            turns = a->t->map.joints[i].is_angle;
        }
    *count = joints > 1 ? 3 : turns ? 2 : 1;
    return joints > 1 ? MIXED : turns ? TURNS : SLIDES;
}

static void torques_by_q(answers *a, double *out)
{
    zero(out, a->freedoms * a->coordinates);
    for (uint32_t c = 0; c < a->coordinates; c++) {
        uint32_t count;
        const stencil *s = stencil_of(a, c, &count);
        for (uint32_t k = 0; k < count; k++) {
            add_difference(a, &a->q[c], s[k].step, s[k].weight, c, a->coordinates, out);
            add_difference(a, &a->q[c], -s[k].step, -s[k].weight, c, a->coordinates, out);
        }
    }
}

/* Torques are of second degree in velocities, so a central difference over any step is exact. Those
 * of a floating base along its axes change nothing: its acceleration is given. */
static void torques_by_qd(answers *a, double *out)
{
    zero(out, a->freedoms * a->freedoms);
    for (uint32_t c = a->base ? 3 : 0; c < a->freedoms; c++) {
        double *x = c < a->base ? &a->now.omega[c - 3] : &a->qd[c - a->base];
        add_difference(a, x, 1, 0.5, c, a->freedoms, out);
        add_difference(a, x, -1, -0.5, c, a->freedoms, out);
    }
}

static void torque_derivatives(answers *a, bool by_q, double *out)
{
    if (ask_plain(a, by_q ? QUESTION_TAU_Q : QUESTION_TAU_QD, out))
        return;
    if (by_q)
        torques_by_q(a, out);
    else
        torques_by_qd(a, out);
}

/* -M^-1 times the derivative of the torques at these accelerations, solved in long doubles: what a
 * library (Pinocchio) makes by a product with an inverse of its own is off by that inverse's error
 * times the torques', which cancel (car: 1.5e-9, where the product in long doubles of the same
 * library's matrices is right to 1e-10). */
static bool acceleration_derivatives(answers *a, bool by_q, size_t state, double *out)
{
    if (!can_solve(a))
        return false;
    uint32_t columns = by_q ? a->coordinates : a->freedoms;
    /* What velocities change is the same at all accelerations, and differences lose least at none:
     * those of a light wrist are thousands of rad/s^2. */
    if (!accelerations(a, state, a->right))
        return false;
    if (!by_q)
        zero(a->right, a->freedoms);
    memcpy(a->qdd, a->right + a->base, a->coordinates * sizeof *a->qdd);
    if (a->base) {
        memcpy(a->now.acc, a->right, 3 * sizeof *a->right);
        memcpy(a->now.omegad, a->right + 3, 3 * sizeof *a->right);
    }
    torque_derivatives(a, by_q, out);
    for (uint32_t i = 0; i < a->freedoms * columns; i++)
        out[i] = -out[i];
    return solve(a, a->matrix, out, columns);
}

/* --- arrays --------------------------------------------------------------------------------- */

/* The part of a vector by freedoms that coordinates have, or the floating base. */
static void take_part(const answers *a, const double *from, bool of_base, double *out)
{
    const double *at = of_base ? from : from + a->base;
    memcpy(out, at, (of_base ? a->base : a->coordinates) * sizeof *out);
}

double answers_loss(const answers *a)
{
    return a->loss;
}

bool answers_can_solve(answers *a, size_t state)
{
    take_state(a, "", state);
    return can_solve(a);
}

bool answers_have_followers(const answers *a)
{
    return a->coordinates != a->joints;
}

bool answers_know(word_array array)
{
    static const word_array KNOWN[] = {
        ARRAY_TAU,      ARRAY_WRENCH,   ARRAY_ACCELERATION, ARRAY_FREE_ACCELERATION,
        ARRAY_MASS,     ARRAY_MINV,     ARRAY_TAU_Q,        ARRAY_TAU_QD,
        ARRAY_QDD_Q,    ARRAY_QDD_QD,   ARRAY_POSE,         ARRAY_VELOCITY,
        ARRAY_JACOBIAN, ARRAY_FRAME_ACCELERATION};
    for (size_t i = 0; i < sizeof KNOWN / sizeof *KNOWN; i++)
        if (KNOWN[i] == array)
            return true;
    return false;
}

static bool jacobian(answers *a, double *out)
{
    if (!ask(a, QUESTION_JACOBIAN, a->square))
        return false;
    fold(a, a->square, 6 * a->t->request.frames_count, false, out);
    return true;
}

bool answers_get(answers *a, const char *function, word_array array, size_t state, double *out,
                 const char **why)
{
    *why = "its mass matrix cannot be solved";
    take_state(a, function, state);
    switch (array) {
    case ARRAY_TAU:
    case ARRAY_WRENCH:
        torques(a, a->right);
        take_part(a, a->right, array == ARRAY_WRENCH, out);
        return true;
    case ARRAY_ACCELERATION:
    case ARRAY_FREE_ACCELERATION:
        if (!accelerations(a, state, a->right))
            return false;
        take_part(a, a->right, array == ARRAY_FREE_ACCELERATION, out);
        return true;
    case ARRAY_MASS: return mass(a, out);
    case ARRAY_MINV: return minv(a, out);
    case ARRAY_TAU_Q: torque_derivatives(a, true, out); return true;
    case ARRAY_TAU_QD: torque_derivatives(a, false, out); return true;
    case ARRAY_QDD_Q: return acceleration_derivatives(a, true, state, out);
    case ARRAY_QDD_QD: return acceleration_derivatives(a, false, state, out);
    case ARRAY_POSE: return ask(a, QUESTION_POSE, out);
    case ARRAY_VELOCITY: return ask(a, QUESTION_VELOCITY, out);
    case ARRAY_FRAME_ACCELERATION: return ask(a, QUESTION_FRAME_ACCELERATION, out);
    case ARRAY_JACOBIAN: return jacobian(a, out);
    default: *why = "it is not known"; return false;
    }
}
