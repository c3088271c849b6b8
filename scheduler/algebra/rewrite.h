/* SPDX-License-Identifier: MIT */
/* Rewriting of a net by algebra that keeps every output: pull a shared product or a shared
 * sum of two terms out into a variable, or put a variable's definition back into its users.
 * An index of all pairs makes a step cost about the size of the definitions it touches, and
 * a journal takes steps back. Calls are factors that stay as they are; one that nothing uses any
 * more goes, and what it was of with it. */
#ifndef TAUFLOW_REWRITE_H
#define TAUFLOW_REWRITE_H

#include "algebra/net.h"

/* A product of two factors in a term, or a pair of terms of a sum. */
typedef struct {
    uint64_t key;
    sym at;                  /* the definition */
    uint32_t next, previous; /* in its chain; next also in the free list; index + 1 */
    uint32_t i;              /* the term, or the first of the pair */
    uint8_t j;               /* the second of the pair; 0: a product */
    uint8_t a, b;            /* of the product: which factors; a == NODE_CONSTANT: the constant */
    bool is_swapped;         /* of the pair: the canonical order is j, i */
    bool has_common;         /* of the pair: a factor or a constant is in both */
    bool has_twin;           /* another node has this key */
} index_node;

enum { NODE_CONSTANT = TERM_FACTORS };

/* Who has a variable as a factor, or is a call of it. */
typedef struct {
    sym at;
    uint32_t count; /* how many times */
    uint64_t stayed; /* not 0: it is named as a user although it is none, as `replaced` was then */
} usage;

/* What the rewriter knows of a symbol. */
typedef struct {
    uint64_t replaced; /* when its definition was set last; counts up from one to the next */
    usage *users;
    uint32_t users_count, users_capacity;
    bool is_stale; /* the index holds an older definition: */
    term *terms;
    uint32_t terms_count, terms_capacity;
    uint32_t *nodes; /* products term by term, then the pairs (0, 1), (0, 2) .. (1, 2) .. */
    uint32_t nodes_count, nodes_capacity;
    uint32_t divisors; /* nodes that may be worth a variable */
} indexed;

typedef struct {
    sym at;
    uint32_t first, count; /* its terms before the step, in journal_terms */
    bool is_new;           /* it did not exist before the step */
    bool is_freed, is_call;
} journal_entry;

/* A piece worth a variable of its own. */
typedef struct {
    bool is_sum; /* first + second (up to common factors), otherwise the product of two factors */
    term first, second; /* is_sum; coefficients 1 and the ratio */
    double ratio;
    uint32_t over, under; /* constants that it is the quotient of, but for its sign */
    sym factor[2];    /* product; factor[0] == REWRITE_CONSTANT: constant x factor[1] */
    uint32_t constant;
    uint64_t key;
} divisor;
#define REWRITE_CONSTANT UINT32_MAX

typedef struct {
    sym at;
    uint32_t i, j;   /* terms */
    bool is_swapped; /* j matches `first` */
    uint32_t common; /* factors both share */
    double c1;       /* coefficient of the term that matches `first` */
    uint32_t constant; /* of that term */
    int saving;      /* operations of both, less those of common x 1 x the divisor */
} divisor_match;

typedef struct {
    net *n;
    arena *mem;
    net_cost cost;     /* kept up to date */
    indexed *of;       /* per symbol */
    uint32_t of_capacity;
    uint64_t replacements;
    sym *stale;        /* whose index is older than the definition */
    uint32_t stale_count, stale_capacity;
    uint32_t *heads;   /* hash table of chains */
    uint32_t heads_size;
    index_node *nodes;
    uint32_t nodes_count, nodes_capacity, nodes_free;
    journal_entry *journal;
    uint32_t journal_count, journal_capacity;
    term *journal_terms;
    uint32_t journal_terms_count, journal_terms_capacity;
    uint64_t *journal_mark; /* per symbol: step number and index of its last entry */
    uint32_t journal_mark_capacity, step;
    uint32_t *places, *fresh; /* scratch */
    uint32_t places_capacity, fresh_capacity;
    uint32_t *found; /* scratch: nodes */
    uint32_t found_count, found_capacity;
    divisor_match *matches; /* scratch */
    uint32_t matches_count, matches_capacity;
    sym *seen;              /* scratch */
    uint32_t seen_count, seen_capacity;
    divisor *queue;         /* scratch: candidates */
    uint32_t queue_count, queue_capacity;
    uint64_t *barred;       /* keys of divisors that settling leaves alone in this step */
    uint32_t barred_count, barred_capacity;
    uint32_t longest_sum;   /* inlining never makes a longer one */
    uint64_t random;        /* state of the generator that breaks ties; 0: first best */
} rewriter;

/* Indexes all variables of n; the rewriter keeps its memory in mem and changes n in place. */
rewriter rewriter_make(arena *mem, net *n);

static inline uint32_t rewriter_cost(const rewriter *w)
{
    return net_cost_sum(w->cost);
}

/* A step: everything since begin can be taken back, until the next begin. */
void rewriter_begin(rewriter *w);
void rewriter_rollback(rewriter *w);

/* Replaces the definition of s; terms are normalised in place. A definition that became trivial
 * (a number or a single +-symbol) moves into its users, unless it is an output. */
void rewriter_set(rewriter *w, sym s, term *terms, uint32_t count);
/* Frees variables and calls that lost their last use, starting from those the step touched. */
void rewriter_sweep(rewriter *w);

/* Puts the definition of v into one term of user u (every occurrence if `everywhere`).
 * False, and nothing changed, if the result would not fit, or if v is a sum and u keeps squares. */
bool rewriter_inline(rewriter *w, sym v, sym u, bool everywhere);
/* Bars the divisors that are the definition of v, until the next begin: what was put back into its
 * users is not to be pulled out again at once. */
void rewriter_bar(rewriter *w, sym v);
/* Definitions that use v, but no calls, once each, in w->seen: the one that was set last first. */
void rewriter_users(rewriter *w, sym v);

/* All divisors of the definition of s, appended to w->queue. */
void rewriter_divisors(rewriter *w, sym s);
/* Operations saved by pulling it out everywhere; can be negative. */
int rewriter_gain(rewriter *w, const divisor *d);
/* Pulls it out. */
void rewriter_apply(rewriter *w, const divisor *d);

/* Pulls out the best divisor of the definitions touched in this step until none saves anything. */
void rewriter_settle(rewriter *w);
uint64_t rewriter_random(rewriter *w);
/* The same for the whole net, in rounds, best first; close to linear in the size of the net. */
void rewriter_extract_all(rewriter *w);
/* The same for a net that nothing else rewrites: a trial, which nobody computes with. */
void net_share_parts(net *n);
/* The same, and the proof that no output is another (identity.h). */
void net_share_proved(net *n);
/* The same, into `mem`. `writing`, where the net was written, is freed first: sums under
 * construction are the larger part of the memory. */
net net_share_into(const net *n, arena *writing, arena *mem);

#endif
