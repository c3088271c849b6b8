/* SPDX-License-Identifier: MIT */
#include "closed_laws.h"

#include "loops/constraints.h"

#include <math.h>
#include <string.h>

double closed_apart(const double *ours, const double *theirs, uint32_t count)
{
    double most = 0, size = 0;
    for (uint32_t i = 0; i < count; i++) {
        double difference = fabs(ours[i] - theirs[i]);
        most = isfinite(difference) ? fmax(most, difference) : INFINITY;
        size = fmax(size, fabs(theirs[i]));
    }
    return most / size;
}

/* One judgement about one state. */
typedef struct {
    closed_robot *r;
    const closed_motion *m;
    const closed_answer *theirs;
    closed_verdict *v;
    uint32_t joints;
    closed_matrix carries;
} judgement;

static bool is_independent(const judgement *j, uint32_t i)
{
    return j->carries[i][i] == 1;
}

static void keep(double *worst, double found)
{
    *worst = found <= *worst ? *worst : found; /* what is no number stays */
}

/* Results of a function in the state, with their accelerations. */
static closed_evaluator *evaluated(judgement *j, function_kind function)
{
    closed_motion m = *j->m;
    memcpy(m.qdd, j->theirs->qdd, sizeof m.qdd);
    closed_evaluate(&j->r->of[function], &m);
    return &j->r->of[function];
}

/* What is left of the exactness of augmented, by what it tells itself; never less than 1e-5, so
 * that a pivot told wrong does not excuse everything. */
static double share(function_kind function, const closed_evaluator *e)
{
    return function == FUNCTION_AUGMENTED ? fmax(1e-5, fmin(1, closed_pivot_share(e))) : 1;
}

static void judge_closure(judgement *j)
{
    double ours[CLOSED_MOST], bias[CLOSED_MOST] = {0};
    closed_take(evaluated(j, FUNCTION_CLOSURE), OUTPUT_QDD_BIAS, bias);
    for (uint32_t i = 0; i < j->joints; i++) {
        ours[i] = bias[i];
        for (uint32_t k = 0; k < j->joints; k++)
            if (is_independent(j, k))
                ours[i] += j->carries[i][k] * j->theirs->qdd[k];
    }
    keep(&j->v->law[FUNCTION_CLOSURE], closed_apart(ours, j->theirs->qdd, j->joints));
}

/* Sizes of force and moment per cut. */
static void judge_multipliers(judgement *j, function_kind function, const closed_evaluator *e)
{
    const tree *t = &j->r->f.tree;
    const constraint_list list = constraints_of(&j->r->mem, t);
    double ours[2 * CLOSED_MOST] = {0}, theirs[2 * CLOSED_MOST], multiplier[2 * CLOSED_MOST] = {0};
    for (uint32_t i = 0; i < t->cuts_count; i++) {
        if (j->theirs->force[i] < 0)
            return;
        theirs[2 * i] = j->theirs->force[i];
        theirs[2 * i + 1] = j->theirs->moment[i];
    }
    closed_take(e, OUTPUT_MULTIPLIER, multiplier);
    for (uint32_t k = 0; k < list.count; k++) {
        double *size = &ours[2 * list.list[k].cut + (list.list[k].row >= CUT_RX)];
        *size = hypot(*size, multiplier[k]);
    }
    keep(&j->v->multipliers[function],
         share(function, e) * closed_apart(ours, theirs, 2 * t->cuts_count));
    j->v->with_multipliers += function == FUNCTION_AUGMENTED;
}

static void judge_accelerations(judgement *j, function_kind function)
{
    double ours[CLOSED_MOST] = {0};
    const closed_evaluator *e = evaluated(j, function);
    closed_take(e, OUTPUT_QDD, ours);
    keep(&j->v->law[function],
         share(function, e) * closed_apart(ours, j->theirs->qdd, j->joints));
    if (function_has(function, ARRAY_MULTIPLIER))
        judge_multipliers(j, function, e);
}

/* Next to the largest sum of moduli of what is added up. */
static void judge_torques(judgement *j)
{
    double wanted[CLOSED_MOST] = {0}, tau[CLOSED_MOST] = {0}, reduced[CLOSED_MOST] = {0}, size = 0;
    closed_matrix actuation = {{0}};
    closed_take(evaluated(j, FUNCTION_CLOSED_ID), OUTPUT_TORQUE, tau);
    closed_evaluator *e = evaluated(j, FUNCTION_CLOSED_REDUCED);
    closed_take(e, OUTPUT_REDUCED, reduced);
    closed_take_matrix(e, OUTPUT_ACTUATION, actuation);
    for (uint32_t k = 0; k < j->joints; k++) {
        double sum = 0;
        for (uint32_t i = 0; is_independent(j, k) && i < j->joints; i++) {
            wanted[k] += j->carries[i][k] * j->m->tau[i];
            sum += fabs(j->carries[i][k] * j->m->tau[i]);
        }
        size = fmax(size, sum);
    }
    for (uint32_t k = 0; k < j->joints; k++) {
        double together = 0, work = 0;
        if (!is_independent(j, k))
            continue;
        for (uint32_t i = 0; i < j->joints; i++) {
            together += actuation[k][i] * tau[i];
            work += j->carries[i][k] * tau[i];
        }
        keep(&j->v->law[FUNCTION_CLOSED_ID], fabs(work - wanted[k]) / size);
        keep(&j->v->law[FUNCTION_CLOSED_REDUCED], fabs(reduced[k] - wanted[k]) / size);
        keep(&j->v->law[FUNCTION_CLOSED_REDUCED], fabs(together - wanted[k]) / size);
    }
}

