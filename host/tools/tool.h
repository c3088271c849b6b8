/* SPDX-License-Identifier: MIT */
/* What the tools share: command line, errors, progress. */
#ifndef TAUFLOW_TOOL_H
#define TAUFLOW_TOOL_H

#include "base/args.h"
#include "tauflow.h"

typedef struct {
    const char *device;
    uint32_t timeout_ms, cores, ring;
    bool version;
} tool_settings;
tool_settings tool_settings_default(void);

/* Adds --device, --timeout, --cores, --ring and --version to the command's options, which must have
 * room. */
void tool_options(tool_settings *s, arg_option *options, uint32_t *count);

typedef status tool_run(arena *mem, const char *operand, void *user, text *out, diag *d);
/* Parses, runs, prints; the exit code. `command->options` and its targets are the caller's. */
int tool_main(const arg_command *command, int argc, char **argv, tool_run *run, void *user);

/* Opens the device and loads the image; the handle must be closed also after a failure. */
status tool_open(const tool_settings *s, const char *image, tauflow **core, diag *d);
/* A failure of the library as one of the tool. */
status tool_check(tauflow *core, tauflow_status done, const char *what, diag *d);

/* A bar on the terminal, nothing elsewhere; done = total takes it away. */
void tool_progress(const char *what, uint64_t done, uint64_t total);

#endif
