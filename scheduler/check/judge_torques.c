/* SPDX-License-Identifier: MIT */
/* Torques, mass matrices and derivatives of torques: compared number by number. */
#include "check/check_judge.h"

#include "check/check.h"

static void compare_torques(check_judging *j, const amount *torque)
{
    const uint32_t of_free = 6 * j->m->free_count;
    for (uint32_t k = 0; k < j->m->freedoms; k++)
        if (k < of_free)
            check_number(j, ARRAY_WRENCH, k, 0, torque[k].value, torque[k].size, 0);
        else
            check_number(j, ARRAY_TAU, k - of_free, 0, torque[k].value, torque[k].size, 0);
}

void check_judge_torques(check_judging *j)
{
    amount *torque = ARENA_ARRAY(j->mem, amount, j->m->freedoms + 1);
    check_torques(j->mem, j->s, torque);
    compare_torques(j, torque);
}

static void compare_mass(check_judging *j, const amount *mass)
{
    const uint32_t n = j->m->freedoms;
    for (uint32_t r = 0; r < n; r++)
        for (uint32_t c = 0; c <= r; c++) {
            const check_cell *cell = check_cell_at(j, ARRAY_MASS, r, c);
            const double size = check_mass_size(mass, n, r, c);
            const double terms = fmax(mass[r * n + c].size, mass[c * n + r].size);
            const bool is_zero = cell->value.hi == 0 && cell->bound == 0;
            check_number(j, ARRAY_MASS, r, c, mass[r * n + c].value, is_zero ? terms : size, size);
        }
}

void check_judge_mass(check_judging *j)
{
    compare_mass(j, check_mass_here(j));
}

void check_judge_mass_and_bias(check_judging *j)
{
    check_judge_mass(j);
    check_judge_torques(j);
}

/* ---- derivatives ----------------------------------------------------------------------------- */

static void compare_column(check_judging *j, word_array a, uint32_t column, const amount *torque)
{
    for (uint32_t r = 0; r < j->m->freedoms; r++)
        check_number(j, a, r, column, torque[r].slope, torque[r].slope_size, torque[r].size);
}

void check_judge_torque_derivatives(check_judging *j)
{
    const uint32_t n = j->m->freedoms;
    amount *torque = ARENA_ARRAY(j->mem, amount, n + 1);
    compare_mass(j, check_mass_here(j));
    for (uint32_t c = 0; c < j->m->coordinates_count; c++) {
        check_torque_slopes(j, &j->s->of[ARRAY_Q][c], torque);
        compare_column(j, ARRAY_TAU_Q, c, torque);
    }
    for (uint32_t c = 0; c < n; c++) {
        amount *rate = check_rate_of(j->s, c);
        for (uint32_t r = 0; r < n; r++)
            torque[r] = amount_of(0);
        if (rate)
            check_torque_slopes(j, rate, torque);
        compare_column(j, ARRAY_TAU_QD, c, torque);
    }
}

/* ---- second derivatives ---------------------------------------------------------------------- */

/* By differences of the first ones, which dual numbers give: 2^-33 leaves 1e-20 of higher
 * derivatives, and roundings as much. */
static const double STEP = 0x1p-33;

typedef struct {
    doubled value;
    double size, whole;
} second_slope;

/* Of each torque, by a and b. */
static void second_slopes(check_judging *j, amount *a, amount *b, amount *torque,
                          second_slope *out)
{
    const amount at = *b;
    for (int sign = 1; sign >= -1; sign -= 2) {
        b->value = doubled_add(at.value, doubled_of(sign * STEP));
        check_torque_slopes(j, a, torque);
        for (uint32_t k = 0; k < j->m->freedoms; k++) {
            second_slope *to = &out[k];
            const doubled part = doubled_multiply(torque[k].slope, doubled_of(sign / (2 * STEP)));
            to->value = sign > 0 ? part : doubled_add(to->value, part);
            to->size = to->whole = torque[k].slope_size + torque[k].size;
        }
        *b = at;
    }
}

/* A column of a tensor of torques; NULL: nothing depends on what it is derived by. */
static void judge_second(check_judging *j, word_array array, uint32_t column, amount *a, amount *b)
{
    const uint32_t n = j->m->freedoms;
    amount *torque = ARENA_ARRAY(j->mem, amount, n + 1);
    second_slope *second = ARENA_ARRAY(j->mem, second_slope, n + 1);
    if (a && b)
        second_slopes(j, a, b, torque, second);
    for (uint32_t k = 0; k < n; k++)
        check_number(j, array, k, column, second[k].value, second[k].size, second[k].whole);
}

/* What entries of the mass matrix change by. */
static void judge_mass_changes(check_judging *j)
{
    const uint32_t n = j->m->freedoms;
    for (uint32_t c = 0; c < j->m->coordinates_count; c++) {
        amount *q = &j->s->of[ARRAY_Q][c];
        q->slope = doubled_of(1);
        q->slope_size = 1;
        check_state_settle(j->s);
        const amount *mass = check_mass_here(j);
        q->slope = doubled_of(0);
        q->slope_size = 0;
        check_state_settle(j->s);
        for (uint32_t row = 0, pair = 0; row < n; row++)
            for (uint32_t k = 0; k <= row; k++, pair++) {
                const amount *entry = &mass[row * n + k];
                const double size = check_mass_size(mass, n, row, k);
                check_number(j, ARRAY_MASS_Q, pair, c, entry->slope,
                             entry->slope_size == 0 ? 0 : fmax(entry->slope_size, size), size);
            }
    }
}

void check_judge_torque_second_derivatives(check_judging *j)
{
    const uint32_t n = j->m->freedoms, joints = j->m->coordinates_count;
    amount *q = j->s->of[ARRAY_Q];
    for (uint32_t a = 0, pair = 0; a < joints; a++)
        for (uint32_t b = 0; b <= a; b++, pair++)
            judge_second(j, ARRAY_TAU_Q_Q, pair, &q[a], &q[b]);
    for (uint32_t a = 0; a < joints; a++)
        for (uint32_t k = 0; k < n; k++)
            judge_second(j, ARRAY_TAU_Q_QD, a * n + k, check_rate_of(j->s, k), &q[a]);
    for (uint32_t a = 0, pair = 0; a < n; a++)
        for (uint32_t b = 0; b <= a; b++, pair++)
            judge_second(j, ARRAY_TAU_QD_QD, pair, check_rate_of(j->s, a),
                         check_rate_of(j->s, b));
    judge_mass_changes(j);
}
