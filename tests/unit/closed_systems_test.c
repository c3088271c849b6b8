/* SPDX-License-Identifier: MIT */
/* The closed mechanisms that ship: reduced and augmented equations agree, reduced inverse dynamics
 * gives back what drives, velocities and accelerations of dependent joints are derivatives of
 * positions that nothing but h = 0 decides, and a motion needs few passes. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "closed_robot.h"

enum { STATES = 3 };

static const char *const SYSTEMS[] = {
    "robots/loops/planar1.urdf", "robots/loops/planar2.urdf",       "robots/loops/planar3.urdf",
    "robots/loops/planar4.urdf", "robots/loops/planar3_centre.urdf", "robots/loops/delta.urdf",
    "robots/loops/slider_crank.urdf", "robots/loops/stewart_light.urdf", "robots/stewart.urdf",
    "robots/car54.urdf",
    /* a revolute joint cut: five rows in the axes of one end, three of them redundant */
    "build/tests/ngon7_revolute.urdf"};
enum { SYSTEMS_COUNT = sizeof SYSTEMS / sizeof *SYSTEMS };

static void make_ngon(void)
{
    if (system("mkdir -p build/tests && bash robots/loops/ngon.sh 7 revolute "
               ">build/tests/ngon7_revolute.urdf") != 0)
        fail_msg("ngon.sh failed");
}

static void open_robot(const char *path, closed_robot *r)
{
    *r = (closed_robot){.s = passes_default()};
    read_robot(path, r);
    find_loops(r);
}

static ops plain(closed_robot *r, function_kind function)
{
    return function_of(r, function, FORMALISM_DEFAULT);
}

typedef struct {
    double q[MOST], qd[MOST], qdd[MOST], tau[MOST];
} state;

/* Results by kind and index. */
typedef struct {
    double of[OUTPUT_KIND_COUNT][MOST], matrix[MOST][MOST];
} results;

static void evaluate(const ops *p, const state *s, results *out)
{
    arena mem = arena_make();
    const robot_state now = {.q = s->q, .qd = s->qd, .qdd = s->qdd, .tau = s->tau};
    const double *values = state_results(&mem, p, &now);
    memset(out, 0, sizeof *out);
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const ops_output *o = &p->outputs[i];
        if (o->column_of)
            out->matrix[o->index][o->column] = values[i];
        else
            out->of[o->kind][o->index] = values[i];
    }
    arena_free(&mem);
}

/* Passes until the constraints hold; returns how many moved something. */
static uint32_t converge(closed_robot *r, const ops *p, double within, state *s, results *out)
{
    for (uint32_t pass = 0; pass < 30; pass++) {
        double largest = 0;
        evaluate(p, s, out);
        for (uint32_t k = 0; k < r->l.blocks_count; k++)
            largest = fmax(largest, out->of[OUTPUT_RESIDUAL][k]);
        if (largest <= within * within)
            return pass;
        for (uint32_t i = 0; i < r->l.count; i++)
            s->q[r->l.dependent[i]] = out->of[OUTPUT_CLOSED_Q][r->l.dependent[i]];
    }
    fail_msg("%s: no closed position", r->forms.tree.name);
    return 0;
}

static state state_of(closed_robot *r, uint32_t number)
{
    state s;
    memset(&s, 0, sizeof s);
    const uint32_t count = r->forms.tree.coordinates_count;
    memcpy(s.q, r->l.closed + (number % r->l.closed_count) * count, count * sizeof(double));
    for (uint32_t i = 0; i < count; i++) {
        s.qd[i] = 0.3 * sin(1.3 * i + number);
        s.tau[i] = 5 * cos(2.1 * i + number);
    }
    return s;
}

static double largest_of(const double *x, uint32_t count)
{
    double largest = 1;
    for (uint32_t i = 0; i < count; i++)
        largest = fmax(largest, fabs(x[i]));
    return largest;
}

