/* SPDX-License-Identifier: MIT */
#include "tasks/branches.h"

#include <stdlib.h>

static uint32_t children(const tree *t, uint32_t body)
{
    uint32_t count = 0;
    for (uint32_t i = body + 1; i < t->bodies_count; i++)
        count += t->bodies[i].parent == body;
    return count;
}

/* --- branches --------------------------------------------------------------------------------- */

/* Where the first joint of a branch stands in the file; a root that floats before all. */
static uint32_t file_place(const tree *t, const branch *b)
{
    const uint32_t joint = t->bodies[b->bodies[0]].joint;
    return joint == ROBOT_NONE ? 0 : joint + 1;
}

static void cut_tree(arena *mem, branches *b)
{
    const tree *t = b->t;
    b->list = ARENA_ARRAY(mem, branch, t->bodies_count);
    b->of_body = ARENA_ARRAY(mem, uint32_t, t->bodies_count);
    b->of_body[0] = BRANCH_NONE;
    for (uint32_t i = 1; i < t->bodies_count; i++) {
        const uint32_t parent = t->bodies[i].parent;
        const bool goes_on = parent != 0 && children(t, parent) == 1;
        const uint32_t number = goes_on ? b->of_body[parent] : b->count++;
        branch *one = &b->list[number];
        if (!goes_on)
            *one = (branch){.parent = b->of_body[parent], .is_free = true};
        *ARENA_PUSH(mem, one, bodies) = i;
        b->of_body[i] = number;
    }
}

/* In the order of the file, if every branch stands after its parent there. */
static void number_as_in_file(arena *mem, branches *b)
{
    uint32_t *rank = ARENA_ARRAY(mem, uint32_t, b->count);
    branch *list = ARENA_ARRAY(mem, branch, b->count);
    for (uint32_t i = 0; i < b->count; i++)
        for (uint32_t k = 0; k < b->count; k++) {
            const uint32_t mine = file_place(b->t, &b->list[i]);
            const uint32_t other = file_place(b->t, &b->list[k]);
            rank[i] += other < mine || (other == mine && k < i);
        }
    for (uint32_t i = 0; i < b->count; i++)
        if (b->list[i].parent != BRANCH_NONE && rank[b->list[i].parent] > rank[i])
            return;
    for (uint32_t i = 0; i < b->count; i++) {
        list[rank[i]] = b->list[i];
        if (list[rank[i]].parent != BRANCH_NONE)
            list[rank[i]].parent = rank[b->list[i].parent];
    }
    for (uint32_t i = 1; i < b->t->bodies_count; i++)
        b->of_body[i] = rank[b->of_body[i]];
    b->list = list;
}

/* --- groups ----------------------------------------------------------------------------------- */

/* Branches that hold dependent coordinates of one block come together, blocks that share a branch
 * too: group[] names the least branch of each set. */
static void join_by_blocks(const branches *b, uint32_t *set)
{
    for (uint32_t k = 0; k < b->l->blocks_count; k++) {
        const loop_block *block = &b->l->blocks[k];
        uint32_t first = BRANCH_NONE;
        for (uint32_t i = 1; i < b->t->bodies_count; i++) {
            const uint32_t at = b->t->bodies[i].kind == BODY_FREE
                                       ? LOOPS_NONE
                                       : b->l->place[b->t->bodies[i].coordinate];
            if (at == LOOPS_NONE || at - block->first >= block->count)
                continue;
            const uint32_t number = b->of_body[i];
            b->list[number].is_free = false;
            const uint32_t from = set[number];
            if (first == BRANCH_NONE)
                first = number;
            const uint32_t to = set[first];
            for (uint32_t j = 0; j < b->count; j++)
                if (set[j] == from)
                    set[j] = to;
        }
        b->of_block_group[k] = first;
    }
}

/* A free branch that nobody wishes elsewhere goes with its parent, which takes one such child
 * alone: the others start groups. */
static void join_free(const branches *b, const bool *is_wished, uint32_t *set, bool *has_taken)
{
    for (uint32_t i = 0; i < b->count; i++) {
        const uint32_t parent = b->list[i].parent;
        if (is_wished[i] || !b->list[i].is_free || parent == BRANCH_NONE || has_taken[parent])
            continue;
        has_taken[parent] = true;
        set[i] = set[parent];
    }
}

static void number_group(branches *b, const uint32_t *set, uint32_t *group, uint32_t of)
{
    if (group[set[of]] == BRANCH_NONE)
        group[set[of]] = b->groups++;
}

/* Branches that blocks hold together, by sets. */
static uint32_t *sets_of_blocks(arena *mem, branches *b)
{
    uint32_t *set = ARENA_ARRAY(mem, uint32_t, b->count);
    b->of_block_group = ARENA_ARRAY(mem, uint32_t, b->l ? b->l->blocks_count : 0);
    for (uint32_t i = 0; i < b->count; i++)
        set[i] = i;
    if (b->l)
        join_by_blocks(b, set);
    return set;
}

