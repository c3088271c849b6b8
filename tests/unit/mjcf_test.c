/* SPDX-License-Identifier: MIT */
/* The MJCF reader: what it understands, piece by piece. Orientations and inertias:
 * mjcf_numbers_test.c. Its messages: mjcf_errors_test.c. Whole robots against MuJoCo itself:
 * tests/outside/mjcf_torques_test.c. */
#include "unit/mjcf_pieces.h"

static const double PI = 3.14159265358979323846;

/* The same note, once. */
static bool has_note(const bench *b, const char *words)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < b->d.notes_count; i++)
        found += strstr(b->d.notes[i].text, words) != NULL;
    return found == 1;
}

/* --- bodies and joints ------------------------------------------------------------------------ */

static void the_root_is_the_world_and_bodies_are_links(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, MUJOCO(BODY("a", "pos='1 2 3'", JOINT("j", "") BODY("b", "", ""))));
    assert_string_equal(b.r.name, "m");
    assert_int_equal(b.r.links_count, 3);
    assert_string_equal(b.r.links[b.r.root_link].name, "world");
    assert_true(b.r.root_is_world);
    const robot_joint *j = joint_named(&b, "j");
    assert_int_equal(j->type, JOINT_CONTINUOUS);
    assert_vec3(j->origin.position, 1, 2, 3);
    assert_vec3(j->axis, 0, 0, 1);
    assert_int_equal(joint_named(&b, "b_fixed")->type, JOINT_FIXED);
    bench_free(&b);
}

/* Suffixes have the digits of the count, the innermost comes first. */
static void replicas_have_suffixes_and_stand_apart(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, "<mujoco><worldbody><replicate count='2' sep='-' offset='1 0 0' euler='0 0 90'>"
                    BODY("a", "pos='0 0 1'", JOINT("j", "") "<replicate count='10' "
                         "offset='0 2 0'>" BODY("b", "", JOINT("k", "")) "</replicate>")
                    "</replicate></worldbody><actuator><motor joint='k' armature='3'/></actuator>"
                    "</mujoco>");
    assert_int_equal(b.r.joints_count, 22);
    assert_vec3(joint_named(&b, "j-0")->origin.position, 0, 0, 1);
    assert_vec3(joint_named(&b, "j-1")->origin.position, 1, 0, 1);
    assert_true(joint_named(&b, "j-1")->origin.rotation.m[1][0] == 1);
    assert_vec3(joint_named(&b, "k09-1")->origin.position, 0, 18, 0);
    assert_string_equal(link_named(&b, "b03-0")->name, "b03-0");
    for (uint32_t i = 0; i < b.r.joints_count; i++)
        assert_true(b.r.joints[i].armature == (b.r.joints[i].name[0] == 'k' ? 3 : 0));
    bench_free(&b);
}

static void equalities_inside_are_copied_with_replicas(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, "<mujoco><worldbody><replicate count='3'>"
                    BODY("a", "", JOINT("j", "") BODY("b", "", JOINT("k", "")))
                    "</replicate></worldbody><equality>"
                    "<joint joint1='j' joint2='k' polycoef='0 2 0 0 0'/></equality></mujoco>");
    static const char *const NAMES[][2] = {{"j0", "k0"}, {"j1", "k1"}, {"j2", "k2"}};
    for (uint32_t i = 0; i < 3; i++) {
        const robot_joint *j = joint_named(&b, NAMES[i][0]);
        assert_true(j->mimic_ratio == 2);
        assert_ptr_equal(&b.r.joints[j->mimic_joint], joint_named(&b, NAMES[i][1]));
    }
    bench_free(&b);
}

/* Three hinges about the body's axes at the anchor, and a link without mass between each two; the
 * axis that points most to the centre of mass last, z among equals. */
