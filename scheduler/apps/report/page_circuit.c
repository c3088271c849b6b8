/* SPDX-License-Identifier: MIT */
/* A circuit as data of the page: cells in place of operations, stages in place of cycles (tenths of
 * nanoseconds where it has no registers), and rows in which no two cells stand above each other. */
#include "apps/report/page_circuit.h"

#include "apps/report/page.h"

#include <stdlib.h>

enum { STEP_PS = 100 }; /* of a circuit without registers */

/* How cells are grouped, and the words of it. */
static const char *const GROUP[][2] = {[CELL_PRODUCT] = {"mul", "product in blocks"},
                                       [CELL_SUM] = {"add", "sum in tables"},
                                       [CELL_DIGIT] = {"atan", "digit of a product in tables"}};
enum { OWN_GROUPS = sizeof GROUP / sizeof GROUP[0], GROUPS = OWN_GROUPS + UNIT_KINDS };

typedef struct {
    const circuit *c;
    uint32_t *from, *until; /* per cell: the marks between which it works; until > from */
    uint32_t *there;        /* per cell: when its result is there */
    uint32_t *row;
    uint32_t *row_group, rows;
    uint32_t marks;         /* of the whole circuit */
} pipeline;

static uint32_t group_of(const circuit *c, uint32_t number)
{
    const cell_kind kind = c->cells.list[number].kind;
    if (kind != CELL_OPERATOR)
        return kind;
    return OWN_GROUPS + OP_KIND[c->cells.p->list[c->cells.list[number].op].kind].unit;
}

static void group_words(uint32_t group, const char **word, const char **about)
{
    *word = group < OWN_GROUPS ? GROUP[group][0] : UNIT_KIND[group - OWN_GROUPS].word;
    *about = group < OWN_GROUPS ? GROUP[group][1] : UNIT_KIND[group - OWN_GROUPS].about;
}

static uint32_t steps_of(uint32_t ps) { return (ps + STEP_PS - 1) / STEP_PS; }

/* Without registers: each cell after the last of its operands. */
static void place_by_delay(pipeline *x)
{
    const cells *c = &x->c->cells;
    for (uint32_t i = 0; i < c->list_count; i++) {
        const cell *one = &c->list[i];
        const uint32_t through = steps_of(cells_ps(c, x->c->stages.target, one));
        for (uint32_t k = 0; k < one->terms; k++) {
            const operand from = one->term[k].from;
            if (OPERAND_CLASS(from) != FROM_OP)
                continue;
            /* what a product has added comes later than its factors may */
            const uint32_t ps = cells_term_ps(c, x->c->stages.target, one, k);
            const uint32_t there = x->there[OPERAND_INDEX(from)] + steps_of(ps);
            if (there > x->from[i] + through)
                x->from[i] = there - through;
        }
        x->there[i] = x->until[i] = x->from[i] + through;
        x->until[i] += x->until[i] == x->from[i];
        x->marks = x->until[i] > x->marks ? x->until[i] : x->marks;
    }
}

static void place_by_stage(pipeline *x)
{
    const stages *s = &x->c->stages;
    x->marks = s->stages;
    for (uint32_t i = 0; i < x->c->cells.list_count; i++) {
        x->from[i] = stages_reads(s, i);
        x->there[i] = s->at[i];
        x->until[i] = s->at[i] > x->from[i] ? s->at[i] : x->from[i] + 1;
    }
}

typedef struct {
    uint32_t from, number;
} begin;

static int by_from(const void *a, const void *b)
{
    const begin *x = a, *y = b;
    if (x->from != y->from)
        return x->from < y->from ? -1 : 1;
    return x->number < y->number ? -1 : x->number > y->number;
}

/* A shared operator has a row; other cells take the first row of their group that is free. */
static void give_rows(arena *mem, pipeline *x)
{
    const uint32_t count = x->c->cells.list_count;
    const shared_operators *shared = &x->c->shared;
    begin *order = ARENA_ARRAY(mem, begin, count + 1);
    uint32_t *end = ARENA_ARRAY(mem, uint32_t, count + 1);
    uint32_t *operator_row = ARENA_ARRAY(mem, uint32_t, shared->count + 1);
    x->row = ARENA_ARRAY(mem, uint32_t, count + 1);
    x->row_group = ARENA_ARRAY(mem, uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++)
        order[i] = (begin){x->from[i], i};
    qsort(order, count, sizeof *order, by_from);
    for (uint32_t g = 0; g < GROUPS; g++) {
        const uint32_t first = x->rows;
        for (uint32_t k = 0; k <= shared->count; k++)
            operator_row[k] = UINT32_MAX;
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t i = order[k].number, mine = shared->of[i];
            if (group_of(x->c, i) != g)
                continue;
            uint32_t r = mine == OPERATOR_OWN ? first : operator_row[mine];
            while (mine == OPERATOR_OWN && r < x->rows && end[r] > x->from[i])
                r++;
            if (r >= x->rows) {
                r = x->rows++;
                x->row_group[r] = g;
            }
            if (mine != OPERATOR_OWN)
                operator_row[mine] = r;
            /* nothing of its own joins the row of a shared operator */
            end[r] = mine == OPERATOR_OWN ? x->until[i] : UINT32_MAX;
            x->row[i] = r;
        }
    }
}

