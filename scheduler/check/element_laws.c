/* SPDX-License-Identifier: MIT */
/* What elements (docs/forces.md) give to bodies. Points are seen from the free body that they hang
 * on, or from the base; two ends from the nearest body that carries both. */
#include "check/check_model.h"
#include "check/ground_opinion.h"
#include "check/law_opinion.h"
#include "check/tyre_forces.h"

static amount square(amount a)
{
    return amount_multiply(a, a);
}

static uint32_t seen_from(const check_model *m, const check_element *e)
{
    if (e->what->kind == ELEMENT_LINK || e->what->kind == ELEMENT_TURN)
        return check_common(m, e->body[0], e->body[1]);
    return e->what->kind == ELEMENT_FORCE ? m->bodies[e->body[0]].root : 0;
}

/* A point in its link's axes. */
static avec point_of(const check_state *s, const check_element *e, int end)
{
    static const char *const OF_FORCE[] = {"x", "y", "z"},
                            *const OF_LINK[2][3] = {{"a_x", "a_y", "a_z"}, {"b_x", "b_y", "b_z"}};
    const char *const *word = e->what->kind == ELEMENT_FORCE ? OF_FORCE : OF_LINK[end];
    avec at;
    for (int c = 0; c < 3; c++)
        at.v[c] = check_number_of(s, e->what, word[c], e->what->point[end].v[c]);
    return at;
}

/* A force at a point of a body, and a moment, in the axes that it is seen from. */
static check_wrench wrench_at(const check_state *s, const check_element *e, int end,
                              const check_motion *body, avec force, avec moment)
{
    const avec own = amat_apply_back(&body->turn, force);
    const avec about = amat_apply_back(&body->turn, moment);
    return (check_wrench){e->body[end], own, avec_add(about, avec_cross(point_of(s, e, end), own))};
}

static avec given(const check_state *s, uint32_t element, uint32_t first)
{
    const amount *of = &s->of[ARRAY_ELEMENT_FORCES][7 * element + first];
    return (avec){{of[0], of[1], of[2]}};
}

/* What a law outside the equations says: its force, or of a call that is derived the line that it
 * follows. */
static amount said_outside(const check_state *s, uint32_t element, amount x, amount xd)
{
    const avec line = given(s, element, 0);
    if (s->m->elements[element].what->law != LAW_CALL || !s->m->derives)
        return line.v[0];
    return amount_add(line.v[0], amount_add(amount_multiply(line.v[1], x),
                                            amount_multiply(line.v[2], xd)));
}

/* Of a law that has one: the fourth number. */
static amount own_state(const check_state *s, uint32_t element)
{
    return s->of[ARRAY_ELEMENT_FORCES][7 * element + 3];
}

/* ---- links ----------------------------------------------------------------------------------- */

typedef struct {
    check_motion end[2], body[2];
    avec way;
    amount length, rate;
} link_facts;

static link_facts find_link(const check_state *s, const check_element *e)
{
    link_facts l;
    const uint32_t from = seen_from(s->m, e);
    for (int k = 0; k < 2; k++) {
        l.body[k] = check_motion_of(s, from, e->body[k]);
        l.end[k] = check_point(&l.body[k], point_of(s, e, k));
    }
    l.way = avec_sub(l.end[1].at, l.end[0].at);
    l.length = amount_sqrt(avec_dot(l.way, l.way));
    l.rate = amount_multiply(avec_dot(avec_sub(l.end[1].linear, l.end[0].linear), l.way),
                             amount_reciprocal(l.length));
    return l;
}

static amount spring_pull(const check_state *s, const robot_element *e, const link_facts *l)
{
    const amount stretch = amount_sub(l->length, check_number_of(s, e, "rest", e->rest));
    return amount_add(amount_multiply(stretch, check_number_of(s, e, "stiffness", e->stiffness)),
                      amount_multiply(l->rate, check_number_of(s, e, "damping", e->damping)));
}

