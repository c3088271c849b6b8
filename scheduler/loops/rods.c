/* SPDX-License-Identifier: MIT */
#include "loops/rods.h"

#include "writers/kinematics_parts.h"

/* How the body that carries both ends turns, where nothing accelerates, in its axes of a
 * cut_motion. */
typedef struct {
    pvec omega, omegad;
    pvec *column; /* of omega, per freedom */
} carrier;

typedef struct {
    arena *mem;
    const tree *t;
    uint32_t of_free;
    signals *s;
    net *n;
} rod_writer;

static bool is_heavy(const tree_cut *c)
{
    return c->what.kind == CUT_ROD && c->what.mass_kg > 0;
}

bool rods_are_heavy(const tree *t)
{
    for (uint32_t i = 0; i < t->cuts_count; i++)
        if (is_heavy(&t->cuts[i]))
            return true;
    return false;
}

/* The tree with nothing cut but them. */
static tree with_rods_alone(arena *mem, const tree *t)
{
    tree own = *t;
    own.cuts = ARENA_ARRAY(mem, tree_cut, t->cuts_count + 1);
    own.cuts_count = 0;
    for (uint32_t i = 0; i < t->cuts_count; i++)
        if (is_heavy(&t->cuts[i]))
            own.cuts[own.cuts_count++] = t->cuts[i];
    return own;
}

/* --- the body that carries both --------------------------------------------------------------- */

static pvec crossed(const rod_writer *w, pvec a, pvec b)
{
    return pvec_assign(w->n, pvec_product(w->n, a, b));
}

static pvec sum(const rod_writer *w, pvec a, pvec b)
{
    return pvec_assign(w->n, pvec_add(w->n, a, b));
}

/* Out of the tree's axes of the body into those of a cut_motion. */
static pvec into(const rod_writer *w, const mat3 *reference, pvec u)
{
    pvec out = {0};
    for (int row = 0; row < 3; row++)
        for (int k = 0; k < 3; k++)
            out.v[row] = poly_add(w->n, out.v[row],
                                  poly_scale(w->n, u.v[k], reference->m[row][k]));
    return pvec_assign(w->n, out);
}

/* A free body turns by inputs, about its own axes. */
static void turn_free(const rod_writer *w, uint32_t body, carrier *c)
{
    uint32_t number = 0;
    for (uint32_t i = 1; i < body; i++)
        number += w->t->bodies[i].kind == BODY_FREE;
    for (uint32_t k = 0; k < 3; k++) {
        c->omega.v[k] = signals_vector(w->s, w->n, INPUT_OMEGA, w->t->bodies[body].name, number, k);
        c->column[6 * number + 3 + k].v[k] = poly_number(w->n, 1);
    }
}

static void turn_joints(const rod_writer *w, uint32_t body, const motion *m, carrier *c)
{
    const pvec once = crossed(w, c->omega, m->omega);
    c->omega = sum(w, c->omega, m->omega);
    c->omegad = sum(w, once, m->omegad);
    uint32_t at = m->columns_count;
    for (uint32_t i = body; at; i = w->t->bodies[i].parent) {
        const tree_body *b = &w->t->bodies[i];
        pvec *to = &c->column[w->of_free + b->coordinate];
        *to = sum(w, *to, pvec_times(w->n, poly_number(w->n, b->ratio), m->columns[--at].angular));
    }
}

static pvec into_frame(const rod_writer *w, const motion *m, pvec u)
{
    pvec out;
    for (int k = 0; k < 3; k++)
        out.v[k] = pvec_dot(w->n, m->r.column[k], u);
    return pvec_assign(w->n, out);
}

static motion see(const rod_writer *w, uint32_t body, constraint_frames frames)
{
    const uint32_t asked = ASK_ROTATION | ASK_ANGULAR | ASK_ANGULAR_ACCELERATION | ASK_JACOBIAN;
    tree_frame at = {.name = w->t->bodies[body].name, .body = body, .in_body = pose_identity()};
    tree own = *w->t;
    own.frames = &at;
    own.frames_count = 1;
    geometry g = frames == CONSTRAINT_FRAMES_OWN ? geometry_default(w->mem, &own)
                                                 : geometry_of_mass(w->mem, &own);
    kinematics_form form = kinematics_form_plain(w->mem, &g, SCHEME_PROGRESSIVE);
    return kinematics_motions(w->mem, &g, asked, &form, w->s, w->n)[0];
}

