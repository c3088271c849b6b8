/* SPDX-License-Identifier: MIT */
/* Errors of the sine unit's model over every binary32 angle of its range, negative ones aside, as
 * the model is odd or even by construction: prints the largest by range of angles, and fails where
 * one is more than machine/fp32_trig.h says. Argument: look at every N-th angle only.
 *
 * The reference is the host's sine of the same angle in double: its error is below 2^-52. */
#include "machine/fp32.h"
#include "machine/fp32_trig.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* What fp32_trig.h promises: the larger of `units` last places and `absolute`. */
typedef struct {
    uint32_t first, end; /* angles */
    double units, absolute;
    const char *name;
} promise;

static const promise PROMISES[] = {
    {0x00000000, 0x3b000000, 0.75, 0x1p-26, "      0 .. 2^-9"},
    {0x3b000000, 0x40800000, 0.75, 0x1p-26, "   2^-9 .. 4"},
    {0x40800000, 0x44800000, 0.80, 0x1.12p-26 /* 2^-25.9 */, "      4 .. 2^10"},
    {0x44800000, 0x46000000, 1.00, 0x1.6ap-25 /* 2^-24.5 */, "   2^10 .. 2^13"},
};

int main(int argc, char **argv)
{
    const uint32_t step = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 1;
    bool kept = step > 0;
    for (uint32_t k = 0; kept && k < sizeof PROMISES / sizeof PROMISES[0]; k++) {
        const promise *p = &PROMISES[k];
        for (int cosine = 0; cosine < 2; cosine++) {
            double units = 0, small = 0, most = 0;
            uint64_t angles = 0;
            for (uint32_t a = p->first; a < p->end; a += step, angles++) {
                const double x = (double)fp32_value(fp32_flush(a)), want = cosine ? cos(x) : sin(x);
                const double got = (double)fp32_value(fp32_trig(a, 0, cosine));
                int e;
                frexp(want, &e);
                const double error = fabs(got - want), unit = ldexp(1, e < -125 ? -149 : e - 24);
                most = error > most ? error : most;
                if (error > p->absolute && error / unit > units)
                    units = error / unit;
                if (error > p->units * unit && error > small)
                    small = error;
            }
            printf("%s %s: %llu angles, largest error 2^%.2f; above 2^%g at most %.3f units; "
                   "above %g units at most 2^%.2f\n",
                   cosine ? "cos" : "sin", p->name, (unsigned long long)angles, log2(most),
                   log2(p->absolute), units, p->units, log2(small));
            kept = kept && units <= p->units && small <= p->absolute;
        }
    }
    if (!kept)
        printf("more than machine/fp32_trig.h says\n");
    return kept ? 0 : 1;
}
