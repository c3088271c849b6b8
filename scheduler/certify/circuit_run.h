/* SPDX-License-Identifier: MIT */
/* A circuit run on symbols, backwards from its outputs: the value of a wire for the sample that is
 * in a stage. A register makes it that of the stage before (or, where it waits for its turn, of the
 * stage whose turn it takes), an operator with L cycles that of L stages before. So operands of two
 * samples can never meet unseen, and an operator that several operations share gives what was
 * chosen for the stage. */
#ifndef TAUFLOW_CIRCUIT_RUN_H
#define TAUFLOW_CIRCUIT_RUN_H

#include "certify/circuit_tokens.h"
#include "certify/fixed_forms.h"
#include "certify/graph_words.h"

enum { CIRCUIT_EXACT = 1000 }; /* more than any wire has */

typedef enum { CIRCUIT_BITS, CIRCUIT_SYMBOL, CIRCUIT_RANGES } circuit_kind;

/* In fixed point bits, as an integer: right modulo 2^modulus, and where that is CIRCUIT_EXACT the
 * signed value itself, between low and high. In binary32 a symbol, or a constant's bits. */
typedef struct {
    circuit_kind kind;
    form f;
    symbol x;
    uint32_t bits, modulus;
    double low, high;
    /* bits hi .. lo of a wire, inverted or not, `repeat` times; name 0: not that */
    uint32_t name, hi, lo, repeat;
    bool inverted;
    bool is_signed; /* for Verilog: a whole wire that is declared so */
} circuit_value_of;

typedef struct {
    uint64_t key; /* 1 + name and stage; 0: free */
    uint32_t value;
} circuit_memo;

typedef struct circuit_run circuit_run;

/* How numbers of a format are read. */
typedef struct {
    bool has_cells; /* wires c12 are operations, or parts of them, of sums and blocks; otherwise
                     * operations are instances of operators */
    void (*begin)(circuit_run *r); /* symbols of inputs and outputs */
    void (*input)(const circuit_run *r, uint32_t i, circuit_value_of *v);
    bool (*is_output)(circuit_run *r, const circuit_value_of *v, uint32_t output);
    /* What comes out of a module; false: it is no operator of such circuits. */
    bool (*operator)(circuit_run *r, const v_instance *i, const v_wire *w, int32_t stage,
                     circuit_value_of *v);
} circuit_numbers;

struct circuit_run {
    arena *mem;
    v_text *t;
    const ops *p;
    const circuit_numbers *numbers;
    symbols *symbols;
    forms *forms;
    fixed_graph g;   /* of fixed point */
    symbol *inputs, *outputs; /* of binary32 */
    name_table op_names;
    bool clocked;
    circuit_memo *memo;
    uint32_t memo_count, memo_used;
    circuit_value_of *values;
    uint32_t values_count, values_capacity;
    circuit_value_of *parts; /* of what stands in braces, and in those around it */
    uint32_t parts_count, parts_capacity;
    uint32_t at, skip, depth;
    uint64_t matched, unread; /* operations; sines of fixed point, which are taken as they are */
    status failed;
};

status circuit_fail(circuit_run *r, uint32_t line, const char *format, const char *name);
circuit_value_of circuit_at(circuit_run *r, uint32_t name, int32_t stage);
circuit_value_of circuit_expression(circuit_run *r, int32_t stage);
circuit_value_of circuit_number(circuit_run *r, int64_t value, uint32_t bits);
bool circuit_take(circuit_run *r, const char *mark);
uint32_t circuit_line(const circuit_run *r); /* of the token at hand */
bool circuit_is_constant(const circuit_run *r, const circuit_value_of *v, int64_t *value);
/* What comes out of an instance (circuit_operators.c). */
circuit_value_of circuit_instance(circuit_run *r, const v_instance *i, const v_wire *w,
                                  int32_t stage);
bool circuit_block(circuit_run *r, const v_instance *i, const v_wire *w, int32_t stage,
                   circuit_value_of *v);
bool circuit_binary32(circuit_run *r, const v_instance *i, const v_wire *w, int32_t stage,
                      circuit_value_of *v);
/* The number of a turn's stage; false: the instance is none. */
bool circuit_turn(circuit_run *r, const v_instance *i, int32_t *stage);

#endif
