/* Functions that divide by pivots of a matrix say whether they could: what they return is 0, or 1
 * where a pivot is no more than the rounding errors of the number that it was left of
 * (PIVOT_UNITS). */
#include "emit/parts.h"

bool emit_is_pivot(const emitter *e, uint32_t output)
{
    output_kind kind = e->p->outputs[output].kind;
    return kind == OUTPUT_PIVOT || kind == OUTPUT_PIVOT_WHOLE;
}

bool emit_has_pivots(const emitter *e)
{
    for (uint32_t i = 0; i < e->p->outputs_count; i++)
        if (e->p->outputs[i].kind == OUTPUT_PIVOT)
            return true;
    return false;
}

/* The output with the number that a pivot was left of; the pivot itself where there is none, so
 * that it need only be positive. */
static uint32_t whole_of(const ops *p, uint32_t pivot)
{
    for (uint32_t i = 0; i < p->outputs_count; i++)
      if (p->outputs[i].kind == OUTPUT_PIVOT_WHOLE &&
          p->outputs[i].index == p->outputs[pivot].index)
        return i;
    return pivot;
}

void emit_solvable(const emitter *e, void (*word)(const void *of, uint32_t output), const void *of)
{
    const double unit = e->real->is_float ? 0x1p-23 : 0x1p-52;
    const char *before = "";
    for (uint32_t i = 0; i < e->p->outputs_count; i++) {
        if (e->p->outputs[i].kind != OUTPUT_PIVOT)
            continue;
        text_printf(e->out, "%s(", before);
        word(of, i);
        text_add(e->out, " > ");
        emit_number(e, PIVOT_UNITS * unit);
        text_add(e->out, " * ");
        word(of, whole_of(e->p, i));
        text_add(e->out, ")");
        before = "\n        & ";
    }
}
