/* SPDX-License-Identifier: MIT */
/* Where parameters that come with the state may be expected: near what the robot's file says. Fixed
 * point takes that where nothing is stated. */
#include "passes/passes_parts.h"
#include "writers/base_numbers.h"

#include <math.h>

/* Half of what the file says, more or less. */
static void expect_numbers(const tree *t, ops *p)
{
    static const double SHARE = 0.5, OF_NOTHING = 1;
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        ops_input *in = &p->inputs[i];
        if (in->kind != INPUT_NUMBER)
            continue;
        const double nominal = t->numbers[in->index].nominal,
                     half = nominal != 0 ? SHARE * fabs(nominal) : OF_NOTHING;
        in->low = nominal - half;
        in->high = nominal + half;
    }
}

void passes_expect_parameters(arena *mem, const tree *t, ops *p)
{
    expect_numbers(t, p);
    if (!t->parameters_count)
        return;
    model m;
    model_build(mem, t, &m);
    base_range *of_base = ARENA_ARRAY(mem, base_range, base_numbers_count(&m) + 1);
    base_range(*of_link)[BASE_NUMBERS] = arena_alloc(mem, sizeof *of_link * t->parameters_count);
    base_numbers_ranges(t, &m, of_base);
    for (uint32_t k = 0; k < t->parameters_count; k++)
        base_link_ranges(&t->parameters[k].nominal, of_link[k]);
    for (uint32_t i = 0; i < p->inputs_count; i++) {
        ops_input *in = &p->inputs[i];
        const word_kind *kind = &INPUT_KIND[in->kind];
        base_range r = {0};
        if (kind->array == ARRAY_BASE_PARAMETERS)
            r = of_base[in->index];
        else if (kind->array == ARRAY_INERTIAS)
            r = of_link[in->index][kind->offset + (kind->is_vector ? in->axis : 0)];
        else
            continue;
        in->low = r.low;
        in->high = r.high;
    }
}
