/* SPDX-License-Identifier: MIT */
/* Heights of a ground on a grid (docs/forces.md), read from a text: a line of x, then lines of y
 * and the heights there. Between them it is a spline of third degree in x and in y without jumps
 * of height, slope or bend; it is not bent across its edges, beyond which it goes on straight. */
#ifndef TAUFLOW_HEIGHT_GRID_H
#define TAUFLOW_HEIGHT_GRID_H

#include "base/diag.h"

#include <stdint.h>

enum { HEIGHT_GRID_LINES = 50 }; /* along x and along y at most; at least two */

/* Lines at first, first + step ... */
typedef struct {
    double first, step;
    uint32_t lines;
} grid_axis;

/* z = the sum over k, j of coefficient[(k + 1) + (j + 1)(axis[0].lines + 2)] b(u - k) b(v - j), u
 * and v in steps from the first line, k from -1 to the number of lines. b is the B-spline of third
 * degree on whole numbers: b(t) = (max(2 - |t|, 0)^3 - 4 max(1 - |t|, 0)^3)/6. */
typedef struct {
    grid_axis axis[2];
    const double *coefficient;
    const char *text; /* what it was read from */
} height_grid;

/* Reads a file that `from` names; its path counts from the folder that `from` is in. Fails with
 * file and line of what is wrong. */
status height_grid_read(arena *mem, const char *path, place from, const height_grid **out, diag *d);

#endif
