/* SPDX-License-Identifier: MIT */
/* Elements (robot/elements.h) put on the bodies of a tree. */
#include "robot/tree_parts.h"

#include "robot/names_told.h"
#include "robot/numbers.h"

#include <math.h>
#include <string.h>

static const char *shown(const builder *p, const char *name)
{
    return text_shown(p->d->mem, name);
}

static status find_point(const builder *p, const robot_element *e, uint32_t k,
                         tree_element *to)
{
    uint32_t link = name_list_find(&p->links, e->link[k]);
    if (link == NAME_LIST_NONE)
        return diag_error(p->d, e->at, "element '%s': robot '%s' has no link '%s'%s",
                          shown(p, e->name), shown(p, p->r->name), shown(p, e->link[k]),
                          links_told(p->d->mem, p->r, e->link[k]));
    const link_place *at = &p->places[link];
    if (at->body == ROBOT_NONE)
        return diag_error(p->d, e->at, "element '%s': link '%s' is not part of the chosen chain",
                          shown(p, e->name), shown(p, e->link[k]));
    const pose point = {mat3_identity(), e->point[k]};
    to->body[k] = at->body;
    to->in_body[k] = pose_multiply(at->in_body, point);
    return STATUS_OK;
}

uint32_t tree_free_root(const tree *t, uint32_t i)
{
    while (i && t->bodies[i].kind != BODY_FREE)
        i = t->bodies[i].parent;
    return i;
}

/* Parents have smaller numbers. */
uint32_t tree_common_ancestor(const tree *t, uint32_t a, uint32_t b)
{
    while (a != b)
        if (a > b)
            a = t->bodies[a].parent;
        else
            b = t->bodies[b].parent;
    return a;
}

uint32_t tree_called_law(const tree *t)
{
    uint32_t k = 0;
    while (k < t->elements_count && t->elements[k].what.law != LAW_CALL)
        k++;
    return k;
}

uint32_t tree_law_with_state(const tree *t)
{
    uint32_t k = 0;
    while (k < t->elements_count &&
           !(t->elements[k].what.formula && t->elements[k].what.formula->state))
        k++;
    return k;
}

/* ---- numbers at random positions ------------------------------------------------------------ */

/* What no position changes cannot be seen in one; three that have nothing to do with each other
 * tell. */
enum { TRIES = 3 };

static double try_position(uint32_t coordinate, uint32_t number)
{
    return sin(1 + 1.7 * coordinate + 2.3 * number);
}

static pose pose_at(const tree *t, uint32_t body, uint32_t number)
{
    pose at = pose_identity();
    for (; body && t->bodies[body].kind != BODY_FREE; body = t->bodies[body].parent) {
        const tree_body *b = &t->bodies[body];
        double x = b->ratio * try_position(b->coordinate, number) + b->offset;
        pose moved = b->kind == BODY_PRISMATIC
                         ? (pose){mat3_identity(), vec3_scale(b->axis, x)}
                         : (pose){mat3_rotation(b->axis, x), {{0, 0, 0}}};
        at = pose_multiply(pose_multiply(b->origin, moved), at);
    }
    return at;
}

/* Lengths below this, in m, are no lengths. */
#define SAME_PLACE_M 1e-9
/* A cosine of the camber below this means that the wheel lies flat. */
#define FLAT_COSINE 1e-9

static bool ends_meet_always(const tree *t, const tree_element *e)
{
    double most = 0;
    for (uint32_t n = 0; n < TRIES; n++) {
        pose a = pose_multiply(pose_at(t, e->body[0], n), e->in_body[0]);
        pose b = pose_multiply(pose_at(t, e->body[1], n), e->in_body[1]);
        most = fmax(most, vec3_norm(vec3_sub(a.position, b.position)));
    }
    return most < SAME_PLACE_M;
}

static bool lies_flat_always(const tree *t, const tree_element *e)
{
    double most = 0;
    for (uint32_t n = 0; n < TRIES; n++) {
        vec3 axis = mat3_apply(pose_at(t, e->body[0], n).rotation, e->axis);
        most = fmax(most, vec3_norm(vec3_cross(axis, element_ground_normal(&e->what))));
    }
    return most < FLAT_COSINE;
}

/* ---- kinds ----------------------------------------------------------------------------------- */

static status place_force(const builder *p, const robot_element *e, tree_element *to)
{
    TRY(find_point(p, e, 0, to));
    if (to->body[0] == 0)
        return diag_error(p->d, e->at, "element '%s': link '%s' is fixed to the base",
                          shown(p, e->name), shown(p, e->link[0]));
    if (e->law == LAW_LIFT && tree_free_root(p->out, to->body[0]))
        return diag_error(p->d, e->at, "element '%s': link '%s' hangs on a free body, whose "
                                       "attitude is no input, so that the direction of gravity is "
                                       "not known%s",
                          shown(p, e->name), shown(p, e->link[0]),
                          e->of_joint ? "; --joint-dynamics none leaves it out" : "");
    return STATUS_OK;
}

/* Two links that move against each other, seen from what carries both. */
static status place_pair(const builder *p, const robot_element *e, tree_element *to)
{
    TRY(find_point(p, e, 0, to));
    TRY(find_point(p, e, 1, to));
    if (to->body[0] == to->body[1])
        return diag_error(p->d, e->at, "element '%s': links '%s' and '%s' do not move against each "
                                       "other",
                          shown(p, e->name), shown(p, e->link[0]), shown(p, e->link[1]));
    to->seen_from = tree_common_ancestor(p->out, to->body[0], to->body[1]);
    if (tree_free_root(p->out, to->body[0]) != tree_free_root(p->out, to->body[1]))
        return diag_error(p->d, e->at, "element '%s': where free bodies are is no input, so "
                                       "nothing joins them to others",
                          shown(p, e->name));
    return STATUS_OK;
}

