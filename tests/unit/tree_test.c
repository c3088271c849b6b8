/* SPDX-License-Identifier: MIT */
/* From links and joints to bodies with one freedom each. */
#include "base/limits.h"
#include "unit/robot_text.h"

#include <dirent.h>
#include <math.h>

#define ROBOT(inside) "<robot name='r'>\n" inside "</robot>\n"
#define JOINT(name, type, parent, child, inside)                                                   \
    "<joint name='" name "' type='" type "'><parent link='" parent "'/><child link='" child        \
    "'/>" inside "</joint>\n"
#define POINT_MASS(name, mass, xyz)                                                            \
    "<link name='" name "'><inertial><origin xyz='" xyz "'/><mass value='" mass "'/>"          \
    "<inertia ixx='0' iyy='0' izz='0'/></inertial></link>\n"
#define EMPTY(name) "<link name='" name "'/>\n"

static const tree_options PLAIN = {.gravity_ms2 = {{0, 0, -9.81}}};

static const tree_body *body_called(const tree *t, const char *name)
{
    for (uint32_t i = 1; i < t->bodies_count; i++)
        if (strcmp(t->bodies[i].name, name) == 0)
            return &t->bodies[i];
    fail_msg("no body '%s'", name);
    return NULL;
}

static void assert_bodies(const tree *t, const char *expected)
{
    char line[512] = "";
    for (uint32_t i = 1; i < t->bodies_count; i++) {
        const tree_body *b = &t->bodies[i];
        size_t used = strlen(line);
        snprintf(line + used, sizeof line - used, "%s%s:%c%u", i > 1 ? " " : "", b->name,
                 "RTF"[b->kind], b -> parent);
        assert_true(b->parent < i);
    }
    assert_string_equal(line, expected);
}

static void assert_coordinates(const tree *t, const char *expected)
{
    char line[512] = "";
    for (uint32_t i = 0; i < t->coordinates_count; i++) {
        size_t used = strlen(line);
        snprintf(line + used, sizeof line - used, "%s%s:%s", i > 0 ? " " : "",
                 t->coordinates[i].name, t->coordinates[i].is_angle ? "rad" : "m");
    }
    assert_string_equal(line, expected);
}

static void assert_tree_error(bench *b, const tree_options *options, const char *expected)
{
    assert_int_equal(tree_build(&b->tree_mem, &b->r, options, &b->t, &b->d), STATUS_INPUT);
    assert_entry(&b->d.error, expected);
}

/* --- order and kinds ------------------------------------------------------------------------ */

static void a_branch_is_numbered_whole_before_the_next(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ROBOT(EMPTY("c2") EMPTY("b1") EMPTY("root") EMPTY("c1") EMPTY("b2") EMPTY("d")
                          JOINT("deep", "revolute", "c1", "d", "")
                          JOINT("left", "revolute", "root", "b1", "")
                          JOINT("right", "prismatic", "root", "b2", "")
                          JOINT("left1", "continuous", "b1", "c1", "")
                          JOINT("left2", "prismatic", "b1", "c2", "")));
    assert_built(&b, &PLAIN);
    assert_bodies(&b.t, "left:R0 left1:R1 deep:R2 left2:T1 right:T0");
    assert_coordinates(&b.t, "left:rad left1:rad deep:rad left2:m right:m");
    for (uint32_t i = 1; i < b.t.bodies_count; i++) {
        assert_int_equal(b.t.bodies[i].coordinate, i - 1);
        assert_number(b.t.bodies[i].ratio, 1);
        assert_number(b.t.bodies[i].offset, 0);
    }
    assert_string_equal(b.t.bodies[3].link, "d");
    assert_string_equal(b.t.name, "r");
    assert_int_equal(b.t.bodies[3].at.line, 8);
    assert_int_equal(b.t.merged_links, 0);
    bench_free(&b);
}

