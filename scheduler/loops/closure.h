/* SPDX-License-Identifier: MIT */
/* Loops closed in the equations [T 2.4]: from positions of all coordinates, and velocities of the
 * independent ones, what the dependent coordinates q_v do, block by block.
 *
 *   J_v dq   = -h                    one pass of Newton's method: q_v + dq comes out
 *   J_v B    = -J_u                  qd_v = B qd_u
 *   J_v b'   = -quadratic            qdd_v = B qdd_u + b'
 *
 * Everything but dq is of the positions as they are given: whoever finds the constraints too far
 * from zero (the residual of a block is the sum of their squares) takes q_v + dq and asks again.
 * With more passes (newton_passes of the tree) the first ones go before: everything is of the
 * positions that these lead to. */
#ifndef TAUFLOW_CLOSURE_H
#define TAUFLOW_CLOSURE_H

#include "loops/block_solver.h"
#include "loops/loops.h"

/* How it is written. */
typedef struct {
    constraint_frames frames;
    uint32_t cofactors; /* rows of the largest blocks that are inverted by cofactors */
    bool through_cuts;  /* velocities from J_u qd_u, not from B; reductions likewise */
    bool slopes_at_once; /* constraints are differentiated along T, not by each coordinate */
} closure_form;

typedef struct {
    arena *mem;
    const loops *l;
    constraint_sums c;    /* at the positions; what is quadratic with accelerations alone */
    block_solver *solver; /* per block */
    poly *correction;     /* dq, per place among the dependent */
    poly *dependence;     /* B: [place * coordinates + coordinate] */
    poly *quadratic;      /* of the constraints, per place; NULL unless asked for ... */
    poly *bias;           /* ... and b' */
    signals *s;
    net *n;
} closure;

enum { CLOSURE_RATES = 1, CLOSURE_ACCELERATIONS = 2 };

sample_states loops_samples(const loops *l);

/* Positions and B always. With rates the signals derive those of dependent coordinates from here
 * on; accelerations need rates. False where a block cannot be solved at any closed position. */
bool closure_write(arena *mem, const loops *l, const closure_form *f, unsigned asked, signals *s,
                   net *n, closure *out);

/* sum + rows of the dependent: B' x of column `coordinate`, x per place. */
poly closure_reduce(const closure *c, poly sum, uint32_t coordinate, const poly *x);
/* J of the constraint at a place by a coordinate. */
poly closure_entry(const closure *c, uint32_t at_row, uint32_t coordinate);
/* Solves J_v x = -side, both by places. */
void closure_solve_negative(const closure *c, const poly *side, poly *x);
/* Solves J_v' x = b: what holds the cuts closed. By places. */
void closure_solve_transposed(const closure *c, poly *b);
/* Outputs: corrected positions, residuals and pivots. */
void closure_outputs(const closure *c);
/* Pivots of either sign, each told as that of a freedom. */
void closure_put_pivots_of(const tree *t, const uint32_t *freedom, const poly *pivot,
                           uint32_t count, const sample_states *at, signals *s, net *n);
/* Per block the sum of squares of its constraints. */
void closure_put_residuals(const loops *l, const constraint_sums *c, signals *s, net *n);
/* What is left of constraints that were left out, and of their derivatives, where coordinates have
 * these accelerations and what drifts is pulled together so (0, 0: as it is). c has all of them. */
void closure_put_left_out(const loops *l, const constraint_sums *c, const poly *accelerations,
                          stabilisation pull, signals *s, net *n);
/* The same where loops are closed. */
void closure_left_out_outputs(const closure *c, const poly *accelerations);
/* The pivots of a solver, each told as that of a joint: of column k, joints[k]. */
void closure_put_pivots(const closure *c, const block_solver *b, const uint32_t *joints);
/* An output per joint: of dependent ones, by places; others have 0. */
void closure_joint_outputs(const closure *c, output_kind kind, const poly *of);
/* Freedoms without a pivot are told to have 1: arrays of results are whole. After all others. */
void closure_complete_pivots(const tree *t, signals *s, net *n);
/* Velocities of the dependent. */
void closure_rate_outputs(const closure *c);

#endif
