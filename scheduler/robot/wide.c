/* SPDX-License-Identifier: MIT */
/* Double-double arithmetic after Dekker and Knuth: a sum or product of two doubles is split into
 * its rounded value and the exact rest. It needs that the compiler neither fuses nor reorders
 * (-ffp-contract=off, no -ffast-math); fma is the library's, exact by C11. */
#include "robot/wide.h"

#include <float.h>
#include <math.h>

/* Each operation below is right to a few units of 2^-106 of what it combined. */
static const double WIDE_EPSILON = 0x1p-102;

/* hi + lo with |lo| at most half a unit of hi's last place. */
static wide two_sum(double a, double b)
{
    double sum = a + b, part = sum - a;
    return (wide){sum, (a - (sum - part)) + (b - part), 0};
}

static wide quick_two_sum(double large, double small)
{
    double sum = large + small;
    return (wide){sum, small - (sum - large), 0};
}

static wide two_product(double a, double b)
{
    double product = a * b;
    return (wide){product, fma(a, b, -product), 0};
}

wide wide_exact(double x)
{
    return (wide){x, 0, 0};
}

wide wide_rounded(double x)
{
    bool known = x == 0 || fabs(x) == 1;
    return (wide){x, 0, known ? 0 : WIDE_INPUT_ULPS * DBL_EPSILON * fabs(x)};
}

wide wide_chosen(wide a)
{
    a.err = wide_rounded(a.hi).err;
    return a;
}

double wide_value(wide a)
{
    return a.hi + 0.0; /* no -0.0 */
}

wide wide_add(wide a, wide b)
{
    wide high = two_sum(a.hi, b.hi), low = two_sum(a.lo, b.lo);
    wide sum = quick_two_sum(high.hi, high.lo + low.hi);
    sum = quick_two_sum(sum.hi, sum.lo + low.lo);
    sum.err = a.err + b.err + WIDE_EPSILON * (fabs(a.hi) + fabs(b.hi));
    return sum;
}

wide wide_negative(wide a)
{
    return (wide){0.0 - a.hi, 0.0 - a.lo, a.err};
}

wide wide_sub(wide a, wide b)
{
    return wide_add(a, wide_negative(b));
}

wide wide_multiply(wide a, wide b)
{
    double err = fabs(a.hi) * b.err + fabs(b.hi) * a.err + a.err * b.err;
    if (a.hi == 0 || b.hi == 0) /* exact zeros are most entries of most robots */
        return (wide){0, 0, err};
    wide product = two_product(a.hi, b.hi);
    product = quick_two_sum(product.hi, product.lo + (a.hi * b.lo + a.lo * b.hi));
    product.err = err + WIDE_EPSILON * fabs(product.hi);
    return product;
}

wide wide_divide(wide a, wide b)
{
    double first = a.hi / b.hi;
    wide back = wide_multiply(b, wide_exact(first));
    wide rest = wide_sub(a, back);
    double second = rest.hi / b.hi;
    wide quotient = quick_two_sum(first, second);
    quotient.err = (a.err + fabs(first) * b.err) / fabs(b.hi) + WIDE_EPSILON * fabs(first);
    return quotient;
}

wide wide_sqrt(wide a)
{
    if (a.hi <= 0)
        return wide_exact(0);
    double first = sqrt(a.hi);
    wide rest = wide_sub(a, two_product(first, first));
    wide root = quick_two_sum(first, rest.hi / (2 * first));
    root.err = a.err / (2 * first) + WIDE_EPSILON * first;
    return root;
}

bool wide_is_zero(wide a)
{
    return fabs(a.hi) <= a.err;
}

wide wide_settle(wide a)
{
    return wide_is_zero(a) ? wide_exact(0) : a;
}

/* --- vectors ----------------------------------------------------------------------------- */

wide_vec3 wide_vec3_exact(vec3 a)
{
    return (wide_vec3){{wide_exact(a.v[0]), wide_exact(a.v[1]), wide_exact(a.v[2])}};
}

wide_vec3 wide_vec3_rounded(vec3 a)
{
    return (wide_vec3){{wide_rounded(a.v[0]), wide_rounded(a.v[1]), wide_rounded(a.v[2])}};
}

wide_vec3 wide_vec3_settle(wide_vec3 a)
{
    return (wide_vec3){{wide_settle(a.v[0]), wide_settle(a.v[1]), wide_settle(a.v[2])}};
}

wide_vec3 wide_vec3_chosen(wide_vec3 a)
{
    return (wide_vec3){{wide_chosen(a.v[0]), wide_chosen(a.v[1]), wide_chosen(a.v[2])}};
}

vec3 wide_vec3_value(wide_vec3 a)
{
    return (vec3){{wide_value(a.v[0]), wide_value(a.v[1]), wide_value(a.v[2])}};
}

static wide_vec3 of_both(wide_vec3 a, wide_vec3 b, wide (*of)(wide, wide))
{
    for (int k = 0; k < 3; k++)
        a.v[k] = of(a.v[k], b.v[k]);
    return a;
}

wide_vec3 wide_vec3_add(wide_vec3 a, wide_vec3 b)
{
    return of_both(a, b, wide_add);
}

wide_vec3 wide_vec3_sub(wide_vec3 a, wide_vec3 b)
{
    return of_both(a, b, wide_sub);
}

wide_vec3 wide_vec3_scale(wide_vec3 a, wide k)
{
    for (int i = 0; i < 3; i++)
        a.v[i] = wide_multiply(a.v[i], k);
    return a;
}

wide_vec3 wide_vec3_cross(wide_vec3 a, wide_vec3 b)
{
    wide_vec3 out;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out.v[i] = wide_sub(wide_multiply(a.v[j], b.v[k]), wide_multiply(a.v[k], b.v[j]));
    }
    return out;
}

