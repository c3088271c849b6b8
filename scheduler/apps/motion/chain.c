/* SPDX-License-Identifier: MIT */
#include "apps/motion/chain.h"

#include "apps/motion/dense.h"

#include <string.h>

/* A row of a constraint: which cut and, of a ball, which axis of the base. */
typedef struct {
    const tree_cut *cut;
    uint32_t axis;
} chain_row;

typedef struct {
    mat3 rotation;
    vec3 position, reach; /* of the joint, in the base's axes; from the parent's */
    spatial z, zd;   /* motion, and its rate where nothing accelerates, then whole */
    spatial b, d;
    double m[6][6];  /* with all that hangs on it */
    spatial q;       /* forces, likewise */
    spatial u;
    double h, e;
} chain_body;

struct chain {
    const tree *t;
    chain_row *rows;
    uint32_t count;    /* of rows */
    chain_body *bodies;
    double *pull;      /* P: [body][row][6] */
    double *w;         /* W: [body][row] */
    double *a, *r, *value, *rate;
    double *mass, *reach, *missing, *lambda;  /* of the dense way, and so */
    long double *whole, *jacobian, *work;     /* these */
};

/* ---- vectors --------------------------------------------------------------------------------- */

static spatial pair(vec3 linear, vec3 angular)
{
    return (spatial){{linear.v[0], linear.v[1], linear.v[2], angular.v[0], angular.v[1],
                      angular.v[2]}};
}

static vec3 linear_of(spatial s)
{
    return (vec3){{s.v[0], s.v[1], s.v[2]}};
}

static vec3 angular_of(spatial s)
{
    return (vec3){{s.v[3], s.v[4], s.v[5]}};
}

static spatial add(spatial a, spatial b, double factor)
{
    for (uint32_t k = 0; k < 6; k++)
        a.v[k] += factor * b.v[k];
    return a;
}

static double dot(spatial a, spatial b)
{
    return dense_dot(a.v, b.v, 6);
}

static spatial apply(double m[6][6], spatial x)
{
    spatial y;
    for (uint32_t k = 0; k < 6; k++)
        y.v[k] = dense_dot(m[k], x.v, 6);
    return y;
}

/* Motion of a body at a point r further on: velocities, or accelerations but for what turns
 * inwards. */
static spatial shift(spatial z, vec3 r)
{
    return pair(vec3_add(linear_of(z), vec3_cross(angular_of(z), r)), angular_of(z));
}

/* Force and moment about a point that r leads back from. */
static spatial shift_back(spatial w, vec3 r)
{
    return pair(linear_of(w), vec3_add(angular_of(w), vec3_cross(r, linear_of(w))));
}

/* ---- outwards -------------------------------------------------------------------------------- */

/* b and d of a joint: what its rate and the motion of its parent make of the body's, there. */
static void take_joint(const tree_body *j, vec3 axis, double rate, const chain_body *from,
                       chain_body *to)
{
    const vec3 zero = {{0}}, turns = angular_of(from->z);
    const vec3 inwards = vec3_cross(turns, vec3_cross(turns, to->reach));
    const vec3 swerve = vec3_scale(vec3_cross(turns, axis), rate);
    if (j->kind == BODY_PRISMATIC) {
        to->b = pair(axis, zero);
        to->d = pair(vec3_add(inwards, vec3_scale(swerve, 2)), zero);
    } else {
        to->b = pair(zero, axis);
        to->d = pair(inwards, swerve);
    }
}

