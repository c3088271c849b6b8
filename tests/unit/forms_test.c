/* SPDX-License-Identifier: MIT */
/* The search for the forms of the bodies ends where its contract says: no form of one body alone
 * is cheaper than the one that was found, wherever the search started. What several searches share
 * changes none of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "random_tree.h"
#include "writers/forms.h"

enum { TREES = 12, BUDGET = 100000000 };

static double price_of(const tree *t, const model *raw, const recursion_forms *f,
                       const objective *goal)
{
    arena mem = arena_make();
    signals inputs;
    net n = forms_write(&mem, t, raw, f, true, &inputs);
    double price = objective_price(goal, &n);
    arena_free(&mem);
    return price;
}

/* Tries another form of body i, for this once. */
static void assert_no_better(const tree *t, const model *raw, recursion_forms *f, uint32_t i,
                             body_form other, double best, const char *what)
{
    const objective goal = {0};
    body_form found = f->of[i];
    f->of[i] = other;
    double price = price_of(t, raw, f, &goal);
    f->of[i] = found;
    if (price < best)
        fail_msg("body %u: %s costs %.0f instead of %.0f", i, what, price, best);
}

static void the_search_ends_where_no_body_alone_can_be_cheaper(void **unused)
{
    (void)unused;
    const objective goal = {0};
    uint64_t state = 20261116;
    uint32_t turning = 0;
    for (uint32_t k = 0; k < TREES; k++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &state, false);
        model raw;
        model_build(&mem, &t, &raw);
        recursion_forms f = forms_plain(&mem, &raw);
        for (uint32_t i = 1; i < raw.count; i++) /* from anywhere */
            f.of[i] = forms_numbered(f.of[i], random_below(&state, FORM_NUMBERS));
        double began = price_of(&t, &raw, &f, &goal);
        forms_search(&t, &raw, &goal, BUDGET, NULL, NULL, &f);
        double best = price_of(&t, &raw, &f, &goal);
        assert_true(best <= began);
        for (uint32_t i = 1; i < raw.count; i++) {
            if (raw.bodies[i].kind != BODY_REVOLUTE)
                continue;
            turning++;
            for (uint32_t number = 0; number < FORM_NUMBERS; number++)
                assert_no_better(&t, &raw, &f, i, forms_numbered(f.of[i], number), best,
                                 arena_printf(&mem, "form %u", number));
            body_form other = f.of[i];
            other.squares ^= 1;
            assert_no_better(&t, &raw, &f, i, other, best, "the other squares");
        }
        arena_free(&mem);
    }
    assert_true(turning > TREES);
}

static recursion_forms found(arena *mem, const tree *t, const model *raw, const objective *goal,
                             uint64_t budget, descent_memory *known)
{
    recursion_forms f = forms_plain(mem, raw);
    forms_search(t, raw, goal, budget, NULL, known, &f);
    return f;
}

/* For few operations, long and short, and for a short path, one after another. */
static void searches_that_share_their_trials_find_what_each_finds_alone(void **unused)
{
    (void)unused;
    enum { MANY = 20000, FEW = 4000 };
    const unit_cycles cycles = {.of = {[UNIT_MUL] = 3, [UNIT_ADD] = 4}, .leave = 1};
    const objective fewest = {0}, shortest = {.depth_weight = 1, .cycles = cycles};
    const struct {
        const objective *goal;
        uint64_t budget;
    } searches[] = {{&fewest, MANY}, {&fewest, FEW}, {&shortest, MANY}};
    uint64_t state = 20261119;
    for (uint32_t k = 0; k < TREES; k++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &state, false);
        model raw;
        model_build(&mem, &t, &raw);
        descent_memory known = descent_memory_make(&cycles);
        for (size_t i = 0; i < sizeof searches / sizeof *searches; i++) {
            const objective *goal = searches[i].goal;
            const recursion_forms alone = found(&mem, &t, &raw, goal, searches[i].budget, NULL);
            const uint32_t before = known.known_count;
            const recursion_forms f = found(&mem, &t, &raw, goal, searches[i].budget, &known);
            assert_memory_equal(f.of, alone.of, raw.count * sizeof *f.of);
            assert_true(f.acceleration == alone.acceleration && f.force == alone.force);
            assert_true(i != 1 || known.known_count == before); /* it had nothing left to try */
        }
        descent_memory_free(&known);
        arena_free(&mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_search_ends_where_no_body_alone_can_be_cheaper),
        cmocka_unit_test(searches_that_share_their_trials_find_what_each_finds_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
