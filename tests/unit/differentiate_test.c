/* SPDX-License-Identifier: MIT */
/* Derivatives of nets against differences of their values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>

#include "algebra/differentiate.h"
#include "random_tree.h"

enum { INPUTS = 5, RESULTS = 4, MOST_VARIABLES = 30 };

typedef struct {
    net n;
    sym input[INPUTS], result[RESULTS];
} random_net;

static poly pick(random_net *r, const poly *made, uint32_t count, uint64_t *state)
{
    uint32_t which = random_below(state, INPUTS + count);
    return which < INPUTS ? poly_symbol(&r->n, r->input[which]) : made[which - INPUTS];
}

/* Sums of products up to squares, and every call; arguments of calls stay away from their edges.
 * Variables are near 1, so that nothing grows with the length of the net. */
static random_net make_net(arena *mem, uint64_t *state)
{
    random_net r = {.n = net_make(mem)};
    net *n = &r.n;
    for (int i = 0; i < INPUTS; i++)
        r.input[i] = net_input(n, arena_printf(mem, "in%d", i));
    poly made[MOST_VARIABLES];
    uint32_t count = RESULTS + random_below(state, MOST_VARIABLES - RESULTS);
    for (uint32_t k = 0; k < count; k++) {
        poly sum = poly_number(n, 0.5), safe;
        for (uint32_t t = 1 + random_below(state, 3); t > 0; t--) {
            poly product = poly_multiply(n, pick(&r, made, k, state), pick(&r, made, k, state));
            sum = poly_add(n, sum, poly_scale(n, product, random_in(state, -0.3, 0.3)));
        }
        sum = net_assign(n, NULL, sum);
        safe = poly_add(n, poly_multiply(n, sum, sum), poly_number(n, 1));
        uint32_t kind = random_below(state, 2 * CALL_KINDS);
        made[k] = kind < CALL_KINDS ? net_call(n, NULL, (call_kind)kind, safe, sum) : sum;
        if (k >= count - RESULTS)
            r.result[k - (count - RESULTS)] = net_output(n, "out", made[k]);
    }
    return r;
}

static void evaluate(const net *n, arena *mem, double *values)
{
    sym *order;
    uint32_t count = net_order(n, mem, &order);
    net_evaluate(n, order, count, values);
}

/* A central difference of fourth order: its own error is about h^4, and what rounding leaves of a
 * difference over h: with h = 1e-3 some 1e-12 of the values. */
static double difference(const random_net *r, uint32_t which, uint32_t input, const double *at)
{
    const double h = 1e-3, step[4] = {-2, -1, 1, 2}, weight[4] = {1, -8, 8, -1};
    arena mem = arena_make();
    double *values = ARENA_ARRAY(&mem, double, r->n.symbols_count), sum = 0;
    for (int k = 0; k < 4; k++) {
        for (int i = 0; i < INPUTS; i++)
            values[r->input[i]] = at[i];
        values[r->input[input]] += step[k] * h;
        evaluate(&r->n, &mem, values);
        sum += weight[k] * values[r->result[which]] / (12 * h);
    }
    arena_free(&mem);
    return sum;
}

static void judge(const random_net *r, elimination how, const double *at, uint64_t *cases)
{
    arena mem = arena_make();
    random_net d = *r;
    d.n = net_move(&r->n, &mem);
    parameter by[INPUTS];
    for (int i = 0; i < INPUTS; i++) {
        input_slope *one = ARENA_ARRAY(&mem, input_slope, 1);
        *one = (input_slope){r->input[i], poly_number(&d.n, 1)};
        by[i] = (parameter){one, 1, 1};
    }
    poly partial[RESULTS * INPUTS];
    net_differentiate(&d.n, d.result, RESULTS, by, INPUTS, how, partial);
    sym out[RESULTS * INPUTS];
    for (int k = 0; k < RESULTS * INPUTS; k++)
        out[k] = net_output(&d.n, "partial", partial[k]);
    double *values = ARENA_ARRAY(&mem, double, d.n.symbols_count);
    for (int i = 0; i < INPUTS; i++)
        values[r->input[i]] = at[i];
    evaluate(&d.n, &mem, values);
    for (uint32_t k = 0; k < RESULTS; k++)
        for (uint32_t i = 0; i < INPUTS; i++) {
            double want = difference(r, k, i, at), got = values[out[k * INPUTS + i]];
            if (fabs(got - want) > 1e-9 * (1 + fabs(want)))
                fail_msg("order %d: %.17g, difference %.17g", how, got, want);
            ++*cases;
        }
    arena_free(&mem);
}

static void every_order_of_elimination_meets_differences(void **unused)
{
    (void)unused;
    uint64_t state = 17, cases = 0;
    for (int round = 0; round < 60; round++) {
        arena mem = arena_make();
        random_net r = make_net(&mem, &state);
        double at[INPUTS];
        for (int i = 0; i < INPUTS; i++)
            at[i] = random_in(&state, -1, 1);
        for (int how = ELIMINATE_FORWARD; how <= ELIMINATE_CHEAPEST; how++)
            judge(&r, (elimination)how, at, &cases);
        arena_free(&mem);
    }
    assert_int_equal(cases, 60 * 3 * RESULTS * INPUTS);
}

static parameter one_input(arena *mem, net *n, sym input)
{
    parameter p = {0};
    *ARENA_PUSH(mem, &p, seeds) = (input_slope){input, poly_number(n, 1)};
    return p;
}

static void what_does_not_depend_has_no_derivative(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    net n = net_make(&mem);
    sym x = net_input(&n, "x"), y = net_input(&n, "y");
    poly square = poly_multiply(&n, poly_symbol(&n, x), poly_symbol(&n, x));
    sym of_x = net_output(&n, "of_x", square), constant = net_output(&n, "c", poly_number(&n, 3));
    parameter by[2] = {one_input(&mem, &n, x), one_input(&mem, &n, y)};
    sym results[2] = {of_x, constant};
    poly partial[4];
    uint32_t before = n.symbols_count;
    net_differentiate(&n, results, 2, by, 2, ELIMINATE_REVERSE, partial);
    assert_int_equal(partial[0].count, 1); /* 2 x */
    for (int k = 1; k < 4; k++)
        assert_int_equal(partial[k].count, 0);
    assert_true(n.symbols_count <= before + 1); /* nothing was defined for them either */
    arena_free(&mem);
}

static void a_result_that_others_use_keeps_its_derivative(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    net n = net_make(&mem);
    sym x = net_input(&n, "x");
    poly square = poly_multiply(&n, poly_symbol(&n, x), poly_symbol(&n, x));
    sym first = net_output(&n, "first", square);
    poly fourth = poly_multiply(&n, poly_symbol(&n, first), poly_symbol(&n, first));
    sym results[2] = {first, net_output(&n, "second", fourth)};
    parameter by = one_input(&mem, &n, x);
    for (int how = ELIMINATE_FORWARD; how <= ELIMINATE_CHEAPEST; how++) {
        poly partial[2];
        net_differentiate(&n, results, 2, &by, 1, (elimination)how, partial);
        double values[64] = {0};
        sym out[2] = {net_output(&n, "p", partial[0]), net_output(&n, "q", partial[1])};
        values[x] = 3;
        assert_true(n.symbols_count <= 64);
        evaluate(&n, &mem, values);
        assert_true(values[out[0]] == 6);
        assert_true(values[out[1]] == 108);
    }
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_order_of_elimination_meets_differences),
        cmocka_unit_test(what_does_not_depend_has_no_derivative),
        cmocka_unit_test(a_result_that_others_use_keeps_its_derivative),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
