/* SPDX-License-Identifier: MIT */
/* Wheels on grounds that are no level plane: contacts beside the nearest point of the road, found
 * by looking everywhere, or beside the four equations of a disc on a surface, solved until nothing
 * changes; straight grounds beside slopes; mirrors; no jumps where a wheel leaves. */
#include <math.h>

#include "check_fixture.h"
#include "random_tree.h"
#include "robot/law_table.h"
#include "tree_ops.h"

enum { STATES = 150, LEAVING = 40, COORDINATES = 6 };

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

static void straight_grounds_are_slopes(void **state)
{
    (void)state;
    assert_alike("ground='0' height=0.02", "height=0.02");
    assert_alike("ground='-0.2*x'", "ground=plane normal='0.2 0 1'");
    assert_alike("ground='a*x + 0.3*y + 0.05' a=-0.1", "ground=plane normal='0.1 -0.3 1' "
                                                        "height=0.05");
    assert_alike("ground='table(y)' table='-1:-0.2,0:0,1:0.2'", "ground=plane normal='0 -0.2 1'");
    assert_alike("ground=grid grid=tests/grounds/slope.txt", "ground=plane normal='0.1 -0.2 1' "
                                                              "height=0.05");
}

/* ---- a disc on a surface --------------------------------------------------------------------- */

typedef struct {
    double z, x, y; /* height and slopes */
} height;

typedef height (*height_of)(double x, double y);

/* "0.05*sin(2*x)*cos(3*y)" */
static height waves(double x, double y)
{
    return (height){0.05 * sin(2 * x) * cos(3 * y), 0.1 * cos(2 * x) * cos(3 * y),
                    -0.15 * sin(2 * x) * sin(3 * y)};
}
#define WAVES "ground='a*sin(k*x)*cos(3*y)' a=0.05 k=2"

/* A hill of 0.4 m that is 2 m wide, with a bank beside it. */
static height hill(double x, double y)
{
    const double under = 1 + x * x + y * y;
    return (height){0.4 / under + 0.1 * y, -0.8 * x / (under * under),
                    -0.8 * y / (under * under) + 0.1};
}
#define HILL "ground='h/(1 + x^2 + y^2) + y/10' h=0.4"

/* A dish. */
static height root(double x, double y)
{
    const double z = sqrt(1 + x * x / 4 + y * y / 9);
    return (height){z - 1, x / 4 / z, y / 9 / z};
}
#define ROOT "ground='sqrt(1 + x^2/4 + y*y/9) - 1'"

/* In the plane of the wheel from its centre: so far along `level`, the way at right angles to the
 * axis that is level, and down. */
typedef struct {
    vec3 centre, axis, level, down;
} disc;

static disc disc_of(const sample *s)
{
    disc out = {.centre = {{s->q[0], s->q[1], s->q[2]}}, .axis = axis_of(s)};
    out.level = vec3_scale(vec3_cross(out.axis, (vec3){{0, 0, 1}}), 1 / cos(s->q[4]));
    out.down = vec3_cross(out.axis, out.level);
    return out;
}

static vec3 at_angle(const disc *w, double angle, double radius)
{
    const vec3 way = vec3_add(vec3_scale(w->level, sin(angle)), vec3_scale(w->down, cos(angle)));
    return vec3_add(w->centre, vec3_scale(way, radius));
}

/* OQ = OP: the radius at which the surface is met at an angle, by bisection. */
static double radius_at(const disc *w, height_of ground, double angle)
{
    double low = 0, high = 1;
    while ((low + high) / 2 != low && (low + high) / 2 != high) {
        const double middle = (low + high) / 2;
        const vec3 p = at_angle(w, angle, middle);
        *(p.v[2] > ground(p.v[0], p.v[1]).z ? &low : &high) = middle;
    }
    return low;
}

/* T1.S3: how far the disc's tangent is off the surface's. */
static double off_tangent(const disc *w, height_of ground, double angle)
{
    const vec3 p = at_angle(w, angle, radius_at(w, ground, angle));
    const vec3 tangent = vec3_sub(vec3_scale(w->level, cos(angle)), vec3_scale(w->down,
                                                                               sin(angle)));
    const height h = ground(p.v[0], p.v[1]);
    return tangent.v[2] - h.x * tangent.v[0] - h.y * tangent.v[1];
}

