/* SPDX-License-Identifier: MIT */
/* Places as MJCF writes them. Rotations are made in wide numbers, so that what ought to be zero is:
 * an orientation that is printed with few digits is still exact where its numbers are equal. */
#include "robot/mjcf_parts.h"

#include "robot/wide.h"

#include <float.h>
#include <math.h>

static const double PI = 3.14159265358979323846;
/* Vectors that MuJoCo takes for zero, and what it takes for no angle at all beside z. */
static const double TINY_LENGTH = 1e-14, TINY_SINE = 1e-10;
/* A multiple of 15 degrees, or an angle out of a quaternion, is off by a few roundings. */
static const double ROUNDING = 8 * DBL_EPSILON;

double angle_read(const values *v, double angle)
{
    double rad = v->set->radian ? angle : angle / 180 * PI;
    return v->set->radian ? rad : angle_snap(rad, ROUNDING * fmax(1, fabs(rad)));
}

static mat3 settled(wide_mat3 r)
{
    return wide_mat3_value(wide_rotation_settle(r));
}

/* c E + s [a] + (1 - c) a a', for a unit vector a. */
static wide_mat3 rotation(wide_vec3 a, wide s, wide c)
{
    wide rest = wide_sub(wide_exact(1), c);
    wide_mat3 r;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        wide both = wide_multiply(rest, wide_multiply(a.v[i], a.v[j]));
        wide turned = wide_multiply(s, a.v[k]);
        r.m[i][i] = wide_add(c, wide_multiply(rest, wide_multiply(a.v[i], a.v[i])));
        r.m[i][j] = wide_sub(both, turned);
        r.m[j][i] = wide_add(both, turned);
    }
    return r;
}

static mat3 axis_angle(mjcf *m, vec3 axis, double angle_rad)
{
    double s, c;
    angle_sincos(snap_angle(&m->snapped, angle_rad), &s, &c);
    wide_vec3 unit = wide_vec3_unit(wide_vec3_rounded(snap_entries(&m->snapped, axis)));
    return settled(rotation(unit, wide_rounded(s), wide_rounded(c)));
}

/* ---- quaternions ----------------------------------------------------------------------------- */

/* An entry that is nearly zero turns the body by nearly twice as much. */
static void snap_quaternion(snapping *s, double q[4])
{
    double length = sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
    for (int i = 0; i < 4; i++) {
        double angle = 2 * q[i] / length;
        if (angle == 0 || !(fabs(angle) <= s->tolerance_rad))
            continue;
        s->count++;
        s->most_rad = fmax(s->most_rad, fabs(angle));
        q[i] = 0;
    }
}

/* About one axis: its angle is snapped as others are. */
static mat3 quaternion_axis(mjcf *m, double w, double x, vec3 axis)
{
    double angle = 2 * atan2(x, w), near = angle_snap(angle, ROUNDING);
    return mat3_rotation(axis, near != angle ? near : snap_angle(&m->snapped, angle));
}

/* Of any length: entries as they are, divided by the sum of their squares in the end. */
static mat3 quaternion_general(const double q[4])
{
    wide square[4], sum = wide_exact(0);
    for (int i = 0; i < 4; i++) {
        square[i] = wide_multiply(wide_rounded(q[i]), wide_rounded(q[i]));
        sum = wide_add(sum, square[i]);
    }
    wide_mat3 r;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, k = (i + 2) % 3;
        wide diagonal = wide_sub(wide_add(square[0], square[i + 1]),
                                 wide_add(square[j + 1], square[k + 1]));
        wide both = wide_multiply(wide_rounded(2 * q[i + 1]), wide_rounded(q[j + 1]));
        wide turned = wide_multiply(wide_rounded(2 * q[0]), wide_rounded(q[k + 1]));
        r.m[i][i] = wide_divide(diagonal, sum);
        r.m[i][j] = wide_divide(wide_sub(both, turned), sum);
        r.m[j][i] = wide_divide(wide_add(both, turned), sum);
    }
    return settled(r);
}

static status read_quat(mjcf *m, const values *v, mat3 *out)
{
    double q[4];
    TRY(values_numbers(m, v, A_QUAT, q, 4));
    if (fmax(fmax(fabs(q[0]), fabs(q[1])), fmax(fabs(q[2]), fabs(q[3]))) < TINY_LENGTH)
        return values_wrong(m, v, A_QUAT, "it is zero");
    snap_quaternion(&m->snapped, q);
    int entries = 0, last = 1;
    for (int i = 1; i < 4; i++)
        if (q[i] != 0) {
            entries++;
            last = i;
        }
    vec3 axis = {{0}};
    axis.v[last - 1] = 1;
    *out = entries > 1 ? quaternion_general(q) : quaternion_axis(m, q[0], q[last], axis);
    return STATUS_OK;
}

/* ---- the others ------------------------------------------------------------------------------ */

static status read_axisangle(mjcf *m, const values *v, mat3 *out)
{
    double n[4];
    TRY(values_numbers(m, v, A_AXISANGLE, n, 4));
    vec3 axis = {{n[0], n[1], n[2]}};
    if (vec3_norm(axis) < TINY_LENGTH)
        return values_wrong(m, v, A_AXISANGLE, "its axis is zero");
    *out = axis_angle(m, axis, angle_read(v, n[3]));
    return STATUS_OK;
}

