/* SPDX-License-Identifier: MIT */
/* How the equations of motion of a robot with loops answer to changes of its independent
 * coordinates u, their velocities and accelerations, while the dependent ones follow: derivatives
 * along closed states, at the positions and velocities that all results are of.
 *
 * With T = [1; B], which carries motions of u to all joints, the balance of a motion is
 * T' (Phi - Q) = 0, Phi the torques of the tree and Q what drives it. Nothing of it is solved for
 * and differentiated again: with the multipliers lambda = J_v^-T (Phi - Q)_v that hold the cuts,
 * Phi - Q - J' lambda is zero along dependent joints and T' J' is zero everywhere, so that
 *
 *   d(T' (Phi - Q)) = T' d(Phi - J' lambda)      lambda and Q held
 *
 * and the tree's own derivatives (derivatives.h) do, with those of the constraints:
 *
 *   J_v D = -(J qd)_q T               D: what dependent velocities change by per u
 *   J_v E = -(g_q T + g_qd D)         E: what dependent accelerations do, g = J qdd + quadratic
 *   2 D                               what dependent accelerations change by per velocity of u
 *
 *   by u           T' ((Phi_q - (J' lambda)_q) T + Phi_qd D + M E)
 *   by velocities  T' (Phi_qd T + 2 M D)
 *   by u's accelerations   T' M T = Mr */
#ifndef TAUFLOW_CLOSED_CHANGES_H
#define TAUFLOW_CLOSED_CHANGES_H

#include "algebra/transplant.h"
#include "loops/closed_reduction.h"

#define NO_INPUT UINT32_MAX

typedef struct {
    reduction r;
    /* The tree and its constraints with every motion given: a net of its own, and how it is
     * written into the one of the function. */
    net own;
    signals inputs;
    sym *multiplier_input;          /* there: per place */
    sym *follow_input, *rate_input; /* B and D there: [place * rows + column], or NO_INPUT */
    poly *slope;            /* along T, of sums of the constraints there: [sum * rows + column] */
    poly *held_by_position; /* of J' lambda there, where it is not among those; else NULL */
    transplant into;
    const derivatives *tree;
    poly *tree_by_position, *tree_by_rate; /* in the net of the function, the first less
                                              held_by_position */
    /* Columns are rows of the reduction, those of D, E and by_position only coordinates. */
    poly *rate;         /* D: [place * rows + column] */
    poly *acceleration; /* E: likewise */
    poly *by_position, *by_rate; /* of the balance: [row * rows + column] */
} closed_changes;

/* Loops closed, with the outputs that tell so, Mr and Fr; undriven: Q is not in Fr. */
closed_changes *changes_begin(const closed_writer *w, bool is_undriven);
/* Where the tree alone is known: rods with mass become part of it (closed_rods.c). */
void changes_add_rods(closed_changes *c);
/* With accelerations x of the rows. */
void changes_at(closed_changes *c, const poly *x);
/* Torques of the tree there: Phi, by coordinates. */
poly *changes_torques(const closed_changes *c);
/* The rest, where the dependent joints hold `held` (by places). */
void changes_end(closed_changes *c, const poly *held);
/* What B x changes by per u where x is held: D for other velocities, by rows. */
poly *changes_of_dependence(const closed_changes *c, const poly *x);

#endif
