/* SPDX-License-Identifier: MIT */
/* Points of elements are frames of the tree, seen from the base, or for a link from the nearest
 * body that carries both ends: what moves both does not change it. */
#include "writers/element_wrenches.h"

#include "writers/kinematics_parts.h"

typedef struct {
    arena *mem;
    const tree *t;
    elements_form form;
    signals *s;
    net *n;
    const tree_element *e;
    uint32_t number; /* of the element */
    const motion *at; /* of its two points */
} element_writer;

/* --- sums ----------------------------------------------------------------------------------- */

static poly name_one(element_writer *w, const char *what, poly value)
{
    return net_assign(w->n, arena_printf(w->mem, "%s_e%u", what, w->number + 1), value);
}

static pvec name(element_writer *w, const char *what, pvec u)
{
    for (int k = 0; k < 3; k++)
        u.v[k] = net_assign(
            w->n, arena_printf(w->mem, "%s_e%u%c", what, w->number + 1, "xyz"[k]), u.v[k]);
    return u;
}

static poly times(element_writer *w, poly a, poly b)
{
    return poly_multiply(w->n, a, b);
}

static poly dot(element_writer *w, pvec a, pvec b)
{
    poly sum = poly_zero();
    for (int k = 0; k < 3; k++)
        sum = poly_add(w->n, sum, times(w, a.v[k], b.v[k]));
    return sum;
}

static poly number(element_writer *w, double value)
{
    return poly_number(w->n, value);
}

static poly root(element_writer *w, const char *what, poly of)
{
    return net_call(w->n, arena_printf(w->mem, "%s_e%u", what, w->number + 1), CALL_SQRT, of,
                    poly_zero());
}

static poly reciprocal(element_writer *w, const char *what, poly of)
{
    return net_reciprocal(w->n, arena_printf(w->mem, "%s_e%u", what, w->number + 1), of);
}

static poly input(element_writer *w, input_kind kind, uint32_t axis)
{
    return signals_vector(w->s, w->n, kind, w->e->what.name, w->number, axis);
}

static pvec input_vector(element_writer *w, input_kind kind)
{
    return (pvec){{input(w, kind, 0), input(w, kind, 1), input(w, kind, 2)}};
}

/* --- where points are ------------------------------------------------------------------------ */

static void find_motions(element_writer *w)
{
    const tree_element *e = w->e;
    const uint32_t points = e->what.kind == ELEMENT_FORCE ? 1 : 2;
    tree_frame frames[2];
    for (uint32_t k = 0; k < points; k++)
        frames[k] = (tree_frame){.name = e->what.name, .body = e->body[k],
                                 .in_body = e->in_body[k]};
    tree own = *w->t;
    own.frames = frames;
    own.frames_count = points;
    geometry g = w->form.symbols ? geometry_classic(w->mem, &own) : geometry_default(w->mem, &own);
    if (e->seen_from)
        g.bodies[e->seen_from].kind = BODY_FREE; /* to which nothing moves that it carries */
    uint32_t asked = ASK_ORIGIN | ASK_ROTATION;
    if (w->form.moving)
        asked |= ASK_LINEAR | ASK_ANGULAR;
    kinematics_form form = kinematics_form_plain(w->mem, &g, SCHEME_PROGRESSIVE);
    w->at = kinematics_motions(w->mem, &g, asked, &form, w->s, w->n);
}

/* A vector of the axes that points are seen in, in those of point k. */
static pvec into_point(element_writer *w, uint32_t k, pvec u)
{
    pvec out;
    for (int c = 0; c < 3; c++)
        out.v[c] = dot(w, w->at[k].r.column[c], u);
    return out;
}

