/* SPDX-License-Identifier: MIT */
/* The regressor: torques are its product with the base parameters, which are as many as motions can
 * tell apart. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "functions/base_parameters.h"
#include "random_motion.h"

enum { MOST_PARAMETERS = 256 };

static ops build(arena *mem, const tree *t, function_kind function, uint32_t effort)
{
    return tree_ops(mem, t, function, FORMALISM_DEFAULT, effort);
}

/* Torques by freedom. */
static void torques(arena *mem, const tree *t, const ops *id, const tree_motion *m, double *out)
{
    const double *of = motion_results(mem, id, m);
    uint32_t free_rows = 6 * tree_free_bodies(t);
    for (uint32_t i = 0; i < id->outputs_count; i++) {
        const ops_output *o = &id->outputs[i];
        uint32_t row = o->kind == OUTPUT_TORQUE ? free_rows + o->index
                                                : 6 * o->index + o->axis +
                                                      (o->kind == OUTPUT_MOMENT ? 3 : 0);
        out[row] = of[i];
    }
}

static uint32_t parameters_of(const ops *p)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < p->outputs_count; i++)
        count += p->outputs[i].kind == OUTPUT_PARAMETER;
    return count;
}

/* Y, row by row, and the parameters. */
static void regressor(arena *mem, const ops *p, const tree_motion *m, double *y, double *parameter)
{
    const double *of = motion_results(mem, p, m);
    uint32_t columns = parameters_of(p);
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const ops_output *o = &p->outputs[i];
        if (o->kind == OUTPUT_REGRESSOR)
            y[o->index * columns + o->column] = of[i];
        else
            parameter[o->index] = of[i];
    }
}

/* 1e-11 of the largest torque: some hundred roundings of terms that may exceed their sum
 * tenfold. */
static void assert_product_is_torques(arena *mem, const tree *t, uint32_t effort, uint64_t *seed,
                                      const char *what)
{
    ops id = build(mem, t, FUNCTION_ID, 0), p = build(mem, t, FUNCTION_REGRESSOR, effort);
    uint32_t rows = tree_freedoms(t), columns = parameters_of(&p);
    double *y = ARENA_ARRAY(mem, double, (size_t)rows * columns + 1), want[MOST] = {0};
    double *parameter = ARENA_ARRAY(mem, double, columns + 1);
    assert_int_equal(p.outputs_count, rows * columns + columns);
    for (int round = 0; round < 3; round++) {
        tree_motion m = random_motion(seed);
        torques(mem, t, &id, &m, want);
        regressor(mem, &p, &m, y, parameter);
        double largest = 1e-3;
        for (uint32_t r = 0; r < rows; r++)
            largest = fmax(largest, fabs(want[r]));
        for (uint32_t r = 0; r < rows; r++) {
            double sum = 0;
            for (uint32_t c = 0; c < columns; c++)
                sum += y[r * columns + c] * parameter[c];
            if (!(fabs(sum - want[r]) <= 1e-11 * largest))
                fail_msg("%s: torque %u is %.17g, Y p %.17g", what, r, want[r], sum);
        }
    }
}

/* Joints with all that torques are linear in. */
static void add_joint_parameters(arena *mem, tree *t, uint64_t *seed)
{
    for (uint32_t c = 0; c < t->coordinates_count; c++) {
        tree_coordinate *of = &t->coordinates[c];
        of->armature = random_below(seed, 2) ? random_in(seed, 0.1, 1) : 0;
        of->damping = random_below(seed, 2) ? random_in(seed, 0.1, 1) : 0;
        of->stiffness = random_below(seed, 2) ? random_in(seed, 0.1, 1) : 0;
        of->rest = random_in(seed, -1, 1);
        of->has_friction = random_below(seed, 2);
        if (of->has_friction)
            *ARENA_PUSH(mem, t, frictions) = (tree_friction){
                .coordinate = c, .torque = random_in(seed, 0.1, 1), .width = 0.01};
    }
}

