/* SPDX-License-Identifier: MIT */
/* Quickhull [Barber, Dobkin, Huhdanpaa 1996]: a tetrahedron grows by the point farthest outside of
 * one of its faces, again and again. Faces that see the point go, and the horizon around them is
 * joined to it. Each point outside belongs to one face that sees it. */
#include "robot/mesh.h"

#include <math.h>
#include <string.h>

#define NONE UINT32_MAX
/* Beside the size of the mesh; vertices are binary32, so a true corner stands out far more. */
static const double TINY = 1e-12;

typedef struct {
    uint32_t corner[3], beside[3]; /* beside[k]: the face across the edge from corner k to k + 1 */
    vec3 normal;                   /* unit, outwards */
    double offset;                 /* normal x = offset on the face */
    uint32_t outside;              /* first of its points, NONE */
    uint32_t seen;                 /* the point by which it was last seen, or not ... */
    bool is_visible, is_gone;
} face;

typedef struct {
    uint32_t from, to, beyond, edge; /* a visible face's edge, the face beyond and its edge there */
} horizon_edge;

typedef struct {
    arena *mem;
    const vec3 *at;
    uint32_t count;
    double tolerance;
    uint32_t *next; /* of points outside, per face */
    uint32_t *begins; /* per vertex: the new face whose edge of the horizon begins there */
    face *faces;
    uint32_t faces_count, faces_capacity;
    uint32_t *visible;
    uint32_t visible_count, visible_capacity;
    horizon_edge *horizon;
    uint32_t horizon_count, horizon_capacity;
} hull;

static double height(const hull *h, const face *f, uint32_t point)
{
    return vec3_dot(f->normal, h->at[point]) - f->offset;
}

static uint32_t add_face(hull *h, uint32_t a, uint32_t b, uint32_t c)
{
    face f = {.corner = {a, b, c}, .beside = {NONE, NONE, NONE}, .outside = NONE, .seen = NONE};
    const vec3 across = vec3_cross(vec3_sub(h->at[b], h->at[a]), vec3_sub(h->at[c], h->at[a]));
    const double length = vec3_norm(across);
    f.normal = length > 0 ? vec3_scale(across, 1 / length) : (vec3){{0, 0, 0}};
    f.offset = vec3_dot(f.normal, h->at[a]);
    *ARENA_PUSH(h->mem, h, faces) = f;
    return h->faces_count - 1;
}

/* To the first of the faces from number `first` on that sees it. */
static void assign(hull *h, uint32_t point, uint32_t first)
{
    for (uint32_t i = first; i < h->faces_count; i++) {
        face *f = &h->faces[i];
        if (f->is_gone || !(height(h, f, point) > h->tolerance))
            continue;
        h->next[point] = f->outside;
        f->outside = point;
        return;
    }
}

/* ---- the first tetrahedron ------------------------------------------------------------------- */

/* How far a point is from the points, the line or the plane of the first `have` corners. */
static double distance(const hull *h, const uint32_t *corner, uint32_t have, uint32_t point)
{
    const vec3 from = vec3_sub(h->at[point], h->at[corner[0]]);
    if (have == 1)
        return vec3_norm(from);
    vec3 along = vec3_sub(h->at[corner[1]], h->at[corner[0]]);
    along = vec3_scale(along, 1 / vec3_norm(along));
    if (have == 2)
        return vec3_norm(vec3_cross(along, from));
    vec3 up = vec3_cross(along, vec3_sub(h->at[corner[2]], h->at[corner[0]]));
    return fabs(vec3_dot(vec3_scale(up, 1 / vec3_norm(up)), from));
}

static bool find_corners(hull *h, uint32_t corner[4])
{
    corner[0] = 0;
    for (uint32_t i = 1; i < h->count; i++)
        if (h->at[i].v[0] < h->at[corner[0]].v[0])
            corner[0] = i;
    for (uint32_t have = 1; have < 4; have++) {
        double most = 0;
        for (uint32_t i = 0; i < h->count; i++) {
            double far = distance(h, corner, have, i);
            if (far > most) {
                most = far;
                corner[have] = i;
            }
        }
        if (have == 1)
            h->tolerance = TINY * most;
        if (!(most > h->tolerance))
            return false;
    }
    return true;
}

static bool begin(hull *h)
{
    uint32_t c[4] = {0};
    if (!h->count || !find_corners(h, c))
        return false;
    const vec3 edge[3] = {vec3_sub(h->at[c[1]], h->at[c[0]]), vec3_sub(h->at[c[2]], h->at[c[0]]),
                          vec3_sub(h->at[c[3]], h->at[c[0]])};
    if (vec3_dot(vec3_cross(edge[0], edge[1]), edge[2]) > 0) {
        uint32_t other = c[1];
        c[1] = c[2];
        c[2] = other;
    }
    static const uint32_t CORNER[4][3] = {{0, 1, 2}, {1, 0, 3}, {2, 1, 3}, {0, 2, 3}};
    static const uint32_t BESIDE[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t f = add_face(h, c[CORNER[i][0]], c[CORNER[i][1]], c[CORNER[i][2]]);
        memcpy(h->faces[f].beside, BESIDE[i], sizeof BESIDE[i]);
    }
    for (uint32_t i = 0; i < h->count; i++)
        assign(h, i, 0);
    return true;
}

