/* SPDX-License-Identifier: MIT */
/* Meshes of <asset> that give a body its inertia. A mesh is looked at only when a geom needs it:
 * most of them are drawings. */
#include "robot/mjcf_parts.h"

#include "base/limits.h"
#include "robot/mesh.h"
#include "robot/numbers.h"

#include <string.h>
#include <sys/stat.h>

/* ---- which ----------------------------------------------------------------------------------- */

static const char *after_slash(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *mesh_name(arena *mem, const element *e)
{
    const char *name = element_attribute(e, "name"), *file = element_attribute(e, "file");
    if ((name && *name) || !file)
        return name;
    file = after_slash(file);
    const char *dot = strrchr(file, '.');
    return dot ? arena_strndup(mem, file, (size_t)(dot - file)) : file;
}

status meshes_collect(mjcf *m, const element *e)
{
    if (strcmp(e->tag, "mesh") == 0)
        *ARENA_PUSH(m->mem, m, meshes) = (mjcf_mesh){.name = mesh_name(m->mem, e), .e = e};
    return STATUS_OK;
}

/* ---- from where ------------------------------------------------------------------------------ */

static status mesh_wrong(const mjcf *m, const mjcf_mesh *x, const char *wrong)
{
    return diag_error(m->d, x->e->at, "mesh '%s': %s", text_shown(m->mem, x->name ? x->name : ""),
                      wrong);
}

static const char *path_of(arena *mem, const mjcf_settings *set, const char *file)
{
    const char *folder = set->mesh_folder;
    if (set->strip_path)
        file = after_slash(file);
    if (*file == '/')
        return file;
    const char *slash = *folder && folder[strlen(folder) - 1] != '/' ? "/" : "";
    return *folder == '/' ? arena_printf(mem, "%s%s%s", folder, slash, file)
                          : arena_printf(mem, "%s%s%s%s", set->folder, folder, slash, file);
}

static status find_format(const mjcf *m, const mjcf_mesh *x, const values *v, const char *path,
                          mesh_format *format)
{
    static const char TYPES[] = "model/obj|model/stl|model/vnd.mujoco.msh";
    int type = -1;
    TRY(values_word(m, v, A_CONTENT_TYPE, TYPES, &type));
    if (type >= 0)
        *format = (mesh_format)type;
    else if (!mesh_format_find(path, format))
        return mesh_wrong(m, x, "its file ends in none of .obj .stl .msh");
    return STATUS_OK;
}

/* The bytes count as part of the description. A pipe or a device is never opened. */
static status read_file(mjcf *m, const mjcf_mesh *x, const values *v, mesh *out)
{
    const char *path = path_of(m->mem, v->set, v->of[A_FILE].text);
    const char *shown = text_shown(m->mem, path);
    mesh_format format = MESH_OBJ;
    struct stat about;
    char *bytes;
    size_t length;
    TRY(find_format(m, x, v, path, &format));
    if (stat(path, &about) != 0)
        return mesh_wrong(m, x, arena_printf(m->mem, "there is no file '%s' that may be read",
                                             shown));
    if (!S_ISREG(about.st_mode))
        return mesh_wrong(m, x, arena_printf(m->mem, "'%s' is no regular file", shown));
    TRY(file_read(m->mem, path, LIMIT_FILE_BYTES, &bytes, &length, m->d));
    const char *wrong = mesh_read(m->mem, format, bytes, length, out);
    if (wrong)
        return mesh_wrong(m, x, arena_printf(m->mem, "'%s': %s", shown, wrong));
    if (out->groups_left)
        diag_note(m->d, x->e->at,
                  "mesh '%s': %u faces after the first group of its file are left out, as MuJoCo "
                  "does", text_shown(m->mem, x->name), out->groups_left);
    text_add_bytes(&m->read, bytes, length);
    return STATUS_OK;
}

/* Any count of numbers. */
static status read_list(const mjcf *m, const values *v, attribute_id a, double **numbers,
                        uint32_t *count)
{
    const char *from = v->of[a].text;
    const uint32_t most = (uint32_t)(strlen(from) / 2 + 1);
    *numbers = ARENA_ARRAY(m->mem, double, most);
    const char *wrong = numbers_read_some(m->mem, from, *numbers, 3, most, count);
    if (!wrong && *count % 3)
        wrong = "its numbers are no multiple of three";
    return wrong ? values_wrong(m, v, a, wrong) : STATUS_OK;
}

/* To binary32, as MuJoCo keeps vertices. GCC 12 leaves the step out of three such conversions side
 * by side (optimised, x86-64), hence volatile. */
static double narrowed(double number)
{
    volatile float narrow = (float)number;
    return (double)narrow;
}

static status read_lists(const mjcf *m, const mjcf_mesh *x, const values *v, mesh *out)
{
    double *numbers;
    uint32_t count;
    *out = (mesh){0};
    TRY(read_list(m, v, A_VERTEX, &numbers, &count));
    for (uint32_t i = 0; i < count; i += 3)
        *ARENA_PUSH(m->mem, out, vertices) = (vec3){
            {narrowed(numbers[i]), narrowed(numbers[i + 1]), narrowed(numbers[i + 2])}};
    if (out->vertices_count < 4)
        return mesh_wrong(m, x, "it has fewer than four vertices");
    if (!v->of[A_FACE].text)
        return STATUS_OK;
    TRY(read_list(m, v, A_FACE, &numbers, &count));
    for (uint32_t i = 0; i < count; i++) {
        if (!(numbers[i] >= 0 && numbers[i] < out->vertices_count) ||
            numbers[i] != (double)(uint32_t)numbers[i])
            return mesh_wrong(m, x, "a face of it has a vertex that it has not");
        *ARENA_PUSH(m->mem, out, corners) = (uint32_t)numbers[i];
    }
    return STATUS_OK;
}

/* ---- where ----------------------------------------------------------------------------------- */

/* Moved against refpos, turned against refquat, scaled. A mesh that is seen in a mirror has its
 * faces the other way round. */
static status place_mesh(mjcf *m, const values *v, mesh *x)
{
    vec3 position = {{0, 0, 0}}, scale = {{1, 1, 1}};
    pose turn = pose_identity();
    TRY(values_numbers(m, v, A_REFPOS, position.v, 3));
    TRY(values_numbers(m, v, A_SCALE, scale.v, 3));
    if (v->of[A_REFQUAT].text) {
        values given = {.tag = v->tag, .at = v->at, .set = v->set};
        given.of[A_QUAT] = v->of[A_REFQUAT];
        TRY(pose_read(m, &given, &turn));
    }
    const mat3 back = mat3_transpose(turn.rotation);
    vec3 *moved = ARENA_ARRAY(m->mem, vec3, x->vertices_count);
    for (uint32_t i = 0; i < x->vertices_count; i++) {
        moved[i] = mat3_apply(back, vec3_sub(x->vertices[i], position));
        for (int k = 0; k < 3; k++)
            moved[i].v[k] *= scale.v[k];
    }
    x->vertices = moved;
    if (scale.v[0] * scale.v[1] * scale.v[2] < 0)
        for (uint32_t i = 0; i < x->corners_count; i += 3) {
            uint32_t other = x->corners[i + 1];
            x->corners[i + 1] = x->corners[i + 2];
            x->corners[i + 2] = other;
        }
    return STATUS_OK;
}

/* ---- what ------------------------------------------------------------------------------------ */

/* A hull of few vertices depends on the order in which a program happens to find them. */
static status check_hull(const mjcf *m, const values *v, mesh_rule rule, const mesh *x)
{
    double most = -1;
    TRY(values_numbers(m, v, A_MAXHULLVERT, &most, 1));
    return most > 0 && (rule == MESH_CONVEX || !x->corners_count)
               ? values_wrong(m, v, A_MAXHULLVERT, "a hull of few vertices is not supported where "
                                                   "it gives an inertia")
               : STATUS_OK;
}

static status load(mjcf *m, mjcf_mesh *x)
{
    values v;
    mesh shape;
    TRY(classed_values(m, x->e, 0, DEFAULT_MESH, &v));
    int rule = v.set->exact_mesh ? MESH_EXACT : MESH_LEGACY;
    TRY(values_word(m, &v, A_INERTIA, "convex|exact|legacy|shell", &rule));
    if (v.of[A_BUILTIN].text && strcmp(v.of[A_BUILTIN].text, "none") != 0)
        return values_wrong(m, &v, A_BUILTIN, "meshes that MuJoCo makes itself are not supported");
    if (!v.of[A_FILE].text == !v.of[A_VERTEX].text)
        return mesh_wrong(m, x, v.of[A_FILE].text ? "it has a file and vertices too"
                                                  : "it has neither a file nor vertices");
    TRY(v.of[A_FILE].text ? read_file(m, x, &v, &shape) : read_lists(m, x, &v, &shape));
    TRY(place_mesh(m, &v, &shape));
    TRY(check_hull(m, &v, (mesh_rule)rule, &shape));
    const char *wrong = mesh_inertia(m->mem, &shape, (mesh_rule)rule, &x->body);
    x->is_loaded = !wrong;
    return wrong ? mesh_wrong(m, x, wrong) : STATUS_OK;
}

status mesh_find(mjcf *m, const values *v, const inertia **out)
{
    const char *name = v->of[A_MESH].text;
    for (uint32_t i = 0; name && i < m->meshes_count; i++) {
        mjcf_mesh *x = &m->meshes[i];
        if (!x->name || strcmp(x->name, name) != 0)
            continue;
        *out = &x->body;
        return x->is_loaded ? STATUS_OK : load(m, x);
    }
    return values_wrong(m, v, A_MESH,
                        name ? arena_printf(m->mem, "there is no mesh '%s'",
                                            text_shown(m->mem, name))
                             : "it is missing");
}
