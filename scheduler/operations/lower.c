/* SPDX-License-Identifier: MIT */
/* Two steps. First a graph of exact values: products of two, sums a +- b and calls, equal ones
 * merged by hashing whatever their sign. A factor that is a reciprocal, and used nowhere else, is
 * divided by: one operation less. Then signs (signs.c): which nodes are stored as their
 * value and which as the opposite. */
#include "operations/lower.h"
#include "algebra/depth.h"
#include "base/names.h"
#include "operations/lower_parts.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const operand NOWHERE = UINT32_MAX;

/* --- values -------------------------------------------------------------------------------- */

/* The place of a value among the unnamed constants, or the free one where it belongs. */
static uint32_t *folded_slot(const lowering *l, double value)
{
    uint64_t bits;
    value += 0.0; /* -0.0 equals 0.0 and must meet it */
    memcpy(&bits, &value, sizeof bits);
    uint32_t mask = l->folded_size - 1, at = (uint32_t)(bits * 0x9e3779b97f4a7c15u >> 32) & mask;
    while (l->folded[at] && l->constants[l->folded[at] - 1].value != value)
        at = (at + 1) & mask;
    return &l->folded[at];
}

static void folded_grow(lowering *l)
{
    uint32_t *old = l->folded, old_size = l->folded_size;
    l->folded_size = old_size ? old_size * 2 : 256;
    l->folded = ARENA_ARRAY(l->mem, uint32_t, l->folded_size);
    for (uint32_t i = 0; i < old_size; i++)
        if (old[i])
            *folded_slot(l, l->constants[old[i] - 1].value) = old[i];
}

static operand constant_new(lowering *l, const char *name, double value)
{
    *ARENA_PUSH(l->mem, l, constants) = (constant){.name = name, .value = value};
    if (!name) {
        if (l->folded_used++ * 2 >= l->folded_size)
            folded_grow(l);
        uint32_t *slot = folded_slot(l, value);
        *slot = *slot ? *slot : l->constants_count;
    }
    return OPERAND(FROM_CONSTANT, l->constants_count - 1);
}

/* The first constant without a name that has this value, made when there is none. */
static operand unnamed(lowering *l, double value)
{
    if (!l->folded_size)
        folded_grow(l);
    uint32_t *slot = folded_slot(l, value);
    return *slot ? OPERAND(FROM_CONSTANT, *slot - 1) : constant_new(l, NULL, value);
}

static operand number(lowering *l, uint32_t index)
{
    if (l->numbers[index] == NOWHERE)
        l->numbers[index] = constant_new(l, NULL, l->e->graph.constants[index]);
    return l->numbers[index];
}

static uint32_t ready_at(const lowering *l, operand x)
{
    if (OPERAND_CLASS(x) == FROM_INPUT)
        return l->arrivals[l->e->words.list[OPERAND_INDEX(x)].symbol];
    return OPERAND_CLASS(x) == FROM_OP ? l->nodes[OPERAND_INDEX(x)].ready : 0;
}

static uint32_t node_hash(op_kind kind, operand a, operand b, bool b_negative)
{
    uint64_t h = ((uint64_t)a << 32 | b) * 0x9e3779b97f4a7c15u;
    h ^= ((uint64_t)kind * 2 + b_negative) * 0xc4ceb9fe1a85ec53u;
    return (uint32_t)(h ^ h >> 32);
}

static void table_insert(lowering *l, uint32_t index)
{
    const node *n = &l->nodes[index];
    uint32_t at = node_hash(n->kind, n->a, n->b, n->b_negative) & (l->table_size - 1);
    while (l->table[at])
        at = (at + 1) & (l->table_size - 1);
    l->table[at] = index + 1;
}

