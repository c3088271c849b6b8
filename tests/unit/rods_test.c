/* SPDX-License-Identifier: MIT */
/* Rods that are removed with their inertia (loops/rods.h): the mechanism moves, weighs and answers
 * as the one that has its rod as a slender body between a universal joint and a ball cut. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apps/motion/robot_energy.h"
#include "closed_robot.h"

/* slide, turn, drive, nod: what moves the rest; and swing, which follows in both. */
enum { COMMON = 5, STATES = 6 };
static const char *const JOINT[COMMON] = {"slide", "turn", "drive", "nod", "swing"};

typedef struct {
    closed_robot r;
    uint32_t at[COMMON]; /* coordinates */
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST], free[9];
    double of[OUTPUT_KIND_COUNT][3 * MOST], matrix[OUTPUT_KIND_COUNT][MOST][MOST];
} mechanism;

static mechanism *open_mechanism(const char *path, bool floating)
{
    mechanism *m = calloc(1, sizeof *m);
    assert_non_null(m);
    m->r.s = passes_default();
    m->r.s.tree.floating_base = floating;
    read_robot(path, &m->r);
    find_loops(&m->r);
    memcpy(m->q, m->r.l.closed, m->r.forms.tree.coordinates_count * sizeof *m->q);
    for (uint32_t k = 0; k < COMMON; k++)
        for (uint32_t i = 0; i < m->r.forms.tree.coordinates_count; i++)
            if (strcmp(m->r.forms.tree.coordinates[i].name, JOINT[k]) == 0)
                m->at[k] = i;
    return m;
}

static void close_mechanism(mechanism *m)
{
    arena_free(&m->r.mem);
    free(m);
}

static void give_state(mechanism *m, uint32_t number)
{
    static const double Q[COMMON] = {0.1, 0.4, 0.4, 0.3, -0.2};
    for (uint32_t k = 0; k < COMMON; k++) {
        m->q[m->at[k]] = Q[k] + (k < 4 ? 0.1 * sin(1 + 2.3 * k + 1.1 * number) : 0);
        m->qd[m->at[k]] = 1.5 * cos(2.1 * k + number);
        m->qdd[m->at[k]] = 3 * sin(0.7 * k + 2 * number);
        m->tau[m->at[k]] = 4 * cos(1.3 * k - number);
    }
    for (uint32_t k = 0; k < 9; k++)
        m->free[k] = 2 * sin(1 + k + 0.6 * number);
}

/* Results at closed positions, all of which the state has then. */
static void evaluate(mechanism *m, function_kind function, formalism form)
{
    const ops p = function_of(&m->r, function, form);
    for (uint32_t pass = 0; pass < 12; pass++) {
        arena mem = arena_make();
        const robot_state now = {.q = m->q, .qd = m->qd, .qdd = m->qdd, .tau = m->tau,
                                 .free_motion = m->free, .wrench = m->free};
        const double *out = state_results(&mem, &p, &now);
        for (uint32_t i = 0; i < p.outputs_count; i++) {
            const ops_output *o = &p.outputs[i];
            if (o->column_of)
                m->matrix[o->kind][o->index][o->column] = out[i];
            else
                m->of[o->kind][3 * o->index + o->axis] =
                    out[i];
            if (o->kind == OUTPUT_CLOSED_Q && m->r.l.place[o->index] != LOOPS_NONE)
                m->q[o->index] = out[i];
        }
        arena_free(&mem);
    }
}

static void is_near(double value, double wanted, double size, const char *of, const char *what)
{
    if (!(fabs(value - wanted) <= 1e-11 * size))
        fail_msg("%s of %s is %.15g, not %.15g", what, of, value, wanted);
}

static void assert_alike(const mechanism *a, const mechanism *b, output_kind kind)
{
    double size = 1;
    for (uint32_t k = 0; k < COMMON; k++)
        size = fmax(size, fabs(b->of[kind][3 * b->at[k]]));
    for (uint32_t k = 0; k < COMMON; k++)
        is_near(a->of[kind][3 * a->at[k]], b->of[kind][3 * b->at[k]], size, JOINT[k],
                WORD_ARRAY[OUTPUT_KIND[kind].array].name);
}

static void assert_matrices_alike(const mechanism *a, const mechanism *b, output_kind kind)
{
    const uint32_t offset = kind == OUTPUT_TAU_Q || kind == OUTPUT_QDD_Q;
    double size = 1;
    for (uint32_t pass = 0; pass < 2; pass++)
        for (uint32_t i = 0; i < COMMON; i++)
            for (uint32_t k = 0; k < COMMON; k++) {
                const double x = a->matrix[kind][a->r.of_free + a->at[i]]
                                          [(offset ? 0 : a->r.of_free) + a->at[k]],
                             y = b->matrix[kind][b->r.of_free + b->at[i]]
                                          [(offset ? 0 : b->r.of_free) + b->at[k]];
                size = fmax(size, fabs(y));
                if (pass)
                    is_near(x, y, 10 * size, JOINT[i], WORD_ARRAY[OUTPUT_KIND[kind].array].name);
            }
}

