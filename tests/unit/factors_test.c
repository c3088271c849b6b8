/* SPDX-License-Identifier: MIT */
/* Factors of symmetric matrices: what they cost, that they solve, and where they end. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "algebra/factors.h"
#include "algebra/rewrite.h"

typedef bool coupling(uint32_t, uint32_t);

typedef struct {
    arena mem;
    net n;
    uint32_t count;
    const char **names;
    poly *lower, *right;
} bench;

/* A matrix and a right side of inputs: rows i > k have an entry where they couple. */
static bench bench_make(uint32_t count)
{
    bench t = {.mem = arena_make(), .count = count};
    t.names = ARENA_ARRAY(&t.mem, const char *, count);
    t.lower = ARENA_ARRAY(&t.mem, poly, factors_at(count, 0));
    t.right = ARENA_ARRAY(&t.mem, poly, count);
    return t;
}

static void bench_open(bench *t, coupling *couples)
{
    t->n = net_make(&t->mem);
    for (uint32_t i = 0; i < t->count; i++) {
        t->names[i] = arena_printf(&t->mem, "%u", i);
        for (uint32_t k = 0; k <= i; k++)
            if (i == k || couples(i, k))
                t->lower[factors_at(i, k)] = poly_symbol(&t->n, net_input(&t->n, "m"));
        t->right[i] = poly_symbol(&t->n, net_input(&t->n, "b"));
    }
}

static bool all(uint32_t i, uint32_t k)
{
    (void)i, (void)k;
    return true;
}

/* Rows of a tree with three branches of three on a trunk of two. */
static bool tree_of_branches(uint32_t i, uint32_t k)
{
    return k < 2 || (i - 2) / 3 == (k - 2) / 3;
}

static void write_solution(bench *t)
{
    factors f = factors_write(&t->mem, &t->n, t->lower, t->names, t->count);
    assert_int_equal(f.singular, t->count);
    factors_solve(&f, &t->n, t->right);
    for (uint32_t i = 0; i < t->count; i++)
        net_output(&t->n, arena_printf(&t->mem, "x%u", i), t->right[i]);
    net_sweep(&t->n);
}

/* [LOOPS A.3]: with unscaled entries kept, n divisions. */
static void a_dense_system_costs_what_the_law_says(void **unused)
{
    (void)unused;
    static const uint32_t size[] = {5, 10, 20, 50, 100},
                          cost[] = {100, 575, 3650, 47875, 358250};
    for (int i = 0; i < 5; i++) {
        bench t = bench_make(size[i]);
        bench_open(&t, all);
        write_solution(&t);
        net_cost c = net_count(&t.n);
        assert_int_equal(c.other, size[i]);
        assert_int_equal(net_cost_sum(c), cost[i]);
        arena_free(&t.mem);
    }
}

static void sharing_finds_nothing_to_save_and_breaks_nothing(void **unused)
{
    (void)unused;
    bench t = bench_make(20);
    bench_open(&t, all);
    write_solution(&t);
    net_share_parts(&t.n);
    assert_true(net_cost_sum(net_count(&t.n)) <= 3650);
    arena_free(&t.mem);
}

/* A tree fills in nothing: each branch of 3 costs what dense systems of 3 with 2 rows above do. */
static void a_tree_fills_in_nothing(void **unused)
{
    (void)unused;
    bench t = bench_make(11);
    bench_open(&t, tree_of_branches);
    factors f = factors_write(&t.mem, &t.n, t.lower, t.names, t.count);
    for (uint32_t i = 0; i < 11; i++)
        for (uint32_t k = i + 1; k < 11; k++)
            assert_int_equal(f.u[i * 11 + k].count, tree_of_branches(k, i));
    arena_free(&t.mem);
}

/* --- values -------------------------------------------------------------------------------- */

enum { ROWS = 11 };

static double at(const double *m, uint32_t i, uint32_t k)
{
    return i >= k ? m[factors_at(i, k)] : m[factors_at(k, i)];
}