static void a_ball_is_three_hinges(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"j.x", "j.y", "j.z"};
    bench b = bench_make();
    assert_read(&b, MUJOCO(BODY("a", "pos='1 2 3'", INERTIAL JOINT("j", "type='ball' damping='2'")
                                BODY("b", "", JOINT("k", "type='ball' pos='0 1 0'")))));
    for (uint32_t k = 0; k < 3; k++) {
        const robot_joint *j = joint_named(&b, NAMES[k]);
        assert_int_equal(j->type, JOINT_CONTINUOUS);
        assert_vec3(j->axis, k == 0, k == 1, k == 2);
        assert_vec3(j->origin.position, k == 0 ? 1 : 0, k == 0 ? 2 : 0, k == 0 ? 3 : 0);
        assert_true(j->damping == 0);
        assert_true(b.r.links[j->child_link].has_inertia == (k == 2));
    }
    assert_string_equal(b.r.links[joint_named(&b, "j.z")->child_link].name, "a");
    assert_vec3(joint_named(&b, "k.x")->origin.position, 0, 1, 0);
    assert_vec3(joint_named(&b, "b_fixed")->origin.position, 0, -1, 0);
    assert_int_equal(b.r.elements.list_count, 1);
    const robot_element *e = &b.r.elements.list[0];
    assert_int_equal(e->kind, ELEMENT_TURN);
    assert_true(e->damping == 2 && e->of_joint);
    assert_string_equal(e->link[0], "world");
    assert_string_equal(e->link[1], "a");
    assert_true(has_note(&b, "2 ball joints (joint 'j' first)"));
    bench_free(&b);
}

static void a_ball_spins_about_the_axis_to_the_centre_of_mass_last(void **state)
{
    (void)state;
    static const char *const CENTRES[] = {"-3 2.9 -2.9", "1 -2 1", "2 2 2"};
    static const char *const LAST[] = {"j.x", "j.y", "j.z"};
    for (int k = 0; k < 3; k++) {
        bench b = bench_make();
        const char *file = arena_printf(
            &b.robot_mem, MUJOCO(BODY("a", "", "<inertial mass='2' pos='%s' diaginertia='1 1 1'/>"
                                      JOINT("j", "type='ball'"))), CENTRES[k]);
        assert_read(&b, file);
        assert_string_equal(b.r.links[joint_named(&b, LAST[k])->child_link].name, "a");
        bench_free(&b);
    }
    bench b = bench_make(); /* as seen from the anchor */
    assert_read(&b, MUJOCO(BODY("a", "", "<inertial mass='2' pos='3 2 1' diaginertia='1 1 1'/>"
                                JOINT("j", "type='ball' pos='3 1 1'"))));
    assert_string_equal(b.r.links[joint_named(&b, "j.y")->child_link].name, "a.j.y");
    bench_free(&b);
}

/* Along the axes of the world, then about those of the body. */
static void a_damped_free_joint_is_slides_and_hinges(void **state)
{
    (void)state;
    static const char *const SLIDES[] = {"f.x", "f.y", "f.z"}, *const HINGES[] = {"f.rx", "f.ry",
                                                                                 "f.rz"};
    bench b = bench_make();
    assert_read(&b, MUJOCO(BODY("a", "pos='1 2 3' euler='90 0 0'",
                                INERTIAL JOINT("f", "type='free' damping='2'"))));
    assert_int_equal(b.r.joints_count, 6);
    for (uint32_t k = 0; k < 3; k++) {
        const robot_joint *s = joint_named(&b, SLIDES[k]), *h = joint_named(&b, HINGES[k]);
        assert_int_equal(s->type, JOINT_PRISMATIC);
        assert_true(s->damping == 2 && h->damping == 0);
        assert_vec3(s->axis, k == 0, k == 1, k == 2);
        assert_vec3(s->origin.position, k == 0 ? 1 : 0, k == 0 ? 2 : 0, k == 0 ? 3 : 0);
        assert_mat3(s->origin.rotation, mat3_identity());
        assert_int_equal(h->type, JOINT_CONTINUOUS);
        assert_vec3(h->axis, k == 0, k == 1, k == 2);
        assert_true(h->origin.rotation.m[2][1] == (k == 0)); /* a right angle about x */
    }
    assert_string_equal(b.r.links[joint_named(&b, "f.rz")->child_link].name, "a");
    assert_int_equal(b.r.elements.list_count, 1);
    const robot_element *e = &b.r.elements.list[0];
    assert_true(e->kind == ELEMENT_TURN && e->damping == 2);
    assert_string_equal(e->link[0], "a.f.z");
    assert_string_equal(e->link[1], "a");
    assert_true(has_note(&b, "1 free joint with damping (body 'a')"));
    bench_free(&b);
}

