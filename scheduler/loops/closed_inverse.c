/* SPDX-License-Identifier: MIT */
/* Inverse dynamics of a robot with loops [T 2.5.1]: torques Phi of the tree at the closed motion,
 * reduced to Psi = Phi_u + B' Phi_v, which is what the actuators give: Psi = G Q. As many actuators
 * as independent joints: Q = G^-1 Psi. More: the least of all Q that do it, Q = G' (G G')^-1 Psi.
 * Fewer: Psi and G are all that there is, a function of its own. */
#include "writers/classic_parts.h"
#include "loops/closed_parts.h"
#include "loops/rods.h"
#include "writers/forward.h"

#include <assert.h>
#include <string.h>

typedef struct {
    const closed_writer *w;
    closure c;
    uint32_t *actuator, actuators; /* coordinates */
    poly *psi;                     /* per independent */
    poly *g;                       /* [independent * actuators + actuator] */
} actuation;

uint32_t *closed_actuators(arena *mem, const loops *l, uint32_t *count)
{
    uint32_t *list = ARENA_ARRAY(mem, uint32_t, l->t->coordinates_count + 1);
    *count = 0;
    for (uint32_t c = 0; c < l->t->coordinates_count; c++)
        if (l->t->coordinates[c].actuated)
            list[(*count)++] = c;
    if (*count)
        return list;
    *count = l->independent_count;
    memcpy(list, l->independent, l->independent_count * sizeof *list);
    return list;
}

/* Accelerations of dependent joints follow from the others. */
static void derive_accelerations(const closed_writer *w, const closure *c)
{
    const loops *l = w->l;
    for (uint32_t i = 0; i < l->count; i++) {
        poly sum = c->bias[i];
        for (uint32_t u = 0; u < l->independent_count; u++) {
            const uint32_t column = l->independent[u];
            poly given = signals_coordinate(w->s, w->n, INPUT_QDD, column, 1, 0);
            sum = poly_add(w->n, sum, poly_multiply(w->n, c->dependence[i * c->c.columns + column],
                                                    given));
        }
        signals_derive(w->s, INPUT_QDD, l->dependent[i], net_assign(w->n, NULL, sum));
    }
}

static void put_left_out(const closed_writer *w, const closure *c)
{
    poly *accelerations = ARENA_ARRAY(w->mem, poly, c->c.columns + 1);
    for (uint32_t i = 0; i < c->c.columns; i++)
        if (w->l->left_out_count) /* else one may become an input that nothing reads */
            accelerations[i] = signals_coordinate(w->s, w->n, INPUT_QDD, i, 1, 0);
    closure_left_out_outputs(c, accelerations);
}

/* Per coordinate, then six per free body. */
static recursion_sums write_tree_torques(const closed_writer *w)
{
    if (w->forms) {
        model m = model_copy(w->mem, w->forms->raw);
        inertia_form *own = ARENA_ARRAY(w->mem, inertia_form, m.count);
        for (uint32_t i = 0; i < m.count; i++)
            own[i] = w->forms->recursion->of[i].inertia;
        model_regroup(&m, own);
        return recursion_torques(w->mem, &m, w->t, w->forms->recursion, RECURSION_ALL, w->s, w->n);
    }
    const unsigned all = MASS_BIAS | MASS_VELOCITY | MASS_ACC | CLASSIC_ACCELERATION;
    mass_sums sums = classic_mass(w->mem, w->t, all, w->s, w->n);
    const uint32_t free_bodies = tree_free_bodies(w->t);
    return (recursion_sums){sums.bias + 6 * free_bodies, sums.bias, free_bodies};
}

static recursion_sums write_torques(const closed_writer *w)
{
    recursion_sums sums = write_tree_torques(w);
    const rod_motions rods = rods_write(w->mem, w->t, w->form->frames, w->s, w->n);
    if (!rods.count)
        return sums;
    const uint32_t all = tree_freedoms(w->t), of_free = 6 * tree_free_bodies(w->t);
    poly *x = ARENA_ARRAY(w->mem, poly, all + 1);
    for (uint32_t i = 0; i < all; i++)
        x[i] = closed_given_acceleration(w, i);
    const poly *more = rods_torques(w->mem, &rods, w->n, all, x);
    for (uint32_t i = 0; i < all; i++) {
        poly *to = i < of_free ? &sums.wrench[i] : &sums.torque[i - of_free];
        *to = poly_add(w->n, *to, more[i]);
    }
    return sums;
}

