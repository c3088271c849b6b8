/* SPDX-License-Identifier: MIT */
#include "apps/motion/function_numbers.h"

#include <float.h>

static status check_inputs(const ops *p, const tree *t, const law_calls *laws, diag *d)
{
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        const word_array of = INPUT_KIND[p->inputs[i].kind].array;
        const robot_element *e =
            of == ARRAY_ELEMENT_FORCES ? &t->elements[p->inputs[i].index].what : NULL;
        if ((e && e->law == LAW_CALL && laws) || p->inputs[i].kind == INPUT_LAW_STATE)
            continue;
        if (e && e->law == LAW_CALL)
            return diag_error(d, e->at, "%s: --law-file FILE.c must have that function",
                              element_call_told(d->mem, e));
        if (of != ARRAY_Q && of != ARRAY_QD && of != ARRAY_EFFORT && of != ARRAY_IMPOSED &&
            of != ARRAY_FREE_MOTION && of != ARRAY_BASE_WRENCH && of != ARRAY_BASE_PARAMETERS &&
            of != ARRAY_NUMBERS)
            return diag_error(d, (place){0}, "robot '%s' cannot be simulated: '%s' comes from "
                                             "outside, in array '%s'",
                              p->robot, p->inputs[i].of ? p->inputs[i].of : p->inputs[i].name,
                              WORD_ARRAY[of].name);
    }
    return STATUS_OK;
}

status function_numbers_make(arena *mem, const passes_settings *s, const passes_forms *of,
                             function_kind function, const law_calls *laws, function_numbers *out,
                             diag *d)
{
    passes_settings own = *s;
    passes_forms f = *of;
    own.equations.function = function;
    TRY(passes_operations(mem, &own, &f, d));
    *out = (function_numbers){.p = f.ops};
    out->in = ARENA_ARRAY(mem, double, f.ops.inputs_count + 1);
    out->out = ARENA_ARRAY(mem, double, f.ops.outputs_count + 1);
    out->scratch = ARENA_ARRAY(mem, double, f.ops.list_count + 1);
    return check_inputs(&out->p, &of->tree, laws, d);
}

bool function_numbers_run(function_numbers *f, const robot_state *s)
{
    state_to_inputs64(&f->p, s, f->in);
    ops_eval64(&f->p, f->in, f->out, f->scratch);
    return results_are_regular(&f->p, f->out, DBL_EPSILON); /* by the law of emitted C */
}

void function_numbers_take(const function_numbers *f, output_kind kind, double *to)
{
    for (uint32_t i = 0; i < f->p.outputs_count; i++)
        if (f->p.outputs[i].kind == kind)
            to[word_number(&OUTPUT_KIND[kind], f->p.outputs[i].index, f->p.outputs[i].axis)] =
                f->out[i];
}

void function_numbers_take_matrix(const function_numbers *f, output_kind kind, uint32_t columns,
                                  double *to)
{
    for (uint32_t i = 0; i < f->p.outputs_count; i++) {
        const ops_output *o = &f->p.outputs[i];
        if (o->kind == kind)
            to[(size_t)word_number(&OUTPUT_KIND[kind], o->index, o->axis) * columns + o->column] =
                f->out[i];
    }
}