/* out += a b; size += |a| |b|, where it is wanted. */
static void add_product(const judgement *j, closed_matrix a, closed_matrix b,
                        closed_matrix out, closed_matrix size)
{
    for (uint32_t i = 0; i < j->joints; i++)
        for (uint32_t k = 0; k < j->joints; k++)
            for (uint32_t n = 0; n < j->joints; n++) {
                out[i][n] += a[i][k] * b[k][n];
                if (size)
                    size[i][n] += fabs(a[i][k] * b[k][n]);
            }
}

static closed_derivatives our_derivatives(judgement *j)
{
    closed_derivatives out = {{{{0}}}};
    const closed_evaluator *e = evaluated(j, FUNCTION_CLOSED_FD_DERIVATIVES);
    closed_take_matrix(e, OUTPUT_QDD_Q, out.by[0]);
    closed_take_matrix(e, OUTPUT_QDD_QD, out.by[1]);
    closed_take_matrix(e, OUTPUT_QDD_TAU, out.by[2]);
    for (uint32_t i = 0; i < j->joints; i++) /* it is symmetric, one half is told */
        for (uint32_t k = 0; k < i; k++)
            out.by[2][i][k] = out.by[2][k][i] = out.by[2][i][k] + out.by[2][k][i];
    return out;
}

/* Theirs along closed states, by what the velocities of dependent joints change by per position:
 * what ours say of dependent accelerations per velocity is B times what they say of independent
 * ones, and twice that, right where these two agree. */
static closed_derivatives along_closed(judgement *j, const closed_derivatives *ours)
{
    closed_derivatives *theirs = j->theirs->derivatives;
    closed_derivatives along = {{{{0}}}};
    closed_matrix d = {{0}};
    for (uint32_t i = 0; i < j->joints; i++)
        for (uint32_t k = 0; k < j->joints; k++) {
            double carried = 0;
            for (uint32_t n = 0; n < j->joints; n++)
                if (is_independent(j, n))
                    carried += j->carries[i][n] * ours->by[1][n][k];
            d[i][k] = (ours->by[1][i][k] - carried) / 2;
        }
    add_product(j, theirs->by[0], j->carries, along.by[0], NULL);
    add_product(j, theirs->by[1], d, along.by[0], NULL);
    add_product(j, theirs->by[1], j->carries, along.by[1], NULL);
    memcpy(along.by[2], theirs->by[2], sizeof along.by[2]);
    return along;
}

/* tau_qdd (their change of independent accelerations) against what torques change by themselves. */
static void judge_inverse(judgement *j, closed_derivatives *along, bool by_actuators)
{
    const output_kind own[] = {OUTPUT_TAU_Q, OUTPUT_TAU_QD};
    const closed_evaluator *e = evaluated(j, FUNCTION_CLOSED_ID_DERIVATIVES);
    closed_matrix mass = {{0}};
    closed_take_matrix(e, OUTPUT_TAU_QDD, mass);
    bool acts[CLOSED_MOST];
    int more = 0;
    for (uint32_t i = 0; i < j->joints; i++) {
        acts[i] = closed_is_actuator(j->r, i);
        more += acts[i] - is_independent(j, i);
        for (uint32_t k = 0; k < j->joints; k++) /* no column of other accelerations */
            mass[i][k] *= is_independent(j, k);
    }
    if (more) /* torques of least norm: which others there are, no motion tells */
        return;
    j->v->with_inverse++;
    for (uint32_t by = by_actuators ? 0 : 2; by < 3; by++) {
        closed_matrix left = {{0}}, size = {{0}};
        double worst = 0, scale = 0;
        if (by < 2)
            closed_take_matrix(e, own[by], left);
        add_product(j, mass, along->by[by], left, size);
        for (uint32_t i = 0; i < j->joints; i++)
            for (uint32_t k = 0; k < j->joints; k++) {
                if (!acts[i] || !(by == 2 ? acts[k] : is_independent(j, k)))
                    continue;
                keep(&worst, fabs(left[i][k] - (by == 2 && i == k)));
                scale = fmax(scale, size[i][k]);
            }
        keep(&j->v->law[FUNCTION_CLOSED_ID_DERIVATIVES], worst / scale);
    }
}

static void judge_derivatives(judgement *j, bool by_actuators)
{
    closed_derivatives ours = our_derivatives(j), along = along_closed(j, &ours);
    for (uint32_t k = 0; k < 3; k++)
        keep(&j->v->law[FUNCTION_CLOSED_FD_DERIVATIVES],
             closed_apart(&ours.by[k][0][0], &along.by[k][0][0], CLOSED_MOST * CLOSED_MOST));
    judge_inverse(j, &along, by_actuators);
    j->v->with_derivatives++;
}

void closed_judge(closed_robot *r, const closed_motion *m, bool by_actuators,
                  const closed_answer *theirs, closed_verdict *v)
{
    judgement j = {.r = r, .m = m, .theirs = theirs, .v = v,
                   .joints = r->f.tree.coordinates_count};
    closed_carrying(r, m, j.carries);
    judge_closure(&j);
    judge_accelerations(&j, FUNCTION_CLOSED_FD);
    judge_accelerations(&j, FUNCTION_CLOSED_FORCES);
    judge_accelerations(&j, FUNCTION_AUGMENTED);
    judge_torques(&j);
    if (theirs->derivatives)
        judge_derivatives(&j, by_actuators);
}
