/* SPDX-License-Identifier: MIT */
/* What lower.c and signs.c share: the graph of exact values on its way to operations. */
#ifndef TAUFLOW_LOWER_PARTS_H
#define TAUFLOW_LOWER_PARTS_H

#include "functions/equations_parts.h"
#include "operations/lower.h"

/* A value or its opposite. Constants are always positive or named here; their sign is the ref's. */
typedef struct {
    operand at;
    bool negative;
} ref;

/* A value that an operation makes: OP_ADD stands for sums and differences; one operand is b, which
 * is a. */
typedef struct {
    op_kind kind;
    operand a, b;
    bool b_negative;      /* the opposite of b is meant: a - b, and the calls that want b's sign */
    uint32_t ready;       /* length of the longest path to it */
    bool used;            /* by an output, in the end */
    bool other_choice;    /* where there is a choice: take the one that stores the opposite */
    bool stored_negative; /* what is stored is the opposite of the value */
    const char *name;     /* of the variable it is, if any */
} node;

typedef struct {
    const char *name; /* NULL: numbered when printed */
    double value;
    uint32_t plain, opposite; /* index + 1 in the constants of the ops, once used */
} constant;

typedef struct {
    arena *mem;
    const equations *e;
    sum_shape shape;
    node *nodes;
    uint32_t nodes_count, nodes_capacity;
    uint32_t *table; /* node + 1, open addressing */
    uint32_t table_size;
    constant *constants;
    uint32_t constants_count, constants_capacity;
    uint32_t *folded; /* unnamed constants by value, constant + 1, open addressing */
    uint32_t folded_size, folded_used;
    operand *numbers; /* per constant of the net */
    ref *values;      /* per symbol of the net */
    uint32_t *arrivals; /* per symbol of the net: when that input is there */
    bool *is_argument; /* per symbol of the net: a call is of it */
    uint32_t *emitted; /* per node: its operation */
    /* 2 x is written x + x: the same bits, and multiplications are what machines wait for */
    bool doubles_add;
} lowering;

/* Whether the node needs b as it is meant, so that its opposite must be turned first. */
static inline bool node_wants_sign(const node *n)
{
    const op_signs signs = OP_KIND[n->kind].signs;
    return signs == SIGNS_FIRST || signs == SIGNS_NONE;
}

/* Chooses what is stored for every node, so that outputs, and what calls want the sign of, are
 * stored as they are where that is possible. Precondition: no node is unused. */
void signs_choose(lowering *l);
bool signs_stored_negative(const lowering *l, operand x);
/* A sum whose stored operands have opposite signs: one is subtracted from the other. */
bool signs_is_difference(const lowering *l, const node *n);
bool signs_output_is_negative(const lowering *l, ref r);

#endif
