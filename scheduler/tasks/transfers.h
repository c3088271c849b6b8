/* SPDX-License-Identifier: MIT */
/* Words that go from one task to another, in as few transfers as the timeline allows without
 * delay. A word can be sent from the end of its sequence until the start of the first one that
 * needs it; one transfer carries all words of two tasks whose spans hold one moment. The fewest
 * moments that meet every span are those ends of spans that no chosen moment meets yet, in order:
 * this does all that merging transfers by rules does [T 4.3.6], and since spans of one pair of
 * tasks are met in order none of its transfers overtakes another. */
#ifndef TAUFLOW_TRANSFERS_H
#define TAUFLOW_TRANSFERS_H

#include "tasks/timeline.h"

#define TRANSFER_AT_END UINT32_MAX

/* From when until when the words of a sequence for another task can be sent. */
typedef struct {
    uint32_t from, to;       /* tasks */
    uint32_t ready, needed;  /* times */
    uint32_t sequence, user; /* user: TRANSFER_AT_END for results */
    bool begins;             /* a transfer; the others go with the one before them */
} transfer_span;

/* Sent after sequence `after` of task `from`, received before sequence `before` of task `to`.
 * Results of the model go to task 0, at the end. */
typedef struct {
    uint32_t from, to, after, before;
    uint32_t *words; /* operations, ascending */
    uint32_t words_count, words_capacity;
} transfer;

typedef struct {
    transfer *list;
    uint32_t list_count, list_capacity;
    uint32_t unmerged; /* one from each sequence to each of another task that needs it */
    uint32_t critical; /* most on one path, tasks being serial */
} transfers;

/* Memory to count them in, one split after another. */
typedef struct transfers_room transfers_room;
transfers_room *transfers_room_make(arena *mem, const sequences *s, uint32_t tasks);
uint32_t transfers_count(transfers_room *room, const task_split *c, const timeline *line);
/* The spans that were counted, by pairs of tasks, then by their ends. */
const transfer_span *transfers_spans(const transfers_room *room, uint32_t *count);

transfers transfers_find(arena *mem, const task_split *c, const timeline *line);

/* The sequences of each task in the order of the timeline: those of t are order[first[t]] .. */
typedef struct {
    uint32_t *first, *order;
} task_orders;
task_orders task_orders_find(arena *mem, const task_split *c, const timeline *line);

/* Proves, without the timeline, that tasks which run so come to their end: no task waits for a word
 * that is sent only after something that waits for it, and every operand is there when it is used.
 * Sends do not wait. Refuses what fails, naming task and sequence. */
status transfers_check(const task_split *c, const task_orders *o, const transfers *list, diag *d);

#endif
