/* SPDX-License-Identifier: MIT */
/* Every word has a cycle from which on operations can use it. Of the words that come in these are
 * known, whatever their order: lanes bring so many a cycle. A result is there a `step` after both
 * operands, latency and transfer of its kind. Write out all that an output is made of: a tree, with
 * two branches at most at every operation, in which each word that the output needs is a leaf. An
 * operand of what is there at t is there at t - step or before. So with the weights
 *
 *     weight(t) = 2^-floor((end - t) / shortest step)
 *
 * leaves of a tree that is complete at t weigh weight(t) at most, all together: each operand's
 * half. A word that comes at t is a leaf at t or later, so it weighs no less than weight(t), and
 * the sum over all words that an output needs is 1 at most: none can end before.
 *
 * Degrees of operands add up in products, and in products alone: what is of degree d takes
 * ceil(log2 d) of them one after another, which leaves less time for branches where products are
 * slow. `most(t, d)` is the most that leaves can weigh of what is there at t and of degree d:
 *
 *     most(t, d) = the larger of  most(t - add, d) + most(t - add, 1)
 *                  and            most(t - mul, a) + most(t - mul, d - a) over all a
 *
 * Where the graph has operations of other kinds, outputs need not be polynomials, and degrees are
 * left out. Words leave one after another; what is not the same in one state is not one word. That
 * units are busy, that words wait for each other or travel along a ring only adds to this. */
#include "schedule/function_bound.h"

#include "machine/timing.h"
#include "operations/function_needs.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { DEGREE_MOST = 64, WINDOW = 256 };

/* The machine as it is seen here. */
typedef struct {
    uint32_t lanes;    /* 0: all words are there in cycle 0 */
    uint32_t transfer; /* of a word that comes in, before its first use */
    uint32_t mul, add, shortest; /* steps */
    bool has_others;   /* operations beside sums, differences and products */
} timing;

static uint32_t least(uint32_t a, uint32_t b)
{
    return a < b ? a : b;
}

static timing timing_of(const ops *p, const machine *m)
{
    const ops_counts n = ops_count(p);
    timing t = {.mul = timing_distance(m, UNIT_MUL, 0), .add = timing_distance(m, UNIT_ADD, 0)};
    t.shortest = least(t.mul, t.add);
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        if (n.per_unit[k] && k != UNIT_MUL && k != UNIT_ADD) {
            t.shortest = least(t.shortest, timing_distance(m, (unit_kind)k, 0));
            t.has_others = true;
        }
    if (m->network != NETWORK_IDEAL && m->lanes) {
        t.lanes = m->lanes;
        t.transfer = m->transfer_cycles;
    }
    return t;
}

/* When the word that comes after so many others can be used. */
static uint32_t arrival(const timing *t, uint32_t before)
{
    return t->lanes ? before / t->lanes + t->transfer : 0;
}

static double weight(const timing *t, uint32_t end, uint32_t at)
{
    return ldexp(1, -(int)((end - at) / t->shortest));
}

/* What leaves of degree d that are complete at `end` can weigh; below 0: there are none. Far before
 * the end degrees are not looked at: more is allowed then than there can be. */
static double leaves_most(const timing *t, uint32_t end, uint32_t degree)
{
    static const double NONE = -1;
    double most[WINDOW + 1][DEGREE_MOST];
    const uint32_t first = arrival(t, 0), from = end > WINDOW ? end - WINDOW : 0;
    if (t->has_others || degree < 2)
        return end >= first ? 1 : NONE;
    for (uint32_t at = from; at <= end; at++)
        for (uint32_t d = 1; d <= degree; d++) {
            const uint32_t early = at - from;
            double *here = &most[early][d];
            *here = at < first ? NONE : d == 1 || (from && early < t->mul) ? weight(t, end, at)
                                                                           : NONE;
            if (d > 1 && early >= t->add && most[early - t->add][d] >= 0)
                *here = fmax(*here, most[early - t->add][d] + most[early - t->add][1]);
            for (uint32_t a = 1; d > 1 && early >= t->mul && a <= d / 2; a++)
                if (most[early - t->mul][d - a] >= 0)
                    *here = fmax(*here, most[early - t->mul][a] + most[early - t->mul][d - a]);
        }
    return most[end - from][degree];
}

/* Whether what needs so many words and is of that degree can be there at `end`. */
static bool can_end(const timing *t, uint32_t end, uint32_t words, uint32_t degree)
{
    static const double SLACK = 1 + 1e-9; /* for the rounding of sums */
    double sum = 0;
    for (uint32_t i = 0; i < words; i++) {
        if (arrival(t, i) > end)
            return false;
        sum += weight(t, end, arrival(t, i));
    }
    return sum <= SLACK * leaves_most(t, end, degree);
}

