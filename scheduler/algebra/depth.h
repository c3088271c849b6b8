/* SPDX-License-Identifier: MIT */
/* How long the longest path through a net is, kept up to date while it is rewritten. Sums and
 * products join the two operands that are there first, as lowering does. */
#ifndef TAUFLOW_DEPTH_H
#define TAUFLOW_DEPTH_H

#include "algebra/rewrite.h"
#include "algebra/unit_cycles.h"

/* What a net is judged by: operations + depth_weight x cycles, those of the longest path or those
 * that its operations take on so many units, whichever are more. */
typedef struct {
    double depth_weight; /* operations that one cycle is worth; 0: length does not matter */
    unit_cycles cycles;
    uint32_t units[UNIT_KINDS]; /* of multipliers and adders; 0: as many as it takes */
} objective;

/* Cycles that multipliers or adders are busy for, and what goes before and after at least; 0 where
 * there are as many as it takes. */
double objective_busy(const objective *o, net_cost c);

/* When each input is there: `at` has a place per symbol; `order` is net_order's. Inputs wait for
 * their turn on the lanes, those with the longest way before them first, in the net as it is; sines
 * and cosines that are computed wait for that, too. */
void net_arrivals(const net *n, const unit_cycles *cycles, const sym *order, uint32_t count,
                  uint32_t *at);

enum { DEPTH_PATH = 256 }; /* variables of a longest path that are looked at */

typedef struct {
    sym of;
    uint32_t at;
} depth_time;

typedef struct {
    unit_cycles cycles;
    uint32_t *at; /* per symbol: when it is there; 0 for constants */
    uint32_t at_capacity;
    bool *is_due; /* per symbol: in `work` */
    uint32_t is_due_capacity;
    sym *outputs; /* ascending; rewriting leaves them what they are */
    uint32_t outputs_count, outputs_capacity;
    uint32_t *there; /* scratch: how many outputs, by time */
    depth_time *work; /* scratch: what is to be looked at, in order */
    uint32_t work_count, work_capacity, work_done;
    depth_time *before; /* times that the last update changed */
    uint32_t before_count, before_capacity;
    sym path[DEPTH_PATH]; /* variables of a longest path, from the output on */
    uint32_t path_length;
    bool path_is_known, path_was_known; /* now and before the last update */
    arena *mem;
} depth;

depth depth_make(arena *mem, const net *n, const unit_cycles *cycles);
/* After a step: brings everything behind the definitions it touched up to date. */
void depth_update(depth *d, const rewriter *w);
/* After a step, in place of an update: true if no definition that it touched is there earlier than
 * before, so that no output is. Costs less, for what is behind them is not looked at. */
bool depth_only_grows(depth *d, const rewriter *w);
/* After the rollback of the step that the last of these was for: all is again as before it. */
void depth_restore(depth *d);
/* When the last output has left. */
uint32_t depth_longest(const depth *d);
/* What a search that rewrites pays for: the latest output, or `busy` where that is later, and a
 * share of the mean of all outputs. */
double depth_price(const depth *d, double busy);
/* A variable on a longest path, picked by `choice` (any number); UINT32_MAX if there is none. */
sym depth_critical(depth *d, const net *n, uint64_t choice);
/* The longest path of a net that is not being rewritten. */
uint32_t net_longest(const net *n, const unit_cycles *cycles);
/* Its price. */
double objective_price(const objective *o, const net *n);
/* The same of one of so many operations, with that longest path. */
double objective_price_of(const objective *o, net_cost c, uint32_t longest);

#endif
