/* Sines and cosines of one angle are a point of the circle; roots, arc tangents and branches are
 * random numbers that are given by their arguments. With each value goes its degree, as a quotient of
 * polynomials in what was drawn: two different quotients meet at a point with a chance of their
 * degrees by the size of the field, at all points with that to the power of their number. */
#include "certify/lowering.h"

#include "base/random.h"
#include "certify/field.h"
#include "robot/numbers.h"

#include <math.h>
#include <string.h>

typedef struct {
    residue value;
    double above, below; /* degrees of a quotient */
} quotient;

typedef struct {
    const stated_equations *e;
    const ops *p;
    const char *file;
    name_table inputs, made, outputs; /* of p: what has that name */
    quotient *of_symbol, *of_input, *of_op;
    uint64_t seed;      /* of this point */
    bool divided_by_zero;
    lowering_facts *facts;
    arena *mem;
    diag *d;
} comparison;

enum { OF_ANGLE = OP_KIND_COUNT, OF_INPUT, CIRCLE_DEGREE = 2 };

/* ---- quotients ------------------------------------------------------------------------------- */

static quotient number(double value)
{
    return (quotient){field_from_double(value), 0, 0};
}

static quotient product(quotient x, quotient y)
{
    return (quotient){field_multiply(x.value, y.value), x.above + y.above, x.below + y.below};
}

static quotient sum(quotient x, quotient y, bool minus)
{
    return (quotient){minus ? field_sub(x.value, y.value) : field_add(x.value, y.value),
                      fmax(x.above + y.below, y.above + x.below), x.below + y.below};
}

static quotient inverse(comparison *c, quotient x)
{
    quotient y = {0, x.below, x.above};
    c->divided_by_zero |= !field_inverse(x.value, &y.value);
    return y;
}

static quotient called(const comparison *c, op_kind kind, quotient x, quotient y)
{
    const field_sign sign = kind == OP_SQRT ? FIELD_NO_SIGN : FIELD_ODD;
    return (quotient){field_call(c->seed, (uint32_t)kind, sign, x.value, y.value), 1, 0};
}

/* The point of the circle of an angle, given by its value. */
static quotient of_angle(const comparison *c, residue angle, bool cosine)
{
    uint64_t state = field_call(c->seed, OF_ANGLE, FIELD_NO_SIGN, angle, 0);
    residue s, k;
    field_circle(&state, &s, &k);
    return (quotient){cosine ? k : s, CIRCLE_DEGREE, CIRCLE_DEGREE};
}

/* ---- operations ------------------------------------------------------------------------------ */

/* Which coordinate, by which ratio, with which offset: sine and cosine belong together. */
static residue angle_of(const comparison *c, const ops_input *in)
{
    const residue about = field_call(c->seed, OF_INPUT, FIELD_NO_SIGN, in->index,
                                     field_from_double(in->ratio));
    return field_call(c->seed, OF_INPUT, FIELD_NO_SIGN, about, field_from_double(in->offset));
}

static void draw_inputs(comparison *c)
{
    uint64_t state = c->seed;
    for (uint32_t i = 0; i < c->p->inputs_count; i++) {
        const ops_input *in = &c->p->inputs[i];
        const word_made made = INPUT_KIND[in->kind].made;
        const residue drawn = field_random(&state);
        c->of_input[i] = made == MADE_SINE || made == MADE_COSINE
                             ? of_angle(c, angle_of(c, in), made == MADE_COSINE)
                             : (quotient){drawn, 1, 0};
    }
}

static quotient operand_value(const comparison *c, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return c->of_input[i];
    case FROM_CONSTANT: return number(c->p->constants[i].value);
    case FROM_OP: break;
    }
    return c->of_op[i];
}

static quotient operation_value(comparison *c, const op *o)
{
    const quotient a = operand_value(c, o->a), b = operand_value(c, o->b);
    switch (o->kind) {
    case OP_MUL: return product(a, b);
    case OP_ADD: return sum(a, b, false);
    case OP_SUB: return sum(a, b, true);
    case OP_DIV: return product(a, inverse(c, b));
    case OP_SIN:
    case OP_COS: return of_angle(c, field_add(a.value, b.value), o->kind == OP_COS);
    case OP_SQRT:
    case OP_ATAN2:
    case OP_BELOW:
    case OP_KIND_COUNT: break;
    }
    return called(c, o->kind, a, b);
}

/* ---- equations ------------------------------------------------------------------------------- */

static quotient sum_value(const comparison *c, const stated_symbol *s)
{
    quotient all = number(0);
    for (uint32_t t = 0; t < s->terms_count; t++) {
        quotient one = number(s->terms[t].number);
        for (uint32_t k = 0; k < s->terms[t].factor_count; k++)
            one = product(one, c->of_symbol[s->terms[t].factor[k]]);
        all = sum(all, one, s->terms[t].negative);
    }
    return all;
}

