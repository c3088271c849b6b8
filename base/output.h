/* SPDX-License-Identifier: MIT */
/* The one writer of files: every command's outputs go through here.
 *
 * A file is written whole under a name of its own (made exclusively, beside the target) and then
 * renamed, so that a reader sees the old file or the new one. What is no regular file is not
 * replaced: pipes and character devices are written through, folders, disks and sockets refused.
 * Links are followed to their target, which may still be missing. An existing file keeps its
 * permissions, and its owner and group where we may give them; one without write permission is
 * refused, to root as well. A file that the same diag has seen read is not replaced by another. */
#ifndef TAUFLOW_OUTPUT_H
#define TAUFLOW_OUTPUT_H

#include "base/text.h"

/* `path` is shown in messages, so it lives as long as the diag. "-", /dev/stdout, /dev/stderr,
 * /dev/fd/N and /proc/self/fd/N name a descriptor that is open, and are written to as it stands. */
typedef struct {
    const char *path;
    text bytes;
} output_file;

/* An empty file `name` in `folder`, which is not "". */
output_file output_make(arena *mem, const char *folder, const char *name);

/* All or none: the files get their names when the last one is complete, and after a failure all
 * have their old contents. Only what went to a pipe or a device cannot be taken back; that is
 * written first. Signals that would end the program wait while files of ours have other names
 * than their own, so nothing is left behind. */
status output_write(const output_file *files, uint32_t count, diag *d);

/* The same in a folder, which is made where it is missing, with those above it; after a failure
 * folders of ours are gone too. */
status output_write_folder(const char *folder, const output_file *files, uint32_t count, diag *d);

/* One file. */
status output_write_one(const char *path, const text *bytes, diag *d);

/* Whether the path is "-": what is printed besides would stand in the middle of the file. */
bool output_is_stdout(const char *path);

#endif
