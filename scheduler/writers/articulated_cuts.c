/* SPDX-License-Identifier: MIT */
/* Cuts of a tree in the O(N) form: a pull is a drive J' e of all joints, carried inwards like what
 * drives the robot, and it meets other pulls and the drives where joints open [paper P, after Bae
 * and Haug]: with u of each pull and of the drives
 *
 *   J M^-1 J' = sum of u u' / D        J M^-1 b = sum of u u_drives / D
 *
 * over all joints; a free body has six rows and the factors of its inertia instead. */
#include "writers/articulated_parts.h"

void art_cuts_begin(writer *w)
{
    const uint32_t count = w->art->cuts->count;
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

bool art_cuts_solve(writer *w)
{
    const uint32_t count = w->art->cuts->count;
    const char **names = ARENA_ARRAY(w->mem, const char *, count + 1);
    poly *x = ARENA_ARRAY(w->mem, poly, count + 1);
    for (uint32_t k = 0; k < count; k++) {
        names[k] = arena_printf(w->mem, "c%u", k + 1);
        x[k] = net_assign(w->n, NULL, minus(w, w->art->cuts->right[k], w->art->of[0].gap[k]));
    }
    factors f = factors_write(w->mem, w->n, w->art->of[0].reach, names, count);
    if (f.singular < count)
        return false;
    factors_solve(&f, w->n, x);
    w->art->cuts->multiplier = x;
    w->art->cuts->pivot = f.pivot;
    return true;
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
