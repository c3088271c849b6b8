/* SPDX-License-Identifier: MIT */
/* Moments at which an expression of a motion's numbers passes zero: "NAME: EXPRESSION", with
 * "; rising" or "; falling" where one direction counts. An expression has the operations of laws
 * (docs/forces.md) and the columns of the table by their names: t, JOINT, JOINT.rate, energy ... */
#ifndef TAUFLOW_EVENTS_H
#define TAUFLOW_EVENTS_H

#include "apps/motion/simulation.h"
#include "robot/formula.h"

typedef enum { EVENT_BOTH, EVENT_RISING, EVENT_FALLING, EVENT_DIRECTIONS } event_direction;

typedef struct {
    const char *name;
    formula is;
    event_direction direction;
} event_wish;

typedef struct events_plan {
    event_wish *list;
    uint32_t count;
    uint32_t stop; /* that ends the motion; count: none */
} events_plan;

/* stop: a name, or NULL. */
status events_read(arena *mem, const char *const *given, uint32_t count, const char *stop,
                   const track *columns, events_plan *out, diag *d);

/* What watches a motion step by step. */
typedef struct {
    arena *mem;
    const events_plan *plan;
    const mover *m;
    track *rows;           /* events are rows of it */
    double t, *value;      /* of each expression at the end of the last step */
    double *next, *row;    /* room */
    event_found *due;      /* of the last step, in order of time */
    uint32_t due_count, due_capacity, written;
    event_found *list;     /* all that have their row */
    uint32_t list_count, list_capacity;
    bool ends;             /* the last of `due` does */
} events_watch;

events_watch events_begin(arena *mem, const events_plan *p, const mover *m, track *rows,
                          const moment *start);
/* Those of the step that ended now. */
status events_look(events_watch *w, const moment *now, diag *d);
/* Rows of those that are due no later than t; each is handed to `seen`. */
status events_write(events_watch *w, double t, void (*seen)(const moment *m, void *of), void *of,
                    diag *d);

/* A line each, of many the first; a member of JSON, with all columns of their rows. */
void events_print(const events_plan *p, const simulation_report *r, text *out);
void events_print_json(const events_plan *p, const simulation_report *r, const track *rows,
                       text *out);

#endif
