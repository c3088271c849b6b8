/* Where Verilated cores lie, and what they are built from. */
#ifndef TAUFLOW_CORE_FILES_H
#define TAUFLOW_CORE_FILES_H

#include <stdbool.h>

enum { CORES_PATH_BYTES = 1024 };

/* core.so of a Verilated core, in the folder that came with us, then in that of this user; false
 * when it is in neither. */
bool cores_find(const char *name, char path[CORES_PATH_BYTES]);
/* Where new ones go: build/sim/cores in the source tree, of an installed tauflow a folder in the
 * user's cache. Empty when the user has none. */
void cores_folder(char path[CORES_PATH_BYTES]);
/* What they are made from: the folder of rtl/ and sim/, and that of tauflow_regs.vh. */
const char *cores_sources(void);
const char *cores_gen(void);

#endif
