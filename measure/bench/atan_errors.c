/* SPDX-License-Identifier: MIT */
/* Errors of the arc tangent unit's model: every tangent of 24 bits in each octave down to 2^-16, as
 * y / 1 and as y / x with a random x, ahead, steep and behind. Prints the largest by octave, and
 * fails where one is more than machine/fp32_atan2.h says. Argument: look at every N-th only.
 *
 * The reference is the host's arc tangent of the same numbers in double: its error is below
 * 2^-51. */
#include "machine/fp32.h"
#include "machine/fp32_atan2.h"
#include "tests/fp32_pairs.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static double units(uint32_t y, uint32_t x)
{
    const double want = atan2((double)fp32_value(y), (double)fp32_value(x));
    int e;
    frexp(want, &e);
    return fabs((double)fp32_value(fp32_atan2(y, x)) - want) / ldexp(1, e - 24);
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

int main(int argc, char **argv)
{
    enum { OCTAVES = 16, ONE = 127 << 23, FRACTIONS = 1 << 23 };
    const double promised = 0.9;
    const uint32_t step = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 1;
    uint64_t seed = 4711;
    bool kept = step > 0;
    for (uint32_t octave = 1; kept && octave <= OCTAVES; octave++) {
        double by_one = 0, ahead = 0, steep = 0, behind = 0;
        uint64_t tangents = 0;
        for (uint32_t f = 0; f < FRACTIONS; f += step, tangents++) {
            const uint32_t y = ONE + f, x = ONE + (octave << 23);
            const uint32_t other = x | (uint32_t)(fp32_random(&seed) & 0x7fffff);
            by_one = larger(by_one, units(y, x));
            ahead = larger(ahead, units(y, other));
            steep = larger(steep, larger(units(other, y), units(other, y | 0x80000000u)));
            behind = larger(behind, units(y, other | 0x80000000u));
        }
        printf("octave %2u: %llu tangents, largest error by 1 %.3f, ahead %.3f, steep %.3f, behind "
               "%.3f units\n",
               octave, (unsigned long long)tangents, by_one, ahead, steep, behind);
        kept = larger(larger(by_one, ahead), larger(steep, behind)) <= promised;
    }
    if (!kept)
        printf("more than machine/fp32_atan2.h says\n");
    return kept ? 0 : 1;
}
