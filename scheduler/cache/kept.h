/* SPDX-License-Identifier: MIT */
/* What the passes keep of their searches, and take instead of a search (cache.h): equations, the
 * one of several that was chosen with its schedule, and the schedule of a graph.
 *
 * Nothing that was kept is taken as it is. Equations are read by a parser that knows the tree,
 * become operations by the pass that makes them of all equations, and are held against those of the
 * plain recursion, which no search has touched, at random states. A schedule is read and judged as
 * a .sched file is, on the machine that was asked for. What is not as it should be is removed, a
 * note says so, and the search runs again. */
#ifndef TAUFLOW_KEPT_H
#define TAUFLOW_KEPT_H

#include "cache/entry.h"
#include "cache/key.h"

typedef struct {
    cache *in; /* NULL: nothing of this is kept */
    cache_key key;
    const tree *t; /* NULL, as `plain`: what is kept is a schedule alone */
    const equations *plain;
    const progress *life; /* whose end makes a result one of luck */
    cache_entry entry; /* what was found */
    bool listens;
    uint32_t notes, warnings; /* of the diag, when it began to */
} kept_result;

/* Equations of a tree. Where the recursion alone takes long, or nothing is searched for, none are
 * kept. */
kept_result kept_equations(arena *mem, cache *in, const tree *t, const equations_options *o);
/* One of several variants of them, and its schedule. `more`: what else the choice depends on. */
kept_result kept_choice(arena *mem, cache *in, const tree *t, const equations_options *o,
                        const schedule_wish *w, const char *more);
/* The schedule of a graph. `more`: likewise. */
kept_result kept_schedule(arena *mem, cache *in, const ops *p, const schedule_wish *w,
                          const char *more);

/* The equations that were kept, read and checked; NULL: none. */
equations *kept_find_equations(arena *mem, kept_result *k, diag *d);
/* The schedule of a graph, read and checked; the entry is that of kept_find_equations, or is looked
 * for. False: there is none. */
bool kept_find_schedule(arena *mem, kept_result *k, const ops *p, const schedule_wish *w,
                        schedule *out, diag *d);
/* Gives the notes that the search gave while they were listened to. */
void kept_give_notes(const kept_result *k, diag *d);
/* Whoever finds a fault later. */
void kept_spoilt(kept_result *k, const char *why, diag *d);

/* Notes are kept from here on; those of equations_check_tree, which is fast, need not be. */
void kept_listen(kept_result *k, const diag *d);
/* After it: e and s may be NULL. Not where the search was ended early. */
void kept_store(kept_result *k, uint32_t variants, const equations *e, const ops *p,
                const schedule *s, diag *d);

#endif
