/* SPDX-License-Identifier: MIT */
/* Elements that are not URDF's, and parts of URDF that the equations leave out. A file that still
 * has xacro in it looks like a robot with fewer links; it must not be taken for one. */
#include "robot/numbers.h"
#include "robot/urdf_parts.h"

#include <string.h>

/* What to do about xacro in a file. */
static const char *way_out(const reader *r, bool skips)
{
    static const char *const WAYS[2][2] = {
        {"--xacro lets the program 'xacro' expand the file",
         "--xacro lets the program 'xacro' expand the file, --lenient skips it"},
        {"the program 'xacro' left it in", "the program 'xacro' left it in, --lenient skips it"}};
    return WAYS[r->options->xacro][skips];
}

static status is_xacro(reader *r, const char *what, bool skips)
{
    r->is_xacro = true;
    return diag_error(r->d, here(r), "%s is xacro: %s", what, way_out(r, skips));
}

static void count_skipped(reader *r, const char *tag)
{
    uint32_t k = 0;
    foreign_count(r, &r->skips, tag);
    while (k < r->skipped_count && strcmp(r->skipped[k].tag, tag) != 0)
        k++;
    if (k == SKIPPED_TAGS)
        return;
    if (k == r->skipped_count)
        r->skipped[r->skipped_count++].tag = arena_strdup(r->mem, tag);
    r->skipped[k].count++;
}

/* An element of xacro's: an error, or left out with all that stands in it. */
static status xacro_element(reader *r, const char *tag)
{
    if (!r->options->lenient || r->depth == 0)
        return is_xacro(r, arena_printf(r->mem, "<%s>", text_shown(r->mem, tag)), r->depth > 0);
    count_skipped(r, tag);
    r->skip_below = r->depth + 1;
    return STATUS_OK;
}

/* xmlns:x="http://www.ros.org/wiki/xacro" makes "x:" the prefix, and so for our own. */
static void find_prefix(reader *r, const char **attributes)
{
    r->xacro = "xacro:";
    r->own = "tauflow:";
    for (; attributes[0]; attributes += 2)
        if (strncmp(attributes[0], "xmlns:", 6) == 0 && strstr(attributes[1], "xacro"))
            r->xacro = arena_printf(r->mem, "%s:", attributes[0] + 6);
        else if (strncmp(attributes[0], "xmlns:", 6) == 0 && strstr(attributes[1], "tauflow"))
            r->own = arena_printf(r->mem, "%s:", attributes[0] + 6);
}

static bool has_prefix(const char *tag, const char *prefix)
{
    return strncmp(tag, prefix, strlen(prefix)) == 0;
}

/* Substitutions in links and joints; elsewhere (<gazebo>) they concern others. A lenient reader
 * takes names as they stand, and whoever needs a number refuses them. */
static status check_values(reader *r, const char **attributes)
{
    for (; attributes[0]; attributes += 2) {
        const char *value = attributes[1];
        if (!strstr(value, "${") && !strstr(value, "$(arg"))
            continue;
        const char *shown = arena_printf(r->mem, "%s='%s'", attributes[0],
                                         text_shown(r->mem, value));
        if (!r->options->lenient)
            return is_xacro(r, shown, false);
        foreign_count(r, &r->values, shown);
    }
    return STATUS_OK;
}

/* Links and joints have no business in elements that are not ours, but for those that name the
 * joints they are about or describe another simulator's. */
static status check_carried(reader *r, const char *tag, const char **attributes)
{
    static const char *const MAY[] = {"gazebo", "transmission", "ros2_control", "sensor", "plugin"};
    bool is_body = strcmp(tag, "inertial") == 0 || strcmp(tag, "link") == 0;
    if (!is_body && !(strcmp(tag, "joint") == 0 && attribute(attributes, "type")))
        return STATUS_OK;
    for (size_t i = 0; i < sizeof MAY / sizeof *MAY; i++)
        if (strcmp(r->foreign, MAY[i]) == 0) {
            if (i == 0)
                foreign_count(r, &r->gazebo, tag);
            return STATUS_OK;
        }
    if (r->options->lenient) {
        if (!r->foreign_skipped)
            count_skipped(r, r->foreign);
        r->foreign_skipped = true;
        return STATUS_OK;
    }
    r->is_xacro = true; /* perhaps */
    return diag_error(r->d, here(r), "<%s> stands in <%s>, which is not URDF: if it is xacro, %s",
                      tag, text_shown(r->mem, r->foreign), way_out(r, true));
}

