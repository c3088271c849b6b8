/* SPDX-License-Identifier: MIT */
/* The loops of a robot before any equation is written: which constraints are independent, which
 * coordinates depend on the others, and in which blocks they can be solved one after another
 * [T 2.3]. Found by numbers at positions where the loops are closed, the same at every call. */
#ifndef TAUFLOW_LOOPS_H
#define TAUFLOW_LOOPS_H

#include "loops/closed_states.h"

/* Who chose the dependent coordinates. */
extern const char *const PARTITION_WORD[];

/* Constraints and as many dependent coordinates that are solved together, once the blocks that they
 * need are. */
typedef struct {
    uint32_t first, count; /* among `row` and `dependent` */
    uint32_t *needs;       /* earlier blocks, ascending */
    uint32_t needs_count;
} loop_block;

typedef struct {
    const tree *t;
    constraint_list all;
    bool *is_redundant; /* per constraint: what the others say anyway */
    bool *pattern;      /* [constraint * coordinates + coordinate]: J is not zero there */
    uint32_t *left_out, left_out_count; /* redundant ones, but for those that nothing moves */
    double *size;       /* per constraint: mean square of its row of J where loops are closed, as a
                           power of two */
    uint32_t count;     /* of independent constraints, and of dependent coordinates */
    uint32_t *row;      /* constraints, block by block ... */
    uint32_t *dependent; /* ... and coordinates, in the order of their pivots */
    uint32_t *place;    /* per coordinate: where it is among `dependent`; LOOPS_NONE otherwise */
    uint32_t *independent, independent_count; /* coordinates, driven ones too */
    partition_wish way; /* GIVEN: by the user */
    loop_block *blocks;
    uint32_t blocks_count;
    double *closed;      /* positions, `coordinates` numbers each; the first from the start */
    uint32_t closed_count;
    double *base;        /* parameters that come with the state, as the file has them, or NULL */
    double condition_least, condition_most; /* of J's dependent columns at those positions */
} loops;

#define LOOPS_NONE UINT32_MAX

/* Refuses what has no loops, loops that do not close, and what cannot move; names cuts and
 * joints. */
status loops_find(arena *mem, const tree *t, loops *out, diag *d);
/* Notes a partition with which little of binary32 is left. */
void loops_note_condition(const loops *l, diag *d);

/* Of a constraint that was left out, or of its rate, what is left at the last position of c, as a
 * share of its terms. */
typedef struct {
    double share;
    uint32_t which; /* constraint; LOOPS_NONE: all are fulfilled */
} left_open;
/* The first that is not fulfilled where constraints may be open by `within`. */
left_open loops_left_open(const loops *l, const constraint_numbers *c, const double *qd,
                          double within);

/* Motions with closed loops, at random positions around the first one: `coordinates` numbers each
 * of q and qd, `count` of them or as many as were found. Constraints of the user's own are the
 * planes that stand in for them. */
uint32_t loops_motions(arena *mem, const loops *l, uint32_t count, uint64_t seed, double **q,
                       double **qd);

/* Parts of it, on patterns and numbers alone. Rows and columns of a matrix with `columns` columns.
 *
 * The symbolic rule [T 2.3.4]: a column for each row, or false where a row finds none. */
bool partition_by_rule(const bool *pattern, uint32_t rows, uint32_t columns, const bool *excluded,
                       uint32_t *chosen);
/* By pivots of largest modulus, so many of them at most; returns how many there are. Rows without
 * one have LOOPS_NONE. */
uint32_t partition_by_pivots(const double *matrix, uint32_t rows, uint32_t columns,
                             const bool *excluded, uint32_t most_pivots, uint32_t *chosen);
/* The block triangular form of a square matrix [T 2.3.3]: a maximum matching, and the strong
 * components of what is left. row[k] and column[k] of each place; false where no matching covers
 * all rows: the matrix is singular whatever its numbers. */
bool blocks_find(arena *mem, const bool *pattern, uint32_t count, uint32_t *row, uint32_t *column,
                 loop_block **blocks, uint32_t *blocks_count);

#endif
