/* SPDX-License-Identifier: MIT */
/* Tendons (robot_tendon) put on the coordinates of a tree. */
#include "robot/tree_parts.h"

#include "robot/numbers.h"

double tree_tendon_coefficient(const tree_tendon *t, uint32_t c)
{
    for (uint32_t i = 0; i < t->terms_count; i++)
        if (t->terms[i].coordinate == c)
            return t->terms[i].coefficient;
    return 0;
}

double tree_tendon_sum(const tree_tendon *t, const double *of)
{
    double sum = 0;
    for (uint32_t i = 0; i < t->terms_count; i++)
        sum += t->terms[i].coefficient * of[t->terms[i].coordinate];
    return sum;
}

static const tree_body *body_of(const builder *b, uint32_t joint)
{
    for (uint32_t i = 1; i < b->out->bodies_count; i++)
        if (b->out->bodies[i].joint == joint)
            return &b->out->bodies[i];
    return NULL;
}

static void add_term(const builder *b, tree_tendon *to, uint32_t coordinate, double coefficient)
{
    for (uint32_t i = 0; i < to->terms_count; i++)
        if (to->terms[i].coordinate == coordinate) {
            to->terms[i].coefficient += coefficient;
            return;
        }
    *ARENA_PUSH(b->mem, to, terms) = (tree_term){coordinate, coefficient};
}

/* A joint's position is ratio q + offset. False where one is not in the tree. */
static bool place_terms(const builder *b, const robot_tendon *from, tree_tendon *to)
{
    for (uint32_t i = 0; i < from->terms_count; i++) {
        const robot_term *term = &from->terms[i];
        const tree_body *body = body_of(b, term->joint);
        if (!body) {
            diag_note(b->d, from->at, "tendon '%s' is left out: joint '%s' is not part of the "
                      "chosen chain", text_shown(b->d->mem, from->name),
                      text_shown(b->d->mem, b->r->joints[term->joint].name));
            return false;
        }
        add_term(b, to, body->coordinate, term->coefficient * body->ratio);
        to->rest -= term->coefficient * body->offset;
    }
    return true;
}

void tree_tendons_add(const builder *b)
{
    for (uint32_t i = 0; i < b->r->tendons_count; i++) {
        const robot_tendon *from = &b->r->tendons[i];
        tree_tendon to = {.name = arena_strdup(b->mem, from->name), .stiffness = from->stiffness,
                          .rest = from->rest, .damping = from->damping};
        if (place_terms(b, from, &to))
            *ARENA_PUSH(b->mem, b->out, tendons) = to;
    }
}
