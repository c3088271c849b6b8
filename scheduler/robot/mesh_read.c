/* SPDX-License-Identifier: MIT */
#include "robot/mesh.h"

#include "base/arena.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

enum { LEAST_VERTICES = 4 };

bool mesh_format_find(const char *path, mesh_format *out)
{
    static const char *const ENDINGS[MESH_FORMATS] = {
        [MESH_OBJ] = ".obj", [MESH_STL] = ".stl", [MESH_MSH] = ".msh"};
    const char *dot = strrchr(path, '.');
    for (int k = 0; dot && k < MESH_FORMATS; k++)
        if (strcasecmp(dot, ENDINGS[k]) == 0) {
            *out = (mesh_format)k;
            return true;
        }
    return false;
}

static void add_face(arena *mem, mesh *to, uint32_t a, uint32_t b, uint32_t c)
{
    *ARENA_PUSH(mem, to, corners) = a;
    *ARENA_PUSH(mem, to, corners) = b;
    *ARENA_PUSH(mem, to, corners) = c;
}

/* ---- binary numbers -------------------------------------------------------------------------- */

static uint32_t word_at(const char *bytes)
{
    const unsigned char *b = (const unsigned char *)bytes;
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

static vec3 point_at(const char *bytes)
{
    vec3 out;
    for (int k = 0; k < 3; k++) {
        uint32_t word = word_at(bytes + 4 * k);
        float number;
        memcpy(&number, &word, sizeof number);
        out.v[k] = (double)number;
    }
    return out;
}

/* ---- STL ------------------------------------------------------------------------------------- */

/* The vertex of three corners is one: each face has its own in the file. */
typedef struct {
    vec3 at;
    uint32_t corner;
} corner_place;

static int compare_places(const void *x, const void *y)
{
    const corner_place *a = x, *b = y;
    for (int k = 0; k < 3; k++)
        if (a->at.v[k] != b->at.v[k])
            return a->at.v[k] < b->at.v[k] ? -1 : 1;
    return a->corner < b->corner ? -1 : a->corner > b->corner;
}

static void join_corners(arena *mem, mesh *m)
{
    const uint32_t count = m->vertices_count;
    corner_place *all = ARENA_ARRAY(mem, corner_place, count + 1);
    for (uint32_t i = 0; i < count; i++)
        all[i] = (corner_place){m->vertices[i], i};
    qsort(all, count, sizeof *all, compare_places);
    m->vertices_count = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (i == 0 || memcmp(&all[i].at, &all[i - 1].at, sizeof all[i].at) != 0)
            *ARENA_PUSH(mem, m, vertices) = all[i].at;
        m->corners[all[i].corner] = m->vertices_count - 1;
    }
}

enum { STL_HEADER = 84, STL_FACE = 50 };

static void read_binary_stl(arena *mem, const char *bytes, uint32_t faces, mesh *out)
{
    for (uint32_t i = 0; i < faces; i++) {
        const char *at = bytes + STL_HEADER + (size_t)STL_FACE * i + 12; /* after the normal */
        for (uint32_t k = 0; k < 3; k++) {
            *ARENA_PUSH(mem, out, vertices) = point_at(at + 12 * k);
            *ARENA_PUSH(mem, out, corners) = 3 * i + k;
        }
    }
}

/* Three numbers; NULL where there are fewer. */
static const char *read_point(const char *at, vec3 *out)
{
    for (int k = 0; k < 3; k++) {
        char *end;
        out->v[k] = (double)strtof(at, &end);
        if (end == at)
            return NULL;
        at = end;
    }
    return at;
}

/* Only the words `vertex x y z` count, three of them a face. */
static const char *read_text_stl(arena *mem, const char *at, mesh *out)
{
    while ((at = strstr(at, "vertex"))) {
        vec3 point;
        at += strlen("vertex");
        const char *end = read_point(at, &point);
        if (!end)
            return "a vertex of it is not three numbers";
        *ARENA_PUSH(mem, out, corners) = out->vertices_count;
        *ARENA_PUSH(mem, out, vertices) = point;
        at = end;
    }
    return out->corners_count % 3 ? "a face of it has no three vertices" : NULL;
}

static const char *read_stl(arena *mem, const char *bytes, size_t length, mesh *out)
{
    const char *wrong = NULL;
    uint32_t faces = length >= STL_HEADER ? word_at(bytes + STL_HEADER - 4) : 0;
    if (length >= STL_HEADER && length == STL_HEADER + (size_t)STL_FACE * faces)
        read_binary_stl(mem, bytes, faces, out);
    else if (strncmp(bytes, "solid", 5) == 0)
        wrong = read_text_stl(mem, bytes, out);
    else
        wrong = "it is neither a binary STL file of this length nor a text";
    if (wrong)
        return wrong;
    for (uint32_t i = 0; i < out->vertices_count; i++)
        for (int k = 0; k < 3; k++)
            out->vertices[i].v[k] += 0.0; /* -0 and 0 are one place */
    join_corners(mem, out);
    return NULL;
}

/* ---- MSH ------------------------------------------------------------------------------------- */

