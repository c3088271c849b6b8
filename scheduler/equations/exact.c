#include "equations/exact.h"

#include <math.h>

static exact_number split_sum(residue of, double a, double b)
{
    const double hi = a + b, back = hi - a;
    return (exact_number){.of = of, .hi = hi, .lo = (a - (hi - back)) + (b - back)};
}

static exact_number sized(exact_number e, double size)
{
    e.size = size;
    return e;
}

exact_number exact_of(double value)
{
    return (exact_number){field_from_double(value), value, 0, fabs(value)};
}

exact_number exact_negative(exact_number a)
{
    return (exact_number){field_negate(a.of), -a.hi, -a.lo, a.size};
}

exact_number exact_sum(exact_number a, exact_number b)
{
    const exact_number s = split_sum(0, a.hi, b.hi);
    return sized(split_sum(field_add(a.of, b.of), s.hi, s.lo + (a.lo + b.lo)), a.size + b.size);
}

exact_number exact_product(exact_number a, exact_number b)
{
    const double hi = a.hi * b.hi, lo = fma(a.hi, b.hi, -hi) + (a.hi * b.lo + a.lo * b.hi);
    return sized(split_sum(field_multiply(a.of, b.of), hi, lo), a.size * b.size);
}

exact_number exact_quotient(exact_number a, exact_number b)
{
    residue inverse;
    field_inverse(b.of, &inverse);
    const double hi = a.hi / b.hi, lo = (fma(-hi, b.hi, a.hi) + (a.lo - hi * b.lo)) / b.hi;
    const double size = a.size / fabs(b.hi) * (b.size / fabs(b.hi));
    return sized(split_sum(field_multiply(a.of, inverse), hi, lo), size);
}