/* The node for a op b; an equal one that exists serves. */
static operand node_get(lowering *l, op_kind kind, operand a, operand b, bool b_negative)
{
    uint32_t mask = l->table_size - 1;
    for (uint32_t at = node_hash(kind, a, b, b_negative) & mask; l->table[at];
         at = (at + 1) & mask) {
        const node *n = &l->nodes[l->table[at] - 1];
        if (n->kind == kind && n->a == a && n->b == b && n->b_negative == b_negative)
            return OPERAND(FROM_OP, l->table[at] - 1);
    }
    if ((l->nodes_count + 1) * 2 > l->table_size) {
        l->table_size *= 2;
        l->table = ARENA_ARRAY(l->mem, uint32_t, l->table_size);
        for (uint32_t i = 0; i < l->nodes_count; i++)
            table_insert(l, i);
    }
    uint32_t ready_a = ready_at(l, a), ready_b = ready_at(l, b);
    uint32_t ready = (ready_a > ready_b ? ready_a : ready_b) +
                     l->e->cycles.of[OP_KIND[kind].unit];
    *ARENA_PUSH(l->mem, l, nodes) = (node){
        .kind = kind, .a = a, .b = b, .b_negative = b_negative, .ready = ready};
    table_insert(l, l->nodes_count - 1);
    return OPERAND(FROM_OP, l->nodes_count - 1);
}

static bool is_constant(ref x)
{
    return OPERAND_CLASS(x.at) == FROM_CONSTANT;
}

static double constant_value(const lowering *l, ref x)
{
    double value = l->constants[OPERAND_INDEX(x.at)].value;
    return x.negative ? -value : value;
}

/* Constants meet at generation time. */
static operand fold(lowering *l, bool is_sum, operand a, operand b, bool b_negative)
{
    const constant *x = &l->constants[OPERAND_INDEX(a)], *y = &l->constants[OPERAND_INDEX(b)];
    double sum = x->value + (b_negative ? -y->value : y->value);
    return unnamed(l, is_sum ? sum : x->value * y->value);
}

static ref multiply(lowering *l, ref x, ref y)
{
    bool negative = x.negative != y.negative;
    if (OPERAND_CLASS(x.at) == FROM_CONSTANT && OPERAND_CLASS(y.at) == FROM_CONSTANT)
        return (ref){fold(l, false, x.at, y.at, false), negative};
    operand a = x.at < y.at ? x.at : y.at, b = x.at < y.at ? y.at : x.at;
    return (ref){node_get(l, OP_MUL, a, b, false), negative};
}

static ref add(lowering *l, ref x, ref y)
{
    if (x.at > y.at) {
        ref swap = x;
        x = y;
        y = swap;
    }
    bool differ = x.negative != y.negative;
    if (OPERAND_CLASS(x.at) == FROM_CONSTANT && OPERAND_CLASS(y.at) == FROM_CONSTANT)
        return (ref){fold(l, true, x.at, y.at, differ), x.negative};
    return (ref){node_get(l, OP_ADD, x.at, y.at, differ), x.negative};
}

static ref divide(lowering *l, ref x, ref y)
{
    if (is_constant(x) && is_constant(y))
        return (ref){unnamed(l, constant_value(l, x) / constant_value(l, y)), false};
    return (ref){node_get(l, OP_DIV, x.at, y.at, false), x.negative != y.negative};
}

/* What waits to be joined: earlier values first, and among equals those that stand first. */
typedef struct {
    ref what;
    uint32_t ready, place;
} waiting;

static bool comes_first(waiting x, waiting y)
{
    return x.ready != y.ready ? x.ready < y.ready : x.place < y.place;
}

/* Puts x where the hole at `at` of a heap is. */
static void heap_sift(waiting *heap, uint32_t count, uint32_t at, waiting x)
{
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child + 1 < count && comes_first(heap[child + 1], heap[child]))
            child++;
        if (child >= count || comes_first(x, heap[child]))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = x;
}

typedef ref combiner(lowering *, ref, ref);

/* Joins always the two values that are there first. */
static ref join_early(lowering *l, const ref *list, uint32_t count, combiner *combine)
{
    arena mem = arena_make();
    enum { FEW = 64 };
    waiting few[FEW], *heap = count <= FEW ? few : ARENA_ARRAY(&mem, waiting, count);
    for (uint32_t i = 0; i < count; i++)
        heap[i] = (waiting){list[i], ready_at(l, list[i].at), i};
    for (uint32_t i = count / 2; i-- > 0;)
        heap_sift(heap, count, i, heap[i]);
    while (count > 1) {
        waiting first = heap[0];
        count--;
        heap_sift(heap, count, 0, heap[count]);
        waiting second = heap[0];
        waiting joined = {.what = combine(l, first.what, second.what)};
        joined.ready = ready_at(l, joined.what.at);
        joined.place = first.place < second.place ? first.place : second.place;
        heap_sift(heap, count, 0, joined);
    }
    ref all = heap[0].what;
    arena_free(&mem);
    return all;
}