static const char *read_msh(arena *mem, const char *bytes, size_t length, mesh *out)
{
    enum { HEADER = 16 };
    uint64_t n[4]; /* vertices, normals, texture coordinates, faces */
    if (length < HEADER)
        return "it ends within the header of an MSH file";
    for (int k = 0; k < 4; k++)
        n[k] = word_at(bytes + 4 * k);
    if ((n[1] && n[1] != n[0]) || (n[2] && n[2] != n[0]))
        return "normals or texture coordinates are not as many as vertices";
    if (length != HEADER + 12 * (n[0] + n[1] + n[3]) + 8 * n[2])
        return "it is no MSH file of this length";
    for (uint32_t i = 0; i < n[0]; i++)
        *ARENA_PUSH(mem, out, vertices) = point_at(bytes + HEADER + (size_t)12 * i);
    const char *faces = bytes + HEADER + 12 * (n[0] + n[1]) + 8 * n[2];
    for (size_t i = 0; i < 3 * n[3]; i++)
        *ARENA_PUSH(mem, out, corners) = word_at(faces + 4 * i);
    return NULL;
}

/* ---- OBJ ------------------------------------------------------------------------------------- */

/* A corner is v, v/vt, v//vn or v/vt/vn; only v counts. Negative ones count back from the last
 * vertex so far. */
static const char *read_corner(const char *at, uint32_t vertices, uint32_t *out)
{
    char *end;
    long number = strtol(at, &end, 10);
    if (end == at)
        return NULL;
    if (number < 0)
        number += (long)vertices + 1;
    *out = number > 0 && number <= (long)UINT32_MAX ? (uint32_t)(number - 1) : UINT32_MAX;
    at = end;
    return at + strcspn(at, " \t\r\n");
}

static double squared_distance(const mesh *m, uint32_t a, uint32_t b)
{
    vec3 d = vec3_sub(m->vertices[a], m->vertices[b]);
    return vec3_dot(d, d);
}

static vec3 normal_of(const mesh *m, const uint32_t corner[3])
{
    const vec3 *v = m->vertices;
    return vec3_cross(vec3_sub(v[corner[1]], v[corner[0]]), vec3_sub(v[corner[2]], v[corner[0]]));
}

/* Triangles of a polygon: a quadrangle is cut by the shorter diagonal, one with more corners has to
 * be convex. */
static const char *add_polygon(arena *mem, mesh *m, const uint32_t *corner, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        if (corner[i] >= m->vertices_count)
            return "a face of it has a vertex that it has not";
    if (count == 4 && !(squared_distance(m, corner[0], corner[2]) <
                        squared_distance(m, corner[1], corner[3]))) {
        add_face(mem, m, corner[0], corner[1], corner[3]);
        add_face(mem, m, corner[1], corner[2], corner[3]);
        return NULL;
    }
    const vec3 first = normal_of(m, corner);
    for (uint32_t i = 2; i < count; i++) {
        const uint32_t piece[3] = {corner[0], corner[i - 1], corner[i]};
        if (count > 4 && !(vec3_dot(first, normal_of(m, piece)) > 0))
            return "a face of it with more than four corners is not convex";
        add_face(mem, m, piece[0], piece[1], piece[2]);
    }
    return NULL;
}

enum { MOST_CORNERS = 64 };

static const char *read_face(arena *mem, const char *at, mesh *out)
{
    uint32_t corner[MOST_CORNERS], count = 0;
    for (;;) {
        at += strspn(at, " \t\r");
        if (*at == '\n' || *at == '\0')
            break;
        if (count == MOST_CORNERS)
            return "a face of it has more than 64 corners";
        at = read_corner(at, out->vertices_count, &corner[count++]);
        if (!at)
            return "a face of it is not made of numbers";
    }
    return count < 3 ? "a face of it has fewer than three corners"
                     : add_polygon(mem, out, corner, count);
}

static const char *read_obj_line(arena *mem, const char *at, bool *is_over, mesh *out)
{
    at += strspn(at, " \t");
    bool is_word = at[0] && (at[1] == ' ' || at[1] == '\t');
    if (is_word && at[0] == 'v') {
        vec3 point;
        if (!read_point(at + 1, &point))
            return "a vertex of it is not three numbers";
        *ARENA_PUSH(mem, out, vertices) = point;
    } else if (is_word && at[0] == 'f') {
        out->groups_left += *is_over;
        return *is_over ? NULL : read_face(mem, at + 1, out);
    } else if ((at[0] == 'g' || at[0] == 'o') && (is_word || at[1] == '\n' || at[1] == '\r')) {
        *is_over = out->corners_count > 0;
    }
    return NULL;
}

static const char *read_obj(arena *mem, const char *bytes, mesh *out)
{
    bool is_over = false;
    while (*bytes) {
        const char *wrong = read_obj_line(mem, bytes, &is_over, out);
        if (wrong)
            return wrong;
        bytes += strcspn(bytes, "\n");
        bytes += *bytes == '\n';
    }
    return NULL;
}

/* ---- all of them ----------------------------------------------------------------------------- */

const char *mesh_read(arena *mem, mesh_format format, const char *bytes, size_t length, mesh *out)
{
    *out = (mesh){0};
    const char *wrong = format == MESH_OBJ   ? read_obj(mem, bytes, out)
                        : format == MESH_STL ? read_stl(mem, bytes, length, out)
                                             : read_msh(mem, bytes, length, out);
    if (wrong)
        return wrong;
    for (uint32_t i = 0; i < out->vertices_count; i++)
        for (int k = 0; k < 3; k++)
            if (!isfinite(out->vertices[i].v[k]))
                return "a vertex of it is not finite";
    for (uint32_t i = 0; i < out->corners_count; i++)
        if (out->corners[i] >= out->vertices_count)
            return "a face of it has a vertex that it has not";
    return out->vertices_count < LEAST_VERTICES ? "it has fewer than four vertices" : NULL;
}
