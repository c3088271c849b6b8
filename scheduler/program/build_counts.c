/* SPDX-License-Identifier: MIT */
#include "program/build_counts.h"

#include "machine/counts.h"
#include "machine/load.h"

#include <string.h>

/* A receiver and the unit that reads it. */
typedef struct {
    program_receiver *receiver;
    program_unit *unit;
    uint32_t port;
} reader;

static program_read *read_at(const reader *x, uint32_t issue)
{
    return &x->unit->issues[issue].operand[x->port];
}

static uint32_t slot_of(void *of, uint32_t reception)
{
    return ((const reader *)of)->receiver->receptions[reception].slot;
}

static uint32_t read_of(void *of, uint32_t issue)
{
    const program_read *r = read_at(of, issue);
    return read_word(r->index, r->constant, r->release);
}

static uint32_t most_of(void *of, uint32_t reception)
{
    return ((const reader *)of)->receiver->receptions[reception].most;
}

static uint32_t above_of(void *of, uint32_t issue)
{
    return read_at(of, issue)->above;
}

static void set_most(void *of, uint32_t reception, uint32_t most)
{
    ((const reader *)of)->receiver->receptions[reception].most = most;
}

static void set_above(void *of, uint32_t issue, uint32_t above)
{
    read_at(of, issue)->above = above;
}

/* The first `more` entries of the loop once more before it, which then begins after them. */
static void lengthen(arena *mem, program_receiver *r, uint32_t more)
{
    program_reception *all = ARENA_ARRAY(mem, program_reception, r->receptions_count + more + 1);
    memcpy(all, r->receptions, r->receptions_count * sizeof *all);
    memcpy(all + r->receptions_count, r->receptions + r->receptions_loop, more * sizeof *all);
    r->receptions = all;
    r->receptions_loop += more;
    r->receptions_count += more;
}

static counts_result count(const program *prog, reader *x, bool set)
{
    const counts c = {.receptions = x->receiver->receptions_count,
                      .receptions_loop = x->receiver->receptions_loop,
                      .issues = x->unit->issues_count,
                      .issues_loop = x->unit->issues_loop,
                      .slots = prog->shape.slots,
                      .of = x,
                      .slot = slot_of,
                      .read = read_of,
                      .most = most_of,
                      .above = above_of,
                      .set_most = set ? set_most : NULL,
                      .set_above = set ? set_above : NULL};
    return counts_walk(&c);
}

/* As set by the walk, which only lowers `most` and raises `above`. */
static counts_result count_anew(const program *prog, reader *x)
{
    for (uint32_t k = 0; k < x->receiver->receptions_count; k++)
        x->receiver->receptions[k].most = prog->shape.slots - 1;
    for (uint32_t k = 0; k < x->unit->issues_count; k++)
        read_at(x, k)->above = 0;
    const counts_result found = count(prog, x, true);
    return found.fault == COUNTS_GOOD ? count(prog, x, false) : found;
}

status program_count(arena *mem, program *prog, diag *d)
{
    for (uint32_t r = 0; r < core_output(&prog->shape); r++) {
        reader x = {&prog->receivers[r], &prog->units[r / 2], r % 2};
        counts_result found = count_anew(prog, &x);
        const uint32_t most = 2 * x.receiver->receptions_count - x.receiver->receptions_loop;
        while (found.fault == COUNTS_MOST && found.entry >= x.receiver->receptions_loop &&
               x.receiver->receptions_count < most) {
            lengthen(mem, x.receiver, found.entry - x.receiver->receptions_loop + 1);
            found = count_anew(prog, &x);
        }
        if (found.fault != COUNTS_GOOD) {
            text name = text_make(d->mem);
            core_receiver_name(&prog->shape, r, &name);
            return diag_error(d, (place){0},
                              found.fault == COUNTS_STUCK
                                  ? "operation %u waits for a word that %s never accepts"
                                  : "no number of words tells at entry %u what %s holds",
                              found.entry, name.bytes);
        }
    }
    return STATUS_OK;
}
