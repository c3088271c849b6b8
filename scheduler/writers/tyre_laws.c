/* SPDX-License-Identifier: MIT */
/* Powers of e are sums of products and a quotient, as no unit of a core has them: docs/forces.md
 * says how exact they are. */
#include "writers/tyre_laws.h"

#include "robot/tyre.h"

static const double PI = 3.14159265358979323846;

/* ---- functions ------------------------------------------------------------------------------- */

static poly keep(writer *w, poly x)
{
    return net_assign(w->n, NULL, x);
}

static poly number(writer *w, double value)
{
    return poly_number(w->n, value);
}

static poly product(writer *w, poly a, poly b)
{
    return keep(w, times(w, keep(w, a), keep(w, b)));
}

static poly quotient(writer *w, poly a, poly b)
{
    return product(w, a, net_reciprocal(w->n, NULL, b));
}

static poly root(writer *w, poly of)
{
    return net_call(w->n, NULL, CALL_SQRT, of, poly_zero());
}

static poly angle_of(writer *w, poly tangent)
{
    return net_call(w->n, NULL, CALL_ATAN2, tangent, number(w, 1));
}

/* min(x, 0) */
static poly below(writer *w, poly x)
{
    return net_call(w->n, NULL, CALL_BELOW, x, x);
}

static poly magnitude(writer *w, poly x)
{
    x = keep(w, x);
    return keep(w, minus(w, x, scaled(w, 2, below(w, x))));
}

/* a x^0 + b x^1 + ... */
static poly polynomial(writer *w, poly x, const double *of, uint32_t count)
{
    poly sum = number(w, of[count - 1]);
    for (uint32_t k = count - 1; k-- > 0;)
        sum = keep(w, plus(w, number(w, of[k]), times(w, sum, x)));
    return sum;
}

static poly linear(writer *w, double a, double b, poly x)
{
    return keep(w, plus(w, number(w, a), scaled(w, b, x)));
}

static poly sine(writer *w, poly angle)
{
    return net_call(w->n, NULL, CALL_SIN, angle, poly_zero());
}

static poly cosine(writer *w, poly angle)
{
    return net_call(w->n, NULL, CALL_COS, angle, poly_zero());
}

/* Pade's quotient of sixth degree of a 256th of it, less 1, and eight times r = s(2 + s), as 1 + r
 * is the square of 1 + s. Good to 1e-15 of 1 up to |x| = 128. The denominator has no real root. */
static poly power_of_e(writer *w, poly x)
{
    enum { DOUBLED = 8 };
    static const double EVEN[] = {665280, 75600, 840, 1}, ODD[] = {332640, 10080, 42};
    x = keep(w, scaled(w, 1.0 / (1 << DOUBLED), x));
    const poly square = product(w, x, x), even = polynomial(w, square, EVEN, 4);
    const poly odd = product(w, x, polynomial(w, square, ODD, 3));
    poly rest = quotient(w, scaled(w, 2, odd), minus(w, even, odd));
    for (int k = 0; k < DOUBLED; k++)
        rest = product(w, rest, plus(w, number(w, 2), rest));
    return keep(w, plus(w, number(w, 1), rest));
}

/* ---- the Magic Formula ----------------------------------------------------------------------- */

/* min(e, 1): beyond it much slip would turn a force round. */
static poly at_most_one(writer *w, poly e)
{
    return keep(w, plus(w, number(w, 1), below(w, keep(w, minus(w, e, number(w, 1))))));
}

/* C atan(Bx - E(Bx - atan Bx)), of which a sine or cosine is taken. */
static poly magic(writer *w, poly b, double c, poly e, poly x)
{
    e = at_most_one(w, e);
    const poly bx = product(w, b, x), rest = minus(w, bx, angle_of(w, bx));
    const poly bent = keep(w, minus(w, bx, product(w, e, rest)));
    return keep(w, scaled(w, c, angle_of(w, bent)));
}

