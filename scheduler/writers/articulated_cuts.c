/* SPDX-License-Identifier: MIT */
/* Cuts of a tree in the O(N) form: a pull is a drive J' e of all joints, carried inwards like what
 * drives the robot, and it meets other pulls and the drives where joints open [paper P, after Bae
 * and Haug]: with u of each pull and of the drives
 *
 *   J M^-1 J' = sum of u u' / D        J M^-1 b = sum of u u_drives / D
 *
 * over all joints; a free body has six rows and the factors of its inertia instead.
 *
 * A cut is closed at the body that carries all joints which it drives [P 2.1, with a body l that
 * moves]. With R = J M^-1 J' of the joints beyond, g = J M^-1 b and the pulls P at that body, whose
 * acceleration is Y, R multiplier = right - g + P' Y: the body has P R^-1 P' more inertia and
 * P R^-1 (right - g) more of a wrench, and nothing of the cut goes further inwards. At the base Y
 * is 0. */
#include "writers/articulated_parts.h"

/* How many joints and free bodies are between the base and body i, i counted. */
static uint32_t levels_of(const writer *w, uint32_t i)
{
    uint32_t levels = 0;
    for (; i; i = w->m->bodies[i].parent)
        levels++;
    return levels;
}

/* The body inwards of all joints that a cut drives, where there are joints enough between it and
 * the base: to close cuts there costs as much as to carry them through so many. */
static uint32_t closing_body(const writer *w, uint32_t cut)
{
    enum { LEAST_LEVELS = 2 };
    uint32_t at = UINT32_MAX;
    for (uint32_t i = 1; i < w->m->count; i++) {
        const model_body *b = &w->m->bodies[i];
        const uint32_t freedom = w->art->of_free + b->coordinate;
        if (b->kind == BODY_FREE ||
            w->art->cuts->row[cut * tree_freedoms(w->t) + freedom].count == 0)
            continue;
        uint32_t other = b->parent; /* parents have smaller numbers */
        for (at = at == UINT32_MAX ? other : at; at != other;)
            if (at > other)
                at = w->m->bodies[at].parent;
            else
                other = w->m->bodies[other].parent;
    }
    return at != UINT32_MAX && levels_of(w, at) >= LEAST_LEVELS ? at : 0;
}

void art_cuts_begin(writer *w)
{
    const uint32_t count = w->art->cuts->count;
    w->art->closed_at = ARENA_ARRAY(w->mem, uint32_t, count + 1);
    w->art->cuts->multiplier = ARENA_ARRAY(w->mem, poly, count + 1);
    w->art->cuts->pivot = ARENA_ARRAY(w->mem, poly, count + 1);
    for (uint32_t k = 0; k < count; k++)
        w->art->closed_at[k] = closing_body(w, k);
    for (uint32_t i = 0; i < w->m->count; i++) {
        articulated_body *b = &w->art->of[i];
        b->pulled = ARENA_ARRAY(w->mem, six, count + 1);
        b->pull = ARENA_ARRAY(w->mem, poly, 6 * count + 1);
        b->yields = ARENA_ARRAY(w->mem, poly, 6 * count + 1);
        b->reach = ARENA_ARRAY(w->mem, poly, factors_at(count, 0) + 1);
        b->gap = ARENA_ARRAY(w->mem, poly, count + 1);
    }
}

static void add_product(writer *w, poly *sum, poly a, poly b)
{
    *sum = net_assign(w->n, NULL, plus(w, *sum, times(w, a, b)));
}

/* Sums of body i are part of its parent's: branches have none in common but where they meet. */
static void hand_sums(writer *w, uint32_t i)
{
    const uint32_t count = w->art->cuts->count;
    const articulated_body *b = &w->art->of[i];
    articulated_body *to = &w->art->of[w->m->bodies[i].parent];
    for (uint32_t k = 0; k < factors_at(count, 0); k++)
        to->reach[k] = net_assign(w->n, NULL, plus(w, to->reach[k], b->reach[k]));
    for (uint32_t k = 0; k < count; k++)
        to->gap[k] = net_assign(w->n, NULL, plus(w, to->gap[k], b->gap[k]));
}

/* What a cut drives the joint of body i with. */
static poly drive_of(writer *w, uint32_t i, uint32_t cut)
{
    const model_body *m = &w->m->bodies[i];
    const uint32_t freedom = w->art->of_free + m->coordinate;
    return poly_scale(w->n, w->art->cuts->row[cut * tree_freedoms(w->t) + freedom], 1 / m->ratio);
}

