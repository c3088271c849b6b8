/* SPDX-License-Identifier: MIT */
/* What the files of passes/ share: steps between the forms of passes.h. */
#ifndef TAUFLOW_PASSES_PARTS_H
#define TAUFLOW_PASSES_PARTS_H

#include "passes.h"

/* The bytes of a file, and what it is. */
status passes_take_source(arena *mem, const char *path, passes_forms *f, diag *d);
/* Robot and tree of bytes that were taken. */
status passes_build_tree(arena *mem, const passes_settings *s, passes_forms *f, diag *d);
/* Operations of bytes that were taken and are no robot. */
status passes_read_ops(arena *mem, const passes_settings *s, passes_forms *f, diag *d);
/* All forms of bytes that were taken, of a robot or of operations. */
status passes_read_taken(arena *mem, const passes_settings *s, passes_forms *f, diag *d);

/* Functions of trees are what other libraries give for robots with loops, too: users add what holds
 * the cuts themselves. They are told that it is not in it. */
void passes_note_open(const passes_settings *s, const tree *t, diag *d);
/* Whether frames are chosen by offsets, too. Not where results depend on them: parameters are what
 * a body has in its frame. */
bool passes_count_offsets(const passes_settings *s);
/* What the tree has to know of the function that it is asked for, here and anew for another.
 * Refuses laws that are calls where what computes the function cannot hold them. */
status passes_take_function(const passes_settings *s, tree *t, diag *d);
/* Equations and operations of f->tree in its frames, in numbers of no format yet; their search
 * takes that share of the time limit. */
status passes_build_operations(arena *mem, const passes_settings *s, double share, passes_forms *f,
                               diag *d);
/* Sets low and high of inputs that are parameters of the tree's links. */
void passes_expect_parameters(arena *mem, const tree *t, ops *p);
/* f->equations as operations. */
status passes_lower(arena *mem, const passes_settings *s, sum_shape sums, passes_forms *f, diag *d);

/* Options of a search whose result is kept: what one command keeps serves all, those that show what
 * each pass saves, too. */
static inline equations_options passes_kept_options(const passes_settings *s)
{
    equations_options o = s->equations;
    o.record_passes = o.record_passes || s->cache;
    return o;
}

/* What a choice among graphs and schedules depends on beside equations and machine. */
const char *passes_choice_settings(arena *mem, const passes_settings *s);

#endif
