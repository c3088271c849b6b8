/* SPDX-License-Identifier: MIT */
/* Torques as they depend on the base parameters: an entry is the work of one joint's motion,
 * carried outwards to a body, on the wrench of one parameter of it.
 *
 * A revolute body has seven parameters left after regrouping: h across the axis, and J with one
 * moment across the axis handed over (Jyy is 0); a prismatic one mass and h; a free body all ten.
 * Rotors, damping, springs and friction of joints are parameters too. Joints near the base cannot
 * move all ways: base_parameters.c finds by numbers what is no parameter of its own. */
#include "functions/base_parameters.h"
#include "functions/functions.h"
#include "writers/forms.h"
#include "writers/joint_forces.h"
#include "writers/recursion_parts.h"

/* Motion of a body per unit of one freedom. */
typedef struct {
    uint32_t row;
    double pace; /* of the joint per unit of its coordinate */
    pvec turning, shifting;
} carried;

typedef struct {
    writer w;
    uint32_t *freedom; /* per body */
    carried **of;      /* per body: how each freedom before it moves it */
    uint32_t *of_count;
    base_parameters list;
} regression;

static pvec zero_vector(void)
{
    return (pvec){{poly_zero(), poly_zero(), poly_zero()}};
}

/* --- motions ------------------------------------------------------------------------------ */

static carried *start_motion(regression *g, uint32_t i, uint32_t part)
{
    carried *c = &g->of[i][g->of_count[i]++];
    *c = (carried){g->freedom[i] + part, 1, zero_vector(), zero_vector()};
    return c;
}

static void start_motions(regression *g, uint32_t i)
{
    writer *w = &g->w;
    const model_body *b = &w->m->bodies[i];
    for (uint32_t part = 0; b->kind == BODY_FREE && part < 6; part++) {
        carried *c = start_motion(g, i, part);
        (part < 3 ? &c->shifting : &c->turning)->v[part % 3] = poly_number(w->n, 1);
    }
    if (b->kind == BODY_FREE)
        return;
    carried *c = start_motion(g, i, 0);
    c->pace = b->rate_ratio;
    if (b->kind == BODY_REVOLUTE)
        c->turning.v[2] = poly_number(w->n, 1);
    for (int k = 0; b->kind == BODY_PRISMATIC && k < 3; k++)
        c->shifting.v[k] = poly_number(w->n, b->axis.v[k]);
}

static pvec into_axes(writer *w, const char *what, uint32_t i, pvec u)
{
    u = name_all(w, what, i, pvec_turn_constant(w->n, w->m->bodies[i].rotation, true, u));
    if (w->m->bodies[i].kind != BODY_REVOLUTE)
        return u;
    const body_state *b = &w->recursion->of[i];
    return name_all(w, what, i, pvec_turn_in(w->n, b->sine, b->cosine, u));
}

/* The motions of the parent, carried on to body i, and its own. */
static void carry_motions(regression *g, uint32_t i)
{
    writer *w = &g->w;
    uint32_t h = w->m->bodies[i].parent, before = h ? g->of_count[h] : 0;
    g->of[i] = ARENA_ARRAY(w->mem, carried, before + 6);
    pvec lever = zero_vector();
    if (w->m->bodies[i].kind != BODY_FREE)
        lever = recursion_lever(w, i, 1);
    for (uint32_t k = 0; k < before; k++) {
        carried c = g->of[h][k];
        pvec moved = plus_all(w, c.shifting, cross(w, c.turning, lever));
        c.shifting = into_axes(w, "A", i, name_all(w, "A", i, moved));
        c.turning = into_axes(w, "O", i, c.turning);
        g->of[i][g->of_count[i]++] = c;
    }
    start_motions(g, i);
}

/* --- parameters --------------------------------------------------------------------------- */

static base_parameter *add_parameter(regression *g, const char *of, const char *what, double value)
{
    base_parameter *p = ARENA_PUSH(g->w.mem, &g->list, list);
    p->name = arena_printf(g->w.s->mem, "%s.%s", of, what);
    p->value = value;
    p->column = ARENA_ARRAY(g->w.mem, poly, g->list.rows);
    return p;
}

