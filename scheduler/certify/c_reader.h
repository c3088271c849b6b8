/* SPDX-License-Identifier: MIT */
/* What the readers of emitted C share: one number format of one text at a time. */
#ifndef TAUFLOW_C_READER_H
#define TAUFLOW_C_READER_H

#include "certify/c_run.h"
#include "certify/fixed_forms.h"
#include "certify/graph_words.h"
#include "certify/readback.h"

enum { C_MOST_SAMPLES = C_MOST_LANES + 1 };

/* A graph and its symbols in one format. */
typedef struct {
    graph_words g;
    const char *call, *infix; /* of its functions' names */
    symbol *words, *words_out; /* of one sample */
    symbol *state, *state_out;
    symbol judge;
    /* Of several samples: made of words and of states; results are names. */
    symbol *words_of[C_MOST_SAMPLES], *state_of[C_MOST_SAMPLES], *names[C_MOST_SAMPLES];
} c_graph;

typedef struct {
    arena *mem;
    c_text *text;
    symbols symbols;
    forms forms;
    const char *name, *tag; /* of functions: NAME_words_TAG */
    bool is_float;
    c_graph *graphs;
    uint32_t graphs_count;
    diag *d;
    readback_result *out;
    /* of the configuration at hand */
    c_run run;
    uint32_t lanes;
    bool of_batches; /* results of samples are names */
} c_reader;

/* NAME_INFIXwhat_TAG and the like. */
const char *c_reader_name(c_reader *c, const char *infix, const char *what);
bool c_reader_has(c_reader *c, const char *name);
status c_reader_differs(c_reader *c, const c_cell *cell, const char *function, const char *format,
                        const char *name);
/* Arguments of a function of a state by the names of its parameters. */
typedef struct {
    c_value list[WORD_ARRAYS];
    word_array array[WORD_ARRAYS];
    uint32_t count;
} c_state_arrays;
/* Arrays of `samples` states, `stride` apart (of one: 1 and 1); results hold nothing yet. `skip`
 * parameters stand before them. */
status c_reader_arrays(c_reader *c, const c_graph *g, const char *function, uint32_t skip,
                       uint32_t samples, uint32_t stride, c_state_arrays *out);
/* The results of samples first .. in arrays, against these symbols. */
status c_reader_results(c_reader *c, const c_graph *g, const char *function,
                        const c_state_arrays *a, const symbol *outputs, uint32_t sample,
                        uint32_t stride);

const char *c_reader_upper(arena *mem, const char *name);
/* The C of one function in fixed point (fixed_reader.c). */
status c_read_fixed(arena *mem, c_text *t, const char *name, const ops *p, readback_result *out,
                    diag *d);

/* Whether a value is an operation of a graph in fixed point, and then how others read it. */
bool c_read_operation(c_run *r, const fixed_graph *g, c_value *value, form *found,
                      uint32_t *number);

/* Functions that are known, put in the place of those of the text (c_known.c): sines of vectors,
 * and functions on words, blocks and states that were read before. */
void c_know_pairs(c_reader *c);
void c_know_words(c_reader *c, c_graph *g, const char *what);
void c_know_block(c_reader *c, c_graph *g);
void c_know_state(c_reader *c, c_graph *g);
/* The sine and cosine of the text, by numbers. */
status c_check_pairs(c_reader *c);
/* The functions of batches. */
status c_read_batches(c_reader *c, c_graph *g);

#endif
