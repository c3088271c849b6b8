/* `tauflow image`: a robot as the file that a core loads; `tauflow dump`: such a file in words. */
#ifndef TAUFLOW_IMAGE_COMMAND_H
#define TAUFLOW_IMAGE_COMMAND_H

#include "commands/run.h"

/* Options of the machine are those of `run`; run_settings holds them. */
uint32_t image_command_options(run_settings *s, const char **out, arg_option *options);
/* The graphs compute the same; the one with the shortest schedule becomes the image. `description`: the file they were made from. */
status image_command(arena *mem, const ops *graphs, uint32_t count, const char *description, run_settings *s, const char *path, uint64_t seed,
                     text *out, diag *d);

status dump_command(arena *mem, const char *path, bool tables, text *out, diag *d);

#endif
