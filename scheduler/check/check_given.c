/* SPDX-License-Identifier: MIT */
/* Links whose masses, centres and moments come with the state, and numbers of joints and elements:
 * those that --parameters names. */
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

/* ---- springs, dampers, points and places ----------------------------------------------------- */

static const void *owner_named(const check_model *m, const char *name)
{
    for (uint32_t c = 0; c < m->coordinates_count; c++)
        for (uint32_t j = 0; strcmp(m->coordinates[c].name, name) == 0 && j < m->r->joints_count;
             j++)
            if (strcmp(m->r->joints[j].name, name) == 0)
                return &m->r->joints[j];
    for (uint32_t e = 0; e < m->elements_count; e++)
        if (strcmp(m->elements[e].what->name, name) == 0)
            return m->elements[e].what;
    return NULL;
}

/* Of a joint that moves. */
static const robot_joint *placed_named(const check_model *m, const char *name)
{
    for (uint32_t i = 1; i < m->bodies_count; i++) {
        const uint32_t joint = m->bodies[i].joint;
        if (m->bodies[i].hang != CHECK_FIXED && joint != ROBOT_NONE &&
            strcmp(m->r->joints[joint].name, name) == 0)
            return &m->r->joints[joint];
    }
    return NULL;
}

static bool is_link(const check_model *m, const char *name)
{
    for (uint32_t k = 0; k < m->r->links_count; k++)
        if (strcmp(m->r->links[k].name, name) == 0)
            return true;
    return false;
}

static void take_number(arena *mem, check_model *m, const char *name)
{
    static const char *const WHAT[] = {"stiffness", "rest", "damping", "x",   "y",   "z",
                                       "a_x",       "a_y",  "a_z",     "b_x", "b_y", "b_z"};
    const char *dot = strrchr(name, '.');
    if (!dot || is_link(m, name))
        return;
    const char *named = arena_strndup(mem, name, (size_t)(dot - name));
    const robot_joint *placed = strlen(dot + 1) == 1 ? placed_named(m, named) : NULL;
    const void *owner = placed ? placed : owner_named(m, named);
    for (uint32_t k = 0; owner && k < sizeof WHAT / sizeof *WHAT; k++)
        if (strcmp(dot + 1, WHAT[k]) == 0)
            *ARENA_PUSH(mem, m, numbers) = (check_given){
                name, owner, WHAT[k], placed != NULL,
                placed ? placed->origin.position.v[dot[1] - 'x'] : 0};
}

void check_take_numbers(arena *mem, check_model *m)
{
    for (uint32_t i = 0; i < m->o->parameters_count; i++)
        for (const char *at = m->o->parameters[i]; *at;) {
            const size_t length = strcspn(at, ",");
            take_number(mem, m, arena_strndup(mem, at, length));
            at += length + (at[length] == ',');
        }
}

amount check_number_of(const check_state *s, const void *owner, const char *what, double value)
{
    for (uint32_t k = 0; k < s->m->numbers_count; k++)
        if (s->m->numbers[k].owner == owner && strcmp(s->m->numbers[k].what, what) == 0)
            return s->of[ARRAY_NUMBERS][k];
    return amount_of(value);
}

avec check_arm_of(const check_state *s, uint32_t body)
{
    static const char *const WHAT[] = {"x", "y", "z"};
    const check_body *b = &s->m->bodies[body];
    avec arm = b->arm;
    if (b->joint == ROBOT_NONE || s->m->body_of_joint[b->joint] != body)
        return arm;
    for (int c = 0; c < 3; c++) {
        const double value = s->m->r->joints[b->joint].origin.position.v[c];
        arm.v[c] = check_number_of(s, &s->m->r->joints[b->joint], WHAT[c], value);
    }
    return arm;
}
