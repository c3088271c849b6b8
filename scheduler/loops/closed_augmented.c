/* SPDX-License-Identifier: MIT */
/* Forward dynamics of a robot with loops without any choice of dependent joints [T 2.5.3]:
 *
 *   [ M  -J' ] [ qdd        ]   [ tau - c    ]
 *   [ J   0  ] [ multiplier ] = [ -quadratic - 2 alpha J qd - beta^2 h ]
 *
 * Positions and velocities of all joints are as given: what drifts apart is pulled together by
 * Baumgarte's alpha and beta. To compare with, and for robots that no choice suits.
 *
 * By factors of the whole matrix, or body by body: the form `through_cuts` then has J M^-1 J' from
 * the O(N) recursion, whose operations grow with the bodies, not with the cube of a chain. */
#include "loops/closed_parts.h"
#include "loops/rods.h"
#include "writers/articulated.h"

typedef struct {
    const closed_writer *w;
    mass_sums sums;
    constraint_sums c;
    uint32_t of_free;
    forward_system v;  /* freedoms to solve for */
    uint32_t unknowns; /* these and multipliers */
    poly *matrix, *side;
} augmented_system;

static poly mass_of(const augmented_system *a, uint32_t i, uint32_t k)
{
    return net_assign(a->w->n, NULL, mass_entry(&a->sums, i, k));
}

/* J of an independent constraint by a freedom. */
static poly row_of(const augmented_system *a, uint32_t at, uint32_t freedom)
{
    const uint32_t row = a->w->l->row[at];
    if (freedom < a->of_free)
        return poly_zero();
    const uint32_t entry = row * a->c.columns + freedom - a->of_free;
    return a->w->l->pattern[entry] ? a->c.row[entry] : poly_zero();
}

static poly imposed(const augmented_system *a, uint32_t coordinate)
{
    return signals_coordinate(a->w->s, a->w->n, INPUT_IMPOSED, coordinate, 1, 0);
}

static void write_matrix(augmented_system *a)
{
    const uint32_t count = a->v.count, rows = a->w->l->count;
    a->unknowns = count + rows;
    a->matrix = ARENA_ARRAY(a->w->mem, poly, (size_t)a->unknowns * a->unknowns + 1);
    for (uint32_t i = 0; i < count; i++) {
        for (uint32_t k = 0; k < count; k++)
            a->matrix[i * a->unknowns + k] = mass_of(a, a->v.freedom[i], a->v.freedom[k]);
        for (uint32_t k = 0; k < rows; k++) {
            poly entry = row_of(a, k, a->v.freedom[i]);
            a->matrix[i * a->unknowns + count + k] = poly_scale(a->w->n, entry, -1);
            a->matrix[(count + k) * a->unknowns + i] = entry;
        }
    }
}

/* What J qdd is, of the independent constraint at a place. */
static poly right_of(const augmented_system *a, uint32_t at)
{
    const closed_writer *w = a->w;
    const tree *t = w->t;
    net *n = w->n;
    const double alpha = t->stabilise.alpha, beta = t->stabilise.beta;
    const uint32_t row = w->l->row[at];
    poly sum = poly_scale(n, a->c.quadratic[row], -1);
    sum = poly_sub(n, sum, poly_scale(n, a->c.value[row], beta * beta));
    for (uint32_t c = 0; c < t->coordinates_count; c++) {
        poly entry = row_of(a, at, a->of_free + c);
        poly rate = signals_coordinate(w->s, n, INPUT_QD, c, 1, 0);
        sum = poly_sub(n, sum, poly_scale(n, poly_multiply(n, entry, rate), 2 * alpha));
        if (t->coordinates[c].driven)
            sum = poly_sub(n, sum, poly_multiply(n, entry, imposed(a, c)));
    }
    return sum;
}

static void write_side(augmented_system *a)
{
    const closed_writer *w = a->w;
    const tree *t = w->t;
    net *n = w->n;
    a->side = ARENA_ARRAY(w->mem, poly, a->unknowns + 1);
    for (uint32_t i = 0; i < a->v.count; i++) {
        const uint32_t own = a->v.freedom[i];
        poly sum = poly_sub(n, forward_drive(t, w->s, n, own), a->sums.bias[own]);
        for (uint32_t c = 0; c < t->coordinates_count; c++)
            if (t->coordinates[c].driven)
                sum = poly_sub(n, sum, poly_multiply(n, mass_of(a, own, a->of_free + c),
                                                     imposed(a, c)));
        a->side[i] = sum;
    }
    for (uint32_t k = 0; k < w->l->count; k++)
        a->side[a->v.count + k] = right_of(a, k);
}

