/* SPDX-License-Identifier: MIT */
/* Laws of tyres: forces beside the published formulas, written here from print; left and right;
 * power, which a tyre only takes; a wheel that leaves the ground. */
#include <math.h>
#include <string.h>

#include "random_tree.h"
#include "robot/tyre.h"
#include "tree_ops.h"
#include "writers/tyre_laws.h"

enum { STATES = 400 };
static const double PI = 3.14159265358979323846;

typedef struct {
    double load, slip, side, camber;
} motion_state;

static motion_state random_state(uint64_t *seed)
{
    return (motion_state){random_in(seed, 10, 8000), random_in(seed, -1.5, 1.5),
                          random_in(seed, -1.2, 1.2), random_in(seed, -0.2, 0.2)};
}

/* ---- what the equations say ------------------------------------------------------------------ */

typedef struct {
    arena mem;
    net n;
    sym in[5], *order;
    uint32_t count;
    pvec force;
} law;

static law law_make(const robot_element *e)
{
    static const char *const NAMES[] = {"load", "slip", "side", "sine", "cosine"};
    law l = {.mem = arena_make()};
    l.n = net_make(&l.mem);
    poly of[5];
    for (int k = 0; k < 5; k++) {
        l.in[k] = net_input(&l.n, NAMES[k]);
        of[k] = poly_symbol(&l.n, l.in[k]);
    }
    writer w = {.mem = &l.mem, .n = &l.n};
    const tyre_motion m = {1, of[0], of[1], of[2], of[3], of[4]};
    l.force = tyre_force(&w, e, &m);
    l.count = net_order(&l.n, &l.mem, &l.order);
    return l;
}

static vec3 law_of(law *l, const motion_state *s)
{
    const double in[] = {s->load, s->slip, s->side, sin(s->camber), cos(s->camber)};
    double *values = ARENA_ARRAY(&l->mem, double, l->n.symbols_count);
    vec3 out;
    for (int k = 0; k < 5; k++)
        values[l->in[k]] = in[k];
    net_evaluate(&l->n, l->order, l->count, values);
    for (int k = 0; k < 3; k++)
        out.v[k] = poly_value(&l->n, l->force.v[k], values);
    return out;
}

