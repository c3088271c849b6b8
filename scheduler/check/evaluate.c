/* The graph in numbers of twice a double's precision, with a running bound of the error. */
#include "check/check_judge.h"

#include <string.h>

typedef struct {
    doubled value;
    double bound;
} bounded;

static double size_of(doubled a)
{
    return fabs(a.hi);
}

/* ---- inputs ---------------------------------------------------------------------------------- */

static const char *owner_name(const check_model *m, word_owner owner, uint32_t index)
{
    if (index >= m->owners[owner])
        return NULL;
    switch (owner) {
    case OWNER_COORDINATE: return m->coordinates[index].name;
    case OWNER_FREE_BODY: return m->bodies[m->free[index]].name;
    case OWNER_FORCE: return m->forces[index].name;
    case OWNER_PAYLOAD: return m->payloads[index].name;
    case OWNER_ELEMENT: return m->elements[index].what->name;
    case OWNER_USER_NUMBER: return m->user_numbers[index];
    default: return NULL;
    }
}

static status check_owner(const check_model *m, const ops_input *in, diag *d)
{
    const word_owner owner = word_owner_of(&INPUT_KIND[in->kind]);
    const char *name = owner_name(m, owner, in->index);
    if (owner == OWNER_BASE || (name && in->of && strcmp(name, in->of) == 0))
        return STATUS_OK;
    return diag_error(d, (place){.file = "own graph"}, "input '%s' of the graph "
                      "belongs to '%s', number %u, and the second opinion has '%s' there",
                      in->name, in->of ? in->of : "nobody", in->index, name ? name : "nobody");
}

static bounded enter(const check_state *s, const ops_input *in)
{
    const word_kind *k = &INPUT_KIND[in->kind];
    const doubled x = s->of[k->array][word_number(k, in->index, in->axis)].value;
    if (k->made == MADE_COPY)
        return (bounded){x, 0};
    const doubled moved = doubled_add(doubled_multiply(x, doubled_of(in->ratio)),
                                      doubled_of(in->offset));
    const double loss = 4 * DOUBLED_UNIT * (1 + size_of(moved));
    doubled sine, cosine;
    if (k->made == MADE_AFFINE)
        return (bounded){moved, loss};
    doubled_sincos(moved, &sine, &cosine);
    return (bounded){k->made == MADE_SINE ? sine : cosine, loss};
}

/* ---- operations ------------------------------------------------------------------------------ */

static bounded divide(bounded a, bounded b)
{
    bounded out = {doubled_divide(a.value, b.value), INFINITY};
    const double least = size_of(b.value) - b.bound;
    if (least > 0)
        out.bound = (a.bound + size_of(out.value) * b.bound) / least +
                    DOUBLED_UNIT * size_of(out.value);
    return out;
}

static bounded root(bounded a)
{
    bounded out = {doubled_sqrt(a.value), DOUBLED_UNIT};
    const double least = a.value.hi - a.bound;
    out.bound = a.bound == 0 ? 0 : least > 0 ? a.bound / sqrt(least) : sqrt(a.value.hi + a.bound);
    out.bound += DOUBLED_UNIT * size_of(out.value);
    return out;
}

static bounded arc(bounded y, bounded x)
{
    const double sy = size_of(y.value), sx = size_of(x.value), square = sx * sx + sy * sy;
    bounded out = {doubled_atan2(y.value, x.value), 16 * DOUBLED_UNIT};
    if (x.bound != 0 || y.bound != 0)
        out.bound += 2 * (sx * y.bound + sy * x.bound) / square;
    return out;
}

static bounded below(bounded a, bounded b)
{
    bounded out = {doubled_of(0), 0};
    if (b.value.hi < 0)
        out = a;
    if (b.bound > 0 && size_of(b.value) <= b.bound)
        out.bound = size_of(a.value) + a.bound;
    return out;
}

static bounded turn(bounded a, bounded offset, bool cosine)
{
    const doubled x = doubled_add(a.value, offset.value);
    doubled s, c;
    doubled_sincos(x, &s, &c);
    return (bounded){cosine ? c : s, a.bound + 4 * DOUBLED_UNIT * (1 + size_of(x))};
}

static bounded operate(op_kind kind, bounded a, bounded b)
{
    const double sa = size_of(a.value), sb = size_of(b.value);
    bounded out = {doubled_of(0), 0};
    switch (kind) {
    case OP_MUL:
        out.value = doubled_multiply(a.value, b.value);
        out.bound = sa * b.bound + sb * a.bound + a.bound * b.bound;
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

static bounded fetch(const ops *p, const bounded *in, const bounded *done, operand x)
{
    const uint32_t index = OPERAND_INDEX(x);
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return in[index];
    case FROM_CONSTANT: return (bounded){doubled_of(p->constants[index].value), 0};
    case FROM_OP: break;
    }
    return done[index];
}

status check_evaluate(arena *mem, const ops *p, const check_state *s, doubled *out, double *bound,
                      const char **why_not, diag *d)
{
    bounded *in = ARENA_ARRAY(mem, bounded, p->inputs_count + 1);
    bounded *done = ARENA_ARRAY(mem, bounded, p->list_count + 1);
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        if (word_owner_of(&INPUT_KIND[p->inputs[i].kind]) == OWNER_NONE) {
            *why_not = "the graph has inputs of no known meaning";
            return STATUS_OK;
        }
        TRY(check_owner(s->m, &p->inputs[i], d));
        in[i] = enter(s, &p->inputs[i]);
    }
    for (uint32_t i = 0; i < p->list_count; i++)
        done[i] = operate(p->list[i].kind, fetch(p, in, done, p->list[i].a),
                          fetch(p, in, done, p->list[i].b));
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const bounded v = fetch(p, in, done, p->outputs[i].value);
        out[i] = v.value;
        bound[i] = v.bound;
    }
    return STATUS_OK;
}
