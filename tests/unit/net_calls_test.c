/* SPDX-License-Identifier: MIT */
/* Calls in the expression graph, reciprocals, roots and arc tangents: what creation makes of them,
 * that rewriting and searching keep their values, and the operations that they become. */
#include <math.h>
#include <string.h>

#include "algebra/anneal.h"
#include "functions/equations_parts.h"
#include "net_fixture.h"
#include "operations/lower.h"

static sym symbol_of(poly p)
{
    assert_int_equal(p.count, 1);
    assert_int_equal(p.terms[0].count, 1);
    return p.terms[0].factor[0];
}

/* --- creation -------------------------------------------------------------------------------- */

static void equal_calls_are_one_symbol(void **unused)
{
    (void)unused;
    bench t;
    bench_open(&t);
    net *n = &t.n;
    poly sum = poly_add(n, t.a, t.b), root = net_call(n, "r", CALL_SQRT, sum, poly_zero());
    assert_int_equal(symbol_of(root), symbol_of(net_call(n, "s", CALL_SQRT, sum, poly_zero())));
    assert_int_not_equal(symbol_of(root), symbol_of(net_reciprocal(n, "i", sum)));
    poly angle = net_call(n, "x", CALL_ATAN2, t.a, t.b);
    assert_int_equal(symbol_of(angle), symbol_of(net_call(n, "y", CALL_ATAN2, t.a, t.b)));
    assert_int_not_equal(symbol_of(angle), symbol_of(net_call(n, "z", CALL_ATAN2, t.b, t.a)));
    assert_int_equal(net_count(n).other, 4);
    arena_free(&t.mem);
}

static void numbers_meet_in_calls(void **unused)
{
    (void)unused;
    bench t;
    bench_open(&t);
    net *n = &t.n;
    poly half = net_reciprocal(n, NULL, poly_number(n, -2));
    assert_true(half.terms[0].count == 0 && term_coefficient(n, &half.terms[0]) == -0.5);
    poly three = net_call(n, NULL, CALL_SQRT, poly_number(n, 9), poly_zero());
    assert_true(term_coefficient(n, &three.terms[0]) == 3);
    assert_int_equal(net_call(n, NULL, CALL_SQRT, poly_zero(), poly_zero()).count, 0);
    poly turn = net_call(n, NULL, CALL_ATAN2, poly_number(n, 1), poly_zero());
    assert_true(term_coefficient(n, &turn.terms[0]) == atan2(1, 0));
    assert_int_equal(net_count(n).other, 0);
    arena_free(&t.mem);
}

static void signs_go_through_odd_functions_only(void **unused)
{
    (void)unused;
    bench t;
    bench_open(&t);
    net *n = &t.n;
    poly minus = poly_scale(n, t.a, -1);
    poly plain = net_reciprocal(n, NULL, t.a), opposite = net_reciprocal(n, NULL, minus);
    assert_int_equal(symbol_of(plain), symbol_of(opposite));
    assert_true(!plain.terms[0].negative && opposite.terms[0].negative);
    poly angle = net_call(n, NULL, CALL_ATAN2, t.a, t.b);
    poly below = net_call(n, NULL, CALL_ATAN2, minus, t.b);
    assert_int_equal(symbol_of(angle), symbol_of(below));
    assert_true(below.terms[0].negative);
    poly left = net_call(n, NULL, CALL_ATAN2, t.b, minus);
    assert_int_not_equal(symbol_of(left), symbol_of(net_call(n, NULL, CALL_ATAN2, t.b, t.a)));
    poly root = net_call(n, NULL, CALL_SQRT, minus, poly_zero());
    assert_int_not_equal(symbol_of(root),
                         symbol_of(net_call(n, NULL, CALL_SQRT, t.a, poly_zero())));
    assert_false(root.terms[0].negative);
    arena_free(&t.mem);
}

