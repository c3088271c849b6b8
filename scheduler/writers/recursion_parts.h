/* SPDX-License-Identifier: MIT */
/* The implicit recursion in parts: what outwards, inwards and composite inertias share. */
#ifndef TAUFLOW_RECURSION_PARTS_H
#define TAUFLOW_RECURSION_PARTS_H

#include "writers/recursion.h"
#include "writers/writer.h"

/* A sum of as many parts as a body has children, or a coordinate followers. Each part that is added
 * copies the sum, so a full one gets a name and the sum starts anew: memory stays linear in the
 * parts, and the sums of sums are no deeper than a balanced one. */
typedef struct {
    pvec sum; /* what has been added since the last full sum */
    uint32_t parts;
    pvec *full;
    uint32_t full_count, full_capacity;
} gathering;

enum { FULL_SUM = 32 };

typedef struct {
    pvec omega, omegad, alpha; /* alpha divided by the length scale */
    poly beta[3][3];
    poly sine, cosine;         /* of the joint's angle */
    poly sum_sine, sum_cosine; /* of the sum over the chain of parallel axes */
    uint32_t chain_first;      /* first body of that chain */
    poly rate, acceleration;   /* of the joint, ratio included */
    pvec force, moment;        /* on the body, from its parent; force divided by its scale */
    pvec passed_force;         /* the part of force that goes inwards joint by joint */
    gathering children_force, children_passed_force, children_moment; /* handed to the body */
    /* of later bodies of a chain, in the axes before the first joint turns */
    gathering chain_force, chain_moment;
    poly
        spin; /* angular momentum about z of what only spins, with that of parallel bodies behind */
    pvec field;                /* prismatic: alpha less what the joint itself adds */
    bool has_absorbed;         /* bodies after it move with it: */
    double absorbed_mass;
    pvec absorbed_first;       /* their first moment, divided by the scale of forces, ... */
    ptensor absorbed_second;   /* ... and second moments, body axes */
    pvec delta_force, delta_moment; /* absorbed: what the joint adds, in the parent's axes */
    poly field_torque;         /* absorbed: what the joint feels of the parent's motion */
} body_state;

struct recursion_part {
    const recursion_forms *forms;
    body_state *of;
};

static inline vec3 recursion_axis(const writer *w, uint32_t i)
{
    const mat3 *r = &w->m->bodies[i].rotation;
    return (vec3){{r->m[0][2], r->m[1][2], r->m[2][2]}};
}

/* Outwards: how every body moves. */
void recursion_write_motion(writer *w);
void recursion_gather(writer *w, const char *what, uint32_t body, gathering *g, pvec part);
pvec recursion_gathered(writer *w, const char *what, uint32_t body, const gathering *g);
/* beta x, with numbers x and with sums. */
pvec recursion_beta_times(writer *w, const body_state *b, vec3 x);
pvec recursion_beta_of(writer *w, const body_state *b, pvec x);
/* The wrench on body i from what its own mass, its children and external forces need. */
void recursion_write_wrench(writer *w, uint32_t i);
poly recursion_joint_torque(writer *w, uint32_t i);
/* Lets the absorbed body i move with its parent: hands over its inertia, and finds what its joint
 * feels and adds. */
void recursion_absorb(writer *w, uint32_t i);
static inline bool recursion_is_absorbed(const writer *w, uint32_t i)
{
    return w->recursion->forms->of[i].absorbed && w->m->bodies[i].kind != BODY_FREE;
}
/* Mass, first moments (divided by the scale of forces) and second ones of body i with what it
 * absorbed, in its axes. */
void recursion_composite(writer *w, uint32_t i, double *mass, pvec *first, ptensor *second);
/* The origin of body i in its parent's axes, times `scale`. */
pvec recursion_lever(writer *w, uint32_t i, double scale);
/* Adds the wrench of body i to its parent's. */
void recursion_hand_inwards(writer *w, uint32_t i);

#endif
