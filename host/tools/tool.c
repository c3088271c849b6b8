/* SPDX-License-Identifier: MIT */
#include "tool.h"

#include "base/columns.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

tool_settings tool_settings_default(void)
{
    return (tool_settings){.device = "sim:", .timeout_ms = TAUFLOW_TIMEOUT_MS, .cores = 1,
                           .ring = TAUFLOW_RING};
}

void tool_options(tool_settings *s, arg_option *options, uint32_t *count)
{
    const arg_option own[] = {
        {"device", ARG_TEXT, &s->device, "ADDRESS",
         .about = "where the core is: sim:, sim:CORE.so, twin:, twin:SHAPE, xdma:/dev/xdma0, "
                  "axidma: or serial:/dev/ttyUSB0"},
        {"timeout", ARG_COUNT, &s->timeout_ms, "MS", .about = "how long a call may take"},
        {"cores", ARG_COUNT, &s->cores, "N",
         .about = "how many cores of the device samples are spread over"},
        {"ring", ARG_COUNT, &s->ring, "N",
         .about = "how many samples may be on their way to and from each core"},
        {"version", ARG_FLAG, &s->version, NULL, .about = "tell the version of library and tools"},
    };
    for (size_t k = 0; k < sizeof own / sizeof own[0]; k++)
        options[(*count)++] = own[k];
}

/* Before anything else is read, as with --help. */
static bool asks_version(int argc, char **argv)
{
    for (int k = 1; k < argc && strcmp(argv[k], "--") != 0; k++)
        if (strcmp(argv[k], "--version") == 0)
            return true;
    return false;
}

static void print_error(const char *tool, const diag *d)
{
    if (d->error.at.file)
        fprintf(stderr, "%s: error: %s\n", d->error.at.file, d->error.text);
    else
        fprintf(stderr, "%s: error: %s\n", tool, d->error.text);
}

int tool_main(const arg_command *command, int argc, char **argv, tool_run *run, void *user)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    text out = text_make(&mem);
    arg_result given = {0};
    const bool version = asks_version(argc, argv);
    status result = version ? STATUS_OK : args_parse(&mem, command, argc - 1, argv + 1, &given, &d);
    if (version)
        text_printf(&out, "%s %s\n", command->name, tauflow_version());
    else if (result == STATUS_OK && given.help)
        args_help(command, given.help, columns_of_output(), tauflow_version(), &out);
    else if (result == STATUS_OK)
        result = run(&mem, given.operand, user, &out, &d);
    if (result == STATUS_OK &&
        (fwrite(out.bytes, 1, out.length, stdout) != out.length || fflush(stdout) != 0))
        result = diag_system_error(&d, (place){0}, "cannot write to standard output: %s",
                                   strerror(errno));
    if (result != STATUS_OK)
        print_error(command->name, &d);
    arena_free(&mem);
    return (int)result;
}

status tool_check(tauflow *core, tauflow_status done, const char *what, diag *d)
{
    char why[TAUFLOW_MESSAGE_BYTES];
    if (done == TAUFLOW_OK)
        return STATUS_OK;
    tauflow_message(core, why, sizeof why);
    bool input = done == TAUFLOW_BAD_CALL || done == TAUFLOW_NOT_FOUND ||
                 done == TAUFLOW_BAD_IMAGE || done == TAUFLOW_WRONG_SHAPE ||
                 done == TAUFLOW_RANGE || done == TAUFLOW_SINGULAR;
    if (input)
        return diag_error(d, (place){.file = what}, "%s", why);
    return diag_system_error(d, (place){.file = what}, "%s: %s", tauflow_status_word(done), why);
}

status tool_open(const tool_settings *s, const char *image, tauflow **core, diag *d)
{
    tauflow_status opened = tauflow_open(
        s->device,
        &(tauflow_options){.timeout_ms = s->timeout_ms, .cores = s->cores, .ring = s->ring}, core);
    TRY(tool_check(*core, opened, s->device, d));
    return tool_check(*core, tauflow_load(*core, image), image, d);
}

void tool_progress(const char *what, uint64_t done, uint64_t total)
{
    enum { WIDTH = 40 };
    char bar[WIDTH + 1];
    if (!isatty(STDERR_FILENO) || total == 0)
        return;
    if (done >= total) {
        fprintf(stderr, "\r\x1b[K");
        return;
    }
    for (uint64_t k = 0; k < WIDTH; k++)
        bar[k] = k * total < done * WIDTH ? '#' : '.';
    bar[WIDTH] = '\0';
    fprintf(stderr, "\r%-12s [%s] %3u %%", what, bar, (unsigned)(100 * done / total));
}
