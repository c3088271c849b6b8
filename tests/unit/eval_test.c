/* SPDX-License-Identifier: MIT */
/* The evaluators against values worked out by hand, and the meaning of every input kind. */
#include "operations/state.h"
#include "unit/ops_fixture.h"

#include <math.h>

static void evaluators_follow_the_list(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(
        &mem,
        "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\nconst k 0.5\n"
        "a = mul x k\nb = add a y\nc = sub x b\nd = div c y\n"
        "output o0 plain = d\noutput o1 plain = k\noutput o2 plain = y\noutput o3 plain = b\n");
    double in[] = {3, 4}, out[4], scratch[4];
    ops_eval64(&p, in, out, scratch);
    assert_true(out[0] == -0.625 && out[1] == 0.5 && out[2] == 4 && out[3] == 5.5);
    float in32[] = {3, 4}, out32[4], scratch32[4];
    ops_eval32(&p, in32, out32, scratch32);
    assert_true(out32[0] == -0.625f && out32[1] == 0.5f && out32[2] == 4 && out32[3] == 5.5f);
    arena_free(&mem);
}

static void roots_and_angles_are_evaluated(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\n"
                           "a = sqrt x\nb = atan2 y a\noutput o0 plain = a\noutput o1 plain = b\n");
    double in[] = {9, -3}, out[2], scratch[2];
    ops_eval64(&p, in, out, scratch);
    assert_true(out[0] == 3 && out[1] == atan2(-1, 1));
    float in32[] = {9, -3}, out32[2], scratch32[2];
    ops_eval32(&p, in32, out32, scratch32);
    assert_true(out32[0] == 3 && out32[1] == (float)atan2(-1, 1));
    arena_free(&mem);
}

static void sines_are_those_of_angle_and_offset(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\ninput x plain\nconst k 0.5\nconst n 0\n"
                           "a = sin x k\nb = cos x n\noutput o0 plain = a\noutput o1 plain = b\n");
    double in[] = {0.75}, out[2], scratch[2];
    ops_eval64(&p, in, out, scratch);
    assert_true(out[0] == sin(1.25) && out[1] == cos(0.75));
    float in32[] = {0.75f}, out32[2], scratch32[2];
    ops_eval32(&p, in32, out32, scratch32);
    assert_true(fabs((double)out32[0] - sin(1.25)) < 0x1p-24);
    assert_true(fabs((double)out32[1] - cos(0.75)) < 0x1p-24);
    in32[0] = 8192; /* beyond the range of the machine's sines */
    ops_eval32(&p, in32, out32, scratch32);
    assert_true(isnan(out32[0]) && isnan(out32[1]));
    arena_free(&mem);
}

static void eval32_rounds_every_step_to_float(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\ninput x plain\nconst k 0x1p-30\na = add x k\nb "
                           "= sub a x\noutput o plain = b\n");
    double in = 1, out, scratch[2];
    ops_eval64(&p, &in, &out, scratch);
    assert_true(out == 0x1p-30);
    float in32 = 1, out32, scratch32[2];
    ops_eval32(&p, &in32, &out32, scratch32);
    assert_true(out32 == 0);
    arena_free(&mem);
}

static void every_input_kind_takes_its_own_part_of_the_state(void **state)
{
    (void)state;
    arena mem = arena_make();
    text t = text_make(&mem);
    text_add(
        &t,
        "tauflow-ops 1\nrobot r\ninput s sin 1 j ratio 2 offset 0.5\ninput c cos 1 j ratio 2 "
        "offset 0.5\n"
        "input q q 1 j ratio 2 offset 0.5\ninput qd qd 1 j\ninput qdd qdd 1 j\ninput p plain\n");
    static const char *const vectors[] = {"omega", "omegad", "acc", "force", "moment"};
    for (int kind = 0; kind < 5; kind++)
        for (int axis = 0; axis < 3; axis++)
            text_printf(&t, "input %s%d %s 1 %c b\n", vectors[kind], axis, vectors[kind],
                        "xyz"[axis]);
    text_add(&t, "output o plain = s\n");
    ops p = ops_from(&mem, t.bytes);
    double q[] = {9, 0.25}, qd[] = {9, 2}, qdd[] = {9, 3}, motion[18], forces[12], in[21];
    for (int i = 0; i < 18; i++)
        motion[i] = 100 + i;
    for (int i = 0; i < 12; i++)
        forces[i] = 200 + i;
    in[5] = 77;
    state_to_inputs64(
        &p, &(robot_state){.q = q, .qd = qd, .qdd = qdd, .free_motion = motion, .forces = forces},
        in);
    assert_true(in[0] == sin(1.0) && in[1] == cos(1.0) && in[2] == 1.0 && in[3] == 2 && in[4] == 3);
    assert_true(in[5] == 77);
    for (int i = 0; i < 9; i++)
        assert_true(in[6 + i] == 109 + i);
    for (int i = 0; i < 6; i++)
        assert_true(in[15 + i] == 206 + i);
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(evaluators_follow_the_list),
        cmocka_unit_test(roots_and_angles_are_evaluated),
        cmocka_unit_test(sines_are_those_of_angle_and_offset),
        cmocka_unit_test(eval32_rounds_every_step_to_float),
        cmocka_unit_test(every_input_kind_takes_its_own_part_of_the_state),
    };
    return cmocka_run_group_tests_name("eval", tests, NULL, NULL);
}
