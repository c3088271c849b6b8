/* SPDX-License-Identifier: MIT */
/* The options of all commands: each declared once, in the table beside the code that reads it, and
 * stored in a struct beside that. commands.def lists the tables. Parser, --help, manual pages,
 * completion and the keys of kept results read them; commands take options by name (commands.h). */
#ifndef TAUFLOW_OPTIONS_H
#define TAUFLOW_OPTIONS_H

#include "base/args.h"
#include "passes.h"

#include <stddef.h>

/* What options set. Choices are int, as args wants them. */
typedef struct {
    passes_settings passes;
    progress life; /* of all searches */
    const char *command_line; /* the whole of it */
    bool no_cache; /* of results that are kept */
    bool json, words;
    const char *out; /* file or folder */
    const char *csv, *npz, *svg, *page, *trace_out;
    /* The parts of owners: their types stand beside their tables. */
#define OPTIONS(ID, part) struct part##_settings *part;
#include "commands/commands.def"
} settings;

/* All at their defaults; parts live in mem. */
settings settings_default(arena *mem);
/* After parsing: refuses values out of range, and puts into s->passes all but the machine. */
status settings_ready(settings *s, diag *d);

/* ---- tables ---------------------------------------------------------------------------------- */

/* Where an option is stored: in settings, or in a part of them. */
typedef struct {
    size_t part; /* offset in settings of the pointer to the part; 0: in settings themselves */
    size_t at;   /* offset; what stands there before parsing is the default */
} option_place;
#define STORED(member) {0, offsetof(settings, member)}
#define STORED_IN(part, member) {offsetof(settings, part), offsetof(struct part##_settings, member)}

/* Which kept results (cache/cache.h) depend on an option: all, until its owner says otherwise. */
typedef enum { COUNTS_ALWAYS, COUNTS_AFTER_EQUATIONS, COUNTS_NEVER } option_counting;

/* A row: one option. What base/args.h says of its fields holds here. */
typedef struct {
    const char *name;
    arg_kind kind;
    option_place stored;
    const char *value;
    const char *about, *standard, *words;
    bool usual;
    char letter;
    option_counting counts; /* where the table's is not meant */
} option_row;

/* Options that are read in one place; commands take them one by one, or as `@name`. */
typedef struct {
    const char *name, *section; /* the section of --help */
    const option_row *rows;
    uint32_t rows_count;
    option_counting counts; /* of all rows that say nothing */
    size_t bytes;           /* of its part; 0: it has none */
    const void *standard;   /* the part at its defaults; NULL: all 0 */
    /* What several options mean: refuses what is wrong, and puts the rest into s->passes. NULL:
     * nothing. */
    status (*take)(settings *s, diag *d);
} option_table;

#define OPTION_TABLE(title, heading, list)                                                         \
    .name = title, .section = heading, .rows = list, .rows_count = sizeof(list) / sizeof(list)[0]
#define OPTION_PART(part) .bytes = sizeof(struct part##_settings)
/* A macro, such as a number of machine/shape.def, in a text. */
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)

#define OPTIONS(ID, part) extern const option_table ID##_TABLE;
#define OPTIONS_BESIDE(ID) extern const option_table ID##_TABLE;
#include "commands/commands.def"
/* All of them, in the order of --help. */
const option_table *const *options_tables(uint32_t *count);

/* What a command says or stores otherwise than the table. */
typedef struct {
    const char *name;
    const char *value, *about, *standard; /* NULL: as in the table */
    option_place stored; /* of the same type; 0: as in the table */
} option_words;

/* What an option sets. */
void *option_target(const settings *s, option_place stored);

/* The options that a command takes, bound to s, in the order of the tables: so its sections are
 * those of every other command. `names` has names between blanks, `@name` for a whole table; before
 * either, `~` takes them where they are not usual, `+` where they are. `words` ends with a NULL
 * name. */
arg_option *options_make(arena *mem, const char *names, const option_words *words, settings *s,
                         uint32_t *count);

#endif