static void regressor_times_parameters_is_inverse_dynamics(void **unused)
{
    (void)unused;
    uint64_t seed = 1987;
    for (uint32_t round = 0; round < 40; round++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &seed, round % 3 == 0);
        t.forces_count = 0;
        if (round % 2)
            add_joint_parameters(&mem, &t, &seed);
        assert_product_is_torques(&mem, &t, round % 8 == 0, &seed,
                                  arena_printf(&mem, "tree %u", round));
        arena_free(&mem);
    }
}

/* --- how many ------------------------------------------------------------------------------- */

/* The rank of columns, by elimination with the largest column first; what is left below 1e-8 of it
 * is rounding. */
static uint32_t rank_of(double **column, uint32_t columns, uint32_t length)
{
    uint32_t rank = 0;
    double first = 0;
    for (uint32_t c = 0; c < columns; c++) { /* all of one size, or nothing */
        double size = 0;
        for (uint32_t i = 0; i < length; i++)
            size += column[c][i] * column[c][i];
        for (uint32_t i = 0; i < length && size > 0; i++)
            column[c][i] /= sqrt(size);
    }
    for (; rank < columns; rank++) {
        double most = -1;
        uint32_t best = rank;
        for (uint32_t c = rank; c < columns; c++) {
            double size = 0;
            for (uint32_t i = 0; i < length; i++)
                size += column[c][i] * column[c][i];
            if (size > most) {
                most = size;
                best = c;
            }
        }
        first = fmax(first, sqrt(most));
        if (!(sqrt(most) > 1e-8 * first))
            break;
        double *swap = column[rank];
        column[rank] = column[best];
        column[best] = swap;
        for (uint32_t c = rank + 1; c < columns; c++)
            for (int twice = 0; twice < 2; twice++) {
                double part = 0;
                for (uint32_t i = 0; i < length; i++)
                    part += column[c][i] * column[rank][i];
                for (uint32_t i = 0; i < length; i++)
                    column[c][i] -= part / most * column[rank][i];
            }
    }
    return rank;
}

/* A body with one of the ten numbers that torques are linear in: mass, mass with centre along x y z
 * and the inertia that makes J zero but for it, moments and products. */
static inertia unit_inertia(int number)
{
    inertia b = {0};
    if (number < 4)
        b.mass_kg = 1;
    for (int k = 0; k < 3 && number >= 1 && number < 4; k++) {
        b.com_m.v[k] = k == number - 1;
        b.inertia_com_kgm2.m[k][k] = -(k != number - 1); /* about the origin nothing is left */
    }
    static const int ROW[] = {0, 1, 2, 0, 0, 1}, COLUMN[] = {0, 1, 2, 1, 2, 2};
    if (number >= 4) {
        int r = ROW[number - 4], c = COLUMN[number - 4];
        b.inertia_com_kgm2.m[r][c] = b.inertia_com_kgm2.m[c][r] = 1;
    }
    return b;
}

/* What all ten numbers of every body can do, by inverse dynamics with one of them at a time. */
static uint32_t rank_of_all(arena *mem, const tree *t, uint64_t seed)
{
    uint32_t columns = 10 * (t->bodies_count - 1), rows = tree_freedoms(t);
    uint32_t states = 3 * columns / rows + 4, length = states * rows;
    double **column = ARENA_ARRAY(mem, double *, columns);
    for (uint32_t c = 0; c < columns; c++) {
        tree one = *t;
        one.bodies = ARENA_ARRAY(mem, tree_body, t->bodies_count);
        memcpy(one.bodies, t->bodies, t->bodies_count * sizeof(tree_body));
        for (uint32_t i = 1; i < t->bodies_count; i++)
            one.bodies[i].body = i == 1 + c / 10 ? unit_inertia((int)(c % 10)) : (inertia){0};
        ops id = build(mem, &one, FUNCTION_ID, 0);
        column[c] = ARENA_ARRAY(mem, double, length);
        uint64_t again = seed;
        for (uint32_t i = 0; i < states; i++) {
            tree_motion m = random_motion(&again);
            torques(mem, &one, &id, &m, &column[c][i * rows]);
        }
    }
    return rank_of(column, columns, length);
}

