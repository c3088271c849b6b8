/* SPDX-License-Identifier: MIT */
#include "circuit/shared_operators.h"

#include <string.h>

#define NONE UINT32_MAX

/* An operand as a wire: a value, and the register that holds it. */
typedef struct {
    operand from;
    uint32_t since;
} wire;

typedef struct {
    wire *wires[2]; /* that each operand is chosen from */
    uint32_t wires_count[2];
    uint32_t members;
} operator_made;

typedef struct {
    arena *mem;
    const stages *s;
    shared_operators *out;
    uint32_t *list, list_count;  /* cells of the phase */
    operator_made *made;
    uint32_t made_count;
    int64_t *cost;               /* of a cell of the phase in an operator */
} binder;

/* ---- cost ------------------------------------------------------------------------------------ */

static wire wire_of(const binder *b, uint32_t i, uint32_t port)
{
    const operand from = b->s->c->list[i].term[port].from;
    return (wire){from, OPERAND_CLASS(from) == FROM_CONSTANT
                            ? 0 : stages_since(b->s, from, stages_reads(b->s, i))};
}

static bool has_wire(const operator_made *m, uint32_t port, wire x)
{
    for (uint32_t i = 0; i < m->wires_count[port]; i++)
        if (m->wires[port][i].from == x.from && m->wires[port][i].since == x.since)
            return true;
    return false;
}

/* One of constants alone is chosen for nothing. */
static int64_t wire_cost(const operator_made *m, uint32_t port, wire x)
{
    bool constants = OPERAND_CLASS(x.from) == FROM_CONSTANT;
    for (uint32_t i = 0; i < m->wires_count[port]; i++)
        constants &= OPERAND_CLASS(m->wires[port][i].from) == FROM_CONSTANT;
    return has_wire(m, port, x) || constants || !m->wires_count[port] ? 0 : 1;
}

static bool may_swap(const binder *b, uint32_t i)
{
    const cells *c = b->s->c;
    return c->list[i].terms == 2 && !c->list[i].term[1].negative &&
           OP_KIND[c->p->list[c->list[i].op].kind].swaps;
}

static int64_t cost_of(const binder *b, uint32_t i, const operator_made *m, bool *swap)
{
    int64_t cost[2] = {0, 0};
    for (uint32_t k = 0; k < b->s->c->list[i].terms; k++) {
        cost[0] += wire_cost(m, k, wire_of(b, i, k));
        cost[1] += wire_cost(m, 1 - k, wire_of(b, i, k));
    }
    *swap = may_swap(b, i) && cost[1] < cost[0];
    return cost[*swap];
}

/* ---- assignment ------------------------------------------------------------------------------ */

/* Rows to columns, no fewer, at the least cost: shortest augmenting paths with potentials (the
 * Hungarian method). Row and column 0 are nobody's. */
typedef struct {
    const int64_t *cost;
    uint32_t rows, columns;
    int64_t *of_row, *of_column, *least;
    uint32_t *row_of, *by;
    bool *done;
} assignment;

static void add_row(assignment *a, uint32_t row)
{
    uint32_t column = 0;
    a->row_of[0] = row;
    for (uint32_t k = 0; k <= a->columns; k++) {
        a->least[k] = INT64_MAX;
        a->done[k] = false;
    }
    do {
        a->done[column] = true;
        const uint32_t own = a->row_of[column];
        uint32_t next = 0;
        int64_t step = INT64_MAX;
        for (uint32_t k = 1; k <= a->columns; k++) {
            if (a->done[k])
                continue;
            const int64_t spare = a->cost[(size_t)(own - 1) * a->columns + k - 1] -
                                  a->of_row[own] - a->of_column[k];
            if (spare < a->least[k]) {
                a->least[k] = spare;
                a->by[k] = column;
            }
            if (a->least[k] < step) {
                step = a->least[k];
                next = k;
            }
        }
        for (uint32_t k = 0; k <= a->columns; k++) {
            if (a->done[k]) {
                a->of_row[a->row_of[k]] += step;
                a->of_column[k] -= step;
            } else if (a->least[k] != INT64_MAX) {
                a->least[k] -= step;
            }
        }
        column = next;
    } while (a->row_of[column]);
    for (; column; column = a->by[column])
        a->row_of[column] = a->row_of[a->by[column]];
}

