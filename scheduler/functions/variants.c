/* SPDX-License-Identifier: MIT */
/* Variants of the equations between the fewest operations and the shortest path: a race of
 * searches.
 *
 * A search that pays for cycles ends in one of very many shapes that no small step improves, and a
 * longer search ends in hardly a better one. What helps is to begin often, and to go on from the
 * best. So there are rounds: each begins with the best nets of the round before, pays more for a
 * cycle, and hands on fewer. Everything that is found on the way is kept unless another has no more
 * operations and a path that is shorter by more than schedules differ.
 *
 *     written for a short path ---> o o o o o o o o ---> o o o o ---> o o o o ---> ... front
 *     fewest operations -------/     a cycle: 10          20           40 operations
 */
#include "algebra/anneal.h"
#include "algebra/identity.h"
#include "functions/equations_parts.h"
#include "functions/functions.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    equations *what;
    uint32_t operations, path_cycles;
} variant;

typedef struct {
    arena *mem;
    const tree *t;
    const equations_options *options;
    unit_cycles cycles; /* that paths are measured by */
    variant *points;
    uint32_t points_count, points_capacity;
} variant_archive;

/* Schedules differ by a cycle or two of what a path promises, and only they tell. */
enum { SLACK_CYCLES = 2 };

/* Whether b need not be looked at beside a. */
static bool beats(const variant *a, const variant *b)
{
    const bool same = a->operations == b->operations && a->path_cycles == b->path_cycles;
    return same || (a->operations <= b->operations &&
                    a->path_cycles + SLACK_CYCLES < b->path_cycles);
}

/* Whether the units are busy for longer than the longest path takes, were all inputs there at
 * once. */
static bool units_are_limit(const equations_options *o, const net *n)
{
    objective goal = {.cycles = o->cycles};
    memcpy(goal.units, o->units, sizeof goal.units);
    return objective_busy(&goal, net_count(n)) > net_longest(n, &o->cycles);
}

/* Keeps a net unless another beats it; drops those it beats. */
static void archive_add(variant_archive *a, const net *n, const signals *words)
{
    const net_cost c = net_count(n);
    variant fresh = {NULL, net_cost_sum(c), net_longest(n, &a->cycles)};
    uint32_t kept = 0;
    for (uint32_t i = 0; i < a->points_count; i++)
        if (beats(&a->points[i], &fresh))
            return;
    for (uint32_t i = 0; i < a->points_count; i++)
        if (!beats(&fresh, &a->points[i]))
            a->points[kept++] = a->points[i];
    a->points_count = kept;
    fresh.what = ARENA_ARRAY(a->mem, equations, 1);
    *fresh.what = (equations){
        .robot = a->t->name, .function = a->options->function, .graph = *n, .words = *words};
    signals *own = &fresh.what->words; /* finishing sorts and binds it */
    own->list = ARENA_ARRAY(a->mem, signal, words->list_count + 1);
    memcpy(own->list, words->list, words->list_count * sizeof(signal));
    own->results = ARENA_ARRAY(a->mem, result, words->results_count + 1);
    memcpy(own->results, words->results, words->results_count * sizeof(result));
    equations_record(a->mem, fresh.what, "variant", n);
    *ARENA_PUSH(a->mem, a, points) = fresh;
}

static uint32_t archive_shortest(const variant_archive *a)
{
    uint32_t least = UINT32_MAX;
    for (uint32_t i = 0; i < a->points_count; i++)
        least = a->points[i].path_cycles < least ? a->points[i].path_cycles : least;
    return least;
}

/* So many searches, which pay `weight` operations for a cycle. */
typedef struct {
    uint32_t searches;
    double weight;
} race_round;

enum { MOST_ROUNDS = 6, MOST_RUNNERS = 48 };

typedef struct {
    double steps; /* of a search, per operation of the net it begins with ... */
    uint32_t fewest, most; /* ... but not fewer or more */
    double hot, cold;
    race_round rounds[MOST_ROUNDS];
} race_plan;

/* By effort. Where the path is longer than the units are busy. */
static const race_plan PATH_PLANS[] = {
    {.steps = 0},
    {10, 3000, 10000, 1, 0.1, {{3, 10}, {2, 40}}},
    {26, 7000, 28000, 1, 0.1, {{10, 10}, {5, 20}, {5, 40}, {5, 20}, {3, 80}, {1, 40}}},
    {60, 20000, 100000, 1, 0.1, {{40, 10}, {20, 20}, {20, 40}, {10, 60}}},
};

/* Where the units are busy for longer, what makes a net shorter are fewer operations. One long cold
 * search finds them; warmer ones, or many short ones, do not get far from where they begin. */
static const race_plan BUSY_PLANS[] = {
    {.steps = 0},
    {60, 3000, 60000, 0.15, 0.05, {{1, 2}}},
    {520, 7000, 800000, 0.15, 0.05, {{1, 2}}},
    {1500, 20000, 4000000, 0.15, 0.05, {{3, 2}, {1, 2}}},
};