static uint32_t rank_of_regressor(arena *mem, const tree *t, const ops *p, uint64_t seed)
{
    uint32_t columns = parameters_of(p), rows = tree_freedoms(t);
    uint32_t states = 3 * columns / rows + 4;
    double **column = ARENA_ARRAY(mem, double *, columns + 1), parameter[MOST_PARAMETERS];
    double *y = ARENA_ARRAY(mem, double, (size_t)rows * columns + 1);
    for (uint32_t c = 0; c < columns; c++)
        column[c] = ARENA_ARRAY(mem, double, states * rows);
    for (uint32_t i = 0; i < states; i++) {
        tree_motion m = random_motion(&seed);
        regressor(mem, p, &m, y, parameter);
        for (uint32_t r = 0; r < rows; r++)
            for (uint32_t c = 0; c < columns; c++)
                column[c][i * rows + r] = y[r * columns + c];
    }
    return rank_of(column, columns, states * rows);
}

static void assert_base(arena *mem, const tree *t, uint32_t expected, const char *what)
{
    ops p = build(mem, t, FUNCTION_REGRESSOR, 0);
    uint32_t count = parameters_of(&p), all = rank_of_all(mem, t, 5);
    if (expected && count != expected)
        fail_msg("%s: %u base parameters", what, count);
    if (count != all || rank_of_regressor(mem, t, &p, 5) != all)
        fail_msg("%s: %u base parameters, motions tell %u apart", what, count, all);
}

/* Of the PUMA 560 the literature knows 36. */
static void base_parameters_are_as_many_as_motions_tell_apart(void **unused)
{
    (void)unused;
    static const struct {
        const char *robot;
        bool floating;
        uint32_t count;
    } CASE[] = {{"puma560", false, 36}, {"puma", false, 36},       {"iiwa", false, 43},
                {"iiwa", true, 59},     {"pendulum5", false, 15}, {"car", false, 0}};
    uint64_t seed = 8;
    for (size_t k = 0; k < sizeof CASE / sizeof *CASE; k++) {
        arena mem = arena_make();
        tree t = shipped_tree(&mem, CASE[k].robot, CASE[k].floating);
        assert_product_is_torques(&mem, &t, 0, &seed, CASE[k].robot);
        assert_base(&mem, &t, CASE[k].count, CASE[k].robot);
        arena_free(&mem);
    }
    for (uint32_t round = 0; round < 12; round++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &seed, round % 3 == 0);
        t.forces_count = 0;
        assert_base(&mem, &t, 0, arena_printf(&mem, "tree %u", round));
        arena_free(&mem);
    }
}

/* Columns x and x + part y. */
static void nearly_equal_columns_are_one_below_a_billionth(void **unused)
{
    (void)unused;
    static const double PART[] = {0, 1e-10, 1e-8, 1};
    for (int k = 0; k < 4; k++) {
        arena mem = arena_make();
        tree t = {.name = "none"};
        ARENA_PUSH(&mem, &t, bodies);
        for (int c = 0; c < 2; c++)
            *ARENA_PUSH(&mem, &t, coordinates) = (tree_coordinate){.name = c ? "y" : "x"};
        net n = net_make(&mem);
        signals s = {.mem = &mem, .t = &t};
        poly x = signals_coordinate(&s, &n, INPUT_QD, 0, 1, 0),
             y = signals_coordinate(&s, &n, INPUT_QD, 1, 1, 0);
        poly sum = poly_add(&n, x, poly_scale(&n, y, PART[k]));
        base_parameters p = {.rows = 1};
        *ARENA_PUSH(&mem, &p, list) = (base_parameter){"a", 2, &x};
        *ARENA_PUSH(&mem, &p, list) = (base_parameter){"b", 3, &sum};
        base_parameters_choose(&p, &s, &n);
        assert_int_equal(p.list_count, k < 2 ? 1 : 2);
        assert_true(fabs(p.list[0].value - (k < 2 ? 5 : 2)) < 1e-9);
        arena_free(&mem);
    }
}

