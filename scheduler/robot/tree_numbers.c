/* SPDX-License-Identifier: MIT */
/* Stiffness, rest and damping of joints and elements, points of elements and places of joints that
 * come with the state, as --parameters names them: NAME.stiffness, NAME.rest, NAME.damping,
 * NAME.x, NAME.a_x ... */
#include "robot/numbers.h"
#include "robot/tree_parts.h"

#include <string.h>

const char *const GIVEN_WORD[GIVEN_NUMBERS] = {
    "stiffness", "rest", "damping", "x", "y", "z", "a_x", "a_y", "a_z", "b_x", "b_y", "b_z"};

/* What the name ends with, after its last dot; GIVEN_NUMBERS: none of them. */
static given_number word_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    uint32_t k = 0;
    while (dot && k < GIVEN_NUMBERS && strcmp(dot + 1, GIVEN_WORD[k]) != 0)
        k++;
    return dot ? (given_number)k : GIVEN_NUMBERS;
}

/* Whether the name is that of a joint's turn, which is no input. */
static bool names_turn(const char *name)
{
    static const char *const TURNS[] = {"roll", "pitch", "yaw", "rpy"};
    const char *dot = strrchr(name, '.');
    for (size_t k = 0; dot && k < sizeof TURNS / sizeof *TURNS; k++)
        if (strcmp(dot + 1, TURNS[k]) == 0)
            return true;
    return false;
}

bool tree_names_number(const builder *b, const char *name)
{
    return (word_of(name) != GIVEN_NUMBERS || names_turn(name)) &&
           name_list_find(&b->links, name) == NAME_LIST_NONE;
}

uint32_t tree_number_find(const tree *t, number_owner of, uint32_t owner, given_number what)
{
    for (uint32_t k = 0; k < t->numbers_count; k++)
        if (t->numbers[k].of == of && t->numbers[k].owner == owner && t->numbers[k].what == what)
            return k;
    return TREE_NUMBER_NONE;
}

uint32_t tree_number_length(const tree *t)
{
    uint32_t k = 0;
    while (k < t->numbers_count && t->numbers[k].of != OF_BODY)
        k++;
    return k < t->numbers_count ? k : TREE_NUMBER_NONE;
}

double *tree_number_place(tree *t, const tree_number *n)
{
    if (n->of == OF_BODY)
        return &t->bodies[n->owner].way.v[n->what - GIVEN_POINT];
    robot_element *e = n->of == OF_ELEMENT ? &t->elements[n->owner].what : NULL;
    tree_coordinate *c = e ? NULL : &t->coordinates[n->owner];
    switch (n->what) {
    case GIVEN_STIFFNESS: return e ? &e->stiffness : &c->stiffness;
    case GIVEN_REST: return e ? &e->rest : &c->rest;
    case GIVEN_DAMPING: return e ? &e->damping : &c->damping;
    default: return e ? &e->point[n->what >= GIVEN_POINT_B].v[(n->what - GIVEN_POINT) % 3] : NULL;
    }
}

void tree_number_set(tree *t, const tree_number *n, double value)
{
    double *at = tree_number_place(t, n);
    if (n->of == OF_ELEMENT && n->what >= GIVEN_POINT) {
        pose *p = &t->elements[n->owner].in_body[n->what >= GIVEN_POINT_B];
        vec3 moved = {{0, 0, 0}};
        moved.v[(n->what - GIVEN_POINT) % 3] = value - *at;
        p->position = vec3_add(p->position, mat3_apply(p->rotation, moved));
    }
    *at = value;
    if (n->of == OF_BODY) {
        tree_body *b = &t->bodies[n->owner];
        const pose moved = {mat3_identity(), b->way};
        b->origin.position = pose_multiply(*b->hangs_from, moved).position;
    }
}

given_number tree_point_numbers(const tree_element *e, uint32_t point)
{
    return e->what.kind == ELEMENT_FORCE ? GIVEN_POINT : point ? GIVEN_POINT_B : GIVEN_POINT_A;
}

/* Points of forces and links; of a spring between two points all three, of a turn damping. */
static status check_element(const builder *b, const tree_number *n)
{
    const robot_element *e = &b->out->elements[n->owner].what;
    const bool is_spring = e->kind == ELEMENT_LINK && e->law == LAW_SPRING;
    const bool is_point = e->kind == ELEMENT_FORCE
                              ? n->what >= GIVEN_POINT && n->what < GIVEN_POINT_A
                              : e->kind == ELEMENT_LINK && n->what >= GIVEN_POINT_A;
    const bool is_rub = e->kind == ELEMENT_TURN && e->law == LAW_VISCOUS;
    if (is_point || (is_spring && n->what < GIVEN_POINT) || (is_rub && n->what == GIVEN_DAMPING))
        return STATUS_OK;
    return diag_error(b->d, e->at, "--parameters: element '%s' has no %s that can be an input",
                      text_shown(b->d->mem, e->name), GIVEN_WORD[n->what]);
}

