/* SPDX-License-Identifier: MIT */
/* Short names of what amounts are computed with, for files that write printed formulas. */
#ifndef TAUFLOW_AMOUNT_WORDS_H
#define TAUFLOW_AMOUNT_WORDS_H

#include "check/amount.h"

static inline amount plus(amount a, amount b)
{
    return amount_add(a, b);
}

static inline amount minus(amount a, amount b)
{
    return amount_sub(a, b);
}

static inline amount times(amount a, amount b)
{
    return amount_multiply(a, b);
}

static inline amount scaled(double k, amount a)
{
    return amount_scale(a, k);
}

#endif
