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
    double load, slip, side, camber, speed, ahead;
} motion_state;

static motion_state random_state(uint64_t *seed)
{
    return (motion_state){random_in(seed, 10, 8000), random_in(seed, -1.5, 1.5),
                          random_in(seed, -1.2, 1.2), random_in(seed, -0.2, 0.2),
                          random_in(seed, -40, 40), random_in(seed, -1, 1)};
}

/* ---- what the equations say ------------------------------------------------------------------ */

enum { INPUTS = 7 };

typedef struct {
    arena mem;
    net n;
    sym in[INPUTS], *order;
    uint32_t count;
    tyre_wrench wrench;
} law;

static law law_make(const robot_element *e)
{
    static const char *const NAMES[] = {"load", "slip", "side", "sine", "cosine", "speed", "ahead"};
    law l = {.mem = arena_make()};
    l.n = net_make(&l.mem);
    poly of[INPUTS];
    for (int k = 0; k < INPUTS; k++) {
        l.in[k] = net_input(&l.n, NAMES[k]);
        of[k] = poly_symbol(&l.n, l.in[k]);
    }
    writer w = {.mem = &l.mem, .n = &l.n};
    const tyre_motion m = {1, of[0], of[1], of[2], of[3], of[4], of[5], of[6]};
    l.wrench = tyre_law(&w, e, &m);
    l.count = net_order(&l.n, &l.mem, &l.order);
    return l;
}

static vec3 law_vector(law *l, pvec of, const motion_state *s)
{
    const double in[INPUTS] = {s->load, s->slip,        s->side, sin(s->camber),
                               cos(s->camber), s->speed, s->ahead};
    double *values = ARENA_ARRAY(&l->mem, double, l->n.symbols_count);
    vec3 out;
    for (int k = 0; k < INPUTS; k++)
        values[l->in[k]] = in[k];
    net_evaluate(&l->n, l->order, l->count, values);
    for (int k = 0; k < 3; k++)
        out.v[k] = poly_value(&l->n, of.v[k], values);
    return out;
}

static vec3 law_of(law *l, const motion_state *s)
{
    return law_vector(l, l->wrench.force, s);
}

static vec3 moment_of(law *l, const motion_state *s)
{
    return law_vector(l, l->wrench.moment, s);
}

