/* SPDX-License-Identifier: MIT */
#include "apps/motion/natural.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

bool natural_is_file(const char *path)
{
    return path_has_ending(path, ".nat");
}

/* x(t) and its derivatives. */
static double driven_length(const natural_drive *d, double t, uint32_t derivative)
{
    const double angle = d->omega * t + d->phase;
    if (derivative == 0)
        return d->start + d->rate * t + d->amplitude * (sin(angle) - sin(d->phase));
    if (derivative == 1)
        return d->rate + d->amplitude * d->omega * cos(angle);
    return -d->amplitude * d->omega * d->omega * sin(angle);
}

double natural_driven(const natural_constraint *c, double t, uint32_t derivative)
{
    const natural_drive *d = &c->drive;
    if (!d->drives)
        return 0;
    const double x = driven_length(d, t, 0), xd = driven_length(d, t, 1),
                 xdd = driven_length(d, t, 2);
    const double plain[] = {x - d->start, xd, xdd},
                 square[] = {x * x - d->start * d->start, 2 * x * xd, 2 * (xd * xd + x * xdd)};
    return d->is_length ? square[derivative] : plain[derivative];
}

void natural_values(const natural *n, double t, const double *q, double *value)
{
    for (uint32_t k = 0; k < n->constraints_count; k++) {
        const natural_constraint *c = &n->constraints[k];
        value[k] = c->constant - natural_driven(c, t, 0);
        for (uint32_t i = 0; i < c->terms_count; i++) {
            const natural_term *x = &c->terms[i];
            value[k] += x->factor * q[x->i] * (x->j == NATURAL_ONE ? 1 : q[x->j]);
        }
    }
}

void natural_rows(const natural *n, const double *q, double *row)
{
    memset(row, 0, (size_t)n->constraints_count * n->count * sizeof *row);
    for (uint32_t k = 0; k < n->constraints_count; k++, row += n->count)
        for (uint32_t t = 0; t < n->constraints[k].terms_count; t++) {
            const natural_term *x = &n->constraints[k].terms[t];
            row[x->i] += x->factor * (x->j == NATURAL_ONE ? 1 : q[x->j]);
            if (x->j != NATURAL_ONE)
                row[x->j] += x->factor * q[x->i];
        }
}

void natural_quadratic(const natural *n, double t, const double *qd, double *quadratic)
{
    for (uint32_t k = 0; k < n->constraints_count; k++) {
        quadratic[k] = -natural_driven(&n->constraints[k], t, 2);
        for (uint32_t i = 0; i < n->constraints[k].terms_count; i++) {
            const natural_term *x = &n->constraints[k].terms[i];
            if (x->j != NATURAL_ONE)
                quadratic[k] += 2 * x->factor * qd[x->i] * qd[x->j];
        }
    }
}

/* ---- forces ---------------------------------------------------------------------------------- */

static double sum_of(const natural_sum *s, const double *q)
{
    double sum = s->constant;
    for (uint32_t i = 0; i < s->count; i++)
        sum += s->factor[i] * q[s->coordinate[i]];
    return sum;
}

static double rate_of(const natural_sum *s, const double *qd)
{
    double sum = 0;
    for (uint32_t i = 0; i < s->count; i++)
        sum += s->factor[i] * qd[s->coordinate[i]];
    return sum;
}

static void act(const natural_sum *s, double force, double *out)
{
    for (uint32_t i = 0; i < s->count; i++)
        out[s->coordinate[i]] += s->factor[i] * force;
}

/* A link between two positions, by the way and the rate in the middle; the mean length is the mean
 * of the two, so that way . motion is the change of the length times that. */
typedef struct {
    double way[3], ends[2], length, rate;
} link_state;

