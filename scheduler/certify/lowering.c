/* SPDX-License-Identifier: MIT */
/* Sines and cosines of one angle are a point of the circle; roots, arc tangents and branches are
 * random numbers that are given by their arguments. With each value goes its degree, as a quotient
 * of polynomials in what was drawn: two different quotients meet at a point with a chance of their
 * degrees by the size of the field, at all points with that to the power of their number.
 *
 * Where numbers meet while operations are made, their sum, product or quotient is rounded to
 * binary64, and no law of the field holds. So each value is followed in binary64, too, with a bound
 * of what such roundings, and those on the way, can have changed. */
#include "certify/lowering.h"

#include "base/random.h"
#include "base/field.h"
#include "robot/numbers.h"

#include <math.h>
#include <string.h>

typedef struct {
    residue value;
    double above, below; /* degrees of a quotient */
    double real, error;  /* in binary64, and its bound */
} sampled;

typedef struct {
    const stated_equations *e;
    const ops *p;
    const char *file;
    name_table inputs, made, outputs; /* of p: what has that name */
    sampled *of_symbol, *of_input, *of_op;
    uint64_t seed; /* of this point */
    bool divided_by_zero;
    arena *mem;
    diag *d;
} comparison;

enum { OF_ANGLE = OP_KIND_COUNT, OF_INPUT, CIRCLE_DEGREE = 2 };

/* Roundings of a constant, and of an operation here: constants that differ by eight units of the
 * last place are one (algebra/net.h), and one more is that of the operation. */
static const double ROUNDINGS = 10 * 0x1p-53;
/* Of the largest output: where roundings can have changed more, a point says too little. */
static const double BLURRED = 1e-6;

/* ---- values ---------------------------------------------------------------------------------- */

static sampled rounded(sampled x)
{
    x.error += ROUNDINGS * fabs(x.real);
    return x;
}

static sampled number(double value)
{
    return rounded((sampled){field_from_double(value), 0, 0, value, 0});
}

static sampled product(sampled x, sampled y)
{
    return rounded((sampled){
        field_multiply(x.value, y.value), x.above + y.above, x.below + y.below, x.real * y.real,
        fabs(x.real) * y.error + fabs(y.real) * x.error + x.error * y.error});
}

static sampled sum(sampled x, sampled y, bool minus)
{
    return rounded((sampled){
        minus ? field_sub(x.value, y.value) : field_add(x.value, y.value),
        fmax(x.above + y.below, y.above + x.below), x.below + y.below,
        minus ? x.real - y.real : x.real + y.real, x.error + y.error});
}

static sampled inverse(comparison *c, sampled x)
{
    sampled y = {0, x.below, x.above, 1 / x.real, INFINITY};
    if (fabs(x.real) > x.error)
        y.error = x.error / (fabs(x.real) * (fabs(x.real) - x.error));
    c->divided_by_zero |= !field_inverse(x.value, &y.value) || x.real == 0;
    return rounded(y);
}

/* A root of what may be below zero, or a branch that may go either way, says nothing here. */
static sampled called(const comparison *c, op_kind kind, sampled x, sampled y)
{
    static const field_sign SIGN_OF[OP_KIND_COUNT] = {
#define STATED(OP, word, arguments, SIGN, known, value, error) [OP_##OP] = SIGN,
#include "certify/read_calls.def"
    };
    sampled z = {field_call(c->seed, (uint32_t)kind, SIGN_OF[kind], x.value, y.value), 1, 0, 0,
                 INFINITY};
    switch (kind) {
#define STATED(OP, word, arguments, SIGN, is_known, of, off) \
    case OP_##OP:                                            \
        if (is_known) {                                      \
            z.real = of;                                     \
            z.error = off;                                   \
        }                                                    \
        break;
#include "certify/read_calls.def"
    default: break;
    }
    return rounded(z);
}

