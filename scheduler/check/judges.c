/* SPDX-License-Identifier: MIT */
/* The judges of all functions, and what they share. */
#include "check/check_closed.h"

#include "check/check.h"

check_judge *const CHECK_JUDGES[] = {
#define FUNCTION(id, name, title, call, results, about, judge, arrays) check_judge_##judge,
#include "machine/functions.def"
#undef FUNCTION
};

/* ---- comparisons ----------------------------------------------------------------------------- */

static uint32_t columns_of(const check_judging *j, word_array a)
{
    const word_owner columns = WORD_ARRAY[a].columns;
    return columns == OWNER_NONE ? 1 : j->owners[columns];
}

check_cell *check_cell_at(check_judging *j, word_array a, uint32_t row, uint32_t column)
{
    return &j->cells[a][row * columns_of(j, a) + column];
}

/* Of an error that is not lost in what evaluation leaves of its digits. */
static double limit_of(check_measure m)
{
    const double of_terms = CHECK_ALLOWED * m.size;
    const double of_constants = CHECK_ROUNDINGS * (DBL_EPSILON * m.size + m.spread);
    return fmax(fmin(of_terms, of_constants), CHECK_ROUNDINGS * DBL_EPSILON * m.whole);
}

void check_sides(check_judging *j, word_array a, uint32_t row, uint32_t column, doubled is,
                 doubled must, check_measure m)
{
    check_cell *cell = check_cell_at(j, a, row, column);
    const double limit = limit_of(m), off = fabs(doubled_sub(is, must).hi);
    const double more = off <= m.bound ? 0 : off - m.bound;
    const double excess = more > 0 ? more / limit : 0;
    cell->judged = true;
    if (!isfinite(m.size) || !isfinite(m.whole)) { /* what overflows measures nothing */
        j->undecided = true;
        return;
    }
    if (isnan(off) || isnan(excess) || (!(m.bound <= limit / 8) && m.bound != 0))
        j->undecided = true;
    if (excess > j->worst.excess || (excess == 0 && !j->worst.what && cell->of)) {
        const char *what = cell->of ? cell->of->name
                                    : arena_printf(j->mem, "%s[%u,%u]", WORD_ARRAY[a].name, row,
                                                   column);
        j->worst = (check_difference){what, is, must, fmax(m.size, m.whole),
                                       more > 0 ? more / fmax(m.size, m.whole) : 0, excess};
    }
}

void check_number(check_judging *j, word_array a, uint32_t row, uint32_t column, doubled must,
                  double size, double whole)
{
    const check_cell *c = check_cell_at(j, a, row, column);
    check_sides(j, a, row, column, c->value, must,
                (check_measure){c->bound, c->spread, size, whole});
}

void check_equation(check_judging *j, word_array a, uint32_t row, uint32_t column, doubled is,
                    doubled must, double bound, double size)
{
    check_sides(j, a, row, column, is, must, (check_measure){bound, INFINITY, size, 0});
}

void check_compare(check_judging *j, word_array a, uint32_t row, uint32_t column, doubled must,
                   double size)
{
    const check_cell *cell = check_cell_at(j, a, row, column);
    check_equation(j, a, row, column, cell->value, must, cell->bound, size);
}

/* ---- what they share ------------------------------------------------------------------------- */

const amount *check_mass_here(check_judging *j)
{
    const uint32_t n = j->m->freedoms;
    amount *mass = ARENA_ARRAY(j->mem, amount, (size_t)n * n + 1);
    check_mass(j->mem, j->s, mass);
    return mass;
}

double check_mass_size(const amount *mass, uint32_t n, uint32_t row, uint32_t column)
{
    const double both = sqrt(mass[row * n + row].size * mass[column * n + column].size);
    return fmax(both, fmax(mass[row * n + column].size, mass[column * n + row].size));
}

void check_torque_slopes(check_judging *j, amount *by, amount *torque)
{
    arena mem = arena_make(); /* there are many of them */
    by->slope = doubled_of(1);
    by->slope_size = 1;
    check_state_settle(j->s);
    check_torques(&mem, j->s, torque);
    by->slope = doubled_of(0);
    by->slope_size = 0;
    check_state_settle(j->s);
    arena_free(&mem);
}

amount *check_rate_of(check_state *s, uint32_t freedom)
{
    const uint32_t of_free = 6 * s->m->free_count, part = freedom % 6;
    if (freedom >= of_free)
        return &s->of[ARRAY_QD][freedom - of_free];
    return part < 3 ? NULL : &s->of[ARRAY_FREE_MOTION][9 * (freedom / 6) + part - 3];
}
