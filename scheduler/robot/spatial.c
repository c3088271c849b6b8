/* SPDX-License-Identifier: MIT */
#include "robot/spatial.h"
#include "robot/wide.h"

#include <float.h>
#include <math.h>

static const double PI = 3.14159265358979323846;
/* Beyond this an angle's last bit is coarser than the tolerances that matter. */
static const double LARGEST_SNAPPED_RAD = 1e5;

/* k pi/12 from the reduced fraction: what a program prints that computes pi/2, pi/6 or 2*pi/3. */
static double twelfths_of_pi(long k)
{
    long divisor = 12;
    for (long prime = 2; prime <= 3; prime++)
        while (divisor % prime == 0 && k % prime == 0) {
            divisor /= prime;
            k /= prime;
        }
    return (double)k * PI / (double)divisor;
}

double angle_snap(double angle_rad, double tolerance_rad)
{
    if (!(fabs(angle_rad) < LARGEST_SNAPPED_RAD))
        return angle_rad;
    double multiple = twelfths_of_pi(lround(angle_rad * 12 / PI));
    return fabs(angle_rad - multiple) <= tolerance_rad ? multiple : angle_rad;
}

static double sine_of_twelfths(long k)
{
    static const double FIRST_QUARTER[7] = {0,
                                            0.25881904510252076235, /* (sqrt 6 - sqrt 2) / 4 */
                                            0.5,
                                            0.70710678118654752440, /* sqrt 2 / 2 */
                                            0.86602540378443864676, /* sqrt 3 / 2 */
                                            0.96592582628906828675, /* (sqrt 6 + sqrt 2) / 4 */
                                            1};
    long in_turn = (k % 24 + 24) % 24;
    long in_half = in_turn % 12;
    double size = FIRST_QUARTER[in_half <= 6 ? in_half : 12 - in_half];
    return in_turn < 12 ? size : 0.0 - size;
}

/* Whether the angle is further from all multiples of pi/12 than any rounding; false also where
 * nobody knows. */
static bool is_between(double angle_rad)
{
    if (!(fabs(angle_rad) < LARGEST_SNAPPED_RAD))
        return false;
    const double twelfths = fabs(angle_rad) * 12 / PI;
    const double beyond = twelfths - (double)(long)twelfths;
    return beyond > 1e-6 && beyond < 1 - 1e-6;
}

void angle_sincos(double angle_rad, double *sine, double *cosine)
{
    if (is_between(angle_rad)) {
        *sine = sin(angle_rad);
        *cosine = cos(angle_rad);
        return;
    }
    /* One rounding of k * (pi/2) in the caller's arithmetic still counts as the multiple. */
    double multiple = angle_snap(angle_rad, DBL_EPSILON * fabs(angle_rad));
    long k = fabs(multiple) < LARGEST_SNAPPED_RAD ? lround(multiple * 12 / PI) : 0;
    if (multiple == twelfths_of_pi(k)) {
        *sine = sine_of_twelfths(k);
        *cosine = sine_of_twelfths(k + 6);
    } else {
        *sine = sin(angle_rad);
        *cosine = cos(angle_rad);
    }
}

mat3 mat3_rotation(vec3 axis, double angle_rad)
{
    double s, c;
    angle_sincos(angle_rad, &s, &c);
    const double *a = axis.v;
    mat3 r;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        double square = a[i] * a[i];
        /* (1 - c) + c need not be 1 in doubles */
        r.m[i][i] = square == 1 ? 1 : c + (1 - c) * square;
        r.m[i][j] = 0.0 + (1 - c) * a[i] * a[j] - s * a[k];
        r.m[j][i] = 0.0 + (1 - c) * a[i] * a[j] + s * a[k];
    }
    return r;
}

mat3 mat3_from_rpy(double roll, double pitch, double yaw)
{
    mat3 x = mat3_rotation((vec3){{1, 0, 0}}, roll);
    mat3 y = mat3_rotation((vec3){{0, 1, 0}}, pitch);
    mat3 z = mat3_rotation((vec3){{0, 0, 1}}, yaw);
    wide_mat3 turned = wide_mat3_multiply(wide_mat3_rounded(y), wide_mat3_rounded(x));
    turned = wide_mat3_multiply(wide_mat3_rounded(z), turned);
    return wide_mat3_value(wide_rotation_settle(turned));
}

pose pose_identity(void)
{
    return (pose){.rotation = mat3_identity()};
}

pose pose_multiply(pose ab, pose bc)
{
    wide_mat3 r = wide_mat3_rounded(ab.rotation);
    wide_mat3 turned = wide_mat3_multiply(r, wide_mat3_rounded(bc.rotation));
    wide_vec3 moved = wide_mat3_apply(r, wide_vec3_rounded(bc.position));
    moved = wide_vec3_add(wide_vec3_rounded(ab.position), moved);
    return (pose){.rotation = wide_mat3_value(wide_rotation_settle(turned)),
                  .position = wide_vec3_value(wide_vec3_settle(moved))};
}

