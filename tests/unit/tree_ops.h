/* SPDX-License-Identifier: MIT */
/* The operations of a tree's function, and what they give in a state. */
#ifndef TAUFLOW_TEST_TREE_OPS_H
#define TAUFLOW_TEST_TREE_OPS_H

#include "operations/lower.h"
#include "operations/state.h"
#include "passes.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

static inline status tree_ops_try(arena *mem, const tree *t, function_kind function, formalism form,
                                  uint32_t effort, ops *p, diag *d)
{
    passes_settings s = passes_default();
    passes_forms f = {.tree = *t};
    s.equations.function = function;
    s.equations.form = form;
    s.equations.effort = effort;
    TRY(passes_operations(mem, &s, &f, d));
    *p = f.ops;
    return STATUS_OK;
}

static inline ops tree_ops(arena *mem, const tree *t, function_kind function, formalism form,
                           uint32_t effort)
{
    diag d = diag_make(mem);
    ops p;
    if (tree_ops_try(mem, t, function, form, effort, &p, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return p;
}

/* What sensitivities are of where any will do; nothing for other functions. */
static inline derive_wish any_derivation(function_kind function)
{
    static const char *BY[] = {"q,qd"};
    if (!function_has(function, ARRAY_SENSITIVITIES))
        return (derive_wish){0};
    return (derive_wish){
        function_has(function, ARRAY_RESIDUAL) ? FUNCTION_CLOSED_ID : FUNCTION_ID, BY, 1};
}

/* Equations lowered as they are written: without what follows in passes. */
static inline ops written_ops(arena *mem, const tree *t, function_kind function, formalism form,
                              uint32_t effort)
{
    equations_options how = equations_options_default();
    equations *e;
    ops p = {0};
    diag d = diag_make(mem);
    how.form = form;
    how.effort = effort;
    how.function = function;
    if (equations_build(mem, t, &how, &e, &d) != STATUS_OK ||
        ops_lower(mem, e, SUMS_CASCADE, &p, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return p;
}

/* Those that there may be none of: then there is an error. */
typedef struct {
    arena mem;
    diag d;
    ops p;
    bool built;
} tree_function;

static inline tree_function function_build(const tree *t, function_kind function, formalism form,
                                           uint32_t effort)
{
    tree_function f = {.mem = arena_make()};
    f.d = diag_make(&f.mem);
    f.built = tree_ops_try(&f.mem, t, function, form, effort, &f.p, &f.d) == STATUS_OK;
    return f;
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

/* Of a shipped robot, by its name. */
static inline tree shipped_tree(arena *mem, const char *name, bool floating)
{
    diag d = diag_make(mem);
    passes_settings s = passes_default();
    passes_forms f = {0};
    s.tree.floating_base = floating;
    const char *path = arena_printf(mem, "robots/%s.urdf", name);
    assert_int_equal(passes_tree(mem, path, &s, &f, &d), STATUS_OK);
    return f.tree;
}

#endif
