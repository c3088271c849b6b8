/* SPDX-License-Identifier: MIT */
/* Derivatives of inverse and forward dynamics of a robot with loops, by independent coordinates.
 *
 * The balance T' (Phi - Q) = 0 holds along all motions. In inverse dynamics Q = S tau, tau of the
 * actuators, and G = T' S: a change of the motion changes the balance by R, so G dtau = R. With
 * more actuators than independent joints tau = G' y, and dtau = G' dy + dG' y. In forward dynamics
 * Mr dx = -R, x the independent accelerations, and torques change them by Mr^-1 T'. */
#include "loops/closed_changes.h"

#include <string.h>

/* --- outputs ---------------------------------------------------------------------------------- */

typedef struct {
    output_kind kind;
    bool by_position;   /* columns are coordinates, not freedoms */
    const poly *values; /* [freedom * rows + row of the column] */
} closed_matrix;

/* Columns of dependent joints are zero: they follow. */
static void put_matrix(const reduction *r, const closed_matrix *m)
{
    const closed_writer *w = r->w;
    const uint32_t all = tree_freedoms(w->t),
                   columns = m->by_position ? w->t->coordinates_count : all;
    poly *row = ARENA_ARRAY(w->mem, poly, columns + 1);
    for (uint32_t i = 0; i < all; i++) {
        for (uint32_t k = 0; k < columns; k++)
            row[k] = poly_zero();
        for (uint32_t k = 0; k < r->rows; k++)
            if (!m->by_position)
                row[r->freedom[k]] = m->values[i * r->rows + k];
            else if (r->freedom[k] >= r->of_free)
                row[r->freedom[k] - r->of_free] = m->values[i * r->rows + k];
        for (uint32_t k = 0; k < columns; k++)
            signals_matrix_output(w->s, w->n, m->kind, i, k, row[k]);
    }
}

/* --- inverse dynamics ------------------------------------------------------------------------- */

typedef struct {
    closed_changes *c;
    uint32_t *actuator, actuators; /* coordinates */
    uint32_t *row, rows;           /* of the reduction, those that are coordinates */
    poly *g;                       /* [row * actuators + actuator] */
    bool least;                    /* more actuators than rows */
    block_solver solver;           /* of G ... */
    factors f;                     /* ... or of G G' */
    poly *y;                       /* tau = G' y, per row; where least */
    poly *turned;                  /* what B y changes by, by places and rows of the reduction */
} actuator_changes;

static void write_g(actuator_changes *a)
{
    const reduction *r = &a->c->r;
    a->row = ARENA_ARRAY(r->w->mem, uint32_t, r->rows + 1);
    for (uint32_t k = 0; k < r->rows; k++)
        if (r->freedom[k] >= r->of_free)
            a->row[a->rows++] = k;
    a->g = ARENA_ARRAY(r->w->mem, poly, (size_t)a->rows * a->actuators + 1);
    for (uint32_t i = 0; i < a->rows; i++)
        for (uint32_t k = 0; k < a->actuators; k++) {
            const uint32_t at = r->w->l->place[a->actuator[k]];
            poly *to = &a->g[i * a->actuators + k];
            if (at != LOOPS_NONE)
                *to = reduction_follows(r, at, a->row[i]);
            else if (r->freedom[a->row[i]] == r->of_free + a->actuator[k])
                *to = poly_number(r->w->n, 1);
        }
}

static void factor_least(actuator_changes *a)
{
    const reduction *r = &a->c->r;
    net *n = r->w->n;
    poly *lower = ARENA_ARRAY(r->w->mem, poly, factors_at(a->rows, 0) + 1);
    const char **names = ARENA_ARRAY(r->w->mem, const char *, a->rows + 1);
    for (uint32_t i = 0; i < a->rows; i++) {
        names[i] = arena_printf(r->w->mem, "%u", r->freedom[a->row[i]] - r->of_free + 1);
        for (uint32_t k = 0; k <= i; k++)
            for (uint32_t j = 0; j < a->actuators; j++) {
                poly *to = &lower[factors_at(i, k)];
                *to = poly_add(n, *to, poly_multiply(n, a->g[i * a->actuators + j],
                                                     a->g[k * a->actuators + j]));
            }
    }
    a->f = factors_write(r->w->mem, n, lower, names, a->rows);
    for (uint32_t i = 0; i < a->rows; i++)
        forward_pivot(r->w->t, r->freedom[a->row[i]], a->f.pivot[i], a->f.whole[i], r->w->s, n);
}