/* Diagonally dominant, so that the residual is some roundings of numbers about 1. */
static void check_values(coupling *couples, bool inverse)
{
    bench t = bench_make(ROWS);
    bench_open(&t, couples);
    poly *inverted = NULL;
    double m[factors_at(ROWS, 0) + 1], b[ROWS], x[ROWS * ROWS], values[4096] = {0};
    if (inverse) {
        factors f = factors_write(&t.mem, &t.n, t.lower, t.names, ROWS);
        inverted = factors_invert(&t.mem, &f, &t.n);
        for (uint32_t i = 0; i < factors_at(ROWS, 0); i++)
            net_output(&t.n, arena_printf(&t.mem, "x%u", i), inverted[i]);
    } else {
        write_solution(&t);
    }
    sym *order;
    uint32_t count = net_order(&t.n, &t.mem, &order), seed = 5;
    assert_true(t.n.symbols_count < 4096);
    for (uint32_t i = 0, input = 0; i < ROWS; i++) {
        for (uint32_t k = 0; k <= i; k++) {
            bool there = i == k || couples(i, k);
            seed = seed * 1103515245 + 12345;
            double value = i == k ? 12 : (double)(seed >> 16 & 0x7fff) / 0x4000 - 1;
            m[factors_at(i, k)] = there ? value : 0;
            if (there)
                values[input++] = value;
        }
        values[input++] = b[i] = (double)i - 4;
    }
    net_evaluate(&t.n, order, count, values);
    for (sym s = 0; s < t.n.symbols_count; s++)
        if (t.n.symbols[s].kind == SYM_VARIABLE && t.n.symbols[s].is_output) {
            uint32_t which = 0;
            for (const char *c = t.n.symbols[s].name + 1; *c; c++)
                which = which * 10 + (uint32_t)(*c - '0');
            x[which] = values[s];
        }
    for (uint32_t i = 0; i < ROWS; i++)
        for (uint32_t k = 0; k < (inverse ? ROWS : 1); k++) {
            double sum = inverse ? (i == k ? -1 : 0) : -b[i];
            for (uint32_t p = 0; p < ROWS; p++)
                sum += at(m, i, p) * (inverse ? at(x, p, k) : x[p]);
            assert_true(fabs(sum) < 1e-13);
        }
    arena_free(&t.mem);
}

static void solutions_solve(void **unused)
{
    (void)unused;
    check_values(all, false);
    check_values(tree_of_branches, false);
}

static void inverses_invert(void **unused)
{
    (void)unused;
    check_values(all, true);
    check_values(tree_of_branches, true);
}

static void a_pivot_without_value_ends_it(void **unused)
{
    (void)unused;
    bench t = bench_make(3); /* zero by structure */
    bench_open(&t, all);
    t.lower[factors_at(1, 1)] = poly_zero();
    t.lower[factors_at(2, 1)] = poly_zero();
    assert_int_equal(factors_write(&t.mem, &t.n, t.lower, t.names, 3).singular, 1);
    t.lower[factors_at(2, 2)] = poly_number(&t.n, -1);
    assert_int_equal(factors_write(&t.mem, &t.n, t.lower, t.names, 3).singular, 2);
    /* two rows alike: 1/3 3 must not leave a unit of the last place */
    for (uint32_t k = 0; k < 3; k++)
        t.lower[factors_at(2, k)] = t.lower[factors_at(1, k > 0)] = poly_number(&t.n, 3.7);
    assert_int_equal(factors_write(&t.mem, &t.n, t.lower, t.names, 3).singular, 1);
    arena_free(&t.mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_dense_system_costs_what_the_law_says),
        cmocka_unit_test(sharing_finds_nothing_to_save_and_breaks_nothing),
        cmocka_unit_test(a_tree_fills_in_nothing),
        cmocka_unit_test(solutions_solve),
        cmocka_unit_test(inverses_invert),
        cmocka_unit_test(a_pivot_without_value_ends_it),
    };
    return cmocka_run_group_tests_name("factors", tests, NULL, NULL);
}
