/* SPDX-License-Identifier: MIT */
#include "loops/constraints.h"

#include "loops/rolling.h"
#include "writers/kinematics_parts.h"

#include <assert.h>
#include <math.h>

/* One end of every cut that has ends. */
typedef struct {
    pvec p, v, a, omega, omegad;
    paxes r;
    rate_column *column; /* per coordinate */
} cut_end;

typedef struct {
    arena *mem;
    const tree *t;
    unsigned asked;
    signals *s;
    net *n;
    const tree_cut *cut;
    cut_end end[2];
    mat3 reference;       /* the tree's axes of the body that both ends are seen from, in those that
                             they are seen in */
    pvec x, v, a;         /* of b against a, in the axes that both are seen in */
    constraint_sums *out;
} constraint_writer;

constraint_list constraints_of(arena *mem, const tree *t)
{
    constraint_list all = {0};
    for (uint32_t i = 0; i < t->cuts_count; i++)
        all.count += cut_rows(&t->cuts[i].what);
    all.list = ARENA_ARRAY(mem, constraint, all.count + 1);
    uint32_t at = 0;
    for (uint32_t i = 0; i < t->cuts_count; i++) {
        const robot_cut *c = &t->cuts[i].what;
        const uint32_t rows = cut_rows_most(c->kind);
        for (uint32_t r = 0; r < rows; r++) {
            if (c->dropped >> r & 1)
                continue;
            const char *name = rows > 1 ? arena_printf(mem, "%s.%s", c->name,
                                                       cut_row_word((cut_row)r))
                                        : c->name;
            all.list[at++] = (constraint){i, r, name};
        }
    }
    return all;
}

/* --- sums ----------------------------------------------------------------------------------- */

static pvec less(constraint_writer *w, pvec a, pvec b)
{
    return pvec_assign(w->n, pvec_sub(w->n, a, b));
}

static pvec crossed(constraint_writer *w, pvec a, pvec b)
{
    return pvec_assign(w->n, pvec_product(w->n, a, b));
}

/* --- ends of cuts ----------------------------------------------------------------------------- */

static bool has_ends(const tree_cut *c)
{
    return c->what.kind != CUT_LINEAR && c->what.kind != CUT_USER;
}

/* The tree with a frame at each end of each cut. */
static tree with_frames(arena *mem, const tree *t)
{
    tree own = *t;
    own.frames = ARENA_ARRAY(mem, tree_frame, 2 * t->cuts_count + 1);
    own.frames_count = 0;
    for (uint32_t i = 0; i < t->cuts_count; i++)
        for (uint32_t k = 0; k < 2 && has_ends(&t->cuts[i]); k++)
            own.frames[own.frames_count++] = (tree_frame){t->cuts[i].what.name,
                                                          t->cuts[i].body[k],
                                                          t->cuts[i].in_body[k]};
    return own;
}

static uint32_t kinematics_asked(unsigned asked)
{
    uint32_t k = ASK_ORIGIN | ASK_ROTATION;
    if (asked & CONSTRAINT_ROWS)
        k |= ASK_JACOBIAN;
    if (asked & CONSTRAINT_QUADRATIC)
        k |= ASK_LINEAR | ASK_ANGULAR | ASK_LINEAR_ACCELERATION | ASK_ANGULAR_ACCELERATION;
    return k;
}

static cut_end end_of(constraint_writer *w, const geometry *g, uint32_t at, const motion *m)
{
    cut_end e = {pvec_assign(w->n, m->p),     pvec_assign(w->n, m->v),      pvec_assign(w->n, m->a),
                 pvec_assign(w->n, m->omega), pvec_assign(w->n, m->omegad), m->r, NULL};
    for (int c = 0; c < 3; c++)
        e.r.column[c] = pvec_assign(w->n, e.r.column[c]);
    e.column = ARENA_ARRAY(w->mem, rate_column, w->t->coordinates_count + 1);
    if (!(w->asked & CONSTRAINT_ROWS))
        return e;
    uint32_t i = g->t->frames[at].body;
    for (uint32_t c = m->columns_count; !geometry_is_base(g, i); i = g->bodies[i].parent) {
        rate_column *to = &e.column[g->bodies[i].coordinate];
        const rate_column *from = &m->columns[--c];
        poly ratio = poly_number(w->n, g->bodies[i].ratio);
        to->linear = pvec_assign(w->n,
                                 pvec_add(w->n, to->linear, pvec_times(w->n, ratio, from->linear)));
        to->angular = pvec_assign(w->n, pvec_add(w->n, to->angular,
                                                 pvec_times(w->n, ratio, from->angular)));
    }
    return e;
}