static void a_number_and_its_reciprocal_cancel(void **unused)
{
    (void)unused;
    bench t;
    bench_open(&t);
    net *n = &t.n;
    poly sum = net_assign(n, "sum", poly_add(n, t.a, t.b)), inverse = net_reciprocal(n, "i", sum);
    poly one = poly_multiply(n, poly_scale(n, sum, -3), inverse);
    assert_int_equal(one.count, 1);
    assert_int_equal(one.terms[0].count, 0);
    assert_true(term_coefficient(n, &one.terms[0]) == -3);
    poly squares = poly_multiply(n, poly_multiply(n, sum, sum), poly_multiply(n, inverse, inverse));
    assert_int_equal(squares.terms[0].count, 0);
    poly left = poly_multiply(n, poly_multiply(n, t.a, inverse), poly_multiply(n, sum, t.b));
    assert_int_equal(left.terms[0].count, 2);
    assert_int_equal(poly_sub(n, left, poly_multiply(n, t.a, t.b)).count, 0);
    arena_free(&t.mem);
}

static void sweeping_follows_arguments(void **unused)
{
    (void)unused;
    bench t;
    bench_open(&t);
    net *n = &t.n;
    poly kept = net_assign(n, "kept", poly_add(n, t.a, t.b));
    poly lost = net_assign(n, "lost", poly_sub(n, t.a, t.b));
    net_output(n, "out", poly_multiply(n, t.a, net_reciprocal(n, NULL, kept)));
    net_call(n, NULL, CALL_SQRT, net_reciprocal(n, NULL, lost), poly_zero());
    net_sweep(n);
    assert_int_equal(n->symbols[symbol_of(kept)].kind, SYM_VARIABLE);
    assert_int_equal(n->symbols[symbol_of(lost)].kind, SYM_FREE);
    assert_int_equal(net_count(n).other, 1);
    arena_free(&t.mem);
}

static void a_call_takes_its_own_cycles(void **unused)
{
    (void)unused;
    static const unit_cycles cycles = {.of = {[UNIT_MUL] = 3, [UNIT_ADD] = 4, [UNIT_DIV] = 9,
                                              [UNIT_SQRT] = 11, [UNIT_ATAN] = 20}};
    bench t;
    bench_open(&t);
    net *n = &t.n;
    poly inverse = net_reciprocal(n, NULL, poly_add(n, t.a, t.b));
    poly root = net_call(n, NULL, CALL_SQRT, inverse, poly_zero());
    poly angle = net_call(n, NULL, CALL_ATAN2, root, t.a);
    sym out = net_output(n, "out", poly_multiply(n, angle, t.b));
    depth d = depth_make(&t.mem, n, &cycles);
    assert_int_equal(d.at[symbol_of(inverse)], 4 + 9);
    assert_int_equal(d.at[symbol_of(root)], 4 + 9 + 11);
    assert_int_equal(d.at[out], 4 + 9 + 11 + 20 + 3);
    sym sum = n->symbols[symbol_of(inverse)].argument[0];
    assert_int_equal(depth_critical(&d, n, 0), out); /* calls themselves are not to be rewritten */
    assert_int_equal(depth_critical(&d, n, 1), sum);
    assert_int_equal(depth_critical(&d, n, 2), out);
    arena_free(&t.mem);
}

/* --- random nets ----------------------------------------------------------------------------- */

enum { INPUTS = 6, OUTPUTS = 6 };

/* A sum of products; positive where a root or a reciprocal is to be taken of it. */
static poly random_sum(net *n, const poly *known, uint32_t count, uint64_t *state, bool positive)
{
    poly sum = positive ? poly_number(n, 0.5) : poly_zero();
    for (uint64_t t = 1 + next_random(state) % 4; t > 0; t--) {
        poly x = known[next_random(state) % count];
        poly product = poly_multiply(n, x, positive ? x : known[next_random(state) % count]);
        if (!positive && next_random(state) % 3 == 0)
            product = poly_scale(n, product, (double)(next_random(state) % 5) * 0.5 - 1);
        sum = poly_add(n, sum, product);
    }
    return sum;
}