/* Inertia about the joint, and forces there at no acceleration. */
static void take_inertia(const tree *t, const inertia *i, chain_body *c)
{
    const vec3 g = mat3_apply(c->rotation, i->com_m);
    const mat3 own = mat3_multiply(mat3_multiply(c->rotation, i->inertia_com_kgm2),
                                   mat3_transpose(c->rotation));
    const double m = i->mass_kg;
    const double cross[3][3] = {{0, -g.v[2], g.v[1]}, {g.v[2], 0, -g.v[0]}, {-g.v[1], g.v[0], 0}};
    for (uint32_t r = 0; r < 3; r++)
        for (uint32_t k = 0; k < 3; k++) {
            double square = 0;
            for (uint32_t n = 0; n < 3; n++)
                square += cross[r][n] * cross[n][k];
            c->m[r][k] = r == k ? m : 0;
            c->m[r][k + 3] = -m * cross[r][k];
            c->m[r + 3][k] = m * cross[r][k];
            c->m[r + 3][k + 3] = own.m[r][k] - m * square;
        }
    const vec3 omega = angular_of(c->z);
    const vec3 inwards = vec3_cross(omega, vec3_cross(omega, g));
    const vec3 force = vec3_scale(vec3_sub(t->gravity_ms2, inwards), m);
    const vec3 moment = vec3_sub(vec3_cross(g, force),
                                 vec3_cross(omega, mat3_apply(own, omega)));
    c->q = pair(force, moment);
}

static void go_outwards(chain *c, const double *q, const double *qd)
{
    c->bodies[0] = (chain_body){.rotation = mat3_identity()};
    for (uint32_t k = 1; k < c->t->bodies_count; k++) {
        const tree_body *j = &c->t->bodies[k];
        const chain_body *from = &c->bodies[j->parent];
        chain_body *to = &c->bodies[k];
        const double at = j->ratio * q[j->coordinate] + j->offset;
        const double rate = j->ratio * qd[j->coordinate];
        to->rotation = mat3_multiply(from->rotation, j->origin.rotation);
        to->reach = mat3_apply(from->rotation, j->origin.position);
        const vec3 axis = mat3_apply(to->rotation, j->axis);
        if (j->kind == BODY_PRISMATIC)
            to->reach = vec3_add(to->reach, vec3_scale(axis, at));
        else
            to->rotation = mat3_multiply(to->rotation, mat3_rotation(j->axis, at));
        to->position = vec3_add(from->position, to->reach);
        take_joint(j, axis, rate, from, to);
        to->z = add(shift(from->z, to->reach), to->b, rate);
        to->zd = add(shift(from->zd, to->reach), to->d, 1);
        take_inertia(c->t, &j->body, to);
    }
}

/* ---- constraints ----------------------------------------------------------------------------- */

typedef struct {
    vec3 at, lever, velocity, turned; /* of an end: place, from the body's joint, velocity, omega x
                                         (omega x lever) */
} cut_end;

static cut_end end_of(const chain *c, const tree_cut *cut, uint32_t end)
{
    const chain_body *b = &c->bodies[cut->body[end]];
    const vec3 omega = angular_of(b->z);
    cut_end e;
    e.lever = mat3_apply(b->rotation, cut->in_body[end].position);
    e.at = vec3_add(b->position, e.lever);
    e.velocity = vec3_add(linear_of(b->z), vec3_cross(omega, e.lever));
    e.turned = vec3_cross(omega, vec3_cross(omega, e.lever));
    return e;
}

/* Values, rates, what a unit of each multiplier pulls with, and gamma with Baumgarte's terms, into
 * r. */
static void take_constraints(chain *c)
{
    const stabilisation *s = &c->t->stabilise;
    memset(c->pull, 0, (size_t)c->t->bodies_count * c->count * 6 * sizeof *c->pull);
    for (uint32_t k = 0; k < c->count; k++) {
        const tree_cut *cut = c->rows[k].cut;
        const cut_end a = end_of(c, cut, 0), b = end_of(c, cut, 1);
        const vec3 gap = vec3_sub(b.at, a.at), speed = vec3_sub(b.velocity, a.velocity);
        vec3 along = {{0}};
        double quadratic = 0;
        along.v[c->rows[k].axis] = 1;
        c->value[k] = gap.v[c->rows[k].axis];
        if (cut->what.kind == CUT_ROD) {
            along = gap;
            c->value[k] = (vec3_dot(gap, gap) - cut->what.length_m * cut->what.length_m) / 2;
            quadratic = vec3_dot(speed, speed);
        }
        quadratic += vec3_dot(along, vec3_sub(b.turned, a.turned));
        c->rate[k] = vec3_dot(along, speed);
        c->r[k] = -quadratic - 2 * s->alpha * c->rate[k] - s->beta * s->beta * c->value[k];
        for (uint32_t end = 0; end < 2; end++) {
            const double sign = end ? 1 : -1;
            const spatial p = pair(vec3_scale(along, sign),
                                   vec3_scale(vec3_cross((end ? b : a).lever, along), sign));
            double *to = c->pull + ((size_t)cut->body[end] * c->count + k) * 6;
            for (uint32_t i = 0; i < 6; i++)
                to[i] += p.v[i];
        }
    }
}

