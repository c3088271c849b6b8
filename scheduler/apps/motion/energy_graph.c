/* SPDX-License-Identifier: MIT */
/* From body to body, each in its own axes: velocity, angular velocity, gravity, and what gravity
 * does to the way from the base's origin to the body's. Three vectors are turned per joint; numbers
 * fold, so that little is left of axes along x, y or z and of bodies near the base. */
#include "apps/motion/energy_graph.h"

#include "apps/motion/graph_builder.h"

typedef graph_builder builder;
typedef graph_value value;
typedef struct {
    value v[3];
} vector;

typedef struct {
    vector velocity, omega, gravity;
    value fall; /* gravity times position */
} body;

/* Of a coordinate; of a body's angle where it turns. */
typedef struct {
    value q, qd;
} coordinate;

typedef struct {
    builder b;
    const tree *t;
    coordinate *each;
    value all, potential;
} account;

static value half_of(builder *b, double factor, value x, value y)
{
    return graph_times(b, graph_number(factor / 2), graph_times(b, x, y));
}

static vector number_vector(vec3 x)
{
    return (vector){{graph_number(x.v[0]), graph_number(x.v[1]), graph_number(x.v[2])}};
}

static vector add(builder *b, vector x, vector y)
{
    for (int i = 0; i < 3; i++)
        x.v[i] = graph_plus(b, x.v[i], y.v[i]);
    return x;
}

static vector scale(builder *b, vector x, value factor)
{
    for (int i = 0; i < 3; i++)
        x.v[i] = graph_times(b, factor, x.v[i]);
    return x;
}

static value dot(builder *b, vector x, vector y)
{
    value sum = graph_number(0);
    for (int i = 0; i < 3; i++)
        sum = graph_plus(b, sum, graph_times(b, x.v[i], y.v[i]));
    return sum;
}

static vector cross(builder *b, vector x, vector y)
{
    vector z;
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        z.v[i] = graph_minus(b, graph_times(b, x.v[j], y.v[k]), graph_times(b, x.v[k], y.v[j]));
    }
    return z;
}

/* As the other axes see it. */
static vector seen_from(builder *b, const mat3 *axes, vector x)
{
    vector y;
    for (int i = 0; i < 3; i++)
        y.v[i] = dot(b, number_vector((vec3){{axes->m[0][i], axes->m[1][i], axes->m[2][i]}}), x);
    return y;
}

/* As axes see it that are turned by an angle about a unit vector: along x, y or z the third number
 * stays. */
static vector turned(builder *b, vec3 axis, value sine, value cosine, vector x)
{
    for (int k = 0; k < 3; k++) {
        const int i = (k + 1) % 3, j = (k + 2) % 3;
        if (axis.v[i] != 0 || axis.v[j] != 0)
            continue;
        const value s = graph_times(b, graph_number(axis.v[k]), sine);
        vector y = x;
        y.v[i] = graph_plus(b, graph_times(b, cosine, x.v[i]), graph_times(b, s, x.v[j]));
        y.v[j] = graph_minus(b, graph_times(b, cosine, x.v[j]), graph_times(b, s, x.v[i]));
        return y;
    }
    const vector about = number_vector(axis);
    const value along = graph_times(b, graph_minus(b, graph_number(1), cosine), dot(b, about, x));
    const vector beside = scale(b, cross(b, x, about), sine);
    return add(b, add(b, scale(b, x, cosine), beside), scale(b, about, along));
}

static value input(account *a, input_kind kind, const char *prefix, const tree_body *k,
                   double offset)
{
    return graph_input(&a->b, arena_printf(a->b.mem, "%s_%s", prefix, k->name), kind,
                       a->t->coordinates[k->coordinate].name, k->coordinate, k->ratio, offset);
}

static body move(account *a, const tree_body *k, body from)
{
    builder *b = &a->b;
    const vector reach = number_vector(k->origin.position);
    const value rate = graph_times(b, graph_number(tree_rate_ratio(k)),
                                   a->each[k->coordinate].qd);
    const vector along = scale(b, number_vector(k->axis), rate);
    body to = {.fall = graph_plus(b, from.fall, dot(b, from.gravity, reach))};
    from.velocity = add(b, from.velocity, cross(b, from.omega, reach));
    to.velocity = seen_from(b, &k->origin.rotation, from.velocity);
    to.omega = seen_from(b, &k->origin.rotation, from.omega);
    to.gravity = seen_from(b, &k->origin.rotation, from.gravity);
    if (k->kind == BODY_PRISMATIC) {
        const vector shift = scale(b, number_vector(k->axis), input(a, INPUT_Q, "x", k, k->offset));
        to.fall = graph_plus(b, to.fall, dot(b, to.gravity, shift));
        to.velocity = add(b, add(b, to.velocity, cross(b, to.omega, shift)), along);
        return to;
    }
    const value sine = input(a, INPUT_SIN, "s", k, k->offset),
                cosine = input(a, INPUT_COS, "c", k, k->offset);
    to.velocity = turned(b, k->axis, sine, cosine, to.velocity);
    to.omega = add(b, turned(b, k->axis, sine, cosine, to.omega), along);
    to.gravity = turned(b, k->axis, sine, cosine, to.gravity);
    return to;
}

