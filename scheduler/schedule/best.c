/* SPDX-License-Identifier: MIT */
/* The best schedule we can find: alternate backward and forward passes over one placement,
 * each ordered by the starts of the one before (what slides right without harm makes room for
 * what cannot), and shake the order between rounds. Rounds are counted, not timed, so the result
 * depends on the seed and the budget only. Stops early at the lower bound. */
#include "schedule/placement.h"

#include <string.h>

/* Keys are starts in these fractions of a cycle, so that noise can reorder within one. */
enum { KEY_SCALE = 16, BACKWARD_SLACK = 4, SLOTS_SLACK = 2, TOLERANCE = 8 };

/* Cycles above the bound at most where one cycle less is aimed at. */
enum { CLOSE_CYCLES = 3 };

typedef struct {
    uint32_t *start, *unit;
    uint8_t *swap;
    uint32_t length;
    uint32_t over; /* slots that the machine lacks, where that was asked */
    uint64_t lateness;
} snapshot;

typedef struct {
    placement p;
    uint32_t *key;
    snapshot now, best;
    uint32_t bound;
    uint32_t aim; /* length that lateness is told against */
    uint64_t random;
} search;

static snapshot snapshot_make(arena *mem, uint32_t words)
{
    return (snapshot){.start = ARENA_ARRAY(mem, uint32_t, words + 1),
                      .unit = ARENA_ARRAY(mem, uint32_t, words + 1),
                      .swap = ARENA_ARRAY(mem, uint8_t, words + 1),
                      .length = UINT32_MAX,
                      .lateness = UINT64_MAX};
}

static void snapshot_copy(uint32_t words, snapshot *to, const uint32_t *start, const uint32_t *unit,
                          const uint8_t *swap)
{
    memcpy(to->start, start, words * sizeof *start);
    memcpy(to->unit, unit, words * sizeof *unit);
    memcpy(to->swap, swap, words * sizeof *swap);
}

/* How far operations are behind what the length aimed at would ask for, squared: tells schedules of
 * one length apart. */
static uint64_t lateness(const search *s)
{
    const placement *p = &s->p;
    uint64_t sum = 0;
    for (uint32_t w = p->g->inputs; w < p->g->words; w++) {
        uint64_t end = (uint64_t)p->start[w] + p->tail[w];
        if (end > s->aim)
            sum += (end - s->aim) * (end - s->aim);
    }
    return sum;
}

static void keep(search *s, snapshot *to)
{
    snapshot_copy(s->p.g->words, to, s->p.start, s->p.unit, s->p.swap);
    to->length = s->p.length;
    to->lateness = lateness(s);
}

static void restore(search *s, const snapshot *from)
{
    uint32_t words = s->p.g->words;
    memcpy(s->p.start, from->start, words * sizeof *from->start);
    memcpy(s->p.unit, from->unit, words * sizeof *from->unit);
    memcpy(s->p.swap, from->swap, words * sizeof *from->swap);
}

static void keys_from_starts(search *s)
{
    for (uint32_t w = 0; w < s->p.g->words; w++)
        s->key[w] = (s->p.start[w] + KEY_SCALE) * KEY_SCALE;
}

static void shake(search *s)
{
    static const uint32_t REACH[] = {1, 1, 2, 2, 3, 4, 6, 10};
    static const uint32_t THRIFT[] = {0, 1, 2, 2, 4, 4, 8, 16};
    keys_from_starts(s);
    uint32_t reach = REACH[noise_next(&s->random) % 8] * KEY_SCALE;
    uint32_t rarity = 1 + noise_next(&s->random) % 16;
    for (uint32_t w = 0; w < s->p.g->words; w++)
        if (noise_next(&s->random) % rarity == 0)
            s->key[w] += noise_next(&s->random) % (2 * reach + 1) -
                         (reach < s->key[w] ? reach : s->key[w]);
    s->p.noise = s->random;
    s->p.thrift = THRIFT[noise_next(&s->random) % 8];
    /* Hops make a far unit dear; where there are none, the fastest unit is mostly the best. */
    uint32_t modest = noise_next(&s->random) % (s->p.reach > 1 ? 4 : 8);
    s->p.target = modest == 0 || modest > 3 || s->now.length <= modest ? 0 : s->now.length - modest;
}

/* One round: backward in the order of key, then forward. A forward pass usually wins back a
 * little. */
static void round_trip(search *s)
{
    uint32_t limit = s->p.limit;
    s->p.limit = limit == UINT32_MAX ? limit : limit + BACKWARD_SLACK;
    placement_backward(&s->p, s->key);
    s->p.limit = limit;
    if (s->p.length == UINT32_MAX)
        return;
    keys_from_starts(s);
    placement_forward(&s->p, s->key);
}

static bool no_worse(const search *s, const snapshot *than)
{
    return s->p.length < than->length ||
           (s->p.length == than->length &&
            lateness(s) <= than->lateness + than->lateness / TOLERANCE);
}

/* What is placed now, unless it needs more slots than the machine has. */
static void keep_best(search *s)
{
    s->now.over = placement_slots_over(&s->p);
    if (!s->now.over)
        keep(s, &s->best);
}

/* Whether none has fitted into the machine's slots so far. */
static bool lacks_slots(const search *s)
{
    return s->best.length == UINT32_MAX && s->now.over;
}

/* Until some schedule fits, one that needs fewer slots is better, even if it is a little longer. */
static bool is_kept(search *s)
{
    if (!lacks_slots(s))
        return no_worse(s, &s->now);
    const uint32_t over = placement_slots_over(&s->p);
    return over < s->now.over || (over == s->now.over && no_worse(s, &s->now));
}

