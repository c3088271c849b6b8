/* SPDX-License-Identifier: MIT */
/* Right graphs pass the second opinion: every function of the robots that ship, and of what options
 * make of a robot. Larger ones: every command asks for it (tests/cli). Wild ones:
 * tests/outside/tilted_trees_test.c. */
#include "unit/check_fixture.h"

#include "check/check_judge.h"

#include <float.h>

/* What passes must leave: the graph's constants are the only numbers that were rounded. */
#define USUAL 1e-14

static bool is_closed(function_kind f)
{
    return function_has(f, ARRAY_RESIDUAL);
}

static bool assert_passes(subject *s, const char *what)
{
    check_result found;
    const status done = subject_ask(s, &s->f.ops, &found);
    if (done != STATUS_OK || !found.done || !(found.worst <= USUAL)) {
        print_error("%s: %s: %s, worst %g of %s\n", what,
                    FUNCTION_KIND[s->how.equations.function].name,
                    done != STATUS_OK ? s->d.error.text
                    : found.why_not   ? found.why_not
                                      : "judged",
                    found.worst, found.worst_of ? found.worst_of : "nothing");
        fail();
    }
    assert_int_equal(found.states, CHECK_STATES);
    return true;
}

/* Every function that it can have; returns how many. */
static uint32_t try_all(const char *path, const char *xml, const passes_settings *how)
{
    uint32_t judged = 0;
    for (uint32_t k = 0; k < FUNCTIONS; k++) {
        if (is_closed((function_kind)k))
            continue;
        subject s = subject_make((function_kind)k);
        if (how) {
            const equations_options usual = s.how.equations;
            const bool tips = s.how.tree.tips;
            s.how = *how;
            s.how.equations = usual;
            s.how.no_check = true;
            s.how.tree.tips = tips;
        }
        if (xml ? subject_read_text(&s, xml) : subject_read(&s, path))
            judged += assert_passes(&s, path);
        subject_free(&s);
    }
    return judged;
}

static void every_function_of_shipped_robots_passes(void **state)
{
    (void)state;
    static const char *const ROBOT[] = {"pendulum5", "puma",       "puma560", "iiwa",
                                        "stewart",   "motorcycle", "car"};
    for (size_t k = 0; k < sizeof ROBOT / sizeof *ROBOT; k++) {
        char path[64];
        snprintf(path, sizeof path, "robots/%s.urdf", ROBOT[k]);
        assert_int_equal(try_all(path, NULL, NULL), 17); /* all but elements */
    }
}

/* Planar and floating joints, followers with ratio and offset, skew axes, massless links. */
#define ODD "tests/outside/odd.urdf"

static void joints_of_all_kinds_pass(void **state)
{
    (void)state;
    passes_settings how = passes_default();
    assert_int_equal(try_all(ODD, NULL, &how), 16); /* aba refuses followers */
    how.joints.dynamics = DYNAMICS_ALL;
    how.compute_angles = true;
    assert_int_equal(try_all(ODD, NULL, &how), 16);
    how = passes_default();
    how.joints.independent_mimic = true;
    how.plain_angles = true;
    assert_int_equal(try_all(ODD, NULL, &how), 17);
}

static void forces_loads_and_gravity_pass(void **state)
{
    (void)state;
    static const char *forces[] = {"tool", "arm"}, *loads[] = {"tool", "arm=2,0.1,-0.2,0.3"};
    passes_settings how = passes_default();
    how.tree.force_links = forces;
    how.tree.force_links_count = 2;
    how.tree.payloads = loads;
    how.tree.payloads_count = 2;
    how.tree.gravity_is_input = true;
    assert_int_equal(try_all(ODD, NULL, &how), 15); /* regressor refuses forces */
}

