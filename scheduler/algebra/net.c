/* SPDX-License-Identifier: MIT */
#include "algebra/net.h"

#include <assert.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CALL_IS_OTHER, CALL_IS_ODD };

const call_kind_info CALL_KIND[CALL_KINDS] = {
#define CALL(ID, word, arguments, OP, TURNS) {word, arguments, OP_##OP, CALL_IS_##TURNS},
#include "machine/ops.def"
};

/* --- constants -------------------------------------------------------------------- */

bool net_same_constant(double a, double b)
{
    const double x = fabs(a), y = fabs(b);
    return fabs(a - b) <= 8 * DBL_EPSILON * (x > y ? x : y);
}

/* Rounded to 40 bits, so that values that are the same lie in one bucket or in neighbours; these
 * are searched too. */
static uint64_t constant_bucket(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits >> 12;
}

static uint32_t hash64(uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdu;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53u;
    x ^= x >> 33;
    return (uint32_t)x;
}

/* The nearer of `best` and the constants of a bucket that are the same as value. */
static uint32_t constant_find(const net *n, double value, uint64_t bucket, uint32_t best)
{
    uint32_t mask = n->constant_table_size - 1;
    for (uint32_t at = hash64(bucket) & mask; n->constant_table[at]; at = (at + 1) & mask) {
        uint32_t index = n->constant_table[at] - 1;
        if (net_same_constant(value, n->constants[index]) &&
            (best == UINT32_MAX ||
             fabs(value - n->constants[index]) < fabs(value - n->constants[best])))
            best = index;
    }
    return best;
}

static void constant_table_insert(net *n, uint32_t index)
{
    uint32_t mask = n->constant_table_size - 1;
    uint32_t at = hash64(constant_bucket(n->constants[index])) & mask;
    while (n->constant_table[at])
        at = (at + 1) & mask;
    n->constant_table[at] = index + 1;
}

void net_note_sameness(net *n, residue is, residue taken_for)
{
    n->proof.roundings += is != taken_for;
}

/* A value is one with a constant that has another double. */
static void note_distance(net *n, double value, double constant)
{
    const double units = fabs(value - constant) / (DBL_EPSILON * constant);
    n->proof.worst = units > n->proof.worst ? units : n->proof.worst;
}

void net_make_exact(net *n)
{
    n->exact = arena_grow(n->mem, n->exact, n->constants_count, &n->exact_capacity,
                          sizeof *n->exact);
    for (uint32_t i = 0; i < n->constants_count; i++)
        n->exact[i] = exact_of(n->constants[i]);
}

uint32_t net_constant(net *n, double value)
{
    assert(value > 0 && isfinite(value));
    uint64_t bucket = constant_bucket(value);
    /* The nearest: one that is there finds itself, however close another is. Otherwise a net and
     * its copy could differ, for which 1 is no multiplication and 1 - 8 epsilon is one. */
    uint32_t found = constant_find(n, value, bucket, UINT32_MAX);
    if (found != UINT32_MAX && n->constants[found] == value) /* mostly */
        return found;
    found = UINT32_MAX;
    for (int step = -1; step <= 1; step++)
        found = constant_find(n, value, bucket + (uint64_t)(int64_t)step, found);
    if (found != UINT32_MAX) {
        if (n->exact && n->constants[found] != value)
            note_distance(n, value, n->constants[found]);
        return found;
    }
    if ((n->constants_count + 1) * 2 > n->constant_table_size) {
        n->constant_table_size *= 2;
        n->constant_table = ARENA_ARRAY(n->mem, uint32_t, n->constant_table_size);
        for (uint32_t i = 0; i < n->constants_count; i++)
            constant_table_insert(n, i);
    }
    *ARENA_PUSH(n->mem, n, constants) = value;
    if (n->exact) {
        n->exact = arena_grow(n->mem, n->exact, n->constants_count, &n->exact_capacity,
                              sizeof *n->exact);
        n->exact[n->constants_count - 1] = exact_of(value);
    }
    constant_table_insert(n, n->constants_count - 1);
    return n->constants_count - 1;
}

/* --- the net ---------------------------------------------------------------------- */

net net_make(arena *mem)
{
    net n = {.mem = mem, .constant_table_size = 256, .definition_table_size = 1024};
    n.constant_table = ARENA_ARRAY(mem, uint32_t, n.constant_table_size);
    n.definition_table = ARENA_ARRAY(mem, uint32_t, n.definition_table_size);
    uint32_t one = net_constant(&n, 1.0);
    assert(one == 0);
    (void)one;
    return n;
}

