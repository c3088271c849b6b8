/* SPDX-License-Identifier: MIT */
#include "certify/points_check.h"

#include "base/random.h"
#include "operations/ops_fixed.h"

#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

typedef struct {
    double low, high;
} range;

/* What is free: the angle of sines and cosines, or one input. */
typedef struct {
    uint32_t input; /* the first that is made of it */
    bool is_angle;
    range whole;
} variable;

typedef struct {
    arena *mem;
    const ops *p;
    variable *variables;
    uint32_t variables_count;
    uint32_t *of_input; /* its variable */
    range *of_op;       /* in the box at hand */
    double *most, *error; /* per operation: of the exact value; how far the computed one is off */
    range *box;         /* per variable */
    range *sine, *cosine; /* per variable that is an angle */
    bool *in_cone;      /* per operation: the value at hand depends on it */
    uint32_t *cone, cone_count; /* those before it, in their order */
    bool *moves;        /* per variable */
    uint64_t work;      /* operations on intervals that are left for the value at hand */
} prover;

/* For all values together: seconds, not minutes. */
enum { WORK_TOTAL = 20000000, DEEPEST = 60, STATES = 2000 };

/* ---- intervals ------------------------------------------------------------------------------- */

/* nextafter(x, INFINITY), here, because most of the time was spent there. */
static double above(double x)
{
    uint64_t bits;
    if (!(x < INFINITY))
        return x;
    x += 0.0; /* no -0 */
    memcpy(&bits, &x, sizeof bits);
    bits += x < 0 ? UINT64_MAX : 1;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static range outwards(double low, double high)
{
    return (range){-above(-low), above(high)};
}

static double smaller(double a, double b)
{
    return a < b ? a : b;
}

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static range multiplied(range a, range b)
{
    const double w = a.low * b.low, x = a.low * b.high, y = a.high * b.low, z = a.high * b.high;
    return outwards(smaller(smaller(w, x), smaller(y, z)), larger(larger(w, x), larger(y, z)));
}

static range squared(range a)
{
    const double x = a.low * a.low, y = a.high * a.high;
    return outwards(a.low <= 0 && a.high >= 0 ? 0 : smaller(x, y), larger(x, y));
}

/* Of sin on an arc: at its ends, and at the tops that lie in it. The library's sines are right to
 * far less than what is added. */
static range sine_of(range angle)
{
    const double slack = 1e-15;
    const double x = sin(angle.low), y = sin(angle.high);
    range r = {fmin(x, y) - slack, fmax(x, y) + slack};
    if (ceil((angle.low - PI / 2 - slack) / (2 * PI)) <= (angle.high - PI / 2 + slack) / (2 * PI))
        r.high = 1;
    if (ceil((angle.low + PI / 2 - slack) / (2 * PI)) <= (angle.high + PI / 2 + slack) / (2 * PI))
        r.low = -1;
    return r;
}

static double most_of(range r)
{
    return larger(fabs(r.low), fabs(r.high));
}

/* ---- variables ------------------------------------------------------------------------------- */

static bool is_sine(const ops_input *in)
{
    const word_made made = INPUT_KIND[in->kind].made;
    return made == MADE_SINE || made == MADE_COSINE;
}

static bool same_angle(const ops_input *x, const ops_input *y)
{
    return is_sine(x) && is_sine(y) && x->index == y->index && x->ratio == y->ratio &&
           x->offset == y->offset;
}

static void find_variables(prover *w)
{
    for (uint32_t i = 0; i < w->p->inputs_count; i++) {
        const ops_input *in = &w->p->inputs[i];
        uint32_t v = 0;
        while (v < w->variables_count && !same_angle(in, &w->p->inputs[w->variables[v].input]))
            v++;
        w->of_input[i] = v;
        if (v < w->variables_count)
            continue;
        w->variables[w->variables_count++] = is_sine(in)
                                                 ? (variable){i, true, {-PI, PI}}
                                                 : (variable){i, false, {in->low, in->high}};
    }
}

/* ---- one box --------------------------------------------------------------------------------- */

static void set_box(prover *w, uint32_t v, range x)
{
    w->box[v] = x;
    if (!w->variables[v].is_angle)
        return;
    w->sine[v] = sine_of(x);
    w->cosine[v] = sine_of(outwards(x.low + PI / 2, x.high + PI / 2));
}

static range input_range(const prover *w, uint32_t i)
{
    const uint32_t v = w->of_input[i];
    if (!w->variables[v].is_angle)
        return w->box[v];
    return INPUT_KIND[w->p->inputs[i].kind].made == MADE_COSINE ? w->cosine[v] : w->sine[v];
}

static range operand_range(const prover *w, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    const double k = OPERAND_CLASS(x) == FROM_CONSTANT ? w->p->constants[i].value : 0;
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return input_range(w, i);
    case FROM_CONSTANT: return (range){k, k};
    case FROM_OP: break;
    }
    return w->of_op[i];
}

