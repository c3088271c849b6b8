/* SPDX-License-Identifier: MIT */
#include "tasks/transfers.h"

#include <stdlib.h>
#include <string.h>

struct transfers_room {
    transfer_span *spans;
    uint32_t spans_count;
    uint32_t *seen; /* per task */
};

transfers_room *transfers_room_make(arena *mem, const sequences *s, uint32_t tasks)
{
    transfers_room *r = arena_alloc(mem, sizeof *r);
    r->spans = ARENA_ARRAY(mem, transfer_span, (size_t)s->edges_count + s->count);
    r->seen = ARENA_ARRAY(mem, uint32_t, tasks);
    return r;
}

static int compare_spans(const void *left, const void *right)
{
    const transfer_span *a = left, *b = right;
    if (a->from != b->from)
        return a->from < b->from ? -1 : 1;
    if (a->to != b->to)
        return a->to < b->to ? -1 : 1;
    if (a->needed != b->needed)
        return a->needed < b->needed ? -1 : 1;
    return (a->sequence > b->sequence) - (a->sequence < b->sequence);
}

/* One span per sequence and task that needs something of it, by pairs of tasks and ends. */
static uint32_t find_spans(transfers_room *r, const task_split *c, const timeline *line)
{
    const sequences *s = c->s;
    uint32_t count = 0;
    memset(r->seen, 0, c->tasks * sizeof *r->seen);
    for (uint32_t k = 0; k < s->count; k++) {
        const uint32_t mine = c->task[k], begin = count;
        if (s->has_output[k] && mine != 0) {
            r->seen[0] = k + 1;
            r->spans[count++] = (transfer_span){
                mine, 0, line->finish[k], UINT32_MAX, k, TRANSFER_AT_END, false};
        }
        for (uint32_t e = s->first_edge[k]; e < s->first_edge[k + 1]; e++) {
            const uint32_t user = s->edges[e].to, to = c->task[user];
            if (to == mine)
                continue;
            if (r->seen[to] != k + 1) {
                r->seen[to] = k + 1;
                r->spans[count++] = (transfer_span){
                    mine, to, line->finish[k], line->start[user], k, user, false};
                continue;
            }
            for (uint32_t i = begin; i < count; i++)
                if (r->spans[i].to == to && line->start[user] < r->spans[i].needed) {
                    r->spans[i].needed = line->start[user];
                    r->spans[i].user = user;
                }
        }
    }
    qsort(r->spans, count, sizeof *r->spans, compare_spans);
    return count;
}

/* Whether a span begins a transfer: that of its pair, `first`, comes too early for it. */
static bool begins(const transfer_span *one, const transfer_span *first, uint32_t latency)
{
    return !first || first->from != one->from || first->to != one->to ||
           one->ready > first->needed - latency;
}

uint32_t transfers_count(transfers_room *r, const task_split *c, const timeline *line)
{
    const transfer_span *first = NULL;
    uint32_t count = 0;
    r->spans_count = find_spans(r, c, line);
    for (uint32_t i = 0; i < r->spans_count; i++) {
        r->spans[i].begins = begins(&r->spans[i], first, c->latency);
        if (r->spans[i].begins) {
            first = &r->spans[i];
            count++;
        }
    }
    return count;
}

const transfer_span *transfers_spans(const transfers_room *r, uint32_t *count)
{
    *count = r->spans_count;
    return r->spans;
}

/* --- with words ------------------------------------------------------------------------------- */

static int compare_numbers(const void *left, const void *right)
{
    const uint32_t a = *(const uint32_t *)left, b = *(const uint32_t *)right;
    return (a > b) - (a < b);
}

/* What of a sequence a task needs: operands of its operations and, of task 0, results. */
static void add_words(arena *mem, const task_split *c, const bool *is_result, const uint32_t *first,
                      const uint32_t *users, uint32_t sequence, transfer *t)
{
    const sequences *s = c->s;
    for (uint32_t n = s->first[sequence]; n < s->first[sequence + 1]; n++) {
        const uint32_t i = s->operations[n];
        bool wanted = t->to == 0 && is_result[i];
        for (uint32_t u = first[i]; !wanted && u < first[i + 1]; u++)
            wanted = c->task[s->of_op[users[u]]] == t->to;
        if (wanted)
            *ARENA_PUSH(mem, t, words) = i;
    }
}

