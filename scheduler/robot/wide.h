/* SPDX-License-Identifier: MIT */
/* Numbers of twice a double's precision that carry a bound of their error: value hi + lo, true
 * value within err of it. Sums of products of a robot's constants are made with them, so that what
 * arithmetic leaves of a zero (1e-32) is far below what the inputs leave of it (1e-16), and a
 * number is zero exactly when its own bound says so: no tolerance is scaled by anything else.
 *
 * What counts as exact: masses and inertias as read, zeros and ones. Lengths and the other entries
 * of rotations and axes are known to WIDE_INPUT_ULPS units of their own last place: decimals are
 * rounded when read, sines when computed. */
#ifndef TAUFLOW_WIDE_H
#define TAUFLOW_WIDE_H

#include "robot/spatial.h"

#include <stdbool.h>

typedef struct {
    double hi, lo, err;
} wide;

typedef struct {
    wide v[3];
} wide_vec3;

typedef struct {
    wide m[3][3];
} wide_mat3;

#define WIDE_INPUT_ULPS 2

wide wide_exact(double x);
/* x is rounded: its bound is WIDE_INPUT_ULPS x DBL_EPSILON x |x|, none if x is 0, 1 or -1. */
wide wide_rounded(double x);
/* The same value, with the bound of a rounded input: for what we chose ourselves. */
wide wide_chosen(wide a);
double wide_value(wide a);

wide wide_add(wide a, wide b);
wide wide_sub(wide a, wide b);
wide wide_negative(wide a);
wide wide_multiply(wide a, wide b);
wide wide_divide(wide a, wide b); /* b must not be zero */
wide wide_sqrt(wide a);           /* a must not be negative */
/* True if the value may be zero for all that is known. */
bool wide_is_zero(wide a);
/* a, or an exact zero if it may be one. */
wide wide_settle(wide a);

/* The numbers of a body, with what their doubles do not hold of several that were joined. */
wide wide_mass_of(const inertia *body);
wide_vec3 wide_com_of(const inertia *body);
wide_mat3 wide_inertia_of(const inertia *body);

wide_vec3 wide_vec3_exact(vec3 a);
wide_vec3 wide_vec3_rounded(vec3 a);
wide_vec3 wide_vec3_settle(wide_vec3 a);
wide_vec3 wide_vec3_chosen(wide_vec3 a);
vec3 wide_vec3_value(wide_vec3 a);
wide_vec3 wide_vec3_add(wide_vec3 a, wide_vec3 b);
wide_vec3 wide_vec3_sub(wide_vec3 a, wide_vec3 b);
wide_vec3 wide_vec3_scale(wide_vec3 a, wide k);
wide_vec3 wide_vec3_cross(wide_vec3 a, wide_vec3 b);
wide wide_vec3_dot(wide_vec3 a, wide_vec3 b);
/* a less its part along u, a unit vector: u x (a x u), so that what is left shows as a sine, never
 * as a difference of ones. */
wide_vec3 wide_vec3_across(wide_vec3 u, wide_vec3 a);
bool wide_vec3_is_zero(wide_vec3 a);
/* a / |a|; a lone entry becomes exactly 1 or -1. a must not be zero. */
wide_vec3 wide_vec3_unit(wide_vec3 a);

wide_mat3 wide_mat3_exact(mat3 a);
wide_mat3 wide_mat3_rounded(mat3 a);
wide_mat3 wide_mat3_settle(wide_mat3 a);
mat3 wide_mat3_value(wide_mat3 a);
wide_mat3 wide_mat3_transpose(wide_mat3 a);
wide_mat3 wide_mat3_multiply(wide_mat3 a, wide_mat3 b);
wide_vec3 wide_mat3_apply(wide_mat3 a, wide_vec3 x);
wide_vec3 wide_mat3_column(wide_mat3 a, int column);
wide_mat3 wide_mat3_from_columns(wide_vec3 x, wide_vec3 y, wide_vec3 z);
/* r j r' for a symmetric j; the result is symmetric. */
wide_mat3 wide_mat3_congruence(wide_mat3 r, wide_mat3 j);
/* An inertia in other axes. Its second moments are what turns: the columns of a rotation of doubles
 * are units but for 1e-16, which of an inertia, whose diagonal has sums of them, changes the second
 * moments across a long body by so much of the one along it. */
wide_mat3 wide_inertia_turned(wide_mat3 r, wide_mat3 j);
/* A rotation: entries that may be zero are; an entry whose row and column hold no other is 1 or -1.
 * So an angle shows as its sine, never as what is missing from a cosine. */
wide_mat3 wide_rotation_settle(wide_mat3 r);

#endif
