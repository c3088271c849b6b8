/* SPDX-License-Identifier: MIT */
/* The two passes. A word's turn comes when all its operands (forward) or users (backward)
 * have their place, the most urgent first; it then gets the earliest (latest) cycle, over all
 * units of its kind, in which the unit is free and every receiver of its pattern too. */
#include "schedule/placement_tables.h"

/* ---- order --------------------------------------------------------------------------- */

typedef struct {
    placement *p;
    const uint32_t *key;
    bool forward;
    uint32_t count;
} queue;

static bool goes_first(const queue *ready, uint32_t a, uint32_t b)
{
    const uint32_t *key = ready->key, *tail = ready->p->tail;
    if (key[a] != key[b])
        return ready->forward == (key[a] < key[b]);
    if (tail[a] != tail[b])
        return ready->forward == (tail[a] > tail[b]);
    return ready->forward == (a < b);
}

static void queue_push(queue *ready, uint32_t word)
{
    uint32_t *heap = ready->p->order_heap, i = ready->count++;
    for (; i > 0 && goes_first(ready, word, heap[(i - 1) / 2]); i = (i - 1) / 2)
        heap[i] = heap[(i - 1) / 2];
    heap[i] = word;
}

static uint32_t queue_pop(queue *ready)
{
    uint32_t *heap = ready->p->order_heap, top = heap[0], word = heap[--ready->count], i = 0;
    for (;;) {
        uint32_t child = 2 * i + 1;
        if (child >= ready->count)
            break;
        if (child + 1 < ready->count && goes_first(ready, heap[child + 1], heap[child]))
            child++;
        if (!goes_first(ready, heap[child], word))
            break;
        heap[i] = heap[child];
        i = child;
    }
    heap[i] = word;
    return top;
}

/* ---- forward -------------------------------------------------------------------------- */

typedef struct {
    uint32_t unit, swap, cycle, excess, cost;
} candidate;

/* Makes the pattern of input w fit in cycle t, where that is possible. */
static bool fits_or_bends(placement *p, uint32_t w, const uint64_t *pattern, uint32_t t)
{
    return pattern_fits(p, pattern, t) ||
           (placement_bends(p) && placement_can_bend(p, w, 0, t) && placement_bend(p, w, 0, t));
}

static bool place_input_forward(placement *p, uint32_t w)
{
    p->start[w] = 0;
    if (!p->m.lanes || !graph_used(p->g, w))
        return true;
    uint64_t *pattern = pattern_of(p, w);
    pattern_build(p, w, 0, PLACE_NOWHERE, 0, 0, pattern);
    uint32_t t = 0;
    while (t + p->reach < p->horizon &&
           (p->lane_words[t] >= p->m.lanes || !fits_or_bends(p, w, pattern, t)))
        t++;
    p->start[w] = t;
    p->lane_words[t]++;
    pattern_take(p, pattern, t);
    return t + p->reach < p->horizon;
}

/* First cycle in which both operands are there for operation word w on `unit`. */
static uint32_t ready_cycle(placement *p, uint32_t w, uint32_t unit)
{
    uint32_t ready = 0;
    for (uint32_t port = 0; port < 2; port++) {
        uint32_t from = p->operand[2 * (size_t)w + port];
        if (from == WORD_NONE || !word_moves(p, from))
            continue;
        uint32_t usable = timing_usable(&p->m, word_head(p, from) +
                                                   word_hops(p, from, p->unit[from], unit));
        ready = usable > ready ? usable : ready;
    }
    return p->jitter ? ready + noise_next(&p->noise) % (p->jitter + 1) : ready;
}

