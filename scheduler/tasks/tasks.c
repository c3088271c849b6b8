/* SPDX-License-Identifier: MIT */
#include "tasks/tasks.h"

#include <string.h>

const char *const SPLIT_WORD[SPLIT_WAYS] = {"exchange", "balance", "direct"};

enum { SEQUENCES_PER_RANK = 12, FEWEST_RANKS = 5, SHORTEST_SEQUENCE = 16, WEIGHT_PART = 240 };

/* Timeline and transfers of a split, to keep. */
static void finish(arena *mem, tasks_split *c)
{
    timeline_room *room = timeline_room_make(mem, c->split.s, c->split.tasks);
    c->line = timeline_make(room, &c->split);
    c->orders = task_orders_find(mem, &c->split, &c->line);
    c->list = transfers_find(mem, &c->split, &c->line);
}

static task_split copy(arena *mem, const task_split *c)
{
    task_split to = *c;
    to.task = ARENA_ARRAY(mem, uint32_t, c->s->count + 1);
    memcpy(to.task, c->task, c->s->count * sizeof *to.task);
    return to;
}

/* Groups are joined while the smallest has less than half of the mean. */
static uint32_t worthwhile(arena *mem, const task_split *c)
{
    uint32_t tasks = c->tasks;
    for (; tasks > 1; tasks--) {
        task_split joined = copy(mem, c);
        marking_join(mem, &joined, tasks, MERGE_BALANCE,
                      ARENA_ARRAY(mem, uint32_t, c->tasks));
        uint64_t *size = ARENA_ARRAY(mem, uint64_t, tasks), least = UINT64_MAX;
        for (uint32_t k = 0; k < c->s->count; k++)
            size[joined.task[k]] += sequence_size(c->s, k);
        for (uint32_t t = 0; t < tasks; t++)
            least = size[t] < least ? size[t] : least;
        if (2 * least * tasks >= c->s->p->list_count)
            break;
    }
    return tasks;
}

static void split_one_way(arena *mem, task_plan *plan, split_way way, uint32_t ranks,
                        const tasks_wish *wish, const split_weights *weigh)
{
    tasks_split *raw = &plan->of[way], *moved = &plan->moved[way];
    raw->split = copy(mem, &plan->structure.split);
    if (way == SPLIT_DIRECT) {
        raw->split.tasks = ranks;
        marking_direct(mem, &raw->split);
    } else {
        plan->joined[way] = ARENA_ARRAY(mem, uint32_t, plan->b.groups + 1);
        marking_join(mem, &raw->split, ranks,
                     way == SPLIT_EXCHANGE ? MERGE_EXCHANGE : MERGE_BALANCE, plan->joined[way]);
    }
    finish(mem, raw);
    moved->split = copy(mem, &raw->split);
    if (!wish->stays) {
        const migration_effort effort = {.moves = wish->moves, .seed = wish->seed};
        marking_migrate(&moved->split, weigh, &effort, wish->life);
        marking_hold(mem, &moved->split, weigh, wish->life);
    }
    finish(mem, moved);
}

status tasks_plan(arena *mem, const tree *t, const loops *l, const ops *p, const tasks_wish *wish,
                  task_plan *out, diag *d)
{
    *out = (task_plan){.p = p, .b = branches_find(mem, t, l)};
    if (wish->groups.items_count)
        TRY(branches_regroup(mem, &out->b, &wish->groups, d));
    const uint32_t most = wish->ranks ? wish->ranks : out->b.groups ? out->b.groups : 1;
    const uint32_t share =
        p->list_count / ((most > FEWEST_RANKS ? most : FEWEST_RANKS) * SEQUENCES_PER_RANK);
    const split_weights weigh = {
        .transfer = wish->weight ? wish->weight : p->list_count / WEIGHT_PART + 1,
        .word = wish->word_weight};
    out->s = sequences_find(mem, p, &out->b, share > SHORTEST_SEQUENCE ? share : SHORTEST_SEQUENCE);
    out->structure.split = (task_split){.s = &out->s, .latency = wish->latency};
    marking_by_structure(mem, &out->b, &out->structure.split);
    finish(mem, &out->structure);
    const uint32_t ranks = wish->ranks ? wish->ranks : worthwhile(mem, &out->structure.split);
    uint64_t least = UINT64_MAX;
    for (split_way way = 0; way < SPLIT_WAYS; way++) {
        if (wish->way_given ? way != wish->way : way == SPLIT_BALANCE && ranks >= out->b.groups)
            continue; /* where nothing is joined the first two are one */
        if (!wish->way_given && way == SPLIT_DIRECT && wish->groups.items_count)
            continue; /* which takes no notice of groups */
        split_one_way(mem, out, way, ranks, wish, &weigh);
        const tasks_split *c = &out->moved[way];
        const uint64_t cost =
            split_cost(&weigh, c->line.length, c->list.list_count, split_words(&c->split));
        if (cost < least) {
            least = cost;
            out->way = way;
            out->best = c;
        }
    }
    return diag_own(
        d, transfers_check(&out->best->split, &out->best->orders, &out->best->list, d));
}
