/* SPDX-License-Identifier: MIT */
/* Sequences in time: tasks run side by side, each one sequence at a time, an operation per unit of
 * time. Which sequence a task takes next: of those whose words are there the one with the longest
 * path behind it. */
#ifndef TAUFLOW_TIMELINE_H
#define TAUFLOW_TIMELINE_H

#include "tasks/sequences.h"

/* Which sequence goes to which task. */
typedef struct {
    const sequences *s;
    uint32_t tasks;
    uint32_t latency; /* operations that pass until a word of another task is there */
    uint32_t *task;   /* per sequence */
    /* Sequence `to` waits for `from`, too, so that what both need comes in one transfer. */
    sequence_edge *held;
    uint32_t held_count, held_capacity;
} task_split;

#define TIMELINE_NEVER UINT32_MAX

typedef struct {
    uint32_t *start, *finish; /* per sequence */
    uint32_t length; /* until the last has finished: the critical length; TIMELINE_NEVER where
                        sequences wait for each other */
} timeline;

/* Memory that one timeline after another is made in. */
typedef struct timeline_room timeline_room;
timeline_room *timeline_room_make(arena *mem, const sequences *s, uint32_t tasks);

/* The timeline stands in the room until the next one. */
timeline timeline_make(timeline_room *room, const task_split *c);

#endif
