/* SPDX-License-Identifier: MIT */
#include "commands/option_digest.h"

#include <string.h>

/* What is done with a graph and its schedule when both are there; how long a search may take (one
 * that was ended early is not kept); and what the keys have in other words: the function. */
const char OPTIONS_OF_NO_RESULT[] =
    "function time no-cache no-check "
    "out json csv svg page trace-out functions passes words "             /* what is printed */
    "clear gappa states name real hls ports vectors beside cpu "          /* or made of it */
    "steps stream mhz stalls engine cores core trace cycles-dump tables " /* runs */
    "most-mul most-add "                                                  /* sweeps */
    "ranks split transfer-length transfer-weight word-weight moves stay " /* tasks */
    "method step until start torques motion rows realtime solve penalty " /* motions */
    "iterations tolerance steer fmi sources-only";

/* What comes after equations. Cycles of a machine that they are made for are in their keys. */
const char OPTIONS_AFTER_EQUATIONS[] =
    "machine modules network mul-latency add-latency transfer lanes out-lanes slots mul add "
    "scheduler budget optimise interval place numbers ranges range circuit device clock dsp";

static bool is_named(const char *names, const char *name)
{
    const size_t length = strlen(name);
    for (const char *at = names; *at; at += strspn(at, " ")) {
        if (strcspn(at, " ") == length && memcmp(at, name, length) == 0)
            return true;
        at += strcspn(at, " ");
    }
    return false;
}

/* Units that modules share belong to a machine. */
static bool is_of_shared(const char *name)
{
    for (uint32_t i = 0; i < SHARED_TABLE.rows_count; i++)
        if (strcmp(SHARED_TABLE.rows[i].name, name) == 0)
            return true;
    return false;
}

bool option_counts(const char *name, option_set set)
{
    return !is_named(OPTIONS_OF_NO_RESULT, name) &&
           (set == OPTIONS_OF_ALL ||
            !(is_named(OPTIONS_AFTER_EQUATIONS, name) || is_of_shared(name)));
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
            if (!option_counts(row->name, set))
                continue;
            add_text(row->name, &all);
            add_value(row, (const char *)s + row->stored, &all);
        }
    sha256_end(&all, digest);
}
