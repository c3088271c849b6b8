/* SPDX-License-Identifier: MIT */
/* Keys and values in turn, NULL after the last: what an XML element of our own says, or the same as
 * one text of the command line, 'KIND key=value ...'. */
#ifndef TAUFLOW_PAIRS_H
#define TAUFLOW_PAIRS_H

#include "base/diag.h"

#include <stdbool.h>

/* The value of a key; NULL when it is not given. */
const char *pairs_find(const char *const *pairs, const char *name);
/* Whether the key at `p` stands before it, too. */
bool pairs_repeated(const char *const *pairs, const char *const *p);

/* The next word, up to a blank outside quotes, quotes taken away; NULL at the end. */
char *pairs_next_word(arena *mem, const char **from);
/* Keys and values from the rest of a text; values with blanks in quotes: xyz='0 0 1'. A quote that
 * is not closed is an error. */
status pairs_from_text(arena *mem, const char *option, const char *from,
                       const char *const **pairs, diag *d);

#endif