/* An input of the equations is that of the operations with its name, or a sine that these compute,
 * or nothing depends on it. */
static quotient input_value(const comparison *c, const char *name)
{
    uint32_t i;
    uint64_t state = c->seed;
    if (names_find(&c->inputs, name, strlen(name), &i))
        return c->of_input[i];
    if (names_find(&c->made, name, strlen(name), &i))
        return c->of_op[i];
    for (const char *at = name; *at; at++)
        state = random_bits(&state) ^ (unsigned char)*at;
    return (quotient){field_random(&state), 1, 0};
}

static quotient symbol_value(comparison *c, const stated_symbol *s)
{
    const quotient *a = &c->of_symbol[s->argument[0]], *b = &c->of_symbol[s->argument[1]];
    switch (s->kind) {
    case STATED_INPUT: return input_value(c, s->name);
    case STATED_NUMBER: return number(s->number);
    case STATED_SUM: return sum_value(c, s);
    case STATED_RECIPROCAL: return inverse(c, *a);
    case STATED_SQRT: return called(c, OP_SQRT, *a, *a);
    case STATED_ATAN2: return called(c, OP_ATAN2, *a, *b);
    case STATED_BELOW: break;
    }
    return called(c, OP_BELOW, *a, *b);
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

static status compare_outputs(const comparison *c, double *chance)
{
    uint32_t k;
    for (uint32_t i = 0; i < c->e->list_count; i++) {
        const stated_symbol *s = &c->e->list[i];
        const quotient *x = &c->of_symbol[i];
        if (!s->is_output)
            continue;
        if (!names_find(&c->outputs, s->name, strlen(s->name), &k))
            return diag_error(c->d, (place){.file = c->file, .line = s->line},
                              "the operations have no output '%s'", text_shown(c->mem, s->name));
        const quotient y = operand_value(c, c->p->outputs[k].value);
        if (x->value != y.value)
            return diag_error(c->d, (place){.file = c->file, .line = s->line},
                              "output '%s' of the operations is not that of the equations",
                              text_shown(c->mem, s->name));
        *chance = fmax(*chance, fmax(x->above + y.below, y.above + x->below) / (double)FIELD_P);
    }
    return STATUS_OK;
}

/* Whether operations make this input of the equations otherwise than as a sine of an angle. */
static bool is_rotated(const comparison *c, const stated_symbol *s)
{
    uint32_t i;
    return s->kind == STATED_INPUT && !names_find(&c->inputs, s->name, strlen(s->name), &i) &&
           names_find(&c->made, s->name, strlen(s->name), &i) &&
           OP_KIND[c->p->list[i].kind].unit != UNIT_TRIG;
}

/* Numbers that met before the program runs were rounded then: no exact law holds of them. */
static const char *why_open(const comparison *c)
{
    if (c->e->has_parameters)
        return "products of parameters are rounded when operations are made: no exact law holds";
    for (uint32_t i = 0; i < c->e->list_count; i++)
        if (is_rotated(c, &c->e->list[i]))
            return "sines of offsets are rounded when angles are turned: no exact law holds";
    return NULL;
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
        if (p->list[i].name)
            names_add(&c->made, p->list[i].name, strlen(p->list[i].name), i);
}

status lowering_check(arena *mem, const stated_equations *e, const ops *p, const char *file,
                      uint64_t seed, lowering_facts *facts, diag *d)
{
    comparison c = {.e = e, .p = p, .file = file, .facts = facts, .mem = mem, .d = d,
                    .of_symbol = ARENA_ARRAY(mem, quotient, e->list_count + 1),
                    .of_input = ARENA_ARRAY(mem, quotient, p->inputs_count + 1),
                    .of_op = ARENA_ARRAY(mem, quotient, p->list_count + 1)};
    double chance = 0;
    *facts = (lowering_facts){.error = 1, .outputs = count_outputs(e)};
    name_all(&c);
    facts->open = why_open(&c);
    if (facts->open)
        return STATUS_OK;
    if (facts->outputs != p->outputs_count)
        return diag_error(d, (place){.file = file}, "the equations have %u outputs, the operations "
                          "%u", facts->outputs, p->outputs_count);
    enum { TRIES = 20 }; /* at a point where something is divided by 0 nothing is compared */
    for (uint32_t k = 0; k < TRIES && facts->points < LOWERING_POINTS; k++) {
        c.seed = random_bits(&seed);
        evaluate(&c);
        if (c.divided_by_zero)
            continue;
        TRY(compare_outputs(&c, &chance));
        facts->points++;
    }
    if (facts->points < LOWERING_POINTS)
        return diag_error(d, (place){.file = file}, "at every point something is divided by 0");
    facts->error = chance < 1 ? pow(chance, LOWERING_POINTS) : 1;
    return STATUS_OK;
}
