/* SPDX-License-Identifier: MIT */
/* Sines and cosines of many angles at a time, by the steps of emitted C (emit/c/sine_cosine.c says
 * why they are right), to the bit: the same on every processor, and a motion has the sines of the
 * C of its FMU. */
#ifndef TAUFLOW_SINES_H
#define TAUFLOW_SINES_H

#include <stdint.h>

/* Room is for a multiple of so many angles, sines and cosines: numbers beyond `count` are taken,
 * too. */
enum { SINES_AT_ONCE = 4 };

/* Error below 1.1 units in the last place; beyond 2^20 those of the C library. */
void sines_of(uint32_t count, const double *angle, double *sine, double *cosine);

#endif
