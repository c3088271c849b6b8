/* SPDX-License-Identifier: MIT */
/* Emitted C of several functions, of functions in pieces, and what functions return. */
#include "emit/pieces.h"
#include "emit/order.h"
#include "operations/state.h"
#include "passes.h"
#include "unit/emit_fixture.h"

#include <math.h>

static ops function_of(arena *mem, const char *path, function_kind function, bool floating)
{
    passes_settings s = passes_default();
    passes_forms f;
    diag d = diag_make(mem);
    s.equations.effort = 0;
    s.equations.function = function;
    s.tree.floating_base = floating;
    if (passes_read(mem, path, &s, &f, &d) != STATUS_OK)
        fail_msg("%s: %s", path, d.error.text);
    return f.ops;
}

typedef void words64(const double *, double *);
typedef void words_batch32(size_t, size_t, const float *, float *);
typedef void floating64(const double *q, const double *qd, const double *qdd,
                        const double *free_motion, double *tau, double *wrench);
typedef void floating_batch32(size_t count, size_t stride, const float *q, const float *qd,
                              const float *qdd, const float *free_motion, float *tau,
                              float *wrench);

enum { MOST = 64, STATES = 37, ROOM = MOST * STATES };

/* The arrays of a floating arm in pieces of 23 operations and in one: every variant. */
static void pieces_equal_the_whole_bit_for_bit(void **state)
{
    (void)state;
    for (int k = 0; k < COMPILER_COUNT; k++) {
        arena mem = arena_make();
        ops p = function_of(&mem, "robots/puma.urdf", FUNCTION_ID, true);
        assert_in_range(p.list_count, 10 * 23, 4000);
        assert_in_range(p.inputs_count + p.outputs_count, 1, MOST);
        loaded l[2] = {load_functions(&mem, &p, 1, (how){COMPILERS[k], "off", 0}),
                       load_functions(&mem, &p, 1, (how){COMPILERS[k], "off", 23})};
        double in[MOST], out[2][MOST], one[2][4][MOST] = {0};
        float many[ROOM], out32[2][ROOM], states[4][ROOM], results[2][2][ROOM];
        uint64_t seed = 3;
        for (uint32_t i = 0; i < ROOM; i++)
            for (int v = 0; v < 4; v++)
                many[i] = states[v][i] = (float)random_unit(&seed) * 3;
        for (uint32_t i = 0; i < MOST; i++)
            in[i] = random_unit(&seed);
        for (int n = 0; n < 2; n++) {
            words64 *words;
            words_batch32 *words_batch;
            floating64 *torque;
            floating_batch32 *batch;
            find(&l[n], "name_words_f64", &words);
            find(&l[n], "name_words_batch_f32", &words_batch);
            find(&l[n], "name_torque_f64", &torque);
            find(&l[n], "name_batch_f32", &batch);
            words(in, out[n]);
            words_batch(STATES, STATES, many, out32[n]);
            torque(in, in + 6, in + 12, in + 18, one[n][0], one[n][1]);
            batch(STATES, STATES, states[0], states[1], states[2], states[3], results[n][0],
                  results[n][1]);
        }
        double want[MOST], *scratch = ARENA_ARRAY(&mem, double, p.list_count);
        ops_eval64(&p, in, want, scratch);
        assert_memory_equal(out[0], want, p.outputs_count * sizeof *want);
        assert_memory_equal(out[1], want, p.outputs_count * sizeof *want);
        assert_memory_equal(out32[0], out32[1], p.outputs_count * STATES * sizeof(float));
        assert_memory_equal(one[0], one[1], sizeof one[0]);
        assert_memory_equal(results[0][0], results[1][0], 6 * STATES * sizeof(float));
        assert_memory_equal(results[0][1], results[1][1], 6 * STATES * sizeof(float));
        unload(&mem, &l[0]);
        unload(&mem, &l[1]);
        arena_free(&mem);
    }
}

typedef void of_q64(const double *q, double *result);
typedef void of_q_batch64(size_t count, size_t stride, const double *q, double *result);
typedef void of_q_batch32(size_t count, size_t stride, const float *q, float *result);

