/* Forward dynamics in O(N): M x = b solved body by body, with articulated inertias [LOOPS A.4] in
 * the frames and base parameters of the model. What velocities, gravity and external forces do is
 * all in b = drive - c, c from the recursion of inverse dynamics without accelerations: that is
 * shorter than to carry it through the articulated bodies.
 *
 * Of a body, at its origin and in its axes: a wrench (n, f) is I a for a motion (alpha, a), I =
 * [A B; B' C]. Seen through a joint that is free, s its axis, U = I s, D = s.U and W = U / D, the
 * body has I - U W' and the wrench p + W u, u = b - s.p; its acceleration along the joint is
 * u / D - W.a. Along the joint W is 1, nothing is left of I, and of p the drive b; with a rotor of
 * inertia r, which D has and U has not, r W is left of I. */
#include "equations/classic.h"
#include "equations/forward.h"
#include "equations/functions.h"
#include "equations/joint_forces.h"
#include "equations/loads.h"
#include "equations/rewrite.h"
#include "equations/vectors.h"

#include <math.h>

typedef struct {
    poly m[3][3];
} block;

typedef struct {
    pvec n, f; /* moment and force; of a motion: turning and shifting */
} six;

typedef struct {
    block a, b, c;
} articulated_inertia;

typedef struct {
    poly sine, cosine;
    pvec lever; /* of the origin, in the parent's axes */
    articulated_inertia i;
    six p; /* wrench that the joints beyond have already taken up */
    six w; /* U / D */
    poly drive, u, inverse, rotor;
    six motion; /* its acceleration, outwards */
} articulated_body;

typedef struct {
    arena *mem;
    const tree *t;
    const model *m;   /* regrouped */
    const model *raw; /* as the bodies are */
    signals *s;
    net *n;
    articulated_body *of;
    const poly *bias; /* per freedom */
    uint32_t of_free; /* freedoms of free bodies */
    poly *x;          /* accelerations, per freedom */
    poly *pivot, *whole;
    bool *written; /* per freedom: its pivot is */
    bool singular;
} articulated_writer;

/* --- small algebra --------------------------------------------------------------------------- */

static poly name(articulated_writer *w, const char *what, uint32_t body, const char *part,
                 poly value)
{
    return net_assign(w->n, arena_printf(w->mem, "%s%u%s", what, body, part), value);
}

static const char *const AXIS[3] = {"x", "y", "z"};
static const char *const PAIR[3][3] = {{"xx", "xy", "xz"}, {"yx", "yy", "yz"}, {"zx", "zy", "zz"}};

static pvec name_all(articulated_writer *w, const char *what, uint32_t body, pvec v)
{
    for (int k = 0; k < 3; k++)
        v.v[k] = name(w, what, body, AXIS[k], v.v[k]);
    return v;
}

static block name_block(articulated_writer *w, const char *what, uint32_t body, block b)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            b.m[r][c] = name(w, what, body, PAIR[r][c], b.m[r][c]);
    return b;
}

static poly times(articulated_writer *w, poly a, poly b)
{
    return poly_multiply(w->n, a, b);
}

static poly plus(articulated_writer *w, poly a, poly b)
{
    return poly_add(w->n, a, b);
}

static poly minus(articulated_writer *w, poly a, poly b)
{
    return poly_sub(w->n, a, b);
}

static pvec cross(articulated_writer *w, pvec a, pvec b)
{
    pvec out;
    for (int x = 0; x < 3; x++) {
        int y = (x + 1) % 3, z = (x + 2) % 3;
        out.v[x] = minus(w, times(w, a.v[y], b.v[z]), times(w, a.v[z], b.v[y]));
    }
    return out;
}

static poly dot(articulated_writer *w, pvec a, pvec b)
{
    poly sum = poly_zero();
    for (int k = 0; k < 3; k++)
        sum = plus(w, sum, times(w, a.v[k], b.v[k]));
    return sum;
}

