/* SPDX-License-Identifier: MIT */
/* The inside of a set of equations, for the passes that read it. */
#ifndef TAUFLOW_EQUATIONS_PARTS_H
#define TAUFLOW_EQUATIONS_PARTS_H

#include "algebra/net.h"
#include "algebra/signals.h"
#include "functions/equations.h"

struct equations {
    const char *robot;
    function_kind function;
    net graph;       /* every variable named, names unique */
    signals words;   /* inputs in canonical order: coordinate by coordinate, free bodies, forces */
    unit_cycles cycles; /* that paths were measured with: lowering joins sums and products so */
    sym *order;      /* variables, definitions first */
    uint32_t order_count;
    equations_pass *passes;
    uint32_t passes_count, passes_capacity;
    equations_scheme *schemes;
    uint32_t schemes_count, schemes_capacity;
};

/* What an effort may spend: operations written while forms are chosen, and steps of the search.
 * About a million operations or two hundred thousand steps take a second. */
typedef struct {
    uint64_t form_operations;
    uint32_t steps;
} effort_budget;

/* operations: of the equations before any search. */
effort_budget effort_budget_of(uint32_t effort, uint32_t operations);

/* The smallest that the effort finds, not finished yet. */
equations *equations_smallest(arena *mem, const tree *t, const equations_options *o);
/* Names, order and bindings: the same for every way to get here. */
void equations_finish(arena *mem, const equations_options *o, equations *e);

/* Notes what a pass left over. */
void equations_record(arena *mem, equations *e, const char *name, const net *n);
/* Notes what a scheme costs, and leaves it in e if no other was as cheap. */
void equations_weigh(arena *mem, equations *e, const char *name, const net *n,
                     const signals *words);

/* Refuses equations with a pivot that is no positive number whatever the state: the joint moves
 * nothing that has inertia. */
status equations_check_pivots(const tree *t, const equations *e, diag *d);

#endif
