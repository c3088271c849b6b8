/* What a caller of emitted code sees: how many coordinates, free bodies and forces there
 * are and what they are called, and which sines and cosines belong together. */
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
    uint32_t coordinates, free_bodies, forces; /* largest number mentioned + 1 */
    uint32_t plain_inputs, plain_outputs;
    bool has_motion, has_wrench; /* words of free bodies go in, come out */
    const char **joint_names;    /* per coordinate; "" when no word mentions it */
    bool *joint_is_angle;
    const char **free_body_names, **force_names;
    layout_angle *angles;
    uint32_t angles_count, angles_capacity;
    uint32_t *input_angle; /* per input: its angle for sines and cosines, its number for plain ones */
    uint32_t *output_plain; /* per output: its number among the plain ones */
} layout;

layout layout_make(arena *mem, const ops *p);

/* The arrays of a state and of its results, in the order in which emitted functions take them. */
typedef struct {
    const char *name;
    uint32_t count;
    bool there, result;
} state_array;

enum { STATE_ARRAYS = 9 };
void layout_arrays(const layout *l, state_array list[STATE_ARRAYS]);

/* The name of the array that an input is read from (an output is written to), and its number in it.
 * For sines and cosines: arrays "sine" and "cosine", one number per angle. */
const char *layout_input(const layout *l, const ops *p, uint32_t input, uint32_t *number);
const char *layout_output(const layout *l, const ops *p, uint32_t output, uint32_t *number);

#endif