/* cos(atan x) */
static poly fading(writer *w, poly x)
{
    const poly square = product(w, x, x);
    return net_reciprocal(w->n, NULL, root(w, keep(w, plus(w, square, number(w, 1)))));
}

/* 2 (x / at) / (1 + (x / at)^2) over x, which is sin(2 atan(x / at)) over it. */
static poly rising(writer *w, poly x, double at)
{
    const poly share = keep(w, scaled(w, 1 / at, x));
    return keep(w, scaled(w, 2 / at, net_reciprocal(w->n, NULL,
                                                    plus(w, number(w, 1),
                                                         product(w, share, share)))));
}

/* Sines along and across of the laws of 1989, alone each. Together they leave the ellipse of
 * friction nowhere: (1 - x^2)(1 - y^2) is not negative. */
static poly shared(writer *w, poly x, poly y)
{
    const poly both = product(w, x, y);
    const poly square = product(w, both, both);
    return net_reciprocal(w->n, NULL, root(w, keep(w, plus(w, number(w, 1), square))));
}

/* About z, which points down in print: a trail that is ahead where the wheel rolls backwards. */
static poly aligning_89(writer *w, const double *v, const tyre_motion *m, poly f, poly gamma)
{
#define OF(NAME) v[TYRE_89_##NAME]
    const poly size = linear(w, OF(C2), OF(C1), f), lean = magnitude(w, gamma);
    const poly fades = power_of_e(w, scaled(w, -OF(C5), f));
    const poly k = product(w, product(w, linear(w, OF(C4), OF(C3), f), linear(w, 1, -OF(C6), lean)),
                           fades);
    const poly b = quotient(w, k, scaled(w, OF(C0), size));
    const double bends[] = {OF(C9), OF(C8), OF(C7)};
    const poly e = product(w, polynomial(w, f, bends, 3), linear(w, 1, -OF(C10), lean));
    const poly shift = plus(w, linear(w, OF(C13), OF(C12), f), scaled(w, OF(C11), gamma));
    const poly x = keep(w, plus(w, scaled(w, 180 / PI, m->side), shift));
    const poly fade = quotient(w, f, plus(w, f, number(w, 1e-3)));
    const poly leaning = product(w, linear(w, OF(C15), OF(C14), f), product(w, gamma, f));
    const poly up = plus(w, plus(w, leaning, scaled(w, OF(C16), f)), scaled(w, OF(C17), fade));
    const poly alone = product(w, product(w, size, f), sine(w, magic(w, b, OF(C0), e, x)));
#undef OF
    return product(w, scaled(w, -1, m->ahead), plus(w, alone, up));
}

/* Loads in kN, angles in degrees, slip in percent; y to the right. B C D is divided by C D before
 * it meets the load, which may be 0. */
