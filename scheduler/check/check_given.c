/* SPDX-License-Identifier: MIT */
/* Links whose masses, centres and moments come with the state: those that --parameters names. */
#include "check/check_model.h"

#include <string.h>

/* Names stand between commas; `all` is every link that moves and has inertia. */
static bool is_named(const char *list, const char *name, bool heavy)
{
    const size_t length = strlen(name);
    if (strcmp(list, "all") == 0)
        return heavy;
    for (const char *at = list; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, name, length) == 0 && (at[length] == ',' || !at[length]))
            return true;
    }
    return false;
}

void check_take_given(arena *mem, check_model *m)
{
    for (uint32_t k = 0; k < m->r->links_count; k++) {
        const char *name = m->r->links[k].name;
        const uint32_t number = m->body_of_link[k];
        bool given = false;
        for (uint32_t i = 0; number != ROBOT_NONE && i < m->o->parameters_count; i++)
            given = given || is_named(m->o->parameters[i], name, m->bodies[number].is_heavy);
        if (!given)
            continue;
        m->bodies[number].is_heavy = false;
        *ARENA_PUSH(mem, m, given) = (check_spot){
            .name = name, .body = number, .at = avec_zero(), .load = m->bodies[number].load};
    }
}
