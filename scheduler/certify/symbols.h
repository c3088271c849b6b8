/* SPDX-License-Identifier: MIT */
/* What emitted texts compute, as expressions over names: equal expressions are one number. Texts
 * that are read back and the graph that they were made of are put into one store, so that comparing
 * them is comparing numbers. Rules hold bit for bit: a b = b a, a + b = b + a, a + (-b) = a - b (of
 * a number k: a - k is a + (-k)), 1 x = x, x + (-0) = x. Nothing else is rewritten. */
#ifndef TAUFLOW_SYMBOLS_H
#define TAUFLOW_SYMBOLS_H

#include "operations/ops.h"

typedef uint32_t symbol;

/* Of a symbol: what it is, of the symbols a and b unless said otherwise. */
typedef enum {
    SYMBOL_UNDEFINED, /* the number 0: what was never written */
    SYMBOL_NAME,      /* number b of array a, of the sample `more` */
    SYMBOL_NUMBER,    /* more: bits of a binary64 */
    SYMBOL_MUL,
    SYMBOL_ADD,
    SYMBOL_SUB,
    SYMBOL_DIV,
    SYMBOL_CALL,    /* an operation that C has no operator for; more: which */
    SYMBOL_MINUS,   /* a */
    SYMBOL_SINE,    /* a */
    SYMBOL_COSINE,  /* a */
    SYMBOL_TURNED,  /* a sine of a unit: a is the angle, b and `more` say which */
    SYMBOL_ROUNDED, /* a, to an integer */
    SYMBOL_LESS,    /* a < b */
    SYMBOL_AT_MOST, /* a <= b */
    SYMBOL_NOT,
    SYMBOL_AND,
    SYMBOL_OR,
    SYMBOL_SELECT,  /* a ? b : more */
    SYMBOL_PRODUCT, /* of integers, exact */
    SYMBOL_CARRY,   /* of three rows of bits, the forms a, b and `more`: which places carry */
    SYMBOL_HALF,    /* floor(a / 2), a the number of a form (integer_forms.h) */
    SYMBOL_FORM,    /* the form of number a as one factor */
    SYMBOL_KINDS
} symbol_kind;

typedef struct {
    symbol_kind kind;
    uint32_t a, b;
    uint64_t more;
} symbol_node;

typedef struct {
    arena *mem;
    symbol_node *list;
    uint32_t list_count, list_capacity;
    uint32_t *slots, slots_count; /* open addressing; a power of two */
    bool folds;    /* operations on numbers are done, in the format */
    bool is_float; /* of numbers: binary32, else binary64 */
    bool turns;    /* sines of a graph are those of a unit, with an offset in bits of its own */
} symbols;

symbols symbols_make(arena *mem);
symbol symbols_put(symbols *s, symbol_kind kind, uint32_t a, uint32_t b, uint64_t more);
symbol symbols_name(symbols *s, uint32_t array, uint32_t number, uint32_t sample);
/* In the format of the store. */
symbol symbols_number(symbols *s, double value);
bool symbols_is_number(const symbols *s, symbol x, double *value);
/* An operation with the rules above. */
symbol symbols_op(symbols *s, symbol_kind kind, symbol a, symbol b);
/* Of a and b, or of a alone. */
symbol symbols_call(symbols *s, op_kind kind, symbol a, symbol b);
symbol symbols_select(symbols *s, symbol condition, symbol yes, symbol no);
symbol symbols_not(symbols *s, symbol a);
/* b is added only once. */
symbol symbols_or(symbols *s, symbol a, symbol b);
/* That of an operation of a graph, of the symbols of its operands. */
symbol symbols_of_op(symbols *s, op_kind kind, symbol a, symbol b);

#endif
