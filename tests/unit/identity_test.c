/* SPDX-License-Identifier: MIT */
/* Equations in whatever form are the same functions, not only the same numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "algebra/anneal.h"
#include "algebra/differentiate.h"
#include "algebra/net_calls.h"
#include "algebra/rewrite.h"
#include "functions/functions.h"
#include "passes.h"
#include "rational_tree.h"
#include "writers/classic.h"
#include "writers/forms.h"
#include "writers/mass.h"

typedef struct {
    uint32_t compared, outputs, skipped;
} tally;

/* Outputs of the same name have the same value at a random point. */
static void compare(const char *what, net *a, const signals *as, net *b, const signals *bs,
                    tally *count)
{
    arena mem = arena_make();
    residue *x = ARENA_ARRAY(&mem, residue, a->symbols_count + 1);
    residue *y = ARENA_ARRAY(&mem, residue, b->symbols_count + 1);
    if (!rational_values(&mem, a, as, 1, x) || !rational_values(&mem, b, bs, 1, y)) {
        count->skipped++;
        arena_free(&mem);
        return;
    }
    count->compared++;
    for (uint32_t i = 0; i < as->results_count; i++) {
        const result *r = &as->results[i];
        if (r->kind == OUTPUT_PIVOT || r->kind == OUTPUT_PIVOT_WHOLE)
            continue;
        uint32_t k = 0;
        while (k < bs->results_count && strcmp(bs->results[k].name, r->name) != 0)
            k++;
        if (k == bs->results_count)
            fail_msg("%s: no output '%s'", what, r->name);
        if (x[r->symbol] != y[bs->results[k].symbol])
            fail_msg("%s: output '%s' is another", what, r->name);
        count->outputs++;
    }
    arena_free(&mem);
}

/* All forms of a body that hang together, at random. */
static body_form random_form(uint64_t *state, bool absorbing)
{
    body_form f = forms_numbered((body_form){0}, random_below(state, FORM_NUMBERS));
    f.group = (uint8_t)random_below(state, 2);
    f.chain_moment = (uint8_t)random_below(state, 2);
    f.chain_force = (uint8_t)random_below(state, 2);
    f.squares = (uint8_t)random_below(state, 2);
    f.absorbed = absorbing && random_below(state, 2);
    f.tensor = (uint8_t)random_below(state, 3);
    return f;
}

static void recursions_of_all_forms_are_the_same(void **unused)
{
    (void)unused;
    enum { TREES = 60, FORMS = 6 };
    uint64_t state = 20261119;
    tally count = {0};
    for (uint32_t k = 0; k < TREES; k++) {
        arena mem = arena_make();
        tree t = rational_tree(&mem, &state, k % 4 == 3, k % 3 == 0);
        model raw;
        model_build(&mem, &t, &raw);
        signals words = {.mem = &mem, .t = &t}, other;
        net plain = net_make(&mem);
        classic_write(&mem, &t, &words, &plain);
        for (uint32_t j = 0; j < FORMS; j++) {
            recursion_forms f = forms_plain(&mem, &raw);
            for (uint32_t i = 1; i < raw.count; i++)
                f.of[i] = random_form(&state, j % 2);
            f.acceleration = j % 3 ? 1 : 2.5;
            f.force = j % 3 ? 1 : 0.75;
            net n = forms_write(&mem, &t, &raw, &f, j % 2, &other);
            compare(arena_printf(&mem, "tree %u, forms %u", k, j), &plain, &words, &n, &other,
                    &count);
        }
        arena_free(&mem);
    }
    print_message("%u compared, %u outputs, %u skipped\n", count.compared, count.outputs,
                  count.skipped);
    assert_true(count.compared > 2 * count.skipped);
}

/* A search, for fewer operations or for a short path. */
static net searched(arena *mem, const net *n, uint64_t seed)
{
    anneal_options o = {.seed = seed, .steps = 3000, .hot = 2, .cold = 0.1};
    o.goal.depth_weight = seed % 2 ? 4 : 0;
    o.goal.cycles = equations_options_default().cycles;
    return anneal(mem, n, &o);
}