static void the_tree_outlives_the_robot(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ROBOT(EMPTY("a") EMPTY("b") JOINT("j", "revolute", "a", "b", "")));
    const char *forces[] = {"b"};
    tree_options options = {.force_links = forces, .force_links_count = 1};
    assert_built(&b, &options);
    arena_free(&b.robot_mem); /* the sanitizer watches what follows */
    assert_string_equal(b.t.name, "r");
    assert_string_equal(b.t.bodies[1].name, "j");
    assert_string_equal(b.t.bodies[1].link, "b");
    assert_non_null(strstr(b.t.bodies[1].at.file, "tauflow_robot"));
    assert_string_equal(b.t.coordinates[0].name, "j");
    assert_string_equal(b.t.forces[0].link, "b");
    bench_free(&b);
}

static void a_robot_without_a_moving_joint_is_refused_with_a_way_out(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ROBOT(POINT_MASS("a", "1", "0 0 0") POINT_MASS("b", "2", "0 0 0")
                              JOINT("j", "fixed", "a", "b", "")));
    assert_tree_error(&b, &PLAIN,
                      "0:0: robot 'r' has no joint that moves: nothing to compute, unless its "
                      "root is free (--base floating)");
    assert_string_equal(b.d.error.at.file, b.r.file);
    tree_options options = {.tip = "a"};
    assert_tree_error(&b, &options,
                      "0:0: the chosen part of robot 'r' has no joint that moves: nothing to "
                      "compute, "
                                    "unless its root is free (--base floating)");
    options = (tree_options){.floating_base = true};
    assert_built(&b, &options);
    assert_bodies(&b.t, "a:F0");
    assert_number(b.t.bodies[1].body.mass_kg, 3);
    bench_free(&b);
}

static void gravity_on_a_free_base_gets_a_note(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ROBOT(EMPTY("a") EMPTY("b") JOINT("j", "revolute", "a", "b", "")));
    tree_options options = {.gravity_ms2 = {{0, 0, -3.7}}};
    assert_built(&b, &options);
    assert_int_equal(b.d.notes_count, 0);
    options.floating_base = true;
    assert_built(&b, &options);
    assert_int_equal(b.d.notes_count, 1);
    assert_entry(&b.d.notes[0],
                 "0:0: gravity has no effect on a free base: its acceleration is given less "
                 "gravity");
    options = tree_options_default();
    options.floating_base = true;
    assert_built(&b, &options);
    assert_int_equal(b.d.notes_count, 1);
    bench_free(&b);
}

static void gravity_defaults_to_minus_z(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ROBOT(EMPTY("a") EMPTY("b") JOINT("j", "revolute", "a", "b", "")));
    tree_options options = tree_options_default();
    assert_false(options.floating_base);
    assert_built(&b, &options);
    assert_vec3(b.t.gravity_ms2, 0, 0, -9.81);
    options.gravity_ms2 = (vec3){{1, 2, 3}};
    assert_built(&b, &options);
    assert_vec3(b.t.gravity_ms2, 1, 2, 3);
    bench_free(&b);
}

/* --- fixed joints --------------------------------------------------------------------------- */

/* arm (2 kg at 1 0 0) carries, a quarter turn about z at 3 0 0, a tool with 2 kg at its own 0 -2 0,
 * which lies at 5 0 0 of the arm; on the tool sits a finger joint. */
#define ARM_WITH_TOOL                                                                              \
    ROBOT(POINT_MASS("stand", "50", "0 0 0") EMPTY("bench") POINT_MASS("arm", "2", "1 0 0")        \
              POINT_MASS("tool", "2", "0 -2 0") POINT_MASS("finger", "1", "0 0 0") JOINT(          \
                  "screws", "fixed", "stand", "bench",                                             \
                  "<origin xyz='0 0 1' rpy='1.5707963267948966 0 0'/>")                            \
                  JOINT("shoulder", "revolute", "bench", "arm",                                    \
                        "<origin xyz='0 1 0'/><axis xyz='0 1 0'/>")                                \
                      JOINT("flange", "fixed", "arm", "tool",                                      \
                            "<origin xyz='3 0 0' rpy='0 0 1.5707963267948966'/>")                  \
                          JOINT("grip", "prismatic", "tool", "finger", "<origin xyz='0 -1 0'/>"))

