/* SPDX-License-Identifier: MIT */
/* Operations of overlapping samples on as few cycles a sample as the units allow.
 *
 * A schedule for one sample gives every operation a cycle and a unit; its length, and some slack,
 * is the length of a sample. From there on dependencies always hold: a word moves only inside the
 * window that its neighbours leave it, to another cycle, unit or port, or changes places with
 * another. What has to disappear are conflicts in the tables of one interval: two operations in one
 * row of a unit, two words in one row of a receiver. The search is annealing on their number; moves
 * are counted, not timed, so the result depends on seed and budget only. */
#include "schedule/modulo.h"

#include "schedule/placement.h"
#include "machine/timing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static uint32_t below(modulo *x, uint32_t limit)
{
    return noise_next(&x->random) % limit;
}

/* ---- moves --------------------------------------------------------------------------------- */

typedef struct {
    uint32_t time, unit;
    uint8_t swap;
} spot;

static spot spot_of(const modulo *x, uint32_t w)
{
    return (spot){x->time[w], x->unit[w], x->swap[w]};
}

static void set_spot(modulo *x, uint32_t w, spot s)
{
    x->time[w] = s.time;
    x->unit[w] = s.unit;
    x->swap[w] = s.swap;
}

/* The word and the operands whose receptions depend on where it is; each once. */
static uint32_t touched(const modulo *x, uint32_t w, uint32_t *list, uint32_t count)
{
    uint32_t candidates[3] = {w, WORD_NONE, WORD_NONE};
    for (uint32_t port = 0; port < 2 && w >= x->g->inputs; port++)
        candidates[1 + port] = graph_operand(x->g, w - x->g->inputs, port);
    for (uint32_t i = 0; i < 3; i++) {
        bool fresh = candidates[i] != WORD_NONE;
        for (uint32_t k = 0; k < count && fresh; k++)
            fresh = list[k] != candidates[i];
        if (fresh)
            list[count++] = candidates[i];
    }
    return count;
}

static bool in_window(const modulo *x, uint32_t w)
{
    modulo_window room = modulo_room(x, w);
    return x->time[w] >= room.low && x->time[w] <= room.high;
}

/* A cycle of the word's window in the given row; UINT32_MAX when there is none. */
static uint32_t time_in_row(modulo *x, uint32_t w, uint32_t row)
{
    modulo_window room = modulo_room(x, w);
    uint32_t first = room.low + (row + x->interval - room.low % x->interval) % x->interval;
    if (room.low > room.high || first > room.high)
        return UINT32_MAX;
    return first + below(x, (room.high - first) / x->interval + 1) * x->interval;
}

typedef struct {
    modulo *x;
    uint32_t words[2], words_count; /* that move */
    spot old[2];
    uint32_t list[6], list_count;
    uint32_t before;
} trial;

/* A conflict counts as much as this many receptions: fewer receptions leave more room, and fewer
 * hops on a ring. */
enum { CONFLICT = 4, ODDS = 64, HOPELESS = 12 /* conflicts that the last quarter never solved */ };

static uint32_t cost(const modulo *x)
{
    return CONFLICT * x->conflicts + x->events;
}

static trial trial_begin(modulo *x, uint32_t a, uint32_t b)
{
    trial t = {.x = x, .words = {a, b}, .words_count = b == WORD_NONE ? 1 : 2, .before = cost(x)};
    for (uint32_t i = 0; i < t.words_count; i++) {
        t.old[i] = spot_of(x, t.words[i]);
        t.list_count = touched(x, t.words[i], t.list, t.list_count);
    }
    for (uint32_t i = 0; i < t.list_count; i++)
        modulo_remove(x, t.list[i]);
    return t;
}

static void trial_place(trial *t)
{
    for (uint32_t i = 0; i < t->list_count; i++)
        modulo_add(t->x, t->list[i]);
}

static void trial_undo(trial *t, bool placed)
{
    for (uint32_t i = 0; i < t->list_count && placed; i++)
        modulo_remove(t->x, t->list[i]);
    for (uint32_t i = 0; i < t->words_count; i++)
        set_spot(t->x, t->words[i], t->old[i]);
    trial_place(t);
}

/* Metropolis: odds[k] of 2^32 to accept k more. */
static bool keep_it(modulo *x, uint32_t before, const uint32_t *odds)
{
    return cost(x) <= before ||
           (cost(x) - before < ODDS && noise_next(&x->random) < odds[cost(x) - before]);
}

