/* SPDX-License-Identifier: MIT */
/* Length of the longest path through a net, by hand and against what lowering makes of it. */
#include "algebra/depth.h"
#include "net_fixture.h"
#include "random_tree.h"
#include "writers/forms.h"

enum { MUL = 3, ADD = 4, DIV = 9 };

static const unit_cycles CYCLES = {
    .of = {[UNIT_MUL] = MUL, [UNIT_ADD] = ADD, [UNIT_DIV] = DIV}};

static poly output(bench *t, const char *name, poly value)
{
    poly named = net_assign(&t->n, name, value);
    t->n.symbols[named.terms[0].factor[0]].is_output = true;
    return named;
}

static uint32_t time_of(bench *t, poly named)
{
    depth d = depth_make(&t->mem, &t->n, &CYCLES);
    return d.at[named.terms[0].factor[0]];
}

static void a_product_takes_one_multiplication_less_than_it_has_factors(void **unused)
{
    (void)unused;
    bench t;
    bench_open(&t);
    net *n = &t.n;
    poly ab = poly_multiply(n, t.a, t.b);
    assert_int_equal(time_of(&t, output(&t, "x", ab)), MUL);
    assert_int_equal(time_of(&t, output(&t, "y", poly_scale(n, ab, 3))), 2 * MUL);
    assert_int_equal(time_of(&t, output(&t, "z", poly_multiply(n, ab, ab))), 2 * MUL);
    arena_free(&t.mem);
}

static void sums_join_what_is_there_first(void **unused)
{
    (void)unused;
    bench t;
    bench_open(&t);
    net *n = &t.n;
    poly ab = poly_multiply(n, t.a, t.b), square = poly_multiply(n, t.a, t.a);
    poly late = poly_scale(n, poly_multiply(n, t.b, t.b), 5); /* there at 2 MUL = 6 */
    poly two = net_assign(n, "two", poly_add(n, ab, square));
    assert_int_equal(time_of(&t, two), MUL + ADD);
    /* ab + square are there at 3, their sum at 7, with the late one at 11 */
    poly three = net_assign(n, "three", poly_add(n, poly_add(n, ab, late), square));
    assert_int_equal(time_of(&t, three), MUL + 2 * ADD);
    arena_free(&t.mem);
}

static void the_price_counts_the_latest_output_and_a_share_of_the_mean(void **unused)
{
    (void)unused;
    bench t;
    bench_open(&t);
    poly ab = poly_multiply(&t.n, t.a, t.b);
    output(&t, "early", ab);
    depth d = depth_make(&t.mem, &t.n, &CYCLES);
    double alone = depth_price(&d, 0);
    assert_true(alone > MUL && alone < 2 * MUL);
    output(&t, "late", poly_scale(&t.n, poly_multiply(&t.n, ab, ab), 7));
    d = depth_make(&t.mem, &t.n, &CYCLES);
    assert_int_equal(depth_longest(&d), 3 * MUL); /* 7 a a b b */
    double both = depth_price(&d, 0);
    output(&t, "second", poly_scale(&t.n, poly_multiply(&t.n, ab, ab), 11));
    d = depth_make(&t.mem, &t.n, &CYCLES);
    assert_int_equal(depth_longest(&d), 3 * MUL);
    assert_true(depth_price(&d, 0) > both); /* as late, but more of them */
    /* busy units count where they are later than the path, and only there */
    assert_true(depth_price(&d, 3 * MUL) == depth_price(&d, 0));
    assert_true(depth_price(&d, 3 * MUL + 5) == depth_price(&d, 0) + 5);
    arena_free(&t.mem);
}

static void few_units_are_busy_for_as_long_as_their_operations_take(void **unused)
{
    (void)unused;
    const net_cost c = {.mul = 30, .add = 40, .other = 7};
    objective o = {.depth_weight = 2, .cycles = CYCLES};
    assert_true(objective_busy(&o, c) == 0); /* as many as it takes */
    o.units[UNIT_MUL] = 2;
    assert_true(objective_busy(&o, c) == 15 + 1 + MUL + ADD);
    o.units[UNIT_ADD] = 4; /* 10 cycles: multipliers are the limit */
    assert_true(objective_busy(&o, c) == 15 + 1 + MUL + ADD);
    o.units[UNIT_ADD] = 1;
    assert_true(objective_busy(&o, c) == 40 + 1 + MUL + ADD);
}

static uint32_t last_leaves(bench *t, uint32_t leave)
{
    unit_cycles cycles = CYCLES;
    cycles.leave = leave;
    depth d = depth_make(&t->mem, &t->n, &cycles);
    return depth_longest(&d);
}

/* When x = a a is there, where y = (b b) (b b) has the longer way. */
static uint32_t square_over_lanes(uint32_t lanes, uint32_t *other)
{
    bench t;
    bench_open(&t);
    net *n = &t.n;
    poly bb = net_assign(n, "bb", poly_multiply(n, t.b, t.b));
    poly x = output(&t, "x", poly_multiply(n, t.a, t.a));
    poly y = output(&t, "y", poly_multiply(n, bb, bb));
    unit_cycles cycles = CYCLES;
    cycles.lanes = lanes;
    depth d = depth_make(&t.mem, n, &cycles);
    const uint32_t there = d.at[x.terms[0].factor[0]];
    *other = d.at[y.terms[0].factor[0]];
    arena_free(&t.mem);
    return there;
}

