#include "equations/identity.h"

#include "base/random.h"

#include <string.h>

static uint64_t name_hash(const char *name, uint64_t seed)
{
    uint64_t h = seed;
    for (; *name; name++) {
        h ^= (unsigned char)*name;
        h = random_bits(&h);
    }
    return h;
}

static void input_value(const net *n, sym s, uint64_t point, residue *values)
{
    const symbol *v = &n->symbols[s];
    const sym partner = v->trig_partner;
    if (partner < s)
        return;
    uint64_t state = name_hash(v->name, point);
    if (partner == s)
        values[s] = field_random(&state);
    else
        field_circle(&state, &values[s], &values[partner]);
}

void identity_inputs(const net *n, uint64_t point, residue *values)
{
    for (sym s = 0; s < n->symbols_count; s++)
        if (n->symbols[s].kind == SYM_INPUT)
            input_value(n, s, point, values);
}

static residue constant_value(const net *n, uint32_t k)
{
    return n->exact ? n->exact[k].of : field_from_double(n->constants[k]);
}

static residue sum_value(const residue *constants, const symbol *v, const residue *values)
{
    residue sum = 0;
    for (uint32_t i = 0; i < v->terms_count; i++) {
        const term *t = &v->terms[i];
        residue product = constants[t->constant];
        for (uint32_t k = 0; k < t->count; k++)
            product = field_multiply(product, values[t->factor[k]]);
        sum = t->negative ? field_sub(sum, product) : field_add(sum, product);
    }
    return sum;
}

bool identity_values(arena *mem, const net *n, uint64_t point, residue *values)
{
    residue *constants = ARENA_ARRAY(mem, residue, n->constants_count + 1);
    bool finite = true;
    for (uint32_t k = 0; k < n->constants_count; k++)
        constants[k] = constant_value(n, k);
    for (sym s = 0; s < n->symbols_count; s++)
        if (n->symbols[s].kind == SYM_PARAMETER)
            values[s] = field_from_double(n->symbols[s].value);
    sym *order;
    const uint32_t count = net_order(n, mem, &order);
    for (uint32_t i = 0; i < count; i++) {
        const symbol *v = &n->symbols[order[i]];
        const residue a = v->kind == SYM_CALL ? values[v->argument[0]] : 0;
        if (v->kind != SYM_CALL)
            values[order[i]] = sum_value(constants, v, values);
        else if (v->call == CALL_RECIPROCAL)
            finite = field_inverse(a, &values[order[i]]) && finite;
        else
            values[order[i]] = field_call(point, v->call,
                                          v->call == CALL_SQRT ? FIELD_NO_SIGN : FIELD_ODD, a,
                                          v->call == CALL_SQRT ? 0 : values[v->argument[1]]);
    }
    return finite;
}

const char *identity_difference(const net *before, const net *after, uint64_t points)
{
    const char *broken = NULL;
    for (uint64_t p = 0; p < points && !broken; p++) {
        arena mem = arena_make();
        residue *was = ARENA_ARRAY(&mem, residue, before->symbols_count + 1);
        residue *is = ARENA_ARRAY(&mem, residue, after->symbols_count + 1);
        identity_inputs(before, p, was);
        identity_inputs(after, p, is);
        identity_values(&mem, before, p, was);
        identity_values(&mem, after, p, is);
        sym b = 0;
        for (sym a = 0; a < after->symbols_count && !broken; a++) {
            if (after->symbols[a].kind < SYM_VARIABLE || !after->symbols[a].is_output)
                continue;
            for (b = 0; b < before->symbols_count; b++)
                if (before->symbols[b].kind >= SYM_VARIABLE && before->symbols[b].is_output &&
                    strcmp(before->symbols[b].name, after->symbols[a].name) == 0)
                    break;
            if (b == before->symbols_count || was[b] != is[a])
                broken = after->symbols[a].name;
        }
        arena_free(&mem);
    }
    return broken;
}
