/* SPDX-License-Identifier: MIT */
/* The schedulers themselves, and the run that the machine makes of what they promise. */
#include "unit/sched_fixture.h"

#include "machine/timing.h"

#include <time.h>

static char *printed(arena *mem, const ops *p, const schedule *s)
{
    text t = text_make(mem);
    schedule_print(p, s, &t);
    return t.bytes;
}

static void the_same_seed_and_budget_give_the_same_schedule(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < MACHINES_COUNT; i++)
        for (const scheduler_info *info = SCHEDULERS; info->word; info++) {
            arena mem = arena_make();
            ops p = ops_random(&mem, 6, 80, 9);
            machine m = machine_from(MACHINES[i]);
            schedule a = schedule_by(&mem, info->word, &p, &m, 42, 10),
                     b = schedule_by(&mem, info->word, &p, &m, 42, 10);
            assert_string_equal(printed(&mem, &p, &a), printed(&mem, &p, &b));
            arena_free(&mem);
        }
}

static void best_is_never_longer_than_thesis_or_random(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 6; seed++)
        for (uint32_t i = 0; i < MACHINES_COUNT; i++) {
            arena mem = arena_make();
            ops p = ops_random(&mem, 6, 100, seed);
            machine m = machine_from(MACHINES[i]);
            uint32_t best = schedule_by(&mem, "best", &p, &m, 1, 40).cycles;
            assert_true(best <= schedule_by(&mem, "thesis", &p, &m, 1, 0).cycles);
            assert_true(best <= schedule_by(&mem, "random", &p, &m, seed, 0).cycles);
            arena_free(&mem);
        }
}

/* Few units and inputs with many uses: receivers are busy, and operations give way all the time. */
static void no_receiver_is_promised_to_two_words(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        arena mem = arena_make();
        ops p = ops_random(&mem, 40, 120, seed);
        machine m = machine_from(seed % 2 ? "network=crossbar mul=2 add=2 div=1 lanes=2"
                                          : "network=crossbar mul=3 add=3 div=1 lanes=4 "
                                            "mul_latency=2 transfer=1");
        schedule s = schedule_by(&mem, "best", &p, &m, seed, 20); /* it looks itself */
        assert_legal(&p, &s);
        arena_free(&mem);
    }
}

static void the_machine_runs_a_schedule_exactly_as_promised(void **state)
{
    (void)state;
    for (uint32_t i = 2; i < MACHINES_COUNT; i++)
        for (const scheduler_info *info = SCHEDULERS; info->word; info++) {
            arena mem = arena_make();
            diag d = diag_make(&mem);
            ops p = ops_random(&mem, 6, 80, i);
            machine m = machine_from(MACHINES[i]);
            schedule s = schedule_by(&mem, info->word, &p, &m, 3, 5);
            char *before = printed(&mem, &p, &s);
            assert_int_equal(schedule_settle(&p, &s, &d), STATUS_OK);
            assert_string_equal(before, printed(&mem, &p, &s));
            arena_free(&mem);
        }
}

/* Slack is no promise: with every event late by more and more, the same sequences run as before. */
static void idle_cycles_in_a_schedule_vanish_in_the_run(void **state)
{
    (void)state;
    for (uint32_t i = 2; i < MACHINES_COUNT; i++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        ops p = ops_random(&mem, 6, 60, i);
        machine m = machine_from(MACHINES[i]);
        schedule s = schedule_by(&mem, "best", &p, &m, 3, 2);
        char *before = printed(&mem, &p, &s);
        for (uint32_t j = 0; j < p.list_count; j++)
            s.issues[j].cycle *= 3;
        for (uint32_t k = 0; k < s.takes_count; k++)
            s.takes[k].cycle *= 3;
        assert_int_equal(schedule_settle(&p, &s, &d), STATUS_OK);
        assert_string_equal(before, printed(&mem, &p, &s));
        arena_free(&mem);
    }
}

/* What a schedule says of its own waits and of slack: a word is made, then offered, then accepted,
 * then used; whoever uses a result leaves it at least as much slack as is left between them; and
 * without slack the run's last operation is. */
