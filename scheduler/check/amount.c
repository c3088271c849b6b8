/* SPDX-License-Identifier: MIT */
#include "check/amount.h"

/* d(1/a) = -da / a^2; what da and a are off by counts once and twice. */
amount amount_reciprocal(amount a)
{
    const double size = fabs(a.value.hi);
    amount out = {.value = doubled_divide(doubled_of(1), a.value), .size = a.size / (size * size)};
    if (a.slope_size != 0) {
        const doubled square = doubled_multiply(out.value, out.value);
        out.slope = doubled_negative(doubled_multiply(a.slope, square));
        out.slope_size = 2 * a.slope_size / (size * size) * (a.size / size);
    }
    return out;
}

/* d sqrt(a) = da / (2 sqrt(a)) */
amount amount_sqrt(amount a)
{
    amount out = {.value = doubled_sqrt(a.value)};
    const double root = out.value.hi;
    out.size = a.size == 0 ? 0 : a.size / root;
    if (a.slope_size != 0) {
        const doubled twice = {2 * out.value.hi, 2 * out.value.lo};
        out.slope = doubled_divide(a.slope, twice);
        out.slope_size = a.slope_size / root * (a.size / fabs(a.value.hi));
    }
    return out;
}

/* d atan2(y, x) = (x dy - y dx) / (x^2 + y^2) */
amount amount_atan2(amount y, amount x)
{
    const doubled square = doubled_add(doubled_multiply(x.value, x.value),
                                       doubled_multiply(y.value, y.value));
    const double r2 = square.hi;
    amount out = {.value = doubled_atan2(y.value, x.value)};
    out.size = fabs(out.value.hi) +
               (fabs(x.value.hi) * y.size + fabs(y.value.hi) * x.size) / r2;
    if (x.slope_size != 0 || y.slope_size != 0) {
        const doubled across = doubled_sub(doubled_multiply(x.value, y.slope),
                                           doubled_multiply(y.value, x.slope));
        out.slope = doubled_divide(across, square);
        out.slope_size = (x.size * y.slope_size + y.size * x.slope_size) / r2 *
                         ((x.size * x.size + y.size * y.size) / r2);
    }
    return out;
}

avec avec_of(vec3 v)
{
    return (avec){{amount_of(v.v[0]), amount_of(v.v[1]), amount_of(v.v[2])}};
}

avec avec_add(avec a, avec b)
{
    for (int k = 0; k < 3; k++)
        a.v[k] = amount_add(a.v[k], b.v[k]);
    return a;
}

avec avec_sub(avec a, avec b)
{
    for (int k = 0; k < 3; k++)
        a.v[k] = amount_sub(a.v[k], b.v[k]);
    return a;
}

avec avec_scale(avec a, amount k)
{
    for (int i = 0; i < 3; i++)
        a.v[i] = amount_multiply(a.v[i], k);
    return a;
}

avec avec_cross(avec a, avec b)
{
    avec out;
    for (int x = 0; x < 3; x++) {
        const int y = (x + 1) % 3, z = (x + 2) % 3;
        out.v[x] = amount_sub(amount_multiply(a.v[y], b.v[z]), amount_multiply(a.v[z], b.v[y]));
    }
    return out;
}

amount avec_dot(avec a, avec b)
{
    amount sum = amount_multiply(a.v[0], b.v[0]);
    sum = amount_add(sum, amount_multiply(a.v[1], b.v[1]));
    return amount_add(sum, amount_multiply(a.v[2], b.v[2]));
}

amat amat_of(mat3 m)
{
    amat out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out.m[r][c] = amount_of(m.m[r][c]);
    return out;
}

amat amat_identity(void)
{
    return amat_of(mat3_identity());
}

avec amat_column(const amat *a, int column)
{
    return (avec){{a->m[0][column], a->m[1][column], a->m[2][column]}};
}

avec amat_apply(const amat *a, avec x)
{
    avec out;
    for (int r = 0; r < 3; r++)
        out.v[r] = avec_dot((avec){{a->m[r][0], a->m[r][1], a->m[r][2]}}, x);
    return out;
}

avec amat_apply_back(const amat *a, avec x)
{
    avec out;
    for (int c = 0; c < 3; c++)
        out.v[c] = avec_dot(amat_column(a, c), x);
    return out;
}

amat amat_multiply(const amat *a, const amat *b)
{
    amat out;
    for (int c = 0; c < 3; c++) {
        const avec column = amat_apply(a, amat_column(b, c));
        for (int r = 0; r < 3; r++)
            out.m[r][c] = column.v[r];
    }
    return out;
}
