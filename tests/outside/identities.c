/* SPDX-License-Identifier: MIT */
#include "identities.h"

#include "operations/state.h"
#include "plain_recursion.h"

#include <math.h>
#include <string.h>

#define STATES 20

typedef struct {
    const tree *t;
    const ops *p;
    uint32_t n; /* coordinates */
    double *in, *out, *scratch;
    double *q, *qd, *qdd; /* the state being looked at */
    uint64_t seed;
} bench;

static double draw(bench *b, double reach)
{
    b->seed = b->seed * 6364136223846793005u + 1442695040888963407u;
    return reach * ((double)(b->seed >> 11) * 0x1p-52 - 1);
}

static void draw_state(bench *b)
{
    for (uint32_t i = 0; i < b->n; i++) {
        b->q[i] = draw(b, 3);
        b->qd[i] = draw(b, 1);
        b->qdd[i] = draw(b, 1);
    }
}

static double *vector(arena *mem, const bench *b)
{
    return ARENA_ARRAY(mem, double, b->n + 1);
}

static void torques(const bench *b, const double *q, const double *qd, const double *qdd,
                    double *torque)
{
    robot_state s = {.q = q, .qd = qd, .qdd = qdd};
    state_to_inputs64(b->p, &s, b->in);
    ops_eval64(b->p, b->in, b->out, b->scratch);
    for (uint32_t i = 0; i < b->p->outputs_count; i++)
        torque[b->p->outputs[i].index] = b->out[i];
}

static double largest(const double *v, uint32_t n)
{
    double most = 0;
    for (uint32_t i = 0; i < n; i++)
        most = fmax(most, fabs(v[i]));
    return most;
}

/* Torques at x, y and their mean; the mean of the torques may differ by rounding, a few hundred
 * operations deep: 1e-13 of the largest torque. */
static double affine_error(arena *mem, bench *b)
{
    double *x = vector(mem, b), *y = vector(mem, b), *mean = vector(mem, b),
           *other = vector(mem, b);
    double worst = 0;
    torques(b, b->q, b->qd, b->qdd, x);
    for (uint32_t i = 0; i < b->n; i++) {
        other[i] = draw(b, 5);
        mean[i] = 0.5 * (b->qdd[i] + other[i]);
    }
    torques(b, b->q, b->qd, other, y);
    torques(b, b->q, b->qd, mean, other);
    for (uint32_t i = 0; i < b->n; i++)
        worst = fmax(worst, fabs(other[i] - 0.5 * (x[i] + y[i])));
    return worst / fmax(largest(x, b->n), largest(y, b->n));
}

/* M column by column, as differences of torques at rest. */
static void mass_matrix(arena *mem, const bench *b, double *m)
{
    double *zero = vector(mem, b), *unit = vector(mem, b), *rest = vector(mem, b);
    torques(b, b->q, zero, zero, rest);
    for (uint32_t j = 0; j < b->n; j++) {
        unit[j] = 1;
        torques(b, b->q, zero, unit, m + (size_t)j * b->n);
        unit[j] = 0;
        for (uint32_t i = 0; i < b->n; i++)
            m[(size_t)j * b->n + i] -= rest[i];
    }
}

/* Scales rows and columns so that the diagonal is 1, which leaves definiteness as it is and makes
 * metres and radians comparable. Returns the largest asymmetry; infinite if the diagonal is not
 * positive. */
static double scale_matrix(double *m, uint32_t n)
{
    double worst = 0;
    for (uint32_t i = 0; i < n; i++)
        if (!(m[(size_t)i * n + i] > 0))
            return INFINITY;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j < i; j++) {
            double size = sqrt(m[(size_t)i * n + i] * m[(size_t)j * n + j]);
            double *lower = &m[(size_t)i * n + j], *upper = &m[(size_t)j * n + i];
            worst = fmax(worst, fabs(*lower - *upper) / size);
            *lower = *upper = *lower / size;
        }
    for (uint32_t i = 0; i < n; i++)
        m[(size_t)i * n + i] = 1;
    return worst;
}

/* Smallest pivot of Cholesky's factorisation of a matrix with unit diagonal. */
static double smallest_pivot(double *m, uint32_t n)
{
    double least = 1;
    for (uint32_t i = 0; i < n; i++)
        for (uint32_t j = 0; j <= i; j++) {
            double sum = m[(size_t)i * n + j];
            for (uint32_t k = 0; k < j; k++)
                sum -= m[(size_t)i * n + k] * m[(size_t)j * n + k];
            if (i == j) {
                least = fmin(least, sum);
                if (sum <= 0)
                    return sum;
            }
            m[(size_t)i * n + j] = i == j ? sqrt(sum) : sum / m[(size_t)j * n + j];
        }
    return least;
}

