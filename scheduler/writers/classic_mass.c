/* SPDX-License-Identifier: MIT */
/* Mass matrix and bias as the thesis writes them [T 1.3.3]. */
#include "writers/classic_parts.h"
#include "writers/joint_forces.h"

static void enter(writer *w, mass_sums *out, uint32_t row, uint32_t column, poly value)
{
    poly *to = &out->mass[row > column ? mass_at(row, column) : mass_at(column, row)];
    *to = plus(w, *to, value);
}

/* Freedom `part` of body k accelerates by one, nothing else moves: the recursion through its
 * subtree gives the column of M below the diagonal. */
static void write_column(writer *w, uint32_t k, uint32_t part, const uint32_t *freedom,
                         mass_sums *out)
{
    const tree *t = w->t;
    bool *inside = ARENA_ARRAY(w->mem, bool, t->bodies_count);
    inside[k] = true;
    for (uint32_t i = k; i < t->bodies_count; i++) {
        inside[i] = i == k || inside[t->bodies[i].parent];
        if (!inside[i])
            continue;
        poly one = poly_number(w->n, w->classic->body[i].sense * tree_rate_ratio(&t->bodies[i]));
        w->classic->of[i].acceleration = i == k ? one : poly_zero();
        if (t->bodies[i].kind != BODY_FREE) {
            classic_write_motion(w, i);
            continue;
        }
        pvec *moving = part < 3 ? &w->classic->of[i].alpha : &w->classic->of[i].omegad;
        moving->v[part % 3] = poly_number(w->n, 1);
        classic_write_beta(w, i);
    }
    uint32_t column = freedom[k] + part;
    for (uint32_t i = t->bodies_count; i-- > k;) {
        if (!inside[i])
            continue;
        classic_write_wrench(w, i);
        for (uint32_t row = part; t->bodies[i].kind == BODY_FREE && row < 6; row++) {
            const pvec *load = row < 3 ? &w->classic->of[i].force : &w->classic->of[i].moment;
            enter(w, out, freedom[i] + row, column, load->v[row % 3]);
        }
        if (t->bodies[i].kind == BODY_FREE)
            continue;
        poly along = classic_along_joint(w, i);
        bool twice = i != k && freedom[i] == column; /* followers of one coordinate */
        enter(w, out, freedom[i], column, twice ? poly_scale(w->n, along, 2) : along);
        if (i != k)
            classic_hand_inwards(w, i);
    }
}

static void write_columns(writer *w, const uint32_t *freedom, mass_sums *out)
{
    const classic_state *at_rest = w->classic->of;
    uint32_t count = w->t->bodies_count;
    w->classic->is_column = true;
    for (uint32_t k = 1; k < count; k++)
        for (uint32_t part = 0; part < (w->t->bodies[k].kind == BODY_FREE ? 6u : 1u); part++) {
            w->classic->of = ARENA_ARRAY(w->mem, classic_state, count);
            for (uint32_t i = 1; i < count; i++) {
                w->classic->of[i].sine = at_rest[i].sine;
                w->classic->of[i].cosine = at_rest[i].cosine;
                w->classic->of[i].length = at_rest[i].length;
            }
            write_column(w, k, part, freedom, out);
        }
}

mass_sums classic_mass(arena *mem, const tree *t, unsigned wanted, signals *s, net *n)
{
    writer w = classic_writer_make(mem, t, wanted, s, n);
    name_table symbols = names_make(mem);
    w.classic->symbols = &symbols;
    uint32_t *freedom = tree_freedom_of_bodies(mem, t), free_rows = 6 * tree_free_bodies(t);
    mass_sums out = {.freedoms = tree_freedoms(t)};
    classic_write_outwards(&w);
    if (wanted & MASS_BIAS) {
        out.bias = ARENA_ARRAY(mem, poly, out.freedoms + 1);
        classic_write_inwards(&w, out.bias + free_rows);
        for (uint32_t i = 1; i < t->bodies_count; i++)
            for (uint32_t k = 0; k < 3 && t->bodies[i].kind == BODY_FREE; k++) {
                out.bias[freedom[i] + k] = w.classic->of[i].force.v[k];
                out.bias[freedom[i] + 3 + k] = w.classic->of[i].moment.v[k];
            }
    }
    if (wanted & MASS_MATRIX) {
        out.mass = ARENA_ARRAY(mem, poly, mass_at(out.freedoms, 0) + 1);
        write_columns(&w, freedom, &out);
        for (uint32_t c = 0; c < t->coordinates_count; c++)
            enter(&w, &out, free_rows + c, free_rows + c,
                  joint_armature(t, c, NUMBERS_ARE_SYMBOLS, n));
    }
    return out;
}
