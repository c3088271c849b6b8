/* SPDX-License-Identifier: MIT */
/* Command lines: one table per command drives parsing, --help, manual page and completion. Options
 * are long, `--name value` or `--name=value`; `--` ends them. */
#ifndef TAUFLOW_ARGS_H
#define TAUFLOW_ARGS_H

#include "base/text.h"

typedef enum {
    ARG_FLAG,   /* bool, no value */
    ARG_TEXT,   /* const char *, NULL when not given */
    ARG_LIST,   /* arg_list; may be given again and again */
    ARG_COUNT,  /* uint32_t */
    ARG_SEED,   /* uint64_t */
    ARG_NUMBER, /* double, finite */
    ARG_VECTOR, /* double[3]: separated by blanks or commas, in one argument or in up to three;
                   where `value` is "x y z|word", that word stands for three NaN */
    ARG_CHOICE  /* int: which of the words of `value` */
} arg_kind;

typedef struct {
    const char **items;
    uint32_t items_count, items_capacity;
} arg_list;

typedef struct {
    const char *name; /* without dashes */
    arg_kind kind;
    void *target;      /* of the type of the kind; its value before parsing is the default */
    const char *value; /* what --help calls the value; for a choice the words, "a|b|c" */
    const char *about; /* what it does, in one line */
    char letter;       /* short form `-o`, 0 for none */
    bool usual;        /* --help tells it without being asked for all */
    const char *section;  /* heading of --help; NULL in programs that have few options */
    const char *standard; /* what --help says is taken when it is not given; NULL: what the target
                           * holds; "": nothing */
    const char *words;    /* values that a shell offers, "a|b|c"; NULL: what `value` says */
} arg_option;

typedef struct {
    const char *name;     /* "info" */
    bool alone;           /* a program of its own, not a command of tauflow */
    const char *title;    /* what it does in a few words, for a list or the head of a page */
    const char *operand;  /* what the one argument that is no option is called; NULL for none; in
                           * brackets: it may be left out */
    const char *needs;    /* options that it cannot do without, "-o FILE"; NULL for none */
    const char *about;    /* sentences, no newline at the end */
    const char *example;  /* a whole command line */
    const arg_option *options; /* those of a section stand together */
    uint32_t options_count;
} arg_command;

/* What may follow --help, beside the name of a section. */
#define HELP_ALL "all"
#define HELP_MAN "man"

typedef struct {
    const char *operand;
    const char *help; /* --help was given, and nothing else was checked: "", or the word after it */
} arg_result;

/* Reads the arguments after the command's name. Lists live in mem, texts in argv. */
status args_parse(arena *mem, const arg_command *command, int argc, char **argv, arg_result *out,
                  diag *d);
/* Whether an option of this name is among the arguments, which args_parse accepted. */
bool args_name(int argc, char **argv, const char *option);
/* What stands before a command's name on the command line. */
const char *args_caller(const arg_command *command);

enum { ARGS_COLUMNS = 80 }; /* where nobody knows how wide the terminal is */

/* `which`: as in arg_result. "": the options that are used most, or all where they are few; lines
 * are at most `columns` wide where words allow it. HELP_MAN: the manual page instead, for `version`
 * of the programs. Precondition: the targets still hold their defaults. */
void args_help(const arg_command *command, const char *which, uint32_t columns,
               const char *version, text *out);
/* Adds the words of one text in lines; the first starts at column `at`, the others at `indent`. */
void args_wrap(const char *words, uint32_t at, uint32_t indent, uint32_t columns, text *out);

/* Pieces of a manual page: its head, sentences with nothing in them that troff would obey, and the
 * example. */
void args_man_head(const char *name, const char *version, const char *title, text *out);
void args_add_troff(const char *sentences, text *out);
void args_man_example(const char *example, text *out);

#endif
