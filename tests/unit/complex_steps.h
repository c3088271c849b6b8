/* SPDX-License-Identifier: MIT */
/* Robots with loops, evaluated in complex numbers.
 *
 * A step h i along one input leaves h times the derivative in the imaginary part of every result,
 * with no difference taken: h may be as small as 1e-30, and the error is that of rounding alone.
 * Dependent joints are closed again at the neighbour by Newton's method in complex numbers. */
#ifndef TAUFLOW_TEST_COMPLEX_STEPS_H
#define TAUFLOW_TEST_COMPLEX_STEPS_H

#include <complex.h>
#include <math.h>
#include <string.h>

#include "base/random.h"
#include "closed_robot.h"

enum { NUMBERS = 10 * MOST };
#define STEP 1e-30

typedef double complex cx;

/* --- evaluation in complex numbers ------------------------------------------------------------ */

typedef struct {
    cx of[WORD_ARRAYS][NUMBERS]; /* the arrays of a state */
} state;

static inline cx input_of(const ops_input *in, const state *s)
{
    const word_kind *kind = &INPUT_KIND[in->kind];
    const cx x = s->of[kind->array][word_number(kind, in->index, in->axis)],
             angle = in->ratio * x + in->offset;
    switch (kind->made) {
    case MADE_SINE: return csin(angle);
    case MADE_COSINE: return ccos(angle);
    case MADE_AFFINE: return angle;
    case MADE_COPY: break;
    }
    return x;
}

static inline cx operand_of(const ops *p, operand x, const cx *in, const cx *done)
{
    const uint32_t at = OPERAND_INDEX(x);
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return in[at];
    case FROM_CONSTANT: return p->constants[at].value;
    case FROM_OP: break;
    }
    return done[at];
}

static inline cx result_of(op_kind kind, cx a, cx b)
{
    switch (kind) {
    case OP_MUL: return a * b;
    case OP_ADD: return a + b;
    case OP_SUB: return a - b;
    case OP_DIV: return a / b;
    case OP_SQRT: return csqrt(a);
    default: break;
    }
    fail_msg("operation %s is not expected here", OP_KIND[kind].word);
    return 0;
}

/* out: outputs_count numbers. */
static inline void evaluate(const ops *p, const state *s, cx *out)
{
    arena mem = arena_make();
    cx *in = ARENA_ARRAY(&mem, cx, p->inputs_count + 1),
       *done = ARENA_ARRAY(&mem, cx, p->list_count + 1);
    for (uint32_t i = 0; i < p->inputs_count; i++)
        in[i] = input_of(&p->inputs[i], s);
    for (uint32_t i = 0; i < p->list_count; i++)
        done[i] = result_of(p->list[i].kind, operand_of(p, p->list[i].a, in, done),
                            operand_of(p, p->list[i].b, in, done));
    for (uint32_t i = 0; i < p->outputs_count; i++)
        out[i] = operand_of(p, p->outputs[i].value, in, done);
    arena_free(&mem);
}

/* So many passes of Newton's method, then the results. For the imaginary part, whose squares are
 * nothing, one pass from a closed position is exact. */
static inline void evaluate_closed(const closed_robot *r, const ops *p, uint32_t passes, state *s,
                                   cx *out)
{
    for (uint32_t pass = 0; pass < passes; pass++) {
        evaluate(p, s, out);
        for (uint32_t i = 0; i < p->outputs_count; i++)
            if (p->outputs[i].kind == OUTPUT_CLOSED_Q &&
                r->l.place[p->outputs[i].index] != LOOPS_NONE)
                s->of[ARRAY_Q][p->outputs[i].index] = out[i];
    }
    evaluate(p, s, out);
}

/* --- matrices --------------------------------------------------------------------------------- */

typedef double matrix[MOST][MOST];

/* By positions, velocities, and accelerations or torques; [freedom][freedom]. */
typedef struct {
    matrix by[3];
} matrices;

static const output_kind DERIVATIVE[2][3] = {{OUTPUT_TAU_Q, OUTPUT_TAU_QD, OUTPUT_TAU_QDD},
                                             {OUTPUT_QDD_Q, OUTPUT_QDD_QD, OUTPUT_QDD_TAU}};

/* As the function gives them. */
static inline void derivatives_at(const closed_robot *r, const ops *p, const state *s, matrices *m)
{
    arena mem = arena_make();
    cx *out = ARENA_ARRAY(&mem, cx, p->outputs_count + 1);
    const bool forward = p->function == FUNCTION_CLOSED_FD_DERIVATIVES;
    evaluate(p, s, out);
    memset(m, 0, sizeof *m);
    for (uint32_t i = 0; i < p->outputs_count; i++)
        for (uint32_t k = 0; k < 3; k++) {
            const ops_output *o = &p->outputs[i];
            if (o->kind != DERIVATIVE[forward][k])
                continue;
            const uint32_t column = o->column + (k ? 0 : r->of_free);
            m->by[k][o->index][column] = creal(out[i]);
            if (WORD_ARRAY[OUTPUT_KIND[o->kind].array].is_symmetric)
                m->by[k][column][o->index] = creal(out[i]);
        }
    arena_free(&mem);
}

