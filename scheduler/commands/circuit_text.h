/* SPDX-License-Identifier: MIT */
/* The Verilog that stands beside a circuit's image, on its way into a simulation. */
#ifndef TAUFLOW_CIRCUIT_TEXT_H
#define TAUFLOW_CIRCUIT_TEXT_H

#include "base/output.h"

enum { CIRCUIT_TEXTS = 2 }; /* NAME_core.v, NAME.v */

/* Reads both of image NAME.tau. Refused: files that are missing or not regular, a text that is not
 * the one of the image (`hash`, tau_image.h; NULL: the image does not tell), and Verilog that
 * compile does not write and that could reach beyond the simulation: system tasks, directives,
 * imports. The paths are those in `folder`, where the copies are to be built from: nobody can
 * change those between this look and the build. */
status circuit_text_read(arena *mem, const char *image, const uint8_t *hash, const char *folder,
                         output_file copies[CIRCUIT_TEXTS], diag *d);

#endif
