/* SPDX-License-Identifier: MIT */
/* Second derivatives of forward dynamics. First derivatives x_a of the accelerations x solve
 * M x_a = -t_a, where t_a are those of the torques at these accelerations (forward_derivatives.c).
 * Along another parameter b that is
 *
 *   M x_ab = -(D_b t_a + M_b x_a)
 *
 * D_b: derived by b with x, which follows by x_b. Torques u move x by M^-1 alone, whose derivative
 * by a position is -M^-1 M_a M^-1. */
#include "functions/forward_answers.h"
#include "functions/functions.h"
#include "functions/second_parts.h"

typedef struct {
    forward_answers w;
    arena *mem;
    poly *by_position, *by_rate; /* x_a: freedoms x coordinates, freedoms x freedoms */
    second_tensors torques, x;
} second_writer;

/* First derivatives with names, and parameters that know how x follows. */
static parameter *parameters_of(second_writer *q)
{
    const forward_answers *w = &q->w;
    net *n = w->n;
    const uint32_t all = w->d->freedoms, joints = w->d->coordinates;
    parameter *by = second_parameters(q->mem, w->t, w->s, n);
    q->by_position = forward_answers_matrix(w, q->mem, w->d->by_position, joints);
    q->by_rate = forward_answers_matrix(w, q->mem, w->d->by_rate, all);
    for (uint32_t p = 0; p < joints + all; p++)
        for (uint32_t i = 0; i < w->v.count; i++) {
            const uint32_t row = w->v.freedom[i];
            poly *slope = p < joints ? &q->by_position[(size_t)row * joints + p]
                                     : &q->by_rate[(size_t)row * all + p - joints];
            const poly x = w->x[row];
            *slope = net_assign(n, NULL, *slope);
            if (!slope->count || poly_is_number(x))
                continue;
            *ARENA_PUSH(q->mem, &by[p], seeds) = (input_slope){
                x.terms[0].factor[0], poly_scale(n, *slope, x.terms[0].negative ? -1 : 1)};
        }
    return by;
}

/* Entry of M_c, the derivative of the mass matrix by a position, as a name. */
static poly mass_change(const second_writer *q, uint32_t row, uint32_t column, uint32_t c)
{
    const uint32_t pair = row > column ? second_pair(row, column) : second_pair(column, row);
    return q->torques.last_by_position[(size_t)pair * q->x.coordinates + c];
}

/* sum + row of M_c times a column of a matrix by freedoms. */
static poly add_turned(const second_writer *q, poly sum, uint32_t row, uint32_t c,
                       const poly *matrix, uint32_t columns, uint32_t column)
{
    net *n = q->w.n;
    for (uint32_t k = 0; k < q->w.v.count; k++) {
        const uint32_t freedom = q->w.v.freedom[k];
        sum = poly_add(n, sum, poly_multiply(n, mass_change(q, row, freedom, c),
                                             matrix[(size_t)freedom * columns + column]));
    }
    return sum;
}

/* M_b x_a beside D_b t_a, where b is a position; torques do not move M, nor do velocities. */
static void complete_torques(second_writer *q)
{
    const uint32_t all = q->x.freedoms, joints = q->x.coordinates,
                   joint_pairs = second_pair(joints, 0);
    for (size_t i = 0; i < (size_t)second_pair(all, 0) * joints; i++)
        q->torques.last_by_position[i] =
            net_assign(q->w.n, NULL, q->torques.last_by_position[i]);
    for (uint32_t i = 0; i < q->w.v.count; i++)
        for (uint32_t a = 0; a < joints; a++)
            for (uint32_t b = 0; b <= a; b++) {
                const uint32_t row = q->w.v.freedom[i];
                poly *to = &q->torques.by_positions[(size_t)row * joint_pairs + second_pair(a, b)];
                *to = add_turned(q, *to, row, b, q->by_position, joints, a);
            }
}

