/* SPDX-License-Identifier: MIT */
/* Names that were mistyped: which of those that are known may have been meant. */
#ifndef TAUFLOW_NEAREST_H
#define TAUFLOW_NEAREST_H

#include "base/arena.h"

#include <stdint.h>

/* The word that is a slip of the finger away, NULL when none is. */
const char *nearest_word(const char *typed, const char *const *words, uint32_t count);

/* The end of a message about a name that is not known: " (did you mean 'a', 'b'?)" with up to
 * three names, the nearest first; a name that holds what was typed is near, too. Where none is
 * near, the first names and how many more there are: " (joints: a, b, c and 5 more)", with `what`
 * for "joints"; "" where there are none. Letters are compared whatever their case. */
const char *nearest_told(arena *mem, const char *typed, const char *what, const char *const *names,
                         uint32_t count);

#endif
