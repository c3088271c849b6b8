/* SPDX-License-Identifier: MIT */
/* The inertia of a body: from its <inertial>, or from its geoms as solids of even density. The
 * rules, their order and the formulas are MuJoCo's (mjCBody::Compile, mjCGeom::SetInertia). */
#include "robot/mjcf_parts.h"

#include "robot/numbers.h"

#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
static const double WATER = 1000;       /* kg/m^3, the density where none is given */
static const double TINY_MASS_KG = 1e-14; /* a geom below it counts nothing */

typedef enum { PLANE, HFIELD, SPHERE, CAPSULE, ELLIPSOID, CYLINDER, BOX, MESH, SDF } geom_type;
#define GEOM_TYPES "plane|hfield|sphere|capsule|ellipsoid|cylinder|box|mesh|sdf"

static mat3 diagonal(double x, double y, double z)
{
    return (mat3){{{x, 0, 0}, {0, y, 0}, {0, 0, z}}};
}

/* ---- <inertial> ------------------------------------------------------------------------------ */

static status read_tensor(mjcf *m, const values *v, mat3 *out)
{
    double d[3] = {0}, f[6];
    TRY(values_numbers(m, v, A_DIAGINERTIA, d, 3));
    *out = diagonal(d[0], d[1], d[2]);
    if (!v->of[A_FULLINERTIA].text)
        return STATUS_OK;
    for (attribute_id a = A_QUAT; a <= A_EULER; a++)
        if (v->of[a].text)
            return values_wrong(m, v, a, "it has a full inertia, which needs none");
    if (d[0] != 0 || d[1] != 0 || d[2] != 0)
        return values_wrong(m, v, A_DIAGINERTIA, "it has a full inertia too");
    TRY(values_numbers(m, v, A_FULLINERTIA, f, 6)); /* xx yy zz xy xz yz */
    *out = (mat3){{{f[0], f[3], f[4]}, {f[3], f[1], f[5]}, {f[4], f[5], f[2]}}};
    return STATUS_OK;
}

static status read_inertial(mjcf *m, const element *e, inertia *out)
{
    values v;
    pose at;
    values_read(e, NULL, &v);
    if (!v.of[A_MASS].text || !v.of[A_POS].text)
        return diag_error(m->d, e->at, "%s: its <inertial> has no %s", m->owner,
                          v.of[A_MASS].text ? "pos" : "mass");
    inertia body = {0};
    TRY(values_numbers(m, &v, A_MASS, &body.mass_kg, 1));
    TRY(pose_read(m, &v, &at));
    TRY(read_tensor(m, &v, &body.inertia_com_kgm2));
    *out = inertia_move(body, at);
    return STATUS_OK;
}

/* ---- geoms ----------------------------------------------------------------------------------- */

static double volume(geom_type type, const double s[3])
{
    switch (type) {
    case SPHERE: return 4 * PI * s[0] * s[0] * s[0] / 3;
    case CAPSULE: return PI * (s[0] * s[0] * 2 * s[1] + 4 * s[0] * s[0] * s[0] / 3);
    case CYLINDER: return PI * s[0] * s[0] * 2 * s[1];
    case ELLIPSOID: return 4 * PI * s[0] * s[1] * s[2] / 3;
    case BOX: return 8 * s[0] * s[1] * s[2];
    default: return 0;
    }
}

/* A cylinder and two halves of a ball, whose centres lie 3/8 of the radius beyond its ends. */
static mat3 capsule(double mass, double r, double h)
{
    double ball = mass * 4 * r / (4 * r + 3 * h), middle = mass - ball;
    double own = 2 * ball * r * r / 5;
    double across = middle * (3 * r * r + h * h) / 12 + own + ball * h * (3 * r + 2 * h) / 8;
    return diagonal(across, across, middle * r * r / 2 + own);
}