/* Of one link, and of all; the function that makes base parameters is judged, too. */
static void parameters_of_links_pass(void **state)
{
    (void)state;
    static const char *all[] = {"all"}, *some[] = {"tool", "cart,arm"};
    passes_settings how = passes_default();
    how.tree.parameters = all;
    how.tree.parameters_count = 1;
    assert_int_equal(try_all("robots/iiwa.urdf", NULL, &how), 17); /* with base-parameters */
    assert_int_equal(try_all("robots/stewart.urdf", NULL, &how), 17);
    assert_int_equal(try_all(ODD, NULL, &how), 16);
    how.tree.floating_base = true;
    assert_int_equal(try_all("robots/puma560.urdf", NULL, &how), 12); /* its base has no mass */
    how.tree.gravity_is_input = true;
    how.tree.floating_base = false;
    assert_int_equal(try_all("robots/puma.urdf", NULL, &how), 17);
    how = passes_default();
    how.tree.parameters = some;
    how.tree.parameters_count = 2;
    how.joints.dynamics = DYNAMICS_ALL;
    assert_int_equal(try_all(ODD, NULL, &how), 16);
}

static void parts_of_robots_pass(void **state)
{
    (void)state;
    passes_settings how = passes_default();
    how.tree.root = "cart";
    how.tree.tip = "tool";
    assert_int_equal(try_all(ODD, NULL, &how), 16);
    how = passes_default();
    how.tree.root = "forearm";
    how.tree.floating_base = true;
    assert_int_equal(try_all("robots/puma.urdf", NULL, &how), 17);
}

/* Chains of bodies with numbers in which nothing is simple. */
#define BODY(name, m)                                                                            \
    "<link name='" name "'><inertial><origin xyz='0.1 -0.2 0.05' rpy='0.3 0.2 -0.4'/>"           \
    "<mass value='" m "'/><inertia ixx='0.2' iyy='0.3' izz='0.4' ixy='0.01' ixz='-0.02' "        \
    "iyz='0.03'/></inertial></link>"
#define JOINT(name, type, from, to, axis)                                                        \
    "<joint name='" name "' type='" type "'><parent link='" from "'/><child link='" to "'/>"      \
    "<origin xyz='0.2 0.3 0.4' rpy='0.1 -0.2 0.3'/><axis xyz='" axis "'/>"                       \
    "<dynamics damping='0.5' friction='0.7'/></joint>"
#define ELEMENTS                                                                                 \
    "<robot name='e' xmlns:tauflow='tauflow'><link name='w'/>" BODY("a", "2") BODY("b", "1.5")    \
    BODY("c", "1") BODY("d", "0.7")                                                              \
    JOINT("h", "prismatic", "w", "a", "0 0 1") JOINT("i", "continuous", "a", "b", "1 0.2 0")      \
    JOINT("j", "continuous", "b", "c", "0 1 0.3") JOINT("k", "continuous", "a", "d", "0 1 0.1")   \
    "<tauflow:force name='push' link='c' xyz='0.1 0.2 0.3'/>"                                    \
    "<tauflow:force name='lift' link='b' law='lift' mass='1.2' xyz='0 0.1 0'/>"                  \
    "<tauflow:link name='spring' a='w' a_xyz='0.5 0 0' b='c' b_xyz='0 0.3 0' stiffness='90' "     \
    "rest='0.4' damping='3'/>"                                                                   \
    "<tauflow:link name='jack' a='a' b='c' b_xyz='0.1 0.1 0' law='input'/>"                      \
    "<tauflow:turn name='rub' a='a' b='c' damping='0.3'/>"

static void elements_pass(void **state)
{
    (void)state;
    static const char *const WHEEL[] = {
        "",
        ("<tauflow:wheel name='r' joint='k' radius='5' law='tyre' stiffness='1000' damping='20' "
         "slip='3' cornering='2'/>"),
        "<tauflow:wheel name='r' joint='k' radius='5' law='user' ground='input'/>",
        "<tauflow:wheel name='r' joint='k' radius='5' law='user' convention='code' height='0.2'/>"};
    passes_settings how = passes_default();
    how.joints.dynamics = DYNAMICS_ALL;
    for (size_t k = 0; k < sizeof WHEEL / sizeof *WHEEL; k++) {
        char xml[8000];
        snprintf(xml, sizeof xml, "%s%s</robot>", ELEMENTS, WHEEL[k]);
        assert_int_equal(try_all("elements", xml, &how), 17); /* all but the regressor */
        how.tree.gravity_is_input = true;
    }
}

