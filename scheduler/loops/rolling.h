/* SPDX-License-Identifier: MIT */
/* Where a wheel, a thin disc, touches flat ground, and in which directions its rows are
 * (docs/loops.md, Wheels that roll). With a its axis, z upwards, s = a.z and k = sqrt(1 - s^2):
 *
 *   arm from the centre to the ground   -radius T, T = (z - s a) / k
 *   rows x y z                          of the base; where x or y is dropped, along the wheel and
 *                                       to its left: (a x z) / k, (a - s z) / k, z
 *   height of the lowest point          centre.z - radius k - height */
#ifndef TAUFLOW_ROLLING_H
#define TAUFLOW_ROLLING_H

#include "algebra/matrices.h"
#include "robot/cuts.h"

/* As the base sees it, in any axes that stay. */
typedef struct {
    pvec axes[3];            /* x y z of the base: numbers */
    pvec centre;
    pvec axis, turning;      /* of the wheel, and its angular velocity */
} rolling_wheel;

typedef struct {
    pvec arm, armd;          /* and its rate */
    pvec row[3], rowd[3];    /* directions, by cut_row, and their rates */
    poly height;
} rolling_contact;

rolling_contact rolling_write(net *n, const robot_cut *c, const rolling_wheel *w);

#endif
