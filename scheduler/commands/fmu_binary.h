/* SPDX-License-Identifier: MIT */
/* The binary of an FMU: its C sources, compiled for this computer by the C compiler. */
#ifndef TAUFLOW_FMU_BINARY_H
#define TAUFLOW_FMU_BINARY_H

#include "apps/fmu/fmu.h"

/* Starts the compiler, $CC or cc, in a folder of its own for a while, and adds the binary to the
 * files under the name that the standard has for what came out. Where there is none, *why gets the
 * reason in words and nothing is added; otherwise it is NULL, and *platform the name of the folder.
 * Fails where the computer does. */
status fmu_binary_add(arena *mem, fmu_files *files, const char **platform, const char **why,
                      diag *d);

#endif
