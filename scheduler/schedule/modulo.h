/* SPDX-License-Identifier: MIT */
/* Schedules for samples that follow each other: operation j of sample s starts in cycle t_j + s x
 * interval. Resources are then tables of `interval` rows, and a placement is right when no row of
 * any of them holds more than the machine has. Private to the schedulers. */
#ifndef TAUFLOW_MODULO_H
#define TAUFLOW_MODULO_H

#include "schedule/graph.h"
#include "schedule/routes.h"
#include "schedule/schedule.h"

/* Numbers of resources: receivers of the machine (with operand stores and relays), then units, then
 * one for all input lanes, one for all output ports. */
typedef struct {
    const graph *g;
    machine m;
    uint32_t interval;
    uint32_t length;     /* of one sample: every output is taken before this cycle */
    uint32_t *time;      /* per word: cycle of issue, or of arrival of an input */
    uint32_t *unit;      /* per word: of the operation */
    uint8_t *swap;       /* per word */
    uint32_t *module_of; /* per unit */
    routes ways;
    uint32_t *order;     /* routes_order */
    uint32_t *come;      /* per station: the last word that came there, as `seen` */
    uint32_t units, first_unit, lane, port, resources; /* numbers of resources */
    uint32_t *capacity;  /* per resource */
    uint32_t *count;     /* [resource][cycle % interval] */
    uint32_t conflicts;  /* what is in the tables beyond the capacities */
    uint32_t events;     /* all that is in the tables: fewer means fewer receptions */
    uint32_t *seen, stamp; /* per receiver: last word counted there */
    uint32_t *crowded, crowded_count; /* rows that hold too many: numbers of cells in `count` */
    uint32_t *crowded_place;          /* per cell: where it is in that list */
    uint32_t (*guests)[2]; /* per cell: a word that came first and one that came later, both perhaps
                              gone */
    uint32_t word;                    /* that is being added, taken away or listed */
    sched_take *takes;                /* of modulo_list */
    uint32_t takes_count;
    uint64_t random;
} modulo;

/* Memory from mem. Nothing is placed. */
modulo modulo_make(arena *mem, const graph *g, const machine *m, uint32_t interval, uint64_t seed);

/* Into empty tables: every word at the first cycle that its operands allow and whose rows are
 * free, in the order of x->time; units and ports stay as they are. False when a word finds none.
 * Samples may get much longer than they need to be. */
bool modulo_fill(arena *scratch, modulo *x);

/* Adds (or takes away) a word and all its receptions to (from) the tables. */
void modulo_add(modulo *x, uint32_t word);
void modulo_remove(modulo *x, uint32_t word);
/* The receptions of a word, behind those that are listed already; words for an output port under
 * the number of the first. */
void modulo_list(modulo *x, uint32_t word, sched_take *takes, uint32_t *count);

/* Cycles in which a word may start while all its neighbours stay where they are; low > high when
 * there is none. */
typedef struct {
    uint32_t low, high;
} modulo_window;
modulo_window modulo_room(const modulo *x, uint32_t word);

/* Whether the word's unit hears its operands, and its users hear it. */
bool modulo_is_heard(const modulo *x, uint32_t word);

#endif
