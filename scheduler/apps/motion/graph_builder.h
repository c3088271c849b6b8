/* SPDX-License-Identifier: MIT */
/* Operations one after the other, as whoever computes by hand writes them down: numbers fold, signs
 * wait until a sum takes them, and what was computed before is found again. */
#ifndef TAUFLOW_GRAPH_BUILDER_H
#define TAUFLOW_GRAPH_BUILDER_H

#include "operations/ops.h"

/* A word of the graph, or its negative, or a number. */
typedef struct {
    bool is_number, negative;
    double number;
    operand x;
} graph_value;

typedef struct {
    arena *mem;
    ops *p;          /* which it adds to */
    uint32_t *table; /* open addressing: constants and operations, each an operand + 1 */
    uint32_t table_size, table_used;
} graph_builder;

graph_builder graph_begin(arena *mem, ops *p);

graph_value graph_number(double v);
graph_value graph_input(graph_builder *b, const char *name, input_kind kind, const char *of,
                        uint32_t index, double ratio, double offset);
graph_value graph_negative(graph_value a);
bool graph_is(graph_value a, double v); /* that number */

graph_value graph_times(graph_builder *b, graph_value x, graph_value y);
graph_value graph_plus(graph_builder *b, graph_value x, graph_value y);
graph_value graph_minus(graph_builder *b, graph_value x, graph_value y);
graph_value graph_reciprocal(graph_builder *b, graph_value x);

void graph_output(graph_builder *b, const char *name, output_kind kind, const char *of,
                  uint32_t index, graph_value v);
/* Inputs that nothing uses are dropped, the others numbered anew. */
void graph_end(graph_builder *b);

#endif
