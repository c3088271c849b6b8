/* SPDX-License-Identifier: MIT */
/* Tyres by the second opinion: published formulas as they are printed, coefficients out of the
 * file's own text, sines and exponentials of twice a double's precision. */
#include "check/tyre_forces.h"

#include "check/amount_words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- functions ------------------------------------------------------------------------------- */

static const doubled PI = {3.141592653589793116, 1.2246467991473532e-16};

static amount one(void)
{
    return amount_of(1);
}

/* The slope's error counts by the slope of the function, and by how the argument's moves that. */
static amount from_parts(doubled value, doubled slope, amount of)
{
    const double steep = fabs(slope.hi);
    amount out = {.value = value, .size = fabs(value.hi) + steep * of.size};
    if (of.slope_size != 0) {
        out.slope = doubled_multiply(slope, of.slope);
        out.slope_size = of.slope_size * (steep + fabs(value.hi) * of.size);
    }
    return out;
}

static amount sine(amount x)
{
    doubled s, c;
    doubled_sincos(x.value, &s, &c);
    return from_parts(s, c, x);
}

static amount cosine(amount x)
{
    doubled s, c;
    doubled_sincos(x.value, &s, &c);
    return from_parts(c, doubled_negative(s), x);
}

static amount arc_tangent(amount x)
{
    return amount_atan2(x, one());
}

/* Taylor's series of a 256th, squared eight times. */
static amount power_of_e(amount x)
{
    const doubled part = doubled_multiply(x.value, doubled_of(1.0 / 256));
    doubled e = doubled_of(1), term = doubled_of(1);
    for (int k = 1; k < 30; k++) {
        term = doubled_divide(doubled_multiply(term, part), doubled_of(k));
        e = doubled_add(e, term);
    }
    for (int k = 0; k < 8; k++)
        e = doubled_multiply(e, e);
    return from_parts(e, e, x);
}

static amount magnitude(amount x)
{
    return x.value.hi < 0 ? amount_negative(x) : x;
}

static double sign(amount x)
{
    return x.value.hi < 0 ? -1 : 1;
}

static amount at_most_one(amount x)
{
    if (x.value.hi < 1)
        return x;
    x.value = doubled_of(1);
    x.slope = doubled_of(0);
    return x;
}

/* ---- coefficients ---------------------------------------------------------------------------- */

static bool begins(const char *at, const char *word)
{
    for (; *word; at++, word++)
        if (toupper((unsigned char)*at) != *word)
            return false;
    return true;
}

/* What stands after WORD = at the beginning of a line; NULL: nothing. */
static const char *value_of(const char *text, const char *word)
{
    for (const char *at = text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
        const char *from = at + strspn(at, " \t\r");
        if (!begins(from, word))
            continue;
        from += strlen(word);
        from += strspn(from, " \t");
        if (*from == '=')
            return from + 1 + strspn(from + 1, " \t'\"");
    }
    return NULL;
}

static double coefficient(const char *text, const char *word)
{
    const char *value = value_of(text, word);
    return value ? strtod(value, NULL) : 1;
}

/* Of moments: 0 where it is not there. */
static double moment_coefficient(const char *text, const char *word)
{
    return value_of(text, word) ? coefficient(text, word) : 0;
}

/* Whether a line begins the section. */
static bool has_section(const char *text, const char *word)
{
    for (const char *at = text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL) {
        const char *from = at + strspn(at, " \t\r");
        if (*from == '[' && begins(from + 1 + strspn(from + 1, " \t"), word))
            return true;
    }
    return false;
}

/* ---- 1989 ------------------------------------------------------------------------------------ */

/* Bx - E(Bx - atan Bx) */
static amount bent(amount b, amount e, amount x)
{
    const amount bx = times(b, x);
    return minus(bx, times(e, minus(bx, arc_tangent(bx))));
}

static amount of_load(double constant, double by, amount load)
{
    return plus(amount_of(constant), scaled(by, load));
}

static amount degrees(amount angle)
{
    return times(angle, amount_of_doubled(doubled_divide(doubled_of(180), PI)));
}

