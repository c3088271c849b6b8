/* SPDX-License-Identifier: MIT */
/* What sines of the library and of motions share: the polynomials of the emitted C
 * (scheduler/emit/c/sine_cosine.c, where they are explained), by the same steps. Contraction of
 * a*b+c must be off. */
#ifndef TAUFLOW_SINE_STEPS_H
#define TAUFLOW_SINE_STEPS_H

/* Of r + low, which is no larger than pi/4. */
static inline void sine_steps(double r, double low, double *sine, double *cosine)
{
    const double z = r * r, zz = z * z, half = 0.5 * z, near = 1.0 - half;
    const double s = (-0x1.5555555555548p-3 + z * 0x1.111111110f73p-7) +
                     zz * ((-0x1.a01a019be9215p-13 + z * 0x1.71de35552b247p-19) +
                           zz * (-0x1.ae5e4b83b66p-26 + z * 0x1.5d8b5584abe96p-33));
    const double c = (0x1.555555555554cp-5 - z * 0x1.6c16c16c1521fp-10) +
                     zz * ((0x1.a01a019cbf62ap-16 - z * 0x1.27e4f812b68a3p-22) +
                           zz * (0x1.1ee9f152b40b5p-29 - z * 0x1.8fb13115e4d93p-37));
    *sine = r + (r * z * s + low);
    *cosine = near + (((1.0 - near) - half) + (zz * c - r * low));
}

#endif
