/* SPDX-License-Identifier: MIT */
/* Fixed tendons of several joints: springs and dampers on L = sum of coefficient x q. What they add
 * to every function is worked out here, from that sum. Against MuJoCo:
 * tests/outside/mjcf_torques_test.c. */
#include "apps/motion/robot_energy.h"
#include "robot/joint_settings.h"
#include "unit/mjcf_pieces.h"
#include "unit/tree_ops.h"

#include <math.h>

enum { JOINTS = 3, TENDONS = 2, MOST = 600 };

/* A trunk with two arms, of which one slides: tendons join what no chain joins. Joint k has a
 * spring and a damper of its own; the second tendon has no length of its own, and rests where k
 * does. */
#define SOLID "<inertial pos='.1 .02 -.2' mass='0.8' diaginertia='.02 .03 .025'/>"
#define ARMS(beside) \
    "<mujoco><compiler angle='radian'/><worldbody><body name='a' pos='0 0 1'>" SOLID \
    "<joint name='h' axis='0 1 0'/><body name='b' pos='.3 0 -.1'>" SOLID \
    "<joint name='k' axis='1 0 0' damping='.2' stiffness='1' springref='.4'/></body>" \
    "<body name='c' pos='-.3 0 .1'>" SOLID "<joint name='s' type='slide' axis='0 .6 .8'/></body>" \
    "</body></worldbody>" beside "</mujoco>"
#define TENDON(name, numbers, first, c1, second, c2) \
    "<fixed " name " " numbers "><joint joint='" first "' coef='" c1 "'/>" \
    "<joint joint='" second "' coef='" c2 "'/></fixed>"
#define BOTH \
    "<tendon>" TENDON("name='t'", "stiffness='5' springlength='.7' damping='.4'", "k", "1.5", "s", \
                      "-2") \
    TENDON("", "stiffness='3'", "k", "1", "h", ".5") "</tendon>" \
    "<actuator><motor tendon='t' gear='3' damping='.1'/></actuator>"

static const double COEFFICIENT[TENDONS][JOINTS] = {{0, 1.5, -2}, {0.5, 1, 0}};
static const double STIFFNESS[TENDONS] = {5, 3}, DAMPING[TENDONS] = {0.4 + 9 * 0.1, 0},
                    REST[TENDONS] = {0.7, 0.4};
static const double Q[JOINTS] = {0.3, -0.9, 0.7}, QD[JOINTS] = {1.3, -0.8, 0.6},
                    QDD[JOINTS] = {-2.1, 1.9, 0.4};

static double length(uint32_t tendon, const double *of)
{
    double sum = 0;
    for (uint32_t i = 0; i < JOINTS; i++)
        sum += COEFFICIENT[tendon][i] * of[i];
    return sum;
}

static double pull(uint32_t joint, const double *q, const double *qd)
{
    double sum = 0;
    for (uint32_t i = 0; i < TENDONS; i++)
        sum += COEFFICIENT[i][joint] * (STIFFNESS[i] * (length(i, q) - REST[i]) +
                                        (qd ? DAMPING[i] * length(i, qd) : 0));
    return sum;
}

static double changes(const double *number, uint32_t row, uint32_t column)
{
    double sum = 0;
    for (uint32_t i = 0; i < TENDONS; i++)
        sum += COEFFICIENT[i][row] * number[i] * COEFFICIENT[i][column];
    return sum;
}

/* --- what functions say ----------------------------------------------------------------------- */

typedef struct {
    bench b;
    ops p;
    double in[100], out[MOST], scratch[5000];
} function;

static function *make(const char *xml, const joint_settings *s, const tree_options *options,
                      function_kind kind, formalism form)
{
    function *f = calloc(1, sizeof *f);
    f->b = bench_make();
    assert_read(&f->b, xml);
    assert_int_equal(joint_settings_apply(&f->b.robot_mem, s, &f->b.r, &f->b.d), STATUS_OK);
    assert_built(&f->b, options);
    f->p = written_ops(&f->b.tree_mem, &f->b.t, kind, form, 0);
    assert_true(f->p.inputs_count <= 100 && f->p.outputs_count <= MOST &&
                f->p.list_count <= 5000);
    return f;
}

static function *plain(const char *xml, function_kind kind)
{
    const joint_settings s = joint_settings_default();
    const tree_options options = tree_options_default();
    return make(xml, &s, &options, kind, FORMALISM_DEFAULT);
}

