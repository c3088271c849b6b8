/* How long the longest path through a net is, kept up to date while it is rewritten. Sums and
 * products join the two operands that are there first, as lowering does. */
#ifndef TAUFLOW_DEPTH_H
#define TAUFLOW_DEPTH_H

#include "equations/equations.h"
#include "equations/rewrite.h"

/* What a net is judged by: operations + depth_weight x cycles of the longest path. */
typedef struct {
    double depth_weight; /* operations that one cycle is worth; 0: length does not matter */
    unit_cycles cycles;
} objective;

typedef struct {
    unit_cycles cycles;
    uint32_t *at; /* per symbol: when it is there; 0 for constants and inputs but sines */
    uint32_t at_capacity;
    sym *work; /* scratch */
    uint32_t work_count, work_capacity;
    arena *mem;
} depth;

depth depth_make(arena *mem, const net *n, const unit_cycles *cycles);
/* After a step or its rollback: brings everything behind the touched definitions up to date. */
void depth_update(depth *d, rewriter *w, const sym *touched, uint32_t count);
/* The latest output. */
uint32_t depth_longest(const depth *d, const net *n);
/* What a search that rewrites pays for: the latest output, and a share of the mean of all
 * outputs. */
double depth_price(const depth *d, const net *n);
/* A variable on a longest path, picked by `choice` (any number); UINT32_MAX if there is none. */
sym depth_critical(const depth *d, const net *n, uint64_t choice);
/* The price of a net that is not being rewritten. */
double objective_price(const objective *o, const net *n);

#endif