static net random_net(arena *mem, uint64_t *state)
{
    net n = net_make(mem);
    poly known[64];
    uint32_t count = 0;
    for (; count < INPUTS; count++)
        known[count] = poly_symbol(&n, net_input(&n, arena_printf(mem, "in%u", count)));
    for (int i = 0; i < 32; i++) {
        poly named;
        uint64_t choice = next_random(state) % 8;
        if (choice == 0)
            named = net_reciprocal(&n, NULL, random_sum(&n, known, count, state, true));
        else if (choice == 1)
            named = net_call(&n, NULL, CALL_SQRT, random_sum(&n, known, count, state, true),
                             poly_zero());
        else if (choice == 2)
            named = net_call(&n, NULL, CALL_ATAN2, random_sum(&n, known, count, state, false),
                             random_sum(&n, known, count, state, true));
        else if (choice == 3)
            named = net_call(&n, NULL, CALL_BELOW, random_sum(&n, known, count, state, false),
                             random_sum(&n, known, count, state, false));
        else
            named = net_assign(&n, NULL, random_sum(&n, known, count, state, false));
        if (named.count == 1 && named.terms[0].count == 1)
            known[count++] = named;
    }
    for (uint32_t i = 0; i < OUTPUTS; i++)
        net_output(&n, arena_printf(mem, "out%u", i), known[count - 1 - i]);
    net_sweep(&n);
    return n;
}

static void evaluate(const net *n, const double *in, double *out)
{
    arena mem = arena_make();
    const double *values = net_values(&mem, n, in);
    uint32_t found = 0;
    for (sym s = 0; s < n->symbols_count; s++)
        if (is_output(&n->symbols[s])) {
            out[n->symbols[s].name[3] - '0'] = values[s];
            found++;
        }
    assert_int_equal(found, OUTPUTS);
    arena_free(&mem);
}

/* Values may grow through products; what is lost is some hundred roundings of the largest, times
 * the slope of what calls are taken of, which 0.5 keeps below 4. */
static void assert_same_outputs(const double *a, const double *b)
{
    double largest = 1;
    for (int i = 0; i < OUTPUTS; i++)
        largest = fabs(a[i]) > largest ? fabs(a[i]) : largest;
    for (int i = 0; i < OUTPUTS; i++)
        assert_true(fabs(a[i] - b[i]) <= 1e-9 * largest);
}

static void check_consistent(const rewriter *w)
{
    assert_cost(w);
    arena mem = arena_make(); /* uses, counted anew */
    uint32_t *uses = ARENA_ARRAY(&mem, uint32_t, w->n->symbols_count + 1);
    for (sym s = 0; s < w->n->symbols_count; s++) {
        const symbol *v = &w->n->symbols[s];
        uses[s] += is_output(v);
        for (uint32_t k = 0; v->kind == SYM_CALL && k < CALL_KIND[v->call].arguments; k++)
            uses[v->argument[k]]++;
        for (uint32_t t = 0; t < v->terms_count; t++)
            for (uint32_t k = 0; k < v->terms[t].count; k++)
                uses[v->terms[t].factor[k]]++;
    }
    for (sym s = 0; s < w->n->symbols_count; s++)
        if (w->n->symbols[s].kind != SYM_FREE)
            assert_int_equal(uses[s], w->n->symbols[s].uses);
    arena_free(&mem);
}

static void rewriting_with_calls_preserves_value(void **unused)
{
    (void)unused;
    uint64_t state = 12345;
    uint32_t calls = 0;
    for (int round = 0; round < 60; round++) {
        arena mem = arena_make();
        net n = random_net(&mem, &state);
        double in[INPUTS], before[OUTPUTS], after[OUTPUTS];
        random_inputs(&state, in, INPUTS);
        evaluate(&n, in, before);
        rewriter w = rewriter_make(&mem, &n);
        uint32_t cost = rewriter_cost(&w);
        rewriter_extract_all(&w);
        check_consistent(&w);
        assert_true(rewriter_cost(&w) <= cost);
        calls += w.cost.other;
        evaluate(&n, in, after);
        assert_same_outputs(before, after);
        net copy = net_copy(&n, &mem);
        assert_int_equal(net_count(&copy).other, w.cost.other);
        evaluate(&copy, in, after);
        assert_same_outputs(before, after);
        net moved = net_move(&n, &mem);
        evaluate(&moved, in, after);
        assert_same_outputs(before, after);
        arena_free(&mem);
    }
    assert_true(calls > 200);
}