/* Users of each operation: users[first[i]] .. */
static uint32_t *find_users(arena *mem, const ops *p, uint32_t **first_out)
{
    uint32_t *first = ARENA_ARRAY(mem, uint32_t, p->list_count + 2);
    uint32_t *users = ARENA_ARRAY(mem, uint32_t, 2 * (size_t)p->list_count);
    for (int pass = 0; pass < 2; pass++) {
        for (uint32_t i = 0; i < p->list_count; i++) {
            const operand of[2] = {p->list[i].a, p->list[i].b};
            for (int k = 0; k < 2; k++)
                if (OPERAND_CLASS(of[k]) == FROM_OP) {
                    if (pass)
                        users[first[OPERAND_INDEX(of[k]) + 1]++] = i;
                    else
                        first[OPERAND_INDEX(of[k]) + 2]++;
                }
        }
        for (uint32_t i = 2; !pass && i < p->list_count + 2; i++)
            first[i] += first[i - 1];
    }
    *first_out = first;
    return users;
}

static uint32_t count_unmerged(const task_split *c)
{
    uint32_t count = 0;
    for (uint32_t e = 0; e < c->s->edges_count; e++)
        count += c->task[c->s->edges[e].from] != c->task[c->s->edges[e].to];
    return count;
}

task_orders task_orders_find(arena *mem, const task_split *c, const timeline *line)
{
    const uint32_t count = c->s->count;
    task_orders o = {ARENA_ARRAY(mem, uint32_t, c->tasks + 1), ARENA_ARRAY(mem, uint32_t, count)};
    uint64_t *keys = ARENA_ARRAY(mem, uint64_t, count + 1);
    uint32_t placed = 0;
    for (uint32_t t = 0; t < c->tasks; t++) {
        const uint32_t begin = placed;
        o.first[t] = begin;
        for (uint32_t k = 0; k < count; k++)
            if (c->task[k] == t) {
                uint32_t at = placed++;
                const uint64_t key = (uint64_t)line->start[k] << 32 | k;
                while (at > begin && keys[at - 1] > key) {
                    keys[at] = keys[at - 1];
                    at--;
                }
                keys[at] = key;
            }
    }
    o.first[c->tasks] = placed;
    for (uint32_t i = 0; i < placed; i++)
        o.order[i] = (uint32_t)keys[i];
    return o;
}

/* Longest chain of transfers, in the order of time. */
static uint32_t count_critical(arena *mem, const task_split *c, const timeline *line,
                               const transfers *list)
{
    const uint32_t count = c->s->count;
    uint64_t *keys = ARENA_ARRAY(mem, uint64_t, count + 1);
    uint32_t *level = ARENA_ARRAY(mem, uint32_t, c->tasks);
    uint32_t *sent = ARENA_ARRAY(mem, uint32_t, list->list_count + 1);
    uint32_t most = 0;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t at = k;
        const uint64_t key = (uint64_t)line->start[k] << 32 | k;
        for (; at && keys[at - 1] > key; at--)
            keys[at] = keys[at - 1];
        keys[at] = key;
    }
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t k = (uint32_t)keys[i], t = c->task[k];
        for (uint32_t m = 0; m < list->list_count; m++)
            if (list->list[m].before == k && sent[m] + 1 > level[t])
                level[t] = sent[m] + 1;
        for (uint32_t m = 0; m < list->list_count; m++)
            if (list->list[m].after == k)
                sent[m] = level[t];
    }
    for (uint32_t m = 0; m < list->list_count; m++)
        most = sent[m] + 1 > most ? sent[m] + 1 : most;
    return most;
}

transfers transfers_find(arena *mem, const task_split *c, const timeline *line)
{
    arena scratch = arena_make();
    const ops *p = c->s->p;
    transfers_room *r = transfers_room_make(&scratch, c->s, c->tasks);
    transfers_count(r, c, line);
    uint32_t *first, *users = find_users(&scratch, p, &first);
    bool *is_result = ARENA_ARRAY(&scratch, bool, p->list_count + 1);
    for (uint32_t o = 0; o < p->outputs_count; o++)
        if (OPERAND_CLASS(p->outputs[o].value) == FROM_OP)
            is_result[OPERAND_INDEX(p->outputs[o].value)] = true;
    transfers list = {.unmerged = count_unmerged(c)};
    transfer *t = NULL;
    for (uint32_t i = 0; i < r->spans_count; i++) {
        const transfer_span *one = &r->spans[i];
        if (one->begins) {
            t = ARENA_PUSH(mem, &list, list);
            *t = (transfer){.from = one->from, .to = one->to, .after = one->sequence,
                            .before = one->user};
        }
        if (line->finish[one->sequence] > line->finish[t->after])
            t->after = one->sequence;
        add_words(mem, c, is_result, first, users, one->sequence, t);
    }
    for (uint32_t m = 0; m < list.list_count; m++)
        qsort(list.list[m].words, list.list[m].words_count, sizeof(uint32_t), compare_numbers);
    list.critical = count_critical(&scratch, c, line, &list);
    arena_free(&scratch);
    return list;
}

