/* SPDX-License-Identifier: MIT */
/* Emitted C is compiled with gcc and clang, loaded, and compared with the evaluators and libm. */
#include "apps/motion/sines.h"
#include "emit/order.h"
#include "operations/state.h"
#include "unit/emit_fixture.h"

#include <float.h>
#include <math.h>

/* Every kind of input and output: a mimic joint (ratio, offset), a rail, a free body, a force;
 * outputs that are inputs and constants; -0; constants that meet. */
static const char MIXED[] =
    "tauflow-ops 1\nrobot mixed\n"
    "input s0 sin 0 hip\ninput c0 cos 0 hip\ninput s1 sin 1 knee ratio -1.5 offset 0.25\n"
    "input c1 cos 1 knee ratio -1.5 offset 0.25\ninput c1b cos 1 knee\n"
    "input x2 q 2 rail ratio 2 offset -1\n"
    "input v0 qd 0 hip\ninput a0 qdd 0 hip\ninput a1 qdd 1 knee\ninput v2 qd 2 rail\n"
    "input w omega 0 y trunk\ninput wd omegad 0 z trunk\ninput l acc 0 x trunk\n"
    "input f force 0 x hand\ninput m moment 0 z hand\n"
    "const k 0.1\nconst g 9.81\nconst n -0.0\nconst neg -3\n"
    "t0 = mul s0 k\nt1 = add t0 c0\nt2 = mul s1 g\nt3 = sub t2 c1\nt4 = mul t3 c1b\nt5 = add t4 "
    "x2\n"
    "t6 = mul v0 a0\nt7 = sub t6 a1\nt8 = mul v2 w\nt9 = add t8 wd\nt10 = mul l f\nt11 = sub t10 "
    "m\n"
    "t12 = mul k neg\nt13 = mul t12 t1\nt14 = add t13 t5\nt15 = sub t7 t9\nt16 = div t15 g\n"
    "t17 = mul t14 neg\nt18 = add t16 t17\n"
    "output tau0 torque 0 hip angle = t18\noutput tau1 torque 1 knee angle = t14\n"
    "output tau2 torque 2 rail length = n\noutput fy base_force 0 y trunk = t11\n"
    "output mz base_moment 0 z trunk = f\n";

static loaded load_with(arena *mem, const ops *p, const char *compiler, const char *contract)
{
    return load_functions(mem, p, 1, (how){compiler, contract, 0});
}

static loaded load(arena *mem, const ops *p, const char *compiler)
{
    return load_with(mem, p, compiler, "off");
}

typedef void words64(const double *, double *);
typedef void words32(const float *, float *);
typedef void words_batch64(size_t, size_t, const double *, double *);
typedef void words_batch32(size_t, size_t, const float *, float *);
typedef void sincos64(size_t, const double *, double *, double *);
typedef void sincos32(size_t, const float *, float *, float *);
typedef void mixed64(const double *, const double *, const double *, const double *, const double *,
                     double *, double *);
typedef void mixed_batch64(size_t, size_t, const double *, const double *, const double *,
                           const double *, const double *, double *, double *);
typedef void mixed_batch32(size_t, size_t, const float *, const float *, const float *,
                           const float *, const float *, float *, float *);
typedef void mixed32(const float *, const float *, const float *, const float *, const float *,
                     float *, float *);

/* What simulate takes has the bits of what is emitted; where that is NaN, those of libm. */
static void assert_of_motion_too(const double *x, const double *s, const double *c, int count)
{
    arena mem = arena_make();
    const double far[] = {0x1p+20, -1e300, INFINITY, NAN};
    double *sine = ARENA_ARRAY(&mem, double, count), *cosine = ARENA_ARRAY(&mem, double, count);
    assert_int_equal(count % SINES_AT_ONCE, 0);
    sines_of((uint32_t)count, x, sine, cosine);
    assert_memory_equal(sine, s, (size_t)count * sizeof *s);
    assert_memory_equal(cosine, c, (size_t)count * sizeof *c);
    sines_of(sizeof far / sizeof far[0], far, sine, cosine);
    assert_true(sine[0] == sin(far[0]) && cosine[1] == cos(far[1]));
    assert_true(isnan(sine[2]) && isnan(cosine[3]));
    arena_free(&mem);
}

