/* SPDX-License-Identifier: MIT */
/* A mechanism in natural coordinates on its way: the state, and what methods share. */
#ifndef TAUFLOW_NATURAL_MOTION_H
#define TAUFLOW_NATURAL_MOTION_H

#include "apps/motion/accelerator.h"
#include "apps/motion/saddle.h"

typedef struct {
    solve_way way;
    double penalty;   /* a, of SOLVE_PENALTY */
    uint32_t passes;  /* of a step, always so many; 0: until `tolerance` */
    double tolerance; /* of the last change of q over the size of q; 0: as below */
} natural_options;

/* The penalty of the papers. Where nobody says otherwise a step ends with a change of q that
 * binary64 still tells from rounding; penalties gain the factor 1 + a h^2/4 a pass and no more, and
 * are kept from step to step, so that for positions (index 3, conserving) less will do. */
#define NATURAL_PENALTY 1e7
#define NATURAL_TOLERANCE 1e-13
#define NATURAL_TOLERANCE_PENALTY 1e-10
enum { NATURAL_PASSES_MOST = 50 };

typedef enum {
    STEP_DONE,
    STEP_DIVERGED, /* passes do not come to an end, or numbers are not finite */
    STEP_DEPENDENT, /* constraints are not independent */
    STEP_LOST       /* who accelerates does not answer; the diag says why */
} step_result;

typedef struct {
    const natural *n;
    natural_options o;
    saddle s;
    double t, t1;          /* of the state, and of the next one */
    double *q, *qd, *qdd;  /* the state */
    double *multiplier;    /* of index 3, kept from step to step */
    double dissipated;     /* J: what dampers took, and what drives gave, since the start ... */
    double driven;         /* (and roads that move) */
    double power;          /* ... and what drives give at the state */
    uint32_t passes;       /* that the last step took */
    double *q1, *qd1, *qdd1, *side, *x; /* work: of the next state and of solutions */
    double *step; /* of positions: q1 - q - h qd; of projections: what they moved by */
    double *mu, *value, *gap, *before;
    double *keep;          /* of natural_motion_keep */
    accelerator from;      /* of index 1: who accelerates; nobody: we do */
    diag *d;               /* for its messages */
    double *none;          /* torques: zeros */
    double *slopes;        /* of forces, count x count */
    double *acting;        /* forces of the moment */
} natural_motion;

/* At the start of the model, with accelerations. STEP_DEPENDENT as told. */
step_result natural_motion_begin(arena *mem, const natural *n, const natural_options *o,
                                 natural_motion *out);
/* Remembers the state; goes back to what was remembered. */
void natural_motion_keep(natural_motion *x);
void natural_motion_back(natural_motion *x);

/* J at q, and what is solved with it: saddle_take. */
step_result natural_take(natural_motion *x, const double *q, double penalty);
/* For a pass of Newton's method for positions at the end of a step of h, between those at which
 * forces are looked at: slopes of forces are added to M. */
step_result natural_take_pass(natural_motion *x, const double *q, double h, double t,
                              const double *q0, const double *rates);
/* Accelerations at q1, qd1 into qdd1 (index 1). */
step_result natural_accelerations(natural_motion *x);
/* Projections: q1 onto Phi = 0, along M; qd1 onto J qd = 0; qdd1 onto J qdd + c = 0. */
step_result natural_project_positions(natural_motion *x);
step_result natural_project_rates(natural_motion *x, bool accelerations);
/* What dampers take, drives and roads give on the way to the next state: by what they do at its
 * ends, or in the middle, where forces are those of natural_forces between the two. */
step_result natural_account_ends(natural_motion *x, double h);
void natural_account_middle(natural_motion *x, double h);
/* Work of drives and of forces from outside since the start, and the energy less that and more what
 * dampers took: it stays [paper C, (12)]. */
double natural_supplied(const natural_motion *x);
double natural_balance(const natural_motion *x);

/* The next state becomes the state, h later. STEP_DIVERGED where it is not finite. */
step_result natural_motion_advance(natural_motion *x, double h);

/* Newton's method for the next positions: how `step` makes the state of them, and one pass, which
 * tells the largest change. From the step that accelerations alone would make. */
typedef void natural_rule(natural_motion *x, double h);
typedef step_result natural_pass(natural_motion *x, double h, double *change);
step_result natural_newton(natural_motion *x, double h, natural_rule *rule, natural_pass *one);
/* What follows where constraints hold for positions alone: rates and accelerations are projected,
 * and the next state becomes the state. */
step_result natural_end_projected(natural_motion *x, double h);

/* Largest of Phi and of J qd. */
double natural_open(natural_motion *x);
double natural_open_rate(natural_motion *x);

/* The methods: one step of h from the state. */
step_result natural_step_index1(natural_motion *x, double h);
step_result natural_step_index3(natural_motion *x, double h);
step_result natural_step_plain(natural_motion *x, double h);
step_result natural_step_conserving(natural_motion *x, double h);
step_result natural_step_both(natural_motion *x, double h);

#endif