/* Another unit of the kind, mostly in another row. */
static void move_one(modulo *x, uint32_t w, const uint32_t *odds)
{
    trial t = trial_begin(x, w, WORD_NONE);
    if (w >= x->g->inputs) {
        unit_kind kind = graph_kind(x->g, w - x->g->inputs);
        if (below(x, 4))
            x->unit[w] = machine_first_unit(&x->m, kind) + below(x, x->m.units[kind]);
        if (graph_may(x->g, w - x->g->inputs, true) && graph_may(x->g, w - x->g->inputs, false))
            x->swap[w] = (uint8_t)below(x, 2);
    }
    modulo_window room = modulo_room(x, w);
    bool legal = room.low <= room.high && modulo_is_heard(x, w);
    if (legal && (below(x, 4) || x->time[w] < room.low || x->time[w] > room.high))
        x->time[w] = room.low + below(x, room.high - room.low + 1);
    if (legal)
        trial_place(&t);
    if (!legal || !keep_it(x, t.before, odds))
        trial_undo(&t, legal);
}

/* Two operations of one kind change their rows and units. */
static void exchange(modulo *x, uint32_t a, uint32_t b, const uint32_t *odds)
{
    if (a == b || (a < x->g->inputs) != (b < x->g->inputs) ||
        (a >= x->g->inputs &&
         graph_kind(x->g, a - x->g->inputs) != graph_kind(x->g, b - x->g->inputs)))
        return;
    trial t = trial_begin(x, a, b);
    x->unit[a] = t.old[1].unit;
    x->unit[b] = t.old[0].unit;
    uint32_t time_a = time_in_row(x, a, t.old[1].time % x->interval);
    bool legal = time_a != UINT32_MAX && modulo_is_heard(x, a) && modulo_is_heard(x, b);
    if (legal) {
        x->time[a] = time_a;
        uint32_t time_b = time_in_row(x, b, t.old[0].time % x->interval);
        legal = time_b != UINT32_MAX;
        x->time[b] = legal ? time_b : x->time[b];
        legal = legal && in_window(x, a) && in_window(x, b);
    }
    if (legal)
        trial_place(&t);
    if (!legal || !keep_it(x, t.before, odds))
        trial_undo(&t, legal);
}

/* Some word, as often as not one from a row that holds too many (or that was there lately). */
static uint32_t choose(modulo *x)
{
    uint32_t w;
    if (below(x, 2))
        return x->guests[x->crowded[below(x, x->crowded_count)]][below(x, 2)];
    do
        w = below(x, x->g->words);
    while (w < x->g->inputs && !graph_used(x->g, w));
    return w;
}

/* Who starts in the row of the cycle on the unit; WORD_NONE: nobody. */
static uint32_t occupant(const modulo *x, const uint32_t *hint, uint32_t unit, uint32_t time)
{
    uint32_t w = hint[(size_t)unit * x->interval + time % x->interval];
    bool there = w != WORD_NONE && x->unit[w] == unit &&
                 x->time[w] % x->interval == time % x->interval;
    return there ? w : WORD_NONE;
}

static void push_out(modulo *x, uint32_t w, uint32_t *hint, const uint32_t *odds)
{
    unit_kind kind = graph_kind(x->g, w - x->g->inputs);
    modulo_window room = modulo_room(x, w);
    if (room.low > room.high)
        return;
    uint32_t time = room.low + below(x, room.high - room.low + 1),
             unit = machine_first_unit(&x->m, kind) + below(x, x->m.units[kind]);
    uint32_t other = occupant(x, hint, unit, time);
    if (other != WORD_NONE && other != w)
        exchange(x, w, other, odds);
    else
        move_one(x, w, odds);
}

/* The search for one interval after another, and what it may still spend. */
typedef struct {
    const graph *g;
    const machine *m;
    const schedule *one; /* for one sample */
    const scheduler_options *options;
    uint64_t full, spent, most; /* moves: of an attempt, so far, in all as far as one can tell */
    bool late;                  /* start with all room before the operations: start_from */
    bool over;                  /* ended by the user or the clock */
} hunt;

static bool goes_on(hunt *h, uint64_t moves)
{
    double done = (double)(h->spent + moves) / (double)(h->most + 1);
    h->over = h->over || !progress_continue(h->options->life, done < 1 ? done : 1);
    return !h->over;
}