/* of: by places. */
static void put_multipliers(const augmented_system *a, const poly *of)
{
    const closed_writer *w = a->w;
    const loops *l = w->l;
    poly *all = ARENA_ARRAY(w->mem, poly, l->all.count + 1);
    for (uint32_t k = 0; k < l->count; k++)
        all[l->row[k]] = of[k];
    for (uint32_t i = 0; i < l->all.count; i++)
        signals_output(w->s, w->n, OUTPUT_MULTIPLIER, l->all.list[i].name, i, 0, all[i]);
}

/* of: by freedoms. */
static void put_accelerations(const augmented_system *a, const poly *of)
{
    const closed_writer *w = a->w;
    forward_outputs(w->t, of, w->s, w->n);
    closure_put_left_out(w->l, &a->c, of + a->of_free, w->t->stabilise, w->s, w->n);
}

static void put_results(const augmented_system *a)
{
    const closed_writer *w = a->w;
    const loops *l = w->l;
    poly *x = ARENA_ARRAY(w->mem, poly, tree_freedoms(w->t) + 1);
    const poly *held = a->side + a->v.count;
    for (uint32_t i = 0; i < a->v.count; i++)
        x[a->v.freedom[i]] = a->side[i];
    for (uint32_t c = 0; c < w->t->coordinates_count; c++)
        if (w->t->coordinates[c].driven)
            x[a->of_free + c] = imposed(a, c);
    put_accelerations(a, x);
    for (uint32_t c = 0; c < w->t->coordinates_count; c++) {
        const uint32_t row = a->of_free + c;
        if (!w->t->coordinates[c].driven)
            continue;
        poly sum = a->sums.bias[row];
        for (uint32_t k = 0; k < a->sums.freedoms; k++)
            sum = poly_add(w->n, sum, poly_multiply(w->n, mass_of(a, row, k), x[k]));
        for (uint32_t k = 0; k < l->count; k++)
            sum = poly_sub(w->n, sum, poly_multiply(w->n, row_of(a, k, row), held[k]));
        signals_joint_output(w->s, w->n, OUTPUT_REACTION, c, sum);
    }
    put_multipliers(a, held);
}

/* There are more pivots than freedoms, but not twice as many: some are told as products of two. */
static void put_pivots(const augmented_system *a, const block_solver *f)
{
    const closed_writer *w = a->w;
    const sample_states at = loops_samples(w->l);
    const uint32_t count = a->v.count < f->pivots ? a->v.count : f->pivots;
    poly *pivot = ARENA_ARRAY(w->mem, poly, count + 1);
    for (uint32_t k = 0; k < count; k++) {
        pivot[k] = f->pivot[k];
        if (a->v.count + k < f->pivots)
            pivot[k] = poly_multiply(w->n, pivot[k], f->pivot[a->v.count + k]);
        pivot[k] = net_assign(w->n, NULL, pivot[k]);
    }
    closure_put_pivots_of(w->t, a->v.freedom, pivot, count, &at, w->s, w->n);
}

enum { AUGMENTED_WANTS = MASS_MATRIX | MASS_BIAS | MASS_VELOCITY };

static void write_by_factors(augmented_system *a)
{
    const closed_writer *w = a->w;
    const sample_states at = loops_samples(w->l);
    block_solver f;
    a->sums = closed_mass(w, AUGMENTED_WANTS);
    a->v = forward_order(w->mem, w->t);
    write_matrix(a);
    write_side(a);
    if (block_solver_write(w->mem, a->matrix, a->unknowns, 0, &at, w->s, w->n, &f))
        block_solve(w->mem, &f, w->n, a->side);
    else
        forward_pivot(w->t, a->v.freedom[0], poly_zero(), poly_zero(), w->s, w->n);
    put_results(a);
    put_pivots(a, &f);
}

/* --- body by body ----------------------------------------------------------------------------- */

/* Whether each pivot is there at every state: less than this of what it is left of is rounding. */
static bool are_pivots(const augmented_system *a, const articulated_results *r,
                       const articulated_cuts *cuts)
{
    static const double LEAST_SHARE = 1e-9;
    const closed_writer *w = a->w;
    const sample_states at = loops_samples(w->l);
    const uint32_t freedoms = tree_freedoms(w->t), count = 2 * freedoms + cuts->count;
    poly *list = ARENA_ARRAY(w->mem, poly, count + 1);
    double *values = ARENA_ARRAY(w->mem, double, (size_t)at.count * count + 1);
    bool all = true;
    for (uint32_t k = 0; k < freedoms; k++) {
        list[k] = r->pivot[k];
        list[freedoms + k] = r->whole[k];
    }
    for (uint32_t k = 0; k < cuts->count; k++)
        list[2 * freedoms + k] = cuts->pivot[k];
    sums_at_states(w->n, w->s, &at, list, count, values);
    for (uint32_t i = 0; i < at.count; i++) {
        const double *of = values + (size_t)i * count;
        for (uint32_t k = 0; k < freedoms; k++)
            all = all && of[k] > LEAST_SHARE * of[freedoms + k];
        for (uint32_t k = 2 * freedoms; k < count; k++)
            all = all && of[k] > 0;
    }
    return all;
}