static void evaluate(function *f, const double *q, const double *qd, const double *third)
{
    state_to_inputs64(&f->p, &(robot_state){.q = q, .qd = qd, .qdd = third, .tau = third}, f->in);
    ops_eval64(&f->p, f->in, f->out, f->scratch);
}

static double entry(const function *f, output_kind kind, uint32_t row, uint32_t column)
{
    for (uint32_t i = 0; i < f->p.outputs_count; i++)
        if (f->p.outputs[i].kind == kind && f->p.outputs[i].index == row &&
            f->p.outputs[i].column == column)
            return f->out[i];
    fail_msg("no output %s %u %u", OUTPUT_KIND[kind].word, row, column);
    return 0;
}

static void drop(function *f)
{
    bench_free(&f->b);
    free(f);
}

/* --- laws ------------------------------------------------------------------------------------- */

/* Tolerances here: sums of a hundred roundings of numbers below 30. */
static void torques_have_the_pull_of_tendons(void **state)
{
    (void)state;
    static const struct {
        function_kind kind;
        bool moving;
    } CASES[] = {{FUNCTION_ID, true}, {FUNCTION_BIAS, true}, {FUNCTION_GRAVITY, false}};
    const joint_settings s = joint_settings_default();
    const tree_options options = tree_options_default();
    for (uint32_t k = 0; k < 6; k++) {
        const formalism form = k % 2 ? FORMALISM_CLASSIC : FORMALISM_DEFAULT;
        function *with = make(ARMS(BOTH), &s, &options, CASES[k / 2].kind, form),
                 *without = make(ARMS(""), &s, &options, CASES[k / 2].kind, form);
        assert_int_equal(with->b.t.tendons_count, TENDONS);
        evaluate(with, Q, QD, QDD);
        evaluate(without, Q, QD, QDD);
        for (uint32_t i = 0; i < JOINTS; i++)
            assert_near(with->out[i],
                        without->out[i] + pull(i, Q, CASES[k / 2].moving ? QD : NULL), 1e-12);
        drop(with);
        drop(without);
    }
}

static void accelerations_put_back_give_the_torques(void **state)
{
    (void)state;
    static const function_kind KINDS[] = {FUNCTION_FD, FUNCTION_ABA};
    function *id = plain(ARMS(BOTH), FUNCTION_ID);
    for (uint32_t k = 0; k < 2; k++) {
        function *fd = plain(ARMS(BOTH), KINDS[k]);
        double qdd[JOINTS];
        evaluate(fd, Q, QD, QDD); /* as torques */
        for (uint32_t i = 0; i < JOINTS; i++)
            qdd[i] = entry(fd, OUTPUT_QDD, i, 0);
        evaluate(id, Q, QD, qdd);
        for (uint32_t i = 0; i < JOINTS; i++)
            assert_near(id->out[i], QDD[i], 1e-12);
        drop(fd);
    }
    drop(id);
}

static void derivatives_of_torques_have_all_pairs_of_joints(void **state)
{
    (void)state;
    function *with = plain(ARMS(BOTH), FUNCTION_ID_DERIVATIVES),
             *without = plain(ARMS(""), FUNCTION_ID_DERIVATIVES);
    evaluate(with, Q, QD, QDD);
    evaluate(without, Q, QD, QDD);
    for (uint32_t i = 0; i < JOINTS; i++)
        for (uint32_t k = 0; k < JOINTS; k++) {
            assert_near(entry(with, OUTPUT_TAU_Q, i, k),
                        entry(without, OUTPUT_TAU_Q, i, k) + changes(STIFFNESS, i, k), 1e-12);
            assert_near(entry(with, OUTPUT_TAU_QD, i, k),
                        entry(without, OUTPUT_TAU_QD, i, k) + changes(DAMPING, i, k), 1e-12);
        }
    drop(with);
    drop(without);
}