static double away_from_zero(uint64_t *seed)
{
    double x = random_unit(seed) * 2;
    return x < 0 ? x - 0.25 : x + 0.25;
}

static void words_equal_the_evaluators_bit_for_bit(void **state)
{
    (void)state;
    enum { INPUTS = 9, COUNT = 400 };
    uint32_t compared = 0;
    for (int k = 0; k < COMPILER_COUNT; k++) {
        arena mem = arena_make();
        /* Short enough that no chain of squares goes below the least normal float. */
        ops p = k % 2 ? ops_random_calls(&mem, INPUTS, COUNT / 4, 11 + (uint64_t)k)
                      : ops_from(&mem, MIXED);
        loaded l = load(&mem, &p, COMPILERS[k]);
        words64 *f64;
        words32 *f32;
        find(&l, "name_words_f64", &f64);
        find(&l, "name_words_f32", &f32);
        double in[16], out[COUNT], want[COUNT], scratch[COUNT];
        float in32[16], out32[COUNT], want32[COUNT], scratch32[COUNT];
        uint64_t seed = 5;
        for (int run_number = 0; run_number < 200; run_number++) {
            for (uint32_t i = 0; i < p.inputs_count; i++)
                in32[i] = (float)(in[i] = away_from_zero(&seed));
            f64(in, out);
            f32(in32, out32);
            ops_eval64(&p, in, want, scratch);
            ops_eval32(&p, in32, want32, scratch32);
            assert_memory_equal(out, want, p.outputs_count * sizeof *out);
            assert_memory_equal(out32, want32, p.outputs_count * sizeof *out32);
            compared += p.outputs_count;
        }
        unload(&mem, &l);
        arena_free(&mem);
    }
    assert_in_range(compared, 2000, UINT32_MAX);
}

/* Any count, so every length of the tail, with a stride that leaves a gap that nobody may write. */
static void words_batch_equals_words_bit_for_bit(void **state)
{
    (void)state;
    enum { INPUTS = 9, COUNT = 300, MOST = 40, STRIDE = MOST + 3, OUTPUTS = 100 };
    for (int k = 0; k < COMPILER_COUNT; k++) {
        arena mem = arena_make();
        ops p = ops_random_calls(&mem, INPUTS, COUNT, 21 + (uint64_t)k);
        assert_in_range(p.outputs_count, 1, OUTPUTS);
        loaded l = load(&mem, &p, COMPILERS[k]);
        words64 *one64;
        words32 *one32;
        words_batch64 *all64;
        words_batch32 *all32;
        find(&l, "name_words_f64", &one64);
        find(&l, "name_words_f32", &one32);
        find(&l, "name_words_batch_f64", &all64);
        find(&l, "name_words_batch_f32", &all32);
        double in[INPUTS * STRIDE], out[OUTPUTS * STRIDE], x[INPUTS], y[OUTPUTS];
        float in32[INPUTS * STRIDE], out32[OUTPUTS * STRIDE], x32[INPUTS], y32[OUTPUTS];
        uint64_t seed = 6;
        for (uint32_t i = 0; i < INPUTS * STRIDE; i++)
            in32[i] = (float)(in[i] = away_from_zero(&seed));
        for (uint32_t count = 0; count <= MOST; count++) {
            for (uint32_t i = 0; i < OUTPUTS * STRIDE; i++)
                out32[i] = (float)(out[i] = 12345);
            all64(count, STRIDE, in, out);
            all32(count, STRIDE, in32, out32);
            for (uint32_t s = 0; s < STRIDE; s++) {
                for (uint32_t w = 0; w < INPUTS; w++)
                    x[w] = in[w * STRIDE + s], x32[w] = in32[w * STRIDE + s];
                one64(x, y);
                one32(x32, y32);
                for (uint32_t w = 0; w < p.outputs_count; w++) {
                    double want = s < count ? y[w] : 12345;
                    float want32 = s < count ? y32[w] : 12345;
                    assert_memory_equal(&out[w * STRIDE + s], &want, sizeof want);
                    assert_memory_equal(&out32[w * STRIDE + s], &want32, sizeof want32);
                }
            }
        }
        unload(&mem, &l);
        arena_free(&mem);
    }
}