static tyre_wrench magic_89(writer *w, const robot_element *e, const tyre_motion *m, poly load,
                     poly camber)
{
    const double *v = e->tyre->value;
#define OF(NAME) v[TYRE_89_##NAME]
    const poly f = keep(w, scaled(w, 1e-3, load));
    const poly alpha = scaled(w, 180 / PI, m->side), kappa = scaled(w, -100, m->slip);
    const poly gamma = keep(w, scaled(w, 180 / PI, camber));
    /* across */
    const poly mu_y = linear(w, OF(A2), OF(A1), f);
    const poly lean = linear(w, 1, -OF(A5), magnitude(w, gamma));
    const poly k_y = product(w, scaled(w, OF(A3), rising(w, f, OF(A4))), lean);
    const poly b_y = quotient(w, k_y, scaled(w, OF(A0), mu_y));
    const poly s_y = plus(w, linear(w, OF(A10), OF(A9), f), scaled(w, OF(A8), gamma));
    const poly e_y = linear(w, OF(A7), OF(A6), f);
    const poly y = sine(w, magic(w, b_y, OF(A0), e_y, plus(w, alpha, s_y)));
    const poly fade = quotient(w, load, plus(w, load, number(w, 1)));
    const poly leaning = scaled(w, OF(A11), product(w, gamma, f));
    const poly up_y = plus(w, plus(w, leaning, scaled(w, OF(A12), f)), scaled(w, OF(A13), fade));
    /* along */
    const poly mu_x = linear(w, OF(B2), OF(B1), f), f2 = product(w, f, f);
    const poly k_x = product(w, linear(w, OF(B4), OF(B3), f),
                             power_of_e(w, scaled(w, -OF(B5), f)));
    const poly b_x = quotient(w, k_x, scaled(w, OF(B0), mu_x));
    const poly e_x = plus(w, linear(w, OF(B8), OF(B7), f), scaled(w, OF(B6), f2));
    const poly s_x = linear(w, OF(B10), OF(B9), f);
    const poly x = sine(w, magic(w, b_x, OF(B0), e_x, plus(w, kappa, s_x)));
#undef OF
    const poly share = shared(w, x, y), along = product(w, product(w, x, mu_x), f);
    const poly right = plus(w, product(w, product(w, y, mu_y), f), up_y);
    tyre_wrench out = {{{product(w, share, along), product(w, scaled(w, -1, share), right), load}},
                       {{{0}}}};
    if (e->tyre->has_moment[2])
        out.moment.v[2] = product(w, share, aligning_89(w, v, m, f, gamma));
    return out;
}

/* How much of a force the other slip leaves: cosines, 1 without that slip. */
static poly remaining(writer *w, poly b, double c, poly e, poly slip, poly shift)
{
    return quotient(w, cosine(w, magic(w, b, c, e, plus(w, slip, shift))),
                    cosine(w, magic(w, b, c, e, shift)));
}

/* The sign of x times `of`, which it has at 0, too. */
static poly signed_as(writer *w, poly of, poly x)
{
    of = keep(w, of);
    return minus(w, of, scaled(w, 2, net_call(w->n, NULL, CALL_BELOW, of, keep(w, x))));
}

typedef struct {
    poly load, over; /* N; (load - nominal)/nominal */
    poly alpha, kappa, camber;
    double nominal;
} magic_state;

/* A force over N, and what moments take of how it came about. */
typedef struct {
    poly force, stiff; /* of both slips; K */
    poly mu, shift, up; /* D, Sh, Sv */
    poly pulled;       /* by slip along */
} magic_share;

#define OF(NAME) v[TYRE_2002_##NAME]

static magic_share along_2002(writer *w, const double *v, const magic_state *s)
{
    const poly gamma = keep(w, scaled(w, OF(LGAX), s->camber)), over = s->over;
    const poly lean = linear(w, 1, -OF(PDX3), product(w, gamma, gamma));
    const poly mu = product(w, linear(w, OF(PDX1) * OF(LMUX), OF(PDX2) * OF(LMUX), over), lean);
    const poly stiff = product(w, linear(w, OF(PKX1) * OF(LKX), OF(PKX2) * OF(LKX), over),
                               power_of_e(w, scaled(w, OF(PKX3), over)));
    const double c = OF(PCX1) * OF(LCX);
    const poly x = keep(w, plus(w, s->kappa, linear(w, OF(PHX1) * OF(LHX), OF(PHX2) * OF(LHX),
                                                    over)));
    const double bends[] = {OF(PEX1) * OF(LEX), OF(PEX2) * OF(LEX), OF(PEX3) * OF(LEX)};
    const poly bend = polynomial(w, over, bends, 3);
    const poly e = minus(w, bend, signed_as(w, scaled(w, OF(PEX4), bend), x));
    const poly b = quotient(w, stiff, scaled(w, c, mu));
    const poly alone = plus(w, product(w, mu, sine(w, magic(w, b, c, e, x))),
                            linear(w, OF(PVX1) * OF(LVX) * OF(LMUX),
                                   OF(PVX2) * OF(LVX) * OF(LMUX), over));
    const poly slope = scaled(w, OF(RBX1) * OF(LXAL), fading(w, scaled(w, OF(RBX2), s->kappa)));
    const poly left = remaining(w, slope, OF(RCX1), linear(w, OF(REX1), OF(REX2), over), s->alpha,
                                number(w, OF(RHX1)));
    return (magic_share){.force = product(w, alone, left), .stiff = stiff};
}