static void write_psi(actuation *a, const recursion_sums *sums)
{
    const closed_writer *w = a->w;
    const loops *l = w->l;
    poly *dependent = ARENA_ARRAY(w->mem, poly, l->count + 1);
    for (uint32_t i = 0; i < l->count; i++)
        dependent[i] = net_assign(w->n, NULL, sums->torque[l->dependent[i]]);
    a->psi = ARENA_ARRAY(w->mem, poly, l->independent_count + 1);
    for (uint32_t u = 0; u < l->independent_count; u++) {
        const uint32_t own = l->independent[u];
        a->psi[u] = net_assign(w->n, NULL,
                               closure_reduce(&a->c, sums->torque[own], own, dependent));
    }
}

static void write_g(actuation *a)
{
    const loops *l = a->w->l;
    a->g = ARENA_ARRAY(a->w->mem, poly, (size_t)l->independent_count * a->actuators + 1);
    for (uint32_t u = 0; u < l->independent_count; u++)
        for (uint32_t k = 0; k < a->actuators; k++) {
            const uint32_t joint = a->actuator[k], at = l->place[joint],
                           own = l->independent[u];
            poly *to = &a->g[u * a->actuators + k];
            if (at != LOOPS_NONE)
                *to = a->c.dependence[at * a->c.c.columns + own];
            else if (joint == own)
                *to = poly_number(a->w->n, 1);
        }
}

static void put_torques(const actuation *a, const poly *torque)
{
    const closed_writer *w = a->w;
    poly *all = ARENA_ARRAY(w->mem, poly, w->t->coordinates_count + 1);
    for (uint32_t k = 0; k < a->actuators; k++)
        all[a->actuator[k]] = torque[k];
    for (uint32_t c = 0; c < w->t->coordinates_count; c++)
        signals_joint_output(w->s, w->n, OUTPUT_TORQUE, c, all[c]);
}

static void solve_equal(const actuation *a)
{
    const closed_writer *w = a->w;
    const sample_states at = loops_samples(w->l);
    block_solver f;
    poly *torque = ARENA_ARRAY(w->mem, poly, a->actuators + 1);
    memcpy(torque, a->psi, a->actuators * sizeof *torque);
    if (block_solver_write(w->mem, a->g, a->actuators, w->form->cofactors, &at, w->s, w->n, &f))
        block_solve(w->mem, &f, w->n, torque);
    closure_put_pivots(&a->c, &f, a->w->l->independent);
    put_torques(a, torque);
}

static void solve_least(const actuation *a)
{
    const closed_writer *w = a->w;
    net *n = w->n;
    const uint32_t rows = w->l->independent_count, count = a->actuators;
    poly *lower = ARENA_ARRAY(w->mem, poly, factors_at(rows, 0) + 1),
         *torque = ARENA_ARRAY(w->mem, poly, count + 1);
    const char **names = ARENA_ARRAY(w->mem, const char *, rows + 1);
    for (uint32_t i = 0; i < rows; i++) {
        names[i] = arena_printf(w->mem, "%u", w->l->independent[i] + 1);
        for (uint32_t k = 0; k <= i; k++) {
            poly sum = poly_zero();
            for (uint32_t j = 0; j < count; j++)
                sum = poly_add(n, sum, poly_multiply(n, a->g[i * count + j], a->g[k * count + j]));
            lower[factors_at(i, k)] = sum;
        }
    }
    factors f = factors_write(w->mem, n, lower, names, rows);
    if (f.singular == rows)
        factors_solve(&f, n, a->psi);
    const uint32_t of_free = 6 * tree_free_bodies(w->t);
    for (uint32_t i = 0; i < rows; i++)
        forward_pivot(w->t, of_free + w->l->independent[i], f.pivot[i], f.whole[i], w->s, n);
    for (uint32_t k = 0; k < count; k++)
        for (uint32_t i = 0; i < rows; i++)
            torque[k] = poly_add(n, torque[k], poly_multiply(n, a->g[i * count + k], a->psi[i]));
    put_torques(a, torque);
}