static void link_wrenches(const check_state *s, uint32_t number, check_wrench out[2])
{
    const check_element *e = &s->m->elements[number];
    link_facts l = find_link(s, e);
    const amount stretch = amount_sub(l.length, amount_of(e->what->rest));
    amount pull = said_outside(s, number, stretch, l.rate);
    if (e->what->law == LAW_SPRING)
        pull = spring_pull(s, e->what, &l);
    if (e->what->law == LAW_FORMULA)
        pull = check_law(e->what->formula, CHECK_FORCE, stretch, l.rate, own_state(s, number));
    const avec on_a = avec_scale(l.way, amount_multiply(pull, amount_reciprocal(l.length)));
    out[0] = wrench_at(s, e, 0, &l.body[0], on_a, avec_zero());
    out[1] = wrench_at(s, e, 1, &l.body[1], avec_scale(on_a, amount_of(-1)), avec_zero());
}

/* ---- wheels ---------------------------------------------------------------------------------- */

typedef struct {
    check_motion wheel, carrier; /* carrier: with the wheel's centre */
    avec x, y, z;                /* of the ground */
    check_ground touched;        /* of uneven ground */
    amount camber, cosine, radius, sink;
    avec arm;                    /* from the centre to the contact */
    avec v, v_geo;
    amount forward, slip, side;
} wheel_facts;

/* sqrt(a^2 + least^2) */
static amount at_least(amount a, double least)
{
    return amount_sqrt(amount_add(square(a), square(amount_of(least))));
}

/* min(0, x) */
static amount below(amount x)
{
    if (x.value.hi < 0)
        return x;
    x.value = x.slope = doubled_of(0);
    return x;
}

static void stand(const check_state *s, uint32_t number, wheel_facts *w)
{
    const check_element *e = &s->m->elements[number];
    const check_body *b = &s->m->bodies[e->body[0]];
    const vec3 normal = element_ground_normal(e->what);
    amount ground = e->what->ground == GROUND_INPUT
                              ? s->of[ARRAY_ELEMENT_FORCES][7 * number + 6]
                              : amount_scale(amount_of(e->what->height), normal.v[2]);
    w->wheel = check_motion_of(s, 0, e->body[0]);
    const check_motion carrier = check_motion_of(s, 0, e->body[1]);
    w->carrier = check_point(&carrier, b->arm);
    const avec axis = amat_apply(&w->wheel.turn, b->axis);
    w->z = avec_of(normal);
    if (element_ground_is_uneven(e->what)) {
        w->touched = check_touch(e->what, w->wheel.at, axis);
        w->z = w->touched.normal;
        ground = w->touched.offset;
    }
    const amount sine = avec_dot(axis, w->z);
    const avec across = avec_cross(axis, w->z);
    w->cosine = amount_sqrt(avec_dot(across, across));
    w->camber = amount_atan2(sine, w->cosine);
    const amount over = amount_reciprocal(w->cosine);
    w->x = avec_scale(across, over);
    w->y = avec_cross(w->z, w->x);
    const amount above = amount_sub(avec_dot(w->wheel.at, w->z), ground);
    w->radius = amount_multiply(above, over);
    const avec t3 = avec_scale(avec_sub(w->z, avec_scale(axis, sine)), over);
    w->arm = avec_scale(t3, amount_negative(w->radius));
    w->sink = below(amount_sub(above, amount_scale(w->cosine, e->what->radius)));
}

static wheel_facts find_wheel(const check_state *s, uint32_t number)
{
    wheel_facts w;
    const robot_element *e = s->m->elements[number].what;
    stand(s, number, &w);
    w.v = avec_add(w.carrier.linear, avec_cross(w.wheel.omega, w.arm));
    w.v_geo = avec_add(w.carrier.linear, avec_cross(w.carrier.omega, w.arm));
    w.forward = at_least(avec_dot(w.carrier.linear, w.x), e->creep);
    w.slip = amount_multiply(avec_dot(w.v, w.x), amount_reciprocal(w.forward));
    w.side = amount_atan2(avec_dot(w.v_geo, w.y), at_least(avec_dot(w.v_geo, w.x), e->creep));
    return w;
}

static avec out_of_ground(const wheel_facts *w, avec u)
{
    const avec level = avec_add(avec_scale(w->x, u.v[0]), avec_scale(w->y, u.v[1]));
    return avec_add(level, avec_scale(w->z, u.v[2]));
}

