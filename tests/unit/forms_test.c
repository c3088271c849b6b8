/* SPDX-License-Identifier: MIT */
/* The search for the forms of the bodies ends where its contract says: no form of one body alone
 * is cheaper than the one that was found, wherever the search started. */
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_search_ends_where_no_body_alone_can_be_cheaper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
