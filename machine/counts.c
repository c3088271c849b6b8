/* SPDX-License-Identifier: MIT */
/* Words come no sooner than they are read, so that a reception whose slot is not empty then never
 * finds it so: without a clock, and with one order of events for all. */
#include "machine/counts.h"

#include "machine/load.h"

#define NONE UINT32_MAX /* the slot is empty */

enum {
    PASSES = 2,
    PASSES_MOST = 64 /* until issues and receptions are where they were a pass or some before */
};

/* Where a sequence stands; `pass` counts how often it came to its end. */
typedef struct {
    uint32_t at, pass;
} position;

typedef struct {
    const counts *c;
    uint32_t number[TAUFLOW_SLOTS_MOST]; /* of the word in the slot */
    uint32_t freed[TAUFLOW_SLOTS_MOST];  /* number of the release that made it empty, from 1 */
    uint32_t received, released;
    uint32_t known_in, known_out; /* words and releases that some entry so far has waited for */
    position reception, issue;
} walk;

static void step(position *p, uint32_t length, uint32_t loop)
{
    if (++p->at == length)
        *p = (position){loop, p->pass + 1};
}

static uint32_t larger(uint32_t a, uint32_t b)
{
    return a > b ? a : b;
}

static const counts_result GOOD = {.fault = COUNTS_GOOD};

/* Of the reception that is next, in this pass. */
static counts_result count_reception(walk *w, uint32_t slot)
{
    const counts *c = w->c;
    const uint32_t at = w->reception.at, lag = w->received - w->freed[slot],
                   exact = w->freed[slot] && lag < c->slots ? lag : c->slots - 1;
    if (c->set_most && c->most(c->of, at) > exact)
        c->set_most(c->of, at, exact);
    const uint32_t most = c->most(c->of, at),
                   waits = w->received > most ? w->received - most : 0; /* for releases */
    const bool early = w->freed[slot] > waits && w->freed[slot] > w->known_out,
               late = most < exact && waits > w->known_out;
    if (!c->set_most && (early || late))
        return (counts_result){COUNTS_MOST, at, exact};
    w->known_out = larger(w->known_out, waits);
    return GOOD;
}

/* Of the issue that is next, for the word of reception `number`. */
static counts_result count_read(walk *w, uint32_t number)
{
    const counts *c = w->c;
    const uint32_t at = w->issue.at, exact = number > w->released ? number - w->released : 0;
    if (c->set_above && c->above(c->of, at) < exact)
        c->set_above(c->of, at, exact);
    const uint32_t above = c->above(c->of, at), waits = w->released + above + 1; /* for words */
    const bool early = number >= waits && number >= w->known_in,
               late = above > exact && waits > w->known_in;
    if (!c->set_above && (early || late))
        return (counts_result){COUNTS_ABOVE, at, exact};
    w->known_in = larger(w->known_in, waits);
    return GOOD;
}

/* Words come until the slot has one. */
static counts_result receive(walk *w, uint32_t wanted)
{
    const counts *c = w->c;
    counts_result found = GOOD;
    while (w->number[wanted] == NONE && found.fault == COUNTS_GOOD) {
        const uint32_t slot = c->receptions ? c->slot(c->of, w->reception.at) : 0;
        if (!c->receptions || w->number[slot] != NONE)
            return (counts_result){.fault = COUNTS_STUCK, .entry = w->issue.at};
        found = count_reception(w, slot);
        w->number[slot] = w->received++;
        step(&w->reception, c->receptions, c->receptions_loop);
    }
    return found;
}

static counts_result issue(walk *w)
{
    const counts *c = w->c;
    const uint32_t at = w->issue.at, read = c->read(c->of, at),
                   slot = TAUFLOW_GET(read, READ_INDEX);
    if (read & TAUFLOW_READ_CONSTANT_MASK) {
        if (c->above(c->of, at))
            return (counts_result){.fault = COUNTS_ABOVE, .entry = at};
    } else {
        counts_result found = receive(w, slot);
        if (found.fault == COUNTS_GOOD)
            found = count_read(w, w->number[slot]);
        if (found.fault != COUNTS_GOOD)
            return found;
    }
    if (read & TAUFLOW_READ_RELEASE_MASK) {
        w->number[slot] = NONE;
        w->freed[slot] = ++w->released;
    }
    step(&w->issue, c->issues, c->issues_loop);
    return GOOD;
}

counts_result counts_walk(const counts *c)
{
    walk w = {.c = c};
    for (uint32_t s = 0; s < c->slots; s++)
        w.number[s] = NONE;
    if (!c->issues)
        return c->receptions ? (counts_result){.fault = COUNTS_APART} : GOOD;
    for (uint32_t start = NONE, around = 0; !around;) {
        const uint32_t pass = w.issue.pass;
        const counts_result found = issue(&w);
        if (found.fault != COUNTS_GOOD)
            return found;
        if (pass == PASSES_MOST)
            return (counts_result){.fault = COUNTS_APART};
        if (w.issue.pass == pass || w.issue.pass < PASSES || (c->receptions && !w.reception.pass))
            continue;
        around = start == w.reception.at;
        start = start == NONE ? w.reception.at : start;
    }
    return GOOD;
}
