/* SPDX-License-Identifier: MIT */
/* What the files of the O(N) form share: blocks of articulated inertias, and their small
 * algebra. */
#ifndef TAUFLOW_ARTICULATED_PARTS_H
#define TAUFLOW_ARTICULATED_PARTS_H

#include "writers/articulated.h"
#include "writers/lopsided.h"
#include "writers/writer.h"

typedef struct {
    pvec n, f; /* moment and force; of a motion: turning and shifting */
} six;

typedef struct {
    pmat a, b, c;
} articulated_inertia;

/* Cuts that a body closes: what their multipliers are where the body does not accelerate, what its
 * acceleration adds to them, and what multipliers of cuts that are closed further inwards take. */
typedef struct {
    uint32_t *cut, count;
    poly *held;
    six *by;
    poly *others; /* [own * cuts + other] */
} cuts_closed;

typedef struct {
    poly sine, cosine;
    pvec lever; /* of the origin, in the parent's axes */
    articulated_inertia i;
    six p; /* wrench that the joints beyond have already taken up */
    six w; /* U / D */
    poly drive, u, inverse, rotor;
    six motion; /* its acceleration, outwards */
    six *pulled;  /* p of each cut's pull alone, without drives */
    poly *pull;   /* u of each cut's pull; of a free body six of them: the wrench ... */
    poly *yields; /* ... and what it accelerates by */
    poly *reach, *gap; /* of it and all it carries: J M^-1 J', lower triangle, and J M^-1 b; of cuts
                          that are still open */
    cuts_closed closed;
} articulated_body;

struct articulated_part {
    const model *raw; /* as the bodies are by their file; m of the writer is regrouped */
    const model_subtree *carried; /* of raw */
    articulated_body *of;
    const poly *bias; /* per freedom */
    uint32_t of_free; /* freedoms of free bodies */
    poly *x;          /* accelerations, per freedom */
    poly *pivot, *whole;
    bool *written; /* per freedom: its pivot is */
    bool singular;
    articulated_cuts *cuts; /* NULL: none */
    uint32_t *closed_at;    /* the body, per cut */
};

pmat block_add(writer *w, pmat a, const pmat *b);

static inline bool art_is_revolute(const writer *w, uint32_t i)
{
    return w->m->bodies[i].kind == BODY_REVOLUTE;
}

/* Between the axes of body i and those of its parent, all of them at the origin of body i. */
pmat block_to_parent(writer *w, uint32_t i, const char *what, pmat b);
pvec art_to_parent(writer *w, uint32_t i, const char *what, pvec v);
pvec art_from_parent(writer *w, uint32_t i, const char *what, pvec v);
/* The wrench p that body i takes up, seen through its joint, where b drives it and u = b - s.p. */
six art_wrench_through(writer *w, uint32_t i, const six *p, poly b, poly u);
/* A wrench at the joint of body i, added to one of its parent. */
void art_hand_wrench(writer *w, uint32_t i, const six *p, six *to);
/* Along the joint of body i. */
poly art_along_joint(writer *w, uint32_t i, const six *x);

/* Cuts, body by body inwards: of a joint, once it is open; of a free body with its factors. */
void art_cuts_begin(writer *w);
void art_cuts_joint(writer *w, uint32_t i);
void art_cuts_free(writer *w, uint32_t i, const factors *f, const poly *x);
/* Inwards, where all that body i carries is there: closes the cuts of that body, or of the base.
 * The writer is singular where cuts depend on each other. */
void art_cuts_close(writer *w, uint32_t i);
/* Outwards, once body i's acceleration is there: multipliers of the cuts that it closed. */
void art_cuts_hold(writer *w, uint32_t i);
/* What multipliers add to u of a joint, or to component r of a free body's acceleration. */
poly art_cuts_pull(writer *w, uint32_t i);
poly art_cuts_yield(writer *w, uint32_t i, uint32_t r);

/* From the origin of body i to its parent's. */
articulated_inertia art_shifted(writer *w, uint32_t i, articulated_inertia x);

#endif
