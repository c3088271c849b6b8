/* SPDX-License-Identifier: MIT */
#include "tasks/sequences.h"

#include <stdlib.h>
#include <string.h>

/* Sequences of less than this part of the longest are joined to others where they can be. */
enum { SHORT_PART = 4 };

/* What the sequence of an operation is decided by. */
typedef struct {
    const ops *p;
    uint32_t set_words;
    uint64_t *needs, *serves; /* per operation: sets of branches */
    uint32_t *class;          /* of equal sets */
    uint32_t classes;
    uint32_t *band;           /* of its depth in the class */
    uint32_t *part;           /* of connected ones: the least operation stands for them */
} signatures;

static void put(uint64_t *set, uint32_t number)
{
    if (number != BRANCH_NONE)
        set[number / 64] |= UINT64_C(1) << number % 64;
}

static void unite(uint64_t *to, const uint64_t *from, uint32_t words)
{
    for (uint32_t w = 0; w < words; w++)
        to[w] |= from[w];
}

static void find_needs(signatures *s, const branches *b)
{
    for (uint32_t i = 0; i < s->p->list_count; i++) {
        const operand of[2] = {s->p->list[i].a, s->p->list[i].b};
        uint64_t *mine = s->needs + (size_t)i * s->set_words;
        for (int k = 0; k < 2; k++) {
            const uint32_t at = OPERAND_INDEX(of[k]);
            if (OPERAND_CLASS(of[k]) == FROM_OP)
                unite(mine, s->needs + (size_t)at * s->set_words, s->set_words);
            else if (OPERAND_CLASS(of[k]) == FROM_INPUT)
                put(mine, branches_of_owner(b, word_owner_of(&INPUT_KIND[s->p->inputs[at].kind]),
                                            s->p->inputs[at].index));
        }
    }
}

static void find_serves(signatures *s, const branches *b)
{
    for (uint32_t o = 0; o < s->p->outputs_count; o++) {
        const ops_output *out = &s->p->outputs[o];
        if (OPERAND_CLASS(out->value) == FROM_OP)
            put(s->serves + (size_t)OPERAND_INDEX(out->value) * s->set_words,
                branches_of_owner(b, word_owner_of(&OUTPUT_KIND[out->kind]), out->index));
    }
    for (uint32_t i = s->p->list_count; i-- > 0;) {
        const operand of[2] = {s->p->list[i].a, s->p->list[i].b};
        for (int k = 0; k < 2; k++)
            if (OPERAND_CLASS(of[k]) == FROM_OP)
                unite(s->serves + (size_t)OPERAND_INDEX(of[k]) * s->set_words,
                      s->serves + (size_t)i * s->set_words, s->set_words);
    }
}

static bool same_sets(const signatures *s, uint32_t i, uint32_t k)
{
    const size_t bytes = s->set_words * sizeof *s->needs;
    return memcmp(s->needs + (size_t)i * s->set_words, s->needs + (size_t)k * s->set_words,
                  bytes) == 0 &&
           memcmp(s->serves + (size_t)i * s->set_words, s->serves + (size_t)k * s->set_words,
                  bytes) == 0;
}

/* A table of hashes: classes are numbered by their first operations. */
static void find_classes(arena *mem, signatures *s)
{
    uint32_t slots = 64;
    while (slots < 2 * s->p->list_count)
        slots *= 2;
    uint32_t *table = ARENA_ARRAY(mem, uint32_t, slots); /* operation + 1 */
    for (uint32_t i = 0; i < s->p->list_count; i++) {
        uint64_t hash = 0;
        for (uint32_t w = 0; w < s->set_words; w++)
            hash = (hash ^ s->needs[(size_t)i * s->set_words + w] * UINT64_C(0x9e3779b97f4a7c15) ^
                    s->serves[(size_t)i * s->set_words + w]) *
                   UINT64_C(0xbf58476d1ce4e5b9);
        uint32_t at = (uint32_t)(hash >> 32) & (slots - 1);
        while (table[at] && !same_sets(s, table[at] - 1, i))
            at = (at + 1) & (slots - 1);
        if (!table[at]) {
            table[at] = i + 1;
            s->class[i] = s->classes++;
        } else {
            s->class[i] = s->class[table[at] - 1];
        }
    }
}

/* Of the longest classes: as many bands of depth as they are too long. */
static void find_bands(arena *mem, signatures *s, uint32_t longest)
{
    uint32_t *size = ARENA_ARRAY(mem, uint32_t, s->classes);
    uint32_t *depth = ARENA_ARRAY(mem, uint32_t, s->p->list_count);
    uint32_t *deepest = ARENA_ARRAY(mem, uint32_t, s->classes);
    for (uint32_t i = 0; i < s->p->list_count; i++) {
        const operand of[2] = {s->p->list[i].a, s->p->list[i].b};
        for (int k = 0; k < 2; k++) {
            const uint32_t at = OPERAND_INDEX(of[k]);
            if (OPERAND_CLASS(of[k]) == FROM_OP && s->class[at] == s->class[i] &&
                depth[i] <= depth[at])
                depth[i] = depth[at] + 1;
        }
        size[s->class[i]]++;
        if (deepest[s->class[i]] < depth[i])
            deepest[s->class[i]] = depth[i];
    }
    for (uint32_t i = 0; i < s->p->list_count; i++) {
        const uint32_t bands = (size[s->class[i]] + longest - 1) / longest;
        s->band[i] = (uint32_t)((uint64_t)depth[i] * bands / (deepest[s->class[i]] + 1));
    }
}

