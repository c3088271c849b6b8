/* SPDX-License-Identifier: MIT */
/* The expression graph: what simplifies on creation, and what the rewriter may do to it. */
#include <math.h>
#include <string.h>

#include "algebra/anneal.h"
#include "net_fixture.h"

static void numbers_meet_at_creation(void **unused)
{
    (void)unused;
    bench t;
    bench_open(&t);
    net *n = &t.n;
    poly zero = poly_sub(n, t.a, t.a);
    assert_int_equal(zero.count, 0);
    poly twice = poly_add(n, poly_add(n, poly_sub(n, t.a, t.b), t.a), t.b); /* a - b + a + b */
    assert_int_equal(twice.count, 1);
    assert_true(term_coefficient(n, &twice.terms[0]) == 2);
    poly same = poly_multiply(n, poly_number(n, 1), t.a);
    assert_int_equal(term_muls(&same.terms[0]), 0);
    assert_int_equal(poly_scale(n, t.a, 0).count, 0);
    arena_free(&t.mem);
}

static void equal_sums_are_one_variable_whatever_their_sign(void **unused)
{
    (void)unused;
    bench t;
    bench_open(&t);
    net *n = &t.n;
    poly first = net_assign(n, "x", poly_sub(n, t.a, t.b)),
         again = net_assign(n, "y", poly_sub(n, t.a, t.b));
    poly opposite = net_assign(n, "z", poly_sub(n, t.b, t.a));
    assert_int_equal(first.terms[0].factor[0], again.terms[0].factor[0]);
    assert_int_equal(first.terms[0].factor[0], opposite.terms[0].factor[0]);
    assert_false(again.terms[0].negative);
    assert_true(opposite.terms[0].negative);
    arena_free(&t.mem);
}

static void squares_of_sine_and_cosine_unite(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    net n = net_make(&mem);
    sym s = net_input(&n, "s"), c = net_input(&n, "c");
    n.symbols[s].trig_partner = c;
    n.symbols[c].trig_partner = s;
    poly sine = poly_symbol(&n, s), cosine = poly_symbol(&n, c),
         x = poly_symbol(&n, net_input(&n, "x"));
    poly sum = poly_add(&n, poly_multiply(&n, x, poly_multiply(&n, sine, sine)),
                        poly_multiply(&n, x, poly_multiply(&n, cosine, cosine)));
    assert_int_equal(sum.count, 1);
    assert_int_equal(sum.terms[0].count, 1);
    poly difference = poly_sub(&n, poly_multiply(&n, sine, sine),
                               poly_multiply(&n, cosine, cosine));
    assert_int_equal(difference.count, 2); /* unlike signs: nothing unites */
    arena_free(&mem);
}

static void constants_equal_up_to_rounding_are_one(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    net n = net_make(&mem);
    assert_int_equal(net_constant(&n, 0.1 + 0.2), net_constant(&n, 0.3));
    assert_int_not_equal(net_constant(&n, 0.3), net_constant(&n, 0.3 * (1 + 1e-9)));
    assert_int_equal(net_constant(&n, 1.0), 0);
    /* The edge, from either side; and between two constants the nearer one is meant. */
    const double e = 0x1p-52, below = 1 - 8.5 * e;
    assert_int_equal(net_constant(&n, 1 + 8 * e), 0);
    assert_int_equal(net_constant(&n, 1 - 8 * e), 0);
    assert_true(net_same_constant(1 - 8 * e, 1) && net_same_constant(1, 1 - 8 * e));
    const uint32_t other = net_constant(&n, below);
    assert_int_not_equal(other, 0);
    assert_int_not_equal(net_constant(&n, 1 + 9 * e), 0);
    assert_int_equal(net_constant(&n, 1.0), 0);
    assert_int_equal(net_constant(&n, 1 - 4 * e), 0);
    assert_int_equal(net_constant(&n, 1 - 4.5 * e), other);
    arena_free(&mem);
}