static sym symbol_new(net *n, sym_kind kind, const char *name)
{
    sym s;
    if (n->free_symbols_count) {
        s = n->free_symbols[--n->free_symbols_count];
        term *terms = n->symbols[s].terms;
        uint32_t capacity = n->symbols[s].terms_capacity;
        n->symbols[s] = (symbol){.terms = terms, .terms_capacity = capacity};
    } else {
        ARENA_PUSH(n->mem, n, symbols);
        s = n->symbols_count - 1;
    }
    n->symbols[s].kind = kind;
    n->symbols[s].name = name;
    n->symbols[s].trig_partner = s;
    return s;
}

sym net_input(net *n, const char *name)
{
    return symbol_new(n, SYM_INPUT, name);
}

sym net_parameter(net *n, const char *name, double value)
{
    sym s = symbol_new(n, SYM_PARAMETER, name);
    n->symbols[s].value = value;
    return s;
}

/* --- definitions -------------------------------------------------------------------- */

void net_count_uses(net *n, const term *terms, uint32_t count, int change)
{
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < terms[i].count; k++)
            n->symbols[terms[i].factor[k]].uses += (uint32_t)change;
}

void net_store_terms(net *n, sym s, const term *terms, uint32_t count)
{
    symbol *v = &n->symbols[s];
    if (count > v->terms_capacity) { /* most definitions stay as long as they begin */
        uint32_t twice = 2 * v->terms_capacity;
        v->terms_capacity = count > twice ? count : twice;
        v->terms = ARENA_ARRAY(n->mem, term, v->terms_capacity); /* `terms` may be the old ones */
    }
    if (count)
        memmove(v->terms, terms, count * sizeof(term));
    v->terms_count = count;
}

void net_set_terms(net *n, sym s, const term *terms, uint32_t count)
{
    net_count_uses(n, terms, count, 1);
    net_count_uses(n, n->symbols[s].terms, n->symbols[s].terms_count, -1);
    net_store_terms(n, s, terms, count);
}

sym net_new_variable(net *n, const char *name, const term *terms, uint32_t count)
{
    sym s = symbol_new(n, SYM_VARIABLE, name);
    net_set_terms(n, s, terms, count);
    return s;
}

/* Hash of a sum up to its sign. */
static uint32_t sum_hash(const term *terms, uint32_t count)
{
    uint64_t h = count;
    for (uint32_t i = 0; i < count; i++) {
        h = h * 0x9e3779b97f4a7c15u + (uint64_t)terms[i].constant * 2 +
            (terms[i].negative ^ terms[0].negative);
        for (uint32_t k = 0; k < terms[i].count; k++)
            h = (h ^ terms[i].factor[k]) * 0x100000001b3u;
        h ^= h >> 29;
    }
    return hash64(h);
}

static uint32_t call_hash(call_kind kind, const sym *argument)
{
    uint64_t h = (uint64_t)kind + 0x632be59bd9b4e019u;
    for (uint32_t k = 0; k < CALL_KIND[kind].arguments; k++)
        h = (h ^ argument[k]) * 0x9e3779b97f4a7c15u;
    return hash64(h);
}

static uint32_t definition_hash(const symbol *v)
{
    return v->kind == SYM_CALL ? call_hash(v->call, v->argument)
                               : sum_hash(v->terms, v->terms_count);
}

static bool same_up_to_sign(const symbol *v, const term *terms, uint32_t count)
{
    if (v->kind != SYM_VARIABLE || v->terms_count != count)
        return false;
    bool flipped = v->terms[0].negative != terms[0].negative;
    for (uint32_t i = 0; i < count; i++)
        if (v->terms[i].constant != terms[i].constant ||
            (v->terms[i].negative != terms[i].negative) != flipped ||
            term_compare_factors(&v->terms[i], &terms[i]) != 0)
            return false;
    return true;
}

static void definition_insert(net *n, sym s)
{
    uint32_t mask = n->definition_table_size - 1;
    uint32_t at = definition_hash(&n->symbols[s]) & mask;
    while (n->definition_table[at])
        at = (at + 1) & mask;
    n->definition_table[at] = s + 1;
    n->definition_table_used++;
}

static void definition_table_grow(net *n)
{
    uint32_t *old = n->definition_table, old_size = n->definition_table_size;
    n->definition_table_size *= 2;
    n->definition_table_used = 0;
    n->definition_table = ARENA_ARRAY(n->mem, uint32_t, n->definition_table_size);
    for (uint32_t i = 0; i < old_size; i++)
        if (old[i])
            definition_insert(n, old[i] - 1);
}

/* A new symbol into the table of definitions. */
static void definition_add(net *n, sym s)
{
    if (n->definition_table_used * 2 >= n->definition_table_size)
        definition_table_grow(n);
    definition_insert(n, s);
}