static void add_operand_name(const pipeline *x, operand from, text *out)
{
    const ops *p = x->c->cells.p;
    const uint32_t index = OPERAND_INDEX(from);
    if (OPERAND_CLASS(from) == FROM_INPUT)
        text_add(out, p->inputs[index].name);
    else if (OPERAND_CLASS(from) == FROM_CONSTANT)
        text_printf(out, "%.6g", p->constants[index].value);
    else
        text_printf(out, "%s%s", p->list[x->c->cells.list[index].op].name,
                    x->c->cells.list[index].whole ? "" : "'");
}

/* What it computes, without its shifts and roundings. */
static void add_formula(const pipeline *x, uint32_t i, text *out)
{
    const cell *one = &x->c->cells.list[i];
    text line = text_make(out->mem);
    const char *joint = " + ";
    if (one->kind == CELL_PRODUCT)
        joint = " · ";
    else if (one->kind == CELL_DIGIT)
        joint = " · two bits of ";
    else if (one->kind == CELL_OPERATOR) {
        const op_kind_info *kind = &OP_KIND[x->c->cells.p->list[one->op].kind];
        joint = kind->symbol ? arena_printf(out->mem, " %s ", kind->symbol)
                             : arena_printf(out->mem, " %s ", kind->word);
    }
    for (uint32_t k = 0; k < one->terms; k++) {
        const bool minus = one->kind != CELL_OPERATOR && one->term[k].negative;
        const char *before = one->kind == CELL_PRODUCT && k == 2 ? " + " : joint;
        text_add(&line, k ? (minus ? " − " : before) : minus ? "−" : "");
        add_operand_name(x, one->term[k].from, &line);
        if (one->term[k].left)
            text_printf(&line, " · 2^%u", one->term[k].left);
    }
    if ((one->kind == CELL_SUM || one->terms > 2) && one->drop)
        text_printf(&line, "  (over 2^%u)", one->drop);
    text_add_json_string(out, line.bytes);
}

static void add_list(const char *key, const uint32_t *list, uint32_t count, text *out)
{
    text_printf(out, ",\"%s\":[", key);
    for (uint32_t i = 0; i < count; i++)
        text_printf(out, i ? ",%u" : "%u", list[i]);
    text_add(out, "]");
}

static void add_cells(arena *mem, const pipeline *x, text *out)
{
    const cells *c = &x->c->cells;
    const uint32_t count = c->list_count;
    uint32_t *latest = ARENA_ARRAY(mem, uint32_t, count + 1);
    uint32_t *groups = ARENA_ARRAY(mem, uint32_t, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        latest[i] = UINT32_MAX;
        groups[i] = group_of(x->c, i);
    }
    text_add(out, ",\"name\":[");
    for (uint32_t i = 0; i < count; i++) {
        text_add(out, i ? "," : "");
        text_add_json_string(out, arena_printf(mem, "%s%s", c->p->list[c->list[i].op].name,
                                               c->list[i].whole ? "" : "'"));
    }
    text_add(out, "],\"text\":[");
    for (uint32_t i = 0; i < count; i++) {
        text_add(out, i ? "," : "");
        add_formula(x, i, out);
    }
    for (uint32_t k = 0; k < 2; k++) {
        text_printf(out, "],\"%s\":[", k ? "b" : "a");
        for (uint32_t i = 0; i < count; i++) {
            const operand from = c->list[i].term[k < c->list[i].terms ? k : 0].from;
            text_add(out, i ? "," : "");
            page_add_operand(from, count, out);
            if (OPERAND_CLASS(from) == FROM_OP && x->from[i] < latest[OPERAND_INDEX(from)])
                latest[OPERAND_INDEX(from)] = x->from[i];
        }
    }
    text_add(out, "]");
    for (uint32_t o = 0; o < c->p->outputs_count; o++) {
        const uint32_t last = x->c->latency_cycles ? x->marks - 1 : x->marks;
        if (OPERAND_CLASS(c->outputs[o]) == FROM_OP && last < latest[OPERAND_INDEX(c->outputs[o])])
            latest[OPERAND_INDEX(c->outputs[o])] = last;
    }
    for (uint32_t i = 0; i < count; i++) /* what it could be later, all others as they are */
        latest[i] = latest[i] == UINT32_MAX || latest[i] < x->there[i] ? 0
                                                                       : latest[i] - x->there[i];
    add_list("slack", latest, count, out);
    add_list("kind", groups, count, out);
    add_list("unit", x->row, count, out);
    add_list("cycle", x->from, count, out);
    add_list("until", x->until, count, out);
    add_list("there", x->there, count, out);
}

