/* SPDX-License-Identifier: MIT */
/* Triangle meshes: read from files, wrapped in their convex hulls, and what an even density makes
 * of them. As MuJoCo understands them, since only MJCF needs them. */
#ifndef TAUFLOW_MESH_H
#define TAUFLOW_MESH_H

#include "base/diag.h"
#include "robot/spatial.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
    vec3 *vertices; /* binary32 in files, so they are here */
    uint32_t vertices_count, vertices_capacity;
    uint32_t *corners; /* three vertices of each face, seen from outside against the clock */
    uint32_t corners_count, corners_capacity;
    uint32_t groups_left; /* of an OBJ file: MuJoCo reads the first that has faces */
} mesh;

/* ---- mesh_read.c ----------------------------------------------------------------------------- */

typedef enum { MESH_OBJ, MESH_STL, MESH_MSH, MESH_FORMATS } mesh_format;

/* By the end of a file's name, in small or capital letters. */
bool mesh_format_find(const char *path, mesh_format *out);
/* OBJ; STL, binary or text; MuJoCo's own binary MSH. `bytes` ends in NUL, which length does not
 * count; numbers have the point of the current locale. NULL, or what is wrong with them. */
const char *mesh_read(arena *mem, mesh_format format, const char *bytes, size_t length, mesh *out);

/* ---- mesh_hull.c ----------------------------------------------------------------------------- */

/* The convex hull as faces of the same vertices; false where they lie in a plane. */
bool mesh_hull(arena *mem, const mesh *of, mesh *out);

/* ---- mesh_inertia.c -------------------------------------------------------------------------- */

typedef enum {
    MESH_CONVEX, /* of the hull */
    MESH_EXACT,  /* between the faces, which are closed */
    MESH_LEGACY, /* as EXACT, but no part counts negative: too much where a mesh is hollowed */
    MESH_SHELL   /* of the faces themselves */
} mesh_rule;

/* Volume, or area of a shell, centre and moments of density 1. NULL, or what is wrong. */
const char *mesh_inertia(arena *mem, const mesh *of, mesh_rule rule, inertia *out);

#endif
