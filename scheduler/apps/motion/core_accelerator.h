/* SPDX-License-Identifier: MIT */
/* Accelerations from a core, by the library: the twin, a Verilated core or a board. The graph is in
 * binary32 there; the state stays here, in binary64. */
#ifndef TAUFLOW_CORE_ACCELERATOR_H
#define TAUFLOW_CORE_ACCELERATOR_H

#include "apps/motion/accelerator.h"
#include "apps/motion/natural.h"
#include "passes.h"

struct tauflow; /* of the library */

typedef struct {
    const char *address;
    struct tauflow *core;
    char **inputs; /* arrays that the program takes */
    uint32_t inputs_count;
    bool has_reaction, has_free; /* results of driven joints; of free bodies */
    uint32_t predicted;      /* cycles of an evaluation */
    uint32_t least, most;    /* measured */
    uint64_t evaluations, passes; /* where a sample had to be repeated there are more passes */
} core_accelerator;

/* Programs for loops take two passes of Newton's method in one evaluation: the first positions are
 * extrapolated, and so every evaluation takes the same number of cycles. */
enum { CORE_NEWTON_PASSES = 2 };
/* Methods that iterate do so as often in every step: its cycles are fixed, and rounding to binary32
 * cannot keep them from an end. The energy of two is that of more within 1 %. */
enum { CORE_ITERATIONS = 2 };

/* Images of forward dynamics for the machine of the settings: of a robot, of a .nat model. */
status core_image_of_robot(arena *mem, const passes_settings *s, const passes_forms *of,
                           text *bytes, diag *d);
status core_image_of_natural(arena *mem, const passes_settings *s, const natural *n, text *bytes,
                             diag *d);

/* Opens an address and loads an image. Close it, after a failure, too. */
status core_accelerator_open(arena *mem, const char *address, const text *bytes,
                             core_accelerator *out, diag *d);
void core_accelerator_close(core_accelerator *c);
accelerator core_accelerator_of(core_accelerator *c);

#endif
