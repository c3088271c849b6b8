/* SPDX-License-Identifier: MIT */
/* Tables of laws (docs/forces.md), 'x:y,x:y,...', x growing strictly. Between points straight
 * lines, or cubics that neither jump nor kink nor leave the range of their two points [Steffen,
 * A simple method for monotonic interpolation in one dimension, Astronomy and Astrophysics 239
 * (1990)]; beyond the first and the last the line goes on as it ends. */
#ifndef TAUFLOW_LAW_TABLE_H
#define TAUFLOW_LAW_TABLE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

enum { LAW_TABLE_POINTS = 100 }; /* at most; at least two */

typedef struct {
    double x, y;
} law_point;

/* The table is the first point's y and the sum of all pieces: each is 0 before `from`, keeps its
 * value after from + width, and between them is c[0] u + c[1] u^2 + c[2] u^3, u = x - from. */
typedef struct {
    double from, width, c[3];
    bool begins, ends; /* otherwise it goes on to that side */
} law_piece;

typedef struct {
    law_point *points;
    uint32_t points_count, points_capacity;
    law_piece *pieces;
    uint32_t pieces_count, pieces_capacity;
} law_table;

/* Returns NULL, or what is wrong as a text in mem. */
const char *law_table_read(arena *mem, const char *from, bool straight, law_table *out);
double law_table_value(const law_table *t, double x);
/* Its derivative; at the points that to the right. */
double law_table_slope(const law_table *t, double x);
/* Means of value and slope from a to b, exact but for rounding however near the two are: times
 * b - a they are the integral and the rise. */
double law_table_mean(const law_table *t, double a, double b);
double law_table_mean_slope(const law_table *t, double a, double b);

#endif
