/* SPDX-License-Identifier: MIT */
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
#include "writers/articulated.h"
#include "writers/articulated_parts.h"
#include "writers/base_numbers.h"
#include "writers/joint_forces.h"
#include "writers/loads.h"

#include <math.h>

/* Turned by a position, as a part of a ball, but by no rate. */
static bool is_held(const writer *w, uint32_t i)
{
    return w->m->bodies[i].rate_ratio == 0;
}

/* --- inwards --------------------------------------------------------------------------------- */

static void write_joint(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    articulated_body *to = &w->art->of[i];
    to->lever = anchor_write(w, i, &b->anchor, 1);
    if (b->kind == BODY_REVOLUTE) {
        signals_trig(w->s, w->n, b->coordinate, b->ratio, b->quarters, b->offset, &to->sine,
                     &to->cosine);
        return;
    }
    poly length = signals_coordinate(w->s, w->n, INPUT_Q, b->coordinate, b->ratio, b->offset);
    vec3 along = mat3_apply(b->rotation, b->axis);
    for (int k = 0; k < 3; k++)
        to->lever.v[k] = name(w, "l", i, k,
                              plus(w, to->lever.v[k], poly_scale(w->n, length, along.v[k])));
}

/* h~, or what one component of h adds to it. */
static void add_first(writer *w, pmat *to, int axis, poly h)
{
    int y = (axis + 1) % 3, z = (axis + 2) % 3;
    to->m[y][z] = minus(w, to->m[y][z], h);
    to->m[z][y] = plus(w, to->m[z][y], h);
}

