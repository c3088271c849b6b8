/* Accelerations from a core, by the library: the twin, a Verilated core or a board. The graph is in
 * binary32 there; the state stays here, in binary64. */
#ifndef TAUFLOW_ROBOT_CORE_H
#define TAUFLOW_ROBOT_CORE_H

#include "motion/robot_motion.h"

struct tauflow; /* of the library */

typedef struct {
    const char *address;
    struct tauflow *core;
    char **inputs; /* arrays that the program takes */
    uint32_t inputs_count;
    bool has_reaction;
    uint32_t predicted;      /* cycles of an evaluation */
    uint32_t least, most;    /* measured */
    uint64_t evaluations, passes; /* where a sample had to be repeated there are more passes */
} robot_core;

/* Programs for loops take two passes of Newton's method in one evaluation: the first positions are
 * extrapolated, and so every evaluation takes the same number of cycles. */
enum { CORE_NEWTON_PASSES = 2 };

/* Compiles forward dynamics of a robot for the machine of the settings and loads it. Close it,
 * after a failure, too. */
status robot_core_open(arena *mem, const char *address, const passes_settings *s,
                       const passes_forms *of, robot_core *out, diag *d);
void robot_core_close(robot_core *c);
accelerator robot_core_accelerator(robot_core *c);

#endif