/* Mz in print, about a z that points down: -D sn(...) - Sv upwards. */
static amount aligning_1989(const char *text, const check_tyre *t, amount f, amount gamma,
                            amount alpha)
{
    double c[18];
    for (int k = 0; k < 18; k++) {
        const char name[] = {'C', (char)('0' + (k < 10 ? k : 1)),
                             (char)(k < 10 ? 0 : '0' + k - 10), 0};
        c[k] = moment_coefficient(text, name);
    }
    const amount lean = magnitude(gamma), size = of_load(c[2], c[1], f);
    const amount k = times(times(of_load(c[4], c[3], f), power_of_e(scaled(-c[5], f))),
                           minus(one(), scaled(c[6], lean)));
    const amount b = times(k, amount_reciprocal(scaled(c[0], size)));
    const amount e = at_most_one(times(plus(of_load(c[9], c[8], f), scaled(c[7], times(f, f))),
                                       minus(one(), scaled(c[10], lean))));
    const amount x = plus(alpha, plus(scaled(c[11], gamma), of_load(c[13], c[12], f)));
    const amount fade = times(t->load, amount_reciprocal(plus(t->load, one())));
    const amount up = plus(times(times(of_load(c[15], c[14], f), f), gamma),
                           plus(scaled(c[16], f), scaled(c[17], fade)));
    const amount sn = sine(scaled(c[0], arc_tangent(bent(b, e, x))));
    return amount_negative(times(t->ahead, plus(times(times(size, f), sn), up)));
}

static void law_1989(const char *text, const check_tyre *t, amount out[2], amount moment[3])
{
    double a[14], b[11];
    char name[4];
    for (int k = 0; k < 14; k++) {
        name[0] = 'A';
        name[1] = (char)('0' + (k < 10 ? k : 1));
        name[2] = (char)(k < 10 ? 0 : '0' + k - 10);
        name[3] = 0;
        a[k] = coefficient(text, name);
        name[0] = 'B';
        if (k < 11)
            b[k] = coefficient(text, name);
    }
    const amount f = scaled(1e-3, t->load), gamma = degrees(t->camber);
    const amount alpha = degrees(t->side), kappa = scaled(-100, t->slip);
    /* sin(2 atan x)/x, finite at 0 */
    const amount x = times(f, amount_reciprocal(amount_of(a[4])));
    const amount under = amount_reciprocal(plus(one(), times(x, x)));
    const amount rising = scaled(2 * a[3], times(under, amount_reciprocal(amount_of(a[4]))));
    const amount lean = minus(one(), scaled(a[5], magnitude(gamma)));
    const amount mu_y = of_load(a[2], a[1], f);
    const amount b_y = times(times(rising, lean), amount_reciprocal(scaled(a[0], mu_y)));
    const amount x_y = plus(alpha, plus(scaled(a[8], gamma), of_load(a[10], a[9], f)));
    const amount e_y = at_most_one(of_load(a[7], a[6], f));
    const amount sine_y = sine(scaled(a[0], arc_tangent(bent(b_y, e_y, x_y))));
    const amount fade = times(t->load, amount_reciprocal(plus(t->load, one())));
    const amount up = plus(scaled(a[11], times(gamma, f)),
                           plus(scaled(a[12], f), scaled(a[13], fade)));
    const amount mu_x = of_load(b[2], b[1], f);
    const amount k_x = times(of_load(b[4], b[3], f), power_of_e(scaled(-b[5], f)));
    const amount e_x = at_most_one(plus(scaled(b[6], times(f, f)), of_load(b[8], b[7], f)));
    const amount b_x = times(k_x, amount_reciprocal(scaled(b[0], mu_x)));
    const amount x_x = plus(kappa, of_load(b[10], b[9], f));
    const amount sine_x = sine(scaled(b[0], arc_tangent(bent(b_x, e_x, x_x))));
    const amount both = times(sine_x, sine_y);
    const amount share = amount_reciprocal(amount_sqrt(plus(one(), times(both, both))));
    out[0] = times(share, times(times(mu_x, f), sine_x));
    out[1] = amount_negative(times(share, plus(times(times(mu_y, f), sine_y), up)));
    if (has_section(text, "ALIGNING_COEFFICIENTS"))
        moment[2] = times(share, aligning_1989(text, t, f, gamma, alpha));
}

/* ---- 2002 ------------------------------------------------------------------------------------ */