static pvec numbers(articulated_writer *w, vec3 x)
{
    pvec out;
    for (int k = 0; k < 3; k++)
        out.v[k] = poly_number(w->n, x.v[k]);
    return out;
}

static pvec column(const block *b, int k)
{
    return (pvec){{b->m[0][k], b->m[1][k], b->m[2][k]}};
}

static pvec row(const block *b, int k)
{
    return (pvec){{b->m[k][0], b->m[k][1], b->m[k][2]}};
}

static block block_add(articulated_writer *w, block a, const block *b)
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            a.m[r][c] = plus(w, a.m[r][c], b->m[r][c]);
    return a;
}

/* --- turning and shifting -------------------------------------------------------------------- */

static bool is_revolute(const articulated_writer *w, uint32_t i)
{
    return w->m->bodies[i].kind == BODY_REVOLUTE;
}

/* Rz M Rz': of the block across the axis four products, with u = c (xx - yy) - s (xy + yx). */
static block turn_block(articulated_writer *w, uint32_t i, const char *what, block b)
{
    poly s = w->of[i].sine, c = w->of[i].cosine;
    poly difference = name(w, what, i, "d", minus(w, b.m[0][0], b.m[1][1]));
    poly sum = name(w, what, i, "s", plus(w, b.m[0][1], b.m[1][0]));
    poly u = name(w, what, i, "u", minus(w, times(w, c, difference), times(w, s, sum)));
    poly cu = name(w, what, i, "cu", times(w, c, u)), su = name(w, what, i, "su", times(w, s, u));
    block out = b;
    out.m[0][0] = plus(w, b.m[1][1], cu);
    out.m[1][1] = minus(w, b.m[0][0], cu);
    out.m[0][1] = plus(w, b.m[0][1], su);
    out.m[1][0] = plus(w, b.m[1][0], su);
    pvec across = pvec_turn_out(w->n, s, c, column(&b, 2)), along = pvec_turn_out(w->n, s, c,
                                                                                  row(&b, 2));
    for (int k = 0; k < 2; k++) {
        out.m[k][2] = across.v[k];
        out.m[2][k] = along.v[k];
    }
    return name_block(w, what, i, out);
}

static block turn_block_constant(articulated_writer *w, uint32_t i, const char *what, block b)
{
    const mat3 r = w->m->bodies[i].rotation;
    for (int k = 0; k < 3; k++) {
        pvec turned = name_all(w, what, i, pvec_turn_constant(w->n, r, false, column(&b, k)));
        for (int x = 0; x < 3; x++)
            b.m[x][k] = turned.v[x];
    }
    for (int k = 0; k < 3; k++) {
        pvec turned = pvec_turn_constant(w->n, r, false, row(&b, k));
        for (int x = 0; x < 3; x++)
            b.m[k][x] = turned.v[x];
    }
    return name_block(w, what, i, b);
}

static block block_to_parent(articulated_writer *w, uint32_t i, const char *what, block b)
{
    if (is_revolute(w, i))
        b = turn_block(w, i, what, b);
    return turn_block_constant(w, i, what, b);
}

static pvec to_parent(articulated_writer *w, uint32_t i, const char *what, pvec v)
{
    if (is_revolute(w, i))
        v = name_all(w, what, i, pvec_turn_out(w->n, w->of[i].sine, w->of[i].cosine, v));
    return name_all(w, what, i, pvec_turn_constant(w->n, w->m->bodies[i].rotation, false, v));
}

static pvec from_parent(articulated_writer *w, uint32_t i, const char *what, pvec v)
{
    v = name_all(w, what, i, pvec_turn_constant(w->n, w->m->bodies[i].rotation, true, v));
    if (is_revolute(w, i))
        v = name_all(w, what, i, pvec_turn_in(w->n, w->of[i].sine, w->of[i].cosine, v));
    return v;
}

