/* SPDX-License-Identifier: MIT */
/* An output depends on a word if two states that differ in this word alone have results further
 * apart than roundings could bring them: then no program without the word gives both, be it exact
 * or in binary32. Of the sine and cosine of an angle one can change alone, to its negative: that is
 * the angle's mirror image.
 *
 * The degree: inputs become functions of a complex number z that grow like z, (uz + 1/uz)/2 and
 * (uz - 1/uz)/2i for a cosine and its sine, whose squares still add up to 1. What is computed from
 * them in sums and products of degree d then grows no faster than z^d. So a power of z that is in
 * an output is a lower bound of its degree, whatever else of the same value is written for it. The
 * powers come from values on a circle, by Fourier's sum; a power k of 1/z in the place of the power
 * N - k says as much, because inputs grow no faster towards 0. */
#include "operations/function_needs.h"

#include "base/random.h"
#include "operations/rounding_bounds.h"

#include <complex.h>
#include <math.h>
#include <string.h>

enum {
    STATES = 2,
    POINTS = 128,              /* on the circle: degrees below half of it are found */
    MOST_EVALUATED = 3000000 /* operations, for each of the two */
};

static const double RADIUS = 3;     /* the highest powers stand out */
static const double HALF_UNIT = 0x1p-24; /* of binary32, as rounding_bounds has it */

typedef double complex number;

typedef struct {
    const ops *p;
    bool *is_free; /* per input: it can change alone; for a sine or cosine: to its negative */
    uint64_t seed;
} prober;

static double random_unit(uint64_t *seed)
{
    return (double)(random_bits(seed) >> 11) * 0x1p-52 - 1;
}

static bool is_of_position(const ops_input *w)
{
    return INPUT_KIND[w->kind].array == ARRAY_Q;
}

static bool is_turn(const ops_input *w)
{
    return INPUT_KIND[w->kind].made == MADE_SINE || INPUT_KIND[w->kind].made == MADE_COSINE;
}

/* Whether sums, products and quotients are all there is: to them an angle and its sine have nothing
 * to do with each other. */
static bool is_algebraic(const ops *p)
{
    const ops_counts n = ops_count(p);
    return n.per_unit[UNIT_MUL] + n.per_kind[OP_ADD] + n.per_kind[OP_SUB] + n.per_kind[OP_DIV] ==
           p->list_count;
}

/* Words of one position: a sine and a cosine of the same angle, a position beside them. More of
 * them, of joints that follow others, hang together in ways that are not looked into. */
static bool hangs_together(const ops *p, const ops_input *a, const ops_input *b)
{
    if (!is_of_position(a) || !is_of_position(b) || a->index != b->index)
        return false;
    if (is_turn(a) && is_turn(b))
        return a->kind == b->kind || a->ratio != b->ratio || a->offset != b->offset;
    return is_turn(a) == is_turn(b) || !is_algebraic(p);
}

static prober prober_make(arena *mem, const ops *p)
{
    prober w = {.p = p, .is_free = ARENA_ARRAY(mem, bool, p->inputs_count + 1), .seed = 1};
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        w.is_free[i] = true;
        for (uint32_t k = 0; k < p->inputs_count && w.is_free[i]; k++)
            w.is_free[i] = k == i || !hangs_together(p, &p->inputs[i], &p->inputs[k]);
    }
    return w;
}

/* Of a position: the same for all of its words. */
static double position_of(const ops_input *w, uint64_t state)
{
    uint64_t seed = state << 32 | w->index;
    return random_unit(&seed) * WORD_ARRAY[ARRAY_Q].random;
}

static void random_state(prober *w, uint64_t state, double *in)
{
    for (uint32_t i = 0; i < w->p->inputs_count; i++) {
        const ops_input *x = &w->p->inputs[i];
        const double angle = x->ratio * position_of(x, state) + x->offset;
        switch (INPUT_KIND[x->kind].made) {
        case MADE_SINE: in[i] = sin(angle); break;
        case MADE_COSINE: in[i] = cos(angle); break;
        case MADE_AFFINE: in[i] = angle; break;
        case MADE_COPY: in[i] = random_unit(&w->seed) * INPUT_KIND[x->kind].random; break;
        }
    }
}

