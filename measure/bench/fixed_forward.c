/* SPDX-License-Identifier: MIT */
/* What fixed point would make of forward dynamics, which divides: every value rounded to W bits.
 * Points are from ranges that are
 *
 *     seen       the largest magnitude of random states and one bit more: the best that any proof
 *                could lead to
 *     intervals  ends of results from ends of operands, pivots being from half to twice of what was
 *                seen: what the plainest proof would give
 *
 * Prints the largest error of the accelerations against binary64, over the largest of all and over
 * the largest of the same joint, and the states in which something overflowed; the same of
 * binary32; how far pivots range, and how many bits intervals are wider than what was seen.
 *
 *     fixed_forward STATES ROBOT... */
#include "machine/fp32.h"
#include "numbers/input_box.h"
#include "passes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const uint32_t WIDTHS[] = {18, 24, 27, 32, 0}; /* 0: binary32 */
enum { WIDTHS_COUNT = sizeof WIDTHS / sizeof WIDTHS[0] };

typedef struct {
    const ops *p;
    const input_box *box;
    double *in, *out, *values;     /* of one state, in binary64 */
    double *most, *least;          /* per operation: magnitudes seen */
    double *wide;                  /* by intervals */
    double *input_most;
    double *rounded, *rounded_in;
    float *in32, *out32, *values32;
} study;

static study study_make(arena *mem, const ops *p, const input_box *box)
{
    const uint32_t in = p->inputs_count + 1, list = p->list_count + 1, out = p->outputs_count + 1;
    return (study){p, box, ARENA_ARRAY(mem, double, in), ARENA_ARRAY(mem, double, out),
                   ARENA_ARRAY(mem, double, list), ARENA_ARRAY(mem, double, list),
                   ARENA_ARRAY(mem, double, list), ARENA_ARRAY(mem, double, list),
                   ARENA_ARRAY(mem, double, in), ARENA_ARRAY(mem, double, list),
                   ARENA_ARRAY(mem, double, in),
                   ARENA_ARRAY(mem, float, in), ARENA_ARRAY(mem, float, out),
                   ARENA_ARRAY(mem, float, list)};
}

static void look(study *s, uint64_t states)
{
    uint64_t seed = 1;
    for (uint32_t i = 0; i < s->p->list_count; i++)
        s->least[i] = INFINITY;
    for (uint64_t n = 0; n < states; n++) {
        input_box_draw(s->box, &seed, s->in);
        ops_eval64(s->p, s->in, s->out, s->values);
        for (uint32_t i = 0; i < s->p->inputs_count; i++)
            s->input_most[i] = fmax(s->input_most[i], fabs(s->in[i]));
        for (uint32_t i = 0; i < s->p->list_count; i++) {
            s->most[i] = fmax(s->most[i], fabs(s->values[i]));
            s->least[i] = fmin(s->least[i], fabs(s->values[i]));
        }
    }
}

static bool is_pivot(const ops *p, uint32_t number)
{
    for (uint32_t i = 0; i < p->outputs_count; i++)
        if (p->outputs[i].kind == OUTPUT_PIVOT && p->outputs[i].value == OPERAND(FROM_OP, number))
            return true;
    return false;
}

static span range_of(const study *s, const span *list, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    if (OPERAND_CLASS(x) == FROM_CONSTANT)
        return (span){s->p->constants[i].value, s->p->constants[i].value};
    return OPERAND_CLASS(x) == FROM_INPUT ? s->box->input[i] : list[i];
}

/* Precondition: pivots, the only divisors, have been looked at and are positive. */
static void widen(arena *mem, study *s)
{
    span *list = ARENA_ARRAY(mem, span, s->p->list_count + 1);
    for (uint32_t i = 0; i < s->p->list_count; i++) {
        const op *o = &s->p->list[i];
        const span a = range_of(s, list, o->a), b = range_of(s, list, o->b);
        list[i] = o->kind == OP_MUL   ? o->a == o->b ? span_square(a) : span_mul(a, b)
                  : o->kind == OP_ADD ? span_add(a, b)
                  : o->kind == OP_SUB ? span_sub(a, b)
                                      : span_mul(a, span_outwards(1 / b.high, 1 / b.low));
        if (is_pivot(s->p, i))
            list[i] = (span){s->least[i] / 2, s->most[i] * 2};
        s->wide[i] = span_most(list[i]);
    }
}

/* To the nearest of W bits, where `most` and so many bits more fit. */
static double rounded(double value, double most, uint32_t width, int guard, bool *over)
{
    int e;
    frexp(most, &e);
    const int point = (int)width - 1 - e - guard;
    const double integer = floor(ldexp(value, point) + 0.5);
    *over = *over || !(fabs(integer) < ldexp(1, (int)width - 1));
    return ldexp(integer, -point);
}

static double operand_of(const study *s, operand x, uint32_t width)
{
    const uint32_t i = OPERAND_INDEX(x);
    bool over = false;
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: return s->rounded_in[i];
    case FROM_OP: return s->rounded[i];
    case FROM_CONSTANT: break;
    }
    const double value = s->p->constants[i].value;
    return value < 0 || value > 0 ? rounded(value, value, width, 1, &over) : 0;
}

