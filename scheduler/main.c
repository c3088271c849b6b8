/* SPDX-License-Identifier: MIT */
/* tauflow: robot descriptions in, equations, operations and code out. The commands are in
 * commands/, the passes they call in passes.c; only this program prints and chooses the exit code:
 * 0 done, 1 the computer failed us, 2 the input is wrong, 3 done, but of no use (a warning says
 * why). */
#include "base/columns.h"
#include "commands/commands.h"
#include "machine/tauflow_status.h"
#include "terminal.h"

#include <string.h>

static status run_command(arena *mem, const command *c, int argc, char **argv, text *out, diag *d)
{
    settings s;
    arg_result given;
    cache results = cache_make(mem);
    TRY(command_parse(mem, c, argc, argv, &s, &results, &given, d));
    if (given.help) {
        command_help(mem, c, given.help, columns_of_output(), out);
        return STATUS_OK;
    }
    terminal_watch(&s.life);
    status done = c->run(mem, given.operand, &s, out, d);
    progress_note(&s.life, d);
    return done;
}

static status run(arena *mem, int argc, char **argv, text *out, diag *d)
{
    const char *near;
    if (argc < 2)
        return diag_error(d, (place){0}, "a command expected (see 'tauflow --help')");
    if (strcmp(argv[1], "--help") == 0)
        return commands_help(mem, argc > 2 ? argv[2] : "", columns_of_output(), out, d);
    if (strcmp(argv[1], "--version") == 0) {
        text_add(out, "tauflow " TAUFLOW_VERSION "\n");
        return STATUS_OK;
    }
    const command *c = command_find(argv[1], &near);
    if (c)
        return run_command(mem, c, argc - 2, argv + 2, out, d);
    if (near)
        return diag_error(d, (place){0}, "unknown command '%s' (did you mean '%s'?)", argv[1],
                          near);
    return diag_error(d, (place){0}, "unknown command '%s' (see 'tauflow --help')", argv[1]);
}

int main(int argc, char **argv)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    text out = text_make(&mem);
    int code = terminal_finish(run(&mem, argc, argv, &out, &d), &out, &d);
    arena_free(&mem);
    return code;
}
