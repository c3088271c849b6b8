/* Command lines: one table per command drives parsing and --help. Options are long,
 * `--name value` or `--name=value`; `--` ends them. */
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
    const char *about; /* one line */
    char letter;       /* short form `-o`, 0 for none */
} arg_option;

typedef struct {
    const char *name;     /* "info" */
    bool alone;           /* a program of its own, not a command of tauflow */
    const char *operand;  /* what the one argument that is no option is called; NULL for none; in
                           * brackets: it may be left out */
    const char *about;    /* one line or more, no newline at the end */
    const char *example;  /* a whole command line */
    const arg_option *options;
    uint32_t options_count;
} arg_command;

typedef struct {
    const char *operand;
    bool help; /* --help was given: nothing else was checked */
} arg_result;

/* Reads the arguments after the command's name. Lists live in mem, texts in argv. */
status args_parse(arena *mem, const arg_command *command, int argc, char **argv, arg_result *out,
                  diag *d);
/* Whether an option of this name is among the arguments, which args_parse accepted. */
bool args_name(int argc, char **argv, const char *option);
/* Precondition: the targets still hold their defaults. */
void args_help(const arg_command *command, text *out);

/* The word nearest to a mistyped one, NULL when none is near. */
const char *args_nearest(const char *typed, const char *const *words, uint32_t count);

#endif
