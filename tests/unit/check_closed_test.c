/* SPDX-License-Identifier: MIT */
/* What the second opinion on closed loops stands on: small systems, choices of rows and blocks,
 * rows of constraints and their derivatives, closed states. */
#include "unit/check_fixture.h"

#include "check/closed_draw.h"

#include <math.h>
#include <stdlib.h>

/* ---- systems --------------------------------------------------------------------------------- */

enum { N = 7 };

static double number(uint32_t i, uint32_t k)
{
    return sin(1 + 3.7 * i + 1.3 * k * k) + (i == k ? 0.5 : 0);
}

/* Residuals are those of doubled numbers, not of doubles; of both directions. */
static void systems_are_solved_to_the_last_figures(void **state)
{
    (void)state;
    arena mem = arena_make();
    doubled a[N * N], x[2][N];
    closed_factors f;
    for (uint32_t i = 0; i < N * N; i++)
        a[i] = doubled_of(number(i / N, i % N));
    assert_true(closed_factor(&mem, a, N, &f));
    for (uint32_t i = 0; i < N; i++)
        x[0][i] = x[1][i] = doubled_of(1 + i);
    closed_solve(&f, x[0]);
    closed_solve_transposed(&f, x[1]);
    for (uint32_t i = 0; i < N; i++) {
        doubled left[2] = {doubled_of(-1.0 - i), doubled_of(-1.0 - i)};
        for (uint32_t k = 0; k < N; k++) {
            left[0] = doubled_add(left[0], doubled_multiply(a[i * N + k], x[0][k]));
            left[1] = doubled_add(left[1], doubled_multiply(a[k * N + i], x[1][k]));
        }
        assert_true(fabs(left[0].hi) < 1e-29 && fabs(left[1].hi) < 1e-29);
    }
    arena_free(&mem);
}

/* What errors of the right side may change is what it is for one that changes. */
static void spreads_bound_what_changes(void **state)
{
    (void)state;
    arena mem = arena_make();
    doubled a[N * N], x[N] = {{0, 0}};
    double size[N] = {0};
    closed_factors f;
    for (uint32_t i = 0; i < N * N; i++)
        a[i] = doubled_of(number(i / N, i % N));
    assert_true(closed_factor(&mem, a, N, &f));
    for (uint32_t transposed = 0; transposed < 2; transposed++) {
        for (uint32_t i = 0; i < N; i++) {
            x[i] = doubled_of(i == 3 ? -2 : 0);
            size[i] = i == 3 ? 2 : 0;
        }
        if (transposed)
            closed_solve_transposed(&f, x);
        else
            closed_solve(&f, x);
        closed_spread(&f, transposed, size);
        for (uint32_t i = 0; i < N; i++)
            assert_true(fabs(fabs(x[i].hi) - size[i]) < 1e-13 * size[i]);
    }
    arena_free(&mem);
}

static void singular_systems_are_refused(void **state)
{
    (void)state;
    arena mem = arena_make();
    const doubled a[4] = {{1, 0}, {2, 0}, {2, 0}, {4, 0}};
    closed_factors f;
    assert_false(closed_factor(&mem, a, 2, &f));
    arena_free(&mem);
}

static void independent_rows_are_counted(void **state)
{
    (void)state;
    arena mem = arena_make();
    const double a[4 * 3] = {1, 2, 0, 1e-3, 2e-3, 1e-9, 0, 0, 5, 1, 2, 5};
    uint32_t row[4], column[4];
    assert_int_equal(closed_pivots(&mem, a, 4, 3, 1e-4, row, column), 2);
    assert_int_equal(closed_pivots(&mem, a, 4, 3, 1e-8, row, column), 2);
    const double b[2 * 3] = {1, 2, 0, 1, 2, 1e-6};
    assert_int_equal(closed_pivots(&mem, b, 2, 3, 1e-5, row, column), 1);
    assert_int_equal(closed_pivots(&mem, b, 2, 3, 1e-7, row, column), 2);
    arena_free(&mem);
}

