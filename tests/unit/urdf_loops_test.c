/* SPDX-License-Identifier: MIT */
/* What URDF itself does not have: ball joints, and joints that close loops (--cut auto). */
#include "unit/urdf_pieces.h"

#include <math.h>

/* --- balls ---------------------------------------------------------------------------------- */

#define BODY(name, at)                                                                             \
    "<link name='" name "'><inertial><origin xyz='" at "'/>" MASS                                 \
    "<inertia ixx='0.1' ixy='0' ixz='0' iyy='0.1' iyz='0' izz='0.1'/></inertial></link>\n"
#define BALL(name, parent, child, inside)                                                          \
    "<joint name='" name "' type='ball'><parent link='" parent "'/><child link='" child "'/>"     \
    inside "</joint>\n"

static const robot_joint *joint_named(const bench *b, const char *name)
{
    for (uint32_t i = 0; i < b->r.joints_count; i++)
        if (strcmp(b->r.joints[i].name, name) == 0)
            return &b->r.joints[i];
    fail_msg("no joint '%s'", name);
    return NULL;
}

/* In the place of the ball, along which the body's centre of mass lies last. */
static void a_ball_is_three_hinges(void **state)
{
    (void)state;
    static const char *const NAME[] = {"first", "s.y", "s.z", "s.x", "last"},
                      *const LINK[] = {"b", "c.s.y", "c.s.z", "c", "d"};
    bench b = bench_make();
    assert_read(&b, ROBOT("<link name='a'/><link name='b'/>" BODY("c", "0.3 0 0.1")
                          "<link name='d'/>" ARM("first", "a", "b", "")
                          BALL("s", "b", "c", "<origin xyz='1 2 3'/><axis xyz='0 0 0'/>"
                                              "<dynamics damping='0.5'/>")
                          ARM("last", "c", "d", "")));
    assert_int_equal(b.r.joints_count, 5);
    for (uint32_t i = 0; i < 5; i++) {
        assert_string_equal(b.r.joints[i].name, NAME[i]);
        assert_string_equal(b.r.links[b.r.joints[i].child_link].name, LINK[i]);
    }
    assert_vec3(b.r.joints[1].origin.position, 1, 2, 3);
    assert_vec3(b.r.joints[2].origin.position, 0, 0, 0);
    assert_vec3(b.r.joints[1].axis, 0, 1, 0);
    assert_vec3(b.r.joints[2].axis, 0, 0, 1);
    assert_vec3(b.r.joints[3].axis, 1, 0, 0);
    for (uint32_t i = 1; i < 4; i++) {
        assert_int_equal(b.r.joints[i].type, JOINT_CONTINUOUS);
        assert_true(b.r.joints[i].damping == 0);
    }
    assert_false(b.r.links[b.r.joints[2].child_link].has_inertia);
    assert_int_equal(b.r.elements.list_count, 1);
    assert_int_equal(b.r.elements.list[0].kind, ELEMENT_TURN);
    assert_string_equal(b.r.elements.list[0].link[0], "b");
    assert_string_equal(b.r.elements.list[0].link[1], "c");
    assert_true(b.r.elements.list[0].damping == 0.5);
    assert_int_equal(b.d.notes_count, 1);
    bench_free(&b);
}

/* The same hinges as those of MJCF. */
static void balls_of_both_formats_are_alike(void **state)
{
    (void)state;
    bench urdf = bench_make(), mjcf = bench_make();
    assert_read(&urdf, ROBOT("<link name='world'/>" BODY("c", "0.1 0.4 0.2")
                             BALL("s", "world", "c", "<origin xyz='1 0 0' rpy='0 0 0.5'/>")));
    assert_read(&mjcf, "<mujoco><compiler angle='radian'/><worldbody>"
                       "<body name='c' pos='1 0 0' euler='0 0 0.5'>"
                       "<inertial pos='0.1 0.4 0.2' mass='1' diaginertia='0.1 0.1 0.1'/>"
                       "<joint name='s' type='ball'/></body></worldbody></mujoco>");
    assert_int_equal(urdf.r.joints_count, mjcf.r.joints_count);
    for (uint32_t i = 0; i < 3; i++) {
        const robot_joint *x = &urdf.r.joints[i], *y = joint_named(&mjcf, x->name);
        assert_vec3(x->axis, y->axis.v[0], y->axis.v[1], y->axis.v[2]);
        assert_true(vec3_norm(vec3_sub(x->origin.position, y->origin.position)) == 0);
        for (int k = 0; k < 9; k++)
            assert_true(fabs(x->origin.rotation.m[k / 3][k % 3] -
                             y->origin.rotation.m[k / 3][k % 3]) < 1e-15);
    }
    bench_free(&urdf);
    bench_free(&mjcf);
}

