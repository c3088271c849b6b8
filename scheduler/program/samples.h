/* SPDX-License-Identifier: MIT */
/* Random states of a robot as the words of a core, and what two evaluators say of the results. */
#ifndef TAUFLOW_SAMPLES_H
#define TAUFLOW_SAMPLES_H

#include "program/stream_run.h"

typedef struct {
    const ops *p;
    uint32_t steps;
    bool is_closed;     /* of sample_motions, where residuals are zero but for rounding */
    uint32_t refused;   /* states passed over: too near a singular position */
    double *exact;      /* steps x inputs: the words before rounding */
    const double *bound; /* per output: what its error may be; NULL: not known */
    uint32_t *in, *out; /* words of a core: steps x inputs, steps x outputs */
} sample_set;

/* States at random, in the ranges of machine/words.def, or those of a graph in fixed point. Sines
 * and cosines are made in binary64, then rounded, as the host library does. */
sample_set samples_make(arena *mem, const ops *p, uint32_t steps, uint64_t seed);

/* Positions and velocities that states are drawn at instead of random ones: `joints` numbers
 * each. */
typedef struct {
    const double *q, *qd;
    uint32_t count, joints;
    bool within_limits; /* what is drawn at random stays within the limits of joints, too */
    /* Base parameters: what is known of each, then a row per link of what that adds as its file has
     * it, of which there is more or less in a state. None: they are drawn at random. */
    const double *base;
    uint32_t base_count, base_links;
} sample_motions;

/* The same where loops are closed (none: anywhere), motions one after another and again from the
 * first. States with a pivot that the library would refuse are counted and passed over. */
sample_set samples_make_at(arena *mem, const ops *p, const sample_motions *at, uint32_t steps,
                           uint64_t seed);

/* Whether an output is nothing but rounding in these states: a residual of closed loops, or what is
 * left of constraints that were left out. */
bool samples_is_rounding(const sample_set *t, uint32_t output);

/* What errors of outputs are relative to, from the largest magnitude of each (or another largest
 * number that goes with it): a quotient spreads the error of one row over all, so where the graph
 * divides every output has the largest of all of its kind; entries which are small, or zero but for
 * rounding, have no scale of their own. */
void samples_join_kinds(const ops *p, double *largest);
/* 0 of no error, infinite where there is no scale. */
double samples_relative(double error, double scale);

/* The words that the evaluator of the graph's numbers makes of them, steps x outputs. */
uint32_t *samples_expected(arena *mem, const sample_set *t);

typedef struct {
    bool beyond_bound;    /* an error is larger than t->bound */
    uint32_t mismatches;  /* words that are not the evaluator's, bit for bit */
    double max_rel_error; /* against the binary64 evaluator on the unrounded state, over the
                           * largest value of the same output, of all of its kind where the
                           * graph divides */
    double closed_within; /* where loops are closed: the root of the largest residual, which has no
                           * relative error then */
    double left_out_within; /* the same of what is left of constraints that were left out: a share
                             * of their terms */
    bool accurate;        /* as far as binary32 allows */
} samples_verdict;

/* Of closed_within, in metres and radians, for words that are accurate: TAUFLOW_CLOSED_WITHIN of
 * the library, whose header the compiler does not see. */
#define RESIDUAL_ROOT 1e-5

samples_verdict samples_judge(const sample_set *t);

#endif
