/* SPDX-License-Identifier: MIT */
/* What a law that is an expression gives: read and worked out from its text, its numbers and the
 * points of its table, for every state anew. On purpose nothing of robot/formula.h is used, which
 * the equations are made with. */
#ifndef TAUFLOW_LAW_OPINION_H
#define TAUFLOW_LAW_OPINION_H

#include "check/amount.h"
#include "robot/element_law.h"

/* Of a table. */
typedef struct {
    double x[LAW_TABLE_POINTS], y[LAW_TABLE_POINTS];
    int count;
} check_points;

check_points check_points_of(const char *from);
/* Of the line from point i to the next; of Steffen's cubics at point i. */
double check_secant(const check_points *p, int i);
double check_steepness(const check_points *p, int i);

/* F(x, xd, state), or how the state changes; not finite where the text cannot be read. */
typedef enum { CHECK_FORCE, CHECK_RATE } check_law_part;
amount check_law(const element_formula *law, check_law_part part, amount x, amount xd,
                 amount state);

#endif
