/* SPDX-License-Identifier: MIT */
/* What may be wished of a split into tasks. */
#ifndef TAUFLOW_TASKS_WISH_H
#define TAUFLOW_TASKS_WISH_H

#include "base/args.h"
#include "base/progress.h"

#include <stdint.h>

/* How sequences come to their tasks. */
typedef enum {
    SPLIT_EXCHANGE, /* by structure, tasks joined to those that they exchange most with */
    SPLIT_BALANCE,  /* by structure, the smallest tasks joined */
    SPLIT_DIRECT,   /* scheduled without regard to structure */
    SPLIT_WAYS
} split_way;
extern const char *const SPLIT_WORD[SPLIT_WAYS];

enum { TASKS_MOST_RANKS = 64, TASKS_DEFAULT_MOVES = 40000 };

typedef struct {
    uint32_t ranks;    /* 0: as many as the structure has, small ones joined */
    bool way_given;    /* otherwise the best of all */
    split_way way;
    bool stays;        /* no migration */
    arg_list groups;   /* of branches that come together, as branches_regroup takes them */
    uint32_t latency;  /* operations that a transfer takes; 0: none, as the source counts */
    uint32_t weight;   /* operations that one transfer less may cost; 0: total / 240 */
    uint32_t word_weight; /* the same of a word */
    uint32_t moves;    /* that migration tries at random */
    uint64_t seed;     /* of these */
    progress *life;
} tasks_wish;

#endif