static carrier carrier_of(const rod_writer *w, uint32_t body, constraint_frames frames,
                          const mat3 *reference)
{
    const uint32_t all = tree_freedoms(w->t);
    carrier c = {.column = ARENA_ARRAY(w->mem, pvec, all + 1)};
    uint32_t root = body;
    while (root && w->t->bodies[root].kind != BODY_FREE)
        root = w->t->bodies[root].parent;
    if (root)
        turn_free(w, root, &c);
    if (root != body) {
        const motion m = see(w, body, frames);
        turn_joints(w, body, &m, &c);
        c.omega = into_frame(w, &m, c.omega);
        c.omegad = into_frame(w, &m, c.omegad);
        for (uint32_t i = 0; i < all; i++)
            c.column[i] = into_frame(w, &m, c.column[i]);
    }
    c.omega = into(w, reference, c.omega);
    c.omegad = into(w, reference, c.omegad);
    for (uint32_t i = 0; i < all; i++)
        c.column[i] = into(w, reference, c.column[i]);
    return c;
}

/* --- rods ------------------------------------------------------------------------------------- */

/* What turns with the carrier, to an observer at rest. */
static rod_motion at_rest(const rod_writer *w, const cut_motion *m, const carrier *c, double mass)
{
    const uint32_t all = tree_freedoms(w->t);
    rod_motion r = {mass / 6, ARENA_ARRAY(w->mem, pvec, all + 1), m->a};
    for (uint32_t i = 0; i < all; i++) {
        r.column[i] = crossed(w, c->column[i], m->x);
        if (i >= w->of_free)
            r.column[i] = sum(w, r.column[i], m->column[i - w->of_free]);
    }
    const pvec swung = crossed(w, c->omega, m->x),
               twice = sum(w, swung, pvec_add(w->n, m->v, m->v));
    r.rest = sum(w, r.rest, crossed(w, c->omegad, m->x));
    r.rest = sum(w, r.rest, crossed(w, c->omega, twice));
    return r;
}

rod_motions rods_write(arena *mem, const tree *t, constraint_frames frames, signals *s, net *n)
{
    const tree own = with_rods_alone(mem, t);
    const rod_writer w = {mem, &own, 6 * tree_free_bodies(t), s, n};
    rod_motions out = {ARENA_ARRAY(mem, rod_motion, own.cuts_count + 1), own.cuts_count};
    const cut_motion *motions = cut_motions_write(mem, &own, frames, s, n);
    derived_motion *was = motions_stop(mem, t, s);
    for (uint32_t i = 0; i < own.cuts_count; i++) {
        const tree_cut *c = &own.cuts[i];
        const carrier by = carrier_of(&w, c->seen_from, frames, &motions[i].reference);
        out.list[i] = at_rest(&w, &motions[i], &by, c->what.mass_kg);
    }
    s->derived = was;
    return out;
}

/* --- what the equations of the tree lack ------------------------------------------------------ */

static poly less_share(const rod_motion *rod, net *n, poly from, uint32_t i, pvec u)
{
    return poly_sub(n, from, poly_scale(n, net_assign(n, NULL, pvec_dot(n, rod->column[i], u)),
                                        rod->share));
}

poly rods_mass(const rod_motions *r, net *n, poly mass, uint32_t i, uint32_t k)
{
    for (uint32_t at = 0; at < r->count; at++)
        mass = less_share(&r->list[at], n, mass, i, r->list[at].column[k]);
    return mass;
}

poly rods_bias(const rod_motions *r, net *n, poly bias, uint32_t i)
{
    for (uint32_t at = 0; at < r->count; at++)
        bias = less_share(&r->list[at], n, bias, i, r->list[at].rest);
    return bias;
}

poly *rods_torques(arena *mem, const rod_motions *r, net *n, uint32_t freedoms, const poly *x)
{
    poly *out = ARENA_ARRAY(mem, poly, freedoms + 1);
    for (uint32_t at = 0; at < r->count; at++) {
        const rod_motion *rod = &r->list[at];
        pvec a = rod->rest;
        for (uint32_t k = 0; k < freedoms; k++)
            a = pvec_add(n, a, pvec_times(n, x[k], rod->column[k]));
        a = pvec_assign(n, a);
        for (uint32_t i = 0; i < freedoms; i++)
            out[i] = less_share(rod, n, out[i], i, a);
    }
    return out;
}
