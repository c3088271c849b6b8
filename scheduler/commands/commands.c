/* SPDX-License-Identifier: MIT */
#include "commands/commands.h"

#include "base/nearest.h"
#include "commands/completion.h"
#include "commands/option_digest.h"
#include "machine/tauflow_status.h"

#include <string.h>

const command *const COMMANDS[] = {
#define COMMAND(id) &id##_COMMAND,
#include "commands/commands.def"
    NULL,
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
    *near = nearest_word(name, names, count);
    return NULL;
}

/* The whole command as a shell takes it, in one line. */
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
            else if (*at == '\n' || *at == '\r')
                text_add(&line, *at == '\n' ? "'$'\\n''" : "'$'\\r''");
            else
                text_add_bytes(&line, at, 1);
        text_add(&line, plain ? "" : "'");
    }
    return line.bytes;
}

arg_command command_args(arena *mem, const command *c, settings *s)
{
    arg_command args = {.name = c->name, .title = c->title, .operand = c->operand,
                        .needs = c->needs, .about = c->about, .example = c->example};
    *s = settings_default(mem);
    args.options = options_make(mem, c->options, c->words, s, &args.options_count);
    return args;
}

/* What is kept knows the passes, whoever asks for them first. */
static void take_cache(settings *s, cache *results, diag *d)
{
    for (option_set set = 0; set < OPTION_SETS; set++)
        option_digest(s, set, results->options[set]);
    if (s->no_cache)
        return;
    s->passes.cache = results;
    d->hear = cache_hear;
    d->hearer = results;
}

status command_parse(arena *mem, const command *c, int argc, char **argv, settings *s,
                     cache *results, arg_result *given, diag *d)
{
    const arg_command args = command_args(mem, c, s);
    TRY(args_parse(mem, &args, argc, argv, given, d));
    s->command_line = command_line(mem, c, argc, argv);
    s->passes.gravity_given = args_name(argc, argv, "gravity");
    if (given->help)
        return STATUS_OK;
    take_cache(s, results, d);
    return settings_ready(s, d);
}

void command_help(arena *mem, const command *c, const char *which, uint32_t columns, text *out)
{
    settings s;
    const arg_command args = command_args(mem, c, &s);
    args_help(&args, which, columns, TAUFLOW_VERSION, out);
}

/* ---- help of all ----------------------------------------------------------------------------- */

#define TITLE "the equations of motion of a robot, small and fast"
static const char ROBOTS[] =
    "ROBOT is a URDF or MJCF file, told by its content, or a .ops file; - reads standard input. "
    "xacro is expanded by its program where --xacro asks for it.";
#define EXAMPLE "tauflow compile robots/puma.urdf -o build/puma"

static void print_commands(uint32_t columns, text *out)
{
    enum { COLUMN = 14 };
    text_add(out, "tauflow " TAUFLOW_VERSION ": " TITLE "\n\n"
                  "usage: tauflow COMMAND ROBOT [options]\n\n");
    args_wrap(ROBOTS, 0, 0, columns, out);
    text_add(out, "\n\ncommands:\n");
    for (uint32_t k = 0; COMMANDS[k]; k++) {
        text_printf(out, "  %-*s", COLUMN - 2, COMMANDS[k]->name);
        args_wrap(COMMANDS[k]->title, COLUMN, COLUMN, columns, out);
        text_add(out, "\n");
    }
    text_add(out, "\n");
    args_wrap("tauflow COMMAND --help tells the options of a command; tauflow --version the "
              "version; tauflow --help bash or zsh what that shell needs to complete them.",
              0, 0, columns, out);
    text_add(out, "\n\nexample:\n  " EXAMPLE "\n");
}

static void man_commands(text *out)
{
    args_man_head("tauflow", TAUFLOW_VERSION, TITLE, out);
    text_add(out, ".SH SYNOPSIS\ntauflow COMMAND ROBOT [options]\n.SH DESCRIPTION\n");
    args_add_troff(ROBOTS, out);
    text_add(out, ".SH COMMANDS\n");
    for (uint32_t k = 0; COMMANDS[k]; k++) {
        text_printf(out, ".TP\n.BR tauflow\\-%s (1)\n", COMMANDS[k]->name);
        args_add_troff(COMMANDS[k]->title, out);
    }
    text_add(out, ".SH EXIT STATUS\n"
                  ".TP\n0\ndone\n.TP\n1\nthe system failed, such as a full disk\n"
                  ".TP\n2\nthe input is wrong; one line says where and why\n"
                  ".TP\n3\nsimulate is done and its files are written, but the motion is of no "
                  "use\n");
    args_man_example(EXAMPLE, out);
}

status commands_help(arena *mem, const char *which, uint32_t columns, text *out, diag *d)
{
    if (!*which)
        print_commands(columns, out);
    else if (strcmp(which, HELP_MAN) == 0)
        man_commands(out);
    else if (strcmp(which, HELP_BASH) == 0)
        completion_bash(mem, out);
    else if (strcmp(which, HELP_ZSH) == 0)
        completion_zsh(mem, out);
    else
        return diag_error(d, (place){0}, "no help on '%s': " HELP_MAN ", " HELP_BASH " or "
                          HELP_ZSH " expected, or 'tauflow COMMAND --help'", which);
    return STATUS_OK;
}
