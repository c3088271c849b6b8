/* SPDX-License-Identifier: MIT */
/* Equations against the operations that they became: both are evaluated at random points of a prime
 * field (field.h), and every output has to be the same number. Where numbers met and were rounded
 * when operations were made, outputs differ there; they then have to be the same in binary64, up to
 * what roundings can have changed. */
#ifndef TAUFLOW_LOWERING_H
#define TAUFLOW_LOWERING_H

#include "certify/equations_file.h"
#include "operations/ops.h"

enum { LOWERING_POINTS = 3 };

typedef struct {
    uint32_t points, outputs; /* fewer than LOWERING_POINTS: at no others anything could be said */
    bool rounded; /* outputs were the same in binary64 alone */
    double blur;  /* then: the most that roundings can have changed, of the largest output */
    double error; /* otherwise: at most the chance that different equations pass; 1: no bound */
} lowering_facts;

status lowering_check(arena *mem, const stated_equations *e, const ops *p, const char *file,
                      uint64_t seed, lowering_facts *facts, diag *d);

#endif