void art_cuts_joint(writer *w, uint32_t i)
{
    const uint32_t parent = w->m->bodies[i].parent;
    articulated_body *b = &w->art->of[i];
    for (uint32_t k = 0; k < w->art->cuts->count; k++) {
        const poly drive = drive_of(w, i, k);
        const six p = {name_all(w, "nk", i, b->pulled[k].n),
                       name_all(w, "fk", i, b->pulled[k].f)};
        b->pull[k] = name_as(w, "uk", i, "", minus(w, drive, art_along_joint(w, i, &p)));
        const poly scaled = name_as(w, "ik", i, "", times(w, b->pull[k], b->inverse));
        add_product(w, &b->gap[k], scaled, b->u);
        for (uint32_t l = 0; l <= k; l++)
            add_product(w, &b->reach[factors_at(k, l)], scaled, b->pull[l]);
        const six left = art_wrench_through(w, i, &p, drive, b->pull[k]);
        if (parent)
            art_hand_wrench(w, i, &left, &w->art->of[parent].pulled[k]);
    }
    hand_sums(w, i);
}

void art_cuts_free(writer *w, uint32_t i, const factors *f, const poly *x)
{
    articulated_body *b = &w->art->of[i];
    for (uint32_t k = 0; k < w->art->cuts->count; k++) {
        const six *p = &b->pulled[k];
        poly *pull = b->pull + 6 * k, *yields = b->yields + 6 * k;
        for (uint32_t r = 0; r < 6; r++) {
            const poly taken = r < 3 ? p->f.v[r] : p->n.v[r - 3];
            pull[r] = yields[r] = net_assign(w->n, NULL, poly_scale(w->n, taken, -1));
        }
        factors_solve(f, w->n, yields);
        for (uint32_t r = 0; r < 6; r++) {
            add_product(w, &b->gap[k], pull[r], x[r]);
            for (uint32_t l = 0; l <= k; l++)
                add_product(w, &b->reach[factors_at(k, l)], b->pull[6 * l + r], yields[r]);
        }
    }
    hand_sums(w, i);
}

/* --- closing ---------------------------------------------------------------------------------- */

static poly *reach_of(articulated_body *b, uint32_t k, uint32_t l)
{
    return &b->reach[k > l ? factors_at(k, l) : factors_at(l, k)];
}

/* By each component of the body's acceleration: turning, then shifting. */
static poly *component_of(six *x, uint32_t r)
{
    return r < 3 ? &x->n.v[r] : &x->f.v[r - 3];
}

static void less_product(writer *w, poly *from, poly a, poly b)
{
    *from = net_assign(w->n, NULL, minus(w, *from, times(w, a, b)));
}

/* R^-1 P: what an acceleration of the body adds to multipliers, and what of its inertia that makes:
 * P R^-1 P'; the wrench that holds the cuts while it rests. */
static void load_body(writer *w, articulated_body *b, const factors *f)
{
    cuts_closed *c = &b->closed;
    poly *x = ARENA_ARRAY(w->mem, poly, c->count + 1);
    for (uint32_t r = 0; r < 6; r++) {
        for (uint32_t k = 0; k < c->count; k++)
            x[k] = net_assign(w->n, NULL, *component_of(&b->pulled[c->cut[k]], r));
        factors_solve(f, w->n, x);
        for (uint32_t k = 0; k < c->count; k++)
            *component_of(&c->by[k], r) = x[k];
    }
    for (uint32_t k = 0; k < c->count; k++) {
        const six p = b->pulled[c->cut[k]], by = c->by[k];
        for (int i = 0; i < 3; i++) {
            for (int j = 0; j < 3; j++) { /* symmetric ones from one side, so that both are one */
                const int y = i < j ? i : j, z = i < j ? j : i;
                add_product(w, &b->i.a.m[i][j], p.n.v[y], by.n.v[z]);
                add_product(w, &b->i.b.m[i][j], p.n.v[i], by.f.v[j]);
                add_product(w, &b->i.c.m[i][j], p.f.v[y], by.f.v[z]);
            }
            add_product(w, &b->p.n.v[i], p.n.v[i], c->held[k]);
            add_product(w, &b->p.f.v[i], p.f.v[i], c->held[k]);
        }
    }
}

static bool closes(const cuts_closed *c, uint32_t cut)
{
    uint32_t k = 0;
    while (k < c->count && c->cut[k] != cut)
        k++;
    return k < c->count;
}

