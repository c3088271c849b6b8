/* SPDX-License-Identifier: MIT */
#include "apps/linear/exponential.h"

#include "apps/motion/dense.h"

#include <math.h>
#include <string.h>

/* Of the numerator, by powers. */
static const double PADE[] = {64764752532480000., 32382376266240000., 7771770303897600.,
                              1187353796428800., 129060195264000., 10559470521600., 670442572800.,
                              33522128640., 1323241920., 40840800., 960960., 16380., 182., 1.};
/* The approximant is exact in binary64 for matrices of this norm and below. */
#define PADE_NORM 5.371920351148152
/* exp() of more than this many doublings of that norm is beyond binary64, or 0. */
enum { SQUARINGS_MOST = 40 };

static void multiply(const double *a, const double *b, uint32_t count, double *out)
{
    memset(out, 0, (size_t)count * count * sizeof *out);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < count; k++)
            for (uint32_t c = 0; c < count; c++)
                out[(size_t)i * count + c] +=
                    a[(size_t)i * count + k] * b[(size_t)k * count + c];
}

/* The largest sum of a column's magnitudes. */
static double norm_of(const double *a, uint32_t count)
{
    double most = 0;
    for (uint32_t c = 0; c < count; c++) {
        double sum = 0;
        for (uint32_t i = 0; i < count; i++)
            sum += fabs(a[(size_t)i * count + c]);
        most = sum > most || isnan(sum) ? sum : most;
    }
    return most;
}

/* out = the even part of the approximant's sums from PADE[from]: higher powers (6 and up) times
 * a^6, and the lower ones. */
static void sum_powers(double *const power[4], uint32_t from, uint32_t count, double *high,
                       double *out)
{
    const size_t size = (size_t)count * count;
    for (size_t i = 0; i < size; i++)
        high[i] = PADE[from + 12] * power[3][i] + PADE[from + 10] * power[2][i] +
                  PADE[from + 8] * power[1][i];
    multiply(power[3], high, count, out);
    for (size_t i = 0; i < size; i++)
        for (uint32_t k = 0; k < 4; k++)
            out[i] += PADE[from + 2 * k] * power[k][i];
}

bool exponential(arena *mem, double *a, uint32_t count)
{
    const size_t size = (size_t)count * count;
    double *power[4], *high = ARENA_ARRAY(mem, double, size + 1),
           *even = ARENA_ARRAY(mem, double, size + 1), *odd = ARENA_ARRAY(mem, double, size + 1);
    int squarings = 0;
    frexp(norm_of(a, count) / PADE_NORM, &squarings);
    if (!isfinite(norm_of(a, count)) || squarings > SQUARINGS_MOST)
        return false;
    squarings = squarings > 0 ? squarings : 0;
    for (size_t i = 0; i < size; i++)
        a[i] = ldexp(a[i], -squarings);
    for (uint32_t k = 0; k < 4; k++)
        power[k] = ARENA_ARRAY(mem, double, size + 1);
    for (uint32_t i = 0; i < count; i++)
        power[0][(size_t)i * count + i] = 1;
    multiply(a, a, count, power[1]);
    multiply(power[1], power[1], count, power[2]);
    multiply(power[1], power[2], count, power[3]);
    sum_powers(power, 1, count, high, even); /* the odd ones, less a factor a */
    multiply(a, even, count, odd);
    sum_powers(power, 0, count, high, even);
    for (size_t i = 0; i < size; i++) {
        a[i] = even[i] + odd[i];
        even[i] -= odd[i];
    }
    if (!dense_solve_any(even, count, a, count))
        return false;
    for (; squarings > 0; squarings--) {
        multiply(a, a, count, even);
        memcpy(a, even, size * sizeof *a);
    }
    return isfinite(norm_of(a, count));
}
