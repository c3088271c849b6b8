/* SPDX-License-Identifier: MIT */
#include "tasks/marking.h"

#include <string.h>

#define NO_TASK UINT32_MAX

/* --- by structure ----------------------------------------------------------------------------- */

/* The group of all branches that a sequence needs, but for those that carry others of them. */
static uint32_t group_of_needs(const branches *b, const sequences *s, uint32_t k)
{
    uint32_t group = NO_TASK;
    for (uint32_t i = 0; i < b->count; i++) {
        bool carries = !sequence_needs(s, k, i);
        for (uint32_t j = 0; !carries && j < b->count; j++)
            carries = j != i && sequence_needs(s, k, j) && branches_carry(b, i, j);
        if (carries)
            continue;
        if (group != NO_TASK && group != b->list[i].group)
            return NO_TASK;
        group = b->list[i].group;
    }
    return group;
}

/* Everything that leads to results of a block and is of no task yet. */
static void mark_block(arena *mem, const branches *b, uint32_t block, task_split *c)
{
    const sequences *s = c->s;
    const loop_block *of = &b->l->blocks[block];
    bool *leads = ARENA_ARRAY(mem, bool, s->count);
    for (uint32_t o = 0; o < s->p->outputs_count; o++) {
        const ops_output *out = &s->p->outputs[o];
        if (OPERAND_CLASS(out->value) != FROM_OP)
            continue;
        const bool is_motion = out->kind == OUTPUT_CLOSED_Q || out->kind == OUTPUT_CLOSED_QD ||
                               out->kind == OUTPUT_QDD_BIAS;
        const uint32_t at = is_motion ? b->l->place[out->index] : LOOPS_NONE;
        if ((at != LOOPS_NONE && at - of->first < of->count) ||
            (out->kind == OUTPUT_RESIDUAL && out->index == block))
            leads[s->of_op[OPERAND_INDEX(out->value)]] = true;
    }
    for (uint32_t k = s->count; k-- > 0;)
        for (uint32_t e = s->first_edge[k]; !leads[k] && e < s->first_edge[k + 1]; e++)
            leads[k] = leads[s->edges[e].to];
    for (uint32_t k = 0; k < s->count; k++)
        if (leads[k] && c->task[k] == NO_TASK)
            c->task[k] = b->of_block_group[block];
}

/* The others, in order: where most of their operands are; where there are none, task 0. */
static void mark_rest(arena *mem, task_split *c)
{
    const sequences *s = c->s;
    uint32_t *words = ARENA_ARRAY(mem, uint32_t, (size_t)s->count * c->tasks);
    for (uint32_t k = 0; k < s->count; k++) {
        if (c->task[k] == NO_TASK) {
            uint32_t best = 0;
            for (uint32_t t = 1; t < c->tasks; t++)
                if (words[(size_t)k * c->tasks + t] > words[(size_t)k * c->tasks + best])
                    best = t;
            c->task[k] = best;
        }
        for (uint32_t e = s->first_edge[k]; e < s->first_edge[k + 1]; e++)
            words[(size_t)s->edges[e].to * c->tasks + c->task[k]] += s->edges[e].words;
    }
}

void marking_by_structure(arena *mem, const branches *b, task_split *c)
{
    arena scratch = arena_make();
    c->tasks = b->groups ? b->groups : 1;
    c->task = ARENA_ARRAY(mem, uint32_t, c->s->count);
    for (uint32_t k = 0; k < c->s->count; k++)
        c->task[k] = group_of_needs(b, c->s, k);
    for (uint32_t k = 0; b->l && k < b->l->blocks_count; k++)
        mark_block(&scratch, b, k, c);
    mark_rest(&scratch, c);
    arena_free(&scratch);
}

/* --- fewer tasks ------------------------------------------------------------------------------ */

typedef struct {
    uint32_t tasks;
    uint64_t *size;  /* 0: joined to another */
    uint64_t *words; /* [task * tasks + task], both ways */
    bool *is_gone;
} exchange;

static exchange measure(arena *mem, const task_split *c)
{
    const sequences *s = c->s;
    exchange x = {.tasks = c->tasks, .size = ARENA_ARRAY(mem, uint64_t, c->tasks),
                  .words = ARENA_ARRAY(mem, uint64_t, (size_t)c->tasks * c->tasks),
                  .is_gone = ARENA_ARRAY(mem, bool, c->tasks)};
    for (uint32_t k = 0; k < s->count; k++)
        x.size[c->task[k]] += sequence_size(s, k);
    for (uint32_t e = 0; e < s->edges_count; e++) {
        const uint32_t a = c->task[s->edges[e].from], b = c->task[s->edges[e].to];
        if (a != b) {
            x.words[(size_t)a * c->tasks + b] += s->edges[e].words;
            x.words[(size_t)b * c->tasks + a] += s->edges[e].words;
        }
    }
    return x;
}

static uint32_t smallest(const exchange *x, uint32_t but)
{
    uint32_t best = NO_TASK;
    for (uint32_t t = 0; t < x->tasks; t++)
        if (!x->is_gone[t] && t != but && (best == NO_TASK || x->size[t] < x->size[best]))
            best = t;
    return best;
}