static void factor_equal(actuator_changes *a)
{
    const reduction *r = &a->c->r;
    const sample_states at = loops_samples(r->w->l);
    uint32_t *joints = ARENA_ARRAY(r->w->mem, uint32_t, a->rows + 1);
    for (uint32_t i = 0; i < a->rows; i++)
        joints[i] = r->freedom[a->row[i]] - r->of_free;
    block_solver_write(r->w->mem, a->g, a->actuators, r->w->form->cofactors, &at, r->w->s,
                       r->w->n, &a->solver);
    closure_put_pivots(&r->c, &a->solver, joints);
}

/* G' y. */
static void spread(const actuator_changes *a, const poly *y, poly *torque)
{
    net *n = a->c->r.w->n;
    for (uint32_t k = 0; k < a->actuators; k++) {
        poly sum = poly_zero();
        for (uint32_t i = 0; i < a->rows; i++)
            sum = poly_add(n, sum, poly_multiply(n, a->g[i * a->actuators + k], y[i]));
        torque[k] = net_assign(n, NULL, sum);
    }
}

/* Torques from what they give together, which is lost. */
static void torques(const actuator_changes *a, poly *psi, poly *torque)
{
    net *n = a->c->r.w->n;
    if (a->least) {
        factors_solve(&a->f, n, psi);
        spread(a, psi, torque);
        return;
    }
    memcpy(torque, psi, a->actuators * sizeof *torque);
    block_solve(a->c->r.w->mem, &a->solver, n, torque);
}

/* dG' y per independent coordinate. */
static poly turned(const actuator_changes *a, uint32_t actuator, uint32_t column)
{
    const reduction *r = &a->c->r;
    const uint32_t at = r->w->l->place[a->actuator[actuator]];
    return at == LOOPS_NONE ? poly_zero() : a->turned[at * r->rows + column];
}

/* Rows of the balance's change become rows of torques and wrenches. */
static poly *solved(const actuator_changes *a, const poly *balance, bool by_position)
{
    const reduction *r = &a->c->r;
    net *n = r->w->n;
    const uint32_t all = tree_freedoms(r->w->t);
    poly *out = ARENA_ARRAY(r->w->mem, poly, (size_t)all * r->rows + 1),
         *psi = ARENA_ARRAY(r->w->mem, poly, a->rows + 1),
         *torque = ARENA_ARRAY(r->w->mem, poly, a->actuators + 1);
    for (uint32_t column = 0; column < r->rows; column++) {
        const bool turns = a->least && by_position && r->freedom[column] >= r->of_free;
        for (uint32_t i = 0; i < a->rows; i++) {
            psi[i] = balance[a->row[i] * r->rows + column];
            for (uint32_t k = 0; turns && k < a->actuators; k++)
                psi[i] = poly_sub(n, psi[i], poly_multiply(n, a->g[i * a->actuators + k],
                                                           turned(a, k, column)));
        }
        torques(a, psi, torque);
        for (uint32_t k = 0; k < a->actuators; k++) {
            if (turns)
                torque[k] = poly_add(n, torque[k], turned(a, k, column));
            out[(r->of_free + a->actuator[k]) * r->rows + column] = torque[k];
        }
        for (uint32_t row = 0; row < r->rows; row++)
            if (r->freedom[row] < r->of_free)
                out[r->freedom[row] * r->rows + column] = balance[row * r->rows + column];
    }
    return out;
}

/* Accelerations of the rows, all given. */
static poly *given_accelerations(const reduction *r)
{
    const closed_writer *w = r->w;
    poly *x = ARENA_ARRAY(w->mem, poly, r->rows + 1);
    for (uint32_t row = 0; row < r->rows; row++)
        x[row] = closed_given_acceleration(w, r->freedom[row]);
    return x;
}

