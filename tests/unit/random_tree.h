/* SPDX-License-Identifier: MIT */
/* Trees at random, with everything in them that equations have to cope with. */
#ifndef TAUFLOW_TEST_RANDOM_TREE_H
#define TAUFLOW_TEST_RANDOM_TREE_H

#include "base/arena.h"
#include "robot/tree.h"

static inline double random_in(uint64_t *state, double low, double high)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return low + (high - low) * (double)(*state >> 11) * 0x1p-53;
}

static inline uint32_t random_below(uint64_t *state, uint32_t limit)
{
    return (uint32_t)random_in(state, 0, limit);
}

static inline mat3 random_rotation(uint64_t *state)
{
    const double right = 1.57079632679489661923;
    if (random_below(state, 2)) /* right angles are what real robots have */
        return mat3_from_rpy(right * random_below(state, 4), right * random_below(state, 4),
                             right * random_below(state, 4));
    return mat3_from_rpy(random_in(state, -3, 3), random_in(state, -3, 3), random_in(state, -3, 3));
}

static inline inertia random_inertia(uint64_t *state)
{
    inertia body = {.mass_kg = random_in(state, 0.5, 3)};
    for (int k = 0; k < 3; k++)
        body.com_m.v[k] = random_below(state, 2) ? random_in(state, -0.2, 0.2) : 0;
    bool diagonal = random_below(state, 2);
    for (int r = 0; r < 3; r++)
        for (int c = r; c < 3; c++) {
            double entry = r == c     ? random_in(state, 0.1, 0.15)
                           : diagonal ? 0
                                      : random_in(state, -0.01, 0.01);
            body.inertia_com_kgm2.m[r][c] = body.inertia_com_kgm2.m[c][r] = entry;
        }
    return body;
}

static inline vec3 random_axis(uint64_t *state)
{
    vec3 axis = {{0, 0, 0}};
    if (random_below(state, 4)) {
        axis.v[random_below(state, 3)] = random_below(state, 2) ? 1 : -1;
        return axis;
    }
    for (int k = 0; k < 3; k++)
        axis.v[k] = random_in(state, 0.1, 1);
    return vec3_scale(axis, 1 / vec3_norm(axis));
}

/* A tree with everything in it: both kinds of joints, massless bodies, followers, external forces,
 * and on demand a free base. */
static inline tree random_tree(arena *mem, uint64_t *state, bool free_base)
{
    tree t = {.name = "random", .gravity_ms2 = {{0.3, -0.5, -9.81}}};
    ARENA_PUSH(mem, &t, bodies);
    if (free_base)
        *ARENA_PUSH(mem, &t, bodies) = (tree_body){.name = "base",
                                                   .link = "base",
                                                   .kind = BODY_FREE,
                                                   .origin = pose_identity(),
                                                   .body = random_inertia(state)};
    uint32_t joints = 3 + random_below(state, 6);
    for (uint32_t j = 0; j < joints; j++) {
        tree_body b = {
            .name = arena_printf(mem, "j%u", j), .link = arena_printf(mem, "l%u", j), .ratio = 1};
        b.kind = random_below(state, 4) ? BODY_REVOLUTE : BODY_PRISMATIC;
        b.parent = random_below(state, 3) || t.bodies_count == 1
                       ? t.bodies_count - 1
                       : random_below(state, t.bodies_count);
        b.origin = (pose){random_rotation(state), {{0, 0, 0}}};
        for (int k = 0; k < 3; k++)
            b.origin.position.v[k] = random_below(state, 2) ? random_in(state, -0.4, 0.4) : 0;
        b.axis = random_axis(state);
        if (random_below(state, 5))
            b.body = random_inertia(state);
        bool follows = t.coordinates_count && random_below(state, 5) == 0;
        if (follows) {
            b.coordinate = random_below(state, t.coordinates_count);
            b.ratio = random_in(state, -2, 2);
            b.offset = random_in(state, -1, 1);
        } else {
            *ARENA_PUSH(mem, &t, coordinates) = (tree_coordinate){
                .name = b.name, .is_angle = b.kind == BODY_REVOLUTE};
            b.coordinate = t.coordinates_count - 1;
        }
        *ARENA_PUSH(mem, &t, bodies) = b;
    }
    if (random_below(state, 2))
        *ARENA_PUSH(mem, &t, forces) = (tree_force){
            "tool", t.bodies_count - 1, {random_rotation(state), {{0.1, 0, -0.2}}}};
    return t;
}

#endif
