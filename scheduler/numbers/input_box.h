/* SPDX-License-Identifier: MIT */
/* Between which numbers the inputs of a graph stay: what proofs of ranges start from, what random
 * states are drawn from, and what a driver holds inputs against. */
#ifndef TAUFLOW_INPUT_BOX_H
#define TAUFLOW_INPUT_BOX_H

#include "numbers/span.h"
#include "operations/layout.h"

/* A statement about ranges: of one input kind, of one owner or of all. */
typedef struct {
    input_kind kind;
    const char *of; /* joint or link; NULL: all */
    span range;
    place at;
} range_line;

typedef struct {
    range_line *items;
    uint32_t items_count, items_capacity;
} range_lines;

/* Reads `KIND [NAME] MOST` or `KIND [NAME] LOW HIGH` in lines, `#` for comments. Later lines go
 * before earlier ones, a name before none. */
status range_lines_read(arena *mem, const char *file, const char *bytes, size_t length,
                        range_lines *out, diag *d);
/* One line, from the command line. */
status range_line_read(arena *mem, const char *line, range_lines *out, diag *d);

/* What the description says of a position, velocity or effort of a joint; false where it says
 * nothing, and of other kinds. */
bool input_limits(const layout *l, input_kind kind, uint32_t index, span *out);

typedef struct {
    const ops *p;
    layout layout;
    span *input;      /* per input */
    span *coordinate; /* per coordinate, of q; a whole turn where only sines and cosines ask */
    const char **source;  /* per input: where its range is from, for reports */
} input_box;

/* Ranges of all inputs: from `lines`, then from the limits of joints, then defaults. Sines and
 * cosines are of any angle. Fails where a line speaks of no input. */
status input_box_make(arena *mem, const ops *p, const range_lines *lines, input_box *out, diag *d);

/* Sets all inputs that are made from the position of a coordinate. */
void input_box_set(const input_box *b, uint32_t coordinate, double q, double *in);
/* Fills `in` with the inputs of a random state in the box. Half of the numbers lie on an end. */
void input_box_draw(const input_box *b, uint64_t *seed, double *in);

#endif
