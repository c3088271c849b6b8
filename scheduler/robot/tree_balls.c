/* SPDX-License-Identifier: MIT */
/* Balls that turn: q of the three hinges that a ball became tells how it is turned, as ever, but qd
 * is the angular velocity of its child against its parent in the child's axes, qdd the derivative
 * of that, and tau the moment about those axes. No position of the ball is singular then, and any
 * three angles that turn it so will do: those of a quaternion, say (docs/robots.md).
 *
 * Nothing else is to know of it. The bodies of the three hinges are turned by q, but have no rate
 * (RATE_NONE); on them hang three without mass that have the rates alone, at an angle of zero:
 * ratio 0, so that all their axes are the child's. They come in the order of coordinates, in which
 * pivots are taken:
 *
 *   parent --q1--> . --q2--> . --q3--> . --qd1--> . --qd2--> . --qd3--> child
 *
 * With axes e1, e2, e3 and rates r the derivative of the angular velocity, in the child's axes, is
 *   sum of e r' + r1 r2 e1 x e2 + r1 r3 e1 x e3 + r2 r3 e2 x e3,
 * which is to be the sum of e qdd: with s = (e1 x e2) e3, +1 or -1,
 *   r1' = qdd1 - s r2 r3,  r2' = qdd2 + s r3 r1,  r3' = qdd3 - s r1 r2. */
#include "robot/numbers.h"
#include "robot/tree_parts.h"

#include <string.h>

enum { PARTS = 3 };

bool tree_is_turning(const builder *b, uint32_t joint)
{
    return b->options->balls_turn && b->r->joints[joint].ball_part != 0;
}

/* Parts stand one after the other (urdf_balls.c, mjcf_joint.c). */
static uint32_t first_of(const builder *b, uint32_t joint)
{
    return joint + 1 - b->r->joints[joint].ball_part;
}

uint32_t tree_ball_add(builder *b, uint32_t joint, uint32_t body)
{
    const uint32_t first = first_of(b, joint);
    b->out->bodies[body].rate = RATE_NONE;
    if (joint < first + PARTS - 1)
        return body;
    const char *link = b->out->bodies[body].link;
    b->out->bodies[body].link = NULL;
    for (uint32_t k = 0; k < PARTS; k++) {
        const robot_joint *j = &b->r->joints[first + k];
        body = tree_add_body(b, ROBOT_NONE,
                             (tree_body){.name = arena_printf(b->mem, "%s.rate", j->name),
                                         .link = k + 1 == PARTS ? link : NULL, .at = j->at,
                                         .kind = BODY_REVOLUTE, .parent = body,
                                         .origin = pose_identity(), .axis = j->axis,
                                         .coordinate = b->coordinates[first + k],
                                         .rate = RATE_ALONE});
        b->out->bodies[body].ratio = 0;
    }
    return body;
}

double tree_rate_ratio(const tree_body *b)
{
    const double of[] = {[RATE_OF_POSITION] = b->ratio, [RATE_NONE] = 0, [RATE_ALONE] = 1};
    return of[b->rate];
}

static status ball_error(const builder *b, const robot_joint *j, const char *why)
{
    return diag_error(b->d, j->at, "joint '%s': a ball that turns (--balls turning) %s",
                      text_shown(b->d->mem, j->name), why);
}

status tree_balls_finish(const builder *b)
{
    for (uint32_t i = 0; i < b->r->joints_count; i++) {
        const robot_joint *j = &b->r->joints[i];
        if (j->mimic_joint != ROBOT_NONE && tree_is_turning(b, j->mimic_joint))
            return ball_error(b, &b->r->joints[j->mimic_joint], "cannot be followed by a joint");
        if (!tree_is_turning(b, i) || b->coordinates[i] == ROBOT_NONE)
            continue;
        const uint32_t first = first_of(b, i), own = i - first;
        const uint32_t *of = &b->coordinates[first];
        for (uint32_t k = 0; k < PARTS; k++)
            if (of[k] == ROBOT_NONE)
                return ball_error(b, j, "needs all of its three hinges");
        const vec3 e[PARTS] = {j[-(int)own].axis, j[1 - (int)own].axis, j[2 - (int)own].axis};
        const double sense = vec3_dot(vec3_cross(e[0], e[1]), e[2]);
        tree_coordinate *c = &b->out->coordinates[of[own]];
        c->swirl = own == 1 ? sense : -sense;
        c->swirl_of[0] = of[(own + 1) % PARTS];
        c->swirl_of[1] = of[(own + 2) % PARTS];
        if (own == 0)
            *ARENA_PUSH(b->mem, b->out, balls) =
                (tree_ball){arena_strndup(b->mem, j->name, strlen(j->name) - 1),
                            {of[0], of[1], of[2]}, {e[0], e[1], e[2]}};
    }
    return STATUS_OK;
}

/* What acts along q would not do the work of its power, tau qd. */
static status check_terms(const builder *b, const tree_tendon *along)
{
    for (uint32_t k = 0; k < along->terms_count; k++)
        if (b->out->coordinates[along->terms[k].coordinate].swirl != 0)
            return diag_error(b->d, (place){.file = b->file}, "'%s': a ball that turns (--balls "
                              "turning) takes no torsion or tendon",
                              text_shown(b->d->mem, along->name));
    return STATUS_OK;
}

status tree_balls_check(const builder *b)
{
    const tree *t = b->out;
    for (uint32_t i = 0; i < b->r->joints_count; i++)
        if (tree_is_turning(b, i) && b->coordinates[i] != ROBOT_NONE &&
            b->r->joints[i].stiffness != 0)
            return ball_error(b, &b->r->joints[i], "takes no spring");
    for (uint32_t k = 0; k < t->tendons_count; k++)
        TRY(check_terms(b, &t->tendons[k]));
    for (uint32_t k = 0; k < t->elements_count; k++) {
        const tree_element *e = &t->elements[k];
        TRY(check_terms(b, &e->along));
        if (e->what.kind == ELEMENT_WHEEL && t->coordinates[e->coordinate].swirl != 0)
            return diag_error(b->d, e->what.at, "element '%s': a ball that turns (--balls "
                              "turning) is no joint of a wheel",
                              text_shown(b->d->mem, e->what.name));
    }
    if (tree_turns(t) && (t->parameters_count || b->r->cuts.list_count ||
                          (b->options->cuts && b->options->cuts->list_count)))
        return diag_error(b->d, (place){.file = b->file},
                          "robot '%s' has balls that turn (--balls turning): with them neither "
                          "loops nor parameters of links as inputs are written; --balls hinges "
                          "has both", text_shown(b->d->mem, t->name));
    return STATUS_OK;
}

bool tree_turns(const tree *t)
{
    return t->balls_count > 0;
}

status tree_check_hinges(const tree *t, const char *what, diag *d)
{
    if (!tree_turns(t))
        return STATUS_OK;
    return diag_error(d, (place){0}, "robot '%s' has balls that turn (--balls turning), whose "
                      "rates are no derivatives of their positions: %s takes --balls hinges",
                      t->name, what);
}
