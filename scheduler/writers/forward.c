/* SPDX-License-Identifier: MIT */
#include "writers/forward.h"

bool forward_is_imposed(const tree *t, uint32_t freedom)
{
    uint32_t of_free = 6 * tree_free_bodies(t);
    return freedom >= of_free && t->coordinates[freedom - of_free].driven;
}

/* --- freedoms that are solved for ------------------------------------------------------------ */

static void add_freedom(const tree *t, forward_system *v, bool *seen, uint32_t freedom)
{
    if (seen[freedom] || forward_is_imposed(t, freedom))
        return;
    seen[freedom] = true;
    v->freedom[v->count++] = freedom;
}

forward_system forward_order(arena *mem, const tree *t)
{
    const uint32_t all = tree_freedoms(t), of_free = 6 * tree_free_bodies(t);
    bool *seen = ARENA_ARRAY(mem, bool, all + 1);
    forward_system v = {.freedom = ARENA_ARRAY(mem, uint32_t, all + 1),
                        .names = ARENA_ARRAY(mem, const char *, all + 1)};
    for (uint32_t i = 1, free_bodies = 0; i < t->bodies_count; i++)
        if (t->bodies[i].kind == BODY_FREE) {
            for (uint32_t k = 0; k < 6; k++)
                add_freedom(t, &v, seen, 6 * free_bodies + k);
            free_bodies++;
        } else {
            add_freedom(t, &v, seen, of_free + t->bodies[i].coordinate);
        }
    for (uint32_t k = 0; k < v.count; k++)
        v.names[k] = arena_printf(mem, "%u", v.freedom[k] + 1);
    return v;
}

void forward_factor(arena *mem, const mass_sums *sums, net *n, forward_system *v)
{
    poly *lower = ARENA_ARRAY(mem, poly, factors_at(v->count, 0) + 1);
    for (uint32_t i = 0; i < v->count; i++)
        for (uint32_t k = 0; k <= i; k++)
            lower[factors_at(i, k)] = mass_entry(sums, v->freedom[i], v->freedom[k]);
    v->f = factors_write(mem, n, lower, v->names, v->count);
}

void forward_pivot(const tree *t, uint32_t freedom, poly pivot, poly whole, signals *s, net *n)
{
    const char *name = tree_freedom_name(s->mem, t, freedom);
    signals_output(s, n, OUTPUT_PIVOT, name, freedom, 0, pivot);
    signals_output(s, n, OUTPUT_PIVOT_WHOLE, name, freedom, 0, whole);
}

void forward_pivots(const tree *t, const forward_system *v, signals *s, net *n)
{
    for (uint32_t k = v->f.singular < v->count ? v->f.singular : 0; k < v->count; k++)
        forward_pivot(t, v->freedom[k], v->f.pivot[k], v->f.whole[k], s, n);
}

/* --- words ----------------------------------------------------------------------------------- */

poly forward_drive(const tree *t, signals *s, net *n, uint32_t freedom)
{
    uint32_t of_free = 6 * tree_free_bodies(t), number = freedom / 6;
    if (freedom >= of_free)
        return signals_coordinate(s, n, INPUT_EFFORT, freedom - of_free, 1, 0);
    const char *name = t->bodies[tree_free_body(t, number)].name;
    return signals_vector(s, n, freedom % 6 < 3 ? INPUT_BASE_FORCE : INPUT_BASE_MOMENT, name,
                          number, freedom % 3);
}

void forward_outputs(const tree *t, const poly *x, signals *s, net *n)
{
    uint32_t free_bodies = tree_free_bodies(t);
    for (uint32_t c = 0; c < t->coordinates_count; c++)
        signals_joint_output(s, n, OUTPUT_QDD, c, x[6 * free_bodies + c]);
    for (uint32_t i = 0; i < 6 * free_bodies; i++)
        signals_output(s, n, i % 6 < 3 ? OUTPUT_FREE_LINEAR : OUTPUT_FREE_ANGULAR,
                       t->bodies[tree_free_body(t, i / 6)].name, i / 6, i % 3, x[i]);
}

uint64_t forward_products(const tree *t)
{
    arena mem = arena_make();
    uint32_t *above = ARENA_ARRAY(&mem, uint32_t, t->bodies_count);
    uint64_t products = 0;
    for (uint32_t i = 1; i < t->bodies_count; i++) {
        above[i] = above[t->bodies[i].parent] + (t->bodies[i].kind == BODY_FREE ? 6 : 1);
        products += (uint64_t)above[i] * above[i] / 2;
    }
    arena_free(&mem);
    return products;
}