static void fixed_joints_merge_into_the_parent(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ARM_WITH_TOOL);
    assert_built(&b, &PLAIN);
    assert_bodies(&b.t, "shoulder:R0 grip:T1");
    assert_int_equal(b.t.merged_links, 2);
    const tree_body *arm = &b.t.bodies[1];
    assert_number(arm->body.mass_kg, 4);
    assert_vec3(arm->body.com_m, 3, 0, 0);
    assert_mat3(arm->body.inertia_com_kgm2,
                (mat3){{{0, 0, 0}, {0, 16, 0}, {0, 0, 16}}}); /* 2 kg twice at 2 m */
    assert_vec3(arm->origin.position, 0, 0, 2); /* bench's y is the base's z */
    assert_mat3(arm->origin.rotation, (mat3){{{1, 0, 0}, {0, 0, -1}, {0, 1, 0}}});
    assert_vec3(arm->axis, 0, 1, 0);
    const tree_body *finger = &b.t.bodies[2];
    assert_vec3(finger->origin.position, 4, 0, 0);
    assert_mat3(finger->origin.rotation, (mat3){{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}});
    assert_number(finger->body.mass_kg, 1);
    bench_free(&b);
}

/* --- several freedoms ----------------------------------------------------------------------- */

static void a_planar_joint_becomes_two_slides_and_a_turn(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b,
                ROBOT(EMPTY("floor") POINT_MASS("cart", "3", "0 0 1") EMPTY("arm") JOINT(
                    "drive", "planar", "floor", "cart", "<origin xyz='1 2 3'/><axis xyz='0 0 1'/>")
                          JOINT("lift", "prismatic", "cart", "arm", "<origin xyz='4 0 0'/>")));
    assert_built(&b, &PLAIN);
    assert_bodies(&b.t, "drive.x:T0 drive.y:T1 drive.rz:R2 lift:T3");
    assert_coordinates(&b.t, "drive.x:m drive.y:m drive.rz:rad lift:m");
    assert_vec3(b.t.bodies[1].axis, 1, 0, 0);
    assert_vec3(b.t.bodies[2].axis, 0, 1, 0);
    assert_vec3(b.t.bodies[3].axis, 0, 0, 1);
    assert_vec3(b.t.bodies[1].origin.position, 1, 2, 3);
    assert_vec3(b.t.bodies[2].origin.position, 0, 0, 0);
    assert_vec3(b.t.bodies[3].origin.position, 0, 0, 0);
    assert_vec3(b.t.bodies[4].origin.position, 4, 0, 0);
    assert_null(b.t.bodies[1].link);
    assert_null(b.t.bodies[2].link);
    assert_string_equal(b.t.bodies[3].link, "cart");
    assert_number(b.t.bodies[1].body.mass_kg + b.t.bodies[2].body.mass_kg, 0);
    assert_number(b.t.bodies[3].body.mass_kg, 3);
    assert_vec3(b.t.bodies[3].body.com_m, 0, 0, 1);
    bench_free(&b);
}

#define PLANAR(axis)                                                                               \
    ROBOT(EMPTY("a") EMPTY("b") JOINT("p", "planar", "a", "b", "<axis xyz='" axis "'/>"))

