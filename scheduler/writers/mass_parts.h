/* SPDX-License-Identifier: MIT */
/* The writer of M in parts: composite inertias and columns share them. */
#ifndef TAUFLOW_MASS_PARTS_H
#define TAUFLOW_MASS_PARTS_H

#include "writers/mass.h"
#include "writers/writer.h"

typedef struct {
    pvec force, moment;
} pwrench;

typedef struct {
    pvec turning, shifting; /* of the body's origin, per unit of a joint's rate */
} pmotion;

typedef struct {
    poly sine, cosine;  /* of the angle from the axes before to the body: a sum where the parent is
                           unturned and parallel */
    bool continues;     /* the parent is unturned and parallel: axes before are the parent's own */
    pvec lever;         /* of the origin, in the parent's working axes */
    double mass;        /* composite ... */
    poly load;          /* ... and that of loads which come with the state */
    pvec first;         /* composite, working axes ... */
    ptensor second;     /* P, or J where the forms say `moments` */
    pvec before_first;  /* ... and in the axes before */
    ptensor before_second;
} mass_body;

struct mass_part {
    const mass_forms *forms;
    mass_body *of;
    mass_sums out;
};

static inline void add_to(writer *w, poly *sum, double factor, poly part)
{
    *sum = plus(w, *sum, scaled(w, factor, part));
}

/* The unit axis of a prismatic joint, in the axes before. */
static inline vec3 slide(const writer *w, uint32_t i)
{
    return w->m->bodies[i].axis;
}

/* What a coordinate's unit is worth for the body: lengths have a unit of their own. */
static inline double pace(const writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    return b->kind == BODY_PRISMATIC ? b->rate_ratio / w->mass->forms->length
                                    : b->rate_ratio;
}

/* The mass of the subtree times x. */
static inline poly mass_times(writer *w, const mass_body *b, poly x)
{
    return plus(w, scaled(w, b->mass, x), times(w, b->load, x));
}

/* Between working axes and those before the joint. */
pvec mass_to_before(writer *w, const char *what, uint32_t i, pvec u);
pvec mass_from_before(writer *w, const char *what, uint32_t i, pvec u);
/* Between the axes before the joint of i and the parent's working axes. */
pvec mass_to_parent(writer *w, const char *what, uint32_t i, pvec u);
pvec mass_from_parent(writer *w, const char *what, uint32_t i, pvec u);

/* Enters the six columns of a free body, and the column of a joint in the rows of all before it. */
void mass_write_free_columns(writer *w, uint32_t i);
void mass_write_column(writer *w, uint32_t i);

#endif
