/* SPDX-License-Identifier: MIT */
/* The operations of a shipped robot's function, without a search: quick, and as large as robots
 * make them. */
#ifndef TAUFLOW_ROBOT_OPS_H
#define TAUFLOW_ROBOT_OPS_H

#include "passes.h"
#include "unit/ops_fixture.h"

/* `width`: of fixed point, or 0 for binary32. */
static inline ops function_ops(arena *mem, const char *path, function_kind function,
                               uint32_t width)
{
    diag d = diag_make(mem);
    passes_settings s = passes_default();
    passes_forms *f = ARENA_ARRAY(mem, passes_forms, 1);
    s.equations.effort = 0;
    s.equations.function = function;
    s.numbers.format = width;
    if (passes_read(mem, path, &s, f, &d) != STATUS_OK)
        fail_msg("%s: %s", path, d.error.text);
    return f->ops;
}

static inline ops robot_ops(arena *mem, const char *path)
{
    return function_ops(mem, path, FUNCTION_ID, 0);
}

#endif
