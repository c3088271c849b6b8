/* Compilers for x86-64 leave straight-line code about as they find it, and a processor looks only
 * about a hundred operations ahead: less than most robots have. So the operations are listed here
 * as an imagined processor would start them, longest way to the end first. It starts one a step,
 * and a result takes LATENCY steps: real ones start two and need four cycles, but orders made for
 * that keep more values alive than there are registers (measured). A product that only sums use is
 * taken to be fused into them, as compilers do that are allowed to: it takes no step. */
#include "emit/order.h"

enum { LATENCY = 3, MOST_OPERANDS = 4 };

typedef struct {
    const ops *p;
    bool *fused;                 /* per operation */
    uint32_t *users, *users_end; /* per operation: where its users end in users; they begin where
                                    those before it end */
    uint32_t *missing;           /* operands without a value yet */
    uint32_t *height;            /* steps from its start to the end of all that waits for it */
    uint32_t *heap, heap_count;  /* operations that can start */
} ordering;

static bool is_sum(const op *o)
{
    return o->kind == OP_ADD || o->kind == OP_SUB;
}

/* Whether every use is in a sum that has no fused product yet; a product that is doubled stays. */
static bool can_fuse(const ops *p, uint32_t product, const uint32_t *uses, uint32_t count,
                     const bool *taken)
{
    for (uint32_t k = 0; k < count; k++) {
        const op *o = &p->list[uses[k]];
        if (!is_sum(o) || taken[uses[k]] || o->a == o->b)
            return false;
    }
    return count > 0 && p->list[product].kind == OP_MUL;
}

bool *order_fused(arena *mem, const ops *p)
{
    const uint32_t count = p->list_count;
    bool *fused = ARENA_ARRAY(mem, bool, count), *taken = ARENA_ARRAY(mem, bool, count),
         *shown = ARENA_ARRAY(mem, bool, count);
    uint32_t *end = ARENA_ARRAY(mem, uint32_t, (size_t)count + 1),
             *uses = ARENA_ARRAY(mem, uint32_t, 2 * (size_t)count);
    for (uint32_t i = 0; i < p->outputs_count; i++)
        if (OPERAND_CLASS(p->outputs[i].value) == FROM_OP)
            shown[OPERAND_INDEX(p->outputs[i].value)] = true;
    for (uint32_t i = 0; i < 2 * count; i++) {
        operand x = i % 2 ? p->list[i / 2].b : p->list[i / 2].a;
        if (OPERAND_CLASS(x) == FROM_OP)
            end[OPERAND_INDEX(x) + 1]++;
    }
    for (uint32_t i = 0; i < count; i++)
        end[i + 1] += end[i]; /* end[i] is where the uses of i begin until they are put there */
    for (uint32_t i = 0; i < 2 * count; i++) {
        operand x = i % 2 ? p->list[i / 2].b : p->list[i / 2].a;
        if (OPERAND_CLASS(x) == FROM_OP)
            uses[end[OPERAND_INDEX(x)]++] = i / 2;
    }
    for (uint32_t i = 0, from = 0; i < count; from = end[i++]) {
        fused[i] = !shown[i] && can_fuse(p, i, uses + from, end[i] - from, taken);
        for (uint32_t k = from; fused[i] && k < end[i]; k++)
            taken[uses[k]] = true;
    }
    return fused;
}

/* The operations whose values an operation waits for, fused products replaced by what they are made
 * of. */
static uint32_t waits_for(const ordering *r, uint32_t i, uint32_t list[MOST_OPERANDS])
{
    uint32_t count = 0;
    const operand side[2] = {r->p->list[i].a, r->p->list[i].b};
    for (int k = 0; k < 2; k++) {
        operand from[2] = {side[k], OPERAND(FROM_INPUT, 0)};
        if (OPERAND_CLASS(side[k]) == FROM_OP && r->fused[OPERAND_INDEX(side[k])]) {
            from[0] = r->p->list[OPERAND_INDEX(side[k])].a;
            from[1] = r->p->list[OPERAND_INDEX(side[k])].b;
        }
        for (int n = 0; n < 2; n++)
            if (OPERAND_CLASS(from[n]) == FROM_OP)
                list[count++] = OPERAND_INDEX(from[n]);
    }
    return count;
}

