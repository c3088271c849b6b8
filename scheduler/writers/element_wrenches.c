/* SPDX-License-Identifier: MIT */
/* Points of elements are frames of the tree, seen from the base, or for a link from the nearest
 * body that carries both ends: what moves both does not change it. */
#include "writers/element_wrenches.h"

#include "writers/grounds.h"
#include "writers/joint_forces.h"
#include "writers/kinematics_parts.h"
#include "writers/laws.h"
#include "writers/tyre_laws.h"

#include <string.h>

struct element_part {
    elements_form form;
    const tree_element *e;
    uint32_t number;
    motion at[2];    /* of its two points */
    pose in_body[2]; /* the points, but for what comes with the state ... */
    pvec given[2];   /* ... which is so far from there, in the link's axes */
};

/* --- sums ----------------------------------------------------------------------------------- */

static const char *text(const writer *w, const char *what)
{
    return name_text(w, what, w->element->number + 1, "");
}

static poly name_one(writer *w, const char *what, poly value)
{
    return name_as(w, what, w->element->number + 1, "", value);
}

static pvec name_vector(writer *w, const char *what, pvec u)
{
    return name_all(w, what, w->element->number + 1, u);
}

static poly number(writer *w, double value)
{
    return poly_number(w->n, value);
}

static poly root(writer *w, const char *what, poly of)
{
    return net_call(w->n, text(w, what), CALL_SQRT, of, poly_zero());
}

static poly reciprocal(writer *w, const char *what, poly of)
{
    return net_reciprocal(w->n, text(w, what), of);
}

static poly input(writer *w, input_kind kind, uint32_t axis)
{
    return signals_vector(w->s, w->n, kind, w->element->e->what.name, w->element->number, axis);
}

static pvec input_vector(writer *w, input_kind kind)
{
    return (pvec){{input(w, kind, 0), input(w, kind, 1), input(w, kind, 2)}};
}

/* --- where points are ------------------------------------------------------------------------ */

/* What of a point comes with the state, and the point without it. */
static void find_given(writer *w, uint32_t k)
{
    const tree_element *e = w->element->e;
    pose *at = &w->element->in_body[k];
    vec3 nominal = {{0, 0, 0}};
    *at = e->in_body[k];
    for (uint32_t c = 0; c < 3; c++) {
        const uint32_t given = tree_number_find(w->t, OF_ELEMENT, w->element->number,
                                                tree_point_numbers(e, k) + c);
        if (given == TREE_NUMBER_NONE)
            continue;
        nominal.v[c] = e->what.point[k].v[c];
        w->element->given[k].v[c] = signals_vector(w->s, w->n, INPUT_NUMBER,
                                                   w->t->numbers[given].name, given, 0);
    }
    at->position = vec3_sub(at->position, mat3_apply(at->rotation, nominal));
}

static bool is_given(pvec u)
{
    return u.v[0].count || u.v[1].count || u.v[2].count;
}

/* The point moves with its link. */
static void add_given(writer *w, uint32_t k)
{
    motion *at = &w->element->at[k];
    pvec arm = {0};
    if (!is_given(w->element->given[k]))
        return;
    for (int c = 0; c < 3; c++)
        arm = plus_all(w, arm, times_all(w, w->element->given[k].v[c], at->r.column[c]));
    arm = name_vector(w, k ? "gb" : "ga", arm);
    at->p = name_vector(w, k ? "pb" : "pa", plus_all(w, at->p, arm));
    if (w->element->form.moving)
        at->v = name_vector(w, k ? "vb" : "va", plus_all(w, at->v, cross(w, at->omega, arm)));
}

