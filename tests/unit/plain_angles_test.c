/* SPDX-License-Identifier: MIT */
/* --plain-angles: sines and cosines of a joint's own angle go in, and results stay. */
#include "operations/angles.h"
#include "operations/state.h"
#include "passes.h"
#include "unit/ops_fixture.h"

#include <math.h>
#include <stdlib.h>

static const char EVERY_OFFSET[] =
    "tauflow-ops 1\nrobot r\n"
    "joint \"one\" angle\njoint \"two\" angle\njoint \"three\" length\n"
    "input v qd 1 \"two\"\n"
    "input s1 sin 0 \"one\"\n"
    "input a1 sin 0 \"one\" offset 0.25\n"
    "input a2 cos 0 \"one\" offset 0.25\n"
    "input b1 sin 0 \"one\" offset 2\n"          /* its cosine is negative */
    "input b2 cos 0 \"one\" offset 4\n"          /* both are */
    "input b3 cos 0 \"one\" offset -0.75\n"
    "input b4 sin 0 \"one\" offset -2.5\n"
    "input c1 sin 1 \"two\" ratio -2 offset 0.5\n"
    "input c2 cos 1 \"two\" ratio -2 offset 0.5\n"
    "input d1 sin 1 \"two\" offset 0x1.921fb54442d18p+0\n"  /* pi/2 */
    "input d2 cos 1 \"two\" offset 0x1.921fb54442d18p+0\n"
    "input d3 sin 1 \"two\" offset 0x1.921fb54442d18p+1\n"  /* pi */
    "input d4 cos 1 \"two\" ratio -1\n"
    "input d5 sin 1 \"two\" ratio -1\n"
    "input x3 q 2 \"three\" ratio 3 offset 1\n"
    "input x4 q 2 \"three\"\n"
    "input unused cos 2 \"three\" offset 1\n"
    "const s2 4\n"
    "o0 = mul a1 s2\n"
    "output v0 plain = s1\noutput v1 plain = a1\noutput v2 plain = a2\noutput v3 plain = b1\n"
    "output v4 plain = b2\noutput v5 plain = b3\noutput v6 plain = b4\noutput v7 plain = c1\n"
    "output v8 plain = c2\noutput v9 plain = d1\noutput v10 plain = d2\noutput v11 plain = d3\n"
    "output v12 plain = d4\noutput v13 plain = d5\noutput v14 plain = x3\noutput v15 plain = x4\n"
    "output v16 plain = v\noutput v17 plain = o0\n";
enum { WORDS = 18, ROOM = 64 };

static bool is_plain(const ops *p)
{
    for (uint32_t i = 0; i < p->inputs_count; i++)
        if (p->inputs[i].offset != 0 || p->inputs[i].ratio < 0 ||
            (p->inputs[i].kind == INPUT_Q && p->inputs[i].ratio != 1))
            return false;
    return true;
}

static void rotations_leave_every_value(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    const ops before = ops_from(&mem, EVERY_OFFSET);
    ops after = before;
    assert_int_equal(ops_moved_angles(&before), 15);
    const uint32_t made = ops_plain_angles(&mem, &after);
    assert_int_equal(ops_check(&after, "after", &d), STATUS_OK);
    assert_int_equal(made, after.list_count - before.list_count);
    assert_int_equal(ops_moved_angles(&after), 0);
    assert_true(is_plain(&after));
    uint64_t seed = 7;
    for (int k = 0; k < 1000; k++) {
        const double q[3] = {3 * random_unit(&seed), 3 * random_unit(&seed), random_unit(&seed)};
        const double qd[3] = {random_unit(&seed), random_unit(&seed), random_unit(&seed)};
        const robot_state s = {.q = q, .qd = qd};
        double in[ROOM], out[WORDS], from[WORDS], scratch[ROOM];
        assert_true(after.inputs_count < ROOM && after.list_count < ROOM);
        state_to_inputs64(&before, &s, in);
        ops_eval64(&before, in, from, scratch);
        state_to_inputs64(&after, &s, in);
        ops_eval64(&after, in, out, scratch);
        for (int o = 0; o < WORDS; o++) /* of two products and a sum of numbers up to 1, times 4 */
            assert_true(fabs(out[o] - from[o]) < 4e-15);
    }
    arena_free(&mem);
}

/* Three operations a rotation, the products of equal constants shared; none for a quarter turn that
 * needs no sign, one where it does; a product and a sum of a position. */
