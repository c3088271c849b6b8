/* SPDX-License-Identifier: MIT */
#include "apps/linear/eigen.h"

#include "apps/motion/dense.h"

#include <complex.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* One search: matrix and basis, count x count. */
typedef struct {
    uint32_t count;
    double *t;     /* the matrix on its way to the Schur form */
    double *basis; /* a = basis t basis', once it is balanced */
    double *scale; /* balanced: a[i][k] * scale[k] / scale[i] */
    double *u;     /* of a reflection */
} search;

static double *at(const search *s, uint32_t row, uint32_t column)
{
    return &s->t[(size_t)row * s->count + column];
}

/* ---- balance --------------------------------------------------------------------------------- */

/* The power of two that brings column and row of i to like sizes. */
static double balancing(const search *s, uint32_t i)
{
    double column = 0, row = 0, factor = 1;
    for (uint32_t k = 0; k < s->count; k++) {
        column += k == i ? 0 : fabs(*at(s, k, i));
        row += k == i ? 0 : fabs(*at(s, i, k));
    }
    const double both = column + row;
    if (!(column > 0 && row > 0))
        return 1;
    for (; column < row / 2; column *= 4)
        factor *= 2;
    for (; column >= row * 2; column /= 4)
        factor /= 2;
    return (column + row) / factor < 0.95 * both ? factor : 1;
}

static void balance(search *s)
{
    enum { ROUNDS_MOST = 100 };
    bool changed = true;
    for (uint32_t i = 0; i < s->count; i++)
        s->scale[i] = 1;
    for (uint32_t round = 0; changed && round < ROUNDS_MOST; round++) {
        changed = false;
        for (uint32_t i = 0; i < s->count; i++) {
            const double factor = balancing(s, i);
            changed = changed || factor != 1;
            s->scale[i] *= factor;
            for (uint32_t k = 0; k < s->count; k++) {
                *at(s, k, i) *= factor;
                *at(s, i, k) /= factor;
            }
        }
    }
}

/* ---- reflections ----------------------------------------------------------------------------- */

/* The reflection that turns u[0 .. size) to its first axis; 2 / u'u, 0: none. */
static double reflection(double *u, uint32_t size)
{
    const double largest = dense_largest(u, size);
    if (!(dense_largest(u + 1, size - 1) > 0))
        return 0;
    for (uint32_t i = 0; i < size; i++)
        u[i] /= largest;
    u[0] += copysign(sqrt(dense_dot(u, u, size)), u[0]);
    return 2 / dense_dot(u, u, size);
}

/* Rows `first` .. of the matrix, from a column on. */
static void reflect_rows(search *s, uint32_t first, uint32_t size, double factor, uint32_t from)
{
    for (uint32_t c = from; c < s->count; c++) {
        double sum = 0;
        for (uint32_t i = 0; i < size; i++)
            sum += s->u[i] * *at(s, first + i, c);
        for (uint32_t i = 0; i < size; i++)
            *at(s, first + i, c) -= factor * sum * s->u[i];
    }
}

/* Columns `first` .. of a matrix, rows up to `end`. */
static void reflect_columns(const search *s, double *of, uint32_t first, uint32_t size,
                            double factor, uint32_t end)
{
    for (uint32_t r = 0; r < end; r++) {
        double *row = of + (size_t)r * s->count + first;
        const double sum = factor * dense_dot(row, s->u, size);
        for (uint32_t i = 0; i < size; i++)
            row[i] -= sum * s->u[i];
    }
}

/* All three of s->u, which stands for rows and columns `first` .. */
static void reflect(search *s, uint32_t first, uint32_t size, uint32_t from, uint32_t end)
{
    const double factor = reflection(s->u, size);
    if (factor == 0)
        return;
    reflect_rows(s, first, size, factor, from);
    reflect_columns(s, s->t, first, size, factor, end);
    reflect_columns(s, s->basis, first, size, factor, s->count);
}

static void make_hessenberg(search *s)
{
    for (uint32_t c = 0; c + 2 < s->count; c++) {
        const uint32_t size = s->count - c - 1;
        for (uint32_t i = 0; i < size; i++)
            s->u[i] = *at(s, c + 1 + i, c);
        reflect(s, c + 1, size, c, s->count);
        for (uint32_t i = c + 2; i < s->count; i++)
            *at(s, i, c) = 0;
    }
}