static link_state link_between(const natural *n, const natural_link *l, const double *q0,
                               const double *q1, const double *qd)
{
    link_state s = {.length = 0};
    for (uint32_t k = 0; k < n->dimension; k++) {
        const natural_sum *component = &l->way.component[k];
        const double w0 = sum_of(component, q0), w1 = sum_of(component, q1);
        s.way[k] = (w0 + w1) / 2;
        s.rate += s.way[k] * (qd ? rate_of(component, qd) : 0);
        s.ends[0] += w0 * w0;
        s.ends[1] += w1 * w1;
    }
    for (int end = 0; end < 2; end++)
        s.ends[end] = sqrt(s.ends[end]);
    s.length = (s.ends[0] + s.ends[1]) / 2;
    s.rate /= s.length;
    return s;
}

static double resistance(const natural_link *l, double rate)
{
    return l->resist ? law_table_value(l->resist, rate) : l->damping * rate;
}

static double pull_of(const natural_link *l, const link_state *s)
{
    return (l->pull ? law_table_mean(l->pull, s->ends[0], s->ends[1])
                    : l->stiffness * (s->length - l->rest)) + resistance(l, s->rate);
}

static double link_potential(const natural_link *l, double length)
{
    if (!l->pull)
        return l->stiffness * (length - l->rest) * (length - l->rest) / 2;
    const double from = l->pull->points[0].x;
    return law_table_mean(l->pull, from, length) * (length - from);
}

/* Where the tyre is along the road, and how deep in it. */
typedef struct {
    double along, depth;
} road_state;

static road_state road_at(const natural *n, const natural_road *r, double t, const double *q)
{
    road_state s = {.along = sum_of(&r->at.component[0], q) + r->speed * t};
    s.depth = law_table_value(&r->height, s.along) + r->radius -
              sum_of(&r->at.component[n->dimension - 1], q);
    return s;
}

/* Mean of stiffness max(u, 0) from one depth to another. */
static double road_load(const natural_road *r, double u0, double u1)
{
    const double low = fmin(u0, u1), high = fmax(u0, u1);
    if (low >= 0 || high <= 0)
        return r->stiffness * fmax((low + high) / 2, 0);
    return r->stiffness * high * high / (2 * (high - low));
}

static double road_potential(const natural *n, const natural_road *r, double t, const double *q)
{
    const double depth = fmax(road_at(n, r, t, q).depth, 0);
    return r->stiffness * depth * depth / 2;
}

static void add_road(const natural *n, const natural_road *r, double t, const double *q0,
                     const double *q1, double *out)
{
    const road_state s0 = road_at(n, r, t, q0), s1 = road_at(n, r, t, q1);
    const double load = road_load(r, s0.depth, s1.depth);
    act(&r->at.component[n->dimension - 1], load, out);
    act(&r->at.component[0], -load * law_table_mean_slope(&r->height, s0.along, s1.along), out);
}

void natural_forces(const natural *n, double t, const double *q0, const double *q1,
                    const double *qd, double *out)
{
    for (uint32_t i = 0; i < n->count; i++)
        out[i] = n->force[i] + n->push[i];
    for (uint32_t i = 0; i < n->links_count; i++) {
        const natural_link *l = &n->links[i];
        const link_state s = link_between(n, l, q0, q1, qd);
        const double pull = pull_of(l, &s);
        for (uint32_t k = 0; k < n->dimension; k++)
            act(&l->way.component[k], -pull / s.length * s.way[k], out);
    }
    for (uint32_t i = 0; i < n->roads_count; i++)
        add_road(n, &n->roads[i], t, q0, q1, out);
}

bool natural_has_slopes(const natural *n)
{
    return n->links_count || n->roads_count;
}

/* a' b times factor, of two components that are sums of coordinates. */
static void add_product(const natural *n, const natural_sum *a, const natural_sum *b, double factor,
                        double *out)
{
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t k = 0; k < b->count; k++)
            out[(size_t)a->coordinate[i] * n->count + b->coordinate[k]] +=
                factor * a->factor[i] * b->factor[k];
}

