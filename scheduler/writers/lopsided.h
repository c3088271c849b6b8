/* SPDX-License-Identifier: MIT */
/* Where the second moments of a subtree may not be turned in the fewest products.
 *
 * Rz P Rz' in five products makes one of Pxx', Pyy' as P less what the other gets. In a state in
 * which a long subtree lies along the axis of a joint before it that joint feels the small one: the
 * inertia it has there loses as many digits as the second moments are larger. Eleven bits may go; a
 * body with which more can is lopsided, and its second moments turn by squares (vectors.h). */
#ifndef TAUFLOW_LOPSIDED_H
#define TAUFLOW_LOPSIDED_H

#include "writers/model.h"

/* What is known of a body and all that hangs on it in every state: at most its mass, first and
 * second moments about the body's origin (of P the trace), at least its inertia about any axis, and
 * that of the body alone. */
typedef struct {
    double mass, first, second, inertia, own;
} model_subtree;

/* One per body of a model that is not regrouped. Slides and loads count as below. */
model_subtree *model_subtrees(arena *mem, const model *m, const tree *t);
/* Sets is_lopsided of the bodies of a model that is not regrouped. Slides count as where they stand
 * at q = 0, loads that come with the state as nothing. */
void model_mark_lopsided(model *m, const tree *t);

#endif
