/* SPDX-License-Identifier: MIT */
/* What rewrite.c, rewrite_index.c and divisor.c share. */
#ifndef TAUFLOW_REWRITE_PARTS_H
#define TAUFLOW_REWRITE_PARTS_H

#include "algebra/rewrite.h"

enum { LONGEST_SUM = 40 }; /* longer ones are not expanded further, nor indexed pair by pair */

/* Index key of a product of two factors, or of a constant and a factor (a == REWRITE_CONSTANT). */
uint64_t rewrite_product_key(sym a, sym b, uint32_t constant);
/* Index key of what two terms are without the factors they share, up to a common coefficient. */
uint64_t rewrite_sum_key(const net *n, const term *a, const term *b);
/* Coefficient of the second term of a pair over that of the first; swapped says that the canonical
 * order is b, a. */
double rewrite_pair_ratio(const net *n, const term *a, const term *b, bool swapped);

/* Of two sums, from here on: below 0 when the next term is the first one's alone, above 0 when it
 * is the second one's, 0 when it is in both. */
static inline int rewrite_next_term(const term *a, uint32_t a_count, const term *b,
                                    uint32_t b_count)
{
    if (!a_count || !b_count)
        return a_count ? -1 : 1;
    int order = term_compare_factors(a, b);
    if (order)
        return order;
    return a->constant == b->constant && a->negative == b->negative ? 0 : -1;
}

/* A product that stands in two places, a pair that does, or what may be put outside brackets. */
static inline bool rewrite_is_divisor(const index_node *x)
{
    return x->has_twin || x->has_common;
}

/* Room for what is known of all symbols of the net. */
void rewrite_index_grow(rewriter *w);
/* The definition of s is another one: the index follows when it is asked next. */
void rewrite_index_outdate(rewriter *w, sym s);
/* Brings the index of s, or of all definitions, up to date. */
void rewrite_index_follow(rewriter *w, sym s);
void rewrite_index_follow_all(rewriter *w);
/* Nodes with that key, in w->found: definitions that were set last first, within them by i, then j.
 * The index must be up to date. */
void rewrite_index_find(rewriter *w, uint64_t key);

/* A new, indexed and journalled variable; terms are normalised in place. */
sym rewrite_new_variable(rewriter *w, term *terms, uint32_t count);

#endif
