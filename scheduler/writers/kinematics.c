/* SPDX-License-Identifier: MIT */
/* Which steps a scheme takes, in which order, and the outputs. */
#include "writers/kinematics_parts.h"

#include <assert.h>

const char *const KINEMATIC_SCHEME_WORD[KINEMATIC_SCHEMES] = {
    [SCHEME_PROGRESSIVE] = "progressive", [SCHEME_REGRESSIVE] = "regressive",
    [SCHEME_HYBRID] = "hybrid"};

kinematics_form kinematics_form_plain(arena *mem, const geometry *g, kinematic_scheme scheme)
{
    kinematics_form f = {.scheme = scheme, .product = NO_COLUMN};
    f.joined = ARENA_ARRAY(mem, bool, g->t->bodies_count);
    f.meeting = ARENA_ARRAY(mem, uint32_t, g->t->frames_count + 1);
    for (uint32_t i = 1; i < g->t->bodies_count; i++)
        f.joined[i] = !g->symbols && geometry_can_join(g, i);
    return f;
}

uint32_t kinematics_runs(const geometry *g, const kinematics_form *f, uint32_t k)
{
    uint32_t runs = 0;
    for (uint32_t i = g->t->frames[k].body; !geometry_is_base(g, i); i = g->bodies[i].parent)
        runs += !f->joined[i];
    return runs;
}

/* --- what has to be written ----------------------------------------------------------------- */

static void mark_ways(writer *w)
{
    const geometry *g = w->runs->g;
    run_state *of = w->runs->of;
    for (uint32_t k = 0; k < g->t->frames_count; k++)
        for (uint32_t i = g->t->frames[k].body; !of[i].is_on_way; i = g->bodies[i].parent) {
            of[i].is_on_way = true;
            if (geometry_is_base(g, i))
                break;
        }
}

/* Steps inwards that frame k's way takes before the ways meet. */
static uint32_t meeting_of(const writer *w, uint32_t k)
{
    switch (w->runs->f->scheme) {
    case SCHEME_REGRESSIVE: return UINT32_MAX;
    case SCHEME_HYBRID: return w->runs->f->meeting[k];
    case SCHEME_PROGRESSIVE:
    case KINEMATIC_SCHEMES: break;
    }
    return 0;
}

/* The body where frame k's ways meet. */
static uint32_t meeting_body(const writer *w, uint32_t k)
{
    uint32_t i = w->runs->g->t->frames[k].body, steps = meeting_of(w, k);
    while (steps-- > 0 && !geometry_is_base(w->runs->g, i))
        i = run_parent(w, i);
    return i;
}

/* Bodies that the base has to see: where ways meet and all steps before; for columns by ways, where
 * every step ends. */
static void mark_seen(writer *w)
{
    bool by_ways = (w->wanted & ASK_JACOBIAN) && !w->runs->carries_columns;
    for (uint32_t k = 0; k < w->runs->g->t->frames_count; k++) {
        uint32_t i = meeting_body(w, k);
        w->runs->of[i].is_seen = true;
        i = by_ways ? w->runs->g->t->frames[k].body : i;
        while (!geometry_is_base(w->runs->g, i)) {
            i = run_parent(w, i);
            w->runs->of[i].is_seen = true;
        }
    }
}

static motion frame_motion(writer *w, uint32_t k)
{
    uint32_t i = w->runs->g->t->frames[k].body, meeting = meeting_body(w, k);
    motion m = inwards_start(w, k);
    for (; i != meeting; i = run_parent(w, i))
        inwards_step(w, i, &m);
    m = inwards_end(w, i, &m);
    if ((w->wanted & ASK_JACOBIAN) && !w->runs->carries_columns)
        columns_by_ways(w, k, &m);
    return m;
}

/* --- outputs -------------------------------------------------------------------------------- */

static void put(writer *w, output_kind kind, uint32_t k, pvec u)
{
    for (uint32_t axis = 0; axis < 3; axis++)
        signals_output(w->s, w->n, kind, w->runs->g->t->frames[k].name, k, axis, u.v[axis]);
}

static void put_rotation(writer *w, uint32_t k, const paxes *r)
{
    static const output_kind ROW[3] = {OUTPUT_ROW_X, OUTPUT_ROW_Y, OUTPUT_ROW_Z};
    for (int row = 0; row < 3; row++)
        put(w, ROW[row], k,
            (pvec){{r->column[0].v[row], r->column[1].v[row], r->column[2].v[row]}});
}

