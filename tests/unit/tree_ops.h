/* SPDX-License-Identifier: MIT */
/* The operations of a tree's function, and what they give in a state. */
#ifndef TAUFLOW_TEST_TREE_OPS_H
#define TAUFLOW_TEST_TREE_OPS_H

#include "operations/state.h"
#include "passes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static inline ops tree_ops(arena *mem, const tree *t, function_kind function, formalism form,
                           uint32_t effort)
{
    diag d = diag_make(mem);
    passes_settings s = passes_default();
    passes_forms f = {.tree = *t};
    s.equations.function = function;
    s.equations.form = form;
    s.equations.effort = effort;
    if (passes_operations(mem, &s, &f, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return f.ops;
}

/* The values of all outputs. */
static inline double *state_results(arena *mem, const ops *p, const robot_state *s)
{
    double *in = ARENA_ARRAY(mem, double, p->inputs_count + 1);
    double *out = ARENA_ARRAY(mem, double, p->outputs_count + 1);
    state_to_inputs64(p, s, in);
    ops_eval64(p, in, out, ARENA_ARRAY(mem, double, p->list_count + 1));
    return out;
}

#endif
