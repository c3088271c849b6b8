/* SPDX-License-Identifier: MIT */
/* Gravity and loads as numbers of the state: the same torques as with the numbers built in, in both
 * formalisms, without making the operations anew. */
#include "unit/robot_text.h"
#include "unit/tree_ops.h"

#define BODY(name, mass)                                                                           \
    "<link name='" name "'><inertial><origin xyz='0.1 -0.2 0.15'/><mass value='" mass "'/>"        \
    "<inertia ixx='0.2' ixy='0.01' ixz='0.02' iyy='0.3' iyz='-0.01' izz='0.25'/></inertial></link>"
#define MOVES(name, type, parent, child, axis)                                                     \
    "<joint name='" name "' type='" type "'><parent link='" parent "'/><child link='" child "'/>"  \
    "<origin xyz='0.3 0.1 0.2' rpy='0.4 -0.3 0.2'/><axis xyz='" axis "'/></joint>"

/* The hand stands turned and shifted on the last body. */
static const char ARM[] =
    "<robot name='arm'><link name='ground'/>" BODY("a", "2") BODY("b", "1.5") BODY("c", "1.2")
    "<link name='hand'/>" MOVES("i", "revolute", "ground", "a", "0 0 1")
    MOVES("k", "prismatic", "a", "b", "0 0.6 0.8") MOVES("l", "revolute", "b", "c", "0.8 0 0.6")
    MOVES("weld", "fixed", "c", "hand", "0 0 1") "</robot>";

/* Of a floating arm: nine numbers by every two of 27. */
enum { JOINTS = 3, OUTPUTS = 9 * 27 * 28 / 2 };
static const double Q[JOINTS] = {0.3, -0.2, 0.7}, QD[JOINTS] = {1.3, -0.8, 0.6},
                    QDD[JOINTS] = {-2.1, 1.9, 0.4},
                    MOTION[9] = {0.3, -0.4, 0.5, 1.1, -0.9, 0.7, 2.1, -3.2, 9.3};

typedef struct {
    bench b;
    ops p;
} made;

static made make_function(const tree_options *options, function_kind function, formalism form)
{
    made m = {.b = bench_make()};
    assert_read(&m.b, ARM);
    assert_built(&m.b, options);
    /* forms of bodies are chosen, too */
    m.p = written_ops(&m.b.tree_mem, &m.b.t, function, form, form == FORMALISM_DEFAULT);
    assert_true(m.p.outputs_count <= OUTPUTS);
    return m;
}

static made make(const tree_options *options, formalism form)
{
    return make_function(options, FUNCTION_ID, form);
}

static void evaluate(made *m, const double *gravity, const double *payloads, double *out)
{
    const robot_state s = {.q = Q, .qd = QD, .qdd = QDD, .tau = QDD, .wrench = MOTION,
                           .free_motion = MOTION,
                           .gravity = gravity, .payloads = payloads};
    memcpy(out, state_results(&m->b.tree_mem, &m->p, &s), m->p.outputs_count * sizeof *out);
}

/* Tolerance: sums of a few hundred roundings of numbers below 1000. */
static void assert_same(const double *got, const double *expected, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        assert_near(got[i], expected[i], 1e-10);
}

static const formalism FORMS[] = {FORMALISM_CLASSIC, FORMALISM_DEFAULT};

static void gravity_inputs_equal_gravity_constants(void **state)
{
    (void)state;
    static const double given[][3] = {{0, 0, -9.81}, {1.5, -2.5, 3.5}, {0, 0, 0}};
    for (int f = 0; f < 2; f++) {
        tree_options open = tree_options_default(), closed = tree_options_default();
        open.gravity_is_input = true;
        made any = make(&open, FORMS[f]);
        assert_int_equal(any.p.inputs_count, 14);
        for (size_t g = 0; g < sizeof given / sizeof *given; g++) {
            double out[OUTPUTS], expected[OUTPUTS];
            memcpy(closed.gravity_ms2.v, given[g], sizeof given[g]);
            made one = make(&closed, FORMS[f]);
            evaluate(&any, given[g], NULL, out);
            evaluate(&one, NULL, NULL, expected);
            assert_same(out, expected, JOINTS);
            bench_free(&one.b);
        }
        bench_free(&any.b);
    }
}