static check_wrench wheel_wrench(const check_state *s, uint32_t number)
{
    const check_element *at = &s->m->elements[number];
    const robot_element *e = at->what;
    const wheel_facts w = find_wheel(s, number);
    avec force = given(s, number, 0), moment = given(s, number, 3);
    if (e->law != LAW_USER) {
        const amount rise = avec_dot(w.v, w.z);
        const amount stiff = amount_sub(amount_of(e->stiffness), amount_scale(rise, e->damping));
        const amount load = e->law == LAW_CALL
                                ? said_outside(s, number, amount_negative(w.sink),
                                               amount_negative(rise))
                                : amount_multiply(amount_negative(w.sink), stiff);
        const amount speed = avec_dot(w.carrier.linear, w.x);
        const amount ahead = amount_multiply(speed, amount_reciprocal(w.forward));
        const check_tyre_wrench of = check_tyre_law(
            e, (check_tyre){load, w.slip, w.side, w.camber, speed, ahead});
        force = of.force;
        moment = of.moment;
    }
    force = out_of_ground(&w, force);
    moment = avec_add(out_of_ground(&w, moment), avec_cross(w.arm, force));
    return wrench_at(s, at, 0, &w.wheel, force, moment);
}

static void wheel_states(const check_state *s, uint32_t number, amount out[6])
{
    const robot_element *e = s->m->elements[number].what;
    const wheel_facts w = find_wheel(s, number);
    out[5] = w.radius;
    if (e->convention == INDICATORS_CONTACT) {
        const avec even = avec_add(w.wheel.at, w.arm);
        const bool is_uneven = element_ground_is_uneven(e);
        for (int k = 0; k < 3; k++)
            out[k] = is_uneven ? w.touched.contact.v[k] : even.v[k];
        out[3] = is_uneven ? w.touched.aside : amount_of(0);
        out[4] = is_uneven ? w.touched.along : amount_of(0);
        return;
    }
    out[2] = w.camber;
    out[4] = avec_dot(w.v, w.z);
    if (e->convention == INDICATORS_FORMULA) {
        out[0] = w.sink;
        out[1] = w.side;
        out[3] = w.slip;
        return;
    }
    const amount left = avec_dot(w.v, w.y), along = avec_dot(w.carrier.linear, w.x);
    const amount level = amount_add(square(along), square(avec_dot(w.carrier.linear, w.y)));
    const amount speed = amount_sqrt(amount_add(level, square(amount_of(e->creep))));
    const amount slant = amount_sqrt(amount_add(square(left), square(w.forward)));
    const amount cosine = amount_multiply(w.forward, amount_reciprocal(slant));
    out[0] = w.radius;
    out[1] = amount_atan2(left, w.forward);
    out[3] = amount_negative(amount_multiply(avec_dot(w.v, w.x), amount_reciprocal(
                                                 amount_multiply(cosine, speed))));
}

/* ---- torsion --------------------------------------------------------------------------------- */

typedef struct {
    amount x, xd;
} torsion_facts;

static double share_of(const check_element *e, int end)
{
    return end ? -e->what->ratio : 1;
}

/* Joints are elementary, each with a body that hangs by it. */
static torsion_facts find_torsion(const check_state *s, const check_element *e)
{
    torsion_facts t = {amount_of(-e->what->rest), amount_of(0)};
    for (int k = 0; k < (e->what->other ? 2 : 1); k++) {
        const check_joint_state *j = &s->joints[e->body[k]];
        t.x = amount_add(t.x, amount_scale(j->x, share_of(e, k)));
        t.xd = amount_add(t.xd, amount_scale(j->xd, share_of(e, k)));
    }
    return t;
}

void check_add_torsion(const check_state *s, uint32_t number, amount *out)
{
    const check_element *e = &s->m->elements[number];
    const torsion_facts t = find_torsion(s, e);
    const amount moment = e->what->law == LAW_FORMULA
                              ? check_law(e->what->formula, CHECK_FORCE, t.x, t.xd,
                                          own_state(s, number))
                              : said_outside(s, number, t.x, t.xd);
    for (int k = 0; k < (e->what->other ? 2 : 1); k++) {
        const check_body *b = &s->m->bodies[e->body[k]];
        amount *to = &out[b->coordinate];
        *to = amount_add(*to, amount_scale(moment, share_of(e, k) * b->ratio));
    }
}

/* ---- all of them ----------------------------------------------------------------------------- */

