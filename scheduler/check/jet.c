/* SPDX-License-Identifier: MIT */
#include "check/jet.h"

#include "check/amount_words.h"

jet jet_add(jet a, jet b)
{
    return (jet){plus(a.z, b.z),   plus(a.x, b.x),   plus(a.y, b.y),
                 plus(a.xx, b.xx), plus(a.xy, b.xy), plus(a.yy, b.yy)};
}

jet jet_negative(jet a)
{
    return (jet){amount_negative(a.z),  amount_negative(a.x),  amount_negative(a.y),
                 amount_negative(a.xx), amount_negative(a.xy), amount_negative(a.yy)};
}

static amount twice(amount a)
{
    return amount_scale(a, 2);
}

jet jet_multiply(jet a, jet b)
{
    return (jet){
        times(a.z, b.z),
        plus(times(a.x, b.z), times(a.z, b.x)),
        plus(times(a.y, b.z), times(a.z, b.y)),
        plus(plus(times(a.xx, b.z), times(a.z, b.xx)), twice(times(a.x, b.x))),
        plus(plus(times(a.xy, b.z), times(a.z, b.xy)), plus(times(a.x, b.y), times(a.y, b.x))),
        plus(plus(times(a.yy, b.z), times(a.z, b.yy)), twice(times(a.y, b.y)))};
}

jet jet_chain(jet a, amount f, amount slope, amount bend)
{
    return (jet){f,
                 times(slope, a.x),
                 times(slope, a.y),
                 plus(times(bend, times(a.x, a.x)), times(slope, a.xx)),
                 plus(times(bend, times(a.x, a.y)), times(slope, a.xy)),
                 plus(times(bend, times(a.y, a.y)), times(slope, a.yy))};
}

jet jet_reciprocal(jet a)
{
    const amount f = amount_reciprocal(a.z), square = times(f, f);
    return jet_chain(a, f, amount_negative(square), twice(times(f, square)));
}

/* (sqrt a)'' = -(sqrt a)'/(2 a) */
jet jet_sqrt(jet a)
{
    const amount f = amount_sqrt(a.z), slope = amount_reciprocal(twice(f));
    return jet_chain(a, f, slope, amount_negative(times(slope, amount_reciprocal(twice(a.z)))));
}
