/* SPDX-License-Identifier: MIT */
/* Second moments far larger than what a joint feels of them are turned so that it feels that, and
 * only those: whatever else turns costs five products. */
#include "unit/solved_text.h"

#include "algebra/vectors.h"
#include "writers/lopsided.h"

/* What a pan about z carries: an arm that turns about y, a point mass at its end. */
#define PAN(moments) "<robot name='r'><link name='o'/>" BODY("pan", "0 0 0", "0", moments)
#define PANS TURNS("j", "o", "pan", "")
#define LIFTS(child, origin) ENDS("k", "pan", child) origin "<axis xyz='0 1 0'/></joint>"

static const double MASS = 1000, LENGTH = 1000;

/* An arm along x at q = 0, or along z. */
static answer ask_arm(double own, bool upright, bool floats, uint32_t effort, double angle)
{
    char xml[1024];
    snprintf(xml, sizeof xml,
             "%s<link name='pan'><inertial><mass value='1'/><inertia " ROUND("%.17g") "/>"
             "</inertial></link>" BODY("arm", "%s", "1000", ROUND("0")) "%s"
             LIFTS("arm", "") "</robot>",
             floats ? "<robot name='r'>" : "<robot name='r'><link name='o'/>", own, own,
             own, upright ? "0 0 1000" : "1000 0 0", floats ? "" : PANS);
    motion m = {.q = {floats ? angle : 0.7, angle}};
    question mass = {.function = FUNCTION_MASS, .floats = floats, .effort = effort};
    return ask(xml, &mass, &m);
}

/* How near the closest of the entries comes to a number, as a share of it. */
static double nearest(const answer *a, double expected)
{
    double least = INFINITY;
    for (uint32_t k = 0; k < a->outputs; k++)
        least = fmin(least, fabs(a->torque[k] - expected) / expected);
    return least;
}

/* With the arm 1e-6 rad off its axis the pan feels the square of 1 mm of 1 km; near that axis, too,
 * and on either side of where five products are given up. */
static void a_joint_feels_the_inertia_across_an_arm_along_its_axis(void **state)
{
    (void)state;
    static const double LIMIT = 1e-12; /* as in tilted_trees_test */
    for (int way = 0; way < 16; way++)
        for (double own = 1e-3; own < 1e9; own *= 3) {
            const bool upright = way & 1, floats = way & 2;
            const double off = way & 8 ? 1e-6 : 0.01, angle = upright ? off : PI / 2 - off;
            const double across = LENGTH * (upright ? sin(angle) : cos(angle));
            const answer a = ask_arm(own, upright, floats, way & 4 ? 1 : 0, angle);
            assert_true(nearest(&a, own + MASS * across * across) < LIMIT);
        }
}

static const mat3 P = {{{3, 0.7, -0.2}, {0.7, 5, 1.1}, {-0.2, 1.1, 2}}};

/* Rz P Rz' for an angle of no consequence. */
static mat3 turned(tensor_turn way)
{
    arena mem = arena_make();
    net n = net_make(&mem);
    const sym s = net_input(&n, "s"), c = net_input(&n, "c");
    ptensor p;
    for (int k = 0; k < 9; k++)
        p.m[k / 3][k % 3] = poly_number(&n, P.m[k / 3][k % 3]);
    const ptensor q = ptensor_turn_out(&n, poly_symbol(&n, s), poly_symbol(&n, c), way, p);
    sym *order;
    const uint32_t count = net_order(&n, &mem, &order);
    double *values = ARENA_ARRAY(&mem, double, n.symbols_count + 1);
    for (sym x = 0; x < n.symbols_count; x++)
        values[x] = n.symbols[x].value;
    values[s] = 0.6;
    values[c] = -0.8;
    net_evaluate(&n, order, count, values);
    mat3 out;
    for (int k = 0; k < 9; k++)
        out.m[k / 3][k % 3] = poly_value(&n, q.m[k / 3][k % 3], values);
    arena_free(&mem);
    return out;
}

static void every_way_of_turning_gives_the_same_tensor(void **state)
{
    (void)state;
    const mat3 r = {{{-0.8, -0.6, 0}, {0.6, -0.8, 0}, {0, 0, 1}}};
    const mat3 expected = mat3_multiply(r, mat3_multiply(P, mat3_transpose(r)));
    for (int way = TENSOR_FROM_COSINE; way <= TENSOR_BY_SQUARES; way++) {
        const mat3 got = turned((tensor_turn)way);
        for (int k = 0; k < 9; k++)
            assert_near(got.m[k / 3][k % 3], expected.m[k / 3][k % 3], 1e-14);
    }
}

/* --- which bodies --------------------------------------------------------------------------- */