poly net_assign(net *n, const char *name, poly value)
{
    if (!value.count || (value.count == 1 && !term_muls(&value.terms[0])))
        return value;
    uint32_t mask = n->definition_table_size - 1;
    for (uint32_t at = sum_hash(value.terms, value.count) & mask; n->definition_table[at];
         at = (at + 1) & mask) {
        sym s = n->definition_table[at] - 1;
        if (same_up_to_sign(&n->symbols[s], value.terms, value.count)) {
            poly ref = poly_symbol(n, s);
            ref.terms[0].negative = n->symbols[s].terms[0].negative ^ value.terms[0].negative;
            return ref;
        }
    }
    sym s = net_new_variable(n, name, value.terms, value.count);
    definition_add(n, s);
    return poly_symbol(n, s);
}

sym net_output(net *n, const char *name, poly value)
{
    sym s = net_new_variable(n, name, value.terms, value.count);
    n->symbols[s].is_output = true;
    n->symbols[s].uses++;
    return s;
}

/* --- calls ------------------------------------------------------------------------------ */

void net_count_arguments(net *n, sym call, int change)
{
    const symbol *v = &n->symbols[call];
    for (uint32_t k = 0; k < CALL_KIND[v->call].arguments; k++)
        n->symbols[v->argument[k]].uses += (uint32_t)change;
}

/* The symbol of a call; an equal one that exists serves. */
static sym call_get(net *n, const char *name, call_kind kind, const sym *argument)
{
    uint32_t mask = n->definition_table_size - 1;
    for (uint32_t at = call_hash(kind, argument) & mask; n->definition_table[at];
         at = (at + 1) & mask) {
        const symbol *v = &n->symbols[n->definition_table[at] - 1];
        if (v->kind == SYM_CALL && v->call == kind && v->argument[0] == argument[0] &&
            v->argument[1] == argument[1])
            return n->definition_table[at] - 1;
    }
    sym s = symbol_new(n, SYM_CALL, name);
    n->symbols[s].call = kind;
    n->has_reciprocals |= kind == CALL_RECIPROCAL;
    memcpy(n->symbols[s].argument, argument, sizeof n->symbols[s].argument);
    net_count_arguments(n, s, 1);
    definition_add(n, s);
    return s;
}

static bool is_number(poly p, const net *n, double *value)
{
    *value = p.count ? term_coefficient(n, &p.terms[0]) : 0;
    return poly_is_number(p);
}

/* The symbol whose value is the sum, or the opposite of it where `negative` may take the sign. */
static sym argument_of(net *n, poly value, bool *negative)
{
    double number;
    poly named = net_assign(n, NULL, value);
    bool is_symbol = !is_number(named, n, &number) && (negative || !named.terms[0].negative);
    if (negative)
        *negative = is_symbol && named.terms[0].negative;
    return is_symbol ? named.terms[0].factor[0]
                     : net_new_variable(n, NULL, named.terms, named.count);
}

poly net_call(net *n, const char *name, call_kind kind, poly a, poly b)
{
    double x, y;
    bool negative = false, a_number = is_number(a, n, &x), b_number = is_number(b, n, &y);
    assert(!a_number || !(kind == CALL_RECIPROCAL ? x == 0 : kind == CALL_SQRT && x < 0));
    if (a_number && (b_number || CALL_KIND[kind].arguments == 1))
        return poly_number(n, call_value(kind, x, y));
    sym argument[CALL_ARGUMENTS] = {0};
    argument[0] = argument_of(n, a, CALL_KIND[kind].is_odd ? &negative : NULL);
    if (CALL_KIND[kind].arguments > 1)
        argument[1] = argument_of(n, b, NULL);
    poly result = poly_symbol(n, call_get(n, name, kind, argument));
    result.terms[0].negative = negative;
    return result;
}

poly net_reciprocal(net *n, const char *name, poly a)
{
    return net_call(n, name, CALL_RECIPROCAL, a, poly_zero());
}

/* --- what nothing needs -------------------------------------------------------------------- */

static void symbol_free(net *n, sym s)
{
    if (n->symbols[s].kind == SYM_CALL)
        net_count_arguments(n, s, -1);
    else
        net_set_terms(n, s, NULL, 0);
    n->symbols[s].kind = SYM_FREE;
    *ARENA_PUSH(n->mem, n, free_symbols) = s;
}

void net_sweep(net *n)
{
    /* Definitions are nearly in order, so sweeping backwards ends after one or two rounds. */
    for (bool again = true; again;) {
        again = false;
        for (sym s = n->symbols_count; s-- > 0;) {
            if (n->symbols[s].kind < SYM_VARIABLE || n->symbols[s].uses)
                continue;
            symbol_free(n, s);
            again = true;
        }
    }
}

