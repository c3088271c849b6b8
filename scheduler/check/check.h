/* SPDX-License-Identifier: MIT */
/* A second opinion on the graph of operations that a command is about to use. This folder reads the
 * robot by itself and shares no code with what writes equations: textbook recursions (Newton and
 * Euler, the work of a unit of each freedom) in numbers of twice a double's precision, derivatives
 * by dual numbers. The graph is evaluated in the same precision, in random states, and each of its
 * outputs is compared with what it must be.
 *
 * The measure. S is the sum of the absolute values of all terms that make an output up in that
 * state, in the file's own frames. An output may differ
 *   - by CHECK_ALLOWED of S: the bound that trees keep which were drawn to be hard (masses and
 *     lengths over twelve decades, tests/outside/tilted_trees_test.c). Nothing but constants is
 *     rounded here; but regrouping moves masses between bodies, so that a constant may be larger
 *     than the terms it stands for;
 *   - and by no more than CHECK_ROUNDINGS roundings of S and of what the graph's own constants,
 *     each rounded once, change of that output. This is some 1e-14 of S for robots that are not
 *     drawn to be hard.
 * A fault is seen where it changes an output by more than that in one of the states. What counts:
 *   - an entry of a rotation or axis that is not 0, 1 or -1 counts as at least CHECK_ENTRY: files
 *     are read in binary64, which leaves 2^-52 of 1 in it, however small it is;
 *   - moments of omega x J omega count in any axes; of links and payloads that are joined to
 *     others, accelerations, too, and their masses at their distance: the sum was rounded about
 *     another point;
 *   - an entry of a mass matrix counts as at least what its two diagonals allow;
 *   - so many roundings are allowed, too, of a torque in its derivative, and of the largest
 *     component of a vector in the others: in other axes these are not zero;
 *   - accelerations are judged by the torques that they take: a row of M qdd + bias - torque, with
 *     the sum over j of sqrt(M_ii M_jj) |qdd_j|, and the like for inverses and derivatives.
 * docs/verification.md tells which function is judged how, and what is trusted. */
#ifndef TAUFLOW_CHECK_H
#define TAUFLOW_CHECK_H

#include "operations/ops.h"
#include "robot/tree.h"

#include <float.h>

#define CHECK_ALLOWED 1e-12
#define CHECK_ENTRY 0x1p-10
#define CHECK_ROUNDINGS 64

enum { CHECK_STATES = 3 };

typedef struct {
    uint64_t seed;
    uint32_t states; /* 0: CHECK_STATES */
    const ops *base; /* function base-parameters, where p takes them: it is judged with p, by
                        masses, centres and moments of links */
    const ops *of;   /* of sensitivities: the function that is derived, in its plainest form */
} check_wish;

typedef struct {
    bool done;
    uint32_t states;      /* that told something */
    double worst;         /* largest difference, of the sum of absolute terms */
    double allowed;
    const char *worst_of; /* the output */
    const char *why_not;  /* where it is not done */
    double seconds;       /* of the processor */
} check_result;

/* r: after joint_settings_apply; o: with the gravity that counts. p: in numbers of no format (width
 * 0). A disagreement is an error that says how to repeat it; what cannot be judged is none, and
 * out->why_not says so. Texts live in mem. */
status check_graph(arena *mem, const robot *r, const tree_options *o, const ops *p,
                   const check_wish *w, check_result *out, diag *d);

#endif
