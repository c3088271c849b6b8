/* SPDX-License-Identifier: MIT */
/* What `tauflow info` says of a graph in fixed point. */
#ifndef TAUFLOW_NUMBERS_REPORT_H
#define TAUFLOW_NUMBERS_REPORT_H

#include "numbers/fixed_pass.h"
#include "numbers/measure.h"

/* Precondition of all: p->format is not 0. */
void numbers_print(const ops *p, const numbers_facts *f, const measurement *m, text *out);
/* `, "numbers": {...}`. */
void numbers_json(const ops *p, const numbers_facts *f, const measurement *m, text *out);

#endif