static uint32_t earliest(const timing *t, uint32_t words, uint32_t degree)
{
    uint32_t end = arrival(t, words - 1);
    while (!can_end(t, end, words, degree))
        end++;
    return end;
}

/* An output, and the cycle before which it cannot be used. */
typedef struct {
    uint32_t output, ready;
    output_need need;
} leaver;

static int compare_needs(const void *a, const void *b)
{
    const output_need *x = &((const leaver *)a)->need, *y = &((const leaver *)b)->need;
    if (x->words != y->words)
        return x->words < y->words ? -1 : 1;
    return x->degree < y->degree ? -1 : x->degree > y->degree;
}

static int compare_values(const void *a, const void *b)
{
    const leaver *x = a, *y = b;
    if (x->need.value != y->need.value)
        return x->need.value < y->need.value ? -1 : 1;
    return x->output < y->output ? -1 : 1;
}

static int compare_ready(const void *a, const void *b)
{
    const leaver *x = a, *y = b;
    if (x->ready != y->ready)
        return x->ready < y->ready ? -1 : 1;
    return x->output > y->output ? -1 : 1; /* of equals the first comes last: it is named */
}

/* Outputs that depend on something, each when it can be there. */
static uint32_t take_outputs(const timing *t, const ops *p, const output_need *needs, leaver *list)
{
    uint32_t count = 0;
    for (uint32_t o = 0; o < p->outputs_count; o++)
        if (needs[o].words)
            list[count++] = (leaver){.output = o, .need = needs[o]};
    qsort(list, count, sizeof *list, compare_needs);
    for (uint32_t i = 0; i < count; i++)
        list[i].ready = i && compare_needs(&list[i - 1], &list[i]) == 0
                            ? list[i - 1].ready
                            : earliest(t, list[i].need.words, list[i].need.degree);
    return count;
}

/* Of outputs that may be the same word, one: that which is ready last. */
static uint32_t take_different(leaver *list, uint32_t count)
{
    uint32_t kept = 0;
    double reach = 0; /* of the values that may be the same as the last one kept */
    qsort(list, count, sizeof *list, compare_values);
    for (uint32_t i = 0; i < count; i++) {
        const output_need *n = &list[i].need;
        const bool same = kept && n->value - n->error <= reach;
        if (!same)
            list[kept++] = list[i];
        else if (list[i].ready > list[kept - 1].ready)
            list[kept - 1] = list[i];
        reach = same ? fmax(reach, n->value + n->error) : n->value + n->error;
    }
    qsort(list, kept, sizeof *list, compare_ready);
    return kept;
}

/* Over a network a word leaves in the cycle in which it is at its source. */
static uint32_t cycles_of(const machine *m, uint32_t ready)
{
    if (m->network == NETWORK_IDEAL)
        return ready;
    return timing_cycles(ready > m->transfer_cycles ? ready - m->transfer_cycles : 0);
}

function_bound function_bound_compute(arena *scratch, const ops *p, const machine *m)
{
    const timing t = timing_of(p, m);
    output_need *needs = ARENA_ARRAY(scratch, output_need, p->outputs_count + 1);
    leaver *list = ARENA_ARRAY(scratch, leaver, p->outputs_count + 1);
    function_bound b = {0};
    if (!function_needs_find(scratch, p, needs))
        return b;
    const uint32_t count = take_different(list, take_outputs(&t, p, needs, list));
    uint32_t port = 0; /* the cycle after the last word that left */
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t alone = cycles_of(m, list[i].ready);
        port = m->network != NETWORK_IDEAL && port >= alone ? port + 1 : alone;
        b.leaving = port > alone ? count : 0;
    }
    if (!count)
        return b;
    const leaver *last = &list[count - 1];
    b.cycles = port;
    b.output = last->output;
    b.words = last->need.words;
    b.degree = last->need.degree;
    return b;
}

void function_bound_print(const function_bound *b, const ops *p, text *out)
{
    if (!b->cycles)
        return;
    if (b->leaving)
        text_printf(out, "%u words leave one by one; ", b->leaving);
    text_printf(out, "'%s' needs %u word%s", p->outputs[b->output].name, b->words,
                b->words == 1 ? "" : "s");
    if (b->degree > 1)
        text_printf(out, " and has degree %u", b->degree);
}
