/* SPDX-License-Identifier: MIT */
/* Which task each sequence goes to. */
#ifndef TAUFLOW_MARKING_H
#define TAUFLOW_MARKING_H

#include "base/progress.h"
#include "tasks/transfers.h"

/* By structure, a task per group of branches [T 4.3.3]: what depends on branches of one group
 * (branches that carry these aside) is of that group; of the rest, what leads to the results of a
 * block is of the block's group, the first block first; then each sequence follows most of its
 * operands. Into c->task. */
void marking_by_structure(arena *mem, const branches *b, task_split *c);

/* Which task is joined to the smallest, until few enough are left [T 4.3.7]. */
typedef enum {
    MERGE_EXCHANGE, /* that which it exchanges most words with */
    MERGE_BALANCE   /* the second smallest */
} merge_way;

/* `group`, one per task of the split: to which of the new tasks it goes; 0 stays 0. */
void marking_join(arena *mem, task_split *c, uint32_t tasks, merge_way way, uint32_t *group);

/* Direct scheduling, the alternative [T 4.3.8]: sequences in the order of what is behind them, each
 * to the task that can start it first and of those to the one with most of its operands. */
void marking_direct(arena *mem, task_split *c);

/* What is to be small: critical length, and so many operations per transfer and per word of one. A
 * word that several sequences of a task need counts as often. */
typedef struct {
    uint32_t transfer, word;
} split_weights;
static inline uint64_t split_cost(const split_weights *w, uint32_t length, uint32_t sent,
                                  uint64_t words)
{
    return length + (uint64_t)w->transfer * sent + w->word * words;
}
uint64_t split_words(const task_split *c);

typedef struct {
    uint32_t moves; /* at random, before those that improve; 0: none */
    uint64_t seed;
} migration_effort;

/* Migration: sequences go where they make that sum smaller, until none does. `life` may end it
 * early. */
void marking_migrate(task_split *c, const split_weights *weigh, const migration_effort *e,
                     progress *life);

/* Transfers of two tasks come together although somebody waits for it, where that makes the same
 * sum smaller: c->held says who waits for what. */
void marking_hold(arena *mem, task_split *c, const split_weights *weigh, progress *life);

#endif
