/* What rewrite.c and divisor.c share. */
#ifndef TAUFLOW_REWRITE_PARTS_H
#define TAUFLOW_REWRITE_PARTS_H

#include "equations/rewrite.h"

enum { LONGEST_SUM = 40 }; /* longer ones are not expanded further, nor indexed pair by pair */

/* Index key of a product of two factors, or of a constant and a factor (a == REWRITE_CONSTANT). */
uint64_t rewrite_product_key(sym a, sym b, uint32_t constant);
/* Index key of what two terms are without the factors they share, up to a common coefficient;
 * swapped says that the canonical order is b, a. */
uint64_t rewrite_sum_key(const net *n, const term *a, const term *b, bool *swapped);
/* The same as a divisor, with the shared factors. */
divisor rewrite_sum_divisor(const net *n, const term *a, const term *b, term *common);
/* A new, indexed and journalled variable; terms are normalised in place. */
sym rewrite_new_variable(rewriter *w, term *terms, uint32_t count);

#endif
