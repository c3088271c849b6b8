/* SPDX-License-Identifier: MIT */
/* The MJCF reader: what acts at joints beside bodies. Actuators, tendons and springs that MuJoCo
 * chooses itself, gravcomp. Its messages: mjcf_errors_test.c. Whole robots against MuJoCo:
 * tests/outside/mjcf_torques_test.c and mjcf_newer_test.c. */
#include "unit/mjcf_pieces.h"

#define ARM(other) \
    "<mujoco>" other "<worldbody>" \
    BODY("a", "", INERTIAL JOINT("j", "") BODY("b", "", INERTIAL JOINT("k", "type='slide'"))) \
    "</worldbody></mujoco>"
#define ACTUATORS(inside) ARM("<actuator>" inside "</actuator>")

static void assert_forces(const char *xml, const char *joint, double armature, double damping)
{
    bench b = bench_make();
    assert_read(&b, xml);
    assert_number(joint_named(&b, joint)->armature, armature);
    assert_number(joint_named(&b, joint)->damping, damping);
    bench_free(&b);
}

/* --- actuators -------------------------------------------------------------------------------- */

/* A hinge with a geared motor: 0.02 of the body and 9 times 0.1 of the rotor. */
static void a_rotor_has_the_square_of_its_gear_at_the_joint(void **state)
{
    (void)state;
    assert_forces(ACTUATORS("<motor joint='j' gear='3' armature='0.1' damping='0.2'/>"), "j",
                  9 * 0.1, 9 * 0.2);
    assert_forces(ACTUATORS("<motor joint='j' gear='-3 5 5' armature='0.1'/>"), "j", 9 * 0.1, 0);
    assert_forces(ACTUATORS("<motor joint='j' armature='0.1'/>"), "j", 0.1, 0);
    assert_forces(ACTUATORS("<motor jointinparent='k' gear='2' damping='3'/>"), "k", 0, 12);
}

static void rotors_of_one_joint_add_up(void **state)
{
    (void)state;
    assert_forces("<mujoco><worldbody>" BODY("a", "", INERTIAL JOINT("j", "armature='1' "
                                                                          "damping='2'"))
                  "</worldbody><actuator><motor joint='j' armature='0.5'/>"
                  "<position joint='j' gear='2' armature='0.25' damping='1'/></actuator></mujoco>",
                  "j", 1 + 0.5 + 4 * 0.25, 2 + 4);
}

static void every_kind_of_actuator_with_a_transmission_has_a_rotor(void **state)
{
    (void)state;
    static const char *const KINDS[] = {"general", "motor", "position", "velocity", "intvelocity",
                                        "pid", "damper", "cylinder", "muscle", "dcmotor", "plugin"};
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        arena mem = arena_make();
        assert_forces(arena_printf(&mem, ACTUATORS("<%s joint='j' gear='2' armature='3' "
                                                   "damping='5'/>"), KINDS[i]), "j", 12, 20);
        arena_free(&mem);
    }
}

/* As in MuJoCo a class has one actuator, whatever its kind is called. */
static void classes_have_rotors_for_all_kinds_of_actuators(void **state)
{
    (void)state;
    assert_forces(ARM("<default><position gear='2'/><default class='c'><motor armature='3' "
                      "damping='5'/></default></default><actuator>"
                      "<velocity joint='j' class='c'/></actuator>"), "j", 12, 20);
    assert_forces(ARM("<default><general armature='3'/></default><actuator>"
                      "<motor joint='j' armature='0'/><motor joint='k'/></actuator>"), "j", 0, 0);
}

static void a_disabled_damper_is_none_of_an_actuator_or_tendon_either(void **state)
{
    (void)state;
    assert_forces(ARM("<option><flag damper='disable' spring='disable'/></option><tendon>"
                      "<fixed name='t' damping='1' stiffness='4'><joint joint='j' coef='1'/>"
                      "</fixed></tendon><actuator>"
                      "<motor joint='j' armature='2' damping='3'/></actuator>"),
                  "j", 2, 0);
}

