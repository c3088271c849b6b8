/* SPDX-License-Identifier: MIT */
/* The method and the polynomials of the emitted C (scheduler/emit/c/sine_cosine.c, where they are
 * explained): k right angles are taken away in pieces whose products with k are exact, the rest is
 * a polynomial. Contraction of a*b+c must be off. */
#include "sincos.h"

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
    const double z = r * r, zz = z * z, half = 0.5 * z, near = 1.0 - half;
    const double s = (-0x1.5555555555548p-3 + z * 0x1.111111110f73p-7) +
                     zz * ((-0x1.a01a019be9215p-13 + z * 0x1.71de35552b247p-19) +
                           zz * (-0x1.ae5e4b83b66p-26 + z * 0x1.5d8b5584abe96p-33));
    const double c = (0x1.555555555554cp-5 - z * 0x1.6c16c16c1521fp-10) +
                     zz * ((0x1.a01a019cbf62ap-16 - z * 0x1.27e4f812b68a3p-22) +
                           zz * (0x1.1ee9f152b40b5p-29 - z * 0x1.8fb13115e4d93p-37));
    const double sin_r = r + (r * z * s + low),
                 cos_r = near + (((1.0 - near) - half) + (zz * c - r * low));
    uint64_t bits;
    memcpy(&bits, &turned, sizeof bits);
    const double a = bits & 1 ? cos_r : sin_r, b = bits & 1 ? sin_r : cos_r;
    *sine = bits & 2 ? -a : a;
    *cosine = (bits + 1) & 2 ? -b : b;
}
