/* Operations of the planar parallel robot with closed loops stay within those of the thesis
 * [T 2.7], model by model and partition by partition. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>

#include "passes.h"
#include "planar_robot.h"

#define JOINTS(a, b, c) (1u << (a) | 1u << (b) | 1u << (c))

static const struct {
    planar_model model;
    unsigned independent;
    uint32_t most; /* operations in the thesis, sines and cosines given */
} REDUCED[] = {{PLANAR_CHAINS, JOINTS(1, 6, 9), 1704},    {PLANAR_CHAINS, JOINTS(3, 4, 7), 1508},
               {PLANAR_CHAINS, JOINTS(1, 2, 3), 1447},    {PLANAR_ARMS, JOINTS(1, 4, 7), 918},
               {PLANAR_ARMS, JOINTS(3, 6, 9), 1076},      {PLANAR_ARMS, JOINTS(1, 2, 3), 861},
               {PLANAR_CENTRE, JOINTS(10, 11, 12), 986},  {PLANAR_JOINTS, JOINTS(10, 11, 12), 845},
               {PLANAR_CUT_JOINTS, JOINTS(7, 8, 9), 772}};

static uint32_t operations_of(const tree *t, function_kind function)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    passes_settings s = passes_default();
    passes_forms forms = {.tree = *t};
    s.equations.function = function;
    if (passes_operations(&mem, &s, &forms, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    const ops_counts counts = ops_count(&forms.ops);
    uint32_t sum = 0;
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        sum += counts.per_unit[k];
    arena_free(&mem);
    return sum;
}

static void place_at_reference(planar_robot *r, unsigned independent)
{
    double q[PLANAR_MOST];
    planar_joints(r, PLANAR_Q, true, q);
    for (uint32_t i = 0; i < r->t.coordinates_count; i++) {
        r->t.coordinates[i].start = q[i];
        r->t.coordinates[i].independent = independent >> (i + 1) & 1;
    }
}

static void reduced_forward_dynamics_take_no_more_operations(void **unused)
{
    (void)unused;
    uint32_t best = UINT32_MAX;
    for (uint32_t k = 0; k < sizeof REDUCED / sizeof *REDUCED; k++) {
        arena mem = arena_make();
        planar_robot r = planar_make(&mem, REDUCED[k].model);
        place_at_reference(&r, REDUCED[k].independent);
        uint32_t sum = operations_of(&r.t, FUNCTION_CLOSED_FD);
        print_message("model %u, joints %#x: %u operations, %u in the thesis\n",
                      (unsigned)REDUCED[k].model, REDUCED[k].independent, sum, REDUCED[k].most);
        assert_true(sum <= REDUCED[k].most);
        best = sum < best ? sum : best;
        arena_free(&mem);
    }
    assert_true(best < 600);
}

static const struct {
    planar_model model;
    uint32_t most;
} AUGMENTED[] = {{PLANAR_CHAINS, 1917},
                 {PLANAR_ARMS, 1202},
                 {PLANAR_CENTRE, 1232}, /* the lesser of two that are not told apart */
                 {PLANAR_JOINTS, 1232},
                 {PLANAR_CUT_JOINTS, 900}};

static void augmented_forward_dynamics_take_no_more_operations(void **unused)
{
    (void)unused;
    for (uint32_t k = 0; k < sizeof AUGMENTED / sizeof *AUGMENTED; k++) {
        arena mem = arena_make();
        planar_robot r = planar_make(&mem, AUGMENTED[k].model);
        place_at_reference(&r, 0);
        uint32_t sum = operations_of(&r.t, FUNCTION_AUGMENTED);
        print_message("model %u, augmented: %u operations, %u in the thesis\n",
                      (unsigned)AUGMENTED[k].model, sum, AUGMENTED[k].most);
        assert_true(sum <= AUGMENTED[k].most);
        arena_free(&mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reduced_forward_dynamics_take_no_more_operations),
        cmocka_unit_test(augmented_forward_dynamics_take_no_more_operations),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