/* Earliest free cycle of a unit (pool) from `from` on in which the pattern fits; horizon: none. */
static uint32_t earliest(placement *p, uint32_t w, uint32_t pool, unit_kind kind,
                         const uint64_t *pattern, uint32_t from, uint32_t limit, bool bend)
{
    uint32_t last = p->horizon - p->m.latency_cycles[kind] - p->reach;
    const bool heard = pattern_is_heard(p, w, pool, pattern);
    for (uint32_t t = from; heard || bend; t++) {
        t = pool_free(p, pool, t);
        if (t >= last || t > limit)
            return p->horizon;
        const uint32_t head = timing_result(&p->m, kind, t);
        if ((heard && pattern_fits(p, pattern, head)) ||
            (bend && placement_can_bend(p, w, pool, head)))
            return t;
    }
    return p->horizon;
}

/* Receptions that both operands need to get to w on unit with swap; UINT32_MAX when they cannot. */
static uint32_t deliveries_cost(const placement *p, uint32_t w, uint32_t unit, uint32_t swap)
{
    uint32_t arrival[2] = {0, 0}, sum = 0;
    const uint32_t *from = p->operand + 2 * (size_t)w;
    for (uint32_t port = 0; port < 2; port++) {
        if (from[port] == WORD_NONE || !word_moves(p, from[port]) ||
            (port && p->reach > 1 && from[1] == from[0]))
            continue;
        uint32_t cost = p->reach == 1
                            ? delivery_cost_near(p, from[port], use_receiver(p, unit, port ^ swap))
                            : delivery_cost(p, from[port], w, unit, swap);
        if (cost == UINT32_MAX)
            return cost;
        sum += cost;
        arrival[port] = 1 + word_head(p, from[port]) +
                        word_hops(p, from[port], p->unit[from[port]], unit);
    }
    /* One store for both operands cannot take two words in one cycle. */
    bool clash = p->m.receivers == 1 && arrival[0] && arrival[0] == arrival[1] &&
                 from[0] != from[1];
    return clash ? UINT32_MAX : sum;
}

static void deliveries_renew(placement *p, uint32_t w)
{
    const uint32_t *from = p->operand + 2 * (size_t)w;
    for (uint32_t port = 0; port < 2; port++)
        if (from[port] != WORD_NONE && word_moves(p, from[port]))
            delivery_renew(p, from[port]);
}

/* How much longer than the target a run with the word there must be. */
static uint32_t excess(const placement *p, uint32_t length)
{
    return length > p->target ? length - p->target : 0;
}

static bool better(placement *p, const candidate *a, const candidate *b)
{
    if (a->excess != b->excess)
        return a->excess < b->excess;
    if (a->cost != b->cost)
        return a->cost < b->cost;
    return p->noise && noise_next(&p->noise) % 2;
}

static uint32_t pattern_size(const placement *p, const uint64_t *pattern)
{
    uint32_t n = 0;
    for (size_t i = 0; i < (size_t)p->reach * p->row_words; i++)
        for (uint64_t bits = pattern[i]; bits; bits &= bits - 1)
            n++;
    return n;
}

/* Whether a word made on `unit` has another pattern than one made in the module that was looked at
 * last. Where there are no hops, no module differs from another. */
static bool is_new_home(const placement *p, uint32_t unit, uint32_t last_module)
{
    return last_module == PLACE_NOWHERE || (p->reach > 1 && p->unit_module[unit] != last_module);
}

static candidate choose_forward(placement *p, uint32_t w, bool bend)
{
    unit_kind kind = kind_of(p, w);
    uint32_t first = p->first_unit[kind], built_module = PLACE_NOWHERE, receptions = 0;
    uint32_t limit = p->horizon;
    candidate best = {.unit = PLACE_NOWHERE, .cycle = p->horizon};
    for (uint32_t unit = first; unit < first + p->m.units[kind]; unit++) {
        bool stays = unit == p->unit[w];
        if (!p->free_units && !stays)
            continue;
        if (is_new_home(p, unit, built_module)) {
            pattern_build(p, w, unit, PLACE_NOWHERE, 0, 0, p->scratch);
            receptions = p->reach > 1 ? pattern_size(p, p->scratch) : 0;
            built_module = p->unit_module[unit];
        }
        uint32_t t = earliest(p, w, unit, kind, p->scratch, ready_cycle(p, w, unit), limit, bend);
        if (t >= p->horizon)
            continue;
        for (uint32_t swap = 0; swap < 2; swap++) {
            bool same = stays && swap == p->swap[w];
            if (!same && (!p->free_units || !placement_may(p, w, swap)))
                continue;
            uint32_t added = same ? 0 : deliveries_cost(p, w, unit, swap);
            if (added == UINT32_MAX)
                continue;
            candidate c = {unit, swap, t, excess(p, t + p->tail[w]),
                           (receptions + added) * p->thrift + 2 * t + !same};
            if (best.unit != PLACE_NOWHERE && !better(p, &c, &best))
                continue;
            best = c;
            limit = best.excess || p->target < p->tail[w] ? best.cycle : p->target - p->tail[w];
        }
    }
    return best;
}

