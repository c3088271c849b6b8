/* SPDX-License-Identifier: MIT */
/* Numbers without rounding: in the field of base/field.h, where they are exact, and with twice the
 * digits of a double (robot/wide.h), to see how far a double is off. */
#ifndef TAUFLOW_EXACT_H
#define TAUFLOW_EXACT_H

#include "base/field.h"
#include "robot/wide.h"

typedef struct {
    residue of;
    wide near;
    double size; /* sum of the absolute values of what it was folded of: roundings are of that */
} exact_number;

/* Precondition: finite. */
exact_number exact_of(double value);
exact_number exact_negative(exact_number a);
exact_number exact_sum(exact_number a, exact_number b);
exact_number exact_product(exact_number a, exact_number b);
/* Precondition: b is not 0. */
exact_number exact_quotient(exact_number a, exact_number b);

#endif
