/* SPDX-License-Identifier: MIT */
/* Names of single numbers of a state and of its results: ARRAY[OWNER], ARRAY[OWNER.K] where an
 * owner has several, K from 0, and ARRAY[OWNER,OWNER] of a matrix. */
#ifndef TAUFLOW_NUMBER_NAMES_H
#define TAUFLOW_NUMBER_NAMES_H

#include "base/arena.h"
#include "machine/words.h"

/* number: among those of an owner; column_of: NULL where the array is no matrix. */
const char *number_name(arena *mem, word_array array, const char *of, uint32_t number,
                        const char *column_of);

#endif