/* Two columns of two rows, in qd of two joints. */
typedef struct {
    double a[2], b[2];    /* a: a[0] x, a[1] x; b: b[0] x, b[1] y, or b[1] x */
    bool is_along;        /* b[1] x */
    double values[2];
    uint32_t count;       /* of the columns that stay */
    double value;         /* of the first */
} two_columns;

static void assert_choice(const two_columns *c)
{
    arena mem = arena_make();
    tree t = {.name = "none"};
    ARENA_PUSH(&mem, &t, bodies);
    for (int k = 0; k < 2; k++)
        *ARENA_PUSH(&mem, &t, coordinates) = (tree_coordinate){.name = k ? "y" : "x"};
    net n = net_make(&mem);
    signals s = {.mem = &mem, .t = &t};
    poly x = signals_coordinate(&s, &n, INPUT_QD, 0, 1, 0),
         y = signals_coordinate(&s, &n, INPUT_QD, 1, 1, 0);
    poly a[2] = {poly_scale(&n, x, c->a[0]), poly_scale(&n, x, c->a[1])},
         b[2] = {poly_scale(&n, x, c->b[0]), poly_scale(&n, c->is_along ? x : y, c->b[1])};
    base_parameters p = {.rows = 2};
    *ARENA_PUSH(&mem, &p, list) = (base_parameter){"a", c->values[0], a};
    *ARENA_PUSH(&mem, &p, list) = (base_parameter){"b", c->values[1], b};
    base_parameters_choose(&p, &s, &n);
    assert_int_equal(p.list_count, c->count);
    assert_true(fabs(p.list[0].value - c->value) <= 1e-9 * fabs(c->value));
    arena_free(&mem);
}

/* What is little beside another row is all of its own. */
static void columns_are_judged_row_by_row(void **unused)
{
    (void)unused;
    static const two_columns CASES[] = {
        {{1, 1e-12}, {1, 1e-12}, false, {2, 3}, 2, 2},        /* y in the small row */
        {{1, 1e-12}, {1, 1e-12}, true, {2, 3}, 1, 5},
        {{1, 1e-12}, {1, 1e-12 * (1 + 1e-10)}, true, {2, 3}, 1, 5},
        {{1, 1e-12}, {1, 1e-12 * (1 + 1e-8)}, true, {2, 3}, 2, 2},
        {{1, 0}, {1, 1e-300}, false, {2, 3}, 2, 2},           /* a has nothing of it */
        {{1e12, 1}, {1e12, 1 + 1e-8}, true, {2, 3}, 2, 2},
    };
    for (size_t k = 0; k < sizeof CASES / sizeof *CASES; k++)
        assert_choice(&CASES[k]);
}

/* A kilogram at a micrometre is 1e-12 kg m2: a factor between parameters has units, and no size. */
static void small_factors_are_not_lost(void **unused)
{
    (void)unused;
    static const double SCALE[] = {1e-6, 1, 1e6, 1e12, 1e100};
    for (int k = 0; k < 5; k++) {
        const two_columns c = {{SCALE[k], SCALE[k]}, {1, 1}, true, {0, 3}, 1, 3 / SCALE[k]};
        assert_choice(&c);
    }
}

static void forces_are_refused(void **unused)
{
    (void)unused;
    uint64_t seed = 4;
    arena mem = arena_make();
    tree t = random_tree(&mem, &seed, false);
    if (!t.forces_count)
        *ARENA_PUSH(&mem, &t, forces) = (tree_force){"tool", 1, pose_identity()};
    diag d = diag_make(&mem);
    passes_settings s = passes_default();
    passes_forms f = {.tree = t};
    s.equations.function = FUNCTION_REGRESSOR;
    assert_int_not_equal(passes_operations(&mem, &s, &f, &d), STATUS_OK);
    assert_non_null(strstr(d.error.text, "'tool'"));
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(regressor_times_parameters_is_inverse_dynamics),
        cmocka_unit_test(base_parameters_are_as_many_as_motions_tell_apart),
        cmocka_unit_test(nearly_equal_columns_are_one_below_a_billionth),
        cmocka_unit_test(columns_are_judged_row_by_row),
        cmocka_unit_test(small_factors_are_not_lost),
        cmocka_unit_test(forces_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