/* What the dependent joints hold: torques of the tree, less what their actuators give. */
static poly *held_beside(actuator_changes *a, const poly *phi)
{
    const reduction *r = &a->c->r;
    const loops *l = r->w->l;
    net *n = r->w->n;
    poly *held = ARENA_ARRAY(r->w->mem, poly, l->count + 1),
         *psi = ARENA_ARRAY(r->w->mem, poly, a->rows + 1),
         *torque = ARENA_ARRAY(r->w->mem, poly, a->actuators + 1);
    for (uint32_t i = 0; i < l->count; i++)
        held[i] = phi[l->dependent[i]];
    for (uint32_t i = 0; i < a->rows; i++) {
        const uint32_t own = r->freedom[a->row[i]] - r->of_free;
        psi[i] = net_assign(n, NULL, closure_reduce(&r->c, phi[own], own, held));
    }
    torques(a, psi, torque);
    for (uint32_t k = 0; k < a->actuators; k++) {
        const uint32_t at = l->place[a->actuator[k]];
        if (at != LOOPS_NONE)
            held[at] = net_assign(n, NULL, poly_sub(n, held[at], torque[k]));
    }
    a->y = psi;
    return held;
}

static void write_turned(actuator_changes *a)
{
    const reduction *r = &a->c->r;
    poly *y = ARENA_ARRAY(r->w->mem, poly, r->rows + 1);
    for (uint32_t i = 0; i < a->rows; i++)
        y[a->row[i]] = a->y[i];
    a->turned = changes_of_dependence(a->c, y);
}

static poly *whole_mass(const reduction *r)
{
    poly *out = ARENA_ARRAY(r->w->mem, poly, (size_t)r->rows * r->rows + 1);
    for (uint32_t i = 0; i < r->rows; i++)
        for (uint32_t k = 0; k < r->rows; k++)
            out[i * r->rows + k] = reduction_entry(r, i, k);
    return out;
}

static void write_inverse(const closed_writer *w)
{
    actuator_changes a = {.c = changes_begin(w, true)};
    const reduction *r = &a.c->r;
    a.actuator = closed_actuators(w->mem, w->l, &a.actuators);
    write_g(&a);
    a.least = a.actuators > a.rows;
    if (a.least)
        factor_least(&a);
    else
        factor_equal(&a);
    changes_at(a.c, given_accelerations(r));
    changes_end(a.c, held_beside(&a, changes_torques(a.c)));
    if (a.least)
        write_turned(&a);
    const closed_matrix out[] = {
        {OUTPUT_TAU_Q, true, solved(&a, a.c->by_position, true)},
        {OUTPUT_TAU_QD, false, solved(&a, a.c->by_rate, false)},
        {OUTPUT_TAU_QDD, false, solved(&a, whole_mass(r), false)},
    };
    for (uint32_t k = 0; k < 3; k++)
        put_matrix(r, &out[k]);
}

/* --- forward dynamics ------------------------------------------------------------------------- */

/* Accelerations of all freedoms from those of the rows: T x, and `more` of the dependent. */
static void carry(const reduction *r, uint32_t column, const poly *x, const poly *more,
                  double times, poly *out)
{
    net *n = r->w->n;
    for (uint32_t row = 0; row < r->rows; row++)
        out[r->freedom[row] * r->rows + column] = x[row];
    for (uint32_t i = 0; i < r->w->l->count; i++) {
        poly sum = more ? poly_scale(n, more[i * r->rows + column], times) : poly_zero();
        for (uint32_t row = 0; row < r->rows; row++)
            sum = poly_add(n, sum, poly_multiply(n, reduction_follows(r, i, row), x[row]));
        out[reduction_dependent(r, i) * r->rows + column] = net_assign(n, NULL, sum);
    }
}

