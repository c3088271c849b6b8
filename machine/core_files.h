/* SPDX-License-Identifier: MIT */
/* Where Verilated cores lie, and what they are built from. A core is code that we run: it is taken
 * from folders alone in which nobody else can put one. */
#ifndef TAUFLOW_CORE_FILES_H
#define TAUFLOW_CORE_FILES_H

#include "machine/report.h"

#include <stdbool.h>

enum { CORES_PATH_BYTES = 1024 };

/* core.so of a Verilated core, in the folder that came with us, then in that of this user.
 * `circuit`: of a circuit the SHA-256 of its Verilog (tau_image.h), otherwise NULL.
 * TAUFLOW_NOT_FOUND without a text when it is in neither, TAUFLOW_BAD_DEVICE when others could have
 * put it there. */
tauflow_status cores_find(const char *name, const uint8_t *circuit, char path[CORES_PATH_BYTES],
                          report *r);
/* The same in one folder. */
tauflow_status cores_find_in(const char *folder, const char *name, const uint8_t *circuit,
                             char path[CORES_PATH_BYTES], report *r);
/* The folder in which NAME/core.so of a circuit lies: below that of all cores, named after its
 * Verilog. False: the path is too long. */
bool cores_circuit_folder(const char *folder, const uint8_t *circuit, char path[CORES_PATH_BYTES]);
/* Where new ones go: build/sim/cores in the source tree, of an installed tauflow a folder in the
 * user's cache. Empty when the user has none. */
void cores_folder(char path[CORES_PATH_BYTES]);
/* Makes a folder and those above it where they are missing, for this user alone, and trusts it as
 * above, if nobody can exchange it either; TAUFLOW_IO where that fails. */
tauflow_status cores_make_folder(const char *path, report *r);
/* What they are made from: the folder of rtl/ and sim/, and that of tauflow_regs.vh. */
void cores_sources(char path[CORES_PATH_BYTES]);
void cores_gen(char path[CORES_PATH_BYTES]);

#endif
