/* SPDX-License-Identifier: MIT */
#include "apps/motion/number_table.h"

#include "robot/numbers.h"

#include <string.h>

/* Takes the quotes off a word and closes it; returns what follows it. */
static char *unquote(char *word)
{
    char *to = word;
    const char *from = word + 1;
    for (; *from && (*from != '"' || from[1] == '"'); from++) {
        *to++ = *from;
        from += *from == '"'; /* two are one */
    }
    char *rest = word + (from - word) + (*from == '"');
    *to = '\0';
    return rest;
}

/* Splits a line at commas outside quotes; blanks around words go away, those in quotes stay. */
static uint32_t split(char *line, char **word, uint32_t most)
{
    uint32_t count = 0;
    for (char *at = line; at && count < most;) {
        at += strspn(at, " \t");
        const bool quoted = *at == '"';
        char *rest = quoted ? unquote(at) : at, *end = strchr(rest, ',');
        word[count++] = at;
        if (end)
            *end++ = '\0';
        size_t length = quoted ? 0 : strlen(at);
        while (length && strchr(" \t\r", at[length - 1]))
            at[--length] = '\0';
        at = end;
    }
    return count;
}

enum { COLUMNS_MOST = 1000 };

static status read_names(arena *mem, char *line, const table_head *head, number_table *out, diag *d)
{
    const place at = {.file = out->file, .line = 1, .column = 1};
    char **word = ARENA_ARRAY(mem, char *, COLUMNS_MOST);
    out->columns = split(line, word, COLUMNS_MOST);
    out->names = (const char **)(void *)word;
    if (out->columns < head->least || !*word[0] || (head->first && strcmp(word[0], head->first)))
        return diag_error(d, at, "names of columns expected, %s", head->expected);
    for (uint32_t i = 0; i < out->columns; i++)
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(out->names[i], out->names[k]) == 0)
                return diag_error(d, at, "two columns '%s'", text_shown(mem, out->names[i]));
    return STATUS_OK;
}

static status read_row(arena *mem, char *line, place at, const number_table *t, double *numbers,
                       diag *d)
{
    char **word = ARENA_ARRAY(mem, char *, t->columns + 1);
    const uint32_t count = split(line, word, t->columns + 1);
    if (count != t->columns)
        return diag_error(d, at, "%u numbers expected, one per column, not %s%u", t->columns,
                          count > t->columns ? "at least " : "", count);
    for (uint32_t i = 0; i < count; i++) {
        const char *wrong = numbers_read(mem, word[i], &numbers[i], 1);
        if (wrong)
            return diag_error(d, at, "column '%s': %s", t->names[i], wrong);
    }
    return STATUS_OK;
}

status number_table_read(arena *mem, const char *path, const table_head *head, number_table *out,
                         diag *d)
{
    char *bytes;
    size_t length;
    *out = (number_table){.file = path};
    TRY(file_read_text(mem, path, &bytes, &length, d));
    uint32_t lines = 1;
    for (const char *at = bytes; (at = strchr(at, '\n')); at++)
        lines++;
    place at = {.file = path, .column = 1};
    for (char *line = bytes, *end; line; line = end) {
        end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        at.line++;
        if (at.line == 1) {
            TRY(read_names(mem, line, head, out, d));
            out->value = ARENA_ARRAY(mem, double, (size_t)lines * out->columns);
            out->line = ARENA_ARRAY(mem, uint32_t, lines);
            continue;
        }
        if (!line[strspn(line, " \t\r")])
            continue;
        out->line[out->rows] = at.line;
        TRY(read_row(mem, line, at, out, out->value + (size_t)out->rows * out->columns, d));
        out->rows++;
    }
    return out->rows ? STATUS_OK
                     : diag_error(d, (place){.file = path}, "no row of numbers");
}
