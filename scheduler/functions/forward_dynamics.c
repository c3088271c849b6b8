/* SPDX-License-Identifier: MIT */
/* Forward dynamics: accelerations from positions, velocities and what drives the joints. Explicit:
 * mass matrix and bias as sums, then factors of the matrix, all in one net. */
#include "functions/functions.h"
#include "writers/articulated.h"
#include "writers/classic.h"
#include "writers/forward.h"

enum { WANTED = MASS_MATRIX | MASS_BIAS | MASS_VELOCITY };

/* --- explicit -------------------------------------------------------------------------------- */

/* M x in row `row`, of the freedoms that are imposed or of the others. */
static poly row_times(const tree *t, const mass_sums *sums, uint32_t row, bool imposed,
                      const poly *x, net *n)
{
    poly sum = poly_zero();
    for (uint32_t k = 0; k < sums->freedoms; k++) {
        if (forward_is_imposed(t, k) != imposed)
            continue;
        poly m = net_assign(n, NULL, mass_entry(sums, row, k));
        sum = poly_add(n, sum, poly_multiply(n, m, x[k]));
    }
    return sum;
}

/* Torques that impose the motion of the others: M x + c of their rows. */
static void write_reactions(const tree *t, const mass_sums *sums, const poly *x, signals *s, net *n)
{
    uint32_t of_free = 6 * tree_free_bodies(t);
    for (uint32_t c = 0; c < t->coordinates_count; c++) {
        uint32_t row = of_free + c;
        if (!forward_is_imposed(t, row))
            continue;
        poly sum = poly_add(n, sums->bias[row], row_times(t, sums, row, true, x, n));
        sum = poly_add(n, sum, row_times(t, sums, row, false, x, n));
        signals_joint_output(s, n, OUTPUT_REACTION, c, sum);
    }
}

static void finish_explicit(arena *mem, const tree *t, const mass_sums *sums, signals *s, net *n)
{
    forward_system v = forward_order(mem, t);
    poly *b = ARENA_ARRAY(mem, poly, v.count + 1), *x = ARENA_ARRAY(mem, poly, sums->freedoms + 1);
    forward_factor(mem, sums, n, &v);
    for (uint32_t k = 0; k < sums->freedoms; k++)
        if (forward_is_imposed(t, k))
            x[k] = signals_coordinate(s, n, INPUT_IMPOSED, k - 6 * tree_free_bodies(t), 1, 0);
    for (uint32_t k = 0; k < v.count && v.f.singular == v.count; k++) {
        uint32_t row = v.freedom[k];
        poly given = poly_sub(n, forward_drive(t, s, n, row), sums->bias[row]);
        b[k] = poly_sub(n, given, row_times(t, sums, row, true, x, n));
    }
    if (v.f.singular == v.count)
        factors_solve(&v.f, n, b);
    for (uint32_t k = 0; k < v.count; k++)
        x[v.freedom[k]] = b[k];
    forward_outputs(t, x, s, n);
    write_reactions(t, sums, x, s, n);
    forward_pivots(t, &v, s, n);
}

/* Rows and columns of imposed joints are zero: no torque moves them. */
static void finish_inverse(arena *mem, const tree *t, const mass_sums *sums, signals *s, net *n)
{
    forward_system v = forward_order(mem, t);
    forward_factor(mem, sums, n, &v);
    poly *inverse = NULL;
    if (v.f.singular == v.count)
        inverse = factors_invert(mem, &v.f, n);
    uint32_t *row_of = ARENA_ARRAY(mem, uint32_t, sums->freedoms + 1);
    for (uint32_t k = 0; k < v.count; k++)
        row_of[v.freedom[k]] = k;
    for (uint32_t row = 0; row < sums->freedoms; row++)
        for (uint32_t column = 0; column <= row; column++) {
            uint32_t i = row_of[row], k = row_of[column];
            bool solved = inverse && !forward_is_imposed(t, row) && !forward_is_imposed(t, column);
            poly value = solved ? inverse[i > k ? factors_at(i, k) : factors_at(k, i)]
                                : poly_zero();
            signals_matrix_output(s, n, OUTPUT_MINV, row, column, value);
        }
    forward_pivots(t, &v, s, n);
}

/* --- producers ------------------------------------------------------------------------------- */

static const mass_use EXPLICIT = {WANTED, finish_explicit}, INVERSE = {MASS_MATRIX, finish_inverse};

static void write_classic(arena *mem, const tree *t, const mass_use *use, signals *s, net *n)
{
    mass_sums sums = classic_mass(mem, t, use->wanted, s, n);
    use->finish(mem, t, &sums, s, n);
    net_sweep(n);
}

