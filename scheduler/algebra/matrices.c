/* SPDX-License-Identifier: MIT */
#include "algebra/matrices.h"

pvec pvec_numbers(net *n, vec3 x)
{
    pvec out;
    for (int k = 0; k < 3; k++)
        out.v[k] = poly_number(n, x.v[k]);
    return out;
}

pvec pvec_unit(net *n, int axis)
{
    vec3 x = {{0, 0, 0}};
    x.v[axis] = 1;
    return pvec_numbers(n, x);
}

pvec pvec_scale(net *n, double k, pvec a)
{
    for (int i = 0; i < 3; i++)
        a.v[i] = poly_scale(n, a.v[i], k);
    return a;
}

poly pvec_dot(net *n, pvec a, pvec b)
{
    poly sum = poly_zero();
    for (int k = 0; k < 3; k++)
        sum = poly_add(n, sum, poly_multiply(n, a.v[k], b.v[k]));
    return sum;
}

pvec pvec_assign(net *n, pvec a)
{
    for (int k = 0; k < 3; k++)
        a.v[k] = net_assign(n, NULL, a.v[k]);
    return a;
}

pmat pmat_numbers(net *n, mat3 x)
{
    pmat out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out.m[r][c] = poly_number(n, x.m[r][c]);
    return out;
}

pmat pmat_assign(net *n, pmat a)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            a.m[r][c] = net_assign(n, NULL, a.m[r][c]);
    return a;
}

pvec pmat_apply(net *n, const pmat *a, pvec x)
{
    pvec out;
    for (int r = 0; r < 3; r++)
        out.v[r] = pvec_dot(n, pmat_row(a, r), x);
    return out;
}

pvec pmat_row(const pmat *a, int row)
{
    return (pvec){{a->m[row][0], a->m[row][1], a->m[row][2]}};
}

pvec pmat_column(const pmat *a, int column)
{
    return (pvec){{a->m[0][column], a->m[1][column], a->m[2][column]}};
}

pmat pmat_turn_constant(net *n, mat3 r, const pmat *a)
{
    pmat half, out;
    for (int c = 0; c < 3; c++) {
        pvec column = pvec_turn_constant(n, r, false, pmat_column(a, c));
        for (int k = 0; k < 3; k++)
            half.m[k][c] = column.v[k];
    }
    half = pmat_assign(n, half);
    for (int k = 0; k < 3; k++) {
        pvec row = pvec_turn_constant(n, r, false, pmat_row(&half, k));
        for (int c = 0; c < 3; c++)
            out.m[k][c] = row.v[c];
    }
    return pmat_assign(n, out);
}

pmat pmat_turn_out(net *n, poly s, poly c, const pmat *a)
{
    /* With d = xx - yy and p = s d + c (xy + yx) the block becomes xx - s p, yy + s p and, off the
     * diagonal, c p less the other corner. */
    poly d = net_assign(n, NULL, poly_sub(n, a->m[0][0], a->m[1][1]));
    poly corners = net_assign(n, NULL, poly_add(n, a->m[0][1], a->m[1][0]));
    poly p = poly_add(n, poly_multiply(n, s, d), poly_multiply(n, c, corners));
    p = net_assign(n, NULL, p);
    poly sp = net_assign(n, NULL, poly_multiply(n, s, p));
    poly cp = net_assign(n, NULL, poly_multiply(n, c, p));
    pvec row = pvec_turn_out(n, s, c, pmat_row(a, 2));
    pvec column = pvec_turn_out(n, s, c, pmat_column(a, 2));
    pmat out = {{{poly_sub(n, a->m[0][0], sp), poly_sub(n, cp, a->m[1][0]), column.v[0]},
                 {poly_sub(n, cp, a->m[0][1]), poly_add(n, a->m[1][1], sp), column.v[1]},
                 {row.v[0], row.v[1], a->m[2][2]}}};
    return pmat_assign(n, out);
}
