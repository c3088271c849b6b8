/* SPDX-License-Identifier: MIT */
/* The steps of all schemes: along a run, outwards in base axes, inwards in the axes of bodies. A
 * step is written for everything that moves; rates that nobody asks for are zero, and so is what
 * they would be part of. */
#include "writers/kinematics_parts.h"

static const uint32_t NEEDS_ACCELERATIONS = ASK_LINEAR_ACCELERATION | ASK_ANGULAR_ACCELERATION;
static const uint32_t NEEDS_RATES = ASK_LINEAR | ASK_ANGULAR | ASK_LINEAR_ACCELERATION |
                                    ASK_ANGULAR_ACCELERATION;

/* --- vectors -------------------------------------------------------------------------------- */

static pvec apply(writer *w, const paxes *m, pvec u)
{
    pvec out = {0};
    for (int k = 0; k < 3; k++)
        out = plus_all(w, out, times_all(w, u.v[k], m->column[k]));
    return out;
}

/* The lengths of body or frame number i, as the formalism has them. */
static pvec lengths(writer *w, const char *what, uint32_t i, vec3 u)
{
    pvec out = numbers(w, u);
    for (int k = 0; k < 3 && w->runs->g->symbols; k++) {
        const char *text = arena_printf(w->mem, "%s%u%c", what, i, "xyz"[k]);
        if (u.v[k] != 0)
            out.v[k] = poly_symbol(w->n, net_parameter(w->n, text, u.v[k]));
    }
    return out;
}

static pvec along_z(poly value)
{
    return (pvec){{poly_zero(), poly_zero(), value}};
}

/* z x u */
static pvec around_z(writer *w, pvec u)
{
    return (pvec){{poly_scale(w->n, u.v[1], -1), u.v[0], poly_zero()}};
}

/* Out of the axes of body i into those before its run turns. */
static pvec turned(writer *w, uint32_t i, pvec u)
{
    return pvec_turn_out(w->n, w->runs->of[i].sine, w->runs->of[i].cosine, u);
}

/* --- runs ----------------------------------------------------------------------------------- */

bool geometry_is_base(const geometry *g, uint32_t i)
{
    return i == 0 || g->bodies[i].kind == BODY_FREE;
}

uint32_t run_parent(const writer *w, uint32_t i)
{
    return w->runs->g->bodies[w->runs->of[i].first].parent;
}

/* The way that a joint adds to its run: from the parent's origin, in the axes before the run, as
 * the parent turns. */
static void add_way(writer *w, uint32_t i, const run_state *h, pvec way, pvec sliding,
                    pvec slidingd)
{
    run_state *to = &w->runs->of[i];
    uint32_t parent = w->runs->g->bodies[i].parent;
    pvec arm = name_all(w, "r", i, turned(w, parent, way));
    pvec across = around_z(w, arm);
    pvec swung = name_all(w, "y", i, times_all(w, h->turning, across));
    sliding = name_all(w, "u", i, turned(w, parent, sliding));
    slidingd = turned(w, parent, slidingd);
    to->p = name_all(w, "P", i, plus_all(w, h->p, arm));
    to->v = name_all(w, "V", i, plus_all(w, h->v, plus_all(w, swung, sliding)));
    pvec twice = name_all(w, "y2", i, plus_all(w, swung, plus_all(w, sliding, sliding)));
    pvec inner = times_all(w, h->turning, around_z(w, twice));
    pvec own = plus_all(w, times_all(w, h->turningd, across), slidingd);
    to->a = name_all(w, "A", i, plus_all(w, h->a, plus_all(w, inner, own)));
}

static void add_turn(writer *w, uint32_t i, const run_state *h, poly sine, poly cosine)
{
    run_state *to = &w->runs->of[i];
    to->sine = sine;
    to->cosine = cosine;
    add_angle(w, i, h->sine, h->cosine, &to->sine, &to->cosine);
    to->turning = name_as(w, "turn", i, "", plus(w, h->turning, to->rate));
    to->turningd = name_as(w, "turnd", i, "", plus(w, h->turningd, to->acceleration));
}