static void rotations_cost_what_is_said(void **state)
{
    (void)state;
    static const struct {
        const char *input;
        uint32_t operations, inputs;
    } list[] = {{"sin 0 j offset 0.25", 3, 2},
                {"cos 0 j offset -2", 3, 2},
                {"sin 0 j offset -2", 3, 2},
                {"cos 0 j ratio -3 offset 2", 3, 2},
                {"sin 0 j offset 0x1.921fb54442d18p+0", 0, 1},
                {"cos 0 j offset 0x1.921fb54442d18p+0", 1, 1},
                {"sin 0 j ratio -1", 1, 1},
                {"cos 0 j ratio -1", 0, 1},
                {"sin 0 j ratio 2", 0, 1},
                {"q 0 j offset 0.5", 1, 1},
                {"q 0 j ratio 2 offset 0.5", 2, 1},
                {"q 0 j", 0, 1}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
        arena mem = arena_make();
        ops p = ops_from(&mem, arena_printf(&mem, "tauflow-ops 1\nrobot r\ninput x %s\n"
                                                  "output o plain = x\n", list[i].input));
        assert_int_equal(ops_plain_angles(&mem, &p), list[i].operations);
        assert_int_equal(p.list_count, list[i].operations);
        assert_int_equal(p.inputs_count, list[i].inputs);
        arena_free(&mem);
    }
}

static void names_stay_unique_and_the_text_reads_back(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, EVERY_OFFSET);
    ops_plain_angles(&mem, &p);
    text first = text_make(&mem), second = text_make(&mem);
    ops_print(&p, &first);
    const ops again = ops_from(&mem, first.bytes);
    ops_print(&again, &second);
    assert_string_equal(first.bytes, second.bytes);
    assert_non_null(strstr(first.bytes, "input s2_2 sin 1 ")); /* a constant is called s2 */
    assert_non_null(strstr(first.bytes, "input c1 cos 0 "));
    assert_non_null(strstr(first.bytes, "\na1 = "));
    assert_null(strstr(first.bytes, "unused"));
    text plain = text_make(&mem);
    assert_int_equal(ops_plain_angles(&mem, &p), 0); /* nothing is left to do */
    ops_print(&p, &plain);
    assert_string_equal(plain.bytes, first.bytes);
    arena_free(&mem);
}

/* A gripper whose fingers follow: one turns at -0.5 q + 0.2, one slides at 2 q + 0.1; turned joints
 * before, so that frames have offsets. */
static const char FOLLOWERS[] =
    "<robot name='followers'><link name='base'/>"
    "<link name='a'><inertial><origin xyz='0.3 0.2 0.1'/><mass value='2'/>"
    "<inertia ixx='.1' iyy='.2' izz='.25' ixy='.01' ixz='.02' iyz='.03'/></inertial></link>"
    "<link name='b'><inertial><origin xyz='0.1 0.2 0.3'/><mass value='1'/>"
    "<inertia ixx='.1' iyy='.2' izz='.25' ixy='.01' ixz='.02' iyz='.03'/></inertial></link>"
    "<link name='c'><inertial><origin xyz='0.1 0.2 0.3'/><mass value='1'/>"
    "<inertia ixx='.1' iyy='.2' izz='.25' ixy='.01' ixz='.02' iyz='.03'/></inertial></link>"
    "<link name='d'><inertial><origin xyz='0.1 0.2 0.3'/><mass value='1'/>"
    "<inertia ixx='.1' iyy='.2' izz='.25' ixy='.01' ixz='.02' iyz='.03'/></inertial></link>"
    "<joint name='ja' type='continuous'><parent link='base'/><child link='a'/>"
    "<origin xyz='0 0 .1' rpy='0 0.4 0.3'/><axis xyz='0 0 1'/></joint>"
    "<joint name='jb' type='continuous'><parent link='a'/><child link='b'/>"
    "<origin xyz='.3 .1 .1' rpy='0.1 0 0.7'/><axis xyz='0 0 1'/></joint>"
    "<joint name='jc' type='continuous'><parent link='b'/><child link='c'/>"
    "<origin xyz='.1 .2 .3' rpy='1.1 0 0'/><axis xyz='0 1 0'/>"
    "<mimic joint='jb' multiplier='-0.5' offset='0.2'/></joint>"
    "<joint name='jd' type='prismatic'><parent link='b'/><child link='d'/>"
    "<origin xyz='0 0 0' rpy='0 1 0'/><axis xyz='1 0 0'/>"
    "<limit lower='-1' upper='1' effort='1' velocity='1'/>"
    "<mimic joint='jb' multiplier='2' offset='0.1'/></joint></robot>";

/* Results of two graphs of one function, whose inputs differ, in random states: nearer than 1e-11
 * of the largest of the output, two hundred thousand times a rounding. */