/* ---- dependences ---------------------------------------------------------------------------- */

/* An evaluation with what roundings could do to it. */
typedef struct {
    double *values, *bounds, *out, *error;
} evaluation;

static evaluation evaluation_make(arena *mem, const ops *p)
{
    return (evaluation){.values = ARENA_ARRAY(mem, double, p->list_count + 1),
                        .bounds = ARENA_ARRAY(mem, double, p->list_count + 1),
                        .out = ARENA_ARRAY(mem, double, p->outputs_count + 1),
                        .error = ARENA_ARRAY(mem, double, p->outputs_count + 1)};
}

static void evaluate(const ops *p, const double *in, evaluation *e)
{
    ops_eval64(p, in, e->out, e->values);
    rounding_bounds(p, rounding_of(p), in, e->values, e->bounds, e->error);
}

/* Of large graphs every so many inputs: fewer needs, but true ones. */
static uint32_t stride_of(const ops *p)
{
    const uint64_t all = (uint64_t)STATES * p->list_count * p->inputs_count;
    return 1 + (uint32_t)(all / MOST_EVALUATED);
}

static void count_words(arena *mem, prober *w, output_need *out)
{
    const ops *p = w->p;
    const uint32_t stride = stride_of(p);
    evaluation here = evaluation_make(mem, p), there = evaluation_make(mem, p);
    double *in = ARENA_ARRAY(mem, double, p->inputs_count + 1);
    bool *depends = ARENA_ARRAY(mem, bool, (size_t)p->inputs_count * p->outputs_count + 1);
    for (uint64_t state = 1; state <= STATES; state++) {
        random_state(w, state, in);
        evaluate(p, in, &here);
        for (uint32_t i = 0; i < p->inputs_count; i += stride) {
            const double before = in[i];
            if (!w->is_free[i])
                continue;
            in[i] = is_turn(&p->inputs[i]) ? -before
                                           : random_unit(&w->seed) *
                                                 INPUT_KIND[p->inputs[i].kind].random;
            evaluate(p, in, &there);
            in[i] = before;
            for (uint32_t o = 0; o < p->outputs_count; o++)
                depends[(size_t)o * p->inputs_count + i] |=
                    fabs(here.out[o] - there.out[o]) > here.error[o] + there.error[o];
        }
    }
    for (uint32_t o = 0; o < p->outputs_count; o++) {
        const bool known = isfinite(here.out[o]);
        out[o].value = known ? here.out[o] : 0;
        out[o].error = known ? here.error[o] : INFINITY;
        for (uint32_t i = 0; i < p->inputs_count; i++)
            out[o].words += depends[(size_t)o * p->inputs_count + i];
    }
}

/* ---- degrees -------------------------------------------------------------------------------- */

/* A value, and how far roundings could take it. */
typedef struct {
    number value;
    double error;
} rounded;

static rounded fetch(const ops *p, const number *in, const rounded *values, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    if (OPERAND_CLASS(x) == FROM_OP)
        return values[i];
    const number value = OPERAND_CLASS(x) == FROM_INPUT ? in[i] : p->constants[i].value;
    return (rounded){value, HALF_UNIT * cabs(value)};
}

static rounded combine(op_kind kind, rounded a, rounded b)
{
    const double MOST = 4 * HALF_UNIT; /* of a product, whose parts are sums of products */
    rounded r = {.error = a.error + b.error};
    switch (kind) {
    case OP_ADD: r.value = a.value + b.value; break;
    case OP_SUB: r.value = a.value - b.value; break;
    default:
        r.value = a.value * b.value;
        r.error = cabs(a.value) * b.error + (cabs(b.value) + b.error) * a.error;
        break;
    }
    r.error += MOST * cabs(r.value);
    return r;
}

/* Inputs that grow with z, by numbers of magnitude 1; of a sine and its cosine by the same. Those
 * that hang together stay where they are. */
