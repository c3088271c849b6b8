/* SPDX-License-Identifier: MIT */
#include "algebra/identity.h"

#include "base/names.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const char *const IDENTITY_PASS[IDENTITY_PASS_COUNT] = {
#define IDENTITY(id, name) name,
    IDENTITY_PASSES(IDENTITY)
#undef IDENTITY
};

enum { MOST_POINTS = 4, REAL_POINTS = 2 };

/* Units that constants that are one lie apart at most (net_same_constant), by the smaller one. */
static const double MOST_APART = 8.001;

/* An output before a pass. */
typedef struct {
    const char *name;
    residue at[MOST_POINTS];
    identity_real real[REAL_POINTS];
    double degree;
    bool is_back;
} output_claim;

struct identity_claim {
    arena mem;
    output_claim *outputs;
    uint32_t outputs_count, outputs_capacity;
    name_table names;
    uint32_t points, roundings; /* roundings: before */
    bool divides[MOST_POINTS]; /* nothing is divided by 0 there */
};

static bool is_output(const symbol *v)
{
    return v->kind == SYM_VARIABLE && v->is_output;
}

/* Everything about a net that is compared, by symbol. */
typedef struct {
    residue *at[MOST_POINTS];
    bool divides[MOST_POINTS];
    identity_real *real[REAL_POINTS];
    double *degree;
    uint32_t points;
} facts;

/* Degrees up to 2^FEW_BITS need two points. */
enum { FEW_BITS = 33 };

static facts facts_of(arena *mem, const net *n, uint32_t points)
{
    facts f = {.degree = ARENA_ARRAY(mem, double, n->symbols_count + 1), .points = points};
    sym *order;
    const uint32_t count = net_order(n, mem, &order);
    identity_degrees(mem, n, order, count, f.degree);
    for (sym s = 0; s < n->symbols_count && !points; s++)
        if (is_output(&n->symbols[s]) && f.degree[s] > ldexp(1, FEW_BITS))
            f.points = MOST_POINTS;
    f.points = f.points ? f.points : 2;
    for (uint32_t p = 0; p < f.points; p++) {
        f.at[p] = ARENA_ARRAY(mem, residue, n->symbols_count + 1);
        identity_inputs(n, p, f.at[p]);
        f.divides[p] = identity_values(n, order, count, p, f.at[p]);
    }
    for (uint32_t p = 0; p < REAL_POINTS; p++) {
        f.real[p] = ARENA_ARRAY(mem, identity_real, n->symbols_count + 1);
        identity_real_inputs(n, p, f.real[p]);
        identity_reals(n, order, count, f.real[p]);
    }
    return f;
}

static output_claim claim_of(const net *n, const facts *f, sym s)
{
    output_claim o = {.name = n->symbols[s].name, .degree = f->degree[s]};
    for (uint32_t p = 0; p < f->points; p++)
        o.at[p] = f->at[p][s];
    for (uint32_t p = 0; p < REAL_POINTS; p++)
        o.real[p] = f->real[p][s];
    return o;
}

identity_claim *identity_before(net *n)
{
    arena mem = arena_make(), work = arena_make();
    identity_claim *c = ARENA_ARRAY(&mem, identity_claim, 1);
    net_make_exact(n);
    const facts f = facts_of(&work, n, 0);
    c->points = f.points;
    c->roundings = n->proof.roundings;
    memcpy(c->divides, f.divides, sizeof c->divides);
    c->names = names_make(&mem);
    for (sym s = 0; s < n->symbols_count; s++) {
        if (!is_output(&n->symbols[s]))
            continue;
        output_claim *o = ARENA_PUSH(&mem, c, outputs);
        *o = claim_of(n, &f, s);
        o->name = arena_strdup(&mem, o->name);
        names_add(&c->names, o->name, strlen(o->name), c->outputs_count - 1);
    }
    arena_free(&work);
    c->names.mem = NULL; /* it does not grow */
    c->mem = mem;
    return c;
}

/* --- after ------------------------------------------------------------------------------------ */

void identity_fault(net *n, identity_pass pass, const char *name)
{
    if (n->proof.pass)
        return;
    n->proof.pass = IDENTITY_PASS[pass];
    snprintf(n->proof.what, sizeof n->proof.what, "output '%s'", name ? name : "?");
}

/* Constants that definitions have. */
static const bool *used_constants(arena *mem, const net *n)
{
    bool *used = ARENA_ARRAY(mem, bool, n->constants_count + 1);
    for (sym s = 0; s < n->symbols_count; s++)
        for (uint32_t i = 0; n->symbols[s].kind == SYM_VARIABLE && i < n->symbols[s].terms_count;
             i++)
            used[n->symbols[s].terms[i].constant] = true;
    return used;
}

