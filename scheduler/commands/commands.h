/* SPDX-License-Identifier: MIT */
/* The commands of `tauflow`: a row of commands.def, and a file with a descriptor, each. */
#ifndef TAUFLOW_COMMANDS_H
#define TAUFLOW_COMMANDS_H

#include "commands/options.h"

enum { OWN_WORDS = 8 };

/* What every command takes that makes equations of a robot. */
#define A_ROBOT_TAKES "@robot @joints @reading @loops @equations @search"

/* What ROBOT may be, for help texts. */
#define A_ROBOT "a robot (URDF or MJCF, told by its content; - reads standard input)"
#define A_GRAPH " or a graph of operations (.ops)"

typedef struct {
    const char *name;
    const char *title;   /* its line in `tauflow --help` */
    const char *operand; /* as in base/args.h, and so are needs, about and example */
    const char *needs;
    const char *about, *example;
    const char *options;           /* by name, as options_make takes them */
    option_words words[OWN_WORDS]; /* what it says of them itself; the last one stays empty */
    /* What it finds goes to `out`; main prints it. */
    status (*run)(arena *mem, const char *operand, settings *s, text *out, diag *d);
} command;

#define COMMAND(id) extern const command id##_COMMAND;
#include "commands/commands.def"

/* All of them, in the order of --help; ends with NULL. */
extern const command *const COMMANDS[];

/* NULL when there is none; *near then is the nearest name, or NULL. */
const command *command_find(const char *name, const char **near);
/* The arguments after its name: sets *s, unless given->help. results: what those that it searches
 * for are kept in; it gets the options that they depend on. */
status command_parse(arena *mem, const command *c, int argc, char **argv, settings *s,
                     cache *results, arg_result *given, diag *d);
/* Its help or manual page, base/args.h; s need not be set. */
void command_help(arena *mem, const command *c, const char *which, uint32_t columns, text *out);
/* A command as base/args.h knows it, bound to s, which gets its defaults. */
arg_command command_args(arena *mem, const command *c, settings *s);
/* `tauflow --help`; `which`: "", or one of these words. */
status commands_help(arena *mem, const char *which, uint32_t columns, text *out, diag *d);
#define HELP_BASH "bash"
#define HELP_ZSH "zsh"

#endif