static robot_element magic_of(arena *mem, tyre_formula which)
{
    static const char *const FILES[] = {"robots/tyres/car_1989.tir", "robots/tyres/car_2002.tir"};
    diag d = diag_make(mem);
    robot_element e = {.kind = ELEMENT_WHEEL, .law = LAW_MAGIC, .radius = 0.31};
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
    *other = *e->tyre;
    other->value = value;
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

/* ---- moments in print ------------------------------------------------------------------------ */

/* Bakker, Pacejka, Lidner (1989), about a z that points down; what both slips share is ours. */
static vec3 moment_in_print_89(const robot_element *e, const motion_state *s)
{
    const double *v = e->tyre->value, *c = v + TYRE_89_C0, f = s->load / 1000;
    const double alpha = s->side * 180 / PI, gamma = s->camber * 180 / PI;
    const double d = c[1] * f * f + c[2] * f;
    const double bcd = (c[3] * f * f + c[4] * f) * (1 - c[6] * fabs(gamma)) * exp(-c[5] * f);
    const double b = bcd / (c[0] * d);
    const double bend = fmin((c[7] * f * f + c[8] * f + c[9]) * (1 - c[10] * fabs(gamma)), 1);
    const double x = alpha + c[11] * gamma + c[12] * f + c[13];
    const double sv = (c[14] * f * f + c[15] * f) * gamma + c[16] * f +
                      c[17] * s->load / (s->load + 1);
    const double mz = d * sin(c[0] * atan(b * x - bend * (b * x - atan(b * x)))) + sv;
    /* the share of forces: they are along = share D_x sn, with D_x = (B1 f + B2) f */
    const double *bx = v + TYRE_89_B0, *a = v + TYRE_89_A0;
    const double kx = (bx[3] * f * f + bx[4] * f) * exp(-bx[5] * f);
    const double dx = (bx[1] * f + bx[2]) * f, slope_x = kx / (bx[0] * dx);
    const double ex = fmin(bx[6] * f * f + bx[7] * f + bx[8], 1);
    const double kappa = -100 * s->slip + bx[9] * f + bx[10];
    const double sx = sin(bx[0] * atan(slope_x * kappa - ex * (slope_x * kappa -
                                                               atan(slope_x * kappa))));
    const double dy = (a[1] * f + a[2]) * f;
    const double ky = a[3] * sin(2 * atan(f / a[4])) * (1 - a[5] * fabs(gamma));
    const double slope_y = ky / (a[0] * dy), ey = fmin(a[6] * f + a[7], 1);
    const double at = alpha + a[8] * gamma + a[9] * f + a[10];
    const double sy = sin(a[0] * atan(slope_y * at - ey * (slope_y * at - atan(slope_y * at))));
    return (vec3){{0, 0, -s->ahead * mz / sqrt(1 + sx * sx * sy * sy)}};
}

/* Pacejka, Tyre and Vehicle Dynamics (2002), 4.3.2, in the coefficients of PAC2002; alpha_eq
 * without its sign, as all is even in it; cos' alpha has the sign of rolling. */
static vec3 moment_in_print_2002(const robot_element *e, const motion_state *s)
{
#define P(NAME) v[TYRE_2002_##NAME]
    const double *v = e->tyre->value, r0 = e->radius;
    const double fz = s->load, fz0 = P(FNOMIN) * P(LFZO), df = (fz - fz0) / fz0;
    const double alpha = s->side, kappa = -s->slip, gamma = s->camber;
    const double gy = gamma * P(LGAY), gz = gamma * P(LGAZ);
    const vec3 force = in_print_2002(v, s);
    const double kx = fz * (P(PKX1) + P(PKX2) * df) * exp(P(PKX3) * df) * P(LKX);
    const double ky = P(PKY1) * P(FNOMIN) * sin(2 * atan(fz / (P(PKY2) * fz0))) *
                      (1 - P(PKY3) * fabs(gy)) * P(LFZO) * P(LKY);
    const double mu = (P(PDY1) + P(PDY2) * df) * (1 - P(PDY3) * gy * gy) * P(LMUY);
    const double cy = P(PCY1) * P(LCY), by = ky / (cy * mu * fz);
    const double shy = (P(PHY1) + P(PHY2) * df) * P(LHY) + P(PHY3) * gy;
    const double svy = fz * ((P(PVY1) + P(PVY2) * df) * P(LVY) +
                             (P(PVY3) + P(PVY4) * df) * gy) * P(LMUY);
    const double svyk = mu * fz * (P(RVY1) + P(RVY2) * df + P(RVY3) * gamma) *
                        cos(atan(P(RVY4) * alpha)) * sin(P(RVY5) * atan(P(RVY6) * kappa)) *
                        P(LVYKA);
    const double at = alpha + P(QHZ1) + P(QHZ2) * df + (P(QHZ3) + P(QHZ4) * df) * gz;
    const double bt = (P(QBZ1) + P(QBZ2) * df + P(QBZ3) * df * df) *
                      (1 + P(QBZ4) * gz + P(QBZ5) * fabs(gz)) * P(LKY) / P(LMUY);
    const double ct = P(QCZ1);
    const double dt = fz * (P(QDZ1) + P(QDZ2) * df) * (1 + P(QDZ3) * gz + P(QDZ4) * gz * gz) *
                      r0 / fz0 * P(LTR);
    const double et = fmin((P(QEZ1) + P(QEZ2) * df + P(QEZ3) * df * df) *
                               (1 + (P(QEZ4) + P(QEZ5) * gz) * 2 / PI * atan(bt * ct * at)), 1);
    const double ar = alpha + shy + svy / ky;
    const double br = P(QBZ9) * P(LKY) / P(LMUY) + P(QBZ10) * by * cy;
    const double dr = fz * ((P(QDZ6) + P(QDZ7) * df) * P(LRES) + (P(QDZ8) + P(QDZ9) * df) * gz) *
                      r0 * P(LMUY);
    const double at_eq = atan(hypot(tan(at), kx / ky * kappa));
    const double ar_eq = atan(hypot(tan(ar), kx / ky * kappa));
    const double cos_alpha = s->ahead * cos(alpha);
    const double trail = dt * cos(ct * atan(bent(bt, et, at_eq))) * cos_alpha;
    const double mzr = dr * cos(atan(br * ar_eq)) * cos_alpha;
    const double arm = r0 * (P(SSZ1) + P(SSZ2) * force.v[1] / fz0 +
                             (P(SSZ3) + P(SSZ4) * df) * gamma) * P(LS);
    const double rate = fabs(s->speed) / P(LONGVL);
    const double my = -r0 * fz * P(LMY) *
                      (s->ahead * (P(QSY1) + P(QSY3) * rate + P(QSY4) * pow(rate, 4)) +
                       P(QSY2) * force.v[0] / fz0);
    const double mx = r0 * fz * (P(QSX1) * P(LVMX) +
                                 (-P(QSX2) * gamma + P(QSX3) * force.v[1] / fz0) * P(LMX));
#undef P
    return (vec3){{mx, my, -trail * (force.v[1] - svyk) + mzr + arm * force.v[0]}};
}

static vec3 (*const MOMENT_IN_PRINT[])(const robot_element *, const motion_state *) = {
    moment_in_print_89, moment_in_print_2002};

/* Relative to load times radius. */
static void assert_moment(vec3 got, vec3 want, const motion_state *s, double radius)
{
    for (int k = 0; k < 3; k++)
        if (!(fabs(got.v[k] - want.v[k]) <= 1e-12 * s->load * radius))
            fail_msg("moment %d: %.15g, not %.15g (load %g slip %g side %g camber %g)", k,
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

/* Scaled, too. */
static void moments_are_those_of_the_formulas_in_print(void **state)
{
    (void)state;
    static const int SCALES[] = {TYRE_2002_LFZO, TYRE_2002_LTR,  TYRE_2002_LRES, TYRE_2002_LGAZ,
                                 TYRE_2002_LS,   TYRE_2002_LMX,  TYRE_2002_LVMX, TYRE_2002_LMY,
                                 TYRE_2002_LMUY, TYRE_2002_LKY,  TYRE_2002_LGAY};
    uint64_t seed = 26;
    for (int k = 0; k < 2 * TYRE_FORMULAS; k++) {
        const tyre_formula f = (tyre_formula)(k / 2);
        arena all = arena_make(), *mem = &all;
        robot_element own = magic_of(mem, f), *e = &own;
        double most[3] = {0};
        if (k % 2 && f == TYRE_2002)
            MAKE(SCALES, 1.2);
        else if (k % 2)
            make_bent(mem, e);
        law l = law_make(e);
        for (int n = 0; n < STATES; n++) {
            const motion_state s = random_state(&seed);
            const vec3 got = moment_of(&l, &s);
            assert_moment(got, MOMENT_IN_PRINT[f](e, &s), &s, e->radius);
            for (int c = 0; c < 3; c++)
                most[c] = fmax(most[c], fabs(got.v[c]));
        }
        for (int c = f == TYRE_89 ? 2 : 0; c < 3; c++)
            assert_true(most[c] > 10);
        arena_free(&l.mem);
        arena_free(mem);
    }
}

/* A wheel that slides to its left is turned to its left, so that it slides less: the trail is
 * behind; ahead where it rolls backwards. Rolling resistance slows down, and overturning has the
 * sign of the side that the wheel is pushed from. Without shifts. */
static void moments_have_the_signs_of_tyres(void **state)
{
    (void)state;
    static const int OF_89[] = {TYRE_89_C11, TYRE_89_C12, TYRE_89_C13, TYRE_89_C16, TYRE_89_C17};
    static const int OF_2002[] = {TYRE_2002_QHZ1, TYRE_2002_QHZ2, TYRE_2002_QDZ6, TYRE_2002_QDZ7,
                                  TYRE_2002_SSZ1, TYRE_2002_QSX1, TYRE_2002_QSY2, TYRE_2002_QEZ4};
    for (tyre_formula f = 0; f < TYRE_FORMULAS; f++) {
        arena all = arena_make(), *mem = &all;
        robot_element own = magic_of(mem, f), *e = &own;
        make_even(mem, e);
        if (f == TYRE_89)
            MAKE(OF_89, 0);
        else
            MAKE(OF_2002, 0);
        law l = law_make(e);
        for (int way = -1; way <= 1; way += 2) {
            const motion_state left = {4000, 0, 0.04, 0, way * 20.0, way},
                               right = {4000, 0, -0.04, 0, way * 20.0, way};
            const vec3 a = moment_of(&l, &left), b = moment_of(&l, &right);
            assert_true(way * a.v[2] > 10 && way * b.v[2] < -10);
            assert_true(fabs(a.v[2] + b.v[2]) < 1e-9);
            if (f == TYRE_2002) {
                assert_true(way * a.v[1] < -1 && a.v[1] == b.v[1]);
                assert_true(law_of(&l, &left).v[1] < 0 && a.v[0] < 0 && b.v[0] > 0);
            }
        }
        arena_free(&l.mem);
        arena_free(mem);
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
            const motion_state mirrored = {s.load, s.slip,  -s.side,
                                           -s.camber, s.speed, s.ahead};
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
                assert_true(vec3_norm(moment_of(&l, &s)) < 8 * s.load);
            }
            for (s.load = 0; s.load > -3; s.load--) {
                const vec3 force = law_of(&l, &s), moment = moment_of(&l, &s);
                for (int c = 0; c < 3; c++)
                    assert_true(force.v[c] == 0 && moment.v[c] == 0);
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
        cmocka_unit_test(moments_are_those_of_the_formulas_in_print),
        cmocka_unit_test(moments_have_the_signs_of_tyres),
        cmocka_unit_test(left_is_as_right),
        cmocka_unit_test(tyres_only_take_power),
        cmocka_unit_test(straight_lines_end_in_the_ellipse),
        cmocka_unit_test(wheels_leave_the_ground_without_a_jump),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