static double newtons(const char *text)
{
    static const struct {
        const char *word;
        double newton;
    } KNOWN[] = {{"KN", 1000}, {"KILON", 1000}, {"POUND", 4.4482216152605}, {"KG", 9.80665}};
    const char *unit = value_of(text, "FORCE");
    for (size_t k = 0; unit && k < sizeof KNOWN / sizeof *KNOWN; k++)
        if (begins(unit, KNOWN[k].word))
            return KNOWN[k].newton;
    return 1;
}

static amount weight(amount b, double c, amount e, amount slip, amount shift)
{
    e = at_most_one(e);
    const amount with = cosine(scaled(c, arc_tangent(bent(b, e, plus(slip, shift)))));
    const amount without = cosine(scaled(c, arc_tangent(bent(b, e, shift))));
    return times(with, amount_reciprocal(without));
}

static amount cosine_of_angle(amount tangent)
{
    return cosine(arc_tangent(tangent));
}

/* What moments of 2002 take of the forces. */
typedef struct {
    amount fx, fy, pulled; /* pulled: SVyk */
    amount over_x, over_y; /* K/N */
    amount mu, shift, up;  /* across: D/N, SHy, SVy/N */
    amount df, nominal;
} forces_2002;

/* atan sqrt(tan^2 angle + (Kx/Ky)^2 kappa^2), at least 1e-8: its size alone counts. */
static amount equivalent(amount angle, amount ratio, amount kappa)
{
    const amount tangent = times(sine(angle), amount_reciprocal(cosine(angle)));
    const amount other = times(ratio, kappa);
    return arc_tangent(amount_sqrt(plus(amount_of(1e-16),
                                        plus(times(tangent, tangent), times(other, other)))));
}

#define P(NAME) coefficient(text, #NAME)
#define Q(NAME) moment_coefficient(text, #NAME)
static amount aligning_2002(const char *text, const check_tyre *t, const forces_2002 *f,
                            double radius)
{
    const amount alpha = t->side, g = scaled(P(LGAZ), t->camber), df = f->df;
    const amount kappa = amount_negative(t->slip);
    const amount ratio = times(f->over_x, amount_reciprocal(f->over_y));
    const amount cos_alpha = times(t->ahead, cosine(alpha));
    const amount a_t = plus(alpha, plus(of_load(Q(QHZ1), Q(QHZ2), df),
                                        times(of_load(Q(QHZ3), Q(QHZ4), df), g)));
    const amount b_t = times(scaled(P(LKY) / P(LMUY), plus(of_load(Q(QBZ1), Q(QBZ2), df),
                                                           scaled(Q(QBZ3), times(df, df)))),
                             plus(one(), plus(scaled(Q(QBZ4), g), scaled(Q(QBZ5), magnitude(g)))));
    const amount turned = times(of_load(Q(QEZ4), Q(QEZ5), g),
                                arc_tangent(scaled(Q(QCZ1), times(b_t, a_t))));
    const amount over_half_pi = amount_of_doubled(doubled_divide(doubled_of(2), PI));
    const amount e_t = at_most_one(times(plus(of_load(Q(QEZ1), Q(QEZ2), df),
                                              scaled(Q(QEZ3), times(df, df))),
                                         plus(one(), times(over_half_pi, turned))));
    const amount lean = plus(of_load(1, Q(QDZ3), g), scaled(Q(QDZ4), times(g, g)));
    const amount d_t = times(times(t->load, of_load(Q(QDZ1), Q(QDZ2), df)),
                             scaled(radius * P(LTR), times(lean, amount_reciprocal(f->nominal))));
    const amount trail = times(times(d_t, cos_alpha), cosine(scaled(Q(QCZ1), arc_tangent(bent(
                             b_t, e_t, equivalent(a_t, ratio, kappa))))));
    const amount a_r = plus(alpha, plus(f->shift, times(f->up, amount_reciprocal(f->over_y))));
    const amount b_r = plus(amount_of(Q(QBZ9) * P(LKY) / P(LMUY)),
                            scaled(Q(QBZ10), times(f->over_y, amount_reciprocal(f->mu))));
    const amount d_r = times(scaled(radius * P(LMUY), t->load),
                             plus(scaled(P(LRES), of_load(Q(QDZ6), Q(QDZ7), df)),
                                  times(of_load(Q(QDZ8), Q(QDZ9), df), g)));
    const amount rest = times(times(d_r, cos_alpha),
                              cosine_of_angle(times(b_r, equivalent(a_r, ratio, kappa))));
    const amount arm = plus(plus(amount_of(Q(SSZ1)),
                                 scaled(Q(SSZ2), times(f->fy, amount_reciprocal(f->nominal)))),
                            times(of_load(Q(SSZ3), Q(SSZ4), df), t->camber));
    return plus(minus(rest, times(trail, minus(f->fy, f->pulled))),
                times(scaled(radius * P(LS), arm), f->fx));
}

