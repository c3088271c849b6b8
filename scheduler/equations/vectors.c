#include "equations/vectors.h"

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
