/* SPDX-License-Identifier: MIT */
/* The equations of motion: two formalisms that share no formula must agree on any tree, and
 * the shipped robots must be as small as promised. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "random_tree.h"
#include "tree_ops.h"

static ops build(arena *mem, const tree *t, formalism form, uint32_t effort, sum_shape sums)
{
    diag d = diag_make(mem);
    passes_settings s = passes_default();
    passes_forms f = {.tree = *t};
    s.equations.form = form;
    s.equations.effort = effort;
    s.sums = sums;
    status built = passes_operations(mem, &s, &f, &d);
    if (built != STATUS_OK)
        print_error("%s\n", d.error.text);
    assert_int_equal(built, STATUS_OK);
    return f.ops;
}

static double *evaluate(arena *mem, const ops *p, uint64_t seed)
{
    double state[5][64];
    for (int kind = 0; kind < 5; kind++)
        for (int i = 0; i < 64; i++)
            state[kind][i] = random_in(&seed, -2, 2);
    robot_state s = {.q = state[0], .qd = state[1], .qdd = state[2], .free_motion = state[3],
                     .forces = state[4]};
    return state_results(mem, p, &s);
}

/* 1e-11 of the largest output: a few hundred roundings of terms that may exceed their sum
 * tenfold. */
static void assert_agree(arena *mem, const ops *a, const ops *b, uint64_t seed)
{
    double largest = 1e-3;
    assert_int_equal(a->outputs_count, b->outputs_count);
    const double *x = evaluate(mem, a, seed), *y = evaluate(mem, b, seed);
    for (uint32_t i = 0; i < a->outputs_count; i++)
        largest = fmax(largest, fabs(x[i]));
    for (uint32_t i = 0; i < a->outputs_count; i++)
        if (!(fabs(x[i] - y[i]) <= 1e-11 * largest))
            fail_msg("seed %llu: output %s is %.17g and %.17g", (unsigned long long)seed,
                     a->outputs[i].name, x[i], y[i]);
}

static void formalisms_agree_on_random_trees(void **unused)
{
    (void)unused;
    uint64_t state = 2004;
    for (uint64_t round = 0; round < 150; round++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &state, round % 3 == 0);
        ops classic = build(&mem, &t, FORMALISM_CLASSIC, 0, SUMS_CASCADE);
        ops plain = build(&mem, &t, FORMALISM_DEFAULT, 0, SUMS_BALANCED);
        for (uint64_t k = 0; k < 3; k++)
            assert_agree(&mem, &classic, &plain, 1000 + round * 3 + k);
        arena_free(&mem);
    }
}

static void search_preserves_torques(void **unused)
{
    (void)unused;
    uint64_t state = 77;
    for (uint64_t round = 0; round < 12; round++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &state, round % 2 == 0);
        ops plain = build(&mem, &t, FORMALISM_DEFAULT, 0, SUMS_BALANCED);
        ops searched = build(&mem, &t, FORMALISM_DEFAULT, 1, SUMS_CASCADE);
        assert_agree(&mem, &plain, &searched, 500 + round);
        assert_true(searched.list_count <=
                    plain.list_count +
                        2); /* a sign may cost an operation that the search does not see */
        arena_free(&mem);
    }
}

static void no_operation_negates(void **unused)
{
    (void)unused;
    uint64_t state = 31;
    uint32_t negations = 0, operations = 0;
    for (uint64_t round = 0; round < 40; round++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &state, false);
        ops p = build(&mem, &t, FORMALISM_DEFAULT, 0, SUMS_BALANCED);
        for (uint32_t i = 0; i < p.list_count; i++) {
            operand a = p.list[i].a, b = p.list[i].b;
            bool a_zero = OPERAND_CLASS(a) == FROM_CONSTANT &&
                          p.constants[OPERAND_INDEX(a)].value == 0;
            bool one = (OPERAND_CLASS(a) == FROM_CONSTANT &&
                        fabs(p.constants[OPERAND_INDEX(a)].value) == 1) ||
                       (OPERAND_CLASS(b) == FROM_CONSTANT &&
                        fabs(p.constants[OPERAND_INDEX(b)].value) == 1);
            assert_false(p.list[i].kind == OP_MUL && one);
            negations += p.list[i].kind == OP_SUB && a_zero;
            operations++;
        }
        arena_free(&mem);
    }
    /* Left only where an output is a bare product of inputs with the wrong sign: rare. */
    assert_true(operations > 1000);
    assert_true(negations * 200 < operations);
}

/* --- shipped robots ------------------------------------------------------------------------- */