static bool compute(study *s, uint32_t width, bool by_intervals)
{
    bool over = false;
    for (uint32_t i = 0; i < s->p->inputs_count; i++)
        s->rounded_in[i] = rounded(s->in[i], s->input_most[i], width, 1, &over);
    for (uint32_t i = 0; i < s->p->list_count; i++) {
        const op *o = &s->p->list[i];
        const double a = operand_of(s, o->a, width), b = operand_of(s, o->b, width);
        const double exact = o->kind == OP_MUL   ? a * b
                             : o->kind == OP_ADD ? a + b
                             : o->kind == OP_SUB ? a - b
                                                 : a / b;
        s->rounded[i] = by_intervals ? rounded(exact, s->wide[i], width, 0, &over)
                                     : rounded(exact, s->most[i], width, 1, &over);
    }
    return over;
}

static void print_width(arena *mem, study *s, uint32_t width, bool by_intervals, uint64_t states)
{
    const ops *p = s->p;
    double *error = ARENA_ARRAY(mem, double, p->outputs_count + 1);
    double *largest = ARENA_ARRAY(mem, double, p->outputs_count + 1), all = 0, worst = 0, own = 0;
    uint64_t seed = 2, overs = 0;
    for (uint64_t n = 0; n < states; n++) {
        input_box_draw(s->box, &seed, s->in);
        ops_eval64(p, s->in, s->out, s->values);
        for (uint32_t i = 0; i < p->inputs_count; i++)
            s->in32[i] = (float)s->in[i];
        if (width == 0)
            ops_eval32(p, s->in32, s->out32, s->values32);
        else if (compute(s, width, by_intervals)) {
            overs++;
            continue;
        }
        for (uint32_t i = 0; i < p->outputs_count; i++) {
            if (p->outputs[i].kind != OUTPUT_QDD)
                continue;
            const double got = width ? operand_of(s, p->outputs[i].value, width)
                                     : (double)s->out32[i];
            error[i] = fmax(error[i], fabs(got - s->out[i]));
            largest[i] = fmax(largest[i], fabs(s->out[i]));
        }
    }
    for (uint32_t i = 0; i < p->outputs_count; i++) {
        all = fmax(all, largest[i]);
        worst = fmax(worst, error[i]);
        own = largest[i] > 0 ? fmax(own, error[i] / largest[i]) : own;
    }
    printf("| %s | %s | %s | %s | %s | %llu |\n", p->robot,
           width ? arena_printf(mem, "%u", width) : "binary32",
           !width ? "" : by_intervals ? "intervals" : "seen",
           overs == states ? "" : arena_printf(mem, "%.1e", worst / all),
           overs == states ? "" : arena_printf(mem, "%.1e", own), (unsigned long long)overs);
    fflush(stdout);
}

static void print_pivots(const study *s)
{
    double bits = 0, worst = 0;
    for (uint32_t i = 0; i < s->p->list_count; i++) {
        const double more = s->most[i] > 0 ? log2(s->wide[i] / s->most[i]) : 0;
        bits += more / s->p->list_count;
        worst = fmax(worst, more);
    }
    printf("\n%s, pivots from .. to:", s->p->robot);
    for (uint32_t i = 0; i < s->p->outputs_count; i++) {
        const operand x = s->p->outputs[i].value;
        if (s->p->outputs[i].kind == OUTPUT_PIVOT && OPERAND_CLASS(x) == FROM_OP)
            printf(" %.2g .. %.2g,", s->least[OPERAND_INDEX(x)], s->most[OPERAND_INDEX(x)]);
    }
    printf(" others constant\nintervals: %.1f bits wider on average, %.1f at most\n\n", bits,
           worst);
}

int main(int argc, char **argv)
{
    const uint64_t states = argc > 1 ? strtoull(argv[1], NULL, 10) : 0;
    for (int i = 2; i < argc && states; i++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        passes_settings s = passes_default();
        passes_forms f;
        input_box box;
        const range_lines none = {0};
        s.equations.function = FUNCTION_FD;
        if (passes_read(&mem, argv[i], &s, &f, &d) != STATUS_OK ||
            input_box_make(&mem, &f.ops, &none, &box, &d) != STATUS_OK) {
            fprintf(stderr, "%s: %s\n", argv[i], d.error.text);
            return 1;
        }
        study t = study_make(&mem, &f.ops, &box);
        look(&t, states);
        widen(&mem, &t);
        print_pivots(&t);
        printf("| robot | bits | ranges | error | of its joint's | overflows |\n"
               "|--|--|--|--|--|--|\n");
        for (uint32_t k = 0; k < WIDTHS_COUNT; k++)
            for (int by_intervals = 0; by_intervals < (WIDTHS[k] ? 2 : 1); by_intervals++)
                print_width(&mem, &t, WIDTHS[k], by_intervals, states);
        arena_free(&mem);
    }
    return argc > 2 && states ? 0 : 1;
}