/* Nets that a race differs for, by what makes them long. Small ones have time for more: for as much
 * as a net of so many operations takes, but not over MOST_TIMES as much as they would have. A race
 * has more searches first, then longer ones; of pendulum5 those of twice the steps gave 48 and 50
 * cycles, twice as many 51 and 51. */
typedef struct {
    const race_plan *plans;
    double operations, most_searches;
    uint32_t kept; /* with so many of a round the next begins; 0: with all */
    uint32_t rounds; /* at most */
    double later[4]; /* by effort: rounds after the first pay so many times as much */
} race_kind;

enum { FEW_MIDDLE = 300, MOST_MIDDLE = 700 };
static const race_kind RACE_PATH = {PATH_PLANS, 340, 1.5, 0, 4, {1, 1, 1, 1}},
                       RACE_BUSY = {BUSY_PLANS, 500, 1, 0, 4, {1, 1, 1, 1}},
                       /* of a middle size, which have time for two rounds more */
                       RACE_MIDDLE = {PATH_PLANS, 340, 1.5, 0, MOST_ROUNDS, {1, 1, 1, 1}},
                       /* where paths count lanes */
                       RACE_LANES = {PATH_PLANS, 612, 1.5, 3, 4, {1, 1, 2, 1}};

static race_plan race_plan_of(const race_kind *kind, uint32_t effort, uint32_t operations)
{
    enum { MOST_TIMES = 3 };
    const uint32_t row = effort < 3 ? effort : 3;
    race_plan p = kind->plans[row];
    const double all = kind->operations / (double)operations;
    const double times = all < 1 ? 1 : all < MOST_TIMES ? all : MOST_TIMES;
    const double more = times < kind->most_searches ? times : kind->most_searches;
    p.steps *= times / more;
    p.fewest = (uint32_t)(p.fewest * times / more);
    for (uint32_t i = 0; i < MOST_ROUNDS; i++) {
        const uint32_t searches = i < kind->rounds ? (uint32_t)(p.rounds[i].searches * more) : 0;
        p.rounds[i].searches = searches < MOST_RUNNERS ? searches : MOST_RUNNERS;
        p.rounds[i].weight *= i ? kind->later[row] : 1;
    }
    return p;
}

static uint32_t race_searches(const race_plan *p)
{
    uint32_t all = 0;
    for (uint32_t r = 0; r < MOST_ROUNDS; r++)
        all += p->rounds[r].searches;
    return all;
}

/* A net in the race, with the words of its own way to write the function. */
typedef struct {
    net n;
    signals words;
    double price;
    uint32_t number; /* decides between equals */
} runner;

static int runner_compare(const void *a, const void *b)
{
    const runner *x = a, *y = b;
    if (x->price != y->price)
        return x->price < y->price ? -1 : 1;
    return x->number < y->number ? -1 : 1;
}

typedef struct {
    variant_archive *archive;
    race_plan plan;
    objective goal;
    runner runners[MOST_RUNNERS]; /* best first */
    uint32_t count, done; /* searches that are over */
    uint32_t kept; /* runners of a round that the next begins with; 0: all */
} race;

/* Searches differ in how freely they begin. */
static const double HOT[3] = {1, 2, 0.5};

/* One search from `from`; false: there is no time for it. */
static bool race_search(race *r, const runner *from, runner *to)
{
    variant_archive *a = r->archive;
    const equations_options *o = a->options;
    const race_plan *p = &r->plan;
    const double all = race_searches(p), wished = p->steps * net_cost_sum(net_count(&from->n));
    const uint32_t number = r->done++;
    if (!progress_continue(o->life, number / all))
        return false;
    const anneal_options search = {
        .seed = o->seed + number, .goal = r->goal, .life = o->life,
        .steps = wished < p->fewest ? p->fewest : wished > p->most ? p->most : (uint32_t)wished,
        .hot = p->hot * HOT[number % 3], .cold = p->cold};
    progress_best(o->life, "%u cycles", archive_shortest(a));
    const progress_span whole = progress_narrow(o->life, number / all, (number + 1) / all);
    *to = (runner){.words = from->words, .number = number};
    to->n = anneal(a->mem, &from->n, &search);
    progress_widen(o->life, whole);
    archive_add(a, &to->n, &to->words);
    return true;
}

/* Best first, by what this round pays for a cycle; where not all are kept, by what the next
 * pays. */
static void race_sort(race *r, const race_round *round, runner *list, uint32_t count)
{
    const bool is_last = round + 1 == &r->plan.rounds[MOST_ROUNDS] || !round[1].searches;
    if (r->kept && !is_last)
        r->goal.depth_weight = round[1].weight;
    for (uint32_t i = 0; i < count; i++)
        list[i].price = objective_price(&r->goal, &list[i].n);
    qsort(list, count, sizeof *list, runner_compare);
}