static void assert_small(const char *name, formalism form, uint32_t mul, uint32_t add,
                         uint32_t total)
{
    arena mem = arena_make();
    tree t = shipped_tree(&mem, name, false);
    ops p = build(&mem, &t, form, 2, form == FORMALISM_CLASSIC ? SUMS_CASCADE : SUMS_BALANCED);
    ops_counts c = ops_count(&p);
    if (c.per_unit[UNIT_MUL] > mul || c.per_unit[UNIT_ADD] > add || p.list_count > total)
        fail_msg("%s: %u mul + %u add", name, c.per_unit[UNIT_MUL], c.per_unit[UNIT_ADD]);
    arena_free(&mem);
}

/* Limits are what the compiler reaches today: a change that loses an operation must say so here. */
static void shipped_robots_stay_small(void **unused)
{
    (void)unused;
    assert_small("puma", FORMALISM_CLASSIC, 193, 145, 338); /* the count of the thesis */
    assert_small("pendulum5", FORMALISM_CLASSIC, 80, 60, 139);
    assert_small("puma", FORMALISM_DEFAULT, 137, 98, 230);
    assert_small("pendulum5", FORMALISM_DEFAULT, 60, 49, 109);
    assert_small("iiwa", FORMALISM_DEFAULT, 275, 261, 506);
    assert_small("puma560", FORMALISM_DEFAULT, 196, 145, 285);
}

static ops_counts counts_of(const char *name, uint32_t effort)
{
    arena mem = arena_make();
    tree t = shipped_tree(&mem, name, false);
    ops p = build(&mem, &t, FORMALISM_DEFAULT, effort, SUMS_BALANCED);
    ops_counts c = ops_count(&p);
    arena_free(&mem);
    return c;
}

static void same_seed_gives_the_same_text(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    tree t = shipped_tree(&mem, "puma", false);
    text first = text_make(&mem), second = text_make(&mem);
    diag d = diag_make(&mem);
    equations_options o = equations_options_default();
    for (int k = 0; k < 2; k++) {
        equations *e;
        assert_int_equal(equations_build(&mem, &t, &o, &e, &d), STATUS_OK);
        equations_print(e, k ? &second : &first);
    }
    assert_string_equal(first.bytes, second.bytes);
    ops_counts quick = counts_of("puma", 0), best = counts_of("puma", 2);
    assert_true(best.per_unit[UNIT_MUL] + best.per_unit[UNIT_ADD] <
                quick.per_unit[UNIT_MUL] + quick.per_unit[UNIT_ADD]);
    arena_free(&mem);
}

static void tiny_equations_print_as_documented(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    tree t = {.name = "tiny", .gravity_ms2 = {{0, 0, -9.81}}};
    ARENA_PUSH(&mem, &t, bodies);
    *ARENA_PUSH(&mem, &t, bodies) = (tree_body){
        .name = "hinge",
        .link = "arm",
        .kind = BODY_REVOLUTE,
        .origin = pose_identity(),
        .axis = {{0, 1, 0}},
        .body = {.mass_kg = 2,
                 .com_m = {{0.5, 0, 0}},
                 .inertia_com_kgm2 = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
        .ratio = 1};
    *ARENA_PUSH(&mem, &t, coordinates) = (tree_coordinate){
        .name = "hinge", .is_angle = true};
    equations_options o = equations_options_default();
    o.form = FORMALISM_CLASSIC;
    equations *e;
    text out = text_make(&mem);
    assert_int_equal(equations_build(&mem, &t, &o, &e, &d), STATUS_OK);
    equations_print(e, &out);
    assert_string_equal(out.bytes,
                        "tauflow-eqn 1\n"
                        "robot \"tiny\"\n"
                        "# 5 mul, 2 add as written; the .ops may have x + x for 2*x and one sub "
                        "more for a sign\n"
                        "parameter gz = 9.81\n"
                        "parameter l1x = 0.5\n"
                        "parameter m1 = 2\n"
                        "parameter I1yy = 1\n"
                        "a1z = gz*c1\n"
                        "ac1z = -qdd1*l1x + a1z\n"
                        "W1z = m1*ac1z\n"
                        "L1y = qdd1*I1yy - l1x*W1z\n"
                        "output tau1 = L1y\n");
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formalisms_agree_on_random_trees),
        cmocka_unit_test(search_preserves_torques),
        cmocka_unit_test(no_operation_negates),
        cmocka_unit_test(shipped_robots_stay_small),
        cmocka_unit_test(same_seed_gives_the_same_text),
        cmocka_unit_test(tiny_equations_print_as_documented),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
