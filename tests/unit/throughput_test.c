/* SPDX-License-Identifier: MIT */
/* Samples that overlap: schedules with an interval, the programs made of them, and what the machine
 * does with those. */
#include "unit/program_fixture.h"

#include "program/steady.h"

enum { SAMPLES = 400, STALLED = 40 };

static void assert_checked(const ops *p, const program *q)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    if (program_check(p, q, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    arena_free(&mem);
}

static steady steady_of(arena *mem, const program *q)
{
    diag d = diag_make(mem);
    steady s;
    if (program_steady(q, 0, &s, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    return s;
}

/* Streams through the twin; right words; the report. */
static stream_report stream(arena *mem, const ops *p, const program *q, const stream_options *o,
                            uint32_t count)
{
    diag d = diag_make(mem);
    stream_core c = stream_twin(twin_with(mem, q, &q->shape));
    uint32_t *in = random_samples(mem, p, count, 3),
             *out = ARENA_ARRAY(mem, uint32_t, (size_t)count * p->outputs_count);
    stream_report r;
    if (stream_run(&c, q, o, in, count, out, &r, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    assert_int_equal(count_wrong(mem, p, in, out, count), 0);
    return r;
}

static void check_stream(const ops *p, const program *q, bool exact)
{
    arena mem = arena_make();
    steady s = steady_of(&mem, q);
    uint32_t measured = SAMPLES / 2 / s.samples * s.samples;
    assert_true(measured > 0);
    stream_report r = stream(
        &mem, p, q, &(stream_options){.overlap = true, .mark = SAMPLES - measured}, SAMPLES);
    assert_int_equal((r.last_end - r.mark_end) * s.samples, (uint64_t)measured * s.cycles);
    if (exact) /* no event is later than in the schedule, and the busiest resource has no free row
                */
        assert_int_equal(s.cycles, q->interval * s.samples);
    for (uint32_t k = 1; k < 4; k++)
        stream(
            &mem, p, q,
            &(stream_options){
                .overlap = k < 3, .in_stall = 80 * k % 256, .out_stall = 150 * k % 256, .seed = k},
            STALLED);
    arena_free(&mem);
}

/* Units without a single operation repeat nothing: they must not enter the search for the
 * period. */
static void units_without_work_do_not_hide_the_period(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, "tauflow-ops 1\nrobot \"r\"\ninput x plain\ninput y plain\n"
                           "a = mul x y\nb = mul a y\noutput \"o\" plain = b\n");
    machine m = machine_from("network=crossbar mul=2 add=2 lanes=2 mul_latency=3 add_latency=4");
    schedule s = schedule_of_stream(&mem, &p, &m);
    program q = program_from(&mem, &p, &s);
    assert_checked(&p, &q);
    check_stream(&p, &q, true);
    arena_free(&mem);
}

static void streams_run_with_the_interval_that_their_sequences_have(void **state)
{
    (void)state;
    uint32_t runs = 0;
    for (uint32_t i = 0; i < CORES_COUNT; i++) {
        arena mem = arena_make();
        machine m = machine_from(CORES[i]);
        m.out_lanes = 1 + i % TAUFLOW_OUT_LANES_MOST;
        ops p = graph_for_line(&mem, CORES[i], 6, 40, 20 + i);
        graph g = graph_build(&mem, &p);
        schedule s = schedule_of_stream(&mem, &p, &m);
        assert_true(s.interval >= throughput_bound(&g, &m));
        assert_legal(&p, &s);
        program q = program_from(&mem, &p, &s);
        assert_checked(&p, &q);
        check_stream(&p, &q,
                     s.interval == throughput_bound(&g, &m) && m.lane_queue > 2 && m.queue != 1 &&
                         m.out_lanes == 1);
        runs++;
        arena_free(&mem);
    }
    assert_int_equal(runs, CORES_COUNT);
}

static void a_robot_reaches_the_bound_of_its_units(void **state)
{
    (void)state;
    static const char *const lines[] = {
        "network=crossbar mul=4 add=4 lanes=2 mul_latency=4 add_latency=5",
        "network=ring modules=2 mul=2 add=2 lanes=1 transfer=1 mul_latency=4 add_latency=5",
        "network=sparse mul=4 add=4 lanes=2 mul_latency=4 add_latency=5"};
    for (uint32_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        arena mem = arena_make();
        machine m = machine_from(lines[i]);
        ops p = robot_ops(&mem, "robots/pendulum5.urdf");
        graph g = graph_build(&mem, &p);
        schedule s = schedule_of_stream(&mem, &p, &m);
        assert_int_equal(s.interval, throughput_bound(&g, &m));
        assert_true(schedule_usage(&p, &s) >= 0.95);
        program q = program_from(&mem, &p, &s);
        assert_checked(&p, &q);
        check_stream(&p, &q, true);
        /* Receivers take the words of one sample into other slots, and so at other times, than
         * those of the next: all events together repeat only after some samples. */
        assert_true(steady_of(&mem, &q).samples > 1);
        arena_free(&mem);
    }
}

static void programs_for_one_sample_have_a_steady_state_too(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < CORES_COUNT; i++) {
        arena mem = arena_make();
        ops p = graph_for_line(&mem, CORES[i], 5, 30, 50 + i);
        program q = program_by(&mem, "best", &p, CORES[i], 1);
        check_stream(&p, &q, false);
        arena_free(&mem);
    }
}

static void intervals_that_cannot_be_are_refused(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p = graph_for_core(&mem, 6, 40, 9);
    machine m = machine_from("network=crossbar mul=2 add=2 lanes=2"),
            ideal = machine_from("mul=2 add=2");
    graph g = graph_build(&mem, &p);
    schedule s;
    scheduler_options o = {.seed = 1, .budget = 1500};
    assert_int_not_equal(
        schedule_throughput(&mem, &p, &m, throughput_bound(&g, &m) - 1, &o, &s, &d), STATUS_OK);
    assert_non_null(strstr(d.error.text, "is too short: units and lanes need"));
    d = diag_make(&mem);
    assert_int_not_equal(schedule_throughput(&mem, &p, &ideal, 0, &o, &s, &d), STATUS_OK);
    assert_non_null(strstr(d.error.text, "crossbar|ring|sparse"));
    arena_free(&mem);
}

static void the_text_of_an_interval_is_read_back(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p = graph_for_core(&mem, 6, 30, 4), back;
    machine m = machine_from("network=ring modules=2 mul=2 add=2 lanes=2 out_lanes=2");
    schedule s = schedule_of_stream(&mem, &p, &m), again;
    text one = text_make(&mem), two = text_make(&mem);
    schedule_print(&p, &s, &one);
    if (schedule_parse(&mem, "text", one.bytes, one.length, &back, &again, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    assert_int_equal(again.interval, s.interval);
    assert_legal(&back, &again);
    schedule_print(&back, &again, &two);
    assert_string_equal(one.bytes, two.bytes);
    arena_free(&mem);
}

/* One fault in a schedule; each of them makes it illegal. */
static void spoil(schedule *s, const ops *p, uint32_t fault, uint64_t *seed)
{
    sched_issue *i = &s->issues[random_bits(seed) % p->list_count];
    sched_take *t = &s->takes[random_bits(seed) % s->takes_count];
    switch (fault) {
    case 0: i->cycle++; break;
    case 1: i->cycle += s->interval; break;
    case 2: t->cycle++; break;
    case 3: t->cycle += s->interval; break;
    case 4: *t = s->takes[--s->takes_count]; break;
    case 5: t->slot = 1; break;
    case 6: s->cycles++; break;
    case 7: t->word = (t->word + 1) % (p->inputs_count + p->list_count); break;
    case 8: s->entries[random_bits(seed) % p->inputs_count].position += 1; break;
    default: s->interval = 1; break;
    }
}

static void spoilt_intervals_are_refused(void **state)
{
    (void)state;
    enum { FAULTS = 10, ROUNDS = 20 };
    static const char *const lines[] = {"network=crossbar mul=2 add=2 lanes=2",
                                        "network=ring modules=3 mul=3 add=3 lanes=1 mul_latency=2"};
    for (uint32_t k = 0; k < 2; k++) {
        arena mem = arena_make();
        ops p = graph_for_core(&mem, 6, 40, 31 + k);
        machine m = machine_from(lines[k]);
        schedule good = schedule_of_stream(&mem, &p, &m);
        uint64_t seed = 7;
        for (uint32_t n = 0; n < FAULTS * ROUNDS; n++) {
            schedule s = good;
            diag d = diag_make(&mem);
            s.issues = ARENA_ARRAY(&mem, sched_issue, p.list_count);
            s.takes = ARENA_ARRAY(&mem, sched_take, s.takes_count);
            s.entries = ARENA_ARRAY(&mem, sched_entry, p.inputs_count);
            memcpy(s.issues, good.issues, p.list_count * sizeof *s.issues);
            memcpy(s.takes, good.takes, s.takes_count * sizeof *s.takes);
            memcpy(s.entries, good.entries, p.inputs_count * sizeof *s.entries);
            spoil(&s, &p, n % FAULTS, &seed);
            if (schedule_check(&p, &s, "spoilt", NULL, &d) == STATUS_OK)
                fail_msg("fault %u of round %u was not found", n % FAULTS, n / FAULTS);
        }
        arena_free(&mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_without_work_do_not_hide_the_period),
        cmocka_unit_test(streams_run_with_the_interval_that_their_sequences_have),
        cmocka_unit_test(a_robot_reaches_the_bound_of_its_units),
        cmocka_unit_test(programs_for_one_sample_have_a_steady_state_too),
        cmocka_unit_test(intervals_that_cannot_be_are_refused),
        cmocka_unit_test(the_text_of_an_interval_is_read_back),
        cmocka_unit_test(spoilt_intervals_are_refused),
    };
    return cmocka_run_group_tests_name("throughput", tests, NULL, NULL);
}