static bool race_round_run(race *r, const race_round *round)
{
    runner next[MOST_RUNNERS];
    uint32_t count = 0;
    r->goal.depth_weight = round->weight;
    for (bool time = true; count < round->searches && time; count += time)
        time = race_search(r, &r->runners[count % r->count], &next[count]);
    race_sort(r, round, next, count);
    if (count)
        memcpy(r->runners, next, count * sizeof *next);
    r->count = count ? count : r->count;
    if (r->kept && r->kept < r->count)
        r->count = r->kept;
    return count == round->searches;
}

/* Where the race begins: forms for a short path, if the function has them, and on few units the
 * smallest equations, too. */
static void race_begin(race *r, const equations *smallest)
{
    variant_archive *a = r->archive;
    const equations_options *o = a->options;
    const producer *p = PRODUCERS[o->function];
    const bool is_busy = units_are_limit(o, &smallest->graph);
    runner *first = &r->runners[0];
    const uint32_t operations = net_cost_sum(net_count(&smallest->graph));
    const bool is_middle = operations >= FEW_MIDDLE && operations <= MOST_MIDDLE;
    const race_kind *kind = is_busy           ? &RACE_BUSY
                            : a->cycles.lanes ? &RACE_LANES
                            : is_middle       ? &RACE_MIDDLE
                                              : &RACE_PATH;
    r->plan = race_plan_of(kind, o->effort, operations);
    r->kept = kind->kept;
    *first = (runner){.n = smallest->graph, .words = smallest->words};
    r->count = 1;
    if (!p->short_forms)
        return;
    r->goal.depth_weight = 1;
    r->goal.cycles.lanes = 0; /* forms are compared by what trials of all goals came to */
    r->runners[1] = *first;
    first->words = smallest->words;
    first->n = p->short_forms(a->mem, a->t, o, &r->goal, &first->words);
    r->goal.cycles = a->cycles;
    archive_add(a, &first->n, &first->words);
    r->count += is_busy;
}

static void race_run(variant_archive *a, const equations *smallest)
{
    const equations_options *o = a->options;
    race r = {.archive = a, .goal = {.cycles = a->cycles}};
    memcpy(r.goal.units, o->units, sizeof r.goal.units);
    race_begin(&r, smallest);
    progress_search(o->life, "search for a shorter path");
    for (uint32_t i = 0; i < MOST_ROUNDS && r.plan.rounds[i].searches; i++)
        if (!race_round_run(&r, &r.plan.rounds[i]))
            break;
    progress_end(o->life);
}

static int variant_compare(const void *a, const void *b)
{
    const variant *x = a, *y = b;
    if (x->operations != y->operations)
        return x->operations < y->operations ? -1 : 1;
    return x->path_cycles < y->path_cycles ? -1 : 1; /* no two are the same in both */
}

/* Lanes that paths are to count: those of small nets, where inputs that come two by two take a good
 * part of the path. Larger nets are a cycle or two shorter by it, or longer, and where units are
 * the limit they are longer (docs/schedule.md). */
static uint32_t lanes_of(const equations_options *o, const net *n)
{
    enum { FEW_OPERATIONS = 220 };
    const bool is_small = net_cost_sum(net_count(n)) <= FEW_OPERATIONS;
    return is_small && !units_are_limit(o, n) ? o->lanes : 0;
}

/* The smallest are one end of the front, and not where most of the time goes. */
static equations *find_smallest(variant_archive *a)
{
    equations_options quick = *a->options;
    quick.effort = quick.effort > 1 ? quick.effort - 1 : quick.effort;
    const double end = progress_share(quick.life, 0.25);
    equations *smallest = equations_smallest(a->mem, a->t, &quick);
    progress_unshare(quick.life, end);
    return smallest;
}

status equations_build_front(arena *mem, const tree *t, const equations_options *o,
                             equations_front *out, diag *d)
{
    TRY(equations_check_tree(t, o->function, d));
    variant_archive a = {.mem = mem, .t = t, .options = o, .cycles = o->cycles};
    equations *smallest = find_smallest(&a);
    a.cycles.lanes = lanes_of(o, &smallest->graph);
    archive_add(&a, &smallest->graph, &smallest->words);
    if (o->effort && o->form == FORMALISM_DEFAULT && a.points[0].operations)
        race_run(&a, smallest);
    qsort(a.points, a.points_count, sizeof(variant), variant_compare);
    *out = (equations_front){.count = a.points_count};
    out->list = ARENA_ARRAY(mem, equations *, a.points_count);
    out->operations = ARENA_ARRAY(mem, uint32_t, a.points_count);
    out->path_cycles = ARENA_ARRAY(mem, uint32_t, a.points_count);
    for (uint32_t i = 0; i < a.points_count; i++) {
        equations_finish(mem, o, a.points[i].what);
        a.points[i].what->cycles = a.cycles;
        TRY(identity_check(&a.points[i].what->graph, d));
        out->list[i] = a.points[i].what;
        out->operations[i] = a.points[i].operations;
        out->path_cycles[i] = a.points[i].path_cycles;
        if (out->path_cycles[i] < out->path_cycles[out->shortest])
            out->shortest = i;
    }
    return equations_check_pivots(t, out->list[0], d);
}
