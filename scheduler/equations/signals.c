#include "equations/signals.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

static signal *signal_find(signals *s, signal like)
{
    for (uint32_t i = 0; i < s->list_count; i++) {
        signal *have = &s->list[i];
        if (have->kind == like.kind && have->index == like.index && have->axis == like.axis &&
            have->ratio == like.ratio && have->offset == like.offset)
            return have;
    }
    return NULL;
}

static sym signal_get(signals *s, net *n, signal like, const char *name)
{
    signal *have = signal_find(s, like);
    if (have)
        return have->symbol;
    like.symbol = net_input(n, name);
    *ARENA_PUSH(s->mem, s, list) = like;
    return like.symbol;
}

/* Inputs of plain coordinates are s1, qd1, ...; those of a shifted or scaled one get a letter. */
static const char *coordinate_name(signals *s, const char *prefix, signal like)
{
    if (like.ratio == 1 && like.offset == 0)
        return arena_printf(s->mem, "%s%u", prefix, like.index + 1);
    uint32_t variants = 0;
    for (uint32_t i = 0; i < s->list_count; i++)
        variants += s->list[i].kind == like.kind && s->list[i].index == like.index;
    return arena_printf(s->mem, "%s%u_%u", prefix, like.index + 1, variants + 1);
}

void signals_trig(signals *s, net *n, uint32_t coordinate, double ratio, double offset, poly *sine, poly *cosine)
{
    double flip = ratio < 0 ? -1 : 1;
    ratio *= flip;
    offset *= flip;
    double quarters = round(offset / (PI / 2)), rest = offset - quarters * (PI / 2);
    if (fabs(rest) > 1e-12)
        quarters = 0;
    else
        rest = 0;
    if (rest != 0)
        rest = offset;
    signal like = {.of = s->t->coordinates[coordinate].name, .index = coordinate, .ratio = ratio, .offset = rest};
    like.kind = INPUT_SIN;
    sym sin_symbol = signal_get(s, n, like, coordinate_name(s, "s", like));
    like.kind = INPUT_COS;
    sym cos_symbol = signal_get(s, n, like, coordinate_name(s, "c", like));
    n->symbols[sin_symbol].trig_partner = cos_symbol;
    n->symbols[cos_symbol].trig_partner = sin_symbol;
    poly a = poly_symbol(n, sin_symbol), b = poly_symbol(n, cos_symbol);
    for (int turns = ((int)quarters % 4 + 4) % 4; turns > 0; turns--) { /* sin(x + pi/2) = cos x, cos(x + pi/2) = -sin x */
        poly was = a;
        a = b;
        b = poly_scale(n, was, -1);
    }
    *sine = poly_scale(n, a, flip);
    *cosine = b;
}

poly signals_coordinate(signals *s, net *n, input_kind kind, uint32_t coordinate, double ratio, double offset)
{
    static const char *const prefix[] = {[INPUT_Q] = "q", [INPUT_QD] = "qd", [INPUT_QDD] = "qdd"};
    signal like = {.kind = kind, .of = s->t->coordinates[coordinate].name, .index = coordinate, .ratio = ratio, .offset = offset};
    return poly_symbol(n, signal_get(s, n, like, coordinate_name(s, prefix[kind], like)));
}

poly signals_vector(signals *s, net *n, input_kind kind, const char *of, uint32_t index, uint32_t axis)
{
    static const char *const prefix[] = {[INPUT_OMEGA] = "omega", [INPUT_OMEGAD] = "omegad", [INPUT_ACC] = "acc",
                                         [INPUT_FORCE] = "force", [INPUT_MOMENT] = "moment"};
    signal like = {.kind = kind, .of = of, .index = index, .axis = axis, .ratio = 1};
    return poly_symbol(n, signal_get(s, n, like, arena_printf(s->mem, "%s%u%c", prefix[kind], index + 1, "xyz"[axis])));
}

void signals_torque(signals *s, net *n, uint32_t coordinate, poly value)
{
    const tree_coordinate *c = &s->t->coordinates[coordinate];
    const char *name = arena_printf(s->mem, "tau%u", coordinate + 1);
    sym out = net_output(n, name, value);
    *ARENA_PUSH(s->mem, s, results) = (result){out, name, OUTPUT_TORQUE, c->name, coordinate, 0, c->is_angle};
}

void signals_wrench(signals *s, net *n, output_kind kind, const char *of, uint32_t index, uint32_t axis, poly value)
{
    const char *prefix = kind == OUTPUT_FORCE ? "basef" : "basem";
    const char *name = arena_printf(s->mem, "%s%u%c", prefix, index + 1, "xyz"[axis]);
    sym out = net_output(n, name, value);
    *ARENA_PUSH(s->mem, s, results) = (result){out, name, kind, of, index, axis, false};
}

void signals_rebind(signals *s, const net *copy)
{
    uint32_t input = 0;
    for (sym x = 0; x < copy->symbols_count; x++) {
        const symbol *v = &copy->symbols[x];
        if (v->kind == SYM_INPUT)
            s->list[input++].symbol = x;
        for (uint32_t i = 0; i < s->results_count && v->kind == SYM_VARIABLE && v->is_output; i++)
            if (copy->symbols[x].name == s->results[i].name)
                s->results[i].symbol = x;
    }
}