static void write_rates(writer *w, uint32_t i)
{
    const geometry_body *b = &w->runs->g->bodies[i];
    run_state *to = &w->runs->of[i];
    if (w->wanted & NEEDS_RATES)
        to->rate = name_as(w, "rate", i, "", input_rate(w, INPUT_QD, b->coordinate,
                                                         b->rate_ratio));
    if (w->wanted & NEEDS_ACCELERATIONS)
        to->acceleration = name_as(w, "rated", i, "",
                                   input_acceleration(w, b->coordinate, b->rate_ratio, true, true));
}

void run_write(writer *w, uint32_t i)
{
    const geometry_body *b = &w->runs->g->bodies[i];
    run_state *to = &w->runs->of[i];
    const run_state *h = &w->runs->of[b->parent], none = {.cosine = poly_number(w->n, 1)};
    bool joined = w->runs->f->joined[i];
    to->first = joined ? h->first : i;
    to->anchor = anchor_add_lengths(w, i, &b->anchor, lengths(w, "d", i, b->anchor.known));
    write_rates(w, i);
    h = joined ? h : &none;
    poly sine = poly_zero(), cosine = poly_number(w->n, 1);
    pvec way = joined ? to->anchor : (pvec){0}, slide = {0};
    if (b->kind == BODY_REVOLUTE) {
        signals_trig(w->s, w->n, b->coordinate, b->ratio, b->quarters, b->offset, &sine, &cosine);
    } else {
        slide = numbers(w, b->slide);
        poly length = signals_coordinate(w->s, w->n, INPUT_Q, b->coordinate, b->ratio, b->offset);
        way = name_all(w, "way", i, plus_all(w, way, times_all(w, length, slide)));
    }
    pvec sliding = times_all(w, to->rate, slide), slidingd = times_all(w, to->acceleration, slide);
    if (joined) {
        to->slide = turned(w, b->parent, slide);
        add_way(w, i, h, way, sliding, slidingd);
    } else {
        to->slide = slide;
        to->p = way;
        to->v = name_all(w, "V", i, sliding);
        to->a = name_all(w, "A", i, slidingd);
    }
    if (b->kind != BODY_REVOLUTE)
        to->rate = to->acceleration = poly_zero(); /* it does not turn */
    add_turn(w, i, h, sine, cosine);
}

/* --- columns -------------------------------------------------------------------------------- */

/* Joints of the run that body i ends. */
static uint32_t run_length(const writer *w, uint32_t i)
{
    uint32_t count = 1;
    for (; i != w->runs->of[i].first; i = w->runs->g->bodies[i].parent)
        count++;
    return count;
}

/* What a joint of a run gives a point at `to`, in the axes before the run. */
static rate_column run_column(writer *w, uint32_t joint, pvec to)
{
    const run_state *b = &w->runs->of[joint];
    if (w->runs->g->bodies[joint].kind != BODY_REVOLUTE)
        return (rate_column){name_all(w, "sl", joint, b->slide), {{{0}}}};
    pvec arm = name_all(w, "arm", joint, pvec_sub(w->n, to, b->p));
    return (rate_column){around_z(w, arm), along_z(poly_number(w->n, 1))};
}

/* Room for `inner` columns before those of m. */
static void prepend_columns(writer *w, uint32_t inner, motion *m)
{
    rate_column *all = ARENA_ARRAY(w->mem, rate_column, inner + m->columns_count + 1);
    for (uint32_t k = 0; k < m->columns_count; k++)
        all[inner + k] = m->columns[k];
    m->columns = all;
    m->columns_count += inner;
}

/* --- outwards ------------------------------------------------------------------------------- */

void outwards_start(writer *w, uint32_t i)
{
    motion *m = &w->runs->of[i].seen;
    *m = (motion){0};
    for (int k = 0; k < 3; k++)
        m->r.column[k].v[k] = poly_number(w->n, 1);
    w->runs->of[i].is_seen = true;
}

