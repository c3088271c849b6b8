/* Choice of the forms of the default formalism: for each body and for the two scales, by
 * coordinate descent on the price after shared parts are pulled out. */
#ifndef TAUFLOW_FORMS_H
#define TAUFLOW_FORMS_H

#include "base/progress.h"
#include "equations/depth.h"
#include "equations/recursion.h"

/* Forms that are good without any search. */
recursion_forms forms_plain(arena *mem, const model *raw);

/* Writes the regrouped model in the given forms; with `shared`, common parts are pulled out. */
net forms_write(arena *mem, const tree *t, const model *raw, const recursion_forms *f, bool shared,
                signals *s);

/* Who is asked what a form costs: writes the equations in the forms that are being searched. */
typedef struct {
    net (*write)(const void *context, arena *mem);
    const void *context;
} forms_writer;

/* Improves *f until nothing changes, the budget (operations written and simplified) is spent or
 * `life` ends it; returns what is left of the budget. */
uint64_t forms_search(const model *raw, const forms_writer *writer, const objective *goal,
                      uint64_t budget_operations, progress *life, recursion_forms *f);

#endif