/* The freedoms of the free body that frame k hangs on: along its axes and about them. */
static void free_columns(writer *w, uint32_t body, pvec p, rate_column *all)
{
    uint32_t number = 0;
    for (uint32_t i = 1; i < body; i++)
        number += w->runs->g->bodies[i].kind == BODY_FREE;
    for (uint32_t k = 0; k < 3; k++) {
        pvec unit = {0};
        unit.v[k] = poly_number(w->n, 1);
        all[6 * number + k].linear = unit;
        all[6 * number + 3 + k].linear = cross(w, unit, p);
        all[6 * number + 3 + k].angular = unit;
    }
}

static void put_jacobian(writer *w, uint32_t k, const motion *m)
{
    const geometry *g = w->runs->g;
    const tree *t = g->t;
    uint32_t freedoms = tree_freedoms(t), of_free = freedoms - t->coordinates_count;
    rate_column *all = ARENA_ARRAY(w->mem, rate_column, freedoms + 1);
    uint32_t i = t->frames[k].body;
    for (uint32_t c = m->columns_count; !geometry_is_base(g, i); i = g->bodies[i].parent) {
        rate_column *to = &all[of_free + g->bodies[i].coordinate];
        poly ratio = poly_number(w->n, g->bodies[i].rate_ratio);
        const rate_column *from = &m->columns[--c];
        to->linear = plus_all(w, to->linear, times_all(w, ratio, from->linear));
        to->angular = plus_all(w, to->angular, times_all(w, ratio, from->angular));
    }
    if (i)
        free_columns(w, i, m->p, all);
    for (uint32_t row = 0; row < 6; row++)
        for (uint32_t c = 0; c < freedoms; c++)
            signals_entry(w->s, w->n,
                          row < 3 ? OUTPUT_LINEAR_JACOBIAN : OUTPUT_ANGULAR_JACOBIAN,
                          t->frames[k].name, k, row % 3, tree_freedom_name(w->s->mem, t, c), c,
                          row < 3 ? all[c].linear.v[row] : all[c].angular.v[row - 3]);
}

static void put_frame(writer *w, uint32_t k, const motion *m)
{
    if (w->wanted & ASK_ORIGIN)
        put(w, OUTPUT_ORIGIN, k, m->p);
    if (w->wanted & ASK_ROTATION)
        put_rotation(w, k, &m->r);
    if (w->wanted & ASK_LINEAR)
        put(w, OUTPUT_LINEAR, k, m->v);
    if (w->wanted & ASK_ANGULAR)
        put(w, OUTPUT_ANGULAR, k, m->omega);
    if (w->wanted & ASK_LINEAR_ACCELERATION)
        put(w, OUTPUT_LINEAR_ACCELERATION, k, m->a);
    if (w->wanted & ASK_ANGULAR_ACCELERATION)
        put(w, OUTPUT_ANGULAR_ACCELERATION, k, m->omegad);
    if (w->wanted & ASK_JACOBIAN)
        put_jacobian(w, k, m);
}

/* Everything but the frames themselves. */
static writer prepare(arena *mem, const geometry *g, uint32_t asked, const kinematics_form *f,
                      signals *s, net *n)
{
    struct kinematics_part *part = ARENA_ARRAY(mem, struct kinematics_part, 1);
    *part = (struct kinematics_part){
        g, f, (asked & ASK_JACOBIAN) && f->scheme != SCHEME_HYBRID,
        ARENA_ARRAY(mem, run_state, g->t->bodies_count)};
    writer w = {.mem = mem, .t = g->t, .s = s, .n = n, .wanted = asked, .runs = part};
    mark_ways(&w);
    for (uint32_t i = 1; i < g->t->bodies_count; i++)
        if (part->of[i].is_on_way && !geometry_is_base(g, i))
            run_write(&w, i);
    mark_seen(&w);
    for (uint32_t i = 0; i < g->t->bodies_count; i++)
        if (part->of[i].is_seen && geometry_is_base(g, i))
            outwards_start(&w, i);
        else if (part->of[i].is_seen)
            outwards_step(&w, i);
    return w;
}

motion *kinematics_motions(arena *mem, const geometry *g, uint32_t asked,
                           const kinematics_form *f, signals *s, net *n)
{
    writer w = prepare(mem, g, asked, f, s, n);
    motion *list = ARENA_ARRAY(mem, motion, g->t->frames_count + 1);
    for (uint32_t k = 0; k < g->t->frames_count; k++)
        list[k] = frame_motion(&w, k);
    return list;
}

void kinematics_write(arena *mem, const geometry *g, uint32_t asked, const kinematics_form *f,
                      signals *s, net *n)
{
    assert(g->t->frames_count);
    writer w = prepare(mem, g, asked, f, s, n);
    for (uint32_t k = 0; k < g->t->frames_count; k++) {
        motion m = frame_motion(&w, k);
        put_frame(&w, k, &m);
    }
    net_sweep(n);
}