/* The axes before body i's run turns, in those of the base. */
static const paxes *run_before(writer *w, uint32_t i)
{
    uint32_t first = w->runs->of[i].first;
    const geometry_body *b = &w->runs->g->bodies[first];
    paxes *to = &w->runs->of[first].before;
    if (w->runs->of[first].has_before)
        return to;
    for (int k = 0; k < 3; k++) {
        vec3 axis = {{b->turn.m[0][k], b->turn.m[1][k], b->turn.m[2][k]}};
        pvec seen = apply(w, &w->runs->of[b->parent].seen.r, numbers(w, axis));
        static const char *const WHAT[] = {"bx", "by", "bz"};
        to->column[k] = name_all(w, WHAT[k], first, seen);
    }
    w->runs->of[first].has_before = true;
    return to;
}

/* What moves so against something that moves as h does, all in the axes of the base: at x, with
 * these velocities and accelerations. */
static motion carried(writer *w, uint32_t i, const motion *h, pvec x, const motion *own)
{
    net *n = w->n;
    motion m = {0};
    pvec swung = name_all(w, "wx", i, pvec_product(n, h->omega, x));
    pvec twice = name_all(w, "wx2", i, plus_all(w, swung, plus_all(w, own->v, own->v)));
    m.p = name_all(w, "p", i, plus_all(w, h->p, x));
    m.v = name_all(w, "v", i, plus_all(w, h->v, plus_all(w, swung, own->v)));
    m.omega = name_all(w, "w", i, plus_all(w, h->omega, own->omega));
    pvec swungd = plus_all(w, pvec_product(n, h->omegad, x), pvec_product(n, h->omega, twice));
    m.a = name_all(w, "a", i, plus_all(w, h->a, plus_all(w, swungd, own->a)));
    pvec gyration = pvec_product(n, h->omega, own->omega);
    m.omegad = name_all(w, "wd", i, plus_all(w, h->omegad, plus_all(w, gyration, own->omegad)));
    if (!w->runs->carries_columns)
        return m;
    m.columns = h->columns;
    m.columns_count = h->columns_count;
    prepend_columns(w, 0, &m);
    for (uint32_t k = 0; k < m.columns_count; k++) {
        pvec swing = pvec_product(n, m.columns[k].angular, x);
        m.columns[k].linear = name_all(w, "J", i, plus_all(w, m.columns[k].linear, swing));
    }
    return m;
}

static void append_run_columns(writer *w, uint32_t i, motion *m)
{
    const paxes *before = &w->runs->of[w->runs->of[i].first].before;
    uint32_t older = m->columns_count, count = run_length(w, i);
    rate_column *all = ARENA_ARRAY(w->mem, rate_column, older + count);
    for (uint32_t k = 0; k < older; k++)
        all[k] = m->columns[k];
    for (uint32_t k = count, joint = i; k-- > 0; joint = w->runs->g->bodies[joint].parent) {
        rate_column own = run_column(w, joint, w->runs->of[i].p);
        all[older + k].linear = name_all(w, "J", joint, apply(w, before, own.linear));
        all[older + k].angular = apply(w, before, own.angular);
    }
    m->columns = all;
    m->columns_count = older + count;
}

void outwards_step(writer *w, uint32_t i)
{
    run_state *to = &w->runs->of[i], *first = &w->runs->of[to->first];
    const motion *h = &w->runs->of[run_parent(w, i)].seen;
    const paxes *before = run_before(w, i);
    pvec x = name_all(w, "x", i,
                      plus_all(w, apply(w, &h->r, first->anchor), apply(w, before, to->p)));
    motion own = {0};
    own.v = name_all(w, "u", i, apply(w, before, to->v));
    own.a = apply(w, before, to->a);
    own.omega = name_all(w, "t", i, times_all(w, to->turning, before->column[2]));
    own.omegad = times_all(w, to->turningd, before->column[2]);
    to->seen = carried(w, i, h, x, &own);
    pvec bx = before->column[0], by = before->column[1];
    paxes *r = &to->seen.r;
    r->column[0] = name_all(w, "rx", i,
                            plus_all(w, times_all(w, to->cosine, bx), times_all(w, to->sine, by)));
    r->column[1] = name_all(w, "ry", i, pvec_sub(w->n, times_all(w, to->cosine, by),
                                                 times_all(w, to->sine, bx)));
    r->column[2] = before->column[2];
    if (w->runs->carries_columns)
        append_run_columns(w, i, &to->seen);
    to->is_seen = true;
}