/* --- copies ---------------------------------------------------------------------------- */

static void *copied(arena *mem, const void *from, size_t count, size_t element_bytes)
{
    void *to = arena_alloc(mem, (count + 1) * element_bytes);
    if (count)
        memcpy(to, from, count * element_bytes);
    return to;
}

net net_move(const net *n, arena *mem)
{
    net to = *n;
    to.mem = mem;
    to.symbols = copied(mem, n->symbols, n->symbols_count, sizeof(symbol));
    to.free_symbols = copied(mem, n->free_symbols, n->free_symbols_count, sizeof(sym));
    to.constants = copied(mem, n->constants, n->constants_count, sizeof(double));
    to.constant_table = copied(mem, n->constant_table, n->constant_table_size, sizeof(uint32_t));
    to.definition_table = copied(mem, n->definition_table, n->definition_table_size,
                                 sizeof(uint32_t));
    to.symbols_capacity = n->symbols_count;
    to.free_symbols_capacity = n->free_symbols_count;
    to.constants_capacity = n->constants_count;
    if (n->exact)
        to.exact = copied(mem, n->exact, n->constants_count, sizeof *n->exact);
    to.exact_capacity = n->exact ? n->constants_count : 0;
    for (sym s = 0; s < to.symbols_count; s++) {
        symbol *v = &to.symbols[s];
        if (v->kind == SYM_FREE) {
            *v = (symbol){.kind = SYM_FREE};
            continue;
        }
        v->name = v->name ? arena_strdup(mem, v->name) : NULL;
        v->terms = copied(mem, v->terms, v->terms_count, sizeof(term));
        v->terms_capacity = v->terms_count;
    }
    return to;
}

static uint32_t copied_constant(net *to, const net *from, uint32_t of)
{
    const uint32_t before = to->constants_count, index = net_constant(to, from->constants[of]);
    if (to->exact && index == before)
        to->exact[index] = from->exact[of];
    else if (to->exact)
        net_note_sameness(to, from->exact[of].of, to->exact[index].of);
    return index;
}

net net_copy(const net *n, arena *mem)
{
    arena work = arena_make();
    net copy = net_make(mem);
    if (n->exact)
        net_make_exact(&copy);
    sym *renamed = ARENA_ARRAY(&work, sym, n->symbols_count + 1), *order;
    term *terms = NULL; /* of one definition */
    uint32_t terms_capacity = 0;
    for (sym s = 0; s < n->symbols_count; s++)
        if (n->symbols[s].kind == SYM_INPUT ||
            (n->symbols[s].kind == SYM_PARAMETER && n->symbols[s].uses)) {
            renamed[s] = symbol_new(&copy, n->symbols[s].kind, n->symbols[s].name);
            copy.symbols[renamed[s]].value = n->symbols[s].value;
        }
    for (sym s = 0; s < n->symbols_count; s++)
        if (n->symbols[s].kind == SYM_INPUT)
            copy.symbols[renamed[s]].trig_partner = renamed[n->symbols[s].trig_partner];
    uint32_t count = net_order(n, &work, &order);
    for (uint32_t i = 0; i < count; i++) {
        const symbol *v = &n->symbols[order[i]];
        if (v->kind == SYM_CALL) {
            sym argument[CALL_ARGUMENTS] = {0};
            for (uint32_t k = 0; k < CALL_KIND[v->call].arguments; k++)
                argument[k] = renamed[v->argument[k]];
            renamed[order[i]] = call_get(&copy, v->name, v->call, argument);
            continue;
        }
        terms = arena_grow(&work, terms, v->terms_count, &terms_capacity, sizeof(term));
        for (uint32_t t = 0; t < v->terms_count; t++) {
            const uint32_t of = v->terms[t].constant;
            terms[t] = (term){.negative = v->terms[t].negative,
                              .constant = copied_constant(&copy, n, of)};
            for (uint32_t k = 0; k < v->terms[t].count; k++) {
                term one = {.count = 1, .factor = {renamed[v->terms[t].factor[k]]}};
                term_multiply(&copy, &terms[t], &one, &terms[t]);
            }
        }
        uint32_t kept = terms_normalise(&copy, terms, v->terms_count);
        sym s = net_new_variable(&copy, v->name, terms, kept);
        copy.symbols[s].is_output = v->is_output;
        copy.symbols[s].keeps_squares = v->keeps_squares;
        copy.symbols[s].uses += v->is_output;
        definition_add(&copy, s);
        renamed[order[i]] = s;
    }
    arena_free(&work);
    const uint32_t roundings = copy.proof.roundings;
    copy.proof = n->proof;
    copy.proof.roundings += roundings;
    return copy;
}
