/* SPDX-License-Identifier: MIT */
/* Robots made up for the tests of tolerances: chains of joints whose numbers a test chooses,
 * written as URDF so that outside libraries read the very same text. */
#ifndef TAUFLOW_OUTSIDE_WILD_H
#define TAUFLOW_OUTSIDE_WILD_H

#include "base/arena.h"
#include "base/text.h"

#include <stdbool.h>
#include <stdint.h>

#define WILD_JOINTS 12 /* at most */

typedef struct {
    bool slides; /* prismatic */
    bool is_fixed;
    uint32_t parent; /* link 0 is the base, link i + 1 hangs on joint i */
    uint32_t follows; /* the number of the joint that it mimics, counted from 1; 0: none */
    double ratio, offset; /* of that */
    double xyz[3], rpy[3], axis[3];
    double mass, com[3], inertial_rpy[3];
    double inertia[6]; /* xx yy zz xy xz yz */
} wild_joint;

typedef struct {
    wild_joint joint[WILD_JOINTS];
    uint32_t count;
    bool floats;     /* link 0 is meant to be free */
    wild_joint base; /* its inertia; none where mass is 0 */
} wild_robot;

/* splitmix64: the same robots on every machine. */
uint64_t wild_draw(uint64_t *seed);
double wild_between(uint64_t *seed, double low, double high);
/* Evenly spread over decades, either sign. */
double wild_decades(uint64_t *seed, double low, double high);
uint32_t wild_below(uint64_t *seed, uint32_t limit);
/* An axis of coordinates, or any direction (unit length). */
void wild_axis(uint64_t *seed, bool any, double axis[3]);

void wild_write(const wild_robot *r, text *out);
/* Writes it to a new file and gives its path, which the caller removes; NULL on failure. */
const char *wild_save(arena *mem, const wild_robot *r);

#endif
