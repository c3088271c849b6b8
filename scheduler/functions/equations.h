/* SPDX-License-Identifier: MIT */
/* The equations of motion of a tree: named variables, each a sum of products of earlier
 * ones, simplified. Text form `.eqn`, docs/forms.md. */
#ifndef TAUFLOW_EQUATIONS_H
#define TAUFLOW_EQUATIONS_H

#include "algebra/unit_cycles.h"
#include "base/progress.h"
#include "base/text.h"
#include "machine/words.h"
#include "robot/tree.h"

typedef enum {
    FORMALISM_CLASSIC, /* the recursion of [T 1.3.2]: parameters stay symbols, centre-of-mass form
                        */
    FORMALISM_DEFAULT  /* any algebra that leaves the torques unchanged */
} formalism;

typedef struct {
    function_kind function; /* whose equations */
    formalism form;
    uint32_t effort; /* 0: no search at all; 1: quick; 2: the default; 3: long */
    uint64_t seed;   /* of the search; the same seed gives the same equations */
    bool record_passes; /* measure what each pass saves; costs a few more passes */
    bool shortest;      /* trade operations for a short longest path (default formalism only) */
    unit_cycles cycles;
    uint32_t lanes; /* of variants: over which inputs come; 0: they are all there at once */
    uint32_t units[UNIT_KINDS]; /* of variants: what there is of each kind to compute them; 0: as
                                   many as they like */
    /* may end searches early: the equations are then the best so far; NULL: nobody watches */
    progress *life;
    /* what forms of the same tree came to in earlier searches (algebra/descent.h), which changes no
       result; NULL: nobody remembers */
    struct descent_memory *trials;
} equations_options;

equations_options equations_options_default(void);

/* What one pass left over: operation counts after it. */
typedef struct {
    const char *name;
    uint32_t mul, add, other; /* other: divisions, roots, arc tangents */
} equations_pass;

/* One of several ways to write a function that were weighed against each other, before the last
 * search; the cheapest was taken. */
typedef struct {
    const char *name;
    uint32_t mul, add, other;
    bool taken;
} equations_scheme;
static inline uint32_t equations_scheme_sum(const equations_scheme *s)
{
    return s->mul + s->add + s->other;
}

typedef struct equations equations;

/* Whether the function can be written for the tree: a message, or OK, and the notes that building
 * its equations gives. */
status equations_check_tree(const tree *t, function_kind function, diag *d);
status equations_build(arena *mem, const tree *t, const equations_options *options, equations **out,
                       diag *d);

/* The same torques in several variants, from the fewest operations on: none has no more operations
 * than another and a path that is clearly shorter, by more than schedules differ from what paths
 * promise. */
typedef struct {
    equations **list;
    uint32_t *operations, *path_cycles; /* of each */
    uint32_t count;
    uint32_t shortest; /* the one with the shortest path, of several that with fewest operations */
} equations_front;
status equations_build_front(arena *mem, const tree *t, const equations_options *options,
                             equations_front *out, diag *d);

void equations_print(const equations *e, text *out);

/* How passes over these equations were compared with what was before them (identity.h). */
typedef struct {
    uint64_t prime;
    uint32_t passes;    /* that were compared */
    uint32_t points;    /* of the field, at which each was at least; the first is point 0 */
    double chance_log2; /* of the chance that any of them hid a difference */
    uint32_t roundings; /* how often two constants were taken for one that are not */
    uint32_t rounded;   /* outputs that were another function then, and were compared in binary64:
                           of each pass in which they were */
} equations_proof;
equations_proof equations_proof_of(const equations *e);
/* With record_passes: the counts after each pass, from the plain recursion on; otherwise the last
 * alone. */
const equations_pass *equations_passes(const equations *e, uint32_t *count);
/* All ways that were weighed; none where there is only one. */
const equations_scheme *equations_schemes(const equations *e, uint32_t *count);

#endif