static void searches_leave_functions_what_they_are(void **unused)
{
    (void)unused;
    enum { TREES = 80 };
    uint64_t state = 20261121;
    tally count = {0};
    for (uint32_t k = 0; k < TREES; k++) {
        arena mem = arena_make();
        tree t = rational_tree(&mem, &state, k % 4 == 3, false);
        model raw;
        model_build(&mem, &t, &raw);
        signals words = {.mem = &mem, .t = &t}, other;
        net plain = net_make(&mem);
        classic_write(&mem, &t, &words, &plain);
        recursion_forms f = forms_plain(&mem, &raw);
        for (uint32_t i = 1; i < raw.count; i++)
            f.of[i] = random_form(&state, true);
        net n = forms_write(&mem, &t, &raw, &f, k % 2, &other);
        net found = searched(&mem, &n, k + 1);
        assert_null(found.proof.pass);
        signals_rebind(&other, &found);
        compare(arena_printf(&mem, "search %u", k), &plain, &words, &found, &other, &count);
        arena_free(&mem);
    }
    print_message("%u compared, %u outputs, %u skipped\n", count.compared, count.outputs,
                  count.skipped);
    assert_true(count.compared > count.skipped);
}

static void functions_of_both_formalisms_are_the_same(void **unused)
{
    (void)unused;
    enum { TREES = 12 };
    uint64_t state = 20261120;
    uint32_t functions = 0;
    for (function_kind f = 0; f < FUNCTIONS; f++) {
        tally count = {0};
        for (uint32_t k = 0; k < TREES; k++) {
            arena mem = arena_make();
            diag d = diag_make(&mem);
            tree t = rational_tree(&mem, &state, k % 4 == 3, k % 3 == 0);
            equations_options o = equations_options_default();
            equations *e, *other;
            o.function = f;
            o.form = FORMALISM_CLASSIC;
            if (equations_build(&mem, &t, &o, &e, &d) == STATUS_OK) {
                o.form = FORMALISM_DEFAULT;
                o.effort = 1;
                assert_int_equal(equations_build(&mem, &t, &o, &other, &d), STATUS_OK);
                compare(arena_printf(&mem, "%s, tree %u", FUNCTION_KIND[f].name, k), &e->graph,
                        &e->words, &other->graph, &other->words, &count);
            }
            arena_free(&mem);
        }
        print_message("%s: %u compared, %u outputs, %u skipped\n", FUNCTION_KIND[f].name,
                      count.compared, count.outputs, count.skipped);
        functions += count.compared > 0;
        assert_true(count.compared || !count.skipped);
    }
    assert_true(functions >= 15);
}

/* --- passes over the equations of robots that ship ------------------------------------------ */

static const char *const ROBOTS[] = {"robots/puma.urdf", "robots/pendulum5.urdf",
                                     "robots/loops/slider_crank.urdf", "robots/car.urdf"};
enum { ROBOTS_COUNT = sizeof ROBOTS / sizeof *ROBOTS };

static tree robot_tree(arena *mem, const char *path)
{
    passes_settings s = passes_default();
    passes_forms f = {0};
    diag d = diag_make(mem);
    s.tree.tips = true;
    assert_int_equal(passes_tree(mem, path, &s, &f, &d), STATUS_OK);
    return f.tree;
}

static void passes_leave_the_functions_of_robots_what_they_are(void **unused)
{
    (void)unused;
    uint32_t proved = 0;
    for (uint32_t k = 0; k < ROBOTS_COUNT; k++)
        for (function_kind f = 0; f < FUNCTIONS; f++) {
            arena mem = arena_make();
            diag d = diag_make(&mem);
            tree t = robot_tree(&mem, ROBOTS[k]);
            equations_options o = equations_options_default();
            equations *e;
            o.function = f;
            o.effort = 1;
            const bool is_written = equations_check_tree(&t, f, &d) == STATUS_OK;
            if (is_written && equations_build(&mem, &t, &o, &e, &d) == STATUS_OK) {
                const net_proof *p = &e->graph.proof;
                assert_null(p->pass);
                assert_true(p->passes >= 2 && p->error_log2 < -50);
                assert_true(p->off <= 4 && p->worst <= 8);
                assert_true(!p->rounded || p->roundings);
                proved++;
            }
            arena_free(&mem);
        }
    print_message("%u functions proved\n", proved);
    assert_true(proved > 60);
}

