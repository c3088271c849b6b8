/* SPDX-License-Identifier: MIT */
/* What a judge of a function gets: one state, and the graph's outputs there at the places of their
 * arrays; and how it tells what it finds. A function names its judge in its row of
 * machine/functions.def. */
#ifndef TAUFLOW_CHECK_JUDGE_H
#define TAUFLOW_CHECK_JUDGE_H

#include "check/check_model.h"
#include "operations/ops.h"

/* A number of a result: of the graph, or exactly 0 where no output gives it. */
typedef struct {
    doubled value;
    double bound;         /* of the error of its evaluation */
    double spread;        /* what one rounding of each of the graph's constants may change of it */
    const ops_output *of; /* NULL: none gives it */
    bool judged;
} check_cell;

typedef struct {
    const char *what; /* in the function's array: of the output, or its place */
    doubled is, must;
    double size;
    double share;     /* of the size */
    double excess;    /* of what is allowed; above 1 it is a fault */
} check_difference;

/* How a difference is judged (check.h). It may be CHECK_ALLOWED of size, and no more than
 * CHECK_ROUNDINGS of size and of what the constants spread; but so many of whole. */
typedef struct {
    double bound, spread; /* of the graph's side */
    double size, whole;
} check_measure;

typedef struct {
    arena *mem; /* of this state */
    const check_model *m;
    check_state *s;
    const ops *p;
    struct check_loops *loops; /* of functions that close them (check_closed.h) ... */
    bool closed;               /* ... and whether they are closed in this state */
    const ops *of;                /* of sensitivities: the function, in its plainest form */
    const struct check_base *base;
    uint32_t owners[WORD_OWNERS];
    check_cell *cells[WORD_ARRAYS]; /* of the arrays that the function has */
    check_difference worst;
    bool undecided;      /* the state tells nothing of some output: evaluations lose their digits */
    const char *why_not; /* set by a judge that cannot judge */
} check_judging;

/* Row `row` of array a, and its column where that is a matrix. */
check_cell *check_cell_at(check_judging *j, word_array a, uint32_t row, uint32_t column);
/* The number there must be this. */
void check_number(check_judging *j, word_array a, uint32_t row, uint32_t column, doubled must,
                  double size, double whole);
/* The two sides of an equation that the number has its part in. */
void check_sides(check_judging *j, word_array a, uint32_t row, uint32_t column, doubled is,
                 doubled must, check_measure m);
/* The same two, where CHECK_ALLOWED of the size is all that is asked. */
void check_compare(check_judging *j, word_array a, uint32_t row, uint32_t column, doubled must,
                   double size);
void check_equation(check_judging *j, word_array a, uint32_t row, uint32_t column, doubled is,
                    doubled must, double bound, double size);

/* Those of the functions, in their order. */
typedef void check_judge(check_judging *j);
extern check_judge *const CHECK_JUDGES[]; /* FUNCTIONS */
#define FUNCTION(id, name, title, call, results, about, judge, arrays) \
    check_judge check_judge_##judge;
#include "machine/functions.def"
#undef FUNCTION

/* ---- what they share ------------------------------------------------------------------------- */

/* The mass matrix in this state, n x n. */
const amount *check_mass_here(check_judging *j);
/* What an entry of it counts as: the sum of its terms, or what its diagonals allow. */
double check_mass_size(const amount *mass, uint32_t n, uint32_t row, uint32_t column);
/* Torques with their derivatives by one number of the state, which is as before afterwards. */
void check_torque_slopes(check_judging *j, amount *by, amount *torque);
/* Pivots of the mass matrix, which is no answer where one is too small. */
void check_pivots(check_judging *j);
/* The velocity of a freedom; NULL: that of a free body's origin, on which nothing depends. */
amount *check_rate_of(check_state *s, uint32_t freedom);

/* ---- the graph (evaluate.c) ------------------------------------------------------------------ */

/* Values of all outputs. What the graph names and the robot does not
 * have is an error. */
typedef struct {
    doubled value;
    double bound, spread; /* as in check_cell */
} check_value;

/* Base parameters, which another graph made: values and names of its outputs. */
typedef struct check_base {
    check_value *value;
    const char **name;
    uint32_t count;
} check_base;

/* What an owner of inputs is called; NULL: nobody is there. */
const char *check_owner_name(const check_model *m, const check_base *base, word_owner owner,
                             uint32_t index);

status check_evaluate(arena *mem, const ops *p, const check_state *s, const check_base *base,
                      check_value *out, const char **why_not, diag *d);

#endif
