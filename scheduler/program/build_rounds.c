/* SPDX-License-Identifier: MIT */
/* Samples overlap: in round i a sequence does what sample i - stage needs, for each of its entries,
 * in the order of rows. Until round `deepest stage` some of these samples do not exist; their
 * entries are left out, and this beginning is written down. From there on rounds differ only in
 * slots. A word stays in its slot for longer than an interval when it is read late, so that the
 * next sample's needs another slot: the loop of a unit and its receivers has as many rounds as the
 * longest stay has intervals, and every round its own slots. What passes between units has no slot:
 * there a loop is one round. */
#include "program/build_rounds.h"

#include "machine/timing.h"

#include <stdlib.h>
#include <string.h>

program_rounds *program_rounds_make(arena *mem, const program *prog, uint32_t interval)
{
    const tauflow_shape *c = &prog->shape;
    program_rounds *x = ARENA_ARRAY(mem, program_rounds, 1);
    x->interval = interval;
    x->receptions = ARENA_ARRAY(mem, round_reception *, core_receivers(c));
    x->issue_stage = ARENA_ARRAY(mem, uint32_t *, core_units(c));
    for (uint32_t r = 0; r < core_receivers(c); r++)
        x->receptions[r] =
            ARENA_ARRAY(mem, round_reception, prog->receivers[r].receptions_count + 1);
    for (uint32_t u = 0; u < core_units(c); u++)
        x->issue_stage[u] = ARENA_ARRAY(mem, uint32_t, prog->units[u].issues_count + 1);
    return x;
}

/* ---- slots --------------------------------------------------------------------------------- */

/* The stay of one sample's word on the circle of a loop's cycles. */
typedef struct {
    uint32_t first,
        cycles; /* from the cycle of its reception to the last before another word may come */
    uint32_t entry, turn;   /* which reception, of which round of the loop */
} stay;

static int by_first(const void *a, const void *b)
{
    const stay *x = a, *y = b;
    if (x->first != y->first)
        return x->first < y->first ? -1 : 1;
    return x->entry < y->entry ? -1 : x->entry > y->entry;
}

static uint32_t stay_cycles(const round_reception *t)
{
    return timing_after(t->last_read) - t->cycle;
}

/* Loops of different units run against each other, and the machine repeats itself after as many
 * samples as all of them divide. So loops get numbers of rounds that divide each other or nearly: a
 * few rounds more than needed, and the steady state is short. */
static uint32_t round_number(uint32_t least)
{
    static const uint32_t NUMBERS[] = {1, 2, 3, 4, 6, 8, 12};
    enum { COUNT = sizeof NUMBERS / sizeof NUMBERS[0], LARGE = 24 };
    for (uint32_t i = 0; i < COUNT; i++)
        if (NUMBERS[i] >= least)
            return NUMBERS[i];
    return (least + LARGE - 1) / LARGE * LARGE;
}

/* Rounds of the loop of a unit. */
static uint32_t turns_of(const program_rounds *x, const program *prog, uint32_t unit)
{
    uint32_t most = 1;
    for (uint32_t r = 2 * unit; r < 2 * unit + 2 && x->interval; r++)
        for (uint32_t k = 0; k < prog->receivers[r].receptions_count; k++) {
            uint32_t turns = (stay_cycles(&x->receptions[r][k]) + x->interval - 1) / x->interval;
            most = turns > most ? turns : most;
        }
    return round_number(most);
}

/* First fit around the circle: words in the order of their receptions, each into the lowest slot
 * whose words do not meet it. slots[entry * turns + turn]. Returns how many there are. */
static uint32_t give_slots(arena *scratch, const program_rounds *x,
                           const program_receiver *receiver, const round_reception *taken,
                           uint32_t turns, uint32_t *slots)
{
    uint32_t circle = turns * x->interval, count = receiver->receptions_count * turns, used = 0;
    stay *stays = ARENA_ARRAY(scratch, stay, count + 1);
    for (uint32_t k = 0; k < receiver->receptions_count; k++)
        for (uint32_t i = 0; i < turns; i++)
            stays[k * turns + i] = (stay){(taken[k].cycle + i * x->interval) % circle,
                                          stay_cycles(&taken[k]), k, i};
    qsort(stays, count, sizeof *stays, by_first);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t slot = 0;
        for (bool meets = true; meets; slot += meets) {
            meets = false;
            for (uint32_t k = 0; k < i && !meets; k++)
                meets = slots[stays[k].entry * turns + stays[k].turn] == slot &&
                        ((stays[i].first - stays[k].first) < stays[k].cycles ||
                         (stays[k].first + circle - stays[i].first) < stays[i].cycles);
        }
        slots[stays[i].entry * turns + stays[i].turn] = slot;
        used = slot >= used ? slot + 1 : used;
    }
    return used;
}