static status place_link(const builder *p, const robot_element *e, tree_element *to)
{
    TRY(place_pair(p, e, to));
    if (ends_meet_always(p->out, to))
        return diag_error(p->d, e->at, "element '%s': its ends are always at one place",
                          shown(p, e->name));
    return STATUS_OK;
}

static status place_wheel(const builder *p, const robot_element *e, tree_element *to)
{
    const tree *t = p->out;
    uint32_t i = 1;
    while (i < t->bodies_count &&
           (t->bodies[i].joint == ROBOT_NONE ||
            strcmp(p->r->joints[t->bodies[i].joint].name, e->joint) != 0))
        i++;
    if (i == t->bodies_count)
        return diag_error(p->d, e->at, "element '%s': robot '%s' has no moving joint '%s'%s",
                          shown(p, e->name), shown(p, p->r->name), shown(p, e->joint),
                          coordinates_told(p->d->mem, t, e->joint));
    const tree_body *b = &t->bodies[i];
    if (b->kind != BODY_REVOLUTE)
        return diag_error(p->d, e->at, "element '%s': joint '%s' does not turn a wheel",
                          shown(p, e->name), shown(p, e->joint));
    if (tree_free_root(t, i))
        return diag_error(p->d, e->at, "element '%s': it hangs on a free body, whose height above "
                                       "the ground is no input",
                          shown(p, e->name));
    to->body[0] = i;
    to->body[1] = b->parent;
    to->in_body[0] = (pose){mat3_identity(), {{0, 0, 0}}};
    to->in_body[1] = b->origin;
    to->axis = b->axis;
    to->coordinate = b->coordinate;
    to->ratio = b->ratio;
    if (lies_flat_always(t, to))
        return diag_error(p->d, e->at, "element '%s': the wheel lies flat, its axis is vertical",
                          shown(p, e->name));
    return STATUS_OK;
}

/* A joint's own position is ratio q + offset. */
static status add_joint(const builder *p, const robot_element *e, const char *joint, double times,
                        tree_tendon *to)
{
    const tree *t = p->out;
    uint32_t i = 1, k = 0;
    while (i < t->bodies_count &&
           (t->bodies[i].kind == BODY_FREE || strcmp(t->bodies[i].name, joint) != 0))
        i++;
    if (i == t->bodies_count)
        return diag_error(p->d, e->at, "element '%s': robot '%s' has no moving joint '%s'%s",
                          shown(p, e->name), shown(p, p->r->name), shown(p, joint),
                          coordinates_told(p->d->mem, t, joint));
    const tree_body *b = &t->bodies[i];
    while (k < to->terms_count && to->terms[k].coordinate != b->coordinate)
        k++;
    if (k == to->terms_count)
        *ARENA_PUSH(p->mem, to, terms) = (tree_term){.coordinate = b->coordinate};
    to->terms[k].coefficient += times * b->ratio;
    to->rest -= times * b->offset;
    return STATUS_OK;
}

static status place_torsion(const builder *p, const robot_element *e, tree_element *to)
{
    double moves = 0;
    to->along = (tree_tendon){.name = e->name, .rest = e->rest};
    TRY(add_joint(p, e, e->joint, 1, &to->along));
    if (e->other)
        TRY(add_joint(p, e, e->other, -e->ratio, &to->along));
    for (uint32_t k = 0; k < to->along.terms_count; k++)
        moves = fmax(moves, fabs(to->along.terms[k].coefficient));
    if (moves == 0)
        return diag_error(p->d, e->at, "element '%s': joints '%s' and '%s' do not move against "
                                       "each other",
                          shown(p, e->name), shown(p, e->joint), shown(p, e->other));
    return STATUS_OK;
}

/* What the file says of joints and bodies goes with them. */
static bool goes_with_links(const builder *p, const robot_element *e)
{
    for (uint32_t k = 0; e->of_joint && k < 2; k++) {
        const uint32_t link = e->link[k] ? name_list_find(&p->links, e->link[k]) : NAME_LIST_NONE;
        if (link != NAME_LIST_NONE && p->places[link].body == ROBOT_NONE)
            return true;
    }
    return false;
}

status tree_elements_add(const builder *p, const element_list *list)
{
    for (uint32_t k = 0; k < list->list_count; k++) {
        const robot_element *e = &list->list[k];
        tree_element to = {.what = *e};
        if (goes_with_links(p, e))
            continue;
        for (uint32_t i = 0; i < p->out->elements_count; i++)
            if (strcmp(p->out->elements[i].what.name, e->name) == 0)
                return diag_error(p->d, e->at, "element '%s': another element has this name",
                                  shown(p, e->name));
        switch (e->kind) {
        case ELEMENT_FORCE: TRY(place_force(p, e, &to)); break;
        case ELEMENT_LINK: TRY(place_link(p, e, &to)); break;
        case ELEMENT_WHEEL: TRY(place_wheel(p, e, &to)); break;
        case ELEMENT_TURN: TRY(place_pair(p, e, &to)); break;
        case ELEMENT_TORSION: TRY(place_torsion(p, e, &to)); break;
        case ELEMENT_KINDS: break;
        }
        *ARENA_PUSH(p->mem, p->out, elements) = to;
    }
    return STATUS_OK;
}