static check_wrench force_wrench(const check_state *s, uint32_t number)
{
    const check_element *e = &s->m->elements[number];
    const check_motion body = check_motion_of(s, seen_from(s->m, e), e->body[0]);
    const amount *gravity = s->of[ARRAY_GRAVITY];
    if (e->what->law != LAW_LIFT)
        return wrench_at(s, e, 0, &body, given(s, number, 0), given(s, number, 3));
    const avec up = {{gravity[0], gravity[1], gravity[2]}};
    return wrench_at(s, e, 0, &body, avec_scale(up, amount_of(-e->what->mass)), avec_zero());
}

/* Both bodies, and how b turns against a. */
static avec turn_rate(const check_state *s, const check_element *e, check_motion body[2])
{
    const uint32_t from = seen_from(s->m, e);
    for (int k = 0; k < 2; k++)
        body[k] = check_motion_of(s, from, e->body[k]);
    return avec_sub(body[1].omega, body[0].omega);
}

static void turn_wrenches(const check_state *s, uint32_t number, check_wrench out[2])
{
    const check_element *e = &s->m->elements[number];
    const avec said = given(s, number, 0), slopes = given(s, number, 3);
    check_motion body[2];
    const avec rate = turn_rate(s, e, body);
    avec on_a = avec_scale(rate, check_number_of(s, e->what, "damping", e->what->damping));
    if (e->what->law != LAW_VISCOUS) {
        avec own = amat_apply_back(&body[1].turn, rate);
        for (int k = 0; k < 3; k++)
            if (e->what->law == LAW_FORMULA)
                own.v[k] = check_law(e->what->formula, CHECK_FORCE, amount_of(NAN), own.v[k],
                                     amount_of(NAN));
            else
                own.v[k] = s->m->derives
                               ? amount_add(said.v[k], amount_multiply(slopes.v[k], own.v[k]))
                               : said.v[k];
        on_a = amat_apply(&body[1].turn, own);
    }
    out[0] = wrench_at(s, e, 0, &body[0], avec_zero(), on_a);
    out[1] = wrench_at(s, e, 1, &body[1], avec_zero(), avec_scale(on_a, amount_of(-1)));
}

uint32_t check_element_wrenches(const check_state *s, uint32_t element, check_wrench out[2])
{
    const check_element *e = &s->m->elements[element];
    switch (e->what->kind) {
    case ELEMENT_FORCE: out[0] = force_wrench(s, element); return 1;
    case ELEMENT_WHEEL: out[0] = wheel_wrench(s, element); return 1;
    case ELEMENT_LINK: link_wrenches(s, element, out); return 2;
    case ELEMENT_TURN: turn_wrenches(s, element, out); return 2;
    case ELEMENT_TORSION: /* at joints */
    case ELEMENT_KINDS: break;
    }
    return 0;
}

static bool has_state(const check_element *e)
{
    return e->what->formula && e->what->formula->state;
}

void check_element_states(const check_state *s, uint32_t element, amount out[6])
{
    const check_element *e = &s->m->elements[element];
    check_motion body[2];
    for (int k = 0; k < 6; k++)
        out[k] = amount_of(0);
    if (e->what->kind == ELEMENT_WHEEL) {
        wheel_states(s, element, out);
    } else if (e->what->kind == ELEMENT_LINK) {
        const link_facts l = find_link(s, e);
        out[0] = l.length;
        out[1] = l.rate;
        if (has_state(e))
            out[2] = check_law(e->what->formula, CHECK_RATE,
                               amount_sub(l.length, amount_of(e->what->rest)), l.rate,
                               own_state(s, element));
    } else if (e->what->kind == ELEMENT_TORSION) {
        const torsion_facts t = find_torsion(s, e);
        out[0] = t.x;
        out[1] = t.xd;
        if (has_state(e))
            out[2] = check_law(e->what->formula, CHECK_RATE, t.x, t.xd, own_state(s, element));
    } else if (e->what->kind == ELEMENT_TURN) {
        const avec rate = turn_rate(s, e, body);
        const avec own = amat_apply_back(&body[1].turn, rate);
        for (int k = 0; k < 3; k++)
            out[k] = own.v[k];
    } else {
        body[0] = check_motion_of(s, seen_from(s->m, e), e->body[0]);
        const check_motion point = check_point(&body[0], point_of(s, e, 0));
        for (int k = 0; k < 3; k++) {
            out[k] = point.at.v[k];
            out[3 + k] = point.linear.v[k];
        }
    }
}