/* Central differences of forward dynamics, of which 1e-5 squared times a hundred is left. */
static void derivatives_of_accelerations_are_slopes(void **state)
{
    (void)state;
    const double h = 1e-5;
    function *fd = plain(ARMS(BOTH), FUNCTION_FD),
             *slopes = plain(ARMS(BOTH), FUNCTION_FD_DERIVATIVES);
    evaluate(slopes, Q, QD, QDD);
    for (uint32_t k = 0; k < 2 * JOINTS; k++) {
        double end[2][JOINTS];
        for (uint32_t side = 0; side < 2; side++) {
            double q[JOINTS], qd[JOINTS];
            memcpy(q, Q, sizeof q);
            memcpy(qd, QD, sizeof qd);
            *(k < JOINTS ? &q[k] : &qd[k - JOINTS]) += side ? h : -h;
            evaluate(fd, q, qd, QDD);
            for (uint32_t i = 0; i < JOINTS; i++)
                end[side][i] = entry(fd, OUTPUT_QDD, i, 0);
        }
        for (uint32_t i = 0; i < JOINTS; i++)
            assert_near(entry(slopes, k < JOINTS ? OUTPUT_QDD_Q : OUTPUT_QDD_QD, i, k % JOINTS),
                        (end[1][i] - end[0][i]) / (2 * h), 1e-5);
    }
    drop(fd);
    drop(slopes);
}

static void the_regressor_times_its_parameters_is_the_torque(void **state)
{
    (void)state;
    function *id = plain(ARMS(BOTH), FUNCTION_ID), *g = plain(ARMS(BOTH), FUNCTION_REGRESSOR);
    double sum[JOINTS] = {0};
    uint32_t named = 0;
    evaluate(id, Q, QD, QDD);
    evaluate(g, Q, QD, QDD);
    for (uint32_t i = 0; i < g->p.outputs_count; i++) {
        const ops_output *o = &g->p.outputs[i];
        if (o->kind == OUTPUT_REGRESSOR)
            sum[o->index] += g->out[i] * entry(g, OUTPUT_PARAMETER, o->column, 0);
        else
            named += o->kind == OUTPUT_PARAMETER &&
                     (strcmp(o->of, "t.stiffness") == 0 || strcmp(o->of, "t.damping") == 0 ||
                      strcmp(o->of, "tendon_2.stiffness") == 0);
    }
    assert_int_equal(named, 3);
    for (uint32_t i = 0; i < JOINTS; i++)
        assert_near(sum[i], id->out[i], 1e-12);
    drop(id);
    drop(g);
}

static void springs_of_tendons_hold_energy(void **state)
{
    (void)state;
    function *with = plain(ARMS(BOTH), FUNCTION_ID), *without = plain(ARMS(""), FUNCTION_ID);
    body_motion work[8];
    double held = 0;
    for (uint32_t i = 0; i < TENDONS; i++)
        held += STIFFNESS[i] * pow(length(i, Q) - REST[i], 2) / 2;
    assert_near(robot_energy(&with->b.t, Q, QD, work).all,
                robot_energy(&without->b.t, Q, QD, work).all + held, 1e-13);
    tree t = with->b.t;
    t.coordinates[1].damping = 0; /* of joint k */
    assert_false(robot_is_conservative(&t));
    t.tendons[0].damping = 0;
    assert_true(robot_is_conservative(&t));
    drop(with);
    drop(without);
}

/* --- what options make of them ---------------------------------------------------------------- */

static void a_locked_joint_changes_where_a_tendon_rests(void **state)
{
    (void)state;
    joint_settings s = joint_settings_default();
    const tree_options options = tree_options_default();
    s.lock = (arg_list){(const char *[]){"k=0.5"}, 1, 1};
    function *f = make(ARMS(BOTH), &s, &options, FUNCTION_ID, FORMALISM_DEFAULT);
    const tree *t = &f->b.t;
    assert_int_equal(t->tendons_count, TENDONS);
    assert_int_equal(t->tendons[0].terms_count, 1);
    assert_string_equal(t->coordinates[t->tendons[0].terms[0].coordinate].name, "s");
    assert_near(t->tendons[0].rest, 0.7 - 1.5 * 0.5, 1e-15);
    assert_near(t->tendons[1].rest, 0.4 - 0.5, 1e-15);
    drop(f);
}

/* s = 2 k + 0.25: 1.5 k - 2 s = -2.5 k - 0.5. */
static void a_follower_hangs_on_its_master(void **state)
{
    (void)state;
    function *f = plain(ARMS(BOTH "<equality><joint joint1='s' joint2='k' polycoef='.25 2 0 0 0'/>"
                                  "</equality>"), FUNCTION_ID);
    const tree_tendon *t = &f->b.t.tendons[0];
    assert_int_equal(t->terms_count, 1);
    assert_near(t->terms[0].coefficient, -2.5, 1e-15);
    assert_near(t->rest, 0.7 + 0.5, 1e-15);
    assert_near(tree_tendon_coefficient(t, t->terms[0].coordinate), -2.5, 1e-15);
    drop(f);
}

