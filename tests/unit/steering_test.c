/* SPDX-License-Identifier: MIT */
/* How long the next step is, and when the index changes. Steps here are made by the test: they
 * change the energy by what it says, by lifting one point. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <math.h>

#include "apps/motion/steering.h"

#define DOUBLE_PENDULUM "robots/natural/double_pendulum.nat"

static const double UPPER = 1e-3, LOWER = 1e-4, H = 1e-2; /* J, J, s */

typedef struct {
    arena mem;
    natural model;
    natural_motion motion;
    double energy;
} pendulum;

static void begin(pendulum *p)
{
    p->mem = arena_make();
    diag d = diag_make(&p->mem);
    const natural_options direct = {.way = SOLVE_DIRECT, .passes = 2};
    assert_int_equal(natural_read(&p->mem, DOUBLE_PENDULUM, &p->model, &d), STATUS_OK);
    assert_int_equal(natural_motion_begin(&p->mem, &p->model, &direct, &p->motion), STEP_DONE);
    p->energy = natural_energy(&p->model, 0, p->motion.q, p->motion.qd);
}

/* What each step of a test changes the energy by; INFINITY: it has no solution. 0 ends the list:
 * steps after it change what the last one did. */
static const double *changes;

static step_result lift(natural_motion *x, double h)
{
    enum { HEIGHT = 1 }; /* of the first point */
    const double change = *changes;
    if (changes[1] != 0)
        changes++;
    x->t += h;
    if (isinf(change))
        return STEP_DIVERGED;
    x->q[HEIGHT] -= change / x->n->force[HEIGHT];
    return STEP_DONE;
}

static steering made(const double *each)
{
    changes = each;
    return (steering){.upper = UPPER, .lower = LOWER, .step = lift, .h = H};
}

static void near(double seen, double expected)
{
    if (!(fabs(seen - expected) <= 1e-9 * expected))
        fail_msg("%.12g is not %.12g", seen, expected);
}

static void steps_that_change_too_much_are_taken_back_and_shortened(void **state)
{
    (void)state;
    static const struct {
        double change, factor; /* of the step that is taken back; (0.8 upper / change)^(1/3) */
    } ROWS[] = {
        {6.4 * UPPER, 0.5},
        {0.8 * UPPER / (0.21 * 0.21 * 0.21), 0.21},
        {1e6 * UPPER, 0.2},      /* no shorter at once */
        {INFINITY, 0.2},
        {1.000001 * UPPER, 0.8}, /* no longer: 0.93 would fail again */
    };
    for (uint32_t k = 0; k < sizeof ROWS / sizeof *ROWS; k++) {
        pendulum p;
        begin(&p);
        const double energy = p.energy;
        steering s = made((double[]){ROWS[k].change, 0.5 * UPPER, 0});
        assert_int_equal(steering_step(&s, &p.motion, 1, &p.energy), STEP_DONE);
        assert_int_equal(s.rejected, 1);
        near(s.taken, ROWS[k].factor * H);
        near(s.h, ROWS[k].factor * H);
        near(p.motion.t, ROWS[k].factor * H); /* nothing is left of the first */
        near(p.energy - energy, 0.5 * UPPER);
        arena_free(&p.mem);
    }
}

static void steps_that_change_little_are_followed_by_longer_ones(void **state)
{
    (void)state;
    static const struct {
        double change, factor;
    } ROWS[] = {
        {0.8 * UPPER / (1.9 * 1.9 * 1.9), 1},  /* more than lower */
        {0.999999 * LOWER, 2},                 /* 2 at most: (0.8 / 0.1)^(1/3) */
        {1e-6 * LOWER, 2},
        {0.999999 * UPPER, 1},
    };
    for (uint32_t k = 0; k < sizeof ROWS / sizeof *ROWS; k++) {
        pendulum p;
        begin(&p);
        steering s = made((double[]){ROWS[k].change, 0});
        assert_int_equal(steering_step(&s, &p.motion, 1, &p.energy), STEP_DONE);
        assert_int_equal(s.rejected, 0);
        near(s.taken, H);
        near(s.h, ROWS[k].factor * H);
        arena_free(&p.mem);
    }
    pendulum p; /* and with a lower that is nearer to upper, by less than 2 */
    begin(&p);
    steering s = made((double[]){0.8 * UPPER / (1.5 * 1.5 * 1.5), 0});
    s.lower = 0.5 * UPPER;
    assert_int_equal(steering_step(&s, &p.motion, 1, &p.energy), STEP_DONE);
    near(s.h, 1.5 * H);
    arena_free(&p.mem);
}