static void find_groups(arena *mem, branches *b, uint32_t *set, const bool *is_wished)
{
    uint32_t *group = ARENA_ARRAY(mem, uint32_t, b->count);
    const uint32_t blocks = b->l ? b->l->blocks_count : 0;
    b->groups = 0;
    for (uint32_t i = 0; i < b->count; i++)
        group[i] = BRANCH_NONE;
    join_free(b, is_wished, set, ARENA_ARRAY(mem, bool, b->count));
    if (b->count)
        number_group(b, set, group, 0);
    for (uint32_t k = 0; k < blocks; k++)
        number_group(b, set, group, b->of_block_group[k]);
    for (uint32_t i = 0; i < b->count; i++)
        number_group(b, set, group, i);
    for (uint32_t i = 0; i < b->count; i++)
        b->list[i].group = group[set[i]];
    for (uint32_t k = 0; k < blocks; k++)
        b->of_block_group[k] = b->list[b->of_block_group[k]].group;
}

branches branches_find(arena *mem, const tree *t, const loops *l)
{
    branches b = {.t = t, .l = l};
    cut_tree(mem, &b);
    number_as_in_file(mem, &b);
    find_groups(mem, &b, sets_of_blocks(mem, &b), ARENA_ARRAY(mem, bool, b.count));
    return b;
}

/* --- groups that are wished ------------------------------------------------------------------- */

static status bad_group(const char *given, const char *why, diag *d)
{
    return diag_error(d, (place){0}, "bad value '%s' of option --group: %s", given, why);
}

/* One of them: the sets of its branches become that of the first. */
static status join_wished(arena *mem, const branches *b, const char *given, uint32_t *set,
                          bool *is_wished, diag *d)
{
    uint32_t first = BRANCH_NONE;
    bool *is_here = ARENA_ARRAY(mem, bool, b->count);
    for (const char *at = given;; at++) {
        char *end;
        const unsigned long number = strtoul(at, &end, 10);
        if (*at < '0' || *at > '9' || (*end && *end != ','))
            return bad_group(given, "numbers of branches are expected, as in 1,3,7", d);
        if (number < 1 || number > b->count)
            return bad_group(given, arena_printf(d->mem, "there are branches 1 to %u", b->count),
                             d);
        const uint32_t own = (uint32_t)number - 1, from = set[own];
        first = first == BRANCH_NONE ? own : first;
        if (is_wished[own] && !is_here[own])
            return bad_group(given, arena_printf(d->mem, "branch %lu is in another group already, "
                                                         "or in the block of one", number), d);
        for (uint32_t i = 0; i < b->count; i++)
            if (set[i] == from) {
                set[i] = set[first];
                is_wished[i] = is_here[i] = true;
            }
        at = end;
        if (!*at)
            return STATUS_OK;
    }
}

status branches_regroup(arena *mem, branches *b, const arg_list *wish, diag *d)
{
    uint32_t *set = sets_of_blocks(mem, b);
    bool *is_wished = ARENA_ARRAY(mem, bool, b->count);
    for (uint32_t k = 0; k < wish->items_count; k++)
        TRY(join_wished(mem, b, wish->items[k], set, is_wished, d));
    find_groups(mem, b, set, is_wished);
    return STATUS_OK;
}

/* --- questions -------------------------------------------------------------------------------- */

static uint32_t of_coordinate(const branches *b, uint32_t coordinate)
{
    for (uint32_t i = 1; i < b->t->bodies_count; i++)
        if (b->t->bodies[i].kind != BODY_FREE && b->t->bodies[i].coordinate == coordinate)
            return b->of_body[i];
    return BRANCH_NONE;
}

uint32_t branches_of_owner(const branches *b, word_owner owner, uint32_t index)
{
    const tree *t = b->t;
    const uint32_t of_free = 6 * tree_free_bodies(t);
    switch (owner) {
    case OWNER_COORDINATE:
        return of_coordinate(b, index);
    case OWNER_FREEDOM:
        return index < of_free ? b->of_body[tree_free_body(t, index / 6)]
                               : of_coordinate(b, index - of_free);
    case OWNER_FREE_BODY:
        return b->of_body[tree_free_body(t, index)];
    case OWNER_FORCE:
        return b->of_body[t->forces[index].body];
    case OWNER_FRAME:
        return b->of_body[t->frames[index].body];
    case OWNER_PAYLOAD:
        return b->of_body[t->payloads[index].body];
    default:
        return BRANCH_NONE;
    }
}

bool branches_carry(const branches *b, uint32_t upper, uint32_t number)
{
    while (number != BRANCH_NONE && number != upper)
        number = b->list[number].parent;
    return number == upper;
}