static mat3 moments(geom_type type, double mass, const double s[3])
{
    double x = s[0] * s[0], y = s[1] * s[1], z = s[2] * s[2];
    switch (type) {
    case SPHERE: return diagonal(2 * mass * x / 5, 2 * mass * x / 5, 2 * mass * x / 5);
    case CAPSULE: return capsule(mass, s[0], 2 * s[1]);
    case CYLINDER:
        return diagonal(mass * (3 * x + 4 * y) / 12, mass * (3 * x + 4 * y) / 12, mass * x / 2);
    case ELLIPSOID:
        return diagonal(mass * (y + z) / 5, mass * (x + z) / 5, mass * (x + y) / 5);
    case BOX: return diagonal(mass * (y + z) / 3, mass * (x + z) / 3, mass * (x + y) / 3);
    default: return diagonal(0, 0, 0);
    }
}

/* Ends of a geom's long axis: its place, direction and length. */
static status read_ends(mjcf *m, const values *v, geom_type type, double size[3], pose *at)
{
    double e[6];
    TRY(values_numbers(m, v, A_FROMTO, e, 6));
    if (type != CAPSULE && type != CYLINDER && type != ELLIPSOID && type != BOX)
        return values_wrong(m, v, A_FROMTO, "for capsules, cylinders, ellipsoids and boxes only");
    if (vec3_norm(at->position) != 0)
        return values_wrong(m, v, A_FROMTO, "it has a pos too");
    vec3 along = {{e[0] - e[3], e[1] - e[4], e[2] - e[5]}};
    size[1] = vec3_norm(along) / 2;
    if (size[1] < TINY_MASS_KG)
        return values_wrong(m, v, A_FROMTO, "its points are too close");
    if (type == ELLIPSOID || type == BOX) {
        size[2] = size[1];
        size[1] = size[0];
    }
    for (int i = 0; i < 3; i++)
        at->position.v[i] = (e[i] + e[3 + i]) / 2;
    at->rotation = rotation_from_z(m, along);
    return STATUS_OK;
}

static status read_shape(mjcf *m, const values *v, geom_type type, double size[3], pose *at)
{
    uint32_t given = 0, wanted = type == SPHERE ? 1 : type == BOX || type == ELLIPSOID ? 3 : 2;
    const char *from = v->of[A_SIZE].text;
    const char *wrong = from ? numbers_read_some(m->mem, from, size, 1, 3, &given) : NULL;
    if (wrong)
        return values_wrong(m, v, A_SIZE, wrong);
    TRY(pose_read(m, v, at));
    if (v->of[A_FROMTO].text)
        TRY(read_ends(m, v, type, size, at));
    for (uint32_t i = 0; i < wanted; i++)
        if (!(size[i] > 0))
            return values_wrong(m, v, A_SIZE, arena_printf(m->mem, "number %u is not positive",
                                                           i + 1));
    return STATUS_OK;
}

/* A geom whose mass is known to be none is not looked at: most meshes are drawings. */
static status geom_counts(mjcf *m, const values *v, geom_type type, bool *counts)
{
    double mass = 1, density = WATER, group = 0;
    TRY(values_numbers(m, v, A_MASS, &mass, 1));
    TRY(values_numbers(m, v, A_DENSITY, &density, 1));
    TRY(values_numbers(m, v, A_GROUP, &group, 1));
    double weight = v->of[A_MASS].text ? mass : density;
    if (weight < 0)
        return values_wrong(m, v, v->of[A_MASS].text ? A_MASS : A_DENSITY, "it is negative");
    *counts = weight > 0 && type != PLANE && group >= m->set.inertia_groups[0] &&
              group <= m->set.inertia_groups[1];
    return STATUS_OK;
}

/* What stands still needs no inertia, unless all masses are to have a given sum. */
static status check_solid(mjcf *m, const values *v, geom_type type, bool *counts)
{
    int shell = 0;
    const bool is_solid = type != MESH && type != SDF && type != HFIELD && !v->of[A_MESH].text;
    *counts = is_solid || !m->stands || m->set.total_mass > 0;
    if (!*counts)
        omission_count(m, &m->idle_meshes, m->owner, v->at);
    if (!*counts || type == MESH)
        return STATUS_OK;
    if (!is_solid)
        return diag_error(m->d, v->at,
                          "%s: its inertia would come from a %s, which is not supported: give it "
                          "an <inertial>", m->owner,
                          type == HFIELD ? "height field"
                          : type == SDF  ? "distance field"
                                         : "shape fitted to a mesh");
    TRY(values_word(m, v, A_SHELLINERTIA, "false|true", &shell));
    return shell ? values_wrong(m, v, A_SHELLINERTIA, "shells are not supported") : STATUS_OK;
}

