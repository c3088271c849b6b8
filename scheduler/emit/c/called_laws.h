/* SPDX-License-Identifier: MIT */
/* Functions of a robot whose laws are calls of the user's own code (docs/forms.md): around each
 * emitted function that takes element_forces one that asks the laws for them. */
#ifndef TAUFLOW_CALLED_LAWS_H
#define TAUFLOW_CALLED_LAWS_H

#include "emit/c/emit_c.h"
#include "robot/tree.h"

/* Whether the function takes what calls of this tree give. */
bool called_laws_enter(const tree *t, const ops *p);

/* Of functions of which one is `elements`, emitted under the same options. Fails where loops are
 * closed by a function that tells no rates, or there are no doubles. */
status called_laws_emit(const tree *t, const ops *list, uint32_t count,
                        const emit_c_options *options, text *c, text *h, diag *d);

#endif
