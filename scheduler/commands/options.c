/* SPDX-License-Identifier: MIT */
/* All tables of options in the order of --help, and how a command takes from them. */
#include "commands/options.h"

#include <assert.h>
#include <string.h>

/* Files that many commands write; what stands in them each command says. */
static const option_row OUTPUT_ROWS[] = {
    {"out", ARG_TEXT, STORED(out), "FILE", .letter = 'o', .usual = true,
     .about = "write this file"},
    {"json", ARG_FLAG, STORED(json), NULL, .usual = true,
     .about = "print the result as one JSON object"},
    {"csv", ARG_TEXT, STORED(csv), "FILE.csv", .usual = true, .about = "write all points"},
    {"npz", ARG_TEXT, STORED(npz), "FILE.npz",
     .about = "write matrices and names for NumPy"},
    {"svg", ARG_TEXT, STORED(svg), "FILE.svg", .usual = true, .about = "draw them"},
    {"page", ARG_TEXT, STORED(page), "PAGE.html", .usual = true,
     .about = "draw them on a page of HTML that needs no other file"},
    {"trace-out", ARG_TEXT, STORED(trace_out), "FILE",
     .about = "write every event with its name: FILE.json for Perfetto, .kanata for Konata, .vcd "
              "or .fst for waves"},
};
const option_table OUTPUT_TABLE = {OPTION_TABLE("output", "output", OUTPUT_ROWS),
                                   .counts = COUNTS_NEVER};

static const option_table *const TABLES[] = {
#define OPTIONS(ID, part) &ID##_TABLE,
#define OPTIONS_BESIDE(ID) &ID##_TABLE,
#include "commands/commands.def"
};
enum { TABLES_COUNT = sizeof TABLES / sizeof TABLES[0] };

const option_table *const *options_tables(uint32_t *count)
{
    *count = TABLES_COUNT;
    return TABLES;
}

/* ---- settings -------------------------------------------------------------------------------- */

static void *part_default(arena *mem, const option_table *t)
{
    void *part = arena_alloc(mem, t->bytes);
    if (t->standard)
        memcpy(part, t->standard, t->bytes);
    return part;
}

settings settings_default(arena *mem)
{
    settings s = {.passes = passes_default()};
#define OPTIONS(ID, part) s.part = part_default(mem, &ID##_TABLE);
#include "commands/commands.def"
    return s;
}

status settings_ready(settings *s, diag *d)
{
    for (uint32_t i = 0; i < TABLES_COUNT; i++)
        if (TABLES[i]->take)
            TRY(TABLES[i]->take(s, d));
    return STATUS_OK;
}

void *option_target(const settings *s, option_place stored)
{
    struct any *part; /* pointers to structs all look the same (C11, 6.2.5) */
    if (!stored.part)
        return (char *)s + stored.at;
    memcpy(&part, (const char *)s + stored.part, sizeof part);
    return (char *)part + stored.at;
}

/* ---- what a command takes -------------------------------------------------------------------- */

static bool is_word(const char *name, const char *at, size_t length)
{
    return strlen(name) == length && memcmp(name, at, length) == 0;
}

/* Of two rows with one name the first is meant by it, the other by its table. */
static bool is_first(const option_row *row)
{
    for (uint32_t i = 0; i < TABLES_COUNT; i++)
        for (uint32_t k = 0; k < TABLES[i]->rows_count; k++)
            if (strcmp(TABLES[i]->rows[k].name, row->name) == 0)
                return &TABLES[i]->rows[k] == row;
    return false;
}

/* Whether a list of names takes a row of a table; *mark: the sign before it, or ' '. A name counts
 * for more than its table's. */
static bool takes(const char *names, const option_table *t, const option_row *row, char *mark)
{
    bool taken = false;
    for (const char *at = names; *at; at += strspn(at, " ")) {
        const char sign = *at == '~' || *at == '+' ? *at++ : ' ';
        const size_t length = strcspn(at, " ");
        const bool by_name = is_word(row->name, at, length) && is_first(row);
        if (by_name || (!taken && *at == '@' && is_word(t->name, at + 1, length - 1))) {
            *mark = sign;
            taken = true;
        }
        if (by_name)
            return true;
        at += length;
    }
    return taken;
}

static arg_option make_option(const option_table *t, const option_row *row, char mark,
                              const option_words *words, settings *s)
{
    option_place stored = row->stored;
    arg_option made = {.name = row->name, .kind = row->kind, .value = row->value,
                       .about = row->about, .letter = row->letter, .section = t->section,
                       .standard = row->standard, .words = row->words,
                       .usual = mark == '+' || (mark != '~' && row->usual)};
    for (; words->name; words++) {
        if (strcmp(words->name, row->name) != 0)
            continue;
        stored = words->stored.part || words->stored.at ? words->stored : stored;
        made.value = words->value ? words->value : made.value;
        made.about = words->about ? words->about : made.about;
        made.standard = words->standard ? words->standard : made.standard;
    }
    made.target = option_target(s, stored);
    return made;
}

/* Names that no table has are our own fault. */
static bool is_known(const char *at, size_t length)
{
    for (uint32_t i = 0; i < TABLES_COUNT; i++) {
        if (*at == '@' && is_word(TABLES[i]->name, at + 1, length - 1))
            return true;
        for (uint32_t k = 0; k < TABLES[i]->rows_count; k++)
            if (is_word(TABLES[i]->rows[k].name, at, length))
                return true;
    }
    return false;
}

static void check_names(const char *names)
{
    for (const char *at = names; *at; at += strspn(at, " ")) {
        at += *at == '~' || *at == '+';
        assert(is_known(at, strcspn(at, " ")));
        at += strcspn(at, " ");
    }
}

typedef struct {
    arg_option *items;
    uint32_t items_count, items_capacity;
} option_list;

arg_option *options_make(arena *mem, const char *names, const option_words *words, settings *s,
                         uint32_t *count)
{
    option_list all = {0};
    char mark;
    check_names(names);
    for (uint32_t i = 0; i < TABLES_COUNT; i++)
        for (uint32_t k = 0; k < TABLES[i]->rows_count; k++)
            if (takes(names, TABLES[i], &TABLES[i]->rows[k], &mark))
                *ARENA_PUSH(mem, &all, items) =
                    make_option(TABLES[i], &TABLES[i]->rows[k], mark, words, s);
    *count = all.items_count;
    return all.items;
}
