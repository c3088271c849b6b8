/* SPDX-License-Identifier: MIT */
/* Each node is stored as its value or as the opposite; products and quotients hand the signs of
 * their operands on, and so does the first operand of atan2 and below; sums turn them into add or
 * sub, and only where a choice exists (a - b or b - a, a constant or its opposite) is one made. A
 * trial turns a few choices below one output; what it changes above them is found through the lists
 * of users, so that a trial costs what it changes. */
#include "operations/lower_parts.h"

typedef struct {
    lowering *l;
    arena mem;
    uint32_t *users, *first_user;  /* of node i: users[first_user[i]] .. [first_user[i + 1] - 1] */
    uint32_t *plain, *opposite;    /* per node: wishes for its value, or its opposite: outputs, and
                                      operands whose sign a call wants */
    uint32_t wrong;                /* wishes whose opposite is stored */
    ref *wishes;
    uint32_t wishes_count, wishes_capacity;
    uint32_t *heap;                /* nodes to look at again, lowest number on top */
    uint32_t heap_count, heap_capacity;
    bool *waiting;                 /* per node: it is in the heap */
    uint32_t *changes;             /* nodes whose stored sign the trial turned */
    uint32_t changes_count, changes_capacity;
} signs;

bool signs_stored_negative(const lowering *l, operand x)
{
    return OPERAND_CLASS(x) == FROM_OP && l->nodes[OPERAND_INDEX(x)].stored_negative;
}

static bool has_constant(const node *n)
{
    return OPERAND_CLASS(n->a) == FROM_CONSTANT || OPERAND_CLASS(n->b) == FROM_CONSTANT;
}

bool signs_is_difference(const lowering *l, const node *n)
{
    bool b_negative = signs_stored_negative(l, n->b) != n->b_negative;
    return n->kind == OP_ADD && signs_stored_negative(l, n->a) != b_negative;
}

static bool has_choice(const lowering *l, const node *n)
{
    if (n->kind == OP_ADD)
        return signs_is_difference(l, n);
    return has_constant(n) && !node_wants_sign(n);
}

bool signs_output_is_negative(const lowering *l, ref r)
{
    return r.negative != signs_stored_negative(l, r.at);
}

/* What is stored for a node, from its own choice and what is stored for its operands. */
static bool settled(const lowering *l, const node *n)
{
    if (has_choice(l, n))
        return n->other_choice;
    bool a = signs_stored_negative(l, n->a);
    switch (OP_KIND[n->kind].signs) {
    case SIGNS_SUM:
    case SIGNS_FIRST: return a;
    case SIGNS_NONE: return false;
    case SIGNS_BOTH: break;
    }
    return a != signs_stored_negative(l, n->b);
}

/* --- users ----------------------------------------------------------------------------------- */

static void list_users(signs *s)
{
    const lowering *l = s->l;
    uint32_t *filled = ARENA_ARRAY(&s->mem, uint32_t, l->nodes_count + 1);
    s->first_user = ARENA_ARRAY(&s->mem, uint32_t, l->nodes_count + 2);
    for (uint32_t i = 0; i < l->nodes_count; i++) {
        operand two[2] = {l->nodes[i].a, l->nodes[i].b};
        for (int k = 0; k < 2; k++)
            if (OPERAND_CLASS(two[k]) == FROM_OP)
                s->first_user[OPERAND_INDEX(two[k]) + 1]++;
    }
    for (uint32_t i = 0; i < l->nodes_count; i++)
        s->first_user[i + 1] += s->first_user[i];
    s->users = ARENA_ARRAY(&s->mem, uint32_t, s->first_user[l->nodes_count] + 1);
    for (uint32_t i = 0; i < l->nodes_count; i++) {
        operand two[2] = {l->nodes[i].a, l->nodes[i].b};
        for (int k = 0; k < 2; k++)
            if (OPERAND_CLASS(two[k]) == FROM_OP) {
                uint32_t at = OPERAND_INDEX(two[k]);
                s->users[s->first_user[at] + filled[at]++] = i;
            }
    }
}

static void list_wishes(signs *s)
{
    const lowering *l = s->l;
    for (uint32_t i = 0; i < l->e->words.results_count; i++)
        *ARENA_PUSH(&s->mem, s, wishes) = l->values[l->e->words.results[i].symbol];
    for (uint32_t i = 0; i < l->nodes_count; i++)
        if (node_wants_sign(&l->nodes[i]))
            *ARENA_PUSH(&s->mem, s, wishes) = (ref){l->nodes[i].b, l->nodes[i].b_negative};
    s->plain = ARENA_ARRAY(&s->mem, uint32_t, l->nodes_count + 1);
    s->opposite = ARENA_ARRAY(&s->mem, uint32_t, l->nodes_count + 1);
    for (uint32_t i = 0; i < s->wishes_count; i++) {
        ref r = s->wishes[i];
        if (OPERAND_CLASS(r.at) != FROM_OP)
            continue;
        (r.negative ? s->opposite : s->plain)[OPERAND_INDEX(r.at)]++;
        s->wrong += signs_output_is_negative(l, r);
    }
}

