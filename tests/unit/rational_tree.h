/* SPDX-License-Identifier: MIT */
/* Trees whose numbers are small fractions, and the field elements that their equations compute
 * with. Whatever is folded of such numbers is a fraction of small numbers too, and the double that
 * it is rounded to tells which: so equations of the tree, in whatever form, are compared in the
 * field (base/field.h) without rounding. */
#ifndef TAUFLOW_TEST_RATIONAL_TREE_H
#define TAUFLOW_TEST_RATIONAL_TREE_H

#include "algebra/identity.h"
#include "functions/equations_parts.h"
#include "random_tree.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* A double that is within 16 of its last places of a fraction so simple that hardly another number
 * is: one in 2^48 / 2^FRACTION_BITS. False: it is near none. */
enum { FRACTION_BITS = 37 };
static inline bool fraction_of(double x, residue *out)
{
    const double size = fabs(x);
    int64_t a = 0, b = 1, c = 1, d = 0; /* convergents a/b, c/d */
    double rest = size;
    while (true) {
        const double whole = floor(rest);
        if (!(whole * (double)c + (double)a <= 0x1p60) ||
            !(whole * (double)d + (double)b <= 0x1p60))
            return false;
        const int64_t over = (int64_t)whole * c + a, under = (int64_t)whole * d + b;
        a = c;
        b = d;
        c = over;
        d = under;
        if ((double)c * (double)d > ldexp(1, FRACTION_BITS))
            return false;
        if (fabs((double)c / (double)d - size) <= 16 * DBL_EPSILON * size)
            break;
        rest = 1 / (rest - whole);
    }
    residue inverse;
    field_inverse(field_from_integer(d), &inverse);
    *out = field_multiply(field_from_integer(x < 0 ? -c : c), inverse);
    return true;
}

/* Constants and parameters of a net; false: one of them is no such fraction. */
static inline bool fractions_of_net(net *n)
{
    n->exact = NULL;
    n->exact_capacity = 0;
    net_make_exact(n);
    bool *used = calloc(n->constants_count, sizeof *used), all = true;
    for (sym s = 0; s < n->symbols_count; s++)
        for (uint32_t i = 0; n->symbols[s].kind == SYM_VARIABLE && i < n->symbols[s].terms_count;
             i++)
            used[n->symbols[s].terms[i].constant] = true;
    for (uint32_t k = 0; k < n->constants_count; k++)
        all = (!used[k] || fraction_of(n->constants[k], &n->exact[k].of)) && all;
    free(used);
    return all;
}

/* The angle's sine and cosine for ratio q + offset, from those of q. */
static inline bool turned_point(uint64_t point, const signal *x, residue *sine, residue *cosine)
{
    uint64_t state = 1000003 * point + x->index;
    residue s, c, s0, c0, of_s = 0, of_c = 1;
    field_circle(&state, &s0, &c0);
    if (x->ratio != round(x->ratio) || !fraction_of(sin(x->offset), &s) ||
        !fraction_of(cos(x->offset), &c))
        return false;
    for (int turns = (int)x->ratio; turns > 0; turns--) {
        const residue was = of_s;
        of_s = field_add(field_multiply(of_s, c0), field_multiply(of_c, s0));
        of_c = field_sub(field_multiply(of_c, c0), field_multiply(was, s0));
    }
    *sine = field_add(field_multiply(of_s, c), field_multiply(of_c, s));
    *cosine = field_sub(field_multiply(of_c, c), field_multiply(of_s, s));
    return true;
}

static inline bool input_by_word(uint64_t point, const signal *x, residue *out)
{
    residue sine = 0, cosine = 0, ratio = 0, offset = 0;
    if (x->kind == INPUT_SIN || x->kind == INPUT_COS) {
        bool known = turned_point(point, x, &sine, &cosine);
        *out = x->kind == INPUT_SIN ? sine : cosine;
        return known;
    }
    uint64_t state = ((point * 64 + (uint64_t)x->kind) * 4096 + x->index) * 4 + x->axis;
    if (!fraction_of(x->ratio, &ratio) ||
        (x->offset != 0 && !fraction_of(x->offset, &offset)))
        return false;
    *out = field_multiply(ratio, field_random(&state));
    if (x->offset != 0)
        *out = field_add(*out, offset);
    return true;
}

