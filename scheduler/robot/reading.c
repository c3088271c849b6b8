/* SPDX-License-Identifier: MIT */
#include "robot/reading.h"

#include "base/limits.h"
#include "robot/numbers.h"

#include <math.h>
#include <string.h>

static const double INERTIA_SLACK = 1e-6;      /* relative; files print six digits */
/* Moments below those of the mass at a nanometre (of a milligram, where there is no mass) are dust
 * that somebody's arithmetic left: a point mass, about which there is nothing to warn. */
static const double DUST_RADIUS_M = 1e-9, DUST_MASS_KG = 1e-6;

static void changed(snapping *s, double by_rad)
{
    s->count++;
    s->most_rad = fmax(s->most_rad, fabs(by_rad));
}

double snap_angle(snapping *s, double angle_rad)
{
    double snapped = angle_snap(angle_rad, s->tolerance_rad);
    if (snapped != angle_rad)
        changed(s, snapped - angle_rad);
    return snapped;
}

vec3 snap_entries(snapping *s, vec3 axis)
{
    double length = vec3_norm(axis);
    for (int i = 0; i < 3; i++) {
        double sine = axis.v[i] / length;
        if (sine == 0 || !(fabs(sine) <= s->tolerance_rad))
            continue;
        changed(s, sine);
        axis.v[i] = 0;
    }
    return axis;
}

static vec3 unit(vec3 axis)
{
    double length = vec3_norm(axis);
    for (int i = 0; i < 3; i++)
        axis.v[i] /= length; /* divided, so that a lone entry becomes exactly 1 */
    return axis;
}

vec3 snap_axis(snapping *s, vec3 axis)
{
    uint32_t before = s->count;
    axis = snap_entries(s, unit(axis));
    return s->count > before ? unit(axis) : axis;
}

void snap_note(const snapping *s, const char *file, diag *d)
{
    if (s->count > 0)
        diag_note(d, (place){.file = file},
                  "%u angle%s within %g rad of a multiple of pi/12 set to it exactly; largest "
                  "change %.2g rad",
                  s->count, s->count == 1 ? "" : "s", s->tolerance_rad, s->most_rad);
}

status name_check(arena *mem, const char *kind, const char *name, place at, diag *d)
{
    const char *shown = text_shown(mem, name);
    if (strlen(name) > LIMIT_NAME_BYTES)
        return diag_error(d, at, "%s '%s': its name is longer than %d bytes", kind, shown,
                          LIMIT_NAME_BYTES);
    for (const unsigned char *c = (const unsigned char *)name; *c; c++)
        if (*c < 0x20 || *c == 0x7F)
            return diag_error(d, at, "%s '%s': control character in the name", kind, shown);
    return STATUS_OK;
}

status inertia_check(inertia body, const char *owner, bool strict, place at, diag *d)
{
    vec3 moments = inertia_moments(body);
    double a = moments.v[0], b = moments.v[1], c = moments.v[2];
    double mass = body.mass_kg > 0 ? body.mass_kg : DUST_MASS_KG;
    if (fmax(fabs(a), fabs(c)) <= mass * DUST_RADIUS_M * DUST_RADIUS_M)
        return STATUS_OK;
    double slack = INERTIA_SLACK * fmax(fabs(a), fabs(c));
    const char *wrong = NULL;
    if (a < -slack)
        wrong = "one is negative";
    else if (a + b < c - slack)
        wrong = "the largest exceeds the sum of the others";
    else if (body.mass_kg == 0 && c > 0)
        wrong = "but there is no mass";
    if (!wrong)
        return STATUS_OK;
    const char *format =
        "%s: no real body has this inertia: principal moments %.6g, %.6g, %.6g: %s";
    if (strict)
        return diag_error(d, at, format, owner, a, b, c, wrong);
    diag_warn(d, at, format, owner, a, b, c, wrong);
    return STATUS_OK;
}

const char *path_beside(arena *mem, const char *path, const char *from)
{
    const char *slash = from ? strrchr(from, '/') : NULL;
    if (*path == '/' || !slash)
        return path;
    return arena_printf(mem, "%.*s/%s", (int)(slash - from), from, path);
}
