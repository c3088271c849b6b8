/* SPDX-License-Identifier: MIT */
#include "base/nearest.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

enum { LONGEST = 64, SUGGESTED = 3, LISTED = 6 };

static bool same_letter(char a, char b)
{
    return tolower((unsigned char)a) == tolower((unsigned char)b);
}

/* Number of single-letter changes between two words; words longer than the table differ in
 * everything. */
static uint32_t distance(const char *a, const char *b)
{
    size_t n = strlen(a), m = strlen(b);
    if (n > LONGEST || m > LONGEST)
        return LONGEST;
    uint32_t row[LONGEST + 1];
    for (uint32_t j = 0; j <= m; j++)
        row[j] = j;
    for (uint32_t i = 1; i <= n; i++) {
        uint32_t corner = row[0];
        row[0] = i;
        for (uint32_t j = 1; j <= m; j++) {
            uint32_t above = row[j];
            uint32_t best = corner + !same_letter(a[i - 1], b[j - 1]);
            best = above + 1 < best ? above + 1 : best;
            best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
            row[j] = best;
            corner = above;
        }
    }
    return row[m];
}

/* Fewer changes than this are a slip of the finger; a single letter that is another is none. */
static uint32_t slip(const char *typed)
{
    const size_t length = strlen(typed);
    return length > 4 ? 3 : length > 1 ? 2 : 1;
}

const char *nearest_word(const char *typed, const char *const *words, uint32_t count)
{
    const char *nearest = NULL;
    uint32_t least = slip(typed);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t changes = distance(typed, words[i]);
        if (changes < least) {
            least = changes;
            nearest = words[i];
        }
    }
    return nearest;
}

static bool holds(const char *name, const char *part)
{
    const size_t length = strlen(part);
    for (; strlen(name) >= length; name++) {
        size_t k = 0;
        while (k < length && same_letter(name[k], part[k]))
            k++;
        if (k == length)
            return true;
    }
    return false;
}

/* Changes between what was typed and a name; one that holds it is as near as a slip can be far. */
static uint32_t changes_to(const char *typed, const char *name)
{
    const uint32_t least = slip(typed) - 1;
    const uint32_t changes = distance(typed, name);
    return changes > least && strlen(typed) >= 3 && holds(name, typed) ? least : changes;
}

static void list_names(const char *what, const char *const *names, uint32_t count, text *out)
{
    text_printf(out, " (%s: ", what);
    for (uint32_t i = 0; i < count && i < LISTED; i++) {
        text_add(out, i ? ", " : "");
        text_add_plain(out, names[i]);
    }
    if (count > LISTED)
        text_printf(out, " and %u more", count - LISTED);
    text_add(out, ")");
}

const char *nearest_told(arena *mem, const char *typed, const char *what, const char *const *names,
                         uint32_t count)
{
    text out = text_make(mem);
    uint32_t told = 0;
    text_add(&out, "");
    for (uint32_t changes = 0; changes < slip(typed); changes++)
        for (uint32_t i = 0; i < count && told < SUGGESTED; i++) {
            if (changes_to(typed, names[i]) != changes)
                continue;
            text_add(&out, told++ ? "', '" : " (did you mean '");
            text_add_plain(&out, names[i]);
        }
    if (told)
        text_add(&out, "'?)");
    else if (count)
        list_names(what, names, count, &out);
    return out.bytes;
}
