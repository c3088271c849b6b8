/* SPDX-License-Identifier: MIT */
/* Which schedule: the shortest of all graphs, each searched for as long as it may still win. */
#include "passes/passes_parts.h"

#include "loops/loops.h"
#include "tasks/tasks.h"

#include <stdlib.h>

/* An interval is a promise, the length of a run comes after it; of equals that with fewer
 * operations, which leave more room to a longer search. */
static bool is_better(const schedule *s, const ops *p, const schedule *best, const ops *of)
{
    if (s->interval != best->interval)
        return s->interval < best->interval;
    return s->cycles < best->cycles ||
           (s->cycles == best->cycles && p->list_count < of->list_count);
}

/* A task per module, for the scheduler to begin with. Sequences move while transfers and words get
 * fewer: between stations every word takes a cycle of the relays on its way. */
static status place_by_tasks(arena *mem, const passes_graphs *graphs, uint32_t number,
                             schedule_wish *w, diag *d)
{
    if (!graphs->forms || !graphs->forms[number].from_robot)
        return diag_error(d, (place){0}, "--place tasks needs a robot description");
    const tree *t = &graphs->forms[number].tree;
    const ops *p = &graphs->list[number];
    const tasks_wish wish = {.ranks = w->target.stations, .weight = 1, .word_weight = 1,
                             .seed = w->options.seed, .life = w->options.life};
    uint32_t *module_of = ARENA_ARRAY(mem, uint32_t, p->list_count + 1);
    loops l;
    task_plan plan;
    if (t->cuts_count)
        TRY(loops_find(mem, t, &l, d));
    TRY(tasks_plan(mem, t, t->cuts_count ? &l : NULL, p, &wish, &plan, d));
    for (uint32_t i = 0; i < p->list_count; i++)
        module_of[i] = plan.best->split.task[plan.s.of_op[i]];
    w->options.module_of = module_of;
    return STATUS_OK;
}

static bool begins_with_tasks(const passes_graphs *graphs, uint32_t number,
                              const passes_settings *s)
{
    const schedule_wish *w = &s->schedule;
    if (s->place != PLACE_BEST)
        return s->place == PLACE_TASKS;
    return graphs->forms && graphs->forms[number].from_robot && w->target.stations > 1 &&
           !schedule_wish_streams(w) && function_has(graphs->list[number].function, ARRAY_RESIDUAL);
}

/* A part of the work: what it takes of a schedule's usual search, and from where to where it is of
 * the whole. */
typedef struct {
    double share, from, to;
} work_part;

/* One graph's schedule. It becomes *best, and the graph *of, where it is better or the first. */
static status try_graph(arena *mem, const passes_graphs *graphs, uint32_t i,
                        const passes_settings *s, work_part part, schedule *best, const ops **of,
                        diag *d)
{
    const ops *p = &graphs->list[i];
    schedule one;
    schedule_wish own = s->schedule;
    progress *life = own.options.life;
    own.options.share = part.share;
    if (begins_with_tasks(graphs, i, s))
        TRY(place_by_tasks(mem, graphs, i, &own, d));
    progress_search(life, schedule_wish_streams(&own) ? "schedule of samples that overlap"
                                                      : "schedule");
    progress_narrow(life, part.from, part.to);
    const status done = schedule_by_wish(mem, p, &own, &one, d);
    progress_end(life);
    if (done == STATUS_INPUT) /* too many slots: another graph may need fewer */
        return STATUS_OK;
    TRY(done);
    TRY(diag_own(d, schedule_check(p, &one, "own schedule", NULL, d)));
    if (!*of || is_better(&one, p, best, *of)) {
        *best = one;
        *of = p;
    }
    return STATUS_OK;
}

/* Points of one graph, which say in which order its sums take their operands. */
static status give_points(arena *mem, passes_graphs *graphs, uint32_t i, const passes_settings *s,
                          diag *d)
{
    numbers_facts facts;
    TRY(numbers_apply(mem, &s->numbers, &graphs->list[i], &facts, d));
    graphs->bound = facts.bound;
    if (graphs->forms) {
        graphs->forms[i].ops = graphs->list[i];
        graphs->forms[i].facts = facts;
    }
    return STATUS_OK;
}