/* Nothing is dropped in silence. */
static void what_a_ball_has_no_place_for_is_told(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ROBOT(LINKS BALL("j", "a", "b", "<dynamics damping='0' friction='2'/>"
                                                    "<limit lower='0' upper='1' effort='1' "
                                                    "velocity='1'/>")));
    assert_int_equal(b.d.notes_count, 2);
    for (uint32_t i = 0; i < 3; i++) {
        assert_false(b.r.joints[i].has_limit[LIMIT_UPPER]);
        assert_true(b.r.joints[i].friction == 0);
    }
    const urdf_options options = urdf_options_default();
    static const char FOLLOWS[] = ROBOT(THREE ARM("k", "a", "b", "")
                                        BALL("j", "b", "c", "\n<mimic joint='k'/>"));
    assert_int_equal(bench_read_bytes(&b, FOLLOWS, sizeof FOLLOWS - 1, &options), STATUS_INPUT);
    assert_entry(&b.d.error, "5:1: joint 'j' is ball and cannot mimic another");
    bench_free(&b);
}

/* --- loops ---------------------------------------------------------------------------------- */

#define OF(type, name, parent, child, inside)                                                      \
    "<joint name='" name "' type='" type "'><parent link='" parent "'/><child link='" child        \
    "'/>" inside "</joint>\n"
#define FOUR THREE "<link name='d'/>\n"

static status read_graph(bench *b, const char *xml)
{
    urdf_options options = urdf_options_default();
    options.cut_loops = true;
    return bench_read_bytes(b, xml, strlen(xml), &options);
}

/* The only cut; and a note of it. */
static const robot_cut *assert_cut(bench *b, const char *xml, const char *name, const char *why)
{
    if (read_graph(b, xml) != STATUS_OK)
        fail_msg("%s", b->d.error.text);
    assert_int_equal(b->r.cuts.list_count, 1);
    const robot_cut *c = &b->r.cuts.list[0];
    assert_string_equal(c->name, name);
    assert_string_equal(c->why, why);
    assert_true(b->d.notes_count >= 1);
    for (uint32_t i = 0; i < b->r.joints_count; i++)
        assert_string_not_equal(b->r.joints[i].name, name);
    return c;
}

/* Not the slide, nor the hinge, which are in the loop, too. */
static void balls_are_cut_first(void **state)
{
    (void)state;
    bench b = bench_make();
    const robot_cut *c = assert_cut(
        &b, ROBOT(FOUR ARM("crank", "a", "b", "") OF("prismatic", "slide", "a", "c", "")
                  BALL("pin", "b", "d", "<origin xyz='1 2 3' rpy='0 0 1'/>")
                  ARM("end", "c", "d", "")),
        "pin", "3 coordinates disappear, branches have 1 and 2");
    assert_int_equal(c->kind, CUT_BALL);
    assert_string_equal(c->link[0], "b");
    assert_string_equal(c->link[1], "d");
    assert_vec3(c->frame[0].position, 1, 2, 3);
    assert_vec3(c->frame[1].position, 0, 0, 0);
    bench_free(&b);
}

static void branches_are_as_short_as_can_be(void **state)
{
    (void)state;
    bench b = bench_make();
    (void)assert_cut(&b, ROBOT(FOUR ARM("j", "a", "b", "") ARM("k", "b", "c", "")
                               ARM("l", "c", "d", "") ARM("m", "a", "d", "")),
                     "l", "1 coordinate disappears, branches have 2 and 1");
    bench_free(&b);
}

/* No link is a root: the first one is. */
static void loops_that_lead_back_are_cut(void **state)
{
    (void)state;
    bench b = bench_make();
    (void)assert_cut(&b, ROBOT(THREE ARM("j", "a", "b", "") ARM("k", "b", "c", "")
                               ARM("l", "c", "a", "")),
                     "l", "1 coordinate disappears, branches have 2 and 0");
    (void)assert_cut(&b, ROBOT(FOUR ARM("j", "a", "b", "") ARM("k", "b", "c", "")
                               ARM("l", "c", "d", "") BALL("m", "d", "b", "")),
                     "m", "3 coordinates disappear, branches have 2 and 0");
    bench_free(&b);
}

