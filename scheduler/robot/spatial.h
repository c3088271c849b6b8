/* SPDX-License-Identifier: MIT */
/* Vectors, rotations, poses and rigid-body inertias: the numbers of a robot description. Every sum
 * starts from +0.0, so that no -0.0 comes out: a zero entry is a zero that the simplifier can see,
 * and two runs print the same sign. */
#ifndef TAUFLOW_SPATIAL_H
#define TAUFLOW_SPATIAL_H

#include <math.h>

typedef struct {
    double v[3];
} vec3;

typedef struct {
    double m[3][3]; /* m[row][column] */
} mat3;

/* Frame B in frame A: x_A = rotation x_B + position. */
typedef struct {
    mat3 rotation;
    vec3 position;
} pose;

typedef struct {
    double mass_kg;
    vec3 com_m;             /* centre of mass in the link frame */
    mat3 inertia_com_kgm2;  /* about the centre of mass, axes of the link frame, symmetric */
    /* What these doubles do not hold of several bodies that were joined: a thin one at the end of a
     * long arm. Only sums of twice a double's precision ask for it. */
    double mass_low_kg;
    vec3 com_low_m;
    mat3 inertia_low_kgm2;
} inertia;

static inline vec3 vec3_add(vec3 a, vec3 b)
{
    return (vec3){{a.v[0] + b.v[0], a.v[1] + b.v[1], a.v[2] + b.v[2]}};
}

static inline vec3 vec3_sub(vec3 a, vec3 b)
{
    return (vec3){{a.v[0] - b.v[0], a.v[1] - b.v[1], a.v[2] - b.v[2]}};
}

static inline vec3 vec3_scale(vec3 a, double k)
{
    return (vec3){{0.0 + a.v[0] * k, 0.0 + a.v[1] * k, 0.0 + a.v[2] * k}};
}

static inline vec3 vec3_cross(vec3 a, vec3 b)
{
    return (vec3){{0.0 + a.v[1] * b.v[2] - a.v[2] * b.v[1],
                   0.0 + a.v[2] * b.v[0] - a.v[0] * b.v[2],
                   0.0 + a.v[0] * b.v[1] - a.v[1] * b.v[0]}};
}

static inline double vec3_dot(vec3 a, vec3 b)
{
    return 0.0 + a.v[0] * b.v[0] + a.v[1] * b.v[1] + a.v[2] * b.v[2];
}

static inline double vec3_norm(vec3 a)
{
    return sqrt(vec3_dot(a, a));
}

static inline mat3 mat3_identity(void)
{
    return (mat3){{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

static inline mat3 mat3_multiply(mat3 a, mat3 b)
{
    mat3 product = {{{0}}};
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            for (int k = 0; k < 3; k++)
                product.m[row][column] += a.m[row][k] * b.m[k][column];
    return product;
}

static inline mat3 mat3_transpose(mat3 a)
{
    mat3 turned;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            turned.m[row][column] = a.m[column][row];
    return turned;
}

static inline vec3 mat3_apply(mat3 a, vec3 x)
{
    vec3 y = {{0}};
    for (int row = 0; row < 3; row++)
        for (int k = 0; k < 3; k++)
            y.v[row] += a.m[row][k] * x.v[k];
    return y;
}

/* The multiple of pi/12 within `tolerance_rad` of the angle, or the angle itself when there is
 * none. */
double angle_snap(double angle_rad, double tolerance_rad);
/* Sine and cosine; for a multiple of pi/12 (to the last bit of a double) the doubles nearest to the
 * true values, so 0, 0.5, 1 and their negatives come out exactly. */
void angle_sincos(double angle_rad, double *sine, double *cosine);

/* Rotation by `angle_rad` about the unit vector `axis`; exact (entries 0, 1, -1) where the angle
 * is exactly k pi/2 as a double and the axis a coordinate axis. */
mat3 mat3_rotation(vec3 axis, double angle_rad);
/* URDF roll-pitch-yaw: Rz(yaw) Ry(pitch) Rx(roll). */
mat3 mat3_from_rpy(double roll, double pitch, double yaw);

pose pose_identity(void);
pose pose_multiply(pose ab, pose bc);

/* The inertia of a body given in frame B, expressed in frame A (pose of B in A). */
inertia inertia_move(inertia body, pose b_in_a);
/* Two bodies, one frame, joined rigidly. */
inertia inertia_join(inertia a, inertia b);
/* Principal moments about the centre of mass, ascending. */
vec3 inertia_moments(inertia body);

#endif
