/* SPDX-License-Identifier: MIT */
/* What rods that were removed with their inertia add to the derivatives of a tree. */
#include "algebra/differentiate.h"
#include "loops/closed_changes.h"
#include "loops/rods.h"

/* What they add to a matrix of the tree: derivatives of their torques by so many parameters. */
static void add_slopes(closed_changes *c, const sym *sums, const parameter *by, uint32_t columns,
                       poly *to)
{
    const uint32_t all = c->tree->freedoms;
    poly *slope = ARENA_ARRAY(c->r.w->mem, poly, (size_t)all * columns + 1);
    net_differentiate(&c->own, sums, all, by, columns, ELIMINATE_CHEAPEST, slope);
    for (size_t i = 0; i < (size_t)all * columns; i++)
        to[i] = poly_add(&c->own, to[i], slope[i]);
}

/* By a freedom's velocity: of a free body only its turning counts. */
static parameter rate_of(closed_changes *c, uint32_t freedom)
{
    static const parameter NOTHING; /* depends on it */
    const uint32_t of_free = c->r.of_free;
    if (freedom >= of_free)
        return parameter_word(c->r.w->mem, &c->inputs, &c->own, INPUT_QD, freedom - of_free, 0);
    return freedom % 6 < 3 ? NOTHING
                           : parameter_word(c->r.w->mem, &c->inputs, &c->own, INPUT_OMEGA,
                                            freedom / 6, freedom % 3);
}

void changes_add_rods(closed_changes *c)
{
    const closed_writer *w = c->r.w;
    const uint32_t all = c->tree->freedoms, columns = c->tree->coordinates;
    closed_writer own = *w;
    own.s = &c->inputs;
    own.n = &c->own;
    const rod_motions rods = rods_write(w->mem, w->t, w->form->frames, own.s, own.n);
    if (!rods.count)
        return;
    poly *x = ARENA_ARRAY(w->mem, poly, all + 1);
    sym *sums = ARENA_ARRAY(w->mem, sym, all + 1);
    parameter *by = ARENA_ARRAY(w->mem, parameter, all + 1);
    for (uint32_t i = 0; i < all; i++)
        x[i] = closed_given_acceleration(&own, i);
    poly *torque = rods_torques(w->mem, &rods, own.n, all, x);
    for (uint32_t i = 0; i < all; i++) {
        sums[i] = net_output(own.n, NULL, torque[i]);
        c->tree->bias[i] = rods_bias(&rods, own.n, c->tree->bias[i], i);
        for (uint32_t k = 0; k < all; k++) {
            poly *to = &c->tree->mass[(size_t)i * all + k];
            *to = rods_mass(&rods, own.n, *to, i, k);
        }
    }
    for (uint32_t i = 0; i < columns; i++) {
        poly *to = &c->tree->torque[i];
        *to = poly_add(own.n, *to, poly_symbol(own.n, sums[c->r.of_free + i]));
        by[i] = parameter_position(w->mem, own.s, own.n, i);
    }
    add_slopes(c, sums, by, columns, c->tree->by_position);
    for (uint32_t i = 0; i < all; i++)
        by[i] = rate_of(c, i);
    add_slopes(c, sums, by, all, c->tree->by_rate);
}
