/* SPDX-License-Identifier: MIT */
/* Where the equations of each function (machine/functions.def) come from: function ID has a file
 * with `const producer PRODUCER_ID`. */
#ifndef TAUFLOW_FUNCTIONS_H
#define TAUFLOW_FUNCTIONS_H

#include "algebra/depth.h"
#include "functions/equations_parts.h"
#include "writers/derivatives.h"

typedef struct {
    /* Writes them down in the plainest way, outputs among the words of s: classic formalism. */
    void (*write)(arena *mem, const tree *t, signals *s, net *n);
    /* Default formalism: leaves in e the smallest of the forms that the producer knows, and notes
     * what each pass left over. NULL: there are none but that of `write`. */
    void (*choose_forms)(arena *mem, const tree *t, const equations_options *o, equations *e);
    /* The same for a goal that pays for the longest path. NULL: the smallest are where the search
     * for short paths begins. */
    net (*short_forms)(arena *mem, const tree *t, const equations_options *o,
                       const objective *goal, signals *words);
    /* Refuses trees that it cannot write. NULL: it can write all. */
    status (*check)(const tree *t, diag *d);
} producer;

#define FUNCTION(id, name, title, call, results, about, judge, arrays) \
    extern const producer PRODUCER_##id;
#include "machine/functions.def"
#undef FUNCTION

extern const producer *const PRODUCERS[]; /* FUNCTIONS */

/* What producers of first derivatives do alike, each with a finish of its own. The plain forms into
 * e, as that pass; then, true, those of the search that the effort allows. */
bool derivatives_choose_forms(arena *mem, const tree *t, const model *raw,
                              derivative_finish *finish, const char *pass,
                              const equations_options *o, equations *e);
net derivatives_short_forms(arena *mem, const tree *t, const model *raw, derivative_finish *finish,
                            const equations_options *o, const objective *goal, signals *words);

#endif
