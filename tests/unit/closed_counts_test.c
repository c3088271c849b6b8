/* SPDX-License-Identifier: MIT */
/* Operations of the planar parallel robot with closed loops stay within those of the thesis
 * [T 2.7], model by model and partition by partition. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "loops/closed_reduction.h"
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

static uint32_t operations_with(const tree *t, function_kind function, uint32_t effort)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    passes_settings s = passes_default();
    passes_forms forms = {.tree = *t};
    s.equations.function = function;
    s.equations.effort = effort;
    if (passes_operations(&mem, &s, &forms, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    const ops_counts counts = ops_count(&forms.ops);
    uint32_t sum = 0;
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        sum += counts.per_unit[k];
    arena_free(&mem);
    return sum;
}

static uint32_t operations_of(const tree *t, function_kind function)
{
    return operations_with(t, function, passes_default().equations.effort);
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

/* How far the equations of closed-fd are written. */
typedef enum {
    UNTIL_POSITIONS, /* one pass of Newton's method */
    UNTIL_RATES,     /* B, velocities */
    UNTIL_BIAS,      /* b' */
    UNTIL_TREE,      /* M, c */
    UNTIL_REDUCED,   /* Mr, Fr */
    UNTIL_SOLVED,    /* accelerations */
    STAGES
} stage;

typedef struct {
    arena *mem;
    net *n;
    uint32_t count;
} put_outputs;

static void put_one(put_outputs *to, poly sum)
{
    net_output(to->n, arena_printf(to->mem, "o%u", to->count++), sum);
}

static void put(put_outputs *to, const poly *list, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        put_one(to, list[i]);
}

static void put_tree(put_outputs *to, const reduction *r, uint32_t freedoms)
{
    for (uint32_t i = 0; i < freedoms; i++) {
        put_one(to, reduction_unbalanced(r, i));
        for (uint32_t k = 0; k <= i; k++)
            put_one(to, reduction_mass_of(r, i, k));
    }
}

/* Of the independent joints, then of the others. */
static void put_solved(put_outputs *to, reduction *r)
{
    const loops *l = r->w->l;
    const char **names = ARENA_ARRAY(to->mem, const char *, r->rows + 1);
    poly *x = ARENA_ARRAY(to->mem, poly, r->rows + 1);
    for (uint32_t i = 0; i < r->rows; i++) {
        names[i] = arena_printf(to->mem, "%u", i);
        x[i] = poly_scale(to->n, r->rest[i], -1);
    }
    const factors f = factors_write(to->mem, to->n, r->mass, names, r->rows);
    factors_solve(&f, to->n, x);
    put(to, x, r->rows);
    for (uint32_t i = 0; i < l->count; i++) {
        poly sum = r->c.bias[i];
        for (uint32_t row = 0; row < r->rows; row++) {
            const uint32_t column = r->freedom[row] - r->of_free;
            sum = poly_add(to->n, sum,
                           poly_multiply(to->n, r->c.dependence[i * r->c.c.columns + column],
                                         x[row]));
        }
        put_one(to, sum);
    }
}

/* What the thesis' law of the reduction does not count: that M_uu and c_u are added, and what
 * drives joints without inertia. */
static uint32_t beyond_the_law(const reduction *r)
{
    uint32_t operations = drives_without_inertia(r);
    for (uint32_t i = 0; i < r->rows; i++) {
        operations += reduction_unbalanced(r, r->freedom[i]).count > 0;
        for (uint32_t k = 0; k <= i; k++)
            operations += reduction_mass_of(r, r->freedom[i], r->freedom[k]).count > 0;
    }
    return operations;
}

/* Operations of all stages up to `last`. `law`: as the thesis' law counts the reduction, before
 * parts are shared. */
static uint32_t operations_until(const tree *t, stage last, bool law)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    loops l;
    assert_int_equal(loops_find(&mem, t, &l, &d), STATUS_OK);
    model raw;
    model_build(&mem, t, &raw);
    mass_forms mass = mass_forms_plain(&mem, &raw);
    const tree_forms forms = {.raw = &raw, .mass = &mass};
    const closure_form form = {.cofactors = COFACTORS_MOST};
    signals s = {.mem = &mem, .t = t};
    net n = net_make(&mem);
    const closed_writer w = {&mem, t, &l, &form, &forms, &s, &n};
    reduction r = {.w = &w, .of_free = 6 * tree_free_bodies(t)};
    put_outputs to = {&mem, &n, 0};
    uint32_t not_counted = 0;
    r.c = closed_loops(&w, CLOSURE_RATES | CLOSURE_ACCELERATIONS);
    r.sums = closed_mass(&w, MASS_MATRIX | MASS_BIAS | MASS_VELOCITY);
    reduction_order(&r);
    put(&to, r.c.correction, l.count);
    if (last >= UNTIL_RATES) {
        put(&to, r.c.dependence, l.count * r.c.c.columns);
        for (uint32_t i = 0; i < l.count; i++)
            put_one(&to, signals_coordinate(&s, &n, INPUT_QD, l.dependent[i], 1, 0));
    }
    if (last >= UNTIL_BIAS)
        put(&to, r.c.bias, l.count);
    if (last >= UNTIL_TREE)
        put_tree(&to, &r, tree_freedoms(t));
    if (last >= UNTIL_REDUCED) {
        reduction_write(&r);
        put(&to, r.rest, r.rows);
        put(&to, r.mass, factors_at(r.rows, 0));
        not_counted = law ? beyond_the_law(&r) : 0;
    }
    if (last >= UNTIL_SOLVED)
        put_solved(&to, &r);
    net_sweep(&n);
    if (!law)
        net_share_parts(&n);
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
    const uint32_t sum = operations_until(&f.tree, UNTIL_REDUCED, true) -
                         operations_until(&f.tree, UNTIL_TREE, true);
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

