/* SPDX-License-Identifier: MIT */
#include "algebra/vectors.h"

pvec pvec_add(net *n, pvec a, pvec b)
{
    for (int k = 0; k < 3; k++)
        a.v[k] = poly_add(n, a.v[k], b.v[k]);
    return a;
}

pvec pvec_sub(net *n, pvec a, pvec b)
{
    for (int k = 0; k < 3; k++)
        a.v[k] = poly_sub(n, a.v[k], b.v[k]);
    return a;
}

pvec pvec_times(net *n, poly k, pvec a)
{
    for (int i = 0; i < 3; i++)
        a.v[i] = poly_multiply(n, k, a.v[i]);
    return a;
}

pvec pvec_product(net *n, pvec a, pvec b)
{
    pvec out;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out.v[i] = poly_sub(n, poly_multiply(n, a.v[j], b.v[k]),
                            poly_multiply(n, a.v[k], b.v[j]));
    }
    return out;
}

pvec pvec_turn_constant(net *n, mat3 r, bool transposed, pvec u)
{
    pvec out;
    for (int i = 0; i < 3; i++) {
        out.v[i] = poly_zero();
        for (int k = 0; k < 3; k++)
            out.v[i] = poly_add(n, out.v[i],
                                poly_scale(n, u.v[k], transposed ? r.m[k][i] : r.m[i][k]));
    }
    return out;
}

pvec pvec_cross(net *n, vec3 a, pvec b)
{
    pvec out;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        out.v[i] = poly_sub(n, poly_scale(n, b.v[k], a.v[j]), poly_scale(n, b.v[j], a.v[k]));
    }
    return out;
}

pvec pvec_turn_in(net *n, poly sine, poly cosine, pvec u)
{
    pvec out = u;
    out.v[0] = poly_add(n, poly_multiply(n, cosine, u.v[0]), poly_multiply(n, sine, u.v[1]));
    out.v[1] = poly_sub(n, poly_multiply(n, cosine, u.v[1]), poly_multiply(n, sine, u.v[0]));
    return out;
}

pvec pvec_turn_out(net *n, poly sine, poly cosine, pvec u)
{
    return pvec_turn_in(n, poly_scale(n, sine, -1), cosine, u);
}

ptensor ptensor_assign(net *n, ptensor p)
{
    for (int r = 0; r < 3; r++)
        for (int c = r; c < 3; c++)
            p.m[r][c] = p.m[c][r] = net_assign(n, NULL, p.m[r][c]);
    return p;
}

/* With u = c (Pxx - Pyy) - 2 s Pxy: Pxx' = Pyy + c u, Pyy' = Pxx - c u, Pxy' = Pxy + s u; and
 * likewise with u = s (Pxx - Pyy) + 2 c Pxy. */
static void turn_by_difference(net *n, poly sine, poly cosine, tensor_turn way, ptensor p,
                               ptensor *out)
{
    poly difference = net_assign(n, NULL, poly_sub(n, p.m[0][0], p.m[1][1]));
    poly first = cosine, second = poly_scale(n, sine, -1);
    if (way == TENSOR_FROM_SINE) {
        first = sine;
        second = cosine;
    }
    poly twice = poly_scale(n, poly_multiply(n, second, p.m[0][1]), 2);
    poly u = net_assign(n, NULL, poly_add(n, poly_multiply(n, first, difference), twice));
    poly along = net_assign(n, NULL, poly_multiply(n, first, u));
    poly over = poly_sub(n, p.m[0][1], poly_multiply(n, second, u));
    bool swaps = way == TENSOR_FROM_COSINE;
    out->m[0][0] = swaps ? poly_add(n, p.m[1][1], along) : poly_sub(n, p.m[0][0], along);
    out->m[1][1] = swaps ? poly_sub(n, p.m[0][0], along) : poly_add(n, p.m[1][1], along);
    out->m[0][1] = swaps ? over : poly_scale(n, over, -1);
}

/* Pxx' = cc Pxx + ss Pyy - 2 cs Pxy, Pyy' = ss Pxx + cc Pyy + 2 cs Pxy. */
static void turn_by_squares(net *n, poly sine, poly cosine, ptensor p, ptensor *out)
{
    poly ss = net_assign(n, NULL, poly_multiply(n, sine, sine));
    poly cc = net_assign(n, NULL, poly_multiply(n, cosine, cosine));
    poly cs = net_assign(n, NULL, poly_multiply(n, cosine, sine));
    poly over = net_assign(n, NULL, poly_multiply(n, cs, p.m[0][1]));
    poly x = poly_add(n, poly_multiply(n, cc, p.m[0][0]), poly_multiply(n, ss, p.m[1][1]));
    poly y = poly_add(n, poly_multiply(n, ss, p.m[0][0]), poly_multiply(n, cc, p.m[1][1]));
    poly difference = net_assign(n, NULL, poly_sub(n, p.m[0][0], p.m[1][1]));
    out->m[0][0] = poly_sub(n, x, poly_scale(n, over, 2));
    out->m[1][1] = poly_add(n, y, poly_scale(n, over, 2));
    out->m[0][1] = poly_add(n, poly_multiply(n, cs, difference),
                            poly_multiply(n, poly_sub(n, cc, ss), p.m[0][1]));
}

ptensor ptensor_turn_out(net *n, poly sine, poly cosine, tensor_turn way, ptensor p)
{
    ptensor out = p;
    if (way == TENSOR_BY_SQUARES)
        turn_by_squares(n, sine, cosine, p, &out);
    else
        turn_by_difference(n, sine, cosine, way, p, &out);
    pvec across = {{p.m[0][2], p.m[1][2], poly_zero()}};
    across = pvec_turn_out(n, sine, cosine, across);
    out.m[0][2] = across.v[0];
    out.m[1][2] = across.v[1];
    return ptensor_assign(n, out);
}

ptensor ptensor_turn_constant(net *n, mat3 r, ptensor p)
{
    ptensor half, out;
    for (int k = 0; k < 3; k++) {
        pvec column = {{p.m[0][k], p.m[1][k], p.m[2][k]}};
        column = pvec_turn_constant(n, r, false, column);
        for (int row = 0; row < 3; row++)
            half.m[row][k] = net_assign(n, NULL, column.v[row]);
    }
    for (int row = 0; row < 3; row++) {
        pvec line = {{half.m[row][0], half.m[row][1], half.m[row][2]}};
        line = pvec_turn_constant(n, r, false, line);
        for (int k = row; k < 3; k++)
            out.m[row][k] = line.v[k];
    }
    return ptensor_assign(n, out);
}
