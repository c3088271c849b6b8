/* SPDX-License-Identifier: MIT */
/* Blocks `WORD LENGTH`, each followed by so many bytes and a newline:
 *
 *     tauflow-result 1
 *     key ...                 64 digits
 *     variants 41
 *     note 17
 *     ...
 *     equations 31415
 *     ...
 *     end ...                 the SHA-256 of all before this line
 *
 * The sum tells damage; it keeps nobody from changing both. */
#include "cache/entry.h"

#include <stdlib.h>
#include <string.h>

#define FIRST_LINE "tauflow-result 1\nkey "
#define LAST_LINE "end "
enum { HEX = SHA256_HEX_BYTES - 1, LAST_BYTES = sizeof LAST_LINE - 1 + HEX + 1 };

static void print_part(const char *word, const char *bytes, size_t length, text *out)
{
    if (!bytes)
        return;
    text_printf(out, "%s %zu\n", word, length);
    text_add_bytes(out, bytes, length);
    text_add(out, "\n");
}

static void print_notes(const char *word, const entry_notes *list, text *out)
{
    for (uint32_t i = 0; i < list->items_count; i++)
        print_part(word, list->items[i], strlen(list->items[i]), out);
}

static void sum_of(const char *bytes, size_t length, char hex[SHA256_HEX_BYTES])
{
    uint8_t digest[SHA256_BYTES];
    sha256 s = sha256_begin();
    sha256_add(&s, bytes, length);
    sha256_end(&s, digest);
    sha256_hex(digest, hex);
}

void entry_print(const cache_entry *e, const cache_key *key, text *out)
{
    char hex[SHA256_HEX_BYTES];
    sha256_hex(key->digest, hex);
    text_printf(out, FIRST_LINE "%s\nvariants %u\n", hex, e->variants);
    print_notes("note", &e->notes, out);
    print_notes("warning", &e->warnings, out);
    print_part("equations", e->equations.bytes, e->equations.length, out);
    print_part("schedule", e->schedule.bytes, e->schedule.length, out);
    sum_of(out->bytes, out->length, hex);
    text_printf(out, LAST_LINE "%s\n", hex);
}

/* Passes over a text that is expected. */
static bool pass(const char **at, const char *end, const char *expected)
{
    const size_t length = strlen(expected);
    if ((size_t)(end - *at) < length || memcmp(*at, expected, length) != 0)
        return false;
    *at += length;
    return true;
}

static bool pass_number(const char **at, const char *end, uint32_t *value)
{
    const char *from = *at;
    uint64_t sum = 0;
    for (; *at < end && **at >= '0' && **at <= '9' && *at - from < 10; ++*at)
        sum = sum * 10 + (uint64_t)(**at - '0');
    *value = (uint32_t)sum;
    return *at > from && sum <= UINT32_MAX && pass(at, end, "\n");
}

static bool pass_part(const char **at, const char *end, const char *word, entry_part *part)
{
    const char *from = *at;
    uint32_t length;
    if (!pass(&from, end, word) || !pass(&from, end, " ") || !pass_number(&from, end, &length) ||
        (size_t)(end - from) <= length || from[length] != '\n')
        return false;
    *part = (entry_part){from, length};
    *at = from + length + 1;
    return true;
}

/* Notes go to terminals. */
static bool is_plain(const entry_part *p)
{
    for (size_t i = 0; i < p->length; i++)
        if ((unsigned char)p->bytes[i] < ' ' || p->bytes[i] == 0x7f)
            return false;
    return true;
}

static bool pass_notes(arena *mem, const char **at, const char *end, const char *word,
                       entry_notes *list)
{
    entry_part one;
    while (pass_part(at, end, word, &one)) {
        if (!is_plain(&one))
            return false;
        *ARENA_PUSH(mem, list, items) = arena_strndup(mem, one.bytes, one.length);
    }
    return true;
}

bool entry_parse(arena *mem, const text *bytes, const cache_key *key, cache_entry *out)
{
    char hex[SHA256_HEX_BYTES];
    const char *at = bytes->bytes, *end;
    *out = (cache_entry){0};
    if (bytes->length < LAST_BYTES)
        return false;
    end = at + bytes->length - LAST_BYTES;
    sum_of(at, (size_t)(end - at), hex);
    const char *last = end;
    if (!pass(&last, at + bytes->length, LAST_LINE) || memcmp(last, hex, HEX) != 0)
        return false;
    sha256_hex(key->digest, hex);
    if (!pass(&at, end, FIRST_LINE) || !pass(&at, end, hex) || !pass(&at, end, "\nvariants ") ||
        !pass_number(&at, end, &out->variants) ||
        !pass_notes(mem, &at, end, "note", &out->notes) ||
        !pass_notes(mem, &at, end, "warning", &out->warnings))
        return false;
    (void)pass_part(&at, end, "equations", &out->equations);
    (void)pass_part(&at, end, "schedule", &out->schedule);
    return at == end;
}
