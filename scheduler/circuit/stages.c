/* SPDX-License-Identifier: MIT */
/* Numbers: 0 the inputs' stage, 1 + i the stage of cell i, then the outputs' stage, then for each
 * cell and input the last stage that keeps its value. A value of b bits that lives from stage x to
 * stage m costs b (m - x). A path of cells that takes longer than the period from register to
 * register needs a register somewhere: its last cell stands at least one stage after its first.
 * These are differences (of 1) between pairs of cells, each found by following the longest paths
 * from one cell until they no longer fit. */
#include "circuit/stages.h"

#include "circuit/differences.h"
#include "circuit/phases.h"
#include "circuit/sum_form.h"

typedef struct {
    stages *s;
    arena *mem;
    const device *target;
    uint32_t *first_reader, *next_reader; /* per cell: chains of TERMS reader + term */
    uint32_t *reach_ps;                   /* per cell: longest path from a register, 0: not yet */
    differences all;
    int64_t *cost;
    int32_t *x;
    uint32_t outputs, count; /* number of the outputs' stage, how many numbers */
} plan;

#define NONE UINT32_MAX
enum { TERMS = 3 }; /* of a cell, at most */

static uint32_t number_of(operand from)
{
    return OPERAND_CLASS(from) == FROM_OP ? 1 + OPERAND_INDEX(from) : 0;
}

/* ---- delays ---------------------------------------------------------------------------------- */

static bool has_registers(const stages *s, uint32_t i)
{
    const cell_kind kind = s->c->list[i].kind;
    return kind == CELL_OPERATOR || (s->block_cycles && kind == CELL_PRODUCT);
}

static uint32_t cycles_of(const stages *s, uint32_t i)
{
    if (s->c->list[i].kind == CELL_OPERATOR)
        return s->c->list[i].cycles;
    return has_registers(s, i) ? s->block_cycles : 0;
}

uint32_t stages_reads(const stages *s, uint32_t i) { return s->at[i] - cycles_of(s, i); }

uint32_t stages_since(const stages *s, operand from, uint32_t stage)
{
    /* registers of inputs start with stage 0, those of a cell after its own */
    if (OPERAND_CLASS(from) != FROM_OP)
        return stage - stage % s->sharing.interval;
    const uint32_t at = s->at[OPERAND_INDEX(from)];
    return stage == at ? at : stage - (stage - at - 1) % s->sharing.interval;
}

/* Registers that keep a value until a stage. */
static uint32_t registers_of(const stages *s, operand from, uint32_t last)
{
    if (OPERAND_CLASS(from) != FROM_OP)
        return last / s->sharing.interval;
    return (last - s->at[OPERAND_INDEX(from)] + s->sharing.interval - 1) / s->sharing.interval;
}

/* The way into a cell: through it, or into its registers. Operators plan with the way to them. */
static uint32_t way_in_ps(const stages *s, uint32_t i)
{
    if (s->c->list[i].kind == CELL_OPERATOR)
        return 0;
    return has_registers(s, i) ? s->target->block_wire_ps + s->target->block_setup_ps +
                                     device_choice_ps(s->target, s->sharing.interval)
                               : cells_ps(s->c, s->target, &s->c->list[i]);
}

/* From a register at its result, or inside it; to a register at its result: that of a sum is beside
 * its carry chain, that of a product is not. */
static uint32_t out_of_register_ps(const stages *s, uint32_t i)
{
    if (!has_registers(s, i))
        return s->target->register_ps + cells_ps(s->c, s->target, &s->c->list[i]);
    return s->c->list[i].kind == CELL_OPERATOR
               ? s->target->register_ps
               : s->target->block_out_ps + device_way_out_ps(s->target);
}
static uint32_t to_register_ps(const stages *s, uint32_t i)
{
    return s->c->list[i].kind == CELL_PRODUCT && !has_registers(s, i) ? s->target->wire_ps : 0;
}