/* Pivots of joints as function aba has them; those of J M^-1 J' are told with the dependent
 * joints', as products of two. */
static void put_pivots_by_body(const augmented_system *a, const articulated_results *r,
                               const articulated_cuts *cuts)
{
    const closed_writer *w = a->w;
    const loops *l = w->l;
    const sample_states at = loops_samples(l);
    uint32_t *freedom = ARENA_ARRAY(w->mem, uint32_t, l->count + 1);
    poly *both = ARENA_ARRAY(w->mem, poly, l->count + 1);
    for (uint32_t k = 0; k < l->count; k++) {
        freedom[k] = a->of_free + l->dependent[k];
        both[k] = net_assign(w->n, NULL, poly_multiply(w->n, r->pivot[freedom[k]],
                                                       cuts->pivot[k]));
    }
    closure_put_pivots_of(w->t, freedom, both, l->count, &at, w->s, w->n);
    for (uint32_t k = 0; k < tree_freedoms(w->t); k++)
        if (k < a->of_free || l->place[k - a->of_free] == LOOPS_NONE)
            forward_pivot(w->t, k, r->pivot[k], r->whole[k], w->s, w->n);
}

/* False where the tree alone could not be solved for: bodies without inertia, held by cuts. */
static bool write_by_bodies(augmented_system *a)
{
    const closed_writer *w = a->w;
    const uint32_t freedoms = tree_freedoms(w->t), count = w->l->count;
    poly *rows = ARENA_ARRAY(w->mem, poly, (size_t)count * freedoms + 1),
         *right = ARENA_ARRAY(w->mem, poly, count + 1);
    for (uint32_t k = 0; k < count; k++) {
        right[k] = net_assign(w->n, NULL, right_of(a, k));
        for (uint32_t i = 0; i < freedoms; i++)
            rows[k * freedoms + i] = row_of(a, k, i);
    }
    model raw;
    mass_forms plain;
    if (!w->forms) {
        model_build(w->mem, w->t, &raw);
        plain = mass_forms_plain(w->mem, &raw);
    }
    articulated_cuts cuts = {.count = count, .row = rows, .right = right};
    articulated_results r;
    if (!articulated_solve(w->mem, w->t, w->forms ? w->forms->raw : &raw,
                           w->forms ? w->forms->mass : &plain, &cuts, w->s, w->n, &r) ||
        !are_pivots(a, &r, &cuts))
        return false;
    put_accelerations(a, r.acceleration);
    put_multipliers(a, cuts.multiplier);
    put_pivots_by_body(a, &r, &cuts);
    return true;
}

/* Rods with inertia join bodies that the recursion takes for independent. */
static bool is_taken_by_bodies(const tree *t)
{
    uint32_t body;
    return articulated_takes(t, &body) && !rods_are_heavy(t);
}

static void write_augmented(const closed_writer *w)
{
    augmented_system a = {.w = w, .of_free = 6 * tree_free_bodies(w->t)};
    const unsigned asked = CONSTRAINT_VALUES | CONSTRAINT_ROWS | CONSTRAINT_QUADRATIC;
    a.c = constraints_write(w->mem, w->t, &w->l->all, w->form->frames, asked, w->s, w->n);
    if (!w->form->through_cuts || !is_taken_by_bodies(w->t) || !write_by_bodies(&a))
        write_by_factors(&a);
    closure_put_residuals(w->l, &a.c, w->s, w->n);
}

/* Factors of long chains are not even tried: their products grow with the cube of the length, and
 * there are more than operations of the recursion from a dozen bodies on. */
static bool is_large(const tree *t)
{
    enum { MOST_PRODUCTS = 5000 };
    return is_taken_by_bodies(t) && forward_products(t) > MOST_PRODUCTS;
}

static const closed_function AUGMENTED = {.write = write_augmented, .mass = AUGMENTED_WANTS,
                                          .has_no_blocks = true, .is_large = is_large};
CLOSED_PRODUCER(AUGMENTED, AUGMENTED, closed_check_augmented)
