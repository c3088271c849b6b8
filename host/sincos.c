/* SPDX-License-Identifier: MIT */
/* The method and the polynomials of the emitted C (scheduler/emit/c/sine_cosine.c, where they are
 * explained): k right angles are taken away in pieces whose products with k are exact, the rest is
 * a polynomial. Contraction of a*b+c must be off. */
#include "sincos.h"

#include "machine/sine_steps.h"

#include <stdint.h>
#include <string.h>

void sincos_pair(double x, double *sine, double *cosine)
{
    const double turned = x * 0x1.45f306dc9c883p-1 + 0x1.8p+52;
    const double k = turned - 0x1.8p+52;
    const double first = x - k * 0x1.921fb544p+0;
    const double second = k * 0x1.0b4611a6p-34;
    const double high = first - second;
    const double rest = ((first - high) - second) - k * 0x1.3198a2e037073p-69;
    const double r = high + rest, low = (high - r) + rest;
    double sin_r, cos_r;
    sine_steps(r, low, &sin_r, &cos_r);
    uint64_t bits;
    memcpy(&bits, &turned, sizeof bits);
    const double a = bits & 1 ? cos_r : sin_r, b = bits & 1 ? sin_r : cos_r;
    *sine = bits & 2 ? -a : a;
    *cosine = (bits + 1) & 2 ? -b : b;
}
