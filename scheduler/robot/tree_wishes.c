/* SPDX-License-Identifier: MIT */
/* Forces, loads and frames on links that options name. */
#include "base/text.h"
#include "robot/names_told.h"
#include "robot/numbers.h"
#include "robot/payload.h"
#include "robot/tree_parts.h"

#include <string.h>

status tree_option_link(const builder *b, const char *option, const char *name, uint32_t *found)
{
    *found = name_list_find(&b->links, name);
    if (*found == NAME_LIST_NONE)
        return diag_error(b->d, (place){0}, "%s: robot '%s' has no link '%s'%s", option,
                          text_shown(b->d->mem, b->r->name), text_shown(b->d->mem, name),
                          links_told(b->d->mem, b->r, name));
    return STATUS_OK;
}

/* Where on the tree a link of an option is; it must move. */
static status option_place(const builder *b, const char *option, const char *name, tree_force *out)
{
    const char *shown = text_shown(b->d->mem, name);
    uint32_t link;
    TRY(tree_option_link(b, option, name, &link));
    place at = b->r->links[link].at;
    link_place where = b->places[link];
    if (where.body == ROBOT_NONE)
        return diag_error(b->d, at, "%s: link '%s' is not part of the chosen chain", option, shown);
    if (where.body == 0)
        return diag_error(b->d, at, "%s: link '%s' is fixed to the base", option, shown);
    *out = (tree_force){
        .link = arena_strdup(b->mem, name), .body = where.body, .link_in_body = where.in_body};
    return STATUS_OK;
}

static status named_twice(const builder *b, const char *option, const tree_force *f)
{
    return diag_error(b->d, b->r->links[name_list_find(&b->links, f->link)].at,
                      "%s: link '%s' is named twice", option, text_shown(b->d->mem, f->link));
}

static status add_forces(builder *b)
{
    for (uint32_t i = 0; i < b->options->force_links_count; i++) {
        tree_force force;
        TRY(option_place(b, "--force", b->options->force_links[i], &force));
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(b->options->force_links[k], force.link) == 0)
                return named_twice(b, "--force", &force);
        *ARENA_PUSH(b->mem, b->out, forces) = force;
    }
    return STATUS_OK;
}

/* Constants join the body that carries them, inputs wait for the equations. */
static status add_payloads(builder *b)
{
    for (uint32_t i = 0; i < b->options->payloads_count; i++) {
        payload load;
        tree_payload on;
        TRY(payload_read(b->mem, b->options->payloads[i], &load, b->d));
        TRY(option_place(b, "--payload", load.link, &on));
        tree_body *body = &b->out->bodies[on.body];
        if (!load.is_input) {
            const inertia more = inertia_move(load.body, on.link_in_body);
            body->body = inertia_join(body->body, more);
            body->constant = inertia_join(body->constant, more);
            continue;
        }
        for (uint32_t k = 0; k < b->out->payloads_count; k++)
            if (strcmp(b->out->payloads[k].link, on.link) == 0)
                return named_twice(b, "--payload", &on);
        *ARENA_PUSH(b->mem, b->out, payloads) = on;
    }
    return STATUS_OK;
}

/* ---- parameters ------------------------------------------------------------------------------ */

static bool is_massless(inertia body)
{
    bool any = body.mass_kg != 0;
    for (int k = 0; k < 9; k++)
        any = any || body.inertia_com_kgm2.m[k / 3][k % 3] != 0;
    return !any;
}

/* A name of a list; the whole list may be one. */
static status mark_named(builder *b, const char *list)
{
    for (const char *at = list; *at;) {
        const size_t length = strcspn(at, ",");
        const char *name = arena_strndup(b->mem, at, length);
        uint32_t link;
        if (!tree_names_number(b, name)) {
            TRY(tree_option_link(b, "--parameters", name, &link));
            b->is_given[link] = true;
        }
        at += length + (at[length] == ',');
    }
    return STATUS_OK;
}

