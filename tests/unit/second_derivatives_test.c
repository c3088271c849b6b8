/* SPDX-License-Identifier: MIT */
/* Second derivatives of inverse and of forward dynamics, entry by entry: what complex steps of the
 * first derivatives say (complex_steps.h), on random trees with everything in them and on shipped
 * robots. Every pair is stepped both ways, so that what is there once stands for both. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "random_tree.h" /* whose numbers are not those of complex steps */

#include "complex_steps.h"

/* Rounding of 1e-16 grows by the condition of the mass matrix, whose inverse comes in three times;
 * a wrong term is of the order of the tensor. */
#define WITHIN 1e-9

typedef struct {
    function_kind function, first;
    output_kind by_positions, by_mixed, by_rates, last_by_position; /* second ... */
    output_kind by_position, by_rate, last;                         /* ... and first derivatives */
} second_kind;

static const second_kind ID = {
    FUNCTION_ID_SECOND, FUNCTION_ID_DERIVATIVES, OUTPUT_TAU_Q_Q,   OUTPUT_TAU_Q_QD,
    OUTPUT_TAU_QD_QD,   OUTPUT_MASS_Q,           OUTPUT_TAU_Q,     OUTPUT_TAU_QD, OUTPUT_MASS};
static const second_kind FD = {
    FUNCTION_FD_SECOND, FUNCTION_FD_DERIVATIVES, OUTPUT_QDD_Q_Q,   OUTPUT_QDD_Q_QD,
    OUTPUT_QDD_QD_QD,   OUTPUT_MINV_Q,           OUTPUT_QDD_Q,     OUTPUT_QDD_QD, OUTPUT_MINV};

static uint32_t pair_of(uint32_t a, uint32_t b)
{
    return a > b ? a * (a + 1) / 2 + b : b * (b + 1) / 2 + a;
}

static void random_state(uint64_t *seed, state *s)
{
    for (uint32_t a = 0; a < WORD_ARRAYS; a++)
        for (uint32_t i = 0; i < NUMBERS; i++)
            s->of[a][i] = random_in(seed, -2, 2);
}

/* Per output of the second derivatives: the value, and whether any step has judged it. */
typedef struct {
    const tree *t;
    const second_kind *kind;
    ops first, second;
    cx *value, *moved;
    bool *is_judged;
    uint32_t *places[OUTPUT_KIND_COUNT]; /* output + 1 at row * columns + column */
    uint32_t columns[OUTPUT_KIND_COUNT];
    double scale[OUTPUT_KIND_COUNT];
    uint32_t judged, zero;
} subject;

static void find_places(arena *mem, subject *x)
{
    uint32_t rows[OUTPUT_KIND_COUNT] = {0};
    for (uint32_t i = 0; i < x->second.outputs_count; i++) {
        const ops_output *o = &x->second.outputs[i];
        rows[o->kind] = o->index >= rows[o->kind] ? o->index + 1 : rows[o->kind];
        if (o->column >= x->columns[o->kind])
            x->columns[o->kind] = o->column + 1;
    }
    for (uint32_t k = 0; k < OUTPUT_KIND_COUNT; k++)
        x->places[k] = ARENA_ARRAY(mem, uint32_t, (size_t)rows[k] * x->columns[k] + 1);
    for (uint32_t i = 0; i < x->second.outputs_count; i++) {
        const ops_output *o = &x->second.outputs[i];
        x->places[o->kind][o->index * x->columns[o->kind] + o->column] = i + 1;
    }
}

static uint32_t output_of(const subject *x, output_kind kind, uint32_t row, uint32_t column)
{
    const uint32_t found = x->places[kind][row * x->columns[kind] + column];
    assert_true(column < x->columns[kind] && found > 0);
    return found - 1;
}

static void compare(subject *x, output_kind kind, uint32_t row, uint32_t column, double must)
{
    const uint32_t at = output_of(x, kind, row, column);
    x->is_judged[at] = true;
    x->judged++;
    x->zero += must == 0;
    if (!(fabs(creal(x->value[at]) - must) <= WITHIN * x->scale[kind]))
        fail_msg("%s of %s, %u,%u: %.17g, not %.17g", OUTPUT_KIND[kind].word, x->t->name, row,
                 column, creal(x->value[at]), must);
}

