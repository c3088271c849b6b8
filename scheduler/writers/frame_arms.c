/* SPDX-License-Identifier: MIT */
#include "writers/frame_arms.h"

#include <math.h>

static const double LAST_DIGIT = 0x1p-53;

/* What is asked of each mass that turns with a body. */
typedef struct {
    vec3 x, y;
    double xx, yy; /* second moments */
    vec3 *to;      /* NULL, or where directions go */
    uint32_t count, most;
} arms;

static void add_mass(arms *a, double mass, vec3 at)
{
    const double along = vec3_dot(at, a->x), over = vec3_dot(at, a->y);
    a->xx += mass * along * along;
    a->yy += mass * over * over;
    if (a->to && a->count < a->most && mass != 0)
        a->to[a->count++] = at;
}

static vec3 moved(mat3 turn, vec3 at, vec3 point)
{
    return vec3_add(at, mat3_apply(turn, point));
}

/* Of body i, which stands so in the one that is asked about: what turns on it is a mass where its
 * joint is; what slides stays in its direction. */
static void add_masses(const framing *f, uint32_t i, mat3 turn, vec3 at, arms *a)
{
    const inertia *own = &f->t->bodies[i].body;
    const mat3 j = mat3_multiply(turn, mat3_multiply(own->inertia_com_kgm2, mat3_transpose(turn)));
    const double trace = j.m[0][0] + j.m[1][1] + j.m[2][2];
    add_mass(a, own->mass_kg, moved(turn, at, own->com_m));
    a->xx += fmax(0, trace / 2 - vec3_dot(a->x, mat3_apply(j, a->x)));
    a->yy += fmax(0, trace / 2 - vec3_dot(a->y, mat3_apply(j, a->y)));
    for (uint32_t c = 0; c < f->children_count[i]; c++) {
        const uint32_t child = f->children[i][c];
        const tree_body *b = &f->t->bodies[child];
        const vec3 origin = moved(turn, at, b->origin.position);
        if (b->kind == BODY_PRISMATIC)
            add_masses(f, child, mat3_multiply(turn, b->origin.rotation), origin, a);
        else
            add_mass(a, f->mass_below[child], origin);
    }
}

uint32_t frame_arms(const framing *f, uint32_t i, vec3 *to, uint32_t most)
{
    arms a = {.to = to, .most = most};
    add_masses(f, i, mat3_identity(), (vec3){{0, 0, 0}}, &a);
    return a.count;
}

double frame_smaller_moment(const framing *f, uint32_t i, vec3 u, vec3 x)
{
    arms a = {.x = x, .y = vec3_cross(u, x)};
    add_masses(f, i, mat3_identity(), (vec3){{0, 0, 0}}, &a);
    const double smaller = fmin(a.xx, a.yy);
    return smaller > LAST_DIGIT * fmax(a.xx, a.yy) ? smaller : 0;
}
