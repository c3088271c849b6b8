/* SPDX-License-Identifier: MIT */
/* The writer of M in parts: composite inertias and columns share them. */
#ifndef TAUFLOW_MASS_PARTS_H
#define TAUFLOW_MASS_PARTS_H

#include "algebra/vectors.h"
#include "writers/mass.h"

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

typedef struct {
    arena *mem;
    const tree *t;
    const model *m; /* regrouped, in the unit of length */
    const mass_forms *forms;
    unsigned wanted;
    signals *s;
    net *n;
    mass_body *of;
    uint32_t *freedom; /* of each body: the first of its row(s) */
    mass_sums out;
} mass_writer;

static inline poly name(mass_writer *w, const char *what, uint32_t body, int axis, poly value)
{
    return net_assign(w->n, arena_printf(w->mem, "%s%u%c", what, body, "xyz"[axis]), value);
}

static inline pvec name_all(mass_writer *w, const char *what, uint32_t body, pvec u)
{
    for (int k = 0; k < 3; k++)
        u.v[k] = name(w, what, body, k, u.v[k]);
    return u;
}

static inline poly times(mass_writer *w, poly a, poly b)
{
    return poly_multiply(w->n, a, b);
}

static inline poly plus(mass_writer *w, poly a, poly b)
{
    return poly_add(w->n, a, b);
}

static inline poly minus(mass_writer *w, poly a, poly b)
{
    return poly_sub(w->n, a, b);
}

static inline poly scaled(mass_writer *w, double k, poly a)
{
    return poly_scale(w->n, a, k);
}

static inline pvec numbers(mass_writer *w, vec3 x)
{
    pvec out;
    for (int k = 0; k < 3; k++)
        out.v[k] = poly_number(w->n, x.v[k]);
    return out;
}

static inline pvec cross(mass_writer *w, pvec a, pvec b)
{
    pvec out;
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        out.v[x] = minus(w, times(w, a.v[y], b.v[z]), times(w, a.v[z], b.v[y]));
    }
    return out;
}

static inline poly dot(mass_writer *w, pvec a, pvec b)
{
    poly sum = poly_zero();
    for (int k = 0; k < 3; k++)
        sum = plus(w, sum, times(w, a.v[k], b.v[k]));
    return sum;
}

static inline void add_to(mass_writer *w, poly *sum, double factor, poly part)
{
    *sum = plus(w, *sum, scaled(w, factor, part));
}

/* The unit axis of a prismatic joint, in the axes before. */
static inline vec3 slide(const mass_writer *w, uint32_t i)
{
    return w->m->bodies[i].axis;
}

/* What a coordinate's unit is worth for the body: lengths have a unit of their own. */
static inline double pace(const mass_writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    return b->kind == BODY_PRISMATIC ? b->ratio / w->forms->length : b->ratio;
}

/* The mass of the subtree times x. */
static inline poly mass_times(mass_writer *w, const mass_body *b, poly x)
{
    return plus(w, scaled(w, b->mass, x), times(w, b->load, x));
}

/* Between working axes and those before the joint. */
pvec mass_to_before(mass_writer *w, const char *what, uint32_t i, pvec u);
pvec mass_from_before(mass_writer *w, const char *what, uint32_t i, pvec u);
/* Between the axes before the joint of i and the parent's working axes. */
pvec mass_to_parent(mass_writer *w, const char *what, uint32_t i, pvec u);
pvec mass_from_parent(mass_writer *w, const char *what, uint32_t i, pvec u);

/* Enters the six columns of a free body, and the column of a joint in the rows of all before it. */
void mass_write_free_columns(mass_writer *w, uint32_t i);
void mass_write_column(mass_writer *w, uint32_t i);

#endif