static void without_a_rotor_any_transmission_will_do(void **state)
{
    (void)state;
    assert_forces(ACTUATORS("<motor site='s'/><motor cranksite='s' slidersite='t' cranklength='1'/>"
                            "<adhesion body='a' ctrlrange='0 1'/><motor joint='nobody'/>"
                            "<general body='a' armature='0' damping='0 0 0'/>"), "j", 0, 0);
}

/* --- tendons ---------------------------------------------------------------------------------- */

#define TENDONS(inside) ARM("<tendon>" inside "</tendon>")

static void a_tendon_of_one_joint_acts_at_the_joint(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ARM("<tendon><fixed name='t' stiffness='3' springlength='4' damping='5' "
                        "armature='6' frictionloss='7'><joint joint='j' coef='-2'/></fixed>"
                        "</tendon><actuator><motor tendon='t' gear='3' armature='1' damping='2'/>"
                        "</actuator>"));
    const robot_joint *j = joint_named(&b, "j");
    assert_number(j->stiffness, 4 * 3);
    assert_number(j->rest, -2);
    assert_number(j->damping, 4 * (5 + 9 * 2));
    assert_number(j->armature, 4 * (6 + 9 * 1));
    assert_number(j->friction, 2 * 7);
    bench_free(&b);
}

static void a_joint_may_stand_in_a_tendon_twice(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, TENDONS("<fixed stiffness='3' springlength='1'><joint joint='j' coef='2'/>"
                            "<joint joint='j' coef='-3'/></fixed>"));
    assert_number(joint_named(&b, "j")->stiffness, 3);
    assert_number(joint_named(&b, "j")->rest, -1);
    bench_free(&b);
}

static void two_springs_at_a_joint_are_one(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, "<mujoco><compiler angle='radian'/><worldbody>"
                    BODY("a", "", INERTIAL JOINT("j", "stiffness='1' springref='3'"))
                    "</worldbody><tendon><fixed stiffness='2' springlength='6'>"
                    "<joint joint='j' coef='1'/></fixed></tendon></mujoco>");
    assert_number(joint_named(&b, "j")->stiffness, 3);
    assert_number(joint_named(&b, "j")->rest, (1 * 3 + 2 * 6) / 3.0);
    bench_free(&b);
}

/* Where the springs of its joints rest. */
static void a_tendon_without_a_length_rests_with_its_joints(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, "<mujoco><compiler angle='radian'/><worldbody>"
                    BODY("a", "", INERTIAL JOINT("j", "ref='5' springref='3'"))
                    "</worldbody><tendon><fixed stiffness='2' springlength='-1'>"
                    "<joint joint='j' coef='4'/></fixed></tendon></mujoco>");
    assert_number(joint_named(&b, "j")->stiffness, 2 * 16);
    assert_number(joint_named(&b, "j")->rest, 3);
    bench_free(&b);
}

/* --- springs that MuJoCo chooses -------------------------------------------------------------- */

/* Two pendulums, one on the other: M = [2.4 + rotor, 0.5; 0.5, 0.2] where the file describes them,
 * so 1 / (M^-1)_jj = det M / 0.2 = 1.65 and det M / 2.9 = 0.33 / 2.9. */
#define PENDULUMS(upper, lower, other) \
    "<mujoco><compiler angle='radian'/><worldbody>" \
    BODY("a", "", "<inertial mass='2' pos='0 0 0.5' diaginertia='0.1 0.1 0.1'/>" \
         JOINT("j", "axis='1 0 0' springdamper='0.1 2' " upper) \
         BODY("b", "pos='0 0 1'", \
              "<inertial mass='1' pos='0 0.1 0.3' diaginertia='0.1 0.1 0.1'/>" \
              JOINT("k", "axis='1 0 0' springdamper='0.2 0.5' ref='0.7' " lower))) \
    "</worldbody>" other "</mujoco>"

