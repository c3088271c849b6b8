/* SPDX-License-Identifier: MIT */
/* Wheels on grounds that are no level plane: contacts beside the nearest point of the road, found
 * by looking everywhere; roads that are straight beside slopes; no jumps where a wheel leaves. */
#include <math.h>

#include "check_fixture.h"
#include "random_tree.h"
#include "robot/law_table.h"
#include "tree_ops.h"

enum { STATES = 150, COORDINATES = 6 };

/* Hills of 10 cm every 2 m. */
#define HILLS "-3:0.05,-2.5:0,-2:-0.05,-1.5:0,-1:0.05,-0.5:0,0:-0.05,0.5:0,1:0.05,1.5:0,2:-0.05," \
              "2.5:0,3:0.05"

#define JOINT(name, type, from, to, axis)                                                          \
    "<joint name='" name "' type='" type "'><parent link='" from "'/><child link='" to "'/>"       \
    "<axis xyz='" axis "'/><limit lower='-9' upper='9' effort='1' velocity='1'/></joint>"          \
    "<link name='" to "'/>"
static const char WHEEL[] =
    "<robot name='w'><link name='0'/>" JOINT("x", "prismatic", "0", "1", "1 0 0")
    JOINT("y", "prismatic", "1", "2", "0 1 0") JOINT("z", "prismatic", "2", "3", "0 0 1")
    JOINT("yaw", "continuous", "3", "4", "0 0 1") JOINT("roll", "continuous", "4", "5", "1 0 0")
    JOINT("spin", "continuous", "5", "6", "0 1 0") "</robot>";

typedef struct {
    double q[COORDINATES], qd[COORDINATES];
} sample;

static sample random_sample(uint64_t *seed)
{
    sample s = {{random_in(seed, -2, 2), random_in(seed, -2, 2), random_in(seed, 0.22, 0.33),
                 random_in(seed, -0.8, 0.8), random_in(seed, -0.3, 0.3), 1}, {0}};
    for (int k = 0; k < COORDINATES; k++)
        s.qd[k] = random_in(seed, -2, 2);
    return s;
}

static subject wheel_on(const char *ground, element_list *list)
{
    subject s = subject_make(FUNCTION_ELEMENTS);
    diag d = diag_make(&s.mem);
    const char *wheel = arena_printf(&s.mem, "wheel name=w joint=spin radius=0.3 law=user %s",
                                     ground);
    assert_int_equal(element_read_text(&s.mem, wheel, list, &d), STATUS_OK);
    s.how.tree.elements = list;
    assert_true(subject_read_text(&s, WHEEL));
    return s;
}

static void states_of(subject *s, const sample *at, double *out)
{
    const double none[7] = {0};
    const robot_state now = {.q = at->q, .qd = at->qd, .element_forces = none};
    const ops *p = &s->f.ops;
    const double *got = state_results(&s->mem, p, &now);
    for (uint32_t k = 0; k < p->outputs_count; k++)
        out[word_number(&OUTPUT_KIND[p->outputs[k].kind], p->outputs[k].index,
                        p->outputs[k].axis)] = got[k];
}

/* ---- looking everywhere ---------------------------------------------------------------------- */

static vec3 axis_of(const sample *s)
{
    const double yaw = s->q[3], roll = s->q[4];
    return (vec3){{-sin(yaw) * cos(roll), cos(yaw) * cos(roll), sin(roll)}};
}

/* From the road at x, in the plane of the wheel, to the centre. */
static double distance_at(const law_table *road, const sample *s, double x)
{
    const vec3 a = axis_of(s);
    const double dx = s->q[0] - x, dz = s->q[2] - law_table_value(road, x);
    const double dy = -(dx * a.v[0] + dz * a.v[2]) / a.v[1];
    return sqrt(dx * dx + dy * dy + dz * dz);
}

