/* SPDX-License-Identifier: MIT */
#include "apps/motion/function_numbers.h"

#include "base/random.h"

#include <float.h>
#include <math.h>
#include <string.h>

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

static bool same_angle(const made_input *a, const made_input *b)
{
    return a->array == b->array && a->number == b->number && a->ratio == b->ratio &&
           a->offset == b->offset;
}

/* The angle whose sine or cosine that is: a new one, or the other one's. Words that are not in the
 * graph lie after its inputs. */
static made_input *angle_of(function_numbers *f, const made_input *of)
{
    for (uint32_t i = 0; i < f->angles_count; i++)
        if (same_angle(&f->angles[i], of))
            return &f->angles[i];
    f->angles[f->angles_count] = *of;
    return &f->angles[f->angles_count++];
}

static void plan_copies(arena *mem, function_numbers *f)
{
    uint32_t count = 0;
    f->copied = ARENA_ARRAY(mem, number_place, f->p.inputs_count + 1);
    f->copies = ARENA_ARRAY(mem, copied_inputs, WORD_ARRAYS);
    for (word_array array = 0; array < WORD_ARRAYS; array++) {
        const uint32_t first = count;
        for (uint32_t i = 0; i < f->p.inputs_count; i++) {
            const ops_input *w = &f->p.inputs[i];
            const word_kind *kind = &INPUT_KIND[w->kind];
            if (kind->array == array && kind->made == MADE_COPY)
                f->copied[count++] = (number_place){word_number(kind, w->index, w->axis), i};
        }
        if (count > first)
            f->copies[f->copies_count++] = (copied_inputs){array, first, count - first};
    }
}

static void plan_inputs(arena *mem, function_numbers *f)
{
    f->angles = ARENA_ARRAY(mem, made_input, f->p.inputs_count + 1);
    f->others = ARENA_ARRAY(mem, made_input, f->p.inputs_count + 1);
    for (uint32_t i = 0; i < f->p.inputs_count; i++) {
        const ops_input *w = &f->p.inputs[i];
        const word_kind *kind = &INPUT_KIND[w->kind];
        made_input m = {.array = kind->array, .number = word_number(kind, w->index, w->axis),
                        .to = f->p.inputs_count, .cosine_to = f->p.inputs_count,
                        .ratio = w->ratio, .offset = w->offset};
        switch (kind->made) {
        case MADE_SINE: angle_of(f, &m)->to = i; break;
        case MADE_COSINE: angle_of(f, &m)->cosine_to = i; break;
        case MADE_COPY: break;
        case MADE_AFFINE:
            m.to = i;
            f->others[f->others_count++] = m;
        }
    }
}

static void plan_outputs(arena *mem, function_numbers *f)
{
    uint32_t count = 0;
    f->places = ARENA_ARRAY(mem, number_place, f->p.outputs_count + 1);
    for (uint32_t kind = 0; kind < OUTPUT_KIND_COUNT; kind++) {
        f->first[kind] = count;
        for (uint32_t i = 0; i < f->p.outputs_count; i++) {
            const ops_output *o = &f->p.outputs[i];
            if (o->kind == (output_kind)kind)
                f->places[count++] =
                    (number_place){i, word_number(&OUTPUT_KIND[kind], o->index, o->axis)};
        }
    }
    f->first[OUTPUT_KIND_COUNT] = count;
}

static void plan_judging(arena *mem, function_numbers *f)
{
    const ops *p = &f->p;
    f->pivots = ARENA_ARRAY(mem, number_place, p->outputs_count + 1);
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        f->has_left_out |= OUTPUT_KIND[p->outputs[i].kind].array == ARRAY_LEFT_OUT;
        for (uint32_t k = 0; p->outputs[i].kind == OUTPUT_PIVOT && k < p->outputs_count; k++)
            if (p->outputs[k].kind == OUTPUT_PIVOT_WHOLE &&
                p->outputs[k].index == p->outputs[i].index)
                f->pivots[f->pivots_count++] = (number_place){i, k};
    }
}

known_angle *known_angles(arena *mem, uint32_t count)
{
    known_angle *known = ARENA_ARRAY(mem, known_angle, count + 1);
    for (uint32_t i = 0; i < count; i++)
        known[i].cosine = 1;
    return known;
}

function_numbers function_numbers_share(arena *mem, const function_numbers *of,
                                        known_angle *known)
{
    function_numbers f = *of;
    f.known = known;
    f.in = ARENA_ARRAY(mem, double, f.p.inputs_count + 1);
    f.out = ARENA_ARRAY(mem, double, f.p.outputs_count + 1);
    f.scratch = ARENA_ARRAY(mem, double, f.p.list_count + 1);
    return f;
}

