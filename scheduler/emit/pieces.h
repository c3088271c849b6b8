/* SPDX-License-Identifier: MIT */
/* The operations of a large function, cut into pieces that emitted C has functions of their own
 * for: what compilers do to one function takes them more than proportional time. */
#ifndef TAUFLOW_PIECES_H
#define TAUFLOW_PIECES_H

#include "operations/ops.h"

#define PIECES_OWN UINT32_MAX /* place of a value that one piece alone uses */

typedef struct {
    uint32_t *ends; /* per piece: where it ends in the order */
    uint32_t count;
    uint32_t *place; /* per operation: where its value is kept for later pieces, or PIECES_OWN */
    uint32_t places;
} pieces;

/* Pieces of about `length` operations, between which few values are alive. order: all operations,
 * each after its operands. Two values share a place when the last use of one is before the other.
 */
pieces pieces_cut(arena *mem, const ops *p, const uint32_t *order, uint32_t length);

#endif
