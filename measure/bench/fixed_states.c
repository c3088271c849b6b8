/* SPDX-License-Identifier: MIT */
/* Fixed point on many random states: errors against binary64 and their bounds, overflows, and how
 * near proven ranges are to what a search finds; binary32 beside it. Half of the numbers of a state
 * lie on an end of their range. An overflow, or an error above its bound, ends in exit code 1.
 *
 *     fixed_states STATES ROBOT... */
#include "numbers/measure.h"
#include "passes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const uint32_t WIDTHS[] = {18, 24, 27};
enum { WIDTHS_COUNT = 3, FEWER = 10, BINARY32_STATES = 100000 };

/* The largest error of binary32 over the largest output, as measure_relative has it. */
static double binary32_error(arena *mem, const ops *p, const input_box *b)
{
    double *in = ARENA_ARRAY(mem, double, p->inputs_count + 1), worst = 0, largest = 0;
    double *out = ARENA_ARRAY(mem, double, p->outputs_count + 1);
    double *values = ARENA_ARRAY(mem, double, p->list_count + 1);
    float *in32 = ARENA_ARRAY(mem, float, p->inputs_count + 1);
    float *out32 = ARENA_ARRAY(mem, float, p->outputs_count + 1);
    float *values32 = ARENA_ARRAY(mem, float, p->list_count + 1);
    uint64_t seed = 1;
    for (uint32_t n = 0; n < BINARY32_STATES; n++) {
        input_box_draw(b, &seed, in);
        for (uint32_t i = 0; i < p->inputs_count; i++)
            in32[i] = (float)in[i];
        ops_eval64(p, in, out, values);
        ops_eval32(p, in32, out32, values32);
        for (uint32_t i = 0; i < p->outputs_count; i++) {
            worst = fmax(worst, fabs((double)out32[i] - out[i]));
            largest = fmax(largest, fabs(out[i]));
        }
    }
    return worst / largest;
}

static bool print_row(arena *mem, const ops *binary, uint32_t width, uint64_t states, diag *d)
{
    ops p = *binary;
    numbers_wish wish = numbers_wish_default();
    numbers_facts f;
    wish.given = true;
    wish.format = width;
    if (numbers_apply(mem, &wish, &p, &f, d) != STATUS_OK) {
        fprintf(stderr, "%s: %s\n", p.robot, d->error.text);
        return false;
    }
    const measurement m = measure_fixed(mem, &p, &f.box, states, 1);
    const double error = measure_relative(&m, &p, m.error);
    const double bound = measure_relative(&m, &p, f.bound);
    bool good = !m.overflows;
    for (uint32_t i = 0; i < p.outputs_count; i++)
        good = good && m.error[i] <= f.bound[i];
    printf("| %s | %u | %.1e | %.1e | %.1f | %.0e | %llu |", p.robot, width, error, bound,
           bound / error, (double)states, (unsigned long long)m.overflows);
    const range_gap g = value_ranges_gap(&f.ranges, &p);
    printf(" %.2f | %.2f | %u of %u |", g.mean, g.worst, g.above_one, p.list_count);
    if (width == WIDTHS[0])
        printf(" %.1e |", binary32_error(mem, &p, &f.box));
    else
        printf(" |");
    printf("\n");
    fflush(stdout);
    return good;
}

int main(int argc, char **argv)
{
    bool good = argc > 2;
    const uint64_t states = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    good = good && states > 0;
    printf("| robot | bits | error | bound | bound / error | states | overflows | gap of ranges, "
           "bits | worst | above one | binary32 |\n|--|--|--|--|--|--|--|--|--|--|--|\n");
    for (int i = 2; i < argc; i++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        passes_settings s = passes_default();
        passes_forms f;
        if (passes_read(&mem, argv[i], &s, &f, &d) != STATUS_OK) {
            fprintf(stderr, "%s: %s\n", argv[i], d.error.text);
            return 1;
        }
        for (uint32_t k = 0; k < WIDTHS_COUNT; k++)
            good &= print_row(&mem, &f.ops, WIDTHS[k], WIDTHS[k] == 24 ? states : states / FEWER,
                              &d);
        arena_free(&mem);
    }
    return good ? 0 : 1;
}
