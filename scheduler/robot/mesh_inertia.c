/* SPDX-License-Identifier: MIT */
/* A solid between triangles is a sum of pyramids over them, with one apex [O'Rourke, Computational
 * Geometry in C, 1.3.8]. Where faces are closed any apex will do; where they are not, or where
 * nothing may count negative, MuJoCo's choice is the middle of the faces for the centre and that
 * centre for the moments. */
#include "robot/mesh.h"

#include <math.h>
#include <stdlib.h>

static const double TINY = 1e-14;        /* areas and volumes that are none */
static const double TINY_FACE_M2 = 1e-7; /* a face that small has no sense of direction */

typedef struct {
    vec3 normal, middle;
    double area;
} triangle;

static triangle triangle_of(const vec3 *vertices, const uint32_t *corner)
{
    const vec3 a = vertices[corner[0]], b = vertices[corner[1]], c = vertices[corner[2]];
    const vec3 across = vec3_cross(vec3_sub(b, a), vec3_sub(c, a));
    const double length = vec3_norm(across);
    triangle t = {.area = length / 2,
                  .middle = vec3_scale(vec3_add(vec3_add(a, b), c), 1.0 / 3)};
    t.normal = length > 0 ? vec3_scale(across, 1 / length) : (vec3){{0, 0, 0}};
    return t;
}

/* What the pyramid with that apex, or the triangle of a shell, counts. */
static double measure(const triangle *t, vec3 apex, mesh_rule rule)
{
    if (rule == MESH_SHELL)
        return t->area;
    const double volume = vec3_dot(vec3_sub(t->middle, apex), t->normal) * t->area / 3;
    return rule == MESH_LEGACY ? fabs(volume) : volume;
}

static int compare_edges(const void *x, const void *y)
{
    const uint64_t *a = x, *b = y;
    return *a < *b ? -1 : *a > *b;
}

/* Two faces side by side run along their edge in opposite directions. */
static bool faces_agree(arena *mem, const mesh *m)
{
    uint64_t *edge = ARENA_ARRAY(mem, uint64_t, (size_t)m->corners_count + 1);
    size_t count = 0;
    for (uint32_t i = 0; i < m->corners_count; i += 3)
        for (uint32_t k = 0; triangle_of(m->vertices, m->corners + i).area > TINY_FACE_M2 && k < 3;
             k++)
            edge[count++] = (uint64_t)m->corners[i + k] << 32 | m->corners[i + (k + 1) % 3];
    qsort(edge, count, sizeof *edge, compare_edges);
    for (size_t i = 1; i < count; i++)
        if (edge[i] == edge[i - 1])
            return false;
    return true;
}

/* Sums of x x' over the piece: for corners seen from the apex the integral is
 * measure / (20 or 12) (sum of v v' + s s'), with the sum s of the corners. */
static void add_products(const vec3 *vertices, const uint32_t *corner, vec3 apex, double share,
                         mat3 *sum)
{
    vec3 v[4] = {{{0}}, {{0}}, {{0}}, {{0}}};
    for (int k = 0; k < 3; k++) {
        v[k] = vec3_sub(vertices[corner[k]], apex);
        v[3] = vec3_add(v[3], v[k]);
    }
    for (int k = 0; k < 4; k++)
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                sum->m[i][j] += share * v[k].v[i] * v[k].v[j];
}

static const char *integrate(const mesh *m, mesh_rule rule, inertia *out)
{
    vec3 middle = {{0, 0, 0}}, centre = {{0, 0, 0}};
    double area = 0, first = 0;
    for (uint32_t i = 0; i < m->corners_count; i += 3) {
        triangle t = triangle_of(m->vertices, m->corners + i);
        area += t.area;
        middle = vec3_add(middle, vec3_scale(t.middle, t.area));
    }
    if (!(area >= TINY))
        return "its faces have no area";
    middle = vec3_scale(middle, 1 / area);
    for (uint32_t i = 0; i < m->corners_count; i += 3) {
        triangle t = triangle_of(m->vertices, m->corners + i);
        const double part = measure(&t, middle, rule);
        const vec3 of_part = vec3_add(vec3_scale(t.middle, 0.75), vec3_scale(middle, 0.25));
        first += part;
        centre = vec3_add(centre, vec3_scale(of_part, part));
    }
    if (!(first >= TINY))
        return first < 0 ? "its volume is negative: its faces look inside" : "it has no volume";
    centre = vec3_scale(centre, 1 / first);
    mat3 p = {{{0}}};
    *out = (inertia){.com_m = centre};
    for (uint32_t i = 0; i < m->corners_count; i += 3) {
        triangle t = triangle_of(m->vertices, m->corners + i);
        const double part = measure(&t, centre, rule);
        out->mass_kg += part;
        add_products(m->vertices, m->corners + i, centre, part / (rule == MESH_SHELL ? 12 : 20),
                     &p);
    }
    const double trace = p.m[0][0] + p.m[1][1] + p.m[2][2];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            out->inertia_com_kgm2.m[i][j] = (i == j ? trace : 0) - p.m[i][j];
    return NULL;
}

const char *mesh_inertia(arena *mem, const mesh *of, mesh_rule rule, inertia *out)
{
    mesh hull;
    if (rule == MESH_EXACT && !faces_agree(mem, of))
        return "its faces do not all look the same way out";
    if (rule != MESH_CONVEX && of->corners_count)
        return integrate(of, rule, out);
    if (!mesh_hull(mem, of, &hull))
        return "its vertices have no convex hull: they lie in a plane";
    return integrate(&hull, rule == MESH_CONVEX ? MESH_EXACT : rule, out);
}
