/* SPDX-License-Identifier: MIT */
/* Integer C from operations in fixed point, for processors without floating point: one C11 file and
 * its header, the same bits as the evaluator (operations/ops_fixed.h). */
#ifndef TAUFLOW_FIXED_C_H
#define TAUFLOW_FIXED_C_H

#include "operations/ops.h"

/* `name`: prefix of everything emitted, a C identifier. Texts are added to c and h; two calls write
 * the same bytes. Precondition: ops_check passed, p->format is not 0. */
void emit_fixed_c(const ops *p, const char *name, text *c, text *h);

#endif