static status read_xyaxes(mjcf *m, const values *v, mat3 *out)
{
    double n[6];
    TRY(values_numbers(m, v, A_XYAXES, n, 6));
    vec3 given[2] = {{{n[0], n[1], n[2]}}, {{n[3], n[4], n[5]}}};
    if (vec3_norm(given[0]) < TINY_LENGTH || vec3_norm(given[1]) < TINY_LENGTH)
        return values_wrong(m, v, A_XYAXES, "an axis is zero");
    wide_vec3 x = wide_vec3_unit(wide_vec3_rounded(snap_entries(&m->snapped, given[0])));
    wide_vec3 y = wide_vec3_rounded(snap_entries(&m->snapped, given[1]));
    y = wide_vec3_across(x, y);
    if (!(vec3_norm(wide_vec3_value(y)) > ROUNDING * vec3_norm(given[1])))
        return values_wrong(m, v, A_XYAXES, "its axes are parallel");
    y = wide_vec3_unit(wide_vec3_settle(y));
    *out = settled(wide_mat3_from_columns(x, y, wide_vec3_cross(x, y)));
    return STATUS_OK;
}

/* About z x d, whose length is the sine and whose cosine is d_z; (1 - c) / s^2 is 1 / (1 + c) where
 * that does not cancel. */
mat3 rotation_from_z(mjcf *m, vec3 direction)
{
    wide_vec3 d = wide_vec3_unit(wide_vec3_rounded(snap_entries(&m->snapped, direction)));
    wide c = d.v[2], one = wide_exact(1);
    double sine = hypot(wide_value(d.v[0]), wide_value(d.v[1]));
    if (sine < TINY_SINE)
        return mat3_rotation((vec3){{1, 0, 0}}, wide_value(c) > 0 ? 0 : PI);
    wide_vec3 k = {{wide_negative(d.v[1]), d.v[0], wide_exact(0)}};
    wide share = wide_value(c) > 0 ? wide_divide(one, wide_add(one, c))
                                   : wide_divide(wide_sub(one, c), wide_vec3_dot(k, k));
    wide_mat3 r;
    for (int i = 0; i < 3; i++) {
        int j = (i + 1) % 3, l = (i + 2) % 3;
        wide both = wide_multiply(share, wide_multiply(k.v[i], k.v[j]));
        r.m[i][i] = wide_add(c, wide_multiply(share, wide_multiply(k.v[i], k.v[i])));
        r.m[i][j] = wide_sub(both, k.v[l]);
        r.m[j][i] = wide_add(both, k.v[l]);
    }
    return settled(r);
}

static status read_zaxis(mjcf *m, const values *v, mat3 *out)
{
    vec3 z;
    TRY(values_numbers(m, v, A_ZAXIS, z.v, 3));
    if (vec3_norm(z) < TINY_LENGTH)
        return values_wrong(m, v, A_ZAXIS, "it is zero");
    *out = rotation_from_z(m, z);
    return STATUS_OK;
}

/* Small letters turn about axes that turn along, capitals about those that stay. */
status euler_read(mjcf *m, const values *v, double times, mat3 *out)
{
    double angle[3] = {0};
    TRY(values_numbers(m, v, A_EULER, angle, 3));
    wide_mat3 r = wide_mat3_exact(mat3_identity());
    for (int i = 0; i < 3; i++) {
        char letter = v->set->euler_sequence[i];
        vec3 axis = {{0}};
        bool turns_along = letter >= 'x';
        axis.v[letter - (turns_along ? 'x' : 'X')] = 1;
        double rad = snap_angle(&m->snapped, angle_read(v, times * angle[i]));
        wide_mat3 one = wide_mat3_rounded(mat3_rotation(axis, rad));
        r = turns_along ? wide_mat3_multiply(r, one) : wide_mat3_multiply(one, r);
    }
    *out = settled(r);
    return STATUS_OK;
}

static status read_euler(mjcf *m, const values *v, mat3 *out)
{
    return euler_read(m, v, 1, out);
}

static bool same_place(place a, place b)
{
    return a.file == b.file && a.line == b.line && a.column == b.column;
}

/* Any of the others counts more than quat, as for MuJoCo: they can meet where one of them is a
 * default. */
status pose_read(mjcf *m, const values *v, pose *out)
{
    static const attribute_id FORMS[] = {A_AXISANGLE, A_XYAXES, A_ZAXIS, A_EULER, A_QUAT};
    static status (*const READ[])(mjcf *, const values *, mat3 *) = {
        read_axisangle, read_xyaxes, read_zaxis, read_euler, read_quat};
    *out = pose_identity();
    TRY(values_numbers(m, v, A_POS, out->position.v, 3));
    int chosen = -1;
    for (int i = 0; i < 5; i++) {
        const value *a = &v->of[FORMS[i]];
        if (!a->text)
            continue;
        if (chosen >= 0 && same_place(a->at, v->of[FORMS[chosen]].at))
            return diag_error(m->d, a->at, "%s: <%s> has two orientations, %s and %s", m->owner,
                              v->tag, attribute_name(FORMS[chosen]), attribute_name(FORMS[i]));
        if (chosen < 0)
            chosen = i;
    }
    return chosen < 0 ? STATUS_OK : READ[chosen](m, v, &out->rotation);
}
