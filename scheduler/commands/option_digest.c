/* SPDX-License-Identifier: MIT */
#include "commands/option_digest.h"

#include <string.h>

static bool row_counts(const option_table *t, const option_row *row, option_set set)
{
    const option_counting counts = row->counts ? row->counts : t->counts;
    return counts == COUNTS_ALWAYS || (counts == COUNTS_AFTER_EQUATIONS && set == OPTIONS_OF_ALL);
}

/* With its end, so that none runs into the next. */
static void add_text(const char *value, sha256 *to)
{
    if (value)
        sha256_add(to, value, strlen(value) + 1);
    else
        sha256_add(to, "\xff", 1); /* in no text of UTF-8 */
}

static void add_value(const option_row *row, const void *value, sha256 *to)
{
    const arg_list *list = value;
    switch (row->kind) {
    case ARG_FLAG: sha256_add(to, value, sizeof(bool)); break;
    case ARG_TEXT: add_text(*(const char *const *)value, to); break;
    case ARG_COUNT: sha256_add(to, value, sizeof(uint32_t)); break;
    case ARG_SEED: sha256_add(to, value, sizeof(uint64_t)); break;
    case ARG_NUMBER: sha256_add(to, value, sizeof(double)); break;
    case ARG_VECTOR: sha256_add(to, value, 3 * sizeof(double)); break;
    case ARG_CHOICE: sha256_add(to, value, sizeof(int)); break;
    case ARG_LIST:
        sha256_add(to, &list->items_count, sizeof list->items_count);
        for (uint32_t i = 0; i < list->items_count; i++)
            add_text(list->items[i], to);
        break;
    }
}

void option_digest(const settings *s, option_set set, uint8_t digest[SHA256_BYTES])
{
    uint32_t count;
    const option_table *const *tables = options_tables(&count);
    sha256 all = sha256_begin();
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < tables[i]->rows_count; k++) {
            const option_row *row = &tables[i]->rows[k];
            if (!row_counts(tables[i], row, set))
                continue;
            add_text(row->name, &all);
            add_value(row, option_target(s, row->stored), &all);
        }
    sha256_end(&all, digest);
}
