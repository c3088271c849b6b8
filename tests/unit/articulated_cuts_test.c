/* SPDX-License-Identifier: MIT */
/* Cuts held by multipliers, body by body: what the recursion finds solves the equations of motion
 * of the whole tree with their mass matrix, M x = b + J' multiplier and J x = right, on trees with
 * turning and sliding joints, rotors and free bodies. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "closed_robot.h"
#include "loops/closed_parts.h"
#include "writers/articulated.h"

#define LOOP_FILE "build/tests/articulated_cuts_loop.urdf"

/* The equations under test, with all that they are judged by, in one net. */
typedef struct {
    closed_robot r;
    arena mem;
    signals s;
    net n;
    mass_sums sums;
    poly *rows, *right;
    articulated_cuts cuts;
    articulated_results of;
} system_of;

/* rotor: NULL, or NAME=INERTIA of a joint. */
static void open_system(system_of *x, const char *path, bool floating, const char *rotor)
{
    arena settings = arena_make();
    x->r = (closed_robot){.s = passes_default()};
    x->r.s.tree.floating_base = floating;
    if (rotor)
        *ARENA_PUSH(&settings, &x->r.s.joints.armature, items) = rotor;
    read_robot(path, &x->r);
    arena_free(&settings);
    find_loops(&x->r);
    x->mem = arena_make();
    x->n = net_make(&x->mem);
    x->s = (signals){.mem = &x->mem, .t = &x->r.forms.tree};
}

/* False where the tree alone cannot be solved for. */
static bool write_system(system_of *x)
{
    const tree *t = &x->r.forms.tree;
    const loops *l = &x->r.l;
    model raw;
    model_build(&x->mem, t, &raw);
    const mass_forms forms = mass_forms_plain(&x->mem, &raw);
    const constraint_sums c = constraints_write(&x->mem, t, &l->all, CONSTRAINT_FRAMES_OWN,
                                                CONSTRAINT_ROWS | CONSTRAINT_QUADRATIC, &x->s,
                                                &x->n);
    x->sums = mass_write(&x->mem, t, &raw, &forms, MASS_MATRIX | MASS_BIAS | MASS_VELOCITY, &x->s,
                         &x->n);
    x->rows = ARENA_ARRAY(&x->mem, poly, l->count * x->r.all + 1);
    x->right = ARENA_ARRAY(&x->mem, poly, l->count + 1);
    for (uint32_t k = 0; k < l->count; k++) {
        x->right[k] = poly_scale(&x->n, c.quadratic[l->row[k]], -1);
        for (uint32_t i = x->r.of_free; i < x->r.all; i++)
            x->rows[k * x->r.all + i] = c.row[l->row[k] * c.columns + i - x->r.of_free];
    }
    x->cuts = (articulated_cuts){.count = l->count, .row = x->rows, .right = x->right};
    return articulated_solve(&x->mem, t, &raw, &forms, &x->cuts, &x->s, &x->n, &x->of);
}

/* What is wrong in equation i, and the sizes of what it sums up. */
static void judge(const system_of *x, const double *value, double *worst)
{
    const uint32_t all = x->r.all, cuts = x->cuts.count;
    const double *acceleration = value, *held = acceleration + all, *mass = held + cuts,
                 *rows = mass + mass_at(all, 0), *given = rows + all * cuts, *right = given + all;
    for (uint32_t i = 0; i < all; i++) {
        double sum = -given[i], size = fabs(given[i]);
        for (uint32_t k = 0; k < all; k++) {
            const double part = mass[i > k ? mass_at(i, k) : mass_at(k, i)] * acceleration[k];
            sum += part;
            size += fabs(part);
        }
        for (uint32_t k = 0; k < cuts; k++) {
            sum -= rows[k * all + i] * held[k];
            size += fabs(rows[k * all + i] * held[k]);
        }
        *worst = fmax(*worst, fabs(sum) / size);
    }
    for (uint32_t k = 0; k < cuts; k++) {
        double sum = -right[k], size = fabs(right[k]);
        for (uint32_t i = 0; i < all; i++) {
            sum += rows[k * all + i] * acceleration[i];
            size += fabs(rows[k * all + i] * acceleration[i]);
        }
        *worst = fmax(*worst, fabs(sum) / size);
    }
}

