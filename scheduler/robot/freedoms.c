/* SPDX-License-Identifier: MIT */
/* What moves by itself, numbered: free bodies, then coordinates. */
#include "robot/tree.h"

uint32_t tree_free_bodies(const tree *t)
{
    uint32_t count = 0;
    for (uint32_t i = 1; i < t->bodies_count; i++)
        count += t->bodies[i].kind == BODY_FREE;
    return count;
}

uint32_t tree_freedoms(const tree *t)
{
    return 6 * tree_free_bodies(t) + t->coordinates_count;
}

uint32_t tree_free_body(const tree *t, uint32_t k)
{
    uint32_t body = 1;
    while (t->bodies[body].kind != BODY_FREE || k-- > 0)
        body++;
    return body;
}

uint32_t *tree_freedom_of_bodies(arena *mem, const tree *t)
{
    uint32_t *first = ARENA_ARRAY(mem, uint32_t, t->bodies_count), free_bodies = 0;
    uint32_t of_free = 6 * tree_free_bodies(t);
    for (uint32_t i = 1; i < t->bodies_count; i++)
        first[i] = t->bodies[i].kind == BODY_FREE ? 6 * free_bodies++
                                                  : of_free + t->bodies[i].coordinate;
    return first;
}

const char *tree_freedom_name(arena *mem, const tree *t, uint32_t number)
{
    static const char *const AXIS[] = {"x", "y", "z", "rx", "ry", "rz"};
    uint32_t of_free = 6 * tree_free_bodies(t);
    if (number >= of_free)
        return t->coordinates[number - of_free].name;
    return arena_printf(mem, "%s.%s", t->bodies[tree_free_body(t, number / 6)].name,
                        AXIS[number % 6]);
}