static magic_share across_2002(writer *w, const double *v, const magic_state *s)
{
    const poly gamma = keep(w, scaled(w, OF(LGAY), s->camber)), over = s->over;
    const poly lean = linear(w, 1, -OF(PDY3), product(w, gamma, gamma));
    const poly mu = product(w, linear(w, OF(PDY1) * OF(LMUY), OF(PDY2) * OF(LMUY), over), lean);
    const double nominal = s->nominal, c = OF(PCY1) * OF(LCY);
    const poly stiff = product(w, scaled(w, OF(PKY1) * nominal * OF(LKY),
                                         rising(w, s->load, OF(PKY2) * nominal)),
                               linear(w, 1, -OF(PKY3), magnitude(w, gamma)));
    const poly shift = plus(w, linear(w, OF(PHY1) * OF(LHY), OF(PHY2) * OF(LHY), over),
                            scaled(w, OF(PHY3), gamma));
    const poly x = keep(w, plus(w, s->alpha, shift));
    const poly bend = linear(w, OF(PEY1) * OF(LEY), OF(PEY2) * OF(LEY), over);
    const poly turned = signed_as(w, product(w, bend, linear(w, OF(PEY3), OF(PEY4), gamma)), x);
    const poly b = quotient(w, stiff, scaled(w, c, mu));
    const poly up = plus(w, linear(w, OF(PVY1) * OF(LVY) * OF(LMUY), OF(PVY2) * OF(LVY) * OF(LMUY),
                                   over),
                         product(w, linear(w, OF(PVY3) * OF(LMUY), OF(PVY4) * OF(LMUY), over),
                                 gamma));
    const poly e = minus(w, bend, turned);
    const poly alone = plus(w, product(w, mu, sine(w, magic(w, b, c, e, x))), up);
    /* with slip along */
    const poly beside = minus(w, s->alpha, number(w, OF(RBY3)));
    const poly slope = scaled(w, OF(RBY1) * OF(LYKA), fading(w, scaled(w, OF(RBY2), beside)));
    const poly left = remaining(w, slope, OF(RCY1), linear(w, OF(REY1), OF(REY2), over), s->kappa,
                                linear(w, OF(RHY1), OF(RHY2), over));
    const poly pull = plus(w, linear(w, OF(RVY1) * OF(LVYKA), OF(RVY2) * OF(LVYKA), over),
                           scaled(w, OF(RVY3) * OF(LVYKA), s->camber));
    const poly turn = scaled(w, OF(RVY5), angle_of(w, scaled(w, OF(RVY6), s->kappa)));
    const poly pulled = product(w, product(w, mu, pull),
                                product(w, fading(w, scaled(w, OF(RVY4), s->alpha)),
                                        sine(w, turn)));
    return (magic_share){keep(w, plus(w, product(w, alone, left), pulled)), stiff, mu, shift, up,
                         pulled};
}

/* Both slips as one angle, of which even functions are taken: a size would have a kink at 0, and no
 * slope there. */
static poly equivalent(writer *w, poly angle, poly ratio, poly kappa)
{
    const double LEAST = 1e-16; /* radians squared */
    const poly tangent = quotient(w, sine(w, angle), cosine(w, angle));
    const poly other = product(w, ratio, kappa);
    const poly square = plus(w, product(w, tangent, tangent), product(w, other, other));
    return angle_of(w, root(w, keep(w, plus(w, square, number(w, LEAST)))));
}

