/* SPDX-License-Identifier: MIT */
/* Values as expressions of the inputs, each once: two that are built in the same way, from the same
 * inputs and constants, have the same number (hash-consing). Sums and products are the same either
 * way round, as their results are, bit for bit. */
#ifndef TAUFLOW_EXPRESSIONS_H
#define TAUFLOW_EXPRESSIONS_H

#include "operations/ops.h"

typedef uint32_t expression; /* its number */

enum { EXPRESSION_INPUT = OP_KIND_COUNT, EXPRESSION_CONSTANT };

/* An operation has its kind, its operands and, in fixed point, by how many places these are shifted
 * (machine/fixed.h): of a product both together, in the first. An input or a constant has its
 * number or its word in `a`. */
typedef struct {
    uint32_t kind; /* op_kind or one of the above */
    uint32_t a, b;
    int shift[2];
} expression_node;

typedef struct {
    arena *mem;
    expression_node *nodes; /* operands come first */
    uint32_t nodes_count, nodes_capacity;
    uint32_t *table; /* number + 1, open addressing */
    uint32_t table_size;
} expressions;

expressions expressions_make(arena *mem);
/* The number of an expression, which is made where it is new. */
expression expression_of(expressions *all, expression_node node);
expression expression_input(expressions *all, uint32_t number);
expression expression_constant(expressions *all, uint32_t word);

/* Of any operand, given those of all operations before it. `second_of`: the operation whose second
 * operand it is, or NULL. */
expression expression_operand(expressions *all, const ops *p, const expression *of_op,
                              const op *second_of, operand x);
/* One per operation of a graph. */
expression *expressions_of_graph(arena *mem, expressions *all, const ops *p);

/* As a person reads it, two operations deep: names are those of the graph. */
void expression_print(const expressions *all, const ops *p, expression x, text *out);

#endif
