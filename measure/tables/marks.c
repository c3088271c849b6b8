/* SPDX-License-Identifier: MIT */
#include "measure/tables/marks.h"
#include "base/nearest.h"
#include "measure/tables/lines.h"

#include <string.h>

static const char BEGIN[] = "<!-- table ", CLOSE[] = " -->", END[] = "<!-- end -->";

/* The name in a line that begins a table; NULL in any other. */
static const char *mark_name(arena *mem, const char *line)
{
    if (strncmp(line, BEGIN, strlen(BEGIN)) != 0)
        return NULL;
    const char *name = line + strlen(BEGIN);
    const size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz");
    return length && strcmp(name + length, CLOSE) == 0 ? arena_strndup(mem, name, length) : NULL;
}

/* The lines from a mark to its end, added to `inside` unless that is NULL. */
static status mark_skip(arena *mem, lines *l, const char *name, place at, text *inside, diag *d)
{
    while (lines_next(l)) {
        if (strcmp(l->line, END) == 0)
            return STATUS_OK;
        if (mark_name(mem, l->line))
            break;
        if (inside)
            text_printf(inside, "%s\n", l->line);
    }
    return diag_error(d, at, "the table '%s' has no '%s'", name, END);
}

status marks_fill(arena *mem, const char *document, table_maker *make, void *context, text *out,
                  diag *d)
{
    uint32_t count = 0;
    lines l;
    TRY(lines_open(mem, document, &l, d));
    while (lines_next(&l)) {
        const place at = {.file = document, .line = l.number};
        const char *name = mark_name(mem, l.line);
        if (!name && strcmp(l.line, END) == 0)
            return diag_error(d, at, "an end without a '%sNAME%s'", BEGIN, CLOSE);
        text_printf(out, "%s\n", l.line);
        if (!name)
            continue;
        count++;
        TRY(make(context, name, at, out, d));
        TRY(mark_skip(mem, &l, name, at, NULL, d));
        text_printf(out, "%s\n", END);
    }
    return count ? STATUS_OK
                 : diag_error(d, (place){.file = document, .line = l.number},
                              "no '%sNAME%s' up to here", BEGIN, CLOSE);
}

typedef struct {
    arena *mem;
    const char **names;
    uint32_t names_count, names_capacity;
    text *made;
    uint32_t made_count, made_capacity;
    bool *asked;
    uint32_t asked_count, asked_capacity;
} table_list;

static status list_table(void *context, const char *name, place at, text *out, diag *d)
{
    table_list *t = context;
    for (uint32_t n = 0; n < t->names_count; n++)
        if (strcmp(t->names[n], name) == 0) {
            t->asked[n] = true;
            text_add(out, t->made[n].bytes);
            return STATUS_OK;
        }
    return diag_error(d, at, "no table '%s'%s", name,
                      nearest_told(t->mem, name, "tables", t->names, t->names_count));
}

status marks_fill_from(arena *mem, const char *document, const char *tables, text *out, diag *d)
{
    table_list t = {.mem = mem};
    lines l;
    TRY(lines_open(mem, tables, &l, d));
    while (lines_next(&l)) {
        const char *name = mark_name(mem, l.line);
        if (!name)
            continue;
        *ARENA_PUSH(mem, &t, names) = name;
        *ARENA_PUSH(mem, &t, asked) = false;
        text *made = ARENA_PUSH(mem, &t, made);
        *made = text_make(mem);
        TRY(mark_skip(mem, &l, name, (place){.file = tables, .line = l.number}, made, d));
    }
    TRY(marks_fill(mem, document, list_table, &t, out, d));
    for (uint32_t n = 0; n < t.names_count; n++)
        if (!t.asked[n])
            return diag_error(d, (place){.file = document}, "no mark '%s%s%s'", BEGIN, t.names[n],
                              CLOSE);
    return STATUS_OK;
}
