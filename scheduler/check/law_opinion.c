/* SPDX-License-Identifier: MIT */
#include "check/law_opinion.h"

#include "check/road_opinion.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *at;
    const element_formula *law;
    bool is_ground;
    jet x, xd; /* of a ground x and y */
    jet state;
} reading;

static jet no_number(void)
{
    return jet_of(amount_of(NAN));
}

/* The first or the second; the equations take the difference of both, whose rounding counts. */
static amount choose_part(amount a, amount b, bool first)
{
    amount out = first ? a : b;
    out.size = a.size + b.size;
    if (a.slope_size == 0 && b.slope_size == 0)
        return out;
    out.slope_size = a.slope_size + b.slope_size;
    if ((first ? a : b).slope_size == 0)
        out.slope = doubled_of(0);
    return out;
}

static jet choose(jet a, jet b, bool first)
{
    return (jet){choose_part(a.z, b.z, first),   choose_part(a.x, b.x, first),
                 choose_part(a.y, b.y, first),   choose_part(a.xx, b.xx, first),
                 choose_part(a.xy, b.xy, first), choose_part(a.yy, b.yy, first)};
}

static bool is_less(amount a, amount b)
{
    return doubled_sub(a.value, b.value).hi < 0;
}

/* Sine or cosine. */
static amount wave_of(amount a, bool cosine)
{
    doubled s, c;
    if (!(fabs(a.value.hi) < 1e9))
        return amount_of(NAN);
    doubled_sincos(a.value, &s, &c);
    amount out = {.value = cosine ? c : s, .size = 1 + a.size};
    if (a.slope_size == 0)
        return out;
    out.slope = doubled_multiply(cosine ? doubled_negative(s) : c, a.slope);
    out.slope_size = a.slope_size * (1 + a.size);
    return out;
}

static jet wave(jet a, bool cosine)
{
    const amount f = wave_of(a.z, cosine), other = wave_of(a.z, !cosine);
    return jet_chain(a, f, cosine ? amount_negative(other) : other, amount_negative(f));
}

/* ---- tables ---------------------------------------------------------------------------------- */

static jet table(const element_formula *law, jet x)
{
    const check_points p = check_points_of(law->points);
    if (p.count < 2)
        return no_number();
    const check_road road = check_road_at(&p, x.z, law->straight);
    return jet_chain(x, road.z, road.slope, road.bend);
}

/* ---- expressions ----------------------------------------------------------------------------- */

static jet sum_of(reading *r);

static char skip(reading *r)
{
    while (isspace((unsigned char)*r->at))
        r->at++;
    return *r->at;
}

static bool take(reading *r, char c)
{
    const bool is = skip(r) == c;
    r->at += is;
    return is;
}

static jet named(reading *r, const char *name, size_t length)
{
    if (length == 1 && *name == 'x')
        return r->x;
    if (length == 1 && *name == 'y' && r->is_ground)
        return r->xd;
    if (length == 2 && strncmp(name, "xd", 2) == 0 && !r->is_ground)
        return r->xd;
    if (r->law->state && strlen(r->law->state) == length &&
        strncmp(name, r->law->state, length) == 0)
        return r->state;
    for (uint32_t k = 0; k < r->law->parameters.list_count; k++) {
        const formula_parameter *p = &r->law->parameters.list[k];
        if (strlen(p->name) == length && strncmp(p->name, name, length) == 0)
            return jet_of(amount_of(p->value));
    }
    return no_number();
}

static jet function_of(reading *r, const char *name)
{
    const jet a = sum_of(r);
    if (take(r, ',')) {
        const jet b = sum_of(r);
        take(r, ')');
        return choose(a, b, is_less(a.z, b.z) == (name[1] == 'i')); /* min, max */
    }
    take(r, ')');
    switch (name[0]) {
    case 's': return name[1] == 'q' ? jet_sqrt(a) : wave(a, false);
    case 'c': return wave(a, true);
    case 'a': return choose(a, jet_negative(a), !is_less(a.z, amount_of(0)));
    case 't': return table(r->law, a);
    default: return no_number();
    }
}

static jet atom(reading *r)
{
    const char *from = r->at;
    char *end;
    if (take(r, '(')) {
        const jet inner = sum_of(r);
        take(r, ')');
        return inner;
    }
    from = r->at;
    if (!isalpha((unsigned char)*from) && *from != '_') {
        const double value = strtod(from, &end);
        r->at = end;
        return end == from ? no_number() : jet_of(amount_of(value));
    }
    while (isalnum((unsigned char)*r->at) || *r->at == '_')
        r->at++;
    const size_t length = (size_t)(r->at - from);
    return take(r, '(') ? function_of(r, from) : named(r, from, length);
}

static jet signed_of(reading *r);

static jet raise(jet base, double exponent)
{
    double left = fabs(exponent);
    jet out = jet_of(amount_of(1));
    for (; left >= 1; left--)
        out = jet_multiply(out, base);
    for (double part = 0.5; left > 0 && part >= 1.0 / FORMULA_EIGHTHS; part /= 2) {
        base = jet_sqrt(base);
        if (left >= part)
            out = jet_multiply(out, base);
        left -= left >= part ? part : 0;
    }
    return exponent < 0 ? jet_reciprocal(out) : out;
}

static jet power_of(reading *r)
{
    skip(r);
    const jet base = atom(r);
    return take(r, '^') ? raise(base, signed_of(r).z.value.hi) : base;
}

static jet signed_of(reading *r)
{
    if (take(r, '-'))
        return jet_negative(signed_of(r));
    return take(r, '+') ? signed_of(r) : power_of(r);
}

static jet product_of(reading *r)
{
    jet out = signed_of(r);
    for (;;)
        if (take(r, '*'))
            out = jet_multiply(out, signed_of(r));
        else if (take(r, '/'))
            out = jet_multiply(out, jet_reciprocal(signed_of(r)));
        else
            return out;
}

static jet sum_of(reading *r)
{
    jet out = product_of(r);
    for (;;)
        if (take(r, '+'))
            out = jet_add(out, product_of(r));
        else if (take(r, '-'))
            out = jet_add(out, jet_negative(product_of(r)));
        else
            return out;
}

static jet read_all(reading r)
{
    const jet out = sum_of(&r);
    return skip(&r) ? no_number() : out;
}

amount check_law(const element_formula *law, check_law_part part, amount x, amount xd,
                 amount state)
{
    return read_all((reading){.at = part == CHECK_RATE ? law->rate : law->text, .law = law,
                              .x = jet_of(x), .xd = jet_of(xd), .state = jet_of(state)}).z;
}

jet check_surface(const element_formula *law, amount x, amount y)
{
    reading r = {.at = law->text, .law = law, .is_ground = true, .x = jet_of(x), .xd = jet_of(y)};
    r.x.x = r.xd.y = amount_of(1);
    return read_all(r);
}