/* Joins from the last to the first. */
static ref join_in_order(lowering *l, const ref *list, uint32_t count, combiner *combine)
{
    ref all = list[count - 1];
    for (uint32_t i = count - 1; i-- > 0;)
        all = combine(l, all, list[i]);
    return all;
}

static ref lower_call(lowering *l, const symbol *v)
{
    const op_kind kind = CALL_KIND[v->call].op;
    const bool one = CALL_KIND[v->call].arguments == 1;
    const ref a = l->values[v->argument[0]];
    ref b = l->values[v->argument[one ? 0 : 1]];
    if (v->call == CALL_RECIPROCAL)
        return divide(l, (ref){number(l, 0), false}, a);
    if (one && OP_KIND[kind].operands > 1) /* a sine without offset, whose angle has any sign */
        b = (ref){unnamed(l, 0), false};
    if (kind == OP_BELOW && is_constant(b))
        return constant_value(l, b) < 0 ? a : (ref){unnamed(l, 0), false};
    if (is_constant(a) && is_constant(b))
        return (ref){unnamed(l, op_value(kind, constant_value(l, a), constant_value(l, b))), false};
    const bool turns = CALL_KIND[v->call].is_odd;
    return (ref){node_get(l, kind, a.at, b.at, b.negative), turns && a.negative};
}

/* A reciprocal that stands in one product only: what it is of divides the rest. */
static bool is_divided_by(const lowering *l, sym s)
{
    const symbol *v = &l->e->graph.symbols[s];
    return v->kind == SYM_CALL && v->call == CALL_RECIPROCAL && v->uses == 1 && !l->is_argument[s];
}

static ref lower_term(lowering *l, const term *t)
{
    ref factors[TERM_FACTORS + 1], under[TERM_FACTORS];
    uint32_t count = 0, earliest = 0, under_count = 0;
    for (uint32_t k = 0; k < t->count; k++) {
        if (is_divided_by(l, t->factor[k])) {
            under[under_count++] = l->values[l->e->graph.symbols[t->factor[k]].argument[0]];
            continue;
        }
        factors[count++] = l->values[t->factor[k]];
        if (ready_at(l, factors[count - 1].at) < ready_at(l, factors[earliest].at))
            earliest = count - 1;
    }
    if (l->doubles_add && count && l->e->graph.constants[t->constant] == 2)
        factors[earliest] = add(l, factors[earliest], factors[earliest]);
    else if (t->constant || !count)
        factors[count++] = (ref){number(l, t->constant), false};
    ref product = join_early(l, factors, count, multiply);
    for (uint32_t k = 0; k < under_count; k++)
        product = divide(l, product, under[k]);
    product.negative ^= t->negative;
    return product;
}

static ref lower_sum(lowering *l, const symbol *v)
{
    if (!v->terms_count)
        return (ref){constant_new(l, NULL, 0), false};
    ref *terms = ARENA_ARRAY(l->mem, ref, v->terms_count);
    for (uint32_t i = 0; i < v->terms_count; i++)
        terms[i] = lower_term(l, &v->terms[i]);
    return l->shape == SUMS_CASCADE ? join_in_order(l, terms, v->terms_count, add)
                                    : join_early(l, terms, v->terms_count, add);
}

/* --- operations ---------------------------------------------------------------------------- */

/* The constant or its opposite as a constant of the ops. */
static operand emit_constant(lowering *l, ops *out, operand x, bool opposite)
{
    constant *c = &l->constants[OPERAND_INDEX(x)];
    uint32_t *index = opposite ? &c->opposite : &c->plain;
    if (!*index) {
        ops_constant *k = ARENA_PUSH(l->mem, out, constants);
        *index = out->constants_count;
        k->value = opposite ? -c->value : c->value;
        k->name = c->name && !opposite ? c->name : NULL;
    }
    return OPERAND(FROM_CONSTANT, *index - 1);
}

