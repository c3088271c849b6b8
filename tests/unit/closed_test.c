/* SPDX-License-Identifier: MIT */
/* Robots with loops: the planar parallel robot moves as the reference says, however it is cut open
 * and whichever joints are independent. */
#include <math.h>
#include <stdio.h>

#include "operations/layout.h"
#include "planar_robot.h"
#include "tree_ops.h"

/* Values with twelve digits behind the point: what differs by more than these is wrong. */
#define WITHIN 1e-10

typedef struct {
    double q[PLANAR_MOST], qd[PLANAR_MOST], qdd[PLANAR_MOST], tau[PLANAR_MOST];
} state;

static double *evaluate(tree_function *f, const state *s)
{
    const robot_state now = {.q = s->q, .qd = s->qd, .qdd = s->qdd, .tau = s->tau};
    return state_results(&f->mem, &f->p, &now);
}

/* Of a joint that depends on others; independent ones have the constant 0. */
static bool is_of(const ops_output *o, output_kind kind)
{
    return o->kind == kind && OPERAND_CLASS(o->value) != FROM_CONSTANT;
}

/* Asks again with the positions that came out until all residuals are small. Returns how often. */
static uint32_t converge(tree_function *f, state *s, double **out)
{
    enum { MOST_PASSES = 20 };
    for (uint32_t pass = 1; pass < MOST_PASSES; pass++) {
        double largest = 0;
        *out = evaluate(f, s);
        for (uint32_t i = 0; i < f->p.outputs_count; i++)
            if (f->p.outputs[i].kind == OUTPUT_RESIDUAL)
                largest = fmax(largest, (*out)[i]);
        if (largest <= 1e-28)
            return pass;
        for (uint32_t i = 0; i < f->p.outputs_count; i++)
            if (is_of(&f->p.outputs[i], OUTPUT_CLOSED_Q))
                s->q[f->p.outputs[i].index] = (*out)[i];
    }
    fail_msg("no closed position after %d passes", MOST_PASSES);
    return 0;
}

static void is_near(double value, double wanted, const char *what, uint32_t joint)
{
    if (!(fabs(value - wanted) <= WITHIN * fmax(1, fabs(wanted))))
        fail_msg("%s of joint %u is %.13g, not %.13g", what, joint + 1, value, wanted);
}

static state planar_state(planar_robot *r)
{
    state s;
    memset(&s, 0, sizeof s);
    planar_joints(r, PLANAR_Q, true, s.q);
    planar_joints(r, PLANAR_QD, false, s.qd);
    for (uint32_t i = 0; i < r->t.coordinates_count; i++)
        r->t.coordinates[i].start = s.q[i];
    return s;
}

static void check_motion(planar_robot *r, formalism form)
{
    state s = planar_state(r);
    double qd[PLANAR_MOST], qdd[PLANAR_MOST], *out;
    planar_joints(r, PLANAR_QD, false, qd);
    planar_joints(r, PLANAR_QDD, false, qdd);
    tree_function f = function_build(&r->t, FUNCTION_CLOSED_FD, form, 1);
    if (!f.built)
        fail_msg("%s", f.d.error.text);
    (void)converge(&f, &s, &out);
    uint32_t accelerations = 0;
    for (uint32_t i = 0; i < f.p.outputs_count; i++) {
        const ops_output *o = &f.p.outputs[i];
        accelerations += o->kind == OUTPUT_QDD;
        if (o->kind == OUTPUT_QDD)
            is_near(out[i], qdd[o->index], "acceleration", o->index);
        else if (is_of(o, OUTPUT_CLOSED_QD))
            is_near(out[i], qd[o->index], "velocity", o->index);
    }
    assert_int_equal(accelerations, r->t.coordinates_count);
    arena_free(&f.mem);
}

/* Joints of bit k of a number are independent, from 1. */
static void choose(planar_robot *r, unsigned joints)
{
    for (uint32_t i = 0; i < r->t.coordinates_count; i++)
        r->t.coordinates[i].independent = joints >> (i + 1) & 1;
}

#define JOINTS(a, b, c) (1u << (a) | 1u << (b) | 1u << (c))

static const struct {
    planar_model model;
    unsigned independent;
} PARTITIONS[] = {{PLANAR_CHAINS, JOINTS(1, 6, 9)},      {PLANAR_CHAINS, JOINTS(3, 4, 7)},
                  {PLANAR_CHAINS, JOINTS(1, 2, 3)},      {PLANAR_ARMS, JOINTS(1, 4, 7)},
                  {PLANAR_ARMS, JOINTS(3, 6, 9)},        {PLANAR_ARMS, JOINTS(1, 2, 3)},
                  {PLANAR_CENTRE, JOINTS(10, 11, 12)},   {PLANAR_JOINTS, JOINTS(10, 11, 12)},
                  {PLANAR_CUT_JOINTS, JOINTS(7, 8, 9)}};
