/* SPDX-License-Identifier: MIT */
/* Coefficients of Pacejka's Magic Formula, read from a text like a .tir file (docs/forces.md). */
#ifndef TAUFLOW_TYRE_H
#define TAUFLOW_TYRE_H

#include "base/diag.h"

#include <stdbool.h>

typedef enum { TYRE_89, TYRE_2002, TYRE_FORMULAS } tyre_formula;

enum {
#define OF_89(NAME, SECTION, NEED) TYRE_89_##NAME,
#include "robot/tyres.def"
    TYRE_89_COUNT
};

enum {
#define OF_2002(NAME, SECTION, NEED) TYRE_2002_##NAME,
#include "robot/tyres.def"
    TYRE_2002_COUNT
};

/* Overturning, rolling resistance, aligning torque: about x, y and z. */
enum { TYRE_MOMENTS = 3 };

typedef struct {
    tyre_formula formula;
    const double *value; /* by the formula's names */
    bool has_moment[TYRE_MOMENTS]; /* the file has a section of it; otherwise it is 0 */
    const char *text;    /* what they were read from */
} tyre;

/* Reads a file that `from` names, a robot description or an option; its path counts from the
 * folder that `from` is in. Fails with file, line and name of what is unknown, missing or no
 * number, and with one note of the moments that it has no coefficients of. */
status tyre_read(arena *mem, const char *path, place from, const tyre **out, diag *d);

#endif