static void assert_same_results(arena *mem, const ops *a, const ops *b, const char *what)
{
    enum { STATES = 20, JOINTS = 32 };
    const ops *of[2] = {a, b};
    double *out[2], *most = ARENA_ARRAY(mem, double, a->outputs_count + 1);
    uint64_t seed = 11;
    assert_int_equal(a->outputs_count, b->outputs_count);
    for (int g = 0; g < 2; g++)
        out[g] = ARENA_ARRAY(mem, double, (size_t)STATES * a->outputs_count + 1);
    for (uint32_t k = 0; k < STATES; k++) {
        double q[JOINTS], qd[JOINTS], qdd[JOINTS], tau[JOINTS];
        for (int i = 0; i < JOINTS; i++) {
            q[i] = 3 * random_unit(&seed);
            qd[i] = 2 * random_unit(&seed);
            qdd[i] = 2 * random_unit(&seed);
            tau[i] = 9 * random_unit(&seed);
        }
        const robot_state s = {.q = q, .qd = qd, .qdd = qdd, .tau = tau};
        for (int g = 0; g < 2; g++) {
            double *in = ARENA_ARRAY(mem, double, of[g]->inputs_count + 1);
            double *scratch = ARENA_ARRAY(mem, double, of[g]->list_count + 1);
            state_to_inputs64(of[g], &s, in);
            ops_eval64(of[g], in, out[g] + (size_t)k * a->outputs_count, scratch);
        }
    }
    for (size_t i = 0; i < (size_t)STATES * a->outputs_count; i++)
        most[i % a->outputs_count] = fmax(most[i % a->outputs_count], fabs(out[0][i]));
    for (size_t i = 0; i < (size_t)STATES * a->outputs_count; i++)
        if (!(fabs(out[0][i] - out[1][i]) <= 1e-11 * (most[i % a->outputs_count] + 1e-3)))
            fail_msg("%s, %s: %g, not %g", what, a->outputs[i % a->outputs_count].name, out[1][i],
                     out[0][i]);
}

static passes_forms read_robot(arena *mem, const char *path, function_kind function, bool plain)
{
    passes_settings s = passes_default();
    passes_forms f;
    diag d = diag_make(mem);
    s.equations.effort = 0;
    s.equations.function = function;
    s.plain_angles = plain;
    s.tree.tips = function_has_owner(function, OWNER_FRAME);
    if (passes_read(mem, path, &s, &f, &d) != STATUS_OK)
        fail_msg("%s: %s", path, d.error.text);
    return f;
}

/* Every function of trees, of robots whose frames have offsets: no offset is left, and results
 * stay. */
static void functions_have_plain_inputs_and_their_results(void **state)
{
    (void)state;
    static const function_kind list[] = {FUNCTION_ID, FUNCTION_GRAVITY, FUNCTION_MASS, FUNCTION_FD,
                                         FUNCTION_MINV, FUNCTION_JACOBIAN, FUNCTION_REGRESSOR,
                                         FUNCTION_ID_DERIVATIVES};
    char path[] = "/tmp/tauflow_plain_XXXXXX";
    FILE *file = fdopen(mkstemp(path), "w");
    assert_true(file && fputs(FOLLOWERS, file) >= 0 && fclose(file) == 0);
    const char *const robots[] = {"robots/puma560.urdf", "robots/iiwa.urdf", path};
    uint32_t moved = 0, rotated = 0;
    for (size_t r = 0; r < sizeof robots / sizeof *robots; r++)
        for (size_t i = 0; i < sizeof list / sizeof *list; i++) {
            arena mem = arena_make();
            const passes_forms usual = read_robot(&mem, robots[r], list[i], false);
            const passes_forms plain = read_robot(&mem, robots[r], list[i], true);
            moved += ops_moved_angles(&usual.ops);
            rotated += plain.plain.operations;
            assert_false(usual.plain.wanted);
            assert_true(plain.plain.wanted && is_plain(&plain.ops));
            assert_same_results(&mem, &usual.ops, &plain.ops, FUNCTION_KIND[list[i]].name);
            arena_free(&mem);
        }
    remove(path);
    assert_true(moved > 40 && rotated > 20);
}

/* Of the frames with and without regard to offsets the cheaper ones are taken: of puma560 those
 * without, and then nothing is rotated; of iiwa the others, two inputs by six operations. */
static void the_cheaper_of_two_ways_is_taken(void **state)
{
    (void)state;
    arena mem = arena_make();
    const passes_forms puma = read_robot(&mem, "robots/puma560.urdf", FUNCTION_ID, true);
    const passes_forms iiwa = read_robot(&mem, "robots/iiwa.urdf", FUNCTION_ID, true);
    const passes_forms puma_was = read_robot(&mem, "robots/puma560.urdf", FUNCTION_ID, false);
    const passes_forms iiwa_was = read_robot(&mem, "robots/iiwa.urdf", FUNCTION_ID, false);
    assert_int_equal(puma.plain.inputs, 0);
    assert_int_equal(puma.plain.operations, 0);
    assert_true(puma.ops.list_count < puma_was.ops.list_count + 12);
    assert_int_equal(iiwa.plain.inputs, 2);
    assert_int_equal(iiwa.plain.operations, 6);
    assert_int_equal(iiwa.ops.list_count, iiwa_was.ops.list_count + 6);
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rotations_leave_every_value),
        cmocka_unit_test(rotations_cost_what_is_said),
        cmocka_unit_test(names_stay_unique_and_the_text_reads_back),
        cmocka_unit_test(functions_have_plain_inputs_and_their_results),
        cmocka_unit_test(the_cheaper_of_two_ways_is_taken),
    };
    return cmocka_run_group_tests_name("plain_angles", tests, NULL, NULL);
}
