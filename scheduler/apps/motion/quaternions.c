/* SPDX-License-Identifier: MIT */
#include "apps/motion/quaternions.h"

#include <stdint.h>
#include <string.h>

double quaternion_normalise(double r[4])
{
    const double length = sqrt(r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
    for (uint32_t k = 0; k < 4; k++)
        r[k] /= length;
    return fabs(length - 1);
}

/* The product of a quaternion and one whose parts are w and v. */
static void multiply(const double a[4], double w, vec3 v, double out[4])
{
    const vec3 u = {{a[1], a[2], a[3]}};
    const vec3 turned = vec3_add(vec3_add(vec3_scale(v, a[0]), vec3_scale(u, w)), vec3_cross(u, v));
    out[0] = a[0] * w - vec3_dot(u, v);
    memcpy(out + 1, turned.v, sizeof turned.v);
}

void quaternion_changes(const double r[4], vec3 rate, double changes[4])
{
    multiply(r, 0, vec3_scale(rate, 0.5), changes);
}

void quaternion_turn(double r[4], vec3 by)
{
    const double half = vec3_norm(by) / 2, share = half > 0 ? sin(half) / (2 * half) : 0.5;
    double turned[4];
    multiply(r, cos(half), vec3_scale(by, share), turned);
    memcpy(r, turned, sizeof turned);
}