static void common_factor_comes_out(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    net n = net_make(&mem);
    poly v[5];
    static const char *const names[] = {"a", "b", "p", "x", "z"};
    for (int i = 0; i < 5; i++)
        v[i] = poly_symbol(&n, net_input(&n, names[i]));
    /* a p x + b p z -> p (a x + b z): five operations become four */
    poly sum = poly_add(&n, poly_multiply(&n, v[0], poly_multiply(&n, v[2], v[3])),
                        poly_multiply(&n, v[1], poly_multiply(&n, v[2], v[4])));
    net_output(&n, "out", sum);
    net_cost before = net_count(&n);
    assert_int_equal(before.mul + before.add, 5);
    rewriter w = rewriter_make(&mem, &n);
    rewriter_extract_all(&w);
    net_cost after = net_count(&n);
    assert_int_equal(after.mul, 3);
    assert_int_equal(after.add, 1);
    arena_free(&mem);
}

/* --- random nets ---------------------------------------------------------------------------- */

enum { INPUTS = 8, OUTPUTS = 6 };

static net random_net(arena *mem, uint64_t *state)
{
    net n = net_make(mem);
    poly known[64];
    uint32_t count = 0;
    for (; count < INPUTS; count++)
        known[count] = poly_symbol(&n, net_input(&n, "in"));
    for (int i = 0; i < 30; i++) {
        poly sum = poly_zero();
        for (uint64_t t = 1 + next_random(state) % 4; t > 0; t--) {
            poly product = poly_multiply(&n, known[next_random(state) % count],
                                         known[next_random(state) % count]);
            if (next_random(state) % 3 == 0)
                product = poly_scale(&n, product, (double)(next_random(state) % 5) * 0.5 - 1);
            sum = poly_add(&n, sum, product);
        }
        poly named = net_assign(&n, "v", sum);
        if (named.count == 1)
            known[count++] = named;
    }
    for (uint32_t i = 0; i < OUTPUTS; i++)
        net_output(&n, "out", known[count - 1 - i]);
    net_sweep(&n);
    return n;
}

/* Values of the outputs in the order in which they were made. */
static void evaluate(const net *n, const double *in, double *out)
{
    arena mem = arena_make();
    const double *values = net_values(&mem, n, in);
    uint32_t output = 0;
    for (sym s = 0; s < n->symbols_count; s++)
        if (is_output(&n->symbols[s]))
            out[output++] = values[s];
    assert_int_equal(output, OUTPUTS);
    arena_free(&mem);
}

static void assert_same_outputs(const double *a, const double *b)
{
    for (int i = 0; i < OUTPUTS; i++)
        assert_true(fabs(a[i] - b[i]) <=
                    1e-9 * (fabs(a[i]) + 1)); /* some 100 roundings of values below 1 */
}

static void rewriting_preserves_value_and_count(void **unused)
{
    (void)unused;
    uint64_t state = 12345;
    for (int round = 0; round < 60; round++) {
        arena mem = arena_make();
        net n = random_net(&mem, &state);
        double in[INPUTS], before[OUTPUTS], after[OUTPUTS];
        random_inputs(&state, in, INPUTS);
        evaluate(&n, in, before);
        rewriter w = rewriter_make(&mem, &n);
        uint32_t cost = rewriter_cost(&w);
        rewriter_extract_all(&w);
        assert_cost(&w);
        assert_true(rewriter_cost(&w) <= cost);
        evaluate(&n, in, after);
        assert_same_outputs(before, after);
        arena_free(&mem);
    }
}

static void rollback_restores_everything(void **unused)
{
    (void)unused;
    uint64_t state = 777;
    arena mem = arena_make();
    net n = random_net(&mem, &state);
    rewriter w = rewriter_make(&mem, &n);
    w.random = 99;
    double in[INPUTS], before[OUTPUTS], after[OUTPUTS];
    for (int i = 0; i < INPUTS; i++)
        in[i] = 0.1 * i - 0.4;
    evaluate(&n, in, before);
    uint32_t cost = rewriter_cost(&w), tried = 0;
    for (int step = 0; step < 3000; step++) {
        rewriter_begin(&w);
        sym v = (sym)(rewriter_random(&w) % n.symbols_count);
        if (n.symbols[v].kind != SYM_VARIABLE)
            continue;
        rewriter_users(&w, v);
        if (w.seen_count)
            rewriter_inline(&w, v, w.seen[0], step % 2 == 0);
        rewriter_settle(&w);
        rewriter_rollback(&w);
        assert_int_equal(rewriter_cost(&w), cost);
        assert_cost(&w);
        tried++;
    }
    assert_true(tried > 100);
    evaluate(&n, in, after);
    assert_same_outputs(before, after);
    arena_free(&mem);
}

