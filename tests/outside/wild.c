/* SPDX-License-Identifier: MIT */
#include "wild.h"
#include "base/random.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

uint64_t wild_draw(uint64_t *seed)
{
    return random_bits(seed);
}

double wild_between(uint64_t *seed, double low, double high)
{
    return low + (high - low) * (double)(wild_draw(seed) >> 11) * 0x1p-53;
}

double wild_decades(uint64_t *seed, double low, double high)
{
    double size = pow(10, wild_between(seed, log10(low), log10(high)));
    return wild_draw(seed) % 2 ? size : -size;
}

uint32_t wild_below(uint64_t *seed, uint32_t limit)
{
    return (uint32_t)(wild_draw(seed) % limit);
}

void wild_axis(uint64_t *seed, bool any, double axis[3])
{
    axis[0] = axis[1] = axis[2] = 0;
    axis[wild_below(seed, 3)] = wild_draw(seed) % 2 ? 1 : -1;
    if (!any)
        return;
    double length = 0;
    for (int k = 0; k < 3; k++) {
        axis[k] = wild_between(seed, -1, 1);
        length += axis[k] * axis[k];
    }
    for (int k = 0; k < 3; k++)
        axis[k] /= sqrt(length);
}

static void write_three(text *out, const char *name, const double *x)
{
    text_printf(out, " %s='%.17g %.17g %.17g'", name, x[0], x[1], x[2]);
}

static void write_link(text *out, uint32_t number, const wild_joint *j)
{
    const double *m = j->inertia;
    text_printf(out, "<link name='l%u'><inertial><origin", number);
    write_three(out, "xyz", j->com);
    write_three(out, "rpy", j->inertial_rpy);
    text_printf(out, "/><mass value='%.17g'/><inertia", j->mass);
    text_printf(out, " ixx='%.17g' iyy='%.17g' izz='%.17g'", m[0], m[1], m[2]);
    text_printf(out, " ixy='%.17g' ixz='%.17g' iyz='%.17g'/></inertial></link>\n", m[3], m[4],
                m[5]);
}

void wild_write(const wild_robot *r, text *out)
{
    text_add(out, "<robot name='wild'>\n");
    if (r->base.mass != 0)
        write_link(out, 0, &r->base);
    else
        text_add(out, "<link name='l0'/>\n");
    for (uint32_t i = 0; i < r->count; i++) {
        const wild_joint *j = &r->joint[i];
        write_link(out, i + 1, j);
        const char *type = j->is_fixed ? "fixed" : j->slides ? "prismatic" : "revolute";
        text_printf(out, "<joint name='j%u' type='%s'>", i + 1, type);
        text_printf(out, "<parent link='l%u'/><child link='l%u'/><origin", j->parent, i + 1);
        write_three(out, "xyz", j->xyz);
        write_three(out, "rpy", j->rpy);
        text_add(out, "/><axis");
        write_three(out, "xyz", j->axis);
        text_add(out, "/><limit lower='-9' upper='9' effort='1' velocity='1'/>");
        if (j->follows)
            text_printf(out, "<mimic joint='j%u' multiplier='%.17g' offset='%.17g'/>", j->follows,
                        j->ratio, j->offset);
        text_add(out, "</joint>\n");
    }
    text_add(out, "</robot>\n");
}

const char *wild_save(arena *mem, const wild_robot *r)
{
    text out = text_make(mem);
    wild_write(r, &out);
    char *path = arena_printf(mem, "/tmp/tauflow_wild_XXXXXX");
    int file = mkstemp(path);
    if (file < 0)
        return NULL;
    bool written = write(file, out.bytes, out.length) == (ssize_t)out.length;
    return close(file) == 0 && written ? path : NULL;
}
