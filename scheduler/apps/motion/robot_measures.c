/* SPDX-License-Identifier: MIT */
#include "apps/motion/robot_measures.h"

#include "apps/motion/energy_graph.h"
#include "apps/motion/graph_builder.h"

#include <string.h>

/* ---- constraints as a graph ------------------------------------------------------------------ */

/* A sum of the net, term by term as constraint_numbers_at adds them. */
static graph_value sum_of(graph_builder *b, const net *n, const graph_value *of, poly p)
{
    graph_value sum = graph_number(0);
    for (uint32_t i = 0; i < p.count; i++) {
        graph_value product = graph_number(term_coefficient(n, &p.terms[i]));
        for (uint32_t k = 0; k < p.terms[i].count; k++)
            product = graph_times(b, product, of[p.terms[i].factor[k]]);
        sum = graph_plus(b, sum, product);
    }
    return sum;
}

/* Values, then rows of J. False: some are no sums of products. */
static bool constraints_graph(arena *mem, const constraint_numbers *c, ops *out)
{
    const net *n = &c->n;
    *out = (ops){.robot = "constraints"};
    graph_builder b = graph_begin(mem, out);
    graph_value *of = ARENA_ARRAY(mem, graph_value, n->symbols_count + 1);
    for (sym s = 0; s < n->symbols_count; s++)
        of[s] = graph_number(n->symbols[s].value); /* of parameters */
    for (uint32_t i = 0; i < c->s.list_count; i++) {
        const signal *in = &c->s.list[i];
        if (INPUT_KIND[in->kind].array != ARRAY_Q)
            return false;
        of[in->symbol] = graph_input(&b, n->symbols[in->symbol].name, in->kind, in->of, in->index,
                                     in->ratio, in->offset);
    }
    for (uint32_t i = 0; i < c->order_count; i++) {
        const symbol *v = &n->symbols[c->order[i]];
        if (v->kind == SYM_CALL)
            return false;
        of[c->order[i]] = sum_of(&b, n, of, (poly){v->terms, v->terms_count});
    }
    const uint32_t values = c->list.count, numbers = values * (1 + c->columns);
    for (uint32_t i = 0; i < numbers; i++)
        graph_output(&b, arena_printf(mem, "o%u", i), OUTPUT_PLAIN, NULL, i,
                     sum_of(&b, n, of,
                            i < values ? c->sums.value[i] : c->sums.row[i - values]));
    graph_end(&b);
    return true;
}

/* ---- as a part of a motion ------------------------------------------------------------------- */

static function_numbers numbers_of(arena *mem, const ops *p, const robot_motion *x)
{
    function_numbers f = function_numbers_of(mem, p);
    f.known = x->known;
    return f;
}

robot_measures *robot_measures_make(arena *mem, const robot_motion *x)
{
    robot_measures *a = ARENA_ARRAY(mem, robot_measures, 1);
    ops p;
    a->at = ARENA_ARRAY(mem, double, x->count + 1);
    a->has_energy = energy_graph(mem, x->t, &p);
    if (a->has_energy)
        a->energy = numbers_of(mem, &p, x);
    a->has_constraints = x->l && constraints_graph(mem, &x->open, &p);
    if (a->has_constraints)
        a->constraints = numbers_of(mem, &p, x);
    return a;
}

robot_measures *robot_measures_share(arena *mem, const robot_measures *of, const robot_motion *x)
{
    robot_measures *a = ARENA_ARRAY(mem, robot_measures, 1);
    *a = (robot_measures){.has_energy = of->has_energy, .has_constraints = of->has_constraints,
                         .at = ARENA_ARRAY(mem, double, x->count + 1)};
    a->energy = function_numbers_share(mem, &of->energy, x->known);
    a->constraints = function_numbers_share(mem, &of->constraints, x->known);
    return a;
}

void robot_measures_compile(robot_measures *a)
{
    if (a->has_energy) /* the evaluator has the same bits */
        (void)function_numbers_compile(&a->energy);
    if (a->has_constraints)
        (void)function_numbers_compile(&a->constraints);
}

void robot_measures_release(robot_measures *a)
{
    function_numbers_release(&a->energy);
    function_numbers_release(&a->constraints);
}

energies robot_measures_energy(const robot_motion *x)
{
    function_numbers *f = &x->measures->energy;
    const robot_state s = {.q = x->q, .qd = x->qd};
    if (!x->measures->has_energy)
        return robot_energy(x->t, x->q, x->qd, x->bodies);
    (void)function_numbers_run(f, &s);
    return (energies){f->out[ENERGY_ALL], f->out[ENERGY_POTENTIAL]};
}

void robot_constraints_at(robot_motion *x, const double *q)
{
    robot_measures *a = x->measures;
    function_numbers *f = &a->constraints;
    const robot_state s = {.q = q};
    if (a->is_there && memcmp(a->at, q, x->count * sizeof *q) == 0)
        return;
    memcpy(a->at, q, x->count * sizeof *q);
    a->is_there = true;
    if (!a->has_constraints) {
        constraint_numbers_at(&x->open, q);
        return;
    }
    (void)function_numbers_run(f, &s);
    const uint32_t values = x->open.list.count;
    memcpy(x->open.value, f->out, values * sizeof *f->out);
    memcpy(x->open.row, f->out + values, (size_t)values * x->count * sizeof *f->out);
}

void robot_constraints_forget(robot_motion *x)
{
    x->measures->is_there = false;
}