static uint32_t root(uint32_t *part, uint32_t i)
{
    while (part[i] != i)
        i = part[i] = part[part[i]];
    return i;
}

static void find_parts(signatures *s)
{
    for (uint32_t i = 0; i < s->p->list_count; i++) {
        const operand of[2] = {s->p->list[i].a, s->p->list[i].b};
        s->part[i] = i;
        for (int k = 0; k < 2; k++) {
            const uint32_t at = OPERAND_INDEX(of[k]);
            if (OPERAND_CLASS(of[k]) != FROM_OP || s->class[at] != s->class[i] ||
                s->band[at] != s->band[i])
                continue;
            const uint32_t one = root(s->part, at), other = root(s->part, i);
            s->part[one > other ? one : other] = one > other ? other : one;
        }
    }
}

static int compare_edges(const void *left, const void *right)
{
    const sequence_edge *a = left, *b = right;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    return (a->to > b->to) - (a->to < b->to);
}

/* --- sequences from parts --------------------------------------------------------------------- */

/* Edges between parts, numbered as they come, each once. A word that several operations of a
 * sequence use is one. */
static void find_edges(arena *mem, sequences *s)
{
    const ops *p = s->p;
    sequence_edge *all = ARENA_ARRAY(mem, sequence_edge, 2 * (size_t)p->list_count);
    uint32_t count = 0;
    /* by producers first: one op's users in one sequence are then neighbours */
    for (uint32_t i = 0; i < p->list_count; i++) {
        const operand of[2] = {p->list[i].a, p->list[i].b};
        for (int k = 0; k < 2; k++) {
            const uint32_t at = OPERAND_INDEX(of[k]);
            if (OPERAND_CLASS(of[k]) == FROM_OP && s->of_op[at] != s->of_op[i])
                all[count++] = (sequence_edge){.from = at, .to = s->of_op[i]};
        }
    }
    qsort(all, count, sizeof *all, compare_edges);
    uint32_t words = 0;
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || compare_edges(&all[i - 1], &all[i]) != 0)
            all[words++] = all[i];
    for (uint32_t i = 0; i < words; i++)
        all[i] = (sequence_edge){.from = s->of_op[all[i].from], .to = all[i].to, .words = 1};
    qsort(all, words, sizeof *all, compare_edges);
    s->edges = all;
    s->edges_count = 0;
    for (uint32_t i = 0; i < words; i++)
        if (s->edges_count && compare_edges(&all[s->edges_count - 1], &all[i]) == 0)
            all[s->edges_count - 1].words++;
        else
            all[s->edges_count++] = all[i];
    s->first_edge = ARENA_ARRAY(mem, uint32_t, s->count + 1);
    for (uint32_t i = 0; i < s->edges_count; i++)
        s->first_edge[s->edges[i].from + 1]++;
    for (uint32_t k = 0; k < s->count; k++)
        s->first_edge[k + 1] += s->first_edge[k];
}

/* --- short ones ------------------------------------------------------------------------------- */

/* The only sequence that needs something of each, and the only one that each needs something of;
 * NOT_ONE where there are none or several. */
#define NOT_ONE UINT32_MAX
typedef struct {
    uint32_t *user, *source;
} sole;

static sole find_sole(arena *mem, const sequences *s)
{
    sole of = {ARENA_ARRAY(mem, uint32_t, s->count), ARENA_ARRAY(mem, uint32_t, s->count)};
    uint32_t *sources = ARENA_ARRAY(mem, uint32_t, s->count);
    for (uint32_t k = 0; k < s->count; k++)
        of.user[k] = s->first_edge[k + 1] - s->first_edge[k] == 1 ? s->edges[s->first_edge[k]].to
                                                                  : NOT_ONE;
    for (uint32_t e = 0; e < s->edges_count; e++) {
        const uint32_t to = s->edges[e].to;
        of.source[to] = sources[to]++ ? NOT_ONE : s->edges[e].from;
    }
    for (uint32_t k = 0; k < s->count; k++)
        if (!sources[k])
            of.source[k] = NOT_ONE;
    return of;
}

/* A short sequence goes to the only one that needs it, or to the only one that it needs: no other
 * path leads from one to the other, so that none leaves the two and comes back. Each takes part
 * once. Returns whether there was one. */
