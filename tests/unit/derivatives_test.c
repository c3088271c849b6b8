/* SPDX-License-Identifier: MIT */
/* Derivatives of inverse and forward dynamics: against differences of torques and accelerations,
 * and the laws that tie them to torques, mass matrix and tree. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include "derivatives_fixture.h"

static void derivatives_are_differences_on_random_trees(void **unused)
{
    (void)unused;
    uint64_t state = 2024;
    for (int round = 0; round < 16; round++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &state, round % 2 == 0);
        assert_true(judge_tree(&t, FUNCTION_ID_DERIVATIVES, FORMALISM_DEFAULT, round % 3 == 0,
                               &state));
        arena_free(&mem);
    }
}

static void the_classic_formalism_differentiates_its_recursion(void **unused)
{
    (void)unused;
    uint64_t state = 77;
    for (int round = 0; round < 6; round++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &state, round % 2 == 0);
        assert_true(judge_tree(&t, FUNCTION_ID_DERIVATIVES, FORMALISM_CLASSIC, 0, &state));
        arena_free(&mem);
    }
}

/* Gravity and a load come with the state; rotors, springs, damping and friction act at joints. */
/* Gravity and a load come with the state; rotors, springs, damping and friction act at joints. */
static tree loaded_tree(arena *mem, uint64_t *state, bool free_base)
{
    tree t = random_tree(mem, state, free_base);
    t.gravity_is_input = true;
    *ARENA_PUSH(mem, &t, payloads) = (tree_payload){
        "hand", t.bodies_count - 1, {random_rotation(state), {{0.1, 0.2, -0.1}}}};
    for (uint32_t c = 0; c < t.coordinates_count; c++) {
        tree_coordinate *of = &t.coordinates[c];
        of->armature = random_in(state, 0.1, 1);
        of->damping = random_in(state, 0, 1);
        of->stiffness = random_in(state, 0, 9);
        of->rest = random_in(state, -1, 1);
        of->has_friction = c % 2;
        if (of->has_friction) /* wide, so that differences see it */
            *ARENA_PUSH(mem, &t, frictions) = (tree_friction){c, 2, 1};
    }
    return t;
}

/* A spring with a damper, or a damper of turning, between two bodies that move against each
 * other, or what lifts a body. */
static tree sprung_tree(arena *mem, uint64_t *state, element_type kind)
{
    static const element_law LAWS[ELEMENT_KINDS] = {
        [ELEMENT_LINK] = LAW_SPRING, [ELEMENT_TURN] = LAW_VISCOUS, [ELEMENT_FORCE] = LAW_LIFT};
    tree t = random_tree(mem, state, false);
    tree_element e = {.what = {.name = "spring", .kind = kind, .law = LAWS[kind], .mass = 2,
                               .stiffness = 7, .damping = 3, .rest = 0.4},
                      .body = {t.bodies_count - 1, 1}};
    for (int k = 0; k < 2; k++) {
        e.in_body[k] = (pose){random_rotation(state), {{0, 0, 0}}};
        for (int c = 0; c < 3; c++)
            e.in_body[k].position.v[c] = random_in(state, -0.5, 0.5);
    }
    for (uint32_t a = e.body[0], b = e.body[1]; kind != ELEMENT_FORCE && a != b;
         e.seen_from = a == b ? a : 0)
        if (a > b)
            a = t.bodies[a].parent;
        else
            b = t.bodies[b].parent;
    *ARENA_PUSH(mem, &t, elements) = e;
    return t;
}

