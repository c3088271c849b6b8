/* SPDX-License-Identifier: MIT */
#include "apps/motion/dense.h"

#include <math.h>

bool dense_factor(double *a, uint32_t count, double least)
{
    for (uint32_t i = 0; i < count; i++) {
        double *row = a + (uint64_t)i * count;
        const double whole = row[i];
        for (uint32_t j = 0; j < i; j++) {
            const double *other = a + (uint64_t)j * count;
            for (uint32_t k = 0; k < j; k++) /* row[k] is still L D there */
                row[j] -= row[k] * other[k];
        }
        double pivot = whole;
        for (uint32_t k = 0; k < i; k++) {
            const double carried = row[k];
            row[k] *= a[(uint64_t)k * count + k];
            pivot -= carried * row[k];
        }
        if (!(pivot > least * whole) || !isfinite(pivot))
            return false;
        row[i] = 1 / pivot;
    }
    return true;
}

void dense_solve(const double *a, uint32_t count, double *b)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < i; k++)
            b[i] -= a[(uint64_t)i * count + k] * b[k];
    for (uint32_t i = 0; i < count; i++)
        b[i] *= a[(uint64_t)i * count + i];
    for (uint32_t i = count; i-- > 0;)
        for (uint32_t k = i + 1; k < count; k++)
            b[i] -= a[(uint64_t)k * count + i] * b[k];
}

static void swap_rows(double *a, uint32_t wide, uint32_t i, uint32_t k)
{
    for (uint32_t c = 0; c < wide; c++) {
        const double keep = a[(uint64_t)i * wide + c];
        a[(uint64_t)i * wide + c] = a[(uint64_t)k * wide + c];
        a[(uint64_t)k * wide + c] = keep;
    }
}

int dense_solve_any(double *a, uint32_t count, double *b, uint32_t sides)
{
    int sign = 1;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t best = i;
        for (uint32_t k = i + 1; k < count; k++)
            if (fabs(a[(uint64_t)k * count + i]) > fabs(a[(uint64_t)best * count + i]))
                best = k;
        if (!(fabs(a[(uint64_t)best * count + i]) > 0))
            return 0;
        sign = (best == i) == (a[(uint64_t)best * count + i] > 0) ? sign : -sign;
        if (best != i) {
            swap_rows(a, count, i, best);
            swap_rows(b, sides, i, best);
        }
        for (uint32_t k = i + 1; k < count; k++) {
            const double factor = a[(uint64_t)k * count + i] / a[(uint64_t)i * count + i];
            for (uint32_t c = i; c < count && factor != 0; c++)
                a[(uint64_t)k * count + c] -= factor * a[(uint64_t)i * count + c];
            for (uint32_t c = 0; c < sides && factor != 0; c++)
                b[(uint64_t)k * sides + c] -= factor * b[(uint64_t)i * sides + c];
        }
    }
    for (uint32_t i = count; i-- > 0;)
        for (uint32_t c = 0; c < sides; c++) {
            double *x = &b[(uint64_t)i * sides + c];
            for (uint32_t k = i + 1; k < count; k++)
                *x -= a[(uint64_t)i * count + k] * b[(uint64_t)k * sides + c];
            *x /= a[(uint64_t)i * count + i];
        }
    return sign;
}

double dense_dot(const double *a, const double *b, uint32_t count)
{
    double sum = 0;
    for (uint32_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

double dense_largest(const double *a, uint32_t count)
{
    double most = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (isnan(a[i]))
            return NAN;
        most = larger(most, fabs(a[i]));
    }
    return most;
}