/* ---- differences ----------------------------------------------------------------------------- */

static void link_readers(plan *q)
{
    const cells *c = q->s->c;
    for (uint32_t i = 0; i < c->list_count; i++)
        q->first_reader[i] = NONE;
    for (uint32_t i = 0; i < c->list_count; i++)
        for (uint32_t k = 0; k < c->list[i].terms; k++) {
            const operand from = c->list[i].term[k].from;
            if (OPERAND_CLASS(from) != FROM_OP)
                continue;
            q->next_reader[TERMS * i + k] = q->first_reader[OPERAND_INDEX(from)];
            q->first_reader[OPERAND_INDEX(from)] = TERMS * i + k;
        }
}

/* Cells after `number` that it cannot reach within the period stand a stage later. */
static void follow(plan *q, uint32_t number, uint32_t first, uint32_t *touched)
{
    const stages *s = q->s;
    const cells *c = s->c;
    uint32_t last = first;
    for (uint32_t i = first; i <= last && i < c->list_count; i++) {
        if (!q->reach_ps[i])
            continue;
        const uint32_t ps = q->reach_ps[i];
        q->reach_ps[i] = 0;
        (*touched)++;
        if (ps + to_register_ps(s, i) > s->period_ps) {
            differences_add(q->mem, &q->all, number, 1 + i, 1 + (int32_t)cycles_of(s, i));
            continue;
        }
        if (has_registers(s, i) && 1 + i != number)
            continue;
        for (uint32_t r = q->first_reader[i]; r != NONE; r = q->next_reader[r]) {
            const uint32_t reader = r / TERMS, at = ps + way_in_ps(s, reader);
            q->reach_ps[reader] = at > q->reach_ps[reader] ? at : q->reach_ps[reader];
            last = reader > last ? reader : last;
        }
    }
}

static void add_times(plan *q)
{
    const stages *s = q->s;
    const cells *c = s->c;
    uint32_t touched = 0;
    for (uint32_t i = 0; i < c->list_count; i++) {
        q->reach_ps[i] = out_of_register_ps(s, i);
        follow(q, 1 + i, i, &touched);
    }
}

static void add_reads(plan *q)
{
    const stages *s = q->s;
    const cells *c = s->c;
    for (uint32_t i = 0; i < c->list_count; i++) {
        /* also of constants alone */
        differences_add(q->mem, &q->all, 0, 1 + i, (int32_t)cycles_of(s, i));
        for (uint32_t k = 0; k < c->list[i].terms; k++)
            if (OPERAND_CLASS(c->list[i].term[k].from) == FROM_OP)
                differences_add(q->mem, &q->all, number_of(c->list[i].term[k].from), 1 + i,
                                (int32_t)cycles_of(s, i));
    }
    for (uint32_t i = 0; i < c->p->outputs_count; i++)
        differences_add(q->mem, &q->all, number_of(c->outputs[i]), q->outputs, 0);
}

/* The earliest stages: the longest path through all differences, cells being in order. */
static void start_early(plan *q)
{
    for (uint32_t i = 0; i < q->count; i++)
        q->x[i] = 0;
    /* Differences lead from lower to higher cells, but stand in any order. */
    for (bool changed = true; changed;) {
        changed = false;
        for (uint32_t i = 0; i < q->all.items_count; i++) {
            const difference *d = &q->all.items[i];
            if (q->x[d->to] < q->x[d->from] + d->least) {
                q->x[d->to] = q->x[d->from] + d->least;
                changed = true;
            }
        }
    }
}

/* The value whose lifetime is number `kept` comes from `number` and is read by ... */
static void add_lifetime(plan *q, uint32_t number, uint32_t kept, uint32_t bits)
{
    q->cost[kept] += bits;
    q->cost[number] -= bits;
    differences_add(q->mem, &q->all, number, kept, 0);
    q->x[kept] = q->x[number];
}