static void tyres_and_slopes_pass(void **state)
{
    (void)state;
    static const char *const WHEEL[] = {
        "law=tyre slip=3 cornering=2 friction=0.9 friction_across=0.7",
        "law=tyre slip=3 cornering=2 ground=plane normal='0.2 -0.1 2' height=0.1",
        "law=user convention=code ground=plane normal='0.2 -0.1 2'",
        "law=tyre slip=3 cornering=2 ground=table table='-2:0.1,-0.5:0,0.3:0.4,1:0.3,3:-0.2'",
        "law=user convention=code ground=table table='-2:0.1,-0.5:0,0.3:0.4,1:0.3' height=0.2",
        "law=tyre slip=3 cornering=2 ground='a*sin(k*x)*cos(3*y)' a=0.05 k=2 height=0.1",
        "law=user convention=contact ground='0.1*sqrt(1+x^2*y^2)/(2+cos(y))-0.1*(1+x^2)^0.625' "
        "steps=2",
        "law=user convention=contact ground='0.02*(abs(x*y)+min(x^2,y^-2*max(x,y^3)))' "
        "steps=1",
        "law=user convention=contact ground='table(0.3*x-y)' table='-2:0.1,-0.5:0,0.3:0.4,1:0.3'",
        "law=user convention=contact height=0.1",
        "law=tyre slip=3 cornering=2 ground=grid grid=tests/grounds/hills.txt height=0.1",
        "law=user convention=contact ground=grid grid=tests/grounds/hills.txt steps=1",
        "law=magic file=robots/tyres/car_1989.tir",
        "law=magic file=robots/tyres/car_2002.tir ground=plane normal='-0.3 0.1 1'"};
    for (size_t k = 0; k < sizeof WHEEL / sizeof *WHEEL; k++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        element_list list = {0};
        passes_settings how = passes_default();
        how.tree.elements = &list;
        const char *stiff = strstr(WHEEL[k], "user") ? "" : "stiffness=1000 damping=20";
        const char *wheel = arena_printf(&mem, "wheel name=r joint=k radius=5 %s %s", stiff,
                                         WHEEL[k]);
        assert_int_equal(element_read_text(&mem, wheel, &list, &d), STATUS_OK);
        assert_int_equal(try_all("tyres", ELEMENTS "</robot>", &how), 17);
        arena_free(&mem);
    }
}

/* Read and worked out from their texts, twice: by the equations and by the second opinion. */
static void laws_pass(void **state)
{
    (void)state;
    static const char LAWS[] =
        "<tauflow:link name='l0' a='w' a_xyz='0.5 0 0' b='c' b_xyz='0 0.3 0' rest='0.4' k='90' "
        "law='k*x + 3*xd/(1 + abs(xd)) - 200*-x^3 + max(x, 2*xd)^2 - min(x, 0.1)'/>"
        "<tauflow:link name='l1' a='a' b='c' b_xyz='0.1 0.1 0' rest='0.2' law='2*x + table(x)' "
        "table='-0.1:-5,0:0.5,0.2:1,0.5:7,1:7'/>"
        "<tauflow:link name='l2' a='b' b='d' b_xyz='0.1 0.1 0' law='air_spring' area='0.01' "
        "pressure='5e5' height='0.3' damping='10'/>"
        "<tauflow:link name='l3' a='a' b='d' a_xyz='0.3 0 0' law='leaf_spring' stiffness='50' "
        "cubic='9' friction='5' creep='0.3'/>"
        "<tauflow:link name='l4' a='w' a_xyz='0 1 0' b='b' law='bump_stop' stiffness='50' "
        "cubic='9' damping='0.1' rest='1.5'/>"
        "<tauflow:turn name='u' a='a' b='c' law='2*xd + c*xd^3' c='0.1'/>"
        "<tauflow:turn name='v' a='a' b='b' law='damper' between='linear' "
        "table='-3:-2,-1:-1.9,0:0,2:1'/>"
        "<tauflow:torsion name='t0' joint='i' rest='0.2' stiffness='3' damping='2'/>"
        "<tauflow:torsion name='t1' joint='i' other='j' ratio='-1.5' law='drive_shaft' "
        "stiffness='30' play='0.2' damping='4'/>"
        "<tauflow:torsion name='t2' joint='h' law='user'/>"
        "<tauflow:torsion name='t3' joint='k' other='h' law='x^1.0*(2 + x^2)^-0.625'/>"
        "<tauflow:torsion name='t4' joint='j' law='sin(3*x - 1)*xd + 2*cos(-x*xd)'/></robot>";
    char xml[8000];
    passes_settings how = passes_default();
    snprintf(xml, sizeof xml, "%s%s", ELEMENTS, LAWS);
    assert_int_equal(try_all("laws", xml, &how), 17); /* all but the regressor */
}

