/* SPDX-License-Identifier: MIT */
/* A mechanism in natural coordinates: Cartesian points and unit vectors of its bodies. The mass
 * matrix M is constant, no force of inertia depends on velocities, and every constraint is a
 * polynomial of second degree, but for what drives it in time, Phi(q, t) = P(q) - s(t) = 0:
 *
 *   M qdd + J' lambda = Q        J = dP/dq, linear in q;  J qdd + c = 0, c = (dJ/dt) qd - s''
 *
 * Text form `.nat`, docs/motion.md. */
#ifndef TAUFLOW_NATURAL_H
#define TAUFLOW_NATURAL_H

#include "base/diag.h"
#include "robot/law_table.h"

#include <stdbool.h>

#define NATURAL_ONE UINT32_MAX

/* factor q[i] q[j], or factor q[i] where j is NATURAL_ONE. */
typedef struct {
    uint32_t i, j;
    double factor;
} natural_term;

/* What drives a constraint: x(t) = start + rate t + amplitude (sin(omega t + phase) - sin phase),
 * of a coordinate itself, of a distance its square. */
typedef struct {
    bool drives, is_length;
    double start, rate, amplitude, omega, phase;
} natural_drive;

/* A component of a place or of a way: sum of factor q[coordinate], and a constant. A point of a
 * body has up to four coordinates in each, a way between two of them twice as many. */
typedef struct {
    uint32_t coordinate[8];
    double factor[8];
    uint32_t count;
    double constant;
} natural_sum;

typedef struct {
    natural_sum component[3];
} natural_vector;

/* Between two points, `way` apart: pulls them together by stiffness (length - rest), or a table of
 * the length, and by damping d(length)/dt, or a table of that rate. */
typedef struct {
    natural_vector way;
    double stiffness, rest, damping;
    const law_table *pull, *resist; /* or NULL */
} natural_link;

/* What carries a round tyre at a point: u = height(x + speed t) + radius - z, x along the first
 * axis and z along the last one; where u > 0 its energy is stiffness u^2 / 2, else 0. */
typedef struct {
    natural_vector at;
    double stiffness, radius, speed;
    law_table height;
} natural_road;

typedef struct {
    const char *name; /* its line: "bar A B" */
    place at;
    natural_term *terms;
    uint32_t terms_count, terms_capacity;
    double constant;
    natural_drive drive;
} natural_constraint;

typedef struct {
    const char *name;
    uint32_t dimension;  /* 2 or 3 */
    const char **names;  /* of coordinates: A.x ... */
    uint32_t count;      /* of coordinates */
    double *mass;        /* count x count */
    double *force;       /* weights: -V is force . q + force_constant */
    double force_constant;
    double *push;        /* forces from outside, which give and take energy */
    natural_link *links;
    uint32_t links_count, links_capacity;
    natural_road *roads;
    uint32_t roads_count, roads_capacity;
    bool is_driven;      /* some constraint is */
    natural_constraint *constraints;
    uint32_t constraints_count, constraints_capacity;
    double *q, *qd; /* at the start */
} natural;

/* Whether a file is one, by its name. */
bool natural_is_file(const char *path);
/* Refuses, with line and name, what it does not know, points without mass, and a start at which a
 * constraint or its rate is not zero. */
status natural_read(arena *mem, const char *path, natural *out, diag *d);

/* Phi, constraints_count numbers. */
void natural_values(const natural *n, double t, const double *q, double *value);
/* J: constraints_count x count. */
void natural_rows(const natural *n, const double *q, double *row);
/* c = (dJ/dt) qd - s''. */
void natural_quadratic(const natural *n, double t, const double *qd, double *quadratic);
/* s - s(0), and its derivatives: what drives a constraint. */
double natural_driven(const natural_constraint *c, double t, uint32_t derivative);
/* Q between two positions, or at one, with roads as they lie at t: Q (q1 - q0) is what potentials
 * lose on the way, exactly, and dampers take at the mean rates qd. */
void natural_forces(const natural *n, double t, const double *q0, const double *q1,
                    const double *qd, double *out);
/* Whether Q depends on the state; adds what it falls by per place and per rate, times these: of
 * springs, dampers and roads, as far as it is positive. count x count numbers. */
bool natural_has_slopes(const natural *n);
void natural_add_slopes(const natural *n, double t, const double *q0, const double *q1,
                        const double *qd, double by_place, double by_rate, double *out);
/* Whether something gives or takes energy: dampers, forces from outside, drives, moving roads. */
bool natural_has_work(const natural *n);
/* The power that roads give there; the work from one state to another, what natural_forces with
 * roads as they lie in the middle of the time leaves of the potentials. */
double natural_road_power(const natural *n, double t, const double *q);
double natural_road_work(const natural *n, double t0, const double *q0, double t1,
                         const double *q1);
/* The power that dampers take there. */
double natural_loss(const natural *n, const double *q0, const double *q1, const double *qd);
/* Kinetic and potential energy; qd NULL: at rest. */
double natural_energy(const natural *n, double t, const double *q, const double *qd);

#endif
