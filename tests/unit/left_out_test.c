/* SPDX-License-Identifier: MIT */
/* Constraints that others imply are left out of what is solved, but looked at: where they do not
 * hold, results say so. Bennett's linkage has three of them; two of its five equations, which is
 * what is solved with, hold at many positions where the linkage is open. */
#include <float.h>
#include <math.h>
#include <string.h>

#include "apps/motion/robot_cpu.h"
#include "closed_robot.h"

enum { JOINTS = 3, LEVELS = 3 };

#define BENNETT "tests/loops/bennett.urdf"

static const function_kind FUNCTION[] = {
    FUNCTION_CLOSURE, FUNCTION_CLOSED_ID, FUNCTION_CLOSED_FD, FUNCTION_CLOSED_FORCES,
    FUNCTION_CLOSED_REDUCED, FUNCTION_AUGMENTED, FUNCTION_CLOSED_ID_DERIVATIVES,
    FUNCTION_CLOSED_FD_DERIVATIVES};
enum { ALL = sizeof FUNCTION / sizeof FUNCTION[0] };

typedef struct {
    double q[JOINTS], qd[JOINTS], qdd[JOINTS], tau[JOINTS];
} state;

static void open_robot(const char *path, closed_robot *r)
{
    *r = (closed_robot){.s = passes_default()};
    read_robot(path, r);
    find_loops(r);
    assert_int_equal(r->forms.tree.coordinates_count, JOINTS);
}

static double *evaluate(closed_robot *r, const ops *p, const state *s)
{
    const robot_state now = {.q = s->q, .qd = s->qd, .qdd = s->qdd, .tau = s->tau};
    return state_results(&r->mem, p, &now);
}

static double *results_of(const ops *p, double *results, output_kind kind, uint32_t index)
{
    for (uint32_t i = 0; i < p->outputs_count; i++)
        if (p->outputs[i].kind == kind && p->outputs[i].index == index)
            return &results[i];
    fail_msg("no output %s %u", OUTPUT_KIND[kind].word, index);
    return NULL;
}

static double *share(const ops *p, double *results, uint32_t row, uint32_t level)
{
    static const output_kind KIND[LEVELS] = {OUTPUT_LEFT_OUT, OUTPUT_LEFT_OUT_RATE,
                                             OUTPUT_LEFT_OUT_ACCELERATION};
    return results_of(p, results, KIND[level], row);
}

/* Where the two equations that are solved with hold, and the others do not: from a start on another
 * branch. */
static state open_state(closed_robot *r)
{
    const ops p = function_of(r, FUNCTION_CLOSURE, FORMALISM_DEFAULT);
    state s = {{-1, 1, -1}, {0, 0, 2}, {0, 0, 0.7}, {0.5, -0.2, 1}};
    for (uint32_t pass = 0; pass < 20; pass++) {
        double *out = evaluate(r, &p, &s);
        if (*results_of(&p, out, OUTPUT_RESIDUAL, 0) < 1e-28)
            return s;
        for (uint32_t i = 0; i < 2; i++)
            s.q[i] = *results_of(&p, out, OUTPUT_CLOSED_Q, i);
    }
    fail_msg("no position");
    return s;
}

static state closed_state(closed_robot *r)
{
    double *q, *qd;
    state s = {.qdd = {0, 0, 0.7}, .tau = {0.5, -0.2, 1}};
    assert_int_equal(loops_motions(&r->mem, &r->l, 1, 5, &q, &qd), 1);
    memcpy(s.q, q, sizeof s.q);
    memcpy(s.qd, qd, sizeof s.qd);
    return s;
}