static void curve_inputs(const prober *w, const number *at_one, number z, number *in)
{
    for (uint32_t i = 0; i < w->p->inputs_count; i++) {
        const ops_input *x = &w->p->inputs[i];
        const number grown = z * at_one[i];
        if (!w->is_free[i])
            in[i] = at_one[i];
        else if (!is_turn(x))
            in[i] = grown;
        else if (INPUT_KIND[x->kind].made == MADE_COSINE)
            in[i] = (grown + 1 / grown) / 2;
        else
            in[i] = (grown - 1 / grown) / (2 * I);
    }
}

static void curve_at_one(arena *mem, prober *w, number *at_one)
{
    double *state = ARENA_ARRAY(mem, double, w->p->inputs_count + 1);
    random_state(w, STATES, state);
    for (uint32_t i = 0; i < w->p->inputs_count; i++) {
        const ops_input *x = &w->p->inputs[i];
        const double turn = is_turn(x) ? position_of(x, STATES) : 3 * random_unit(&w->seed);
        at_one[i] = w->is_free[i] ? cexp(I * turn) : state[i];
    }
}

/* The highest power of z in values at the points of the circle that stands out of their errors. */
static uint32_t highest_power(const rounded *at, const number *root)
{
    double error = 0;
    for (uint32_t j = 0; j < POINTS; j++)
        error = at[j].error > error ? at[j].error : error;
    for (uint32_t k = POINTS / 2 - 1; k > 1; k--) {
        number sum = 0;
        for (uint32_t j = 0; j < POINTS; j++)
            sum += at[j].value * conj(root[j * k % POINTS]);
        if (cabs(sum) > POINTS * error)
            return k;
    }
    return 1;
}

static void find_degrees(arena *mem, prober *w, output_need *out)
{
    const ops *p = w->p;
    rounded *values = ARENA_ARRAY(mem, rounded, p->list_count + 1),
            *at = ARENA_ARRAY(mem, rounded, (size_t)p->outputs_count * POINTS + 1);
    number *in = ARENA_ARRAY(mem, number, p->inputs_count + 1),
           *at_one = ARENA_ARRAY(mem, number, p->inputs_count + 1), root[POINTS];
    curve_at_one(mem, w, at_one);
    for (uint32_t j = 0; j < POINTS; j++) {
        root[j] = cexp(2 * acos(-1) * I * j / POINTS);
        curve_inputs(w, at_one, RADIUS * root[j], in);
        for (uint32_t i = 0; i < p->list_count; i++)
            values[i] = combine(p->list[i].kind, fetch(p, in, values, p->list[i].a),
                                fetch(p, in, values, p->list[i].b));
        for (uint32_t o = 0; o < p->outputs_count; o++)
            at[(size_t)o * POINTS + j] = fetch(p, in, values, p->outputs[o].value);
    }
    for (uint32_t o = 0; o < p->outputs_count; o++)
        out[o].degree = highest_power(at + (size_t)o * POINTS, root);
}

/* ---- all ------------------------------------------------------------------------------------ */

/* What equations may choose otherwise: which pivots, which residuals, which parameters. */
static bool is_chosen(const ops_output *o)
{
    switch (OUTPUT_KIND[o->kind].array) {
    case ARRAY_PIVOT:
    case ARRAY_PIVOT_WHOLE:
    case ARRAY_RESIDUAL:
    case ARRAY_LEFT_OUT:
    case ARRAY_REGRESSOR:
    case ARRAY_PARAMETERS: return true;
    default: return false;
    }
}

bool function_needs_find(arena *mem, const ops *p, output_need *out)
{
    memset(out, 0, p->outputs_count * sizeof *out);
    if (function_has(p->function, ARRAY_RESIDUAL))
        return false;
    prober w = prober_make(mem, p);
    count_words(mem, &w, out);
    for (uint32_t o = 0; o < p->outputs_count; o++)
        out[o].degree = 1;
    if (rounding_is_plain(p) && p->list_count <= MOST_EVALUATED / POINTS)
        find_degrees(mem, &w, out);
    for (uint32_t o = 0; o < p->outputs_count; o++)
        if (is_chosen(&p->outputs[o]))
            out[o].words = 0;
    return true;
}
