/* SPDX-License-Identifier: MIT */
#include "writers/lopsided.h"

#include <math.h>

static const double MOST_LOST = 2048;

static double least_moment(const tree *t, uint32_t i)
{
    return fmax(0, inertia_moments(t->bodies[i].body).v[0]);
}

static void add_to_parent(const model *m, uint32_t i, model_subtree *of)
{
    const model_body *b = &m->bodies[i];
    const double slide = b->kind == BODY_PRISMATIC ? fabs(b->offset) : 0;
    const double way = vec3_norm(b->place) + slide;
    const model_subtree *own = &of[i];
    model_subtree *h = &of[b->parent];
    h->mass += own->mass;
    h->first += own->first + own->mass * way;
    h->second += own->second + way * (2 * own->first + own->mass * way);
    h->inertia += own->inertia;
}

/* The least that a joint feels of what it turns, in any state: infinite where it turns nothing. */
static double least_felt(const model *m, const tree *t, uint32_t k, const model_subtree *of)
{
    const model_body *b = &m->bodies[k];
    const double after = of[k].inertia - of[k].own;
    if (b->kind == BODY_FREE)
        return fmin(b->moment.v[0], fmin(b->moment.v[1], b->moment.v[2])) + after;
    if (b->kind != BODY_REVOLUTE || b->rate_ratio == 0)
        return INFINITY;
    const double rotor = t->coordinates[b->coordinate].armature;
    return b->moment.v[2] + after + (rotor > 0 ? rotor / (b->rate_ratio * b->rate_ratio) : 0);
}

/* Joints whose axes are parallel to that of i feel Pxx + Pyy, which turning leaves alone. */
static double least_felt_before(const model *m, const tree *t, uint32_t i, const model_subtree *of)
{
    double least = INFINITY;
    bool is_across = false;
    for (uint32_t k; (k = m->bodies[i].parent) != 0; i = k) {
        is_across = is_across || !model_is_parallel(m, i);
        if (is_across)
            least = fmin(least, least_felt(m, t, k, of));
    }
    return least;
}

model_subtree *model_subtrees(arena *mem, const model *m, const tree *t)
{
    model_subtree *of = ARENA_ARRAY(mem, model_subtree, m->count);
    for (uint32_t i = m->count; i-- > 1;) {
        const model_body *b = &m->bodies[i];
        of[i].mass += b->mass;
        of[i].first += vec3_norm(b->first);
        for (int x = 0; x < 3; x++)
            of[i].second += fabs(b->second.m[x][x]);
        of[i].own = least_moment(t, i);
        of[i].inertia += of[i].own;
        add_to_parent(m, i, of);
    }
    return of;
}

void model_mark_lopsided(model *m, const tree *t)
{
    arena work = arena_make();
    const model_subtree *of = model_subtrees(&work, m, t);
    for (uint32_t i = 1; i < m->count; i++)
        m->bodies[i].is_lopsided =
            of[i].second > MOST_LOST * least_felt_before(m, t, i, of);
    arena_free(&work);
}