/* The winding angle by bisection: to the left of the contact the tangent goes down. */
static vec3 touch(const disc *w, height_of ground, double *radius, double *camber)
{
    double low = -0.9, high = 0.9;
    while ((low + high) / 2 != low && (low + high) / 2 != high) {
        const double middle = (low + high) / 2;
        *(off_tangent(w, ground, middle) < 0 ? &low : &high) = middle;
    }
    *radius = radius_at(w, ground, low);
    const vec3 p = at_angle(w, low, *radius);
    const height h = ground(p.v[0], p.v[1]);
    *camber = asin((w->axis.v[2] - h.x * w->axis.v[0] - h.y * w->axis.v[1]) /
                   sqrt(1 + h.x * h.x + h.y * h.y));
    return p;
}

/* The worst of states, by what the wheel gets (r, camber) and by where it touches. */
typedef struct {
    double radius, camber, contact, left;
} errors;

static errors errors_on(const char *ground, height_of in_print, int steps)
{
    uint64_t seed = 34;
    element_list lists[2] = {{0}, {0}};
    char say[200];
    snprintf(say, sizeof say, "%s steps=%d", ground, steps);
    subject w = wheel_on(say, &lists[0]);
    snprintf(say, sizeof say, "%s steps=%d convention=contact", ground, steps);
    subject contact = wheel_on(say, &lists[1]);
    errors out = {0};
    for (int k = 0; k < STATES; k++) {
        sample s = random_sample(&seed);
        double got[6], at[6], radius, camber;
        s.q[2] += in_print(s.q[0], s.q[1]).z;
        states_of(&w, &s, got);
        states_of(&contact, &s, at);
        const disc d = disc_of(&s);
        const vec3 q = touch(&d, in_print, &radius, &camber);
        assert_true(isfinite(got[5]) && isfinite(got[2]) && isfinite(at[0]));
        assert_true(fabs(at[5] - got[5]) < 1e-14);
        out.radius = fmax(out.radius, fabs(got[5] - radius));
        out.camber = fmax(out.camber, fabs(got[2] - camber));
        for (int c = 0; c < 3; c++)
            out.contact = fmax(out.contact, fabs(at[c] - q.v[c]));
        out.left = fmax(out.left, hypot(at[3], at[4]));
    }
    print_message("%s, %d steps: radius %.1g m, camber %.1g rad, contact %.1g m; the equations "
                  "are off by %.1g m\n", ground, steps, out.radius, out.camber, out.contact,
                  out.left);
    subject_free(&w);
    subject_free(&contact);
    return out;
}

/* Three steps leave nothing. After one, what the equations are off by, which the wheel tells, says
 * how far the contact is off. */
static void assert_touches(const char *ground, height_of in_print)
{
    const errors one = errors_on(ground, in_print, 1), three = errors_on(ground, in_print, 3);
    assert_true(three.radius < 1e-14 && three.camber < 1e-14 && three.contact < 1e-14);
    assert_true(three.left < 1e-14);
    assert_true(one.left > 1e-6 && one.left < 1e-2);
    assert_true(one.contact < 2 * one.left && one.contact > one.left / 10);
}

static void contacts_are_those_of_a_disc_on_a_surface(void **state)
{
    (void)state;
    assert_touches(WAVES, waves);
    assert_touches(HILL, hill);
    assert_touches(ROOT, root);
}

/* ---- grids ----------------------------------------------------------------------------------- */

/* tests/grounds/hills.txt: lines, and the heights that it says, rounded as there. */
enum { HILLS_X = 9, HILLS_Y = 7 };

static double hill_height(int k, int j)
{
    return round(1e5 * 0.05 * sin(2 * (-2 + 0.5 * k)) * cos(3 * (-1.5 + 0.5 * j))) / 1e5;
}

/* A spline through values at whole numbers that is not bent at its ends, by its second derivatives,
 * Gauss and Seidel's way; with its slope. */
