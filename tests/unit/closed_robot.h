/* SPDX-License-Identifier: MIT */
/* A robot and its loops, for tests: settings first, then its file, its loops, its functions. */
#ifndef TAUFLOW_TEST_CLOSED_ROBOT_H
#define TAUFLOW_TEST_CLOSED_ROBOT_H

#include "loops/loops.h"
#include "unit/tree_ops.h"

enum { MOST = 64 }; /* freedoms */

typedef struct {
    arena mem;
    diag d;
    passes_settings s;
    passes_forms forms;
    loops l;
    uint32_t all, of_free; /* freedoms, and those of free bodies */
} closed_robot;

static inline void read_robot(const char *path, closed_robot *r)
{
    r->mem = arena_make();
    r->d = diag_make(&r->mem);
    r->s.equations.effort = 0;
    if (passes_tree(&r->mem, path, &r->s, &r->forms, &r->d) != STATUS_OK)
        fail_msg("%s: %s", path, r->d.error.text);
}

static inline void find_loops(closed_robot *r)
{
    if (loops_find(&r->mem, &r->forms.tree, &r->l, &r->d) != STATUS_OK)
        fail_msg("%s: %s", r->forms.tree.name, r->d.error.text);
    r->all = tree_freedoms(&r->forms.tree);
    r->of_free = 6 * tree_free_bodies(&r->forms.tree);
    assert_in_range(r->all, 1, MOST);
}

static inline ops function_of(closed_robot *r, function_kind function, formalism form)
{
    passes_forms f = {.tree = r->forms.tree};
    r->s.equations.function = function;
    r->s.equations.form = form;
    if (passes_operations(&r->mem, &r->s, &f, &r->d) != STATUS_OK)
        fail_msg("%s: %s", r->forms.tree.name, r->d.error.text);
    return f.ops;
}

#endif
