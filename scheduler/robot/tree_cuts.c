/* SPDX-License-Identifier: MIT */
/* Cuts and constraints (robot/cuts.h) put on the bodies and coordinates of a tree. */
#include "robot/tree_parts.h"

#include "robot/names_told.h"
#include "robot/numbers.h"

#include <math.h>
#include <string.h>

static const char *shown(const builder *p, const char *name)
{
    return text_shown(p->d->mem, name);
}

/* ---- cuts ------------------------------------------------------------------------------------ */

static status find_frame(const builder *p, const robot_cut *c, uint32_t k, tree_cut *to)
{
    uint32_t link = name_list_find(&p->links, c->link[k]);
    if (link == NAME_LIST_NONE)
        return diag_error(p->d, c->at, "cut '%s': robot '%s' has no link '%s'%s",
                          shown(p, c->name), shown(p, p->r->name), shown(p, c->link[k]),
                          links_told(p->d->mem, p->r, c->link[k]));
    const link_place *at = &p->places[link];
    if (at->body == ROBOT_NONE)
        return diag_error(p->d, c->at, "cut '%s': link '%s' is not part of the chosen chain",
                          shown(p, c->name), shown(p, c->link[k]));
    to->body[k] = at->body;
    to->in_body[k] = pose_multiply(at->in_body, c->frame[k]);
    return STATUS_OK;
}

/* Half of a rod's mass goes with each end: that is all of its weight, and all of its inertia but
 * what depends on both ends (loops/rods.h). */
static void add_half(const builder *p, const robot_cut *c, const tree_cut *to)
{
    for (uint32_t k = 0; k < 2 && c->mass_kg > 0; k++) {
        tree_body *b = &p->out->bodies[to->body[k]];
        const inertia half = {.mass_kg = c->mass_kg / 2, .com_m = to->in_body[k].position};
        if (to->body[k] == 0) /* the base feels nothing */
            continue;
        b->body = inertia_join(b->body, half);
        b->constant = inertia_join(b->constant, half);
    }
}

static status place_cut(const builder *p, const robot_cut *c, tree_cut *to)
{
    TRY(find_frame(p, c, 0, to));
    TRY(find_frame(p, c, 1, to));
    if (to->body[0] == to->body[1])
        return diag_error(p->d, c->at, "cut '%s': links '%s' and '%s' do not move against each "
                                       "other",
                          shown(p, c->name), shown(p, c->link[0]), shown(p, c->link[1]));
    to->seen_from = tree_common_ancestor(p->out, to->body[0], to->body[1]);
    if (tree_free_root(p->out, to->body[0]) != tree_free_root(p->out, to->body[1]))
        return diag_error(p->d, c->at, "cut '%s': where free bodies are is no input, so nothing "
                                       "joins them to others",
                          shown(p, c->name));
    add_half(p, c, to);
    return STATUS_OK;
}

/* ---- constraints on joints ------------------------------------------------------------------- */

/* The body that hangs by that elementary joint. */
static status find_joint(const builder *p, const robot_cut *c, const char *name,
                         const tree_body **out)
{
    for (uint32_t i = 1; i < p->out->bodies_count; i++) {
        *out = &p->out->bodies[i];
        if ((*out)->kind != BODY_FREE && strcmp((*out)->name, name) == 0)
            return STATUS_OK;
    }
    return diag_error(p->d, c->at, "constraint '%s': robot '%s' has no moving joint '%s'%s",
                      shown(p, c->name), shown(p, p->r->name), shown(p, name),
                      coordinates_told(p->d->mem, p->out, name));
}

/* Coordinates ascend; joints that share one have one term. */
static void add_term(const builder *p, tree_cut *to, uint32_t coordinate, double coefficient)
{
    uint32_t at = 0;
    while (at < to->terms_count && to->terms[at].coordinate < coordinate)
        at++;
    if (at < to->terms_count && to->terms[at].coordinate == coordinate) {
        to->terms[at].coefficient += coefficient;
        return;
    }
    (void)ARENA_PUSH(p->mem, to, terms);
    for (uint32_t i = to->terms_count - 1; i > at; i--)
        to->terms[i] = to->terms[i - 1];
    to->terms[at] = (tree_term){coordinate, coefficient};
}

static void drop_idle_terms(tree_cut *to)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < to->terms_count; i++)
        if (to->terms[i].coefficient != 0)
            to->terms[kept++] = to->terms[i];
    to->terms_count = kept;
}

/* A joint's position is ratio q + offset. */
static status place_constraint(const builder *p, const robot_cut *c, tree_cut *to)
{
    to->value = c->value;
    for (uint32_t i = 0; i < c->terms_count; i++) {
        const tree_body *body = NULL;
        TRY(find_joint(p, c, c->terms[i].joint, &body));
        bool is_linear = c->kind == CUT_LINEAR;
        add_term(p, to, body->coordinate, is_linear ? c->terms[i].coefficient * body->ratio : 1);
        to->value -= is_linear ? c->terms[i].coefficient * body->offset : 0;
    }
    drop_idle_terms(to);
    if (to->terms_count == 0)
        return diag_error(p->d, c->at, "constraint '%s': no joint is left in it",
                          shown(p, c->name));
    return STATUS_OK;
}

