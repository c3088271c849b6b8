/* SPDX-License-Identifier: MIT */
#include "apps/motion/natural.h"

#include <string.h>

bool natural_is_file(const char *path)
{
    const size_t length = strlen(path);
    return length > 4 && strcmp(path + length - 4, ".nat") == 0;
}

void natural_values(const natural *n, const double *q, double *value)
{
    for (uint32_t k = 0; k < n->constraints_count; k++) {
        const natural_constraint *c = &n->constraints[k];
        value[k] = c->constant;
        for (uint32_t t = 0; t < c->terms_count; t++) {
            const natural_term *x = &c->terms[t];
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

void natural_quadratic(const natural *n, const double *qd, double *quadratic)
{
    for (uint32_t k = 0; k < n->constraints_count; k++) {
        quadratic[k] = 0;
        for (uint32_t t = 0; t < n->constraints[k].terms_count; t++) {
            const natural_term *x = &n->constraints[k].terms[t];
            if (x->j != NATURAL_ONE)
                quadratic[k] += 2 * x->factor * qd[x->i] * qd[x->j];
        }
    }
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
    return kinetic + potential;
}