static void torque_follows_the_evaluator_and_batch_follows_torque(void **state)
{
    (void)state;
    enum { MOST = 35, STRIDE = 37 };
    for (int k = 0; k < COMPILER_COUNT; k++) {
        arena mem = arena_make();
        ops p = ops_from(&mem, MIXED);
        loaded l = load(&mem, &p, COMPILERS[k]);
        mixed64 *one;
        mixed32 *one32;
        mixed_batch64 *all;
        mixed_batch32 *all32;
        find(&l, "name_torque_f64", &one);
        find(&l, "name_torque_f32", &one32);
        find(&l, "name_batch_f64", &all);
        find(&l, "name_batch_f32", &all32);
        /* q, qd, qdd, free_motion, forces -> tau, wrench */
        static const uint32_t size[7] = {3, 3, 3, 9, 6, 3, 6};
        double a[7][9 * STRIDE], b[7][9];
        float a32[7][9 * STRIDE], b32[7][9];
        uint64_t seed = 8;
        for (uint32_t count = 1; count <= MOST; count++) {
            for (uint32_t v = 0; v < 7; v++)
                for (uint32_t i = 0; i < 9 * STRIDE; i++)
                    a32[v][i] = (float)(a[v][i] = v < 5 ? random_unit(&seed) * 4 : 0);
            all(count, STRIDE, a[0], a[1], a[2], a[3], a[4], a[5], a[6]);
            all32(count, STRIDE, a32[0], a32[1], a32[2], a32[3], a32[4], a32[5], a32[6]);
            for (uint32_t s = 0; s < count; s++) {
                for (uint32_t v = 0; v < 7; v++)
                    for (uint32_t i = 0; i < size[v]; i++)
                        b[v][i] = v < 5 ? a[v][i * STRIDE + s] : 0,
                        b32[v][i] = v < 5 ? a32[v][i * STRIDE + s] : 0;
                one(b[0], b[1], b[2], b[3], b[4], b[5], b[6]);
                one32(b32[0], b32[1], b32[2], b32[3], b32[4], b32[5], b32[6]);
                double in[16], want[5], scratch[20];
                state_to_inputs64(&p, &(robot_state){.q = b[0], .qd = b[1], .qdd = b[2],
                                                     .free_motion = b[3], .forces = b[4]}, in);
                ops_eval64(&p, in, want, scratch);
                double got[5] = {b[5][0], b[5][1], b[5][2], b[6][1], b[6][5]};
                double got32[5] = {b32[5][0], b32[5][1], b32[5][2], b32[6][1], b32[6][5]};
                for (int i = 0; i < 5; i++) {
                    /* Results and the values on the way stay below 400; a dozen roundings of 2^-53
                     * (2^-24) of that. */
                    assert_true(fabs(got[i] - want[i]) < 12 * 400 * 0x1p-53);
                    assert_true(fabs(got32[i] - want[i]) < 12 * 400 * 0x1p-24);
                }
                for (uint32_t v = 5; v < 7; v++)
                    for (uint32_t i = 0; i < size[v]; i++) {
                        assert_memory_equal(&b[v][i], &a[v][i * STRIDE + s], sizeof(double));
                        assert_memory_equal(&b32[v][i], &a32[v][i * STRIDE + s], sizeof(float));
                    }
            }
        }
        unload(&mem, &l);
        arena_free(&mem);
    }
}

static const char MATRIX[] =
    "tauflow-ops 1\nrobot \"name\"\n"
    "joint \"a\" length\njoint \"b\" length\njoint \"idle\" length\n"
    "input q1 q 0 \"a\"\ninput q2 q 1 \"b\"\nconst k 0x1p+1\n"
    "t1 = mul q1 q2\n"
    "output M1_1 mass 0 \"a\" 0 \"a\" = k\n"
    "output M2_1 mass 1 \"b\" 0 \"a\" = t1\n"
    "output M2_2 mass 1 \"b\" 1 \"b\" = q2\n"
    "output J1x_2 linear_jacobian 0 x \"tool\" 1 \"b\" = t1\n"
    "output J1y_1 angular_jacobian 0 y \"tool\" 0 \"a\" = q1\n";

