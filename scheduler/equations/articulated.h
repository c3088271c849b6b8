/* Forward dynamics body by body: M x = b in O(N). */
#ifndef TAUFLOW_ARTICULATED_H
#define TAUFLOW_ARTICULATED_H

#include "equations/forward.h"

/* Writes accelerations and pivots of a model (as model_build leaves it) into the net, as outputs.
 * Precondition: articulated_takes. */
void articulated_write(arena *mem, const tree *t, const model *raw, const mass_forms *forms,
                       signals *s, net *n);
/* Whether it can be written so: no joint follows another and none is imposed. The first that is in
 * the way otherwise. */
bool articulated_takes(const tree *t, uint32_t *body);

#endif