static uint32_t take_slots(const program_receiver *receiver, const round_reception *taken,
                           uint32_t *slots)
{
    uint32_t used = 0;
    for (uint32_t k = 0; k < receiver->receptions_count; k++) {
        slots[k] = taken[k].slot;
        used = slots[k] >= used ? slots[k] + 1 : used;
    }
    return used;
}

/* ---- rounds -------------------------------------------------------------------------------- */

/* An entry of a sequence: entry `of` of the round, for sample `sample`. */
typedef struct {
    uint32_t of, sample;
} rolled;

typedef struct {
    rolled *list;
    uint32_t count, loop;
} roll;

static roll roll_out(arena *scratch, const uint32_t *stage, uint32_t count, uint32_t turns)
{
    roll x = {0};
    uint32_t deepest = 0;
    for (uint32_t k = 0; k < count; k++)
        deepest = stage[k] > deepest ? stage[k] : deepest;
    x.list = ARENA_ARRAY(scratch, rolled, (size_t)(deepest + turns) * count + 1);
    for (uint32_t i = 0; i < deepest + turns; i++) {
        x.loop = i == deepest ? x.count : x.loop;
        for (uint32_t k = 0; k < count; k++)
            if (stage[k] <= i)
                x.list[x.count++] = (rolled){k, i - stage[k]};
    }
    return x;
}

static uint32_t *reception_stages(arena *scratch, const program_rounds *x, const program *prog,
                                  uint32_t r)
{
    uint32_t *stage = ARENA_ARRAY(scratch, uint32_t, prog->receivers[r].receptions_count + 1);
    for (uint32_t k = 0; k < prog->receivers[r].receptions_count && x->interval; k++)
        stage[k] = x->receptions[r][k].cycle / x->interval;
    return stage;
}

static void roll_receiver(arena *mem, arena *scratch, const uint32_t *stage, uint32_t turns,
                          const uint32_t *slots, program_receiver *r)
{
    roll x = roll_out(scratch, stage, r->receptions_count, turns);
    program_reception *round = r->receptions;
    r->receptions = ARENA_ARRAY(mem, program_reception, x.count + 1);
    for (uint32_t i = 0; i < x.count; i++) {
        r->receptions[i] = round[x.list[i].of];
        r->receptions[i].slot = slots ? slots[x.list[i].of * turns + x.list[i].sample % turns] : 0;
    }
    r->receptions_count = x.count;
    r->receptions_loop = x.loop;
}

static void roll_emissions(arena *mem, arena *scratch, const uint32_t *stage, program_source *s)
{
    roll x = roll_out(scratch, stage, s->emissions_count, 1);
    program_mask *round = s->emissions;
    s->emissions = ARENA_ARRAY(mem, program_mask, x.count + 1);
    for (uint32_t i = 0; i < x.count; i++)
        s->emissions[i] = round[x.list[i].of];
    s->emissions_count = x.count;
    s->emissions_loop = x.loop;
}

static void roll_issues(arena *mem, arena *scratch, const uint32_t *stage, uint32_t turns,
                        uint32_t *const slots[2], program_unit *u)
{
    roll x = roll_out(scratch, stage, u->issues_count, turns);
    program_issue *round = u->issues;
    u->issues = ARENA_ARRAY(mem, program_issue, x.count + 1);
    for (uint32_t i = 0; i < x.count; i++) {
        u->issues[i] = round[x.list[i].of];
        for (uint32_t port = 0; port < 2; port++) {
            program_read *read = &u->issues[i].operand[port];
            if (!read->constant)
                read->index = slots[port][read->index * turns + x.list[i].sample % turns];
        }
    }
    u->issues_count = x.count;
    u->issues_loop = x.loop;
}

static void roll_port(arena *mem, arena *scratch, const uint32_t *stage, program_port *p)
{
    roll x = roll_out(scratch, stage, p->words, 1);
    program_delivery *round = p->deliveries;
    p->deliveries = ARENA_ARRAY(mem, program_delivery, x.count + 1);
    for (uint32_t i = 0; i < x.count; i++)
        p->deliveries[i] = (program_delivery){round[x.list[i].of].position, x.list[i].sample};
}

