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

/* A link between two positions, by the way and the rate in the middle; the mean length is the mean
 * of the two, so that way . motion is the change of the length times that. */
typedef struct {
    double way[3], length, rate;
} link_state;

static double of_point(const natural_point *p, const double *of, uint32_t axis)
{
    return p->is_fixed ? p->at[axis] : of[p->first + axis];
}

static link_state link_between(const natural *n, const natural_link *l, const double *q0,
                               const double *q1, const double *qd)
{
    link_state s = {.length = 0};
    double square[2] = {0};
    for (uint32_t k = 0; k < n->dimension; k++) {
        const double w0 = of_point(&l->end[1], q0, k) - of_point(&l->end[0], q0, k),
                     w1 = of_point(&l->end[1], q1, k) - of_point(&l->end[0], q1, k);
        double moving = 0;
        for (int end = 0; end < 2 && qd; end++)
            moving += l->end[end].is_fixed ? 0 : (end ? 1 : -1) * qd[l->end[end].first + k];
        s.way[k] = (w0 + w1) / 2;
        s.rate += s.way[k] * moving;
        square[0] += w0 * w0;
        square[1] += w1 * w1;
    }
    s.length = (sqrt(square[0]) + sqrt(square[1])) / 2;
    s.rate /= s.length;
    return s;
}

void natural_forces(const natural *n, const double *q0, const double *q1, const double *qd,
                    double *out)
{
    for (uint32_t i = 0; i < n->count; i++)
        out[i] = n->force[i] + n->push[i];
    for (uint32_t i = 0; i < n->links_count; i++) {
        const natural_link *l = &n->links[i];
        const link_state s = link_between(n, l, q0, q1, qd);
        const double pull = l->stiffness * (s.length - l->rest) + l->damping * s.rate;
        for (uint32_t k = 0; k < n->dimension; k++)
            for (int end = 0; end < 2; end++)
                if (!l->end[end].is_fixed)
                    out[l->end[end].first + k] += (end ? -1 : 1) * pull / s.length * s.way[k];
    }
}

bool natural_has_work(const natural *n)
{
    bool has = n->is_driven;
    for (uint32_t i = 0; i < n->count; i++)
        has = has || n->push[i] != 0;
    for (uint32_t i = 0; i < n->links_count; i++)
        has = has || n->links[i].damping != 0;
    return has;
}

double natural_loss(const natural *n, const double *q0, const double *q1, const double *qd)
{
    double sum = 0;
    for (uint32_t i = 0; i < n->links_count; i++) {
        const link_state s = link_between(n, &n->links[i], q0, q1, qd);
        sum += n->links[i].damping * s.rate * s.rate;
    }
    return sum;
}

double natural_energy(const natural *n, const double *q, const double *qd)
{
    double kinetic = 0, potential = -n->force_constant;
    for (uint32_t i = 0; i < n->count; i++) {
        double momentum = 0;
        for (uint32_t j = 0; qd && j < n->count; j++)
            momentum += n->mass[i * n->count + j] * qd[j];
        kinetic += qd ? qd[i] * momentum / 2 : 0;
        potential -= n->force[i] * q[i];
    }
    for (uint32_t i = 0; i < n->links_count; i++) {
        const double stretch = link_between(n, &n->links[i], q, q, NULL).length -
                               n->links[i].rest;
        potential += n->links[i].stiffness * stretch * stretch / 2;
    }
    return kinetic + potential;
}