static void add_potential(account *a, value energy)
{
    a->all = graph_plus(&a->b, a->all, energy);
    a->potential = graph_plus(&a->b, a->potential, energy);
}

static void add_kinetic(account *a, value energy)
{
    a->all = graph_plus(&a->b, a->all, energy);
}

static void add_body(account *a, const inertia *i, const body *k)
{
    builder *b = &a->b;
    const vector centre = number_vector(i->com_m);
    const vector v = add(b, k->velocity, cross(b, k->omega, centre));
    value turning = graph_number(0);
    if (i->mass_kg != 0) {
        add_kinetic(a, graph_times(b, graph_number(i->mass_kg / 2), dot(b, v, v)));
        add_potential(a, graph_times(b, graph_number(-i->mass_kg),
                                     graph_plus(b, k->fall, dot(b, k->gravity, centre))));
    }
    for (int m = 0; m < 3; m++)
        for (int n = 0; n <= m; n++)
            turning = graph_plus(b, turning,
                                 half_of(b, (m == n ? 1 : 2) * i->inertia_com_kgm2.m[m][n],
                                         k->omega.v[m], k->omega.v[n]));
    add_kinetic(a, turning);
}

static void add_coordinate(account *a, const tree_coordinate *c, const coordinate *at)
{
    builder *b = &a->b;
    const value stretch = graph_minus(b, at->q, graph_number(c->rest));
    add_kinetic(a, half_of(b, c->armature, at->qd, at->qd));
    add_potential(a, half_of(b, c->stiffness, stretch, stretch));
}

static void add_tendon(account *a, const tree_tendon *tendon)
{
    builder *b = &a->b;
    value stretch = graph_number(-tendon->rest);
    for (uint32_t k = 0; k < tendon->terms_count; k++)
        stretch = graph_plus(b, stretch,
                             graph_times(b, graph_number(tendon->terms[k].coefficient),
                                         a->each[tendon->terms[k].coordinate].q));
    add_potential(a, half_of(b, tendon->stiffness, stretch, stretch));
}

/* Elements that have energy ask for points of bodies. */
static bool is_counted(const tree *t)
{
    bool is = t->elements_count == 0;
    for (uint32_t k = 1; k < t->bodies_count; k++)
        is = is && (t->bodies[k].kind == BODY_REVOLUTE || t->bodies[k].kind == BODY_PRISMATIC);
    for (uint32_t k = 0; k < t->cuts_count; k++)
        is = is && !(t->cuts[k].what.mass_kg > 0);
    return is;
}

bool energy_graph(arena *mem, const tree *t, ops *out)
{
    static const char *const NAME[ENERGY_OUTPUTS] = {"energy", "potential"};
    *out = (ops){.robot = t->name};
    if (!is_counted(t))
        return false;
    account a = {.b = graph_begin(mem, out), .t = t,
                 .each = ARENA_ARRAY(mem, coordinate, t->coordinates_count + 1),
                 .all = graph_number(0), .potential = graph_number(0)};
    body *moved = ARENA_ARRAY(mem, body, t->bodies_count + 1);
    for (uint32_t i = 0; i < t->coordinates_count; i++) {
        const char *name = t->coordinates[i].name;
        a.each[i].q = graph_input(&a.b, arena_printf(mem, "q_%s", name), INPUT_Q, name, i, 1, 0);
        a.each[i].qd = graph_input(&a.b, arena_printf(mem, "qd_%s", name), INPUT_QD, name, i, 1, 0);
    }
    const vector zero = number_vector((vec3){{0}});
    moved[0] = (body){zero, zero, number_vector(t->gravity_ms2), graph_number(0)};
    for (uint32_t k = 1; k < t->bodies_count; k++) {
        moved[k] = move(&a, &t->bodies[k], moved[t->bodies[k].parent]);
        add_body(&a, &t->bodies[k].body, &moved[k]);
    }
    for (uint32_t i = 0; i < t->coordinates_count; i++)
        add_coordinate(&a, &t->coordinates[i], &a.each[i]);
    for (uint32_t k = 0; k < t->tendons_count; k++)
        add_tendon(&a, &t->tendons[k]);
    const value results[ENERGY_OUTPUTS] = {[ENERGY_ALL] = a.all,
                                           [ENERGY_POTENTIAL] = a.potential};
    for (uint32_t i = 0; i < ENERGY_OUTPUTS; i++)
        graph_output(&a.b, NAME[i], OUTPUT_PLAIN, NULL, i, results[i]);
    graph_end(&a.b);
    return true;
}