/* Writes the ends of every cut that is seen from that body, and the tree's axes of that. */
static void write_ends(constraint_writer *w, const tree *own, constraint_frames frames,
                       uint32_t seen_from, cut_end (*ends)[2], mat3 *references)
{
    tree some = *own;
    some.frames = ARENA_ARRAY(w->mem, tree_frame, own->frames_count + 1);
    some.frames_count = 0;
    geometry all = frames == CONSTRAINT_FRAMES_OWN ? geometry_default(w->mem, own)
                                                   : geometry_of_mass(w->mem, own);
    geometry g = all;
    g.t = &some;
    g.frames = ARENA_ARRAY(w->mem, geometry_frame, own->frames_count + 1);
    for (uint32_t i = 0, k = 0; i < own->cuts_count; i++) {
        if (!has_ends(&own->cuts[i]))
            continue;
        for (uint32_t end = 0; end < 2; end++, k++)
            if (own->cuts[i].seen_from == seen_from) {
                g.frames[some.frames_count] = all.frames[k];
                some.frames[some.frames_count++] = own->frames[k];
            }
    }
    if (seen_from)
        g.bodies[seen_from].kind = BODY_FREE; /* to which nothing moves that it carries */
    kinematics_form form = kinematics_form_plain(w->mem, &g, SCHEME_PROGRESSIVE);
    motion *list = kinematics_motions(w->mem, &g, kinematics_asked(w->asked), &form, w->s, w->n);
    for (uint32_t i = 0, k = 0; i < own->cuts_count; i++)
        if (has_ends(&own->cuts[i]) && own->cuts[i].seen_from == seen_from) {
            references[i] = all.bodies[seen_from].of_tree;
            for (uint32_t end = 0; end < 2; end++, k++)
                ends[i][end] = end_of(w, &g, k, &list[k]);
        }
}

/* --- rows ------------------------------------------------------------------------------------- */

/* Along an axis of the tree, of the body that both ends are seen from. */
static poly reference_component(constraint_writer *w, uint32_t axis, pvec u)
{
    poly sum = poly_zero();
    for (int k = 0; k < 3; k++)
        sum = poly_add(w->n, sum, poly_scale(w->n, u.v[k], w->reference.m[k][axis]));
    return net_assign(w->n, NULL, sum);
}

/* A vector of the axes that both ends are seen in, in those that the cut's rows are written in. */
static poly component(constraint_writer *w, uint32_t axis, pvec u)
{
    if (w->cut->what.kind != CUT_BODY || w->cut->what.axes == CUT_AXES_REFERENCE)
        return reference_component(w, axis, u);
    return pvec_dot(w->n, w->end[0].r.column[axis], u);
}

static bool in_axes_of_a(const constraint_writer *w)
{
    return w->cut->what.kind == CUT_BODY && w->cut->what.axes == CUT_AXES_A;
}

/* x_b - x_a in axes that turn with a: their turning takes part, too. */
static void write_translation(constraint_writer *w, uint32_t at, uint32_t axis)
{
    net *n = w->n;
    const bool turns = in_axes_of_a(w);
    const pvec omega = w->end[0].omega;
    if (w->out->value)
        w->out->value[at] = net_assign(n, NULL, component(w, axis, w->x));
    for (uint32_t c = 0; w->out->row && c < w->out->columns; c++) {
        pvec u = less(w, w->end[1].column[c].linear, w->end[0].column[c].linear);
        if (turns)
            u = less(w, u, crossed(w, w->end[0].column[c].angular, w->x));
        w->out->row[at * w->out->columns + c] = net_assign(n, NULL, component(w, axis, u));
    }
    if (!w->out->quadratic)
        return;
    pvec u = w->a;
    if (turns) {
        pvec once = crossed(w, omega, w->x), rate = less(w, w->v, once);
        u = less(w, u, crossed(w, w->end[0].omegad, w->x));
        u = less(w, u, crossed(w, omega, w->v));
        u = less(w, u, crossed(w, omega, rate));
    }
    w->out->quadratic[at] = net_assign(n, NULL, component(w, axis, u));
}