static void assert_spring(bench *b, const char *joint, double stiffness, double rest,
                          double damping)
{
    const robot_joint *j = joint_named(b, joint);
    assert_near(j->stiffness, stiffness, 1e-13 * (1 + stiffness));
    assert_near(j->rest, rest, 1e-13);
    assert_near(j->damping, damping, 1e-13 * (1 + damping));
}

static void a_springdamper_goes_by_what_the_joint_moves(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, PENDULUMS("armature='0.5' stiffness='5' damping='7'", "springref='0.3'", ""));
    assert_spring(&b, "j", 1.65 / (0.01 * 4), 0, 2 * 1.65 / 0.1);
    assert_spring(&b, "k", 0.33 / 2.9 / (0.04 * 0.25), 0.3, 2 * 0.33 / 2.9 / 0.2);
    bench_free(&b);
}

static void a_springdamper_is_not_all_that_may_act_at_its_joint(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, PENDULUMS("", "", "<actuator><motor joint='j' armature='0.5' damping='3'/>"
                              "</actuator><tendon><fixed stiffness='58.75' springlength='0.8'>"
                              "<joint joint='j' coef='1'/></fixed></tendon>"));
    assert_spring(&b, "j", 100, 0.8 * 58.75 / 100, 33 + 3);
    bench_free(&b);
}

static void a_disabled_spring_or_damper_is_not_chosen_either(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, PENDULUMS("armature='0.5'", "",
                              "<option><flag spring='disable'/></option>"));
    assert_spring(&b, "j", 0, 0, 33);
    assert_read(&b, PENDULUMS("armature='0.5'", "",
                              "<option><flag damper='disable'/></option>"));
    assert_spring(&b, "j", 41.25, 0, 0);
    bench_free(&b);
}

static void a_springdamper_of_zeros_leaves_the_joint_its_own(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, MUJOCO(BODY("a", "", INERTIAL JOINT("j", "springdamper='0 0' stiffness='5' "
                                                             "damping='7'"))));
    assert_spring(&b, "j", 5, 0, 7);
    bench_free(&b);
}

/* A mass of 4e-12 below one of 2, where less than 1e-12 of the whole is none: see
 * a_chosen_spring_on_next_to_nothing in mjcf_errors_test.c. */
static void a_springdamper_takes_little_to_move(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, MUJOCO(BODY("a", "", "<inertial mass='4e-12' pos='0 0 0' diaginertia='1 1 1'/>"
                                JOINT("j", "type='slide'")
                                BODY("b", "", INERTIAL
                                     JOINT("k", "type='slide' springdamper='0.1 1'")))));
    assert_near(joint_named(&b, "k")->damping, 2 * 4e-12 / 0.1, 1e-3 * 2 * 4e-12 / 0.1);
    bench_free(&b);
}

/* --- tendons without forces ------------------------------------------------------------------- */

static void a_tendon_without_forces_is_a_way_for_actuators(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, TENDONS("<fixed name='t' springlength='0 1'><joint joint='j' coef='1'/>"
                            "<joint joint='k' coef='1'/></fixed>"
                            "<spatial name='s' limited='true' range='0 1'><site site='x'/>"
                            "<pulley divisor='2'/><geom geom='g' sidesite='x'/></spatial>"));
    assert_number(joint_named(&b, "j")->stiffness, 0);
    bench_free(&b);
}

/* --- gravcomp --------------------------------------------------------------------------------- */

#define LIFTED \
    BODY("a", "gravcomp='0.5'", "<inertial mass='2' pos='1 2 3' diaginertia='1 1 1'/>" \
         JOINT("j", "") BODY("b", "gravcomp='1'", ""))

/* At the centre of mass; bodies without mass, and those that stand, need no force. */
static void gravcomp_lifts_its_share_of_the_mass(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, MUJOCO(BODY("stand", "gravcomp='1'", INERTIAL) LIFTED));
    assert_int_equal(b.r.elements.list_count, 1);
    const robot_element *e = &b.r.elements.list[0];
    assert_true(e->kind == ELEMENT_FORCE && e->law == LAW_LIFT && e->of_joint);
    assert_string_equal(e->name, "a.gravcomp");
    assert_string_equal(e->link[0], "a");
    assert_number(e->mass, 1);
    assert_vec3(e->point[0], 1, 2, 3);
    assert_int_equal(b.d.warnings_count, 0);
    bench_free(&b);
}