/* --- faults --------------------------------------------------------------------------------- */

typedef struct {
    arena mem;
    net n;
    identity_claim *claim;
    uint64_t state;
} plant;

static void plant_begin(plant *p, const char *path, uint64_t seed)
{
    *p = (plant){.mem = arena_make(), .state = seed};
    tree t = robot_tree(&p->mem, path);
    model raw;
    signals words;
    model_build(&p->mem, &t, &raw);
    const recursion_forms f = forms_plain(&p->mem, &raw);
    net written = forms_write(&p->mem, &t, &raw, &f, false, &words);
    p->n = net_copy(&written, &p->mem);
    p->claim = identity_before(&p->n);
    net_share_parts(&p->n);
}

/* A term at random that has so many factors at least. */
static term *some_term(plant *p, uint32_t factors)
{
    for (;;) {
        const symbol *v = &p->n.symbols[random_below(&p->state, p->n.symbols_count)];
        if (v->kind != SYM_VARIABLE || !v->terms_count)
            continue;
        term *t = &v->terms[random_below(&p->state, v->terms_count)];
        if (t->count >= factors)
            return t;
    }
}

static void plant_sign(plant *p)
{
    some_term(p, 1)->negative ^= 1;
}

static void plant_lost_term(plant *p)
{
    for (;;) {
        symbol *v = &p->n.symbols[random_below(&p->state, p->n.symbols_count)];
        if (v->kind == SYM_VARIABLE && v->terms_count > 1) {
            v->terms_count--;
            return;
        }
    }
}

static void plant_lost_factor(plant *p)
{
    some_term(p, 2)->count--;
}

/* An input for another. */
static void plant_factor(plant *p)
{
    for (;;) {
        term *t = some_term(p, 1);
        const sym other = random_below(&p->state, p->n.symbols_count);
        if (p->n.symbols[t->factor[0]].kind == SYM_INPUT && other != t->factor[0] &&
            p->n.symbols[other].kind == SYM_INPUT) {
            t->factor[0] = other;
            return;
        }
    }
}

/* A double that is 20 units off what it was folded of. */
static void plant_constant(plant *p)
{
    for (;;) {
        const term *t = some_term(p, 0);
        if (t->constant) {
            p->n.constants[t->constant] *= 1 + 20 * DBL_EPSILON;
            return;
        }
    }
}

/* The same, by a pass that folds wrong numbers. */
static void plant_folding(plant *p)
{
    for (;;) {
        term *t = some_term(p, 0);
        if (t->constant) {
            term_set_coefficient(&p->n, t, term_coefficient(&p->n, t) * (1 + 20 * DBL_EPSILON));
            return;
        }
    }
}

static void every_planted_fault_is_found(void **unused)
{
    (void)unused;
    static const struct {
        const char *what;
        void (*plant)(plant *p);
    } FAULTS[] = {{"a sign", plant_sign}, {"a lost term", plant_lost_term},
                  {"a lost factor", plant_lost_factor}, {"another input", plant_factor},
                  {"a constant", plant_constant}, {"a folding", plant_folding}};
    enum { TIMES = 20 };
    for (uint32_t k = 0; k < sizeof FAULTS / sizeof *FAULTS; k++)
        for (uint64_t seed = 1; seed <= TIMES; seed++) {
            plant p;
            plant_begin(&p, ROBOTS[seed % 2], 7919 * seed);
            FAULTS[k].plant(&p);
            identity_after(p.claim, IDENTITY_SHARE, &p.n);
            diag d = diag_make(&p.mem);
            if (identity_check(&p.n, &d) == STATUS_OK)
                fail_msg("%s, seed %u, is not found", FAULTS[k].what, (uint32_t)seed);
            assert_non_null(strstr(d.error.text, IDENTITY_PASS[IDENTITY_SHARE]));
            arena_free(&p.mem);
        }
}

