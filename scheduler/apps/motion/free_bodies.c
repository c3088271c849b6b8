/* SPDX-License-Identifier: MIT */
#include "apps/motion/free_bodies.h"

#include "apps/motion/quaternions.h"
#include "base/text.h"

#include <math.h>
#include <string.h>

static vec3 vector_at(const double *numbers)
{
    return (vec3){{numbers[0], numbers[1], numbers[2]}};
}

static void put(vec3 v, double *numbers)
{
    memcpy(numbers, v.v, sizeof v.v);
}

pose free_pose(const double *positions)
{
    const double *r = positions + 3;
    const double s = 2 / (r[0] * r[0] + r[1] * r[1] + r[2] * r[2] + r[3] * r[3]);
    const double w = r[0], x = r[1], y = r[2], z = r[3];
    return (pose){{{{1 - s * (y * y + z * z), s * (x * y - w * z), s * (x * z + w * y)},
                    {s * (x * y + w * z), 1 - s * (x * x + z * z), s * (y * z - w * x)},
                    {s * (x * z - w * y), s * (y * z + w * x), 1 - s * (x * x + y * y)}}},
                  vector_at(positions)};
}

/* The largest of the four is found first: what the others are divided by is at least 1/2. */
void free_take_pose(const pose *at, double *positions)
{
    const double(*m)[3] = at->rotation.m;
    double *r = positions + 3;
    const double trace = m[0][0] + m[1][1] + m[2][2];
    uint32_t largest = 0;
    for (uint32_t k = 0; k < 3; k++)
        if (2 * m[k][k] - trace > (largest ? 2 * m[largest - 1][largest - 1] - trace : trace))
            largest = k + 1;
    if (largest == 0) {
        r[0] = 1 + trace;
        for (uint32_t k = 0; k < 3; k++)
            r[1 + k] = m[(k + 2) % 3][(k + 1) % 3] - m[(k + 1) % 3][(k + 2) % 3];
    } else {
        const uint32_t i = largest - 1, j = (i + 1) % 3, k = (i + 2) % 3;
        r[0] = m[k][j] - m[j][k];
        r[1 + i] = 1 + 2 * m[i][i] - trace;
        r[1 + j] = m[i][j] + m[j][i];
        r[1 + k] = m[i][k] + m[k][i];
    }
    put(at->position, positions);
    quaternion_normalise(r);
}

void free_changes(const double *positions, const double *rates, double *changes)
{
    put(vector_at(rates), changes);
    quaternion_changes(positions + 3, vector_at(rates + 3), changes + 3);
}

void free_to_motion(const double *rates, double *motion)
{
    memset(motion, 0, FREE_MOTION * sizeof *motion);
    put(vector_at(rates + 3), motion);
}

void free_from_acceleration(const double *positions, vec3 gravity_ms2, const double *acceleration,
                            double *out)
{
    const mat3 rotation = free_pose(positions).rotation;
    put(vec3_add(mat3_apply(rotation, vector_at(acceleration)), gravity_ms2), out);
    put(vector_at(acceleration + 3), out + 3);
}

const char *free_position_name(arena *mem, const tree *t, uint32_t body, uint32_t number)
{
    static const char *const NAME[FREE_POSITIONS] = {"x", "y", "z", "qw", "qx", "qy", "qz"};
    return arena_printf(mem, "%s.%s", t->bodies[tree_free_body(t, body)].name, NAME[number]);
}
