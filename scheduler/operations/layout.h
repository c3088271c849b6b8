/* SPDX-License-Identifier: MIT */
/* What a caller of emitted code sees: how many joints, free bodies and forces there are and what
 * they are called, and which sines and cosines belong together. */
#ifndef TAUFLOW_LAYOUT_H
#define TAUFLOW_LAYOUT_H

#include "operations/ops.h"

/* One argument of a sine-cosine pair: ratio q[coordinate] + offset. */
typedef struct {
    uint32_t coordinate;
    double ratio, offset;
    uint32_t next; /* angle of the same coordinate, LAYOUT_NONE at the end */
} layout_angle;

#define LAYOUT_NONE UINT32_MAX

typedef struct {
    uint32_t count[WORD_OWNERS];      /* of owners: largest number mentioned + 1 */
    const char **names[WORD_OWNERS];  /* "" where no word mentions one */
    bool *joint_is_angle;             /* per coordinate */
    double (*joint_limits)[LIMITS];   /* per coordinate; infinite where there is none */
    bool used[WORD_ARRAYS];           /* some word is of it */
    uint32_t plain[WORD_ARRAYS];      /* how many words, of the two arrays of plain ones */
    layout_angle *angles;
    uint32_t angles_count, angles_capacity;
    uint32_t *input_angle;  /* per input: its angle for sines and cosines, its number for plain
                             * ones */
    uint32_t *output_plain; /* per output: its number among the plain ones */
} layout;

layout layout_make(arena *mem, const ops *p);
/* Adds the owners, names, limits and angles of another function of the same robot to those of `l`,
 * which is all zero at first; inputs and outputs are of each function alone. */
void layout_join(arena *mem, layout *l, const layout *other);

/* An array of a state or of its results, as emitted functions take it. */
typedef struct {
    const char *name;
    uint32_t count;
    bool there, result;
    bool always; /* there in every robot, even where no word is of it */
} state_array_info;

/* In the order of parameters. Pivots are no parameters: functions judge them (emit/c/pivots.c). */
void layout_arrays(const layout *l, const ops *p, state_array_info list[WORD_ARRAYS]);

/* The name of the array that an input is read from (an output is written to), and its number in it.
 * For sines and cosines: arrays "sine" and "cosine", one number per angle. */
const char *layout_input(const layout *l, const ops *p, uint32_t input, uint32_t *number);
const char *layout_output(const layout *l, const ops *p, uint32_t output, uint32_t *number);
/* Whether the output stands at a second place of its array, the other side of a diagonal. */
bool layout_mirror(const layout *l, const ops *p, uint32_t output, uint32_t *number);

#endif