/* Entry of the rotation from the axes of a to those of b, as the rows' axes see it. */
static poly rotation_entry(constraint_writer *w, int row, int column)
{
    const paxes *a = &w->end[0].r, *b = &w->end[1].r;
    if (in_axes_of_a(w))
        return net_assign(w->n, NULL, pvec_dot(w->n, a->column[row], b->column[column]));
    poly sum = poly_zero();
    for (int k = 0; k < 3; k++)
        sum = poly_add(w->n, sum,
                       poly_multiply(w->n, reference_component(w, (uint32_t)row, b->column[k]),
                                     reference_component(w, (uint32_t)column, a->column[k])));
    return net_assign(w->n, NULL, sum);
}

/* The axis whose two other components say that it has not turned: the dropped one where exactly one
 * is; otherwise one that row `axis` can be told from. */
static int axis_that_stays(const constraint_writer *w, int axis)
{
    int dropped = 0, which = 0;
    for (int k = 0; k < 3; k++)
        if (w->cut->what.dropped >> (CUT_RX + k) & 1) {
            dropped++;
            which = k;
        }
    if (dropped == 1)
        return which;
    return axis ? 0 : 1;
}

static void write_rotation(constraint_writer *w, uint32_t at, int axis)
{
    /* Where an axis s was e_s, its component along the third axis o has the derivative
     * (omega x e_s)_o, which is omega of the row's axis or its opposite. */
    const int stays = axis_that_stays(w, axis), other = 3 - axis - stays;
    const double sign = (axis + 1) % 3 == stays ? 1 : -1;
    net *n = w->n;
    if (w->out->value)
        w->out->value[at] = poly_scale(n, rotation_entry(w, other, stays), sign);
    if (w->out->guard)
        w->out->guard[at] = rotation_entry(w, stays, stays);
    for (uint32_t c = 0; w->out->row && c < w->out->columns; c++) {
        pvec u = less(w, w->end[1].column[c].angular, w->end[0].column[c].angular);
        poly along = component(w, (uint32_t)axis, u);
        w->out->row[at * w->out->columns + c] = net_assign(n, NULL, along);
    }
    if (!w->out->quadratic)
        return;
    pvec u = less(w, w->end[1].omegad, w->end[0].omegad);
    if (in_axes_of_a(w))
        u = less(w, u, crossed(w, w->end[0].omega, w->end[1].omega));
    w->out->quadratic[at] = net_assign(n, NULL, component(w, (uint32_t)axis, u));
}

static void write_rod(constraint_writer *w, uint32_t at)
{
    net *n = w->n;
    const double length = w->cut->what.length_m;
    if (w->out->value) {
        poly h = poly_scale(n, pvec_dot(w->n, w->x, w->x), 0.5);
        w->out->value[at] =
            net_assign(n, NULL, poly_sub(n, h, poly_number(n, length * length / 2)));
    }
    for (uint32_t c = 0; w->out->row && c < w->out->columns; c++) {
        pvec u = less(w, w->end[1].column[c].linear, w->end[0].column[c].linear);
        w->out->row[at * w->out->columns + c] = net_assign(n, NULL, pvec_dot(w->n, w->x, u));
    }
    if (w->out->quadratic)
        w->out->quadratic[at] = net_assign(n, NULL, poly_add(n, pvec_dot(w->n, w->v, w->v),
                                                             pvec_dot(w->n, w->x, w->a)));
}

static void write_linear(constraint_writer *w, uint32_t at)
{
    net *n = w->n;
    poly h = poly_number(n, -w->cut->value);
    for (uint32_t k = 0; k < w->cut->terms_count; k++) {
        const tree_term *part = &w->cut->terms[k];
        poly q = signals_coordinate(w->s, n, INPUT_Q, part->coordinate, 1, 0);
        h = poly_add(n, h, poly_scale(n, q, part->coefficient));
        if (w->out->row)
            w->out->row[at * w->out->columns + part->coordinate] =
                poly_number(n, part->coefficient);
    }
    if (w->out->value)
        w->out->value[at] = net_assign(n, NULL, h);
}

/* Number `which` of the user's constraint: its value, what is quadratic, its row. */
static poly user_number(const constraint_writer *w, uint32_t which)
{
    uint32_t before = 0;
    for (const tree_cut *c = w->t->cuts; c != w->cut; c++)
        before += c->what.kind == CUT_USER ? 2 + c->terms_count : 0;
    return signals_vector(w->s, w->n, INPUT_USER_CONSTRAINT, w->cut->numbers[which],
                          before + which, 0);
}

