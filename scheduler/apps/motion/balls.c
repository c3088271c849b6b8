/* SPDX-License-Identifier: MIT */
#include "apps/motion/balls.h"

#include "base/text.h"

/* The part of a quaternion along each axis of the ball. */
static void parts(const tree_ball *b, const double r[BALL_POSITIONS], double part[3])
{
    const vec3 v = {{r[1], r[2], r[3]}};
    for (uint32_t k = 0; k < 3; k++)
        part[k] = vec3_dot(b->axis[k], v);
}

/* 1 or -1: which way the third axis is from the first two. */
static double sense_of(const tree_ball *b)
{
    return vec3_dot(vec3_cross(b->axis[0], b->axis[1]), b->axis[2]);
}

/* One turn less or more, so that it is within half of one. */
static double within_half(double angle)
{
    const double half = acos(-1);
    return angle > half ? angle - 2 * half : angle < -half ? angle + 2 * half : angle;
}

/* With h half the angles, s the sense and (w a b c) the parts of the quaternion
 *   w + b = (cos h2 + sin h2) cos(h1 + s h3),  a + s c = (cos h2 + sin h2) sin(h1 + s h3),
 *   w - b = (cos h2 - sin h2) cos(h1 - s h3),  a - s c = (cos h2 - sin h2) sin(h1 - s h3)
 * (Bernardes and Viollet, Quaternion to Euler angles conversion, PLOS ONE 17(11), 2022): no sine is
 * inverted, so that what is lost at a right angle is lost in angles that nothing depends on. */
void ball_angles(const tree_ball *b, const double r[BALL_POSITIONS], double *q)
{
    double part[3];
    parts(b, r, part);
    const double s = sense_of(b), w = r[0], third = s * part[2];
    const double sum = atan2(part[0] + third, w + part[1]);
    const double difference = atan2(part[0] - third, w - part[1]);
    q[b->coordinate[0]] = within_half(sum + difference);
    q[b->coordinate[1]] = acos(0) - 2 * atan2(hypot(w - part[1], part[0] - third),
                                              hypot(w + part[1], part[0] + third));
    q[b->coordinate[2]] = within_half(s * (sum - difference));
}

void ball_take_angles(const tree_ball *b, const double *q, double r[BALL_POSITIONS])
{
    double c[3], n[3];
    for (uint32_t k = 0; k < 3; k++) {
        c[k] = cos(q[b->coordinate[k]] / 2);
        n[k] = sin(q[b->coordinate[k]] / 2);
    }
    const double s = sense_of(b);
    r[0] = c[0] * c[1] * c[2] - s * n[0] * n[1] * n[2];
    const vec3 v = vec3_add(
        vec3_add(vec3_scale(b->axis[0], n[0] * c[1] * c[2] + s * c[0] * n[1] * n[2]),
                 vec3_scale(b->axis[1], c[0] * n[1] * c[2] - s * n[0] * c[1] * n[2])),
        vec3_scale(b->axis[2], c[0] * c[1] * n[2] + s * n[0] * n[1] * c[2]));
    for (uint32_t k = 0; k < 3; k++)
        r[1 + k] = v.v[k];
}

vec3 ball_rate(const tree_ball *b, const double *qd)
{
    vec3 rate = {{0}};
    for (uint32_t k = 0; k < 3; k++)
        rate = vec3_add(rate, vec3_scale(b->axis[k], qd[b->coordinate[k]]));
    return rate;
}

const char *ball_position_name(arena *mem, const tree_ball *b, uint32_t number)
{
    return arena_printf(mem, "%sq%c", b->stem, "wxyz"[number]);
}