static void tendons_pass(void **state)
{
    (void)state;
    passes_settings how = passes_default();
    const char *xml =
        "<mujoco><compiler angle='radian'/><worldbody><body name='a' pos='0 0 1'>"
        "<inertial pos='.1 .02 -.2' mass='0.8' diaginertia='.02 .03 .025'/>"
        "<joint name='h' axis='0 1 0' stiffness='2' springref='0.3' armature='0.1'/>"
        "<body name='b' pos='.3 0 -.1'>"
        "<inertial pos='.1 .02 -.2' mass='0.8' diaginertia='.02 .03 .025'/>"
        "<joint name='k' axis='1 0 0' damping='.2' ref='0.2'/></body></body></worldbody><tendon>"
        "<fixed name='t' stiffness='5' springlength='.7' damping='.4'><joint joint='k' coef='1.5'/>"
        "<joint joint='h' coef='-2'/></fixed></tendon></mujoco>";
    assert_int_equal(try_all("tendons", xml, &how), 17);
}

static void imposed_motions_pass(void **state)
{
    (void)state;
    const char *driven[] = {"q2", "q5"}, *rotor[] = {"q1=0.3"};
    passes_settings how = passes_default();
    how.joints.drive.items = driven;
    how.joints.drive.items_count = 2;
    how.joints.armature.items = rotor;
    how.joints.armature.items_count = 1;
    assert_int_equal(try_all("robots/puma.urdf", NULL, &how), 16); /* aba refuses them */
}

static void what_cannot_be_judged_says_why(void **state)
{
    (void)state;
    check_result found;
    subject s = subject_make(FUNCTION_FD);
    s.how.tree.floating_base = true; /* under a joint that moves as it does: singular */
    assert_true(subject_read(&s, ODD));
    assert_int_equal(subject_ask(&s, &s.f.ops, &found), STATUS_OK);
    assert_false(found.done);
    assert_non_null(found.why_not);
    assert_int_equal(found.states, 0);
    s.f.ops.format = 24;
    assert_int_equal(subject_ask(&s, &s.f.ops, &found), STATUS_OK);
    assert_false(found.done);
    assert_non_null(found.why_not);
    subject_free(&s);
}

/* What one difference of 1 is, where terms add up to so much. */
static check_judging judged_by(double size, double whole)
{
    check_cell cell = {.value = doubled_of(1)};
    check_judging j = {.cells = {[ARRAY_TAU] = &cell}};
    const ops_output output = {.name = "tau1"};
    cell.of = &output;
    check_number(&j, ARRAY_TAU, 0, 0, doubled_of(2), size, whole);
    assert_true(cell.judged);
    return j;
}

static void sums_that_overflow_measure_nothing(void **state)
{
    (void)state;
    static const double NOTHING[] = {INFINITY, NAN};
    for (int k = 0; k < 2; k++) {
        assert_true(judged_by(NOTHING[k], 0).undecided);
        assert_true(judged_by(1, NOTHING[k]).undecided);
        assert_true(judged_by(NOTHING[k], 0).worst.excess == 0);
    }
    assert_false(judged_by(DBL_MAX, 0).undecided);
    assert_true(judged_by(DBL_MAX, 0).worst.excess <= 1);
    assert_false(judged_by(1, 0).undecided);
    assert_true(judged_by(1, 0).worst.excess > 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_function_of_shipped_robots_passes),
        cmocka_unit_test(joints_of_all_kinds_pass),
        cmocka_unit_test(forces_loads_and_gravity_pass),
        cmocka_unit_test(parameters_of_links_pass),
        cmocka_unit_test(parts_of_robots_pass),
        cmocka_unit_test(elements_pass),
        cmocka_unit_test(tyres_and_slopes_pass),
        cmocka_unit_test(laws_pass),
        cmocka_unit_test(tendons_pass),
        cmocka_unit_test(imposed_motions_pass),
        cmocka_unit_test(what_cannot_be_judged_says_why),
        cmocka_unit_test(sums_that_overflow_measure_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