/* Zeros are exact; the doubles, and what they do not hold. */
static inertia settled(wide mass, wide_vec3 com, wide_mat3 j)
{
    inertia out = {.mass_kg = mass.hi, .mass_low_kg = mass.lo};
    com = wide_vec3_settle(com);
    j = wide_mat3_settle(j);
    for (int row = 0; row < 3; row++) {
        out.com_m.v[row] = com.v[row].hi;
        out.com_low_m.v[row] = com.v[row].lo;
        for (int column = 0; column < 3; column++) {
            out.inertia_com_kgm2.m[row][column] = j.m[row][column].hi;
            out.inertia_low_kgm2.m[row][column] = j.m[row][column].lo;
        }
    }
    return out;
}

inertia inertia_move(inertia body, pose b_in_a)
{
    wide_mat3 r = wide_mat3_rounded(b_in_a.rotation);
    wide_vec3 moved = wide_mat3_apply(r, wide_com_of(&body));
    return settled(wide_mass_of(&body), wide_vec3_add(wide_vec3_rounded(b_in_a.position), moved),
                   wide_inertia_turned(r, wide_inertia_of(&body)));
}

/* Adds mass (|d|^2 E - d d^T), a point mass at distance d [Huygens-Steiner]. On the diagonal the
 * two other squares are added: |d|^2 less the own one would lose a thin body's last moment. */
static void inertia_add_point(wide_mat3 *to, wide mass_kg, wide_vec3 d)
{
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        wide squares = wide_add(wide_multiply(d.v[j], d.v[j]), wide_multiply(d.v[k], d.v[k]));
        wide product = wide_multiply(mass_kg, wide_multiply(d.v[j], d.v[k]));
        to->m[i][i] = wide_add(to->m[i][i], wide_multiply(mass_kg, squares));
        to->m[j][k] = to->m[k][j] = wide_sub(to->m[j][k], product);
    }
}

inertia inertia_join(inertia a, inertia b)
{
    wide_mat3 sum = wide_inertia_of(&a);
    const wide_mat3 more = wide_inertia_of(&b);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            sum.m[row][column] = wide_add(sum.m[row][column], more.m[row][column]);
    if (a.mass_kg == 0 || b.mass_kg == 0) { /* keep the other's centre to the last bit */
        inertia whole = a.mass_kg != 0 ? a : b;
        const inertia rest = settled(wide_exact(0), wide_vec3_exact((vec3){{0, 0, 0}}), sum);
        whole.inertia_com_kgm2 = rest.inertia_com_kgm2;
        whole.inertia_low_kgm2 = rest.inertia_low_kgm2;
        if (whole.mass_kg == 0)
            whole.com_m = whole.com_low_m = (vec3){{0, 0, 0}};
        return whole;
    }
    const wide mass = wide_add(wide_mass_of(&a), wide_mass_of(&b));
    const wide share_of_b = wide_divide(wide_mass_of(&b), mass);
    const wide_vec3 com_of_a = wide_com_of(&a), d = wide_vec3_sub(wide_com_of(&b), com_of_a);
    inertia_add_point(&sum, wide_multiply(wide_mass_of(&a), share_of_b), d);
    return settled(mass, wide_vec3_add(com_of_a, wide_vec3_scale(d, share_of_b)), sum);
}

/* One Jacobi rotation that makes a[p][q] zero. */
static void jacobi_rotate(mat3 *a, int p, int q)
{
    double apq = a->m[p][q];
    if (apq == 0)
        return;
    double theta = (a->m[q][q] - a->m[p][p]) / (2 * apq);
    double t = (theta < 0 ? -1 : 1) / (fabs(theta) + hypot(theta, 1));
    double c = 1 / hypot(t, 1), s = t * c;
    mat3 j = mat3_identity();
    j.m[p][p] = j.m[q][q] = c;
    j.m[p][q] = s;
    j.m[q][p] = -s;
    *a = mat3_multiply(mat3_transpose(j), mat3_multiply(*a, j));
    a->m[p][q] = a->m[q][p] = 0;
}

vec3 inertia_moments(inertia body)
{
    enum { SWEEPS = 12 }; /* convergence is quadratic; five suffice for doubles */
    mat3 a = body.inertia_com_kgm2;
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        jacobi_rotate(&a, 0, 1);
        jacobi_rotate(&a, 0, 2);
        jacobi_rotate(&a, 1, 2);
    }
    vec3 sorted = {{a.m[0][0], a.m[1][1], a.m[2][2]}};
    double largest = fmax(fabs(sorted.v[0]), fmax(fabs(sorted.v[1]), fabs(sorted.v[2])));
    for (int i = 0; i < 3; i++)
        if (fabs(sorted.v[i]) <
            8 * DBL_EPSILON * largest) /* rounding, no sign of a negative moment */
            sorted.v[i] = 0;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 2; j++)
            if (sorted.v[j] > sorted.v[j + 1]) {
                double larger = sorted.v[j];
                sorted.v[j] = sorted.v[j + 1];
                sorted.v[j + 1] = larger;
            }
    return sorted;
}
