/* SPDX-License-Identifier: MIT */
/* The expression graph: symbols, each variable defined once as a sum of products of others; a call
 * is a symbol too, the result of an operation that is neither sum nor product (a reciprocal, a
 * root) on one or two other symbols. To sums and products it is a factor like an input.
 * A term is sign x constant x factors; constants are interned, factors are sorted, like terms
 * are merged, and equal definitions are one variable (hash-consing), so simplification happens
 * on creation. The cost of a net is the number of binary operations it stands for. */
#ifndef TAUFLOW_NET_H
#define TAUFLOW_NET_H

#include "algebra/exact.h"
#include "base/arena.h"
#include "machine/op_kinds.h"

#include <stdbool.h>
#include <stdint.h>

typedef uint32_t sym; /* index of a symbol */

enum {
    TERM_FACTORS = 8
}; /* the longest product; moves that would need a longer one are not made */

typedef struct {
    uint32_t constant; /* index into constants; 0 is the constant 1 */
    uint8_t negative;
    uint8_t count;
    sym factor[TERM_FACTORS]; /* ascending; equal ones side by side */
} term;

typedef enum {
    SYM_FREE,      /* unused entry */
    SYM_INPUT,
    SYM_PARAMETER, /* a named constant that stays a symbol (classic formalism) */
    SYM_VARIABLE, /* from here on: computed from others */
    SYM_CALL
} sym_kind;

typedef enum {
#define CALL(ID, word, arguments, OP, TURNS) CALL_##ID,
#include "machine/ops.def"
    CALL_KINDS
} call_kind;

enum { CALL_ARGUMENTS = 2 }; /* at most */

typedef struct {
    const char *word;
    uint32_t arguments;
    op_kind op;
    bool is_odd; /* the opposite of the first argument gives the opposite result */
} call_kind_info;
extern const call_kind_info CALL_KIND[CALL_KINDS];

typedef struct {
    sym_kind kind;
    bool is_output;      /* lives even without uses */
    bool keeps_squares;  /* sums stay outside: squares of what is near 0, multiplied out, would be
                            differences of large numbers */
    const char *name;
    double value;        /* parameters */
    sym trig_partner;    /* inputs: the cosine of this sine and the other way round; else itself */
    term *terms;         /* variables */
    uint32_t terms_count, terms_capacity;
    call_kind call;      /* calls */
    sym argument[CALL_ARGUMENTS];
    /* factors in terms of live definitions and arguments of live calls, plus one if an output */
    uint32_t uses;
} symbol;

/* What has become of a net on its way through passes that are proved (identity.h). */
typedef struct {
    uint32_t passes;    /* that were compared */
    uint32_t points;    /* of the field, at which each was compared at least */
    double error_log2;  /* of the chance that one of them hid a difference */
    uint32_t roundings; /* how often a pass took two numbers for one that are not ... */
    double worst;       /* ... and lay so many units (DBL_EPSILON x the constant) apart at most */
    double off;         /* units that a double is off what it was folded of, at most */
    uint32_t rounded;   /* outputs that a pass left the same but for such roundings */
    const char *pass; /* the first that changed something; or NULL ... */
    char what[64];    /* ... and what it changed */
} net_proof;

typedef struct {
    arena *mem;
    symbol *symbols;
    uint32_t symbols_count, symbols_capacity;
    sym *free_symbols; /* entries of kind SYM_FREE */
    uint32_t free_symbols_count, free_symbols_capacity;
    double *constants; /* positive, distinct by more than rounding */
    uint32_t constants_count, constants_capacity;
    exact_number *exact; /* what each constant is; NULL: nobody asks */
    uint32_t exact_capacity;
    net_proof proof;
    uint32_t *constant_table; /* open addressing, index + 1 */
    uint32_t constant_table_size;
    uint32_t *definition_table; /* open addressing by definition hash, sym + 1; see net_define */
    uint32_t definition_table_size, definition_table_used;
    bool is_trial; /* nobody computes with it, asks for names of variables or for proofs */
    bool has_reciprocals; /* products may meet what cancels them */
} net;

/* A sum of terms under construction; like terms merged, sorted; terms live in the net's arena and
 * stay as they are, for several sums may have the same. */
typedef struct {
    term *terms;
    uint32_t count;
} poly;

net net_make(arena *mem);

sym net_input(net *n, const char *name);
sym net_parameter(net *n, const char *name, double value);

/* True if two constants differ by no more than the roundings that products and quotients on the
 * way to them can have left: eight units of the last place. Constants so close are one. */