/* ---- the QR algorithm ------------------------------------------------------------------------ */

/* Where the last block that does not fall apart begins; what is no more than rounding below the
 * diagonal becomes 0. */
static uint32_t block_start(search *s, uint32_t last, double norm)
{
    uint32_t first = last;
    for (; first > 0; first--) {
        const double around = fabs(*at(s, first - 1, first - 1)) + fabs(*at(s, first, first));
        if (fabs(*at(s, first, first - 1)) <= DBL_EPSILON * (around > 0 ? around : norm)) {
            *at(s, first, first - 1) = 0;
            break;
        }
    }
    return first;
}

/* One double step on first .. last, three rows or more; every tenth with other shifts. */
static void step_twice(search *s, uint32_t first, uint32_t last, uint32_t steps)
{
    double sum = *at(s, last - 1, last - 1) + *at(s, last, last);
    double product = *at(s, last - 1, last - 1) * *at(s, last, last) -
                     *at(s, last - 1, last) * *at(s, last, last - 1);
    if (steps % 10 == 0) {
        const double other = fabs(*at(s, last, last - 1)) + fabs(*at(s, last - 1, last - 2));
        sum = 1.5 * other;
        product = other * other;
    }
    const double corner = *at(s, first, first), below = *at(s, first + 1, first);
    s->u[0] = corner * corner + *at(s, first, first + 1) * below - sum * corner + product;
    s->u[1] = below * (corner + *at(s, first + 1, first + 1) - sum);
    s->u[2] = below * *at(s, first + 2, first + 1);
    for (uint32_t k = first; k < last; k++) {
        const uint32_t size = k + 1 < last ? 3 : 2, most = k + 3 < last ? k + 3 : last;
        for (uint32_t i = 0; k > first && i < size; i++)
            s->u[i] = *at(s, k + i, k - 1);
        reflect(s, k, size, k > first ? k - 1 : first, most + 1);
        for (uint32_t i = 1; k > first && i < size; i++)
            *at(s, k + i, k - 1) = 0;
    }
}

/* A block of two rows whose eigenvalues are real becomes triangular. */
static void split_pair(search *s, uint32_t first)
{
    const double a = *at(s, first, first), b = *at(s, first, first + 1),
                 c = *at(s, first + 1, first), d = *at(s, first + 1, first + 1),
                 half = (a - d) / 2, root = half * half + b * c;
    if (c == 0 || root < 0)
        return;
    const double larger = half + copysign(sqrt(root), half); /* an eigenvalue less d */
    s->u[0] = larger;
    s->u[1] = c;
    reflect(s, first, 2, first, first + 2);
    *at(s, first + 1, first) = 0;
}

static bool make_schur(search *s)
{
    enum { STEPS_MOST = 60 };
    const double norm = dense_largest(s->t, s->count * s->count);
    uint32_t steps = 0;
    for (uint32_t end = s->count; end > 0;) {
        const uint32_t first = block_start(s, end - 1, norm), size = end - first;
        if (size > 2) {
            if (++steps > STEPS_MOST)
                return false;
            step_twice(s, first, end - 1, steps);
            continue;
        }
        if (size == 2)
            split_pair(s, first);
        end = first;
        steps = 0;
    }
    return true;
}

/* ---- what comes out -------------------------------------------------------------------------- */

static bool is_pair(const search *s, uint32_t first)
{
    return first + 1 < s->count && *at(s, first + 1, first) != 0;
}

static void take_values(const search *s, eigenvalue *values)
{
    for (uint32_t k = 0; k < s->count; k++) {
        values[k] = (eigenvalue){*at(s, k, k), 0};
        if (!is_pair(s, k))
            continue;
        const double half = (*at(s, k, k) - *at(s, k + 1, k + 1)) / 2,
                     im = sqrt(fmax(0, -half * half - *at(s, k, k + 1) * *at(s, k + 1, k))),
                     re = (*at(s, k, k) + *at(s, k + 1, k + 1)) / 2;
        values[k] = (eigenvalue){re, im};
        values[k + 1] = (eigenvalue){re, -im};
        k++;
    }
}

