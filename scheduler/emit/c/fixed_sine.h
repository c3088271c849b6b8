/* SPDX-License-Identifier: MIT */
/* The sine of fixed point in emitted C: machine/fixed_trig.h, for one width. */
#ifndef TAUFLOW_FIXED_SINE_H
#define TAUFLOW_FIXED_SINE_H

#include "emit/parts.h"

/* The table and the function; precondition: NAME_down is there. */
void emit_fixed_sine(const emitter *e);
/* A call of it for an operation, of an angle that is that text. */
void emit_fixed_sine_call(const emitter *e, const op *o, const char *angle);

#endif
