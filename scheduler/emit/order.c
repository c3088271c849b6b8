/* Depth first from the outputs: a value is made just before its first use. Of two operands
 * the one that needs more registers for its own tree comes first (Sethi and Ullman's rule,
 * exact for trees, a good guess for graphs). */
#include "emit/order.h"

static uint32_t need_of(const uint32_t *need, operand x)
{
    return OPERAND_CLASS(x) == FROM_OP ? need[OPERAND_INDEX(x)] : 0;
}

uint32_t *order_depth_first(arena *mem, const ops *p)
{
    arena scratch = arena_make();
    uint32_t *order = ARENA_ARRAY(mem, uint32_t, p->list_count);
    uint32_t *need = ARENA_ARRAY(&scratch, uint32_t, p->list_count);
    uint32_t *stack = ARENA_ARRAY(&scratch, uint32_t, (size_t)p->list_count * 2 + 1);
    bool *opened = ARENA_ARRAY(&scratch, bool, p->list_count);
    bool *placed = ARENA_ARRAY(&scratch, bool, p->list_count);
    uint32_t count = 0, depth = 0;
    for (uint32_t i = 0; i < p->list_count; i++) {
        uint32_t a = need_of(need, p->list[i].a), b = need_of(need, p->list[i].b);
        need[i] = a == b ? a + 1 : a > b ? a : b;
    }
    for (uint32_t o = 0; o < p->outputs_count; o++) {
        if (OPERAND_CLASS(p->outputs[o].value) == FROM_OP)
            stack[depth++] = OPERAND_INDEX(p->outputs[o].value);
        while (depth > 0) {
            uint32_t i = stack[depth - 1];
            if (opened[i]) {
                if (!placed[i])
                    order[count++] = i;
                placed[i] = true;
                depth--;
                continue;
            }
            opened[i] = true;
            operand a = p->list[i].a, b = p->list[i].b;
            operand later = need_of(need, a) >= need_of(need, b) ? b : a;
            operand sooner = later == b ? a : b;
            if (OPERAND_CLASS(later) == FROM_OP && !opened[OPERAND_INDEX(later)])
                stack[depth++] = OPERAND_INDEX(later);
            if (OPERAND_CLASS(sooner) == FROM_OP && !opened[OPERAND_INDEX(sooner)])
                stack[depth++] = OPERAND_INDEX(sooner);
        }
    }
    arena_free(&scratch);
    return order;
}
