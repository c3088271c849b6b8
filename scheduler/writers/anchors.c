/* SPDX-License-Identifier: MIT */
#include "writers/anchors.h"

#include <string.h>

tree anchors_without_lengths(arena *mem, const tree *t)
{
    tree out = *t;
    if (tree_number_length(t) == TREE_NUMBER_NONE)
        return out;
    out.bodies = ARENA_ARRAY(mem, tree_body, t->bodies_count);
    memcpy(out.bodies, t->bodies, t->bodies_count * sizeof *t->bodies);
    for (uint32_t k = 0; k < t->numbers_count; k++)
        if (t->numbers[k].of == OF_BODY)
            tree_number_set(&out, &t->numbers[k], 0);
    return out;
}

anchor anchor_make(const tree *t, uint32_t i, wide_mat3 from_parent, wide_vec3 known)
{
    anchor a = {.known = wide_vec3_value(known)};
    for (uint32_t c = 0; c < 3; c++) {
        const uint32_t number = tree_number_find(t, OF_BODY, i, (given_number)(GIVEN_POINT + c));
        if (number == TREE_NUMBER_NONE)
            continue;
        const wide_mat3 file = wide_mat3_rounded(t->bodies[i].hangs_from->rotation);
        const wide_mat3 axes = wide_rotation_settle(wide_mat3_multiply(from_parent, file));
        a.number[a.lengths] = number;
        a.along[a.lengths++] = wide_vec3_value(wide_mat3_column(axes, (int)c));
    }
    return a;
}

vec3 anchor_of_file(const tree *t, const anchor *a)
{
    vec3 at = a->known;
    for (uint32_t k = 0; k < a->lengths; k++)
        at = vec3_add(at, vec3_scale(a->along[k], t->numbers[a->number[k]].nominal));
    return at;
}

anchor anchor_scaled(anchor a, double k)
{
    a.known = vec3_scale(a.known, k);
    for (uint32_t i = 0; i < a.lengths; i++)
        a.along[i] = vec3_scale(a.along[i], k);
    return a;
}