static void add_read(plan *q, uint32_t reader, uint32_t kept, uint32_t cycles)
{
    differences_add(q->mem, &q->all, reader, kept, -(int32_t)cycles);
    const int32_t until = q->x[reader] - (int32_t)cycles;
    q->x[kept] = q->x[kept] < until ? until : q->x[kept];
}

/* The number of the lifetime of a value. */
static uint32_t kept_of(const plan *q, operand from)
{
    const uint32_t i = OPERAND_INDEX(from);
    return q->outputs + 1 + (OPERAND_CLASS(from) == FROM_OP ? q->s->c->p->inputs_count + i : i);
}

static void add_lifetimes(plan *q)
{
    const cells *c = q->s->c;
    for (uint32_t i = 0; i < c->p->inputs_count; i++)
        add_lifetime(q, 0, kept_of(q, OPERAND(FROM_INPUT, i)), c->width);
    for (uint32_t i = 0; i < c->list_count; i++)
        add_lifetime(q, 1 + i, kept_of(q, OPERAND(FROM_OP, i)), c->list[i].bits);
    for (uint32_t i = 0; i < c->list_count; i++)
        for (uint32_t k = 0; k < c->list[i].terms; k++)
            if (OPERAND_CLASS(c->list[i].term[k].from) != FROM_CONSTANT)
                add_read(q, 1 + i, kept_of(q, c->list[i].term[k].from), cycles_of(q->s, i));
    for (uint32_t i = 0; i < c->p->outputs_count; i++)
        if (OPERAND_CLASS(c->outputs[i]) != FROM_CONSTANT)
            add_read(q, q->outputs, kept_of(q, c->outputs[i]), 0);
}

static void take_result(plan *q)
{
    stages *s = q->s;
    const cells *c = s->c;
    s->stages = (uint32_t)q->x[q->outputs] + 1;
    s->register_bits = 0;
    for (uint32_t i = 0; i < c->list_count; i++) {
        s->at[i] = (uint32_t)q->x[1 + i];
        s->last[i] = (uint32_t)q->x[kept_of(q, OPERAND(FROM_OP, i))];
        s->register_bits += (uint64_t)c->list[i].bits *
                            registers_of(s, OPERAND(FROM_OP, i), s->last[i]);
    }
    for (uint32_t i = 0; i < c->p->inputs_count; i++) {
        s->input_last[i] = (uint32_t)q->x[kept_of(q, OPERAND(FROM_INPUT, i))];
        s->register_bits += (uint64_t)c->width *
                            registers_of(s, OPERAND(FROM_INPUT, i), s->input_last[i]);
    }
}

/* Lifetimes are the shortest for all that the differences allow. */
static void shorten_lifetimes(plan *q)
{
    for (uint32_t i = 0; i < q->count; i++)
        q->cost[i] = 0;
    add_lifetimes(q);
    differences_add(q->mem, &q->all, q->outputs, 0, -q->x[q->outputs]); /* no more stages */
    differences_solve(q->mem, &q->all, q->count, q->cost, q->x);
}

/* The kind of each number's operator, of which there are fewer than operations. */
static phases shared_kinds(const plan *q, arena *mem)
{
    const cells *c = q->s->c;
    uint32_t counts[UNIT_KINDS + 1] = {0}, *kind = ARENA_ARRAY(mem, uint32_t, q->outputs + 1);
    for (uint32_t i = 0; i < c->list_count; i++)
        counts[cells_unit(c, i)]++;
    for (uint32_t i = 0; i <= q->outputs; i++)
        kind[i] = PHASES_ALONE;
    for (uint32_t i = 0; i < c->list_count; i++) {
        const unit_kind own = cells_unit(c, i);
        if (own < UNIT_KINDS && counts[own] > q->s->sharing.most[own])
            kind[1 + i] = own;
    }
    return (phases){.all = &q->all, .count = q->outputs + 1, .kind = kind,
                    .most = q->s->sharing.most, .kinds = UNIT_KINDS,
                    .interval = q->s->sharing.interval};
}

