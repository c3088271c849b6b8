/* SPDX-License-Identifier: MIT */
/* The second opinion on functions that close loops (docs/loops.md): what all their judges share.
 * The equations of loops are written down by check/closed_rows.h and put together here, and what
 * the graph says is put into them:
 *
 *   J (q_closed - q) + h = 0      J qd = 0      J qdd + quadratic = 0      per row
 *   T' (M qdd + c - tau) = 0      T = [1; B], J T = 0                      per independent freedom
 *   M qdd + c - tau - J' lambda = 0                                        per freedom
 *
 * Which joints depend on others, and which rows are left out, the graph tells by its outputs; that
 * they are as many as the rows need, and that the others follow, is looked at.
 *
 * States come in pairs. In the first one the loops are closed, by rows that the equations leave
 * out, too; all rows are then asked for. In the second one they are open by about 1/32: what the
 * functions promise of positions as they are given is exact there, and what only such positions
 * show is seen, passes of Newton's method, residuals, stabilisation.
 *
 * Sizes are those of check.h; a solution of J_v x = b counts, beside its own absolute value, as
 * what CLOSED_ROUNDINGS of each term of b and of J_v x make of it. */
#ifndef TAUFLOW_CHECK_CLOSED_H
#define TAUFLOW_CHECK_CLOSED_H

#include "check/check.h"
#include "check/check_judge.h"
#include "check/closed_draw.h"

/* CHECK_ROUNDINGS as a share of what is allowed. */
#define CLOSED_ROUNDINGS (CHECK_ROUNDINGS * DBL_EPSILON / CHECK_ALLOWED)

#define CLOSED_NONE UINT32_MAX

/* A change counts as at least this share of what changes: what is zero but for the roundings of
 * doubled numbers has no other size. */
#define CLOSED_UNCHANGED 1e-9

/* Of one graph, for all states. */
typedef struct check_loops {
    closed_rows rows;
    closed_search search;
    bool by_partition;   /* some joints depend on others; of augmented none do */
    bool *moves;         /* [row * columns + coordinate]: an entry of J that is not always zero */
    uint32_t *left_out;  /* per row: its number among those; CLOSED_NONE: it is none */
    uint32_t *row, count; /* rows that the graph solves with ... */
    uint32_t *dependent; /* ... and as many coordinates, where they depend */
    uint32_t *place;     /* per coordinate: where it is among these, or CLOSED_NONE */
    uint32_t *block;     /* per place of a row: the number of its residual */
    double *size;        /* per number of a row left out: what the graph divides h^2 by, as soon as
                            it has shown that; before 0 */
    double *most;        /* largest square of our row of J so far */
} check_loops;

/* Arrays of states that loops bring: before the first state is made. */
void check_loops_count(arena *mem, check_model *m);
/* Looks for a closed position; s: any state of the model, which is changed. *why_not: no opinion is
 * possible. What the graph tells of rows and joints is judged here: a fault is an error. */
status check_loops_make(arena *mem, check_state *s, const ops *p, check_loops *out,
                        const char **why_not, diag *d);
/* Positions and rates of the state become those of a closed state, or of the last closed one
 * opened. False where no closed one is found. */
bool check_loops_draw(check_loops *l, bool closed, uint64_t *seed);

/* ---- one state, for judges ------------------------------------------------------------------- */

typedef struct {
    check_judging *j;
    check_loops *l;
    uint32_t of_free, columns, count; /* freedoms of free bodies, coordinates, rows to solve with */
    closed_row_values v;
    closed_factors f; /* of J's dependent columns */
    doubled *b;       /* B: [place * columns + coordinate] ... */
    double *b_size;   /* ... and what it counts as */
    uint32_t *independent, independent_count;
} closed_view;

/* What a part of the graph's answer is, per place of a dependent joint. */
typedef struct {
    word_array array;
    uint32_t first, column; /* its cell: [first + coordinate, column] */
    doubled *x;
    double *bound;
} closed_answer;

/* At the positions that the graph's results are of, with rates of dependent joints that follow; of
 * augmented, as they are given. Accelerations are those of the state. False: the state is too near
 * a singular one. */
bool closed_view_make(check_judging *j, closed_view *w);
/* Settles the state and looks at the rows. */
void closed_view_look(closed_view *w);
/* x of J_v x + rest = 0, rest per row of all, x per place. */
void closed_view_follow(const closed_view *w, const amount *rest, amount *x);
/* Accelerations of dependent joints follow from those of the others. */
void closed_view_accelerate(closed_view *w);

/* Force by freedom, which the cuts may hold: J' y + nothing else. x_u + B' x_v of an independent
 * coordinate, and what it counts as. */
typedef struct {
    doubled *x;   /* per freedom */
    double *size;
    double *bound; /* what the graph's own errors are in it */
    doubled *y;   /* closed_held */
} closed_force;
closed_force closed_force_make(const closed_view *w);
/* After its numbers are there: y. */
void closed_force_hold(const closed_view *w, closed_force *f);
/* The equation x_u + B' x_v = must of cell [row, column] of an array. */
void closed_force_equation(const closed_view *w, const closed_force *f, uint32_t coordinate,
                           doubled must, double bound, word_array a, uint32_t row,
                           uint32_t column);

closed_answer closed_answer_of(const closed_view *w, word_array a, uint32_t first,
                               uint32_t column);
/* J_v x + rest = 0 in every row; in closed states in rows that are left out, too. */
void closed_answer_equations(const closed_view *w, const closed_answer *a, const amount *rest);
/* What rows that are solved with may leave open, for all that constants are rounded, in one that
 * they imply; terms: per place what each of them is the sum of. */
double closed_implied(const closed_view *w, uint32_t row, const double *terms);
/* The cell is 0 whatever the state. */
void closed_nothing(const closed_view *w, word_array a, uint32_t row, uint32_t column);

/* ---- actuators ------------------------------------------------------------------------------- */

/* G, independent joints x actuators, carries torques of actuators to what they give together. */
typedef struct {
    uint32_t *list, count; /* coordinates */
    closed_factors f;      /* of G, or of G G' where there are more actuators than joints to move */
    bool is_solved, is_least;
} closed_drives;

closed_drives closed_drives_of(const closed_view *w);
/* G of an independent joint by an actuator: 1, 0 or B. */
amount closed_actuation(const closed_view *w, uint32_t coordinate, uint32_t actuator);
/* y of G G' y = x, or where G is square of G y = x; in place. */
void closed_drives_solve(const closed_drives *a, doubled *y);
/* Torques x of the actuators are G' y of some y, by cells [first + actuator, column]: what is
 * beside that would be more than the least norm. */
void closed_drives_least(const closed_view *w, const closed_drives *a, const amount *x,
                            const double *bound, word_array array, uint32_t first,
                            uint32_t column);

/* Results that all these functions have: positions, rates, residuals, pivots. */
void closed_judge_positions(closed_view *w);
/* Rows that were left out, at the accelerations of the state, after closed_view_look; what drifts
 * is pulled together so. */
void closed_judge_left_out(closed_view *w, double alpha, double beta);

#endif