/* --- inwards -------------------------------------------------------------------------------- */

motion inwards_start(writer *w, uint32_t k)
{
    const geometry_frame *f = &w->runs->g->frames[k];
    motion m = {.p = lengths(w, "f", k + 1, f->at)};
    for (int c = 0; c < 3; c++) {
        vec3 axis = {{f->axes.m[0][c], f->axes.m[1][c], f->axes.m[2][c]}};
        if (c != w->runs->f->product)
            m.r.column[c] = numbers(w, axis);
    }
    return m;
}

/* Into the axes of the run's parent. */
static pvec passed(writer *w, uint32_t i, const char *what, pvec u)
{
    u = name_all(w, what, i, u);
    const mat3 turn = w->runs->g->bodies[w->runs->of[i].first].turn;
    return name_all(w, what, i, pvec_turn_constant(w->n, turn, false, u));
}

static void inwards_columns(writer *w, uint32_t i, pvec p, motion *m)
{
    for (uint32_t k = 0; k < m->columns_count; k++) {
        m->columns[k].linear = name_all(w, "j", i, turned(w, i, m->columns[k].linear));
        m->columns[k].angular = name_all(w, "k", i, turned(w, i, m->columns[k].angular));
    }
    uint32_t count = run_length(w, i);
    prepend_columns(w, count, m);
    for (uint32_t k = count, joint = i; k-- > 0; joint = w->runs->g->bodies[joint].parent)
        m->columns[k] = run_column(w, joint, p);
    for (uint32_t k = 0; k < m->columns_count; k++) {
        m->columns[k].linear = passed(w, i, "j", m->columns[k].linear);
        m->columns[k].angular = passed(w, i, "k", m->columns[k].angular);
    }
}

void inwards_step(writer *w, uint32_t i, motion *m)
{
    const run_state *b = &w->runs->of[i];
    pvec arm = name_all(w, "q", i, turned(w, i, m->p)), v = name_all(w, "f", i, turned(w, i, m->v));
    pvec omega = name_all(w, "g", i, turned(w, i, m->omega));
    pvec swung = name_all(w, "h", i, times_all(w, b->turning, around_z(w, arm)));
    pvec twice = name_all(w, "h2", i, plus_all(w, swung, plus_all(w, v, v)));
    pvec inner = plus_all(w, times_all(w, b->turningd, around_z(w, arm)),
                          times_all(w, b->turning, around_z(w, twice)));
    pvec a = plus_all(w, turned(w, i, m->a), plus_all(w, inner, b->a));
    pvec gyration = times_all(w, b->turning, around_z(w, omega));
    pvec omegad = plus_all(w, turned(w, i, m->omegad), plus_all(w, gyration, along_z(b->turningd)));
    pvec p = name_all(w, "q", i, plus_all(w, arm, b->p));
    if (w->runs->carries_columns)
        inwards_columns(w, i, p, m);
    m->p = passed(w, i, "q", p);
    m->p = name_all(w, "q", i, plus_all(w, m->p, w->runs->of[b->first].anchor));
    m->v = passed(w, i, "f", plus_all(w, v, plus_all(w, swung, b->v)));
    m->a = passed(w, i, "l", a);
    m->omega = passed(w, i, "g", plus_all(w, omega, along_z(b->turning)));
    m->omegad = passed(w, i, "m", omegad);
    for (int c = 0; c < 3; c++)
        m->r.column[c] = passed(w, i, "o", turned(w, i, m->r.column[c]));
}