/* Values of all symbols of equations of a rational tree; false: some number is no fraction. */
static inline bool rational_values(arena *mem, net *n, const signals *words, uint64_t point,
                                   residue *values)
{
    bool known = fractions_of_net(n);
    for (uint32_t i = 0; i < words->list_count; i++)
        known = input_by_word(point, &words->list[i], &values[words->list[i].symbol]) && known;
    sym *order;
    const uint32_t count = net_order(n, mem, &order);
    return known && identity_values(n, order, count, point, values);
}

/* --- trees ------------------------------------------------------------------------------------ */

static inline double random_fraction(uint64_t *state)
{
    return (1 + random_below(state, 6)) / 4.0 * (random_below(state, 2) ? 1 : -1);
}

static inline mat3 rational_rotation(uint64_t *state, bool tilted)
{
    const double right = 1.57079632679489661923;
    mat3 r = mat3_from_rpy(right * random_below(state, 4), right * random_below(state, 4),
                           right * random_below(state, 4));
    const mat3 tilt = {{{1, 0, 0}, {0, 0.8, -0.6}, {0, 0.6, 0.8}}};
    return tilted ? mat3_multiply(tilt, r) : r;
}

static inline inertia rational_inertia(uint64_t *state)
{
    inertia body = {.mass_kg = 1 + random_below(state, 5)};
    for (int k = 0; k < 3; k++)
        body.com_m.v[k] = random_below(state, 2) ? random_fraction(state) : 0;
    const bool diagonal = random_below(state, 2);
    for (int r = 0; r < 3; r++)
        for (int c = r; c < 3; c++)
            body.inertia_com_kgm2.m[r][c] = body.inertia_com_kgm2.m[c][r] =
                r == c     ? 4 + random_below(state, 5) / 2.0
                : diagonal ? 0
                           : random_fraction(state) / 2;
    return body;
}

/* As random_tree, of small fractions. */
static inline tree rational_tree(arena *mem, uint64_t *state, bool free_base, bool followers)
{
    tree t = {.name = "rational", .gravity_ms2 = {{0.5, -0.25, -9}}};
    ARENA_PUSH(mem, &t, bodies);
    if (free_base)
        *ARENA_PUSH(mem, &t, bodies) = (tree_body){
            .name = "base", .link = "base", .kind = BODY_FREE, .origin = pose_identity(),
            .body = rational_inertia(state)};
    const uint32_t joints = 2 + random_below(state, 4), tilted = random_below(state, 2 * joints);
    for (uint32_t j = 0; j < joints; j++) {
        tree_body b = {.name = arena_printf(mem, "j%u", j), .link = arena_printf(mem, "l%u", j),
                       .ratio = 1};
        b.kind = random_below(state, 4) ? BODY_REVOLUTE : BODY_PRISMATIC;
        b.parent = random_below(state, 3) || t.bodies_count == 1
                       ? t.bodies_count - 1
                       : random_below(state, t.bodies_count);
        b.origin.rotation = random_below(state, 3) ? rational_rotation(state, j == tilted)
                                                   : mat3_identity();
        for (int k = 0; k < 3; k++)
            b.origin.position.v[k] = random_below(state, 2) ? random_fraction(state) : 0;
        b.axis.v[random_below(state, 3)] = random_below(state, 2) ? 1 : -1;
        if (random_below(state, 5) || j == joints - 1)
            b.body = rational_inertia(state);
        if (followers && t.coordinates_count && random_below(state, 5) == 0) {
            b.coordinate = random_below(state, t.coordinates_count);
            b.ratio = random_below(state, 2) ? 2 : -1;
        } else {
            *ARENA_PUSH(mem, &t, coordinates) = (tree_coordinate){
                .name = b.name, .is_angle = b.kind == BODY_REVOLUTE,
                .armature = random_below(state, 3) ? 0 : 0.5,
                .damping = random_below(state, 3) ? 0 : 0.75};
            b.coordinate = t.coordinates_count - 1;
        }
        *ARENA_PUSH(mem, &t, bodies) = b;
    }
    if (random_below(state, 2))
        *ARENA_PUSH(mem, &t, forces) = (tree_force){
            "tool", t.bodies_count - 1, {rational_rotation(state, false), {{0.5, 0, -0.25}}}};
    *ARENA_PUSH(mem, &t, frames) = (tree_frame){
        "hand", t.bodies_count - 1, {rational_rotation(state, false), {{0.25, -0.5, 0}}}};
    return t;
}

#endif