/* l~ M: l across each column. */
static block lever_times(articulated_writer *w, pvec lever, const block *b)
{
    block out;
    for (int k = 0; k < 3; k++) {
        pvec moved = cross(w, lever, column(b, k));
        for (int x = 0; x < 3; x++)
            out.m[x][k] = moved.v[x];
    }
    return out;
}

static block transposed(const block *b, articulated_writer *w, double sign)
{
    block out;
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++)
            out.m[r][c] = poly_scale(w->n, b->m[c][r], sign);
    return out;
}

/* At the parent's origin: B + l~ C, and A + l~ B' - (B + l~ C) l~ = A + l~ B' +
 * (l~ (B + l~ C)')'. */
static articulated_inertia shifted(articulated_writer *w, uint32_t i, articulated_inertia x)
{
    pvec lever = w->of[i].lever;
    block old_b = transposed(&x.b, w, 1), moved = lever_times(w, lever, &x.c);
    x.b = name_block(w, "Bs", i, block_add(w, x.b, &moved));
    block other = transposed(&x.b, w, 1);
    block first = lever_times(w, lever, &old_b), second = lever_times(w, lever, &other);
    second = transposed(&second, w, 1);
    x.a = block_add(w, block_add(w, x.a, &first), &second);
    return x;
}

/* --- inwards --------------------------------------------------------------------------------- */

static void write_joint(articulated_writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    articulated_body *to = &w->of[i];
    to->lever = numbers(w, b->anchor);
    if (b->kind == BODY_REVOLUTE) {
        signals_trig(w->s, w->n, b->coordinate, b->ratio, b->offset, &to->sine, &to->cosine);
        return;
    }
    poly length = signals_coordinate(w->s, w->n, INPUT_Q, b->coordinate, b->ratio, b->offset);
    vec3 along = mat3_apply(b->rotation, b->axis);
    for (int k = 0; k < 3; k++)
        to->lever.v[k] = name(w, "l", i, AXIS[k],
                              plus(w, to->lever.v[k], poly_scale(w->n, length, along.v[k])));
}

/* h~, or what one component of h adds to it. */
static void add_first(articulated_writer *w, block *to, int axis, poly h)
{
    int y = (axis + 1) % 3, z = (axis + 2) % 3;
    to->m[y][z] = minus(w, to->m[y][z], h);
    to->m[z][y] = plus(w, to->m[z][y], h);
}

/* Of loads that come with the state. */
static void add_loads(articulated_writer *w, uint32_t i)
{
    articulated_inertia *to = &w->of[i].i;
    for (uint32_t k = 0; k < w->t->payloads_count; k++) {
        mat3 axes;
        vec3 at;
        if (w->t->payloads[k].body != i)
            continue;
        model_pose(w->m, i, w->t->payloads[k].link_in_body, &axes, &at);
        load_inertia l = load_write(w->t, k, axes, at, w->s, w->n);
        for (int r = 0; r < 3; r++) {
            int y = (r + 1) % 3, z = (r + 2) % 3;
            to->a.m[r][r] = plus(w, to->a.m[r][r], plus(w, l.second[y][y], l.second[z][z]));
            for (int c = 0; c < 3; c++)
                to->a.m[r][c] = r == c ? to->a.m[r][c] : minus(w, to->a.m[r][c], l.second[r][c]);
            add_first(w, &to->b, r, l.first.v[r]);
            to->c.m[r][r] = plus(w, to->c.m[r][r], l.mass);
        }
    }
}

static void add_own_inertia(articulated_writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    articulated_inertia *to = &w->of[i].i;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            double moment = r == c ? b->moment.v[r] : -b->second.m[r][c];
            to->a.m[r][c] = plus(w, to->a.m[r][c], poly_number(w->n, moment));
        }
        add_first(w, &to->b, r, poly_number(w->n, b->first.v[r]));
        to->c.m[r][r] = plus(w, to->c.m[r][r], poly_number(w->n, b->mass));
    }
    add_loads(w, i);
    to->a = name_block(w, "A", i, to->a);
    to->b = name_block(w, "B", i, to->b);
    to->c = name_block(w, "C", i, to->c);
    w->of[i].p.n = name_all(w, "n", i, w->of[i].p.n);
    w->of[i].p.f = name_all(w, "f", i, w->of[i].p.f);
}

