/* SPDX-License-Identifier: MIT */
/* The constraints of cuts as the second opinion sees them: values, rates and second derivatives of
 * all rows in a state, and how each coordinate moves them. Rows are those of docs/loops.md, where
 * loops are open, too:
 *
 *   body, ball   translations: x_b - x_a; with axes="a", or where rows are dropped, as an observer
 *                in the axes of the frame at a has it
 *   body         rotations: the rate is omega_b - omega_a along the row's axis, the value what is
 *                off the diagonal of the rotation from a to b, so that its rate is that one where
 *                the cut is closed
 *   rod          ((x_b - x_a)^2 - length^2) / 2
 *   linear       sum of coefficient x q, less the value
 *   user         numbers of the state
 *   rolling      velocities of the wheel's material on the ground, where the lowest point of the
 *                disc is, whether it touches the ground or not, along the axes of the base; where x
 *                or y is dropped along the wheel and to its left. Upwards it is the rate of that
 *                point's height, the value; other values are 0 */
#ifndef TAUFLOW_CLOSED_ROWS_H
#define TAUFLOW_CLOSED_ROWS_H

#include "check/check_model.h"

#include "base/arena.h"

typedef struct {
    const char *name; /* CUT.x .. CUT.rz, or CUT */
    uint32_t cut;
    uint32_t row;     /* cut_row of a body, ball or wheel; 0 for others */
    uint32_t number;  /* of a user's own: its first among ARRAY_USER_CONSTRAINTS */
} closed_row;

typedef struct {
    const check_model *m;
    closed_row *list;
    uint32_t count, columns; /* coordinates */
    uint32_t user_numbers;
    uint32_t **terms;        /* per cut: coordinates of a user's own, ascending ... */
    uint32_t *terms_count;   /* ... and how many */
} closed_rows;

/* Per row and, of entries, [row * columns + coordinate]. */
typedef struct {
    amount *value, *rate, *acceleration, *entry;
    check_motion *motion; /* per body, in the last state, as another body sees it ... */
    uint32_t *seen_from;  /* ... which is this one */
    amount *straight; /* cosine that is 1 where a rotation is closed and -1 after half a turn; of
                         other rows 1 */
} closed_row_values;

closed_rows closed_rows_make(arena *mem, const check_model *m);
closed_row_values closed_row_values_make(arena *mem, const closed_rows *rows);
/* In a settled state; entries have their slopes along the state's. */
void closed_rows_at(const closed_rows *rows, const check_state *s, closed_row_values *out);

#endif