static void plane_axes_of_coordinate_normals_are_exact(void **state)
{
    (void)state;
    static const struct {
        const char *xml;
        double x[3], y[3];
    } CASES[] = {
        {PLANAR("0 0 1"), {1, 0, 0}, {0, 1, 0}},  {PLANAR("0 0 -1"), {1, 0, 0}, {0, -1, 0}},
        {PLANAR("1 0 0"), {0, 0, -1}, {0, 1, 0}}, {PLANAR("-1 0 0"), {0, 0, 1}, {0, 1, 0}},
        {PLANAR("0 1 0"), {1, 0, 0}, {0, 0, -1}}, {PLANAR("0 -1 0"), {1, 0, 0}, {0, 0, 1}},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        bench b = bench_make();
        assert_read(&b, CASES[i].xml);
        assert_built(&b, &PLAIN);
        assert_vec3(b.t.bodies[1].axis, CASES[i].x[0], CASES[i].x[1], CASES[i].x[2]);
        assert_vec3(b.t.bodies[2].axis, CASES[i].y[0], CASES[i].y[1], CASES[i].y[2]);
        bench_free(&b);
    }
}

static void plane_axes_are_right_handed_and_orthonormal(void **state)
{
    (void)state;
    static const char *const CASES[] = {PLANAR("0.6 0.64 0.48"), PLANAR("-0.6 0.64 -0.48"),
                                        PLANAR("1e-6 0 -1"), PLANAR("1e-9 -1e-9 -1"),
                                        PLANAR("0.57735 0.57735 -0.57735")};
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        bench b = bench_make();
        assert_read(&b, CASES[i]);
        assert_built(&b, &PLAIN);
        vec3 x = b.t.bodies[1].axis, y = b.t.bodies[2].axis, n = b.t.bodies[3].axis;
        assert_near(vec3_norm(x), 1, 1e-15);
        assert_near(vec3_norm(y), 1, 1e-15);
        assert_near(vec3_dot(x, y), 0, 1e-15);
        assert_near(vec3_dot(x, n), 0, 1e-15);
        assert_near(vec3_dot(vec3_cross(x, y), n), 1, 1e-15);
        bench_free(&b);
    }
}

static void a_floating_joint_on_the_base_is_a_free_body(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ROBOT(EMPTY("world") EMPTY("room") POINT_MASS("trunk", "7", "0 0 1")
                              EMPTY("leg") POINT_MASS("ball", "1", "0 0 0") JOINT(
                                  "w", "fixed", "world", "room", "<origin xyz='0 0 5'/>")
                                  JOINT("six", "floating", "room", "trunk", "<origin xyz='1 0 0'/>")
                                      JOINT("hip", "revolute", "trunk", "leg", "")
                                          JOINT("thrown", "floating", "world", "ball", "")));
    assert_built(&b, &PLAIN);
    assert_bodies(&b.t, "trunk:F0 hip:R1 ball:F0");
    assert_coordinates(&b.t, "hip:rad");
    assert_vec3(b.t.bodies[1].origin.position, 1, 0, 5);
    assert_number(b.t.bodies[1].body.mass_kg, 7);
    assert_vec3(b.t.bodies[1].body.com_m, 0, 0, 1);
    bench_free(&b);
}

static void a_floating_joint_on_a_moving_link_is_a_chain_of_six(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ROBOT(EMPTY("world") EMPTY("sled") POINT_MASS("puck", "2", "0 0 0")
                          JOINT("rail", "prismatic", "world", "sled", "")
                          JOINT("six", "floating", "sled", "puck", "<origin xyz='0 0 9'/>")));
    assert_built(&b, &PLAIN);
    assert_bodies(&b.t, "rail:T0 six.x:T1 six.y:T2 six.z:T3 six.rx:R4 six.ry:R5 six.rz:R6");
    assert_coordinates(&b.t, "rail:m six.x:m six.y:m six.z:m six.rx:rad six.ry:rad six.rz:rad");
    for (uint32_t i = 0; i < 6; i++) {
        const tree_body *part = &b.t.bodies[2 + i];
        assert_vec3(part->axis, i % 3 == 0, i % 3 == 1, i % 3 == 2);
        assert_vec3(part->origin.position, 0, 0, i == 0 ? 9 : 0);
        assert_number(part->body.mass_kg, i == 5 ? 2 : 0);
        assert_true((part->link != NULL) == (i == 5));
    }
    bench_free(&b);
}