static pvec block_apply(articulated_writer *w, const block *b, pvec x)
{
    pvec out;
    for (int r = 0; r < 3; r++)
        out.v[r] = dot(w, row(b, r), x);
    return out;
}

/* What a pivot is compared with: the body's own inertia along the joint, which no joint beyond can
 * take from it; where it has none, the inertia that it carries in all directions. */
static poly whole_of(articulated_writer *w, uint32_t i)
{
    const model_body *raw = &w->raw->bodies[i];
    double own = is_revolute(w, i) ? raw->moment.v[2] : raw->mass;
    if (own > 0)
        return poly_number(w->n, own);
    const block *b = is_revolute(w, i) ? &w->of[i].i.a : &w->of[i].i.c;
    return plus(w, plus(w, b->m[0][0], b->m[1][1]), b->m[2][2]);
}

static bool is_positive(const net *n, poly pivot)
{
    bool is_number = pivot.count == 1 && !pivot.terms[0].count;
    return pivot.count && (!is_number || term_coefficient(n, &pivot.terms[0]) > 0);
}

/* U of the joint of body i. */
static six joint_column(articulated_writer *w, uint32_t i)
{
    const articulated_body *b = &w->of[i];
    if (is_revolute(w, i))
        return (six){column(&b->i.a, 2), row(&b->i.b, 2)};
    pvec axis = numbers(w, w->m->bodies[i].axis);
    return (six){name_all(w, "Un", i, block_apply(w, &b->i.b, axis)),
                 name_all(w, "Uf", i, block_apply(w, &b->i.c, axis))};
}

static poly along_joint(articulated_writer *w, uint32_t i, const six *x)
{
    return is_revolute(w, i) ? x->n.v[2] : dot(w, x->f, numbers(w, w->m->bodies[i].axis));
}

/* W, u and 1 / D of the joint of body i. */
static void open_joint(articulated_writer *w, uint32_t i, const six *u)
{
    articulated_body *b = &w->of[i];
    const model_body *m = &w->m->bodies[i];
    const uint32_t freedom = w->of_free + m->coordinate;
    b->rotor = poly_scale(w->n, joint_armature(w->t, m->coordinate, NUMBERS_ARE_CONSTANTS, w->n),
                          1 / (m->ratio * m->ratio));
    poly pivot = name(w, "D", i, "", plus(w, along_joint(w, i, u), b->rotor));
    w->pivot[freedom] = pivot;
    w->whole[freedom] = whole_of(w, i);
    w->written[freedom] = true;
    w->singular = !is_positive(w->n, pivot);
    if (w->singular)
        return;
    b->inverse = net_reciprocal(w->n, arena_printf(w->mem, "i%u", i), pivot);
    b->drive = minus(w, forward_drive(w->t, w->s, w->n, freedom), w->bias[freedom]);
    b->drive = name(w, "b", i, "", poly_scale(w->n, b->drive, 1 / m->ratio));
    b->u = name(w, "u", i, "", minus(w, b->drive, along_joint(w, i, &b->p)));
    for (int k = 0; k < 3; k++) {
        b->w.n.v[k] = name(w, "wn", i, AXIS[k], times(w, u->n.v[k], b->inverse));
        b->w.f.v[k] = name(w, "wf", i, AXIS[k], times(w, u->f.v[k], b->inverse));
    }
}

/* Along the joint of body i, if it lies along axis k: rotor W of the inertia, of the wrench the
 * drive where there is no rotor. */