/* The same, where operations after w may make room for it. They may also take the room that w
 * counted on for its own operands: then they only make it where they did not have to go. */
static candidate choose_bending(placement *p, uint32_t w)
{
    const candidate c = choose_forward(p, w, placement_bends(p));
    if (c.unit == PLACE_NOWHERE || !placement_bends(p))
        return c;
    const uint32_t head = timing_result(&p->m, kind_of(p, w), c.cycle);
    pattern_build(p, w, c.unit, PLACE_NOWHERE, 0, 0, p->scratch);
    if ((pattern_is_heard(p, w, c.unit, p->scratch) && pattern_fits(p, p->scratch, head)) ||
        (placement_bend(p, w, c.unit, head) && deliveries_cost(p, w, c.unit, c.swap) != UINT32_MAX))
        return c;
    return choose_forward(p, w, false);
}

static bool place_op_forward(placement *p, uint32_t w)
{
    unit_kind kind = kind_of(p, w);
    if (p->m.network == NETWORK_IDEAL) {
        uint32_t t = earliest(p, w, kind, kind, NULL, ready_cycle(p, w, 0), p->horizon, false);
        if (t >= p->horizon)
            return false;
        p->start[w] = t;
        pool_take(p, kind, t, p->m.units[kind], true);
        return true;
    }
    candidate c = choose_bending(p, w);
    if (c.unit == PLACE_NOWHERE)
        return false;
    bool moved = c.unit != p->unit[w] || c.swap != p->swap[w];
    p->start[w] = c.cycle;
    p->unit[w] = c.unit;
    p->swap[w] = (uint8_t)c.swap;
    if (moved)
        deliveries_renew(p, w);
    pool_take(p, c.unit, c.cycle, 1, true);
    pattern_build(p, w, c.unit, PLACE_NOWHERE, 0, 0, pattern_of(p, w));
    pattern_take(p, pattern_of(p, w), word_head(p, w));
    return true;
}

static uint32_t length_of(const placement *p)
{
    uint32_t length = 0;
    for (uint32_t w = 0; w < p->g->words; w++) {
        if (!p->g->leaves[w] || !word_moves(p, w))
            continue;
        uint32_t end = p->m.network == NETWORK_IDEAL
                           ? timing_ideal(&p->m, kind_of(p, w), p->start[w])
                           : timing_cycles(word_head(p, w));
        length = end > length ? end : length;
    }
    return length;
}

void placement_forward(placement *p, const uint32_t *key)
{
    const graph *g = p->g;
    queue ready = {.p = p, .key = key, .forward = true};
    placement_clear(p);
    p->length = UINT32_MAX;
    for (uint32_t w = 0; w < g->words; w++) {
        p->order_missing[w] = 0;
        for (uint32_t port = 0; port < 2; port++)
            p->order_missing[w] += p->operand[2 * (size_t)w + port] != WORD_NONE;
        if (!p->order_missing[w])
            queue_push(&ready, w);
    }
    while (ready.count) {
        uint32_t w = queue_pop(&ready);
        if (!(w < g->inputs ? place_input_forward(p, w) : place_op_forward(p, w)) ||
            p->start[w] + p->tail[w] > p->limit)
            return;
        p->order_missing[w] = PLACED;
        for (uint32_t i = g->use_start[w]; i < g->use_start[w + 1]; i++) {
            uint32_t user = g->inputs + g->uses[i] / 2;
            if (--p->order_missing[user] == 0)
                queue_push(&ready, user);
        }
    }
    p->length = length_of(p);
}