/* Rows that are left hold what the joint holds, in axes whose z is its own. */
static void cuts_hold_what_joints_hold(void **state)
{
    (void)state;
    static const struct {
        const char *type;
        unsigned dropped;
    } TYPES[] = {{"fixed", 0},
                 {"revolute", 1u << CUT_RZ},
                 {"continuous", 1u << CUT_RZ},
                 {"prismatic", 1u << CUT_Z},
                 {"planar", 1u << CUT_X | 1u << CUT_Y | 1u << CUT_RZ}};
    for (size_t i = 0; i < sizeof TYPES / sizeof *TYPES; i++) {
        bench b = bench_make();
        const char *xml = arena_printf(
            &b.robot_mem,
            "<robot name='r'>" THREE ARM("j", "a", "b", "") ARM("l", "b", "c", "")
            "<joint name='k' type='%s'><parent link='c'/><child link='a'/>"
            "<origin xyz='0 0 1' rpy='0 0 0.3'/><axis xyz='0.6 0 0.8'/></joint></robot>",
            TYPES[i].type);
        assert_int_equal(read_graph(&b, xml), STATUS_OK);
        const robot_cut *c = &b.r.cuts.list[0];
        assert_int_equal(c->kind, CUT_BODY);
        assert_int_equal(c->dropped, TYPES[i].dropped);
        assert_vec3(c->frame[0].position, 0, 0, 1);
        for (int end = 0; end < 2 && TYPES[i].dropped; end++) {
            const vec3 z = mat3_apply(c->frame[end].rotation, (vec3){{0, 0, 1}});
            const double turned = end ? 0 : 0.3;
            assert_near(z.v[0], 0.6 * cos(turned), 1e-15);
            assert_near(z.v[1], 0.6 * sin(turned), 1e-15);
            assert_near(z.v[2], 0.8, 1e-15);
        }
        bench_free(&b);
    }
}

/* Joints that follow, are followed or have forces stay; what holds nothing goes. */
static void what_a_cut_cannot_have_stays_a_joint(void **state)
{
    (void)state;
    bench b = bench_make();
    (void)assert_cut(&b, ROBOT(THREE ARM("j", "a", "b", "")
                               BALL("k", "a", "c", "<dynamics damping='1'/>")
                               ARM("l", "b", "c", "")),
                     "l", "1 coordinate disappears, branches have 1 and 3");
    (void)assert_cut(&b, ROBOT(THREE ARM("j", "a", "b", "") ARM("k", "a", "c", "")
                               ARM("l", "b", "c", "<mimic joint='j'/>")),
                     "k", "1 coordinate disappears, branches have 0 and 2");
    assert_int_equal(read_graph(&b, ROBOT(THREE ARM("j", "a", "b", "")
                                          ARM("k", "a", "c", "<mimic joint='j'/>")
                                          ARM("l", "b", "c", "<mimic joint='j'/>"))),
                     STATUS_INPUT);
    assert_entry(&b.d.error, "5:1: joint 'l' closes a loop and follows another joint, or is "
                             "followed: --cut auto cannot cut it");
    assert_int_equal(read_graph(&b, ROBOT(THREE ARM("j", "a", "b", "") ARM("k", "a", "c", "")
                                          OF("floating", "l", "b", "c", ""))), STATUS_OK);
    assert_int_equal(b.r.cuts.list_count, 0);
    assert_int_equal(b.r.joints_count, 2);
    assert_int_equal(b.d.notes_count, 1);
    bench_free(&b);
}

/* Trees stay as they are, and graphs that are none are refused as before. */
static void trees_stay_as_they_are(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_int_equal(read_graph(&b, ROBOT(THREE ARM("j", "b", "c", "") ARM("k", "a", "b", ""))),
                     STATUS_OK);
    assert_int_equal(b.r.joints_count, 2);
    assert_int_equal(b.r.root_link, 0);
    assert_int_equal(b.r.cuts.list_count, 0);
    assert_int_equal(b.d.notes_count, 0);
    assert_int_equal(read_graph(&b, ROBOT(FOUR ARM("j", "a", "b", "") ARM("k", "c", "d", "")
                                          ARM("l", "d", "c", ""))), STATUS_INPUT);
    assert_entry(&b.d.error, "6:1: joint 'l' closes a loop: link 'c' is below itself (--cut auto "
                             "cuts loops open)");
    bench_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_is_three_hinges),
        cmocka_unit_test(balls_of_both_formats_are_alike),
        cmocka_unit_test(what_a_ball_has_no_place_for_is_told),
        cmocka_unit_test(balls_are_cut_first),
        cmocka_unit_test(branches_are_as_short_as_can_be),
        cmocka_unit_test(loops_that_lead_back_are_cut),
        cmocka_unit_test(cuts_hold_what_joints_hold),
        cmocka_unit_test(what_a_cut_cannot_have_stays_a_joint),
        cmocka_unit_test(trees_stay_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