/* --- the proof -------------------------------------------------------------------------------- */

/* Tasks run as far as they get, one after another, until nothing moves. */
typedef struct {
    const task_split *c;
    const task_orders *o;
    const transfers *list;
    uint32_t *done; /* per task: sequences behind it */
    bool *is_sent;  /* per transfer */
    bool *has;      /* [task * operations + operation] */
} walk;

static bool may_start(const walk *w, uint32_t sequence, uint32_t task)
{
    bool may = true;
    for (uint32_t m = 0; m < w->list->list_count; m++) {
        const transfer *t = &w->list->list[m];
        if (t->to == task && t->before == sequence)
            may &= w->is_sent[m];
    }
    return may;
}

static void receive(const walk *w, uint32_t sequence, uint32_t task)
{
    for (uint32_t m = 0; m < w->list->list_count; m++) {
        const transfer *t = &w->list->list[m];
        for (uint32_t i = 0; t->to == task && t->before == sequence && i < t->words_count; i++)
            w->has[(size_t)task * w->c->s->p->list_count + t->words[i]] = true;
    }
}

static status compute(const walk *w, uint32_t sequence, uint32_t task, diag *d)
{
    const sequences *s = w->c->s;
    bool *has = w->has + (size_t)task * s->p->list_count;
    for (uint32_t n = s->first[sequence]; n < s->first[sequence + 1]; n++) {
        const op *one = &s->p->list[s->operations[n]];
        const operand of[2] = {one->a, one->b};
        for (int k = 0; k < 2; k++)
            if (OPERAND_CLASS(of[k]) == FROM_OP && !has[OPERAND_INDEX(of[k])])
                return diag_error(d, (place){0},
                                  "tasks: '%s' of sequence %u is not there when task %u needs it",
                                  s->p->list[OPERAND_INDEX(of[k])].name, sequence, task);
        has[s->operations[n]] = true;
    }
    return STATUS_OK;
}

static status send(const walk *w, uint32_t sequence, uint32_t task, diag *d)
{
    const uint32_t count = w->c->s->p->list_count;
    for (uint32_t m = 0; m < w->list->list_count; m++) {
        const transfer *t = &w->list->list[m];
        if (t->from != task || t->after != sequence)
            continue;
        for (uint32_t i = 0; i < t->words_count; i++)
            if (!w->has[(size_t)task * count + t->words[i]])
                return diag_error(d, (place){0}, "tasks: transfer %u from task %u to %u sends '%s' "
                                                 "before it is there",
                                  m, task, t->to, w->c->s->p->list[t->words[i]].name);
        w->is_sent[m] = true;
    }
    return STATUS_OK;
}

static status check_results(const walk *w, diag *d)
{
    const ops *p = w->c->s->p;
    receive(w, TRANSFER_AT_END, 0);
    for (uint32_t o = 0; o < p->outputs_count; o++)
        if (OPERAND_CLASS(p->outputs[o].value) == FROM_OP &&
            !w->has[OPERAND_INDEX(p->outputs[o].value)])
            return diag_error(d, (place){0}, "tasks: result '%s' does not come to task 0",
                              p->outputs[o].name);
    return STATUS_OK;
}

static status walk_tasks(const walk *w, diag *d)
{
    for (bool moved = true; moved;) {
        moved = false;
        for (uint32_t t = 0; t < w->c->tasks; t++)
            while (w->o->first[t] + w->done[t] < w->o->first[t + 1]) {
                const uint32_t k = w->o->order[w->o->first[t] + w->done[t]];
                if (!may_start(w, k, t))
                    break;
                receive(w, k, t);
                TRY(compute(w, k, t, d));
                TRY(send(w, k, t, d));
                w->done[t]++;
                moved = true;
            }
    }
    for (uint32_t t = 0; t < w->c->tasks; t++)
        if (w->o->first[t] + w->done[t] < w->o->first[t + 1])
            return diag_error(d, (place){0},
                              "tasks: deadlock: task %u waits for ever before sequence %u", t,
                              w->o->order[w->o->first[t] + w->done[t]]);
    return check_results(w, d);
}

status transfers_check(const task_split *c, const task_orders *o, const transfers *list, diag *d)
{
    arena scratch = arena_make();
    const walk w = {.c = c, .o = o, .list = list,
                    .done = ARENA_ARRAY(&scratch, uint32_t, c->tasks),
                    .is_sent = ARENA_ARRAY(&scratch, bool, list->list_count + 1),
                    .has = ARENA_ARRAY(&scratch, bool,
                                       (size_t)c->tasks * c->s->p->list_count + 1)};
    const status done = walk_tasks(&w, d);
    arena_free(&scratch);
    return done;
}
