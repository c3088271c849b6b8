/* SPDX-License-Identifier: MIT */
#include "apps/linear/linear_arrays.h"

#include <string.h>

const linear_array *linear_arrays(arena *mem, const linear_system *s)
{
    const uint32_t n = s->states, m = s->inputs, p = s->outputs;
    double *values = ARENA_ARRAY(mem, double, 2 * s->modes_count + 1);
    for (uint32_t k = 0; k < s->modes_count; k++) {
        values[2 * k] = s->modes[k].value.re;
        values[2 * k + 1] = s->modes[k].value.im;
    }
    const linear_array list[LINEAR_ARRAYS] = {
        {"A", s->a, n, n, 2},           {"B", s->b, n, m, 2},  {"C", s->c, p, n, 2},
        {"D", s->d, p, m, 2},           {"affine", s->affine, n, 1, 1},
        {"x", s->x, n, 1, 1},           {"u", s->u, m, 1, 1},  {"y", s->y, p, 1, 1},
        {"step", &s->step_s, 1, 1, 0},  {"eigenvalues", values, s->modes_count, 2, 2},
    };
    return memcpy(ARENA_ARRAY(mem, linear_array, LINEAR_ARRAYS), list, sizeof list);
}

const linear_names *linear_names_of(arena *mem, const linear_system *s)
{
    const linear_names list[LINEAR_NAMES] = {{"states", s->state, s->states},
                                             {"inputs", s->input, s->inputs},
                                             {"outputs", s->output, s->outputs}};
    return memcpy(ARENA_ARRAY(mem, linear_names, LINEAR_NAMES), list, sizeof list);
}