static void reasons_fit_the_run(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < MACHINES_COUNT; i++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        ops p = ops_random(&mem, 6, 80, i + 3);
        machine m = machine_from(MACHINES[i]);
        schedule s = schedule_by(&mem, "best", &p, &m, 3, 5);
        sched_reasons why;
        assert_int_equal(schedule_explain(&mem, &p, &s, &why, &d), STATUS_OK);
        graph g = graph_build(&mem, &p);
        uint32_t critical = 0, waiting = 0;
        for (uint32_t j = 0; j < p.list_count; j++) {
            const sched_wait *w = &why.waits[j];
            const uint32_t least = timing_distance(&m, graph_kind(&g, j), 0), word = g.inputs + j;
            critical += why.slack[j] == 0;
            for (uint32_t u = g.use_start[word]; u < g.use_start[word + 1]; u++) {
                const uint32_t use = g.uses[u] / 2;
                assert_true(s.issues[j].cycle + why.slack[j] + least <=
                            s.issues[use].cycle + why.slack[use]);
            }
            if (w->port == UINT32_MAX)
                continue;
            waiting++;
            assert_true(w->made <= w->offered && w->offered <= w->usable);
            assert_true(w->usable <= s.issues[j].cycle);
        }
        assert_true(critical > 0 && waiting > 0);
        arena_free(&mem);
    }
}

/* Of the machine of one adder: b waits for a, c for a receiver. */
static void a_wait_has_its_cause(void **state)
{
    (void)state;
    static const char text_form[] =
        "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\na = add x y\nb = add a y\n"
        "c = add y y\ne = add b c\noutput o plain = e\n";
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p;
    assert_int_equal(ops_parse(&mem, "f", text_form, strlen(text_form), &p, &d), STATUS_OK);
    machine m = machine_from("network=crossbar add=1 lanes=2 transfer=0 add_latency=4");
    schedule s = schedule_by(&mem, "best", &p, &m, 1, 20);
    sched_reasons why;
    assert_int_equal(schedule_explain(&mem, &p, &s, &why, &d), STATUS_OK);
    /* x and y in 0: a 0, c 1, b 4, e 8, out 12 */
    assert_int_equal(s.cycles, 13);
    assert_int_equal(why.waits[1].port, 0);
    assert_int_equal(why.waits[1].made, 4);
    assert_int_equal(why.waits[1].usable, 4);
    assert_int_equal(why.slack[0], 0);
    assert_int_equal(why.slack[1], 0);
    assert_int_equal(why.slack[3], 0);
    /* y goes to both receivers of the adder, and one of them accepts x first */
    assert_int_equal(why.waits[2].offered, 0);
    assert_int_equal(why.waits[2].usable, 1);
    assert_false(why.waits[2].by_slot);
    assert_true(why.slack[2] > 0);
    arena_free(&mem);
}

/* Two words for each of two receivers, in opposite orders from two sources: a circle. */
static void sequences_that_wait_in_a_circle_are_a_deadlock(void **state)
{
    (void)state;
    static const char text_form[] =
        "tauflow-ops 1\nrobot r\ninput x plain\ninput y plain\na = mul x x\nb = mul a y\n"
        "output o plain = b\nschedule hand\nmachine network=crossbar mul=1 lanes=1 transfer=0\n"
        "cycles 9\nenter x 0 0\nenter y 0 1\nissue a mul0 1\nissue b mul0 4\n"
        "take mul0.a x 1 0\ntake mul0.a a 3 0\ntake mul0.b y 0 1\ntake mul0.b x 1 0\ntake out b 8 "
        "0\n";
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p;
    schedule s;
    assert_int_equal(schedule_parse(&mem, "f", text_form, strlen(text_form), &p, &s, &d),
                     STATUS_OK);
    assert_int_equal(schedule_settle(&p, &s, &d), STATUS_INPUT);
    assert_non_null(strstr(d.error.text, "deadlock"));
    arena_free(&mem);
}

/* One multiplier, one adder, free transfers. alap then asap: a (0,0), b (0,0), c (1,1), then d
 * (3,0) which the critical path of 4 leaves for last, although it is first in the file. */
static void thesis_places_by_alap_then_asap(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot r\ninput x plain\nd = mul x x\na = mul x x\nb = "
                           "mul a x\nc = add b a\ne = add c b\n"
                           "output o plain = e\noutput p plain = d\n");
    machine m = machine_from("mul=1 add=1");
    schedule s = schedule_by(&mem, "thesis", &p, &m, 0, 0);
    static const uint32_t cycles[] = {2, 0, 1, 2, 3};
    for (uint32_t j = 0; j < 5; j++)
        assert_int_equal(s.issues[j].cycle, cycles[j]);
    assert_int_equal(s.cycles, 4);
    arena_free(&mem);
}

