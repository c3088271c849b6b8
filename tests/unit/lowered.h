/* SPDX-License-Identifier: MIT */
/* The operations of equations, for tests that look at those of a search. */
#ifndef TAUFLOW_LOWERED_H
#define TAUFLOW_LOWERED_H

#include "operations/lower.h"
#include "unit/ops_fixture.h"

static inline ops lowered(arena *mem, const equations *e)
{
    diag d = diag_make(mem);
    ops p;
    if (ops_lower(mem, e, SUMS_BALANCED, &p, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return p;
}

#endif