/* Whether the last body is lopsided; rotor: inertia of that of the first coordinate. */
static bool is_last_lopsided(const char *xml, double rotor, bool floats)
{
    bench b = bench_make();
    tree_options building = tree_options_default();
    building.floating_base = floats;
    assert_read(&b, xml);
    assert_built(&b, &building);
    b.t.coordinates[0].armature = rotor;
    model m;
    model_build(&b.tree_mem, &b.t, &m);
    const bool found = m.bodies[m.count - 1].is_lopsided;
    bench_free(&b);
    return found;
}

#define ARM(length) BODY("arm", length " 0 0", "1", ROUND("0"))

static void eleven_bits_may_go(void **state)
{
    (void)state;
    const char *const within = PAN(ROUND("1")) BODY("arm", "45.25 0 0", "1", ROUND("0")) PANS
                                LIFTS("arm", "") "</robot>",
               *const beyond = PAN(ROUND("1")) BODY("arm", "45.26 0 0", "1", ROUND("0")) PANS
                                LIFTS("arm", "") "</robot>";
    assert_false(is_last_lopsided(within, 0, false));
    assert_true(is_last_lopsided(beyond, 0, false));
}

static void a_rotor_is_felt_like_a_body(void **state)
{
    (void)state;
    const char *const xml = PAN("ixx='1' iyy='1' izz='.1'") ARM("40") PANS LIFTS("arm", "")
                            "</robot>",
               *const light = PAN(ROUND("0")) ARM("40") PANS LIFTS("arm", "") "</robot>";
    assert_true(is_last_lopsided(xml, 0, false));
    assert_false(is_last_lopsided(xml, 1, false));
    assert_true(is_last_lopsided(light, 0, false));
    assert_false(is_last_lopsided(light, 1, false));
}

/* A joint that follows by a half feels the rotor of what it follows four times. */
static void a_follower_feels_the_rotor_by_its_ratio(void **state)
{
    (void)state;
    const char *const xml =
        "<robot name='r'><link name='o'/><link name='first'/>" BODY("pan", "0 0 0", "0", ROUND("0"))
        ARM("40") TURNS("i", "o", "first", "")
        ENDS("j", "o", "pan") "<axis xyz='1 0 0'/><mimic joint='i' multiplier='0.5'/></joint>"
        LIFTS("arm", "") "</robot>";
    assert_false(is_last_lopsided(xml, 0.2, false));
    assert_true(is_last_lopsided(xml, 0.19, false));
}

static void parallel_axes_feel_all_of_an_arm(void **state)
{
    (void)state;
    const char *const xml = PAN(ROUND("1e-9")) ARM("1000") PANS TURNS("k", "pan", "arm", "")
                            "</robot>",
               *const before = PAN(ROUND("1e-9")) "<link name='lift'/>" ARM("1000") PANS
                               LIFTS("lift", "") ENDS("l", "lift", "arm")
                               "<axis xyz='0 1 0'/></joint></robot>";
    assert_false(is_last_lopsided(xml, 0, false));
    assert_true(is_last_lopsided(before, 0, false)); /* by the pan */
}

/* What an arm has about each of its own axes is felt in any state, wherever it hangs. */
static void round_bodies_are_felt_by_all_before_them(void **state)
{
    (void)state;
    const char *const round = PAN(ROUND("0")) BODY("arm", "40 0 0", "1", ROUND("1")) PANS
                              LIFTS("arm", "") "</robot>",
               *const rod = PAN(ROUND("0")) BODY("arm", "40 0 0", "1", "ixx='0' iyy='1' izz='1'")
                            PANS LIFTS("arm", "") "</robot>",
               *const tip = PAN(ROUND("0")) "<link name='lift'/>"
                            BODY("arm", "40 0 0", "1", ROUND("1")) PANS LIFTS("lift", "")
                            ENDS("l", "lift", "arm") "<axis xyz='1 0 0'/></joint></robot>";
    assert_false(is_last_lopsided(round, 0, false));
    assert_true(is_last_lopsided(rod, 0, false));
    assert_false(is_last_lopsided(tip, 0, false));
}

/* A free body has moments about all its axes: the least of them counts. */
static void a_free_body_feels_by_its_least_moment(void **state)
{
    (void)state;
#define FREE(moments) "<robot name='r'>" BODY("pan", "0 0 0", "1", moments) ARM("40")             \
    LIFTS("arm", "") "</robot>"
    assert_false(is_last_lopsided(FREE(ROUND("1")), 0, true));
    assert_false(is_last_lopsided("<robot name='r'>" BODY("pan", "0 0 0", "1", ROUND("0"))
                                  BODY("arm", "40 0 0", "1", ROUND("1")) LIFTS("arm", "")
                                  "</robot>", 0, true));
    assert_true(is_last_lopsided(FREE("ixx='.1' iyy='1' izz='1'"), 0, true));
    assert_true(is_last_lopsided(FREE("ixx='1' iyy='.1' izz='1'"), 0, true));
    assert_true(is_last_lopsided(FREE("ixx='1' iyy='1' izz='.1'"), 0, true));
}

