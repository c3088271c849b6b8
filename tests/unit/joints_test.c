/* SPDX-License-Identifier: MIT */
/* What acts at joints, and what options make of them: each law is checked on the operations, in
 * both formalisms, against the same robot without it. */
#include "robot/joint_settings.h"
#include "unit/robot_text.h"
#include "unit/tree_ops.h"

#include <math.h>

/* A chain of three with a follower: turns, slides, turns; `inside` goes into joint i, `more` after
 * the joints. */
#define BODY(name, mass)                                                                           \
    "<link name='" name "'><inertial><origin xyz='0.1 -0.2 0.15'/><mass value='" mass "'/>"        \
    "<inertia ixx='0.2' ixy='0.01' ixz='0.02' iyy='0.3' iyz='-0.01' izz='0.25'/></inertial></link>"
#define MOVES(name, type, parent, child, axis, inside)                                             \
    "<joint name='" name "' type='" type "'><parent link='" parent "'/><child link='" child "'/>"  \
    "<origin xyz='0.3 0.1 0.2' rpy='0.4 -0.3 0.2'/><axis xyz='" axis "'/>" inside "</joint>"
#define CHAIN(i, k, l, m, more)                                                                    \
    "<robot name='chain'><link name='ground'/>" BODY("a", "2") BODY("b", "1.5") BODY("c", "1.2")   \
    BODY("d", "0.7") MOVES("i", "revolute", "ground", "a", "0 0 1", i)                             \
    MOVES("k", "prismatic", "a", "b", "0 0.6 0.8", k)                                              \
    MOVES("l", "revolute", "b", "c", "0 1 0", l) MOVES("m", "continuous", "c", "d", "1 0 0", m)    \
    more "</robot>"
#define FOLLOWS "<mimic joint='i' multiplier='-1.5' offset='0.25'/>"

enum { JOINTS = 4 };
static const double Q[JOINTS] = {0.3, -0.2, 0.7, 1.1}, QD[JOINTS] = {1.3, -0.8, 0.6, -1.7},
                    QDD[JOINTS] = {-2.1, 1.9, 0.4, 2.5};

static const formalism FORMS[] = {FORMALISM_CLASSIC, FORMALISM_DEFAULT};

/* Results of a function, outputs in their order; returns how many. */
static uint32_t results(const char *xml, const joint_settings *s, function_kind function,
                        formalism form, const double *q, const double *qd, const double *qdd,
                        double *out)
{
    bench b = bench_make();
    tree_options options = tree_options_default();
    assert_read(&b, xml);
    status applied = joint_settings_apply(&b.robot_mem, s, &b.r, &b.d);
    if (applied != STATUS_OK)
        print_error("%s\n", b.d.error.text);
    assert_int_equal(applied, STATUS_OK);
    assert_built(&b, &options);
    const ops p = written_ops(&b.tree_mem, &b.t, function, form, 0);
    const robot_state now = {.q = q, .qd = qd, .qdd = qdd};
    uint32_t count = p.outputs_count;
    memcpy(out, state_results(&b.tree_mem, &p, &now), count * sizeof *out);
    bench_free(&b);
    return count;
}

static uint32_t torques(const char *xml, const joint_settings *s, formalism form, const double *q,
                        const double *qd, const double *qdd, double *tau)
{
    return results(xml, s, FUNCTION_ID, form, q, qd, qdd, tau);
}

static const char *ONE[1];
static arg_list one(const char *given)
{
    ONE[0] = given;
    return (arg_list){ONE, 1, 1};
}

static joint_settings all(void)
{
    joint_settings s = joint_settings_default();
    s.dynamics = DYNAMICS_ALL;
    return s;
}

/* The torques of a file are those of the plain chain and `more` at joint `at`. Tolerance: sums of a
 * few hundred roundings of numbers below 100. */
