/* Operations of the planar parallel robot with closed loops stay within those of the thesis
 * [T 2.7], model by model and partition by partition. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "equations/closed_reduction.h"
#include "passes.h"

#define JOINTS(a, b, c) (1u << (a) | 1u << (b) | 1u << (c))

static const struct {
    const char *model;
    unsigned independent;
    uint32_t most; /* operations in the thesis, sines and cosines given */
} REDUCED[] = {{"planar1", JOINTS(1, 6, 9), 1704},    {"planar1", JOINTS(3, 4, 7), 1508},
               {"planar1", JOINTS(1, 2, 3), 1447},    {"planar2", JOINTS(1, 4, 7), 918},
               {"planar2", JOINTS(3, 6, 9), 1076},      {"planar2", JOINTS(1, 2, 3), 861},
               {"planar3_centre", JOINTS(10, 11, 12), 986},  {"planar3", JOINTS(10, 11, 12), 845},
               {"planar4", JOINTS(7, 8, 9), 772}};

static uint32_t operations_of(const tree *t, function_kind function)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    passes_settings s = passes_default();
    passes_forms forms = {.tree = *t};
    s.equations.function = function;
    if (passes_operations(&mem, &s, &forms, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    const ops_counts counts = ops_count(&forms.ops);
    uint32_t sum = 0;
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        sum += counts.per_unit[k];
    arena_free(&mem);
    return sum;
}

/* The shipped file with other joints independent; 0: those that it says. */
static tree tree_of(arena *mem, const char *name, unsigned independent)
{
    diag d = diag_make(mem);
    passes_settings s = passes_default();
    passes_forms f;
    if (passes_tree(mem, arena_printf(mem, "robots/loops/%s.urdf", name), &s, &f, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    for (uint32_t i = 0; independent && i < f.tree.coordinates_count; i++)
        f.tree.coordinates[i].independent = independent >> (i + 1) & 1;
    return f.tree;
}

static void reduced_forward_dynamics_take_no_more_operations(void **unused)
{
    (void)unused;
    uint32_t best = UINT32_MAX;
    for (uint32_t k = 0; k < sizeof REDUCED / sizeof *REDUCED; k++) {
        arena mem = arena_make();
        const tree t = tree_of(&mem, REDUCED[k].model, REDUCED[k].independent);
        uint32_t sum = operations_of(&t, FUNCTION_CLOSED_FD);
        print_message("%s, joints %#x: %u operations, %u in the thesis\n", REDUCED[k].model,
                      REDUCED[k].independent, sum, REDUCED[k].most);
        assert_true(sum <= REDUCED[k].most);
        best = sum < best ? sum : best;
        arena_free(&mem);
    }
    assert_true(best < 500);
}

static const struct {
    const char *model;
    uint32_t most;
} AUGMENTED[] = {{"planar1", 1917},
                 {"planar2", 1202},
                 {"planar3_centre", 1232}, /* the lesser of two that are not told apart */
                 {"planar3", 1232},
                 {"planar4", 900}};

static void augmented_forward_dynamics_take_no_more_operations(void **unused)
{
    (void)unused;
    for (uint32_t k = 0; k < sizeof AUGMENTED / sizeof *AUGMENTED; k++) {
        arena mem = arena_make();
        const tree t = tree_of(&mem, AUGMENTED[k].model, 0);
        uint32_t sum = operations_of(&t, FUNCTION_AUGMENTED);
        print_message("%s, augmented: %u operations, %u in the thesis\n", AUGMENTED[k].model, sum,
                      AUGMENTED[k].most);
        assert_true(sum <= AUGMENTED[k].most);
        arena_free(&mem);
    }
}

/* --- the reduction alone ---------------------------------------------------------------------- */

/* What drives a dependent joint that moves no inertia goes into Fr: two operations per row. */
static uint32_t drives_without_inertia(const reduction *r)
{
    const loops *l = r->w->l;
    uint32_t operations = 0;
    for (uint32_t i = 0; i < l->count; i++) {
        const uint32_t own = reduction_dependent(r, i);
        bool moves = r->sums.bias[own].count > 0;
        for (uint32_t k = 0; k < r->sums.freedoms; k++)
            moves = moves || reduction_mass_of(r, own, k).count > 0;
        for (uint32_t u = 0; !moves && u < l->independent_count; u++)
            if (r->c.dependence[i * r->c.c.columns + l->independent[u]].count)
                operations += 2;
    }
    return operations;
}

/* Operations of all that goes into the reduction, and on demand of Mr and Fr, too. The law of the
 * thesis does not count that M_uu and c_u are added, nor what drives joints without inertia. */
static uint32_t operations_until(const tree *t, bool through_cuts, bool reduced)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    loops l;
    assert_int_equal(loops_find(&mem, t, &l, &d), STATUS_OK);
    model raw;
    model_build(&mem, t, &raw);
    mass_forms mass = mass_forms_plain(&mem, &raw);
    const tree_forms forms = {&raw, &mass, NULL};
    const closure_form form = {CONSTRAINT_FRAMES_OWN, COFACTORS_MOST, through_cuts};
    signals s = {.mem = &mem, .t = t};
    net n = net_make(&mem);
    const closed_writer w = {&mem, t, &l, &form, &forms, &s, &n};
    reduction r = {.w = &w, .of_free = 6 * tree_free_bodies(t)};
    r.c = closed_loops(&w, CLOSURE_RATES | CLOSURE_ACCELERATIONS);
    r.sums = closed_mass(&w, MASS_MATRIX | MASS_BIAS | MASS_VELOCITY);
    reduction_order(&r);
    assert_true(!through_cuts || cuts_apply(&r));
    uint32_t outputs = 0;
    for (uint32_t i = 0; i < tree_freedoms(t); i++) {
        net_output(&n, arena_printf(&mem, "o%u", outputs++), reduction_unbalanced(&r, i));
        for (uint32_t k = 0; k <= i; k++)
            net_output(&n, arena_printf(&mem, "o%u", outputs++), reduction_mass_of(&r, i, k));
    }
    for (uint32_t i = 0; i < l.count * r.c.c.columns; i++)
        net_output(&n, arena_printf(&mem, "o%u", outputs++), r.c.dependence[i]);
    for (uint32_t i = 0; i < l.count; i++)
        net_output(&n, arena_printf(&mem, "o%u", outputs++), r.c.bias[i]);
    if (reduced)
        reduction_write(&r);
    for (uint32_t i = 0; reduced && i < r.rows; i++) {
        net_output(&n, arena_printf(&mem, "o%u", outputs++), r.rest[i]);
        for (uint32_t k = 0; k <= i; k++)
            net_output(&n, arena_printf(&mem, "o%u", outputs++), r.mass[factors_at(i, k)]);
    }
    uint32_t not_counted = reduced ? drives_without_inertia(&r) : 0;
    for (uint32_t i = 0; reduced && i < r.rows; i++) {
        not_counted += reduction_unbalanced(&r, r.freedom[i]).count > 0;
        for (uint32_t k = 0; k <= i; k++)
            not_counted += reduction_mass_of(&r, r.freedom[i], r.freedom[k]).count > 0;
    }
    net_sweep(&n);
    const uint32_t sum = net_cost_sum(net_count(&n)) - not_counted;
    arena_free(&mem);
    return sum;
}

static uint32_t reduction_operations(const char *path)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    passes_settings s = passes_default();
    passes_forms f;
    if (passes_tree(&mem, path, &s, &f, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    const uint32_t sum = operations_until(&f.tree, false, true) -
                         operations_until(&f.tree, false, false);
    arena_free(&mem);
    return sum;
}

static void reductions_take_no_more_operations(void **unused)
{
    (void)unused;
    static const struct {
        const char *path;
        uint32_t most;
    } OF[] = {{"robots/loops/delta.urdf", 60},
              {"robots/loops/stewart_light.urdf", 345},
              {"robots/car54.urdf", 1897}};
    for (uint32_t k = 0; k < sizeof OF / sizeof *OF; k++) {
        const uint32_t sum = reduction_operations(OF[k].path);
        print_message("%s: %u operations reduce it, %u in the thesis\n", OF[k].path, sum,
                      OF[k].most);
        assert_true(sum <= OF[k].most);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reductions_take_no_more_operations),
        cmocka_unit_test(reduced_forward_dynamics_take_no_more_operations),
        cmocka_unit_test(augmented_forward_dynamics_take_no_more_operations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