static void alike(const char *file, const char *what, const double *x, const double *y,
                  uint32_t count, double within)
{
    const double size = largest_of(y, count);
    for (uint32_t i = 0; i < count; i++)
        if (!(fabs(x[i] - y[i]) <= within * size))
            fail_msg("%s: %s %u is %.13g, not %.13g", file, what, i, x[i], y[i]);
}

static void reduced_equals_augmented(void **unused)
{
    (void)unused;
    for (uint32_t k = 0; k < SYSTEMS_COUNT; k++) {
        closed_robot r;
        static results reduced, augmented, system_of;
        open_robot(SYSTEMS[k], &r);
        const uint32_t count = r.forms.tree.coordinates_count;
        ops forces = plain(&r, FUNCTION_CLOSED_FORCES),
            whole = plain(&r, FUNCTION_AUGMENTED),
            inverse = plain(&r, FUNCTION_CLOSED_REDUCED),
            closure = plain(&r, FUNCTION_CLOSURE);
        for (uint32_t n = 0; n < STATES; n++) {
            state s = state_of(&r, n);
            (void)converge(&r, &forces, 1e-13, &s, &reduced);
            for (uint32_t i = 0; i < r.l.count; i++)
                s.qd[r.l.dependent[i]] = reduced.of[OUTPUT_CLOSED_QD][r.l.dependent[i]];
            evaluate(&whole, &s, &augmented);
            alike(SYSTEMS[k], "acceleration", augmented.of[OUTPUT_QDD], reduced.of[OUTPUT_QDD],
                  count, 1e-10);
            alike(SYSTEMS[k], "multiplier", augmented.of[OUTPUT_MULTIPLIER],
                  reduced.of[OUTPUT_MULTIPLIER], r.l.all.count, 1e-10);
            /* what drives, reduced: tau_u + B' tau_v */
            double psi[MOST] = {0};
            static results b;
            evaluate(&closure, &s, &b);
            for (uint32_t u = 0; u < r.l.independent_count; u++) {
                const uint32_t own = r.l.independent[u];
                psi[own] = s.tau[own];
                for (uint32_t i = 0; i < r.l.count; i++)
                    psi[own] += b.matrix[r.l.dependent[i]][own] * s.tau[r.l.dependent[i]];
            }
            memcpy(s.qdd, reduced.of[OUTPUT_QDD], sizeof s.qdd);
            evaluate(&inverse, &s, &system_of);
            const double scale = largest_of(reduced.of[OUTPUT_QDD], count) * 10;
            for (uint32_t i = 0; i < count; i++)
                assert_true(fabs(system_of.of[OUTPUT_REDUCED][i] - psi[i]) <= 1e-9 * scale);
        }
        arena_free(&r.mem);
    }
}

/* Positions of dependent joints where the independent ones are at q + time qd. */
static void positions_at(closed_robot *r, const ops *p, const state *from, double time, double *q)
{
    static results out;
    state s = *from;
    for (uint32_t u = 0; u < r->l.independent_count; u++)
        s.q[r->l.independent[u]] += time * s.qd[r->l.independent[u]];
    (void)converge(r, p, 1e-13, &s, &out);
    /* one pass more, from where nothing is left but rounding */
    memcpy(q, s.q, sizeof s.q);
}

static void rates_are_derivatives_of_positions(void **unused)
{
    (void)unused;
    for (uint32_t k = 0; k < SYSTEMS_COUNT; k++) {
        closed_robot r;
        static results now;
        double before[MOST], after[MOST];
        const double step = 1e-4;
        open_robot(SYSTEMS[k], &r);
        ops p = plain(&r, FUNCTION_CLOSURE);
        state s = state_of(&r, 1);
        (void)converge(&r, &p, 1e-13, &s, &now);
        positions_at(&r, &p, &s, -step, before);
        positions_at(&r, &p, &s, step, after);
        for (uint32_t i = 0; i < r.l.count; i++) {
            const uint32_t own = r.l.dependent[i];
            const double rate = (after[own] - before[own]) / (2 * step),
                         bend = (after[own] - 2 * s.q[own] + before[own]) / (step * step);
            if (!(fabs(rate - now.of[OUTPUT_CLOSED_QD][own]) <= 1e-6))
                fail_msg("%s: velocity of joint %u is %g, not %g", SYSTEMS[k], own,
                         now.of[OUTPUT_CLOSED_QD][own], rate);
            if (!(fabs(bend - now.of[OUTPUT_QDD_BIAS][own]) <= 2e-4))
                fail_msg("%s: bias of joint %u is %g, not %g", SYSTEMS[k], own,
                         now.of[OUTPUT_QDD_BIAS][own], bend);
        }
        arena_free(&r.mem);
    }
}