/* Derivative of the energy along q + qd s + qdd s2/2 (and qd + qdd s) at s = 0, by the central
 * difference of eighth order. With steps of 0.01 s and rates near 1 rad/s the truncation is about
 * (n 0.01)^8 and the rounding 2^-53 energy / 0.01, both below 1e-11 of the energy. */
static double energy_rate(arena *mem, const bench *b, const double *qd, const double *qdd)
{
    static const double weight[4] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    const double step = 0.01;
    double *q_at = vector(mem, b), *qd_at = vector(mem, b), rate = 0;
    for (int k = 1; k <= 4; k++)
        for (int side = -1; side <= 1; side += 2) {
            double s = side * k * step;
            for (uint32_t i = 0; i < b->n; i++) {
                q_at[i] = b->q[i] + qd[i] * s + 0.5 * qdd[i] * s * s;
                qd_at[i] = qd[i] + qdd[i] * s;
            }
            rate += side * weight[k - 1] / step *
                    recursion_energy(b->t, &(robot_state){.q = q_at, .qd = qd_at, .qdd = qdd});
        }
    return rate;
}

static double power_error(arena *mem, bench *b)
{
    double *torque = vector(mem, b), power = 0, size = 0;
    torques(b, b->q, b->qd, b->qdd, torque);
    for (uint32_t i = 0; i < b->n; i++) {
        power += torque[i] * b->qd[i];
        size += fabs(torque[i] * b->qd[i]);
    }
    return fabs(power - energy_rate(mem, b, b->qd, b->qdd)) / size;
}

/* Turned on one joint at a time, without kinetic energy: qd enters the energy only through q
 * there. */
static double gravity_error(arena *mem, bench *b)
{
    double *zero = vector(mem, b), *torque = vector(mem, b), worst = 0;
    torques(b, b->q, zero, zero, torque);
    const double step = 0.01;
    static const double weight[4] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    for (uint32_t i = 0; i < b->n; i++) {
        double here = b->q[i], slope = 0;
        for (int k = -4; k <= 4; k++) {
            b->q[i] = here + k * step;
            if (k != 0)
                slope += (k < 0 ? -1 : 1) * weight[(k < 0 ? -k : k) - 1] / step *
                         recursion_energy(b->t, &(robot_state){.q = b->q, .qd = zero, .qdd = zero});
        }
        b->q[i] = here;
        worst = fmax(worst, fabs(slope - torque[i]));
    }
    return worst / largest(torque, b->n);
}

static bench bench_make(arena *mem, const tree *t, const ops *p)
{
    bench b = {.t = t, .p = p, .n = t->coordinates_count, .seed = 7};
    b.in = ARENA_ARRAY(mem, double, p->inputs_count + 1);
    b.out = ARENA_ARRAY(mem, double, p->outputs_count + 1);
    b.scratch = ARENA_ARRAY(mem, double, p->list_count + 1);
    b.q = vector(mem, &b);
    b.qd = vector(mem, &b);
    b.qdd = vector(mem, &b);
    return b;
}

void identities_check(arena *mem, tap *out, const char *what, const tree *t, const ops *p)
{
    bench b = bench_make(mem, t, p);
    double affine = 0, asymmetry = 0, pivot = 1, gravity = 0, power = 0;
    double *m = ARENA_ARRAY(mem, double, (size_t)b.n * b.n + 1);
    for (int i = 0; i < STATES; i++) {
        draw_state(&b);
        affine = fmax(affine, affine_error(mem, &b));
        mass_matrix(mem, &b, m);
        asymmetry = fmax(asymmetry, scale_matrix(m, b.n));
        pivot = isfinite(asymmetry) ? fmin(pivot, smallest_pivot(m, b.n)) : -1;
        gravity = fmax(gravity, gravity_error(mem, &b));
        power = fmax(power, power_error(mem, &b));
    }
    tap_check(out, affine < 1e-13, "%s: torque is affine in qdd (%.1e)", what, affine);
    /* M is a difference of torques that hold gravity as well, so it carries their rounding: a wrist
     * of 1e-4 kg m2 on an arm that holds 100 N m loses six digits more than the arm. */
    tap_check(out, asymmetry < 1e-10, "%s: M is symmetric (%.1e)", what, asymmetry);
    tap_check(out, pivot > 1e-9, "%s: M is positive definite (smallest pivot %.1e)", what, pivot);
    tap_check(out, gravity < 1e-10,
              "%s: torques at rest are the slope of the potential energy (%.1e)", what, gravity);
    tap_check(out, power < 1e-10, "%s: power of the torques is the rate of the energy (%.1e)", what,
              power);
}
