/* SPDX-License-Identifier: MIT */
/* The inside of kinematics: what its two files share. */
#ifndef TAUFLOW_KINEMATICS_PARTS_H
#define TAUFLOW_KINEMATICS_PARTS_H

#include "writers/kinematics.h"
#include "writers/writer.h"

typedef struct {
    pvec column[3];
} paxes;

/* Of a Jacobian: per unit of a joint's rate. */
typedef struct {
    pvec linear, angular;
} rate_column;

/* Of a frame or a body as another body sees it, in the axes of that one. */
typedef struct {
    pvec p, v, a, omega, omegad;
    paxes r;
    rate_column *columns; /* of the joints between, inner ones first */
    uint32_t columns_count;
} motion;

/* A joint, and its run up to it in the axes before the run's first joint turns. */
typedef struct {
    bool is_on_way, is_seen; /* to a frame; from the base */
    bool has_before;         /* of the first body of a run */
    uint32_t first;          /* body of the run */
    poly rate, acceleration; /* of the joint */
    poly sine, cosine;       /* of the sum of angles */
    poly turning, turningd;  /* the sum of rates, and of accelerations */
    pvec p, v, a;            /* of the body's origin, from where the first joint turns or slides */
    pvec slide;              /* direction of a joint that slides; zero where it turns */
    pvec anchor;             /* of the body, in the parent's axes */
    paxes before;             /* those axes in the base's; where has_before */
    motion seen;             /* from the base; where is_seen */
} run_state;

struct kinematics_part {
    const geometry *g;
    const kinematics_form *f;
    bool carries_columns; /* with every motion; otherwise by ways */
    run_state *of;        /* per body */
};

/* How the base sees every frame of the tree, for whoever writes on with it. */
motion *kinematics_motions(arena *mem, const geometry *g, uint32_t asked,
                           const kinematics_form *f, signals *s, net *n);

/* True of body 0 and free bodies: what their trees are seen from. */
bool geometry_is_base(const geometry *g, uint32_t i);
/* Where a step inwards from body i ends: the parent of its run's first. */
uint32_t run_parent(const writer *w, uint32_t i);
/* Body i's joint and run; its parent's are there. */
void run_write(writer *w, uint32_t i);

/* How the base sees itself, and body i; the end of the step inwards from it is there. */
void outwards_start(writer *w, uint32_t i);
void outwards_step(writer *w, uint32_t i);
/* How frame k's body sees it, and a step inwards of that, from body i. */
motion inwards_start(writer *w, uint32_t k);
void inwards_step(writer *w, uint32_t i, motion *m);
/* How the base sees a frame that body i sees so. */
motion inwards_end(writer *w, uint32_t i, const motion *m);
/* The columns of frame k, by ways from each joint to the frame, and its place. Precondition: the
 * base sees every body on its way where a step inwards ends, and the body where ways meet. */
void columns_by_ways(writer *w, uint32_t k, motion *m);

#endif