typedef void matrix64(const double *q, const double *qd, const double *qdd, double *tau,
                      double *mass, double *jacobian);

/* As a function has it whose results are matrices: dense, row by row, both sides of a diagonal; a
 * joint that no word is of counts too. */
static void matrices_are_dense_and_symmetric_ones_mirrored(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, MATRIX);
    loaded l = load(&mem, &p, COMPILERS[0]);
    matrix64 *one;
    find(&l, "name_torque_f64", &one);
    const char *const *names;
    find(&l, "name_joint_names", &names);
    assert_string_equal(names[2], "idle");
    double q[3] = {3, 5, 0}, mass[4] = {0}, jacobian[12] = {0};
    one(q, q, q, NULL, mass, jacobian);
    const double want[4] = {2, 15, 15, 5};
    assert_memory_equal(mass, want, sizeof want);
    for (int k = 0; k < 12; k++) /* row 0, column 1; row 4, column 0 */
        assert_true(jacobian[k] == (k == 1 ? 15 : k == 8 ? 3 : 0));
    unload(&mem, &l);
    arena_free(&mem);
}

/* Error of an approximation in units in the last place of the format that holds `digits` bits. */
static double ulps(long double got, long double want, int digits)
{
    int exponent;
    frexpl(want, &exponent);
    return (double)(fabsl(got - want) / ldexpl(1, exponent - digits));
}

/* Random angles of every size, and the floating-point numbers nearest to multiples of pi/2, where
 * the reduction is hardest. */
static const double QUARTER = 0x1.921fb54442d18p+0; /* pi/2 */

static void sines_and_cosines_are_right_to_the_last_place(void **state)
{
    (void)state;
    enum { COUNT = 50000 };
    for (int k = 0; k < 2 * COMPILER_COUNT; k++) {
        arena mem = arena_make();
        ops p = ops_from(&mem, MIXED);
        const char *compiler = COMPILERS[k / 2], *contract = k % 2 ? "fast" : "off";
        loaded l = load_with(&mem, &p, compiler, contract);
        sincos64 *pair64;
        sincos32 *pair32;
        find(&l, "name_sincos_f64", &pair64);
        find(&l, "name_sincos_f32", &pair32);
        double *x = ARENA_ARRAY(&mem, double, COUNT), *s = ARENA_ARRAY(&mem, double, COUNT),
               *c = ARENA_ARRAY(&mem, double, COUNT);
        float *x32 = ARENA_ARRAY(&mem, float, COUNT), *s32 = ARENA_ARRAY(&mem, float, COUNT),
              *c32 = ARENA_ARRAY(&mem, float, COUNT);
        uint64_t seed = 9;
        for (int i = 0; i < COUNT; i++) {
            double wide = ldexp(random_unit(&seed), i % 21),
                   narrow = ldexp(random_unit(&seed), i % 14);
            x[i] = i % 3 ? wide : rint(wide / QUARTER) * QUARTER;
            x32[i] = (float)(i % 3 ? narrow : rint(narrow / QUARTER) * QUARTER);
        }
        pair64(COUNT, x, s, c);
        pair32(COUNT, x32, s32, c32);
        if (k % 2 == 0)
            assert_of_motion_too(x, s, c, COUNT);
        double worst = 0, worst32 = 0;
        for (int i = 0; i < COUNT; i++) {
            worst = fmax(worst, fmax(ulps(s[i], sinl(x[i]), 53), ulps(c[i], cosl(x[i]), 53)));
            worst32 = fmax(worst32,
                           fmax(ulps(s32[i], sinl(x32[i]), 24), ulps(c32[i], cosl(x32[i]), 24)));
        }
        print_message("# %s, contract %s: worst error %.3f ulp in double, %.3f ulp in float\n",
                      compiler, contract, worst, worst32);
        assert_true(worst < 1.1);
        assert_true(worst32 < 1.6);
        const double beyond[] = {0x1p+20, -1e300, INFINITY, NAN};
        const float beyond32[] = {0x1p+13f, -1e30f, INFINITY, NAN};
        for (int i = 0; i < 4; i++) {
            pair64(1, &beyond[i], s, c);
            pair32(1, &beyond32[i], s32, c32);
            assert_true(isnan(*s) && isnan(*c) && isnan(*s32) && isnan(*c32));
        }
        unload(&mem, &l);
        arena_free(&mem);
    }
}