/* Row 0 alone; rows 1 and 3 together, after it; row 2 after all. */
static void blocks_are_those_of_the_pattern(void **state)
{
    (void)state;
    arena mem = arena_make();
    const bool pattern[16] = {0, 1, 0, 0, /**/ 1, 1, 0, 1, /**/ 1, 0, 1, 0, /**/ 1, 0, 0, 1};
    const bool singular[4] = {1, 0, 1, 0};
    uint32_t block[4];
    assert_true(closed_blocks(&mem, pattern, 4, block));
    assert_int_equal(block[1], block[3]);
    assert_true(block[0] != block[1] && block[0] != block[2] && block[1] != block[2]);
    assert_false(closed_blocks(&mem, singular, 2, block));
    arena_free(&mem);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const char *const PATH[] = {
    "robots/loops/slider_crank.urdf", "robots/loops/delta.urdf", "robots/stewart.urdf",
    "tests/loops/bennett.urdf", "tests/loops/carried.urdf", "robots/car54.urdf"};
enum { PATHS = sizeof PATH / sizeof *PATH };

typedef struct {
    subject s;
    check_model m;
    closed_rows rows;
    check_state at;
    closed_search search;
} loops;

static void open_loops(const char *path, loops *l)
{
    const char *why_not;
    l->s = subject_make(FUNCTION_CLOSURE);
    l->s.d = diag_make(&l->s.mem);
    assert_int_equal(passes_tree(&l->s.mem, path, &l->s.how, &l->s.f, &l->s.d), STATUS_OK);
    assert_true(check_model_make(&l->s.mem, &l->s.f.robot, &l->s.f.options, &l->m, &why_not));
    l->rows = closed_rows_make(&l->s.mem, &l->m);
    l->at = check_state_make(&l->s.mem, &l->m);
    check_state_settle(&l->at);
    l->search = closed_search_make(&l->s.mem, &l->rows, &l->at);
    assert_non_null(l->search.home);
}

/* Rotations of files are orthogonal to the last figure of a double. */
static void assert_is(doubled is, doubled must, double size)
{
    assert_true(fabs(doubled_sub(is, must).hi) <= 1e-15 * (1 + size));
}

/* J qd and J qdd + quadratic, entry by entry; in closed states rates are the slopes of values along
 * the motion, and second derivatives those of rates, by dual numbers. */
static void rows_are_derivatives_of_each_other(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < PATHS; n++) {
        loops l;
        uint64_t seed = 7;
        open_loops(PATH[n], &l);
        check_state_draw(&l.at, &seed);
        assert_true(check_closed_draw(&l.search, &seed));
        const check_state *s = &l.at;
        const uint32_t columns = l.rows.columns;
        for (uint32_t c = 0; c < columns; c++) {
            s->of[ARRAY_Q][c].slope = s->of[ARRAY_QD][c].value;
            s->of[ARRAY_QD][c].slope = s->of[ARRAY_QDD][c].value;
            s->of[ARRAY_Q][c].slope_size = s->of[ARRAY_QD][c].slope_size = 10;
        }
        check_state_settle(&l.at);
        closed_rows_at(&l.rows, s, &l.search.v);
        for (uint32_t r = 0; r < l.rows.count; r++) {
            const closed_row_values *v = &l.search.v;
            doubled rate = doubled_of(0);
            for (uint32_t c = 0; c < columns; c++)
                rate = doubled_add(rate, doubled_multiply(v->entry[r * columns + c].value,
                                                          s->of[ARRAY_QD][c].value));
            assert_is(v->rate[r].value, rate, v->rate[r].size);
            assert_is(v->value[r].slope, v->rate[r].value, v->value[r].slope_size);
            assert_is(v->rate[r].slope, v->acceleration[r].value, v->rate[r].slope_size);
        }
        subject_free(&l.s);
    }
}

/* To the last figures, all rows: those that the equations leave out, too. Opened again, they are
 * off by about 1/32. */
static void states_are_closed(void **state)
{
    (void)state;
    for (uint32_t n = 0; n < PATHS; n++) {
        loops l;
        uint64_t seed = 3;
        double last = NAN;
        open_loops(PATH[n], &l);
        assert_false(check_closed_open(&l.search, &seed)); /* none was drawn */
        for (uint32_t k = 0; k < 4; k++) {
            double most = 0;
            check_state_draw(&l.at, &seed);
            assert_true(check_closed_draw(&l.search, &seed));
            assert_true(l.at.of[ARRAY_Q][0].value.hi != last); /* another one */
            last = l.at.of[ARRAY_Q][0].value.hi;
            for (uint32_t r = 0; r < l.rows.count; r++) {
                const amount h = l.search.v.value[r], rate = l.search.v.rate[r];
                assert_true(fabs(h.value.hi) <= 1e-15 * h.size);
                assert_true(fabs(rate.value.hi) <= 1e-14 * rate.size);
            }
            assert_true(check_closed_open(&l.search, &seed));
            closed_rows_at(&l.rows, &l.at, &l.search.v);
            for (uint32_t r = 0; r < l.rows.count; r++)
                most = fmax(most, fabs(l.search.v.value[r].value.hi));
            assert_true(most > 1e-3 && most < 1);
        }
        subject_free(&l.s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(systems_are_solved_to_the_last_figures),
        cmocka_unit_test(spreads_bound_what_changes),
        cmocka_unit_test(singular_systems_are_refused),
        cmocka_unit_test(independent_rows_are_counted),
        cmocka_unit_test(blocks_are_those_of_the_pattern),
        cmocka_unit_test(rows_are_derivatives_of_each_other),
        cmocka_unit_test(states_are_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