/* to[row] is its column. */
static void assign(arena *mem, const int64_t *cost, uint32_t rows, uint32_t columns, uint32_t *to)
{
    assignment a = {.cost = cost, .rows = rows, .columns = columns,
                    .of_row = ARENA_ARRAY(mem, int64_t, rows + 1),
                    .of_column = ARENA_ARRAY(mem, int64_t, columns + 1),
                    .least = ARENA_ARRAY(mem, int64_t, columns + 1),
                    .row_of = ARENA_ARRAY(mem, uint32_t, columns + 1),
                    .by = ARENA_ARRAY(mem, uint32_t, columns + 1),
                    .done = ARENA_ARRAY(mem, bool, columns + 1)};
    for (uint32_t row = 1; row <= rows; row++)
        add_row(&a, row);
    for (uint32_t k = 1; k <= columns; k++)
        if (a.row_of[k])
            to[a.row_of[k] - 1] = k - 1;
}

/* ---- operators ------------------------------------------------------------------------------- */

static void join(binder *b, uint32_t i, uint32_t number)
{
    operator_made *m = &b->made[number];
    bool swap;
    cost_of(b, i, m, &swap);
    for (uint32_t k = 0; k < b->s->c->list[i].terms; k++) {
        const uint32_t port = swap ? 1 - k : k;
        const wire x = wire_of(b, i, k);
        if (!m->wires[port])
            m->wires[port] = ARENA_ARRAY(b->mem, wire, b->s->sharing.interval);
        if (!has_wire(m, port, x))
            m->wires[port][m->wires_count[port]++] = x;
    }
    m->members++;
    b->out->of[i] = number;
    b->out->swapped[i] = swap;
}

/* Of equals the operator with the fewest operations, so that all are used alike. */
static void join_phase(binder *b)
{
    uint32_t *to = ARENA_ARRAY(b->mem, uint32_t, b->list_count + 1);
    const int64_t scale = b->s->sharing.interval + 1;
    bool swap;
    for (uint32_t i = 0; i < b->list_count; i++)
        for (uint32_t k = 0; k < b->made_count; k++)
            b->cost[(size_t)i * b->made_count + k] =
                cost_of(b, b->list[i], &b->made[k], &swap) * scale + b->made[k].members;
    assign(b->mem, b->cost, b->list_count, b->made_count, to);
    for (uint32_t i = 0; i < b->list_count; i++)
        join(b, b->list[i], to[i]);
}

/* Operators of a kind, numbered from 0. */
static void bind_kind(arena *mem, const stages *s, unit_kind kind, shared_operators *out,
                      uint32_t first)
{
    const cells *c = s->c;
    const uint32_t most = s->sharing.most[kind];
    binder b = {.mem = mem, .s = s, .out = out, .made_count = most,
                .made = ARENA_ARRAY(mem, operator_made, most),
                .list = ARENA_ARRAY(mem, uint32_t, most),
                .cost = ARENA_ARRAY(mem, int64_t, (size_t)most * most)};
    for (uint32_t phase = 0; phase < s->sharing.interval; phase++) {
        b.list_count = 0;
        for (uint32_t i = 0; i < c->list_count; i++)
            if (cells_unit(c, i) == kind && s->at[i] % s->sharing.interval == phase)
                b.list[b.list_count++] = i;
        join_phase(&b);
    }
    uint32_t *number = ARENA_ARRAY(mem, uint32_t, most), next = first;
    for (uint32_t k = 0; k < most; k++) {
        out->of_kind[kind] += b.made[k].members > 0;
        number[k] = b.made[k].members > 1 ? next++ : OPERATOR_OWN;
        for (uint32_t port = 0; port < 2; port++)
            out->choice_tables += c->width * device_choice_tables(b.made[k].wires_count[port]);
    }
    for (uint32_t i = 0; i < c->list_count; i++)
        if (cells_unit(c, i) == kind)
            out->of[i] = number[out->of[i]];
    out->count = next;
}

shared_operators shared_operators_bind(arena *mem, const stages *s)
{
    const cells *c = s->c;
    shared_operators out = {.of = ARENA_ARRAY(mem, uint32_t, c->list_count + 1),
                            .swapped = ARENA_ARRAY(mem, bool, c->list_count + 1)};
    uint32_t counts[UNIT_KINDS + 1] = {0};
    for (uint32_t i = 0; i < c->list_count; i++) {
        out.of[i] = OPERATOR_OWN;
        counts[cells_unit(c, i)]++;
    }
    for (unit_kind kind = 0; kind < UNIT_KINDS; kind++) {
        if (s->sharing.interval > 1 && counts[kind] > s->sharing.most[kind])
            bind_kind(mem, s, kind, &out, out.count);
        else
            out.of_kind[kind] = counts[kind];
    }
    return out;
}