/* --- trials ---------------------------------------------------------------------------------- */

static void heap_push(signs *s, uint32_t i)
{
    if (s->waiting[i])
        return;
    s->waiting[i] = true;
    (void)ARENA_PUSH(&s->mem, s, heap);
    uint32_t at = s->heap_count - 1;
    for (; at > 0 && s->heap[(at - 1) / 2] > i; at = (at - 1) / 2)
        s->heap[at] = s->heap[(at - 1) / 2];
    s->heap[at] = i;
}

static uint32_t heap_pop(signs *s)
{
    uint32_t top = s->heap[0], last = s->heap[--s->heap_count], at = 0;
    for (;;) {
        uint32_t child = 2 * at + 1;
        if (child + 1 < s->heap_count && s->heap[child + 1] < s->heap[child])
            child++;
        if (child >= s->heap_count || s->heap[child] >= last)
            break;
        s->heap[at] = s->heap[child];
        at = child;
    }
    s->heap[at] = last;
    s->waiting[top] = false;
    return top;
}

static void turn_stored(signs *s, uint32_t i)
{
    node *n = &s->l->nodes[i];
    s->wrong -= n->stored_negative ? s->plain[i] : s->opposite[i];
    n->stored_negative = !n->stored_negative;
    s->wrong += n->stored_negative ? s->plain[i] : s->opposite[i];
}

/* Settles whatever hangs on the nodes in the heap. Operands come before their users, so the lowest
 * number is always final. */
static void settle(signs *s)
{
    while (s->heap_count) {
        uint32_t i = heap_pop(s);
        if (settled(s->l, &s->l->nodes[i]) == s->l->nodes[i].stored_negative)
            continue;
        turn_stored(s, i);
        *ARENA_PUSH(&s->mem, s, changes) = i;
        for (uint32_t k = s->first_user[i]; k < s->first_user[i + 1]; k++)
            heap_push(s, s->users[k]);
    }
}

enum { DEEPEST = 6 }; /* how far below an output signs are turned to please it */

/* Turns the stored sign of x: by its own choice, or by turning an operand, which turns a product
 * or quotient and gives a sum a choice; of atan2 the first, and a root cannot be turned. The
 * bits of `path` say which operand on each level. Every change is logged; false if there is
 * nothing to turn on this path. */
static bool turn_sign(lowering *l, operand x, uint32_t path, uint32_t depth, uint32_t *log,
                      uint32_t *logged)
{
    if (OPERAND_CLASS(x) != FROM_OP || depth == DEEPEST)
        return false;
    node *n = &l->nodes[OPERAND_INDEX(x)];
    bool chooses = has_choice(l, n), wanted = !n->stored_negative;
    bool of_a = OP_KIND[n->kind].signs == SIGNS_FIRST || path >> depth & 1;
    if (OP_KIND[n->kind].signs == SIGNS_NONE ||
        (!chooses && !turn_sign(l, of_a ? n->a : n->b, path, depth + 1, log, logged)))
        return false;
    if ((chooses || n->kind == OP_ADD) && n->other_choice != wanted) {
        n->other_choice = wanted;
        log[(*logged)++] = OPERAND_INDEX(x);
    }
    return true;
}

/* Tries one path below an output; kept if it leaves fewer outputs negative. */
static bool try_path(signs *s, operand output, uint32_t path)
{
    uint32_t log[DEEPEST], logged = 0, before = s->wrong;
    s->changes_count = 0;
    bool turned = turn_sign(s->l, output, path, 0, log, &logged);
    for (uint32_t i = 0; i < logged; i++)
        heap_push(s, log[i]);
    settle(s);
    if (turned && s->wrong < before)
        return true;
    while (logged)
        s->l->nodes[log[--logged]].other_choice ^= 1;
    while (s->changes_count)
        turn_stored(s, s->changes[--s->changes_count]);
    return false;
}

void signs_choose(lowering *l)
{
    signs s = {.l = l, .mem = arena_make()};
    for (uint32_t i = 0; i < l->nodes_count; i++)
        l->nodes[i].stored_negative = settled(l, &l->nodes[i]);
    s.waiting = ARENA_ARRAY(&s.mem, bool, l->nodes_count + 1);
    list_users(&s);
    list_wishes(&s);
    for (uint32_t i = 0; i < s.wishes_count && s.wrong; i++) {
        ref r = s.wishes[i];
        bool is_wrong = OPERAND_CLASS(r.at) == FROM_OP && signs_output_is_negative(l, r);
        for (uint32_t path = 0; path < 1u << DEEPEST && is_wrong; path++)
            is_wrong = !try_path(&s, r.at, path);
    }
    arena_free(&s.mem);
}