static status check_slots(const program *prog, uint32_t r, uint32_t needed, uint32_t limit, diag *d)
{
    text name = text_make(d->mem);
    core_receiver_name(&prog->shape, r, &name);
    return limit && needed > limit
               ? diag_error(d, (place){0}, "receiver %s needs %u slots and the machine has %u",
                            name.bytes, needed, limit)
               : STATUS_OK;
}

static status roll_unit(arena *mem, arena *scratch, const program_rounds *x, uint32_t u,
                        uint32_t limit, program *prog, diag *d)
{
    uint32_t turns = turns_of(x, prog, u), *slots[2];
    for (uint32_t port = 0; port < 2; port++) {
        uint32_t r = 2 * u + port;
        program_receiver *receiver = &prog->receivers[r];
        slots[port] = ARENA_ARRAY(scratch, uint32_t,
                                  (size_t)receiver->receptions_count * turns + 1);
        uint32_t used = x->interval
                            ? give_slots(scratch, x, receiver, x->receptions[r], turns, slots[port])
                            : take_slots(receiver, x->receptions[r], slots[port]);
        TRY(check_slots(prog, r, used, limit, d));
        prog->shape.slots = used > prog->shape.slots ? used : prog->shape.slots;
        roll_receiver(mem, scratch, reception_stages(scratch, x, prog, r), turns, slots[port],
                      receiver);
    }
    roll_emissions(mem, scratch, x->issue_stage[u], &prog->sources[u]);
    roll_issues(mem, scratch, x->issue_stage[u], turns, slots, &prog->units[u]);
    return STATUS_OK;
}

status program_roll_out(arena *mem, arena *scratch, const program_rounds *x, uint32_t slots,
                        program *prog, diag *d)
{
    const tauflow_shape *c = &prog->shape;
    for (uint32_t u = 0; u < core_units(c); u++)
        TRY(roll_unit(mem, scratch, x, u, slots, prog, d));
    for (uint32_t r = core_output(c); r < core_receivers(c); r++) {
        uint32_t *stage = reception_stages(scratch, x, prog, r);
        if (core_is_output(c, r))
            roll_port(mem, scratch, stage, &prog->ports[r - core_output(c)]);
        else
            roll_emissions(mem, scratch, stage,
                           &prog->sources[core_first_relay_source(c) + r - core_first_relay(c)]);
        roll_receiver(mem, scratch, stage, 1, NULL, &prog->receivers[r]);
    }
    return STATUS_OK;
}

/* ---- what must follow a sample ------------------------------------------------------------- */

/* Sample of the word that a port takes as its number k. */
static uint32_t delivered(const program *prog, uint32_t port, uint32_t k)
{
    const program_receiver *r = &prog->receivers[core_output(&prog->shape) + port];
    uint32_t round = r->receptions_count - r->receptions_loop;
    if (k < r->receptions_count)
        return prog->ports[port].deliveries[k].sample;
    uint32_t passes = (k - r->receptions_loop) / round;
    return prog->ports[port].deliveries[k - passes * round].sample + passes;
}

/* Words leave in whole beats. How many samples is the one ahead that brings the last word of the
 * beat with which `sample` is out? */
static uint32_t samples_ahead(const program *prog, uint32_t sample)
{
    uint32_t beat = 0, ahead = 0, horizon = 0;
    for (uint32_t l = 0; l < prog->shape.out_lanes; l++) {
        horizon = prog->receivers[core_output(&prog->shape) + l].receptions_count +
                  (sample + 1) * prog->ports[l].words;
        for (uint32_t k = 0; k < horizon && prog->ports[l].words; k++) {
            uint32_t at = k / prog->ports[l].words * prog->out_beats + k % prog->ports[l].words;
            beat = delivered(prog, l, k) == sample && at > beat ? at : beat;
        }
    }
    for (uint32_t l = 0; l < prog->shape.out_lanes; l++) {
        uint32_t words = prog->ports[l].words, row = beat % prog->out_beats;
        uint32_t needed =
            beat / prog->out_beats * words + (row < words ? row + 1 : words); /* up to that beat */
        for (uint32_t k = 0; k < needed; k++)
            ahead = delivered(prog, l, k) > sample + ahead ? delivered(prog, l, k) - sample : ahead;
    }
    return ahead;
}

uint32_t program_flush(const program *prog)
{
    if (!prog->interval)
        return 0;
    uint32_t stages = (prog->cycles - 1) / prog->interval, most = 0;
    for (uint32_t sample = 0; sample <= stages + 1 && prog->shape.out_lanes > 1; sample++) {
        uint32_t ahead = samples_ahead(prog, sample);
        most = ahead > most ? ahead : most;
    }
    return stages + most;
}
