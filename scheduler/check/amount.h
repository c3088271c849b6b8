/* SPDX-License-Identifier: MIT */
/* What the second opinion computes with: a number of twice a double's precision, the sum of the
 * absolute values of the terms that made it, and the same of its derivative by one variable (dual
 * numbers). The sums tell what an error counts against; they are not bounds of anything that is
 * rounded here. */
#ifndef TAUFLOW_AMOUNT_H
#define TAUFLOW_AMOUNT_H

#include "check/doubled.h"
#include "robot/spatial.h"

typedef struct {
    doubled value, slope;
    double size, slope_size; /* 0: the value, or slope, is exactly 0 */
} amount;

typedef struct {
    amount v[3];
} avec;

typedef struct {
    amount m[3][3]; /* m[row][column] */
} amat;

static inline amount amount_of(double x)
{
    return (amount){.value = {x, 0}, .size = fabs(x)};
}

static inline amount amount_of_doubled(doubled x)
{
    return (amount){.value = x, .size = fabs(x.hi)};
}

static inline amount amount_add(amount a, amount b)
{
    if (b.size == 0 && b.slope_size == 0)
        return a;
    amount out = {.value = doubled_add(a.value, b.value), .size = a.size + b.size};
    if (a.slope_size != 0 || b.slope_size != 0) {
        out.slope = doubled_add(a.slope, b.slope);
        out.slope_size = a.slope_size + b.slope_size;
    }
    return out;
}

static inline amount amount_negative(amount a)
{
    a.value = doubled_negative(a.value);
    a.slope = doubled_negative(a.slope);
    return a;
}

static inline amount amount_sub(amount a, amount b)
{
    return amount_add(a, amount_negative(b));
}

static inline amount amount_multiply(amount a, amount b)
{
    amount out = {.size = a.size * b.size};
    if (out.size != 0)
        out.value = doubled_multiply(a.value, b.value);
    if (a.slope_size != 0) {
        out.slope = doubled_multiply(a.slope, b.value);
        out.slope_size = a.slope_size * b.size;
    }
    if (b.slope_size != 0) {
        out.slope = doubled_add(out.slope, doubled_multiply(a.value, b.slope));
        out.slope_size += a.size * b.slope_size;
    }
    return out;
}

static inline amount amount_scale(amount a, double k)
{
    return amount_multiply(a, amount_of(k));
}

/* Errors of the operand count by how much they change the result. Of 0, or of less than 0 for a
 * root: not finite. */
amount amount_reciprocal(amount a);
amount amount_sqrt(amount a);
amount amount_atan2(amount y, amount x);

static inline avec avec_zero(void)
{
    const avec zero = {{amount_of(0), amount_of(0), amount_of(0)}};
    return zero;
}

avec avec_of(vec3 v);
avec avec_add(avec a, avec b);
avec avec_sub(avec a, avec b);
avec avec_scale(avec a, amount k);
avec avec_cross(avec a, avec b);
amount avec_dot(avec a, avec b);

amat amat_of(mat3 m);
amat amat_identity(void);
amat amat_multiply(const amat *a, const amat *b);
avec amat_apply(const amat *a, avec x);
avec amat_apply_back(const amat *a, avec x); /* a' x */
avec amat_column(const amat *a, int column);

#endif