static void redundant_rows_that_move_are_looked_at(void **unused)
{
    (void)unused;
    static const struct {
        const char *path;
        uint32_t redundant, left_out;
    } ROBOT[] = {{BENNETT, 3, 3}, {"tests/loops/fourbar.urdf", 3, 0},
                 {"tests/loops/tilted.urdf", 1, 1}};
    for (uint32_t k = 0; k < 3; k++) {
        closed_robot r;
        uint32_t redundant = 0;
        int exponent;
        open_robot(ROBOT[k].path, &r);
        for (uint32_t i = 0; i < r.l.all.count; i++) {
            redundant += r.l.is_redundant[i];
            assert_true(frexp(r.l.size[i], &exponent) == 0.5); /* a power of two */
        }
        assert_int_equal(redundant, ROBOT[k].redundant);
        assert_int_equal(r.l.left_out_count, ROBOT[k].left_out);
        const ops p = function_of(&r, FUNCTION_CLOSED_FD, FORMALISM_DEFAULT);
        uint32_t outputs = 0;
        for (uint32_t i = 0; i < p.outputs_count; i++)
            outputs += OUTPUT_KIND[p.outputs[i].kind].array == ARRAY_LEFT_OUT;
        assert_int_equal(outputs, LEVELS * ROBOT[k].left_out);
        arena_free(&r.mem);
    }
}

/* By rounding alone, however the functions are written. */
static void rows_hold_where_loops_are_closed(void **unused)
{
    (void)unused;
    static const char *const ROBOT[] = {BENNETT, "tests/loops/tilted.urdf"};
    for (uint32_t k = 0; k < 2 * ALL; k++) {
        closed_robot r;
        open_robot(ROBOT[k % 2], &r);
        for (uint32_t form = 0; form <= FORMALISM_DEFAULT; form++) {
            const state s = closed_state(&r);
            const ops p = function_of(&r, FUNCTION[k / 2], (formalism)form);
            double *out = evaluate(&r, &p, &s);
            for (uint32_t i = 0; i < LEVELS * r.l.left_out_count; i++)
                if (!(*share(&p, out, i / LEVELS, i % LEVELS) < 1e-20))
                    fail_msg("%s of %s: row %u of level %u has %g", FUNCTION_KIND[p.function].name,
                             ROBOT[k % 2], i / LEVELS, i % LEVELS,
                             *share(&p, out, i / LEVELS, i % LEVELS));
            assert_true(results_are_regular(&p, out, DBL_EPSILON));
            assert_int_equal(results_left_open(&p, out), p.outputs_count);
        }
        arena_free(&r.mem);
    }
}

static void open_positions_are_told_by_every_function(void **unused)
{
    (void)unused;
    closed_robot r;
    open_robot(BENNETT, &r);
    const state s = open_state(&r);
    constraint_numbers c = constraint_numbers_make(&r.mem, &r.forms.tree);
    constraint_numbers_at(&c, s.q);
    for (uint32_t k = 0; k < ALL; k++) {
        const ops p = function_of(&r, FUNCTION[k], FORMALISM_DEFAULT);
        double *out = evaluate(&r, &p, &s);
        assert_true(*results_of(&p, out, OUTPUT_RESIDUAL, 0) < 1e-28);
        for (uint32_t i = 0; i < r.l.left_out_count; i++) {
            const uint32_t row = r.l.left_out[i];
            const double wanted = c.value[row] * c.value[row] / r.l.size[row];
            assert_true(fabs(*share(&p, out, i, 0) - wanted) <= 1e-12 * wanted);
        }
        assert_true(results_left_open(&p, out) < p.outputs_count);
        /* what takes positions as they are has no solution */
        assert_int_equal(results_are_regular(&p, out, DBL_EPSILON),
                         FUNCTION[k] != FUNCTION_AUGMENTED);
    }
    assert_int_equal(loops_left_open(&r.l, &c, s.qd, LEFT_OUT_WITHIN64).which, r.l.left_out[0]);
    arena_free(&r.mem);
}

/* Along q + qd t + qdd t^2 / 2, by differences that forget terms of the fourth order: those of a
 * translation are exact where loops are open, too. */
