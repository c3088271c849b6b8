/* SPDX-License-Identifier: MIT */
#include "check/law_opinion.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *at;
    const element_formula *law;
    amount x, xd, state;
} reading;

static amount no_number(void)
{
    return amount_of(NAN);
}

/* The first or the second; the equations take the difference of both, whose rounding counts. */
static amount choose(amount a, amount b, bool first)
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

static bool is_less(amount a, amount b)
{
    return doubled_sub(a.value, b.value).hi < 0;
}

/* Sine or cosine. */
static amount wave(amount a, bool cosine)
{
    doubled s, c;
    if (!(fabs(a.value.hi) < 1e9))
        return no_number();
    doubled_sincos(a.value, &s, &c);
    amount out = {.value = cosine ? c : s, .size = 1 + a.size};
    if (a.slope_size == 0)
        return out;
    out.slope = doubled_multiply(cosine ? doubled_negative(s) : c, a.slope);
    out.slope_size = a.slope_size * (1 + a.size);
    return out;
}

/* ---- tables ---------------------------------------------------------------------------------- */

check_points check_points_of(const char *from)
{
    check_points p = {.count = 0};
    char *end;
    while (from && *from && p.count < LAW_TABLE_POINTS) {
        p.x[p.count] = strtod(from, &end);
        p.y[p.count++] = strtod(end + strcspn(end, ":") + (strchr(end, ':') != NULL), &end);
        from = strchr(end, ',');
        from = from ? from + 1 : NULL;
    }
    return p;
}

double check_secant(const check_points *p, int i)
{
    return (p->y[i + 1] - p->y[i]) / (p->x[i + 1] - p->x[i]);
}

/* As Steffen writes it: (sign a + sign b) min(|a|, |b|, |mean| / 2). */
double check_steepness(const check_points *p, int i)
{
    if (i == 0)
        return check_secant(p, 0);
    if (i == p->count - 1)
        return check_secant(p, i - 1);
    const double a = check_secant(p, i - 1), b = check_secant(p, i);
    const double left = p->x[i] - p->x[i - 1], right = p->x[i + 1] - p->x[i];
    const double mean = (a * right + b * left) / (left + right);
    const double signs = (a > 0) - (a < 0) + (b > 0) - (b < 0);
    return signs * fmin(fmin(fabs(a), fabs(b)), fabs(mean) / 2);
}

/* Hermite's cubic between points k and k + 1, from k on. */
static amount cubic(const check_points *p, int k, amount along)
{
    const amount h = amount_sub(amount_of(p->x[k + 1]), amount_of(p->x[k]));
    const amount over = amount_reciprocal(h);
    const amount s = amount_multiply(amount_sub(amount_of(p->y[k + 1]), amount_of(p->y[k])), over);
    const amount m = amount_of(check_steepness(p, k)), n = amount_of(check_steepness(p, k + 1));
    const amount bend = amount_sub(amount_scale(s, 3), amount_add(amount_scale(m, 2), n));
    const amount twist = amount_sub(amount_add(m, n), amount_scale(s, 2));
    const amount t = amount_multiply(along, over); /* 0 .. 1 */
    amount sum = amount_add(bend, amount_multiply(twist, t));
    sum = amount_add(m, amount_multiply(sum, t));
    return amount_multiply(along, sum);
}

static amount table(const element_formula *law, amount x)
{
    const check_points p = check_points_of(law->points);
    if (p.count < 2)
        return no_number();
    int k = -1; /* the point before x */
    while (k + 1 < p.count && p.x[k + 1] <= x.value.hi)
        k++;
    const int from = k < 0 ? 0 : k;
    const amount along = amount_sub(x, amount_of(p.x[from]));
    amount y;
    if (k < 0 || k == p.count - 1)
        y = amount_scale(along, check_secant(&p, k < 0 ? 0 : p.count - 2));
    else
        y = law->straight ? amount_scale(along, check_secant(&p, k)) : cubic(&p, k, along);
    y = amount_add(amount_of(p.y[from]), y);
    y.size += fabs(p.y[0]); /* the equations add up what it rises from point to point */
    for (int i = 0; i + 1 < p.count; i++)
        y.size += fabs(p.y[i + 1] - p.y[i]);
    return y;
}

