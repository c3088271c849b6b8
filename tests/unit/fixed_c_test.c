/* SPDX-License-Identifier: MIT */
/* Integer C, compiled as a strict user would, gives the evaluator's bits for every width; numbers
 * are converted at its edge, and what is out of range is refused. */
#include "emit/c/fixed_c.h"
#include "numbers/points.h"
#include "operations/ops_fixed.h"
#include "unit/emit_fixture.h"

#include <math.h>

static loaded load_fixed(arena *mem, const ops *p, const char *compiler)
{
    loaded l = {.folder = "/tmp/tauflow-fixed-XXXXXX"};
    diag d = diag_make(mem);
    text c = text_make(mem), h = text_make(mem);
    emit_fixed_c(p, "name", &c, &h);
    assert_non_null(mkdtemp(l.folder));
    assert_int_equal(output_write_one(arena_printf(mem, "%s/name.c", l.folder), &c, &d), STATUS_OK);
    assert_int_equal(output_write_one(arena_printf(mem, "%s/name.h", l.folder), &h, &d), STATUS_OK);
    run(arena_printf(mem,
                     "cd %s && %s -std=c11 -O1 -ffp-contract=off -Wall -Wextra -Wpedantic "
                     "-Wconversion -Wshadow -Wmissing-prototypes -Werror -fsanitize=undefined "
                     "-fno-sanitize-recover=undefined -fsanitize-undefined-trap-on-error -shared "
                     "-fPIC -o name.so name.c -lm",
                     l.folder, compiler));
    l.library = dlopen(arena_printf(mem, "%s/name.so", l.folder), RTLD_NOW | RTLD_LOCAL);
    if (!l.library)
        fail_msg("%s", dlerror());
    return l;
}

/* Random operations over sine, cosine, a velocity and plain words; the first two are given, or
 * computed. */
static ops random_graph(arena *mem, uint64_t seed, uint32_t width, bool angles, input_box *b)
{
    diag d = diag_make(mem);
    range_lines none = {0};
    value_ranges r;
    ops *p = ARENA_ARRAY(mem, ops, 1); /* which the box goes on to point at */
    *p = ops_random_of(mem, OP_DIV, 5, 40, seed);
    for (uint32_t i = 0; i < 3; i++) {
        static const input_kind KIND[] = {INPUT_SIN, INPUT_COS, INPUT_QD};
        p->inputs[i].kind = KIND[i];
        p->inputs[i].of = "joint";
        p->inputs[i].ratio = 1;
    }
    p->inputs[0].ratio = p->inputs[1].ratio = 0.5;
    p->inputs[0].offset = p->inputs[1].offset = 0.25;
    if (angles)
        ops_compute_angles(mem, p);
    if (input_box_make(mem, p, &none, b, &d) != STATUS_OK ||
        value_ranges_prove(mem, b, 1, &r, &d) != STATUS_OK ||
        points_choose(mem, b, &r, width, p, &d) != STATUS_OK)
        p->format = 0;
    return *p;
}

static uint32_t equal_states(uint64_t seeds, const uint32_t *widths, uint32_t count, bool angles)
{
    uint32_t tried = 0;
    for (uint64_t seed = 1; seed <= seeds; seed++) {
        arena mem = arena_make();
        input_box b;
        const uint32_t width = widths[seed % count];
        ops p = random_graph(&mem, seed, width, angles, &b);
        if (!p.format) {
            arena_free(&mem);
            continue;
        }
        b.p = &p;
        loaded l = load_fixed(&mem, &p, seed % 2 ? "gcc" : "clang");
        int (*narrow)(const int32_t *, int32_t *) = NULL;
        int (*wide)(const int64_t *, int64_t *) = NULL;
        find(&l, "name_words_fixed", width > 32 ? (void *)&wide : (void *)&narrow);
        int64_t constants[16], in[5], out[64], got[64], values[64];
        int32_t in32[5], got32[64];
        double x[5];
        uint64_t own = seed;
        ops_fixed_constants(&p, constants);
        for (uint32_t n = 0; n < 500; n++) {
            input_box_draw(&b, &own, x);
            assert_int_equal(ops_fixed_inputs(&p, x, in), p.inputs_count);
            assert_int_equal(ops_eval_fixed(&p, constants, in, out, values), p.list_count);
            for (uint32_t i = 0; i < p.inputs_count; i++)
                in32[i] = (int32_t)in[i];
            assert_int_equal(width > 32 ? wide(in, got) : narrow(in32, got32), 0);
            for (uint32_t i = 0; i < p.outputs_count; i++)
                if ((width > 32 ? got[i] : got32[i]) != out[i])
                    fail_msg("seed %u, %u bits: output %u", (unsigned)seed, width, i);
            tried++;
        }
        unload(&mem, &l);
        arena_free(&mem);
    }
    return tried;
}

