/* SPDX-License-Identifier: MIT */
/* Where a body is: a product of transforms of the tests' own, to judge equations and files by. */
#ifndef TAUFLOW_TEST_POSE_OF_H
#define TAUFLOW_TEST_POSE_OF_H

#include "robot/tree.h"

#include <math.h>

static inline pose pose_of(const tree *t, uint32_t body, const double *q)
{
    if (body == 0)
        return pose_identity();
    const tree_body *b = &t->bodies[body];
    pose at = pose_multiply(pose_of(t, b->parent, q), b->origin);
    double x = b->ratio * q[b->coordinate] + b->offset;
    if (b->kind == BODY_PRISMATIC) {
        at.position = vec3_add(at.position, mat3_apply(at.rotation, vec3_scale(b->axis, x)));
        return at;
    }
    double c = cos(x), s = sin(x);
    mat3 turn;
    for (int r = 0; r < 3; r++)
        for (int k = 0; k < 3; k++) {
            static const int SIGN[3][3] = {{0, -1, 1}, {1, 0, -1}, {-1, 1, 0}};
            double cross = r == k ? 0 : SIGN[r][k] * b->axis.v[3 - r - k];
            turn.m[r][k] = (r == k ? c : 0) + (1 - c) * b->axis.v[r] * b->axis.v[k] + s * cross;
        }
    at.rotation = mat3_multiply(at.rotation, turn);
    return at;
}

#endif
