/* SPDX-License-Identifier: MIT */
/* Random states with loops closed, for the second opinion: positions by a search of this folder's
 * own, on all rows of all cuts, to the last figures of a doubled; velocities that keep them
 * closed. */
#ifndef TAUFLOW_CLOSED_DRAW_H
#define TAUFLOW_CLOSED_DRAW_H

#include "check/closed_rows.h"
#include "check/closed_solve.h"

/* How far a joint may be moved, per share of the terms of a constraint that is off: beyond it a
 * position is too near a singular one, and is drawn again. */
#define CLOSED_LOOSE 1e4

typedef struct {
    arena *mem;
    const closed_rows *rows;
    check_state *s;  /* positions and rates of this state are changed */
    closed_row_values v;
    doubled *home;   /* a closed position near the robot's start; NULL: none was found */
    doubled *last[2]; /* positions and rates of the closed state that was drawn last ... */
    amount *numbers;  /* ... and its numbers of joints and elements */
    bool is_drawn;
    const char *open; /* the constraint that was farthest from closed where none was found */
} closed_search;

closed_search closed_search_make(arena *mem, const closed_rows *rows, check_state *s);
/* Changes positions and rates of the state, whose other arrays are as they are to be, to closed
 * ones around home, and settles it; the value of a user's own constraint is 0 there. Within the
 * limits of joints if such a state is found soon. False where none is found. */
bool check_closed_draw(closed_search *c, uint64_t *seed);
/* The last closed state, with the numbers of joints and elements that it had, open: positions,
 * rates and what the user's constraints are off moved by about 1/32 (1/1000 where several passes of
 * Newton's method are unrolled, whose sines are series of small steps). False where there is none.
 * */
bool check_closed_open(closed_search *c, uint64_t *seed);

#endif