/* ---- the recursion --------------------------------------------------------------------------- */

/* What is left of a body, once its joint has given way, is its parent's. */
static void hand_down(chain *c, uint32_t k, spatial left)
{
    const uint32_t parent = c->t->bodies[k].parent, m = c->count;
    const chain_body *x = &c->bodies[k];
    chain_body *to = &c->bodies[parent];
    const double *pull = c->pull + (size_t)k * m * 6, *w = c->w + (size_t)k * m;
    double half[6][6];
    for (uint32_t n = 0; n < 6; n++) { /* S' (M - U H U'), by columns, then that by S, by rows */
        spatial column;
        for (uint32_t r = 0; r < 6; r++)
            column.v[r] = x->m[r][n] - x->u.v[r] * x->h * x->u.v[n];
        column = shift_back(column, x->reach);
        for (uint32_t r = 0; r < 6; r++)
            half[r][n] = column.v[r];
    }
    for (uint32_t r = 0; r < 6; r++) {
        spatial row;
        memcpy(row.v, half[r], sizeof row.v);
        row = shift_back(row, x->reach);
        for (uint32_t n = 0; n < 6; n++)
            to->m[r][n] += row.v[n];
    }
    const spatial force = add(add((spatial){{0}}, left, -1), x->u, x->h * x->e);
    to->q = add(to->q, shift_back(force, x->reach), 1);
    double *above = c->pull + (size_t)parent * m * 6;
    for (uint32_t i = 0; i < m; i++) {
        spatial p;
        for (uint32_t r = 0; r < 6; r++)
            p.v[r] = pull[6 * i + r] - x->u.v[r] * x->h * w[i];
        p = shift_back(p, x->reach);
        for (uint32_t r = 0; r < 6; r++)
            above[6 * i + r] += p.v[r];
    }
}

static bool take_inwards(chain *c, uint32_t k, double tau)
{
    const tree_body *j = &c->t->bodies[k];
    const tree_coordinate *own = &c->t->coordinates[j->coordinate];
    chain_body *x = &c->bodies[k];
    const uint32_t m = c->count;
    double *pull = c->pull + (size_t)k * m * 6, *w = c->w + (size_t)k * m;
    x->u = apply(x->m, x->b);
    const double pivot = dot(x->b, x->u) + own->armature;
    if (!(pivot > 0))
        return false;
    x->h = 1 / pivot;
    const spatial left = add(apply(x->m, x->d), x->q, -1); /* M d - Q */
    x->e = dot(x->b, left) - tau;
    for (uint32_t i = 0; i < m; i++)
        w[i] = dense_dot(pull + 6 * i, x->b.v, 6);
    for (uint32_t i = 0; i < m; i++) {
        for (uint32_t l = 0; l <= i; l++)
            c->a[(size_t)i * m + l] += w[i] * x->h * w[l];
        c->r[i] -= dense_dot(pull + 6 * i, x->d.v, 6) - w[i] * x->h * x->e;
    }
    if (j->parent)
        hand_down(c, k, left);
    return true;
}

/* What acts at a joint: the torque, less its damper and spring, and those of tendons. */
static double effort(const chain *c, uint32_t i, const double *q, const double *qd,
                     const double *tau)
{
    const tree_coordinate *x = &c->t->coordinates[i];
    double left = tau[i] - x->damping * qd[i] - x->stiffness * (q[i] - x->rest);
    for (uint32_t k = 0; k < c->t->tendons_count; k++) {
        const tree_tendon *t = &c->t->tendons[k];
        const double pull = t->damping * tree_tendon_sum(t, qd) +
                            t->stiffness * (tree_tendon_sum(t, q) - t->rest);
        left -= tree_tendon_coefficient(t, i) * pull;
    }
    return left;
}