static void a_floating_base_is_the_first_body(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ARM_WITH_TOOL);
    tree_options options = {.floating_base = true};
    assert_built(&b, &options);
    assert_bodies(&b.t, "stand:F0 shoulder:R1 grip:T2");
    assert_coordinates(&b.t, "shoulder:rad grip:m");
    assert_string_equal(b.t.bodies[1].link, "stand");
    assert_number(b.t.bodies[1].body.mass_kg, 50);
    assert_mat3(b.t.bodies[1].origin.rotation, mat3_identity());
    assert_vec3(b.t.bodies[2].origin.position, 0, 0, 2);
    bench_free(&b);
}

static void a_joint_named_like_a_part_is_refused(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ROBOT(EMPTY("a") EMPTY("b") EMPTY("c") JOINT("p", "planar", "a", "b", "")
                              JOINT("p.y", "revolute", "b", "c", "")));
    assert_tree_error(&b, &PLAIN,
                      "6:1: 'p.y' is both a joint and a part of a joint with several freedoms");
    bench_free(&b);
}

/* --- mimic ---------------------------------------------------------------------------------- */

#define HAND                                                                                       \
    ROBOT(EMPTY("palm") EMPTY("f") EMPTY("g") EMPTY("h") EMPTY("nail")                             \
              JOINT("follower", "prismatic", "palm", "f",                                          \
                    "<mimic joint='middle' multiplier='-2' offset='1'/>")                          \
                  JOINT("wrist", "revolute", "palm", "g", "")                                      \
                      JOINT("middle", "revolute", "g", "h",                                        \
                            "<mimic joint='master' multiplier='3' offset='4'/>")                   \
                          JOINT("master", "revolute", "h", "nail", ""))

static void followers_share_the_coordinate_of_their_master(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, HAND);
    assert_built(&b, &PLAIN);
    assert_bodies(&b.t, "follower:T0 wrist:R0 middle:R2 master:R3");
    assert_coordinates(&b.t, "wrist:rad master:rad");
    const tree_body *follower = body_called(&b.t, "follower"),
                    *middle = body_called(&b.t, "middle");
    assert_int_equal(follower->coordinate, 1);
    assert_number(follower->ratio, -6);
    assert_number(follower->offset, -7); /* -2 (3 q + 4) + 1 */
    assert_int_equal(middle->coordinate, 1);
    assert_number(middle->ratio, 3);
    assert_number(middle->offset, 4);
    assert_int_equal(body_called(&b.t, "master")->coordinate, 1);
    assert_int_equal(body_called(&b.t, "wrist")->coordinate, 0);
    bench_free(&b);
}

static void a_follower_without_its_master_is_refused(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, HAND);
    tree_options options = {.tip = "h"};
    assert_tree_error(
        &b, &options,
        "9:1: joint 'middle' mimics joint 'master', which the chosen chain leaves out");
    bench_free(&b);
}

/* --- sub-chains ----------------------------------------------------------------------------- */

/* a - j1 - b - j2 - c - j3 - d; on b a fixed sensor with a movable lens, on c a movable antenna; on
 * d a fixed tool. */
#define BRANCHY                                                                                    \
    ROBOT(POINT_MASS("a", "1", "0 0 0") POINT_MASS("b", "2", "0 0 0")                              \
              POINT_MASS("c", "4", "0 0 0") POINT_MASS("d", "8", "0 0 0")                          \
                  POINT_MASS("sensor", "16", "0 0 0") POINT_MASS("lens", "32", "0 0 0")            \
                      POINT_MASS("antenna", "64", "0 0 0") POINT_MASS("tool", "128", "0 0 0")      \
                          JOINT("j1", "revolute", "a", "b", "<origin xyz='1 0 0'/>")               \
                              JOINT("s", "fixed", "b", "sensor", "")                               \
                                  JOINT("focus", "prismatic", "sensor", "lens", "")                \
                                      JOINT("j2", "revolute", "b", "c", "<origin xyz='2 0 0'/>")   \
                                          JOINT("wave", "revolute", "c", "antenna", "") JOINT(     \
                                              "j3", "revolute", "c", "d", "<origin xyz='3 0 0'/>") \
                                              JOINT("t", "fixed", "d", "tool", ""))

