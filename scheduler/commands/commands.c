#include "commands/commands.h"

#include "machine/tauflow_status.h"

#include <string.h>

const command *const COMMANDS[] = {
    &INFO_COMMAND,    &LOOPS_COMMAND, &COMPILE_COMMAND, &SCHEDULE_COMMAND, &CHECK_COMMAND,
    &EXPLORE_COMMAND, &RUN_COMMAND,   &REPORT_COMMAND,  &IMAGE_COMMAND,    &DUMP_COMMAND,
    &CORE_COMMAND,    &SIMULATE_COMMAND, &FMU_COMMAND, &TASKS_COMMAND, NULL,
};

const command *command_find(const char *name, const char **near)
{
    enum { MOST = sizeof COMMANDS / sizeof COMMANDS[0] };
    const char *names[MOST];
    uint32_t count = 0;
    for (; COMMANDS[count]; count++) {
        names[count] = COMMANDS[count]->name;
        if (strcmp(name, names[count]) == 0)
            return COMMANDS[count];
    }
    *near = args_nearest(name, names, count);
    return NULL;
}

/* The whole command as a shell takes it. */
static const char *command_line(arena *mem, const command *c, int argc, char **argv)
{
    static const char PLAIN[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-./,:=+@%";
    text line = text_make(mem);
    text_printf(&line, "tauflow %s", c->name);
    for (int i = 0; i < argc; i++) {
        const bool plain = argv[i][0] && !argv[i][strspn(argv[i], PLAIN)];
        text_add(&line, plain ? " " : " '");
        for (const char *at = argv[i]; *at; at++) /* ' ends the quote, \' is one, ' begins again */
            if (*at == '\'')
                text_add(&line, "'\\''");
            else
                text_add_bytes(&line, at, 1);
        text_add(&line, plain ? "" : "'");
    }
    return line.bytes;
}

status command_parse(arena *mem, const command *c, int argc, char **argv, settings *s,
                     arg_result *given, text *out, diag *d)
{
    *s = settings_default();
    arg_command args = {.name = c->name, .operand = c->operand, .about = c->about,
                        .example = c->example};
    args.options = options_make(mem, c->options, c->words, s, &args.options_count);
    TRY(args_parse(mem, &args, argc, argv, given, d));
    s->command_line = command_line(mem, c, argc, argv);
    s->passes.gravity_given = args_name(argc, argv, "gravity");
    if (!given->help)
        return settings_ready(s, d);
    args_help(&args, out);
    return STATUS_OK;
}

void commands_help(text *out)
{
    text_add(out, "tauflow " TAUFLOW_VERSION
                  ": the equations of motion of a robot, small and fast\n\n"
                  "usage: tauflow COMMAND ROBOT [options]\n\n"
                  "ROBOT is a URDF or MJCF file, told by its content, or a .ops file; - reads "
                  "standard input.\n"
                  "xacro is expanded by its program where --xacro asks for it.\n\n"
                  "commands:\n");
    for (uint32_t k = 0; COMMANDS[k]; k++)
        text_printf(out, "  %-10s %s\n", COMMANDS[k]->name, COMMANDS[k]->title);
    text_add(out, "\ntauflow COMMAND --help tells the options of a command; tauflow --version the "
                  "version.\n\n"
                  "example:\n"
                  "  tauflow compile robots/puma.urdf -o build/puma\n");
}