static void a_free_joint_without_dampers_is_free(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, "<mujoco><option><flag passive='disable'/></option><worldbody>" BODY(
                        "a", "", INERTIAL JOINT("f", "type='free' damping='2'"))
                    BODY("b", "", INERTIAL JOINT("g", "type='free' damping='0'"))
                    "</worldbody></mujoco>");
    assert_int_equal(joint_named(&b, "f")->type, JOINT_FLOATING);
    assert_int_equal(joint_named(&b, "g")->type, JOINT_FLOATING);
    bench_free(&b);
}

static void dampers_that_are_switched_off_damp_no_ball(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, "<mujoco><option><flag passive='disable'/></option><worldbody>" BODY(
                        "a", "", INERTIAL JOINT("j", "type='ball' damping='2'"))
                        "</worldbody></mujoco>");
    assert_int_equal(b.r.elements.list_count, 0);
    bench_free(&b);
}

static void a_model_without_a_name_has_that_of_mujoco(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, "<mujoco><worldbody>" BODY("a", "", JOINT("j", "")) "</worldbody></mujoco>");
    assert_string_equal(b.r.name, "MuJoCo Model");
    bench_free(&b);
}

static void a_doctype_may_stand_before_the_model(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, "<?xml version='1.0'?>\n<!-- m -->\n<!DOCTYPE mujoco>\n" MUJOCO(
                        BODY("a", "", JOINT("j", ""))));
    assert_string_equal(b.r.name, "m");
    assert_string_equal(b.r.joints[0].name, "j");
    bench_free(&b);
}

static void what_has_no_name_gets_one_that_is_free(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, MUJOCO("<body><joint/><body name='body_1'><joint name='body_1_2_joint'/>"
                           "<joint/></body></body>"));
    assert_string_equal(b.r.links[1].name, "body_1_2");
    assert_string_equal(b.r.joints[0].name, "body_1_2_joint_2");
    assert_string_equal(b.r.joints[2].name, "body_1_joint");
    bench_free(&b);
}

static void axes_of_any_length_become_unit_vectors(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, MUJOCO(BODY("a", "", JOINT("j", "axis='0 -5 0'"))));
    assert_vec3(joint_named(&b, "j")->axis, 0, -1, 0);
    bench_free(&b);
}

/* Turned about an anchor the body's origin moves; our link is at the anchor. */
static void a_joint_beside_the_origin_has_a_link_of_its_own(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, MUJOCO(BODY("a", "pos='1 0 0'",
                                INERTIAL JOINT("j", "pos='0 2 0'") BODY("b", "", ""))));
    const robot_joint *j = joint_named(&b, "j"), *fixed = joint_named(&b, "a_fixed");
    assert_vec3(j->origin.position, 1, 2, 0);
    assert_string_equal(b.r.links[j->child_link].name, "a.j");
    assert_false(b.r.links[j->child_link].has_inertia);
    assert_string_equal(b.r.links[fixed->parent_link].name, "a.j");
    assert_string_equal(b.r.links[fixed->child_link].name, "a");
    assert_vec3(fixed->origin.position, 0, -2, 0);
    assert_number(link_named(&b, "a")->body.mass_kg, 2);
    bench_free(&b);
}

static void joints_of_one_body_are_a_chain_in_their_order(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, MUJOCO(BODY("a", "pos='1 0 0'",
                                JOINT("x", "pos='0 1 0'") JOINT("y", "type='slide' axis='1 0 0'")
                                    JOINT("z", "axis='0 1 0'"))));
    const robot_joint *x = joint_named(&b, "x"), *y = joint_named(&b, "y"),
                      *z = joint_named(&b, "z");
    assert_int_equal(y->type, JOINT_PRISMATIC);
    assert_int_equal(y->parent_link, x->child_link);
    assert_int_equal(z->parent_link, y->child_link);
    assert_string_equal(b.r.links[z->child_link].name, "a");
    assert_vec3(x->origin.position, 1, 1, 0);
    assert_vec3(y->origin.position, 0, -1, 0); /* back from the anchor of x to the origin */
    assert_vec3(z->origin.position, 0, 0, 0);
    bench_free(&b);
}

