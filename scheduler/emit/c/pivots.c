/* SPDX-License-Identifier: MIT */
/* Functions that divide by pivots of a matrix say whether they could: what they return is 0, or 1
 * where a pivot is no more than the rounding errors of the number that it was left of
 * (PIVOT_UNITS), or what came out is no solution (left_out_most). */
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

/* Whether an output has to be small for a solution to be one. */
static bool is_judged(const emitter *e, uint32_t output)
{
    return e->p->outputs[output].kind == OUTPUT_LEFT_OUT_ACCELERATION &&
           function_is_as_given(e->p->function);
}

void emit_solvable(const emitter *e, void (*word)(const void *of, uint32_t output), const void *of)
{
    const double unit = e->real->is_float ? 0x1p-23 : 0x1p-52;
    const char *before = "";
    for (uint32_t i = 0; i < e->p->outputs_count; i++) {
        if (e->p->outputs[i].kind != OUTPUT_PIVOT && !is_judged(e, i))
            continue;
        text_printf(e->out, "%s(", before);
        word(of, i);
        if (is_judged(e, i)) {
            text_add(e->out, " <= ");
            emit_number(e, left_out_most(e->p->outputs[i].kind, e->real->is_float));
        } else {
            text_add(e->out, " > ");
            emit_number(e, PIVOT_UNITS * unit);
            text_add(e->out, " * ");
            word(of, whole_of(e->p, i));
        }
        text_add(e->out, ")");
        before = "\n        & ";
    }
}