static void put_system(const actuation *a)
{
    const closed_writer *w = a->w;
    const loops *l = w->l;
    const uint32_t columns = w->t->coordinates_count;
    poly *psi = ARENA_ARRAY(w->mem, poly, columns + 1),
         *g = ARENA_ARRAY(w->mem, poly, (size_t)columns * columns + 1);
    for (uint32_t u = 0; u < l->independent_count; u++) {
        psi[l->independent[u]] = a->psi[u];
        for (uint32_t k = 0; k < a->actuators; k++)
            g[l->independent[u] * columns + a->actuator[k]] = a->g[u * a->actuators + k];
    }
    for (uint32_t i = 0; i < columns; i++)
        signals_joint_output(w->s, w->n, OUTPUT_REDUCED, i, psi[i]);
    for (uint32_t i = 0; i < columns; i++)
        for (uint32_t k = 0; k < columns; k++)
            signals_entry(w->s, w->n, OUTPUT_ACTUATION, w->t->coordinates[i].name, i, 0,
                          w->t->coordinates[k].name, k, g[i * columns + k]);
}

static void put_wrenches(const closed_writer *w, const recursion_sums *sums)
{
    for (uint32_t i = 0; i < 6 * sums->free_bodies; i++)
        signals_output(w->s, w->n, i % 6 < 3 ? OUTPUT_FORCE : OUTPUT_MOMENT,
                       w->t->bodies[tree_free_body(w->t, i / 6)].name, i / 6, i % 3,
                       sums->wrench[i]);
}

static void write_reduced(const closed_writer *w, bool solved)
{
    actuation a = {.w = w};
    a.c = closed_loops(w, CLOSURE_RATES | CLOSURE_ACCELERATIONS);
    derive_accelerations(w, &a.c);
    recursion_sums sums = write_torques(w);
    a.actuator = closed_actuators(w->mem, w->l, &a.actuators);
    write_psi(&a, &sums);
    write_g(&a);
    if (!solved)
        put_system(&a);
    else if (a.actuators == w->l->independent_count)
        solve_equal(&a);
    else
        solve_least(&a);
    put_wrenches(w, &sums);
    closure_outputs(&a.c);
    put_left_out(w, &a.c);
}

/* Where motions are left with all actuated joints held, no torques there give any motion. */
status closed_check_actuators(const tree *t, diag *d)
{
    TRY(closed_check(t, d));
    arena mem = arena_make();
    diag own = diag_make(&mem);
    loops l;
    status done = loops_find(&mem, t, &l, &own);
    assert(done == STATUS_OK);
    uint32_t count, columns = t->coordinates_count, *list = closed_actuators(&mem, &l, &count);
    constraint_numbers c = constraint_numbers_make(&mem, t);
    double *rows = ARENA_ARRAY(&mem, double, (size_t)(c.list.count + count) * columns + 1);
    bool *is_new = ARENA_ARRAY(&mem, bool, c.list.count + count + 1);
    uint32_t rank = 0;
    for (uint32_t k = 0; k < l.closed_count; k++) {
        constraint_numbers_at(&c, l.closed + k * columns);
        memcpy(rows, c.row, (size_t)c.list.count * columns * sizeof *rows);
        for (uint32_t i = 0; i < count; i++)
            for (uint32_t j = 0; j < columns; j++)
                rows[(c.list.count + i) * columns + j] = list[i] == j;
        uint32_t found = rows_independent(rows, c.list.count + count, columns, is_new);
        rank = found > rank ? found : rank;
    }
    if (count < l.independent_count)
        done = diag_error(d, (place){0},
                          "%u actuated joints do not decide the motion of robot '%s', which has %u "
                          "independent ones: function 'closed-reduced' gives what they have to do",
                          count, t->name, l.independent_count);
    else if (rank < columns)
        done = diag_error(d, (place){0},
                          "the %u actuated joints of robot '%s' do not decide its motion: with "
                          "all of them held it can still move", count, t->name);
    arena_free(&mem);
    return done;
}

static void write_inverse(const closed_writer *w)
{
    write_reduced(w, true);
}

static void write_system(const closed_writer *w)
{
    write_reduced(w, false);
}

static const closed_function INVERSE = {.write = write_inverse, .recursion = true},
                             SYSTEM = {.write = write_system, .recursion = true};

CLOSED_PRODUCER(CLOSED_ID, INVERSE, closed_check_actuators)
CLOSED_PRODUCER(CLOSED_REDUCED, SYSTEM, closed_check)
