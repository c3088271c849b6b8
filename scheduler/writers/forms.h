/* SPDX-License-Identifier: MIT */
/* Choice of the forms of the default formalism: for each body and for the two scales, by
 * coordinate descent on the price after shared parts are pulled out. */
#ifndef TAUFLOW_FORMS_H
#define TAUFLOW_FORMS_H

#include "algebra/descent.h"
#include "base/progress.h"
#include "writers/recursion.h"

/* Forms that are good without any search. */
recursion_forms forms_plain(arena *mem, const model *raw);

/* Writes the regrouped model in the given forms; with `shared`, common parts are pulled out. */
net forms_write(arena *mem, const tree *t, const model *raw, const recursion_forms *f, bool shared,
                signals *s);

/* A net in mem that was written in `writing`, which is freed; with `shared` as above. */
net forms_keep(const net *n, arena *writing, bool shared, arena *mem);

/* The number-th combination of the choices of one body that hang together, on top of f; the likely
 * ones first. */
enum { FORM_NUMBERS = 2 * EULER_FORMS * SPIN_CHOICES * KEEP_CHOICES };
body_form forms_numbered(body_form f, uint32_t number);

/* Improves *f until nothing changes, the budget (operations written and simplified) is spent or
 * `life` ends it. known: what trials of the same tree came to in other searches; or NULL. */
void forms_search(const tree *t, const model *raw, const objective *goal,
                  uint64_t budget_operations, progress *life, descent_memory *known,
                  recursion_forms *f);

#endif