/* -M^-1 M_c M^-1, on and below the diagonal. */
static void write_inverse(second_writer *q)
{
    const forward_answers *w = &q->w;
    net *n = w->n;
    const uint32_t all = q->x.freedoms, count = w->v.count;
    poly *inverse = ARENA_ARRAY(q->mem, poly, (size_t)all * all + 1);
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = 0; k < count; k++)
            inverse[(size_t)w->v.freedom[i] * all + w->v.freedom[k]] =
                w->inverse[i > k ? factors_at(i, k) : factors_at(k, i)];
    for (uint32_t c = 0; c < q->x.coordinates; c++)
        for (uint32_t k = 0; k < count; k++) {
            const uint32_t column = w->v.freedom[k];
            poly *turned = ARENA_ARRAY(q->mem, poly, count + 1);
            for (uint32_t i = 0; i < count; i++)
                turned[i] = net_assign(n, NULL, add_turned(q, poly_zero(), w->v.freedom[i], c,
                                                           inverse, all, column));
            for (uint32_t i = 0; i < count; i++) {
                const uint32_t row = w->v.freedom[i];
                if (row < column)
                    continue;
                poly sum = poly_zero();
                for (uint32_t j = 0; j < count; j++)
                    sum = poly_sub(n, sum,
                                   poly_multiply(n, inverse[(size_t)row * all + w->v.freedom[j]],
                                                 turned[j]));
                q->x.last_by_position[(size_t)second_pair(row, column) * q->x.coordinates + c] =
                    sum;
            }
        }
}

static void finish_one(arena *mem, const tree *t, writer *of, bool by_factors, signals *s, net *n)
{
    static const second_outputs TO = {OUTPUT_QDD_Q_Q, OUTPUT_QDD_Q_QD, OUTPUT_QDD_QD_QD,
                                      OUTPUT_MINV_Q};
    second_writer q = {.mem = mem};
    if (forward_answers_write(mem, t, of, by_factors, s, n, &q.w)) {
        const uint32_t all = q.w.d->freedoms, joints = q.w.d->coordinates;
        q.torques = second_make(mem, t);
        q.x = second_make(mem, t);
        second_of_torques(mem, q.w.d, parameters_of(&q), n, &q.torques);
        complete_torques(&q);
        q.x.by_positions = forward_answers_matrix(&q.w, mem, q.torques.by_positions,
                                                  second_pair(joints, 0));
        q.x.by_mixed = forward_answers_matrix(&q.w, mem, q.torques.by_mixed, joints * all);
        q.x.by_rates = forward_answers_matrix(&q.w, mem, q.torques.by_rates, second_pair(all, 0));
        write_inverse(&q);
        second_put(&q.x, &TO, s, n);
    }
    forward_pivots(t, &q.w.v, s, n);
    net_sweep(n);
}

static void finish_by_factors(arena *mem, const tree *t, writer *w, signals *s, net *n)
{
    finish_one(mem, t, w, true, s, n);
}

static void finish_by_inverse(arena *mem, const tree *t, writer *w, signals *s, net *n)
{
    finish_one(mem, t, w, false, s, n);
}

/* --- producer --------------------------------------------------------------------------------- */

/* The plain forms: there is no recursion of the thesis for these. */
static void write_plain(arena *mem, const tree *t, signals *s, net *n)
{
    model raw;
    model_build(mem, t, &raw);
    derivative_forms f = derivative_forms_plain(mem, &raw);
    finish_by_factors(mem, t, derivatives_begin(mem, t, &raw, &f, s, n), s, n);
}

/* In the forms of the first derivatives (second_derivatives.c), solved or multiplied. */
static void choose_forms(arena *mem, const tree *t, const equations_options *o, equations *e)
{
    model raw;
    signals words;
    model_build(mem, t, &raw);
    const derivative_forms f = second_forms(mem, t, &raw, o);
    const net solved = derivative_forms_write(mem, t, &raw, &f, finish_by_factors, &words);
    equations_weigh(mem, e, "solved with factors", &solved, &words);
    const net multiplied = derivative_forms_write(mem, t, &raw, &f, finish_by_inverse, &words);
    equations_weigh(mem, e, "multiplied by the inverse", &multiplied, &words);
    equations_record(mem, e, "recursion for derivatives, differentiated and solved", &e->graph);
}

/* Each number takes as many operations as there are freedoms: 18 of a robot with four legs have
 * 10,458 numbers and 193,000 operations, in five seconds. */
static status check(const tree *t, diag *d)
{
    enum { MOST_NUMBERS = 15000 };
    TRY(second_check_size(t, FUNCTION_FD_SECOND, MOST_NUMBERS, d));
    return forward_answers_check(t, d);
}

const producer PRODUCER_FD_SECOND = {
    .write = write_plain, .choose_forms = choose_forms, .check = check};