bool chain_accelerate(chain *c, const double *q, const double *qd, const double *tau, double *qdd)
{
    static const double LEAST_PIVOT = 1e-13;
    const uint32_t m = c->count;
    go_outwards(c, q, qd);
    take_constraints(c);
    memset(c->a, 0, (size_t)m * m * sizeof *c->a);
    for (uint32_t k = c->t->bodies_count; k-- > 1;)
        if (!take_inwards(c, k, effort(c, c->t->bodies[k].coordinate, q, qd, tau)))
            return false;
    if (!dense_factor(c->a, m, LEAST_PIVOT))
        return false;
    for (uint32_t i = 0; i < m; i++)
        c->r[i] = -c->r[i];
    dense_solve(c->a, m, c->r); /* lambda */
    c->bodies[0].zd = (spatial){{0}};
    for (uint32_t k = 1; k < c->t->bodies_count; k++) {
        const tree_body *j = &c->t->bodies[k];
        chain_body *x = &c->bodies[k];
        const spatial above = shift(c->bodies[j->parent].zd, x->reach);
        const double held = dense_dot(c->w + (size_t)k * m, c->r, m);
        qdd[j->coordinate] = -x->h * (dot(x->u, above) + x->e + held);
        x->zd = add(add(above, x->b, qdd[j->coordinate]), x->d, 1);
    }
    return true;
}

static status answer(void *self, double t, motion_query *x, diag *d)
{
    chain *c = self;
    if (chain_accelerate(c, x->q, x->qd, x->tau, x->qdd))
        return STATUS_OK;
    return diag_system_error(d, (place){0}, "robot '%s': at t = %.9g s its equations cannot be "
                             "solved", c->t->name, t);
}

accelerator chain_accelerator(chain *c)
{
    return (accelerator){c, answer};
}

enum { REFINEMENTS = 4 };

/* ---- densely --------------------------------------------------------------------------------- */

/* Sums of the dense way are in more figures where the compiler has them: the mass matrix of a long
 * chain has a condition of its length to the fourth power, so that rounding of its entries alone
 * would cost more than what is to be told. */
typedef struct {
    long double v[6];
} long_spatial;

/* Motion that a joint gives a point of a body that it carries. */
static long_spatial carried(const chain *c, uint32_t joint, const long double at[3])
{
    const spatial *b = &c->bodies[joint].b;
    const double *from = c->bodies[joint].position.v, *turn = b->v + 3;
    long double r[3];
    long_spatial m;
    for (uint32_t k = 0; k < 3; k++)
        r[k] = at[k] - from[k];
    for (uint32_t k = 0; k < 3; k++) {
        const uint32_t x = (k + 1) % 3, y = (k + 2) % 3;
        m.v[k] = b->v[k] + turn[x] * r[y] - turn[y] * r[x];
        m.v[k + 3] = turn[k];
    }
    return m;
}

static long double long_dot(const long_spatial *a, const long_spatial *b)
{
    long double sum = 0;
    for (uint32_t k = 0; k < 6; k++)
        sum += a->v[k] * b->v[k];
    return sum;
}