static void enter(regression *g, base_parameter *p, uint32_t row, poly value)
{
    p->column[row] = plus(&g->w, p->column[row], value);
}

/* A parameter of body i with the wrench of its unit. */
static void add_wrench(regression *g, uint32_t i, const char *what, double value, pvec force,
                       pvec moment)
{
    writer *w = &g->w;
    base_parameter *p = add_parameter(g, w->m->bodies[i].name, what, value);
    for (uint32_t k = 0; k < g->of_count[i]; k++) {
        const carried *c = &g->of[i][k];
        poly work = poly_zero();
        for (int x = 0; x < 3; x++) {
            work = plus(w, work, times(w, c->turning.v[x], moment.v[x]));
            work = plus(w, work, times(w, c->shifting.v[x], force.v[x]));
        }
        enter(g, p, c->row, scaled(w, c->pace, work));
    }
}

/* J with a single entry: J omegad + omega x J omega. Products of inertia stand as -P. */
static void add_moments(regression *g, uint32_t i)
{
    static const char *const DIAGONAL[] = {"Jxx", "Jyy", "Jzz"}, *const ACROSS[] = {"Jyz", "Jxz",
                                                                                    "Jxy"};
    writer *w = &g->w;
    const model_body *b = &w->m->bodies[i];
    const body_state *at = &w->recursion->of[i];
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        pvec moment = zero_vector();
        moment.v[x] = at->omegad.v[x];
        moment.v[y] = net_assign(w->n, NULL, times(w, at->omega.v[x], at->omega.v[z]));
        moment.v[z] = times(w, at->omega.v[x], at->omega.v[y]);
        moment.v[z] = scaled(w, -1, net_assign(w->n, NULL, moment.v[z]));
        if (b->kind == BODY_FREE || x != 1 || b->moment.v[x] != 0)
            add_wrench(g, i, DIAGONAL[x], b->moment.v[x], zero_vector(), moment);
    }
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        poly squares = minus(w, at->beta[y][y], at->beta[z][z]);
        pvec moment = zero_vector();
        moment.v[x] = net_assign(w->n, NULL, squares);
        moment.v[y] = scaled(w, -1, at->beta[x][y]);
        moment.v[z] = at->beta[x][z];
        add_wrench(g, i, ACROSS[x], -b->second.m[y][z], zero_vector(), moment);
    }
}

static void add_body(regression *g, uint32_t i)
{
    static const char *const FIRST[] = {"mx", "my", "mz"};
    writer *w = &g->w;
    const model_body *b = &w->m->bodies[i];
    const body_state *at = &w->recursion->of[i];
    if (b->kind != BODY_REVOLUTE)
        add_wrench(g, i, "m", b->mass, at->alpha, zero_vector());
    for (int x = 0; x < (b->kind == BODY_REVOLUTE ? 2 : 3); x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        pvec force = {{at->beta[0][x], at->beta[1][x], at->beta[2][x]}}, moment = zero_vector();
        moment.v[y] = scaled(w, -1, at->alpha.v[z]);
        moment.v[z] = at->alpha.v[y];
        add_wrench(g, i, FIRST[x], b->first.v[x], force, moment);
    }
    if (b->kind != BODY_PRISMATIC)
        add_moments(g, i);
}

/* What acts at the joint itself, where there is some. */
static void add_joint(regression *g, uint32_t c)
{
    writer *w = &g->w;
    const tree_coordinate *of = &w->t->coordinates[c];
    uint32_t row = g->list.rows - w->t->coordinates_count + c;
    poly rate = signals_coordinate(w->s, w->n, INPUT_QD, c, 1, 0);
    if (of->armature != 0)
        enter(g, add_parameter(g, of->name, "armature", of->armature), row,
              signals_coordinate(w->s, w->n, INPUT_QDD, c, 1, 0));
    if (of->damping != 0)
        enter(g, add_parameter(g, of->name, "damping", of->damping), row, rate);
    if (of->stiffness != 0)
        enter(g, add_parameter(g, of->name, "stiffness", of->stiffness), row,
              signals_coordinate(w->s, w->n, INPUT_Q, c, 1, -of->rest));
    for (uint32_t k = 0; k < w->t->frictions_count; k++)
        if (w->t->frictions[k].coordinate == c)
            enter(g, add_parameter(g, of->name, "friction", w->t->frictions[k].torque), row,
                  joint_friction(&w->t->frictions[k], w->s, w->n));
}