/* An element as its text says, between the first and the last body or coordinate. */
static tree ruled_tree(arena *mem, uint64_t *state, const char *element)
{
    element_list list = {0};
    diag d = diag_make(mem);
    if (element_read_text(mem, element, &list, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    tree t = sprung_tree(mem, state, list.list[0].kind);
    tree_element *e = &t.elements[0];
    e->what = list.list[0];
    if (e->what.kind != ELEMENT_TORSION)
        return t;
    *e = (tree_element){.what = e->what, .along = {.rest = e->what.rest}};
    *ARENA_PUSH(mem, &e->along, terms) = (tree_term){0, 1};
    if (t.coordinates_count > 1)
        *ARENA_PUSH(mem, &e->along, terms) = (tree_term){t.coordinates_count - 1, -1.5};
    return t;
}

/* Expressions of x and xd, with the branches of tables, too, which have no corners. */
static void laws_have_their_derivatives(void **unused)
{
    (void)unused;
    static const char *const LAWS[] = {
        "link name=l a=a b=b rest=0.3 k=4 law='k*x + 2*xd + 3*x^3 - x^2*xd'",
        "turn name=l a=a b=b c=2 law='c*xd + xd^3/7'",
        "torsion name=l joint=j law='5*x - sqrt(2 + x^2)*xd/(3 + xd^2)' rest=0.2",
        "link name=l a=a b=b law='2*(x + 1)^1.375 + table(x)*3' table='-1:2,0.5:1,2:4,5:4.5'",
        "torsion name=l joint=j law='sin(2*x - 0.3)*xd - cos(x)*3'",
        "torsion name=l joint=j law='x + table(xd)' table='-2:-3,0:0,0.5:2,3:2.5'"};
    uint64_t state = 21;
    int judged = 0;
    for (size_t k = 0; k < sizeof LAWS / sizeof *LAWS; k++)
        for (int round = 0; round < 3; round++) {
            arena mem = arena_make();
            tree t = ruled_tree(&mem, &state, LAWS[k]);
            judged += judge_tree(&t, FUNCTION_ID_DERIVATIVES, FORMALISM_DEFAULT, 0, &state);
            judged += judge_tree(&t, FUNCTION_FD_DERIVATIVES, FORMALISM_DEFAULT, 0, &state);
            arena_free(&mem);
        }
    assert_true(judged > 20);
}

static void judge_loaded_and_sprung(function_kind function, uint64_t state)
{
    static const element_type KINDS[] = {ELEMENT_LINK, ELEMENT_TURN, ELEMENT_FORCE, ELEMENT_LINK};
    int judged = 0;
    for (int round = 0; round < 8; round++) {
        arena mem = arena_make();
        tree loaded = loaded_tree(&mem, &state, round % 2 == 0);
        tree sprung = sprung_tree(&mem, &state, KINDS[round % 4]);
        sprung.gravity_is_input = round % 8 == 6;
        judged += judge_tree(&loaded, function, FORMALISM_DEFAULT, 0, &state);
        judged += judge_tree(&sprung, function, FORMALISM_DEFAULT, 0, &state);
        arena_free(&mem);
    }
    assert_true(judged > 8);
}

static void joints_loads_gravity_and_springs_have_their_derivatives(void **unused)
{
    (void)unused;
    judge_loaded_and_sprung(FUNCTION_ID_DERIVATIVES, 5);
    judge_loaded_and_sprung(FUNCTION_FD_DERIVATIVES, 6);
}

/* --- forward --------------------------------------------------------------------------------- */

static void forward_derivatives_are_differences_on_random_trees(void **unused)
{
    (void)unused;
    uint64_t state = 31;
    int judged = 0;
    for (int round = 0; round < 20; round++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &state, round % 3 == 0);
        judged += judge_tree(&t, FUNCTION_FD_DERIVATIVES,
                             round % 4 ? FORMALISM_DEFAULT : FORMALISM_CLASSIC, round % 5 == 1,
                             &state);
        arena_free(&mem);
    }
    assert_true(judged > 8); /* the others have a joint that moves nothing */
}

/* An imposed acceleration answers to nothing; the others answer with it held. */
static void imposed_joints_answer_to_nothing(void **unused)
{
    (void)unused;
    uint64_t state = 8;
    int judged = 0;
    for (uint32_t round = 0; round < 12; round++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &state, round % 3 == 0);
        t.coordinates[round % t.coordinates_count].driven = true;
        judged += judge_tree(&t, FUNCTION_FD_DERIVATIVES, FORMALISM_DEFAULT, 0, &state);
        arena_free(&mem);
    }
    assert_true(judged > 5);
}

/* --- robots ---------------------------------------------------------------------------------- */

static void derivatives_are_differences_on_shipped_robots(void **unused)
{
    (void)unused;
    static const char *const robots[] = {"puma560", "motorcycle"};
    uint64_t state = 99;
    int judged = 0;
    for (int i = 0; i < 4; i++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        passes_settings s = passes_default();
        passes_forms f;
        s.tree.floating_base = i % 2;
        const char *path = arena_printf(&mem, "robots/%s.urdf", robots[i / 2]);
        assert_int_equal(passes_tree(&mem, path, &s, &f, &d), STATUS_OK);
        assert_true(judge_tree(&f.tree, FUNCTION_ID_DERIVATIVES, FORMALISM_DEFAULT, 0, &state));
        judged += judge_tree(&f.tree, FUNCTION_FD_DERIVATIVES, FORMALISM_DEFAULT, 0, &state);
        arena_free(&mem);
    }
    assert_true(judged >= 2); /* not the base links without mass, when free */
}

/* --- laws ------------------------------------------------------------------------------------ */

/* A tree of two arms on one base: what one does the other does not feel. */
static void joints_of_different_arms_have_zero_by_structure(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    uint64_t state = 3;
    tree t = {.name = "arms", .gravity_ms2 = {{0, 0, -9.81}}};
    ARENA_PUSH(&mem, &t, bodies);
    for (uint32_t j = 0; j < 4; j++) {
        *ARENA_PUSH(&mem, &t, coordinates) = (tree_coordinate){
            .name = arena_printf(&mem, "j%u", j), .is_angle = true};
        *ARENA_PUSH(&mem, &t, bodies) = (tree_body){
            .name = arena_printf(&mem, "j%u", j), .link = arena_printf(&mem, "l%u", j), .ratio = 1,
            .coordinate = j, .parent = j < 2 ? 0 : j - 1, .axis = {{0, 0, 1}},
            .origin = {random_rotation(&state), {{0.1, 0.2, 0.3}}}, .body = random_inertia(&state)};
    }
    ops p = {0};
    assert_true(build_ops(&mem, &t, FUNCTION_ID_DERIVATIVES, FORMALISM_DEFAULT, 0, &p));
    uint32_t zeros = 0;
    for (uint32_t i = 0; i < p.outputs_count; i++) { /* arms: 0 and 2, 1 and 3 */
        const ops_output *o = &p.outputs[i];
        if ((o->index ^ o->column) % 2 == 0)
            continue;
        assert_int_equal(OPERAND_CLASS(o->value), FROM_CONSTANT);
        assert_true(p.constants[OPERAND_INDEX(o->value)].value == 0);
        zeros++;
    }
    assert_int_equal(zeros, 8 + 8 + 4);
    arena_free(&mem);
}

