/* SPDX-License-Identifier: MIT */
#include "writers/frame_prices.h"

#include "writers/model.h"

#include <math.h>

double frame_offset_price(const framing *f, uint32_t i, wide_mat3 rotation)
{
    static const double QUARTER = 1.5707963267948966;
    turn_angle delta;
    model_split_rotation(rotation, &delta);
    const double quarters = (f->t->bodies[i].offset * f->of[i].sense + delta.rest) / QUARTER;
    return fabs(quarters - round(quarters)) < 1e-12 ? 0 : 6;
}

/* How dear a placement is, in operations spent on turning and shifting six vectors. The base does
 * not move: nothing is shifted there, and what slides on it is turned by constants alone. */
static double placement_price(const framing *f, uint32_t i)
{
    bool still = f->t->bodies[i].parent == 0;
    wide_mat3 rotation;
    wide_vec3 at;
    frames_placement(f->of, f->t, i, &rotation, &at);
    double price = 0;
    for (int k = 0; k < 3; k++)
        price += at.v[k].hi != 0 && !still ? 8 : 0;
    if (f->t->bodies[i].kind == BODY_REVOLUTE) {
        int zeros = 0;
        for (int k = 0; k < 3; k++)
            zeros += rotation.m[k][2].hi == 0;
        price += zeros == 2 ? 0 : zeros == 1 ? 30 : 60;
        price += f->t->plain_angles ? frame_offset_price(f, i, rotation) : 0;
    } else if (!frame_is_permutation(rotation) && !still) {
        price += 60;
    }
    return price;
}

static double inertia_price(const framing *f, uint32_t i)
{
    const tree_body *b = &f->t->bodies[i];
    if (b->body.mass_kg == 0)
        return 0;
    wide_vec3 c = frame_point(&f->of[i], wide_vec3_rounded(b->body.com_m));
    wide_mat3 back = wide_mat3_transpose(f->of[i].axes);
    wide_mat3 own = wide_mat3_congruence(back, wide_mat3_exact(b->body.inertia_com_kgm2));
    double price = (c.v[0].hi != 0 ? 6 : 0) + (c.v[1].hi != 0 ? 6 : 0);
    for (int r = 0; r < 3; r++)
        for (int k = r + 1; k < 3; k++) {
            wide point = wide_multiply(wide_exact(b->body.mass_kg), wide_multiply(c.v[r], c.v[k]));
            price += wide_is_zero(wide_sub(own.m[r][k], point)) ? 0 : 3;
        }
    return price;
}

/* What the frames cost that body i carries: their axes are wanted whole. */
static double carried_price(const framing *f, uint32_t i)
{
    double price = 0;
    for (uint32_t k = 0; k < f->carried_count; k++) {
        const tree_frame *c = &f->t->frames[k];
        if (c->body != i)
            continue;
        wide_mat3 back = wide_mat3_transpose(f->of[i].axes);
        wide_mat3 turn = wide_mat3_multiply(back, wide_mat3_rounded(c->in_body.rotation));
        wide_vec3 at = frame_point(&f->of[i], wide_vec3_rounded(c->in_body.position));
        for (int r = 0; r < 3; r++)
            price += at.v[r].hi != 0 ? 8 : 0;
        price += frame_is_permutation(wide_rotation_settle(turn)) ? 0 : 60;
    }
    return price;
}

double frame_price(const framing *f, uint32_t i)
{
    double price = placement_price(f, i) + inertia_price(f, i) + carried_price(f, i);
    for (uint32_t c = 0; c < f->children_count[i]; c++)
        price += placement_price(f, f->children[i][c]);
    return price;
}