static operand emit_operand(lowering *l, ops *out, operand x, bool opposite)
{
    if (OPERAND_CLASS(x) == FROM_CONSTANT)
        return emit_constant(l, out, x, opposite);
    return OPERAND_CLASS(x) == FROM_OP ? OPERAND(FROM_OP, l->emitted[OPERAND_INDEX(x)]) : x;
}

/* The value meant, where no choice of signs could store it: one subtraction from zero. */
static operand emit_signed(lowering *l, ops *out, ref r)
{
    if (OPERAND_CLASS(r.at) == FROM_CONSTANT)
        return emit_constant(l, out, r.at, r.negative);
    operand stored = emit_operand(l, out, r.at, false);
    if (!signs_output_is_negative(l, r))
        return stored;
    operand zero = emit_constant(l, out, constant_new(l, NULL, 0), false);
    *ARENA_PUSH(l->mem, out, list) = (op){.kind = OP_SUB, .a = zero, .b = stored};
    return OPERAND(FROM_OP, out->list_count - 1);
}

static void emit_call(lowering *l, ops *out, const node *n)
{
    operand b = emit_signed(l, out, (ref){n->b, n->b_negative});
    operand a = OP_KIND[n->kind].operands == 1 ? b : emit_operand(l, out, n->a, false);
    *ARENA_PUSH(l->mem, out, list) = (op){.kind = n->kind, .a = a, .b = b, .name = n->name};
}

static void emit_node(lowering *l, ops *out, const node *n)
{
    if (node_wants_sign(n)) {
        emit_call(l, out, n);
        return;
    }
    op *o = ARENA_PUSH(l->mem, out, list);
    o->name = n->name;
    if (n->kind != OP_ADD) {
        bool natural = signs_stored_negative(l, n->a) != signs_stored_negative(l, n->b);
        bool opposite = natural != n->stored_negative;
        bool a_constant = OPERAND_CLASS(n->a) == FROM_CONSTANT;
        operand a = emit_operand(l, out, n->a, opposite && a_constant);
        operand b = emit_operand(l, out, n->b, opposite && !a_constant);
        *o = (op){.kind = n->kind, .a = a, .b = b, .name = n->name};
        return;
    }
    bool turned = signs_stored_negative(l, n->a) != n->stored_negative;
    bool swap = signs_is_difference(l, n) && turned; /* b - a */
    operand a = emit_operand(l, out, swap ? n->b : n->a, false),
            b = emit_operand(l, out, swap ? n->a : n->b, false);
    *o = (op){.kind = signs_is_difference(l, n) ? OP_SUB : OP_ADD, .a = a, .b = b, .name = n->name};
}

/* Merging by value can leave nodes that nothing needs: those go, the others close up. */
static void drop_unused(lowering *l)
{
    const signals *s = &l->e->words;
    for (uint32_t i = 0; i < s->results_count; i++)
        if (OPERAND_CLASS(l->values[s->results[i].symbol].at) == FROM_OP)
            l->nodes[OPERAND_INDEX(l->values[s->results[i].symbol].at)].used = true;
    for (uint32_t i = l->nodes_count; i-- > 0;) {
        operand two[2] = {l->nodes[i].a, l->nodes[i].b};
        for (int k = 0; k < 2 && l->nodes[i].used; k++)
            if (OPERAND_CLASS(two[k]) == FROM_OP)
                l->nodes[OPERAND_INDEX(two[k])].used = true;
    }
    uint32_t *moved = ARENA_ARRAY(l->mem, uint32_t, l->nodes_count + 1), kept = 0;
    for (uint32_t i = 0; i < l->nodes_count; i++) {
        if (!l->nodes[i].used)
            continue;
        node n = l->nodes[i];
        if (OPERAND_CLASS(n.a) == FROM_OP)
            n.a = OPERAND(FROM_OP, moved[OPERAND_INDEX(n.a)]);
        if (OPERAND_CLASS(n.b) == FROM_OP)
            n.b = OPERAND(FROM_OP, moved[OPERAND_INDEX(n.b)]);
        moved[i] = kept;
        l->nodes[kept++] = n;
    }
    for (uint32_t i = 0; i < s->results_count; i++) {
        operand *at = &l->values[s->results[i].symbol].at;
        if (OPERAND_CLASS(*at) == FROM_OP)
            *at = OPERAND(FROM_OP, moved[OPERAND_INDEX(*at)]);
    }
    l->nodes_count = kept;
}