status tree_mark_parameters(builder *b)
{
    b->is_given = ARENA_ARRAY(b->mem, bool, b->r->links_count + 1);
    for (uint32_t i = 0; i < b->options->parameters_count; i++) {
        if (strcmp(b->options->parameters[i], "all") != 0) {
            TRY(mark_named(b, b->options->parameters[i]));
            continue;
        }
        for (uint32_t k = 0; k < b->r->links_count; k++)
            b->is_given[k] = b->is_given[k] || !is_massless(b->r->links[k].body);
        b->all_given = true;
    }
    return STATUS_OK;
}

/* In the order of the file. Of all links, those that do not move are left out. */
static status add_parameters(builder *b)
{
    for (uint32_t i = 0; i < b->r->links_count; i++) {
        const uint32_t body = b->places[i].body;
        if (!b->is_given[i] || (b->all_given && (body == ROBOT_NONE || body == 0)))
            continue;
        tree_parameters p = {.nominal = b->r->links[i].body};
        TRY(option_place(b, "--parameters", b->r->links[i].name, &p.on));
        *ARENA_PUSH(b->mem, b->out, parameters) = p;
    }
    return STATUS_OK;
}

/* ---- frames ---------------------------------------------------------------------------------- */

static tree_frame frame_of(const builder *b, const char *name, link_place where, vec3 at_m)
{
    pose point = {mat3_identity(), at_m};
    return (tree_frame){.name = arena_strdup(b->mem, name), .body = where.body,
                        .in_body = pose_multiply(where.in_body, point)};
}

static bool is_tip(const builder *b, uint32_t link)
{
    uint32_t body = b->places[link].body;
    if (body == ROBOT_NONE || body == 0 || b->out->bodies[body].kind == BODY_FREE)
        return false;
    for (uint32_t i = b->first_child[link]; i < b->first_child[link + 1]; i++)
        if (b->places[b->r->joints[b->children[i]].child_link].body != ROBOT_NONE)
            return false;
    return true;
}

static void add_tips(builder *b)
{
    for (uint32_t i = 0; i < b->r->links_count; i++)
        if (is_tip(b, i))
            *ARENA_PUSH(b->mem, b->out, tips) =
                frame_of(b, b->r->links[i].name, b->places[i], (vec3){{0, 0, 0}});
}

static void take_tips(builder *b)
{
    enum { SHOWN = 8 };
    text names = text_make(b->mem);
    for (uint32_t i = 0; i < b->out->tips_count; i++) {
        *ARENA_PUSH(b->mem, b->out, frames) = b->out->tips[i];
        if (i < SHOWN)
            text_printf(&names, "%s%s", i ? ", " : "",
                        text_shown(b->d->mem, b->out->tips[i].name));
    }
    if (b->out->tips_count > SHOWN)
        text_printf(&names, " and %u more", b->out->tips_count - SHOWN);
    diag_note(b->d, (place){.file = b->file},
              "no --frame given: frames are the moving links without children: %s", names.bytes);
}

static status add_frames(builder *b)
{
    const tree_options *o = b->options;
    for (uint32_t i = 0; i < o->frames_count; i++) {
        tree_force on;
        TRY(option_place(b, "--frame", o->frames[i].link, &on));
        for (uint32_t k = 0; k < i; k++)
            if (strcmp(o->frames[k].name, o->frames[i].name) == 0)
                return diag_error(b->d, b->r->links[name_list_find(&b->links, on.link)].at,
                                  "--frame: '%s' is named twice",
                                  text_shown(b->d->mem, o->frames[i].name));
        const link_place where = {on.body, on.link_in_body};
        *ARENA_PUSH(b->mem, b->out, frames) =
            frame_of(b, o->frames[i].name, where, o->frames[i].at_m);
    }
    if (!o->frames_count && o->tips)
        take_tips(b);
    return STATUS_OK;
}

status tree_add_wishes(builder *b)
{
    TRY(add_forces(b));
    TRY(add_payloads(b));
    TRY(add_parameters(b));
    add_tips(b);
    return add_frames(b);
}