static void connect(arena *mem, ordering *r)
{
    const uint32_t count = r->p->list_count;
    uint32_t from[MOST_OPERANDS], total = 0;
    for (uint32_t i = count; i-- > 0;) {
        r->missing[i] = r->fused[i] ? 0 : waits_for(r, i, from);
        r->height[i] += LATENCY;
        for (uint32_t k = 0; k < r->missing[i]; k++) {
            r->users_end[from[k]]++;
            if (r->height[from[k]] < r->height[i])
                r->height[from[k]] = r->height[i];
        }
    }
    for (uint32_t i = 0; i < count; i++) {
        uint32_t here = r->users_end[i];
        r->users_end[i] = total; /* the beginning, until its users are put there */
        total += here;
    }
    r->users = ARENA_ARRAY(mem, uint32_t, total);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = r->fused[i] ? 0 : waits_for(r, i, from); k-- > 0;)
            r->users[r->users_end[from[k]]++] = i;
}

static bool before(const ordering *r, uint32_t x, uint32_t y)
{
    return r->height[x] != r->height[y] ? r->height[x] > r->height[y] : x < y;
}

static void heap_add(ordering *r, uint32_t x)
{
    uint32_t at = r->heap_count++;
    for (; at > 0 && before(r, x, r->heap[(at - 1) / 2]); at = (at - 1) / 2)
        r->heap[at] = r->heap[(at - 1) / 2];
    r->heap[at] = x;
}

static uint32_t heap_take(ordering *r)
{
    uint32_t first = r->heap[0], x = r->heap[--r->heap_count], at = 0;
    for (uint32_t child; (child = 2 * at + 1) < r->heap_count; at = child) {
        if (child + 1 < r->heap_count && before(r, r->heap[child + 1], r->heap[child]))
            child++;
        if (!before(r, r->heap[child], x))
            break;
        r->heap[at] = r->heap[child];
    }
    r->heap[at] = x;
    return first;
}

/* Its result is there: what waited for it alone can start. */
static void finish(ordering *r, uint32_t i)
{
    for (uint32_t k = i > 0 ? r->users_end[i - 1] : 0; k < r->users_end[i]; k++)
        if (--r->missing[r->users[k]] == 0)
            heap_add(r, r->users[k]);
}

/* Lists an operation after the fused products it needs. */
static void list_one(ordering *r, uint32_t i, uint32_t *list, uint32_t *count)
{
    const operand side[2] = {r->p->list[i].a, r->p->list[i].b};
    for (int k = 0; k < 2; k++) {
        uint32_t x = OPERAND_INDEX(side[k]);
        if (OPERAND_CLASS(side[k]) == FROM_OP && r->fused[x] && r->missing[x] == 0) {
            list[(*count)++] = x;
            r->missing[x] = 1; /* listed */
        }
    }
    list[(*count)++] = i;
}

uint32_t *order_for_speed(arena *mem, const ops *p)
{
    const uint32_t count = p->list_count;
    ordering r = {.p = p,
                  .fused = order_fused(mem, p),
                  .users_end = ARENA_ARRAY(mem, uint32_t, count),
                  .missing = ARENA_ARRAY(mem, uint32_t, count),
                  .height = ARENA_ARRAY(mem, uint32_t, count),
                  .heap = ARENA_ARRAY(mem, uint32_t, count)};
    uint32_t *list = ARENA_ARRAY(mem, uint32_t, count),
             *started = ARENA_ARRAY(mem, uint32_t, count);
    uint32_t *done_at = ARENA_ARRAY(mem, uint32_t, count); /* step, by number among the started */
    uint32_t listed = 0, started_count = 0, finished = 0;
    connect(mem, &r);
    for (uint32_t i = 0; i < count; i++)
        if (!r.fused[i] && r.missing[i] == 0)
            heap_add(&r, i);
    for (uint32_t step = 0; listed < count; step++) {
        while (finished < started_count && done_at[finished] <= step)
            finish(&r, started[finished++]);
        if (r.heap_count == 0)
            continue;
        uint32_t i = heap_take(&r);
        list_one(&r, i, list, &listed);
        started[started_count] = i;
        done_at[started_count++] = step + LATENCY;
    }
    return list;
}
