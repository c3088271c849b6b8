/* SPDX-License-Identifier: MIT */
/* Konata's log, version 4: an operation is an instruction with the stages
 *
 *     W   its first operand that waits is in its receiver; missing where it never waits
 *     X   in the unit
 *     Q   the result waits for its receivers
 *
 * and dependencies on those whose results it reads. */
#include "apps/report/trace.h"

#include <stdlib.h>

typedef struct {
    uint64_t cycle;
    uint32_t order; /* of the instruction, then of its lines */
    char stage;     /* that begins; R: it retires */
    uint32_t event;
} step;

static int by_cycle(const void *a, const void *b)
{
    const step *x = a, *y = b;
    if (x->cycle != y->cycle)
        return x->cycle < y->cycle ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

typedef struct {
    step *items;
    uint32_t items_count, items_capacity;
} steps;

static void add_step(arena *mem, steps *all, uint64_t cycle, char stage, uint32_t event)
{
    const uint32_t order = all->items_count;
    *ARENA_PUSH(mem, all, items) = (step){cycle, order, stage, event};
}

/* The cycle since which a word that an operation reads is in its receiver, the issue's where none
 * is; [sample * operations + operation]. */
static uint64_t *first_waits(arena *mem, const trace *t)
{
    const graph *g = &t->g;
    const uint32_t n = t->p->list_count;
    uint32_t samples = 1;
    for (uint32_t i = 0; i < t->list_count; i++)
        samples = t->list[i].sample >= samples ? t->list[i].sample + 1 : samples;
    uint64_t *since = ARENA_ARRAY(mem, uint64_t, (size_t)samples * n + 1);
    for (uint32_t k = 0; k < samples * n; k++)
        since[k] = (uint64_t)(k / n) * t->s->interval + t->s->issues[k % n].cycle;
    for (uint32_t i = 0; i < t->list_count; i++) {
        const trace_event *e = &t->list[i];
        if (e->kind != TRACE_ACCEPT)
            continue;
        for (uint32_t u = g->use_start[e->word]; u < g->use_start[e->word + 1]; u++) {
            const uint32_t j = g->uses[u] / 2;
            uint64_t *mine = &since[(size_t)e->sample * n + j];
            if (schedule_receiver(&t->s->target, &t->s->issues[j], g->uses[u] % 2) == e->place &&
                e->cycle < *mine)
                *mine = e->cycle;
        }
    }
    return since;
}

static void print_begin(const trace *t, const trace_event *e, uint32_t id, text *out)
{
    const uint32_t j = e->word - t->g.inputs;
    text_printf(out, "I\t%u\t%u\t%u\nL\t%u\t0\t", id, id, e->sample, id);
    machine_unit_name(&t->s->target, e->place, out);
    text_printf(out, ": %s = ", t->p->list[j].name);
    trace_add_formula(t, j, out);
    text_printf(out, "\nL\t%u\t1\tvalue %.9g, issued in cycle %llu\n", id, e->value,
                (unsigned long long)e->cycle);
}

/* When it is issued: those it reads have begun by then. */
static void print_needs(const trace *t, const uint32_t *id_of, const trace_event *e, uint32_t id,
                        text *out)
{
    const uint32_t n = t->p->list_count, j = e->word - t->g.inputs;
    for (uint32_t port = 0; port < 2; port++) {
        const uint32_t word = graph_operand(&t->g, j, port);
        if (word != WORD_NONE && word >= t->g.inputs &&
            !(port && word == graph_operand(&t->g, j, 0)))
            text_printf(out, "W\t%u\t%u\t0\n", id, id_of[e->sample * n + word - t->g.inputs]);
    }
}

static uint32_t number_of(const trace *t, const trace_event *e)
{
    return e->sample * t->p->list_count + e->word - t->g.inputs;
}

static steps steps_of(arena *mem, const trace *t)
{
    const uint64_t *since = first_waits(mem, t);
    steps all = {0};
    for (uint32_t i = 0; i < t->list_count; i++) {
        const trace_event *e = &t->list[i];
        if (e->kind != TRACE_ISSUE)
            continue;
        const uint64_t first = since[number_of(t, e)];
        add_step(mem, &all, first, 'I', i);
        if (first < e->cycle)
            add_step(mem, &all, first, 'W', i);
        add_step(mem, &all, e->cycle, 'X', i);
        if (e->gone > e->until)
            add_step(mem, &all, e->until, 'Q', i);
        add_step(mem, &all, e->gone, 'R', i);
    }
    qsort(all.items, all.items_count, sizeof *all.items, by_cycle);
    return all;
}

/* Numbers of instructions count up in the order in which they begin. */
void trace_print_konata(const trace *t, text *out)
{
    const steps all = steps_of(out->mem, t);
    uint32_t *id_of = ARENA_ARRAY(out->mem, uint32_t, t->list_count + 1);
    uint32_t begun = 0;
    uint64_t now = 0;
    text_add(out, "Kanata\t0004\nC=\t0\n");
    for (uint32_t i = 0; i < all.items_count; i++) {
        const step *s = &all.items[i];
        const trace_event *e = &t->list[s->event];
        uint32_t *id = &id_of[number_of(t, e)];
        if (s->cycle > now)
            text_printf(out, "C\t%llu\n", (unsigned long long)(s->cycle - now));
        now = s->cycle;
        if (s->stage == 'I')
            print_begin(t, e, *id = begun++, out);
        else if (s->stage == 'R')
            text_printf(out, "R\t%u\t%u\t0\n", *id, *id);
        else
            text_printf(out, "S\t%u\t0\t%c\n", *id, s->stage);
        if (s->stage == 'X')
            print_needs(t, id_of, e, *id, out);
    }
}
