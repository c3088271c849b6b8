/* SPDX-License-Identifier: MIT */
/* What searches found, kept for the next command on the same robot: files in a folder of this user
 * alone, each named after all that it was made from. Nothing here may make a command fail: where
 * there is no folder, no room or no right to write, nothing is kept. Nothing here is believed
 * either: whoever reads checks (kept.h). */
#ifndef TAUFLOW_CACHE_H
#define TAUFLOW_CACHE_H

#include "base/text.h"
#include "machine/sha256.h"

/* All files together; beyond it those go that were not used for the longest time. */
#define CACHE_MOST_BYTES (UINT64_C(256) << 20)

/* What options a result depends on. */
typedef enum {
    OPTIONS_OF_EQUATIONS, /* those of the machine and its schedule not among them */
    OPTIONS_OF_ALL,
    OPTION_SETS
} option_set;

typedef struct {
    const char *folder; /* "": there is none */
    uint8_t options[OPTION_SETS][SHA256_BYTES];
    sha256 read;        /* all bytes of inputs so far */
    uint64_t read_bytes; /* of the last of them */
    bool looked, usable; /* at the folder */
} cache;

/* Nothing is looked at yet. */
cache cache_make(arena *mem);
/* A diag's hearer (base/diag.h); `self`: a cache. */
void cache_hear(void *self, const void *bytes, size_t count);

typedef struct {
    uint8_t digest[SHA256_BYTES];
} cache_key;

/* Whether there is a file of that key, which is used from now on. A folder that others could have
 * written to gets a note, once. */
bool cache_read(arena *mem, cache *c, const cache_key *key, text *bytes, diag *d);
void cache_write(cache *c, const cache_key *key, const text *bytes, diag *d);
/* What is no good goes. */
void cache_remove(const cache *c, const cache_key *key);

/* What there is. `reason`: why it is not used; NULL: it is. */
typedef struct {
    uint32_t files;
    uint64_t bytes;
    const char *reason;
} cache_contents;
cache_contents cache_look(arena *mem, cache *c);
/* Removes all results, and nothing else that may stand there. */
status cache_clear(arena *mem, cache *c, uint32_t *files, diag *d);

#endif
