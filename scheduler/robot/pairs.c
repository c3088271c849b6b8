/* SPDX-License-Identifier: MIT */
#include "robot/pairs.h"

#include "robot/numbers.h"

#include <string.h>

const char *pairs_find(const char *const *pairs, const char *name)
{
    for (; pairs[0]; pairs += 2)
        if (strcmp(pairs[0], name) == 0)
            return pairs[1];
    return NULL;
}

bool pairs_repeated(const char *const *pairs, const char *const *p)
{
    for (; pairs != p; pairs += 2)
        if (strcmp(pairs[0], p[0]) == 0)
            return true;
    return false;
}

char *pairs_next_word(arena *mem, const char **from)
{
    const char *c = *from;
    while (*c == ' ' || *c == '\t')
        c++;
    if (!*c)
        return NULL;
    char *word = arena_alloc(mem, strlen(c) + 1), *end = word, quote = 0;
    for (; *c && (quote || (*c != ' ' && *c != '\t')); c++) {
        if (quote ? *c == quote : *c == '\'' || *c == '"')
            quote = quote ? 0 : *c;
        else
            *end++ = *c;
    }
    *end = 0;
    *from = c;
    return word;
}

/* The quote that nobody closes; NULL: all are. */
static const char *open_quote(const char *from)
{
    const char *begun = NULL;
    for (; *from; from++)
        if (begun ? *from == *begun : *from == '\'' || *from == '"')
            begun = begun ? NULL : from;
    return begun;
}

typedef struct {
    const char **words;
    uint32_t words_count, words_capacity;
} word_list;

status pairs_from_text(arena *mem, const char *option, const char *from,
                       const char *const **pairs, diag *d)
{
    word_list all = {0};
    const char *open = open_quote(from);
    if (open)
        return diag_error(d, (place){0}, "%s: %s: a quote is not closed", option,
                          text_shown(d->mem, open));
    for (char *pair; (pair = pairs_next_word(mem, &from)) != NULL;) {
        char *equals = strchr(pair, '=');
        if (!equals)
            return diag_error(d, (place){0}, "%s: '%s': key=value expected", option,
                              text_shown(d->mem, pair));
        *equals = 0;
        *ARENA_PUSH(mem, &all, words) = pair;
        *ARENA_PUSH(mem, &all, words) = equals + 1;
    }
    *ARENA_PUSH(mem, &all, words) = NULL;
    *pairs = all.words;
    return STATUS_OK;
}