/* A robot with so many angles that functions in pieces take their sines in a loop; one state, and
 * batches of fewer and more than lanes. */
static void many_angles_by_a_loop_equal_lines_bit_for_bit(void **state)
{
    (void)state;
    enum { JOINTS = 54, LANES = 19 };
    for (int k = 0; k < COMPILER_COUNT; k++) {
        arena mem = arena_make();
        ops p = function_of(&mem, "robots/car54.urdf", FUNCTION_GRAVITY, false);
        loaded l[2] = {load_functions(&mem, &p, 1, (how){COMPILERS[k], "off", 0}),
                       load_functions(&mem, &p, 1, (how){COMPILERS[k], "off", 200})};
        static double q[JOINTS * LANES], one[2][JOINTS], all[2][2][JOINTS * LANES];
        static float q32[JOINTS * LANES], all32[2][JOINTS * LANES];
        uint64_t seed = 5;
        for (uint32_t i = 0; i < JOINTS * LANES; i++)
            q32[i] = (float)(q[i] = random_unit(&seed) * 3);
        for (int n = 0; n < 2; n++) {
            of_q64 *gravity;
            of_q_batch64 *batch;
            of_q_batch32 *batch32;
            find(&l[n], "name_gravity_f64", &gravity);
            find(&l[n], "name_gravity_batch_f64", &batch);
            find(&l[n], "name_gravity_batch_f32", &batch32);
            gravity(q, one[n]);
            batch(1, LANES, q, all[n][0]);
            batch(LANES, LANES, q, all[n][1]);
            batch32(LANES, LANES, q32, all32[n]);
        }
        assert_memory_equal(one[0], one[1], sizeof one[0]);
        assert_memory_equal(all[0], all[1], sizeof all[0]);
        assert_memory_equal(all32[0], all32[1], sizeof all32[0]);
        for (uint32_t i = 0, moved = 0; i < JOINTS; i++) {
            moved += one[1][i] != 0;
            assert_true(i + 1 < JOINTS || moved > JOINTS / 2);
        }
        unload(&mem, &l[0]);
        unload(&mem, &l[1]);
        arena_free(&mem);
    }
}

/* Of a mass matrix most of whose entries are zero every one is written, on both sides of the
 * diagonal, and nothing beside it. */
static void zeros_side_by_side_are_all_written(void **state)
{
    (void)state;
    enum { JOINTS = 23, CELLS = JOINTS * JOINTS };
    arena mem = arena_make();
    ops p = function_of(&mem, "robots/bogie.urdf", FUNCTION_MASS, false);
    loaded l = load_functions(&mem, &p, 1, (how){COMPILERS[0], "off", 0});
    of_q64 *one;
    of_q_batch64 *batch;
    find(&l, "name_mass_matrix_f64", &one);
    find(&l, "name_mass_matrix_batch_f64", &batch);
    static double q[JOINTS], mass[CELLS + 2], many[CELLS * 16], side[JOINTS * 16];
    uint64_t seed = 9;
    uint32_t run = 0, longest = 0;
    for (uint32_t i = 0; i < JOINTS; i++)
        for (uint32_t k = 0; k < 16; k++)
            side[i * 16 + k] = q[i] = k ? q[i] : random_unit(&seed) * 3;
    for (uint32_t i = 0; i < CELLS + 2; i++)
        mass[i] = 7777;
    one(q, mass + 1);
    batch(16, 16, side, many);
    assert_true(mass[0] == 7777 && mass[CELLS + 1] == 7777);
    for (uint32_t i = 0; i < CELLS; i++) {
        assert_true(fabs(mass[i + 1] - many[i * 16]) <= 1e-12 * fabs(mass[i + 1]));
        run = mass[i + 1] == 0 ? run + 1 : 0;
        longest = longest < run ? run : longest;
    }
    assert_in_range(longest, 4, CELLS - 1);
    unload(&mem, &l);
    arena_free(&mem);
}

/* Any length: pieces follow each other without gaps, and a value is where it was put when it is
 * used. */