/* The forms that suit M and c: what is solved with them costs the same whatever they are. */
static void choose_forms(arena *mem, const tree *t, const equations_options *o,
                         const mass_use *use, equations *e)
{
    const objective goal = {0};
    const mass_use sums = {use->wanted, mass_outputs};
    model raw;
    model_build(mem, t, &raw);
    mass_forms f = mass_forms_plain(mem, &raw);
    e->graph = mass_forms_write(mem, t, &raw, &f, use, true, &e->words);
    equations_record(mem, e, "mass matrix and its factors, shared sums and products", &e->graph);
    effort_budget b = effort_budget_of(o->effort, net_cost_sum(net_count(&e->graph)));
    if (!b.form_operations)
        return;
    progress_search(o->life, "forms of the equations");
    mass_forms_search(t, &raw, &sums, &goal, b.form_operations, o->life, &f);
    progress_end(o->life);
    e->graph = mass_forms_write(mem, t, &raw, &f, use, true, &e->words);
    equations_record(mem, e, "mass matrix and its factors, forms of each body", &e->graph);
}

static net short_forms(arena *mem, const tree *t, const equations_options *o, const objective *goal,
                       const mass_use *use, signals *words)
{
    const mass_use sums = {use->wanted, mass_outputs};
    model raw;
    model_build(mem, t, &raw);
    mass_forms f = mass_forms_plain(mem, &raw);
    progress_search(o->life, "forms for a short path");
    mass_forms_search(t, &raw, &sums, goal, effort_budget_of(o->effort, 0).form_operations,
                      o->life, &f);
    progress_end(o->life);
    return mass_forms_write(mem, t, &raw, &f, use, true, words);
}

static void write_inverse(arena *mem, const tree *t, signals *s, net *n)
{
    write_classic(mem, t, &INVERSE, s, n);
}

static void choose_inverse(arena *mem, const tree *t, const equations_options *o, equations *e)
{
    choose_forms(mem, t, o, &INVERSE, e);
}

static net short_inverse(arena *mem, const tree *t, const equations_options *o,
                         const objective *goal, signals *words)
{
    return short_forms(mem, t, o, goal, &INVERSE, words);
}

const producer PRODUCER_MINV = {
    .write = write_inverse, .choose_forms = choose_inverse, .short_forms = short_inverse};

/* --- the cheaper of two ---------------------------------------------------------------------- */

/* Too many are not even tried. */
static bool explicit_is_small(const tree *t)
{
    enum { MOST_PRODUCTS = 100000 };
    return forward_products(t) <= MOST_PRODUCTS;
}

static void write_forward(arena *mem, const tree *t, signals *s, net *n)
{
    uint32_t body;
    if (explicit_is_small(t) || !articulated_takes(t, &body))
        write_classic(mem, t, &EXPLICIT, s, n);
    else
        PRODUCER_ABA.write(mem, t, s, n);
}

static void choose_forward(arena *mem, const tree *t, const equations_options *o, equations *e)
{
    uint32_t body;
    bool articulated = articulated_takes(t, &body);
    equations factored = {.robot = e->robot}, by_body = factored;
    if (explicit_is_small(t) || !articulated) {
        choose_forms(mem, t, o, &EXPLICIT, &factored);
        equations_weigh(mem, e, "factors", &factored.graph, &factored.words);
    }
    if (articulated) {
        PRODUCER_ABA.choose_forms(mem, t, o, &by_body);
        equations_weigh(mem, e, "articulated", &by_body.graph, &by_body.words);
    }
    bool last = e->schemes[e->schemes_count - 1].taken && articulated;
    const equations *taken = last ? &by_body : &factored;
    for (uint32_t i = 0; i < taken->passes_count; i++)
        *ARENA_PUSH(mem, e, passes) = taken->passes[i];
}

static net short_forward(arena *mem, const tree *t, const equations_options *o,
                         const objective *goal, signals *words)
{
    uint32_t body;
    bool articulated = articulated_takes(t, &body);
    if (!explicit_is_small(t) && articulated)
        return PRODUCER_ABA.short_forms(mem, t, o, goal, words);
    net n = short_forms(mem, t, o, goal, &EXPLICIT, words);
    if (!articulated)
        return n;
    signals other_words;
    net other = PRODUCER_ABA.short_forms(mem, t, o, goal, &other_words);
    if (objective_price(goal, &other) >= objective_price(goal, &n))
        return n;
    *words = other_words;
    return other;
}

const producer PRODUCER_FD = {
    .write = write_forward, .choose_forms = choose_forward, .short_forms = short_forward};
