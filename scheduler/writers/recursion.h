/* SPDX-License-Identifier: MIT */
/* The implicit recursion [T 1.3.2] in the forms that the default formalism chooses from. */
#ifndef TAUFLOW_RECURSION_H
#define TAUFLOW_RECURSION_H

#include "algebra/signals.h"
#include "algebra/vectors.h"
#include "writers/model.h"

/* How the moment of a body's own inertia is written. */
typedef enum {
    EULER_SECOND,  /* [beta P - P beta']: second moments on beta's entries */
    EULER_INERTIA, /* J omegad and (J_b - J_c) omega_b omega_c for the diagonal, beta's entries for
                      products */
    EULER_FORMS
} euler_form;

/* The choices for one body. */
typedef struct {
    inertia_form inertia;
    uint8_t euler;   /* euler_form */
    uint8_t column;  /* 1: the column of beta along the joint axis is the parent's, turned; 0: from
                        omegad */
    uint8_t group;   /* 1: turn from the first of a chain of parallel axes by the sum of angles */
    uint8_t chain_moment; /* 1: the moment across a chain of parallel axes goes straight to the
                             chain's parent */
    uint8_t chain_force;  /* 1: so does the force */
    uint8_t squares; /* 1: beta's diagonal from the parent's and differences of squares */
    uint8_t absorbed; /* 1: the body moves with its parent, and what its joint adds is counted on
                         top (revolute ones; recursion_absorb.c) */
    uint8_t tensor;   /* tensor_turn: how second moments of absorbed bodies turn */
} body_form;

typedef struct {
    body_form *of;       /* per body */
    double acceleration; /* alpha is kept divided by this length */
    double force;        /* forces are kept divided by this */
} recursion_forms;

/* How second moments of body i turn, whatever its form says where that would lose digits. */
static inline tensor_turn recursion_turn_of(const model *m, const recursion_forms *f, uint32_t i)
{
    return m->bodies[i].is_lopsided ? TENSOR_BY_SQUARES : (tensor_turn)f->of[i].tensor;
}

/* What of the motion there is; the rest is zero. Gravity, external forces and springs always
 * are. */
enum {
    RECURSION_VELOCITY = 1,     /* qd, omega */
    RECURSION_ACCELERATION = 2, /* qdd, omegad */
    RECURSION_ACC = 4,          /* acc of free bodies */
    RECURSION_ALL = 7
};

/* Torques before they are outputs: per coordinate, and per free body force and moment. */
typedef struct {
    poly *torque, *wrench;
    uint32_t free_bodies;
} recursion_sums;

recursion_sums recursion_torques(arena *mem, const model *m, const tree *t,
                                 const recursion_forms *forms, unsigned present, signals *s,
                                 net *n);

/* Writes the torques of a regrouped model into the net: one output per coordinate (and six per
 * free body). Only what the outputs need is written. */
void recursion_write(arena *mem, const model *m, const tree *t, const recursion_forms *forms,
                     signals *s, net *n);

#endif