bool foreign_is_own(const reader *r, const char *tag, const char **name)
{
    bool is_own = has_prefix(tag, r->own);
    *name = tag + (is_own ? strlen(r->own) : 0);
    return is_own;
}

status foreign_check(reader *r, const char *tag, const char **attributes)
{
    const char *ignored;
    if (r->depth == 0)
        find_prefix(r, attributes);
    if (has_prefix(tag, "xacro:") || has_prefix(tag, r->xacro))
        return xacro_element(r, tag);
    if (r->depth == 1) {
        bool ours = strcmp(tag, "link") == 0 || strcmp(tag, "joint") == 0 ||
                    strcmp(tag, "material") == 0 || foreign_is_own(r, tag, &ignored);
        r->foreign = ours ? NULL : arena_strdup(r->mem, tag);
        r->foreign_skipped = false;
    }
    bool is_read = r->depth == 0 || (r->where != IN_OTHER && !r->foreign);
    if (is_read)
        TRY(check_values(r, attributes));
    return r->depth > 1 && r->foreign ? check_carried(r, tag, attributes) : STATUS_OK;
}

void foreign_count(reader *r, left_out *what, const char *name)
{
    foreign_count_at(r, what, name, here(r));
}

void foreign_count_at(reader *r, left_out *what, const char *name, place at)
{
    if (what->count++)
        return;
    what->first = at;
    what->name = text_shown(r->mem, name ? name : "");
}

/* One note for all: how many, and which. */
static void note_skipped(const reader *r)
{
    if (!r->skips.count)
        return;
    text tags = text_make(r->mem);
    uint32_t others = r->skips.count;
    for (uint32_t k = 0; k < r->skipped_count; k++) {
        text_printf(&tags, "%s<%s>", k ? ", " : "", text_shown(r->mem, r->skipped[k].tag));
        if (r->skipped[k].count > 1)
            text_printf(&tags, " (%u)", r->skipped[k].count);
        others -= r->skipped[k].count;
    }
    if (others)
        text_printf(&tags, " and %u more", others);
    diag_note(r->d, r->skips.first,
              "%u element%s of xacro skipped, with all that stands inside: %s", r->skips.count,
              r->skips.count == 1 ? "" : "s", tags.bytes);
}

void foreign_notes(const reader *r)
{
    const left_out *w = &r->values;
    note_skipped(r);
    if (w->count)
        diag_note(r->d, w->first, "%u value%s of xacro (%s%s) taken literally", w->count,
                  w->count == 1 ? "" : "s", w->name, w->count == 1 ? "" : " first");
    w = &r->axes;
    if (w->count)
        diag_note(r->d, w->first,
                  "axes of %u joint%s ('%s'%s) normalised: they were no unit vectors", w->count,
                  w->count == 1 ? "" : "s", w->name, w->count == 1 ? "" : " first");
    w = &r->dynamics;
    if (w->count)
        diag_note(r->d, w->first,
                  "<dynamics> of %u joint%s ('%s'%s) is left out: only joints with one axis have "
                  "damping and friction",
                  w->count, w->count == 1 ? "" : "s", w->name, w->count == 1 ? "" : " first");
    w = &r->balls;
    if (w->count)
        diag_note(r->d, w->first,
                  "%u ball joint%s ('%s'%s): three hinges NAME.x, NAME.y, NAME.z about the link's "
                  "axes, which are singular where the second angle is a right angle, but for "
                  "--balls turning; limits of balls are left out",
                  w->count, w->count == 1 ? "" : "s", w->name, w->count == 1 ? "" : " first");
    w = &r->transmissions;
    if (w->count)
        diag_note(r->d, w->first,
                  "%u <transmission>%s ('%s'%s) without rotor inertia left out: torques are those "
                  "at the joints",
                  w->count, w->count == 1 ? "" : "s", w->name, w->count == 1 ? "" : " first");
    w = &r->gazebo;
    if (w->count)
        diag_note(r->d, w->first, "links and joints in <gazebo> are left out");
}