/* The file describes the robot where q is the reference: our origin is where q is zero. */
static void references_are_taken_out_of_the_origins(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, MUJOCO(BODY("a", "", JOINT("j", "ref='90'")
                                             BODY("b", "pos='5 0 0'",
                                                  JOINT("k", "type='slide' ref='2' "
                                                             "axis='1 0 0'")))));
    assert_mat3(joint_named(&b, "j")->origin.rotation, (mat3){{{0, 1, 0}, {-1, 0, 0}, {0, 0, 1}}});
    assert_vec3(joint_named(&b, "k")->origin.position, 3, 0, 0);
    bench_free(&b);
}

static void frames_move_what_stands_in_them(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, MUJOCO("<frame pos='0 0 1' euler='0 0 90'><frame pos='1 0 0'>" BODY(
        "a", "pos='1 0 0'",
        "<frame euler='90 0 0' pos='0 1 0'><joint name='j' axis='0 0 1'/>"
        "<geom size='0.1' pos='0 0 1'/></frame>") "</frame></frame>"));
    const robot_joint *j = joint_named(&b, "j"), *fixed = joint_named(&b, "a_fixed");
    assert_vec3(j->axis, 0, -1, 0);
    assert_vec3(j->origin.position, -1, 2, 1); /* of the anchor: 2 along, 1 across, turned */
    assert_vec3(fixed->origin.position, 0, -1, 0);
    assert_vec3(link_named(&b, "a")->body.com_m, 0, 0, 0); /* 1 up and 1 back */
    bench_free(&b);
}

static void free_joints_float_from_the_world(void **state)
{
    (void)state;
    static const char *const FREE[] = {"<freejoint/>", "<joint type='free'/>"};
    for (int i = 0; i < 2; i++) {
        bench b = bench_make();
        char xml[1000];
        snprintf(xml, sizeof xml, "<mujoco model='m'><worldbody><body name='a'>%s%s</body>"
                 "</worldbody></mujoco>", FREE[i], INERTIAL);
        assert_read(&b, xml);
        assert_int_equal(b.r.joints[0].type, JOINT_FLOATING);
        tree_options options = tree_options_default();
        assert_built(&b, &options);
        assert_int_equal(b.t.bodies[1].kind, BODY_FREE);
        assert_string_equal(b.t.bodies[1].name, "a");
        bench_free(&b);
    }
}

static void the_world_does_not_float(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, MUJOCO(BODY("a", "", INERTIAL BODY("b", "", INERTIAL JOINT("j", "")))));
    tree_options options = tree_options_default();
    options.floating_base = true;
    assert_int_equal(tree_build(&b.tree_mem, &b.r, &options, &b.t, &b.d), STATUS_INPUT);
    assert_entry(&b.d.error, "0:0: --base floating: the root of 'm' is the world; --root names "
                             "the body that floats, or the file gives it a free joint");
    options.root = "a";
    assert_built(&b, &options);
    assert_int_equal(b.t.bodies[1].kind, BODY_FREE);
    bench_free(&b);
}

/* --- values at joints ------------------------------------------------------------------------- */

static void values_of_joints_are_kept(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, MUJOCO(BODY("a", "", JOINT("j", "damping='1' frictionloss='2' armature='3' "
                                                    "stiffness='4' springref='180' "
                                                    "range='-90 45' actuatorfrcrange='-7 7'"))));
    const robot_joint *j = joint_named(&b, "j");
    assert_int_equal(j->type, JOINT_REVOLUTE);
    assert_number(j->damping, 1);
    assert_number(j->friction, 2);
    assert_number(j->armature, 3);
    assert_number(j->stiffness, 4);
    assert_number(j->rest, PI);
    assert_true(j->has_limit[LIMIT_LOWER] && j->has_limit[LIMIT_UPPER]);
    assert_number(j->limit[LIMIT_LOWER], -PI / 2);
    assert_number(j->limit[LIMIT_UPPER], PI / 4);
    assert_true(j->has_limit[LIMIT_EFFORT] && !j->has_limit[LIMIT_VELOCITY]);
    assert_number(j->limit[LIMIT_EFFORT], 7);
    bench_free(&b);
}