static double nearest(const law_table *road, const sample *s, double *camber)
{
    double best = s->q[0], width = 0.4;
    for (; width > 1e-9; width /= 50) {
        const double middle = best;
        for (int k = -100; k <= 100; k++) {
            const double x = middle + k * width / 100;
            if (distance_at(road, s, x) < distance_at(road, s, best))
                best = x;
        }
    }
    const double h = 1e-6;
    const double slope = (law_table_value(road, best + h) - law_table_value(road, best - h)) /
                         (2 * h);
    const vec3 a = axis_of(s);
    *camber = asin((a.v[2] - slope * a.v[0]) / sqrt(1 + slope * slope));
    return distance_at(road, s, best);
}

/* ---- laws ------------------------------------------------------------------------------------ */

static void contacts_are_the_nearest_points_of_the_road(void **state)
{
    (void)state;
    uint64_t seed = 31;
    element_list list = {0};
    subject w = wheel_on("ground=table table='" HILLS "'", &list);
    law_table road;
    assert_null(law_table_read(&w.mem, HILLS, false, &road));
    double worst = 0, leans = 0;
    for (int k = 0; k < STATES; k++) {
        const sample s = random_sample(&seed);
        double got[6], camber;
        states_of(&w, &s, got);
        const double radius = nearest(&road, &s, &camber);
        assert_true(isfinite(got[5]) && isfinite(got[2]));
        worst = fmax(worst, fabs(got[5] - radius));
        leans = fmax(leans, fabs(got[2] - camber));
    }
    print_message("radii to %.2g m, camber to %.2g rad\n", worst, leans);
    assert_true(worst < 1e-12); /* which is nearest: what x is off by counts squared */
    assert_true(leans < 1e-8);
    subject_free(&w);
}

static void assert_alike(const char *first, const char *second)
{
    uint64_t seed = 32;
    element_list lists[2] = {{0}, {0}};
    subject a = wheel_on(first, &lists[0]), b = wheel_on(second, &lists[1]);
    for (int k = 0; k < STATES; k++) {
        const sample s = random_sample(&seed);
        double of_a[6], of_b[6];
        states_of(&a, &s, of_a);
        states_of(&b, &s, of_b);
        for (int c = 0; c < 6; c++)
            if (!(fabs(of_a[c] - of_b[c]) < 1e-11))
                fail_msg("%s: state %d: %.15g, not %.15g", first, c, of_a[c], of_b[c]);
    }
    subject_free(&a);
    subject_free(&b);
}

static void straight_roads_are_slopes(void **state)
{
    (void)state;
    assert_alike("ground=table table='-1:0,1:0' height=0.02", "height=0.02");
    assert_alike("ground=table table='-1:-0.2,1:0.2'", "ground=plane normal='-0.2 0 1'");
    assert_alike("ground=table table='-1:-0.2,0:0,1:0.2' height=0.05",
                 "ground=plane normal='-0.4 0 2' height=0.05");
    assert_alike("ground=plane normal='0 0 3' height=0.05", "height=0.05");
    assert_alike("ground=plane normal='0 0 3' convention=code", "convention=code");
}

/* The sink is 0 above the road and changes no faster than the wheel. */
static void wheels_leave_a_road_without_a_jump(void **state)
{
    (void)state;
    uint64_t seed = 33;
    element_list list = {0};
    subject w = wheel_on("ground=table table='" HILLS "'", &list);
    const double step = 1e-3;
    int left = 0;
    for (int k = 0; k < STATES; k++) {
        sample s = random_sample(&seed);
        double before = NAN;
        for (s.q[2] = 0.25; s.q[2] < 0.4; s.q[2] += step) {
            double got[6];
            states_of(&w, &s, got);
            assert_true(got[0] <= 0);
            assert_false(fabs(got[0] - before) > 1.5 * step);
            left += before < 0 && got[0] == 0;
            before = got[0];
        }
    }
    assert_true(left > STATES / 2);
    subject_free(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contacts_are_the_nearest_points_of_the_road),
        cmocka_unit_test(straight_roads_are_slopes),
        cmocka_unit_test(wheels_leave_a_road_without_a_jump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
