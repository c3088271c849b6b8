/* SPDX-License-Identifier: MIT */
#include "certify/expressions.h"

#include "machine/fp32_trig.h"
#include "operations/ops_fixed.h"

#include <string.h>

expressions expressions_make(arena *mem)
{
    expressions all = {.mem = mem, .table_size = 1024};
    all.table = ARENA_ARRAY(mem, uint32_t, all.table_size);
    return all;
}

static uint32_t hash_of(const expression_node *n)
{
    const uint32_t keys[] = {n->kind, n->a, n->b, (uint32_t)n->shift[0], (uint32_t)n->shift[1]};
    uint64_t hash = 0;
    for (uint32_t i = 0; i < sizeof keys / sizeof keys[0]; i++)
        hash = (hash ^ keys[i]) * 0x9e3779b97f4a7c15u;
    return (uint32_t)(hash >> 32);
}

static bool is_same(const expression_node *x, const expression_node *y)
{
    return x->kind == y->kind && x->a == y->a && x->b == y->b && x->shift[0] == y->shift[0] &&
           x->shift[1] == y->shift[1];
}

/* The place of a node in the table, or the free one where it belongs. */
static uint32_t *slot_of(const expressions *all, const expression_node *n)
{
    uint32_t at = hash_of(n) & (all->table_size - 1);
    while (all->table[at] && !is_same(&all->nodes[all->table[at] - 1], n))
        at = (at + 1) & (all->table_size - 1);
    return &all->table[at];
}

static void grow(expressions *all)
{
    all->table_size *= 2;
    all->table = ARENA_ARRAY(all->mem, uint32_t, all->table_size);
    for (uint32_t i = 0; i < all->nodes_count; i++)
        *slot_of(all, &all->nodes[i]) = i + 1;
}

/* Sums and products have the operand with the lower number first. */
static expression_node in_order(expression_node n)
{
    if ((n.kind != OP_MUL && n.kind != OP_ADD) || n.a <= n.b)
        return n;
    expression_node turned = n;
    turned.a = n.b;
    turned.b = n.a;
    if (n.kind == OP_ADD) {
        turned.shift[0] = n.shift[1];
        turned.shift[1] = n.shift[0];
    }
    return turned;
}

expression expression_of(expressions *all, expression_node node)
{
    node = in_order(node);
    if (node.kind == OP_ADD && node.a == node.b && node.shift[0] > node.shift[1]) {
        const int first = node.shift[0]; /* x + x, one of them shifted: either way round */
        node.shift[0] = node.shift[1];
        node.shift[1] = first;
    }
    if (2 * (all->nodes_count + 1) > all->table_size)
        grow(all);
    uint32_t *slot = slot_of(all, &node);
    if (!*slot) {
        *ARENA_PUSH(all->mem, all, nodes) = node;
        *slot = all->nodes_count;
    }
    return *slot - 1;
}

expression expression_input(expressions *all, uint32_t number)
{
    return expression_of(all, (expression_node){.kind = EXPRESSION_INPUT, .a = number});
}

expression expression_constant(expressions *all, uint32_t word)
{
    return expression_of(all, (expression_node){.kind = EXPRESSION_CONSTANT, .a = word});
}

/* The constant of a graph as the word that a core has. */
static uint32_t constant_word_of(const ops *p, const op *second_of, uint32_t constant)
{
    const ops_constant *k = &p->constants[constant];
    uint32_t word = 0;
    if (ops_is_offset(second_of))
        return fp32_trig_offset(k->value);
    ops_format(p)->encode(p->format, k->point, k->value, &word);
    return word;
}

expression expression_operand(expressions *all, const ops *p, const expression *of_op,
                              const op *second_of, operand x)
{
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return expression_input(all, OPERAND_INDEX(x));
    case FROM_CONSTANT:
        return expression_constant(all, constant_word_of(p, second_of, OPERAND_INDEX(x)));
    case FROM_OP: break;
    }
    return of_op[OPERAND_INDEX(x)];
}

expression *expressions_of_graph(arena *mem, expressions *all, const ops *p)
{
    expression *of_op = ARENA_ARRAY(mem, expression, p->list_count + 1);
    for (uint32_t i = 0; i < p->list_count; i++) {
        const op *o = &p->list[i];
        expression_node n = {.kind = (uint32_t)o->kind,
                             .a = expression_operand(all, p, of_op, NULL, o->a),
                             .b = expression_operand(all, p, of_op, o, o->b)};
        ops_shifts(p, o, &n.shift[0], &n.shift[1]);
        of_op[i] = expression_of(all, n);
    }
    return of_op;
}

/* ---- printing -------------------------------------------------------------------------------- */

static void print_depth(const expressions *all, const ops *p, expression x, uint32_t depth,
                        text *out)
{
    const expression_node *n = &all->nodes[x];
    if (n->kind == EXPRESSION_INPUT) {
        text_add_plain(out, p->inputs[n->a].name);
    } else if (n->kind == EXPRESSION_CONSTANT) {
        char said[FORMAT_SAID];
        ops_format(p)->tell(p->format, n->a, said);
        text_add(out, said);
    } else if (depth == 0) {
        text_add(out, "...");
    } else {
        const op_kind_info *kind = &OP_KIND[n->kind];
        text_printf(out, "%s(", kind->word);
        print_depth(all, p, n->a, depth - 1, out);
        if (kind->operands == 2) {
            text_add(out, ", ");
            print_depth(all, p, n->b, depth - 1, out);
        }
        text_add(out, ")");
    }
}

void expression_print(const expressions *all, const ops *p, expression x, text *out)
{
    enum { DEPTH = 2 };
    print_depth(all, p, x, DEPTH, out);
}
