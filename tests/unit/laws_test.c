/* SPDX-License-Identifier: MIT */
/* Laws that are expressions: values by hand, in each form that numbers take on the way, what is
 * wrong with its column, tables, laws of a name, potentials, torques of joints. */
#include <math.h>
#include <string.h>

#include "robot/elements.h"
#include "tree_ops.h"

static element_list read(arena *mem, const char *element)
{
    element_list list = {0};
    diag d = diag_make(mem);
    if (element_read_text(mem, element, &list, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return list;
}

static const element_formula *law_of(arena *mem, const char *element)
{
    return read(mem, element).list[0].formula;
}

static void assert_near(double got, double want)
{
    if (!(fabs(got - want) <= 1e-12 * (1 + fabs(want))))
        fail_msg("%.17g, not %.17g", got, want);
}

/* --- torques of one joint ------------------------------------------------------------------- */

/* A joint without mass, so that its torque is the law's. */
static double torque(arena *mem, const char *element, function_kind f, double q, double qd)
{
    tree t = {.name = "one", .gravity_ms2 = {{0, 0, -9.81}}};
    ARENA_PUSH(mem, &t, bodies);
    *ARENA_PUSH(mem, &t, bodies) = (tree_body){.name = "j", .link = "l", .ratio = 1,
                                               .axis = {{0, 0, 1}}, .origin = pose_identity()};
    *ARENA_PUSH(mem, &t, coordinates) = (tree_coordinate){.name = "j", .is_angle = true};
    tree_element e = {.what = read(mem, element).list[0]};
    e.along = (tree_tendon){.rest = e.what.rest};
    *ARENA_PUSH(mem, &e.along, terms) = (tree_term){0, 1};
    *ARENA_PUSH(mem, &t, elements) = e;
    const double zero = 0;
    const robot_state at = {.q = &q, .qd = &qd, .qdd = &zero};
    const ops p = tree_ops(mem, &t, f, FORMALISM_DEFAULT, 0);
    return p.outputs_count ? state_results(mem, &p, &at)[0] : 0;
}

#define STATES 5
static const double X[STATES] = {-1.3, -0.2, 0, 0.35, 2.1}, XD[STATES] = {0.7, -1.9, 3, 0, -0.4};

static void expressions_have_the_values_that_they_say(void **state)
{
    (void)state;
#define LAW(text, value) {"torsion name=t joint=j k=3 c_2=0.5 law='" text "'", value}
    for (int n = 0; n < STATES; n++) {
        const double x = X[n], xd = XD[n];
        const struct {
            const char *element;
            double value;
        } LAWS[] = {
            LAW("k*x + c_2*xd + 200*x^3", 3 * x + 0.5 * xd + 200 * x * x * x),
            LAW("k*x + 0*c_2", 3 * x),
            LAW("-x^2*k - c_2", -x * x * 3 - 0.5),
            LAW("2^3^2*x/k*c_2", 512 * x / 3 * 0.5),
            LAW("1e1-x - -xd*k+ .5e-1*c_2", 10 - x + 3 * xd + 0.025),
            LAW("k/(1 + x^2)/2 + c_2", 3 / (1 + x * x) / 2 + 0.5),
            LAW("min(x, xd)*k + c_2*max(x, xd)", 3 * fmin(x, xd) + 0.5 * fmax(x, xd)),
            LAW("abs(x - k*xd) + c_2", fabs(x - 3 * xd) + 0.5),
            LAW("sqrt(k + x*x)*(c_2 - x)", sqrt(3 + x * x) * (0.5 - x)),
            LAW("(k + x)^1.375 - (k + x)^-2.5*c_2", pow(3 + x, 1.375) - 0.5 * pow(3 + x, -2.5)),
            LAW("k*sin(2*x - c_2) - cos(-x)*xd + sin(1)",
                3 * sin(2 * x - 0.5) - cos(x) * xd + sin(1)),
            LAW("(k + x)^0.125 + x^5*c_2*x^0", pow(3 + x, 0.125) + 0.5 * pow(x, 5)),
        };
        for (size_t k = 0; k < sizeof LAWS / sizeof *LAWS; k++) {
            arena mem = arena_make();
            assert_near(law_value(law_of(&mem, LAWS[k].element), x, xd), LAWS[k].value);
            assert_near(torque(&mem, LAWS[k].element, FUNCTION_ID, x, xd), LAWS[k].value);
            arena_free(&mem);
        }
    }
}

/* At rest a law has its rate at 0. */
static void rates_are_zero_at_rest(void **state)
{
    (void)state;
    arena mem = arena_make();
    const char *law = "torsion name=t joint=j law='2*x + xd/sqrt(xd^2 + 0.01) + (x - xd)^2'";
    assert_near(torque(&mem, law, FUNCTION_GRAVITY, 0.7, 9), 1.4 + 0.49);
    arena_free(&mem);
}

/* --- tables ---------------------------------------------------------------------------------- */

#define TABLE "table='-1:-4,0:0,0.5:1,2:1,3:6'"

static double in_table(const char *between, double x)
{
    arena mem = arena_make();
    const char *element =
        arena_printf(&mem, "torsion name=t joint=j " TABLE " between=%s", between);
    const double value = law_value(law_of(&mem, element), x, 0);
    assert_near(torque(&mem, element, FUNCTION_ID, x, 0), value);
    arena_free(&mem);
    return value;
}

static void lines_join_points_and_go_on_beyond_them(void **state)
{
    (void)state;
    const double at[][2] = {{-3, -12}, {-1, -4}, {-0.25, -1}, {0, 0},   {0.25, 0.5},
                            {1.9, 1},  {2, 1},   {2.5, 3.5},  {4, 11}};
    for (size_t k = 0; k < sizeof at / sizeof *at; k++)
        assert_near(in_table("linear", at[k][0]), at[k][1]);
}

/* Through the points, no kink, and between two points nothing that is not between their values. */
static void cubics_join_points_without_kinks(void **state)
{
    (void)state;
    const double points[][2] = {{-1, -4}, {0, 0}, {0.5, 1}, {2, 1}, {3, 6}}, h = 1e-6;
    enum { POINTS = sizeof points / sizeof *points };
    for (int k = 0; k < POINTS; k++) {
        const double x = points[k][0], y = points[k][1];
        assert_near(in_table("cubic", x), y);
        const double before = (y - in_table("cubic", x - h)) / h;
        const double after = (in_table("cubic", x + h) - y) / h;
        assert_true(fabs(before - after) < 1e-4);
        for (double t = 0.125; k + 1 < POINTS && t < 1; t += 0.125) {
            const double next = points[k + 1][1];
            const double between = in_table("cubic", x + t * (points[k + 1][0] - x));
            assert_true(between >= fmin(y, next) - 1e-12 && between <= fmax(y, next) + 1e-12);
        }
    }
    /* Slopes by hand: 4 at the end; (4/2 + 2)/1.5 = 8/3 at 0, which is less than twice each; 0
     * where it gets level; so the middle of the first piece is -2 + (4 - 8/3) 1/8. */
    assert_near(in_table("cubic", -2), -8);
    assert_near(in_table("cubic", -0.5), -2 + (4 - 8.0 / 3) / 8);
    assert_near(in_table("cubic", 1.2), 1);
    assert_near(in_table("cubic", 4), 11);
}

/* --- laws of a name -------------------------------------------------------------------------- */

static void laws_of_a_name_are_their_formulas(void **state)
{
    (void)state;
    for (int n = 0; n < STATES; n++) {
        const double x = X[n], v = XD[n], in = fmin(x, 0), out = fmax(x, 0);
        const struct {
            const char *element;
            double value;
        } LAWS[] = {
            {"torsion name=t joint=j stiffness=30 damping=2", 30 * x + 2 * v},
            {"torsion name=t joint=j law=torsion_bar stiffness=30", 30 * x},
            {"torsion name=t joint=j other=k law=anti_roll_bar stiffness=9 damping=1", 9 * x + v},
            {"torsion name=t joint=j other=k law=drive_shaft stiffness=9 damping=1 play=0.6",
             (fabs(x) > 0.3 ? 9 * (x - copysign(0.3, x)) : 0) + v},
            {"torsion name=t joint=j law=bump_stop stiffness=9 cubic=5 damping=0.2",
             (9 * in + 5 * in * in * in) * fmax(1 - 0.2 * v, 0)},
            {"torsion name=t joint=j law=rebound_stop stiffness=9 cubic=5 damping=0.5",
             (9 * out + 5 * out * out * out) * fmax(1 + 0.5 * v, 0)},
            {"torsion name=t joint=j law=leaf_spring stiffness=9 cubic=5 friction=3 creep=0.1",
             9 * x + 5 * x * x * x + 3 * v / hypot(v, 0.1)},
            {"link name=t a=a b=b law=air_spring area=0.01 pressure=5e5 height=2 damping=7",
             0.01 * (101325 - 5e5 * pow(2 / (2 + x), 1.375)) + 7 * v},
            {"torsion name=t joint=j law=damper between=linear table='-1:-4,0:0,1:2'",
             v < 0 ? 4 * v : 2 * v},
        };
        for (size_t k = 0; k < sizeof LAWS / sizeof *LAWS; k++) {
            arena mem = arena_make();
            assert_near(law_value(law_of(&mem, LAWS[k].element), x, v), LAWS[k].value);
            arena_free(&mem);
        }
    }
}

/* --- potentials ------------------------------------------------------------------------------ */

static void potentials_are_integrals(void **state)
{
    (void)state;
    arena mem = arena_make();
    const element_formula *cubic = law_of(&mem, "link name=l a=a b=b law='5*x + 200*x^3'"),
                          *stop = law_of(&mem, "link name=l a=a b=b law='9*max(x - 0.3, 0)'"),
                          *lossy = law_of(&mem, "link name=l a=a b=b law='5*x + xd'");
    for (int n = 0; n < STATES; n++) {
        const double x = X[n], in = fmax(x - 0.3, 0);
        const double want = 2.5 * x * x + 50 * x * x * x * x;
        assert_true(fabs(law_potential(cubic, x) - want) < 1e-11 * (1 + want));
        assert_true(fabs(law_potential(stop, x) - 4.5 * in * in) < 1e-10);
    }
    assert_false(law_is_lossy(cubic));
    assert_true(law_is_lossy(lossy));
    assert_false(law_is_lossy(law_of(&mem, "link name=l a=a b=b law=bump_stop stiffness=3")));
    arena_free(&mem);
}

/* --- what is wrong --------------------------------------------------------------------------- */

static void what_is_wrong_is_told_with_its_column(void **state)
{
    (void)state;
    static const struct {
        const char *element, *told;
    } WRONG[] = {
        {"link name=l a=a b=b law='k*x + + '", "column 1: 'k' is neither x, xd nor a key"},
        {"link name=l a=a b=b law='2*x + '", "column 7: a number, a name or ( expected, and the"},
        {"link name=l a=a b=b law='2*x + *3'", "column 7: a number, a name or ( expected"},
        {"link name=l a=a b=b law='2*(x + 3'", "column 9: ) expected"},
        {"link name=l a=a b=b law='2*x)'", "column 4: an operation or the end expected"},
        {"link name=l a=a b=b law='x^xd'", "column 2: an exponent is a number in steps of 1/8"},
        {"link name=l a=a b=b law='x^1.4'", "column 2: an exponent"},
        {"link name=l a=a b=b law='x^17'", "column 2: an exponent"},
        {"link name=l a=a b=b law='x/(2-2)'", "column 2: a division by 0"},
        {"link name=l a=a b=b law='x*sqrt(1-2)'", "column 3: the root of a negative number"},
        {"link name=l a=a b=b law='x*tan(x)'", "column 3: no function 'tan': there are sqrt, sin"},
        {"link name=l a=a b=b law='min(x)'", "column 6: min takes 2 values in brackets"},
        {"link name=l a=a b=b law='x*1e31'", "column 3: no finite number, or one out of range"},
        {"link name=l a=a b=b law='x*1e20*(1e20*1e20)'", "column 13: no finite number"},
        {"link name=l a=a b=b law='table(x)'", "column 1: there is no table='x:y,...'"},
        {"link name=l a=a b=b law='2*x' table='0:0,1:1'", "has no table(x) or table(xd)"},
        {"link name=l a=a b=b law='2*x' k=3", "link 'l' has no 'k'"},
        {"link name=l a=a b=b law='2*x' stiffness=3", "link 'l': its law has no 'stiffness'"},
        {"link name=l a=a b=b law='k*x' k=soft", "k='soft': 'soft' is not a finite decimal"},
        {"link name=l a=a b=b law='k*x' k=1 k=2", "link 'l' has 'k' twice"},
        {"link name=l a=a b=b law=bump_stop", "link 'l': law 'bump_stop' has no 'stiffness'"},
        {"link name=l a=a b=b law=bump_stop stiffness=-1", "0 or more expected"},
        {"link name=l a=a b=b law=damper", "column 1: there is no table"},
        {"link name=l a=a b=b law=anti_roll_bar",
         "known are input, spring, user, call, bump_stop, "},
        {"torsion name=l joint=a law=anti_roll_bar stiffness=1", "has no 'other' joint"},
        {"torsion name=l joint=a", "law 'torsion_bar' has no 'stiffness'"},
        {"turn name=l a=a b=b law='x + xd'", "column 1: 'x' is neither xd nor a key"},
        {"link name=l a=a b=b table='0:1'", "table: two points at least expected"},
        {"link name=l a=a b=b table='0:1,1'", "table: point 2: '1': x:y expected"},
        {"link name=l a=a b=b table='0:1,1:y'", "table: point 2: 'y' is not a finite decimal"},
        {"link name=l a=a b=b table='0:1,0.2:1,0.2:3'", "point 3: x must grow strictly, and 0.2"},
        {"link name=l a=a b=b table='0:0,1e-30:1e20'", "points lie too near to each other"},
        {"link name=l a=a b=b table='0:0,1:1' between=spline", "known are cubic, linear"},
        {"force name=l link=a law='x'", "known are input, lift, user"},
    };
    for (size_t k = 0; k < sizeof WRONG / sizeof *WRONG; k++) {
        arena mem = arena_make();
        element_list list = {0};
        diag d = diag_make(&mem);
        if (element_read_text(&mem, WRONG[k].element, &list, &d) != STATUS_INPUT)
            fail_msg("%s is taken", WRONG[k].element);
        if (!strstr(d.error.text, WRONG[k].told))
            fail_msg("%s: %s", WRONG[k].element, d.error.text);
        arena_free(&mem);
    }
}

static void depth_and_length_have_ends(void **state)
{
    (void)state;
    arena mem = arena_make();
    static const char *const PIECES[] = {"(", "-", "x+", "x^", "min(x,", "a"};
    for (size_t k = 0; k < sizeof PIECES / sizeof *PIECES; k++) {
        element_list list = {0};
        diag d = diag_make(&mem);
        text element = text_make(&mem);
        text_add(&element, "link name=l a=a b=b law='");
        for (int n = 0; n < 3000; n++)
            text_add(&element, PIECES[k]);
        text_add(&element, "x*1'");
        assert_int_equal(element_read_text(&mem, element.bytes, &list, &d), STATUS_INPUT);
    }
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(expressions_have_the_values_that_they_say),
        cmocka_unit_test(rates_are_zero_at_rest),
        cmocka_unit_test(lines_join_points_and_go_on_beyond_them),
        cmocka_unit_test(cubics_join_points_without_kinks),
        cmocka_unit_test(laws_of_a_name_are_their_formulas),
        cmocka_unit_test(potentials_are_integrals),
        cmocka_unit_test(what_is_wrong_is_told_with_its_column),
        cmocka_unit_test(depth_and_length_have_ends),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