static bool join_short(arena *mem, sequences *s, uint32_t shortest)
{
    uint32_t *size = ARENA_ARRAY(mem, uint32_t, s->count);
    uint32_t *to = ARENA_ARRAY(mem, uint32_t, s->count);
    bool *is_taken = ARENA_ARRAY(mem, bool, s->count), joined = false;
    const sole of = find_sole(mem, s);
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->p->list_count; i++)
        size[s->of_op[i]]++;
    for (uint32_t k = 0; k < s->count; k++)
        to[k] = k;
    for (uint32_t k = 0; k < s->count; k++) {
        const uint32_t with = of.user[k] != NOT_ONE ? of.user[k] : of.source[k];
        if (size[k] >= shortest || with == NOT_ONE || is_taken[k] || is_taken[with])
            continue;
        is_taken[k] = is_taken[with] = joined = true;
        to[k] = with;
    }
    uint32_t *number = ARENA_ARRAY(mem, uint32_t, s->count);
    for (uint32_t k = 0; k < s->count; k++)
        if (to[k] == k)
            number[k] = count++;
    for (uint32_t i = 0; i < s->p->list_count; i++)
        s->of_op[i] = number[to[s->of_op[i]]];
    s->count = count;
    find_edges(mem, s);
    return joined;
}

/* Renumbers so that every sequence comes after those that it needs. */
static void number_outwards(arena *mem, sequences *s)
{
    uint32_t *waits = ARENA_ARRAY(mem, uint32_t, s->count);
    uint32_t *queue = ARENA_ARRAY(mem, uint32_t, s->count), *rank =
        ARENA_ARRAY(mem, uint32_t, s->count);
    uint32_t queued = 0;
    for (uint32_t i = 0; i < s->edges_count; i++)
        waits[s->edges[i].to]++;
    for (uint32_t k = 0; k < s->count; k++)
        if (!waits[k])
            queue[queued++] = k;
    for (uint32_t at = 0; at < queued; at++) {
        const uint32_t k = queue[at];
        rank[k] = at;
        for (uint32_t e = s->first_edge[k]; e < s->first_edge[k + 1]; e++)
            if (--waits[s->edges[e].to] == 0)
                queue[queued++] = s->edges[e].to;
    }
    for (uint32_t i = 0; i < s->p->list_count; i++)
        s->of_op[i] = rank[s->of_op[i]];
}

static void list_operations(arena *mem, sequences *s)
{
    s->first = ARENA_ARRAY(mem, uint32_t, s->count + 1);
    s->operations = ARENA_ARRAY(mem, uint32_t, s->p->list_count);
    uint32_t *next = ARENA_ARRAY(mem, uint32_t, s->count);
    for (uint32_t i = 0; i < s->p->list_count; i++)
        s->first[s->of_op[i] + 1]++;
    for (uint32_t k = 0; k < s->count; k++) {
        s->first[k + 1] += s->first[k];
        next[k] = s->first[k];
    }
    for (uint32_t i = 0; i < s->p->list_count; i++)
        s->operations[next[s->of_op[i]]++] = i;
}

sequences sequences_find(arena *mem, const ops *p, const branches *b, uint32_t longest)
{
    arena scratch = arena_make();
    const uint32_t count = p->list_count, set_words = b->count / 64 + 1;
    signatures g = {.p = p, .set_words = set_words,
                    .needs = ARENA_ARRAY(&scratch, uint64_t, (size_t)count * set_words),
                    .serves = ARENA_ARRAY(&scratch, uint64_t, (size_t)count * set_words),
                    .class = ARENA_ARRAY(&scratch, uint32_t, count),
                    .band = ARENA_ARRAY(&scratch, uint32_t, count),
                    .part = ARENA_ARRAY(&scratch, uint32_t, count)};
    find_needs(&g, b);
    find_serves(&g, b);
    find_classes(&scratch, &g);
    find_bands(&scratch, &g, longest);
    find_parts(&g);
    sequences s = {.p = p, .of_op = ARENA_ARRAY(mem, uint32_t, count), .set_words = set_words};
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t stands = root(g.part, i);
        s.of_op[i] = stands == i ? s.count++ : s.of_op[stands];
    }
    find_edges(&scratch, &s);
    while (join_short(&scratch, &s, longest / SHORT_PART + 1))
        ;
    number_outwards(&scratch, &s);
    find_edges(mem, &s);
    list_operations(mem, &s);
    s.needs = ARENA_ARRAY(mem, uint64_t, (size_t)s.count * set_words);
    for (uint32_t i = 0; i < count; i++)
        memcpy(s.needs + (size_t)s.of_op[i] * set_words, g.needs + (size_t)i * set_words,
               set_words * sizeof *s.needs);
    s.has_output = ARENA_ARRAY(mem, bool, s.count);
    for (uint32_t o = 0; o < p->outputs_count; o++)
        if (OPERAND_CLASS(p->outputs[o].value) == FROM_OP)
            s.has_output[s.of_op[OPERAND_INDEX(p->outputs[o].value)]] = true;
    arena_free(&scratch);
    return s;
}