static void limits_that_do_not_hold_are_none(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, MUJOCO(BODY("a", "", JOINT("j", "range='-90 45' limited='false' "
                                                    "actuatorfrcrange='-3 5'"))));
    const robot_joint *j = joint_named(&b, "j");
    assert_int_equal(j->type, JOINT_CONTINUOUS);
    assert_false(j->has_limit[LIMIT_LOWER]);
    assert_number(j->limit[LIMIT_EFFORT], 3);
    assert_true(has_note(&b, "joint 'j': the two sides of actuatorfrcrange differ; the smaller "
                             "one, 3"));
    bench_free(&b);
}

static void switches_of_option_take_forces_away(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, "<mujoco><option><flag passive='disable' frictionloss='disable'/></option>"
                    "<worldbody>" BODY("a", "", JOINT("j", "damping='1' frictionloss='2' "
                                                           "armature='3' stiffness='4'"))
                    "</worldbody></mujoco>");
    const robot_joint *j = joint_named(&b, "j");
    assert_true(j->damping == 0 && j->friction == 0 && j->stiffness == 0 && j->armature == 3);
    bench_free(&b);
}

static void couplings_are_mimics(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, "<mujoco><compiler angle='radian'/><worldbody>" BODY(
        "a", "", JOINT("j", "ref='0.5'")) BODY("b", "", JOINT("k", "ref='0.25'"))
                    "</worldbody><equality><joint joint1='j' joint2='k' polycoef='1 2'/>"
                    "<weld body1='a' active='false'/></equality></mujoco>");
    const robot_joint *j = joint_named(&b, "j");
    assert_string_equal(b.r.joints[j->mimic_joint].name, "k");
    assert_number(j->mimic_ratio, 2);
    assert_number(j->mimic_offset, 1); /* 1 + 0.5 - 2 x 0.25 */
    assert_true(has_note(&b, "1 in <equality> left out: not active"));
    bench_free(&b);
}

/* --- loops ------------------------------------------------------------------------------------ */

#define TWO_BODIES \
    "<mujoco><compiler angle='radian'/><default><default class='s'><site pos='0 0 7'/></default>" \
    "</default><worldbody><site name='w' pos='1 1 1'/>" \
    "<body name='a' pos='1 0 0'><joint name='j' axis='0 0 1' ref='0.5'/>" \
    "<site name='sa' pos='0 2 0' quat='0.707107 0.707107 0 0'/>" INERTIAL \
    "<body name='b' pos='0 3 0' quat='0.707107 0 0 0.707107'>" \
    "<joint name='k' type='slide' ref='2'/>" \
    "<frame pos='0 0 1'><site name='sb' class='s'/></frame>" INERTIAL "</body></body></worldbody>"
#define LOOPS(inside) TWO_BODIES "<equality>" inside "</equality></mujoco>"

static const robot_cut *only_loop(bench *b, const char *xml)
{
    assert_read(b, xml);
    assert_int_equal(b->r.cuts.list_count, 1);
    return &b->r.cuts.list[0];
}

/* At the references b stands at (0, 3, 0) of a, a quarter turn about z. */
static void a_connect_is_a_ball_where_the_file_has_it(void **state)
{
    (void)state;
    bench b = bench_make();
    const robot_cut *c = only_loop(&b, LOOPS("<connect body1='a' body2='b' anchor='1 3 5'/>"));
    assert_string_equal(c->name, "connect_1");
    assert_int_equal(c->kind, CUT_BALL);
    assert_string_equal(c->link[0], "a");
    assert_string_equal(c->link[1], "b");
    assert_vec3(c->frame[0].position, 1, 3, 5);
    assert_near(c->frame[1].position.v[0], 0, 1e-15); /* exact up to the turn by the reference */
    assert_near(c->frame[1].position.v[1], -1, 1e-15);
    assert_near(c->frame[1].position.v[2], 5, 1e-15);
    bench_free(&b);
}

static void a_connect_to_nobody_is_one_to_the_world(void **state)
{
    (void)state;
    bench b = bench_make();
    const robot_cut *c = only_loop(&b, LOOPS("<connect name='c' body1='a' anchor='0 0 2'/>"));
    assert_string_equal(c->name, "c");
    assert_string_equal(c->link[1], "world");
    assert_vec3(c->frame[1].position, 1, 0, 2);
    bench_free(&b);
}

