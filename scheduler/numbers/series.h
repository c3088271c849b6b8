/* SPDX-License-Identifier: MIT */
/* Functions of a robot's state as sums of harmonics, so that what cancels is seen to cancel.
 *
 * Every variable is an angle phi. A joint's sine and cosine are sin phi and cos phi; any other
 * input, between m - r and m + r, is m + r cos phi. A product of such things is a sum of terms
 *
 *     coefficient * product over some variables of cos(k phi) or sin(k phi),   k >= 1
 *
 * (cos^2 + sin^2 = 1 and all its relatives come of cos a cos b = (cos(a-b) + cos(a+b)) / 2), and
 * each term alone is at most |coefficient|. What is left out because it is small, and what rounding
 * of the coefficients may have changed, is in `slack`: the function differs from the sum by no more
 * than that, everywhere. */
#ifndef TAUFLOW_SERIES_H
#define TAUFLOW_SERIES_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    SERIES_FACTORS = 12,        /* of a term, at most */
    SERIES_HARMONICS = 7,       /* largest k */
    SERIES_VARIABLES = 4095,    /* numbered from 1 */
    SERIES_TERMS = 20000,       /* of a series, at most */
    SERIES_PRODUCTS = 8000000   /* of terms, for one product of series, at most */
};

/* A factor: variable * 16 + code; code 2k - 1 for cos(k phi), 2k for sin(k phi). Ascending, 0 after
 * the last. */
typedef uint16_t series_factor;
#define SERIES_FACTOR(variable, code) ((series_factor)((variable) * 16u + (code)))
#define SERIES_VARIABLE(factor) ((uint32_t)(factor) >> 4)
#define SERIES_CODE(factor) ((uint32_t)(factor) & 15u)
#define SERIES_HARMONIC(code) (((code) + 1) / 2)

typedef struct {
    series_factor factor[SERIES_FACTORS];
    double coefficient;
} series_term;

typedef struct {
    series_term *terms; /* in order of their factors, no two alike; the constant one is the first */
    uint32_t count;
    double slack;
    bool there; /* false: it grew beyond the limits, nothing is known */
} series;

series series_constant(arena *mem, double value);
/* middle + radius * (the harmonic of that code, of that variable). */
series series_variable(arena *mem, uint32_t variable, uint32_t code, double middle, double radius);
/* a + sign * b. */
series series_sum(arena *mem, const series *a, const series *b, double sign);
/* most_a, most_b: proven bounds of |a|, |b|. */
series series_product(arena *mem, const series *a, const series *b, double most_a, double most_b);

/* By their factors, for qsort and bsearch. */
int series_compare_terms(const void *a, const void *b);

/* Leaves out the smallest terms, up to that share of the sum of all coefficients' magnitudes. */
void series_trim(series *s, double share);

/* The constant term. */
double series_middle(const series *s);
/* A bound of |s - middle|, slack included: terms that differ only in sine and cosine of one
 * variable are a pair, and a pair is at most the root of its squares. */
double series_radius(const series *s);

/* A bound of |s|, slack included, at most `most`, which is one already. Variables are laid on grids
 * one after another where the bound is largest: a sum of harmonics up to d is nowhere larger than
 * its largest value on n equidistant angles divided by cos(pi d / n) (Ehlich and Zeller, 1964).
 * Ends when the bound is at most `enough`, or after `work` visits of a term. */
double series_magnitude(const series *s, double most, double enough, uint64_t work);

#endif