/* -Mr^-1 of every column of the balance's changes; imposed accelerations answer to nothing. */
static poly *answers(const reduction *r, const poly *balance, const poly *more, double times)
{
    net *n = r->w->n;
    poly *out = ARENA_ARRAY(r->w->mem, poly, (size_t)tree_freedoms(r->w->t) * r->rows + 1),
         *x = ARENA_ARRAY(r->w->mem, poly, r->rows + 1);
    for (uint32_t column = 0; column < r->rows; column++) {
        bool any = false;
        for (uint32_t row = 0; row < r->rows; row++) {
            x[row] = poly_zero();
            if (row < r->solved)
                x[row] = poly_scale(n, balance[row * r->rows + column], -1);
            any = any || x[row].count;
        }
        if (any)
            factors_solve(&r->f, n, x);
        for (uint32_t row = 0; row < r->solved; row++)
            x[row] = net_assign(n, NULL, x[row]);
        carry(r, column, x, more, times, out);
    }
    return out;
}

/* T Mr^-1 T': symmetric, as the inverse of the mass matrix would be. */
static void put_by_torques(const reduction *r)
{
    const closed_writer *w = r->w;
    net *n = w->n;
    const uint32_t all = tree_freedoms(w->t);
    poly *inverse = factors_invert(w->mem, &r->f, n),
         *half = ARENA_ARRAY(w->mem, poly, (size_t)all * r->rows + 1),
         *x = ARENA_ARRAY(w->mem, poly, r->rows + 1);
    for (uint32_t column = 0; column < r->solved; column++) { /* T Mr^-1 */
        for (uint32_t row = 0; row < r->solved; row++)
            x[row] = net_assign(n, NULL, inverse[row > column ? factors_at(row, column)
                                                              : factors_at(column, row)]);
        carry(r, column, x, NULL, 0, half);
    }
    for (uint32_t i = 0; i < all; i++)
        for (uint32_t k = 0; k <= i; k++) {
            const uint32_t at = k < r->of_free ? LOOPS_NONE : w->l->place[k - r->of_free];
            poly sum = poly_zero();
            for (uint32_t row = 0; row < r->solved; row++) {
                poly by = at != LOOPS_NONE          ? reduction_follows(r, at, row)
                          : r->freedom[row] == k ? poly_number(n, 1)
                                                    : poly_zero();
                sum = poly_add(n, sum, poly_multiply(n, half[i * r->rows + row], by));
            }
            signals_matrix_output(w->s, n, OUTPUT_QDD_TAU, i, k, sum);
        }
}

static void write_forward(const closed_writer *w)
{
    closed_changes *c = changes_begin(w, false);
    reduction *r = &c->r;
    const poly *x = reduction_solve(r);
    if (r->f.singular == r->solved) { /* else nothing but the pivot is of interest */
        changes_at(c, x);
        changes_end(c, reduction_held(r, x));
        const closed_matrix out[] = {
            {OUTPUT_QDD_Q, true, answers(r, c->by_position, c->acceleration, 1)},
            {OUTPUT_QDD_QD, false, answers(r, c->by_rate, c->rate, 2)},
        };
        put_matrix(r, &out[0]);
        put_matrix(r, &out[1]);
        put_by_torques(r);
    }
}

/* --- producers -------------------------------------------------------------------------------- */

/* Only first derivatives of a constraint of the user's own are known. */
static status check_constraints(const tree *t, diag *d)
{
    for (uint32_t i = 0; i < t->cuts_count; i++)
        if (t->cuts[i].what.kind == CUT_USER)
            return diag_error(d, t->cuts[i].what.at,
                              "constraint '%s' is the user's own and has no second derivatives: "
                              "dynamics with it have no derivatives", t->cuts[i].what.name);
    return tree_check_holonomic(t, "a function of derivatives", d);
}

static status check_inverse(const tree *t, diag *d)
{
    TRY(check_constraints(t, d));
    return closed_check_actuators(t, d);
}

static status check_forward(const tree *t, diag *d)
{
    TRY(check_constraints(t, d));
    return closed_check(t, d);
}

static const closed_function INVERSE = {.write = write_inverse, .derivatives = true},
                             FORWARD = {.write = write_forward, .derivatives = true};
CLOSED_PRODUCER(CLOSED_ID_DERIVATIVES, INVERSE, check_inverse)
CLOSED_PRODUCER(CLOSED_FD_DERIVATIVES, FORWARD, check_forward)
