/* SPDX-License-Identifier: MIT */
/* Base parameters from masses, centres and moments of links: what other functions of the same robot
 * take (writers/base_numbers.h). Regrouping as model_regroup does it with numbers, from the tips
 * inwards, of what comes with the state alone; what is known was regrouped before. */
#include "functions/functions.h"
#include "writers/base_numbers.h"
#include "writers/loads.h"

#include <string.h>

typedef struct {
    net *n;
    const model *m;
    load_inertia *of; /* per body */
} grouping;

static void add_load(net *n, load_inertia *to, const load_inertia *l)
{
    to->mass = poly_add(n, to->mass, l->mass);
    to->first = pvec_add(n, to->first, l->first);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            to->second[r][c] = poly_add(n, to->second[r][c], l->second[r][c]);
}

/* Variables of a body, which its own outputs and its parent's sums are made of. */
static void name_load(net *n, load_inertia *l)
{
    l->mass = net_assign(n, NULL, l->mass);
    for (int r = 0; r < 3; r++) {
        l->first.v[r] = net_assign(n, NULL, l->first.v[r]);
        for (int c = r; c < 3; c++)
            l->second[r][c] = l->second[c][r] = net_assign(n, NULL, l->second[r][c]);
    }
}

/* What turns about one direction only has one moment. */
static void fold_second(net *n, load_inertia *l)
{
    const poly moment = poly_add(n, l->second[0][0], l->second[1][1]), along = l->second[2][2];
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            l->second[r][c] = poly_zero();
    l->second[0][0] = moment;
    l->second[2][2] = along;
}

/* Mass m, first moment h e and second moment a e e' of a line along the axis e, from p on; the
 * second moment alone where p comes with the state. */
static void hand_line(grouping *g, uint32_t i)
{
    const model_body *b = &g->m->bodies[i];
    const mat3 *turn = &b->rotation;
    const vec3 e = {{turn->m[0][2], turn->m[1][2], turn->m[2][2]}}, p = b->anchor.known;
    const bool is_whole = !b->anchor.lengths;
    net *n = g->n;
    load_inertia *own = &g->of[i], line = {.mass = is_whole ? own->mass : poly_zero()};
    const poly h = is_whole ? own->first.v[2] : poly_zero(), a = own->second[2][2];
    for (int r = 0; r < 3; r++) {
        line.first.v[r] = poly_add(n, poly_scale(n, line.mass, p.v[r]), poly_scale(n, h, e.v[r]));
        for (int c = r; c < 3; c++) {
            const double of_first = p.v[r] * e.v[c] + e.v[r] * p.v[c];
            poly sum = poly_scale(n, line.mass, p.v[r] * p.v[c]);
            sum = poly_add(n, sum, poly_scale(n, h, of_first));
            sum = poly_add(n, sum, poly_scale(n, a, e.v[r] * e.v[c]));
            line.second[r][c] = line.second[c][r] = sum;
        }
    }
    own->second[2][2] = poly_zero();
    if (is_whole)
        own->mass = own->first.v[2] = poly_zero();
    add_load(n, &g->of[b->parent], &line);
}

static void hand_second(grouping *g, uint32_t i)
{
    const model_body *b = &g->m->bodies[i];
    load_inertia *own = &g->of[i], *h = &g->of[b->parent];
    ptensor second;
    memcpy(second.m, own->second, sizeof second.m);
    second = ptensor_turn_constant(g->n, b->rotation, second);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            h->second[r][c] = poly_add(g->n, h->second[r][c], second.m[r][c]);
            own->second[r][c] = poly_zero();
        }
}

static void add_links(grouping *g, const tree *t, signals *s)
{
    for (uint32_t k = 0; k < t->parameters_count; k++) {
        const tree_payload *on = &t->parameters[k].on;
        mat3 axes;
        vec3 at;
        model_pose(g->m, on->body, on->link_in_body, &axes, &at);
        const load_inertia l = load_write((load_words){on->link, k, INPUT_LINK_MASS}, axes, at, s,
                                          g->n);
        add_load(g->n, &g->of[on->body], &l);
    }
}

static poly number_of(const load_inertia *l, uint32_t number)
{
    if (number == 0)
        return l->mass;
    if (number < 4)
        return l->first.v[number - 1];
    const second_place at = SECOND_PLACE[number - 4];
    return l->second[at.row][at.column];
}

static void write_map(arena *mem, const tree *t, signals *s, net *n)
{
    model m;
    model_build(mem, t, &m);
    grouping g = {n, &m, ARENA_ARRAY(mem, load_inertia, m.count)};
    add_links(&g, t, s);
    for (uint32_t i = m.count; i-- > 1;) {
        name_load(n, &g.of[i]);
        if (m.bodies[i].folds)
            fold_second(n, &g.of[i]);
        if (m.bodies[i].kind == BODY_REVOLUTE)
            hand_line(&g, i);
        else if (m.bodies[i].kind == BODY_PRISMATIC)
            hand_second(&g, i);
    }
    for (uint32_t i = 1; i < m.count; i++)
        for (uint32_t k = 0; k < BASE_NUMBERS; k++) {
            const model_body *b = &m.bodies[i];
            if (!base_number_is_given(b, k))
                continue;
            const poly known = poly_number(n, wide_value(b->held[k]));
            signals_output(s, n, OUTPUT_PARAMETER, base_number_name(s->mem, b, k),
                           base_number_index(b, k), 0,
                           poly_add(n, number_of(&g.of[i], k), known));
        }
    net_sweep(n);
}

static status check(const tree *t, diag *d)
{
    if (t->parameters_count)
        return STATUS_OK;
    return diag_error(d, (place){0}, "function 'base-parameters' needs links whose parameters are "
                      "inputs: --parameters LINK,...|all");
}

const producer PRODUCER_BASE_PARAMETERS = {.write = write_map, .check = check};
