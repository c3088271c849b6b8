/* Several files of one folder, all or none. */
#ifndef TAUFLOW_OUTPUT_H
#define TAUFLOW_OUTPUT_H

#include "base/text.h"

typedef struct {
    const char *path, *fresh; /* final name; the name until all files are complete */
    text bytes;
} output_file;

/* An empty file `name` in `folder`, which is not "". */
output_file output_make(arena *mem, const char *folder, const char *name);

/* Makes the folder where it is missing. Files get their names only when the last one is complete; after a failure
 * neither files nor folders of ours are left. */
status output_write(arena *mem, const char *folder, output_file *files, uint32_t count, diag *d);

#endif