static void compare(bool floating, formalism form)
{
    static const output_kind SLOPE[2][3] = {{OUTPUT_TAU_Q, OUTPUT_TAU_QD, OUTPUT_TAU_QDD},
                                            {OUTPUT_QDD_Q, OUTPUT_QDD_QD, OUTPUT_QDD_TAU}};
    static const function_kind FUNCTION[2] = {FUNCTION_CLOSED_ID_DERIVATIVES,
                                              FUNCTION_CLOSED_FD_DERIVATIVES};
    mechanism *removed = open_mechanism("tests/loops/rod_removed.urdf", floating),
              *kept = open_mechanism("tests/loops/rod_kept.urdf", floating);
    mechanism *const both[] = {removed, kept};
    for (uint32_t n = 0; n < STATES; n++) {
        for (uint32_t k = 0; k < 2; k++) {
            give_state(both[k], n);
            evaluate(both[k], FUNCTION_CLOSED_FD, form);
            evaluate(both[k], FUNCTION_CLOSED_ID, form);
            for (uint32_t i = 0; i < 2; i++)
                evaluate(both[k], FUNCTION[i], form);
        }
        assert_alike(removed, kept, OUTPUT_CLOSED_Q);
        assert_alike(removed, kept, OUTPUT_QDD);
        assert_alike(removed, kept, OUTPUT_TORQUE);
        for (uint32_t k = 0; k < 6; k++)
            assert_matrices_alike(removed, kept, SLOPE[k / 3][k % 3]);
        for (uint32_t k = 0; k < 6 && floating; k++) {
            const output_kind kind = k < 3 ? OUTPUT_FORCE : OUTPUT_MOMENT;
            is_near(removed->of[kind][k % 3], kept->of[kind][k % 3], 100, "base",
                    WORD_ARRAY[OUTPUT_KIND[kind].array].name);
        }
    }
    close_mechanism(removed);
    close_mechanism(kept);
}

static void removed_rods_act_as_bodies_do(void **state)
{
    (void)state;
    compare(false, FORMALISM_DEFAULT);
    compare(false, FORMALISM_CLASSIC);
}

/* The body that carries both ends moves with a free one. */
static void they_do_on_free_bodies(void **state)
{
    (void)state;
    compare(true, FORMALISM_DEFAULT);
}

static void no_choice_of_joints_moves_alike(void **state)
{
    (void)state;
    mechanism *m = open_mechanism("tests/loops/rod_removed.urdf", false);
    for (uint32_t n = 0; n < STATES; n++) {
        give_state(m, n);
        evaluate(m, FUNCTION_CLOSED_FORCES, FORMALISM_DEFAULT);
        double qdd[COMMON], held = m->of[OUTPUT_MULTIPLIER][0];
        for (uint32_t k = 0; k < COMMON; k++)
            qdd[k] = m->of[OUTPUT_QDD][3 * m->at[k]];
        m->qd[m->at[4]] = m->of[OUTPUT_CLOSED_QD][3 * m->at[4]];
        evaluate(m, FUNCTION_AUGMENTED, FORMALISM_DEFAULT);
        for (uint32_t k = 0; k < COMMON; k++)
            is_near(m->of[OUTPUT_QDD][3 * m->at[k]], qdd[k], 100, JOINT[k], "acceleration");
        is_near(m->of[OUTPUT_MULTIPLIER][0], held, 100, "tie", "multiplier");
    }
    close_mechanism(m);
}

/* An account that no equation of motion enters. */
static void energies_are_alike(void **state)
{
    (void)state;
    mechanism *m[] = {open_mechanism("tests/loops/rod_removed.urdf", false),
                      open_mechanism("tests/loops/rod_kept.urdf", false)};
    for (uint32_t n = 0; n < STATES; n++) {
        double energy[2][2];
        for (uint32_t k = 0; k < 2; k++) {
            const tree *t = &m[k]->r.forms.tree;
            body_motion *work = ARENA_ARRAY(&m[k]->r.mem, body_motion, t->bodies_count);
            give_state(m[k], n);
            evaluate(m[k], FUNCTION_CLOSED_FD, FORMALISM_DEFAULT);
            for (uint32_t i = 0; i < m[k]->r.l.count; i++) {
                const uint32_t c = m[k]->r.l.dependent[i];
                m[k]->qd[c] = m[k]->of[OUTPUT_CLOSED_QD][3 * c];
            }
            energy[k][0] = robot_energy(t, m[k]->q, NULL, work).all;
            energy[k][1] = robot_energy(t, m[k]->q, m[k]->qd, work).all;
        }
        is_near(energy[0][0], energy[1][0], 10, "rest", "energy");
        is_near(energy[0][1], energy[1][1], 10, "motion", "energy");
        assert_true(energy[0][1] > energy[0][0] + 0.1);
    }
    close_mechanism(m[0]);
    close_mechanism(m[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(removed_rods_act_as_bodies_do),
        cmocka_unit_test(they_do_on_free_bodies),
        cmocka_unit_test(no_choice_of_joints_moves_alike),
        cmocka_unit_test(energies_are_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