/* M x + half of the velocities' part is the torque: tau(q, qd, qdd) - tau(q, 0, 0) is
 * M qdd + tau_qd qd / 2, for the part with velocities is quadratic in them. */
static void torques_follow_from_their_derivatives(void **unused)
{
    (void)unused;
    uint64_t state = 12;
    for (int round = 0; round < 10; round++) {
        arena mem = arena_make();
        tree t = random_tree(&mem, &state, false);
        ops id = {0}, d = {0};
        assert_true(build_ops(&mem, &t, FUNCTION_ID, FORMALISM_DEFAULT, 0, &id));
        assert_true(build_ops(&mem, &t, FUNCTION_ID_DERIVATIVES, FORMALISM_DEFAULT, 1, &d));
        matrices *m = ARENA_ARRAY(&mem, matrices, 1);
        numbers x = random_numbers(&state), still = x;
        double tau[MOST], held[MOST], scale = 1;
        memset(still.qd, 0, sizeof still.qd);
        memset(still.qdd, 0, sizeof still.qdd);
        by_freedom(&id, &t, &x, tau);
        by_freedom(&id, &t, &still, held);
        derivatives_at(&d, &x, m);
        for (uint32_t r = 0; r < t.coordinates_count; r++)
            scale = fmax(scale, fabs(tau[r]));
        for (uint32_t r = 0; r < t.coordinates_count; r++) {
            double sum = held[r];
            for (uint32_t c = 0; c < t.coordinates_count; c++)
                sum += m->by_last[r][c] * x.qdd[c] + m->by_rate[r][c] * x.qd[c] / 2;
            assert_true(fabs(sum - tau[r]) <= 1e-12 * scale);
        }
        arena_free(&mem);
    }
}

static void is_small(const char *path, function_kind function, uint32_t effort, uint32_t most)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    passes_settings s = passes_default();
    passes_forms f;
    s.equations.function = function;
    s.equations.effort = effort;
    assert_int_equal(passes_read(&mem, path, &s, &f, &d), STATUS_OK);
    if (f.ops.list_count > most)
        fail_msg("%s: %u operations, at most %u", path, f.ops.list_count, most);
    arena_free(&mem);
}

/* Operations of the shipped arms, as docs/algebra.md has them, with room for the search's luck. */
static void derivatives_of_arms_are_small(void **unused)
{
    (void)unused;
    const uint32_t effort = passes_default().equations.effort;
    is_small("robots/iiwa.urdf", FUNCTION_ID_DERIVATIVES, effort, 2080);
    is_small("robots/iiwa.urdf", FUNCTION_FD_DERIVATIVES, effort, 3850);
    is_small("robots/puma560.urdf", FUNCTION_ID_DERIVATIVES, effort, 1050);
    is_small("robots/puma560.urdf", FUNCTION_FD_DERIVATIVES, effort, 1920);
}

/* Before sums are rearranged: what the recursion names, and where, is in the count. */
static void derivatives_of_a_tree_are_small_with_forms_alone(void **unused)
{
    (void)unused;
    is_small("robots/motorcycle.urdf", FUNCTION_ID_DERIVATIVES, 1, 2924);
}

/* Without any search, bodies of a chain of parallel axes stay in axes that do not turn. */
static void derivatives_of_parallel_axes_are_small_at_once(void **unused)
{
    (void)unused;
    is_small("robots/pendulum5.urdf", FUNCTION_ID_DERIVATIVES, 0, 395);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(derivatives_are_differences_on_random_trees),
        cmocka_unit_test(the_classic_formalism_differentiates_its_recursion),
        cmocka_unit_test(joints_loads_gravity_and_springs_have_their_derivatives),
        cmocka_unit_test(laws_have_their_derivatives),
        cmocka_unit_test(forward_derivatives_are_differences_on_random_trees),
        cmocka_unit_test(imposed_joints_answer_to_nothing),
        cmocka_unit_test(derivatives_are_differences_on_shipped_robots),
        cmocka_unit_test(joints_of_different_arms_have_zero_by_structure),
        cmocka_unit_test(torques_follow_from_their_derivatives),
        cmocka_unit_test(derivatives_of_arms_are_small),
        cmocka_unit_test(derivatives_of_parallel_axes_are_small_at_once),
        cmocka_unit_test(derivatives_of_a_tree_are_small_with_forms_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