static robot_element magic_of(arena *mem, tyre_formula which)
{
    static const char *const FILES[] = {"robots/tyres/car_1989.tir", "robots/tyres/car_2002.tir"};
    diag d = diag_make(mem);
    robot_element e = {.kind = ELEMENT_WHEEL, .law = LAW_MAGIC};
    if (tyre_read(mem, FILES[which], (place){0}, &e.tyre, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    assert_int_equal(e.tyre->formula, which);
    return e;
}

/* The same with other numbers at some names. */
static void make_other(arena *mem, robot_element *e, const int *names, size_t count, double number)
{
    const size_t all = e->tyre->formula == TYRE_89 ? TYRE_89_COUNT : TYRE_2002_COUNT;
    double *value = ARENA_ARRAY(mem, double, all);
    memcpy(value, e->tyre->value, all * sizeof *value);
    for (size_t k = 0; k < count; k++)
        value[names[k]] = number;
    tyre *other = arena_alloc(mem, sizeof *other);
    *other = (tyre){e->tyre->formula, value, e->tyre->text};
    e->tyre = other;
}
#define MAKE(names, number) make_other(mem, e, names, sizeof names / sizeof *names, number)

/* Without what makes a tyre pull to a side, or push at no slip. */
static void make_even(arena *mem, robot_element *e)
{
    static const int OF_89[] = {TYRE_89_A9,  TYRE_89_A10, TYRE_89_A12,
                                TYRE_89_A13, TYRE_89_B9,  TYRE_89_B10};
    static const int OF_2002[] = {TYRE_2002_PHX1, TYRE_2002_PHX2, TYRE_2002_PVX1, TYRE_2002_PVX2,
                                  TYRE_2002_RHX1, TYRE_2002_PEY3, TYRE_2002_PHY1, TYRE_2002_PHY2,
                                  TYRE_2002_PVY1, TYRE_2002_PVY2, TYRE_2002_RBY3, TYRE_2002_RVY1,
                                  TYRE_2002_RVY2, TYRE_2002_RHY1, TYRE_2002_RHY2};
    /* beyond 1 much of one slip turns the other force round */
    static const int SHAPES[] = {TYRE_2002_RCX1, TYRE_2002_RCY1};
    if (e->tyre->formula == TYRE_89) {
        MAKE(OF_89, 0);
        return;
    }
    MAKE(OF_2002, 0);
    MAKE(SHAPES, 1);
}

/* Curvatures above 1, which count as 1. */
static void make_bent(arena *mem, robot_element *e)
{
    static const int OF_89[] = {TYRE_89_A7, TYRE_89_B8};
    static const int OF_2002[] = {TYRE_2002_PEX1, TYRE_2002_PEY1, TYRE_2002_REX1, TYRE_2002_REY1};
    if (e->tyre->formula == TYRE_89)
        MAKE(OF_89, 1.7);
    else
        MAKE(OF_2002, 1.7);
}

/* ---- the formulas in print ------------------------------------------------------------------- */

/* Loads in kN, angles in degrees, slip in percent, y to the right; both together by our rule. */
static vec3 in_print_89(const double *v, const motion_state *s)
{
    const double *a = v + TYRE_89_A0, *b = v + TYRE_89_B0;
    const double f = s->load / 1000, alpha = s->side * 180 / PI, gamma = s->camber * 180 / PI;
    const double d = (a[1] * f + a[2]) * f;
    const double bcd = a[3] * sin(2 * atan(f / a[4])) * (1 - a[5] * fabs(gamma));
    const double by = bcd / (a[0] * d), e = fmin(a[6] * f + a[7], 1);
    const double x = alpha + a[8] * gamma + a[9] * f + a[10];
    const double y = sin(a[0] * atan(by * x - e * (by * x - atan(by * x))));
    const double up = a[11] * f * gamma + a[12] * f + a[13] * s->load / (s->load + 1);
    const double dx = (b[1] * f + b[2]) * f, k = (b[3] * f * f + b[4] * f) * exp(-b[5] * f);
    const double bx = k / (b[0] * dx), ex = fmin(b[6] * f * f + b[7] * f + b[8], 1);
    const double kappa = -100 * s->slip + b[9] * f + b[10];
    const double along = sin(b[0] * atan(bx * kappa - ex * (bx * kappa - atan(bx * kappa))));
    const double share = 1 / sqrt(1 + along * along * y * y);
    return (vec3){{share * dx * along, -share * (d * y + up), s->load}};
}

static double sign_of(double x)
{
    return x < 0 ? -1 : 1;
}

static double bent(double b, double e, double x)
{
    return b * x - e * (b * x - atan(b * x));
}

static vec3 in_print_2002(const double *v, const motion_state *s)
{
#define P(NAME) v[TYRE_2002_##NAME]
    const double fz = s->load, fz0 = P(FNOMIN) * P(LFZO), df = (fz - fz0) / fz0;
    const double alpha = s->side, kappa = -s->slip;
    const double gx = s->camber * P(LGAX), gy = s->camber * P(LGAY);
    const double shx = (P(PHX1) + P(PHX2) * df) * P(LHX), kx = kappa + shx;
    const double mx = (P(PDX1) + P(PDX2) * df) * (1 - P(PDX3) * gx * gx) * P(LMUX);
    const double ex = (P(PEX1) + P(PEX2) * df + P(PEX3) * df * df) *
                      (1 - P(PEX4) * sign_of(kx)) * P(LEX);
    const double stiff_x = fz * (P(PKX1) + P(PKX2) * df) * exp(P(PKX3) * df) * P(LKX);
    const double cx = P(PCX1) * P(LCX), bx = stiff_x / (cx * mx * fz);
    const double fx0 = mx * fz * sin(cx * atan(bent(bx, fmin(ex, 1), kx))) +
                       fz * (P(PVX1) + P(PVX2) * df) * P(LVX) * P(LMUX);
    const double exa = fmin(P(REX1) + P(REX2) * df, 1);
    const double bxa = P(RBX1) * cos(atan(P(RBX2) * kappa)) * P(LXAL);
    const double gxa = cos(P(RCX1) * atan(bent(bxa, exa, alpha + P(RHX1)))) /
                       cos(P(RCX1) * atan(bent(bxa, exa, P(RHX1))));
    const double shy = (P(PHY1) + P(PHY2) * df) * P(LHY) + P(PHY3) * gy, ay = alpha + shy;
    const double my = (P(PDY1) + P(PDY2) * df) * (1 - P(PDY3) * gy * gy) * P(LMUY);
    const double ey = (P(PEY1) + P(PEY2) * df) *
                      (1 - (P(PEY3) + P(PEY4) * gy) * sign_of(ay)) * P(LEY);
    const double stiff_y = P(PKY1) * P(FNOMIN) * sin(2 * atan(fz / (P(PKY2) * fz0))) *
                           (1 - P(PKY3) * fabs(gy)) * P(LFZO) * P(LKY);
    const double cy = P(PCY1) * P(LCY), by = stiff_y / (cy * my * fz);
    const double svy = fz * ((P(PVY1) + P(PVY2) * df) * P(LVY) +
                             (P(PVY3) + P(PVY4) * df) * gy) * P(LMUY);
    const double fy0 = my * fz * sin(cy * atan(bent(by, fmin(ey, 1), ay))) + svy;
    const double shyk = P(RHY1) + P(RHY2) * df, eyk = fmin(P(REY1) + P(REY2) * df, 1);
    const double byk = P(RBY1) * cos(atan(P(RBY2) * (alpha - P(RBY3)))) * P(LYKA);
    const double gyk = cos(P(RCY1) * atan(bent(byk, eyk, kappa + shyk))) /
                       cos(P(RCY1) * atan(bent(byk, eyk, shyk)));
    const double dvyk = my * fz * (P(RVY1) + P(RVY2) * df + P(RVY3) * s->camber) *
                        cos(atan(P(RVY4) * alpha));
    const double svyk = dvyk * sin(P(RVY5) * atan(P(RVY6) * kappa)) * P(LVYKA);
#undef P
    return (vec3){{fx0 * gxa, fy0 * gyk + svyk, fz}};
}

static vec3 (*const IN_PRINT[])(const double *, const motion_state *) = {in_print_89,
                                                                         in_print_2002};

/* Sums of the formula are of the size of the load. */
static void assert_force(vec3 got, vec3 want, const motion_state *s)
{
    for (int k = 0; k < 3; k++)
        if (!(fabs(got.v[k] - want.v[k]) <= 1e-12 * s->load))
            fail_msg("force %d: %.15g, not %.15g (load %g slip %g side %g camber %g)", k,
                     got.v[k], want.v[k], s->load, s->slip, s->side, s->camber);
}

/* ---- laws ------------------------------------------------------------------------------------ */

static void forces_are_those_of_the_formulas_in_print(void **state)
{
    (void)state;
    uint64_t seed = 21;
    for (int k = 0; k < 2 * TYRE_FORMULAS; k++) {
        const tyre_formula f = (tyre_formula)(k / 2);
        arena mem = arena_make();
        robot_element e = magic_of(&mem, f);
        if (k % 2)
            make_bent(&mem, &e);
        law l = law_make(&e);
        for (int n = 0; n < STATES; n++) {
            const motion_state s = random_state(&seed);
            assert_force(law_of(&l, &s), IN_PRINT[f](e.tyre->value, &s), &s);
        }
        arena_free(&l.mem);
        arena_free(&mem);
    }
}

/* A tyre without shifts, seen in a mirror, pushes to the other side. */
static void left_is_as_right(void **state)
{
    (void)state;
    uint64_t seed = 22;
    for (tyre_formula f = 0; f < TYRE_FORMULAS; f++) {
        arena mem = arena_make();
        robot_element e = magic_of(&mem, f);
        make_even(&mem, &e);
        law l = law_make(&e);
        for (int k = 0; k < STATES; k++) {
            const motion_state s = random_state(&seed);
            const motion_state mirrored = {s.load, s.slip, -s.side, -s.camber};
            vec3 seen = law_of(&l, &mirrored);
            seen.v[1] = -seen.v[1];
            assert_force(seen, law_of(&l, &s), &s);
        }
        arena_free(&l.mem);
        arena_free(&mem);
    }
}

/* At speed 1: v.x = slip, v.y = tan side. Upright, as camber pushes without slip; without what slip
 * along makes of a force across, which is a shift. */
static void tyres_only_take_power(void **state)
{
    (void)state;
    uint64_t seed = 23;
    for (int f = 0; f <= TYRE_FORMULAS; f++) {
        arena mem = arena_make();
        robot_element e = {.law = LAW_TYRE, .slip = 20, .cornering = 12, .friction = 1.1,
                           .friction_across = 0.9};
        if (f < TYRE_FORMULAS) {
            e = magic_of(&mem, (tyre_formula)f);
            make_even(&mem, &e);
        }
        law l = law_make(&e);
        double most = 0;
        for (int k = 0; k < STATES; k++) {
            motion_state s = random_state(&seed);
            s.camber = 0;
            if (k % 4 == 0) /* a wheel that spins or slides against a creeping car */
                s.slip *= 1e4;
            const vec3 force = law_of(&l, &s);
            assert_true(force.v[0] * s.slip <= 0);
            assert_true(force.v[1] * s.side <= 0);
            most = fmax(most, -force.v[0] * s.slip - force.v[1] * tan(s.side));
        }
        assert_true(most > 100);
        arena_free(&l.mem);
        arena_free(&mem);
    }
}

static void straight_lines_end_in_the_ellipse(void **state)
{
    (void)state;
    uint64_t seed = 24;
    arena mem = arena_make();
    const robot_element e = {.law = LAW_TYRE, .slip = 20, .cornering = 12, .friction = 1.1,
                             .friction_across = 0.9};
    law l = law_make(&e);
    double most = 0;
    for (int k = 0; k < STATES; k++) {
        motion_state s = random_state(&seed);
        const vec3 force = law_of(&l, &s);
        const double part = hypot(force.v[0] / (e.friction * s.load),
                                  force.v[1] / (e.friction_across * s.load));
        assert_true(part < 1);
        most = fmax(most, part);
        const double u = e.slip * s.slip / e.friction, v = e.cornering * s.side / e.friction_across;
        const double held = pow(1 + pow(u * u + v * v, 2), -0.25) * s.load;
        assert_force(force, (vec3){{-e.friction * u * held, -e.friction_across * v * held, s.load}},
                     &s);
        s.slip *= 1e-6; /* little slip: the straight lines */
        s.side *= 1e-6;
        assert_force(law_of(&l, &s), (vec3){{-e.slip * s.slip * s.load,
                                             -e.cornering * s.side * s.load, s.load}}, &s);
    }
    assert_true(most > 0.99);
    arena_free(&l.mem);
    arena_free(&mem);
}

/* Forces end with the load, at no more than so many times it; the ground never pulls. */
static void wheels_leave_the_ground_without_a_jump(void **state)
{
    (void)state;
    uint64_t seed = 25;
    for (tyre_formula f = 0; f < TYRE_FORMULAS; f++) {
        arena mem = arena_make();
        const robot_element e = magic_of(&mem, f);
        law l = law_make(&e);
        for (int k = 0; k < STATES; k++) {
            motion_state s = random_state(&seed);
            for (s.load = 1; s.load > 1e-12; s.load /= 10) {
                const vec3 force = law_of(&l, &s);
                assert_true(hypot(force.v[0], force.v[1]) < 8 * s.load);
            }
            for (s.load = 0; s.load > -3; s.load--) {
                const vec3 force = law_of(&l, &s);
                for (int c = 0; c < 3; c++)
                    assert_true(force.v[c] == 0);
            }
        }
        arena_free(&l.mem);
        arena_free(&mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forces_are_those_of_the_formulas_in_print),
        cmocka_unit_test(left_is_as_right),
        cmocka_unit_test(tyres_only_take_power),
        cmocka_unit_test(straight_lines_end_in_the_ellipse),
        cmocka_unit_test(wheels_leave_the_ground_without_a_jump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
