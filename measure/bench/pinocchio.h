/* SPDX-License-Identifier: MIT */
/* Pinocchio's functions in a loop, for benchmarks: its C++ library as the Python package carries
 * it, in a shared object of its own. */
#ifndef TAUFLOW_BENCH_PINOCCHIO_H
#define TAUFLOW_BENCH_PINOCCHIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct pinocchio_bench pinocchio_bench;

typedef struct {
    /* NULL when it will not take the file; why says the reason in its own words. `states` random
     * states are made at once. */
    pinocchio_bench *(*open)(const char *path, bool floating, uint32_t states, char *why,
                             size_t why_bytes);
    /* How many ways it has to compute that function (as --function names it); 0 for none. */
    uint32_t (*ways)(const char *function);
    /* Computes it in all states, from positions and so on to its results, nothing else. */
    void (*run)(pinocchio_bench *b, const char *function, uint32_t way);
} pinocchio_functions;

/* The one symbol of the shared object. */
typedef const pinocchio_functions *pinocchio_functions_get(void);
#define PINOCCHIO_FUNCTIONS_SYMBOL "pinocchio_functions_here"
const pinocchio_functions *pinocchio_functions_here(void);

#ifdef __cplusplus
}
#endif

#endif