static void choose_phases(plan *q)
{
    const phases p = shared_kinds(q, q->mem);
    phases_choose(q->mem, &p, q->x);
    for (uint32_t i = 0; i < p.count; i++)
        if (p.kind[i] != PHASES_ALONE) {
            differences_add(q->mem, &q->all, 0, i, q->x[i]);
            differences_add(q->mem, &q->all, i, 0, -q->x[i]);
        }
}

static void solve(arena *mem, stages *s)
{
    const cells *c = s->c;
    const uint32_t outputs = 1 + c->list_count;
    const uint32_t count = outputs + 1 + c->p->inputs_count + c->list_count;
    plan q = {.s = s, .mem = mem, .target = s->target, .outputs = outputs, .count = count,
              .first_reader = ARENA_ARRAY(mem, uint32_t, c->list_count + 1),
              .next_reader = ARENA_ARRAY(mem, uint32_t, TERMS * (size_t)c->list_count + 1),
              .reach_ps = ARENA_ARRAY(mem, uint32_t, c->list_count + 1),
              .cost = ARENA_ARRAY(mem, int64_t, count), .x = ARENA_ARRAY(mem, int32_t, count)};
    link_readers(&q);
    add_reads(&q);
    if (s->period_ps)
        add_times(&q);
    const uint32_t paths = q.all.items_count;
    start_early(&q);
    shorten_lifetimes(&q);
    if (s->sharing.interval > 1) {
        q.all.items_count = paths;
        choose_phases(&q);
        shorten_lifetimes(&q);
    }
    take_result(&q);
}

/* ---- check ----------------------------------------------------------------------------------- */

static uint32_t stage_of(const stages *s, operand from)
{
    return OPERAND_CLASS(from) == FROM_OP ? s->at[OPERAND_INDEX(from)] : 0;
}

/* When what comes in through the operands of a cell has passed it in its stage, or is at its
 * registers. */
static uint32_t passed_ps(const stages *s, const uint32_t *arrives, uint32_t i)
{
    const cell *made = &s->c->list[i];
    const uint32_t way_in = way_in_ps(s, i);
    uint32_t latest = s->target->register_ps + way_in;
    for (uint32_t k = 0; k < made->terms; k++) {
        const operand from = made->term[k].from;
        if (OPERAND_CLASS(from) != FROM_OP || stage_of(s, from) != stages_reads(s, i))
            continue;
        /* blocks with registers add nothing */
        const uint32_t way = made->kind == CELL_PRODUCT && k == 2
                                 ? cells_term_ps(s->c, s->target, made, k) : way_in;
        const uint32_t at = arrives[OPERAND_INDEX(from)] + way;
        latest = at > latest ? at : latest;
    }
    return latest;
}

/* The longest path that ends in each cell; returns the longest of all. */
static uint32_t arrivals(const stages *s, uint32_t *arrives, uint32_t *ends)
{
    uint32_t most = 0;
    for (uint32_t i = 0; i < s->c->list_count; i++) {
        const uint32_t in = passed_ps(s, arrives, i);
        ends[i] = in + to_register_ps(s, i);
        arrives[i] = has_registers(s, i) ? out_of_register_ps(s, i) : in;
        most = ends[i] > most ? ends[i] : most;
    }
    return most;
}

static uint32_t slowest_path(const stages *s)
{
    arena mem = arena_make();
    uint32_t *arrives = ARENA_ARRAY(&mem, uint32_t, s->c->list_count + 1);
    uint32_t *ends = ARENA_ARRAY(&mem, uint32_t, s->c->list_count + 1);
    const uint32_t most = arrivals(s, arrives, ends);
    arena_free(&mem);
    return most;
}