static bool is_said(const function *f, const char *piece)
{
    for (uint32_t i = 0; i < f->b.d.notes_count; i++)
        if (strstr(f->b.d.notes[i].text, piece))
            return true;
    return false;
}

static void a_tendon_to_what_is_left_out_is_left_out(void **state)
{
    (void)state;
    const joint_settings s = joint_settings_default();
    tree_options options = tree_options_default();
    options.tip = "b";
    function *f = make(ARMS(BOTH), &s, &options, FUNCTION_ID, FORMALISM_DEFAULT);
    assert_int_equal(f->b.t.tendons_count, 1);
    assert_string_equal(f->b.t.tendons[0].name, "tendon_2");
    assert_true(is_said(f, "tendon 't' is left out: joint 's' is not part of the chosen chain"));
    drop(f);
}

static void tendons_are_told_and_can_be_left_out(void **state)
{
    (void)state;
    joint_settings s = joint_settings_default();
    const tree_options options = tree_options_default();
    function *f = make(ARMS(BOTH), &s, &options, FUNCTION_ID, FORMALISM_DEFAULT);
    assert_true(is_said(f, "2 tendons ('t' first) with springs or dampers are part of the "
                           "equations; --joint-dynamics none leaves them out"));
    drop(f);
    s.dynamics = DYNAMICS_NONE;
    f = make(ARMS(BOTH), &s, &options, FUNCTION_ID, FORMALISM_DEFAULT);
    assert_int_equal(f->b.t.tendons_count, 0);
    assert_false(is_said(f, "tendons"));
    drop(f);
}

/* L1 - l1 = a0 + a1 (L2 - l2), where k stands at its reference. */
static void an_equality_of_tendons_is_a_constraint_on_joints(void **state)
{
    (void)state;
    bench b = bench_make();
    const tree_options options = tree_options_default();
    assert_read(&b, "<mujoco><compiler angle='radian'/><worldbody>"
                    BODY("a", "", INERTIAL JOINT("j", "ref='0.5'") JOINT("k", "type='slide'")
                         JOINT("l", "")) "</worldbody><tendon>"
                    TENDON("name='t'", "", "j", "2", "k", "3")
                    TENDON("name='u'", "", "k", "1", "l", "4") "</tendon><equality>"
                    "<tendon name='both' tendon1='t' tendon2='u' polycoef='0.1 2 0 0 0'/>"
                    "<tendon tendon1='t'/></equality></mujoco>");
    assert_built(&b, &options);
    assert_int_equal(b.t.cuts_count, 2);
    const tree_cut *c = &b.t.cuts[0]; /* 2 j + 3 k - 2 (k + 4 l) = 0.1 + 2 x 0.5 */
    assert_int_equal(c->what.kind, CUT_LINEAR);
    assert_string_equal(c->what.name, "both");
    assert_int_equal(c->terms_count, JOINTS);
    static const double EXPECTED[JOINTS] = {2, 1, -8};
    for (uint32_t i = 0; i < JOINTS; i++)
        assert_near(c->terms[i].coefficient, EXPECTED[i], 1e-15);
    assert_near(c->value, 1.1, 1e-15);
    c = &b.t.cuts[1];
    assert_string_equal(c->what.name, "tendon_2");
    assert_int_equal(c->terms_count, 2);
    assert_near(c->value, 1, 1e-15);
    bench_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(torques_have_the_pull_of_tendons),
        cmocka_unit_test(accelerations_put_back_give_the_torques),
        cmocka_unit_test(derivatives_of_torques_have_all_pairs_of_joints),
        cmocka_unit_test(derivatives_of_accelerations_are_slopes),
        cmocka_unit_test(the_regressor_times_its_parameters_is_the_torque),
        cmocka_unit_test(springs_of_tendons_hold_energy),
        cmocka_unit_test(a_locked_joint_changes_where_a_tendon_rests),
        cmocka_unit_test(a_follower_hangs_on_its_master),
        cmocka_unit_test(a_tendon_to_what_is_left_out_is_left_out),
        cmocka_unit_test(tendons_are_told_and_can_be_left_out),
        cmocka_unit_test(an_equality_of_tendons_is_a_constraint_on_joints),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