/* Of loads that come with the state. */
static void add_loads(writer *w, uint32_t i)
{
    articulated_inertia *to = &w->art->of[i].i;
    load_inertia l;
    for (uint32_t at = 0; loads_next(w->t, w->m, i, &at, w->s, w->n, &l);) {
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

static void add_own_inertia(writer *w, uint32_t i)
{
    const model_body *b = &w->m->bodies[i];
    articulated_inertia *to = &w->art->of[i].i;
    for (int r = 0; r < 3; r++) {
        for (int c = 0; c < 3; c++) {
            double moment = r == c ? b->moment.v[r] : -b->second.m[r][c];
            to->a.m[r][c] = plus(w, to->a.m[r][c], poly_number(w->n, moment));
        }
        add_first(w, &to->b, r, poly_number(w->n, b->first.v[r]));
        to->c.m[r][r] = plus(w, to->c.m[r][r], poly_number(w->n, b->mass));
    }
    add_loads(w, i);
    to->a = name_matrix(w, "A", i, to->a);
    to->b = name_matrix(w, "B", i, to->b);
    to->c = name_matrix(w, "C", i, to->c);
    w->art->of[i].p.n = name_all(w, "n", i, w->art->of[i].p.n);
    w->art->of[i].p.f = name_all(w, "f", i, w->art->of[i].p.f);
}

/* What a pivot is compared with: the body's own inertia along the joint and its rotor's, which no
 * joint beyond can take from it; where it has none, the most that what it carries has in any state;
 * of loads alone, which come with the state, what they have in all directions. (Regrouped inertias
 * are those of no body: their traces may be negative.) */
static poly whole_of(writer *w, uint32_t i)
{
    const bool turns = art_is_revolute(w, i);
    const model_body *raw = &w->art->raw->bodies[i];
    const double own = turns ? raw->moment.v[2] : raw->mass;
    const double most = turns ? w->art->carried[i].second : w->art->carried[i].mass;
    if (w->art->of[i].rotor.count)
        return plus(w, poly_number(w->n, fmax(0, own)), w->art->of[i].rotor);
    if (own > 0 || most > 0)
        return poly_number(w->n, own > 0 ? own : most);
    const pmat *b = turns ? &w->art->of[i].i.a : &w->art->of[i].i.c;
    return plus(w, plus(w, b->m[0][0], b->m[1][1]), b->m[2][2]);
}

static bool is_positive(const net *n, poly pivot)
{
    bool is_number = pivot.count == 1 && !pivot.terms[0].count;
    return pivot.count && (!is_number || term_coefficient(n, &pivot.terms[0]) > 0);
}

/* U of the joint of body i. */
static six joint_column(writer *w, uint32_t i)
{
    const articulated_body *b = &w->art->of[i];
    if (art_is_revolute(w, i))
        return (six){pmat_column(&b->i.a, 2), pmat_row(&b->i.b, 2)};
    pvec axis = numbers(w, w->m->bodies[i].axis);
    return (six){name_all(w, "Un", i, pmat_apply(w->n, &b->i.b, axis)),
                 name_all(w, "Uf", i, pmat_apply(w->n, &b->i.c, axis))};
}

poly art_along_joint(writer *w, uint32_t i, const six *x)
{
    if (art_is_revolute(w, i))
        return x->n.v[2];
    return dot(w, x->f, numbers(w, w->m->bodies[i].axis));
}

/* W, u and 1 / D of the joint of body i. */
static void open_joint(writer *w, uint32_t i, const six *u)
{
    articulated_body *b = &w->art->of[i];
    const model_body *m = &w->m->bodies[i];
    const uint32_t freedom = w->art->of_free + m->coordinate;
    b->rotor = poly_scale(w->n, joint_armature(w->t, m->coordinate, NUMBERS_ARE_CONSTANTS, w->n),
                          1 / (m->rate_ratio * m->rate_ratio));
    poly pivot = name_as(w, "D", i, "", plus(w, art_along_joint(w, i, u), b->rotor));
    w->art->pivot[freedom] = pivot;
    w->art->whole[freedom] = whole_of(w, i);
    w->art->written[freedom] = true;
    w->art->singular = !is_positive(w->n, pivot);
    if (w->art->singular)
        return;
    b->inverse = net_reciprocal(w->n, arena_printf(w->mem, "i%u", i), pivot);
    b->drive = minus(w, forward_drive(w->t, w->s, w->n, freedom), w->art->bias[freedom]);
    b->drive = name_as(w, "b", i, "", poly_scale(w->n, b->drive, 1 / m->rate_ratio));
    b->u = name_as(w, "u", i, "", minus(w, b->drive, art_along_joint(w, i, &b->p)));
    for (int k = 0; k < 3; k++) {
        b->w.n.v[k] = name(w, "wn", i, k, times(w, u->n.v[k], b->inverse));
        b->w.f.v[k] = name(w, "wf", i, k, times(w, u->f.v[k], b->inverse));
    }
}

/* Whether the joint of body i lies along axis k: nothing of it is across. An entry of 1 says less:
 * that is the cosine of any angle up to 1e-8. */
static bool lies_along(const writer *w, uint32_t i, int k)
{
    const double *axis = w->m->bodies[i].axis.v;
    return art_is_revolute(w, i) ? k == 2 : axis[(k + 1) % 3] == 0 && axis[(k + 2) % 3] == 0;
}

/* Along the joint, where there is no rotor, the drive is what is left. */
six art_wrench_through(writer *w, uint32_t i, const six *p, poly b, poly u)
{
    const articulated_body *x = &w->art->of[i];
    const bool revolute = art_is_revolute(w, i);
    six left;
    for (int k = 0; k < 3; k++) {
        left.n.v[k] = plus(w, p->n.v[k], times(w, x->w.n.v[k], u));
        left.f.v[k] = plus(w, p->f.v[k], times(w, x->w.f.v[k], u));
        if (!x->rotor.count && lies_along(w, i, k))
            (revolute ? &left.n : &left.f)->v[k] =
                poly_scale(w->n, b, revolute ? 1 : w->m->bodies[i].axis.v[k]);
    }
    return left;
}

/* Along the joint of body i, which lies along axis k, rotor W is left of the inertia. */
static void close_axis(writer *w, uint32_t i, int k, articulated_inertia *left)
{
    const articulated_body *b = &w->art->of[i];
    const bool revolute = art_is_revolute(w, i);
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
}

/* Inertia and wrench of body i, seen through its joint. */
static void through_joint(writer *w, uint32_t i, articulated_inertia *left, six *p)
{
    const articulated_body *b = &w->art->of[i];
    six u = joint_column(w, i);
    open_joint(w, i, &u);
    if (w->art->singular)
        return;
    *left = b->i;
    *p = art_wrench_through(w, i, &b->p, b->drive, b->u);
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) { /* symmetric ones from one side, so that both are one */
            int x = r < c ? r : c, y = r < c ? c : r;
            left->a.m[r][c] = minus(w, b->i.a.m[r][c], times(w, b->w.n.v[x], u.n.v[y]));
            left->b.m[r][c] = minus(w, b->i.b.m[r][c], times(w, b->w.n.v[r], u.f.v[c]));
            left->c.m[r][c] = minus(w, b->i.c.m[r][c], times(w, b->w.f.v[x], u.f.v[y]));
        }
    for (int k = 0; k < 3; k++)
        if (lies_along(w, i, k))
            close_axis(w, i, k, left);
}

void art_hand_wrench(writer *w, uint32_t i, const six *p, six *to)
{
    pvec force = art_to_parent(w, i, "fi", name_all(w, "fi", i, p->f));
    pvec moment = art_to_parent(w, i, "ni", name_all(w, "ni", i, p->n));
    to->f = plus_all(w, to->f, force);
    to->n = plus_all(w, to->n, plus_all(w, moment, cross(w, w->art->of[i].lever, force)));
}

static void hand_inwards(writer *w, uint32_t i)
{
    articulated_body *h = &w->art->of[w->m->bodies[i].parent];
    articulated_inertia x;
    six p;
    if (is_held(w, i)) {
        x = w->art->of[i].i;
        p = w->art->of[i].p;
    } else {
        through_joint(w, i, &x, &p);
    }
    if (!w->art->singular && w->art->cuts)
        art_cuts_joint(w, i);
    if (w->art->singular || !w->m->bodies[i].parent)
        return;
    x.a = block_to_parent(w, i, "Ai", name_matrix(w, "Ai", i, x.a));
    x.b = block_to_parent(w, i, "Bi", name_matrix(w, "Bi", i, x.b));
    x.c = block_to_parent(w, i, "Ci", name_matrix(w, "Ci", i, x.c));
    x = art_shifted(w, i, x);
    h->i.a = block_add(w, h->i.a, &x.a);
    h->i.b = block_add(w, h->i.b, &x.b);
    h->i.c = block_add(w, h->i.c, &x.c);
    art_hand_wrench(w, i, &p, &h->p);
}

/* --- free bodies ----------------------------------------------------------------------------- */

/* The six rows of a free body: shifting, then turning. */
static void solve_free(writer *w, uint32_t i, uint32_t first)
{
    const articulated_body *b = &w->art->of[i];
    const char *names[6];
    poly lower[21], right[6];
    for (uint32_t r = 0; r < 6; r++) {
        names[r] = arena_printf(w->mem, "%u", first + r + 1);
        for (uint32_t c = 0; c <= r; c++)
            lower[factors_at(r, c)] = r < 3   ? b->i.c.m[r][c]
                                      : c < 3 ? b->i.b.m[r - 3][c]
                                              : b->i.a.m[r - 3][c - 3];
        poly given = minus(w, forward_drive(w->t, w->s, w->n, first + r), w->art->bias[first + r]);
        right[r] = minus(w, given, r < 3 ? b->p.f.v[r] : b->p.n.v[r - 3]);
    }
    factors f = factors_write(w->mem, w->n, lower, names, 6);
    w->art->singular = f.singular < 6;
    if (!w->art->singular)
        factors_solve(&f, w->n, right);
    for (uint32_t r = 0; r < 6; r++) {
        w->art->pivot[first + r] = f.pivot[r];
        w->art->whole[first + r] = f.whole[r];
        w->art->written[first + r] = f.singular == 6 || r >= f.singular;
        w->art->x[first + r] = right[r];
    }
    if (!w->art->singular && w->art->cuts)
        art_cuts_free(w, i, &f, right);
}

/* --- outwards -------------------------------------------------------------------------------- */

static void write_free_motion(writer *w, uint32_t i, uint32_t first)
{
    for (uint32_t r = 0; r < 6; r++) {
        poly *x = &w->art->x[first + r];
        if (w->art->cuts)
            *x = net_assign(w->n, NULL, plus(w, *x, art_cuts_yield(w, i, r)));
        (r < 3 ? &w->art->of[i].motion.f : &w->art->of[i].motion.n)->v[r % 3] = *x;
    }
}

static void write_motion(writer *w, uint32_t i)
{
    const model_body *m = &w->m->bodies[i];
    const articulated_body *h = &w->art->of[m->parent];
    articulated_body *b = &w->art->of[i];
    const bool revolute = art_is_revolute(w, i), whole = revolute && !b->rotor.count;
    pvec moved = plus_all(w, h->motion.f, cross(w, h->motion.n, b->lever));
    pvec turning = art_from_parent(w, i, "ra", h->motion.n);
    pvec shifting = art_from_parent(w, i, "rv", name_all(w, "rl", i, moved));
    b->motion = (six){turning, shifting};
    if (is_held(w, i))
        return;
    /* u / D - W.a; where W is 1 along the axis, without that part: what the body itself does */
    poly u = b->u;
    if (w->art->cuts)
        u = name_as(w, "uc", i, "", plus(w, u, art_cuts_pull(w, i)));
    poly own = times(w, u, b->inverse);
    for (int k = 0; k < 3; k++) {
        if (!(whole && k == 2))
            own = minus(w, own, times(w, b->w.n.v[k], turning.v[k]));
        own = minus(w, own, times(w, b->w.f.v[k], shifting.v[k]));
    }
    own = name_as(w, "al", i, "", own);
    if (whole) {
        b->motion.n.v[2] = own;
        own = minus(w, own, turning.v[2]);
    } else if (revolute) {
        b->motion.n.v[2] = name_as(w, "al", i, "z", plus(w, own, turning.v[2]));
    } else {
        for (int k = 0; k < 3; k++) {
            poly moves = plus(w, shifting.v[k], poly_scale(w->n, own, m->axis.v[k]));
            b->motion.f.v[k] = name(w, "as", i, k, moves);
        }
    }
    w->art->x[w->art->of_free + m->coordinate] = poly_scale(w->n, own, 1 / m->rate_ratio);
}

/* --- the whole ------------------------------------------------------------------------------- */

static void write_all(writer *w)
{
    for (uint32_t i = 1; i < w->m->count; i++)
        if (w->m->bodies[i].kind != BODY_FREE)
            write_joint(w, i);
    uint32_t free_body = tree_free_bodies(w->t);
    for (uint32_t i = w->m->count; i-- > 1 && !w->art->singular;) {
        if (w->art->cuts)
            art_cuts_close(w, i);
        if (w->art->singular)
            break;
        add_own_inertia(w, i);
        if (w->m->bodies[i].kind == BODY_FREE)
            solve_free(w, i, 6 * --free_body);
        else
            hand_inwards(w, i);
    }
    if (!w->art->singular && w->art->cuts)
        art_cuts_close(w, 0);
    for (uint32_t i = 0; i < w->m->count && !w->art->singular; i++) {
        if (i && w->m->bodies[i].kind == BODY_FREE)
            write_free_motion(w, i, 6 * free_body++);
        else if (i)
            write_motion(w, i);
        if (w->art->cuts)
            art_cuts_hold(w, i);
    }
}

bool articulated_solve(arena *mem, const tree *t, const model *raw, const mass_forms *forms,
                       articulated_cuts *cuts, signals *s, net *n, articulated_results *out)
{
    const uint32_t freedoms = tree_freedoms(t);
    model m = model_copy(mem, raw);
    model_regroup(&m, NULL);
    mass_sums sums = mass_write(mem, t, raw, forms, MASS_BIAS | MASS_VELOCITY, s, n);
    const model *nominal = base_numbers_nominal(mem, t, raw);
    struct articulated_part part = {
        .raw = nominal, .carried = model_subtrees(mem, nominal, t), .bias = sums.bias, .cuts = cuts,
        .of = ARENA_ARRAY(mem, articulated_body, m.count),
        .of_free = freedoms - t->coordinates_count};
    writer w = {.mem = mem, .t = t, .m = &m, .s = s, .n = n, .art = &part};
    part.x = ARENA_ARRAY(mem, poly, freedoms + 1);
    part.pivot = ARENA_ARRAY(mem, poly, freedoms + 1);
    part.whole = ARENA_ARRAY(mem, poly, freedoms + 1);
    part.written = ARENA_ARRAY(mem, bool, freedoms + 1);
    if (cuts)
        art_cuts_begin(&w);
    write_all(&w);
    *out = (articulated_results){part.x, part.pivot, part.whole, part.written};
    return !part.singular;
}

void articulated_write(arena *mem, const tree *t, const model *raw, const mass_forms *forms,
                       signals *s, net *n)
{
    articulated_results r;
    const bool solved = articulated_solve(mem, t, raw, forms, NULL, s, n, &r);
    forward_outputs(t, r.acceleration, s, n);
    for (uint32_t k = 0; k < tree_freedoms(t); k++)
        if (solved || r.written[k])
            forward_pivot(t, k, r.pivot[k], r.whole[k], s, n);
    net_sweep(n);
}
