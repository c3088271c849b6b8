/* SPDX-License-Identifier: MIT */
/* What options were given, as the keys of kept results have it (cache/cache.h). */
#ifndef TAUFLOW_OPTION_DIGEST_H
#define TAUFLOW_OPTION_DIGEST_H

#include "commands/options.h"

/* Of the values of all options in all tables, whether a command takes them or not, but those whose
 * owners say that they are without influence on what such a key is for. s: as parsed, before
 * settings_ready. */
void option_digest(const settings *s, option_set set, uint8_t digest[SHA256_BYTES]);

#endif