/* Solves (t - value) y = 0 from row `last` upwards, where y of later rows is known. A divisor that
 * is no more than rounding is that much: then eigenvalues are equal. */
static void substitute(const search *s, double complex value, uint32_t last, double least,
                       double complex *y)
{
    for (uint32_t end = last + 1; end > 0;) {
        const bool two = end > 1 && *at(s, end - 1, end - 2) != 0;
        const uint32_t i = two ? end - 2 : end - 1;
        double complex side[2] = {0}, pivot = *at(s, i, i) - value;
        for (uint32_t r = i; r < end; r++)
            for (uint32_t c = end; c < s->count; c++)
                side[r - i] -= *at(s, r, c) * y[c];
        if (two) {
            const double complex lower = *at(s, i + 1, i + 1) - value;
            double complex whole = pivot * lower - *at(s, i, i + 1) * *at(s, i + 1, i);
            whole = cabs(whole) < least * least ? least * least : whole;
            y[i] = (side[0] * lower - *at(s, i, i + 1) * side[1]) / whole;
            y[i + 1] = (pivot * side[1] - side[0] * *at(s, i + 1, i)) / whole;
        } else {
            y[i] = side[0] / (cabs(pivot) < least ? least : pivot);
        }
        end = i;
    }
}

/* Column k of `vectors`, and where the value is one of a pair the next: basis y, as it was before
 * the balance. */
static void take_vector(const search *s, uint32_t k, bool two, double complex *y, double *vectors)
{
    double length = 0, most = 0;
    for (uint32_t i = 0; i < s->count; i++) /* numbers that their squares can hold */
        most = fmax(most, cabs(y[i]));
    for (uint32_t i = 0; i < s->count; i++) {
        double complex sum = 0;
        for (uint32_t c = 0; c < s->count; c++)
            sum += s->basis[(size_t)i * s->count + c] * (y[c] / most);
        sum *= s->scale[i];
        vectors[(size_t)i * s->count + k] = creal(sum);
        if (two)
            vectors[(size_t)i * s->count + k + 1] = cimag(sum);
        length += creal(sum) * creal(sum) + cimag(sum) * cimag(sum);
    }
    for (uint32_t i = 0; i < s->count; i++)
        for (uint32_t c = k; c < k + 1 + two; c++)
            vectors[(size_t)i * s->count + c] /= sqrt(length);
}

static void take_vectors(arena *mem, const search *s, const eigenvalue *values, double *vectors)
{
    const double norm = dense_largest(s->t, s->count * s->count),
                 least = DBL_EPSILON * (norm > 0 ? norm : 1);
    double complex *y = ARENA_ARRAY(mem, double complex, s->count + 1);
    for (uint32_t k = 0; k < s->count; k++) {
        const bool two = is_pair(s, k);
        const double complex value = values[k].re + values[k].im * I;
        memset(y, 0, s->count * sizeof *y);
        y[k] = 1;
        if (two) {
            y[k] = -(*at(s, k + 1, k + 1) - value) / *at(s, k + 1, k);
            y[k + 1] = 1;
        }
        if (k > 0)
            substitute(s, value, k - 1, least, y);
        take_vector(s, k, two, y, vectors);
        k += two;
    }
}

bool eigen_find(arena *mem, const double *a, uint32_t count, eigenvalue *values, double *vectors)
{
    const size_t size = (size_t)count * count;
    search s = {.count = count, .t = ARENA_ARRAY(mem, double, size + 1),
                .basis = ARENA_ARRAY(mem, double, size + 1),
                .scale = ARENA_ARRAY(mem, double, count + 1),
                .u = ARENA_ARRAY(mem, double, count + 3)};
    if (!isfinite(dense_largest(a, count * count)))
        return false;
    memcpy(s.t, a, size * sizeof *a);
    for (uint32_t i = 0; i < count; i++)
        s.basis[(size_t)i * count + i] = 1;
    balance(&s);
    make_hessenberg(&s);
    if (!make_schur(&s))
        return false;
    take_values(&s, values);
    if (vectors)
        take_vectors(mem, &s, values, vectors);
    return true;
}
