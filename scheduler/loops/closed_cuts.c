/* SPDX-License-Identifier: MIT */
/* The reduction through the cuts. J_u is what independent coordinates do to the constraints, often
 * numbers and few products; S = J_v^-T M_vv J_v^-1 is the inertia that a branch shows at its
 * cut. */
#include "loops/closed_reduction.h"

static bool is_zero(const reduction *r, uint32_t i, uint32_t k)
{
    return mass_entry(&r->sums, i, k).count == 0;
}

/* Blocks that need each other go through their cuts together: the first block of each group. */
static uint32_t *groups_of(const reduction *r)
{
    const loops *l = r->w->l;
    uint32_t *group = ARENA_ARRAY(r->w->mem, uint32_t, l->blocks_count + 1);
    for (uint32_t k = 0; k < l->blocks_count; k++) {
        group[k] = k;
        for (uint32_t i = 0; i < l->blocks[k].needs_count; i++) {
            const uint32_t was = group[k], joined = group[l->blocks[k].needs[i]];
            for (uint32_t j = 0; j <= k; j++)
                group[j] = group[j] == was ? joined : group[j];
        }
    }
    return group;
}

static uint32_t group_at(const reduction *r, const uint32_t *group, uint32_t at)
{
    const loops *l = r->w->l;
    uint32_t k = 0;
    while (at >= l->blocks[k].first + l->blocks[k].count)
        k++;
    return group[k];
}

bool cuts_apply(const reduction *r)
{
    const loops *l = r->w->l;
    const uint32_t *group = groups_of(r);
    for (uint32_t i = 0; i < l->count; i++) {
        for (uint32_t row = 0; row < r->rows; row++)
            if (!is_zero(r, reduction_dependent(r, i), r->freedom[row]))
                return false;
        for (uint32_t k = 0; k < i; k++)
            if (group_at(r, group, i) != group_at(r, group, k) &&
                !is_zero(r, reduction_dependent(r, i), reduction_dependent(r, k)))
                return false;
    }
    return true;
}

/* A group of blocks on its way through its cuts. */
typedef struct {
    uint32_t *at, count; /* places */
    poly *inertia;       /* S: [row * count + column] */
    poly *force;         /* J_v^-T (c_v - Q_v) - S quadratic, per row */
} cut_group;

static poly sum_of(net *n, const poly *a, const poly *b, uint32_t count, uint32_t stride_a,
                   uint32_t stride_b)
{
    poly sum = poly_zero();
    for (uint32_t k = 0; k < count; k++)
        sum = poly_add(n, sum, poly_multiply(n, a[k * stride_a], b[k * stride_b]));
    return net_assign(n, NULL, sum);
}

/* J_v^-1 of the group: [coordinate * count + constraint]. */
static poly *invert(const reduction *r, const cut_group *g)
{
    const closed_writer *w = r->w;
    poly *inverse = ARENA_ARRAY(w->mem, poly, g->count * g->count + 1),
         *x = ARENA_ARRAY(w->mem, poly, w->l->count + 1);
    for (uint32_t c = 0; c < g->count; c++) {
        poly *side = ARENA_ARRAY(w->mem, poly, w->l->count + 1);
        side[g->at[c]] = poly_number(w->n, -1);
        closure_solve_negative(&r->c, side, x);
        for (uint32_t i = 0; i < g->count; i++)
            inverse[i * g->count + c] = x[g->at[i]];
    }
    return inverse;
}

static void write_inertia(const reduction *r, cut_group *g)
{
    const closed_writer *w = r->w;
    const uint32_t m = g->count;
    const poly *inverse = invert(r, g);
    poly *moved = ARENA_ARRAY(w->mem, poly, m * m + 1), *mass = ARENA_ARRAY(w->mem, poly, m + 1);
    for (uint32_t i = 0; i < m; i++) {
        for (uint32_t c = 0; c < m; c++)
            mass[c] = reduction_mass_of(r, reduction_dependent(r, g->at[i]),
                                        reduction_dependent(r, g->at[c]));
        for (uint32_t c = 0; c < m; c++)
            moved[i * m + c] = sum_of(w->n, mass, inverse + c, m, 1, m);
    }
    g->inertia = ARENA_ARRAY(w->mem, poly, m * m + 1);
    for (uint32_t i = 0; i < m; i++)
        for (uint32_t c = 0; c <= i; c++)
            g->inertia[i * m + c] = g->inertia[c * m + i] =
                sum_of(w->n, inverse + i, moved + c, m, m, m);
}

