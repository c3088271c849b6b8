/* SPDX-License-Identifier: MIT */
/* Tables by the second opinion: points out of the text, cubics in Hermite's form. */
#ifndef TAUFLOW_ROAD_OPINION_H
#define TAUFLOW_ROAD_OPINION_H

#include "check/amount.h"
#include "robot/law_table.h"

typedef struct {
    double x[LAW_TABLE_POINTS], y[LAW_TABLE_POINTS];
    int count;
} check_points;

check_points check_points_of(const char *from);
/* Of the line from point i to the next; of Steffen's cubics at point i. */
double check_secant(const check_points *p, int i);
double check_steepness(const check_points *p, int i);

typedef struct {
    amount z, slope, bend;
} check_road;

/* Of the lines or cubics between the points, and of what goes on beyond them. */
check_road check_road_at(const check_points *p, amount x, bool is_straight);

#endif