/* Along the link by what its law rises; across by its pull over its length. */
static void add_link_slopes(const natural *n, const natural_link *l, const link_state *s,
                            double by_place, double by_rate, double *out)
{
    const double stiffness = l->pull ? law_table_slope(l->pull, s->length) : l->stiffness,
                 damping = l->resist ? law_table_slope(l->resist, s->rate) : l->damping,
                 along = by_place * fmax(stiffness, 0) + by_rate * fmax(damping, 0),
                 across = by_place * fmax(pull_of(l, s), 0) / s->length;
    for (uint32_t k = 0; k < n->dimension; k++) {
        const natural_sum *of = &l->way.component[k];
        add_product(n, of, of, across, out);
        for (uint32_t i = 0; i < n->dimension; i++)
            add_product(n, of, &l->way.component[i],
                        (along - across) * s->way[k] * s->way[i] / (s->length * s->length), out);
    }
}

void natural_add_slopes(const natural *n, double t, const double *q0, const double *q1,
                        const double *qd, double by_place, double by_rate, double *out)
{
    for (uint32_t i = 0; i < n->links_count; i++) {
        const link_state s = link_between(n, &n->links[i], q0, q1, qd);
        add_link_slopes(n, &n->links[i], &s, by_place, by_rate, out);
    }
    for (uint32_t i = 0; i < n->roads_count; i++) {
        const natural_road *r = &n->roads[i];
        const road_state s0 = road_at(n, r, t, q0), s1 = road_at(n, r, t, q1);
        const double stiffness = s0.depth + s1.depth > 0 ? by_place * r->stiffness : 0,
                     slope = law_table_mean_slope(&r->height, s0.along, s1.along);
        const natural_sum *x = &r->at.component[0], *z = &r->at.component[n->dimension - 1];
        add_product(n, z, z, stiffness, out);
        add_product(n, x, z, -stiffness * slope, out);
        add_product(n, z, x, -stiffness * slope, out);
        add_product(n, x, x, stiffness * slope * slope, out);
    }
}

bool natural_has_work(const natural *n)
{
    bool has = n->is_driven;
    for (uint32_t i = 0; i < n->count; i++)
        has = has || n->push[i] != 0;
    for (uint32_t i = 0; i < n->links_count; i++)
        has = has || n->links[i].damping != 0 || n->links[i].resist;
    for (uint32_t i = 0; i < n->roads_count; i++)
        has = has || n->roads[i].speed != 0;
    return has;
}

double natural_loss(const natural *n, const double *q0, const double *q1, const double *qd)
{
    double sum = 0;
    for (uint32_t i = 0; i < n->links_count; i++) {
        const link_state s = link_between(n, &n->links[i], q0, q1, qd);
        sum += resistance(&n->links[i], s.rate) * s.rate;
    }
    return sum;
}

double natural_road_power(const natural *n, double t, const double *q)
{
    double sum = 0;
    for (uint32_t i = 0; i < n->roads_count; i++) {
        const natural_road *r = &n->roads[i];
        const road_state s = road_at(n, r, t, q);
        sum += road_load(r, s.depth, s.depth) * law_table_slope(&r->height, s.along) * r->speed;
    }
    return sum;
}

double natural_road_work(const natural *n, double t0, const double *q0, double t1,
                         const double *q1)
{
    const double middle = (t0 + t1) / 2;
    double sum = 0;
    for (uint32_t i = 0; i < n->roads_count; i++) {
        const natural_road *r = &n->roads[i];
        sum += road_potential(n, r, t1, q1) - road_potential(n, r, middle, q1) +
               road_potential(n, r, middle, q0) - road_potential(n, r, t0, q0);
    }
    return sum;
}

double natural_energy(const natural *n, double t, const double *q, const double *qd)
{
    double kinetic = 0, potential = -n->force_constant;
    for (uint32_t i = 0; i < n->count; i++) {
        double momentum = 0;
        for (uint32_t j = 0; qd && j < n->count; j++)
            momentum += n->mass[i * n->count + j] * qd[j];
        kinetic += qd ? qd[i] * momentum / 2 : 0;
        potential -= n->force[i] * q[i];
    }
    for (uint32_t i = 0; i < n->links_count; i++)
        potential += link_potential(&n->links[i], link_between(n, &n->links[i], q, q, NULL).length);
    for (uint32_t i = 0; i < n->roads_count; i++)
        potential += road_potential(n, &n->roads[i], t, q);
    return kinetic + potential;
}