static void root_makes_a_link_the_base(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, BRANCHY);
    tree_options options = {.root = "b"};
    assert_built(&b, &options);
    assert_bodies(&b.t, "focus:T0 j2:R0 wave:R2 j3:R2");
    assert_vec3(b.t.bodies[2].origin.position, 2, 0, 0);
    options.floating_base = true;
    assert_built(&b, &options);
    assert_bodies(&b.t, "b:F0 focus:T1 j2:R1 wave:R3 j3:R3");
    assert_number(b.t.bodies[1].body.mass_kg, 18);
    bench_free(&b);
}

static void tip_leaves_out_what_is_welded_below_it(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, BRANCHY);
    tree_options options = {.tip = "d"};
    assert_built(&b, &options);
    assert_bodies(&b.t, "j1:R0 j2:R1 j3:R2");
    assert_number(b.t.bodies[1].body.mass_kg, 2 + 16);
    assert_number(b.t.bodies[2].body.mass_kg, 4);
    assert_number(b.t.bodies[3].body.mass_kg, 8);
    assert_int_equal(b.d.notes_count, 1);
    assert_entry(&b.d.notes[0],
                 "5:1: --tip: 1 link welded to 'd' left out; '--tip tool' keeps 'tool'");
    options = (tree_options){.tip = "tool"};
    assert_built(&b, &options);
    assert_bodies(&b.t, "j1:R0 j2:R1 j3:R2");
    assert_number(b.t.bodies[3].body.mass_kg, 8 + 128);
    assert_int_equal(b.d.notes_count, 1);
    options = (tree_options){.root = "b", .tip = "c"};
    assert_built(&b, &options);
    assert_bodies(&b.t, "j2:R0");
    assert_number(b.t.bodies[1].body.mass_kg, 4);
    options = (tree_options){.root = "d", .tip = "d", .floating_base = true};
    assert_built(&b, &options);
    assert_bodies(&b.t, "d:F0");
    assert_number(b.t.bodies[1].body.mass_kg, 8);
    bench_free(&b);
}

static void ends_must_exist_and_be_in_line(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, BRANCHY);
    tree_options options = {.root = "nobody"};
    assert_tree_error(&b, &options, "0:0: --root: robot 'r' has no link 'nobody' (links: a, b, c, "
                                     "d, sensor, lens and 2 more)");
    assert_null(b.d.error.at.file);
    options = (tree_options){.tip = "nothing"};
    assert_tree_error(&b, &options, "0:0: --tip: robot 'r' has no link 'nothing' (links: a, b, "
                                     "c, d, sensor, lens and 2 more)");
    options = (tree_options){.root = "c", .tip = "lens"};
    assert_tree_error(&b, &options, "7:1: --tip: link 'lens' is not below link 'c'");
    options = (tree_options){.root = "d", .tip = "a"};
    assert_tree_error(&b, &options, "2:1: --tip: link 'a' is not below link 'd'");
    bench_free(&b);
}

/* --- forces --------------------------------------------------------------------------------- */

static void forces_know_the_pose_of_their_link(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ARM_WITH_TOOL);
    const char *links[] = {"finger", "tool"};
    tree_options options = {.force_links = links, .force_links_count = 2};
    assert_built(&b, &options);
    assert_int_equal(b.t.forces_count, 2);
    assert_string_equal(b.t.forces[0].link, "finger");
    assert_int_equal(b.t.forces[0].body, 2);
    assert_vec3(b.t.forces[0].link_in_body.position, 0, 0, 0);
    assert_string_equal(b.t.forces[1].link, "tool");
    assert_int_equal(b.t.forces[1].body, 1);
    assert_vec3(b.t.forces[1].link_in_body.position, 3, 0, 0);
    assert_mat3(b.t.forces[1].link_in_body.rotation, (mat3){{{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}});
    bench_free(&b);
}