static void anneal(hunt *h, modulo *x, uint32_t *hint, uint64_t moves)
{
    const double hot = 1,
                 cold =
                     0.1; /* in conflicts: hot enough for operations to change modules of a ring */
    const graph *g = x->g;
    uint32_t odds[ODDS];
    for (uint32_t w = g->inputs; w < g->words; w++)
        hint[(size_t)x->unit[w] * x->interval + x->time[w] % x->interval] = w;
    for (uint64_t i = 0; i < moves && x->conflicts; i++) {
        if (i % 1024 == 0) {
            if ((i > moves / 4 * 3 && x->conflicts > HOPELESS) || !goes_on(h, i))
                break;
            double heat = hot * pow(cold / hot, (double)i / (double)moves);
            for (uint32_t k = 0; k < ODDS; k++)
                odds[k] = (uint32_t)(4294967295.0 * exp(-(double)k / CONFLICT / heat));
        }
        uint32_t w = choose(x);
        if (w < g->inputs || below(x, 2))
            move_one(x, w, odds);
        else
            push_out(x, w, hint, odds);
        if (w >= g->inputs)
            hint[(size_t)x->unit[w] * x->interval + x->time[w] % x->interval] = w;
    }
    h->spent += moves;
}

/* ---- bounds -------------------------------------------------------------------------------- */

static uint32_t over(uint32_t words, uint32_t places)
{
    return places ? (words + places - 1) / places : 0;
}

typedef struct {
    uint32_t units, in, out; /* least interval for the operations; words in, words out */
} needs;

static needs needs_of(const graph *g, const machine *m)
{
    needs n = {1, 0, 0};
    uint32_t kinds[UNIT_KINDS] = {0};
    for (uint32_t w = 0; w < g->words; w++) {
        n.in += w < g->inputs && graph_used(g, w);
        n.out += g->leaves[w];
        if (w >= g->inputs)
            kinds[graph_kind(g, w - g->inputs)]++;
    }
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        n.units = over(kinds[k], m->units[k]) > n.units ? over(kinds[k], m->units[k]) : n.units;
    return n;
}

uint32_t throughput_bound(const graph *g, const machine *m)
{
    needs n = needs_of(g, m);
    uint32_t in = over(n.in, m->lanes), out = over(n.out, m->out_lanes), most = in > out ? in : out;
    return n.units > most ? n.units : most;
}

void throughput_lanes(const graph *g, uint32_t most_in, uint32_t most_out, machine *m)
{
    needs n = needs_of(g, m);
    uint32_t in = over(4 * n.in, 3 * n.units),
             out = over(n.out, n.units); /* inputs are wanted early: full lanes are hard to serve */
    m->lanes = in < 1 ? 1 : in < most_in ? in : most_in;
    m->out_lanes = out < 1 ? 1 : out < most_out ? out : most_out;
}

/* ---- from tables to a schedule ------------------------------------------------------------- */

static int by_cycle_falling(const void *a, const void *b)
{
    const sched_take *x = *(sched_take *const *)a, *y = *(sched_take *const *)b;
    if (x->cycle != y->cycle)
        return x->cycle > y->cycle ? -1 : 1;
    return x->word < y->word ? -1 : x->word > y->word;
}

/* Each word that leaves goes to a port that takes none in its row yet. Ports get equally many, and
 * words that come late and early are mixed: a beat leaves when all ports have their word of it, so
 * a port whose words all come early would run far ahead of the others. */
static void ports_assign(arena *scratch, const modulo *x, schedule *s)
{
    uint32_t first = machine_output_receiver(&x->m), ports = x->m.out_lanes, count = 0;
    bool *busy = ARENA_ARRAY(scratch, bool, (size_t)ports * x->interval);
    uint64_t *cycles = ARENA_ARRAY(scratch, uint64_t, ports);
    uint32_t *words = ARENA_ARRAY(scratch, uint32_t, ports);
    sched_take **list = ARENA_ARRAY(scratch, sched_take *, s->takes_count + 1);
    for (uint32_t k = 0; k < s->takes_count; k++)
        if (s->takes[k].receiver == first)
            list[count++] = &s->takes[k];
    qsort(list, count, sizeof *list, by_cycle_falling);
    for (uint32_t k = 0; k < count; k++) {
        uint32_t row = list[k]->cycle % x->interval, port = ports;
        for (uint32_t i = 0; i < ports; i++) {
            bool better = port == ports || words[i] / 2 < words[port] / 2 ||
                          (words[i] / 2 == words[port] / 2 && cycles[i] < cycles[port]);
            port = !busy[(size_t)i * x->interval + row] && better ? i : port;
        }
        busy[(size_t)port * x->interval + row] = true;
        words[port]++;
        cycles[port] += list[k]->cycle;
        list[k]->receiver = first + port;
    }
}

