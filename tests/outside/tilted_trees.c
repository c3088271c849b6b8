/* SPDX-License-Identifier: MIT */
#include "tilted_trees.h"

#include <math.h>
#include <string.h>

static const double QUARTER = 1.57079632679489661923;

/* What all numbers of one robot have in common. */
typedef struct {
    uint64_t seed;
    double decades;  /* sizes are 10^-decades .. 10^decades */
    bool any_inertia; /* such that no mass has them, too */
} drawing;

static bool one_in(drawing *d, uint32_t n)
{
    return wild_below(&d->seed, n) == 0;
}

static double size(drawing *d)
{
    return pow(10, wild_between(&d->seed, -d->decades, d->decades));
}

static double length(drawing *d)
{
    return one_in(d, 2) ? 0 : one_in(d, 2) ? size(d) : -size(d);
}

static double tilt(drawing *d)
{
    return wild_decades(&d->seed, 1e-15, 1e-3);
}

/* Half of the angles are 0, others right or of 45 degrees or any; every third is tilted. */
static double angle(drawing *d)
{
    double simple = one_in(d, 2) ? 0 : QUARTER / 2 * (double)wild_below(&d->seed, 8);
    if (one_in(d, 10))
        simple = wild_between(&d->seed, -3, 3);
    return one_in(d, 3) ? simple + tilt(d) : simple;
}

/* A unit vector to the last bit or nearly: an axis of coordinates, half of them tilted, or any. */
static void draw_axis(drawing *d, double axis[3])
{
    wild_axis(&d->seed, one_in(d, 8), axis);
    for (int k = 0; k < 3; k++)
        if (one_in(d, 3) && fabs(axis[k]) != 1)
            axis[k] += tilt(d);
    double norm = sqrt(axis[0] * axis[0] + axis[1] * axis[1] + axis[2] * axis[2]);
    for (int k = 0; k < 3 && one_in(d, 2); k++)
        axis[k] /= norm;
}

/* The centre anywhere, at the origin or on the axis, which is where a tilt shows most. */
static void draw_inertial(drawing *d, wild_joint *j)
{
    double square[3];
    bool on_axis = one_in(d, 4), turned = one_in(d, 4);
    j->mass = one_in(d, 12) ? 0 : size(d);
    for (int k = 0; k < 3; k++) {
        j->com[k] = on_axis ? (fabs(j->axis[k]) == 1 ? size(d) : 0) : length(d);
        j->inertial_rpy[k] = turned ? angle(d) : 0;
        square[k] = size(d);
    }
    for (int k = 0; k < 3; k++) {
        double sum = square[(k + 1) % 3] + square[(k + 2) % 3];
        j->inertia[k] = j->mass == 0 ? 0 : d->any_inertia ? square[k] : sum;
        j->inertia[3 + k] = j->mass == 0 || !one_in(d, 6) ? 0 : 1e-3 * square[k];
    }
}

static void draw_joint(drawing *d, wild_robot *r, uint32_t i)
{
    wild_joint *j = &r->joint[i];
    j->parent = one_in(d, 4) ? wild_below(&d->seed, i + 1) : i;
    j->is_fixed = i > 0 && one_in(d, 8);
    j->slides = one_in(d, 4);
    draw_axis(d, j->axis);
    if (i > 0 && one_in(d, 3)) /* parallel to another, where the frames are */
        memcpy(j->axis, r->joint[i - 1].axis, sizeof j->axis);
    bool straight = one_in(d, 3);
    for (int k = 0; k < 3; k++) {
        j->xyz[k] = length(d);
        j->rpy[k] = straight ? 0 : angle(d);
    }
    draw_inertial(d, j);
    uint32_t leader = i > 0 && one_in(d, 8) ? wild_below(&d->seed, i) + 1 : 0;
    const wild_joint *first = leader ? &r->joint[leader - 1] : NULL;
    if (!first || j->is_fixed || first->is_fixed || first->follows || first->slides != j->slides)
        return;
    j->follows = leader;
    j->ratio = one_in(d, 2) ? -1 : wild_between(&d->seed, -2, 2);
    j->offset = one_in(d, 2) ? 0 : angle(d);
}

wild_robot tilted_tree(uint64_t seed)
{
    static const double DECADES[4] = {0.3, 2, 6, 6};
    drawing d = {.seed = seed};
    d.decades = DECADES[wild_below(&d.seed, 4)];
    d.any_inertia = one_in(&d, 3);
    wild_robot r = {.count = 3 + wild_below(&d.seed, WILD_JOINTS - 2), .floats = one_in(&d, 4)};
    for (uint32_t i = 0; i < r.count; i++)
        draw_joint(&d, &r, i);
    if (r.floats) {
        draw_inertial(&d, &r.base);
        r.base.mass = r.base.mass == 0 ? 1 : r.base.mass;
    }
    return r;
}
