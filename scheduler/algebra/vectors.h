/* SPDX-License-Identifier: MIT */
/* Vectors whose components are sums of terms. */
#ifndef TAUFLOW_VECTORS_H
#define TAUFLOW_VECTORS_H

#include "algebra/net.h"
#include "robot/spatial.h"

typedef struct {
    poly v[3];
} pvec;

pvec pvec_add(net *n, pvec a, pvec b);
pvec pvec_sub(net *n, pvec a, pvec b);
/* k a */
pvec pvec_times(net *n, poly k, pvec a);
/* a x b */
pvec pvec_product(net *n, pvec a, pvec b);
/* r u, or r' u if transposed */
pvec pvec_turn_constant(net *n, mat3 r, bool transposed, pvec u);
/* a x b with a constant vector a */
pvec pvec_cross(net *n, vec3 a, pvec b);
/* Rz(angle)' u: components of u after the frame turned about z by the angle; and Rz(angle) u. */
pvec pvec_turn_in(net *n, poly sine, poly cosine, pvec u);
pvec pvec_turn_out(net *n, poly sine, poly cosine, pvec u);

/* A symmetric tensor: second moments. */
typedef struct {
    poly m[3][3];
} ptensor;

/* Names for its six entries. */
ptensor ptensor_assign(net *n, ptensor p);
/* Rz p Rz' in two ways with five products each, in which an entry of the diagonal may be a small
 * difference of large ones, and in one with ten, in which none is. */
typedef enum { TENSOR_FROM_COSINE, TENSOR_FROM_SINE, TENSOR_BY_SQUARES } tensor_turn;
ptensor ptensor_turn_out(net *n, poly sine, poly cosine, tensor_turn way, ptensor p);
/* r p r' */
ptensor ptensor_turn_constant(net *n, mat3 r, ptensor p);

#endif
