/* SPDX-License-Identifier: MIT */
#include "operations/state.h"

#include <math.h>

void state_arrays(const robot_state *s, const double *arrays[WORD_ARRAYS])
{
#define INPUT_ARRAY(id, name, owner, numbers, random, about) arrays[ARRAY_##id] = s->name;
#include "machine/words.def"
}

void state_to_inputs64(const ops *p, const robot_state *s, double *in)
{
    const double *arrays[WORD_ARRAYS];
    state_arrays(s, arrays);
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const ops_input *w = &p->inputs[i];
        const word_kind *kind = &INPUT_KIND[w->kind];
        if (w->kind == INPUT_PLAIN)
            continue;
        double x = arrays[kind->array][word_number(kind, w->index, w->axis)];
        switch (kind->made) {
        case MADE_SINE: in[i] = sin(w->ratio * x + w->offset); break;
        case MADE_COSINE: in[i] = cos(w->ratio * x + w->offset); break;
        case MADE_AFFINE: in[i] = w->ratio * x + w->offset; break;
        case MADE_COPY: in[i] = x; break;
        }
    }
}

bool results_are_regular(const ops *p, const double *results, double unit)
{
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const output_kind kind = p->outputs[i].kind;
        for (uint32_t k = 0; kind == OUTPUT_PIVOT && k < p->outputs_count; k++)
            if (p->outputs[k].kind == OUTPUT_PIVOT_WHOLE &&
                p->outputs[k].index == p->outputs[i].index &&
                !pivot_is_regular(results[i], results[k], unit))
                return false;
        if (kind == OUTPUT_LEFT_OUT_ACCELERATION && function_is_as_given(p->function) &&
            !(results[i] <= left_out_most(kind, false)))
            return false;
    }
    return true;
}

uint32_t results_left_open(const ops *p, const double *results)
{
    uint32_t i = 0;
    while (i < p->outputs_count && (OUTPUT_KIND[p->outputs[i].kind].array != ARRAY_LEFT_OUT ||
                                    results[i] <= left_out_most(p->outputs[i].kind, false)))
        i++;
    return i;
}
