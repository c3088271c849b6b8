/* SPDX-License-Identifier: MIT */
/* The inputs of the equations: symbols made on first use, with what they mean to a host. */
#ifndef TAUFLOW_SIGNALS_H
#define TAUFLOW_SIGNALS_H

#include "algebra/net.h"
#include "machine/words.h"
#include "robot/tree.h"

typedef struct {
    sym symbol;
    input_kind kind;
    const char *of;
    uint32_t index, axis;
    double ratio, offset;
} signal;

/* An output: a protected variable and what it means. */
typedef struct {
    sym symbol;
    const char *name;
    output_kind kind;
    const char *of;
    uint32_t index, axis;
    const char *column_of; /* of a matrix: the owner of its column; NULL otherwise */
    uint32_t column;
    bool is_angle;
} result;

/* A coordinate whose motion is computed, not given: what of it is, and how. Each value is a number
 * or a +-symbol. */
typedef struct {
    bool has_step, has_rate, has_acceleration;
    poly step; /* of the position, from that which is given: small */
    poly rate, acceleration;
} derived_motion;

typedef struct {
    arena *mem;
    const tree *t;
    derived_motion *derived; /* per coordinate; NULL: all motions are given */
    signal *list;
    uint32_t list_count, list_capacity;
    uint32_t *table; /* signals by what they are, index + 1, open addressing */
    uint32_t table_size;
    uint32_t (*variants)[INPUT_KIND_COUNT]; /* per coordinate: how many inputs of each kind */
    result *results;
    uint32_t results_count, results_capacity;
} signals;

/* Sine and cosine of ratio q + offset and so many right angles, as +-symbols: negative angles and
 * multiples of a right angle share the inputs of the plain angle. */
void signals_trig(signals *s, net *n, uint32_t coordinate, double ratio, int quarters,
                  double offset, poly *sine, poly *cosine);
/* qd, qdd (plain), or q with its ratio and offset. */
poly signals_coordinate(signals *s, net *n, input_kind kind, uint32_t coordinate, double ratio,
                        double offset);
/* From here on INPUT_QD or INPUT_QDD of a coordinate is this value, no input; of INPUT_Q it is what
 * is added to the input. Sines and cosines follow by the series of the step: right to a rounding of
 * binary64 for steps up to 0.07 rad, of binary32 up to 0.5. */
void signals_derive(signals *s, input_kind kind, uint32_t coordinate, poly value);
/* Component `axis` of a vector kind: free body or external force number `index`. */
poly signals_vector(signals *s, net *n, input_kind kind, const char *of, uint32_t index,
                    uint32_t axis);

/* After the net was copied: finds the symbols of all inputs and results in the copy by their order
 * and names. */
void signals_rebind(signals *s, const net *copy);

/* An output of owner number `index`: of a joint, or of what is called `of`. */
void signals_joint_output(signals *s, net *n, output_kind kind, uint32_t coordinate, poly value);
void signals_output(signals *s, net *n, output_kind kind, const char *of, uint32_t index,
                    uint32_t axis, poly value);
/* An entry of a matrix, in row `row` (of a vector kind: its x, y or z) and column `column`, whose
 * owners are called `of` and `column_of`. Of a symmetric matrix: column <= row. */
void signals_entry(signals *s, net *n, output_kind kind, const char *of, uint32_t row,
                   uint32_t axis, const char *column_of, uint32_t column, poly value);
/* The same where rows and columns are freedoms of the tree (tree_freedom_name), or columns
 * coordinates. */
void signals_matrix_output(signals *s, net *n, output_kind kind, uint32_t row, uint32_t column,
                           poly value);

#endif