static void derivatives_are_those_of_the_rows(void **unused)
{
    (void)unused;
    static const double T = 1e-3;
    closed_robot r;
    open_robot(BENNETT, &r);
    state s = open_state(&r);
    const ops closure = function_of(&r, FUNCTION_CLOSURE, FORMALISM_DEFAULT),
              forward = function_of(&r, FUNCTION_CLOSED_FD, FORMALISM_DEFAULT);
    double *rates = evaluate(&r, &closure, &s), *out = evaluate(&r, &forward, &s), h[5];
    for (uint32_t i = 0; i < 2; i++)
        s.qd[i] = *results_of(&closure, rates, OUTPUT_CLOSED_QD, i);
    constraint_numbers c = constraint_numbers_make(&r.mem, &r.forms.tree);
    const uint32_t row = r.l.left_out[0];
    assert_string_equal(r.l.all.list[row].name, "hinge.z");
    double qdd[JOINTS];
    for (uint32_t i = 0; i < JOINTS; i++)
        qdd[i] = *results_of(&forward, out, OUTPUT_QDD, i);
    for (int k = -2; k <= 2; k++) {
        double at[JOINTS];
        for (uint32_t i = 0; i < JOINTS; i++)
            at[i] = s.q[i] + s.qd[i] * k * T + qdd[i] * k * k * T * T / 2;
        constraint_numbers_at(&c, at);
        h[k + 2] = c.value[row];
    }
    constraint_numbers_at(&c, s.q);
    const double first = (8 * (h[3] - h[1]) - (h[4] - h[0])) / (12 * T),
                 second = (16 * (h[3] + h[1]) - (h[4] + h[0]) - 30 * h[2]) / (12 * T * T);
    double terms = r.l.size[row], terms_second = terms, moved = 0;
    for (uint32_t i = 0; i < JOINTS; i++) {
        const double entry = c.row[row * JOINTS + i];
        terms += pow(entry * s.qd[i], 2);
        terms_second += pow(entry * qdd[i], 2);
        moved += entry * qdd[i];
    }
    terms_second += pow(second - moved, 2); /* what is quadratic in the rates */
    const double wanted = first * first / terms,
                 wanted_second = second * second / terms_second;
    assert_true(wanted > 0.01 && wanted_second > 0.01);
    assert_true(fabs(*share(&forward, out, 0, 1) - wanted) < 1e-7);
    assert_true(fabs(*share(&forward, out, 0, 2) - wanted_second) < 1e-6);
    arena_free(&r.mem);
}

/* What drifts is pulled together: h'' + 2 alpha h' + beta^2 h is what has to be zero. */
static void stabilised_accelerations_are_a_solution(void **unused)
{
    (void)unused;
    closed_robot r;
    open_robot("tests/loops/tilted.urdf", &r);
    r.forms.tree.stabilise.alpha = 50;
    r.forms.tree.stabilise.beta = 40;
    const ops p = function_of(&r, FUNCTION_AUGMENTED, FORMALISM_DEFAULT);
    state s = closed_state(&r);
    for (uint32_t i = 0; i < JOINTS; i++) {
        s.q[i] += 0.01 * (i + 1); /* opens all rows, in the plane of the linkage */
        s.qd[i] += 0.1 * (i + 1);
    }
    double *out = evaluate(&r, &p, &s);
    assert_true(*results_of(&p, out, OUTPUT_RESIDUAL, 0) > 1e-6);
    assert_true(*share(&p, out, 0, 0) > 1e-6 && *share(&p, out, 0, 1) > 1e-4);
    assert_true(*share(&p, out, 0, 2) < 1e-20);
    assert_true(results_are_regular(&p, out, DBL_EPSILON));
    arena_free(&r.mem);
}