/* A graph and the cycles that none of its schedules beats. */
typedef struct {
    uint32_t number, bound;
} contender;

static int contender_compare(const void *a, const void *b)
{
    const contender *x = a, *y = b;
    if (x->bound != y->bound)
        return x->bound < y->bound ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

static contender *contenders_of(arena *mem, const passes_graphs *graphs, const schedule_wish *w)
{
    contender *list = ARENA_ARRAY(mem, contender, graphs->count);
    for (uint32_t i = 0; i < graphs->count; i++)
        list[i] = (contender){
            i, graphs->count > 1 ? schedule_wish_bounds(&graphs->list[i], w).cycles : 0};
    qsort(list, graphs->count, sizeof *list, contender_compare);
    return list;
}

/* Of several graphs: each is tried for this share of a schedule's usual search, most promising
 * first, those that cannot be the best any more not at all; then the best of them for the whole. */
static const double FIRST_SHARE = 1 / 16.0;

/* The second opinion on the graph that is taken, if it has none yet. */
static status check_chosen(arena *mem, passes_graphs *graphs, uint32_t i, const passes_settings *s,
                           diag *d)
{
    passes_forms *f = graphs->forms ? &graphs->forms[i] : NULL;
    const bool asked = f && (f->check.done || f->check.why_not);
    return f && !asked && !ops_has_points(&f->ops) ? passes_check(mem, s, f, d) : STATUS_OK;
}

static status search_schedule(arena *mem, passes_graphs *graphs, const passes_settings *s,
                              schedule *best, const ops **of, diag *d)
{
    const schedule_wish *w = &s->schedule;
    const bool points = format_has_points(s->numbers.format) && !ops_has_points(&graphs->list[0]),
               streams = schedule_wish_streams(w);
    const bool several = graphs->count > 1 && !streams;
    const double share = several ? FIRST_SHARE : 1, again = several || points ? 1 : 0;
    const double work = graphs->count * share + again;
    const contender *list = contenders_of(mem, graphs, w);
    const diag_entry before = d->error;
    *of = NULL;
    for (uint32_t i = 0; i < graphs->count; i++)
        if (!*of || streams || list[i].bound < best->cycles)
            TRY(try_graph(mem, graphs, list[i].number, s,
                          (work_part){share, i * share / work, (i + 1) * share / work}, best, of,
                          d));
    if (!*of)
        return STATUS_INPUT;
    const uint32_t chosen = (uint32_t)(*of - graphs->list);
    TRY(check_chosen(mem, graphs, chosen, s, d));
    if (points) { /* what was found without them told which graph, and no more */
        TRY(give_points(mem, graphs, chosen, s, d));
        *of = NULL;
    }
    if (again > 0)
        TRY(try_graph(mem, graphs, chosen, s, (work_part){1, 1 - again / work, 1}, best, of, d));
    if (!*of)
        return STATUS_INPUT;
    d->error = before;
    return STATUS_OK;
}

/* Of one graph the schedule alone; of several that of the one that is chosen, with its
 * equations. */
status passes_schedule(arena *mem, passes_graphs *graphs, const passes_settings *s, schedule *best,
                       const ops **of, diag *d)
{
    kept_result k = graphs->choice, *choice = &graphs->choice;
    bool found = graphs->kept != NULL;
    *of = graphs->list;
    if (found)
        *best = *graphs->kept;
    else if (!choice->in && graphs->count == 1) {
        k = kept_schedule(mem, s->cache, graphs->list, &s->schedule,
                          passes_choice_settings(mem, s));
        found = kept_find_schedule(mem, &k, graphs->list, &s->schedule, best, d);
    }
    if (found) {
        kept_give_notes(&k, d);
        return STATUS_OK;
    }
    kept_listen(&k, d);
    TRY(search_schedule(mem, graphs, s, best, of, d));
    const uint32_t chosen = (uint32_t)(*of - graphs->list);
    const equations *e = choice->in ? graphs->forms[chosen].equations : NULL;
    kept_store(&k, graphs->count, e, *of, best, d);
    return STATUS_OK;
}
