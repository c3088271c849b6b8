/* SPDX-License-Identifier: MIT */
/* Inertia that comes with the state (tree_payload, base_numbers.h), as what it adds to the body
 * that carries it: mass, first and second moments, and the wrench of these. Written once for all
 * functions. */
#ifndef TAUFLOW_LOADS_H
#define TAUFLOW_LOADS_H

#include "algebra/signals.h"
#include "algebra/vectors.h"
#include "writers/model.h"

/* m, h = m c and P = integral of r r' dm (model.h), about the origin of some frame of the body. */
typedef struct {
    poly mass;
    pvec first;
    poly second[3][3]; /* symmetric */
} load_inertia;

/* Ten numbers of a link, from the first: mass, centre, moments and products about that. */
typedef struct {
    const char *link;
    uint32_t number; /* among its kind, and in names */
    input_kind first;
} load_words;
static inline load_words load_of_payload(const tree *t, uint32_t number)
{
    return (load_words){t->payloads[number].link, number, INPUT_PAYLOAD_MASS};
}
/* Where the link stands in that frame so: its axes, and its origin at `at`. */
load_inertia load_write(load_words of, mat3 axes, vec3 at, signals *s, net *n);
/* A load in another frame: that in which its own stands so. */
load_inertia load_moved(load_words of, load_inertia l, mat3 axes, vec3 at, net *n);
/* The same less what they hold of numbers that are known. */
load_inertia load_base_alone(const model *m, uint32_t i, signals *s, net *n);
/* All that a body of the model carries, one after the other, in its frame. *at is 0 at first;
 * false: that was all. */
bool loads_next(const tree *t, const model *m, uint32_t i, uint32_t *at, signals *s, net *n,
                load_inertia *out);
/* Adds what it takes to move it: force m alpha + beta h, moment h x alpha + [beta P - P beta'].
 * alpha and the force are divided by scales of their own. */
typedef struct {
    double acceleration, force;
} load_scales;
void load_add_wrench(net *n, const load_inertia *l, poly beta[3][3], pvec alpha,
                     load_scales scales, pvec *force, pvec *moment);

#endif