/* Sine or cosine of an angle, the point of the circle being given by its value; its opposite has
 * the opposite sine. */
static sampled of_angle(const comparison *c, sampled angle, bool cosine)
{
    const residue back = field_negate(angle.value);
    const bool turned = back < angle.value;
    uint64_t state = field_call(c->seed, OF_ANGLE, FIELD_NO_SIGN, turned ? back : angle.value, 0);
    residue s, k;
    field_circle(&state, &s, &k);
    if (turned)
        s = field_negate(s);
    return rounded((sampled){cosine ? k : s, CIRCLE_DEGREE, CIRCLE_DEGREE,
                             cosine ? cos(angle.real) : sin(angle.real), angle.error});
}

/* A number of the field and one between -1 and 1. */
static sampled drawn(uint64_t *state)
{
    const residue value = field_random(state);
    return (sampled){value, 1, 0, (double)value / (double)(FIELD_P / 2) - 1, 0};
}

/* ---- operations ------------------------------------------------------------------------------ */

/* Which coordinate, by which ratio, with which offset: sine and cosine belong together. */
static sampled angle_of(const comparison *c, const ops_input *in)
{
    uint64_t state = field_call(c->seed, OF_INPUT, FIELD_NO_SIGN, in->index,
                                field_from_double(in->ratio));
    state = field_call(c->seed, OF_INPUT, FIELD_NO_SIGN, state, field_from_double(in->offset));
    return drawn(&state);
}

static void draw_inputs(comparison *c)
{
    uint64_t state = c->seed;
    for (uint32_t i = 0; i < c->p->inputs_count; i++) {
        const ops_input *in = &c->p->inputs[i];
        const word_made made = INPUT_KIND[in->kind].made;
        c->of_input[i] = drawn(&state);
        if (made == MADE_SINE || made == MADE_COSINE)
            c->of_input[i] = of_angle(c, angle_of(c, in), made == MADE_COSINE);
    }
}

static sampled operand_value(const comparison *c, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return c->of_input[i];
    case FROM_CONSTANT: return number(c->p->constants[i].value);
    case FROM_OP: break;
    }
    return c->of_op[i];
}

static sampled operation_value(comparison *c, const op *o)
{
    const sampled a = operand_value(c, o->a), b = operand_value(c, o->b);
    switch (o->kind) {
    case OP_MUL: return product(a, b);
    case OP_ADD: return sum(a, b, false);
    case OP_SUB: return sum(a, b, true);
    case OP_DIV: return product(a, inverse(c, b));
    case OP_SIN:
    case OP_COS: return of_angle(c, sum(a, b, false), o->kind == OP_COS);
    default: return called(c, o->kind, a, b);
    }
}

/* ---- equations ------------------------------------------------------------------------------- */

static sampled sum_value(const comparison *c, const stated_symbol *s)
{
    sampled all = number(0);
    for (uint32_t t = 0; t < s->terms_count; t++) {
        sampled one = number(s->terms[t].number);
        for (uint32_t k = 0; k < s->terms[t].factor_count; k++)
            one = product(one, c->of_symbol[s->terms[t].factor[k]]);
        all = sum(all, one, s->terms[t].negative);
    }
    return all;
}

/* An input of the equations is that of the operations with its name, or what these make in its
 * place, or nothing depends on it. */
static sampled input_value(const comparison *c, const char *name)
{
    uint32_t i;
    uint64_t state = c->seed;
    if (names_find(&c->inputs, name, strlen(name), &i))
        return c->of_input[i];
    if (names_find(&c->made, name, strlen(name), &i))
        return c->of_op[i];
    for (const char *at = name; *at; at++)
        state = random_bits(&state) ^ (unsigned char)*at;
    return drawn(&state);
}