/* Doubles are what they were folded of. */
void identity_constants(net *n, identity_pass pass)
{
    arena work = arena_make();
    const bool *used = used_constants(&work, n);
    for (uint32_t k = 0; k < n->constants_count; k++) {
        const double value = n->constants[k];
        const exact_number *e = &n->exact[k];
        const double off = fabs((value - e->near.hi) - e->near.lo) / (DBL_EPSILON * e->size);
        if (!used[k])
            continue;
        n->proof.off = off > n->proof.off ? off : n->proof.off;
        if (!(off <= IDENTITY_UNITS) && !n->proof.pass) {
            n->proof.pass = IDENTITY_PASS[pass];
            snprintf(n->proof.what, sizeof n->proof.what, "constant %.17g", value);
        }
    }
    arena_free(&work);
    if (n->proof.worst > MOST_APART && !n->proof.pass) {
        n->proof.pass = IDENTITY_PASS[pass];
        snprintf(n->proof.what, sizeof n->proof.what, "a constant by %.0f units", n->proof.worst);
    }
}

/* Points where nothing is divided by 0. */
static uint32_t points_of(const identity_claim *c)
{
    uint32_t count = 0;
    for (uint32_t p = 0; p < c->points; p++)
        count += c->divides[p];
    return count;
}

static bool is_same_function(const identity_claim *c, const output_claim *was,
                             const output_claim *is)
{
    bool same = points_of(c) > 0;
    for (uint32_t p = 0; p < c->points; p++)
        same = same && (was->at[p] == is->at[p] || !c->divides[p]);
    return same;
}

static bool is_same_but_rounded(const output_claim *was, const output_claim *is)
{
    bool same = true;
    for (uint32_t p = 0; p < REAL_POINTS; p++) {
        const identity_real a = was->real[p], b = is->real[p];
        same = same && !(fabs(a.value - b.value) > a.bound + b.bound);
    }
    return same;
}

/* Of all outputs together. */
static double total_error(const identity_claim *c, double degree)
{
    enum { FIELD_BITS = 61 };
    return points_of(c) * (log2(fmax(degree, 1)) - FIELD_BITS) + log2(c->outputs_count + 1.0);
}

static double compare_output(identity_claim *c, identity_pass pass, net *n, const facts *f, sym s)
{
    const output_claim is = claim_of(n, f, s);
    uint32_t which;
    if (!names_find(&c->names, is.name, strlen(is.name), &which) || c->outputs[which].is_back) {
        identity_fault(n, pass, is.name);
        return 0;
    }
    output_claim *was = &c->outputs[which];
    was->is_back = true;
    if (is_same_function(c, was, &is))
        return was->degree + is.degree;
    const bool is_told = points_of(c) > 0 && n->proof.roundings == c->roundings;
    if (!is_told && is_same_but_rounded(was, &is))
        n->proof.rounded++;
    else
        identity_fault(n, pass, is.name);
    return 0;
}

void identity_passed(net *n, uint32_t points, double error)
{
    net_proof *p = &n->proof;
    const bool first = p->passes++ == 0;
    p->error_log2 = first || error > p->error_log2 ? error : p->error_log2;
    p->points = first || points < p->points ? points : p->points;
}

void identity_after(identity_claim *c, identity_pass pass, net *n)
{
    arena work = arena_make();
    const facts f = facts_of(&work, n, c->points);
    double degree = 0;
    for (uint32_t p = 0; p < c->points; p++)
        c->divides[p] = c->divides[p] && f.divides[p];
    identity_constants(n, pass);
    for (sym s = 0; s < n->symbols_count; s++)
        if (is_output(&n->symbols[s]))
            degree = fmax(degree, compare_output(c, pass, n, &f, s));
    for (uint32_t k = 0; k < c->outputs_count; k++)
        if (!c->outputs[k].is_back)
            identity_fault(n, pass, c->outputs[k].name);
    const double error = total_error(c, degree);
    identity_passed(n, points_of(c), error);
    arena_free(&work);
    arena mem = c->mem; /* which holds *c */
    arena_free(&mem);
}

status identity_check(const net *n, diag *d)
{
    if (!n->proof.pass)
        return STATUS_OK;
    return diag_own(d, diag_error(d, (place){0}, "pass '%s' of the equations changed %s",
                                  n->proof.pass, n->proof.what));
}
