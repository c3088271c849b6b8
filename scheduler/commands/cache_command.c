/* SPDX-License-Identifier: MIT */
/* `tauflow cache`: results of searches that are kept. */
#include "cache/cache.h"
#include "commands/commands.h"

struct cache_settings {
    bool clear;
};

static const option_row ROWS[] = {
    {"clear", ARG_FLAG, STORED_IN(cache, clear), NULL, .usual = true,
     .about = "remove all results that are kept"},
};
const option_table CACHE_TABLE = {OPTION_TABLE("cache", "cache", ROWS),
                                  OPTION_PART(cache), .counts = COUNTS_NEVER};

static void print_json(const cache *c, const cache_contents *found, text *out)
{
    text_add(out, "{\"folder\": ");
    text_add_json_string(out, c->folder);
    text_printf(out, ", \"results\": %u, \"bytes\": %llu, \"most_bytes\": %llu, \"unused\": ",
                found->files, (unsigned long long)found->bytes,
                (unsigned long long)CACHE_MOST_BYTES);
    if (found->reason)
        text_add_json_string(out, found->reason);
    else
        text_add(out, "null");
    text_add(out, "}\n");
}

static void print_words(const cache *c, const cache_contents *found, text *out)
{
    if (*c->folder)
        text_printf(out, "folder   %s\n", c->folder);
    if (found->reason) {
        text_printf(out, "unused   %s\n", found->reason);
        return;
    }
    text_printf(out, "results  %u\n", found->files);
    text_printf(out, "size     %.1f MB, at most %.0f MB\n", (double)found->bytes / 1e6,
                (double)CACHE_MOST_BYTES / 1e6);
}

static status run_cache(arena *mem, const char *unused, settings *s, text *out, diag *d)
{
    (void)unused;
    cache c = cache_make(mem);
    uint32_t removed;
    if (s->cache->clear) {
        TRY(cache_clear(mem, &c, &removed, d));
        if (!s->json)
            text_printf(out, "%u result%s removed\n", removed, removed == 1 ? "" : "s");
    }
    const cache_contents found = cache_look(mem, &c);
    if (s->json)
        print_json(&c, &found, out);
    else if (!s->cache->clear)
        print_words(&c, &found, out);
    return STATUS_OK;
}

const command CACHE_COMMAND = {
    .name = "cache",
    .title = "results of searches that are kept",
    .about = "Tells where results of searches are kept for the next command on the same robot, how "
             "many and how large they are.",
    .example = "tauflow cache --clear",
    .options = "@cache json",
    .run = run_cache,
};