static void inputs_wait_for_lanes_the_longest_way_first(void **unused)
{
    (void)unused;
    uint32_t other;
    assert_int_equal(square_over_lanes(0, &other), MUL);
    assert_int_equal(other, 2 * MUL);
    assert_int_equal(square_over_lanes(1, &other), MUL + 1); /* b comes first, though a is older */
    assert_int_equal(other, 2 * MUL);
    assert_int_equal(square_over_lanes(2, &other), MUL);
    assert_int_equal(other, 2 * MUL);
}

static void outputs_that_leave_one_by_one_wait_for_each_other(void **unused)
{
    (void)unused;
    bench t;
    bench_open(&t);
    net *n = &t.n;
    poly ab = poly_multiply(n, t.a, t.b);
    output(&t, "x", ab);
    output(&t, "y", poly_multiply(n, t.a, t.a));
    output(&t, "z", poly_multiply(n, t.b, t.b));
    assert_int_equal(last_leaves(&t, 0), MUL); /* at once */
    assert_int_equal(last_leaves(&t, 1), MUL + 2);
    assert_int_equal(last_leaves(&t, 2), MUL + 4);
    output(&t, "u", poly_add(n, t.a, t.b)); /* there in 4, when two of three still wait */
    assert_int_equal(last_leaves(&t, 1), MUL + 3);
    output(&t, "v", poly_add(n, ab, t.b)); /* in 7: the port is free again */
    assert_int_equal(last_leaves(&t, 1), MUL + ADD);
    assert_int_equal(last_leaves(&t, 2), MUL + 8);
    arena_free(&t.mem);
}

static void a_critical_variable_lies_on_a_longest_path(void **unused)
{
    (void)unused;
    bench t;
    bench_open(&t);
    net *n = &t.n;
    poly first = net_assign(n, "first", poly_add(n, poly_multiply(n, t.a, t.b), t.a));
    output(&t, "short", poly_multiply(n, t.b, t.b));
    poly end = output(&t, "end", poly_multiply(n, first, t.b));
    depth d = depth_make(&t.mem, n, &CYCLES);
    sym on_path[] = {end.terms[0].factor[0], first.terms[0].factor[0]};
    for (uint64_t choice = 0; choice < 8; choice++)
        assert_int_equal(depth_critical(&d, n, choice), on_path[choice % 2]);
    assert_int_equal(depth_longest(&d), 2 * MUL + ADD);
    arena_free(&t.mem);
}

/* One definition into one of its users. */
static void step(rewriter *w, uint64_t *state)
{
    rewriter_begin(w);
    const sym v = random_below(state, w->n->symbols_count);
    if (w->n->symbols[v].kind != SYM_VARIABLE || w->n->symbols[v].is_output)
        return;
    rewriter_users(w, v);
    if (w->seen_count)
        rewriter_inline(w, v, w->seen[random_below(state, w->seen_count)], true);
    rewriter_sweep(w);
}

static void a_step_that_only_grows_has_no_earlier_output(void **unused)
{
    (void)unused;
    enum { TREES = 6, STEPS = 400 };
    uint64_t state = 20261119;
    uint32_t held = 0, earlier = 0;
    for (uint32_t k = 0; k < TREES; k++) {
        arena mem = arena_make();
        const tree t = random_tree(&mem, &state, false);
        model raw;
        model_build(&mem, &t, &raw);
        const recursion_forms f = forms_plain(&mem, &raw);
        signals words;
        net n = forms_write(&mem, &t, &raw, &f, true, &words);
        rewriter w = rewriter_make(&mem, &n);
        depth d = depth_make(&mem, &n, &CYCLES);
        for (uint32_t i = 0; i < STEPS; i++) {
            step(&w, &state);
            const double before = depth_price(&d, 0);
            const bool grows = w.journal_count && depth_only_grows(&d, &w);
            depth_update(&d, &w);
            const double after = depth_price(&d, 0);
            assert_true(!grows || after >= before);
            held += grows;
            earlier += after < before;
            rewriter_rollback(&w);
            depth_restore(&d);
            assert_true(depth_price(&d, 0) == before);
        }
        arena_free(&mem);
    }
    assert_true(held > 20 && earlier > 20);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_product_takes_one_multiplication_less_than_it_has_factors),
        cmocka_unit_test(sums_join_what_is_there_first),
        cmocka_unit_test(the_price_counts_the_latest_output_and_a_share_of_the_mean),
        cmocka_unit_test(few_units_are_busy_for_as_long_as_their_operations_take),
        cmocka_unit_test(inputs_wait_for_lanes_the_longest_way_first),
        cmocka_unit_test(outputs_that_leave_one_by_one_wait_for_each_other),
        cmocka_unit_test(a_critical_variable_lies_on_a_longest_path),
        cmocka_unit_test(a_step_that_only_grows_has_no_earlier_output),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