/* The number is that of the joint alone: nothing is added by those that follow it. */
static status check_joint(const builder *b, const tree_number *n)
{
    const char *own = b->out->coordinates[n->owner].name;
    if (n->what >= GIVEN_POINT)
        return diag_error(b->d, (place){0}, "--parameters: joint '%s' has no %s that can be an "
                          "input", text_shown(b->d->mem, own), GIVEN_WORD[n->what]);
    for (uint32_t i = 1; i < b->out->bodies_count; i++) {
        const tree_body *body = &b->out->bodies[i];
        if (body->kind == BODY_FREE || body->coordinate != n->owner || strcmp(body->name, own) == 0)
            continue;
        const robot_joint *j = &b->r->joints[body->joint];
        if (j->stiffness != 0 || j->damping != 0)
            return diag_error(b->d, j->at, "--parameters: joint '%s' is followed by '%s', which "
                              "has a spring or damping of its own: numbers cannot be inputs",
                              text_shown(b->d->mem, own), text_shown(b->d->mem, j->name));
    }
    return STATUS_OK;
}

/* ---- places of joints ------------------------------------------------------------------------ */

/* The joint of the file by that name; where there is none, their count. */
static uint32_t joint_named(const builder *b, const char *name)
{
    uint32_t j = 0;
    while (j < b->r->joints_count && strcmp(b->r->joints[j].name, name) != 0)
        j++;
    return j;
}

/* The first body that a joint was split into; 0: none. */
static uint32_t body_of_joint(const builder *b, uint32_t joint)
{
    uint32_t i = 1;
    while (i < b->out->bodies_count && b->out->bodies[i].joint != joint)
        i++;
    return i < b->out->bodies_count ? i : 0;
}

/* A wheel's element and constraint know its place in their own ways. */
static status check_place(const builder *b, const tree_number *n, uint32_t joint)
{
    const robot_joint *j = &b->r->joints[joint];
    const tree *t = b->out;
    if (!n->owner)
        return diag_error(b->d, j->at, "--parameters %s: joint '%s' %s, and only places of joints "
                          "that move can be inputs", text_shown(b->d->mem, n->name),
                          text_shown(b->d->mem, j->name),
                          j->type == JOINT_FIXED ? "is fixed" : "is outside the chosen chain");
    if (t->bodies[n->owner].kind == BODY_FREE)
        return diag_error(b->d, j->at, "--parameters %s: joint '%s' floats: where a free body is, "
                          "is no input", text_shown(b->d->mem, n->name),
                          text_shown(b->d->mem, j->name));
    for (uint32_t k = 0; k < t->elements_count; k++)
        if (t->elements[k].what.kind == ELEMENT_WHEEL && t->elements[k].body[0] == n->owner)
            return diag_error(b->d, j->at, "--parameters %s: joint '%s' carries wheel '%s', whose "
                              "place cannot be an input", text_shown(b->d->mem, n->name),
                              text_shown(b->d->mem, j->name),
                              text_shown(b->d->mem, t->elements[k].what.name));
    return STATUS_OK;
}

/* ---- all of them ----------------------------------------------------------------------------- */

static status find_owner(const builder *b, const char *owner, const char *name, tree_number *out)
{
    const tree *t = b->out;
    uint32_t c = 0, e = 0;
    const uint32_t joint = joint_named(b, owner);
    if (joint < b->r->joints_count && out->what >= GIVEN_POINT && out->what < GIVEN_POINT_A) {
        out->of = OF_BODY;
        out->owner = body_of_joint(b, joint);
        return check_place(b, out, joint);
    }
    while (c < t->coordinates_count && strcmp(t->coordinates[c].name, owner) != 0)
        c++;
    while (e < t->elements_count && strcmp(t->elements[e].what.name, owner) != 0)
        e++;
    out->of = c == t->coordinates_count ? OF_ELEMENT : OF_COORDINATE;
    out->owner = out->of == OF_ELEMENT ? e : c;
    if (out->of == OF_ELEMENT && e == t->elements_count)
        return diag_error(b->d, (place){0}, "--parameters %s: robot '%s' has no joint that moves "
                          "and no element '%s'", text_shown(b->d->mem, name),
                          text_shown(b->d->mem, b->r->name), text_shown(b->d->mem, owner));
    return out->of == OF_ELEMENT ? check_element(b, out) : check_joint(b, out);
}

static status add_number(builder *b, const char *name)
{
    tree_number n = {.name = name, .what = word_of(name)};
    const size_t length = (size_t)(strrchr(name, '.') - name);
    if (names_turn(name))
        return diag_error(b->d, (place){0}, "--parameters %s: how a joint is turned on its link is "
                          "no input, only its place: NAME.x NAME.y NAME.z",
                          text_shown(b->d->mem, name));
    TRY(find_owner(b, arena_strndup(b->mem, name, length), name, &n));
    n.nominal = *tree_number_place(b->out, &n);
    if (tree_number_find(b->out, n.of, n.owner, n.what) != TREE_NUMBER_NONE)
        return diag_error(b->d, (place){0}, "--parameters: '%s' is named twice",
                          text_shown(b->d->mem, name));
    *ARENA_PUSH(b->mem, b->out, numbers) = n;
    return STATUS_OK;
}

status tree_numbers_add(builder *b)
{
    for (uint32_t i = 0; i < b->options->parameters_count; i++)
        for (const char *at = b->options->parameters[i]; *at;) {
            const size_t length = strcspn(at, ",");
            const char *name = arena_strndup(b->mem, at, length);
            if (tree_names_number(b, name))
                TRY(add_number(b, name));
            at += length + (at[length] == ',');
        }
    return STATUS_OK;
}
