/* SPDX-License-Identifier: MIT */
/* What every method in natural coordinates solves, with M constant and J of the moment:
 *
 *   M x + J' mu = b          accelerations: b = Q, g = -c     projection of rates: b = 0, g = -J qd
 *   J x = g                  a pass of Newton's method: b = -residual, g = -Phi
 *
 * Directly, by the factors of M and of S = J M^-1 J'; or by the published penalties: passes of
 * (M + a J'J) x = b - J' mu + a J' g, mu += a (J x - g), written in increments of x, without which
 * round-off of a J'J alone costs most figures. */
#ifndef TAUFLOW_SADDLE_H
#define TAUFLOW_SADDLE_H

#include "apps/motion/natural.h"

typedef enum { SOLVE_DIRECT, SOLVE_PENALTY } solve_way;

/* Factors, and the first and last row with which each shares something. */
typedef struct {
    double *of;
    uint32_t *first, *last;
} saddle_factors;

typedef struct {
    const natural *n;
    solve_way way;
    saddle_factors mass;  /* of M, made once */
    saddle_factors sum;   /* of M and what was added to it */
    bool takes_sum;       /* in place of M */
    double *row;          /* J, count columns */
    double *whole;        /* factors of S or of M + a J'J */
    double *reach;        /* direct: M^-1 J', by constraints */
    double penalty;       /* a of `whole` */
    double *side, *gap;   /* work */
    uint32_t *used;       /* work: the columns in which a row of J is not 0 */
} saddle;

/* Fails where M is not definite, which natural_read has seen to. */
saddle saddle_make(arena *mem, const natural *n, solve_way way);

/* Takes J at q, and M with `added` (count x count, NULL: nothing) in its place. False where
 * constraints depend on each other, directly solved: only penalties go on from there. */
bool saddle_take(saddle *s, const double *q, double penalty, const double *added);
/* x and mu; by penalties in `passes` of them, mu beginning at 0. */
void saddle_solve(saddle *s, const double *b, const double *g, uint32_t passes, double *x,
                  double *mu);
/* out += factor J' of */
void saddle_add_reaction(const saddle *s, double factor, const double *of, double *out);
/* out = J of */
void saddle_rates(const saddle *s, const double *of, double *out);
/* out = M of */
void saddle_momentum(const saddle *s, const double *of, double *out);

#endif