/* Whether the body's axis is upright in every state: nothing on the way to the base turns it. */
static bool stays_upright(const tree *t, uint32_t body)
{
    static const double WITHIN = 1e-9; /* radians */
    vec3 axis = t->bodies[body].axis;
    for (uint32_t i = body; i; i = t->bodies[i].parent) {
        const tree_body *b = &t->bodies[i];
        if (b->kind == BODY_REVOLUTE && vec3_norm(vec3_cross(b->axis, axis)) > WITHIN)
            return false;
        axis = mat3_apply(b->origin.rotation, axis);
    }
    return hypot(axis.v[0], axis.v[1]) <= WITHIN;
}

/* The wheel's centre is on its joint, the ground in the axes of the base. */
static status place_wheel(const builder *p, const robot_cut *c, tree_cut *to)
{
    const tree_body *wheel = NULL;
    const char *name = c->terms[0].joint, *wrong = NULL;
    TRY(find_joint(p, c, name, &wheel));
    to->body[1] = (uint32_t)(wheel - p->out->bodies);
    to->in_body[0] = to->in_body[1] = pose_identity();
    if (wheel->kind != BODY_REVOLUTE)
        wrong = "slides, and a wheel turns";
    else if (tree_free_root(p->out, to->body[1]) != 0)
        wrong = "hangs on a free body, and where that is is no input";
    else if (stays_upright(p->out, to->body[1]))
        wrong = "stands upright on the ground, so that its wheel lies flat and touches it nowhere";
    if (wrong)
        return diag_error(p->d, c->at, "constraint '%s': joint '%s' %s", shown(p, c->name),
                          shown(p, name), wrong);
    add_term(p, to, wheel->coordinate, 1);
    return STATUS_OK;
}

typedef status place_kind(const builder *p, const robot_cut *c, tree_cut *to);
static place_kind *const PLACE[CUT_KINDS] = {
    [CUT_BODY] = place_cut,          [CUT_BALL] = place_cut,        [CUT_ROD] = place_cut,
    [CUT_LINEAR] = place_constraint, [CUT_USER] = place_constraint, [CUT_ROLLING] = place_wheel};

/* What the inputs of a constraint of the user's own are called. */
static void name_numbers(const builder *p, tree_cut *c)
{
    c->numbers = ARENA_ARRAY(p->mem, const char *, 2 + c->terms_count);
    c->numbers[0] = arena_printf(p->mem, "%s.value", c->what.name);
    c->numbers[1] = arena_printf(p->mem, "%s.quadratic", c->what.name);
    for (uint32_t k = 0; k < c->terms_count; k++)
        c->numbers[2 + k] = arena_printf(p->mem, "%s.%s", c->what.name,
                                         p->out->coordinates[c->terms[k].coordinate].name);
}

/* The tree outlives the robot. */
static void outlive_robot(const builder *p, robot_cut *c)
{
    c->name = arena_strdup(p->mem, c->name);
    c->why = c->why ? arena_strdup(p->mem, c->why) : NULL;
    c->at.file = c->at.file ? arena_strdup(p->mem, c->at.file) : NULL;
    for (int k = 0; k < 2; k++)
        c->link[k] = c->link[k] ? arena_strdup(p->mem, c->link[k]) : NULL;
    c->terms = NULL; /* the tree has its own, of coordinates */
    c->terms_count = c->terms_capacity = 0;
}

/* Whether a cut of the file joins links of which one is outside the chosen chain: it closes no loop
 * of that chain. */
static bool is_outside(const builder *p, const robot_cut *c)
{
    for (uint32_t k = 0; k < 2 && !cut_is_of_joints(c->kind); k++) {
        const uint32_t link = name_list_find(&p->links, c->link[k]);
        if (link == NAME_LIST_NONE || p->places[link].body != ROBOT_NONE)
            continue;
        diag_note(p->d, c->at, "cut '%s' is left out: link '%s' is not part of the chosen chain",
                  shown(p, c->name), shown(p, c->link[k]));
        return true;
    }
    return false;
}

status tree_cuts_add(const builder *p, const cut_list *list, bool of_file)
{
    for (uint32_t k = 0; k < list->list_count; k++) {
        const robot_cut *c = &list->list[k];
        if (of_file && is_outside(p, c))
            continue;
        for (uint32_t i = 0; i < p->out->cuts_count; i++)
            if (strcmp(p->out->cuts[i].what.name, c->name) == 0)
                return diag_error(p->d, c->at, "cut '%s': another cut or constraint has this name",
                                  shown(p, c->name));
        tree_cut to = {.what = *c};
        outlive_robot(p, &to.what);
        TRY(PLACE[c->kind](p, c, &to));
        if (c->kind == CUT_USER)
            name_numbers(p, &to);
        *ARENA_PUSH(p->mem, p->out, cuts) = to;
    }
    return STATUS_OK;
}

/* ---- what rolls ------------------------------------------------------------------------------ */

/* The first wheel that rolls; as many as there are cuts: none does. */
static uint32_t first_rolling(const tree *t)
{
    uint32_t i = 0;
    while (i < t->cuts_count && t->cuts[i].what.kind != CUT_ROLLING)
        i++;
    return i;
}

bool tree_rolls(const tree *t)
{
    return first_rolling(t) < t->cuts_count;
}

status tree_check_holonomic(const tree *t, const char *what, diag *d)
{
    if (!tree_rolls(t))
        return STATUS_OK;
    const robot_cut *c = &t->cuts[first_rolling(t)].what;
    return diag_error(d, c->at, "constraint '%s': where a wheel rolls without slip, positions do "
                                "not follow from those of other joints, which %s needs",
                      text_shown(d->mem, c->name), what);
}
