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
