/* SPDX-License-Identifier: MIT */
/* `--frame`: LINK, LINK:x,y,z, or several of them between commas. */
#include "commands/equations_options.h"
#include "robot/numbers.h"

#include <string.h>

static status bad_frame(const char *value, const char *what, diag *d)
{
    return diag_error(d, (place){0}, "bad value '%s' of option --frame: %s",
                      text_shown(d->mem, value), what);
}

/* Where the last colon of an item is that a number follows; NULL: it is all a link's name. */
static const char *point_of(arena *mem, const char *item, size_t length)
{
    double x;
    for (size_t k = length; k-- > 0;)
        if (item[k] == ':') {
            const char *number = arena_strndup(mem, item + k + 1, length - k - 1);
            return numbers_read(mem, number, &x, 1) ? NULL : item + k;
        }
    return NULL;
}

/* Three numbers between commas; *end is after them. */
static bool read_point(arena *mem, const char *from, vec3 *at, const char **end)
{
    for (int k = 0; k < 3; k++) {
        size_t length = strcspn(from, ",");
        if (numbers_read(mem, arena_strndup(mem, from, length), &at->v[k], 1))
            return false;
        from += length;
        if (k < 2 && *from++ != ',')
            return false;
    }
    *end = from;
    return true;
}

status frames_read(arena *mem, const char *value, frame_wishes *to, diag *d)
{
    for (const char *at = value;; at++) {
        const char *end = at + strcspn(at, ",");
        const char *point = point_of(mem, at, (size_t)(end - at));
        frame_wish w = {0};
        if (point && !read_point(mem, point + 1, &w.at_m, &end))
            return bad_frame(value, "LINK or LINK:x,y,z expected", d);
        w.link = arena_strndup(mem, at, (size_t)((point ? point : end) - at));
        w.name = arena_strndup(mem, at, (size_t)(end - at));
        if (!*w.link)
            return bad_frame(value, "a link's name is missing", d);
        *ARENA_PUSH(mem, to, items) = w;
        at = end;
        if (!*at)
            return STATUS_OK;
    }
}