static void a_value_is_kept_until_its_last_use(void **state)
{
    (void)state;
    for (uint32_t length = 3; length < 400; length = length * 3 / 2 + 1) {
        arena mem = arena_make();
        ops p = ops_random(&mem, 7, 1500, length);
        const uint32_t *order = order_for_speed(&mem, &p);
        const pieces cut = pieces_cut(&mem, &p, order, length);
        uint32_t *holds = ARENA_ARRAY(&mem, uint32_t, cut.places + 1),
                 *piece_of = ARENA_ARRAY(&mem, uint32_t, p.list_count), fetched = 0;
        for (uint32_t k = 0, n = 0; k < cut.count; k++) {
            assert_in_range(cut.ends[k], n + 1, n + 2 * length);
            for (; n < cut.ends[k]; n++) {
                const operand side[2] = {p.list[order[n]].a, p.list[order[n]].b};
                for (int s = 0; s < 2; s++) {
                    const uint32_t x = OPERAND_INDEX(side[s]);
                    if (OPERAND_CLASS(side[s]) != FROM_OP || piece_of[x] == k)
                        continue;
                    assert_in_range(cut.place[x], 0, cut.places - 1);
                    assert_int_equal(holds[cut.place[x]], x);
                    fetched++;
                }
                piece_of[order[n]] = k;
                if (cut.place[order[n]] != PIECES_OWN)
                    holds[cut.place[order[n]]] = order[n];
            }
        }
        assert_int_equal(cut.ends[cut.count - 1], p.list_count);
        assert_in_range(fetched, 10, UINT32_MAX);
        arena_free(&mem);
    }
}

typedef void arm64(const double *q, const double *qd, const double *qdd, double *tau);

/* One file with three functions: names of each, those of the joints once, results those of the
 * evaluator; the mass matrix is mirrored. */
static void functions_of_one_header_are_those_of_their_own(void **state)
{
    (void)state;
    enum { JOINTS = 6, LANES = 40 };
    for (int k = 0; k < COMPILER_COUNT; k++) {
        arena mem = arena_make();
        const ops list[3] = {function_of(&mem, "robots/puma560.urdf", FUNCTION_ID, false),
                             function_of(&mem, "robots/puma560.urdf", FUNCTION_MASS, false),
                             function_of(&mem, "robots/puma560.urdf", FUNCTION_GRAVITY, false)};
        loaded l = load_functions(&mem, list, 3, (how){COMPILERS[k], "off", 100});
        arm64 *torque;
        of_q64 *mass, *gravity;
        of_q_batch64 *mass_batch;
        find(&l, "name_torque_f64", &torque);
        find(&l, "name_mass_matrix_f64", &mass);
        find(&l, "name_mass_matrix_batch_f64", &mass_batch);
        find(&l, "name_gravity_f64", &gravity);
        const char *const *names = dlsym(l.library, "name_gravity_output_names");
        assert_string_equal(names[0], list[2].outputs[0].name);
        double q[JOINTS * LANES], zero[JOINTS] = {0}, tau[JOINTS], still[JOINTS];
        double m[JOINTS * JOINTS], all[JOINTS * JOINTS * LANES];
        uint64_t seed = 17;
        for (int i = 0; i < JOINTS * LANES; i++)
            q[i] = 3 * random_unit(&seed);
        mass_batch(LANES, LANES, q, all);
        for (int s = 0; s < LANES; s++) {
            double one[JOINTS];
            for (int i = 0; i < JOINTS; i++)
                one[i] = q[i * LANES + s];
            gravity(one, still);
            mass(one, m);
            for (int j = 0; j < JOINTS; j++) {
                double qdd[JOINTS] = {0};
                qdd[j] = 1;
                torque(one, zero, qdd, tau);
                for (int i = 0; i < JOINTS; i++) {
                    /* Torques and inertias stay below 100: some hundred roundings of that. */
                    assert_true(fabs(tau[i] - still[i] - m[i * JOINTS + j]) < 100 * 100 * 0x1p-52);
                    assert_true(m[i * JOINTS + j] == m[j * JOINTS + i]);
                    assert_true(m[i * JOINTS + j] == all[(i * JOINTS + j) * LANES + s]);
                }
            }
        }
        unload(&mem, &l);
        arena_free(&mem);
    }
}