static void the_last_step_ends_where_it_should(void **state)
{
    (void)state;
    static const struct {
        double left, taken, next; /* of H */
    } ROWS[] = {
        {1.0009, 1.0009, 1}, /* a little longer than others, so that no sliver is left */
        {1.0011, 1, 2},
        {0.3, 0.3, 1}, /* says nothing about the length of others */
        {1, 1, 2},
    };
    for (uint32_t k = 0; k < sizeof ROWS / sizeof *ROWS; k++) {
        pendulum p;
        begin(&p);
        steering s = made((double[]){1e-6 * LOWER, 0});
        assert_int_equal(steering_step(&s, &p.motion, ROWS[k].left * H, &p.energy), STEP_DONE);
        near(s.taken, ROWS[k].taken * H);
        near(s.h, ROWS[k].next * H);
        arena_free(&p.mem);
    }
}

static void steps_that_never_hold_end(void **state)
{
    (void)state;
    pendulum p;
    begin(&p);
    steering s = made((double[]){1e6 * UPPER, 0});
    assert_int_equal(steering_step(&s, &p.motion, 1, &p.energy), STEP_DIVERGED);
    assert_int_equal(s.rejected, 11); /* 1e-2 x 0.2^11 is 2e-10, the first below 1e-9 s */
    s = (steering){.step = lift, .h = H}; /* not steered: any change will do */
    assert_int_equal(steering_step(&s, &p.motion, 1, &p.energy), STEP_DONE);
    assert_int_equal(s.rejected, 0);
    near(s.h, H);
    arena_free(&p.mem);
}

/* The pendulum itself, let go from rest: with steps of 1.6 ms its energy changes by some 5e-14 J,
 * with 1 ms by less than 1e-14. */
static steering falls(double h, double upper, double lower)
{
    return (steering){.upper = upper, .lower = lower, .switches = true, .h = h};
}

static void five_reductions_in_vain_lead_to_index_1(void **state)
{
    (void)state;
    static const struct {
        double upper;
        uint32_t rejected, switched;
    } ROWS[] = {{1e-13, 4, 0}, {1e-14, 5, 1}};
    for (uint32_t k = 0; k < sizeof ROWS / sizeof *ROWS; k++) {
        pendulum p;
        begin(&p);
        steering s = falls(1, ROWS[k].upper, 0);
        assert_int_equal(steering_step(&s, &p.motion, 2, &p.energy), STEP_DONE);
        assert_int_equal(s.rejected, ROWS[k].rejected);
        assert_int_equal(s.switched, ROWS[k].switched);
        assert_int_equal(s.in_index1, ROWS[k].switched);
        assert_int_equal(s.steps_index1, ROWS[k].switched);
        arena_free(&p.mem);
    }
}

static void short_steps_are_of_index_1_and_long_ones_of_index_3(void **state)
{
    (void)state;
    static const struct {
        double h;
        bool in_index1; /* before the step */
        double lower;
        bool next; /* in index 1 */
    } ROWS[] = {
        {0.999e-4, false, 0, true}, {1e-4, false, 0, false},
        {0.4e-4, true, 1, true},  {0.6e-4, true, 1, false}, /* twice as long next */
        {0.6e-4, true, 0, true},                            /* not without a small change */
    };
    for (uint32_t k = 0; k < sizeof ROWS / sizeof *ROWS; k++) {
        pendulum p;
        begin(&p);
        steering s = falls(ROWS[k].h, 2, ROWS[k].lower);
        s.in_index1 = ROWS[k].in_index1;
        assert_int_equal(steering_step(&s, &p.motion, 1, &p.energy), STEP_DONE);
        near(s.taken, ROWS[k].h);
        assert_int_equal(s.in_index1, ROWS[k].next);
        assert_int_equal(s.switched, ROWS[k].in_index1 != ROWS[k].next);
        arena_free(&p.mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(steps_that_change_too_much_are_taken_back_and_shortened),
        cmocka_unit_test(steps_that_change_little_are_followed_by_longer_ones),
        cmocka_unit_test(the_last_step_ends_where_it_should),
        cmocka_unit_test(steps_that_never_hold_end),
        cmocka_unit_test(five_reductions_in_vain_lead_to_index_1),
        cmocka_unit_test(short_steps_are_of_index_1_and_long_ones_of_index_3),
    };
    return cmocka_run_group_tests_name("steering", tests, NULL, NULL);
}