static void too_few_slots_are_refused_with_the_number_needed(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p = ops_random(&mem, 8, 200, 3);
    machine m = machine_from("network=crossbar mul=1 add=1 div=1 lanes=1 transfer=1 slots=1");
    scheduler_options options = {.seed = 1, .budget = 5};
    schedule s;
    assert_int_equal(schedule_best(&mem, &p, &m, &options, &s, &d), STATUS_INPUT);
    assert_non_null(strstr(d.error.text, "slots and the machine has 1"));
    arena_free(&mem);
}

/* The checker's own count: with as many slots as were used the schedule is legal, with one fewer
 * not. */
static uint32_t slots_of(const schedule *s)
{
    uint32_t most = 0;
    for (uint32_t k = 0; k < s->takes_count; k++)
        most = s->takes[k].slot >= most ? s->takes[k].slot + 1 : most;
    return most;
}

static void slots_in_use_are_counted_exactly(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_random(&mem, 8, 120, 4);
    machine m = machine_from("network=crossbar mul=2 add=2 div=1 lanes=2 transfer=1");
    schedule s = schedule_by(&mem, "best", &p, &m, 1, 5);
    const uint32_t most = slots_of(&s);
    assert_true(most > 2);
    s.target.slots = most;
    assert_legal(&p, &s);
    s.target.slots = most - 1;
    diag d = diag_make(&mem);
    assert_int_equal(schedule_check(&p, &s, "f", NULL, &d), STATUS_INPUT);
    arena_free(&mem);
}

/* The shortest schedule needs more slots than another, which is found when there are fewer. */
static void a_schedule_within_the_slots_is_searched_for(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_random(&mem, 8, 120, 4);
    machine m = machine_from("network=crossbar mul=2 add=2 div=1 lanes=2 transfer=1");
    const schedule free_one = schedule_by(&mem, "best", &p, &m, 1, 300);
    uint32_t found = 0;
    for (m.slots = slots_of(&free_one); found < 2; m.slots--, found++) {
        const schedule s = schedule_by(&mem, "best", &p, &m, 1, 300);
        assert_legal(&p, &s);
        assert_true(slots_of(&s) <= m.slots && s.cycles >= free_one.cycles);
        /* as many as it needs: the same schedule */
        assert_true(found > 0 || s.cycles == free_one.cycles);
    }
    arena_free(&mem);
}

/* Processor seconds, so that a busy machine does not matter; limits of issue and README, twice over
 * for slow hosts. */
static double seconds_of(const char *scheduler, uint32_t count, const char *line)
{
    arena mem = arena_make();
    ops p = ops_random(&mem, 40, count, 1);
    machine m = machine_from(line);
    clock_t before = clock();
    schedule_by(&mem, scheduler, &p, &m, 1, 0);
    double seconds = (double)(clock() - before) / CLOCKS_PER_SEC;
    arena_free(&mem);
    return seconds;
}

static void large_graphs_are_scheduled_in_time(void **state)
{
    (void)state;
    assert_true(seconds_of("thesis", 50000, "mul=8 add=8 div=2") < 2);
    assert_true(seconds_of("thesis", 50000, "mul=1 add=1 div=1 mul_latency=4 transfer=1") < 2);
    assert_true(seconds_of("best", 1000, "mul=4 add=4 div=2") < 2);
    assert_true(
        seconds_of(
            "best", 1000,
            "network=crossbar mul=4 add=4 div=4 lanes=2 transfer=1 mul_latency=4 add_latency=5") <
        2);
    assert_true(seconds_of("best", 1000, "network=ring modules=4 mul=4 add=4 div=4 transfer=1") <
                2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_seed_and_budget_give_the_same_schedule),
        cmocka_unit_test(best_is_never_longer_than_thesis_or_random),
        cmocka_unit_test(no_receiver_is_promised_to_two_words),
        cmocka_unit_test(the_machine_runs_a_schedule_exactly_as_promised),
        cmocka_unit_test(idle_cycles_in_a_schedule_vanish_in_the_run),
        cmocka_unit_test(reasons_fit_the_run),
        cmocka_unit_test(a_wait_has_its_cause),
        cmocka_unit_test(sequences_that_wait_in_a_circle_are_a_deadlock),
        cmocka_unit_test(thesis_places_by_alap_then_asap),
        cmocka_unit_test(too_few_slots_are_refused_with_the_number_needed),
        cmocka_unit_test(slots_in_use_are_counted_exactly),
        cmocka_unit_test(a_schedule_within_the_slots_is_searched_for),
        cmocka_unit_test(large_graphs_are_scheduled_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