static void a_weld_keeps_the_bodies_as_they_are(void **state)
{
    (void)state;
    bench b = bench_make();
    const robot_cut *c = only_loop(&b, LOOPS("<weld body1='a' body2='b' anchor='1 0 0'/>"));
    assert_int_equal(c->kind, CUT_BODY);
    assert_int_equal(c->dropped, 0);
    assert_vec3(c->frame[1].position, 1, 0, 0);
    assert_near(c->frame[0].position.v[0], 0, 1e-15);
    assert_near(c->frame[0].position.v[1], 4, 1e-15);
    assert_near(c->frame[0].rotation.m[1][0], 1, 1e-15); /* x of b is y of a */
    bench_free(&b);
}

static void a_weld_may_say_where_its_bodies_belong(void **state)
{
    (void)state;
    bench b = bench_make();
    const robot_cut *c = only_loop(
        &b, LOOPS("<weld body1='a' body2='b' relpose='0 0 1 0.5 0.5 0.5 0.5' anchor='2 0 0'/>"));
    assert_vec3(c->frame[0].position, 0, 2, 1); /* x of b is y of a */
    assert_mat3(c->frame[0].rotation, (mat3){{{0, 0, 1}, {1, 0, 0}, {0, 1, 0}}});
    assert_mat3(c->frame[1].rotation, mat3_identity());
    bench_free(&b);
}

static void sites_close_loops_with_their_frames_and_classes(void **state)
{
    (void)state;
    bench b = bench_make();
    const robot_cut *c = only_loop(&b, LOOPS("<weld site1='sa' site2='sb'/>"));
    assert_vec3(c->frame[0].position, 0, 2, 0);
    assert_mat3(c->frame[0].rotation, (mat3){{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}});
    assert_string_equal(c->link[1], "b");
    assert_vec3(c->frame[1].position, 0, 0, 8);
    bench_free(&b);
    b = bench_make();
    c = only_loop(&b, LOOPS("<connect site1='sa' site2='w'/>"));
    assert_string_equal(c->link[1], "world");
    assert_vec3(c->frame[1].position, 1, 1, 1);
    bench_free(&b);
}

/* --- settings and classes --------------------------------------------------------------------- */

static void angles_are_degrees_unless_told(void **state)
{
    (void)state;
    static const char *const COMPILER[] = {"", "<compiler angle='radian'/>"};
    for (int i = 0; i < 2; i++) {
        bench b = bench_make();
        char xml[1000];
        snprintf(xml, sizeof xml, "<mujoco>%s<worldbody><body name='a' euler='0 0 %s'>"
                 "<joint name='j'/></body></worldbody></mujoco>", COMPILER[i],
                 i ? "0.5235987755982988" : "30");
        assert_read(&b, xml);
        assert_number(joint_named(&b, "j")->origin.rotation.m[1][0], 0.5);
        assert_int_equal(b.d.notes_count, 0);
        bench_free(&b);
    }
}

static void sections_may_stand_in_any_order(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, "<mujoco><worldbody>" BODY("a", "", JOINT("j", "class='c'"))
                    "</worldbody><default><default class='c'><joint armature='1'/></default>"
                    "</default><compiler angle='radian'/></mujoco>");
    assert_number(joint_named(&b, "j")->armature, 1);
    bench_free(&b);
}

static void classes_inherit_and_the_nearest_counts(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b,
                "<mujoco><default><joint damping='1' armature='1' stiffness='1'/>"
                "<default class='c'><joint damping='2' armature='2'/><default class='d'>"
                "<joint damping='3'/></default></default></default><worldbody>" BODY(
                    "a", "", JOINT("none", "") BODY("b", "childclass='d'",
                        JOINT("child", "") JOINT("own", "class='c' damping='7'") BODY(
                        "e", "", JOINT("below", "")))) "</worldbody></mujoco>");
    const robot_joint *none = joint_named(&b, "none"), *child = joint_named(&b, "child"),
                      *own = joint_named(&b, "own"), *below = joint_named(&b, "below");
    assert_true(none->damping == 1 && none->armature == 1 && none->stiffness == 1);
    assert_true(child->damping == 3 && child->armature == 2 && child->stiffness == 1);
    assert_true(own->damping == 7 && own->armature == 2);
    assert_number(below->damping, 3);
    bench_free(&b);
}