/* The mesh has a density of 1: what it weighs is its volume, or area. */
static status add_mesh(mjcf *m, const values *v, pose frame, inertia *sum)
{
    double density = WATER;
    pose at;
    const inertia *shape;
    TRY(pose_read(m, v, &at));
    TRY(mesh_find(m, v, &shape));
    TRY(values_numbers(m, v, A_DENSITY, &density, 1));
    double mass = density * shape->mass_kg;
    TRY(values_numbers(m, v, A_MASS, &mass, 1));
    if (mass <= TINY_MASS_KG)
        return STATUS_OK;
    inertia body = *shape;
    for (int k = 0; k < 9; k++)
        body.inertia_com_kgm2.m[k / 3][k % 3] *= mass / shape->mass_kg;
    body.mass_kg = mass;
    *sum = inertia_join(*sum, inertia_move(body, pose_multiply(frame, at)));
    return STATUS_OK;
}

static status add_solid(mjcf *m, const values *v, geom_type type, pose frame, inertia *sum)
{
    double size[3] = {0}, density = WATER;
    pose at;
    TRY(read_shape(m, v, type, size, &at));
    TRY(values_numbers(m, v, A_DENSITY, &density, 1));
    double mass = density * volume(type, size);
    TRY(values_numbers(m, v, A_MASS, &mass, 1));
    if (mass <= TINY_MASS_KG)
        return STATUS_OK;
    inertia body = {.mass_kg = mass, .inertia_com_kgm2 = moments(type, mass, size)};
    *sum = inertia_join(*sum, inertia_move(body, pose_multiply(frame, at)));
    return STATUS_OK;
}

/* Adds the geom's inertia to that of the body. */
static status add_geom(mjcf *m, const body_part *part, inertia *sum)
{
    const element *e = &m->doc.elements[part->element];
    values v;
    int type = SPHERE;
    bool counts = false;
    TRY(classed_values(m, e, part->class_index, DEFAULT_GEOM, &v));
    TRY(values_word(m, &v, A_TYPE, GEOM_TYPES, &type));
    TRY(geom_counts(m, &v, (geom_type)type, &counts));
    if (counts)
        TRY(check_solid(m, &v, (geom_type)type, &counts));
    if (!counts)
        return STATUS_OK;
    return type == MESH ? add_mesh(m, &v, part->frame, sum)
                        : add_solid(m, &v, (geom_type)type, part->frame, sum);
}

static status read_geoms(mjcf *m, const body_parts *parts, inertia *sum)
{
    *sum = (inertia){0};
    for (uint32_t i = 0; i < parts->parts_count; i++)
        if (strcmp(m->doc.elements[parts->parts[i].element].tag, "geom") == 0)
            TRY(add_geom(m, &parts->parts[i], sum));
    return STATUS_OK;
}

/* ---- bounds ---------------------------------------------------------------------------------- */

/* Axes of the tensor as columns [Jacobi]; quadratic convergence, five sweeps suffice. */
static mat3 principal_axes(mat3 a)
{
    enum { TURNS = 36 };
    mat3 axes = mat3_identity();
    for (int turn = 0; turn < TURNS; turn++) {
        int p = turn % 3, q = (p + 1) % 3;
        if (a.m[p][q] == 0)
            continue;
        double apart = a.m[p][p] - a.m[q][q];
        double angle = 0.5 * atan2(copysign(2, apart) * a.m[p][q], fabs(apart));
        mat3 step = mat3_identity();
        step.m[p][p] = step.m[q][q] = cos(angle);
        step.m[p][q] = -(step.m[q][p] = sin(angle));
        a = mat3_multiply(mat3_transpose(step), mat3_multiply(a, step));
        axes = mat3_multiply(axes, step);
    }
    return axes;
}