/* --- the car, group by group [T 2.8.1] -------------------------------------------------------- */

/* The car with springs and dampers, and with wheels on the ground whose law is the user's. */
static tree car(arena *mem, bool springs, bool wheels)
{
    static const char *const CORNER[] = {"fl", "fr", "rl", "rr"};
    diag d = diag_make(mem);
    passes_settings s = passes_default();
    passes_forms f;
    element_list list = {0};
    for (uint32_t i = 0; i < 4; i++) {
        const char *at = CORNER[i];
        const char *spring = arena_printf(
            mem, "link name=%s_spring a=chassis a_xyz='%g %g 0.4' b=%s_bar1 b_xyz='0 %g 0' "
            "stiffness=30000 rest=0.6 damping=2000", at, i < 2 ? 1.2 : -1.5, i % 2 ? -0.5 : 0.5, at,
            i % 2 ? -0.3 : 0.3);
        const char *wheel = arena_printf(mem, "wheel name=%s joint=%s_spin radius=0.32 law=user",
                                         at, at);
        if (springs)
            assert_int_equal(element_read_text(mem, spring, &list, &d), STATUS_OK);
        if (wheels)
            assert_int_equal(element_read_text(mem, wheel, &list, &d), STATUS_OK);
    }
    s.tree.elements = &list;
    if (passes_tree(mem, "robots/car54.urdf", &s, &f, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return f.tree;
}

/* Springs act by what they add to forward dynamics; wheels by that, and by the states that their
 * law gets. Laws are not counted. */
static void the_closed_car_takes_fewer_operations(void **unused)
{
    (void)unused;
    static const struct {
        const char *group;
        stage from, until;
        uint32_t thesis;
    } OF[] = {{"1 positions", STAGES, UNTIL_POSITIONS, 2973},
              {"2 velocities, B", UNTIL_POSITIONS, UNTIL_RATES, 538},
              {"3 accelerations, b'", UNTIL_RATES, UNTIL_BIAS, 1857},
              {"6, 7 M and c", UNTIL_BIAS, UNTIL_TREE, 9215 + 15666},
              {"8 reduction", UNTIL_TREE, UNTIL_REDUCED, 1897},
              {"9 solution", UNTIL_REDUCED, UNTIL_SOLVED, 1185}};
    arena mem = arena_make();
    const tree plain = car(&mem, false, false), sprung = car(&mem, true, false),
               whole = car(&mem, true, true), wheels = car(&mem, false, true);
    uint32_t until[STAGES + 1] = {0}, sum = 0;
    for (uint32_t k = 0; k < STAGES; k++)
        until[k] = operations_until(&plain, (stage)k, false);
    for (uint32_t k = 0; k < sizeof OF / sizeof *OF; k++) {
        const uint32_t operations = until[OF[k].until] - until[OF[k].from];
        print_message("car54, %-20s %6u operations, %6u in the thesis\n", OF[k].group, operations,
                      OF[k].thesis);
        sum += operations;
    }
    const uint32_t open = operations_with(&plain, FUNCTION_CLOSED_FD, 0),
                   with_springs = operations_with(&sprung, FUNCTION_CLOSED_FD, 0),
                   all = operations_with(&whole, FUNCTION_CLOSED_FD, 0),
                   states = operations_with(&wheels, FUNCTION_ELEMENTS, 0);
    print_message("car54, %-20s %6u operations, %6u in the thesis\n", "4 springs, dampers",
                  with_springs - open, 438);
    print_message("car54, %-20s %6u operations, %6u in the thesis\n", "5 wheels on ground",
                  all - with_springs + states, 1707);
    print_message("car54, sum of groups %u, closed-fd %u, with springs and wheels %u, 35555 in the "
                  "thesis\n", sum, open, all + states);
    assert_true(sum < 26000 && all + states < 26000);
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_closed_car_takes_fewer_operations),
        cmocka_unit_test(reductions_take_no_more_operations),
        cmocka_unit_test(reduced_forward_dynamics_take_no_more_operations),
        cmocka_unit_test(augmented_forward_dynamics_take_no_more_operations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
