/* Equations against the operations that they became: both are evaluated at random points of a prime
 * field (field.h), and every output has to be the same number. */
#ifndef TAUFLOW_LOWERING_H
#define TAUFLOW_LOWERING_H

#include "certify/equations_file.h"
#include "operations/ops.h"

enum { LOWERING_POINTS = 3 };

typedef struct {
    uint32_t points, outputs;
    double error; /* at most the chance that different equations pass; 1: no bound is known */
    const char *open; /* why nothing can be said; NULL: everything was compared */
} lowering_facts;

status lowering_check(arena *mem, const stated_equations *e, const ops *p, const char *file,
                      uint64_t seed, lowering_facts *facts, diag *d);

#endif