static void apply(element_writer *w, applied_wrenches *to, uint32_t k, pvec force, pvec moment)
{
    if (!w->e->body[k]) /* the base feels nothing */
        return;
    *ARENA_PUSH(w->mem, to, list) =
        (applied_wrench){w->e->body[k], w->e->in_body[k],
                         name(w, k ? "fb" : "fa", into_point(w, k, force)),
                         name(w, k ? "mb" : "ma", into_point(w, k, moment))};
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
static pvec lift(element_writer *w)
{
    pvec up;
    for (uint32_t k = 0; k < 3; k++) {
        poly gravity = w->t->gravity_is_input
                           ? signals_vector(w->s, w->n, INPUT_GRAVITY, "gravity", 0, k)
                           : number(w, w->t->gravity_ms2.v[k]);
        up.v[k] = poly_scale(w->n, gravity, -w->e->what.mass);
    }
    return up;
}

static void force_apply(element_writer *w, applied_wrenches *to)
{
    if (w->e->what.law == LAW_LIFT)
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

static link_state link_find(element_writer *w)
{
    link_state l;
    l.way = name(w, "z", pvec_sub(w->n, w->at[1].p, w->at[0].p));
    l.length = root(w, "Z", name_one(w, "ZZ", dot(w, l.way, l.way)));
    l.one_over = reciprocal(w, "iZ", l.length);
    pvec moving = name(w, "zd", pvec_sub(w->n, w->at[1].v, w->at[0].v));
    l.rate = name_one(w, "Zd", times(w, name_one(w, "zzd", dot(w, moving, l.way)), l.one_over));
    return l;
}

/* What pulls the ends of a link together. */
static poly link_pull(element_writer *w, const link_state *l)
{
    const robot_element *e = &w->e->what;
    if (e->law != LAW_SPRING)
        return input(w, INPUT_ELEMENT_FORCE, 0);
    poly stretch = poly_sub(w->n, l->length, number(w, e->rest));
    return poly_add(w->n, poly_scale(w->n, stretch, e->stiffness),
                    poly_scale(w->n, l->rate, e->damping));
}

static void link_apply(element_writer *w, applied_wrenches *to)
{
    link_state l = link_find(w);
    poly share = name_one(w, "F", times(w, name_one(w, "pull", link_pull(w, &l)), l.one_over));
    pvec on_a = name(w, "f", pvec_times(w->n, share, l.way));
    apply(w, to, 0, on_a, (pvec){0});
    apply(w, to, 1, pvec_times(w->n, number(w, -1), on_a), (pvec){0});
}

/* --- wheels ---------------------------------------------------------------------------------- */

/* [T 1.5.3]: spin about y of the wheel's frame without spin, ground frame S with z of the base
 * upwards, x along the wheel's plane, y to its left. */
typedef struct {
    pvec x, y;       /* of S; z is (0, 0, 1) */
    pvec arm;        /* from the centre to the contact */
    poly sine, cosine; /* of the camber */
    poly radius;     /* from the centre to the ground, in the wheel's plane */
    poly sink;       /* <= 0: how deep the tyre is pressed in, 0 off the ground */
    pvec v, v_geo;   /* of the contact, as a point of the wheel, and without its spin */
    poly sliding, forward; /* v along x; the centre's velocity along x */
    poly one_over;   /* of the forward speed, at least creep */
    poly slip, side; /* gamma, alpha */
} wheel_state;

/* sqrt(a^2 + least^2) */
static poly size(element_writer *w, const char *what, poly a, double least)
{
    poly square = times(w, a, a);
    return root(w, what, name_one(w, what, poly_add(w->n, square, number(w, least * least))));
}

static void wheel_ground(element_writer *w, wheel_state *s)
{
    const robot_element *e = &w->e->what;
    net *n = w->n;
    pvec axis = (pvec){0}, up = {{poly_zero(), poly_zero(), number(w, 1)}};
    for (int k = 0; k < 3; k++)
        axis = pvec_add(n, axis, pvec_times(n, number(w, w->e->axis.v[k]), w->at[1].r.column[k]));
    axis = name(w, "ax", axis);
    s->sine = axis.v[2];
    poly across = poly_add(n, times(w, axis.v[0], axis.v[0]), times(w, axis.v[1], axis.v[1]));
    s->cosine = root(w, "cc", name_one(w, "cc2", across));
    poly one_over = reciprocal(w, "icc", s->cosine);
    s->x = name(w, "sx", pvec_times(n, one_over, pvec_product(n, axis, up)));
    s->y = pvec_product(n, up, s->x);
    poly ground = e->ground == GROUND_INPUT ? input(w, INPUT_GROUND, 0) : number(w, e->height);
    poly above = name_one(w, "hw", poly_sub(n, w->at[1].p.v[2], ground));
    s->radius = name_one(w, "rw", times(w, above, one_over));
    /* The way down in the plane of the wheel: -T3 = (sine axis - z)/cosine. */
    poly share = name_one(w, "rwi", times(w, s->radius, one_over));
    pvec down = pvec_sub(n, pvec_times(n, s->sine, axis), up);
    s->arm = name(w, "rc", pvec_times(n, share, name(w, "dn", down)));
    poly deep = name_one(w, "dp", poly_sub(n, above, poly_scale(n, s->cosine, e->radius)));
    s->sink = net_call(n, arena_printf(w->mem, "sk_e%u", w->number + 1), CALL_BELOW, deep, deep);
}

static void wheel_slip(element_writer *w, wheel_state *s)
{
    const robot_element *e = &w->e->what;
    net *n = w->n;
    s->v = name(w, "vc", pvec_add(n, w->at[1].v, pvec_product(n, w->at[0].omega, s->arm)));
    s->v_geo = name(w, "vg", pvec_add(n, w->at[1].v, pvec_product(n, w->at[1].omega, s->arm)));
    s->sliding = name_one(w, "ka", dot(w, s->v, s->x));
    s->forward = name_one(w, "vx", dot(w, w->at[1].v, s->x));
    s->one_over = reciprocal(w, "ivx", size(w, "vxa", s->forward, e->creep));
    s->slip = name_one(w, "ga", times(w, s->sliding, s->one_over));
    poly along = name_one(w, "vgx", dot(w, s->v_geo, s->x));
    poly left = name_one(w, "vgy", dot(w, s->v_geo, s->y));
    poly least = size(w, "vga", along, e->creep);
    s->side = net_call(n, arena_printf(w->mem, "al_e%u", w->number + 1), CALL_ATAN2, left, least);
}

static wheel_state wheel_find(element_writer *w)
{
    wheel_state s = {0};
    wheel_ground(w, &s);
    if (w->form.moving)
        wheel_slip(w, &s);
    return s;
}

/* Force and moment of the tyre in S. */
static void wheel_law(element_writer *w, const wheel_state *s, pvec *force, pvec *moment)
{
    const robot_element *e = &w->e->what;
    net *n = w->n;
    *moment = (pvec){0};
    if (e->law != LAW_TYRE) {
        *force = input_vector(w, INPUT_ELEMENT_FORCE);
        *moment = input_vector(w, INPUT_ELEMENT_MOMENT);
        return;
    }
    poly stiff = number(w, -e->stiffness);
    if (w->form.moving)
        stiff = poly_add(n, stiff, poly_scale(n, s->v.v[2], e->damping));
    poly load = name_one(w, "N", times(w, s->sink, name_one(w, "ks", stiff)));
    force->v[0] = name_one(w, "fl", times(w, load, poly_scale(n, s->slip, -e->slip)));
    force->v[1] = name_one(w, "fs", times(w, load, poly_scale(n, s->side, -e->cornering)));
    force->v[2] = load;
}

/* Out of S into the axes of the base. */
static pvec out_of_ground(element_writer *w, const wheel_state *s, pvec u)
{
    pvec out = pvec_add(w->n, pvec_times(w->n, u.v[0], s->x), pvec_times(w->n, u.v[1], s->y));
    out.v[2] = poly_add(w->n, out.v[2], u.v[2]);
    return out;
}

static void wheel_apply(element_writer *w, applied_wrenches *to)
{
    wheel_state s = wheel_find(w);
    pvec force, moment;
    wheel_law(w, &s, &force, &moment);
    force = name(w, "f", out_of_ground(w, &s, force));
    moment = pvec_add(w->n, out_of_ground(w, &s, moment), pvec_product(w->n, s.arm, force));
    apply(w, to, 0, force, name(w, "m", moment));
}

/* --- turns ----------------------------------------------------------------------------------- */

/* How b turns against a. */
static pvec turn_rate(element_writer *w)
{
    return name(w, "tw", pvec_sub(w->n, w->at[1].omega, w->at[0].omega));
}

static void turn_apply(element_writer *w, applied_wrenches *to)
{
    if (!w->form.moving)
        return;
    pvec on_a = name(w, "m", pvec_times(w->n, number(w, w->e->what.damping), turn_rate(w)));
    apply(w, to, 0, (pvec){0}, on_a);
    apply(w, to, 1, (pvec){0}, pvec_times(w->n, number(w, -1), on_a));
}

/* --- all of them ----------------------------------------------------------------------------- */

applied_wrenches elements_write(arena *mem, const tree *t, elements_form form, signals *s, net *n)
{
    applied_wrenches all = {0};
    for (uint32_t k = 0; k < t->elements_count; k++) {
        element_writer w = {mem, t, form, s, n, &t->elements[k], k, NULL};
        find_motions(&w);
        switch (t->elements[k].what.kind) {
        case ELEMENT_FORCE: force_apply(&w, &all); break;
        case ELEMENT_LINK: link_apply(&w, &all); break;
        case ELEMENT_WHEEL: wheel_apply(&w, &all); break;
        case ELEMENT_TURN: turn_apply(&w, &all); break;
        case ELEMENT_KINDS: break;
        }
    }
    return all;
}

/* What the user's law of a wheel gets, by its convention. */
static void wheel_indicators(element_writer *w, poly out[6])
{
    net *n = w->n;
    wheel_state s = wheel_find(w);
    poly camber = net_call(n, NULL, CALL_ATAN2, s.sine, s.cosine);
    out[2] = camber;
    out[5] = s.radius;
    if (w->e->what.convention == INDICATORS_FORMULA) {
        out[0] = s.sink;
        out[1] = s.side;
        out[3] = s.slip;
        out[4] = s.v.v[2];
        return;
    }
    /* alpha = atan(left / forward), so its cosine is forward / sqrt(left^2 + forward^2). */
    const double creep = w->e->what.creep;
    poly left = name_one(w, "vcy", dot(w, s.v, s.y)), least = size(w, "vxc", s.forward, creep);
    poly vx = w->at[1].v.v[0], vy = w->at[1].v.v[1];
    poly ground = name_one(w, "vh2", poly_add(n, times(w, vx, vx), times(w, vy, vy)));
    poly speed = root(w, "vh", name_one(w, "vhc", poly_add(n, ground, number(w, creep * creep))));
    poly slant = root(w, "vs", name_one(w, "vs2", poly_add(n, times(w, left, left),
                                                          times(w, least, least))));
    poly both = name_one(w, "vd", times(w, least, speed));
    poly share = name_one(w, "vi", times(w, slant, reciprocal(w, "ivd", both)));
    out[0] = s.radius;
    out[1] = net_call(n, NULL, CALL_ATAN2, left, least);
    out[3] = poly_scale(n, times(w, s.sliding, share), -1);
    out[4] = s.v.v[2];
}

void elements_write_states(arena *mem, const tree *t, elements_form form, signals *s, net *n)
{
    for (uint32_t k = 0; k < t->elements_count; k++) {
        element_writer w = {mem, t, form, s, n, &t->elements[k], k, NULL};
        poly out[6] = {{0}};
        find_motions(&w);
        if (t->elements[k].what.kind == ELEMENT_WHEEL) {
            wheel_indicators(&w, out);
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
                out[c] = w.at[0].p.v[c];
                out[3 + c] = w.at[0].v.v[c];
            }
        }
        for (uint32_t c = 0; c < 6; c++)
            signals_output(s, n, c < 3 ? OUTPUT_ELEMENT_FIRST : OUTPUT_ELEMENT_SECOND,
                           t->elements[k].what.name, k, c % 3, out[c]);
    }
    net_sweep(n);
}
