/* SPDX-License-Identifier: MIT */
/* Products of vectors and 3 x 3 matrices whose entries are sums of terms. */
#ifndef TAUFLOW_MATRICES_H
#define TAUFLOW_MATRICES_H

#include "algebra/vectors.h"

typedef struct {
    poly m[3][3];
} pmat;

pvec pvec_numbers(net *n, vec3 x);
pvec pvec_unit(net *n, int axis);
pvec pvec_scale(net *n, double k, pvec a);
poly pvec_dot(net *n, pvec a, pvec b);
/* Every sum gets a name of its own that no text form shows before it is needed. */
pvec pvec_assign(net *n, pvec a);

pmat pmat_numbers(net *n, mat3 x);
pmat pmat_assign(net *n, pmat a);
pvec pmat_apply(net *n, const pmat *a, pvec x);
pvec pmat_row(const pmat *a, int row);
pvec pmat_column(const pmat *a, int column);
/* r a r' */
pmat pmat_turn_constant(net *n, mat3 r, const pmat *a);
/* Rz a Rz' in eleven operations for the block across z (nine if it is symmetric): the same angle as
 * pvec_turn_out. */
pmat pmat_turn_out(net *n, poly sine, poly cosine, const pmat *a);

#endif