static sampled symbol_value(comparison *c, const stated_symbol *s)
{
    const sampled *a = &c->of_symbol[s->argument[0]], *b = &c->of_symbol[s->argument[1]];
    switch (s->kind) {
    case STATED_INPUT: return input_value(c, s->name);
    case STATED_NUMBER: return number(s->number);
    case STATED_SUM: return sum_value(c, s);
    case STATED_RECIPROCAL: return inverse(c, *a);
    case STATED_CALL: break;
    }
    if (OP_KIND[s->call].unit == UNIT_TRIG)
        return of_angle(c, *a, s->call == OP_COS);
    return called(c, s->call, *a, *b); /* which of one argument are the same */
}

/* ---- numbers that meet ----------------------------------------------------------------------- */

/* Whether operations make this input of the equations otherwise than as a sine of an angle. */
static bool is_rotated(const comparison *c, const stated_symbol *s)
{
    uint32_t i;
    return s->kind == STATED_INPUT && !names_find(&c->inputs, s->name, strlen(s->name), &i) &&
           names_find(&c->made, s->name, strlen(s->name), &i) &&
           OP_KIND[c->p->list[i].kind].unit != UNIT_TRIG;
}

/* Whether two numbers are multiplied or added in a sum; *number: whether all of it is one. */
static bool sum_meets(const stated_symbol *s, const bool *is_number, bool *all)
{
    uint32_t terms = 0;
    bool meet = false;
    *all = true;
    for (uint32_t t = 0; t < s->terms_count; t++) {
        const stated_term *x = &s->terms[t];
        uint32_t numbers = x->number != 1;
        bool whole = true;
        for (uint32_t k = 0; k < x->factor_count; k++) {
            numbers += is_number[x->factor[k]];
            whole = whole && is_number[x->factor[k]];
        }
        meet = meet || numbers > 1;
        terms += whole;
        *all = *all && whole;
    }
    return meet || terms > 1;
}

static bool numbers_meet(const comparison *c)
{
    bool *is_number = ARENA_ARRAY(c->mem, bool, c->e->list_count + 1), meet = false;
    for (uint32_t i = 0; i < c->e->list_count && !meet; i++) {
        const stated_symbol *s = &c->e->list[i];
        if (s->kind == STATED_NUMBER)
            is_number[i] = true;
        else if (s->kind == STATED_SUM)
            meet = sum_meets(s, is_number, &is_number[i]);
        else
            meet = s->kind == STATED_INPUT
                       ? is_rotated(c, s)
                       : is_number[s->argument[0]] || is_number[s->argument[1]];
    }
    return meet;
}

/* ---- both ------------------------------------------------------------------------------------ */

static void evaluate(comparison *c)
{
    c->divided_by_zero = false;
    draw_inputs(c);
    for (uint32_t i = 0; i < c->p->list_count; i++)
        c->of_op[i] = operation_value(c, &c->p->list[i]);
    for (uint32_t i = 0; i < c->e->list_count; i++)
        c->of_symbol[i] = symbol_value(c, &c->e->list[i]);
}

static double largest_output(const comparison *c)
{
    double largest = 0;
    for (uint32_t i = 0; i < c->p->outputs_count; i++)
        largest = fmax(largest, fabs(operand_value(c, c->p->outputs[i].value).real));
    return largest;
}

/* What one point says: outputs that are not the same. */
typedef struct {
    double chance;   /* that outputs are the same here although they differ */
    double blur;     /* the most that roundings can have changed, of the largest output */
    const stated_symbol *by_field, *by_reals; /* the first output that is not the same; or NULL */
} verdict_here;