/* Whether the body `lift` is, for what hangs on it. */
static bool is_lift_lopsided(const char *below)
{
    char xml[2048];
    snprintf(xml, sizeof xml, PAN(ROUND("1")) "<link name='lift'/>" PANS LIFTS("lift", "") "%s"
                              "</robot>", below);
    bench b = bench_make();
    tree_options building = tree_options_default();
    assert_read(&b, xml);
    assert_built(&b, &building);
    model m;
    model_build(&b.tree_mem, &b.t, &m);
    assert_false(m.bodies[1].is_lopsided);
    const bool found = m.bodies[2].is_lopsided;
    bench_free(&b);
    return found;
}

#define AT(child, parent, x) ENDS("to_" child, parent, child) "<origin xyz='" x " 0 0'/>"         \
    "<axis xyz='0 0 1'/></joint>"
#define SLIDE(x) "<joint name='l' type='prismatic'><parent link='lift'/><child link='arm'/>"      \
    "<origin xyz='" x " 0 0'/><axis xyz='1 0 0'/><limit effort='1' velocity='1'/>"
#define FOLLOWS(offset) "<mimic joint='k' multiplier='1' offset='" offset "'/>"

/* 45.2 m for 1 kg: far away by the places of joints, by a centre of mass, by the offset of a slide
 * or by several of them, in any state. */
static void a_subtree_reaches_as_far_as_its_joints_and_masses(void **state)
{
    (void)state;
    assert_false(is_lift_lopsided(ARM("0") AT("arm", "lift", "45")));
    assert_true(is_lift_lopsided(ARM("0") AT("arm", "lift", "45.5")));
    assert_false(is_lift_lopsided(BODY("arm", "0 0 45", "1", ROUND("0")) AT("arm", "lift", "0")));
    assert_true(is_lift_lopsided(BODY("arm", "0 0 45.5", "1", ROUND("0")) AT("arm", "lift", "0")));
    assert_false(is_lift_lopsided(ARM("22.5") AT("arm", "lift", "22.5")));
    assert_true(is_lift_lopsided(ARM("15.5") AT("arm", "lift", "30")));
    assert_true(is_lift_lopsided(ARM("30") AT("arm", "lift", "15.5")));
}

static void three_ways_add_up(void **state)
{
    (void)state;
    assert_false(is_lift_lopsided("<link name='elbow'/>" ARM("15") AT("elbow", "lift", "15")
                                  AT("arm", "elbow", "15")));
    assert_true(is_lift_lopsided("<link name='elbow'/>" ARM("15") AT("elbow", "lift", "15.5")
                                 AT("arm", "elbow", "15")));
    assert_false(is_lift_lopsided("<link name='elbow'/>" BODY("arm", "0 0 0", "4", ROUND("0"))
                                  AT("elbow", "lift", "11") AT("arm", "elbow", "11")));
    assert_true(is_lift_lopsided("<link name='elbow'/>" BODY("arm", "0 0 0", "4", ROUND("0"))
                                 AT("elbow", "lift", "12") AT("arm", "elbow", "11")));
}

static void a_slide_reaches_as_far_as_its_offset(void **state)
{
    (void)state;
    assert_false(is_lift_lopsided(ARM("15") SLIDE("30") "</joint>"));
    assert_true(is_lift_lopsided(ARM("15.5") SLIDE("30") "</joint>"));
    assert_false(is_lift_lopsided(ARM("15") SLIDE("15") FOLLOWS("15") "</joint>"));
    assert_true(is_lift_lopsided(ARM("15") SLIDE("15") FOLLOWS("15.5") "</joint>"));
    assert_true(is_lift_lopsided(ARM("15") SLIDE("15") FOLLOWS("-15.5") "</joint>"));
    const char *const turned = ARM("30") ENDS("l", "lift", "arm") "<origin xyz='15 0 0'/>"
                               "<axis xyz='0 0 1'/>" FOLLOWS("2") "</joint>";
    assert_false(is_lift_lopsided(turned)); /* an angle is no way */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_joint_feels_the_inertia_across_an_arm_along_its_axis),
        cmocka_unit_test(every_way_of_turning_gives_the_same_tensor),
        cmocka_unit_test(eleven_bits_may_go),
        cmocka_unit_test(a_rotor_is_felt_like_a_body),
        cmocka_unit_test(a_follower_feels_the_rotor_by_its_ratio),
        cmocka_unit_test(parallel_axes_feel_all_of_an_arm),
        cmocka_unit_test(round_bodies_are_felt_by_all_before_them),
        cmocka_unit_test(a_free_body_feels_by_its_least_moment),
        cmocka_unit_test(a_subtree_reaches_as_far_as_its_joints_and_masses),
        cmocka_unit_test(three_ways_add_up),
        cmocka_unit_test(a_slide_reaches_as_far_as_its_offset),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
