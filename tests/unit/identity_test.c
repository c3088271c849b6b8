/* Equations in whatever form are the same functions, not only the same numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>

#include "equations/classic.h"
#include "equations/forms.h"
#include "equations/functions.h"
#include "equations/mass.h"
#include "rational_tree.h"

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
    assert_true(count.compared > 4 * count.skipped);
}

static void functions_of_both_formalisms_are_the_same(void **unused)
{
    (void)unused;
    enum { TREES = 12 };
    uint64_t state = 20261120;
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
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recursions_of_all_forms_are_the_same),
        cmocka_unit_test(functions_of_both_formalisms_are_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