static void write_user(constraint_writer *w, uint32_t at)
{
    if (w->out->value)
        w->out->value[at] = user_number(w, 0);
    if (w->out->quadratic)
        w->out->quadratic[at] = user_number(w, 1);
    for (uint32_t k = 0; w->out->row && k < w->cut->terms_count; k++) {
        const uint32_t c = w->cut->terms[k].coordinate;
        w->out->row[at * w->out->columns + c] = user_number(w, 2 + k);
    }
}

/* A plane through the start, with slopes that have nothing to do with each other. */
static void write_standin(constraint_writer *w, uint32_t at)
{
    tree_cut plane = *w->cut;
    const tree_cut *was = w->cut;
    plane.terms = ARENA_ARRAY(w->mem, tree_term, plane.terms_count);
    plane.value = 0;
    for (uint32_t k = 0; k < plane.terms_count; k++) {
        const uint32_t c = was->terms[k].coordinate;
        plane.terms[k] = (tree_term){c, 1 + 0.4 * sin(1 + 1.7 * at + 2.3 * k)};
        plane.value += plane.terms[k].coefficient * w->t->coordinates[c].start;
    }
    w->cut = &plane;
    write_linear(w, at);
    w->cut = was;
}

/* The axes of the base, which wheels are seen from. */
static pvec reference_axis(constraint_writer *w, int axis)
{
    pvec out;
    for (int k = 0; k < 3; k++)
        out.v[k] = poly_number(w->n, w->reference.m[k][axis]);
    return out;
}

static pvec wheel_axis(constraint_writer *w)
{
    const vec3 axis = w->t->bodies[w->cut->body[1]].axis;
    pvec sum = {0};
    for (int k = 0; k < 3; k++)
        sum = pvec_add(w->n, sum, pvec_times(w->n, poly_number(w->n, axis.v[k]),
                                             w->end[1].r.column[k]));
    return pvec_assign(w->n, sum);
}

/* The velocity of the wheel's material where it touches the ground, along the row. */
static void write_rolling(constraint_writer *w, uint32_t at, uint32_t row)
{
    net *n = w->n;
    const cut_end *e = &w->end[1];
    const rolling_wheel wheel = {{reference_axis(w, 0), reference_axis(w, 1), reference_axis(w, 2)},
                                 w->x, wheel_axis(w), e->omega};
    const rolling_contact c = rolling_write(n, &w->cut->what, &wheel);
    if (w->out->value)
        w->out->value[at] = row == CUT_Z ? c.height : poly_zero();
    for (uint32_t i = 0; w->out->row && i < w->out->columns; i++) {
        const pvec turned = crossed(w, e->column[i].angular, c.arm);
        const pvec u = pvec_assign(n, pvec_add(n, e->column[i].linear, turned));
        w->out->row[at * w->out->columns + i] = net_assign(n, NULL, pvec_dot(n, c.row[row], u));
    }
    if (!w->out->quadratic)
        return;
    const pvec v = pvec_assign(n, pvec_add(n, e->v, crossed(w, e->omega, c.arm)));
    pvec u = pvec_add(n, e->a, crossed(w, e->omegad, c.arm));
    u = pvec_assign(n, pvec_add(n, u, crossed(w, e->omega, c.armd)));
    w->out->quadratic[at] = net_assign(n, NULL, poly_add(n, pvec_dot(n, c.row[row], u),
                                                         pvec_dot(n, c.rowd[row], v)));
}

static void write_constraint(constraint_writer *w, uint32_t at, uint32_t row)
{
    switch (w->cut->what.kind) {
    case CUT_BODY:
    case CUT_BALL:
        if (row < CUT_RX)
            write_translation(w, at, row);
        else
            write_rotation(w, at, (int)(row - CUT_RX));
        break;
    case CUT_ROD: write_rod(w, at); break;
    case CUT_LINEAR: write_linear(w, at); break;
    case CUT_USER:
        if (w->asked & CONSTRAINT_STANDINS)
            write_standin(w, at);
        else
            write_user(w, at);
        break;
    case CUT_ROLLING: write_rolling(w, at, row); break;
    case CUT_KINDS: assert(false); break;
    }
}