function_numbers function_numbers_of(arena *mem, const ops *p)
{
    uint32_t angles = 0;
    for (uint32_t i = 0; i < p->inputs_count; i++)
        angles = p->inputs[i].index < angles ? angles : p->inputs[i].index + 1;
    function_numbers f = function_numbers_share(mem, &(function_numbers){.p = *p},
                                                known_angles(mem, angles));
    plan_inputs(mem, &f);
    plan_copies(mem, &f);
    plan_outputs(mem, &f);
    plan_judging(mem, &f);
    return f;
}

status function_numbers_make(arena *mem, const passes_settings *s, const passes_forms *of,
                             function_kind function, const law_calls *laws, function_numbers *out,
                             diag *d)
{
    passes_settings own = *s;
    passes_forms f = *of;
    own.equations.function = function;
    TRY(passes_operations(mem, &own, &f, d));
    TRY(check_inputs(&f.ops, &of->tree, laws, d));
    *out = function_numbers_of(mem, &f.ops);
    return STATUS_OK;
}

/* ---- machine code ---------------------------------------------------------------------------- */

/* Two numbers that are none may have other bits. */
static bool same_numbers(const double *a, const double *b, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (memcmp(&a[i], &b[i], sizeof a[i]) != 0 && !(isnan(a[i]) && isnan(b[i])))
            return false;
    return true;
}

/* At states of numbers from -1 to 1, also where these are no sines. */
bool function_numbers_agrees(function_numbers *f)
{
    enum { STATES = 3 };
    arena mem = arena_make();
    double *want = ARENA_ARRAY(&mem, double, f->p.outputs_count + 1);
    uint64_t seed = 1;
    bool same = true;
    for (uint32_t k = 0; k < STATES && same; k++) {
        for (uint32_t i = 0; i < f->p.inputs_count; i++)
            f->in[i] = (double)(int64_t)random_bits(&seed) / 0x1p63;
        ops_eval64(&f->p, f->in, want, f->scratch);
        f->code.run(f->in, f->out, f->scratch);
        same = same_numbers(want, f->out, f->p.outputs_count);
    }
    arena_free(&mem);
    return same;
}

const char *function_numbers_compile(function_numbers *f)
{
    const char *why = native_make(&f->p, &f->code);
    if (why || function_numbers_agrees(f))
        return why;
    function_numbers_release(f);
    return "machine code that was made computes something else, which is a fault of tauflow";
}

void function_numbers_release(function_numbers *f)
{
    native_free(&f->code);
}

/* ---- numbers --------------------------------------------------------------------------------- */

static void take_state(function_numbers *f, const robot_state *s)
{
    const double *arrays[WORD_ARRAYS];
    state_arrays(s, arrays);
    for (uint32_t i = 0; i < f->angles_count; i++) {
        const made_input *m = &f->angles[i];
        const double angle = m->ratio * arrays[m->array][m->number] + m->offset;
        known_angle *k = &f->known[m->number];
        uint64_t bits;
        memcpy(&bits, &angle, sizeof bits);
        if (k->angle != bits)
            *k = (known_angle){bits, sin(angle), cos(angle)};
        f->in[m->to] = k->sine;
        f->in[m->cosine_to] = k->cosine;
    }
    for (uint32_t i = 0; i < f->copies_count; i++) {
        const double *from = arrays[f->copies[i].array];
        const number_place *each = f->copied + f->copies[i].first;
        for (uint32_t k = 0; k < f->copies[i].count; k++)
            f->in[each[k].to] = from[each[k].from];
    }
    for (uint32_t i = 0; i < f->others_count; i++) {
        const made_input *m = &f->others[i];
        f->in[m->to] = m->ratio * arrays[m->array][m->number] + m->offset;
    }
}

/* By the law of emitted C. */
static bool is_regular(const function_numbers *f)
{
    if (f->has_left_out)
        return results_are_regular(&f->p, f->out, DBL_EPSILON);
    for (uint32_t k = 0; k < f->pivots_count; k++)
        if (!pivot_is_regular(f->out[f->pivots[k].from], f->out[f->pivots[k].to], DBL_EPSILON))
            return false;
    return true;
}

bool function_numbers_run(function_numbers *f, const robot_state *s)
{
    take_state(f, s);
    if (f->code.run)
        f->code.run(f->in, f->out, f->scratch);
    else
        ops_eval64(&f->p, f->in, f->out, f->scratch);
    return is_regular(f);
}

void function_numbers_take(const function_numbers *f, output_kind kind, double *to)
{
    for (uint32_t i = f->first[kind]; i < f->first[kind + 1]; i++)
        to[f->places[i].to] = f->out[f->places[i].from];
}

void function_numbers_take_matrix(const function_numbers *f, output_kind kind, uint32_t columns,
                                  double *to)
{
    for (uint32_t i = f->first[kind]; i < f->first[kind + 1]; i++)
        to[(size_t)f->places[i].to * columns + f->p.outputs[f->places[i].from].column] =
            f->out[f->places[i].from];
}