/* A body's part in M, J, forces and r, by the velocity of its centre: none of the sums above. */
static void add_body(chain *c, uint32_t k)
{
    const uint32_t n = c->t->coordinates_count, m = c->count;
    const inertia *i = &c->t->bodies[k].body;
    const chain_body *x = &c->bodies[k];
    const vec3 g = mat3_apply(x->rotation, i->com_m), omega = angular_of(x->z);
    const mat3 own = mat3_multiply(mat3_multiply(x->rotation, i->inertia_com_kgm2),
                                   mat3_transpose(x->rotation));
    const spatial still = shift(x->zd, g);
    const vec3 inwards = vec3_cross(omega, vec3_cross(omega, g));
    const vec3 force = vec3_scale(
        vec3_sub(c->t->gravity_ms2, vec3_add(linear_of(still), inwards)), i->mass_kg);
    const vec3 moment = vec3_scale(vec3_add(mat3_apply(own, angular_of(still)),
                                            vec3_cross(omega, mat3_apply(own, omega))), -1);
    long double joint[3], centre[3];
    long_spatial w;
    for (uint32_t r = 0; r < 3; r++) {
        joint[r] = x->position.v[r];
        centre[r] = joint[r] + g.v[r];
        w.v[r] = force.v[r];
        w.v[r + 3] = moment.v[r];
    }
    for (uint32_t a = k; a; a = c->t->bodies[a].parent) {
        const uint32_t row = c->t->bodies[a].coordinate;
        const long_spatial way = carried(c, a, centre), pulled = carried(c, a, joint);
        long_spatial momentum;
        for (uint32_t r = 0; r < 3; r++) {
            momentum.v[r] = i->mass_kg * way.v[r];
            momentum.v[r + 3] = own.m[r][0] * way.v[3] + own.m[r][1] * way.v[4] +
                                own.m[r][2] * way.v[5];
        }
        c->work[row] += long_dot(&way, &w);
        for (uint32_t b = k; b; b = c->t->bodies[b].parent) {
            const long_spatial other = carried(c, b, centre);
            c->whole[(size_t)row * n + c->t->bodies[b].coordinate] += long_dot(&other, &momentum);
        }
        for (uint32_t r = 0; r < m; r++)
            for (uint32_t z = 0; z < 6; z++)
                c->jacobian[(size_t)r * n + row] +=
                    c->pull[((size_t)k * m + r) * 6 + z] * pulled.v[z];
    }
    for (uint32_t r = 0; r < m; r++)
        c->r[r] -= dense_dot(c->pull + ((size_t)k * m + r) * 6, x->zd.v, 6);
}

/* Adds to qdd and lambda what is missing to M qdd + J' lambda = work, J qdd = r. */
static void refine(chain *c, double *qdd)
{
    const uint32_t n = c->t->coordinates_count, m = c->count;
    for (uint32_t i = 0; i < n; i++) {
        long double left = c->work[i];
        for (uint32_t k = 0; k < n; k++)
            left -= c->whole[(size_t)i * n + k] * qdd[k];
        for (uint32_t r = 0; r < m; r++)
            left -= c->jacobian[(size_t)r * n + i] * c->lambda[r];
        c->missing[i] = (double)left;
    }
    dense_solve(c->mass, n, c->missing);
    for (uint32_t r = 0; r < m; r++) {
        long double left = -c->r[r];
        for (uint32_t k = 0; k < n; k++)
            left += c->jacobian[(size_t)r * n + k] * ((long double)qdd[k] + c->missing[k]);
        c->rate[r] = (double)left;
    }
    dense_solve(c->a, m, c->rate);
    for (uint32_t r = 0; r < m; r++)
        c->lambda[r] += c->rate[r];
    for (uint32_t i = 0; i < n; i++) {
        qdd[i] += c->missing[i];
        for (uint32_t r = 0; r < m; r++)
            qdd[i] -= c->reach[(size_t)r * n + i] * c->rate[r];
    }
}