static void gravcomp_goes_by_the_mass_in_the_end(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, "<mujoco><compiler settotalmass='6'/><worldbody>" LIFTED
                    "</worldbody></mujoco>");
    assert_number(b.r.elements.list[0].mass, 3);
    bench_free(&b);
}

/* It is a passive force: MuJoCo has none of them where it has neither springs nor dampers. */
static void gravcomp_is_none_without_passive_forces(void **state)
{
    (void)state;
    static const struct {
        const char *flags;
        uint32_t count;
    } CASES[] = {{"passive='disable'", 0}, {"spring='disable' damper='disable'", 0},
                 {"spring='disable'", 1}, {"damper='disable'", 1}};
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        bench b = bench_make();
        assert_read(&b, arena_printf(&b.robot_mem, "<mujoco><option><flag %s/></option>"
                                     "<worldbody>" LIFTED "</worldbody></mujoco>",
                                     CASES[i].flags));
        assert_int_equal(b.r.elements.list_count, CASES[i].count);
        bench_free(&b);
    }
}

#define LIFTING(first, second) \
    MUJOCO(BODY("a", "", INERTIAL JOINT("j", first) BODY("b", "gravcomp='1'", INERTIAL \
                                                         JOINT("k", second))))

static void gravcomp_that_actuators_give_is_part_of_torques(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, LIFTING("actuatorgravcomp='true'", "type='ball' actuatorgravcomp='true'"));
    assert_int_equal(b.r.elements.list_count, 0);
    bool told = false;
    for (uint32_t i = 0; i < b.d.notes_count; i++)
        told |= strstr(b.d.notes[i].text, "gravcomp of 1 body (body 'b') is left out") != NULL;
    assert_true(told);
    bench_free(&b);
    b = bench_make();
    assert_read(&b, LIFTING("actuatorgravcomp='false'", ""));
    assert_int_equal(b.r.elements.list_count, 1);
    bench_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rotor_has_the_square_of_its_gear_at_the_joint),
        cmocka_unit_test(rotors_of_one_joint_add_up),
        cmocka_unit_test(every_kind_of_actuator_with_a_transmission_has_a_rotor),
        cmocka_unit_test(classes_have_rotors_for_all_kinds_of_actuators),
        cmocka_unit_test(a_disabled_damper_is_none_of_an_actuator_or_tendon_either),
        cmocka_unit_test(without_a_rotor_any_transmission_will_do),
        cmocka_unit_test(a_tendon_of_one_joint_acts_at_the_joint),
        cmocka_unit_test(a_joint_may_stand_in_a_tendon_twice),
        cmocka_unit_test(two_springs_at_a_joint_are_one),
        cmocka_unit_test(a_springdamper_goes_by_what_the_joint_moves),
        cmocka_unit_test(a_springdamper_is_not_all_that_may_act_at_its_joint),
        cmocka_unit_test(a_disabled_spring_or_damper_is_not_chosen_either),
        cmocka_unit_test(a_springdamper_of_zeros_leaves_the_joint_its_own),
        cmocka_unit_test(a_springdamper_takes_little_to_move),
        cmocka_unit_test(a_tendon_without_a_length_rests_with_its_joints),
        cmocka_unit_test(a_tendon_without_forces_is_a_way_for_actuators),
        cmocka_unit_test(gravcomp_lifts_its_share_of_the_mass),
        cmocka_unit_test(gravcomp_goes_by_the_mass_in_the_end),
        cmocka_unit_test(gravcomp_is_none_without_passive_forces),
        cmocka_unit_test(gravcomp_that_actuators_give_is_part_of_torques),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
