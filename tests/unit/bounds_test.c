/* SPDX-License-Identifier: MIT */
/* Indices, bounds and unit estimates: hand values, and against exhaustive search. */
#include "unit/sched_fixture.h"

/* Five operations: two products into a sum, its square, and a lone product. */
static const char DIAMOND[] = "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\nconst k 2\n"
                              "a = mul x k\nb = mul y k\nc = add a b\nd = mul c c\ne = mul x y\n"
                              "output o plain = d\noutput p plain = e\n";

static void indices_are_those_of_a_hand_example(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, DIAMOND);
    graph g = graph_build(&mem, &p);
    machine m = machine_from("mul=9 add=9 mul_latency=3 add_latency=2 transfer=1");
    indices x = indices_compute(&mem, &g, &m);
    static const uint32_t asap[] = {0, 0, 4, 7, 0}, alap[] = {0, 0, 4, 7, 7},
                          tail[] = {11, 11, 7, 4, 4};
    assert_int_equal(x.critical_path, 11);
    for (uint32_t i = 0; i < 5; i++) {
        assert_int_equal(x.asap[i], asap[i]);
        assert_int_equal(x.alap[i], alap[i]);
        assert_int_equal(x.tail[i], tail[i]);
    }
    arena_free(&mem);
}

static void networks_add_the_cycles_of_input_and_output(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, DIAMOND);
    graph g = graph_build(&mem, &p);
    /* Taken in 0, stored, products 1..4, taken 4, sum 5..7, taken 7, square 8..11, output taken in
     * 11: 12 cycles. */
    machine stored = machine_from(
        "network=crossbar mul=9 add=9 mul_latency=3 add_latency=2 transfer=1 lanes=2");
    assert_int_equal(indices_compute(&mem, &g, &stored).critical_path, 12);
    machine forwarded = machine_from(
        "network=crossbar mul=9 add=9 mul_latency=3 add_latency=2 transfer=0 lanes=2");
    assert_int_equal(indices_compute(&mem, &g, &forwarded).critical_path, 9);
    /* With one lane y comes a cycle after x. */
    machine one_lane = machine_from(
        "network=crossbar mul=9 add=9 mul_latency=3 add_latency=2 transfer=0 lanes=1");
    assert_int_equal(bounds_compute(&mem, &g, &one_lane).best, 10);
    arena_free(&mem);
}

static void estimates_are_those_of_a_hand_example(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, DIAMOND);
    graph g = graph_build(&mem, &p);
    machine m = machine_from("mul=1 add=1");
    unit_estimates u = units_estimate(&mem, &g, &m);
    /* Critical path 3. Products by asap: 3 0 1; by alap: 2 0 2; spread: 2 1/3, 1/3, 1 1/3. */
    assert_int_equal(u.lower[UNIT_MUL], 2);
    assert_int_equal(u.lower[UNIT_ADD], 1);
    assert_int_equal(u.upper_asap[UNIT_MUL], 3);
    assert_int_equal(u.upper_alap[UNIT_MUL], 2);
    assert_int_equal(u.statistical[UNIT_MUL], 3);
    assert_int_equal(u.statistical[UNIT_ADD], 1);
    assert_int_equal(u.lower[UNIT_DIV], 0);
    arena_free(&mem);
}

/* ---- exhaustive search on the ideal network ---------------------------------------------- */

typedef struct {
    const graph *g;
    const machine *m;
    uint32_t cycle[16], used[UNIT_KINDS][64], length;
} exact;

/* Can operations j.. be placed so that all end within length? Operands come before users, so j's
 * are placed. */