static void a_class_has_what_the_one_around_it_had_before(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, "<mujoco><default><default class='c'/></default>"
                    "<default class='main'><joint armature='5'/></default><worldbody>" BODY(
                        "a", "", JOINT("j", "class='c'") JOINT("k", "")) "</worldbody></mujoco>");
    assert_number(joint_named(&b, "j")->armature, 0);
    assert_number(joint_named(&b, "k")->armature, 5);
    bench_free(&b);
}

static void gravity_of_the_file_is_kept(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, "<mujoco><option gravity='1 2 -3'/><worldbody>" BODY("a", "", JOINT("j", ""))
                    "</worldbody></mujoco>");
    assert_true(b.r.has_gravity);
    assert_vec3(b.r.gravity_ms2, 1, 2, -3);
    bench_free(&b);
    b = bench_make();
    assert_read(&b, "<mujoco><option gravity='1 2 -3'><flag gravity='disable'/></option>"
                    "<worldbody>" BODY("a", "", JOINT("j", "")) "</worldbody></mujoco>");
    assert_vec3(b.r.gravity_ms2, 0, 0, 0);
    bench_free(&b);
}

/* --- omissions -------------------------------------------------------------------------------- */

static void what_is_left_out_is_noted_once_per_kind(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, "<mujoco><actuator><motor joint='j'/><motor joint='j'/></actuator>"
                    "<sensor><jointpos joint='j'/></sensor><size njmax='3'/>"
                    "<actuator><motor joint='j'/></actuator><tendon><fixed name='t'/></tendon>"
                    "<worldbody><geom type='mesh' mesh='x'/><site/><camera/><light/>" BODY(
                        "a", "mocap='true'", JOINT("j", "")) "</worldbody></mujoco>");
    assert_true(has_note(&b, "3 in <actuator> left out: "));
    assert_true(has_note(&b, "1 in <sensor> left out: "));
    assert_true(has_note(&b, "1 in <size> left out: "));
    assert_true(has_note(&b, "1 in <tendon> left out: "));
    assert_true(has_note(&b, "mocap of body 'a' is left out"));
    assert_int_equal(b.d.notes_count, 5);
    bench_free(&b);
}

static void a_mesh_that_stands_still_needs_no_inertia(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, MUJOCO(BODY("a", "", "<geom type='mesh' mesh='x'/>" BODY("b", "",
                                                                            JOINT("j", "")))));
    assert_true(has_note(&b, "1 mesh left out: no moving body takes its inertia from there "
                             "(body 'a')"));
    bench_free(&b);
}

/* --- included files --------------------------------------------------------------------------- */

static void write_file(const char *folder, const char *name, const char *bytes)
{
    char path[256];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    assert_true(fputs(bytes, f) >= 0);
    assert_int_equal(fclose(f), 0);
}