/* Torques and wrenches, or accelerations, by freedom. */
static inline void add_column(const closed_robot *r, const ops *p, const cx *out, matrix by,
                       uint32_t column)
{
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        const ops_output *o = &p->outputs[i];
        const word_kind *kind = &OUTPUT_KIND[o->kind];
        if (kind->array == ARRAY_TAU || kind->array == ARRAY_ACCELERATION)
            by[r->of_free + o->index][column] = cimag(out[i]) / STEP;
        else if (kind->array == ARRAY_WRENCH || kind->array == ARRAY_FREE_ACCELERATION)
            by[6 * o->index + kind->offset + o->axis][column] = cimag(out[i]) / STEP;
    }
}

/* Where freedom number c is in a state: its position, velocity, acceleration or torque. */
static inline cx *word_of(const closed_robot *r, state *s, bool forward, uint32_t k, uint32_t c)
{
    static const word_array JOINT[2][3] = {{ARRAY_Q, ARRAY_QD, ARRAY_QDD},
                                           {ARRAY_Q, ARRAY_QD, ARRAY_EFFORT}};
    if (c >= r->of_free)
        return &s->of[JOINT[forward][k]][c - r->of_free];
    const bool linear = c % 6 < 3;
    if (k == 0 || (k == 1 && linear)) /* on which nothing depends */
        return NULL;
    if (k == 2 && forward)
        return &s->of[ARRAY_BASE_WRENCH][c];
    return &s->of[ARRAY_FREE_MOTION][9 * (c / 6) + c % 3 + (k == 1 ? 0 : linear ? 6 : 3)];
}

/* What drives a joint may be of any joint, what moves only of independent ones. */
static inline bool is_moved(const closed_robot *r, bool forward, uint32_t k, uint32_t c)
{
    return c < r->of_free || (forward && k == 2) || r->l.place[c - r->of_free] == LOOPS_NONE;
}

/* As neighbours of the state tell them. */
static inline void neighbours_at(const closed_robot *r, const ops *p, const state *at, matrices *m)
{
    arena mem = arena_make();
    cx *out = ARENA_ARRAY(&mem, cx, p->outputs_count + 1);
    state *s = ARENA_ARRAY(&mem, state, 1);
    const bool forward = p->function == FUNCTION_CLOSED_FD;
    memset(m, 0, sizeof *m);
    for (uint32_t k = 0; k < 3; k++)
        for (uint32_t c = 0; c < r->all; c++) {
            *s = *at;
            cx *word = word_of(r, s, forward, k, c);
            if (!word || !is_moved(r, forward, k, c))
                continue;
            *word += STEP * I;
            evaluate_closed(r, p, k ? 0 : 1, s, out);
            add_column(r, p, out, m->by[k], c);
        }
    arena_free(&mem);
}

/* The largest difference, of the largest entry of its matrix. */
static inline double differ(const matrices *x, const matrices *y, uint32_t all)
{
    double most = 0;
    for (uint32_t k = 0; k < 3; k++) {
        double size = 1e-3, apart = 0;
        for (uint32_t i = 0; i < all; i++)
            for (uint32_t j = 0; j < all; j++) {
                size = fmax(size, fabs(y->by[k][i][j]));
                apart = fmax(apart, fabs(x->by[k][i][j] - y->by[k][i][j]));
                if (isnan(x->by[k][i][j]) || isnan(y->by[k][i][j]))
                    return INFINITY;
            }
        most = fmax(most, apart / size);
    }
    return most;
}

/* --- states ----------------------------------------------------------------------------------- */

static inline double between(uint64_t *random, double most)
{
    return most * (2 * ((double)(random_bits(random) >> 11) * 0x1p-53) - 1);
}

/* A closed motion, and numbers of no meaning for what acts on it. False where it is so near a
 * singular position that rounding shows: a pivot (told as a square) below 1/10000 of what it mostly
 * is. */
static inline bool state_at(const closed_robot *r, const ops *p, const double *q, const double *qd,
                     uint64_t *random, state *s)
{
    arena mem = arena_make();
    cx *out = ARENA_ARRAY(&mem, cx, p->outputs_count + 1);
    memset(s, 0, sizeof *s);
    for (uint32_t a = 0; a < WORD_ARRAYS; a++)
        for (uint32_t i = 0; !WORD_ARRAY[a].is_result && i < NUMBERS; i++)
            s->of[a][i] = between(random, WORD_ARRAY[a].random);
    for (uint32_t i = 0; i < r->forms.tree.coordinates_count; i++) {
        s->of[ARRAY_Q][i] = q[i];
        s->of[ARRAY_QD][i] = r->l.place[i] == LOOPS_NONE ? qd[i] : 9; /* not read */
    }
    for (uint32_t i = 0; i < NUMBERS; i += 10) /* loads that weigh something */
        s->of[ARRAY_PAYLOADS][i] = 0.5;
    evaluate_closed(r, p, 3, s, out);
    double pivot[MOST] = {0}, whole[MOST] = {0};
    for (uint32_t i = 0; i < p->outputs_count; i++)
        if (p->outputs[i].kind == OUTPUT_PIVOT)
            pivot[p->outputs[i].index] = creal(out[i]);
        else if (p->outputs[i].kind == OUTPUT_PIVOT_WHOLE)
            whole[p->outputs[i].index] = creal(out[i]);
    bool good = true;
    for (uint32_t i = 0; i < r->all; i++)
        good = good && pivot[i] > 1e-4 * whole[i];
    arena_free(&mem);
    return good;
}

#endif
