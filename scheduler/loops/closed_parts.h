/* SPDX-License-Identifier: MIT */
/* What functions with closed loops share: the ways to write them, and the search for the
 * cheapest. */
#ifndef TAUFLOW_CLOSED_PARTS_H
#define TAUFLOW_CLOSED_PARTS_H

#include "loops/closure.h"
#include "writers/derivatives.h"
#include "writers/forms.h"
#include "functions/functions.h"
#include "writers/mass.h"

/* In which form the equations of the tree are written. NULL: the classic one. */
typedef struct {
    const model *raw;
    const mass_forms *mass;
    const recursion_forms *recursion;
    const derivative_forms *derivatives;
} tree_forms;

typedef struct {
    arena *mem;
    const tree *t;
    const loops *l;
    const closure_form *form;
    const tree_forms *forms;
    signals *s;
    net *n;
} closed_writer;

/* A function: how it is written, and what of the tree's equations its forms are searched for. */
typedef struct {
    void (*write)(const closed_writer *w);
    unsigned mass;  /* MASS_MATRIX ..., 0: none */
    bool recursion; /* torques of given accelerations */
    bool derivatives;
    bool has_no_blocks; /* one system of all joints: nothing for cofactors */
    bool (*is_large)(const tree *t); /* through the cuts or not at all; NULL: never */
} closed_function;

/* Loops closed, whose blocks loops_find has found regular. */
closure closed_loops(const closed_writer *w, unsigned asked);

/* Mass matrix and bias of the tree and of rods that were removed, at the velocities that the
 * signals give or derive. */
mass_sums closed_mass(const closed_writer *w, unsigned wanted);

/* Of a freedom, where accelerations are given. */
poly closed_given_acceleration(const closed_writer *w, uint32_t freedom);

/* The plainest way, and the cheapest. */
void closed_write(arena *mem, const tree *t, const closed_function *f, signals *s, net *n);
void closed_choose(arena *mem, const tree *t, const equations_options *o, const closed_function *f,
                   equations *e);
/* Refuses loops that cannot be closed. */
status closed_check(const tree *t, diag *d);
/* The same where no joint has to follow. */
status closed_check_augmented(const tree *t, diag *d);
/* Refuses actuators that do not decide the motion. */
status closed_check_actuators(const tree *t, diag *d);
/* Coordinates that have one: the independent ones where the tree names none. */
uint32_t *closed_actuators(arena *mem, const loops *l, uint32_t *count);

#define CLOSED_PRODUCER(ID, function, refuse)                                                     \
    static void write_##ID(arena *mem, const tree *t, signals *s, net *n)                         \
    {                                                                                             \
        closed_write(mem, t, &(function), s, n);                                                  \
    }                                                                                             \
    static void choose_##ID(arena *mem, const tree *t, const equations_options *o, equations *e)  \
    {                                                                                             \
        closed_choose(mem, t, o, &(function), e);                                                 \
    }                                                                                             \
    const producer PRODUCER_##ID = {                                                              \
        .write = write_##ID, .choose_forms = choose_##ID, .check = refuse};

#endif
