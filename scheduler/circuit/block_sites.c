/* SPDX-License-Identifier: MIT */
#include "circuit/block_sites.h"

#include "base/random.h"

#include <math.h>
#include <string.h>

#define NOBODY UINT32_MAX

/* ---- words that go from one thing to another ------------------------------------------------- */

typedef struct {
    uint32_t from, to, bits;
} wires;

/* Things are numbered: blocks first, then cells, inputs, registers, and where results end. */
typedef struct {
    arena *mem;
    const stages *s;
    uint32_t blocks, things;
    uint32_t *of_cell;         /* the thing that a cell is */
    uint32_t *cell_registers;  /* per cell: the first of its registers */
    uint32_t *input_registers; /* per input: likewise; without a clock the input itself */
    wires *list;
    uint32_t list_count, list_capacity;
} web;

/* The thing that holds a value when it is read in a stage, as circuit_value names it. */
static uint32_t holder(const web *g, operand from, uint32_t stage)
{
    const stages *s = g->s;
    const uint32_t i = OPERAND_INDEX(from);
    if (OPERAND_CLASS(from) == FROM_CONSTANT)
        return NOBODY;
    if (OPERAND_CLASS(from) == FROM_INPUT)
        return g->input_registers[i] + stage / s->sharing.interval;
    if (stage <= s->at[i])
        return g->of_cell[i];
    return g->cell_registers[i] + (stage - s->at[i] - 1) / s->sharing.interval;
}

static void connect(web *g, uint32_t from, uint32_t to, uint32_t bits)
{
    if (from == NOBODY || from == to)
        return;
    *ARENA_PUSH(g->mem, g, list) = (wires){from, to, bits};
}

static void connect_registers(web *g, operand from, uint32_t first, uint32_t last)
{
    for (uint32_t k = first; k <= last; k += g->s->sharing.interval)
        connect(g, holder(g, from, k - 1), holder(g, from, k), cells_bits(g->s->c, from));
}

static web web_make(arena *mem, const stages *s, const uint32_t *block_of, uint32_t blocks)
{
    const cells *c = s->c;
    const uint32_t interval = s->sharing.interval;
    web g = {.mem = mem, .s = s, .blocks = blocks, .things = blocks};
    g.of_cell = ARENA_ARRAY(mem, uint32_t, c->list_count + 1);
    g.cell_registers = ARENA_ARRAY(mem, uint32_t, c->list_count + 1);
    g.input_registers = ARENA_ARRAY(mem, uint32_t, c->p->inputs_count + 1);
    for (uint32_t i = 0; i < c->list_count; i++) {
        g.of_cell[i] = block_of[i] == NOBODY ? g.things++ : block_of[i];
        g.cell_registers[i] = g.things;
        if (s->last[i] > s->at[i])
            g.things += (s->last[i] - s->at[i] + interval - 1) / interval;
    }
    for (uint32_t i = 0; i < c->p->inputs_count; i++) {
        g.input_registers[i] = g.things;
        g.things += s->input_last[i] / interval + 1;
    }
    const uint32_t end = g.things++;
    for (uint32_t i = 0; i < c->p->inputs_count; i++)
        connect_registers(&g, OPERAND(FROM_INPUT, i), interval, s->input_last[i]);
    for (uint32_t i = 0; i < c->list_count; i++) {
        const cell *made = &c->list[i];
        for (uint32_t t = 0; t < made->terms; t++) {
            const uint32_t bits = made->kind == CELL_DIGIT && t ? 2 : c->width;
            connect(&g, holder(&g, made->term[t].from, stages_reads(s, i)), g.of_cell[i], bits);
        }
        connect_registers(&g, OPERAND(FROM_OP, i), s->at[i] + 1, s->last[i]);
    }
    for (uint32_t i = 0; s->period_ps && i < c->p->outputs_count; i++) /* one queue for all */
        connect(&g, holder(&g, c->outputs[i], s->stages - 1), end, c->width);
    return g;
}

/* ---- forces between blocks ------------------------------------------------------------------- */

/* Springs, each in the rows of both of its ends. */
typedef struct {
    uint32_t things, blocks;
    uint32_t *start, *other; /* row i: start[i] up to start[i + 1] */
    double *strength, *sum;  /* sum: of a row */
} springs;