static void search_never_costs_and_preserves_value(void **unused)
{
    (void)unused;
    uint64_t state = 4242;
    for (int round = 0; round < 10; round++) {
        arena mem = arena_make();
        net n = random_net(&mem, &state);
        double in[INPUTS], before[OUTPUTS], after[OUTPUTS];
        random_inputs(&state, in, INPUTS);
        evaluate(&n, in, before);
        net_cost dear = net_count(&n);
        anneal_options options = {.seed = (uint64_t)round, .steps = 2000, .hot = 1, .cold = 0.1};
        net found = anneal(&mem, &n, &options), same = anneal(&mem, &n, &options);
        net_cost cheap = net_count(&found), again = net_count(&same);
        assert_true(cheap.mul + cheap.add <= dear.mul + dear.add);
        assert_int_equal(cheap.mul, again.mul); /* one seed, one result */
        assert_int_equal(cheap.add, again.add);
        /* outputs may stand in another order: compare them as sorted lists */
        evaluate(&found, in, after);
        double sum_before = 0, sum_after = 0;
        for (int i = 0; i < OUTPUTS; i++) {
            sum_before += before[i] * before[i] + before[i];
            sum_after += after[i] * after[i] + after[i];
        }
        assert_true(fabs(sum_before - sum_after) <= 1e-9 * (fabs(sum_before) + 1));
        arena_free(&mem);
    }
}

/* (a - b)^2 + (3 b - 1)^2 and b (a - b)^2, the first of which may keep squares: a - b goes where it
 * is taken, after its square was pulled out of both. How far the first is off, as a share. */
static double square_after_inlining(bool keeps)
{
    static const double IN[] = {1.0 / 3 + 1e-7, 1.0 / 3};
    bench t;
    bench_open(&t);
    net *n = &t.n;
    const poly h = net_assign(n, "h", poly_sub(n, t.a, t.b)), square = poly_multiply(n, h, h);
    const poly other = net_assign(n, "g", poly_sub(n, poly_scale(n, t.b, 3), poly_number(n, 1)));
    const sym r = net_output(n, "r", poly_add(n, square, poly_multiply(n, other, other))),
              of = h.terms[0].factor[0];
    n->symbols[r].keeps_squares = keeps;
    net_output(n, "o", poly_multiply(n, square, t.b));
    rewriter w = rewriter_make(&t.mem, n);
    rewriter_extract_all(&w);
    rewriter_users(&w, of);
    assert_int_equal(w.seen_count, 1); /* the square has one place */
    rewriter_begin(&w);
    assert_int_equal(rewriter_inline(&w, of, w.seen[0], false), !keeps);
    assert_int_equal(rewriter_inline(&w, of, w.seen[0], true), !keeps);
    const double is = net_values(&t.mem, n, IN)[r], must = (IN[0] - IN[1]) * (IN[0] - IN[1]);
    arena_free(&t.mem);
    return fabs(is - must) / must;
}

/* Multiplied out they are a^2 - 2 a b + b^2: 2^-53 of 1/9 each, against 1e-14. */
static void squares_of_what_is_near_zero_stay(void **unused)
{
    (void)unused;
    assert_true(square_after_inlining(false) > 1e-4);
    assert_true(square_after_inlining(true) <= 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_meet_at_creation),
        cmocka_unit_test(equal_sums_are_one_variable_whatever_their_sign),
        cmocka_unit_test(squares_of_sine_and_cosine_unite),
        cmocka_unit_test(constants_equal_up_to_rounding_are_one),
        cmocka_unit_test(common_factor_comes_out),
        cmocka_unit_test(rewriting_preserves_value_and_count),
        cmocka_unit_test(rollback_restores_everything),
        cmocka_unit_test(search_never_costs_and_preserves_value),
        cmocka_unit_test(squares_of_what_is_near_zero_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