/* The bound; but close to it, in the second half of the rounds, one cycle less than the best: then
 * what is late is what that cycle lacks. What is placed now is judged anew. */
static void take_aim(search *s, bool is_second_half)
{
    const bool is_close = s->best.length <= s->bound + CLOSE_CYCLES;
    const uint32_t aim = is_second_half && is_close ? s->best.length - 1 : s->bound;
    if (aim == s->aim)
        return;
    s->aim = aim;
    s->now.lateness = lateness(s);
}

static void improve(search *s, uint64_t rounds, progress *life)
{
    for (uint64_t i = 0; i < rounds && s->best.length > s->bound; i++) {
        if (s->best.length != UINT32_MAX)
            progress_best(life, "%u cycles", s->best.length);
        if (s->now.length != UINT32_MAX && !progress_continue(life, (double)i / (double)rounds))
            return;
        restore(s, &s->now);
        take_aim(s, i >= rounds / 2);
        shake(s);
        s->p.limit = s->now.length + (lacks_slots(s) ? SLOTS_SLACK : 0);
        round_trip(s);
        if (s->p.length == UINT32_MAX || !is_kept(s))
            continue;
        keep(s, &s->now);
        if (s->now.length < s->best.length)
            keep_best(s);
    }
}

/* Operations on units of the modules that they were wished on; what has none there, and inputs,
 * anywhere. */
static void place_at_modules(search *s, const uint32_t *module_of)
{
    placement *p = &s->p;
    for (uint32_t w = p->g->inputs; w < p->g->words; w++)
        for (uint32_t i = 0; i < p->m.units[p->kind[w]]; i++)
            if (p->unit_module[p->first_unit[p->kind[w]] + i] == module_of[w - p->g->inputs])
                p->unit[w] = p->first_unit[p->kind[w]] + i;
}

/* The first of the rounds below with all operations where they were wished. */
static void begin_at_modules(search *s, const uint32_t *module_of)
{
    place_at_modules(s, module_of);
    s->p.free_units = false;
    round_trip(s);
    s->p.free_units = true;
    if (s->p.length == UINT32_MAX) {
        memset(s->p.unit, 0xff, s->p.g->words * sizeof *s->p.unit);
        return;
    }
    keep(s, &s->now);
    keys_from_starts(s);
}

/* The first of them on a sparse crossbar, where a backward pass may find no unit that all users
 * hear: operations dealt out over the units, a forward pass. */
static void begin_heard(search *s)
{
    placement *p = &s->p;
    for (uint32_t w = p->g->inputs; w < p->g->words; w++)
        p->unit[w] = p->first_unit[p->kind[w]] + w % p->m.units[p->kind[w]];
    placement_make_heard(p);
    placement_forward(p, s->key);
    if (p->length == UINT32_MAX)
        return;
    keep(s, &s->now);
    keys_from_starts(s);
}

/* The start: critical-path order, then passes until they gain nothing. */
static void justify(search *s, const uint32_t *module_of)
{
    for (uint32_t w = 0; w < s->p.g->words; w++)
        s->key[w] = (s->bound - s->p.tail[w] + KEY_SCALE) * KEY_SCALE;
    if (module_of && s->p.m.network != NETWORK_IDEAL)
        begin_at_modules(s, module_of);
    if (s->p.deaf)
        begin_heard(s);
    for (uint32_t i = 0; i < 8; i++) {
        round_trip(s);
        if (s->p.length == UINT32_MAX || !no_worse(s, &s->now))
            return;
        keep(s, &s->now);
        keys_from_starts(s);
    }
}

/* Rounds for about half a second on a machine of today: nanoseconds per word were measured, and
 * many rounds are given up halfway. */
static uint64_t default_budget(const graph *g, const machine *m)
{
    uint64_t per_word = 400;
    if (m->network != NETWORK_IDEAL)
        per_word +=
            (network_has_stations(m->network) ? UINT64_C(260) : UINT64_C(50)) * machine_units(m);
    return 4 + UINT64_C(600000000) / (per_word * (g->words + 1));
}

status schedule_best(arena *mem, const ops *p, const machine *m, const scheduler_options *options,
                     schedule *out, diag *d)
{
    place command = {0};
    TRY(machine_check(m, command, d));
    TRY(machine_fits(m, p, command, d));
    arena scratch = arena_make();
    graph g = graph_build(mem, p);
    indices x = indices_compute(&scratch, &g, m);
    search s = {.p = placement_make(&scratch, &g, m, &x)};
    s.bound = bounds_compute_words(&scratch, &g, m, &s.p.head, &s.p.tail).best;
    s.aim = s.bound;
    s.key = ARENA_ARRAY(&scratch, uint32_t, g.words + 1);
    s.now = snapshot_make(&scratch, g.words);
    s.best = snapshot_make(&scratch, g.words);
    s.random = options->seed * 2 + 1;
    s.p.bend = true;
    justify(&s, options->module_of);
    restore(&s, &s.now);
    s.p.length = s.now.length;
    if (s.now.length != UINT32_MAX)
        keep_best(&s);
    const double share = options->share > 0 ? options->share : 1;
    const uint64_t usual = (uint64_t)((double)default_budget(&g, m) * share);
    improve(&s, options->budget ? options->budget : usual, options->life);
    /* Where none fits, the last one tells by how many slots. */
    const snapshot *found = s.best.length == UINT32_MAX ? &s.now : &s.best;
    restore(&s, found);
    s.p.length = found->length;
    status done = found->length == UINT32_MAX
                      ? diag_error(d, command, "no schedule found on this machine")
                      : placement_finish(mem, &s.p, "best", out, d);
    arena_free(&scratch);
    return done;
}
