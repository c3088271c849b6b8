/* Inverse dynamics by recursion over the bodies, in the forms that search finds best. */
#ifndef TAUFLOW_INVERSE_DYNAMICS_H
#define TAUFLOW_INVERSE_DYNAMICS_H

#include "equations/depth.h"
#include "equations/equations_parts.h"

/* As producers.h has them. */
void inverse_dynamics_forms(arena *mem, const tree *t, const equations_options *o, equations *e);
net inverse_dynamics_short_forms(arena *mem, const tree *t, const equations_options *o,
                                 const objective *goal, signals *words);

#endif
