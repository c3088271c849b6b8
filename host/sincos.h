/* SPDX-License-Identifier: MIT */
/* Sine and cosine in binary64, the same bits on every host: no library function of the system takes
 * part. */
#ifndef TAUFLOW_SINCOS_H
#define TAUFLOW_SINCOS_H

#define SINCOS_LIMIT 0x1p+20

/* Error below 1.1 units in the last place for |angle| < SINCOS_LIMIT. */
void sincos_pair(double angle, double *sine, double *cosine);

#endif
