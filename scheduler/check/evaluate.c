/* SPDX-License-Identifier: MIT */
/* The graph in numbers of twice a double's precision, with a running bound of the error, and of
 * what one rounding of each constant may change. */
#include "check/check_judge.h"

#include <float.h>
#include <string.h>

static double size_of(doubled a)
{
    return fabs(a.hi);
}

/* ---- inputs ---------------------------------------------------------------------------------- */

const char *check_owner_name(const check_model *m, const check_base *base, word_owner owner,
                             uint32_t index)
{
    if (owner == OWNER_BASE)
        return "gravity";
    if (owner == OWNER_PARAMETER) /* of another graph */
        return index < base->count ? base->name[index] : NULL;
    if (index >= m->owners[owner])
        return NULL;
    switch (owner) {
    case OWNER_COORDINATE: return m->coordinates[index].name;
    case OWNER_FREE_BODY: return m->bodies[m->free[index]].name;
    case OWNER_FORCE: return m->forces[index].name;
    case OWNER_PAYLOAD: return m->payloads[index].name;
    case OWNER_LINK: return m->given[index].name;
    case OWNER_NUMBER: return m->numbers[index].name;
    case OWNER_ELEMENT: return m->elements[index].what->name;
    case OWNER_USER_NUMBER: return m->user_numbers[index];
    default: return NULL;
    }
}

static status check_owner(const check_model *m, const check_base *base, const ops_input *in,
                          diag *d)
{
    const word_owner owner = word_owner_of(&INPUT_KIND[in->kind]);
    const char *name = check_owner_name(m, base, owner, in->index);
    if (owner == OWNER_BASE || (name && in->of && strcmp(name, in->of) == 0))
        return STATUS_OK;
    return diag_error(d, (place){.file = "own graph"}, "input '%s' of the graph "
                      "belongs to '%s', number %u, and the second opinion has '%s' there",
                      in->name, in->of ? in->of : "nobody", in->index, name ? name : "nobody");
}

static check_value enter(const check_state *s, const check_base *base, const ops_input *in)
{
    const word_kind *k = &INPUT_KIND[in->kind];
    if (in->kind == INPUT_BASE_PARAMETER)
        return base->value[in->index];
    const doubled x = s->of[k->array][word_number(k, in->index, in->axis)].value;
    if (k->made == MADE_COPY)
        return (check_value){x, 0, 0};
    const doubled moved = doubled_add(doubled_multiply(x, doubled_of(in->ratio)),
                                      doubled_of(in->offset));
    const double loss = 4 * DOUBLED_UNIT * (1 + size_of(moved));
    const double spread = DBL_EPSILON * fabs(in->offset);
    doubled sine, cosine;
    if (k->made == MADE_AFFINE)
        return (check_value){moved, loss, spread};
    doubled_sincos(moved, &sine, &cosine);
    return (check_value){k->made == MADE_SINE ? sine : cosine, loss, spread};
}

/* ---- operations ------------------------------------------------------------------------------ */

static check_value divide(check_value a, check_value b)
{
    check_value out = {doubled_divide(a.value, b.value), INFINITY, INFINITY};
    const double least = size_of(b.value) - b.bound;
    out.spread = (a.spread + size_of(out.value) * b.spread) / size_of(b.value);
    if (least > 0)
        out.bound = (a.bound + size_of(out.value) * b.bound) / least +
                    DOUBLED_UNIT * size_of(out.value);
    return out;
}

static check_value root(check_value a)
{
    check_value out = {doubled_sqrt(a.value), 0, 0};
    out.spread = a.spread == 0 ? 0 : a.spread / out.value.hi;
    const double least = a.value.hi - a.bound;
    out.bound = a.bound == 0 ? 0 : least > 0 ? a.bound / sqrt(least) : sqrt(a.value.hi + a.bound);
    out.bound += DOUBLED_UNIT * size_of(out.value);
    return out;
}

static check_value arc(check_value y, check_value x)
{
    const double sy = size_of(y.value), sx = size_of(x.value), square = sx * sx + sy * sy;
    check_value out = {doubled_atan2(y.value, x.value), 16 * DOUBLED_UNIT, 0};
    if (x.bound != 0 || y.bound != 0)
        out.bound += 2 * (sx * y.bound + sy * x.bound) / square;
    if (x.spread != 0 || y.spread != 0)
        out.spread = (sx * y.spread + sy * x.spread) / square;
    return out;
}

static check_value below(check_value a, check_value b)
{
    check_value out = {doubled_of(0), 0, 0};
    if (b.value.hi < 0)
        out = a;
    if (b.bound > 0 && size_of(b.value) <= b.bound)
        out.bound = size_of(a.value) + a.bound;
    return out;
}

static check_value turn(check_value a, check_value offset, bool cosine)
{
    const doubled x = doubled_add(a.value, offset.value);
    doubled s, c;
    doubled_sincos(x, &s, &c);
    return (check_value){cosine ? c : s, a.bound + 4 * DOUBLED_UNIT * (1 + size_of(x)),
                         a.spread + offset.spread};
}

static check_value operate(op_kind kind, check_value a, check_value b)
{
    const double sa = size_of(a.value), sb = size_of(b.value);
    check_value out = {doubled_of(0), 0, a.spread + b.spread};
    switch (kind) {
    case OP_MUL:
        out.value = doubled_multiply(a.value, b.value);
        out.bound = sa * b.bound + sb * a.bound + a.bound * b.bound;
        out.spread = sa * b.spread + sb * a.spread;
        break;
    case OP_ADD:
    case OP_SUB:
        out.value = kind == OP_ADD ? doubled_add(a.value, b.value) : doubled_sub(a.value, b.value);
        out.bound = a.bound + b.bound;
        break;
    case OP_DIV: return divide(a, b);
    case OP_SQRT: return root(a);
    case OP_ATAN2: return arc(a, b);
    case OP_SIN: return turn(a, b, false);
    case OP_COS: return turn(a, b, true);
    case OP_BELOW: return below(a, b);
    case OP_KIND_COUNT: break;
    }
    out.bound += DOUBLED_UNIT * size_of(out.value);
    return out;
}

static check_value fetch(const ops *p, const check_value *in, const check_value *done, operand x)
{
    const uint32_t index = OPERAND_INDEX(x);
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return in[index];
    case FROM_CONSTANT:
        return (check_value){doubled_of(p->constants[index].value), 0,
                             DBL_EPSILON * fabs(p->constants[index].value)};
    case FROM_OP: break;
    }
    return done[index];
}

status check_evaluate(arena *mem, const ops *p, const check_state *s, const check_base *base,
                      check_value *out, const char **why_not, diag *d)
{
    check_value *in = ARENA_ARRAY(mem, check_value, p->inputs_count + 1);
    check_value *done = ARENA_ARRAY(mem, check_value, p->list_count + 1);
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        if (word_owner_of(&INPUT_KIND[p->inputs[i].kind]) == OWNER_NONE) {
            *why_not = "the graph has inputs of no known meaning";
            return STATUS_OK;
        }
        TRY(check_owner(s->m, base, &p->inputs[i], d));
        in[i] = enter(s, base, &p->inputs[i]);
    }
    for (uint32_t i = 0; i < p->list_count; i++)
        done[i] = operate(p->list[i].kind, fetch(p, in, done, p->list[i].a),
                          fetch(p, in, done, p->list[i].b));
    for (uint32_t i = 0; i < p->outputs_count; i++)
        out[i] = fetch(p, in, done, p->outputs[i].value);
    return STATUS_OK;
}
