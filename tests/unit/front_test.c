/* SPDX-License-Identifier: MIT */
/* The front of shapes between the fewest operations and the shortest path: an archive of what a
 * search found, so that what is claimed of it is measured again on the operations themselves. */
#include "unit/lowered.h"
#include "unit/ops_fixture.h"

#include "functions/equations_parts.h"
#include "operations/state.h"
#include "passes.h"

#include <math.h>

enum { MUL_CYCLES = 4, ADD_CYCLES = 5, STATES = 20, LANES = 2 };

static equations_front front_of(arena *mem, const char *path, uint32_t lanes)
{
    diag d = diag_make(mem);
    passes_settings s = passes_default();
    passes_forms *of = ARENA_ARRAY(mem, passes_forms, 1); /* equations look at their tree */
    equations_front f = {0};
    s.equations.effort = 1;
    s.equations.shortest = true;
    s.equations.lanes = lanes;
    s.equations.cycles.of[UNIT_MUL] = MUL_CYCLES;
    s.equations.cycles.of[UNIT_ADD] = ADD_CYCLES;
    if (passes_tree(mem, path, &s, of, &d) != STATUS_OK ||
        equations_build_front(mem, &of->tree, &s.equations, &f, &d) != STATUS_OK)
        fail_msg("%s: %s", path, d.error.text);
    return f;
}

static uint32_t ready(const uint32_t *at, operand x)
{
    return OPERAND_CLASS(x) == FROM_OP ? at[OPERAND_INDEX(x)] : 0;
}

/* The longest path through operations. */
static uint32_t path_of(arena *mem, const ops *p)
{
    uint32_t *at = ARENA_ARRAY(mem, uint32_t, p->list_count + 1), longest = 0;
    for (uint32_t j = 0; j < p->list_count; j++) {
        uint32_t a = ready(at, p->list[j].a), b = ready(at, p->list[j].b);
        at[j] = (a > b ? a : b) + (p->list[j].kind == OP_MUL ? MUL_CYCLES : ADD_CYCLES);
        longest = at[j] > longest ? at[j] : longest;
    }
    return longest;
}

/* Torques of a random state; which inputs a shape needs, and in what order, is its own affair. */
static void torques_of(arena *mem, const ops *p, uint64_t seed, double *tau)
{
    double q[8], qd[8], qdd[8];
    double *in = ARENA_ARRAY(mem, double, p->inputs_count + 1);
    double *scratch = ARENA_ARRAY(mem, double, p->list_count + 1);
    for (uint32_t k = 0; k < 8; k++) {
        q[k] = 3 * random_unit(&seed);
        qd[k] = 4 * random_unit(&seed);
        qdd[k] = 9 * random_unit(&seed);
    }
    robot_state s = {.q = q, .qd = qd, .qdd = qdd};
    state_to_inputs64(p, &s, in);
    ops_eval64(p, in, tau, scratch);
}

static void the_front_falls_from_fewest_operations_to_the_shortest_path(void **state)
{
    const equations_front *f = *state;
    assert_true(f->count >= 4); /* the search found shapes between the ends */
    for (uint32_t i = 1; i < f->count; i++) {
        assert_true(f->operations[i - 1] <= f->operations[i]);
        for (uint32_t k = 0; k < i; k++) /* what takes more operations is as short */
            assert_true(f->path_cycles[i] <= f->path_cycles[k] + 2);
        assert_true(f->path_cycles[f->shortest] <= f->path_cycles[i]);
    }
    /* 31 of 93 cycles are saved as of writing; half of that is asked for. */
    assert_true(6 * f->path_cycles[f->shortest] <= 5 * f->path_cycles[0]);
}

/* Lowering merges equal pairs, so that it may have fewer operations; a pair that is merged may be
 * joined in another order than its shape thought, which costs an addition at most. */
static void shapes_are_as_long_as_the_front_says(void **state)
{
    const equations_front *f = *state;
    for (uint32_t i = 0; i < f->count; i++) {
        arena mem = arena_make();
        ops p = lowered(&mem, f->list[i]);
        uint32_t path = path_of(&mem, &p);
        assert_true(p.list_count <= f->operations[i]);
        assert_in_range(path, f->path_cycles[i] - ADD_CYCLES, f->path_cycles[i] + ADD_CYCLES);
        arena_free(&mem);
    }
}

static void all_shapes_have_the_same_torques(void **state)
{
    const equations_front *f = *state;
    arena mem = arena_make();
    ops first = lowered(&mem, f->list[0]);
    for (uint32_t i = 1; i < f->count; i++) {
        ops p = lowered(&mem, f->list[i]);
        assert_int_equal(p.outputs_count, first.outputs_count);
        for (uint64_t seed = 1; seed <= STATES; seed++) {
            double want[8], got[8], scale = 0;
            torques_of(&mem, &first, seed, want);
            torques_of(&mem, &p, seed, got);
            for (uint32_t k = 0; k < p.outputs_count; k++)
                scale = fmax(scale, fabs(want[k]));
            for (uint32_t k = 0; k < p.outputs_count; k++)
                assert_true(fabs(got[k] - want[k]) <= 1e-10 * scale); /* hundreds of roundings */
        }
    }
    arena_free(&mem);
}

static void paths_of_small_nets_alone_count_lanes(void **unused)
{
    (void)unused;
    arena mem = arena_make();
    const equations_front small = front_of(&mem, "robots/pendulum5.urdf", LANES),
                          large = front_of(&mem, "robots/puma.urdf", LANES);
    for (uint32_t i = 0; i < small.count; i++)
        assert_int_equal(small.list[i]->cycles.lanes, LANES);
    for (uint32_t i = 0; i < large.count; i++)
        assert_int_equal(large.list[i]->cycles.lanes, 0);
    arena_free(&mem);
}

int main(void)
{
    arena mem = arena_make();
    equations_front f = front_of(&mem, "robots/pendulum5.urdf", 0);
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(the_front_falls_from_fewest_operations_to_the_shortest_path, &f),
        cmocka_unit_test_prestate(shapes_are_as_long_as_the_front_says, &f),
        cmocka_unit_test_prestate(all_shapes_have_the_same_torques, &f),
        cmocka_unit_test(paths_of_small_nets_alone_count_lanes),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    arena_free(&mem);
    return failed;
}
