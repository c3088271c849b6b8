/* SPDX-License-Identifier: MIT */
#include "algebra/exact.h"

#include <math.h>

exact_number exact_of(double value)
{
    return (exact_number){field_from_double(value), wide_exact(value), fabs(value)};
}

exact_number exact_negative(exact_number a)
{
    return (exact_number){field_negate(a.of), wide_negative(a.near), a.size};
}

exact_number exact_sum(exact_number a, exact_number b)
{
    return (exact_number){field_add(a.of, b.of), wide_add(a.near, b.near), a.size + b.size};
}

exact_number exact_product(exact_number a, exact_number b)
{
    return (exact_number){field_multiply(a.of, b.of), wide_multiply(a.near, b.near),
                          a.size * b.size};
}

exact_number exact_quotient(exact_number a, exact_number b)
{
    residue inverse;
    field_inverse(b.of, &inverse);
    const double under = fabs(b.near.hi), size = a.size / under * (b.size / under);
    return (exact_number){field_multiply(a.of, inverse), wide_divide(a.near, b.near), size};
}