static void forces_need_a_moving_link(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ARM_WITH_TOOL);
    const char *unknown[] = {"hand"}, *fixed[] = {"bench"}, *base[] = {"stand"},
               *twice[] = {"arm", "tool", "arm"}, *outside[] = {"finger"};
    tree_options options = {.force_links = unknown, .force_links_count = 1};
    assert_tree_error(&b, &options, "0:0: --force: robot 'r' has no link 'hand' (links: stand, "
                                     "bench, arm, tool, finger)");
    options.force_links = fixed;
    assert_tree_error(&b, &options, "3:1: --force: link 'bench' is fixed to the base");
    options.force_links = base;
    assert_tree_error(&b, &options, "2:1: --force: link 'stand' is fixed to the base");
    options.floating_base = true;
    assert_built(&b, &options);
    options = (tree_options){.force_links = twice, .force_links_count = 3};
    assert_tree_error(&b, &options, "4:1: --force: link 'arm' is named twice");
    options = (tree_options){.force_links = outside, .force_links_count = 1, .tip = "arm"};
    assert_tree_error(&b, &options, "6:1: --force: link 'finger' is not part of the chosen chain");
    bench_free(&b);
}

/* --- many bodies, real robots --------------------------------------------------------------- */

static void a_long_chain_needs_no_deep_stack(void **state)
{
    (void)state;
    enum { LINKS = LIMIT_JOINTS };
    bench b = bench_make();
    char *xml = malloc((size_t)LINKS * 128), *at = xml;
    assert_non_null(xml);
    at += sprintf(at, "<robot name='r'>");
    for (int i = LINKS - 1; i >= 0; i--)
        at += sprintf(at, "<link name='l%d'/>", i);
    for (int i = 1; i < LINKS; i++)
        at += sprintf(
            at, "<joint name='j%d' type='revolute'><parent link='l%d'/><child link='l%d'/></joint>",
            i, i - 1, i);
    sprintf(at, "</robot>");
    assert_read(&b, xml);
    free(xml);
    assert_built(&b, &PLAIN);
    assert_int_equal(b.t.bodies_count, LINKS);
    assert_int_equal(b.t.bodies[LINKS - 1].parent, LINKS - 2);
    bench_free(&b);
}

/* With a floating base nothing drops, so the bodies weigh what the links weigh. */
static void assert_mass_kept(const char *path)
{
    bench b = bench_make();
    b.d = diag_make(&b.diag_mem);
    urdf_options options = urdf_options_default();
    assert_int_equal(robot_read(&b.robot_mem, path, &options, &b.r, &b.d), STATUS_OK);
    tree_options floating = {.floating_base = true};
    assert_built(&b, &floating);
    double links_kg = 0, bodies_kg = 0;
    for (uint32_t i = 0; i < b.r.links_count; i++)
        links_kg += b.r.links[i].body.mass_kg;
    for (uint32_t i = 0; i < b.t.bodies_count; i++)
        bodies_kg += b.t.bodies[i].body.mass_kg;
    assert_true(links_kg > 0);
    assert_near(bodies_kg, links_kg,
                1e-15 * (double)b.r.links_count * links_kg); /* one rounding a sum */
    bench_free(&b);
}

/* Shipped robots and, where the folder of published ones is at hand, those too. */
static uint32_t check_folder(const char *folder)
{
    DIR *open_folder = opendir(folder);
    uint32_t files = 0;
    for (struct dirent *entry; open_folder && (entry = readdir(open_folder));) {
        const char *end = strrchr(entry->d_name, '.');
        if (!end || strcmp(end, ".urdf") != 0)
            continue;
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        assert_mass_kept(path);
        files++;
    }
    if (open_folder)
        closedir(open_folder);
    return files;
}

