/* SPDX-License-Identifier: MIT */
#include "cache/same_values.h"

#include "program/robot_samples.h"
#include "operations/rounding_bounds.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* Both graphs as one, whose words are made of one state. */
typedef struct {
    ops p;
    uint32_t *same; /* per output of the first: the same word of the second, in p */
} pair;

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && strcmp(a, b) == 0);
}

static bool same_input(const ops_input *a, const ops_input *b)
{
    return a->kind == b->kind && a->index == b->index && a->axis == b->axis &&
           a->ratio == b->ratio && a->offset == b->offset;
}

static bool same_output(const ops_output *a, const ops_output *b)
{
    return a->kind == b->kind && a->index == b->index && a->axis == b->axis &&
           a->column == b->column && a->is_angle == b->is_angle && same_text(a->of, b->of) &&
           same_text(a->column_of, b->column_of) && same_text(a->name, b->name);
}

/* The number of an input in a graph, in which it stands from now on. */
static uint32_t input_in(arena *mem, ops *p, const ops_input *wanted)
{
    for (uint32_t i = 0; i < p->inputs_count; i++)
        if (same_input(&p->inputs[i], wanted))
            return i;
    *ARENA_PUSH(mem, p, inputs) = *wanted;
    return p->inputs_count - 1;
}

static void append(arena *mem, const ops *from, ops *to)
{
    const uint32_t constants = to->constants_count, list = to->list_count;
    uint32_t *input = ARENA_ARRAY(mem, uint32_t, from->inputs_count + 1);
    for (uint32_t i = 0; i < from->inputs_count; i++)
        input[i] = input_in(mem, to, &from->inputs[i]);
#define MOVED(x)                                                                            \
    (OPERAND_CLASS(x) == FROM_INPUT      ? OPERAND(FROM_INPUT, input[OPERAND_INDEX(x)])     \
     : OPERAND_CLASS(x) == FROM_CONSTANT ? OPERAND(FROM_CONSTANT, OPERAND_INDEX(x) + constants) \
                                         : OPERAND(FROM_OP, OPERAND_INDEX(x) + list))
    for (uint32_t i = 0; i < from->constants_count; i++)
        *ARENA_PUSH(mem, to, constants) = from->constants[i];
    for (uint32_t i = 0; i < from->list_count; i++) {
        op *o = ARENA_PUSH(mem, to, list);
        *o = from->list[i];
        o->a = MOVED(o->a);
        o->b = MOVED(o->b);
    }
    for (uint32_t i = 0; i < from->outputs_count; i++) {
        ops_output *o = ARENA_PUSH(mem, to, outputs);
        *o = from->outputs[i];
        o->value = MOVED(o->value);
    }
#undef MOVED
}

/* Which output of b is which of a; false: they have different ones. Mostly they stand in the same
 * order, so that each is looked for from where the last one was. */
static bool pair_outputs(const ops *a, const ops *b, uint32_t *same)
{
    uint32_t at = 0;
    for (uint32_t i = 0; i < a->outputs_count; i++) {
        uint32_t looked = 0;
        while (looked < b->outputs_count && !same_output(&a->outputs[i], &b->outputs[at])) {
            at = (at + 1) % b->outputs_count;
            looked++;
        }
        if (looked == b->outputs_count)
            return false;
        same[i] = a->outputs_count + at;
        at = (at + 1) % b->outputs_count;
    }
    return a->outputs_count == b->outputs_count;
}

static bool pair_make(arena *mem, const ops *a, const ops *b, pair *out)
{
    *out = (pair){.p = {.robot = a->robot, .function = a->function, .joints = a->joints,
                        .joints_count = a->joints_count},
                  .same = ARENA_ARRAY(mem, uint32_t, a->outputs_count + 1)};
    append(mem, a, &out->p);
    append(mem, b, &out->p);
    return a->function == b->function && a->format == b->format && !ops_has_points(a) &&
           a->joints_count == b->joints_count && pair_outputs(a, b, out->same);
}

/* Constants that are nearly the same become one (net_same_constant), and are made of others:
 * binary64's own rounding, and six bits more. */
static const rounding LOOSE = {0x1p-47, DBL_MIN};
/* What an output's bound may be of the largest of its kind, for a state to tell anything. */
static const double TELLING = 1e-6;

/* Of one output at one state: they differ by more than they may. */
static bool differ(double a, double b, double bound)
{
    return !(fabs(a - b) <= bound) && !(a == b) && !(isnan(a) && isnan(b));
}

/* Of the diagonal that divisors were left of: each way to solve a system has its own. */
static bool is_of_pivots(const ops_output *o)
{
    const word_array of = OUTPUT_KIND[o->kind].array;
    return of == ARRAY_PIVOT || of == ARRAY_PIVOT_WHOLE;
}

/* What is known of the outputs of a pair: per output of the first, and per kind. */
typedef struct {
    double *in_doubt; /* what they may differ by, at the state that tells most */
    double largest[OUTPUT_KIND_COUNT];
} knowledge;

/* At one state; false: they are not the same. */
static bool look(arena *mem, const pair *both, uint32_t outputs, const double *in, knowledge *k)
{
    const ops *p = &both->p;
    double *values = ARENA_ARRAY(mem, double, p->list_count + 1);
    double *bounds = ARENA_ARRAY(mem, double, p->list_count + 1);
    double *out = ARENA_ARRAY(mem, double, p->outputs_count + 1);
    double *bound = ARENA_ARRAY(mem, double, p->outputs_count + 1);
    bool equal = true;
    ops_eval64(p, in, out, values);
    rounding_bounds(p, LOOSE, in, values, bounds, bound);
    for (uint32_t o = 0; o < outputs; o++) {
        const uint32_t other = both->same[o];
        const double may = bound[o] + bound[other];
        double *largest = &k->largest[p->outputs[o].kind];
        equal = equal && (is_of_pivots(&p->outputs[o]) || !differ(out[o], out[other], may));
        *largest = fmax(*largest, fabs(out[o]));
        k->in_doubt[o] = fmin(k->in_doubt[o], may);
    }
    return equal;
}

bool same_values(const tree *t, const ops *a, const ops *b)
{
    enum { STATES = 4, SEED = 7 };
    arena mem = arena_make();
    diag unsaid = diag_make(&mem);
    knowledge known = {.in_doubt = ARENA_ARRAY(&mem, double, a->outputs_count + 1)};
    pair both;
    sample_set at;
    bool equal = pair_make(&mem, a, b, &both) &&
                 robot_samples(&mem, t, &both.p, STATES, SEED, false, &at, &unsaid) == STATUS_OK;
    for (uint32_t o = 0; o < a->outputs_count; o++)
        known.in_doubt[o] = INFINITY;
    for (uint32_t k = 0; k < STATES && equal; k++)
        equal = look(&mem, &both, a->outputs_count,
                     at.exact + (size_t)k * both.p.inputs_count, &known);
    for (uint32_t o = 0; o < a->outputs_count && equal; o++)
        equal = is_of_pivots(&a->outputs[o]) || samples_is_rounding(&at, o) ||
                known.in_doubt[o] <= TELLING * known.largest[a->outputs[o].kind];
    arena_free(&mem);
    return equal;
}