static void find_motions(writer *w)
{
    const tree_element *e = w->element->e;
    const uint32_t points = e->what.kind == ELEMENT_FORCE ? 1 : 2;
    tree_frame frames[2];
    for (uint32_t k = 0; k < points; k++) {
        find_given(w, k);
        frames[k] = (tree_frame){.name = e->what.name, .body = e->body[k],
                                 .in_body = w->element->in_body[k]};
    }
    tree own = *w->t;
    own.frames = frames;
    own.frames_count = points;
    geometry g = (w->element->form.symbols ? geometry_classic : geometry_default)(w->mem, &own);
    if (e->seen_from)
        g.bodies[e->seen_from].kind = BODY_FREE; /* to which nothing moves that it carries */
    uint32_t asked = ASK_ORIGIN | ASK_ROTATION;
    if (w->element->form.moving)
        asked |= ASK_LINEAR | ASK_ANGULAR;
    kinematics_form form = kinematics_form_plain(w->mem, &g, SCHEME_PROGRESSIVE);
    memcpy(w->element->at, kinematics_motions(w->mem, &g, asked, &form, w->s, w->n),
           points * sizeof *w->element->at);
    for (uint32_t k = 0; k < points; k++)
        add_given(w, k);
}

/* A vector of the axes that points are seen in, in those of point k. */
static pvec into_point(writer *w, uint32_t k, pvec u)
{
    pvec out;
    for (int c = 0; c < 3; c++)
        out.v[c] = dot(w, w->element->at[k].r.column[c], u);
    return out;
}

static void apply(writer *w, applied_wrenches *to, uint32_t k, pvec force, pvec moment)
{
    if (!w->element->e->body[k]) /* the base feels nothing */
        return;
    const pvec own = name_vector(w, k ? "fb" : "fa", into_point(w, k, force));
    pvec about = name_vector(w, k ? "mb" : "ma", into_point(w, k, moment));
    if (is_given(w->element->given[k]))
        about = name_vector(w, k ? "nb" : "na",
                            plus_all(w, about, cross(w, w->element->given[k], own)));
    *ARENA_PUSH(w->mem, to, list) = (applied_wrench){
        w->element->e->body[k], w->element->in_body[k], own, about};
}

bool wrenches_next(const tree *t, const applied_wrenches *elements, uint32_t i, uint32_t *at,
                   signals *s, net *n, applied_wrench *out)
{
    for (; *at < t->forces_count; ++*at) {
        const tree_force *f = &t->forces[*at];
        if (f->body != i)
            continue;
        *out = (applied_wrench){.body = i, .in_body = f->link_in_body};
        for (uint32_t c = 0; c < 3; c++) {
            out->force.v[c] = signals_vector(s, n, INPUT_FORCE, f->link, *at, c);
            out->moment.v[c] = signals_vector(s, n, INPUT_MOMENT, f->link, *at, c);
        }
        ++*at;
        return true;
    }
    while (*at < t->forces_count + elements->list_count) {
        *out = elements->list[(*at)++ - t->forces_count];
        if (out->body == i)
            return true;
    }
    return false;
}

/* --- forces at points ------------------------------------------------------------------------ */

/* What carries a mass against gravity. */
static pvec lift(writer *w)
{
    pvec up;
    for (uint32_t k = 0; k < 3; k++) {
        poly gravity = w->t->gravity_is_input
                           ? signals_vector(w->s, w->n, INPUT_GRAVITY, "gravity", 0, k)
                           : number(w, w->t->gravity_ms2.v[k]);
        up.v[k] = poly_scale(w->n, gravity, -w->element->e->what.mass);
    }
    return up;
}

static void force_apply(writer *w, applied_wrenches *to)
{
    if (w->element->e->what.law == LAW_LIFT)
        apply(w, to, 0, lift(w), (pvec){0});
    else
        apply(w, to, 0, input_vector(w, INPUT_ELEMENT_FORCE),
              input_vector(w, INPUT_ELEMENT_MOMENT));
}

/* --- links ----------------------------------------------------------------------------------- */

typedef struct {
    pvec way;               /* from a to b */
    poly length, one_over, rate;
} link_state;

