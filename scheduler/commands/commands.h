/* The commands of `tauflow`, one file and one descriptor each. */
#ifndef TAUFLOW_COMMANDS_H
#define TAUFLOW_COMMANDS_H

#include "commands/options.h"

enum { OWN_WORDS = 6 };

/* What ROBOT may be, for help texts. */
#define A_ROBOT "a robot (URDF or MJCF, told by its content; - reads standard input)"
#define A_GRAPH " or\na graph of operations (.ops)"

typedef struct {
    const char *name;
    const char *title;   /* its line in `tauflow --help` */
    const char *operand; /* as in base/args.h, and so are about and example */
    const char *about, *example;
    const char *options;           /* by name, as options_make takes them */
    option_words words[OWN_WORDS]; /* what it says of them itself; the last one stays empty */
    /* What it finds goes to `out`; main prints it. */
    status (*run)(arena *mem, const char *operand, settings *s, text *out, diag *d);
} command;

extern const command INFO_COMMAND, COMPILE_COMMAND, SCHEDULE_COMMAND, CHECK_COMMAND,
    EXPLORE_COMMAND, RUN_COMMAND, IMAGE_COMMAND, DUMP_COMMAND, CORE_COMMAND, LOOPS_COMMAND,
    REPORT_COMMAND, SIMULATE_COMMAND, FMU_COMMAND, TASKS_COMMAND;

/* All of them, in the order of --help; ends with NULL. */
extern const command *const COMMANDS[];

/* NULL when there is none; *near then is the nearest name, or NULL. */
const command *command_find(const char *name, const char **near);
/* The arguments after its name: sets *s, or adds its help to out. */
status command_parse(arena *mem, const command *c, int argc, char **argv, settings *s,
                     arg_result *given, text *out, diag *d);
/* `tauflow --help`. */
void commands_help(text *out);

#endif
