/* SPDX-License-Identifier: MIT */
/* Equations as a text that reads back to the same net, symbol by symbol: what `.eqn` is for people,
 * this is for programs (docs/forms.md, "Nets"). What words mean is not in it but for its numbers;
 * joints and links are those of the tree. */
#ifndef TAUFLOW_NET_TEXT_H
#define TAUFLOW_NET_TEXT_H

#include "functions/equations.h"

/* False, and *out means nothing: there is a name that the form cannot hold. */
bool net_text_print(const equations *e, text *out);

/* Reads equations of the tree and the function that `like` is of: the plain ones, say
 * (FORMALISM_CLASSIC). They have its results, each once, and inputs that belong to the tree; every
 * symbol is defined before it is used. What they compute nobody has looked at. `file` is for
 * messages. */
status net_text_parse(arena *mem, const char *file, const char *bytes, size_t length,
                      const equations *like, equations **out, diag *d);

#endif