/* ---- expressions ----------------------------------------------------------------------------- */

static amount sum_of(reading *r);

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

static amount named(reading *r, const char *name, size_t length)
{
    if (length == 1 && *name == 'x')
        return r->x;
    if (length == 2 && strncmp(name, "xd", 2) == 0)
        return r->xd;
    if (r->law->state && strlen(r->law->state) == length &&
        strncmp(name, r->law->state, length) == 0)
        return r->state;
    for (uint32_t k = 0; k < r->law->parameters.list_count; k++) {
        const formula_parameter *p = &r->law->parameters.list[k];
        if (strlen(p->name) == length && strncmp(p->name, name, length) == 0)
            return amount_of(p->value);
    }
    return no_number();
}

static amount function_of(reading *r, const char *name)
{
    const amount a = sum_of(r);
    if (take(r, ',')) {
        const amount b = sum_of(r);
        take(r, ')');
        return choose(a, b, is_less(a, b) == (name[1] == 'i')); /* min, max */
    }
    take(r, ')');
    switch (name[0]) {
    case 's': return name[1] == 'q' ? amount_sqrt(a) : wave(a, false);
    case 'c': return wave(a, true);
    case 'a': return choose(a, amount_negative(a), !is_less(a, amount_of(0)));
    case 't': return table(r->law, a);
    default: return no_number();
    }
}

static amount atom(reading *r)
{
    const char *from = r->at;
    char *end;
    if (take(r, '(')) {
        const amount inner = sum_of(r);
        take(r, ')');
        return inner;
    }
    from = r->at;
    if (!isalpha((unsigned char)*from) && *from != '_') {
        const double value = strtod(from, &end);
        r->at = end;
        return end == from ? no_number() : amount_of(value);
    }
    while (isalnum((unsigned char)*r->at) || *r->at == '_')
        r->at++;
    const size_t length = (size_t)(r->at - from);
    return take(r, '(') ? function_of(r, from) : named(r, from, length);
}

static amount signed_of(reading *r);

static amount raise(amount base, double exponent)
{
    double left = fabs(exponent);
    amount out = amount_of(1);
    for (; left >= 1; left--)
        out = amount_multiply(out, base);
    for (double part = 0.5; left > 0 && part >= 1.0 / FORMULA_EIGHTHS; part /= 2) {
        base = amount_sqrt(base);
        if (left >= part)
            out = amount_multiply(out, base);
        left -= left >= part ? part : 0;
    }
    return exponent < 0 ? amount_reciprocal(out) : out;
}

static amount power_of(reading *r)
{
    skip(r);
    const amount base = atom(r);
    return take(r, '^') ? raise(base, signed_of(r).value.hi) : base;
}

static amount signed_of(reading *r)
{
    if (take(r, '-'))
        return amount_negative(signed_of(r));
    return take(r, '+') ? signed_of(r) : power_of(r);
}

static amount product_of(reading *r)
{
    amount out = signed_of(r);
    for (;;)
        if (take(r, '*'))
            out = amount_multiply(out, signed_of(r));
        else if (take(r, '/'))
            out = amount_multiply(out, amount_reciprocal(signed_of(r)));
        else
            return out;
}

static amount sum_of(reading *r)
{
    amount out = product_of(r);
    for (;;)
        if (take(r, '+'))
            out = amount_add(out, product_of(r));
        else if (take(r, '-'))
            out = amount_sub(out, product_of(r));
        else
            return out;
}

amount check_law(const element_formula *law, check_law_part part, amount x, amount xd,
                 amount state)
{
    reading r = {.at = part == CHECK_RATE ? law->rate : law->text, .law = law, .x = x, .xd = xd,
                 .state = state};
    const amount out = sum_of(&r);
    return skip(&r) ? no_number() : out;
}