/* ---- backward ------------------------------------------------------------------------- */

/* Without hops a pattern does not depend on where its word is made: when the word's turn comes, it
 * is known from the users that were placed until then. */
static bool keeps_account(const placement *p)
{
    return p->reach == 1 && p->row_words;
}

static void account_begin(placement *p)
{
    memset(p->pattern, 0, (size_t)p->g->words * p->row_words * sizeof *p->pattern);
    for (uint32_t w = 0; w < p->g->words; w++)
        if (p->g->leaves[w])
            pattern_set(pattern_of(p, w), p->row_words, 0, p->output);
}

/* Operation w has its unit and takes its operands there. */
static void account_take(placement *p, uint32_t w)
{
    for (uint32_t port = 0; port < 2; port++) {
        const uint32_t from = p->operand[2 * (size_t)w + port];
        if (from != WORD_NONE)
            pattern_set(pattern_of(p, from), p->row_words, 0,
                        use_receiver(p, p->unit[w], port ^ p->swap[w]));
    }
}

/* The pattern of word w on `unit`, all of whose users have their place. */
static const uint64_t *pattern_backward(placement *p, uint32_t w, uint32_t unit)
{
    if (keeps_account(p))
        return pattern_of(p, w);
    pattern_build(p, w, unit, PLACE_NOWHERE, 0, 0, p->scratch);
    return p->scratch;
}

/* Last cycle in which word w, made on `unit`, may be at its source so that all users are in time;
 * negative: none. */
static int64_t latest_head(const placement *p, uint32_t w, uint32_t unit, uint32_t end)
{
    const graph *g = p->g;
    int64_t latest = end;
    if (p->m.network == NETWORK_IDEAL)
        latest = (int64_t)end - p->m.transfer_cycles;
    for (uint32_t i = g->use_start[w]; i < g->use_start[w + 1]; i++) {
        uint32_t user = g->inputs + g->uses[i] / 2;
        int64_t limit = (int64_t)p->start[user] - p->m.transfer_cycles -
                        word_hops(p, w, unit, p->unit[user]);
        latest = limit < latest ? limit : latest;
    }
    return latest;
}

/* Latest free cycle of a unit (pool) up to `from`, at least `limit`, in which the pattern fits; -1:
 * none. */
static int64_t latest_free(placement *p, uint32_t pool, unit_kind kind, const uint64_t *pattern,
                           int64_t from, int64_t limit)
{
    for (int64_t t = from; t >= limit; t--) {
        uint32_t at = pool_free(p, pool, (uint32_t)t);
        if (at >= p->horizon || at < limit)
            return -1;
        t = at;
        if (pattern_fits(p, pattern, timing_result(&p->m, kind, at)))
            return t;
    }
    return -1;
}

/* Receptions that operation w on `unit` would ask of its operands beyond those on account. */
static uint32_t operand_cost_near(const placement *p, uint32_t w, uint32_t unit, uint32_t swap)
{
    uint32_t cost = 0;
    for (uint32_t port = 0; port < 2; port++) {
        const uint32_t from = p->operand[2 * (size_t)w + port];
        if (from != WORD_NONE && word_moves(p, from))
            cost += !pattern_has(pattern_of(p, from), use_receiver(p, unit, port ^ swap));
    }
    return cost;
}