/* Over N R0: trail times force, what is left without it, and the force along beside the centre. */
static poly aligning_2002(writer *w, const double *v, const magic_state *s, const tyre_motion *m,
                          const magic_share *x, const magic_share *y)
{
    const poly gamma = keep(w, scaled(w, OF(LGAZ), s->camber)), over = s->over;
    const poly ratio = quotient(w, x->stiff, y->stiff);
    const poly ahead = product(w, m->ahead, cosine(w, s->alpha));
    /* trail */
    const poly shift = plus(w, linear(w, OF(QHZ1), OF(QHZ2), over),
                            product(w, linear(w, OF(QHZ3), OF(QHZ4), over), gamma));
    const poly at = keep(w, plus(w, s->alpha, shift));
    const double grip = OF(LKY) / OF(LMUY), slopes[] = {OF(QBZ1), OF(QBZ2), OF(QBZ3)};
    const double bends[] = {OF(QEZ1), OF(QEZ2), OF(QEZ3)}, leans[] = {1, OF(QDZ3), OF(QDZ4)};
    const poly leaning = plus(w, linear(w, 1, OF(QBZ4), gamma),
                              scaled(w, OF(QBZ5), magnitude(w, gamma)));
    const poly b = product(w, scaled(w, grip, polynomial(w, over, slopes, 3)), leaning);
    const poly turned = angle_of(w, product(w, scaled(w, OF(QCZ1), b), at));
    const poly e = product(w, polynomial(w, over, bends, 3),
                           plus(w, number(w, 1),
                                product(w, linear(w, OF(QEZ4) * 2 / PI, OF(QEZ5) * 2 / PI, gamma),
                                        turned)));
    const poly size = product(w, linear(w, OF(QDZ1) * OF(LTR), OF(QDZ2) * OF(LTR), over),
                              polynomial(w, gamma, leans, 3));
    const poly both = equivalent(w, at, ratio, s->kappa);
    const poly trail = product(w, scaled(w, 1 / s->nominal, size),
                               cosine(w, magic(w, b, OF(QCZ1), e, both)));
    const poly force = product(w, minus(w, y->force, y->pulled), s->load);
    /* without it */
    const poly beside = plus(w, y->shift, quotient(w, y->up, y->stiff));
    const poly other = equivalent(w, plus(w, s->alpha, beside), ratio, s->kappa);
    const poly slope = plus(w, number(w, OF(QBZ9) * grip),
                            scaled(w, OF(QBZ10), quotient(w, y->stiff, y->mu)));
    const poly rest = plus(w, linear(w, OF(QDZ6) * OF(LRES), OF(QDZ7) * OF(LRES), over),
                           product(w, linear(w, OF(QDZ8), OF(QDZ9), over), gamma));
    const poly left = product(w, scaled(w, OF(LMUY), rest), fading(w, product(w, slope, other)));
    /* beside the centre */
    const poly share = scaled(w, OF(SSZ2) / s->nominal, product(w, y->force, s->load));
    const poly leant = product(w, linear(w, OF(SSZ3), OF(SSZ4), over), s->camber);
    const poly arm = scaled(w, OF(LS), plus(w, number(w, OF(SSZ1)), plus(w, share, leant)));
    return plus(w, product(w, ahead, minus(w, left, product(w, trail, force))),
                product(w, arm, x->force));
}

/* Over N R0. What is alike forwards and backwards turns round with the wheel. */
static poly rolling_2002(writer *w, const double *v, const magic_state *s, const tyre_motion *m,
                         const magic_share *x)
{
    const double rate = OF(LONGVL) > 0 ? 1 / OF(LONGVL) : 0;
    const poly part = keep(w, scaled(w, rate, m->speed)), square = product(w, part, part);
    const poly fast = plus(w, scaled(w, OF(QSY3), magnitude(w, part)),
                           scaled(w, OF(QSY4), product(w, square, square)));
    const poly even = product(w, m->ahead, plus(w, number(w, OF(QSY1)), fast));
    const poly odd = scaled(w, OF(QSY2) / s->nominal, product(w, x->force, s->load));
    return scaled(w, -OF(LMY), plus(w, even, odd));
}