/* Of all first derivatives, where a position, or the velocity of a freedom, moves. */
static void judge_step(subject *x, state *s, cx *moves, bool is_rate, uint32_t number)
{
    const uint32_t all = tree_freedoms(x->t);
    const second_kind *k = x->kind;
    const cx at = *moves;
    *moves += STEP * I;
    evaluate(&x->first, s, x->moved);
    *moves = at;
    for (uint32_t i = 0; i < x->first.outputs_count; i++) {
        const ops_output *o = &x->first.outputs[i];
        const double must = cimag(x->moved[i]) / STEP;
        if (o->kind == k->by_position && is_rate)
            compare(x, k->by_mixed, o->index, o->column * all + number, must);
        else if (o->kind == k->by_position)
            compare(x, k->by_positions, o->index, pair_of(o->column, number), must);
        else if (o->kind == k->by_rate && is_rate)
            compare(x, k->by_rates, o->index, pair_of(o->column, number), must);
        else if (o->kind == k->by_rate)
            compare(x, k->by_mixed, o->index, number * all + o->column, must);
        else if (o->kind == k->last && !is_rate)
            compare(x, k->last_by_position, pair_of(o->index, o->column), number, must);
    }
}

/* False where the tree has no such function: a joint that moves nothing. */
static bool judge(const tree *t, const second_kind *kind, uint32_t effort, uint64_t *seed)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    subject x = {.t = t, .kind = kind};
    const bool has = tree_ops_try(&mem, t, kind->first, FORMALISM_DEFAULT, 0, &x.first, &d) ==
                     STATUS_OK;
    assert_int_equal(has, tree_ops_try(&mem, t, kind->function, FORMALISM_DEFAULT, effort,
                                       &x.second, &d) == STATUS_OK);
    const uint32_t of_free = 6 * tree_free_bodies(t), joints = t->coordinates_count;
    state *s = ARENA_ARRAY(&mem, state, 1);
    random_state(seed, s);
    x.value = ARENA_ARRAY(&mem, cx, x.second.outputs_count + 1);
    x.moved = ARENA_ARRAY(&mem, cx, x.first.outputs_count + 1);
    x.is_judged = ARENA_ARRAY(&mem, bool, x.second.outputs_count + 1);
    find_places(&mem, &x);
    evaluate(&x.second, s, x.value);
    for (uint32_t i = 0; i < x.second.outputs_count; i++)
        x.scale[x.second.outputs[i].kind] =
            fmax(x.scale[x.second.outputs[i].kind], fabs(creal(x.value[i])) + 1e-3);
    for (uint32_t c = 0; c < joints && has; c++)
        judge_step(&x, s, &s->of[ARRAY_Q][c], false, c);
    for (uint32_t k = 0; k < of_free + joints && has; k++)
        if (k >= of_free)
            judge_step(&x, s, &s->of[ARRAY_QD][k - of_free], true, k);
        else if (k % 6 >= 3)
            judge_step(&x, s, &s->of[ARRAY_FREE_MOTION][9 * (k / 6) + k % 6 - 3], true, k);
    for (uint32_t i = 0; i < x.second.outputs_count; i++) {
        const ops_output *o = &x.second.outputs[i];
        if (o->kind == OUTPUT_PIVOT || o->kind == OUTPUT_PIVOT_WHOLE || x.is_judged[i])
            continue;
        if (x.value[i] != 0) /* of linear velocities of a free body */
            fail_msg("%s: output '%s' is not judged", t->name, o->name);
    }
    assert_true(!has || (x.judged > 0 && x.zero < x.judged));
    arena_free(&mem);
    return has;
}

static void random_trees_have_them(void **unused)
{
    (void)unused;
    uint64_t seed = 23;
    uint32_t some = 0;
    for (uint32_t round = 0; round < 24; round++) {
        arena mem = arena_make();
        const tree t = random_tree(&mem, &seed, round % 3 == 2);
        assert_true(judge(&t, &ID, 0, &seed));
        some += judge(&t, &FD, 0, &seed);
        arena_free(&mem);
    }
    assert_true(some >= 8);
}

static void shipped(const char *path, uint32_t effort)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    passes_settings s = passes_default();
    passes_forms *f = ARENA_ARRAY(&mem, passes_forms, 1);
    uint64_t seed = 5;
    if (passes_tree(&mem, path, &s, f, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    assert_true(judge(&f->tree, &ID, effort, &seed));
    assert_true(judge(&f->tree, &FD, effort, &seed));
    arena_free(&mem);
}

static void shipped_robots_have_them(void **unused)
{
    (void)unused;
    shipped("robots/pendulum5.urdf", 1);
    shipped("robots/puma560.urdf", 0);
    shipped("robots/stewart.urdf", 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_trees_have_them),
        cmocka_unit_test(shipped_robots_have_them),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