static bool is_new(const tree *t, uint32_t cut)
{
    for (uint32_t i = 0; i < cut; i++)
        if (has_ends(&t->cuts[i]) && t->cuts[i].seen_from == t->cuts[cut].seen_from)
            return false;
    return has_ends(&t->cuts[cut]);
}

static poly *zeros(arena *mem, unsigned asked, unsigned what, uint32_t count)
{
    return asked & what ? ARENA_ARRAY(mem, poly, count + 1) : NULL;
}

derived_motion *motions_stop(arena *mem, const tree *t, signals *s)
{
    const uint32_t count = t->coordinates_count;
    derived_motion *was = s->derived;
    s->derived = ARENA_ARRAY(mem, derived_motion, count + 1);
    for (uint32_t c = 0; c < count; c++) {
        if (was)
            s->derived[c] = was[c];
        s->derived[c].has_acceleration = true;
        s->derived[c].acceleration = poly_zero();
    }
    return was;
}

/* Of every cut, as they are seen from the body that carries both. */
typedef struct {
    cut_end (*of)[2];
    mat3 *references;
} cut_ends;

static cut_ends write_all_ends(constraint_writer *w, constraint_frames frames)
{
    const tree *t = w->t;
    cut_ends e = {arena_alloc(w->mem, sizeof *e.of * (t->cuts_count + 1)),
                  ARENA_ARRAY(w->mem, mat3, t->cuts_count + 1)};
    tree own = with_frames(w->mem, t);
    for (uint32_t i = 0; i < t->cuts_count; i++)
        if (is_new(t, i))
            write_ends(w, &own, frames, t->cuts[i].seen_from, e.of, e.references);
    return e;
}

static void look_at(constraint_writer *w, const cut_ends *e, uint32_t cut)
{
    w->cut = &w->t->cuts[cut];
    w->end[0] = e->of[cut][0];
    w->end[1] = e->of[cut][1];
    w->reference = e->references[cut];
    w->x = less(w, w->end[1].p, w->end[0].p);
    w->v = less(w, w->end[1].v, w->end[0].v);
    w->a = less(w, w->end[1].a, w->end[0].a);
}

constraint_sums constraints_write(arena *mem, const tree *t, const constraint_list *list,
                                  constraint_frames frames, unsigned asked, signals *s, net *n)
{
    constraint_sums out = {.columns = t->coordinates_count};
    out.value = zeros(mem, asked, CONSTRAINT_VALUES, list->count);
    out.row = zeros(mem, asked, CONSTRAINT_ROWS, list->count * out.columns);
    out.quadratic = zeros(mem, asked, CONSTRAINT_QUADRATIC, list->count);
    out.guard = zeros(mem, asked, CONSTRAINT_GUARDS, list->count);
    constraint_writer w = {.mem = mem, .t = t, .asked = asked, .s = s, .n = n, .out = &out};
    derived_motion *was = motions_stop(mem, t, s);
    const cut_ends e = write_all_ends(&w, frames);
    for (uint32_t at = 0; at < list->count; at++) {
        look_at(&w, &e, list->list[at].cut);
        write_constraint(&w, at, list->list[at].row);
    }
    s->derived = was;
    return out;
}

cut_motion *cut_motions_write(arena *mem, const tree *t, constraint_frames frames, signals *s,
                              net *n)
{
    const unsigned asked = CONSTRAINT_VALUES | CONSTRAINT_ROWS | CONSTRAINT_QUADRATIC;
    constraint_writer w = {.mem = mem, .t = t, .asked = asked, .s = s, .n = n};
    derived_motion *was = motions_stop(mem, t, s);
    const cut_ends e = write_all_ends(&w, frames);
    cut_motion *out = ARENA_ARRAY(mem, cut_motion, t->cuts_count + 1);
    for (uint32_t i = 0; i < t->cuts_count; i++) {
        if (!has_ends(&t->cuts[i]))
            continue;
        look_at(&w, &e, i);
        out[i] = (cut_motion){w.x, w.v, w.a, NULL, w.reference};
        out[i].column = ARENA_ARRAY(mem, pvec, t->coordinates_count + 1);
        for (uint32_t c = 0; c < t->coordinates_count; c++)
            out[i].column[c] = less(&w, w.end[1].column[c].linear, w.end[0].column[c].linear);
    }
    s->derived = was;
    return out;
}