bool net_same_constant(double a, double b);
/* Notes that a number was taken for one that is within roundings; in the field they may differ. */
void net_note_sameness(net *n, residue is, residue taken_for);
/* Index of a positive constant; values that are the same share one. */
uint32_t net_constant(net *n, double value);
/* From here on new constants know what they are without rounding, by what they are folded of; those
 * that are there are their doubles. */
void net_make_exact(net *n);
/* What a coefficient is. Precondition: net_make_exact. */
exact_number term_exact(const net *n, const term *t);

poly poly_zero(void);
poly poly_number(net *n, double value);
poly poly_symbol(net *n, sym s);
poly poly_add(net *n, poly a, poly b);
poly poly_sub(net *n, poly a, poly b);
poly poly_scale(net *n, poly a, double k);
poly poly_multiply(net *n, poly a,
                   poly b); /* both must fit: asserted (recursions assign often enough) */

/* Gives a sum a name: the result is the variable (or -variable, where the opposite sum exists
 * already). A sum that is 0 or a single +-symbol or a number is returned as it is. */
poly net_assign(net *n, const char *name, poly value);
/* Like net_assign, but the result is a protected variable of that very name. */
sym net_output(net *n, const char *name, poly value);
/* A call of sums, each of which gets a variable: equal calls are one symbol, numbers meet at once,
 * and a sign goes through where the function is odd (a reciprocal; atan2 and below in the first
 * argument). b is for atan2(a, b) and below(a, b), a where b < 0 and otherwise 0, alone.
 * Precondition: a reciprocal's argument is not the number 0, a root's no negative number. */
poly net_call(net *n, const char *name, call_kind kind, poly a, poly b);
poly net_reciprocal(net *n, const char *name, poly a);
/* In binary64. */
double call_value(call_kind kind, double a, double b);

/* The definition of s; `uses` and all else are the caller's. */
void net_store_terms(net *n, sym s, const term *terms, uint32_t count);
/* Adds `change` to the uses of all factors. */
void net_count_uses(net *n, const term *terms, uint32_t count, int change);
/* Two operations below keep `uses` right; callers own the consistency of everything else. */
void net_set_terms(net *n, sym s, const term *terms, uint32_t count);
sym net_new_variable(net *n, const char *name, const term *terms, uint32_t count);
/* Adds `change` to the uses of what a call is of. */
void net_count_arguments(net *n, sym call, int change);
/* Frees variables and calls without uses, repeatedly. */
void net_sweep(net *n);

/* Merges like terms in place, applies sin^2 + cos^2 = 1 where it saves, drops zeros; returns the
 * new count. */
uint32_t terms_normalise(net *n, term *terms, uint32_t count);
/* a*b, x with its reciprocal cancelled; false if it does not fit TERM_FACTORS. */
bool term_multiply(net *n, const term *a, const term *b, term *product);
static inline int term_compare_factors(const term *a, const term *b)
{
    for (uint32_t i = 0; i < a->count && i < b->count; i++)
        if (a->factor[i] != b->factor[i])
            return a->factor[i] < b->factor[i] ? -1 : 1;
    return (int)a->count - (int)b->count;
}
double term_coefficient(const net *n, const term *t);
bool poly_is_number(poly p);
/* With a value for each symbol. */
double poly_value(const net *n, poly p, const double *values);
void term_set_coefficient(net *n, term *t, double value);

static inline uint32_t term_muls(const term *t)
{
    return t->count ? (uint32_t)t->count - 1 + (t->constant != 0) : 0;
}
typedef struct {
    uint32_t mul, add, other; /* other: calls */
} net_cost;
static inline uint32_t net_cost_sum(net_cost c)
{
    return c.mul + c.add + c.other;
}
net_cost terms_cost(const term *terms, uint32_t count);
net_cost net_count(const net *n);

/* Variables and calls in an order in which definitions come before uses; returns how many. */
uint32_t net_order(const net *n, arena *mem, sym **order);
/* Values of all symbols from the values of inputs (indexed by sym). */
void net_evaluate(const net *n, const sym *order, uint32_t count, double *values);
/* The same net, symbol by symbol, in another arena, names copied too: leaves behind what
 * building it used up, so that the old arena can be freed. */
net net_move(const net *n, arena *mem);
/* A compact copy in another arena: unused parameters and dead entries dropped, inputs and
 * parameters first, in order, then variables and calls in net_order. Names are shared with n, not
 * copied. */
net net_copy(const net *n, arena *mem);

#endif