/* Steps of a millisecond, each from the positions and velocities of the step before: at most two
 * passes bring the constraints within 1e-10. */
static void a_motion_needs_one_or_two_passes(void **unused)
{
    (void)unused;
    for (uint32_t k = 0; k < SYSTEMS_COUNT; k++) {
        enum { STEPS = 60 };
        const double step = 1e-3;
        closed_robot r;
        static results now;
        open_robot(SYSTEMS[k], &r);
        ops p = plain(&r, FUNCTION_CLOSURE);
        state s = state_of(&r, 2);
        (void)converge(&r, &p, 1e-10, &s, &now);
        uint32_t most = 0, sum = 0;
        for (uint32_t n = 0; n < STEPS; n++) {
            for (uint32_t i = 0; i < r.l.count; i++)
                s.q[r.l.dependent[i]] += step * now.of[OUTPUT_CLOSED_QD][r.l.dependent[i]];
            for (uint32_t u = 0; u < r.l.independent_count; u++)
                s.q[r.l.independent[u]] += step * s.qd[r.l.independent[u]];
            const uint32_t passes = converge(&r, &p, 1e-10, &s, &now);
            most = passes > most ? passes : most;
            sum += passes;
        }
        print_message("%s: %.2f passes a step, at most %u\n", SYSTEMS[k], (double)sum / STEPS,
                      most);
        assert_in_range(most, 0, 2);
        arena_free(&r.mem);
    }
}

/* Random motions of every system close its loops in position and velocity, differ from each other,
 * and are the same whatever the partition. */
static void random_motions_are_closed(void **unused)
{
    (void)unused;
    enum { COUNT = 20 };
    for (uint32_t k = 0; k < SYSTEMS_COUNT; k++) {
        closed_robot r;
        double *q, *qd, apart = 0, fastest = 0;
        open_robot(SYSTEMS[k], &r);
        const uint32_t columns = r.forms.tree.coordinates_count;
        assert_int_equal(loops_motions(&r.mem, &r.l, COUNT, 5, &q, &qd), COUNT);
        constraint_numbers c = constraint_numbers_make(&r.mem, &r.forms.tree);
        for (uint32_t n = 0; n < COUNT; n++) {
            const double *rate = qd + n * columns;
            constraint_numbers_at(&c, q + n * columns);
            for (uint32_t i = 0; i < c.list.count; i++) {
                double speed = 0;
                for (uint32_t j = 0; j < columns; j++)
                    speed += c.row[i * columns + j] * rate[j];
                assert_true(fabs(c.value[i]) <= CLOSED_WITHIN);
                if (!(fabs(speed) <= 1e-9)) /* metres a second: rounding of rates up to 3 */
                    fail_msg("%s: constraint %u opens with %g", SYSTEMS[k], i, speed);
            }
            for (uint32_t j = 0; n && j < columns; j++) {
                apart = fmax(apart, fabs(q[n * columns + j] - q[j]));
                fastest = fmax(fastest, fabs(rate[j]));
            }
        }
        assert_true(apart > 0.05 && fastest > 0.5);
        arena_free(&r.mem);
    }
}

int main(void)
{
    make_ngon();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reduced_equals_augmented),
        cmocka_unit_test(rates_are_derivatives_of_positions),
        cmocka_unit_test(random_motions_are_closed),
        cmocka_unit_test(a_motion_needs_one_or_two_passes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