/* A tendon's numbers count at every joint that it is fixed to. */
static void add_tendon(regression *g, const tree_tendon *t)
{
    writer *w = &g->w;
    const struct {
        const char *what;
        double value;
        poly times;
    } parts[] = {{"stiffness", t->stiffness, tendon_stretch(t, w->s, w->n)},
                 {"damping", t->damping, tendon_rate(t, w->s, w->n)}};
    for (uint32_t i = 0; i < 2; i++) {
        if (parts[i].value == 0)
            continue;
        base_parameter *p = add_parameter(g, t->name, parts[i].what, parts[i].value);
        for (uint32_t k = 0; k < t->terms_count; k++)
            enter(g, p, g->list.rows - w->t->coordinates_count + t->terms[k].coordinate,
                  poly_scale(w->n, parts[i].times, t->terms[k].coefficient));
    }
}

/* --- the function ------------------------------------------------------------------------- */

static model regrouped(arena *mem, const tree *t)
{
    model raw;
    model_build(mem, t, &raw);
    inertia_form *own = ARENA_ARRAY(mem, inertia_form, raw.count);
    for (uint32_t i = 0; i < raw.count; i++)
        own[i] = (inertia_form){KEEP_MINUS_XX, SPIN_NONE};
    model_regroup(&raw, own);
    return raw;
}

static void write_outputs(const base_parameters *p, signals *s, net *n)
{
    for (uint32_t row = 0; row < p->rows; row++)
        for (uint32_t k = 0; k < p->list_count; k++)
            signals_entry(s, n, OUTPUT_REGRESSOR, tree_freedom_name(s->mem, s->t, row), row, 0,
                          p->list[k].name, k, p->list[k].column[row]);
    for (uint32_t k = 0; k < p->list_count; k++)
        signals_output(s, n, OUTPUT_PARAMETER, p->list[k].name, k, 0,
                       poly_number(n, p->list[k].value));
}

static void write_regressor(arena *mem, const tree *t, signals *s, net *n)
{
    model m = regrouped(mem, t);
    recursion_forms forms = forms_plain(mem, &m);
    struct recursion_part part = {&forms, ARENA_ARRAY(mem, body_state, m.count)};
    regression g = {.w = {.mem = mem, .t = t, .m = &m, .s = s, .n = n, .wanted = RECURSION_ALL,
                          .recursion = &part}};
    g.freedom = tree_freedom_of_bodies(mem, t);
    g.of = ARENA_ARRAY(mem, carried *, m.count);
    g.of_count = ARENA_ARRAY(mem, uint32_t, m.count);
    g.list.rows = tree_freedoms(t);
    recursion_write_motion(&g.w);
    for (uint32_t i = 1; i < m.count; i++) {
        carry_motions(&g, i);
        add_body(&g, i);
    }
    for (uint32_t c = 0; c < t->coordinates_count; c++)
        add_joint(&g, c);
    for (uint32_t k = 0; k < t->tendons_count; k++)
        add_tendon(&g, &t->tendons[k]);
    base_parameters_choose(&g.list, s, n);
    write_outputs(&g.list, s, n);
    net_sweep(n);
}

/* What is no sum of parameters times something known has no place in it. */
static status check(const tree *t, diag *d)
{
    if (t->forces_count)
        return diag_error(d, (place){0}, "function 'regressor' has no external forces: leave out "
                          "the force on '%s'", t->forces[0].link);
    if (t->elements_count)
        return diag_error(d, (place){0}, "function 'regressor' has no force elements: robot '%s' "
                          "has some", t->name);
    return STATUS_OK;
}

const producer PRODUCER_REGRESSOR = {.write = write_regressor, .check = check};