static void close_axis(articulated_writer *w, uint32_t i, int k, articulated_inertia *left, six *p)
{
    const articulated_body *b = &w->of[i];
    const bool revolute = is_revolute(w, i);
    const double sense = revolute ? 1 : w->m->bodies[i].axis.v[k];
    for (int c = 0; c < 3; c++) {
        poly n = poly_scale(w->n, times(w, b->rotor, b->w.n.v[c]), sense);
        poly f = poly_scale(w->n, times(w, b->rotor, b->w.f.v[c]), sense);
        if (revolute) {
            left->a.m[k][c] = left->a.m[c][k] = n;
            left->b.m[k][c] = f;
        } else {
            left->b.m[c][k] = n;
            left->c.m[k][c] = left->c.m[c][k] = f;
        }
    }
    if (!b->rotor.count)
        (revolute ? &p->n : &p->f)->v[k] = poly_scale(w->n, b->drive, sense);
}

/* Inertia and wrench of body i, seen through its joint. */
static void through_joint(articulated_writer *w, uint32_t i, articulated_inertia *left, six *p)
{
    const articulated_body *b = &w->of[i];
    six u = joint_column(w, i);
    open_joint(w, i, &u);
    if (w->singular)
        return;
    *left = b->i;
    for (int r = 0; r < 3; r++) {
        p->n.v[r] = plus(w, b->p.n.v[r], times(w, b->w.n.v[r], b->u));
        p->f.v[r] = plus(w, b->p.f.v[r], times(w, b->w.f.v[r], b->u));
        for (int c = 0; c < 3; c++) { /* symmetric ones from one side, so that both are one */
            int x = r < c ? r : c, y = r < c ? c : r;
            left->a.m[r][c] = minus(w, b->i.a.m[r][c], times(w, b->w.n.v[x], u.n.v[y]));
            left->b.m[r][c] = minus(w, b->i.b.m[r][c], times(w, b->w.n.v[r], u.f.v[c]));
            left->c.m[r][c] = minus(w, b->i.c.m[r][c], times(w, b->w.f.v[x], u.f.v[y]));
        }
    }
    for (int k = 0; k < 3; k++)
        if (is_revolute(w, i) ? k == 2 : fabs(w->m->bodies[i].axis.v[k]) == 1)
            close_axis(w, i, k, left, p);
}

static void hand_inwards(articulated_writer *w, uint32_t i)
{
    articulated_body *h = &w->of[w->m->bodies[i].parent];
    articulated_inertia x;
    six p;
    through_joint(w, i, &x, &p);
    if (w->singular || !w->m->bodies[i].parent)
        return;
    x.a = block_to_parent(w, i, "Ai", name_block(w, "Ai", i, x.a));
    x.b = block_to_parent(w, i, "Bi", name_block(w, "Bi", i, x.b));
    x.c = block_to_parent(w, i, "Ci", name_block(w, "Ci", i, x.c));
    x = shifted(w, i, x);
    h->i.a = block_add(w, h->i.a, &x.a);
    h->i.b = block_add(w, h->i.b, &x.b);
    h->i.c = block_add(w, h->i.c, &x.c);
    pvec force = to_parent(w, i, "fi", name_all(w, "fi", i, p.f));
    pvec moment = to_parent(w, i, "ni", name_all(w, "ni", i, p.n));
    h->p.f = pvec_add(w->n, h->p.f, force);
    h->p.n = pvec_add(w->n, h->p.n, pvec_add(w->n, moment, cross(w, w->of[i].lever, force)));
}

/* --- free bodies ----------------------------------------------------------------------------- */