static poly overturning_2002(writer *w, const double *v, const magic_state *s,
                             const magic_share *y)
{
    const poly share = scaled(w, OF(QSX3) / s->nominal, product(w, y->force, s->load));
    const poly leaning = minus(w, share, scaled(w, OF(QSX2), s->camber));
    return plus(w, number(w, OF(QSX1) * OF(LVMX)), scaled(w, OF(LMX), leaning));
}

/* ISO axes, which are ours: y to the left. */
static tyre_wrench magic_2002(writer *w, const robot_element *e, const tyre_motion *m, poly load,
                              poly camber)
{
    const double *v = e->tyre->value;
    const bool *has = e->tyre->has_moment;
    const double nominal = OF(FNOMIN) * OF(LFZO);
    const magic_state s = {.load = load, .over = linear(w, -1, 1 / nominal, load),
                           .alpha = m->side, .kappa = scaled(w, -1, m->slip), .camber = camber,
                           .nominal = nominal};
    const magic_share x = along_2002(w, v, &s), y = across_2002(w, v, &s);
    const poly arm = keep(w, scaled(w, e->radius, load));
    tyre_wrench out = {{{product(w, x.force, load), product(w, y.force, load), load}}, {{{0}}}};
    if (has[0])
        out.moment.v[0] = product(w, arm, overturning_2002(w, v, &s, &y));
    if (has[1])
        out.moment.v[1] = product(w, arm, rolling_2002(w, v, &s, m, &x));
    if (has[2])
        out.moment.v[2] = product(w, arm, aligning_2002(w, v, &s, m, &x, &y));
    return out;
}
#undef OF

/* ---- straight lines -------------------------------------------------------------------------- */

/* Without friction's limit the ground may pull, as the damping has it. */
static pvec straight(writer *w, const robot_element *e, const tyre_motion *m)
{
    const poly along = name_as(w, "fl", m->number, "",
                               times(w, m->load, poly_scale(w->n, m->slip, -e->slip)));
    const poly across = name_as(w, "fs", m->number, "",
                                times(w, m->load, poly_scale(w->n, m->side, -e->cornering)));
    return (pvec){{along, across, m->load}};
}

/* u: shares of what friction holds along and across. Both times (1 + (u.u)^2)^(-1/4). */
static pvec within_ellipse(writer *w, const robot_element *e, const tyre_motion *m, poly load)
{
    const poly u = keep(w, scaled(w, -e->slip / e->friction, m->slip));
    const poly v = keep(w, scaled(w, -e->cornering / e->friction_across, m->side));
    const poly square = keep(w, plus(w, times(w, u, u), times(w, v, v)));
    const poly fourth = keep(w, plus(w, number(w, 1), times(w, square, square)));
    const poly held = quotient(w, load, root(w, root(w, fourth)));
    return (pvec){{product(w, scaled(w, e->friction, u), held),
                   product(w, scaled(w, e->friction_across, v), held), load}};
}

/* ---- all of them ----------------------------------------------------------------------------- */

tyre_wrench tyre_law(writer *w, const robot_element *e, const tyre_motion *m)
{
    static tyre_wrench (*const MAGIC[TYRE_FORMULAS])(writer *, const robot_element *,
                                                     const tyre_motion *, poly, poly) = {
        [TYRE_89] = magic_89, [TYRE_2002] = magic_2002};
    if (!e->tyre && !(e->friction > 0))
        return (tyre_wrench){.force = straight(w, e, m)};
    /* The ground never pulls: max(load, 0). */
    const poly pushed = net_call(w->n, name_text(w, "Np", m->number, ""), CALL_BELOW, m->load,
                                 scaled(w, -1, m->load));
    if (!e->tyre)
        return (tyre_wrench){.force = within_ellipse(w, e, m, pushed)};
    const poly camber = net_call(w->n, name_text(w, "ph", m->number, ""), CALL_ATAN2, m->sine,
                                 m->cosine);
    return MAGIC[e->tyre->formula](w, e, m, pushed, camber);
}
