/* SPDX-License-Identifier: MIT */
#include "numbers/measure.h"

#include "operations/ops_fixed.h"

#include <math.h>

measurement measure_fixed(arena *mem, const ops *p, const input_box *b, uint64_t states,
                          uint64_t seed)
{
    measurement m = {.states = states, .first = p->list_count,
                     .error = ARENA_ARRAY(mem, double, p->outputs_count + 1),
                     .most = ARENA_ARRAY(mem, double, p->outputs_count + 1)};
    arena scratch = arena_make();
    double *in = ARENA_ARRAY(&scratch, double, p->inputs_count + 1);
    double *exact = ARENA_ARRAY(&scratch, double, p->outputs_count + 1);
    double *values = ARENA_ARRAY(&scratch, double, p->list_count + 1);
    int64_t *constants = ARENA_ARRAY(&scratch, int64_t, p->constants_count + 1);
    int64_t *words = ARENA_ARRAY(&scratch, int64_t, p->inputs_count + 1);
    int64_t *out = ARENA_ARRAY(&scratch, int64_t, p->outputs_count + 1);
    int64_t *results = ARENA_ARRAY(&scratch, int64_t, p->list_count + 1);
    ops_fixed_constants(p, constants);
    for (uint64_t n = 0; n < states; n++) {
        input_box_draw(b, &seed, in);
        ops_eval64(p, in, exact, values);
        ops_fixed_inputs(p, in, words);
        uint32_t first = ops_eval_fixed(p, constants, words, out, results);
        if (first < p->list_count && !m.overflows++)
            m.first = first;
        for (uint32_t i = 0; i < p->outputs_count; i++) {
            m.error[i] = fmax(m.error[i], fabs(ops_fixed_output(p, i, out[i]) - exact[i]));
            m.most[i] = fmax(m.most[i], fabs(exact[i]));
            m.largest = fmax(m.largest, m.most[i]);
        }
    }
    arena_free(&scratch);
    return m;
}

double measure_relative(const measurement *m, const ops *p, const double *error)
{
    double worst = 0;
    for (uint32_t i = 0; i < p->outputs_count; i++)
        worst = fmax(worst, error[i]);
    return m->largest > 0 ? worst / m->largest : 0;
}