/* The six rows of a free body: shifting, then turning. */
static void solve_free(articulated_writer *w, uint32_t i, uint32_t first)
{
    const articulated_body *b = &w->of[i];
    const char *names[6];
    poly lower[21], right[6];
    for (uint32_t r = 0; r < 6; r++) {
        names[r] = arena_printf(w->mem, "%u", first + r + 1);
        for (uint32_t c = 0; c <= r; c++)
            lower[factors_at(r, c)] = r < 3   ? b->i.c.m[r][c]
                                      : c < 3 ? b->i.b.m[r - 3][c]
                                              : b->i.a.m[r - 3][c - 3];
        poly given = minus(w, forward_drive(w->t, w->s, w->n, first + r), w->bias[first + r]);
        right[r] = minus(w, given, r < 3 ? b->p.f.v[r] : b->p.n.v[r - 3]);
    }
    factors f = factors_write(w->mem, w->n, lower, names, 6);
    w->singular = f.singular < 6;
    if (!w->singular)
        factors_solve(&f, w->n, right);
    for (uint32_t r = 0; r < 6; r++) {
        w->pivot[first + r] = f.pivot[r];
        w->whole[first + r] = f.whole[r];
        w->written[first + r] = f.singular == 6 || r >= f.singular;
        w->x[first + r] = right[r];
        (r < 3 ? &w->of[i].motion.f : &w->of[i].motion.n)->v[r % 3] = right[r];
    }
}

/* --- outwards -------------------------------------------------------------------------------- */

static void write_motion(articulated_writer *w, uint32_t i)
{
    const model_body *m = &w->m->bodies[i];
    const articulated_body *h = &w->of[m->parent];
    articulated_body *b = &w->of[i];
    const bool revolute = is_revolute(w, i), whole = revolute && !b->rotor.count;
    pvec moved = pvec_add(w->n, h->motion.f, cross(w, h->motion.n, b->lever));
    pvec turning = from_parent(w, i, "ra", h->motion.n);
    pvec shifting = from_parent(w, i, "rv", name_all(w, "rl", i, moved));
    /* u / D - W.a; where W is 1 along the axis, without that part: what the body itself does */
    poly own = times(w, b->u, b->inverse);
    for (int k = 0; k < 3; k++) {
        if (!(whole && k == 2))
            own = minus(w, own, times(w, b->w.n.v[k], turning.v[k]));
        own = minus(w, own, times(w, b->w.f.v[k], shifting.v[k]));
    }
    own = name(w, "al", i, "", own);
    b->motion = (six){turning, shifting};
    if (whole) {
        b->motion.n.v[2] = own;
        own = minus(w, own, turning.v[2]);
    } else if (revolute) {
        b->motion.n.v[2] = name(w, "al", i, "z", plus(w, own, turning.v[2]));
    } else {
        for (int k = 0; k < 3; k++)
            b->motion.f.v[k] = name(w, "as", i, AXIS[k],
                                    plus(w, shifting.v[k], poly_scale(w->n, own, m->axis.v[k])));
    }
    w->x[w->of_free + m->coordinate] = poly_scale(w->n, own, 1 / m->ratio);
}

/* --- the whole ------------------------------------------------------------------------------- */

static void write_all(articulated_writer *w)
{
    for (uint32_t i = 1; i < w->m->count; i++)
        if (w->m->bodies[i].kind != BODY_FREE)
            write_joint(w, i);
    uint32_t free_body = tree_free_bodies(w->t);
    for (uint32_t i = w->m->count; i-- > 1 && !w->singular;) {
        add_own_inertia(w, i);
        if (w->m->bodies[i].kind == BODY_FREE)
            solve_free(w, i, 6 * --free_body);
        else
            hand_inwards(w, i);
    }
    for (uint32_t i = 1; i < w->m->count && !w->singular; i++)
        if (w->m->bodies[i].kind != BODY_FREE)
            write_motion(w, i);
}