static springs springs_make(arena *mem, const web *g)
{
    springs k = {.things = g->things, .blocks = g->blocks,
                 .start = ARENA_ARRAY(mem, uint32_t, g->things + 2),
                 .other = ARENA_ARRAY(mem, uint32_t, 2 * g->list_count + 1),
                 .strength = ARENA_ARRAY(mem, double, 2 * g->list_count + 1),
                 .sum = ARENA_ARRAY(mem, double, g->things + 1)};
    uint32_t *readers = ARENA_ARRAY(mem, uint32_t, g->things + 1);
    for (uint32_t i = 0; i < g->list_count; i++) {
        readers[g->list[i].from]++;
        k.start[g->list[i].from + 2]++;
        k.start[g->list[i].to + 2]++;
    }
    for (uint32_t i = 1; i <= g->things; i++)
        k.start[i + 1] += k.start[i];
    for (uint32_t i = 0; i < g->list_count; i++) {
        const wires *w = &g->list[i];
        const double strength = w->bits / sqrt(readers[w->from]);
        const uint32_t ends[2] = {w->from, w->to};
        for (int e = 0; e < 2; e++) {
            const uint32_t at = k.start[ends[e] + 1]++;
            k.other[at] = ends[1 - e];
            k.strength[at] = strength;
            k.sum[ends[e]] += strength;
        }
    }
    return k;
}

/* y = A x among what is not a block. What hangs on no block is held a little, so that A can be
 * solved with. */
static void springs_times(const springs *k, const double *x, double *y)
{
    const double held = 1e-6;
    for (uint32_t i = k->blocks; i < k->things; i++) {
        double sum = (k->sum[i] * (1 + held) + held) * x[i];
        for (uint32_t e = k->start[i]; e < k->start[i + 1]; e++)
            if (k->other[e] >= k->blocks)
                sum -= k->strength[e] * x[k->other[e]];
        y[i] = sum;
    }
}

/* How far everything follows when one block moves by 1 and the others stay: conjugate gradients. */
static void follow(const springs *k, uint32_t block, double *work[4], double *x)
{
    enum { MOST_STEPS = 400 };
    double *r = work[0], *z = work[1], *d = work[2], *ad = work[3], rz = 0, first = 0;
    for (uint32_t i = k->blocks; i < k->things; i++) {
        x[i] = r[i] = 0;
        for (uint32_t e = k->start[i]; e < k->start[i + 1]; e++)
            if (k->other[e] == block)
                r[i] += k->strength[e];
        d[i] = z[i] = r[i] / (k->sum[i] + 1);
        first = rz += r[i] * z[i];
    }
    for (int step = 0; step < MOST_STEPS && rz > 1e-9 * first; step++) {
        springs_times(k, d, ad);
        double curve = 0, next = 0;
        for (uint32_t i = k->blocks; i < k->things; i++)
            curve += d[i] * ad[i];
        const double length = rz / curve;
        for (uint32_t i = k->blocks; i < k->things; i++) {
            x[i] += length * d[i];
            r[i] -= length * ad[i];
            z[i] = r[i] / (k->sum[i] + 1);
            next += r[i] * z[i];
        }
        for (uint32_t i = k->blocks; i < k->things; i++)
            d[i] = z[i] + next / rz * d[i];
        rz = next;
    }
}

/* Of every two blocks, as integers: what follows is the same on every computer. */
static uint32_t *forces_make(arena *mem, const springs *k)
{
    uint32_t *force = ARENA_ARRAY(mem, uint32_t, (size_t)k->blocks * k->blocks + 1);
    double *work[4], *x = ARENA_ARRAY(mem, double, k->things + 1);
    for (int i = 0; i < 4; i++)
        work[i] = ARENA_ARRAY(mem, double, k->things + 1);
    for (uint32_t b = 0; b < k->blocks; b++) {
        follow(k, b, work, x);
        for (uint32_t a = 0; a < b; a++) {
            double sum = 0;
            for (uint32_t e = k->start[a]; e < k->start[a + 1]; e++)
                sum += k->strength[e] * (k->other[e] >= k->blocks ? x[k->other[e]]
                                                                  : k->other[e] == b);
            force[a * k->blocks + b] = force[b * k->blocks + a] =
                (uint32_t)(sum * BLOCK_SITES_WIRE + 0.5);
        }
    }
    return force;
}

/* ---- places ---------------------------------------------------------------------------------- */

typedef struct {
    uint32_t blocks, sites;
    const uint32_t *force;    /* blocks x blocks */
    const uint32_t *distance; /* sites x sites */
    uint32_t *at;             /* per block: its site */
    uint32_t *who;            /* per site: its block, or NOBODY */
} board;

static uint64_t board_sum(const board *b)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < b->blocks; i++)
        for (uint32_t j = 0; j < i; j++)
            sum += (uint64_t)b->force[i * b->blocks + j] *
                   b->distance[b->at[i] * b->sites + b->at[j]];
    return sum;
}

/* What the sum grows by when block i goes to a site, and who is there to its own. */
static int64_t board_change(const board *b, uint32_t i, uint32_t site)
{
    const uint32_t guest = b->who[site];
    const uint32_t *here = &b->distance[b->at[i] * b->sites];
    const uint32_t *there = &b->distance[site * b->sites];
    const uint32_t *mine = &b->force[i * b->blocks];
    const uint32_t *theirs = guest == NOBODY ? NULL : &b->force[guest * b->blocks];
    int64_t sum = 0;
    for (uint32_t j = 0; j < b->blocks; j++)
        if (j != i && j != guest)
            sum += ((int64_t)mine[j] - (theirs ? theirs[j] : 0)) *
                   ((int64_t)there[b->at[j]] - here[b->at[j]]);
    return sum;
}

