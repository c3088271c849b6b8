/* Coordinate descent over forms of equations: the best price so far, and what may still be spent
 * on trials. */
#ifndef TAUFLOW_DESCENT_H
#define TAUFLOW_DESCENT_H

#include "base/progress.h"
#include "equations/depth.h"

typedef struct {
    const objective *goal;
    uint64_t least; /* operations: what a trial takes, even if most of them are swept away */
    progress *life;
    double best;        /* price; INFINITY before the first trial */
    uint64_t left, all; /* operations to be written and simplified */
} descent;

descent descent_make(const objective *goal, uint64_t budget_operations, uint64_t least,
                     progress *life);
/* A trial: whether it is the cheapest so far. What it took is spent; when `life` ends the search
 * nothing is left. */
bool descent_gains(descent *d, const net *trial);

#endif