static void moments_2002(const char *text, const check_tyre *t, const forces_2002 *f,
                         double radius, amount out[3])
{
    const amount arm = scaled(radius, t->load), over = amount_reciprocal(f->nominal);
    if (has_section(text, "OVERTURNING_COEFFICIENTS")) {
        const amount push = scaled(Q(QSX3), times(f->fy, over));
        out[0] = times(arm, plus(amount_of(Q(QSX1) * P(LVMX)),
                                 scaled(P(LMX), minus(push, scaled(Q(QSX2), t->camber)))));
    }
    if (has_section(text, "ROLLING_COEFFICIENTS")) {
        const double reference = Q(LONGVL) > 0 ? Q(LONGVL) : INFINITY;
        const amount v = scaled(1 / reference, t->speed), square = times(v, v);
        const amount even = plus(amount_of(Q(QSY1)), plus(scaled(Q(QSY3), magnitude(v)),
                                                          scaled(Q(QSY4), times(square, square))));
        const amount sum = plus(times(t->ahead, even), scaled(Q(QSY2), times(f->fx, over)));
        out[1] = times(arm, scaled(-P(LMY), sum));
    }
    if (has_section(text, "ALIGNING_COEFFICIENTS"))
        out[2] = aligning_2002(text, t, f, radius);
}

