/* SPDX-License-Identifier: MIT */
/* Machine code of a graph in the memory of this program: it computes what the evaluator in binary64
 * does (operations/ops.h), bit for bit, some twenty times faster, and is made in less time than
 * the evaluator takes for a dozen states. No compiler, file or other program is asked for. */
#ifndef TAUFLOW_NATIVE_H
#define TAUFLOW_NATIVE_H

#include "operations/ops.h"

/* As ops_eval64; scratch likewise has room for every operation. */
typedef void native_code(const double *in, double *out, double *scratch);

typedef struct {
    native_code *run; /* any number of threads at once; NULL: there is none */
    void *memory;
    size_t bytes;     /* of it, constants among them */
} native;

/* NULL, or in words why there is none: it is then run by the evaluator. Precondition: ops_check
 * passed. */
const char *native_make(const ops *p, native *out);
void native_free(native *n);

#endif