static void spline(const double *z, int count, double u, double *value, double *slope)
{
    double m[HILLS_X] = {0};
    for (int round = 0; round < 60; round++)
        for (int k = 1; k + 1 < count; k++)
            m[k] = (6 * (z[k - 1] - 2 * z[k] + z[k + 1]) - m[k - 1] - m[k + 1]) / 4;
    const double inside = fmin(fmax(u, 0), count - 1);
    const int k = (int)fmin(floor(inside), count - 2);
    const double t = inside - k, begins = z[k + 1] - z[k] - (2 * m[k] + m[k + 1]) / 6;
    *slope = begins + m[k] * t + (m[k + 1] - m[k]) * t * t / 2;
    *value = z[k] + begins * t + m[k] * t * t / 2 + (m[k + 1] - m[k]) * t * t * t / 6 +
             *slope * (u - inside);
}

static height on_grid(double x, double y)
{
    double z[HILLS_Y][HILLS_X], rows[HILLS_Y], slopes[HILLS_Y], none;
    height out;
    for (int j = 0; j < HILLS_Y; j++) {
        for (int k = 0; k < HILLS_X; k++)
            z[j][k] = hill_height(k, j);
        spline(z[j], HILLS_X, (x + 2) / 0.5, &rows[j], &slopes[j]);
    }
    spline(rows, HILLS_Y, (y + 1.5) / 0.5, &out.z, &out.y);
    spline(slopes, HILLS_Y, (y + 1.5) / 0.5, &out.x, &none);
    out.x /= 0.5;
    out.y /= 0.5;
    return out;
}

static void contacts_on_a_grid_are_those_on_its_splines(void **state)
{
    (void)state;
    assert_true(fabs(on_grid(-1, 1).z - 0.04501) < 1e-12); /* through its points */
    assert_touches("ground=grid grid=tests/grounds/hills.txt", on_grid);
}

/* ---- mirrors --------------------------------------------------------------------------------- */

/* What is to the left is as to the right: y, yaw and roll change their signs. */
static void grounds_in_a_mirror_are_alike(void **state)
{
    (void)state;
    static const double SIGN[6] = {1, -1, -1, 1, 1, 1}; /* p_s, alpha, ph, gamma, v.z, r */
    uint64_t seed = 35;
    element_list lists[2] = {{0}, {0}};
    subject a = wheel_on("ground='0.05*sin(2*x + y)*cos(3*y)'", &lists[0]);
    subject b = wheel_on("ground='0.05*sin(2*x - y)*cos(3*y)'", &lists[1]);
    for (int k = 0; k < STATES; k++) {
        const sample s = random_sample(&seed);
        sample seen = s;
        for (int c = 1; c < 5; c += c == 1 ? 2 : 1) {
            seen.q[c] = -s.q[c];
            seen.qd[c] = -s.qd[c];
        }
        double of_a[6], of_b[6];
        states_of(&a, &s, of_a);
        states_of(&b, &seen, of_b);
        for (int c = 0; c < 6; c++)
            if (!(fabs(of_a[c] - SIGN[c] * of_b[c]) < 1e-12))
                fail_msg("state %d: %.15g, and %.15g in the mirror", c, of_a[c], of_b[c]);
    }
    subject_free(&a);
    subject_free(&b);
}

/* ---- leaving the ground ---------------------------------------------------------------------- */

/* The sink is 0 above the ground and changes no faster than the wheel. */
static void assert_leaves(const char *ground)
{
    uint64_t seed = 33;
    element_list list = {0};
    subject w = wheel_on(ground, &list);
    const double step = 1e-3;
    int left = 0;
    for (int k = 0; k < LEAVING; k++) {
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
    assert_true(left > LEAVING / 2);
    subject_free(&w);
}

static void wheels_leave_uneven_ground_without_a_jump(void **state)
{
    (void)state;
    assert_leaves("ground=table table='" HILLS "'");
    assert_leaves(WAVES);
    assert_leaves("ground=grid grid=tests/grounds/hills.txt");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contacts_are_the_nearest_points_of_the_road),
        cmocka_unit_test(straight_roads_are_slopes),
        cmocka_unit_test(straight_grounds_are_slopes),
        cmocka_unit_test(contacts_are_those_of_a_disc_on_a_surface),
        cmocka_unit_test(contacts_on_a_grid_are_those_on_its_splines),
        cmocka_unit_test(grounds_in_a_mirror_are_alike),
        cmocka_unit_test(wheels_leave_uneven_ground_without_a_jump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