static void law_2002(const char *text, const check_tyre *t, double radius, amount out[2],
                     amount moment[3])
{
    const double nominal = P(FNOMIN) * newtons(text) * P(LFZO);
    const amount df = scaled(1 / nominal, minus(t->load, amount_of(nominal)));
    const amount kappa = amount_negative(t->slip), alpha = t->side;
    const amount gx = scaled(P(LGAX), t->camber), gy = scaled(P(LGAY), t->camber);
    /* alone along */
    const amount mu_x = times(scaled(P(LMUX), of_load(P(PDX1), P(PDX2), df)),
                              minus(one(), scaled(P(PDX3), times(gx, gx))));
    const amount k_x = scaled(P(LKX), times(of_load(P(PKX1), P(PKX2), df),
                                            power_of_e(scaled(P(PKX3), df))));
    const double c_x = P(PCX1) * P(LCX), c_y = P(PCY1) * P(LCY);
    const amount x_x = plus(kappa, scaled(P(LHX), of_load(P(PHX1), P(PHX2), df)));
    const amount curve = plus(of_load(P(PEX1), P(PEX2), df), scaled(P(PEX3), times(df, df)));
    const amount e_x = at_most_one(scaled(P(LEX) * (1 - P(PEX4) * sign(x_x)), curve));
    const amount b_x = times(k_x, amount_reciprocal(scaled(c_x, mu_x)));
    const amount s_x = scaled(P(LVX) * P(LMUX), of_load(P(PVX1), P(PVX2), df));
    const amount alone_x = plus(s_x, times(mu_x, sine(scaled(c_x, arc_tangent(
                                                          bent(b_x, e_x, x_x))))));
    /* alone across */
    const amount mu_y = times(scaled(P(LMUY), of_load(P(PDY1), P(PDY2), df)),
                              minus(one(), scaled(P(PDY3), times(gy, gy))));
    const amount share = scaled(1 / (P(PKY2) * nominal), t->load);
    const amount rising = scaled(2 / (P(PKY2) * nominal),
                                 amount_reciprocal(plus(one(), times(share, share))));
    const amount k_y = times(scaled(P(PKY1) * nominal * P(LKY), rising),
                             minus(one(), scaled(P(PKY3), magnitude(gy))));
    const amount x_y = plus(alpha, plus(scaled(P(LHY), of_load(P(PHY1), P(PHY2), df)),
                                        scaled(P(PHY3), gy)));
    const amount turn = scaled(sign(x_y), plus(amount_of(P(PEY3)), scaled(P(PEY4), gy)));
    const amount e_y = at_most_one(scaled(P(LEY), times(of_load(P(PEY1), P(PEY2), df),
                                                        minus(one(), turn))));
    const amount b_y = times(k_y, amount_reciprocal(scaled(c_y, mu_y)));
    const amount s_y = scaled(P(LMUY), plus(scaled(P(LVY), of_load(P(PVY1), P(PVY2), df)),
                                            times(of_load(P(PVY3), P(PVY4), df), gy)));
    const amount alone_y = plus(s_y, times(mu_y, sine(scaled(c_y, arc_tangent(
                                                          bent(b_y, e_y, x_y))))));
    /* both */
    const amount b_xa = scaled(P(RBX1) * P(LXAL), cosine_of_angle(scaled(P(RBX2), kappa)));
    const amount b_yk = scaled(P(RBY1) * P(LYKA), cosine_of_angle(scaled(
                                                      P(RBY2), minus(alpha, amount_of(P(RBY3))))));
    const amount pull = plus(of_load(P(RVY1), P(RVY2), df), scaled(P(RVY3), t->camber));
    const amount fades = cosine_of_angle(scaled(P(RVY4), alpha));
    const amount turned = sine(scaled(P(RVY5), arc_tangent(scaled(P(RVY6), kappa))));
    const amount s_yk = scaled(P(LVYKA), times(times(mu_y, pull), times(fades, turned)));
    const amount g_x = weight(b_xa, P(RCX1), of_load(P(REX1), P(REX2), df), alpha,
                              amount_of(P(RHX1)));
    const amount g_y = weight(b_yk, P(RCY1), of_load(P(REY1), P(REY2), df), kappa,
                              of_load(P(RHY1), P(RHY2), df));
    out[0] = times(t->load, times(alone_x, g_x));
    out[1] = times(t->load, plus(times(alone_y, g_y), s_yk));
    const forces_2002 f = {out[0], out[1], times(t->load, s_yk), k_x, k_y, mu_y,
                           plus(scaled(P(LHY), of_load(P(PHY1), P(PHY2), df)),
                                scaled(P(PHY3), gy)), s_y, df, amount_of(nominal)};
    moments_2002(text, t, &f, radius, moment);
}
#undef P
#undef Q

/* ---- all of them ----------------------------------------------------------------------------- */

/* Straight lines that end in an ellipse: shares u, v become (1 + (u^2 + v^2)^2)^(-1/4) of them. */
static void force_within_ellipse(const robot_element *e, const check_tyre *t, amount out[2])
{
    const amount u = times(scaled(-e->slip, t->slip), amount_reciprocal(amount_of(e->friction)));
    const amount v = times(scaled(-e->cornering, t->side),
                           amount_reciprocal(amount_of(e->friction_across)));
    const amount square = plus(times(u, u), times(v, v));
    const amount held = amount_sqrt(amount_sqrt(plus(one(), times(square, square))));
    const amount share = times(t->load, amount_reciprocal(held));
    out[0] = times(share, scaled(e->friction, u));
    out[1] = times(share, scaled(e->friction_across, v));
}

check_tyre_wrench check_tyre_law(const robot_element *e, check_tyre t)
{
    check_tyre_wrench w = {.moment = avec_zero()};
    if (!e->tyre && e->friction == 0) {
        w.force.v[0] = times(t.load, scaled(-e->slip, t.slip));
        w.force.v[1] = times(t.load, scaled(-e->cornering, t.side));
        w.force.v[2] = t.load;
        return w;
    }
    if (t.load.value.hi < 0) /* the ground never pulls */
        t.load.value = t.load.slope = doubled_of(0);
    if (!e->tyre)
        force_within_ellipse(e, &t, w.force.v);
    else if (begins(value_of(e->tyre->text, "PROPERTY_FILE_FORMAT"), "PAC89"))
        law_1989(e->tyre->text, &t, w.force.v, w.moment.v);
    else
        law_2002(e->tyre->text, &t, e->radius, w.force.v, w.moment.v);
    w.force.v[2] = t.load;
    return w;
}