static link_state link_find(writer *w)
{
    link_state l;
    l.way = name_vector(w, "z", pvec_sub(w->n, w->element->at[1].p, w->element->at[0].p));
    l.length = root(w, "Z", name_one(w, "ZZ", dot(w, l.way, l.way)));
    l.one_over = reciprocal(w, "iZ", l.length);
    pvec moving = name_vector(w, "zd", pvec_sub(w->n, w->element->at[1].v, w->element->at[0].v));
    l.rate = name_one(w, "Zd", times(w, name_one(w, "zzd", dot(w, moving, l.way)), l.one_over));
    return l;
}

/* A sum times a number of the element's law, which may come with the state. */
static poly by_number(writer *w, given_number what, double value, poly of)
{
    const uint32_t given = tree_number_find(w->t, OF_ELEMENT, w->element->number, what);
    if (given == TREE_NUMBER_NONE)
        return poly_scale(w->n, of, value);
    poly factor = signals_vector(w->s, w->n, INPUT_NUMBER, w->t->numbers[given].name, given, 0);
    return times(w, factor, net_assign(w->n, NULL, of));
}

/* What pulls the ends of a link together. */
static poly link_pull(writer *w, const link_state *l)
{
    const robot_element *e = &w->element->e->what;
    if (e->law == LAW_INPUT || e->law == LAW_USER)
        return law_outside(w->n, w->t, w->element->number, w->s, poly_zero(), poly_zero());
    poly stretch = minus(w, l->length, by_number(w, GIVEN_REST, e->rest, number(w, 1)));
    if (e->law == LAW_FORMULA)
        return law_write(w->n, w->t, w->element->number, w->s, stretch, l->rate);
    if (e->law == LAW_CALL)
        return law_outside(w->n, w->t, w->element->number, w->s, stretch, l->rate);
    return plus(w, by_number(w, GIVEN_STIFFNESS, e->stiffness, stretch),
                by_number(w, GIVEN_DAMPING, e->damping, l->rate));
}

static void link_apply(writer *w, applied_wrenches *to)
{
    link_state l = link_find(w);
    poly share = name_one(w, "F", times(w, name_one(w, "pull", link_pull(w, &l)), l.one_over));
    pvec on_a = name_vector(w, "f", times_all(w, share, l.way));
    apply(w, to, 0, on_a, (pvec){0});
    apply(w, to, 1, times_all(w, number(w, -1), on_a), (pvec){0});
}

/* --- wheels ---------------------------------------------------------------------------------- */

/* [T 1.5.3]: spin about y of the wheel's frame without spin, ground frame S with z upwards from the
 * ground, x along the wheel's plane, y to its left. */
typedef struct {
    pvec x, y, up;   /* of S */
    ground_contact touched; /* of uneven ground */
    pvec arm;        /* from the centre to the contact */
    poly sine, cosine; /* of the camber */
    poly radius;     /* from the centre to the ground, in the wheel's plane */
    poly sink;       /* <= 0: how deep the tyre is pressed in, 0 off the ground */
    pvec v, v_geo;   /* of the contact, as a point of the wheel, and without its spin */
    poly rise;       /* v along up */
    poly sliding, forward; /* v along x; the centre's velocity along x */
    poly one_over;   /* of the forward speed, at least creep */
    poly slip, side; /* gamma, alpha */
} wheel_state;

/* sqrt(a^2 + least^2) */
static poly size(writer *w, const char *what, poly a, double least)
{
    poly square = times(w, a, a);
    return root(w, what, name_one(w, what, plus(w, square, number(w, least * least))));
}

