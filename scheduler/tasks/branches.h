/* SPDX-License-Identifier: MIT */
/* A tree in branches, and branches with the blocks of its loops in groups: what of a model can be
 * computed side by side before any equation is looked at [T 4.3]. */
#ifndef TAUFLOW_BRANCHES_H
#define TAUFLOW_BRANCHES_H

#include "base/args.h"
#include "loops/loops.h"

#define BRANCH_NONE UINT32_MAX

/* Bodies one after another, up to one that carries none or several. */
typedef struct {
    uint32_t parent;  /* branch; BRANCH_NONE: it hangs from the base */
    uint32_t *bodies; /* outwards */
    uint32_t bodies_count, bodies_capacity;
    uint32_t group;
    bool is_free; /* no block has a coordinate of it among those that depend */
} branch;

/* Branches are numbered as their first joints stand in the file. Group 0 is that of the first
 * branch; those of blocks follow, in the order of blocks, then those of free branches. */
typedef struct {
    const tree *t;
    const loops *l; /* NULL: there are none */
    branch *list;
    uint32_t count;
    uint32_t *of_body;        /* [0], the base, has none */
    uint32_t *of_block_group; /* per block: its group */
    uint32_t groups;
} branches;

branches branches_find(arena *mem, const tree *t, const loops *l);
/* Groups as a user wishes them: each item is a list of branches by their numbers, from 1, that come
 * together, "1,3,7". Branches of one block come together whatever is wished, and branches that no
 * item names go as they do without. Refuses what is no branch, and one that is wished twice. */
status branches_regroup(arena *mem, branches *b, const arg_list *wish, diag *d);

/* The branch of a word's owner, of a joint that others follow its own; BRANCH_NONE where there is
 * none. */
uint32_t branches_of_owner(const branches *b, word_owner owner, uint32_t index);
/* Whether `upper` is `branch` or carries it. */
bool branches_carry(const branches *b, uint32_t upper, uint32_t number);

#endif