/* Bits that registers keep between each stage and the next. */
static void add_registers(arena *mem, const pipeline *x, text *out)
{
    const stages *s = &x->c->stages;
    const cells *c = &x->c->cells;
    uint32_t *bits = ARENA_ARRAY(mem, uint32_t, s->stages + 1);
    for (uint32_t i = 0; i < c->p->inputs_count; i++)
        for (uint32_t k = 1; k <= s->input_last[i] && k < s->stages; k++)
            bits[k] += cells_bits(c, OPERAND(FROM_INPUT, i));
    for (uint32_t i = 0; i < c->list_count; i++)
        for (uint32_t k = s->at[i] + 1; k <= s->last[i] && k < s->stages; k++)
            bits[k] += cells_bits(c, OPERAND(FROM_OP, i));
    add_list("registers", bits, s->stages, out);
}

static void add_rows(const pipeline *x, text *out)
{
    const char *word, *about;
    text_add(out, ",\"kinds\":[");
    for (uint32_t g = 0; g < GROUPS; g++) {
        uint32_t rows = 0;
        for (uint32_t r = 0; r < x->rows; r++)
            rows += x->row_group[r] == g;
        group_words(g, &word, &about);
        text_printf(out, "%s[\"%s\",\"%s\",%u,1]", g ? "," : "", word, about, rows);
    }
    text_add(out, "],\"op_kinds\":[");
    for (uint32_t g = 0; g < GROUPS; g++) {
        group_words(g, &word, &about);
        text_printf(out, "%s[\"%s\",2,\"\",%u]", g ? "," : "", word, g);
    }
    text_add(out, "],\"units\":[");
    for (uint32_t r = 0, k = 0; r < x->rows; r++) {
        k = r && x->row_group[r] == x->row_group[r - 1] ? k + 1 : 0;
        group_words(x->row_group[r], &word, &about);
        text_printf(out, "%s[\"%s %u\",%u]", r ? "," : "",
                    x->row_group[r] == CELL_DIGIT ? "digit" : word, k, x->row_group[r]);
    }
    text_add(out, "]");
}

void page_add_circuit(arena *mem, const circuit *c, uint32_t clock_mhz, text *out)
{
    const ops *p = c->cells.p;
    pipeline x = {.c = c};
    x.from = ARENA_ARRAY(mem, uint32_t, c->cells.list_count + 1);
    x.until = ARENA_ARRAY(mem, uint32_t, c->cells.list_count + 1);
    x.there = ARENA_ARRAY(mem, uint32_t, c->cells.list_count + 1);
    if (c->latency_cycles)
        place_by_stage(&x);
    else
        place_by_delay(&x);
    give_rows(mem, &x);
    text_add(out, "{\"circuit\":true,\"robot\":");
    text_add_json_string(out, p->robot);
    text_add(out, ",\"title\":");
    text_add_json_string(out, p->robot);
    text_printf(out, ",\"function\":\"%s\",\"format\":%u,\"operations\":%u",
                FUNCTION_KIND[p->function].name, p->format, p->list_count);
    text_printf(out, ",\"machine\":\"circuit on %s\",\"clock\":%u,\"latency_cycles\":%u",
                c->stages.target->part, clock_mhz, c->latency_cycles);
    text_printf(out, ",\"cycles\":%u,\"stages\":%u,\"every\":%u,\"register_bits\":%llu", x.marks,
                c->stages.stages, c->stages.sharing.interval,
                (unsigned long long)c->stages.register_bits);
    text_printf(out, ",\"slowest_ps\":%u,\"blocks\":%u,\"all_blocks\":%u,\"tables\":%u",
                c->stages.slowest_ps, circuit_blocks(c), c->stages.target->blocks,
                circuit_tables(c));
    text_printf(out, ",\"all_tables\":%u,\"multipliers\":%u", c->stages.target->tables,
                c->shared.of_kind[UNIT_MUL]);
    add_rows(&x, out);
    add_cells(mem, &x, out);
    if (c->latency_cycles)
        add_registers(mem, &x, out);
    page_add_words(p, c->cells.outputs, c->cells.list_count, out);
    text_add(out, "}");
}