static void included_files_take_the_place_of_include(void **state)
{
    (void)state;
    char folder[] = "/tmp/tauflow_mjcf_XXXXXX", path[256], inner[256];
    assert_non_null(mkdtemp(folder));
    snprintf(inner, sizeof inner, "%s/in", folder);
    assert_int_equal(mkdir(inner, 0700), 0);
    snprintf(path, sizeof path, "%s/main.xml", folder);
    write_file(folder, "main.xml", "<mujoco model='m'><worldbody><body name='a'>"
                                   "<joint name='j'/><include file='in/part.xml'/></body>"
                                   "<include file='in/bad.xml'/></worldbody></mujoco>");
    /* the second stands beside the file that includes it, not beside the first */
    write_file(inner, "part.xml", "<any><body name='b'><joint name='k'/></body>"
                                  "<include file='deep.xml'/></any>");
    write_file(inner, "deep.xml", "<x><body name='c'><joint name='l'/></body></x>");
    write_file(inner, "bad.xml", "<x/>");
    bench b = bench_make();
    b.d = diag_make(&b.diag_mem);
    urdf_options options = urdf_options_default();
    input_file from;
    assert_int_equal(input_read(&b.robot_mem, path, &from, &b.d), STATUS_OK);
    size_t before = from.length;
    assert_int_equal(robot_read_bytes(&b.robot_mem, &from, &options, &b.r, &b.d), STATUS_OK);
    assert_int_equal(b.r.joints_count, 3);
    assert_int_equal(joint_named(&b, "l")->parent_link, joint_named(&b, "k")->parent_link);
    assert_non_null(strstr(from.bytes + before, "'l'"));
    write_file(inner, "bad.xml", "<x>\n<body name='d' pos='1 2'/></x>");
    assert_int_equal(robot_read(&b.robot_mem, path, &options, &b.r, &b.d), STATUS_INPUT);
    assert_entry(&b.d.error, "2:1: body 'd': pos of <body>: 3 numbers wanted, 2 found");
    assert_non_null(strstr(b.d.error.at.file, "in/bad.xml"));
    write_file(inner, "bad.xml", "<x>\n <include file='in/part.xml'/></x>");
    assert_int_equal(robot_read(&b.robot_mem, path, &options, &b.r, &b.d), STATUS_INPUT);
    assert_non_null(strstr(b.d.error.text, "in/part.xml' is included already"));
    write_file(inner, "bad.xml", "<x>\n <include file='main.xml'/></x>");
    assert_int_equal(robot_read(&b.robot_mem, path, &options, &b.r, &b.d), STATUS_INPUT);
    assert_non_null(strstr(b.d.error.text, "main.xml' is included already"));
    static const char *const FILES[] = {"in/bad.xml", "in/part.xml", "in/deep.xml", "main.xml"};
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, FILES[i]);
        assert_int_equal(remove(path), 0);
    }
    assert_int_equal(rmdir(inner), 0);
    assert_int_equal(rmdir(folder), 0);
    bench_free(&b);
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_root_is_the_world_and_bodies_are_links),
        cmocka_unit_test(replicas_have_suffixes_and_stand_apart),
        cmocka_unit_test(equalities_inside_are_copied_with_replicas),
        cmocka_unit_test(a_ball_is_three_hinges),
        cmocka_unit_test(a_ball_spins_about_the_axis_to_the_centre_of_mass_last),
        cmocka_unit_test(a_damped_free_joint_is_slides_and_hinges),
        cmocka_unit_test(a_free_joint_without_dampers_is_free),
        cmocka_unit_test(dampers_that_are_switched_off_damp_no_ball),
        cmocka_unit_test(a_model_without_a_name_has_that_of_mujoco),
        cmocka_unit_test(a_doctype_may_stand_before_the_model),
        cmocka_unit_test(what_has_no_name_gets_one_that_is_free),
        cmocka_unit_test(axes_of_any_length_become_unit_vectors),
        cmocka_unit_test(a_joint_beside_the_origin_has_a_link_of_its_own),
        cmocka_unit_test(joints_of_one_body_are_a_chain_in_their_order),
        cmocka_unit_test(references_are_taken_out_of_the_origins),
        cmocka_unit_test(frames_move_what_stands_in_them),
        cmocka_unit_test(free_joints_float_from_the_world),
        cmocka_unit_test(the_world_does_not_float),
        cmocka_unit_test(values_of_joints_are_kept),
        cmocka_unit_test(limits_that_do_not_hold_are_none),
        cmocka_unit_test(switches_of_option_take_forces_away),
        cmocka_unit_test(couplings_are_mimics),
        cmocka_unit_test(a_connect_is_a_ball_where_the_file_has_it),
        cmocka_unit_test(a_connect_to_nobody_is_one_to_the_world),
        cmocka_unit_test(a_weld_keeps_the_bodies_as_they_are),
        cmocka_unit_test(a_weld_may_say_where_its_bodies_belong),
        cmocka_unit_test(sites_close_loops_with_their_frames_and_classes),
        cmocka_unit_test(angles_are_degrees_unless_told),
        cmocka_unit_test(sections_may_stand_in_any_order),
        cmocka_unit_test(classes_inherit_and_the_nearest_counts),
        cmocka_unit_test(a_class_has_what_the_one_around_it_had_before),
        cmocka_unit_test(gravity_of_the_file_is_kept),
        cmocka_unit_test(what_is_left_out_is_noted_once_per_kind),
        cmocka_unit_test(a_mesh_that_stands_still_needs_no_inertia),
        cmocka_unit_test(included_files_take_the_place_of_include),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
