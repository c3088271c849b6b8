/* SPDX-License-Identifier: MIT */
/* The steps of all schemes: along a run, outwards in base axes, inwards in the axes of bodies. A
 * step is written for everything that moves; rates that nobody asks for are zero, and so is what
 * they would be part of. */
#include "writers/kinematics_parts.h"

static const uint32_t NEEDS_ACCELERATIONS = ASK_LINEAR_ACCELERATION | ASK_ANGULAR_ACCELERATION;
static const uint32_t NEEDS_RATES = ASK_LINEAR | ASK_ANGULAR | ASK_LINEAR_ACCELERATION |
                                    ASK_ANGULAR_ACCELERATION;

/* --- vectors -------------------------------------------------------------------------------- */

static poly name_one(kinematics_writer *w, const char *what, uint32_t body, poly value)
{
    return net_assign(w->n, arena_printf(w->mem, "%s%u", what, body), value);
}

static pvec name(kinematics_writer *w, const char *what, uint32_t body, pvec u)
{
    for (int k = 0; k < 3; k++)
        u.v[k] = net_assign(w->n, arena_printf(w->mem, "%s%u%c", what, body, "xyz"[k]), u.v[k]);
    return u;
}

static pvec add(kinematics_writer *w, pvec a, pvec b)
{
    return pvec_add(w->n, a, b);
}

static pvec times(kinematics_writer *w, poly k, pvec a)
{
    return pvec_times(w->n, k, a);
}

static pvec apply(kinematics_writer *w, const pmat *m, pvec u)
{
    pvec out = {0};
    for (int k = 0; k < 3; k++)
        out = add(w, out, times(w, u.v[k], m->column[k]));
    return out;
}

static pvec constants(kinematics_writer *w, vec3 u)
{
    pvec out;
    for (int k = 0; k < 3; k++)
        out.v[k] = poly_number(w->n, u.v[k]);
    return out;
}