static void emit_inputs(lowering *l, ops *out)
{
    const signals *s = &l->e->words;
    uint32_t *moved = ARENA_ARRAY(l->mem, uint32_t,
                                  s->list_count + 1); /* old input number -> new */
    uint8_t *used = ARENA_ARRAY(l->mem, uint8_t, s->list_count + 1);
    for (uint32_t i = 0; i < l->nodes_count; i++) {
        operand two[2] = {l->nodes[i].a, l->nodes[i].b};
        for (int k = 0; k < 2; k++)
            if (OPERAND_CLASS(two[k]) == FROM_INPUT)
                used[OPERAND_INDEX(two[k])] = 1;
    }
    for (uint32_t i = 0; i < s->results_count; i++)
        if (OPERAND_CLASS(l->values[s->results[i].symbol].at) == FROM_INPUT)
            used[OPERAND_INDEX(l->values[s->results[i].symbol].at)] = 1;
    for (uint32_t i = 0; i < s->list_count; i++) {
        const signal *from = &s->list[i];
        if (!used[i])
            continue;
        moved[i] = out->inputs_count;
        *ARENA_PUSH(l->mem, out, inputs) = (ops_input){
            .name = l->e->graph.symbols[from->symbol].name, .kind = from->kind, .of = from->of,
            .index = from->index, .axis = from->axis, .ratio = from->ratio,
            .offset = from->offset};
    }
    for (uint32_t i = 0; i < l->nodes_count; i++) {
        operand *two[2] = {&l->nodes[i].a, &l->nodes[i].b};
        for (int k = 0; k < 2; k++)
            if (OPERAND_CLASS(*two[k]) == FROM_INPUT)
                *two[k] = OPERAND(FROM_INPUT, moved[OPERAND_INDEX(*two[k])]);
    }
    for (uint32_t i = 0; i < s->results_count; i++) {
        operand *at = &l->values[s->results[i].symbol].at;
        if (OPERAND_CLASS(*at) == FROM_INPUT)
            *at = OPERAND(FROM_INPUT, moved[OPERAND_INDEX(*at)]);
    }
}

static void emit_outputs(lowering *l, ops *out)
{
    const signals *s = &l->e->words;
    for (uint32_t i = 0; i < s->results_count; i++) {
        const result *r = &s->results[i];
        operand value = emit_signed(l, out, l->values[r->symbol]);
        *ARENA_PUSH(l->mem, out, outputs) =
            (ops_output){.name = r->name, .kind = r->kind, .of = r->of, .index = r->index,
                         .axis = r->axis, .is_angle = r->is_angle, .value = value,
                         .column_of = r->column_of, .column = r->column};
    }
}

/* All coordinates, unless every one of them has an output and none a limit. */
static void emit_joints(lowering *l, ops *out)
{
    const tree *t = l->e->words.t;
    uint32_t told = 0, limits = 0;
    for (uint32_t i = 0; i < out->outputs_count; i++)
        told += word_is_of_joint(&OUTPUT_KIND[out->outputs[i].kind]);
    for (uint32_t i = 0; i < t->coordinates_count; i++)
        for (uint32_t k = 0; k < LIMITS; k++)
            limits += t->coordinates[i].has_limit[k];
    if (told >= t->coordinates_count && !limits)
        return;
    for (uint32_t i = 0; i < t->coordinates_count; i++) {
        const tree_coordinate *c = &t->coordinates[i];
        ops_joint *joint = ARENA_PUSH(l->mem, out, joints);
        *joint = (ops_joint){.name = c->name, .is_angle = c->is_angle};
        memcpy(joint->has_limit, c->has_limit, sizeof joint->has_limit);
        memcpy(joint->limit, c->limit, sizeof joint->limit);
    }
}