/* Receptions and hops that operation w on `unit` would ask of its operands, as far as is known. */
static uint32_t operand_cost(const placement *p, uint32_t w, uint32_t unit, uint32_t swap,
                             uint32_t stamp)
{
    const graph *g = p->g;
    uint32_t cost = 0;
    if (keeps_account(p) && p->m.receivers == 2)
        return operand_cost_near(p, w, unit, swap);
    for (uint32_t port = 0; port < 2; port++) {
        uint32_t from = p->operand[2 * (size_t)w + port];
        if (from == WORD_NONE || !word_moves(p, from))
            continue;
        bool shared = false;
        for (uint32_t i = g->use_start[from]; i < g->use_start[from + 1] && !shared; i++) {
            uint32_t user = g->inputs + g->uses[i] / 2;
            shared = p->order_missing[user] == stamp && p->unit[user] == unit &&
                     (g->uses[i] % 2 ^ p->swap[user]) == (port ^ swap);
        }
        cost += !shared;
        if (from >= g->inputs && p->unit[from] != PLACE_NOWHERE)
            cost += 2 * word_hops(p, from, p->unit[from], unit);
    }
    return cost;
}

/* On a sparse crossbar: modules from which the operand at `port` of w, on `unit`, may still come;
 * all where it comes from a lane or a shared unit. */
static uint64_t homes_left(const placement *p, uint32_t w, uint32_t unit, uint32_t port,
                           uint32_t swap)
{
    const uint32_t from = p->operand[2 * (size_t)w + port];
    if (from == WORD_NONE || from < p->g->inputs || kind_is_shared(kind_of(p, from)))
        return UINT64_MAX;
    return p->homes[from] & p->hears[use_receiver(p, unit, port ^ swap)];
}

static bool operands_have_homes(const placement *p, uint32_t w, uint32_t unit, uint32_t swap)
{
    const uint32_t *from = p->operand + 2 * (size_t)w;
    if (!p->deaf)
        return true;
    const uint64_t a = homes_left(p, w, unit, 0, swap), b = homes_left(p, w, unit, 1, swap);
    return from[0] == from[1] ? (a & b) != 0 : a && b;
}

static void take_homes(placement *p, uint32_t w)
{
    for (uint32_t port = 0; port < 2 && p->deaf; port++) {
        const uint32_t from = p->operand[2 * (size_t)w + port];
        if (from != WORD_NONE)
            p->homes[from] = homes_left(p, w, p->unit[w], port, p->swap[w]);
    }
}

static candidate choose_backward(placement *p, uint32_t w, uint32_t end)
{
    unit_kind kind = kind_of(p, w);
    uint32_t first = p->first_unit[kind], built_module = PLACE_NOWHERE, receptions = 0;
    const uint64_t *pattern = NULL;
    candidate best = {.unit = PLACE_NOWHERE};
    int64_t latest = 0, limit = 0, relaxed = (int64_t)end + 1 - p->target + p->head[w];
    bool free_units = p->free_units || p->unit[w] == PLACE_NOWHERE;
    for (uint32_t unit = first; unit < first + p->m.units[kind]; unit++) {
        if (!free_units && unit != p->unit[w])
            continue;
        if (is_new_home(p, unit, built_module)) {
            pattern = pattern_backward(p, w, unit);
            receptions = p->reach > 1 ? pattern_size(p, pattern) : 0;
            latest = latest_head(p, w, unit, end) - p->m.latency_cycles[kind];
            built_module = p->unit_module[unit];
        }
        if (!pattern_is_heard(p, w, unit, pattern))
            continue;
        int64_t t = latest_free(p, unit, kind, pattern, latest, limit);
        if (t < 0)
            continue;
        uint32_t before = (uint32_t)(end + 1 - t);
        for (uint32_t swap = 0; swap < 2; swap++) {
            bool same = unit == p->unit[w] && swap == p->swap[w];
            if ((!same && (!free_units || !placement_may(p, w, swap))) ||
                !operands_have_homes(p, w, unit, swap))
                continue;
            candidate c = {unit, swap, (uint32_t)t, excess(p, before + p->head[w]),
                           (receptions + operand_cost(p, w, unit, swap, PLACED)) * p->thrift +
                               2 * before + !same};
            if (best.unit != PLACE_NOWHERE && !better(p, &c, &best))
                continue;
            best = c;
            limit = best.excess || relaxed < 0 ? best.cycle : relaxed;
        }
    }
    return best;
}