enum { PARTITIONS_COUNT = sizeof PARTITIONS / sizeof *PARTITIONS };

static void every_model_and_partition_moves_alike(void **unused)
{
    (void)unused;
    for (uint32_t k = 0; k < PARTITIONS_COUNT; k++) {
        arena mem = arena_make();
        planar_robot r = planar_make(&mem, PARTITIONS[k].model);
        choose(&r, PARTITIONS[k].independent);
        check_motion(&r, FORMALISM_DEFAULT);
        check_motion(&r, FORMALISM_CLASSIC);
        arena_free(&mem);
    }
}

/* Accelerations and multipliers without any choice of joints; pulled together they are the same, as
 * nothing has drifted. */
static void augmented_moves_alike(void **unused)
{
    (void)unused;
    for (uint32_t m = 0; m < PLANAR_MODELS; m++)
        for (uint32_t k = 0; k < 3; k++) {
            arena mem = arena_make();
            planar_robot r = planar_make(&mem, (planar_model)m);
            state s = planar_state(&r);
            double qdd[PLANAR_MOST], *out, *reduced;
            r.t.stabilise = (stabilisation){k == 2 ? 3 : 0, k == 2 ? 5 : 0};
            const formalism form = k == 1 ? FORMALISM_CLASSIC : FORMALISM_DEFAULT;
            tree_function f = function_build(&r.t, FUNCTION_AUGMENTED, form, 1);
            tree_function forces =
                function_build(&r.t, FUNCTION_CLOSED_FORCES, FORMALISM_DEFAULT, 1);
            assert_true(f.built && forces.built);
            (void)converge(&forces, &s, &reduced);
            out = evaluate(&f, &s);
            planar_joints(&r, PLANAR_QDD, false, qdd);
            uint32_t multipliers = 0;
            for (uint32_t i = 0; i < f.p.outputs_count; i++) {
                const ops_output *o = &f.p.outputs[i];
                if (o->kind == OUTPUT_QDD)
                    is_near(out[i], qdd[o->index], "augmented acceleration", o->index);
                for (uint32_t j = 0; j < forces.p.outputs_count; j++)
                    if (o->kind == OUTPUT_MULTIPLIER &&
                        forces.p.outputs[j].kind == OUTPUT_MULTIPLIER &&
                        forces.p.outputs[j].index == o->index) {
                        is_near(out[i], reduced[j], "multiplier", o->index);
                        multipliers++;
                    }
            }
            assert_int_equal(multipliers, m == PLANAR_CENTRE || m == PLANAR_JOINTS ? 9 : 6);
            arena_free(&f.mem);
            arena_free(&forces.mem);
            arena_free(&mem);
        }
}

static void newton_closes_from_afar(void **unused)
{
    (void)unused;
    static const double START[6] = {-2.2, 1.5, -0.2, 1.2, 1.8, 1.2};
    static const double LAMBDA[6] = {1.615492790503, 0.279969849328,  0.223242809211,
                                     1.377603682533, -1.454518527476, 2.067146851387};
    arena mem = arena_make();
    planar_robot r = planar_make(&mem, PLANAR_CUT_JOINTS);
    state s = planar_state(&r);
    memcpy(s.q, START, sizeof START);
    choose(&r, JOINTS(7, 8, 9));
    tree_function f = function_build(&r.t, FUNCTION_CLOSED_FORCES, FORMALISM_DEFAULT, 1);
    assert_true(f.built);
    double *out;
    assert_true(converge(&f, &s, &out) <= 7); /* digits double with each pass */
    for (uint32_t i = 0; i < 6; i++)
        is_near(s.q[i], PLANAR_Q[i], "position", i);
    uint32_t multipliers = 0;
    for (uint32_t i = 0; i < f.p.outputs_count; i++)
        if (f.p.outputs[i].kind == OUTPUT_MULTIPLIER) {
            is_near(out[i], LAMBDA[f.p.outputs[i].index], "multiplier", f.p.outputs[i].index);
            multipliers++;
        }
    assert_int_equal(multipliers, 6);
    arena_free(&f.mem);
    arena_free(&mem);
}

/* Passes that go before in the same evaluation: fewer evaluations from afar, one where it is
 * near, and sines of positions that were moved are as right as those that are given. */