bool chain_accelerate_dense(chain *c, const double *q, const double *qd, const double *tau,
                            double *qdd)
{
    const uint32_t n = c->t->coordinates_count, m = c->count;
    go_outwards(c, q, qd);
    take_constraints(c);
    memset(c->whole, 0, (size_t)n * n * sizeof *c->whole);
    memset(c->jacobian, 0, (size_t)m * n * sizeof *c->jacobian);
    memset(c->work, 0, n * sizeof *c->work);
    for (uint32_t k = 1; k < c->t->bodies_count; k++)
        add_body(c, k);
    for (uint32_t i = 0; i < n; i++) {
        c->work[i] += effort(c, i, q, qd, tau);
        c->whole[(size_t)i * n + i] += c->t->coordinates[i].armature;
    }
    for (size_t k = 0; k < (size_t)n * n; k++)
        c->mass[k] = (double)c->whole[k];
    if (!dense_factor(c->mass, n, 0))
        return false;
    for (size_t k = 0; k < (size_t)m * n; k++)
        c->reach[k] = (double)c->jacobian[k];
    for (uint32_t r = 0; r < m; r++)
        dense_solve(c->mass, n, c->reach + (size_t)r * n);
    for (uint32_t r = 0; r < m; r++)
        for (uint32_t l = 0; l <= r; l++) {
            long double sum = 0;
            for (uint32_t k = 0; k < n; k++)
                sum += c->jacobian[(size_t)r * n + k] * c->reach[(size_t)l * n + k];
            c->a[(size_t)r * m + l] = (double)sum;
        }
    if (!dense_factor(c->a, m, 0))
        return false;
    memset(qdd, 0, n * sizeof *qdd);
    memset(c->lambda, 0, m * sizeof *c->lambda);
    for (uint32_t pass = 0; pass < REFINEMENTS; pass++)
        refine(c, qdd);
    return true;
}

/* ---- the start ------------------------------------------------------------------------------- */

static status check(const tree *t, const loops *l, diag *d)
{
    for (uint32_t k = 0; k < l->count; k++) {
        const tree_cut *cut = &t->cuts[l->all.list[l->row[k]].cut];
        if ((cut->what.kind != CUT_BALL && cut->what.kind != CUT_ROD) || cut->seen_from)
            return diag_error(d, cut->what.at, "cut '%s': method chain takes only balls and rods "
                                               "whose ends are seen from the base", cut->what.name);
        if (cut->what.mass_kg > 0)
            return diag_error(d, cut->what.at, "cut '%s': method chain takes only rods without "
                                               "mass", cut->what.name);
    }
    for (uint32_t k = 1; k < t->bodies_count; k++)
        if (t->bodies[k].kind == BODY_FREE || t->bodies[k].ratio != 1)
            return diag_error(d, t->bodies[k].at, "'%s': method chain takes only joints that "
                                                  "follow no other joint", t->bodies[k].name);
    for (uint32_t i = 0; i < t->coordinates_count; i++)
        if (t->coordinates[i].driven || t->coordinates[i].has_friction)
            return diag_error(d, (place){0}, "joint '%s': method chain takes no imposed motion and "
                                             "no friction", t->coordinates[i].name);
    if (t->elements_count)
        return diag_error(d, t->elements[0].what.at, "'%s': method chain takes no forces but "
                                                     "gravity and the torques and forces at joints",
                          t->elements[0].what.name);
    return STATUS_OK;
}

status chain_make(arena *mem, const tree *t, const loops *l, chain **out, diag *d)
{
    const size_t n = t->coordinates_count, m = l->count, bodies = t->bodies_count;
    TRY(check(t, l, d));
    chain *c = ARENA_ARRAY(mem, chain, 1);
    *c = (chain){.t = t, .count = l->count};
    c->rows = ARENA_ARRAY(mem, chain_row, m + 1);
    for (uint32_t k = 0; k < l->count; k++) {
        const constraint *x = &l->all.list[l->row[k]];
        c->rows[k] = (chain_row){&t->cuts[x->cut], x->row};
    }
    c->bodies = ARENA_ARRAY(mem, chain_body, bodies);
    double **const arrays[] = {&c->pull, &c->w, &c->a, &c->r, &c->value, &c->rate, &c->lambda,
                               &c->mass, &c->reach, &c->missing};
    const size_t sizes[] = {bodies * m * 6, bodies * m, m * m, m, m, m, m, n * n, m * n, n};
    for (uint32_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
        *arrays[k] = ARENA_ARRAY(mem, double, sizes[k] + 1);
    c->whole = ARENA_ARRAY(mem, long double, n * n);
    c->jacobian = ARENA_ARRAY(mem, long double, m * n + 1);
    c->work = ARENA_ARRAY(mem, long double, n);
    *out = c;
    return STATUS_OK;
}