/* Of cuts that stay open: their pulls meet those that are closed by now. */
static void load_others(writer *w, articulated_body *b, const factors *f)
{
    const uint32_t count = w->art->cuts->count;
    cuts_closed *c = &b->closed;
    poly *x = ARENA_ARRAY(w->mem, poly, c->count + 1);
    for (uint32_t o = 0; o < count; o++) {
        bool meets = false;
        for (uint32_t k = 0; k < c->count; k++) {
            x[k] = *reach_of(b, o, c->cut[k]);
            meets = meets || x[k].count > 0;
        }
        if (!meets || closes(c, o))
            continue;
        factors_solve(f, w->n, x);
        for (uint32_t k = 0; k < c->count; k++) {
            c->others[k * count + o] = x[k];
            add_product(w, &b->gap[o], *reach_of(b, o, c->cut[k]), c->held[k]);
            for (uint32_t r = 0; r < 6; r++)
                less_product(w, component_of(&b->pulled[o], r),
                             *component_of(&b->pulled[c->cut[k]], r), x[k]);
        }
        for (uint32_t l = 0; l <= o; l++)
            for (uint32_t k = 0; k < c->count && !closes(c, l); k++)
                less_product(w, reach_of(b, o, l), *reach_of(b, l, c->cut[k]), x[k]);
    }
}

/* What is closed goes no further. */
static void forget(writer *w, articulated_body *b)
{
    const cuts_closed *c = &b->closed;
    for (uint32_t k = 0; k < c->count; k++) {
        b->pulled[c->cut[k]] = (six){0};
        b->gap[c->cut[k]] = poly_zero();
        for (uint32_t o = 0; o < w->art->cuts->count; o++)
            *reach_of(b, o, c->cut[k]) = poly_zero();
    }
}

void art_cuts_close(writer *w, uint32_t i)
{
    const uint32_t count = w->art->cuts->count;
    articulated_body *b = &w->art->of[i];
    cuts_closed *c = &b->closed;
    const char **names = ARENA_ARRAY(w->mem, const char *, count + 1);
    poly *lower = ARENA_ARRAY(w->mem, poly, factors_at(count, 0) + 1);
    *c = (cuts_closed){.cut = ARENA_ARRAY(w->mem, uint32_t, count + 1)};
    c->held = ARENA_ARRAY(w->mem, poly, count + 1);
    c->by = ARENA_ARRAY(w->mem, six, count + 1);
    c->others = ARENA_ARRAY(w->mem, poly, (size_t)count * count + 1);
    for (uint32_t k = 0; k < count; k++) {
        if (w->art->closed_at[k] != i)
            continue;
        names[c->count] = arena_printf(w->mem, "c%u", k + 1);
        c->held[c->count] = net_assign(w->n, NULL, minus(w, w->art->cuts->right[k], b->gap[k]));
        c->cut[c->count++] = k;
    }
    for (uint32_t k = 0; k < c->count; k++)
        for (uint32_t l = 0; l <= k; l++)
            lower[factors_at(k, l)] = *reach_of(b, c->cut[k], c->cut[l]);
    if (!c->count)
        return;
    const factors f = factors_write(w->mem, w->n, lower, names, c->count);
    w->art->singular = f.singular < c->count;
    if (w->art->singular)
        return;
    factors_solve(&f, w->n, c->held);
    for (uint32_t k = 0; k < c->count; k++)
        w->art->cuts->pivot[c->cut[k]] = f.pivot[k];
    if (i) {
        load_body(w, b, &f);
        load_others(w, b, &f);
        forget(w, b);
    }
}

void art_cuts_hold(writer *w, uint32_t i)
{
    const uint32_t count = w->art->cuts->count;
    articulated_body *b = &w->art->of[i];
    cuts_closed *c = &b->closed;
    for (uint32_t k = 0; k < c->count; k++) {
        poly sum = c->held[k];
        for (uint32_t r = 0; i && r < 6; r++)
            sum = plus(w, sum, times(w, *component_of(&c->by[k], r), *component_of(&b->motion, r)));
        for (uint32_t o = 0; o < count; o++)
            sum = minus(w, sum, times(w, c->others[k * count + o],
                                      w->art->cuts->multiplier[o]));
        w->art->cuts->multiplier[c->cut[k]] = net_assign(w->n, NULL, sum);
    }
}

poly art_cuts_pull(writer *w, uint32_t i)
{
    poly sum = poly_zero();
    for (uint32_t k = 0; k < w->art->cuts->count; k++)
        sum = plus(w, sum, times(w, w->art->of[i].pull[k], w->art->cuts->multiplier[k]));
    return sum;
}

poly art_cuts_yield(writer *w, uint32_t i, uint32_t r)
{
    poly sum = poly_zero();
    for (uint32_t k = 0; k < w->art->cuts->count; k++)
        sum = plus(w, sum, times(w, w->art->of[i].yields[6 * k + r], w->art->cuts->multiplier[k]));
    return sum;
}