/* Two freedoms, a pivot each: the first the difference of two numbers, the second one of them. */
static const char PIVOTS[] =
    "tauflow-ops 1\nrobot r\nfunction mass\ninput x q 0 hip\ninput y q 1 knee\n"
    "d = sub x y\nt = mul d d\noutput m mass 0 hip 0 hip = t\n"
    "output d0 pivot 0 hip = d\noutput D0 pivot_whole 0 hip = x\n"
    "output d1 pivot 1 knee = y\noutput D1 pivot_whole 1 knee = y\n";

typedef int judged64(const double *q, double *mass);
typedef int judged_batch32(size_t count, size_t stride, const float *q, float *mass);

static void a_pivot_of_rounding_errors_is_reported(void **state)
{
    (void)state;
    enum { STATES_COUNT = 19 };
    for (int k = 0; k < 2 * COMPILER_COUNT; k++) {
        arena mem = arena_make();
        ops p = ops_from(&mem, PIVOTS);
        loaded l = load_functions(&mem, &p, 1,
                                  (how){COMPILERS[k / 2], "off", (uint32_t)k % 2});
        judged64 *one;
        judged_batch32 *all;
        find(&l, "name_mass_matrix_f64", &one);
        find(&l, "name_mass_matrix_batch_f32", &all);
        double m[4];
        assert_int_equal(one((double[]){1, 0.5}, m), 0);
        assert_int_equal(one((double[]){1 + 0x1p-45, 1}, m), 0);
        assert_int_equal(one((double[]){1 + 0x1p-46, 1}, m), 1);
        assert_int_equal(one((double[]){1, 1}, m), 1);
        assert_int_equal(one((double[]){1, 0}, m), 1);
        assert_int_equal(one((double[]){1, -1}, m), 1);
        assert_int_equal(one((double[]){NAN, 1}, m), 1);
        for (uint32_t bad = 0; bad <= STATES_COUNT; bad++) {
            float q[2 * STATES_COUNT], mass[4 * STATES_COUNT];
            for (uint32_t i = 0; i < STATES_COUNT; i++)
                q[i] = 1, q[STATES_COUNT + i] = i == bad ? 1 - 0x1p-18f : 1 - 0x1p-16f;
            assert_int_equal(all(STATES_COUNT, STATES_COUNT, q, mass), bad < STATES_COUNT);
            assert_int_equal(all(1, STATES_COUNT, q, mass), bad == 0);
        }
        unload(&mem, &l);
        arena_free(&mem);
    }
}

/* --- loops ------------------------------------------------------------------------------------ */

typedef int until_closed64(double tolerance, unsigned limit, double *q, const double *qd,
                           const double *tau, double *qdd, double *q_closed, double *qd_closed,
                           double *residual);

static void passes_repeat_until_loops_are_closed(void **state)
{
    (void)state;
    enum { PLANAR = 9 };
    for (int k = 0; k < COMPILER_COUNT; k++) {
        arena mem = arena_make();
        ops p = function_of(&mem, "robots/loops/planar4.urdf", FUNCTION_CLOSED_FD, false);
        loaded l = load_functions(&mem, &p, 1, (how){COMPILERS[k], "off", 0});
        until_closed64 *run_until;
        find(&l, "name_closed_forward_until_closed_f64", &run_until);
        double q[PLANAR] = {-2.2, 1.5, -0.2, 1.2, 1.8, 1.2, 0.1, -0.05, 0.2}, zero[PLANAR] = {0},
               qdd[PLANAR], next[PLANAR], rates[PLANAR], residual[3], far[PLANAR] = {0};
        const double closed[2] = {-2.358884636159, 1.441563040214};
        assert_int_equal(run_until(1e-13, 1, q, zero, zero, qdd, next, rates, residual), 2);
        assert_int_equal(run_until(1e-13, 10, q, zero, zero, qdd, next, rates, residual), 0);
        for (int i = 0; i < 2; i++)
            assert_true(fabs(q[i] - closed[i]) < 1e-11);
        assert_true(q[6] == 0.1 && q[7] == -0.05 && q[8] == 0.2);
        /* Stretched arms cannot be solved: a status, whatever the results are. */
        assert_int_equal(run_until(1e-13, 10, far, zero, zero, qdd, next, rates, residual), 1);
        double nowhere[PLANAR] = {-2.2, 1.5, -0.2, 1.2, 1.8, 1.2, 9, 9, 0};
        assert_true(run_until(1e-13, 50, nowhere, zero, zero, qdd, next, rates, residual) > 0);
        unload(&mem, &l);
        arena_free(&mem);
    }
}

