/* SPDX-License-Identifier: MIT */
/* Decimal numbers in attributes, such as `xyz="0 -1.5e-3 .25"`. */
#ifndef TAUFLOW_NUMBERS_H
#define TAUFLOW_NUMBERS_H

#include "base/arena.h"

#include <stdint.h>

/* Larger magnitudes are refused: no robot has them, and products of a few of them would
 * overflow. */
#define NUMBERS_LARGEST 1e30

/* Reads exactly `count` numbers separated by white space. Returns NULL, or what is wrong
 * as a text in mem. Decimal notation only: no hexadecimal, no infinities, no NaN. The point
 * is that of the current locale, so callers set the "C" locale for numbers. */
const char *numbers_read(arena *mem, const char *from, double *values, uint32_t count);

/* The same for `least` to `most` numbers: *found of them; further values stay as they are. */
const char *numbers_read_some(arena *mem, const char *from, double *values, uint32_t least,
                              uint32_t most, uint32_t *found);

/* The end of the number that begins here, with or without a sign; `at` where there is none. */
const char *numbers_end(const char *at);

/* The text on one line and not too long for a message: control characters become '?', the end is
 * cut. */
const char *text_shown(arena *mem, const char *from);

#endif