static void every_operation_is_ordered_once_after_its_operands(void **state)
{
    (void)state;
    static const uint32_t counts[] = {1, 2, 3, 50, 3000};
    for (uint32_t i = 0; i < 10; i++) {
        const uint32_t k = i / 2;
        arena mem = arena_make();
        ops p = ops_random(&mem, 6, counts[k], 31 + k);
        const uint32_t *order = i % 2 ? order_for_size(&mem, &p) : order_for_speed(&mem, &p);
        bool *seen = ARENA_ARRAY(&mem, bool, p.list_count);
        assert_in_range(p.list_count, 1, counts[k]);
        for (uint32_t n = 0; n < p.list_count; n++) {
            assert_in_range(order[n], 0, p.list_count - 1);
            const op *o = &p.list[order[n]];
            const operand side[2] = {o->a, o->b};
            for (int s = 0; s < 2; s++)
                assert_true(OPERAND_CLASS(side[s]) != FROM_OP || seen[OPERAND_INDEX(side[s])]);
            assert_false(seen[order[n]]);
            seen[order[n]] = true;
        }
        arena_free(&mem);
    }
}

/* The operations of two results alternate; in the first one, t6 needs two registers and t4 one. */
static void a_result_is_finished_before_the_next_begins(void **state)
{
    (void)state;
    static const char TWO[] =
        "tauflow-ops 1\nrobot two\ninput a qd 0 hip\ninput b qd 1 knee\n"
        "t0 = div a b\nt1 = mul a a\nt2 = add a b\nt3 = sub a b\nt4 = div t0 a\n"
        "t5 = add t1 b\nt6 = div t2 t3\nt7 = div t4 t6\nt8 = div t7 b\n"
        "output tau0 torque 0 hip angle = t8\noutput tau1 torque 1 knee angle = t5\n"
        "output tau2 torque 2 rail length = t6\n";
    static const uint32_t by_speed[] = {1, 5, 2, 3, 6, 0, 4, 7, 8},
                          by_size[] = {2, 3, 6, 1, 5, 0, 4, 7, 8};
    arena mem = arena_make();
    const ops p = ops_from(&mem, TWO);
    const uint32_t *speed = order_for_speed(&mem, &p), *size = order_for_size(&mem, &p);
    assert_int_equal(p.list_count, 9);
    assert_memory_equal(speed, by_speed, sizeof by_speed);
    assert_memory_equal(size, by_size, sizeof by_size);
    arena_free(&mem);
}

static void two_emissions_are_byte_identical(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    text c[2], h[2];
    for (int i = 0; i < 2; i++) {
        ops p = ops_random(&mem, 7, 500, 3);
        emit_c_options options = emit_c_options_default();
        c[i] = text_make(&mem), h[i] = text_make(&mem);
        assert_int_equal(emit_c(&p, &options, &c[i], &h[i], &d), STATUS_OK);
    }
    assert_string_equal(c[0].bytes, c[1].bytes);
    assert_string_equal(h[0].bytes, h[1].bytes);
    arena_free(&mem);
}

static void limits_of_joints_are_arrays(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\n"
                           "joint a angle lower -1.25 upper 2.5 velocity 3 effort 0.1\n"
                           "joint b length\ninput x qd 1 b\noutput o torque 1 b length = x\n");
    loaded l = load(&mem, &p, "gcc");
    static const double expected[LIMITS] = {-1.25, 2.5, 3, 0.1};
    for (uint32_t k = 0; k < LIMITS; k++) {
        const double *limit = dlsym(l.library, arena_printf(&mem, "name_joint_%s", LIMIT_WORD[k]));
        assert_non_null(limit);
        assert_true(limit[0] == expected[k]);
        assert_true(limit[1] == (k == LIMIT_LOWER ? -DBL_MAX : DBL_MAX));
    }
    unload(&mem, &l);
    arena_free(&mem);
}

