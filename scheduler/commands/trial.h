/* Many random states of a robot through a core, and what two evaluators say of the results. */
#ifndef TAUFLOW_TRIAL_H
#define TAUFLOW_TRIAL_H

#include "program/stream.h"

typedef struct {
    const ops *p;
    uint32_t steps;
    double *exact;       /* steps x inputs: the words before rounding */
    uint32_t *in, *out;  /* binary32 bits: steps x inputs, steps x outputs */
} trial;

/* States at random: angles and lengths -pi .. pi, velocities -3 .. 3, accelerations -5 .. 5, motion of free bodies -3 .. 3, forces
 * -20 .. 20, plain words -1 .. 1. Sines and cosines are made in binary64, then rounded, as the host library does. */
trial trial_make(arena *mem, const ops *p, uint32_t steps, uint64_t seed);

typedef struct {
    uint32_t mismatches;  /* words that are not the binary32 evaluator's, bit for bit */
    double max_rel_error; /* against the binary64 evaluator on the unrounded state, over the largest value of the same output */
} trial_verdict;

trial_verdict trial_judge(const trial *t);

#endif
