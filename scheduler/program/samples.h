/* Random states of a robot as the words of a core, and what two evaluators say of the results. */
#ifndef TAUFLOW_SAMPLES_H
#define TAUFLOW_SAMPLES_H

#include "program/stream_run.h"

typedef struct {
    const ops *p;
    uint32_t steps;
    double *exact;      /* steps x inputs: the words before rounding */
    uint32_t *in, *out; /* binary32 bits: steps x inputs, steps x outputs */
} sample_set;

/* States at random, in the ranges of machine/words.def. Sines and cosines are made in binary64,
 * then rounded, as the host library does. */
sample_set samples_make(arena *mem, const ops *p, uint32_t steps, uint64_t seed);

/* The words that the binary32 evaluator makes of them, steps x outputs. */
uint32_t *samples_expected(arena *mem, const sample_set *t);

typedef struct {
    uint32_t mismatches;  /* words that are not the binary32 evaluator's, bit for bit */
    double max_rel_error; /* against the binary64 evaluator on the unrounded state, over the
                           * largest value of the same output, of all of its kind where the
                           * graph divides */
    bool accurate;        /* as far as binary32 allows */
} samples_verdict;

samples_verdict samples_judge(const sample_set *t);

#endif
