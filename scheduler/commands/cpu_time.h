/* SPDX-License-Identifier: MIT */
/* How long the C of a graph takes on this computer: compiled by $CC, otherwise cc, and measured. */
#ifndef TAUFLOW_CPU_TIME_H
#define TAUFLOW_CPU_TIME_H

#include "operations/ops.h"

/* Nanoseconds per sample on one processor, sines and cosines given, as a core gets them. */
typedef struct {
    double float_ns, double_ns;
    const char *with; /* the compiler and its flags */
} cpu_time;

/* The best of many rounds; differs a little each time. Graphs in fixed point are measured in binary
 * numbers. Fails with the compiler's reason. */
status cpu_time_measure(arena *mem, const ops *p, cpu_time *out, diag *d);

#endif