static void tolerances_are_the_stated_ones(void **unused)
{
    (void)unused;
    static const double LIMIT[LEVELS] = {0x1p-40, 0x1p-20, 0x1p-20};
    closed_robot r;
    open_robot(BENNETT, &r);
    for (uint32_t k = 0; k < 2; k++) {
        const bool augmented = k;
        const state s = closed_state(&r);
        const ops p = function_of(&r, augmented ? FUNCTION_AUGMENTED : FUNCTION_CLOSED_FD,
                                  FORMALISM_DEFAULT);
        double *out = evaluate(&r, &p, &s);
        for (uint32_t row = 0; row < 3; row++)
            for (uint32_t level = 0; level < LEVELS; level++) {
                double *at = share(&p, out, row, level);
                const double was = *at, next = nextafter(LIMIT[level], 1);
                const struct {
                    double value;
                    bool holds;
                } TRIED[] = {{LIMIT[level], true}, {next, false}, {NAN, false}};
                for (uint32_t i = 0; i < 3; i++) {
                    *at = TRIED[i].value;
                    assert_int_equal(results_left_open(&p, out) == p.outputs_count,
                                     TRIED[i].holds);
                    assert_int_equal(results_are_regular(&p, out, DBL_EPSILON),
                                     TRIED[i].holds || !augmented || level != 2);
                }
                *at = was;
            }
    }
    assert_true(left_out_most(OUTPUT_LEFT_OUT, true) == 0x1p-20);
    arena_free(&r.mem);
}

/* The same law, in numbers: positions by what may be open, rates by a share of 2^-10. */
static void rates_of_states_are_looked_at(void **unused)
{
    (void)unused;
    closed_robot r;
    open_robot(BENNETT, &r);
    state s = closed_state(&r);
    constraint_numbers c = constraint_numbers_make(&r.mem, &r.forms.tree);
    constraint_numbers_at(&c, s.q);
    assert_int_equal(loops_left_open(&r.l, &c, s.qd, 1e-9).which, LOOPS_NONE);
    for (uint32_t k = 0; k < r.l.left_out_count; k++) {
        const uint32_t row = r.l.left_out[k];
        const double was = c.value[row];
        c.value[row] = 1e-9 * sqrt(r.l.size[row]);
        assert_int_equal(loops_left_open(&r.l, &c, s.qd, 1.001e-9).which, LOOPS_NONE);
        assert_int_equal(loops_left_open(&r.l, &c, s.qd, 0.999e-9).which, row);
        c.value[row] = was;
    }
    s.qd[0] *= 1.1;
    const left_open left = loops_left_open(&r.l, &c, s.qd, 1e-9);
    assert_true(left.which != LOOPS_NONE && left.share > 0x1p-10);
    arena_free(&r.mem);
}

/* Accelerations of a simulation on the CPU: of closed states, and of none. */
static void evaluations_on_the_cpu_look_at_the_rows(void **unused)
{
    (void)unused;
    closed_robot r;
    open_robot(BENNETT, &r);
    for (uint32_t k = 0; k < 2; k++) {
        state s = k ? open_state(&r) : closed_state(&r);
        const double zero[JOINTS] = {0};
        robot_state at = {.qd = s.qd, .tau = zero};
        function_numbers f;
        uint32_t passes;
        assert_int_equal(function_numbers_make(&r.mem, &r.s, &r.forms, FUNCTION_CLOSED_FD, NULL, &f,
                                               &r.d), STATUS_OK);
        const status done = loops_close(&f, &r.l, &at, s.q, 0.5, &passes, &r.d);
        assert_int_equal(done, k ? STATUS_SYSTEM : STATUS_OK);
        if (k)
            assert_non_null(strstr(r.d.error.text, "at t = 0.5 s the loops do not close: "
                                                   "constraint 'hinge.z', which was left out"));
    }
    arena_free(&r.mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(redundant_rows_that_move_are_looked_at),
        cmocka_unit_test(rows_hold_where_loops_are_closed),
        cmocka_unit_test(open_positions_are_told_by_every_function),
        cmocka_unit_test(derivatives_are_those_of_the_rows),
        cmocka_unit_test(stabilised_accelerations_are_a_solution),
        cmocka_unit_test(tolerances_are_the_stated_ones),
        cmocka_unit_test(rates_of_states_are_looked_at),
        cmocka_unit_test(evaluations_on_the_cpu_look_at_the_rows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