static bool place_op_backward(placement *p, uint32_t w, uint32_t end)
{
    unit_kind kind = kind_of(p, w);
    if (p->m.network == NETWORK_IDEAL) {
        int64_t t = latest_free(p, kind, kind, NULL,
                                latest_head(p, w, 0, end) - p->m.latency_cycles[kind], 0);
        if (t < 0)
            return false;
        p->start[w] = (uint32_t)t;
        pool_take(p, kind, (uint32_t)t, p->m.units[kind], false);
        return true;
    }
    candidate c = choose_backward(p, w, end);
    if (c.unit == PLACE_NOWHERE)
        return false;
    p->start[w] = c.cycle;
    p->unit[w] = c.unit;
    p->swap[w] = (uint8_t)c.swap;
    take_homes(p, w);
    pool_take(p, c.unit, c.cycle, 1, false);
    if (keeps_account(p))
        account_take(p, w);
    else
        pattern_build(p, w, c.unit, PLACE_NOWHERE, 0, 0, pattern_of(p, w));
    pattern_take(p, pattern_of(p, w), word_head(p, w));
    return true;
}

static bool place_input_backward(placement *p, uint32_t w, uint32_t end)
{
    p->start[w] = 0;
    if (!p->m.lanes || !graph_used(p->g, w))
        return true;
    uint64_t *pattern = pattern_of(p, w);
    if (!keeps_account(p))
        pattern_build(p, w, 0, PLACE_NOWHERE, 0, 0, pattern);
    int64_t t = latest_head(p, w, 0, end);
    while (t >= 0 && (p->lane_words[t] >= p->m.lanes || !pattern_fits(p, pattern, (uint32_t)t)))
        t--;
    if (t < 0)
        return false;
    p->start[w] = (uint32_t)t;
    p->lane_words[t]++;
    pattern_take(p, pattern, (uint32_t)t);
    return true;
}

static void shift_to_zero(placement *p, uint32_t end)
{
    const graph *g = p->g;
    uint32_t least = UINT32_MAX;
    for (uint32_t w = 0; w < g->words; w++)
        if (word_moves(p, w) && graph_used(g, w) && p->start[w] < least)
            least = p->start[w];
    for (uint32_t w = 0; w < g->words; w++)
        if (word_moves(p, w) && graph_used(g, w))
            p->start[w] -= least;
    p->length = least == UINT32_MAX ? 0 : end + 1 - least;
}

void placement_backward(placement *p, const uint32_t *key)
{
    const graph *g = p->g;
    queue ready = {.p = p, .key = key, .forward = false};
    uint32_t end = p->horizon - p->reach - 1;
    placement_clear(p);
    if (keeps_account(p))
        account_begin(p);
    p->length = UINT32_MAX;
    for (uint32_t w = 0; w < g->words; w++) {
        p->order_missing[w] = g->use_start[w + 1] - g->use_start[w];
        if (p->deaf)
            p->homes[w] = UINT64_MAX;
        if (!p->order_missing[w])
            queue_push(&ready, w);
    }
    while (ready.count) {
        uint32_t w = queue_pop(&ready);
        if (!(w < g->inputs ? place_input_backward(p, w, end) : place_op_backward(p, w, end)) ||
            (word_moves(p, w) && graph_used(g, w) && end + 1 - p->start[w] + p->head[w] > p->limit))
            return;
        p->order_missing[w] = PLACED;
        for (uint32_t port = 0; port < 2; port++) {
            uint32_t from = p->operand[2 * (size_t)w + port];
            if (from != WORD_NONE && --p->order_missing[from] == 0)
                queue_push(&ready, from);
        }
    }
    shift_to_zero(p, end);
}

void placement_patterns(placement *p)
{
    for (uint32_t w = 0; w < p->g->words; w++)
        pattern_build(p, w, p->unit[w], PLACE_NOWHERE, 0, 0, pattern_of(p, w));
}