static status compare_outputs(const comparison *c, verdict_here *v)
{
    uint32_t k;
    const double largest = largest_output(c);
    for (uint32_t i = 0; i < c->e->list_count; i++) {
        const stated_symbol *s = &c->e->list[i];
        const sampled *x = &c->of_symbol[i];
        if (!s->is_output)
            continue;
        if (!names_find(&c->outputs, s->name, strlen(s->name), &k))
            return diag_error(c->d, (place){.file = c->file, .line = s->line, .column = 1},
                              "the operations have no output '%s'", text_shown(c->mem, s->name));
        const sampled y = operand_value(c, c->p->outputs[k].value);
        if (x->value != y.value && !v->by_field)
            v->by_field = s;
        if (!(fabs(x->real - y.real) <= x->error + y.error) && !v->by_reals)
            v->by_reals = s;
        v->blur = fmax(v->blur, (x->error + y.error) / largest);
        v->chance = fmax(v->chance,
                         fmax(x->above + y.below, y.above + x->below) / (double)FIELD_P);
    }
    return STATUS_OK;
}

static status differs(const comparison *c, const stated_symbol *s)
{
    return diag_error(c->d, (place){.file = c->file, .line = s->line, .column = 1},
                      "output '%s' of the operations is not that of the equations",
                      text_shown(c->mem, s->name));
}

static uint32_t count_outputs(const stated_equations *e)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < e->list_count; i++)
        count += e->list[i].is_output;
    return count;
}

static void name_all(comparison *c)
{
    const ops *p = c->p;
    c->inputs = names_make(c->mem);
    c->made = names_make(c->mem);
    c->outputs = names_make(c->mem);
    for (uint32_t i = 0; i < p->inputs_count; i++)
        names_add(&c->inputs, p->inputs[i].name, strlen(p->inputs[i].name), i);
    for (uint32_t i = 0; i < p->outputs_count; i++)
        names_add(&c->outputs, p->outputs[i].name, strlen(p->outputs[i].name), i);
    for (uint32_t i = 0; i < p->list_count; i++)
        names_add(&c->made, p->list[i].name, strlen(p->list[i].name), i);
}

/* More points would make the chance small enough to be called a proof. */
static bool needs_more(uint32_t points, double chance)
{
    return points < LOWERING_POINTS ||
           (pow(chance, points) > LOWERING_CHANCE &&
            pow(chance, LOWERING_MOST_POINTS) <= LOWERING_CHANCE);
}

/* Points at which all outputs are defined, and, where numbers meet, sharp enough. */
static status compare_points(comparison *c, uint64_t seed, bool meet, lowering_facts *facts)
{
    enum { TRIES = 100 };
    double chance = 0;
    for (uint32_t k = 0; k < TRIES && needs_more(facts->points, chance); k++) {
        verdict_here v = {0};
        c->seed = random_bits(&seed);
        evaluate(c);
        if (c->divided_by_zero)
            continue;
        TRY(compare_outputs(c, &v));
        if (v.by_field && !meet)
            return differs(c, v.by_field);
        if (v.by_field && v.by_reals)
            return differs(c, v.by_reals);
        if (v.by_field && !(v.blur <= BLURRED))
            continue;
        facts->rounded |= v.by_field != NULL;
        facts->blur = fmax(facts->blur, v.blur);
        facts->points++;
        chance = fmax(chance, v.chance);
    }
    facts->error = chance < 1 ? pow(chance, facts->points) : 1;
    return STATUS_OK;
}

status lowering_check(arena *mem, const stated_equations *e, const ops *p, const char *file,
                      uint64_t seed, lowering_facts *facts, diag *d)
{
    comparison c = {.e = e, .p = p, .file = file, .mem = mem, .d = d,
                    .of_symbol = ARENA_ARRAY(mem, sampled, e->list_count + 1),
                    .of_input = ARENA_ARRAY(mem, sampled, p->inputs_count + 1),
                    .of_op = ARENA_ARRAY(mem, sampled, p->list_count + 1)};
    *facts = (lowering_facts){.error = 1, .outputs = count_outputs(e)};
    if (facts->outputs != p->outputs_count)
        return diag_error(d, (place){.file = file}, "the equations have %u outputs, the operations "
                          "%u", facts->outputs, p->outputs_count);
    name_all(&c);
    return compare_points(&c, seed, numbers_meet(&c), facts);
}