static bool place_rest(exact *e, uint32_t j)
{
    const graph *g = e->g;
    if (j == g->p->list_count)
        return true;
    unit_kind kind = graph_kind(g, j);
    uint32_t ready = 0, span = e->m->latency_cycles[kind] + e->m->transfer_cycles;
    for (uint32_t port = 0; port < 2; port++) {
        uint32_t w = graph_operand(g, j, port);
        if (w == WORD_NONE || w < g->inputs)
            continue;
        unit_kind from = graph_kind(g, w - g->inputs);
        uint32_t there = e->cycle[w - g->inputs] + e->m->latency_cycles[from] +
                         e->m->transfer_cycles;
        ready = there > ready ? there : ready;
    }
    for (uint32_t t = ready; t + span <= e->length; t++) {
        if (e->used[kind][t] == e->m->units[kind])
            continue;
        e->used[kind][t]++;
        e->cycle[j] = t;
        if (place_rest(e, j + 1))
            return true;
        e->used[kind][t]--;
    }
    return false;
}

static uint32_t optimum(const graph *g, const machine *m, uint32_t from)
{
    for (exact e = {.g = g, .m = m, .length = from};; e.length++) {
        exact try = e;
        if (place_rest(&try, 0))
            return e.length;
    }
}

static void no_schedule_beats_the_bound_and_best_is_optimal_on_small_graphs(void **state)
{
    (void)state;
    static const char *const machines[] = {
        "mul=1 add=1 div=1",
        "mul=2 add=1 div=1 mul_latency=2 add_latency=1 div_latency=3 transfer=1"};
    uint32_t tight = 0, cases = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        arena mem = arena_make();
        ops p = ops_random(&mem, 3, 9, seed);
        graph g = graph_build(&mem, &p);
        for (uint32_t i = 0; i < 2; i++, cases++) {
            machine m = machine_from(machines[i]);
            bounds b = bounds_compute(&mem, &g, &m);
            uint32_t best = optimum(&g, &m, b.critical_path);
            assert_true(b.best <= best);
            assert_true(b.best >= b.critical_path && b.best >= b.units);
            tight += b.best == best;
            assert_int_equal(schedule_by(&mem, "best", &p, &m, seed, 50).cycles, best);
        }
        arena_free(&mem);
    }
    assert_int_equal(cases, 120);
    assert_true(tight >= 110);
}

static void every_schedule_is_at_least_as_long_as_the_bound(void **state)
{
    (void)state;
    uint32_t cases = 0;
    for (uint64_t seed = 1; seed <= 6; seed++)
        for (uint32_t i = 0; i < MACHINES_COUNT; i++)
            for (const scheduler_info *s = SCHEDULERS; s->word; s++, cases++) {
                arena mem = arena_make();
                ops p = ops_random(&mem, 5, 60, seed);
                graph g = graph_build(&mem, &p);
                machine m = machine_from(MACHINES[i]);
                assert_true(schedule_by(&mem, s->word, &p, &m, seed, 5).cycles >=
                            bounds_compute(&mem, &g, &m).best);
                arena_free(&mem);
            }
    assert_int_equal(cases, 6 * 3 * MACHINES_COUNT);
}

static void more_units_never_raise_the_bound(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        arena mem = arena_make();
        ops p = ops_random(&mem, 6, 120, seed);
        graph g = graph_build(&mem, &p);
        uint32_t before = UINT32_MAX;
        for (uint32_t n = 1; n <= 8; n++) {
            machine m = machine_from(
                arena_printf(&mem, "mul=%u add=%u div=%u mul_latency=2", n, n, n));
            uint32_t bound = bounds_compute(&mem, &g, &m).best;
            assert_true(bound <= before);
            before = bound;
        }
        arena_free(&mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(indices_are_those_of_a_hand_example),
        cmocka_unit_test(networks_add_the_cycles_of_input_and_output),
        cmocka_unit_test(estimates_are_those_of_a_hand_example),
        cmocka_unit_test(no_schedule_beats_the_bound_and_best_is_optimal_on_small_graphs),
        cmocka_unit_test(every_schedule_is_at_least_as_long_as_the_bound),
        cmocka_unit_test(more_units_never_raise_the_bound),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
