/* SPDX-License-Identifier: MIT */
#include "apps/motion/sines.h"

#include "machine/sine_steps.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* With instructions of twice as many numbers, where the processor has them, the same steps give the
 * same bits: none of them fuses two. */
#if defined(__x86_64__)
#define WIDE __attribute__((target("avx2")))
#define HAS_WIDE __builtin_cpu_supports("avx2")
#define IN_BOTH inline __attribute__((always_inline))
#else
#define WIDE
#define HAS_WIDE false
#define IN_BOTH inline
#endif

static inline uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

static inline double number_of(uint64_t bits)
{
    double x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

/* No branch and no call in it, so that compilers take several angles at a time. */
static IN_BOTH void take_some(const double *restrict angle, double *restrict sine,
                              double *restrict cosine)
{
    for (int lane = 0; lane < SINES_AT_ONCE; lane++) {
        const double x = angle[lane];
        const double turned = x * 0x1.45f306dc9c883p-1 + 0x1.8p+52;
        const double k = turned - 0x1.8p+52; /* x / (pi/2), rounded; its low bits are of turned */
        const double first = x - k * 0x1.921fb544p+0;
        const double second = k * 0x1.0b4611a6p-34;
        const double high = first - second;
        const double guard = (x * 0x1p+1004) * 0.0;
        const double rest = ((first - high) - second) - (k * 0x1.3198a2e037073p-69 + guard);
        const double r = high + rest;
        const double low = (high - r) + rest;
        double sine_r, cosine_r;
        sine_steps(r, low, &sine_r, &cosine_r);
        const uint64_t up = bits_of(sine_r), along = bits_of(cosine_r);
        const uint64_t quarters = bits_of(turned), odd = quarters & 1;
        const uint64_t swap = (up ^ along) & (0 - odd);
        const uint64_t back = (quarters & 2) << 62;
        sine[lane] = number_of(up ^ swap ^ back);
        cosine[lane] = number_of(along ^ swap ^ back ^ odd << 63);
    }
}

static void take_all(uint32_t count, const double *restrict angle, double *restrict sine,
                     double *restrict cosine)
{
    for (uint32_t i = 0; i < count; i += SINES_AT_ONCE)
        take_some(angle + i, sine + i, cosine + i);
}

WIDE static void take_all_wide(uint32_t count, const double *restrict angle,
                               double *restrict sine, double *restrict cosine)
{
    for (uint32_t i = 0; i < count; i += SINES_AT_ONCE)
        take_some(angle + i, sine + i, cosine + i);
}

void sines_of(uint32_t count, const double *angle, double *sine, double *cosine)
{
    if (HAS_WIDE)
        take_all_wide(count, angle, sine, cosine);
    else
        take_all(count, angle, sine, cosine);
    for (uint32_t i = 0; i < count; i++)
        if (isnan(sine[i])) {
            sine[i] = sin(angle[i]);
            cosine[i] = cos(angle[i]);
        }
}