static range result_range(const prover *w, const op *o)
{
    const range a = operand_range(w, o->a), b = operand_range(w, o->b);
    switch (o->kind) {
    case OP_MUL: return o->a == o->b ? squared(a) : multiplied(a, b);
    case OP_ADD: return outwards(a.low + b.low, a.high + b.high);
    case OP_SUB: return outwards(a.low - b.high, a.high - b.low);
    default: return (range){-1, 1}; /* sines; fixed point has no others */
    }
}

/* The value in the box: of what it depends on, each also within what was proved of it. */
static range value_in_box(prover *w, uint32_t value)
{
    for (uint32_t k = 0; k < w->cone_count; k++) {
        const uint32_t i = w->cone[k];
        const range r = result_range(w, &w->p->list[i]);
        w->of_op[i] = (range){larger(r.low, -w->most[i]), smaller(r.high, w->most[i])};
        w->work -= w->work > 0;
    }
    return result_range(w, &w->p->list[value]);
}

/* ---- one value ------------------------------------------------------------------------------- */

static void mark(prover *w, operand x)
{
    if (OPERAND_CLASS(x) == FROM_OP)
        w->in_cone[OPERAND_INDEX(x)] = true;
    else if (OPERAND_CLASS(x) == FROM_INPUT)
        w->moves[w->of_input[OPERAND_INDEX(x)]] = true;
}

static void find_cone(prover *w, uint32_t value)
{
    memset(w->in_cone, 0, w->p->list_count * sizeof *w->in_cone);
    memset(w->moves, 0, w->variables_count * sizeof *w->moves);
    w->in_cone[value] = true;
    for (uint32_t i = value + 1; i-- > 0;)
        if (w->in_cone[i]) {
            mark(w, w->p->list[i].a);
            mark(w, w->p->list[i].b);
        }
    w->cone_count = 0;
    for (uint32_t i = 0; i < value; i++)
        if (w->in_cone[i])
            w->cone[w->cone_count++] = i;
}

/* The variable that is widest of what it was, angles by a quarter of a turn. */
static uint32_t widest(const prover *w)
{
    uint32_t best = 0;
    double most = -1;
    for (uint32_t v = 0; v < w->variables_count; v++) {
        const variable *x = &w->variables[v];
        const double full = x->is_angle ? PI / 2 : x->whole.high - x->whole.low;
        const double width = full > 0 ? (w->box[v].high - w->box[v].low) / full : 0;
        if (w->moves[v] && width > most) {
            most = width;
            best = v;
        }
    }
    return best;
}

/* Whether the value stays within `most` in all of the box. */
static bool fits_in_box(prover *w, uint32_t value, double most, uint32_t depth)
{
    if (most_of(value_in_box(w, value)) <= most)
        return true;
    if (!w->work || depth == DEEPEST)
        return false;
    const uint32_t v = widest(w);
    const range whole = w->box[v], sine = w->sine[v], cosine = w->cosine[v];
    const double middle = 0.5 * (whole.low + whole.high);
    set_box(w, v, (range){whole.low, middle});
    bool fits = fits_in_box(w, value, most, depth + 1);
    set_box(w, v, (range){middle, whole.high});
    fits = fits && fits_in_box(w, value, most, depth + 1);
    w->box[v] = whole;
    w->sine[v] = sine;
    w->cosine[v] = cosine;
    return fits;
}

/* ---- errors ---------------------------------------------------------------------------------- */

static double constant_error(const ops *p, uint32_t i)
{
    const ops_constant *k = &p->constants[i];
    int64_t integer = 0;
    (void)fixed_from_double(p->format, k->point, k->value, &integer);
    return fabs(k->value - fixed_value(k->point, integer));
}

static void operand_facts(const prover *w, operand x, double *most, double *error)
{
    const uint32_t i = OPERAND_INDEX(x);
    const ops *p = w->p;
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT:
        *most = fmax(fabs(p->inputs[i].low), fabs(p->inputs[i].high));
        *error = ldexp(0.5, -p->inputs[i].point);
        return;
    case FROM_CONSTANT:
        *most = fabs(p->constants[i].value);
        *error = constant_error(p, i);
        return;
    case FROM_OP: break;
    }
    *most = w->most[i];
    *error = w->error[i];
}

/* How far the computed value can be from the exact one: what its operands are off by, and half a
 * unit of its own last place. A sine's angle is off by no more than its operand and its offset. */