static void rollback_brings_calls_back(void **unused)
{
    (void)unused;
    uint64_t state = 777;
    uint32_t freed = 0;
    for (int round = 0; round < 10; round++) {
        arena mem = arena_make();
        net n = random_net(&mem, &state);
        rewriter w = rewriter_make(&mem, &n);
        w.random = 99;
        double in[INPUTS], before[OUTPUTS], after[OUTPUTS];
        random_inputs(&state, in, INPUTS);
        evaluate(&n, in, before);
        net_cost cost = w.cost;
        for (int step = 0; step < 400; step++) {
            rewriter_begin(&w);
            sym v = (sym)(rewriter_random(&w) % n.symbols_count);
            if (n.symbols[v].kind != SYM_VARIABLE)
                continue;
            rewriter_users(&w, v);
            if (w.seen_count)
                rewriter_inline(&w, v, w.seen[0], step % 2 == 0);
            if (step % 7 == 0) { /* an output that loses its value takes its calls along */
                term nothing[1];
                rewriter_set(&w, v, nothing, 0);
            }
            rewriter_settle(&w);
            check_consistent(&w);
            freed += w.cost.other < cost.other;
            rewriter_rollback(&w);
            assert_memory_equal(&w.cost, &cost, sizeof cost);
            check_consistent(&w);
        }
        evaluate(&n, in, after);
        assert_same_outputs(before, after);
        arena_free(&mem);
    }
    assert_true(freed > 20);
}

static void searching_with_calls_preserves_value(void **unused)
{
    (void)unused;
    static const unit_cycles cycles = {.of = {1, 1, 4, 5, [UNIT_ATAN] = 9}};
    uint64_t state = 4242;
    for (int round = 0; round < 10; round++) {
        arena mem = arena_make();
        net n = random_net(&mem, &state);
        double in[INPUTS], before[OUTPUTS], after[OUTPUTS];
        random_inputs(&state, in, INPUTS);
        evaluate(&n, in, before);
        anneal_options options = {.seed = (uint64_t)round, .steps = 2000, .hot = 1, .cold = 0.1,
                                  .goal = {.depth_weight = round % 2 ? 2 : 0,
                                           .cycles = cycles}};
        double dear = objective_price(&options.goal, &n);
        net found = anneal(&mem, &n, &options);
        assert_true(round % 2 || objective_price(&options.goal, &found) <= dear);
        evaluate(&found, in, after);
        assert_same_outputs(before, after);
        arena_free(&mem);
    }
}

/* --- lowering -------------------------------------------------------------------------------- */