static void assert_adds(const char *xml, const char *plain, const joint_settings *s, uint32_t at,
                        double more)
{
    for (int f = 0; f < 2; f++) {
        double with[JOINTS], without[JOINTS];
        const joint_settings none = all();
        uint32_t count = torques(xml, s, FORMS[f], Q, QD, QDD, with);
        assert_int_equal(torques(plain, &none, FORMS[f], Q, QD, QDD, without), count);
        for (uint32_t i = 0; i < count; i++)
            assert_near(with[i], without[i] + (i == at ? more : 0), 1e-11);
    }
}

static const char PLAIN[] = CHAIN("", "", "", "", "");
static const char PLAIN_FOLLOWER[] = CHAIN("", "", "", FOLLOWS, "");

static void damping_adds_its_torque(void **state)
{
    (void)state;
    const char *turning = CHAIN("", "", "<dynamics damping='0.35'/>", "", "");
    const char *sliding = CHAIN("", "<dynamics damping='2.5'/>", "", "", "");
    const joint_settings s = all(), standard = joint_settings_default();
    assert_adds(turning, PLAIN, &s, 2, 0.35 * QD[2]);
    assert_adds(sliding, PLAIN, &s, 1, 2.5 * QD[1]);
    assert_adds(sliding, PLAIN, &standard, 1, 2.5 * QD[1]);
}

static void armature_adds_to_the_diagonal(void **state)
{
    (void)state;
    const char *rotor = CHAIN("", "", "", "",
                              "<transmission name='t'><joint name='l'/><actuator name='x'>"
                              "<mechanicalReduction> 50 </mechanicalReduction>"
                              "<motorInertia>\n2e-4\n</motorInertia></actuator></transmission>");
    const joint_settings s = all();
    assert_adds(rotor, PLAIN, &s, 2, 2500 * 2e-4 * QDD[2]);
    joint_settings given = all();
    given.armature = one("l=0.125"); /* in place of the file's */
    assert_adds(rotor, PLAIN, &given, 2, 0.125 * QDD[2]);
}

/* M and c with all of it: c is the torque without accelerations, and rotors are in M's diagonal. */
static void mass_matrix_and_bias_have_what_acts_at_joints(void **state)
{
    (void)state;
    joint_settings s = all();
    s.armature = one("l=0.125");
    s.damping = (arg_list){(const char *[]){"k=3"}, 1, 1};
    s.spring = (arg_list){(const char *[]){"i=7,0.1"}, 1, 1};
    s.friction = (arg_list){(const char *[]){"m=0.4"}, 1, 1};
    const joint_settings none = all();
    for (int f = 0; f < 2; f++) {
        double with[JOINTS * JOINTS], without[JOINTS * JOINTS], zero[JOINTS] = {0};
        assert_int_equal(results(PLAIN, &s, FUNCTION_MASS, FORMS[f], Q, QD, QDD, with), 10);
        assert_int_equal(results(PLAIN, &none, FUNCTION_MASS, FORMS[f], Q, QD, QDD, without), 10);
        for (uint32_t row = 0, at = 0; row < JOINTS; row++)
            for (uint32_t column = 0; column <= row; column++, at++)
                assert_near(with[at], without[at] + (row == 2 && column == 2 ? 0.125 : 0), 1e-12);
        torques(PLAIN, &s, FORMS[f], Q, QD, zero, without);
        results(PLAIN, &s, FUNCTION_BIAS, FORMS[f], Q, QD, QDD, with);
        for (uint32_t i = 0; i < JOINTS; i++)
            assert_near(with[i], without[i], 1e-11);
        torques(PLAIN, &s, FORMS[f], Q, zero, zero, without);
        results(PLAIN, &s, FUNCTION_GRAVITY, FORMS[f], Q, QD, QDD, with);
        for (uint32_t i = 0; i < JOINTS; i++)
            assert_near(with[i], without[i], 1e-11);
    }
}

