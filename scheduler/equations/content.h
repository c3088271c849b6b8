/* The inside of a set of equations, for the passes that read it. */
#ifndef TAUFLOW_EQUATIONS_CONTENT_H
#define TAUFLOW_EQUATIONS_CONTENT_H

#include "equations/equations.h"
#include "equations/net.h"
#include "equations/signals.h"

struct equations {
    const char *robot;
    net graph;       /* every variable named, names unique */
    signals words;   /* inputs in canonical order: coordinate by coordinate, free bodies, forces */
    uint32_t mul_cycles,
        add_cycles;  /* that paths were measured with: lowering joins sums and products by them */
    sym *order;      /* variables, definitions first */
    uint32_t order_count;
    equations_pass *passes;
    uint32_t passes_count, passes_capacity;
};

#endif