static double error_of(const prover *w, const op *o)
{
    const double more = 1 + 0x1p-40; /* than the roundings here */
    double most[2], error[2], own = ldexp(0.5, -o->point);
    operand_facts(w, o->a, &most[0], &error[0]);
    operand_facts(w, o->b, &most[1], &error[1]);
    if (OP_KIND[o->kind].unit == UNIT_TRIG)
        return more * (own + error[0] + ldexp(0.5, 2 - (int)w->p->format));
    return more * (own + (o->kind == OP_MUL ? most[0] * error[1] + most[1] * error[0] +
                                                  error[0] * error[1]
                                            : error[0] + error[1]));
}

/* The largest magnitude that the integers of a value have. */
static double room_of(const ops *p, const op *o)
{
    return ldexp((double)fixed_largest(p->format), -o->point);
}

static bool prove_value(prover *w, uint32_t i)
{
    const op *o = &w->p->list[i];
    w->error[i] = error_of(w, o);
    const double room = room_of(w->p, o) - w->error[i];
    w->most[i] = INFINITY;
    find_cone(w, i);
    for (uint32_t v = 0; v < w->variables_count; v++)
        set_box(w, v, w->variables[v].whole);
    w->work = WORK_TOTAL / (w->p->list_count + 1);
    const double plain = most_of(value_in_box(w, i));
    const bool proved = plain <= room || fits_in_box(w, i, room, 0);
    w->most[i] = proved ? fmin(plain, room) : plain;
    return proved;
}

/* ---- random states --------------------------------------------------------------------------- */

static double drawn(uint64_t *seed, range r)
{
    const double share = (double)(random_bits(seed) >> 11) * 0x1p-53;
    const uint64_t end = random_bits(seed) % 4; /* half of the numbers lie on an end */
    return end == 0 ? r.low : end == 1 ? r.high : r.low + share * (r.high - r.low);
}

static status try_states(prover *w, uint64_t seed, const char *file, diag *d)
{
    const ops *p = w->p;
    double *in = ARENA_ARRAY(w->mem, double, p->inputs_count + 1),
           *out = ARENA_ARRAY(w->mem, double, p->outputs_count + 1),
           *values = ARENA_ARRAY(w->mem, double, p->list_count + 1),
           *of = ARENA_ARRAY(w->mem, double, w->variables_count + 1);
    for (uint32_t k = 0; k < STATES; k++) {
        for (uint32_t v = 0; v < w->variables_count; v++)
            of[v] = drawn(&seed, w->variables[v].whole);
        for (uint32_t i = 0; i < p->inputs_count; i++) {
            const double x = of[w->of_input[i]];
            in[i] = !is_sine(&p->inputs[i])                             ? x
                    : INPUT_KIND[p->inputs[i].kind].made == MADE_COSINE ? cos(x)
                                                                        : sin(x);
        }
        ops_eval64(p, in, out, values);
        for (uint32_t i = 0; i < p->list_count; i++)
            if (fabs(values[i]) > room_of(p, &p->list[i]))
                return diag_error(d, (place){.file = file}, "'%s' is %g in a state within the "
                                  "ranges, and %u bits with point %d reach %g", p->list[i].name,
                                  values[i], p->format, p->list[i].point,
                                  room_of(p, &p->list[i]));
    }
    return STATUS_OK;
}

status points_check(arena *mem, const ops *p, uint64_t seed, const char *file, points_facts *facts,
                    diag *d)
{
    prover w = {.mem = mem, .p = p,
                .variables = ARENA_ARRAY(mem, variable, p->inputs_count + 1),
                .of_input = ARENA_ARRAY(mem, uint32_t, p->inputs_count + 1),
                .of_op = ARENA_ARRAY(mem, range, p->list_count + 1),
                .most = ARENA_ARRAY(mem, double, p->list_count + 1),
                .error = ARENA_ARRAY(mem, double, p->list_count + 1),
                .box = ARENA_ARRAY(mem, range, p->inputs_count + 1),
                .sine = ARENA_ARRAY(mem, range, p->inputs_count + 1),
                .cosine = ARENA_ARRAY(mem, range, p->inputs_count + 1),
                .in_cone = ARENA_ARRAY(mem, bool, p->list_count + 1),
                .cone = ARENA_ARRAY(mem, uint32_t, p->list_count + 1),
                .moves = ARENA_ARRAY(mem, bool, p->inputs_count + 1)};
    *facts = (points_facts){.values = p->list_count, .states = STATES};
    find_variables(&w);
    TRY(try_states(&w, seed, file, d));
    for (uint32_t i = 0; i < p->list_count; i++)
        facts->proved += prove_value(&w, i);
    return STATUS_OK;
}