/* At its width friction is 1 / sqrt 2 of the whole, far above it nearly all, at rest nothing. */
static void friction_turns_round_within_its_width(void **state)
{
    (void)state;
    const char *rough = CHAIN("", "<dynamics friction='5'/>", "<dynamics friction='0.8'/>", "", "");
    static const struct {
        double rate, share;
    } LAW[] = {{0, 0}, {0.01, 0.70710678118654752}, {-0.01, -0.70710678118654752},
               {0.07, 0.98994949366116653}, {1000, 0.99999999995}};
    const joint_settings s = all(), none = {.dynamics = DYNAMICS_NONE};
    for (int f = 0; f < 2; f++)
        for (size_t k = 0; k < sizeof LAW / sizeof *LAW; k++) {
            const double still[JOINTS] = {0}, qd[JOINTS] = {0, LAW[k].rate / 10, LAW[k].rate, 0};
            double with[JOINTS], without[JOINTS];
            torques(rough, &s, FORMS[f], Q, qd, still, with);
            torques(rough, &none, FORMS[f], Q, qd, still, without);
            double tolerance = 1e-11 * (1 + LAW[k].rate * LAW[k].rate);
            assert_near(with[1] - without[1], 5 * LAW[k].share, tolerance);
            assert_near(with[2] - without[2], 0.8 * LAW[k].share, tolerance);
        }
}

static void widths_are_set_for_all_or_one_by_one(void **state)
{
    (void)state;
    const char *rough = CHAIN("", "<dynamics friction='5'/>", "<dynamics friction='0.8'/>", "", "");
    joint_settings s = all();
    s.friction_width = (arg_list){(const char *[]){"l=0.3", "2"}, 2, 2};
    double with[JOINTS], without[JOINTS];
    torques(rough, &s, FORMALISM_DEFAULT, Q, QD, QDD, with);
    torques(PLAIN, &s, FORMALISM_DEFAULT, Q, QD, QDD, without);
    assert_near(with[1] - without[1], 5 * QD[1] / sqrt(QD[1] * QD[1] + 4), 1e-11);
    assert_near(with[2] - without[2], 0.8 * QD[2] / sqrt(QD[2] * QD[2] + 0.09), 1e-11);
}

static void springs_pull_to_where_they_rest(void **state)
{
    (void)state;
    joint_settings s = all();
    s.spring = one("l=12.5,0.2");
    assert_adds(PLAIN, PLAIN, &s, 2, 12.5 * (Q[2] - 0.2));
    s.spring = one("k=80");
    assert_adds(PLAIN, PLAIN, &s, 1, 80 * Q[1]);
}

/* What a follower has at its own position ratio q + offset acts on the joint it follows. */
static void forces_of_followers_count_by_their_ratio(void **state)
{
    (void)state;
    const char *lossy = CHAIN("<dynamics damping='0.2'/>", "", "",
                              FOLLOWS "<dynamics damping='0.4'/>", "");
    joint_settings s = all();
    assert_adds(lossy, PLAIN_FOLLOWER, &s, 0, (0.2 + 1.5 * 1.5 * 0.4) * QD[0]);
    s.armature = one("m=0.3");
    s.damping = (arg_list){(const char *[]){"i=0", "m=0"}, 2, 2};
    assert_adds(lossy, PLAIN_FOLLOWER, &s, 0, 1.5 * 1.5 * 0.3 * QDD[0]);
    s.armature = (arg_list){0};
    s.friction = one("m=0.6");
    double share = -1.5 * QD[0] / sqrt(1.5 * 1.5 * QD[0] * QD[0] + 1e-4);
    assert_adds(lossy, PLAIN_FOLLOWER, &s, 0, -1.5 * 0.6 * share);
    s.friction = (arg_list){0};
    s.spring = (arg_list){(const char *[]){"i=7,0.1", "m=5,-0.4"}, 2, 2};
    double follower = -1.5 * 5 * (-1.5 * Q[0] + 0.25 + 0.4);
    assert_adds(lossy, PLAIN_FOLLOWER, &s, 0, 7 * (Q[0] - 0.1) + follower);
}

static void no_joint_dynamics_leaves_all_of_the_files_out(void **state)
{
    (void)state;
    const char *lossy = CHAIN("", "", "<dynamics damping='0.3' friction='0.4'/>", "",
                              "<transmission name='t'><joint name='l'/><rotorInertia value='2'/>"
                              "</transmission>");
    joint_settings s = all();
    s.dynamics = DYNAMICS_NONE;
    assert_adds(lossy, PLAIN, &s, 2, 0);
    s.damping = one("l=0.1"); /* the user's own word counts */
    assert_adds(lossy, PLAIN, &s, 2, 0.1 * QD[2]);
}