static void merging_keeps_the_mass_of_our_robots(void **state)
{
    (void)state;
    assert_true(check_folder("robots") > 0);
}

static void merging_keeps_the_mass_of_published_robots(void **state)
{
    (void)state;
    if (check_folder("../shared/robots") == 0)
        skip();
}

/* [T] table 4.1, with the parent of branch 7 as the text has it: bodies by
 * number, each with the one it hangs on. */
static void the_bogie_branches_as_the_thesis_says(void **unused)
{
    (void)unused;
    static const struct {
        uint32_t branch[6]; /* joints, outwards; 0 after the last */
        uint32_t on;
    } ROW[] = {{{1, 2, 3, 4, 5, 6}, 0}, {{7, 8}, 6},  {{9, 10}, 6},
               {{11, 17, 18}, 8},       {{12, 19, 20}, 10}, {{13, 14}, 8},
               {{15, 16}, 10},          {{21}, 6},   {{22, 23}, 8}};
    bench b = bench_make();
    b.d = diag_make(&b.diag_mem);
    urdf_options reading = urdf_options_default();
    tree_options building = tree_options_default();
    assert_int_equal(robot_read(&b.robot_mem, "robots/bogie.urdf", &reading, &b.r, &b.d),
                     STATUS_OK);
    assert_built(&b, &building);
    assert_int_equal(b.t.bodies_count, 24);
    for (uint32_t k = 0; k < sizeof ROW / sizeof *ROW; k++)
        for (uint32_t i = 0, on = ROW[k].on; i < 6 && ROW[k].branch[i]; on = ROW[k].branch[i++]) {
            uint32_t body = 1;
            const char *name = b.r.joints[ROW[k].branch[i] - 1].name; /* in file order */
            while (strcmp(b.t.bodies[body].name, name) != 0)
                body++;
            const char *above = b.t.bodies[b.t.bodies[body].parent].name;
            if (on)
                assert_string_equal(above, b.r.joints[on - 1].name);
            else
                assert_int_equal(b.t.bodies[body].parent, 0);
        }
    bench_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_branch_is_numbered_whole_before_the_next),
        cmocka_unit_test(the_tree_outlives_the_robot),
        cmocka_unit_test(a_robot_without_a_moving_joint_is_refused_with_a_way_out),
        cmocka_unit_test(gravity_on_a_free_base_gets_a_note),
        cmocka_unit_test(gravity_defaults_to_minus_z),
        cmocka_unit_test(fixed_joints_merge_into_the_parent),
        cmocka_unit_test(a_planar_joint_becomes_two_slides_and_a_turn),
        cmocka_unit_test(plane_axes_of_coordinate_normals_are_exact),
        cmocka_unit_test(plane_axes_are_right_handed_and_orthonormal),
        cmocka_unit_test(a_floating_joint_on_the_base_is_a_free_body),
        cmocka_unit_test(a_floating_joint_on_a_moving_link_is_a_chain_of_six),
        cmocka_unit_test(a_floating_base_is_the_first_body),
        cmocka_unit_test(a_joint_named_like_a_part_is_refused),
        cmocka_unit_test(followers_share_the_coordinate_of_their_master),
        cmocka_unit_test(a_follower_without_its_master_is_refused),
        cmocka_unit_test(root_makes_a_link_the_base),
        cmocka_unit_test(tip_leaves_out_what_is_welded_below_it),
        cmocka_unit_test(ends_must_exist_and_be_in_line),
        cmocka_unit_test(forces_know_the_pose_of_their_link),
        cmocka_unit_test(forces_need_a_moving_link),
        cmocka_unit_test(a_long_chain_needs_no_deep_stack),
        cmocka_unit_test(merging_keeps_the_mass_of_our_robots),
        cmocka_unit_test(merging_keeps_the_mass_of_published_robots),
        cmocka_unit_test(the_bogie_branches_as_the_thesis_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
