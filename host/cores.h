/* Which core a program runs on when nobody names one, what it is called, and where it lies. */
#ifndef TAUFLOW_CORES_H
#define TAUFLOW_CORES_H

#include "shape.h"

enum { CORES_NAME_BYTES = 160, CORES_PATH_BYTES = 1024 };

/* The core we ship: the default machine in its first size (rtl/cores.def). */
tauflow_shape cores_default(void);
/* The default machine in the size of that name; false when there is none. */
bool cores_of_size(const char *size, tauflow_shape *out);
/* "default, large, ..." */
void cores_sizes(char *text, size_t bytes);

/* The core for a program: the default machine where the program runs on it in the predicted cycles,
 * otherwise the machine it was made for; in the smallest size that holds it. Refuses, with the
 * numbers, what the largest does not hold. */
tauflow_status cores_choose(const tauflow_shape *needs, tauflow_shape *out, report *r);
/* The depths alone: those of `core` become the smallest size that holds the program. */
tauflow_status cores_deepen(const tauflow_shape *needs, tauflow_shape *core, report *r);

/* Name as sim/core.sh takes it; one output lane is not named. */
void cores_name(const tauflow_shape *core, char name[CORES_NAME_BYTES]);
/* The word that `tauflow core` takes: the size where it is the default machine, else the name. */
void cores_word(const tauflow_shape *core, char word[CORES_NAME_BYTES]);

/* ---- core_files.c: files ---- */

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
