/* SPDX-License-Identifier: MIT */
/* A mechanism in natural coordinates: Cartesian points and unit vectors of its bodies. The mass
 * matrix M is constant, no force depends on velocities, and every constraint is a polynomial of
 * second degree, Phi(q) = 0:
 *
 *   M qdd + J' lambda = Q        J = dPhi/dq, linear in q;  J qdd + c = 0, c = (dJ/dt) qd
 *
 * Text form `.nat`, docs/motion.md. */
#ifndef TAUFLOW_NATURAL_H
#define TAUFLOW_NATURAL_H

#include "base/diag.h"

#include <stdbool.h>

#define NATURAL_ONE UINT32_MAX

/* factor q[i] q[j], or factor q[i] where j is NATURAL_ONE. */
typedef struct {
    uint32_t i, j;
    double factor;
} natural_term;

typedef struct {
    const char *name; /* its line: "bar A B" */
    place at;
    natural_term *terms;
    uint32_t terms_count, terms_capacity;
    double constant;
} natural_constraint;

typedef struct {
    const char *name;
    uint32_t dimension;  /* 2 or 3 */
    const char **names;  /* of coordinates: A.x ... */
    uint32_t count;      /* of coordinates */
    double *mass;        /* count x count */
    double *force;       /* weights: -V is force . q + force_constant */
    double force_constant;
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
void natural_values(const natural *n, const double *q, double *value);
/* J: constraints_count x count. */
void natural_rows(const natural *n, const double *q, double *row);
/* c = (dJ/dt) qd. */
void natural_quadratic(const natural *n, const double *qd, double *quadratic);
/* Kinetic and potential energy; qd NULL: at rest. */
double natural_energy(const natural *n, const double *q, const double *qd);

#endif