static uint32_t partner(const exchange *x, uint32_t of, merge_way way)
{
    uint32_t best = smallest(x, of);
    for (uint32_t t = 0; way == MERGE_EXCHANGE && t < x->tasks; t++)
        if (!x->is_gone[t] && t != of &&
            x->words[(size_t)of * x->tasks + t] > x->words[(size_t)of * x->tasks + best])
            best = t;
    return best;
}

static void join(exchange *x, uint32_t from, uint32_t to)
{
    x->is_gone[from] = true;
    x->size[to] += x->size[from];
    for (uint32_t t = 0; t < x->tasks; t++) {
        x->words[(size_t)to * x->tasks + t] += x->words[(size_t)from * x->tasks + t];
        x->words[(size_t)t * x->tasks + to] += x->words[(size_t)t * x->tasks + from];
    }
}

void marking_join(arena *mem, task_split *c, uint32_t tasks, merge_way way, uint32_t *group)
{
    arena scratch = arena_make();
    exchange x = measure(&scratch, c);
    uint32_t left = c->tasks, number = 0;
    for (uint32_t t = 0; t < c->tasks; t++)
        group[t] = t;
    for (; left > tasks; left--) {
        const uint32_t one = smallest(&x, NO_TASK), other = partner(&x, one, way);
        const uint32_t from = one > other ? one : other, to = one > other ? other : one;
        join(&x, from, to);
        for (uint32_t t = 0; t < c->tasks; t++)
            if (group[t] == from)
                group[t] = to;
    }
    uint32_t *rank = ARENA_ARRAY(&scratch, uint32_t, c->tasks);
    for (uint32_t t = 0; t < c->tasks; t++)
        if (!x.is_gone[t])
            rank[t] = number++;
    for (uint32_t t = 0; t < c->tasks; t++)
        group[t] = rank[group[t]];
    uint32_t *task = ARENA_ARRAY(mem, uint32_t, c->s->count);
    for (uint32_t k = 0; k < c->s->count; k++)
        task[k] = group[c->task[k]];
    c->task = task;
    c->tasks = tasks > left ? tasks : left;
    arena_free(&scratch);
}

/* --- direct ----------------------------------------------------------------------------------- */

/* The task that can start a sequence first; of those the one with most of its operands. */
static uint32_t choose(const task_split *c, const uint32_t *free_at, const uint32_t *ready_at,
                       const uint32_t *words, uint32_t *start)
{
    uint32_t best = NO_TASK;
    *start = UINT32_MAX;
    for (uint32_t t = 0; t < c->tasks; t++) {
        const uint32_t at = free_at[t] > ready_at[t] ? free_at[t] : ready_at[t];
        if (at < *start || (at == *start && words[t] > words[best])) {
            *start = at;
            best = t;
        }
    }
    return best;
}

void marking_direct(arena *mem, task_split *c)
{
    arena scratch = arena_make();
    const sequences *s = c->s;
    const size_t cells = (size_t)s->count * c->tasks;
    uint32_t *behind = ARENA_ARRAY(&scratch, uint32_t, s->count);
    uint32_t *waits = ARENA_ARRAY(&scratch, uint32_t, s->count);
    bool *is_done = ARENA_ARRAY(&scratch, bool, s->count);
    uint32_t *free_at = ARENA_ARRAY(&scratch, uint32_t, c->tasks);
    uint32_t *ready_at = ARENA_ARRAY(&scratch, uint32_t, cells);
    uint32_t *words = ARENA_ARRAY(&scratch, uint32_t, cells);
    c->task = ARENA_ARRAY(mem, uint32_t, s->count);
    for (uint32_t k = s->count; k-- > 0;) {
        for (uint32_t e = s->first_edge[k]; e < s->first_edge[k + 1]; e++)
            if (behind[s->edges[e].to] > behind[k])
                behind[k] = behind[s->edges[e].to];
        behind[k] += sequence_size(s, k);
    }
    for (uint32_t e = 0; e < s->edges_count; e++)
        waits[s->edges[e].to]++;
    for (uint32_t n = 0; n < s->count; n++) {
        uint32_t k = NO_TASK, start;
        for (uint32_t i = 0; i < s->count; i++)
            if (!is_done[i] && !waits[i] && (k == NO_TASK || behind[i] > behind[k]))
                k = i;
        const size_t row = (size_t)k * c->tasks;
        const uint32_t t = choose(c, free_at, ready_at + row, words + row, &start);
        is_done[k] = true;
        c->task[k] = t;
        free_at[t] = start + sequence_size(s, k);
        for (uint32_t e = s->first_edge[k]; e < s->first_edge[k + 1]; e++) {
            const size_t to = (size_t)s->edges[e].to * c->tasks;
            waits[s->edges[e].to]--;
            words[to + t] += s->edges[e].words;
            for (uint32_t u = 0; u < c->tasks; u++) {
                const uint32_t at = free_at[t] + (u == t ? 0 : c->latency);
                if (at > ready_at[to + u])
                    ready_at[to + u] = at;
            }
        }
    }
    arena_free(&scratch);
}