/* Raises the moments that are below the bound. */
static mat3 bound_moments(mat3 tensor, double least)
{
    mat3 axes = principal_axes(tensor), back = mat3_transpose(axes);
    mat3 turned = mat3_multiply(back, mat3_multiply(tensor, axes));
    mat3 bounded = diagonal(fmax(turned.m[0][0], least), fmax(turned.m[1][1], least),
                            fmax(turned.m[2][2], least));
    return mat3_multiply(axes, mat3_multiply(bounded, back));
}

static void correct(const mjcf_settings *s, inertia *b)
{
    b->mass_kg = fmax(b->mass_kg, s->bound_mass);
    if (inertia_moments(*b).v[0] < s->bound_inertia)
        b->inertia_com_kgm2 = bound_moments(b->inertia_com_kgm2, s->bound_inertia);
    vec3 i = inertia_moments(*b);
    if (s->balance_inertia && i.v[0] + i.v[1] < i.v[2]) {
        double mean = (i.v[0] + i.v[1] + i.v[2]) / 3;
        b->inertia_com_kgm2 = diagonal(mean, mean, mean);
    }
}

/* Products of numbers that a file may have are larger than any of them may be. */
static status check_range(const mjcf *m, const inertia *b, const char *owner, place at)
{
    bool is_small = b->mass_kg <= NUMBERS_LARGEST;
    for (int k = 0; k < 9; k++)
        is_small = is_small && fabs(b->inertia_com_kgm2.m[k / 3][k % 3]) <= NUMBERS_LARGEST;
    if (is_small)
        return STATUS_OK;
    return diag_error(m->d, at, "%s: its inertia is out of range (at most %g)", owner,
                      NUMBERS_LARGEST);
}

/* ---- bodies ---------------------------------------------------------------------------------- */

static status find_inertial(const mjcf *m, const body_parts *parts, const element **found)
{
    *found = NULL;
    for (uint32_t i = 0; i < parts->parts_count; i++) {
        const element *e = &m->doc.elements[parts->parts[i].element];
        if (strcmp(e->tag, "inertial") != 0)
            continue;
        if (*found)
            return diag_error(m->d, e->at, "%s has two <inertial>", m->owner);
        *found = e;
    }
    return STATUS_OK;
}

status inertia_read(mjcf *m, const body_parts *parts, pose at, robot_link *link)
{
    const element *e;
    from_geom rule = m->set.inertia_from_geom;
    inertia geoms = {0}, own = {0};
    TRY(find_inertial(m, parts, &e));
    if (e)
        TRY(read_inertial(m, e, &own));
    if (own.mass_kg < 0)
        return diag_error(m->d, e->at, "%s: its mass is negative (%g)", m->owner, own.mass_kg);
    if (rule == FROM_GEOM_TRUE || (!e && rule == FROM_GEOM_AUTO))
        TRY(read_geoms(m, parts, &geoms));
    if (geoms.mass_kg > 0)
        own = geoms;
    else if (!e && m->set.bound_mass > 0)
        own.com_m = at.position; /* MuJoCo's choice, though a pose in another frame */
    correct(&m->set, &own);
    TRY(check_range(m, &own, m->owner, link->at));
    link->has_inertia = e || own.mass_kg > 0;
    link->body = own;
    return inertia_check(own, m->owner, m->options->strict, e ? e->at : link->at, m->d);
}

status total_mass_set(mjcf *m)
{
    double sum = 0;
    robot *r = m->robot;
    if (!(m->set.total_mass > 0))
        return STATUS_OK;
    for (uint32_t i = 0; i < r->links_count; i++)
        sum += r->links[i].body.mass_kg;
    if (!(sum > 0))
        return diag_error(m->d, m->doc.elements[0].at,
                          "settotalmass of <compiler>: no body has a mass to be scaled");
    double scale = m->set.total_mass / sum;
    for (uint32_t i = 0; i < r->links_count; i++) {
        inertia *b = &r->links[i].body;
        b->mass_kg *= scale;
        for (int k = 0; k < 9; k++)
            b->inertia_com_kgm2.m[k / 3][k % 3] *= scale;
        TRY(check_range(m, b, "settotalmass of <compiler>", r->links[i].at));
    }
    return STATUS_OK;
}
