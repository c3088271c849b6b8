/* SPDX-License-Identifier: MIT */
#include "algebra/factors.h"

#include <math.h>
#include <string.h>

poly factors_less(net *n, const char *name, poly start, const poly *a, const poly *b,
                  uint32_t count)
{
    poly sum = {.terms = ARENA_ARRAY(n->mem, term, (size_t)start.count + count)};
    if (start.count)
        memcpy(sum.terms, start.terms, start.count * sizeof(term));
    sum.count = start.count;
    for (uint32_t k = 0; k < count; k++) {
        if (!a[k].count || !b[k].count)
            continue;
        term *t = &sum.terms[sum.count++];
        term_multiply(n, &a[k].terms[0], &b[k].terms[0], t);
        t->negative ^= 1;
    }
    sum.count = terms_normalise(n, sum.terms, sum.count);
    return net_assign(n, name, sum);
}

static poly product(net *n, const char *name, poly a, poly b)
{
    return net_assign(n, name, poly_multiply(n, a, b));
}

static const char *named(const factors *f, arena *mem, const char *what, uint32_t row)
{
    return arena_printf(mem, "%s%s", what, f->names[row]);
}

static const char *named_entry(const factors *f, arena *mem, const char *what, uint32_t row,
                               uint32_t column)
{
    return arena_printf(mem, "%s%s_%s", what, f->names[row], f->names[column]);
}

/* No pivot of a positive matrix: zero by structure, or a number that is not above zero. */
static bool is_singular(const net *n, poly pivot)
{
    return !pivot.count || (pivot.count == 1 && !pivot.terms[0].count &&
                            !(term_coefficient(n, &pivot.terms[0]) > 0));
}

/* Row k of the matrix less what the later rows took, in all columns up to k. */
static bool write_row(factors *f, net *n, const poly *lower, uint32_t k)
{
    const uint32_t count = f->count, later = count - k - 1;
    const poly *r = &f->r[k * count + k + 1];
    f->whole[k] = net_assign(n, named(f, n->mem, "M", k), lower[factors_at(k, k)]);
    f->pivot[k] = factors_less(n, named(f, n->mem, "d", k), f->whole[k],
                               &f->u[k * count + k + 1], r, later);
    if (is_singular(n, f->pivot[k]))
        return false;
    f->inverse[k] = net_reciprocal(n, named(f, n->mem, "i", k), f->pivot[k]);
    for (uint32_t i = 0; i < k; i++) {
        const char *name = named_entry(f, n->mem, "r", i, k);
        poly whole = net_assign(n, named_entry(f, n->mem, "M", i, k), lower[factors_at(k, i)]);
        poly left = factors_less(n, name, whole, &f->u[i * count + k + 1], r, later);
        f->r[i * count + k] = left;
        if (left.count)
            f->u[i * count + k] = product(n, named_entry(f, n->mem, "u", i, k), left,
                                          f->inverse[k]);
    }
    return true;
}

factors factors_write(arena *mem, net *n, const poly *lower, const char *const *names,
                      uint32_t count)
{
    const size_t all = (size_t)count * count + 1;
    factors f = {.count = count, .names = names, .singular = count,
                 .u = ARENA_ARRAY(mem, poly, all), .r = ARENA_ARRAY(mem, poly, all),
                 .pivot = ARENA_ARRAY(mem, poly, count + 1),
                 .inverse = ARENA_ARRAY(mem, poly, count + 1),
                 .whole = ARENA_ARRAY(mem, poly, count + 1)};
    for (uint32_t k = count; k-- > 0 && f.singular == count;)
        if (!write_row(&f, n, lower, k))
            f.singular = k;
    return f;
}

void factors_solve(const factors *f, net *n, poly *b)
{
    const uint32_t count = f->count;
    for (uint32_t k = count; k-- > 0;) /* U y = b */
        b[k] = factors_less(n, named(f, n->mem, "y", k), b[k], &f->u[k * count + k + 1],
                            &b[k + 1], count - k - 1);
    arena work = arena_make();
    poly *column = ARENA_ARRAY(&work, poly, count + 1);
    for (uint32_t k = 0; k < count; k++) { /* U' x = y / d */
        poly scaled = poly_multiply(n, b[k], f->inverse[k]);
        for (uint32_t i = 0; i < k; i++)
            column[i] = f->u[i * count + k];
        b[k] = factors_less(n, named(f, n->mem, "x", k), scaled, column, b, k);
    }
    arena_free(&work);
}

/* With V = U^-1: V' D^-1 V. V from the last row to the first, as U comes: v_ik = -u_ik - the sum of
 * u_ip v_pk between. */
poly *factors_invert(arena *mem, const factors *f, net *n)
{
    const uint32_t count = f->count;
    poly *v = ARENA_ARRAY(mem, poly, (size_t)count * count + 1); /* column by column */
    poly *w = ARENA_ARRAY(mem, poly, (size_t)count * count + 1); /* D^-1 V, likewise */
    poly *out = ARENA_ARRAY(mem, poly, factors_at(count, 0) + 1);
    for (uint32_t i = count; i-- > 0;)
        for (uint32_t k = i + 1; k < count; k++) {
            poly *to = &v[(size_t)k * count + i];
            *to = factors_less(n, named_entry(f, n->mem, "v", i, k),
                               poly_scale(n, f->u[i * count + k], -1), &f->u[i * count + i + 1],
                               &to[1], k - i - 1);
            w[(size_t)k * count + i] = product(n, named_entry(f, n->mem, "w", i, k), *to,
                                               poly_scale(n, f->inverse[i], -1));
        }
    for (uint32_t row = 0; row < count; row++)
        for (uint32_t column = 0; column <= row; column++) {
            poly own = column == row ? f->inverse[row]
                                     : poly_scale(n, w[(size_t)row * count + column], -1);
            out[factors_at(row, column)] = factors_less(
                n, NULL, own, &v[(size_t)column * count], &w[(size_t)row * count], column);
        }
    return out;
}