/* The operations of a net: inputs and outputs are plain words. */
static ops lowered(arena *mem, const net *n)
{
    equations *e = ARENA_ARRAY(mem, equations, 1);
    e->robot = "net";
    e->words.t = ARENA_ARRAY(mem, tree, 1); /* no joints */
    e->graph = net_copy(n, mem);
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        e->cycles.of[k] = 1;
    for (sym s = 0; s < e->graph.symbols_count; s++) {
        const symbol *v = &e->graph.symbols[s];
        if (v->kind == SYM_INPUT)
            *ARENA_PUSH(mem, &e->words, list) =
                (signal){.symbol = s, .kind = INPUT_PLAIN, .ratio = 1};
        if (is_output(v))
            *ARENA_PUSH(mem, &e->words, results) =
                (result){.symbol = s, .name = v->name, .kind = OUTPUT_PLAIN};
    }
    e->order_count = net_order(&e->graph, mem, &e->order);
    ops p;
    diag d = diag_make(mem);
    if (ops_lower(mem, e, SUMS_BALANCED, &p, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return p;
}

static double value64(arena *mem, const ops *p, double a, double b)
{
    double in[2], out[1], *scratch = ARENA_ARRAY(mem, double, p->list_count + 1);
    assert_int_equal(p->outputs_count, 1);
    for (uint32_t i = 0; i < p->inputs_count; i++)
        in[i] = p->inputs[i].name[0] == 'a' ? a : b;
    ops_eval64(p, in, out, scratch);
    return out[0];
}

/* What becomes of one expression: its operations in a line, and its value. */
static void expect(bench *t, poly value, const char *words, double a, double b, double want)
{
    net_output(&t->n, "out", value);
    net_sweep(&t->n);
    ops p = lowered(&t->mem, &t->n);
    text line = text_make(&t->mem);
    for (uint32_t i = 0; i < p.list_count; i++)
        text_printf(&line, "%s%s", i ? " " : "", OP_KIND[p.list[i].kind].word);
    assert_string_equal(line.bytes, words);
    assert_true(fabs(value64(&t->mem, &p, a, b) - want) <= 1e-15 * fabs(want));
}

static void a_reciprocal_used_once_divides(void **unused)
{
    (void)unused;
    bench t;
    bench_open(&t);
    expect(&t, poly_multiply(&t.n, t.a, net_reciprocal(&t.n, NULL, t.b)), "div", 3, -7, 3.0 / -7);
    arena_free(&t.mem);
    bench_open(&t); /* the product of the others is divided, a number among them */
    poly five = poly_scale(&t.n, poly_multiply(&t.n, t.a, t.a), 5);
    expect(&t, poly_multiply(&t.n, five, net_reciprocal(&t.n, NULL, t.b)), "mul mul div", 3, -7,
           45.0 / -7);
    arena_free(&t.mem);
    bench_open(&t);
    expect(&t, poly_scale(&t.n, net_reciprocal(&t.n, NULL, t.b), 5), "div", 3, -7, 5.0 / -7);
    arena_free(&t.mem);
}

static void a_reciprocal_used_twice_is_one_division(void **unused)
{
    (void)unused;
    bench t;
    bench_open(&t);
    poly inverse = net_reciprocal(&t.n, NULL, t.b);
    poly first = net_assign(&t.n, NULL, poly_multiply(&t.n, t.a, inverse));
    poly sum = poly_add(&t.n, poly_multiply(&t.n, first, first), inverse);
    expect(&t, sum, "div mul mul add", 3, -7, 9.0 / 49 - 1.0 / 7);
    arena_free(&t.mem);
    bench_open(&t); /* of a root, which wants it as it is */
    poly root = net_call(&t.n, NULL, CALL_SQRT, net_reciprocal(&t.n, NULL, t.b), poly_zero());
    expect(&t, root, "div sqrt", 0, 0.25, 2);
    arena_free(&t.mem);
}

/* Each row: what is computed of a and b, the operations, where a minus found no room. */
static void signs_of_calls_come_out_right(void **unused)
{
    (void)unused;
    bench t;
    bench_open(&t); /* -(1 / b): the constant takes it */
    expect(&t, poly_scale(&t.n, net_reciprocal(&t.n, NULL, t.b), -1), "div", 0, 8, -0.125);
    arena_free(&t.mem);
    bench_open(&t); /* -(a / b): nothing takes it */
    poly quotient = poly_multiply(&t.n, t.a, net_reciprocal(&t.n, NULL, t.b));
    expect(&t, poly_scale(&t.n, quotient, -1), "div sub", 3, 8, -0.375);
    arena_free(&t.mem);
    bench_open(&t); /* sqrt(b - a): the difference is stored as it is wanted */
    poly root = net_call(&t.n, NULL, CALL_SQRT, poly_sub(&t.n, t.b, t.a), poly_zero());
    expect(&t, root, "sub sqrt", 3, 7, 2);
    arena_free(&t.mem);
    bench_open(&t); /* (a - b) + sqrt(b - a): one difference serves both */
    root = net_call(&t.n, NULL, CALL_SQRT, poly_sub(&t.n, t.b, t.a), poly_zero());
    poly difference = net_assign(&t.n, NULL, poly_sub(&t.n, t.a, t.b));
    expect(&t, poly_add(&t.n, difference, root), "sub sqrt sub", 3, 7, -2);
    arena_free(&t.mem);
    bench_open(&t); /* sqrt(-a): the input must be turned */
    root = net_call(&t.n, NULL, CALL_SQRT, poly_scale(&t.n, t.a, -1), poly_zero());
    expect(&t, root, "sub sqrt", -9, 0, 3);
    arena_free(&t.mem);
    bench_open(&t); /* sqrt(-a b): so must a product of inputs */
    root = net_call(&t.n, NULL, CALL_SQRT,
                    poly_scale(&t.n, poly_multiply(&t.n, t.a, t.b), -1), poly_zero());
    expect(&t, root, "mul sub sqrt", -9, 4, 6);
    arena_free(&t.mem);
    bench_open(&t); /* atan2(-a, b) = -atan2(a, b), and the other operand keeps its sign */
    poly minus = poly_scale(&t.n, t.a, -1);
    expect(&t, net_call(&t.n, NULL, CALL_ATAN2, minus, t.b), "atan2 sub", 3, -7, atan2(-3, -7));
    arena_free(&t.mem);
    bench_open(&t);
    minus = poly_scale(&t.n, t.b, -1);
    expect(&t, net_call(&t.n, NULL, CALL_ATAN2, t.a, minus), "sub atan2", 3, 7, atan2(3, -7));
    arena_free(&t.mem);
    bench_open(&t); /* a number for x */
    expect(&t, net_call(&t.n, NULL, CALL_ATAN2, t.a, poly_number(&t.n, -2)), "atan2", 3, 0,
           atan2(3, -2));
    arena_free(&t.mem);
    bench_open(&t); /* below likewise: a sign leaves what goes through, not the condition */
    minus = poly_scale(&t.n, t.a, -1);
    expect(&t, net_call(&t.n, NULL, CALL_BELOW, minus, t.b), "below sub", 3, -7, -3);
    arena_free(&t.mem);
    bench_open(&t);
    minus = poly_scale(&t.n, t.b, -1);
    expect(&t, net_call(&t.n, NULL, CALL_BELOW, t.a, minus), "sub below", 3, 7, 3);
    arena_free(&t.mem);
    bench_open(&t); /* at zero nothing goes through */
    expect(&t, net_call(&t.n, NULL, CALL_BELOW, t.a, t.b), "below", 3, 0, 0);
    arena_free(&t.mem);
}

static void operations_equal_the_net(void **unused)
{
    (void)unused;
    uint64_t state = 99;
    for (int round = 0; round < 60; round++) {
        arena mem = arena_make();
        net n = random_net(&mem, &state);
        double in[INPUTS], want[OUTPUTS], got[OUTPUTS], words[INPUTS], out[OUTPUTS];
        random_inputs(&state, in, INPUTS);
        evaluate(&n, in, want);
        if (round % 2)
            net_share_parts(&n);
        ops p = lowered(&mem, &n);
        for (uint32_t i = 0; i < p.inputs_count; i++)
            words[i] = in[p.inputs[i].name[2] - '0'];
        ops_eval64(&p, words, out, ARENA_ARRAY(&mem, double, p.list_count + 1));
        for (uint32_t i = 0; i < OUTPUTS; i++)
            got[p.outputs[i].name[3] - '0'] = out[i];
        assert_same_outputs(want, got);
        arena_free(&mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equal_calls_are_one_symbol),
        cmocka_unit_test(numbers_meet_in_calls),
        cmocka_unit_test(signs_go_through_odd_functions_only),
        cmocka_unit_test(a_number_and_its_reciprocal_cancel),
        cmocka_unit_test(sweeping_follows_arguments),
        cmocka_unit_test(a_call_takes_its_own_cycles),
        cmocka_unit_test(rewriting_with_calls_preserves_value),
        cmocka_unit_test(rollback_brings_calls_back),
        cmocka_unit_test(searching_with_calls_preserves_value),
        cmocka_unit_test(a_reciprocal_used_once_divides),
        cmocka_unit_test(a_reciprocal_used_twice_is_one_division),
        cmocka_unit_test(signs_of_calls_come_out_right),
        cmocka_unit_test(operations_equal_the_net),
    };
    return cmocka_run_group_tests_name("calls", tests, NULL, NULL);
}