static double worst_of(system_of *x)
{
    const uint32_t all = x->r.all, cuts = x->cuts.count;
    const uint32_t count = all + cuts + mass_at(all, 0) + all * cuts + all + cuts;
    const sample_states at = loops_samples(&x->r.l);
    poly *list = ARENA_ARRAY(&x->mem, poly, count), *to = list;
    double *values = ARENA_ARRAY(&x->mem, double, (size_t)at.count * count), worst = 0;
    for (uint32_t i = 0; i < all; i++)
        *to++ = x->of.acceleration[i];
    for (uint32_t k = 0; k < cuts; k++)
        *to++ = x->cuts.multiplier[k];
    for (uint32_t i = 0; i < mass_at(all, 0); i++)
        *to++ = x->sums.mass[i];
    for (uint32_t i = 0; i < all * cuts; i++)
        *to++ = x->rows[i];
    for (uint32_t i = 0; i < all; i++)
        *to++ = poly_sub(&x->n, forward_drive(&x->r.forms.tree, &x->s, &x->n, i), x->sums.bias[i]);
    for (uint32_t k = 0; k < cuts; k++)
        *to++ = x->right[k];
    sums_at_states(&x->n, &x->s, &at, list, count, values);
    for (uint32_t k = 0; k < at.count; k++)
        judge(x, values + (size_t)k * count, &worst);
    return worst;
}

static void close_system(system_of *x)
{
    arena_free(&x->mem);
    arena_free(&x->r.mem);
}

/* Rounding of a chain's factors is worth its condition; seen 2e-14 of what is summed up. */
static void cuts_hold_and_nothing_else_changes(void **state)
{
    (void)state;
    static const struct {
        const char *path;
        bool floating;
        const char *rotor;
    } OF[] = {{"robots/loops/slider_crank.urdf", false, NULL},
              {"robots/loops/slider_crank.urdf", true, "crank_x=0.02"},
              {"robots/loops/slider_crank.urdf", false, "slide=0.3"},
              {"robots/stewart.urdf", false, NULL},
              {"robots/stewart.urdf", true, "leg1_x=0.1"},
              {"tests/loops/crane.urdf", false, NULL}, /* a loop on a body that moves, in another */
              {"tests/loops/crane.urdf", false, "coupler_y=0.3"},
              {LOOP_FILE, false, "left3_joint=0.1"},
              {LOOP_FILE, true, NULL}};
    assert_int_equal(system("bash robots/loops/ngon.sh 15 revolute >" LOOP_FILE), 0);
    for (uint32_t k = 0; k < sizeof OF / sizeof OF[0]; k++) {
        system_of x;
        open_system(&x, OF[k].path, OF[k].floating, OF[k].rotor);
        assert_true(write_system(&x));
        const double worst = worst_of(&x);
        print_message("%s%s: %u cuts, %g\n", OF[k].path, OF[k].floating ? ", floating" : "",
                      x.cuts.count, worst);
        assert_true(worst <= 1e-12);
        close_system(&x);
    }
    remove(LOOP_FILE);
}

/* Joints that move no inertia, held by cuts alone, have no pivot of their own. */
static void trees_without_inertia_are_not_solved(void **state)
{
    (void)state;
    system_of x;
    open_system(&x, "robots/loops/planar3.urdf", false, NULL);
    assert_false(write_system(&x));
    close_system(&x);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuts_hold_and_nothing_else_changes),
        cmocka_unit_test(trees_without_inertia_are_not_solved),
    };
    return cmocka_run_group_tests_name("articulated_cuts", tests, NULL, NULL);
}