static void wheel_ground(writer *w, wheel_state *s)
{
    const robot_element *e = &w->element->e->what;
    net *n = w->n;
    const vec3 normal = element_ground_normal(e);
    pvec axis = (pvec){0}, up = numbers(w, normal);
    for (int k = 0; k < 3; k++)
        axis = plus_all(w, axis, times_all(w, number(w, w->element->e->axis.v[k]),
                                           w->element->at[1].r.column[k]));
    axis = name_vector(w, "ax", axis);
    poly ground = e->ground == GROUND_INPUT ? input(w, INPUT_GROUND, 0)
                                            : number(w, normal.v[2] * e->height);
    if (element_ground_is_uneven(e)) {
        s->touched = ground_touched(w, e, w->element->at[1].p, axis);
        up = s->touched.normal;
        ground = s->touched.offset;
    }
    s->up = up;
    s->sine = name_one(w, "ssn", dot(w, axis, up));
    pvec across = name_vector(w, "ac", cross(w, axis, up));
    s->cosine = root(w, "cc", name_one(w, "cc2", dot(w, across, across)));
    poly one_over = reciprocal(w, "icc", s->cosine);
    s->x = name_vector(w, "sx", times_all(w, one_over, across));
    s->y = cross(w, up, s->x);
    poly above = name_one(w, "hw", minus(w, dot(w, w->element->at[1].p, up), ground));
    s->radius = name_one(w, "rw", times(w, above, one_over));
    /* The way down in the plane of the wheel: -T3 = (sine axis - z)/cosine. */
    poly share = name_one(w, "rwi", times(w, s->radius, one_over));
    pvec down = pvec_sub(n, times_all(w, s->sine, axis), up);
    s->arm = name_vector(w, "rc", times_all(w, share, name_vector(w, "dn", down)));
    poly deep = name_one(w, "dp", minus(w, above, poly_scale(n, s->cosine, e->radius)));
    s->sink = net_call(n, text(w, "sk"), CALL_BELOW, deep, deep);
}

static void wheel_slip(writer *w, wheel_state *s)
{
    const robot_element *e = &w->element->e->what;
    net *n = w->n;
    s->v = name_vector(w, "vc",
                       plus_all(w, w->element->at[1].v, cross(w, w->element->at[0].omega, s->arm)));
    s->v_geo = name_vector(w, "vg", plus_all(w, w->element->at[1].v,
                                             cross(w, w->element->at[1].omega, s->arm)));
    s->rise = name_one(w, "vr", dot(w, s->v, s->up));
    s->sliding = name_one(w, "ka", dot(w, s->v, s->x));
    s->forward = name_one(w, "vx", dot(w, w->element->at[1].v, s->x));
    s->one_over = reciprocal(w, "ivx", size(w, "vxa", s->forward, e->creep));
    s->slip = name_one(w, "ga", times(w, s->sliding, s->one_over));
    poly along = name_one(w, "vgx", dot(w, s->v_geo, s->x));
    poly left = name_one(w, "vgy", dot(w, s->v_geo, s->y));
    poly least = size(w, "vga", along, e->creep);
    s->side = net_call(n, text(w, "al"), CALL_ATAN2, left, least);
}

static wheel_state wheel_find(writer *w)
{
    wheel_state s = {0};
    wheel_ground(w, &s);
    if (w->element->form.moving)
        wheel_slip(w, &s);
    return s;
}

/* Force and moment of the tyre in S. */
static void wheel_law(writer *w, const wheel_state *s, pvec *force, pvec *moment)
{
    const robot_element *e = &w->element->e->what;
    net *n = w->n;
    *moment = (pvec){0};
    if (e->law == LAW_USER) {
        *force = input_vector(w, INPUT_ELEMENT_FORCE);
        *moment = input_vector(w, INPUT_ELEMENT_MOMENT);
        return;
    }
    poly stiff = number(w, -e->stiffness);
    if (w->element->form.moving)
        stiff = plus(w, stiff, poly_scale(n, s->rise, e->damping));
    const tyre_motion m = {.number = w->element->number + 1,
                           .load = name_one(w, "N", times(w, s->sink, name_one(w, "ks", stiff))),
                           .slip = s->slip, .side = s->side, .sine = s->sine,
                           .cosine = s->cosine, .speed = s->forward,
                           .ahead = times(w, s->forward, s->one_over)};
    const tyre_wrench on_wheel = tyre_law(w, e, &m);
    *force = on_wheel.force;
    *moment = on_wheel.moment;
}

