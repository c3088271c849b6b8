/* SPDX-License-Identifier: MIT */
/* What options were given, as the keys of kept results have it (cache/cache.h). */
#ifndef TAUFLOW_OPTION_DIGEST_H
#define TAUFLOW_OPTION_DIGEST_H

#include "commands/options.h"

/* Of the values of all options in all tables, whether a command takes them or not, but those that
 * are named as being without influence on what such a key is for: a new option is of influence
 * until somebody says otherwise. s: as parsed, before settings_ready. */
void option_digest(const settings *s, option_set set, uint8_t digest[SHA256_BYTES]);

/* Whether an option of that name is of influence. */
bool option_counts(const char *name, option_set set);

/* The names of those that are not, between blanks. */
extern const char OPTIONS_OF_NO_RESULT[], OPTIONS_AFTER_EQUATIONS[];

#endif
