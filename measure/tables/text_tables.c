/* SPDX-License-Identifier: MIT */
/* Which rows of measurements were made from which Verilog, by the hash in their column `rtl`. */
#include "measure/tables/document_tables.h"
#include "measure/tables/lines.h"

#include <string.h>

enum { KEY_MOST = 8 };

/* Rows that are told together. */
typedef struct {
    figures_file file;
    const char *title;
    const char *family; /* in the setting `texts` */
    bool has_target;    /* its rows are those with `target` the family */
    const char *key[KEY_MOST]; /* columns; rows that are alike in all are counted */
} row_group;

#define CORE_KEY {"network", "modules", "lanes", "transfer", "mul", "add", "depth", "fixed"}
static const row_group GROUPS[] = {
    {TIMING, "ECP5, routed", "ecp5", false, CORE_KEY},
    {AREA, "ECP5, cells", "ecp5", true, CORE_KEY},
    {AREA, "7-series, cells", "xc7", true, CORE_KEY},
    {AREA, "UltraScale+, cells", "xcup", true, CORE_KEY},
    {OPERATORS, "operators", "operators", false, {"operator", "fixed"}},
};
enum { GROUPS_COUNT = sizeof GROUPS / sizeof *GROUPS };

/* The hash of today's text of a family; "" where the setting does not say it. */
static const char *todays_text(figures *f, const char *family)
{
    char *words[WORDS_MOST];
    const uint32_t count = words_split(arena_strdup(f->mem, figures_setting(f, "texts")), " ",
                                       words, WORDS_MOST);
    for (uint32_t w = 0; w + 1 < count; w += 2)
        if (strcmp(words[w], family) == 0)
            return words[w + 1];
    return "";
}

static bool is_of(const row_group *g, const csv *t, uint32_t row, const char *hash)
{
    return csv_is(t, row, "rtl", hash) && (!g->has_target || csv_is(t, row, "target", g->family));
}

static const char *name_of(figures *f, const row_group *g, const csv *t, uint32_t row)
{
    text name = text_make(f->mem);
    for (uint32_t k = 0; k < KEY_MOST && g->key[k]; k++)
        text_printf(&name, "%s%s", k ? "," : "", csv_text(t, row, g->key[k]));
    return name.bytes;
}

/* A line of the rows of one text; nothing where there are none. */
static void text_row(figures *f, const row_group *g, const char *hash, bool today, text *out)
{
    const csv *t = figures_table(f, g->file);
    const char *last = NULL;
    uint32_t alike = 0, all = 0;
    text names = text_make(f->mem);
    for (uint32_t row = 0; row <= t->rows; row++) {
        if (row < t->rows && !is_of(g, t, row, hash))
            continue;
        const char *name = row < t->rows ? name_of(f, g, t, row) : NULL;
        if (last && (!name || strcmp(name, last) != 0)) {
            text_printf(&names, "%s`%s`", all == alike ? "" : ", ", last);
            if (alike > 1)
                text_printf(&names, " x %u", alike);
            alike = 0;
        }
        last = name;
        alike += name != NULL;
        all += name != NULL;
    }
    if (all)
        text_printf(out, "| %s | %s | %s | %u | %s |\n", g->title, today ? "**today's**" : "older",
                    hash, all, names.bytes);
}

void texts_table(figures *f, text *out)
{
    text_add(out, "| figures | RTL | its hash | rows | which |\n|---|---|---|---|---|\n");
    for (uint32_t k = 0; k < GROUPS_COUNT; k++) {
        const row_group *g = &GROUPS[k];
        const csv *t = figures_table(f, g->file);
        const char *today = todays_text(f, g->family);
        text_row(f, g, today, true, out);
        for (uint32_t row = 0; row < t->rows; row++) {
            const char *hash = csv_text(t, row, "rtl");
            uint32_t first = 0;
            while (!is_of(g, t, first, hash) && first < row)
                first++;
            if (first == row && is_of(g, t, row, hash) && strcmp(hash, today) != 0)
                text_row(f, g, hash, false, out);
        }
    }
}