static bool finds_operands(const stages *s, uint32_t i)
{
    const cell *made = &s->c->list[i];
    const uint32_t at = stages_reads(s, i);
    for (uint32_t k = 0; k < made->terms; k++) {
        const operand from = made->term[k].from;
        const uint32_t index = OPERAND_INDEX(from);
        if (OPERAND_CLASS(from) == FROM_CONSTANT)
            continue;
        const uint32_t last = OPERAND_CLASS(from) == FROM_OP ? s->last[index]
                                                             : s->input_last[index];
        if (stage_of(s, from) > at || last < at)
            return false;
    }
    return at <= s->at[i];
}

static bool operators_suffice(const stages *s)
{
    arena mem = arena_make();
    const cells *c = s->c;
    const uint32_t n = s->sharing.interval;
    uint32_t *used = ARENA_ARRAY(&mem, uint32_t, UNIT_KINDS * (size_t)n);
    bool enough = true;
    for (uint32_t i = 0; i < c->list_count; i++) {
        const unit_kind own = cells_unit(c, i);
        if (own < UNIT_KINDS)
            enough &= ++used[own * n + s->at[i] % n] <= s->sharing.most[own];
    }
    arena_free(&mem);
    return enough;
}

status stages_check(const stages *s, diag *d)
{
    for (uint32_t i = 0; i < s->c->list_count; i++)
        if (!finds_operands(s, i))
            return diag_error(d, (place){0}, "circuit: cell %u reads what is not there", i);
    if (s->sharing.interval > 1 && !operators_suffice(s))
        return diag_error(d, (place){0}, "circuit: two operations need one operator at a time");
    if (s->period_ps && slowest_path(s) > s->period_ps)
        return diag_error(d, (place){0}, "circuit: a path is longer than %u ps", s->period_ps);
    return STATUS_OK;
}

/* ---- which registers blocks use -------------------------------------------------------------- */

/* Whether every cell alone fits between two registers. */
static bool all_fit(const stages *s)
{
    for (uint32_t i = 0; i < s->c->list_count; i++)
        if (s->target->register_ps + way_in_ps(s, i) + to_register_ps(s, i) > s->period_ps)
            return false;
    return true;
}

static bool is_better(const stages *a, const stages *b)
{
    return a->stages < b->stages ||
           (a->stages == b->stages && a->register_bits < b->register_bits);
}

static bool uses_blocks(const cells *c)
{
    for (uint32_t i = 0; i < c->list_count; i++)
        if (c->list[i].kind == CELL_PRODUCT)
            return true;
    return false;
}

static stages empty(arena *mem, const cells *c, const device *target, uint32_t period_ps,
                    const stages_sharing *sharing)
{
    return (stages){.c = c, .target = target, .period_ps = period_ps,
                    .sharing = *sharing,
                    .at = ARENA_ARRAY(mem, uint32_t, c->list_count + 1),
                    .last = ARENA_ARRAY(mem, uint32_t, c->list_count + 1),
                    .input_last = ARENA_ARRAY(mem, uint32_t, c->p->inputs_count + 1)};
}

status stages_place(arena *mem, const cells *c, const device *target, uint32_t period_ps,
                    const stages_sharing *sharing, stages *out, diag *d)
{
    bool found = false;
    for (uint32_t cycles = 0; cycles <= STAGES_BLOCK_CYCLES; cycles += STAGES_BLOCK_CYCLES) {
        stages one = empty(mem, c, target, period_ps, sharing);
        one.block_cycles = cycles;
        /* a shared block without registers would close a loop of wires */
        if (sharing->interval > 1 && !cycles && uses_blocks(c))
            continue;
        if (period_ps ? !all_fit(&one) : cycles > 0)
            continue;
        if (found && !uses_blocks(c)) /* nothing else to try */
            break;
        solve(mem, &one);
        one.slowest_ps = slowest_path(&one);
        if (!found || is_better(&one, out))
            *out = one;
        found = true;
    }
    if (!found)
        return diag_error(d, (place){0}, "a clock of %.0f MHz is too fast for single operations on "
                          "%s", 1e6 / period_ps, target->about);
    return diag_own(d, stages_check(out, d));
}