static void passes_are_unrolled(void **unused)
{
    (void)unused;
    static const double START[6] = {-2.2, 1.5, -0.2, 1.2, 1.8, 1.2};
    for (uint32_t passes = 2; passes <= 3; passes++) {
        arena mem = arena_make();
        planar_robot r = planar_make(&mem, PLANAR_CUT_JOINTS);
        state s = planar_state(&r), near = s;
        double *out;
        r.t.newton_passes = passes;
        tree_function f = function_build(&r.t, FUNCTION_CLOSED_FD, FORMALISM_DEFAULT, 1);
        assert_true(f.built);
        memcpy(s.q, START, sizeof START);
        assert_true(converge(&f, &s, &out) <= (passes == 2 ? 4 : 3));
        for (uint32_t i = 0; i < 6; i++)
            near.q[i] += passes == 2 ? 1e-6 : 1e-3;
        out = evaluate(&f, &near);
        for (uint32_t i = 0; i < f.p.outputs_count; i++) {
            const ops_output *o = &f.p.outputs[i];
            if (o->kind == OUTPUT_QDD)
                is_near(out[i], PLANAR_QDD[o->index], "acceleration", o->index);
            else if (is_of(o, OUTPUT_CLOSED_Q))
                is_near(out[i], PLANAR_Q[o->index], "position", o->index);
            else if (o->kind == OUTPUT_RESIDUAL)
                assert_true(out[i] < 1e-20);
        }
        arena_free(&f.mem);
        arena_free(&mem);
    }
}

static void check_torques(unsigned actuated, const double *wanted)
{
    arena mem = arena_make();
    planar_robot r = planar_make(&mem, PLANAR_CUT_JOINTS);
    state s = planar_state(&r);
    choose(&r, JOINTS(7, 8, 9));
    s.qdd[6] = 1;
    s.qdd[7] = 2;
    s.qdd[8] = -0.5;
    for (uint32_t i = 0; i < r.t.coordinates_count; i++)
        r.t.coordinates[i].actuated = actuated >> (i + 1) & 1;
    for (formalism form = 0; form <= FORMALISM_DEFAULT; form++) {
        tree_function f = function_build(&r.t, FUNCTION_CLOSED_ID, form, 1);
        if (!f.built)
            fail_msg("%s", f.d.error.text);
        double *out;
        uint32_t torques = 0;
        (void)converge(&f, &s, &out);
        for (uint32_t i = 0; i < f.p.outputs_count; i++)
            if (f.p.outputs[i].kind == OUTPUT_TORQUE) {
                is_near(out[i], wanted[f.p.outputs[i].index], "torque", f.p.outputs[i].index);
                torques++;
            }
        assert_int_equal(torques, 9);
        arena_free(&f.mem);
    }
    arena_free(&mem);
}

static void three_actuators_give_the_motion(void **unused)
{
    (void)unused;
    const double wanted[9] = {-40.647850124728, 0, 61.170545104075, 0, -3.433160712467};
    check_torques(JOINTS(1, 3, 5), wanted);
}

static void six_actuators_give_it_with_least_torques(void **unused)
{
    (void)unused;
    const double wanted[9] = {-12.656756158199, 31.097428224218, 21.719686060084,
                              -11.921850036453, -2.001269618144, -10.238250527468};
    check_torques(JOINTS(1, 2, 3) | JOINTS(4, 5, 6), wanted);
}

/* A loop without mass: refused with a name, in both ways to write it. */
static void massless_loops_are_refused(void **unused)
{
    (void)unused;
    static const function_kind SOLVING[] = {FUNCTION_CLOSED_FD, FUNCTION_CLOSED_FORCES,
                                            FUNCTION_AUGMENTED};
    arena mem = arena_make();
    planar_robot r = planar_make(&mem, PLANAR_CUT_JOINTS);
    (void)planar_state(&r);
    for (uint32_t i = 1; i < r.t.bodies_count; i++)
        r.t.bodies[i].body = (inertia){0};
    for (uint32_t k = 0; k < 3; k++)
        for (formalism form = 0; form <= FORMALISM_DEFAULT; form++) {
            tree_function f = function_build(&r.t, SOLVING[k], form, 1);
            assert_false(f.built);
            if (!strstr(f.d.error.text, "without moving any inertia"))
                fail_msg("%s", f.d.error.text);
            arena_free(&f.mem);
        }
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_model_and_partition_moves_alike),
        cmocka_unit_test(augmented_moves_alike),
        cmocka_unit_test(massless_loops_are_refused),
        cmocka_unit_test(passes_are_unrolled),
        cmocka_unit_test(newton_closes_from_afar),
        cmocka_unit_test(three_actuators_give_the_motion),
        cmocka_unit_test(six_actuators_give_it_with_least_torques),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
