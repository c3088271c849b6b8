/* SPDX-License-Identifier: MIT */
/* A function of a robot (machine/functions.def) as numbers on the CPU, with arrays by name: by the
 * evaluator or by machine code, which give the same bits. What is the same for all states is found
 * once. */
#ifndef TAUFLOW_FUNCTION_NUMBERS_H
#define TAUFLOW_FUNCTION_NUMBERS_H

#include "apps/motion/law_calls.h"
#include "emit/native/native.h"
#include "operations/state.h"
#include "passes.h"

/* An output and its place in its array. */
typedef struct {
    uint32_t from, to;
} number_place;

/* An input that is made of a number of the state: ratio x + offset, or its sine and cosine. */
typedef struct {
    word_array array;
    uint32_t number, to, cosine_to;
    double ratio, offset;
} made_input;

/* The last angle of a number of q, to the bit, and its sine and cosine: functions that are asked at
 * one state after the other share them. */
typedef struct {
    uint64_t angle;
    double sine, cosine;
} known_angle;

/* Inputs that are numbers of one array, as they are: from `first` on among all such. */
typedef struct {
    word_array array;
    uint32_t first, count;
} copied_inputs;

typedef struct {
    ops p;
    double *in, *out, *scratch;
    known_angle *known;          /* by number of q */
    made_input *angles, *others; /* what enters, by how it is made */
    number_place *copied;        /* by array */
    copied_inputs *copies;
    uint32_t angles_count, others_count, copies_count;
    number_place *places;        /* of all outputs, by kind: each from its first on */
    uint32_t first[OUTPUT_KIND_COUNT + 1];
    number_place *pivots;        /* each from its own number and that of its whole */
    uint32_t pivots_count;
    bool has_left_out;           /* results tell of constraints that were left out */
    native code;                 /* computes the same; none: the evaluator does */
} function_numbers;

/* Of the tree, in binary64. Refuses what enters besides q, qd, tau, imposed motion
 * the motion of free bodies, parameters, states of laws and, with laws, what these give. */
status function_numbers_make(arena *mem, const passes_settings *s, const passes_forms *of,
                             function_kind function, const law_calls *laws, function_numbers *out,
                             diag *d);
/* Of a graph, in binary64. */
function_numbers function_numbers_of(arena *mem, const ops *p);
/* The same, machine code too, with numbers of its own, for another thread; it is not released.
 * known: of that thread, too. */
function_numbers function_numbers_share(arena *mem, const function_numbers *of,
                                        known_angle *known);
/* Of so many numbers of q, all of them 0. */
known_angle *known_angles(arena *mem, uint32_t count);
/* From here on machine code computes (emit/native), after it was held against the evaluator, to the
 * bit. NULL, or in words why it does not. */
const char *function_numbers_compile(function_numbers *f);
bool function_numbers_agrees(function_numbers *f); /* code and evaluator, at a few states */
void function_numbers_release(function_numbers *f); /* of machine code alone */
/* Computes all results; false where a pivot is no more than rounding. */
bool function_numbers_run(function_numbers *f, const robot_state *s);
/* Numbers of one kind of result, in their places in its array; others stay as they are. */
void function_numbers_take(const function_numbers *f, output_kind kind, double *to);
/* The same of a matrix with so many columns, row by row. */
void function_numbers_take_matrix(const function_numbers *f, output_kind kind, uint32_t columns,
                                  double *to);

#endif
