/* SPDX-License-Identifier: MIT */
/* For the second opinion: a function of x and y with its first and second derivatives there. */
#ifndef TAUFLOW_JET_H
#define TAUFLOW_JET_H

#include "check/amount.h"

typedef struct {
    amount z, x, y, xx, xy, yy;
} jet;

static inline jet jet_of(amount z)
{
    const amount none = amount_of(0);
    return (jet){z, none, none, none, none, none};
}

jet jet_add(jet a, jet b);
jet jet_negative(jet a);
jet jet_multiply(jet a, jet b);
/* f(a), by f and its derivatives at a. */
jet jet_chain(jet a, amount f, amount slope, amount bend);
jet jet_reciprocal(jet a);
jet jet_sqrt(jet a);

#endif