static void write_force(const reduction *r, cut_group *g)
{
    const closed_writer *w = r->w;
    poly *force = ARENA_ARRAY(w->mem, poly, w->l->count + 1);
    for (uint32_t i = 0; i < g->count; i++)
        force[g->at[i]] = reduction_unbalanced(r, reduction_dependent(r, g->at[i]));
    closure_solve_transposed(&r->c, force);
    g->force = ARENA_ARRAY(w->mem, poly, g->count + 1);
    for (uint32_t i = 0; i < g->count; i++) {
        poly sum = force[g->at[i]];
        for (uint32_t c = 0; c < g->count; c++)
            sum = poly_sub(w->n, sum, poly_multiply(w->n, g->inertia[i * g->count + c],
                                                    r->c.quadratic[g->at[c]]));
        g->force[i] = net_assign(w->n, NULL, sum);
    }
}

static cut_group write_group(const reduction *r, const uint32_t *group, uint32_t number)
{
    cut_group g = {.at = ARENA_ARRAY(r->w->mem, uint32_t, r->w->l->count + 1)};
    for (uint32_t i = 0; i < r->w->l->count; i++)
        if (group_at(r, group, i) == number)
            g.at[g.count++] = i;
    write_inertia(r, &g);
    write_force(r, &g);
    return g;
}

/* J_u in a constraint's row. */
static poly entry(const reduction *r, uint32_t at, uint32_t row)
{
    const uint32_t freedom = r->freedom[row];
    return freedom < r->of_free ? poly_zero()
                                : closure_entry(&r->c, at, freedom - r->of_free);
}

static void add_group(reduction *r, const cut_group *b)
{
    const closed_writer *w = r->w;
    net *n = w->n;
    poly *carried = ARENA_ARRAY(w->mem, poly, b->count + 1);
    for (uint32_t column = 0; column < r->rows; column++) {
        for (uint32_t i = 0; i < b->count; i++) {
            poly sum = poly_zero();
            for (uint32_t k = 0; k < b->count; k++)
                sum = poly_add(n, sum, poly_multiply(n, b->inertia[i * b->count + k],
                                                     entry(r, b->at[k], column)));
            carried[i] = net_assign(n, NULL, sum);
        }
        for (uint32_t row = column; row < r->rows; row++)
            for (uint32_t i = 0; i < b->count; i++) {
                poly *to = &r->mass[factors_at(row, column)];
                *to = poly_add(n, *to, poly_multiply(n, entry(r, b->at[i], row), carried[i]));
            }
        for (uint32_t i = 0; i < b->count; i++)
            r->rest[column] = poly_sub(n, r->rest[column],
                                       poly_multiply(n, entry(r, b->at[i], column),
                                                     b->force[i]));
    }
}

void cuts_reduce(reduction *r)
{
    const closed_writer *w = r->w;
    r->mass = ARENA_ARRAY(w->mem, poly, factors_at(r->rows, 0) + 1);
    r->rest = ARENA_ARRAY(w->mem, poly, r->rows + 1);
    for (uint32_t row = 0; row < r->rows; row++) {
        r->rest[row] = reduction_unbalanced(r, r->freedom[row]);
        for (uint32_t column = 0; column <= row; column++)
            r->mass[factors_at(row, column)] = reduction_mass_of(r, r->freedom[row],
                                                                 r->freedom[column]);
    }
    const uint32_t *group = groups_of(r);
    for (uint32_t k = 0; k < w->l->blocks_count; k++) {
        if (group[k] != k)
            continue;
        const cut_group g = write_group(r, group, k);
        add_group(r, &g);
    }
    for (uint32_t row = 0; row < r->rows; row++) {
        r->rest[row] = net_assign(w->n, NULL, r->rest[row]);
        for (uint32_t column = 0; column <= row; column++) {
            poly *entry_of = &r->mass[factors_at(row, column)];
            *entry_of = net_assign(w->n, NULL, *entry_of);
        }
    }
}

poly *cuts_accelerations(const reduction *r, const poly *x)
{
    const closed_writer *w = r->w;
    poly *side = ARENA_ARRAY(w->mem, poly, w->l->count + 1),
         *out = ARENA_ARRAY(w->mem, poly, w->l->count + 1);
    for (uint32_t i = 0; i < w->l->count; i++) {
        poly sum = r->c.quadratic[i];
        for (uint32_t row = 0; row < r->rows; row++)
            sum = poly_add(w->n, sum, poly_multiply(w->n, entry(r, i, row), x[row]));
        side[i] = net_assign(w->n, NULL, sum);
    }
    closure_solve_negative(&r->c, side, out);
    return out;
}

poly *cuts_held(const reduction *r, const poly *accelerations)
{
    const closed_writer *w = r->w;
    poly *held = ARENA_ARRAY(w->mem, poly, w->l->count + 1);
    for (uint32_t i = 0; i < w->l->count; i++) {
        const uint32_t own = reduction_dependent(r, i);
        poly sum = reduction_unbalanced(r, own);
        for (uint32_t k = 0; k < w->l->count; k++)
            sum = poly_add(w->n, sum,
                           poly_multiply(w->n, reduction_mass_of(r, own, reduction_dependent(r, k)),
                                         accelerations[k]));
        held[i] = net_assign(w->n, NULL, sum);
    }
    return held;
}