typedef int derivatives_until_closed64(double tolerance, unsigned limit, double *q,
                                       const double *qd, const double *tau, double *qdd_q,
                                       double *qdd_qd, double *qdd_tau, double *q_closed,
                                       double *residual);

/* Emitted derivatives at the position that they close themselves are what the operations give
 * there. */
static void derivatives_are_those_of_the_closed_position(void **state)
{
    (void)state;
    enum { PLANAR = 9, SQUARE = PLANAR * PLANAR };
    arena mem = arena_make();
    ops p = function_of(&mem, "robots/loops/planar4.urdf", FUNCTION_CLOSED_FD_DERIVATIVES, false);
    loaded l = load_functions(&mem, &p, 1, (how){COMPILERS[0], "off", 0});
    derivatives_until_closed64 *run_until;
    find(&l, "name_closed_forward_derivatives_until_closed_f64", &run_until);
    double q[PLANAR] = {-2.2, 1.5, -0.2, 1.2, 1.8, 1.2, 0.1, -0.05, 0.2}, qd[PLANAR], tau[PLANAR],
           m[3][SQUARE], next[PLANAR], residual[3];
    for (int i = 0; i < PLANAR; i++) {
        qd[i] = 0.3 * cos(i);
        tau[i] = 2 * sin(2 * i);
    }
    assert_int_equal(run_until(1e-13, 10, q, qd, tau, m[0], m[1], m[2], next, residual), 0);
    assert_true(fabs(q[0] - -2.358884636159) < 1e-11);
    double *in = ARENA_ARRAY(&mem, double, p.inputs_count + 1),
           *out = ARENA_ARRAY(&mem, double, p.outputs_count + 1);
    state_to_inputs64(&p, &(robot_state){.q = q, .qd = qd, .tau = tau}, in);
    ops_eval64(&p, in, out, ARENA_ARRAY(&mem, double, p.list_count + 1));
    uint32_t compared = 0;
    for (uint32_t i = 0; i < p.outputs_count; i++) {
        const ops_output *o = &p.outputs[i];
        const output_kind of[] = {OUTPUT_QDD_Q, OUTPUT_QDD_QD, OUTPUT_QDD_TAU};
        for (int k = 0; k < 3; k++)
            if (o->kind == of[k]) {
                const double got = m[k][o->index * PLANAR + o->column],
                             other = k < 2 ? got : m[k][o->column * PLANAR + o->index];
                assert_true(fabs(got - out[i]) <= 1e-12 * fmax(1, fabs(out[i])));
                assert_true(got == other);
                compared++;
            }
    }
    assert_int_equal(compared, 2 * SQUARE + PLANAR * (PLANAR + 1) / 2);
    unload(&mem, &l);
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pieces_equal_the_whole_bit_for_bit),
        cmocka_unit_test(many_angles_by_a_loop_equal_lines_bit_for_bit),
        cmocka_unit_test(zeros_side_by_side_are_all_written),
        cmocka_unit_test(a_value_is_kept_until_its_last_use),
        cmocka_unit_test(functions_of_one_header_are_those_of_their_own),
        cmocka_unit_test(a_pivot_of_rounding_errors_is_reported),
        cmocka_unit_test(passes_repeat_until_loops_are_closed),
        cmocka_unit_test(derivatives_are_those_of_the_closed_position),
    };
    return cmocka_run_group_tests_name("emit_functions", tests, NULL, NULL);
}