static void integer_c_gives_the_bits_of_the_evaluator(void **state)
{
    (void)state;
    static const uint32_t WIDTHS[] = {16, 24, 30, 31, 32, 33, 40};
    assert_true(equal_states(14, WIDTHS, 7, false) > 4000);
}

static void integer_c_computes_sines_to_the_bits_of_the_evaluator(void **state)
{
    (void)state;
    static const uint32_t WIDTHS[] = {16, 18, 27, 31, 32};
    assert_true(equal_states(10, WIDTHS, 5, true) > 3000);
}

static void numbers_are_converted_and_ranges_are_heeded(void **state)
{
    (void)state;
    arena mem = arena_make();
    input_box b;
    ops p = random_graph(&mem, 3, 24, false, &b);
    assert_int_equal(p.format, 24);
    loaded l = load_fixed(&mem, &p, "gcc");
    /* q and qd; a plain input is `plain`; outputs are `plain_out` */
    int (*torque)(const double *, const double *, const double *, const double *, double *,
                  double *);
    int (*words)(const int32_t *, int32_t *);
    find(&l, "name_torque_fixed", &torque);
    find(&l, "name_words_fixed", &words);
    double q = 0.7, qd = -1.5, qdd = 0, plain[2] = {0.3, -0.9}, tau, out[64];
    double x[5] = {sin(0.5 * q + 0.25), cos(0.5 * q + 0.25), qd, plain[0], plain[1]};
    int64_t constants[8], in[5], exact[64], values[64];
    ops_fixed_constants(&p, constants);
    assert_int_equal(ops_fixed_inputs(&p, x, in), 5);
    ops_eval_fixed(&p, constants, in, exact, values);
    assert_int_equal(torque(&q, &qd, &qdd, plain, &tau, out), 0);
    for (uint32_t i = 0; i < p.outputs_count; i++)
        assert_true(out[i] == ops_fixed_output(&p, i, exact[i]));
    out[0] = 77;
    qd = 3.0001; /* the default is up to 3 */
    assert_int_equal(torque(&q, &qd, &qdd, plain, &tau, out), 3);
    qd = NAN;
    assert_int_equal(torque(&q, &qd, &qdd, plain, &tau, out), 3);
    assert_true(out[0] == 77);
    int32_t raw[5], got[64];
    for (uint32_t i = 0; i < 5; i++)
        raw[i] = (int32_t)in[i];
    assert_int_equal(words(raw, got), 0);
    raw[4] = (int32_t)(1 << p.inputs[4].point) + 1; /* more than 1 */
    assert_int_equal(words(raw, got), 5);
    raw[4] = -raw[4];
    assert_int_equal(words(raw, got), 5);
    unload(&mem, &l);
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(integer_c_gives_the_bits_of_the_evaluator),
        cmocka_unit_test(integer_c_computes_sines_to_the_bits_of_the_evaluator),
        cmocka_unit_test(numbers_are_converted_and_ranges_are_heeded),
    };
    return cmocka_run_group_tests_name("fixed_c", tests, NULL, NULL);
}