static void board_move(board *b, uint32_t i, uint32_t site)
{
    const uint32_t guest = b->who[site], old = b->at[i];
    b->who[old] = guest;
    if (guest != NOBODY)
        b->at[guest] = old;
    b->who[site] = i;
    b->at[i] = site;
}

/* Moves that make it worse are taken as long as they do so by less than a bound, which falls to
 * nothing: no exponential, which computers round differently. Gives the sum afterwards. */
static uint64_t board_search(board *b, uint64_t sum)
{
    enum { ROUNDS = 240, FIRST_PART = 2 };
    uint64_t seed = 1, bound = sum / b->blocks / FIRST_PART;
    for (int round = 0; round < ROUNDS; round++) {
        for (uint32_t k = 0; k < 16 * b->blocks; k++) {
            const uint32_t i = (uint32_t)(random_bits(&seed) % b->blocks);
            const uint32_t site = (uint32_t)(random_bits(&seed) % b->sites);
            if (site == b->at[i])
                continue;
            const int64_t change = board_change(b, i, site);
            if (change < (int64_t)bound) {
                board_move(b, i, site);
                sum += (uint64_t)change;
            }
        }
        bound = bound * 31 / 32;
    }
    return sum;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static uint32_t apart(uint32_t a, uint32_t b) { return a > b ? a - b : b - a; }

/* Numbers the blocks: of operators that are shared, then those of single cells. */
static uint32_t count_blocks(const stages *s, const shared_operators *shared, uint32_t *block_of,
                             uint32_t *block_of_operator)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < s->c->list_count; i++) {
        block_of[i] = NOBODY;
        if (s->c->list[i].kind != CELL_PRODUCT)
            continue;
        uint32_t *known = shared->of[i] == OPERATOR_OWN ? &block_of[i]
                                                        : &block_of_operator[shared->of[i]];
        if (*known == NOBODY)
            *known = count++;
        block_of[i] = *known;
    }
    return count;
}

block_sites block_sites_choose(arena *mem, const stages *s, const shared_operators *shared)
{
    const cells *c = s->c;
    arena scratch = arena_make();
    block_sites out = {.of_cell = ARENA_ARRAY(mem, const char *, c->list_count + 1),
                       .of_operator = ARENA_ARRAY(mem, const char *, shared->count + 1)};
    const block_site *site = device_sites(&scratch, s->target);
    uint32_t sites = 0;
    while (site[sites].name)
        sites++;
    uint32_t *block_of = ARENA_ARRAY(&scratch, uint32_t, c->list_count + 1);
    uint32_t *of_operator = ARENA_ARRAY(&scratch, uint32_t, shared->count + 1);
    memset(of_operator, 0xff, (shared->count + 1) * sizeof *of_operator);
    const uint32_t blocks = count_blocks(s, shared, block_of, of_operator);
    if (!blocks || blocks > sites || c->one_blocks != 1) {
        arena_free(&scratch);
        return out;
    }
    const web g = web_make(&scratch, s, block_of, blocks);
    const springs k = springs_make(&scratch, &g);
    uint32_t *distance = ARENA_ARRAY(&scratch, uint32_t, (size_t)sites * sites);
    for (uint32_t i = 0; i < sites; i++)
        for (uint32_t j = 0; j < sites; j++)
            distance[i * sites + j] = apart(site[i].x, site[j].x) + apart(site[i].y, site[j].y);
    board b = {.blocks = blocks, .sites = sites, .force = forces_make(&scratch, &k),
               .distance = distance, .at = ARENA_ARRAY(&scratch, uint32_t, blocks),
               .who = ARENA_ARRAY(&scratch, uint32_t, sites)};
    memset(b.who, 0xff, sites * sizeof *b.who);
    for (uint32_t i = 0; i < blocks; i++)
        b.who[b.at[i] = i * sites / blocks] = i;
    out.count = blocks;
    out.first_force = board_sum(&b);
    out.force = board_search(&b, out.first_force);
    for (uint32_t i = 0; i < c->list_count; i++)
        if (block_of[i] != NOBODY && shared->of[i] == OPERATOR_OWN)
            out.of_cell[i] = arena_strdup(mem, site[b.at[block_of[i]]].name);
    for (uint32_t i = 0; i < shared->count; i++)
        if (of_operator[i] != NOBODY)
            out.of_operator[i] = arena_strdup(mem, site[b.at[of_operator[i]]].name);
    arena_free(&scratch);
    return out;
}