static void articulated_write(arena *mem, const tree *t, const model *raw, const mass_forms *forms,
                              signals *s, net *n)
{
    const uint32_t freedoms = tree_freedoms(t);
    model m = model_copy(mem, raw);
    model_regroup(&m, NULL);
    mass_sums sums = mass_write(mem, t, raw, forms, MASS_BIAS | MASS_VELOCITY, s, n);
    articulated_writer w = {.mem = mem, .t = t, .m = &m, .raw = raw, .s = s, .n = n,
                            .bias = sums.bias, .of_free = freedoms - t->coordinates_count};
    w.of = ARENA_ARRAY(mem, articulated_body, m.count);
    w.x = ARENA_ARRAY(mem, poly, freedoms + 1);
    w.pivot = ARENA_ARRAY(mem, poly, freedoms + 1);
    w.whole = ARENA_ARRAY(mem, poly, freedoms + 1);
    w.written = ARENA_ARRAY(mem, bool, freedoms + 1);
    write_all(&w);
    forward_outputs(t, w.x, s, n);
    for (uint32_t k = 0; k < freedoms; k++)
        if (!w.singular || w.written[k])
            forward_pivot(t, k, w.pivot[k], w.whole[k], s, n);
    net_sweep(n);
}

bool articulated_takes(const tree *t, uint32_t *body)
{
    for (*body = 1; *body < t->bodies_count; ++*body) {
        const tree_body *b = &t->bodies[*body];
        if (b->kind == BODY_FREE)
            continue;
        if (forward_is_imposed(t, tree_freedoms(t) - t->coordinates_count + b->coordinate))
            return false;
        for (uint32_t k = 1; k < *body; k++)
            if (t->bodies[k].kind != BODY_FREE && t->bodies[k].coordinate == b->coordinate)
                return false;
    }
    return true;
}

static net articulated_net(arena *mem, const tree *t, const model *raw, const mass_forms *f,
                           signals *s)
{
    arena writing = arena_make(), sharing = arena_make();
    *s = (signals){.mem = mem, .t = t};
    net n = net_make(&writing);
    articulated_write(&writing, t, raw, f, s, &n);
    n = net_move(&n, &sharing);
    arena_free(&writing);
    net_share_parts(&n);
    n = net_move(&n, mem);
    arena_free(&sharing);
    return n;
}

/* --- the producer ---------------------------------------------------------------------------- */

static void write_plain(arena *mem, const tree *t, signals *s, net *n)
{
    model raw;
    model_build(mem, t, &raw);
    mass_forms f = mass_forms_plain(mem, &raw);
    articulated_write(mem, t, &raw, &f, s, n);
}

net articulated_forms(arena *mem, const tree *t, const equations_options *o, const objective *goal,
                      uint64_t budget, signals *words)
{
    const mass_use bias = {MASS_BIAS | MASS_VELOCITY, mass_outputs};
    model raw;
    model_build(mem, t, &raw);
    mass_forms f = mass_forms_plain(mem, &raw);
    progress_search(o->life, "forms of the equations");
    if (budget)
        mass_forms_search(t, &raw, &bias, goal, budget, o->life, &f);
    progress_end(o->life);
    return articulated_net(mem, t, &raw, &f, words);
}

static void choose_forms(arena *mem, const tree *t, const equations_options *o, equations *e)
{
    const objective goal = {0};
    e->graph = articulated_forms(mem, t, o, &goal, 0, &e->words);
    equations_record(mem, e, "articulated bodies, shared sums and products", &e->graph);
    effort_budget b = effort_budget_of(o->effort, net_cost_sum(net_count(&e->graph)));
    if (!b.form_operations)
        return;
    e->graph = articulated_forms(mem, t, o, &goal, b.form_operations, &e->words);
    equations_record(mem, e, "articulated bodies, forms of the bias", &e->graph);
}

static net short_forms(arena *mem, const tree *t, const equations_options *o,
                       const objective *goal, signals *words) {
  return articulated_forms(
      mem, t, o, goal, effort_budget_of(o->effort, 0).form_operations, words);
}

static status check(const tree *t, diag *d)
{
    uint32_t body;
    if (articulated_takes(t, &body))
        return STATUS_OK;
    return diag_error(d, t->bodies[body].at,
                      "joint '%s' follows another or its motion is imposed, which function 'aba' "
                      "cannot have; 'fd' takes it", t->bodies[body].name);
}

const producer PRODUCER_ABA = {
    .write = write_plain, .choose_forms = choose_forms, .short_forms = short_forms, .check = check};