/* Names are unique in the text form: what has none, or one that is taken, gets a number. */
static void name_everything(lowering *l, ops *out)
{
    name_table taken =
        names_make_for(l->mem, out->inputs_count + out->outputs_count + out->constants_count +
                                   out->list_count);
    for (uint32_t i = 0; i < out->inputs_count; i++)
        names_add(&taken, out->inputs[i].name, strlen(out->inputs[i].name), i);
    for (uint32_t i = 0; i < out->outputs_count; i++)
        names_add(&taken, out->outputs[i].name, strlen(out->outputs[i].name), i);
    uint32_t constants = 0, temporaries = 0;
    for (uint32_t i = 0; i < out->constants_count; i++) {
        const char *name = out->constants[i].name;
        while (!name || !names_add(&taken, name, strlen(name), i))
            name = arena_printf(l->mem, "k%u", ++constants);
        out->constants[i].name = name;
    }
    for (uint32_t i = 0; i < out->list_count; i++) {
        const char *name = out->list[i].name;
        while (!name || !names_add(&taken, name, strlen(name), i))
            name = arena_printf(l->mem, "t%u", ++temporaries);
        out->list[i].name = name;
    }
}

/* --- the pass ------------------------------------------------------------------------------ */

static void lower_symbols(lowering *l)
{
    const net *n = &l->e->graph;
    for (sym s = 0; s < n->symbols_count; s++)
        if (n->symbols[s].kind == SYM_PARAMETER)
            l->values[s] = (ref){constant_new(l, n->symbols[s].name, n->symbols[s].value), false};
    l->is_argument = ARENA_ARRAY(l->mem, bool, n->symbols_count + 1);
    for (sym s = 0; s < n->symbols_count; s++)
        for (uint32_t k = 0; n->symbols[s].kind == SYM_CALL && k < CALL_ARGUMENTS; k++)
            l->is_argument[n->symbols[s].argument[k]] = true;
    for (uint32_t i = 0; i < l->e->words.list_count; i++)
        l->values[l->e->words.list[i].symbol] = (ref){OPERAND(FROM_INPUT, i), false};
    for (uint32_t i = 0; i < l->e->order_count; i++) {
        const symbol *v = &n->symbols[l->e->order[i]];
        if (is_divided_by(l, l->e->order[i]))
            continue;
        ref value = v->kind == SYM_CALL ? lower_call(l, v) : lower_sum(l, v);
        l->values[l->e->order[i]] = value;
        if (OPERAND_CLASS(value.at) == FROM_OP && !l->nodes[OPERAND_INDEX(value.at)].name &&
            !v->is_output)
            l->nodes[OPERAND_INDEX(value.at)].name = v->name;
    }
}

status ops_lower(arena *mem, const equations *e, sum_shape shape, ops *out, diag *d)
{
    lowering l = {.mem = mem, .e = e, .shape = shape, .table_size = 1024};
    l.table = ARENA_ARRAY(mem, uint32_t, l.table_size);
    l.values = ARENA_ARRAY(mem, ref, e->graph.symbols_count + 1);
    l.arrivals = ARENA_ARRAY(mem, uint32_t, e->graph.symbols_count + 1);
    net_arrivals(&e->graph, &e->cycles, e->order, e->order_count, l.arrivals);
    l.numbers = ARENA_ARRAY(mem, operand, e->graph.constants_count + 1);
    for (uint32_t i = 0; i < e->graph.constants_count; i++)
        l.numbers[i] = NOWHERE;
    net_cost c = net_count(&e->graph);
    l.doubles_add = c.mul > c.add;
    lower_symbols(&l);
    drop_unused(&l);
    *out = (ops){.robot = e->robot, .function = e->function};
    emit_inputs(&l, out);
    signs_choose(&l);
    l.emitted = ARENA_ARRAY(mem, uint32_t, l.nodes_count + 1);
    for (uint32_t i = 0; i < l.nodes_count; i++) {
        emit_node(&l, out, &l.nodes[i]);
        l.emitted[i] = out->list_count - 1;
    }
    emit_outputs(&l, out);
    emit_joints(&l, out);
    name_everything(&l, out);
    return ops_check(out, e->robot, d);
}