/* Out of S into the axes of the base. */
static pvec out_of_ground(writer *w, const wheel_state *s, pvec u)
{
    pvec out = plus_all(w, times_all(w, u.v[0], s->x), times_all(w, u.v[1], s->y));
    return plus_all(w, out, times_all(w, u.v[2], s->up));
}

static void wheel_apply(writer *w, applied_wrenches *to)
{
    wheel_state s = wheel_find(w);
    pvec force, moment;
    wheel_law(w, &s, &force, &moment);
    force = name_vector(w, "f", out_of_ground(w, &s, force));
    moment = plus_all(w, out_of_ground(w, &s, moment), cross(w, s.arm, force));
    apply(w, to, 0, force, name_vector(w, "m", moment));
}

/* --- turns ----------------------------------------------------------------------------------- */

/* How b turns against a. */
static pvec turn_rate(writer *w)
{
    return name_vector(w, "tw", pvec_sub(w->n, w->element->at[1].omega, w->element->at[0].omega));
}

/* A formula is that of each rate about the axes of b; at rest rates are zero. */
static pvec turn_moment(writer *w)
{
    const robot_element *e = &w->element->e->what;
    const bool moving = w->element->form.moving;
    if (e->law != LAW_FORMULA && !moving)
        return (pvec){0};
    if (e->law != LAW_FORMULA)
        return times_all(w, by_number(w, GIVEN_DAMPING, e->damping, number(w, 1)), turn_rate(w));
    pvec rate = moving ? into_point(w, 1, turn_rate(w)) : (pvec){0}, on_a = (pvec){0};
    for (int c = 0; c < 3; c++) {
        poly moment =
            name_one(w, "mt", law_write(w->n, w->t, w->element->number, w->s, poly_zero(),
                                        rate.v[c]));
        on_a = plus_all(w, on_a, times_all(w, moment, w->element->at[1].r.column[c]));
    }
    return on_a;
}

static void turn_apply(writer *w, applied_wrenches *to)
{
    pvec on_a = name_vector(w, "m", turn_moment(w));
    if (!on_a.v[0].count && !on_a.v[1].count && !on_a.v[2].count)
        return;
    apply(w, to, 0, (pvec){0}, on_a);
    apply(w, to, 1, (pvec){0}, times_all(w, number(w, -1), on_a));
}

/* --- all of them ----------------------------------------------------------------------------- */

applied_wrenches elements_write(arena *mem, const tree *t, elements_form form, signals *s, net *n)
{
    applied_wrenches all = {0};
    for (uint32_t k = 0; k < t->elements_count; k++) {
        struct element_part part = {.form = form, .e = &t->elements[k], .number = k};
        writer w = {.mem = mem, .t = t, .s = s, .n = n, .infix = "_e", .element = &part};
        if (t->elements[k].what.kind == ELEMENT_TORSION)
            continue; /* it acts at joints (laws.h) */
        find_motions(&w);
        switch (t->elements[k].what.kind) {
        case ELEMENT_FORCE: force_apply(&w, &all); break;
        case ELEMENT_LINK: link_apply(&w, &all); break;
        case ELEMENT_WHEEL: wheel_apply(&w, &all); break;
        case ELEMENT_TURN: turn_apply(&w, &all); break;
        case ELEMENT_TORSION:
        case ELEMENT_KINDS: break;
        }
    }
    return all;
}

/* Where it touches, what the steps leave, the radius. */
static void wheel_contact(writer *w, const wheel_state *s, poly out[6])
{
    const pvec even = plus_all(w, w->element->at[1].p, s->arm);
    const bool is_uneven = element_ground_is_uneven(&w->element->e->what);
    for (int k = 0; k < 3; k++)
        out[k] = is_uneven ? s->touched.contact.v[k] : even.v[k];
    out[3] = s->touched.aside;
    out[4] = s->touched.along;
    out[5] = s->radius;
}