/* The lengths of body or frame number i, as the formalism has them. */
static pvec lengths(kinematics_writer *w, const char *what, uint32_t i, vec3 u)
{
    pvec out = constants(w, u);
    for (int k = 0; k < 3 && w->g->symbols; k++) {
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
static pvec around_z(kinematics_writer *w, pvec u)
{
    return (pvec){{poly_scale(w->n, u.v[1], -1), u.v[0], poly_zero()}};
}

/* Out of the axes of body i into those before its run turns. */
static pvec turned(kinematics_writer *w, uint32_t i, pvec u)
{
    return pvec_turn_out(w->n, w->of[i].sine, w->of[i].cosine, u);
}

/* --- runs ----------------------------------------------------------------------------------- */

bool geometry_is_base(const geometry *g, uint32_t i)
{
    return i == 0 || g->bodies[i].kind == BODY_FREE;
}

uint32_t run_parent(const kinematics_writer *w, uint32_t i)
{
    return w->g->bodies[w->of[i].first].parent;
}

/* The way that a joint adds to its run: from the parent's origin, in the axes before the run, as
 * the parent turns. */
static void add_way(kinematics_writer *w, uint32_t i, const run_state *h, pvec way, pvec sliding,
                    pvec slidingd)
{
    run_state *to = &w->of[i];
    uint32_t parent = w->g->bodies[i].parent;
    pvec arm = name(w, "r", i, turned(w, parent, way));
    pvec across = around_z(w, arm);
    pvec swung = name(w, "y", i, times(w, h->turning, across));
    sliding = name(w, "u", i, turned(w, parent, sliding));
    slidingd = turned(w, parent, slidingd);
    to->p = name(w, "P", i, add(w, h->p, arm));
    to->v = name(w, "V", i, add(w, h->v, add(w, swung, sliding)));
    pvec twice = name(w, "y2", i, add(w, swung, add(w, sliding, sliding)));
    pvec inner = times(w, h->turning, around_z(w, twice));
    pvec own = add(w, times(w, h->turningd, across), slidingd);
    to->a = name(w, "A", i, add(w, h->a, add(w, inner, own)));
}

static void add_turn(kinematics_writer *w, uint32_t i, const run_state *h, poly sine, poly cosine)
{
    run_state *to = &w->of[i];
    net *n = w->n;
    to->sine = name_one(w, "sum_s", i,
                        poly_add(n, poly_multiply(n, h->sine, cosine),
                                 poly_multiply(n, h->cosine, sine)));
    to->cosine = name_one(w, "sum_c", i,
                          poly_sub(n, poly_multiply(n, h->cosine, cosine),
                                   poly_multiply(n, h->sine, sine)));
    to->turning = name_one(w, "turn", i, poly_add(n, h->turning, to->rate));
    to->turningd = name_one(w, "turnd", i, poly_add(n, h->turningd, to->acceleration));
}

static void write_rates(kinematics_writer *w, uint32_t i)
{
    const geometry_body *b = &w->g->bodies[i];
    run_state *to = &w->of[i];
    if (w->asked & NEEDS_RATES) {
        poly qd = signals_coordinate(w->s, w->n, INPUT_QD, b->coordinate, 1, 0);
        to->rate = name_one(w, "rate", i, poly_scale(w->n, qd, b->ratio));
    }
    if (w->asked & NEEDS_ACCELERATIONS) {
        poly qdd = signals_coordinate(w->s, w->n, INPUT_QDD, b->coordinate, 1, 0);
        to->acceleration = name_one(w, "rated", i, poly_scale(w->n, qdd, b->ratio));
    }
}

void run_write(kinematics_writer *w, uint32_t i)
{
    const geometry_body *b = &w->g->bodies[i];
    run_state *to = &w->of[i];
    const run_state *h = &w->of[b->parent], none = {.cosine = poly_number(w->n, 1)};
    bool joined = w->f->joined[i];
    to->first = joined ? h->first : i;
    to->anchor = lengths(w, "d", i, b->anchor);
    write_rates(w, i);
    h = joined ? h : &none;
    poly sine = poly_zero(), cosine = poly_number(w->n, 1);
    pvec way = joined ? to->anchor : (pvec){0}, slide = {0};
    if (b->kind == BODY_REVOLUTE) {
        signals_trig(w->s, w->n, b->coordinate, b->ratio, b->quarters, b->offset, &sine, &cosine);
    } else {
        slide = constants(w, b->slide);
        poly length = signals_coordinate(w->s, w->n, INPUT_Q, b->coordinate, b->ratio, b->offset);
        way = name(w, "way", i, add(w, way, times(w, length, slide)));
    }
    pvec sliding = times(w, to->rate, slide), slidingd = times(w, to->acceleration, slide);
    if (joined) {
        to->slide = turned(w, b->parent, slide);
        add_way(w, i, h, way, sliding, slidingd);
    } else {
        to->slide = slide;
        to->p = way;
        to->v = name(w, "V", i, sliding);
        to->a = name(w, "A", i, slidingd);
    }
    if (b->kind != BODY_REVOLUTE)
        to->rate = to->acceleration = poly_zero(); /* it does not turn */
    add_turn(w, i, h, sine, cosine);
}

/* --- columns -------------------------------------------------------------------------------- */

/* Joints of the run that body i ends. */
static uint32_t run_length(const kinematics_writer *w, uint32_t i)
{
    uint32_t count = 1;
    for (; i != w->of[i].first; i = w->g->bodies[i].parent)
        count++;
    return count;
}

/* What a joint of a run gives a point at `to`, in the axes before the run. */
static rate_column run_column(kinematics_writer *w, uint32_t joint, pvec to)
{
    const run_state *b = &w->of[joint];
    if (w->g->bodies[joint].kind != BODY_REVOLUTE)
        return (rate_column){name(w, "sl", joint, b->slide), {{{0}}}};
    pvec arm = name(w, "arm", joint, pvec_sub(w->n, to, b->p));
    return (rate_column){around_z(w, arm), along_z(poly_number(w->n, 1))};
}

/* Room for `inner` columns before those of m. */
static void prepend_columns(kinematics_writer *w, uint32_t inner, motion *m)
{
    rate_column *all = ARENA_ARRAY(w->mem, rate_column, inner + m->columns_count + 1);
    for (uint32_t k = 0; k < m->columns_count; k++)
        all[inner + k] = m->columns[k];
    m->columns = all;
    m->columns_count += inner;
}

/* --- outwards ------------------------------------------------------------------------------- */

void outwards_start(kinematics_writer *w, uint32_t i)
{
    motion *m = &w->of[i].seen;
    *m = (motion){0};
    for (int k = 0; k < 3; k++)
        m->r.column[k].v[k] = poly_number(w->n, 1);
    w->of[i].is_seen = true;
}

/* The axes before body i's run turns, in those of the base. */
static const pmat *run_before(kinematics_writer *w, uint32_t i)
{
    uint32_t first = w->of[i].first;
    const geometry_body *b = &w->g->bodies[first];
    pmat *to = &w->of[first].before;
    if (w->of[first].has_before)
        return to;
    for (int k = 0; k < 3; k++) {
        vec3 axis = {{b->turn.m[0][k], b->turn.m[1][k], b->turn.m[2][k]}};
        pvec seen = apply(w, &w->of[b->parent].seen.r, constants(w, axis));
        static const char *const WHAT[] = {"bx", "by", "bz"};
        to->column[k] = name(w, WHAT[k], first, seen);
    }
    w->of[first].has_before = true;
    return to;
}

/* What moves so against something that moves as h does, all in the axes of the base: at x, with
 * these velocities and accelerations. */
static motion carried(kinematics_writer *w, uint32_t i, const motion *h, pvec x, const motion *own)
{
    net *n = w->n;
    motion m = {0};
    pvec swung = name(w, "wx", i, pvec_product(n, h->omega, x));
    pvec twice = name(w, "wx2", i, add(w, swung, add(w, own->v, own->v)));
    m.p = name(w, "p", i, add(w, h->p, x));
    m.v = name(w, "v", i, add(w, h->v, add(w, swung, own->v)));
    m.omega = name(w, "w", i, add(w, h->omega, own->omega));
    pvec swungd = add(w, pvec_product(n, h->omegad, x), pvec_product(n, h->omega, twice));
    m.a = name(w, "a", i, add(w, h->a, add(w, swungd, own->a)));
    pvec gyration = pvec_product(n, h->omega, own->omega);
    m.omegad = name(w, "wd", i, add(w, h->omegad, add(w, gyration, own->omegad)));
    if (!w->carries_columns)
        return m;
    m.columns = h->columns;
    m.columns_count = h->columns_count;
    prepend_columns(w, 0, &m);
    for (uint32_t k = 0; k < m.columns_count; k++) {
        pvec swing = pvec_product(n, m.columns[k].angular, x);
        m.columns[k].linear = name(w, "J", i, add(w, m.columns[k].linear, swing));
    }
    return m;
}

static void append_run_columns(kinematics_writer *w, uint32_t i, motion *m)
{
    const pmat *before = &w->of[w->of[i].first].before;
    uint32_t older = m->columns_count, count = run_length(w, i);
    rate_column *all = ARENA_ARRAY(w->mem, rate_column, older + count);
    for (uint32_t k = 0; k < older; k++)
        all[k] = m->columns[k];
    for (uint32_t k = count, joint = i; k-- > 0; joint = w->g->bodies[joint].parent) {
        rate_column own = run_column(w, joint, w->of[i].p);
        all[older + k].linear = name(w, "J", joint, apply(w, before, own.linear));
        all[older + k].angular = apply(w, before, own.angular);
    }
    m->columns = all;
    m->columns_count = older + count;
}

void outwards_step(kinematics_writer *w, uint32_t i)
{
    run_state *to = &w->of[i], *first = &w->of[to->first];
    const motion *h = &w->of[run_parent(w, i)].seen;
    const pmat *before = run_before(w, i);
    pvec x = name(w, "x", i, add(w, apply(w, &h->r, first->anchor), apply(w, before, to->p)));
    motion own = {0};
    own.v = name(w, "u", i, apply(w, before, to->v));
    own.a = apply(w, before, to->a);
    own.omega = name(w, "t", i, times(w, to->turning, before->column[2]));
    own.omegad = times(w, to->turningd, before->column[2]);
    to->seen = carried(w, i, h, x, &own);
    pvec bx = before->column[0], by = before->column[1];
    pmat *r = &to->seen.r;
    r->column[0] = name(w, "rx", i, add(w, times(w, to->cosine, bx), times(w, to->sine, by)));
    r->column[1] = name(w, "ry", i,
                        pvec_sub(w->n, times(w, to->cosine, by), times(w, to->sine, bx)));
    r->column[2] = before->column[2];
    if (w->carries_columns)
        append_run_columns(w, i, &to->seen);
    to->is_seen = true;
}

/* --- inwards -------------------------------------------------------------------------------- */

motion inwards_start(kinematics_writer *w, uint32_t k)
{
    const geometry_frame *f = &w->g->frames[k];
    motion m = {.p = lengths(w, "f", k + 1, f->at)};
    for (int c = 0; c < 3; c++) {
        vec3 axis = {{f->axes.m[0][c], f->axes.m[1][c], f->axes.m[2][c]}};
        if (c != w->f->product)
            m.r.column[c] = constants(w, axis);
    }
    return m;
}

/* Into the axes of the run's parent. */
static pvec passed(kinematics_writer *w, uint32_t i, const char *what, pvec u)
{
    u = name(w, what, i, u);
    return name(w, what, i, pvec_turn_constant(w->n, w->g->bodies[w->of[i].first].turn, false, u));
}

static void inwards_columns(kinematics_writer *w, uint32_t i, pvec p, motion *m)
{
    for (uint32_t k = 0; k < m->columns_count; k++) {
        m->columns[k].linear = name(w, "j", i, turned(w, i, m->columns[k].linear));
        m->columns[k].angular = name(w, "k", i, turned(w, i, m->columns[k].angular));
    }
    uint32_t count = run_length(w, i);
    prepend_columns(w, count, m);
    for (uint32_t k = count, joint = i; k-- > 0; joint = w->g->bodies[joint].parent)
        m->columns[k] = run_column(w, joint, p);
    for (uint32_t k = 0; k < m->columns_count; k++) {
        m->columns[k].linear = passed(w, i, "j", m->columns[k].linear);
        m->columns[k].angular = passed(w, i, "k", m->columns[k].angular);
    }
}

void inwards_step(kinematics_writer *w, uint32_t i, motion *m)
{
    const run_state *b = &w->of[i];
    pvec arm = name(w, "q", i, turned(w, i, m->p)), v = name(w, "f", i, turned(w, i, m->v));
    pvec omega = name(w, "g", i, turned(w, i, m->omega));
    pvec swung = name(w, "h", i, times(w, b->turning, around_z(w, arm)));
    pvec twice = name(w, "h2", i, add(w, swung, add(w, v, v)));
    pvec inner = add(w, times(w, b->turningd, around_z(w, arm)),
                     times(w, b->turning, around_z(w, twice)));
    pvec a = add(w, turned(w, i, m->a), add(w, inner, b->a));
    pvec gyration = times(w, b->turning, around_z(w, omega));
    pvec omegad = add(w, turned(w, i, m->omegad), add(w, gyration, along_z(b->turningd)));
    pvec p = name(w, "q", i, add(w, arm, b->p));
    if (w->carries_columns)
        inwards_columns(w, i, p, m);
    m->p = passed(w, i, "q", p);
    m->p = name(w, "q", i, add(w, m->p, w->of[b->first].anchor));
    m->v = passed(w, i, "f", add(w, v, add(w, swung, b->v)));
    m->a = passed(w, i, "l", a);
    m->omega = passed(w, i, "g", add(w, omega, along_z(b->turning)));
    m->omegad = passed(w, i, "m", omegad);
    for (int c = 0; c < 3; c++)
        m->r.column[c] = passed(w, i, "o", turned(w, i, m->r.column[c]));
}

motion inwards_end(kinematics_writer *w, uint32_t i, const motion *f)
{
    const motion *h = &w->of[i].seen;
    motion own = {0};
    pvec x = name(w, "x", i, apply(w, &h->r, f->p));
    own.v = name(w, "u", i, apply(w, &h->r, f->v));
    own.a = apply(w, &h->r, f->a);
    own.omega = name(w, "t", i, apply(w, &h->r, f->omega));
    own.omegad = apply(w, &h->r, f->omegad);
    motion m = carried(w, i, h, x, &own);
    for (int c = 0; c < 3; c++)
        m.r.column[c] = name(w, "o", i, apply(w, &h->r, f->r.column[c]));
    int product = w->f->product;
    if (product != NO_COLUMN)
        m.r.column[product] = pvec_product(w->n, m.r.column[(product + 1) % 3],
                                           m.r.column[(product + 2) % 3]);
    if (w->carries_columns) {
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
static void columns_of_run(kinematics_writer *w, uint32_t i, pvec to, bool in_base, motion *m)
{
    const pmat *before = &w->of[w->of[i].first].before;
    uint32_t count = run_length(w, i);
    prepend_columns(w, count, m);
    for (uint32_t k = count, joint = i; k-- > 0; joint = w->g->bodies[joint].parent) {
        bool turns = w->g->bodies[joint].kind == BODY_REVOLUTE;
        rate_column *c = &m->columns[k];
        if (in_base && turns) {
            pvec arm = pvec_sub(w->n, to, apply(w, before, w->of[joint].p));
            c->angular = before->column[2];
            c->linear = pvec_product(w->n, c->angular, name(w, "arm", joint, arm));
        } else {
            rate_column own = run_column(w, joint, to);
            c->linear = apply(w, before, own.linear);
            c->angular = apply(w, before, own.angular);
        }
    }
}

void columns_by_ways(kinematics_writer *w, uint32_t k, motion *m)
{
    uint32_t i = w->g->t->frames[k].body, runs = w->f->meeting[k];
    pvec p = lengths(w, "f", k + 1, w->g->frames[k].at);
    bool in_base = false;
    for (m->columns_count = 0;; runs--) {
        if (runs == 0 && !in_base) {
            in_base = true;
            p = name(w, "q", i, apply(w, &w->of[i].seen.r, p));
        }
        if (geometry_is_base(w->g, i))
            break;
        const run_state *b = &w->of[i], *first = &w->of[b->first];
        const motion *h = &w->of[run_parent(w, i)].seen;
        const pmat *before = run_before(w, i);
        pvec moved = in_base ? apply(w, before, b->p) : b->p;
        p = name(w, "q", i, add(w, in_base ? p : name(w, "q", i, turned(w, i, p)), moved));
        columns_of_run(w, i, p, in_base, m);
        pvec anchor = in_base ? apply(w, &h->r, first->anchor) : first->anchor;
        p = name(w, "q", i, add(w, in_base ? p : passed(w, i, "q", p), anchor));
        i = run_parent(w, i);
    }
    m->p = p;
}