static void locked_joints_equal_fixed_ones(void **state)
{
    (void)state;
    for (int f = 0; f < 2; f++) {
        joint_settings s = all();
        double whole[JOINTS], locked[JOINTS];
        const double q[JOINTS] = {Q[0], -0.2, Q[2], Q[3]}, qd[JOINTS] = {QD[0], 0, QD[2], QD[3]},
                     qdd[JOINTS] = {QDD[0], 0, QDD[2], QDD[3]};
        torques(PLAIN, &s, FORMS[f], q, qd, qdd, whole);
        s.lock = one("k=-0.2");
        const double q3[3] = {q[0], q[2], q[3]}, qd3[3] = {qd[0], qd[2], qd[3]},
                     qdd3[3] = {qdd[0], qdd[2], qdd[3]};
        assert_int_equal(torques(PLAIN, &s, FORMS[f], q3, qd3, qdd3, locked), 3);
        for (uint32_t i = 0; i < 3; i++)
            assert_near(locked[i], whole[i ? i + 1 : 0], 1e-11);
    }
}

static void locking_a_joint_locks_those_that_follow_it(void **state)
{
    (void)state;
    for (int f = 0; f < 2; f++) {
        joint_settings s = all();
        double whole[JOINTS], locked[JOINTS];
        const double q[JOINTS] = {0.3, Q[1], Q[2]}, qd[JOINTS] = {0, QD[1], QD[2]},
                     qdd[JOINTS] = {0, QDD[1], QDD[2]};
        torques(PLAIN_FOLLOWER, &s, FORMS[f], q, qd, qdd, whole);
        s.lock = one("i=0.3");
        assert_int_equal(
            torques(PLAIN_FOLLOWER, &s, FORMS[f], q + 1, qd + 1, qdd + 1, locked), 2);
        for (uint32_t i = 0; i < 2; i++)
            assert_near(locked[i], whole[i + 1], 1e-11);
    }
}

/* The torque on a coordinate that two joints share is that of both, by their ratios. */
static void independent_mimics_have_coordinates_of_their_own(void **state)
{
    (void)state;
    joint_settings s = all();
    double shared[JOINTS], own[JOINTS];
    assert_int_equal(torques(PLAIN_FOLLOWER, &s, FORMALISM_DEFAULT, Q, QD, QDD, shared), 3);
    s.independent_mimic = true;
    const double q[JOINTS] = {Q[0], Q[1], Q[2], -1.5 * Q[0] + 0.25},
                 qd[JOINTS] = {QD[0], QD[1], QD[2], -1.5 * QD[0]},
                 qdd[JOINTS] = {QDD[0], QDD[1], QDD[2], -1.5 * QDD[0]};
    assert_int_equal(torques(PLAIN_FOLLOWER, &s, FORMALISM_DEFAULT, q, qd, qdd, own), 4);
    assert_near(own[0] - 1.5 * own[3], shared[0], 1e-11);
    assert_near(own[1], shared[1], 1e-11);
    assert_near(own[2], shared[2], 1e-11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(damping_adds_its_torque),
        cmocka_unit_test(armature_adds_to_the_diagonal),
        cmocka_unit_test(mass_matrix_and_bias_have_what_acts_at_joints),
        cmocka_unit_test(friction_turns_round_within_its_width),
        cmocka_unit_test(widths_are_set_for_all_or_one_by_one),
        cmocka_unit_test(springs_pull_to_where_they_rest),
        cmocka_unit_test(forces_of_followers_count_by_their_ratio),
        cmocka_unit_test(no_joint_dynamics_leaves_all_of_the_files_out),
        cmocka_unit_test(locked_joints_equal_fixed_ones),
        cmocka_unit_test(locking_a_joint_locks_those_that_follow_it),
        cmocka_unit_test(independent_mimics_have_coordinates_of_their_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
