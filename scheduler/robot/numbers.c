/* SPDX-License-Identifier: MIT */
#include "robot/numbers.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

enum { SHOWN_BYTES = 64 };

const char *text_shown(arena *mem, const char *from)
{
    size_t length = strlen(from);
    bool cut = length > SHOWN_BYTES;
    if (cut) {
        length = SHOWN_BYTES;
        while (length > 0 &&
               ((unsigned char)from[length] & 0xC0) == 0x80) /* not inside a UTF-8 character */
            length--;
    }
    char *shown = arena_printf(mem, "%.*s%s", (int)length, from, cut ? "..." : "");
    for (char *c = shown; *c; c++)
        if ((unsigned char)*c < 0x20 || *c == 0x7F)
            *c = '?';
    return shown;
}

static bool is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static const char *digits_end(const char *at)
{
    while (*at >= '0' && *at <= '9')
        at++;
    return at;
}

/* [+-] (digits [. digits] | . digits) [e [+-] digits] */
const char *numbers_end(const char *at)
{
    const char *begin = at;
    if (*at == '+' || *at == '-')
        at++;
    const char *whole = at;
    at = digits_end(at);
    bool has_digits = at > whole;
    if (*at == '.') {
        const char *fraction = at + 1;
        at = digits_end(fraction);
        has_digits = has_digits || at > fraction;
    }
    if (!has_digits)
        return begin;
    if (*at == 'e' || *at == 'E') {
        const char *exponent = at[1] == '+' || at[1] == '-' ? at + 2 : at + 1;
        const char *end = digits_end(exponent);
        return end > exponent ? end : begin;
    }
    return at;
}

static const char *word_shown(arena *mem, const char *from)
{
    const char *end = from;
    while (*end && !is_space(*end))
        end++;
    size_t length = (size_t)(end - from);
    return text_shown(
        mem, arena_strndup(mem, from, length < 2 * SHOWN_BYTES ? length : 2 * SHOWN_BYTES));
}

/* Counts all numbers and stores the first `most`. Returns what is wrong, or NULL. */
static const char *read_all(arena *mem, const char *from, double *values, uint32_t most,
                            uint32_t *found)
{
    *found = 0;
    for (const char *at = from;; ++*found) {
        while (is_space(*at))
            at++;
        if (!*at)
            return NULL;
        const char *end = numbers_end(at);
        if (end == at || (*end && !is_space(*end)))
            return arena_printf(mem, "'%s' is not a finite decimal number", word_shown(mem, at));
        double value = strtod(at, NULL);
        if (!(fabs(value) <= NUMBERS_LARGEST))
            return arena_printf(mem, "'%s' is out of range (at most %g)", word_shown(mem, at),
                                NUMBERS_LARGEST);
        if (*found < most)
            values[*found] = value + 0.0; /* no -0.0 */
        at = end;
    }
}

const char *numbers_read(arena *mem, const char *from, double *values, uint32_t count)
{
    uint32_t found;
    const char *wrong = read_all(mem, from, values, count, &found);
    if (!wrong && found != count)
        return arena_printf(mem, "%u number%s wanted, %u found", count, count == 1 ? "" : "s",
                            found);
    return wrong;
}

const char *numbers_read_some(arena *mem, const char *from, double *values, uint32_t least,
                              uint32_t most, uint32_t *found)
{
    const char *wrong = read_all(mem, from, values, most, found);
    if (!wrong && (*found < least || *found > most))
        return arena_printf(mem, "%u to %u numbers wanted, %u found", least, most, *found);
    return wrong;
}