/* What the user's law of a wheel gets, by its convention. */
static void wheel_indicators(writer *w, poly out[6])
{
    net *n = w->n;
    wheel_state s = wheel_find(w);
    if (w->element->e->what.convention == INDICATORS_CONTACT) {
        wheel_contact(w, &s, out);
        return;
    }
    poly camber = net_call(n, NULL, CALL_ATAN2, s.sine, s.cosine);
    out[2] = camber;
    out[5] = s.radius;
    if (w->element->e->what.convention == INDICATORS_FORMULA) {
        out[0] = s.sink;
        out[1] = s.side;
        out[3] = s.slip;
        out[4] = s.rise;
        return;
    }
    /* alpha = atan(left / forward), so its cosine is forward / sqrt(left^2 + forward^2). */
    const double creep = w->element->e->what.creep;
    poly left = name_one(w, "vcy", dot(w, s.v, s.y)), least = size(w, "vxc", s.forward, creep);
    pvec centre = w->element->at[1].v;
    centre = name_vector(w, "vl", pvec_sub(n, centre, times_all(w, dot(w, centre, s.up), s.up)));
    poly ground = name_one(w, "vh2", dot(w, centre, centre));
    poly speed = root(w, "vh", name_one(w, "vhc", plus(w, ground, number(w, creep * creep))));
    poly slant = root(w, "vs",
                      name_one(w, "vs2", plus(w, times(w, left, left), times(w, least, least))));
    poly both = name_one(w, "vd", times(w, least, speed));
    poly share = name_one(w, "vi", times(w, slant, reciprocal(w, "ivd", both)));
    out[0] = s.radius;
    out[1] = net_call(n, NULL, CALL_ATAN2, left, least);
    out[3] = poly_scale(n, times(w, s.sliding, share), -1);
    out[4] = s.rise;
}

void elements_write_states(arena *mem, const tree *t, elements_form form, signals *s, net *n)
{
    for (uint32_t k = 0; k < t->elements_count; k++) {
        struct element_part part = {.form = form, .e = &t->elements[k], .number = k};
        writer w = {.mem = mem, .t = t, .s = s, .n = n, .infix = "_e", .element = &part};
        poly out[6] = {{0}};
        if (t->elements[k].what.kind != ELEMENT_TORSION)
            find_motions(&w);
        if (t->elements[k].what.kind == ELEMENT_WHEEL) {
            wheel_indicators(&w, out);
        } else if (t->elements[k].what.kind == ELEMENT_TORSION) {
            out[0] = tendon_stretch(&t->elements[k].along, s, n);
            out[1] = tendon_rate(&t->elements[k].along, s, n);
        } else if (t->elements[k].what.kind == ELEMENT_LINK) {
            link_state l = link_find(&w);
            out[0] = l.length;
            out[1] = l.rate;
        } else if (t->elements[k].what.kind == ELEMENT_TURN) {
            pvec rate = into_point(&w, 1, turn_rate(&w));
            for (int c = 0; c < 3; c++)
                out[c] = rate.v[c];
        } else {
            for (int c = 0; c < 3; c++) {
                out[c] = part.at[0].p.v[c];
                out[3 + c] = part.at[0].v.v[c];
            }
        }
        const element_formula *law = t->elements[k].what.formula;
        const bool has_state = law && law->state;
        if (has_state) {
            const poly rest = number(&w, t->elements[k].what.kind == ELEMENT_LINK
                                             ? t->elements[k].what.rest : 0);
            signals_output(s, n, OUTPUT_LAW_RATE, t->elements[k].what.name, k, 0,
                           law_write_rate(n, t, k, s, poly_sub(n, out[0], rest), out[1]));
        }
        for (uint32_t c = 0; c < 6; c++)
            if (c != 2 || !has_state)
                signals_output(s, n, c < 3 ? OUTPUT_ELEMENT_FIRST : OUTPUT_ELEMENT_SECOND,
                               t->elements[k].what.name, k, c % 3, out[c]);
    }
    net_sweep(n);
}