static void finish(arena *mem, arena *scratch, modulo *x, schedule *out)
{
    const graph *g = x->g;
    *out = (schedule){.target = x->m, .scheduler = "throughput", .interval = x->interval};
    out->issues = ARENA_ARRAY(mem, sched_issue, g->p->list_count + 1);
    out->entries = ARENA_ARRAY(mem, sched_entry, g->inputs + 1);
    out->takes = ARENA_ARRAY(mem, sched_take, x->events + 1);
    for (uint32_t j = 0; j < g->p->list_count; j++)
        out->issues[j] = (sched_issue){x->unit[g->inputs + j], x->time[g->inputs + j],
                                       x->swap[g->inputs + j]};
    schedule_assign_lanes(g, x->time, out);
    for (uint32_t w = 0; w < g->words; w++)
        modulo_list(x, w, out->takes, &out->takes_count);
    for (uint32_t k = 0; k < out->takes_count; k++)
        if (out->takes[k].receiver == machine_output_receiver(&x->m) &&
            timing_cycles(out->takes[k].cycle) > out->cycles)
            out->cycles = timing_cycles(out->takes[k].cycle);
    ports_assign(scratch, x, out);
    schedule_sort_takes(out);
}

/* ---- search -------------------------------------------------------------------------------- */

enum {
    MOVES_PER_WORD = 16000, /* from trials on the shipped robots: more gain little where few
                               conflicts are not left */
    MOST_MOVES = 10000000,  /* of an attempt: some seconds, however large the robot */
    NEARLY = 4,             /* conflicts */
    LONGER = 3
};

/* With `late` operations come as late as the length of a sample allows, so that inputs have room
 * from the first move on: in a large graph it takes very many to bring it there from the end. */
static void start_from(modulo *x, const schedule *one, double slack, bool late)
{
    const graph *g = x->g;
    for (uint32_t k = 0; k < one->takes_count; k++) {
        uint32_t w = one->takes[k].word;
        if (w < g->inputs)
            x->time[w] = one->takes[k].cycle < x->interval ? one->takes[k].cycle : x->interval - 1;
    }
    for (uint32_t j = 0; j < g->p->list_count; j++) {
        x->time[g->inputs + j] = one->issues[j].cycle;
        x->unit[g->inputs + j] = one->issues[j].unit;
        x->swap[g->inputs + j] = one->issues[j].swap;
    }
    x->length = (uint32_t)(slack * one->cycles) + 1;
    for (uint32_t w = g->inputs; w < g->words && late; w++)
        x->time[w] += x->length - one->cycles;
}

/* Conflicts left; 0 fills `out`. */
static uint32_t attempt(arena *mem, hunt *h, uint32_t interval, double slack, uint64_t moves,
                        schedule *out)
{
    arena scratch = arena_make();
    modulo x = modulo_make(&scratch, h->g, h->m, interval, h->options->seed);
    size_t rows = (size_t)x.units * interval;
    uint32_t *hint = ARENA_ARRAY(&scratch, uint32_t, rows);
    memset(hint, 0xff, rows * sizeof *hint);
    start_from(&x, h->one, slack, h->late);
    for (uint32_t w = 0; w < h->g->words; w++)
        modulo_add(&x, w);
    anneal(h, &x, hint, moves);
    if (x.conflicts == 0)
        finish(mem, &scratch, &x, out);
    uint32_t left = x.conflicts;
    arena_free(&scratch);
    return left;
}

static status check_machine(const machine *m, const ops *p, diag *d)
{
    place command = {0};
    TRY(machine_check(m, command, d));
    TRY(machine_fits(m, p, command, d));
    if (m->network == NETWORK_IDEAL || m->receivers != 2 || m->lanes == 0)
        return diag_error(d, command,
                          "samples can overlap only on a network of cores (%s) with input lanes "
                          "and two stores per unit",
                          core_network_choices());
    return STATUS_OK;
}

/* Length of a sample over that of the schedule for one sample: enough room to find the interval in,
 * then the little that is tried with it. */
static const double SLACK_WIDE = 1.3, SLACK_NARROW = 1.15;

static uint32_t attempt_fully(arena *mem, hunt *h, uint32_t interval, schedule *out)
{
    uint32_t left = attempt(mem, h, interval, SLACK_WIDE, h->full, out);
    /* With several modules a longer search often ends what is nearly done. */
    if (left && left <= NEARLY && machine_units(h->m) > 2 && h->full < MOST_MOVES && !h->over)
        left = attempt(mem, h, interval, SLACK_WIDE, LONGER * h->full, out);
    return left;
}

