/* SPDX-License-Identifier: MIT */
/* What a law that is an expression gives: read and worked out from its text, its numbers and the
 * points of its table, for every state anew. On purpose nothing of robot/formula.h is used, which
 * the equations are made with. */
#ifndef TAUFLOW_LAW_OPINION_H
#define TAUFLOW_LAW_OPINION_H

#include "check/jet.h"
#include "robot/element_law.h"

/* F(x, xd); not finite where the text cannot be read. */
amount check_law(const element_formula *law, amount x, amount xd);
/* The same of a ground, with slopes and bends. */
jet check_surface(const element_formula *law, amount x, amount y);

#endif