motion inwards_end(writer *w, uint32_t i, const motion *f)
{
    const motion *h = &w->runs->of[i].seen;
    motion own = {0};
    pvec x = name_all(w, "x", i, apply(w, &h->r, f->p));
    own.v = name_all(w, "u", i, apply(w, &h->r, f->v));
    own.a = apply(w, &h->r, f->a);
    own.omega = name_all(w, "t", i, apply(w, &h->r, f->omega));
    own.omegad = apply(w, &h->r, f->omegad);
    motion m = carried(w, i, h, x, &own);
    for (int c = 0; c < 3; c++)
        m.r.column[c] = name_all(w, "o", i, apply(w, &h->r, f->r.column[c]));
    int product = w->runs->f->product;
    if (product != NO_COLUMN)
        m.r.column[product] = cross(w, m.r.column[(product + 1) % 3],
                                    m.r.column[(product + 2) % 3]);
    if (w->runs->carries_columns) {
        uint32_t older = m.columns_count;
        rate_column *all = ARENA_ARRAY(w->mem, rate_column, older + f->columns_count + 1);
        for (uint32_t k = 0; k < older; k++)
            all[k] = m.columns[k];
        for (uint32_t k = 0; k < f->columns_count; k++) {
            all[older + k].linear = apply(w, &h->r, f->columns[k].linear);
            all[older + k].angular = apply(w, &h->r, f->columns[k].angular);
        }
        m.columns = all;
        m.columns_count = older + f->columns_count;
    }
    return m;
}

/* --- by ways -------------------------------------------------------------------------------- */

/* The joints of body i's run, for a frame at `to` in the axes before the run, or in base axes. */
static void columns_of_run(writer *w, uint32_t i, pvec to, bool in_base, motion *m)
{
    const paxes *before = &w->runs->of[w->runs->of[i].first].before;
    uint32_t count = run_length(w, i);
    prepend_columns(w, count, m);
    for (uint32_t k = count, joint = i; k-- > 0; joint = w->runs->g->bodies[joint].parent) {
        bool turns = w->runs->g->bodies[joint].kind == BODY_REVOLUTE;
        rate_column *c = &m->columns[k];
        if (in_base && turns) {
            pvec arm = pvec_sub(w->n, to, apply(w, before, w->runs->of[joint].p));
            c->angular = before->column[2];
            c->linear = cross(w, c->angular, name_all(w, "arm", joint, arm));
        } else {
            rate_column own = run_column(w, joint, to);
            c->linear = apply(w, before, own.linear);
            c->angular = apply(w, before, own.angular);
        }
    }
}

void columns_by_ways(writer *w, uint32_t k, motion *m)
{
    uint32_t i = w->runs->g->t->frames[k].body, runs = w->runs->f->meeting[k];
    pvec p = lengths(w, "f", k + 1, w->runs->g->frames[k].at);
    bool in_base = false;
    for (m->columns_count = 0;; runs--) {
        if (runs == 0 && !in_base) {
            in_base = true;
            p = name_all(w, "q", i, apply(w, &w->runs->of[i].seen.r, p));
        }
        if (geometry_is_base(w->runs->g, i))
            break;
        const run_state *b = &w->runs->of[i], *first = &w->runs->of[b->first];
        const motion *h = &w->runs->of[run_parent(w, i)].seen;
        const paxes *before = run_before(w, i);
        pvec moved = in_base ? apply(w, before, b->p) : b->p;
        p = name_all(w, "q", i,
                     plus_all(w, in_base ? p : name_all(w, "q", i, turned(w, i, p)), moved));
        columns_of_run(w, i, p, in_base, m);
        pvec root = in_base ? apply(w, &h->r, first->anchor) : first->anchor;
        p = name_all(w, "q", i, plus_all(w, in_base ? p : passed(w, i, "q", p), root));
        i = run_parent(w, i);
    }
    m->p = p;
}