/* The same interval with less latency, where that succeeds. */
static void narrow(arena *mem, hunt *h, schedule *out)
{
    schedule shorter;
    if (!h->over && attempt(mem, h, out->interval, SLACK_NARROW, h->full, &shorter) == 0)
        *out = shorter;
}

/* The smallest interval from `first` to `last` that is found. Conflicts left at last. */
static uint32_t search_upward(arena *mem, hunt *h, uint32_t first, uint32_t last, schedule *out)
{
    uint32_t left = 1;
    for (uint32_t k = first; k <= last && !h->over; k += 1 + left / (2 * machine_units(h->m))) {
        left = attempt_fully(mem, h, k, out);
        if (!left) {
            narrow(mem, h, out);
            return 0;
        }
    }
    return left;
}

/* A better interval than that of `out`, from `first` on: the first, then by halves. Few attempts,
 * and something to return all the time. */
static void search_halves(arena *mem, hunt *h, uint32_t first, schedule *out)
{
    uint32_t middle = first;
    h->late = true;
    uint32_t high = out->interval;
    for (; first < high && !h->over; middle = first + (high - first) / 2) {
        schedule better;
        if (attempt_fully(mem, h, middle, &better) == 0) {
            *out = better;
            high = middle;
            progress_best(h->options->life, "interval %u", out->interval);
        } else {
            first = middle + 1;
        }
    }
    narrow(mem, h, out);
}

/* Some interval, at once: words one after another into the first free rows of intervals that
 * grow. Ends, because there are rows for everything in an interval that is long enough. */
static void search_roughly(arena *mem, const hunt *h, uint32_t bound, schedule *out)
{
    bool found = false;
    for (uint32_t k = bound; !found; k += k / 32 + 1) {
        arena scratch = arena_make();
        modulo x = modulo_make(&scratch, h->g, h->m, k, h->options->seed);
        start_from(&x, h->one, 1, false);
        found = modulo_fill(&scratch, &x);
        if (found)
            finish(mem, &scratch, &x, out);
        arena_free(&scratch);
    }
    progress_best(h->options->life, "interval %u", out->interval);
}

/* The smallest interval that is found in good time. */
static void search_any(arena *mem, hunt *h, uint32_t bound, schedule *out)
{
    const progress *life = h->options->life;
    schedule rough;
    search_roughly(mem, h, bound, &rough);
    if (h->full == MOST_MOVES || (life && life->end_s > 0)) {
        *out = rough;
        search_halves(mem, h, bound, out);
    } else if (search_upward(mem, h, bound, rough.interval, out)) {
        *out = rough;
    }
}

static uint64_t moves_of(const graph *g, const scheduler_options *options)
{
    if (options->budget)
        return g->words * options->budget;
    uint64_t moves = (uint64_t)g->words * MOVES_PER_WORD;
    return moves < MOST_MOVES ? moves : MOST_MOVES;
}

status schedule_throughput(arena *mem, const ops *p, const machine *m, uint32_t interval,
                           const scheduler_options *options, schedule *out, diag *d)
{
    enum { TYPICAL = 8 /* attempts */ };
    TRY(check_machine(m, p, d));
    arena scratch = arena_make();
    graph g = graph_build(&scratch, p);
    uint32_t bound = throughput_bound(&g, m), left = 0;
    schedule one = {0};
    scheduler_options first = {.seed = options->seed, .life = options->life};
    progress_span whole = progress_narrow(options->life, 0, 0);
    double end = progress_share(options->life, 0.25);
    status done = interval && interval < bound
                      ? diag_error(
                            d, (place){0},
                            "an interval of %u cycles is too short: units and lanes need %u",
                            interval, bound)
                      : schedule_best(&scratch, p, m, &first, &one, d);
    progress_unshare(options->life, end);
    progress_widen(options->life, whole);
    progress_best(options->life, "%s", "");
    hunt h = {.g = &g, .m = m, .one = &one, .options = options, .full = moves_of(&g, options)};
    h.most = TYPICAL * h.full;
    if (done == STATUS_OK && interval)
        left = search_upward(mem, &h, interval, interval, out);
    else if (done == STATUS_OK)
        search_any(mem, &h, bound, out);
    if (done == STATUS_OK && left && h.over)
        done = diag_error(d, (place){0}, "the search was stopped before it found a schedule with "
                                         "an interval of %u cycles", interval);
    else if (done == STATUS_OK && left)
        done = diag_error(d, (place){0},
                          "no schedule with an interval of %u cycles found: %u conflicts are left",
                          interval, left);
    arena_free(&scratch);
    return done;
}