static void units_of_torques_come_with_their_outputs(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\ninput x qd 0 a\ninput y qd 1 b\n"
                           "output o torque 0 a angle = x\noutput p torque 1 b length = y\n");
    loaded l = load(&mem, &p, "gcc");
    const char *const *units = dlsym(l.library, "name_torque_units");
    assert_non_null(units);
    assert_string_equal(units[0], "N m");
    assert_string_equal(units[1], "N");
    unload(&mem, &l);
    arena_free(&mem);
}

/* Names that would end a comment, a string or a line, and the header seen from C++. */
static void any_names_compile_and_cpp_reads_the_header(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, MIXED);
    p.robot = "*/ \"robot\" ?\?/\\\n";
    p.inputs[0].of = p.outputs[0].of = "/* a \\ */";
    p.inputs[1].name = "tab\t\"\\\xc3\xa9";
    p.outputs[1].name = "%s%n @P ?\?)";
    loaded l = load(&mem, &p, "gcc");
    const char *const *names = dlsym(l.library, "name_input_names");
    assert_string_equal(names[1], p.inputs[1].name);
    names = dlsym(l.library, "name_output_names");
    assert_string_equal(names[1], p.outputs[1].name);
    names = dlsym(l.library, "name_joint_names");
    assert_string_equal(names[0], p.inputs[0].of);
    names = dlsym(l.library, "name_torque_units");
    assert_string_equal(names[0], "N m");
    assert_string_equal(names[2], "N");
    run(arena_printf(&mem,
                     "cd %s && echo '#include \"name.h\"\nint main() { double x[9] = {0}; "
                     "name_torque_f64(x, x, x, x, x, x, x);"
                     " return name_joint_names[NAME_JOINTS - 1] == 0; }' > use.cc && g++ -Wall "
                     "-Wextra -Wpedantic -Werror"
                     " -o use use.cc name.so -Wl,-rpath,. && ./use",
                     l.folder));
    unload(&mem, &l);
    arena_free(&mem);
}

static void a_constant_too_large_for_float_is_refused_by_name(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\ninput x plain\nconst huge 1e39\nt = mul x "
                           "huge\noutput o plain = t\n");
    text c = text_make(&mem), h = text_make(&mem);
    emit_c_options options = emit_c_options_default();
    assert_int_equal(emit_c(&p, &options, &c, &h, &d), STATUS_INPUT);
    assert_non_null(strstr(d.error.text, "'huge'"));
    options.with_float = false;
    assert_int_equal(emit_c(&p, &options, &c, &h, &d), STATUS_OK);
    assert_null(strstr(c.bytes, "float"));
    arena_free(&mem);
}

static void robot_names_become_identifiers(void **state)
{
    (void)state;
    arena mem = arena_make();
    assert_string_equal(emit_c_name(&mem, "puma560"), "puma560");
    assert_string_equal(emit_c_name(&mem, "LBR iiwa-14"), "LBR_iiwa_14");
    assert_string_equal(emit_c_name(&mem, "7dof"), "robot_7dof");
    assert_string_equal(emit_c_name(&mem, ""), "robot");
    assert_string_equal(emit_c_name(&mem, "../x"), "___x");
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_equal_the_evaluators_bit_for_bit),
        cmocka_unit_test(words_batch_equals_words_bit_for_bit),
        cmocka_unit_test(torque_follows_the_evaluator_and_batch_follows_torque),
        cmocka_unit_test(matrices_are_dense_and_symmetric_ones_mirrored),
        cmocka_unit_test(sines_and_cosines_are_right_to_the_last_place),
        cmocka_unit_test(every_operation_is_ordered_once_after_its_operands),
        cmocka_unit_test(a_result_is_finished_before_the_next_begins),
        cmocka_unit_test(two_emissions_are_byte_identical),
        cmocka_unit_test(limits_of_joints_are_arrays),
        cmocka_unit_test(units_of_torques_come_with_their_outputs),
        cmocka_unit_test(any_names_compile_and_cpp_reads_the_header),
        cmocka_unit_test(a_constant_too_large_for_float_is_refused_by_name),
        cmocka_unit_test(robot_names_become_identifiers),
    };
    return cmocka_run_group_tests_name("emit_c", tests, NULL, NULL);
}