/* Sums, products and every call, of two inputs. */
static sym every_call(net *n, const sym *input)
{
    poly a = poly_symbol(n, input[0]), b = poly_symbol(n, input[1]), sum = poly_zero();
    poly safe = poly_add(n, poly_multiply(n, a, a), poly_number(n, 1.5));
    for (call_kind k = 0; k < CALL_KINDS; k++)
        sum = poly_add(n, sum, poly_multiply(n, net_call(n, NULL, k, safe, b), b));
    return net_output(n, "all", sum);
}

/* Arguments that move as far as they may: no result moves farther than its bound, which is not a
 * hundred times that. */
static void bounds_of_every_call_hold(void **unused)
{
    static const double FAR = 1e-3;
    (void)unused;
    uint64_t seed = 7;
    for (call_kind k = 0; k < CALL_KINDS; k++) {
        const bool one = CALL_KIND[k].arguments == 1;
        double moved = 0, allowed = 0;
        for (int i = 0; i < 1000; i++) {
            const double a = random_in(&seed, 1, 3);
            const double b = one ? a : random_in(&seed, 1, 3) * (i % 2 ? -1 : 1);
            const double da = random_in(&seed, -FAR, FAR);
            const double db = one ? da : random_in(&seed, -FAR, FAR);
            const double off = fabs(call_value(k, a + da, b + db) - call_value(k, a, b));
            const double bound = call_bound(k, (identity_real){a, fabs(da)},
                                            (identity_real){b, fabs(db)});
            if (!(off <= bound + 1e-13)) /* roundings */
                fail_msg("%s of %g and %g moves %g, bound %g", CALL_KIND[k].word, a, b, off, bound);
            moved += off;
            allowed += bound;
        }
        assert_true(moved > 0 && allowed < 100 * moved);
    }
}

static void slopes_of_every_call_are_proved(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    net n = net_make(&mem);
    const sym input[2] = {net_input(&n, "a"), net_input(&n, "b")};
    const sym all = every_call(&n, input);
    parameter by[2] = {{0}, {0}};
    for (int k = 0; k < 2; k++)
        *ARENA_PUSH(&mem, &by[k], seeds) = (input_slope){input[k], poly_number(&n, 1)};
    poly slope[2];
    net_differentiate(&n, &all, 1, by, 2, ELIMINATE_CHEAPEST, slope);
    assert_true(n.proof.passes == 1 && !n.proof.pass);
    sym *order;
    const uint32_t count = net_order(&n, &mem, &order);
    slope[1] = poly_scale(&n, slope[1], -1);
    net_prove_slopes(&n, order, count, &all, 1, by, 2, slope);
    assert_string_equal(n.proof.pass, IDENTITY_PASS[IDENTITY_DERIVE]);
    assert_string_equal(n.proof.what, "output 'all'");
    arena_free(&mem);
}

static void a_net_without_faults_passes(void **unused)
{
    (void)unused;
    for (uint32_t k = 0; k < ROBOTS_COUNT; k++) {
        plant p;
        plant_begin(&p, ROBOTS[k], 1);
        identity_after(p.claim, IDENTITY_SHARE, &p.n);
        assert_null(p.n.proof.pass);
        arena_free(&p.mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recursions_of_all_forms_are_the_same),
        cmocka_unit_test(searches_leave_functions_what_they_are),
        cmocka_unit_test(functions_of_both_formalisms_are_the_same),
        cmocka_unit_test(passes_leave_the_functions_of_robots_what_they_are),
        cmocka_unit_test(every_planted_fault_is_found),
        cmocka_unit_test(bounds_of_every_call_hold),
        cmocka_unit_test(slopes_of_every_call_are_proved),
        cmocka_unit_test(a_net_without_faults_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
