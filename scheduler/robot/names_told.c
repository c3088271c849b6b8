/* SPDX-License-Identifier: MIT */
#include "robot/names_told.h"

#include "base/nearest.h"
#include "robot/numbers.h"

const char *links_told(arena *mem, const robot *r, const char *typed)
{
    const char **names = ARENA_ARRAY(mem, const char *, r->links_count + 1);
    for (uint32_t i = 0; i < r->links_count; i++)
        names[i] = text_shown(mem, r->links[i].name);
    return nearest_told(mem, typed, "links", names, r->links_count);
}

const char *joints_told(arena *mem, const robot *r, const char *typed)
{
    const char **names = ARENA_ARRAY(mem, const char *, r->joints_count + 1);
    uint32_t count = 0;
    for (uint32_t i = 0; i < r->joints_count; i++)
        if (r->joints[i].type != JOINT_FIXED)
            names[count++] = text_shown(mem, r->joints[i].name);
    return nearest_told(mem, typed, "joints", names, count);
}

const char *coordinates_told(arena *mem, const tree *t, const char *typed)
{
    const char **names = ARENA_ARRAY(mem, const char *, t->coordinates_count + 1);
    for (uint32_t i = 0; i < t->coordinates_count; i++)
        names[i] = text_shown(mem, t->coordinates[i].name);
    return nearest_told(mem, typed, "joints", names, t->coordinates_count);
}