wide wide_vec3_dot(wide_vec3 a, wide_vec3 b)
{
    wide sum = wide_multiply(a.v[0], b.v[0]);
    for (int k = 1; k < 3; k++)
        sum = wide_add(sum, wide_multiply(a.v[k], b.v[k]));
    return sum;
}

wide_vec3 wide_vec3_across(wide_vec3 u, wide_vec3 a)
{
    return wide_vec3_cross(u, wide_vec3_cross(a, u));
}

bool wide_vec3_is_zero(wide_vec3 a)
{
    return wide_is_zero(a.v[0]) && wide_is_zero(a.v[1]) && wide_is_zero(a.v[2]);
}

wide_vec3 wide_vec3_unit(wide_vec3 a)
{
    a = wide_vec3_settle(a);
    wide length = wide_sqrt(wide_vec3_dot(a, a));
    int entries = 0;
    for (int k = 0; k < 3; k++)
        entries += a.v[k].hi != 0;
    for (int k = 0; k < 3; k++) {
        if (a.v[k].hi == 0)
            continue;
        wide one = wide_exact(a.v[k].hi > 0 ? 1 : -1);
        a.v[k] = entries == 1 ? one : wide_divide(a.v[k], length);
    }
    return a;
}

/* --- matrices ---------------------------------------------------------------------------- */

static wide_mat3 each_entry(mat3 a, wide (*of)(double))
{
    wide_mat3 out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out.m[r][c] = of(a.m[r][c]);
    return out;
}

wide_mat3 wide_mat3_exact(mat3 a)
{
    return each_entry(a, wide_exact);
}

wide_mat3 wide_mat3_rounded(mat3 a)
{
    return each_entry(a, wide_rounded);
}

wide_mat3 wide_mat3_settle(wide_mat3 a)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            a.m[r][c] = wide_settle(a.m[r][c]);
    return a;
}

mat3 wide_mat3_value(wide_mat3 a)
{
    mat3 out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out.m[r][c] = wide_value(a.m[r][c]);
    return out;
}

wide_mat3 wide_mat3_transpose(wide_mat3 a)
{
    wide_mat3 out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out.m[r][c] = a.m[c][r];
    return out;
}

wide_vec3 wide_mat3_column(wide_mat3 a, int column)
{
    return (wide_vec3){{a.m[0][column], a.m[1][column], a.m[2][column]}};
}

static wide_vec3 row_of(wide_mat3 a, int row)
{
    return (wide_vec3){{a.m[row][0], a.m[row][1], a.m[row][2]}};
}

wide_mat3 wide_mat3_from_columns(wide_vec3 x, wide_vec3 y, wide_vec3 z)
{
    wide_mat3 out;
    for (int r = 0; r < 3; r++) {
        out.m[r][0] = x.v[r];
        out.m[r][1] = y.v[r];
        out.m[r][2] = z.v[r];
    }
    return out;
}

wide_mat3 wide_mat3_multiply(wide_mat3 a, wide_mat3 b)
{
    wide_mat3 out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out.m[r][c] = wide_vec3_dot(row_of(a, r), wide_mat3_column(b, c));
    return out;
}

wide_vec3 wide_mat3_apply(wide_mat3 a, wide_vec3 x)
{
    wide_vec3 out;
    for (int r = 0; r < 3; r++)
        out.v[r] = wide_vec3_dot(row_of(a, r), x);
    return out;
}

wide_mat3 wide_mat3_congruence(wide_mat3 r, wide_mat3 j)
{
    wide_mat3 out = wide_mat3_multiply(wide_mat3_multiply(r, j), wide_mat3_transpose(r));
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < row; column++)
            out.m[row][column] = out.m[column][row];
    return out;
}

wide_mat3 wide_inertia_turned(wide_mat3 r, wide_mat3 j)
{
    wide_mat3 p, out;
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        wide sum = wide_sub(wide_add(j.m[y][y], j.m[z][z]), j.m[x][x]);
        p.m[x][x] = wide_multiply(wide_exact(0.5), sum);
        p.m[y][z] = p.m[z][y] = wide_negative(j.m[y][z]);
    }
    p = wide_mat3_congruence(r, p);
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        out.m[x][x] = wide_add(p.m[y][y], p.m[z][z]);
        out.m[y][z] = out.m[z][y] = wide_negative(p.m[y][z]);
    }
    return out;
}

wide_mat3 wide_rotation_settle(wide_mat3 r)
{
    r = wide_mat3_settle(r);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++) {
            bool others = false;
            for (int k = 1; k < 3; k++)
                others = others || r.m[(row + k) % 3][column].hi != 0 ||
                         r.m[row][(column + k) % 3].hi != 0;
            if (!others && r.m[row][column].hi != 0)
                r.m[row][column] = wide_exact(r.m[row][column].hi > 0 ? 1 : -1);
        }
    return r;
}

static wide with_low(wide a, double low)
{
    a.lo += low;
    return a;
}

wide wide_mass_of(const inertia *body)
{
    return with_low(wide_exact(body->mass_kg), body->mass_low_kg);
}

wide_vec3 wide_com_of(const inertia *body)
{
    wide_vec3 com = wide_vec3_rounded(body->com_m);
    for (int k = 0; k < 3; k++)
        com.v[k] = with_low(com.v[k], body->com_low_m.v[k]);
    return com;
}

wide_mat3 wide_inertia_of(const inertia *body)
{
    wide_mat3 j = wide_mat3_exact(body->inertia_com_kgm2);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            j.m[row][column] = with_low(j.m[row][column], body->inertia_low_kgm2.m[row][column]);
    return j;
}