/* ---- growth ---------------------------------------------------------------------------------- */

static bool sees(hull *h, uint32_t number, uint32_t point)
{
    face *f = &h->faces[number];
    if (f->seen != point) {
        f->seen = point;
        f->is_visible = height(h, f, point) > h->tolerance;
    }
    return f->is_visible;
}

static uint32_t edge_to(const face *f, uint32_t number)
{
    uint32_t k = 0;
    while (k < 2 && f->beside[k] != number)
        k++;
    return k;
}

/* All faces that see the point, from one of them outwards, and the edges around. */
static void find_horizon(hull *h, uint32_t from, uint32_t point)
{
    h->visible_count = h->horizon_count = 0;
    h->faces[from].seen = point;
    h->faces[from].is_visible = h->faces[from].is_gone = true;
    *ARENA_PUSH(h->mem, h, visible) = from;
    for (uint32_t i = 0; i < h->visible_count; i++) {
        const uint32_t number = h->visible[i];
        for (uint32_t k = 0; k < 3; k++) {
            const uint32_t beyond = h->faces[number].beside[k];
            const bool is_seen = sees(h, beyond, point);
            if (is_seen && !h->faces[beyond].is_gone) {
                h->faces[beyond].is_gone = true;
                *ARENA_PUSH(h->mem, h, visible) = beyond;
            }
            if (!is_seen) {
                const face *f = &h->faces[number];
                *ARENA_PUSH(h->mem, h, horizon) = (horizon_edge){
                    f->corner[k], f->corner[(k + 1) % 3], beyond,
                    edge_to(&h->faces[beyond], number)};
            }
        }
    }
}

/* Faces from the horizon to the point; false where the horizon is no simple ring. */
static bool join_horizon(hull *h, uint32_t point)
{
    const uint32_t first = h->faces_count;
    for (uint32_t i = 0; i < h->horizon_count; i++)
        h->begins[h->horizon[i].from] = NONE;
    for (uint32_t i = 0; i < h->horizon_count; i++) {
        const horizon_edge *e = &h->horizon[i];
        if (h->begins[e->from] != NONE)
            return false;
        h->begins[e->from] = add_face(h, e->from, e->to, point);
    }
    for (uint32_t i = 0; i < h->horizon_count; i++) {
        const horizon_edge *e = &h->horizon[i];
        const uint32_t own = first + i, after = h->begins[e->to];
        if (after == NONE || after < first)
            return false;
        h->faces[own].beside[0] = e->beyond;
        h->faces[e->beyond].beside[e->edge] = own;
        h->faces[own].beside[1] = after;
        h->faces[after].beside[2] = own;
    }
    return true;
}

static uint32_t farthest(const hull *h, const face *f)
{
    uint32_t best = f->outside;
    for (uint32_t p = f->outside; p != NONE; p = h->next[p])
        if (height(h, f, p) > height(h, f, best))
            best = p;
    return best;
}

static bool grow(hull *h, uint32_t number)
{
    const uint32_t point = farthest(h, &h->faces[number]), first = h->faces_count;
    find_horizon(h, number, point);
    if (!join_horizon(h, point))
        return false;
    for (uint32_t i = 0; i < h->visible_count; i++)
        for (uint32_t p = h->faces[h->visible[i]].outside, after; p != NONE; p = after) {
            after = h->next[p];
            if (p != point)
                assign(h, p, first);
        }
    return true;
}

bool mesh_hull(arena *mem, const mesh *of, mesh *out)
{
    hull h = {.mem = mem, .at = of->vertices, .count = of->vertices_count};
    h.next = ARENA_ARRAY(mem, uint32_t, (size_t)h.count + 1);
    h.begins = ARENA_ARRAY(mem, uint32_t, (size_t)h.count + 1);
    for (uint32_t i = 0; i < h.count; i++)
        h.begins[i] = NONE;
    if (!begin(&h))
        return false;
    for (uint32_t i = 0; i < h.faces_count; i++)
        if (!h.faces[i].is_gone && h.faces[i].outside != NONE && !grow(&h, i))
            return false;
    *out = (mesh){.vertices = of->vertices, .vertices_count = of->vertices_count};
    for (uint32_t i = 0; i < h.faces_count; i++)
        for (uint32_t k = 0; k < 3 && !h.faces[i].is_gone; k++)
            *ARENA_PUSH(mem, out, corners) = h.faces[i].corner[k];
    return true;
}