static const struct {
    const char *text;
    double numbers[10];
} LOADS[] = {{"hand=0", {0}},
             {"hand=2.5", {2.5}},
             {"hand=1.5,0.1,-0.2,0.3", {1.5, 0.1, -0.2, 0.3}},
             {"hand=3,0.05,0.2,-0.1,0.3,0.4,0.5,0.01,-0.02,0.03",
              {3, 0.05, 0.2, -0.1, 0.3, 0.4, 0.5, 0.01, -0.02, 0.03}}};

static void compare_loads(function_kind function, formalism form, bool floating)
{
    tree_options options = tree_options_default();
    options.floating_base = floating;
    options.payloads = (const char *[]){"hand"};
    options.payloads_count = 1;
    options.derive = any_derivation(function);
    made any = make_function(&options, function, form);
    for (size_t g = 0; g < sizeof LOADS / sizeof *LOADS; g++) {
        double out[OUTPUTS], expected[OUTPUTS];
        options.payloads = (const char *[]){LOADS[g].text};
        made one = make_function(&options, function, form);
        assert_int_equal(one.p.outputs_count, any.p.outputs_count);
        evaluate(&any, NULL, LOADS[g].numbers, out);
        evaluate(&one, NULL, NULL, expected);
        for (uint32_t i = 0; i < one.p.outputs_count; i++)
            if (one.p.outputs[i].kind != OUTPUT_PIVOT_WHOLE) /* depends on how inertias are split */
                assert_near(out[i], expected[i], 1e-10);
        bench_free(&one.b);
    }
    bench_free(&any.b);
}

/* The robot has no loops. */
static bool takes_loads(function_kind f)
{
    return function_has(f, ARRAY_PAYLOADS) && !function_has(f, ARRAY_RESIDUAL);
}

/* The floating ground has no inertia, so there nothing can be solved for. */
static void payload_inputs_equal_payload_constants(void **state)
{
    (void)state;
    for (uint32_t f = 0; f < FUNCTIONS; f++)
        for (int k = 0; k < 4 && takes_loads((function_kind)f); k++)
            if (k % 2 == 0 || !function_has((function_kind)f, ARRAY_PIVOT))
                compare_loads((function_kind)f, FORMS[k / 2], k % 2);
}

/* Two loads on one link are one load of both, one on a link that moves elsewhere is another. */
static void payloads_add_up(void **state)
{
    (void)state;
    tree_options options = tree_options_default();
    double apart[OUTPUTS], together[OUTPUTS];
    options.payloads = (const char *[]){"hand=1,0.1,0,0", "b=0.5", "hand=3,0.1,0,0"};
    options.payloads_count = 3;
    made one = make(&options, FORMALISM_DEFAULT);
    evaluate(&one, NULL, NULL, apart);
    bench_free(&one.b);
    options.payloads = (const char *[]){"b", "hand"};
    options.payloads_count = 2;
    made other = make(&options, FORMALISM_DEFAULT);
    evaluate(&other, NULL, (const double[20]){0.5, [10] = 4, 0.1}, together);
    assert_same(together, apart, JOINTS);
    bench_free(&other.b);
}

/* A link welded to the hand with the same inertia. */
static void payload_constants_are_links(void **state)
{
    (void)state;
    tree_options options = tree_options_default();
    options.payloads = (const char *[]){LOADS[3].text};
    options.payloads_count = 1;
    made m = make(&options, FORMALISM_DEFAULT);
    inertia tool = {.mass_kg = 3, .com_m = {{0.05, 0.2, -0.1}},
                    .inertia_com_kgm2 =
                        {{{0.3, 0.01, -0.02}, {0.01, 0.4, 0.03}, {-0.02, 0.03, 0.5}}}};
    const robot_joint *weld = &m.b.r.joints[3];
    inertia expected = inertia_join(m.b.r.links[3].body, inertia_move(tool, weld->origin));
    const inertia *got = &m.b.t.bodies[3].body;
    assert_near(got->mass_kg, expected.mass_kg, 1e-15);
    for (int i = 0; i < 3; i++) {
        assert_near(got->com_m.v[i], expected.com_m.v[i], 1e-15);
        for (int k = 0; k < 3; k++)
            assert_near(got->inertia_com_kgm2.m[i][k], expected.inertia_com_kgm2.m[i][k], 1e-15);
    }
    bench_free(&m.b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gravity_inputs_equal_gravity_constants),
        cmocka_unit_test(payload_inputs_equal_payload_constants),
        cmocka_unit_test(payloads_add_up),
        cmocka_unit_test(payload_constants_are_links),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
