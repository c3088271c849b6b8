/* SPDX-License-Identifier: MIT */
/* Derivatives of inverse dynamics: by a recursion of their own, or by differentiation of the
 * torques where that needs fewer operations. */
#include "algebra/differentiate.h"
#include "algebra/rewrite.h"
#include "functions/functions.h"
#include "writers/classic.h"
#include "writers/derivatives.h"
#include "writers/forms.h"

/* --- outputs --------------------------------------------------------------------------------- */

static void write_outputs(const derivatives *d, signals *s, net *n)
{
    for (uint32_t row = 0; row < d->freedoms; row++)
        for (uint32_t column = 0; column < d->coordinates; column++)
            signals_matrix_output(s, n, OUTPUT_TAU_Q, row, column,
                                  d->by_position[(size_t)row * d->coordinates + column]);
    for (uint32_t row = 0; row < d->freedoms; row++)
        for (uint32_t column = 0; column < d->freedoms; column++)
            signals_matrix_output(s, n, OUTPUT_TAU_QD, row, column,
                                  d->by_rate[(size_t)row * d->freedoms + column]);
    for (uint32_t row = 0; row < d->freedoms; row++)
        for (uint32_t column = 0; column <= row; column++)
            signals_matrix_output(s, n, OUTPUT_MASS, row, column,
                                  d->mass[(size_t)row * d->freedoms + column]);
}

void derivatives_put(arena *mem, const tree *t, writer *w, signals *s, net *n)
{
    (void)mem, (void)t;
    write_outputs(derivatives_end(w, NULL), s, n);
}

/* --- by differentiation ---------------------------------------------------------------------- */

/* The torques that are outputs of n so far give way to their derivatives. */
static void differentiate_torques(arena *mem, const tree *t, elimination how, signals *s, net *n)
{
    derivatives d = {.freedoms = tree_freedoms(t), .coordinates = t->coordinates_count};
    const uint32_t all = d.coordinates + 2 * d.freedoms;
    parameter *by = ARENA_ARRAY(mem, parameter, all + 1);
    for (uint32_t c = 0; c < d.coordinates; c++)
        by[c] = parameter_position(mem, s, n, c);
    for (uint32_t k = 0; k < d.freedoms; k++) {
        by[d.coordinates + k] = parameter_freedom(mem, s, n, INPUT_QD, k);
        by[d.coordinates + d.freedoms + k] = parameter_freedom(mem, s, n, INPUT_QDD, k);
    }
    sym *torque = ARENA_ARRAY(mem, sym, d.freedoms + 1);
    for (uint32_t i = 0; i < s->results_count; i++) {
        const result *r = &s->results[i];
        uint32_t of_free = d.freedoms - d.coordinates;
        uint32_t row = r->kind == OUTPUT_TORQUE ? of_free + r->index
                                                : 6 * r->index + r->axis +
                                                      (r->kind == OUTPUT_FORCE ? 0 : 3);
        torque[row] = r->symbol;
    }
    poly *partial = ARENA_ARRAY(mem, poly, (size_t)d.freedoms * all + 1);
    net_differentiate(n, torque, d.freedoms, by, all, how, partial);
    for (uint32_t i = 0; i < s->results_count; i++) {
        n->symbols[s->results[i].symbol].is_output = false;
        n->symbols[s->results[i].symbol].uses--;
    }
    s->results_count = 0;
    d.by_position = ARENA_ARRAY(mem, poly, (size_t)d.freedoms * d.coordinates + 1);
    d.by_rate = ARENA_ARRAY(mem, poly, (size_t)d.freedoms * d.freedoms + 1);
    d.mass = ARENA_ARRAY(mem, poly, (size_t)d.freedoms * d.freedoms + 1);
    for (uint32_t row = 0; row < d.freedoms; row++) {
        const poly *from = partial + (size_t)row * all;
        for (uint32_t c = 0; c < d.coordinates; c++)
            d.by_position[(size_t)row * d.coordinates + c] = from[c];
        for (uint32_t c = 0; c < d.freedoms; c++) {
            d.by_rate[(size_t)row * d.freedoms + c] = from[d.coordinates + c];
            d.mass[(size_t)row * d.freedoms + c] = from[d.coordinates + d.freedoms + c];
        }
    }
    write_outputs(&d, s, n);
    net_sweep(n);
}

/* Classic: the recursion of the thesis, differentiated equation by equation [T 1.6.3]. */
static void write_classic(arena *mem, const tree *t, signals *s, net *n)
{
    classic_write(mem, t, s, n);
    differentiate_torques(mem, t, ELIMINATE_FORWARD, s, n);
}

/* --- the smaller of the two ------------------------------------------------------------------ */

bool derivatives_choose_forms(arena *mem, const tree *t, const model *raw,
                              derivative_finish *finish, const char *pass,
                              const equations_options *o, equations *e)
{
    const objective goal = {0};
    derivative_forms f = derivative_forms_plain(mem, raw);
    e->graph = derivative_forms_write(mem, t, raw, &f, finish, &e->words);
    equations_record(mem, e, pass, &e->graph);
    effort_budget b = effort_budget_of(o->effort, net_cost_sum(net_count(&e->graph)));
    if (!b.form_operations)
        return false;
    progress_search(o->life, "forms of the equations");
    derivative_forms_search(t, raw, finish, &goal, b.form_operations, o->life, &f);
    progress_end(o->life);
    e->graph = derivative_forms_write(mem, t, raw, &f, finish, &e->words);
    equations_record(mem, e, "forms of each body", &e->graph);
    return true;
}

net derivatives_short_forms(arena *mem, const tree *t, const model *raw, derivative_finish *finish,
                            const equations_options *o, const objective *goal, signals *words)
{
    derivative_forms f = derivative_forms_plain(mem, raw);
    progress_search(o->life, "forms for a short path");
    derivative_forms_search(t, raw, finish, goal, effort_budget_of(o->effort, 0).form_operations,
                            o->life, &f);
    progress_end(o->life);
    return derivative_forms_write(mem, t, raw, &f, finish, words);
}

static void choose_forms(arena *mem, const tree *t, const equations_options *o, equations *e)
{
    model raw;
    model_build(mem, t, &raw);
    if (!derivatives_choose_forms(mem, t, &raw, derivatives_put,
                                  "recursion for derivatives, shared sums and products", o, e))
        return;
    signals words;
    recursion_forms plain = forms_plain(mem, &raw);
    net other = forms_write(mem, t, &raw, &plain, true, &words);
    differentiate_torques(mem, t, ELIMINATE_CHEAPEST, &words, &other);
    net_share_proved(&other);
    if (net_cost_sum(net_count(&other)) >= net_cost_sum(net_count(&e->graph)))
        return;
    e->graph = other;
    e->words = words;
    equations_record(mem, e, "torques differentiated", &e->graph);
}

static net short_forms(arena *mem, const tree *t, const equations_options *o,
                       const objective *goal, signals *words)
{
    model raw;
    model_build(mem, t, &raw);
    return derivatives_short_forms(mem, t, &raw, derivatives_put, o, goal, words);
}

const producer PRODUCER_ID_DERIVATIVES = {write_classic, choose_forms, short_forms, NULL};
