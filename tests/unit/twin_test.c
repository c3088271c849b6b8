/* SPDX-License-Identifier: MIT */
/* The twin against two other opinions: the schedule about time, the evaluator about values. */
#include "unit/program_fixture.h"
#include "shape_called.h"

enum { SAMPLES = 6 };

static void check_run(const ops *p, const program *q, const tauflow_shape *core,
                      const stream_options *o, uint32_t cycles)
{
    arena mem = arena_make();
    diag d = diag_make(&mem);
    twin *t = twin_with(&mem, q, core);
    stream_core c = stream_twin(t);
    uint32_t *in = random_samples(&mem, p, SAMPLES, o->seed),
             *out = ARENA_ARRAY(&mem, uint32_t, SAMPLES * p->outputs_count + 1);
    stream_report r;
    if (stream_run(&c, q, o, in, SAMPLES, out, &r, &d) != STATUS_OK)
        fail_msg("%s", d.error.text);
    assert_int_equal(count_wrong(&mem, p, in, out, SAMPLES), 0);
    assert_int_equal(r.done, SAMPLES);
    if (core ==
        &q->shape) /* sequences that were written out for another core do not end with a sample */
        assert_true(twin_empty(t));
    twin_figures f = twin_read(t);
    assert_int_equal(f.errors, 0);
    assert_true(f.samples >= SAMPLES && f.samples <= SAMPLES * (1 + q->flush));
    for (uint32_t u = 0; u < core_units(core); u++)
        assert_int_equal(f.issues[u] + f.stalls[u], f.busy);
    if (cycles) {
        assert_int_equal(r.least, cycles);
        assert_int_equal(r.most, cycles);
        assert_int_equal(f.cycles, cycles);
        assert_int_equal(f.busy, cycles * SAMPLES);
    }
    arena_free(&mem);
}

static void check_machine_run(const ops *p, const char *scheduler, const char *line, uint64_t seed)
{
    arena mem = arena_make();
    machine m = machine_from(line);
    schedule s = schedule_by(&mem, scheduler, p, &m, seed, 4);
    diag d = diag_make(&mem);
    assert_int_equal(schedule_settle(p, &s, &d), STATUS_OK);
    program q = program_from(&mem, p, &s);
    if (program_check(p, &q, &d) != STATUS_OK)
        fail_msg("%s: %s", line, d.error.text);
    stream_options alone = {.seed = seed};
    check_run(p, &q, &q.shape, &alone, s.cycles);
    arena_free(&mem);
}

static void twin_takes_the_cycles_of_any_schedule(void **state)
{
    (void)state;
    static const char *const makers[] = {"random", "thesis", "best"};
    arena mem = arena_make();
    for (uint64_t seed = 1; seed <= 4; seed++) {
        for (uint32_t m = 0; m < CORES_COUNT; m++) {
            ops p = graph_for_line(&mem, CORES[m], 5, 20 * (uint32_t)seed, seed);
            for (uint32_t k = 0; k < 3; k++)
                check_machine_run(&p, makers[k], CORES[m], seed);
        }
    }
    arena_free(&mem);
}

/* More than 32 and more than 64 receivers: the mask of an emission takes two and three words. */
static void masks_of_several_words_reach_their_receivers(void **state)
{
    (void)state;
    static const struct {
        const char *line;
        uint32_t over;
    } cases[] = {{"network=crossbar mul=8 add=8 lanes=2 mul_latency=3 add_latency=4", 32},
                 {"network=crossbar mul=16 add=16 lanes=1 mul_latency=1 add_latency=2", 64},
                 {"network=ring modules=16 mul=16 add=16 lanes=1 mul_latency=3 add_latency=4", 64}};
    arena mem = arena_make();
    ops p = graph_for_core(&mem, 7, 200, 5);
    for (uint32_t k = 0; k < 3; k++) {
        program q = program_by(&mem, "random", &p, cases[k].line, 11 + k);
        uint32_t used = 0;
        for (uint32_t r = cases[k].over; r < core_receivers(&q.shape); r++)
            used += q.receivers[r].receptions_count > 0;
        assert_true(used > 0); /* a word goes to one of them */
        check_machine_run(&p, "random", cases[k].line, 11 + k);
    }
    arena_free(&mem);
}

/* The grid of the agreement law on two robots; `make bench` has all of them. */
static void twin_takes_the_scheduled_cycles_of_robots(void **state)
{
    (void)state;
    static const char *const robots[] = {"robots/pendulum5.urdf", "robots/puma.urdf"};
    static const uint32_t modules[] = {1, 2, 4, 8}, latencies[][2] = {{1, 1}, {4, 5}};
    for (uint32_t r = 0; r < 2; r++) {
        arena mem = arena_make();
        ops p = robot_ops(&mem, robots[r]);
        for (uint32_t i = 0; i < 4 * 2 * 2; i++) {
            uint32_t n = modules[i % 4],
                     *l = (uint32_t[2]){latencies[i / 4 % 2][0], latencies[i / 4 % 2][1]};
            bool ring = i / 8;
            check_machine_run(&p, "best",
                              arena_printf(&mem,
                                           "network=%s modules=%u mul=%u add=%u lanes=%u "
                                           "transfer=%u mul_latency=%u add_latency=%u",
                                           ring ? "ring" : "crossbar", ring ? n : 1, n, n,
                                           1 + i % 2, i / 2 % 2, l[0], l[1]),
                              i);
        }
        arena_free(&mem);
    }
}

static void stalls_change_time_only(void **state)
{
    (void)state;
    static const char *const robots[] = {"robots/pendulum5.urdf", "robots/puma.urdf"};
    static const char *const lines[] = {
        "network=crossbar mul=4 add=4 lanes=2 mul_latency=4 add_latency=5",
        "network=ring modules=4 mul=4 add=4 lanes=1 transfer=1 mul_latency=4 add_latency=5"};
    for (uint32_t i = 0; i < 4; i++) {
        arena mem = arena_make();
        ops p = robot_ops(&mem, robots[i % 2]);
        program q = program_by(&mem, "best", &p, lines[i / 2], 7);
        for (uint32_t k = 0; k < 50; k++) {
            stream_options o = {
                .overlap = k % 2, .in_stall = k * 37 % 251, .out_stall = k * 91 % 251, .seed = k};
            check_run(&p, &q, &q.shape, &o, 0);
        }
        arena_free(&mem);
    }
}

static void samples_back_to_back_come_faster_than_alone(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p = robot_ops(&mem, "robots/puma.urdf");
    program q = program_by(&mem, "best", &p,
                           "network=crossbar mul=4 add=4 lanes=2 mul_latency=4 add_latency=5", 1);
    stream_core c = stream_twin(twin_with(&mem, &q, &q.shape));
    uint32_t *in = random_samples(&mem, &p, SAMPLES, 3),
             *out = ARENA_ARRAY(&mem, uint32_t, SAMPLES * p.outputs_count);
    stream_options o = {.overlap = true};
    stream_report r;
    assert_int_equal(stream_run(&c, &q, &o, in, SAMPLES, out, &r, &d), STATUS_OK);
    assert_true(stream_interval(&r) < q.cycles);
    assert_true(stream_interval(&r) >= q.shape.issues);
    twin_figures f = twin_read(c.core);
    assert_true(f.interval <= stream_interval(&r) + 1);
    arena_free(&mem);
}

/* The bitstream of one core serves programs made for smaller ones and other times. */
static void a_program_runs_on_every_larger_core(void **state)
{
    (void)state;
    arena mem = arena_make();
    for (uint64_t seed = 1; seed <= 3; seed++) {
        for (uint32_t m = 0; m < CORES_COUNT; m++) {
            ops p = graph_for_line(&mem, CORES[m], 7, 60, seed);
            program q = program_by(&mem, "best", &p, CORES[m], seed);
            tauflow_shape core = q.shape;
            if (!network_has_places(core.network))
                core.modules += core.modules < TAUFLOW_MODULES_MOST;
            core.lanes += core.lanes < TAUFLOW_LANES_MOST;
            core.latency_cycles[0] += 3;
            core.latency_cycles[1] += 2;
            core.transfer_cycles ^= 1;
            for (uint32_t k = 0; k < TAUFLOW_SHAPE_WORDS; k++)
                *shape_number(&core, k) += SHAPE_FIELD[k].grows && shape_get(&core, k) ? 1 + k : 0;
            core.slots += 5;
            core.relay_queue += 2;
            core.lane_queue += 1;
            diag d = diag_make(&mem);
            image i;
            assert_int_equal(image_build(&mem, &q, &core, &i, &d), STATUS_OK);
            twin *t = twin_make(&mem, &core);
            twin_load_image(t, &i);
            stream_core c = stream_twin(t);
            uint32_t *in = random_samples(&mem, &p, SAMPLES, seed),
                     *out = ARENA_ARRAY(&mem, uint32_t, SAMPLES * p.outputs_count);
            stream_options o = {.overlap = true};
            stream_report r;
            if (stream_run(&c, &q, &o, in, SAMPLES, out, &r, &d) != STATUS_OK)
                fail_msg("%s", d.error.text);
            assert_int_equal(count_wrong(&mem, &p, in, out, SAMPLES), 0);
            assert_true(twin_empty(t));
        }
    }
    arena_free(&mem);
}

/* Sequences may be written out: a beginning and then a loop, at any entry. */
static void loops_change_nothing(void **state)
{
    (void)state;
    arena mem = arena_make();
    uint32_t longer = 0;
    for (uint64_t seed = 1; seed <= 4; seed++) {
        for (uint32_t m = 0; m < CORES_COUNT; m++) {
            ops p = graph_for_line(&mem, CORES[m], 5, 20 * (uint32_t)seed, seed);
            program q = program_by(&mem, seed % 2 ? "random" : "best", &p, CORES[m], seed);
            tauflow_shape core = q.shape;
            for (uint32_t k = 0; k < TAUFLOW_SHAPE_WORDS; k++)
                *shape_number(&core, k) *= SHAPE_FIELD[k].grows ? 5 : 1;
            program u = program_unroll(&mem, &q, &core, seed);
            longer += u.units[0].issues_loop > 0;
            check_run(&p, &u, &core, &(stream_options){.seed = seed}, q.cycles);
            for (uint32_t k = 0; k < 4; k++) {
                u.flush = k; /* as if it needed zeros behind a sample: their results are dropped */
                check_run(&p, &u, &core,
                          &(stream_options){.overlap = k % 2,
                                            .in_stall = 60 * k,
                                            .out_stall = 200 - 60 * k,
                                            .seed = seed},
                          0);
            }
        }
    }
    assert_true(longer > 20);
    arena_free(&mem);
}

/* Words may leave through any port: the same words, not later. */
static void several_ports_give_the_same_words(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    for (uint64_t seed = 1; seed <= 3; seed++) {
        for (uint32_t m = 0; m < CORES_COUNT; m++) {
            ops p = graph_for_line(&mem, CORES[m], 5, 20 * (uint32_t)seed, seed);
            for (uint32_t ports = 2; ports <= TAUFLOW_OUT_LANES_MOST; ports++) {
                program q = program_by(&mem, seed % 2 ? "random" : "best", &p, CORES[m], seed),
                        u = program_spread(&mem, &q, ports, seed);
                stream_core c = stream_twin(twin_with(&mem, &u, &u.shape));
                uint32_t *in = random_samples(&mem, &p, SAMPLES, seed),
                         *out = ARENA_ARRAY(&mem, uint32_t, SAMPLES * p.outputs_count);
                stream_report r;
                if (stream_run(&c, &u, &(stream_options){.seed = seed}, in, SAMPLES, out, &r, &d) !=
                    STATUS_OK)
                    fail_msg("%s", d.error.text);
                assert_true(twin_read(c.core).cycles <= q.cycles &&
                            r.most <=
                                q.cycles + u.out_beats - 1); /* a beat waits for its last word */
                for (uint32_t k = 0; k < 4; k++)
                    check_run(&p, &u, &u.shape,
                              &(stream_options){.overlap = k % 2,
                                                .in_stall = 60 * k,
                                                .out_stall = 200 - 60 * k,
                                                .seed = seed},
                              0);
                tauflow_shape core = u.shape;
                for (uint32_t k = 0; k < TAUFLOW_SHAPE_WORDS; k++)
                    *shape_number(&core, k) *= SHAPE_FIELD[k].grows ? 4 : 1;
                core.out_lanes = TAUFLOW_OUT_LANES_MOST;
                program w = program_unroll(&mem, &u, &core, seed);
                check_run(&p, &w, &core, &(stream_options){.overlap = true, .seed = seed}, 0);
            }
        }
    }
    arena_free(&mem);
}

static void packets_may_hold_words_of_several_samples(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = ops_from(&mem, AHEAD_OPS);
    for (uint32_t m = 0; m < CORES_COUNT; m++) {
        program q = program_by(&mem, "best", &p, CORES[m], 1), u = program_ahead(&mem, &q);
        tauflow_shape core = u.shape;
        assert_true(u.receivers[core_output(&core)].receptions_loop > 0);
        for (uint32_t k = 0; k < 8; k++)
            check_run(
                &p, &u, &core,
                &(stream_options){
                    .overlap = k % 2, .in_stall = 30 * k, .out_stall = 91 * k % 251, .seed = k},
                0);
    }
    arena_free(&mem);
}

/* Overlapping or not, a program and its written out form take the same cycles. */
static void loops_keep_the_interval(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    ops p = robot_ops(&mem, "robots/pendulum5.urdf");
    program q = program_by(&mem, "best", &p,
                           "network=crossbar mul=2 add=2 lanes=2 mul_latency=4 add_latency=5", 1);
    tauflow_shape core = q.shape;
    core.receptions *= 7;
    core.issues *= 7;
    core.output_words *= 7;
    program u = program_unroll(&mem, &q, &core, 5);
    uint32_t *in = random_samples(&mem, &p, 40, 3),
             *out = ARENA_ARRAY(&mem, uint32_t, 40 * p.outputs_count);
    stream_report r[2];
    for (uint32_t k = 0; k < 2; k++) {
        stream_core c = stream_twin(twin_with(&mem, k ? &u : &q, &core));
        assert_int_equal(
            stream_run(&c, k ? &u : &q, &(stream_options){.overlap = true}, in, 40, out, &r[k], &d),
            STATUS_OK);
        assert_int_equal(count_wrong(&mem, &p, in, out, 40), 0);
    }
    assert_int_equal(r[0].last_end, r[1].last_end);
    assert_int_equal(r[0].most, r[1].most);
    arena_free(&mem);
}

static void one_core_runs_robots_one_after_another(void **state)
{
    (void)state;
    static const char *const robots[] = {"robots/pendulum5.urdf", "robots/puma.urdf",
                                         "robots/iiwa.urdf", "robots/pendulum5.urdf"};
    arena mem = arena_make();
    diag d = diag_make(&mem);
    tauflow_shape core = shape_with_default_depths("ring_4_2_0_4_5");
    twin *t = twin_make(&mem, &core);
    for (uint32_t r = 0; r < 4; r++) {
        ops p = robot_ops(&mem, robots[r]);
        program q = program_by(
            &mem, "best", &p,
            "network=ring modules=4 mul=4 add=4 lanes=2 mul_latency=4 add_latency=5", 1);
        image i;
        assert_int_equal(image_build(&mem, &q, &core, &i, &d), STATUS_OK);
        twin_load_image(t, &i);
        stream_core c = stream_twin(t);
        uint32_t *in = random_samples(&mem, &p, SAMPLES, r),
                 *out = ARENA_ARRAY(&mem, uint32_t, SAMPLES * p.outputs_count);
        stream_options o = {.overlap = false};
        stream_report measured;
        assert_int_equal(stream_run(&c, &q, &o, in, SAMPLES, out, &measured, &d), STATUS_OK);
        assert_int_equal(count_wrong(&mem, &p, in, out, SAMPLES), 0);
        assert_int_equal(measured.most, q.cycles);
    }
    arena_free(&mem);
}

static void packets_of_the_wrong_length_are_flagged(void **state)
{
    (void)state;
    arena mem = arena_make();
    ops p = graph_for_core(&mem, 5, 12, 1);
    program q = program_by(&mem, "best", &p, CORES[0], 1);
    assert_true(q.beats > 1);
    for (uint32_t early = 0; early < 2; early++) {
        twin *t = twin_with(&mem, &q, &q.shape);
        for (uint32_t k = 0; k < 50; k++) {
            core_in in = {.in_valid = true, .in_last = early && k == 0, .out_ready = true};
            core_out out;
            twin_cycle(t, &in, &out);
        }
        uint32_t flagged = twin_read(t).errors;
        assert_int_equal(flagged & 1, early); /* SHORT_PACKET */
        assert_int_equal(flagged >> 1 & 1, 1); /* LONG_PACKET: the packet never ended */
    }
    arena_free(&mem);
}

static void loads_outside_the_tables_are_refused(void **state)
{
    (void)state;
    arena mem = arena_make();
    tauflow_shape core = {.network = NETWORK_CROSSBAR,
                          .modules = 2,
                          .lanes = 1,
                          .out_lanes = 1,
                          .latency_cycles = {1, 1},
                          .queue = 4,
                          .lane_queue = 8,
                          .relay_queue = 4,
                          .slots = 4,
                          .constants = 4,
                          .receptions = 8,
                          .issues = 16,
                          .lane_words = 3,
                          .output_words = 2};
    const struct {
        uint32_t table, owner, index, word, data;
        bool there;
    } cases[] = {
        {1, 0, 7, 0, 0, true},      {1, 0, 8, 0, 0, false},  {1, 8, 1, 0, 0, true},
        {1, 8, 2, 0, 0, false},     {1, 9, 0, 0, 0, false},  {2, 3, 15, 0, 0, true},
        {2, 4, 0, 0, 0, false},     {2, 0, 16, 0, 0, false}, {3, 7, 3, 0, 0, true},
        {3, 7, 4, 0, 0, false},     {3, 8, 0, 0, 0, false},  {4, 4, 2, 0, 0, true},
        {4, 4, 3, 0, 0, false},     {4, 5, 0, 0, 0, false},  {4, 0, 0, 1, 0, false},
        {0, 1, 8, 0, 2, true},      {0, 1, 9, 0, 2, false},  {0, 1, 0, 0, 9, false},
        {0, 5, 0, 0, 3, true},      {0, 5, 0, 0, 4, false},  {0, 5, 1, 0, 2, true},
        {0, 5, 1, 0, 3, false},     {0, 5, 2, 0, 2, true},   {0, 5, 2, 0, 3, false},
        {0, 5, 3, 0, 2, false},     {6, 1, 8, 0, 0, true},   {6, 1, 8, 0, 1, false},
        {0, 5, 0, 0, 65536, false}, {6, 1, 9, 0, 0, false},  {6, 5, 0, 0, 0, false},
        {0, 3, 0, 0, 0, false},     {5, 0, 0, 0, 0, false},  {0, 1, 8, 1, 2, false},
    };
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        twin *t = twin_make(&mem, &core);
        bool there = twin_load(
            t, cases[k].table << 26 | cases[k].owner << 18 | cases[k].index << 2 | cases[k].word,
            cases[k].data);
        if (there != cases[k].there || (twin_read(t).errors == 0) != cases[k].there)
            fail_msg("case %zu", k);
    }
    arena_free(&mem);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(twin_takes_the_cycles_of_any_schedule),
        cmocka_unit_test(masks_of_several_words_reach_their_receivers),
        cmocka_unit_test(twin_takes_the_scheduled_cycles_of_robots),
        cmocka_unit_test(stalls_change_time_only),
        cmocka_unit_test(samples_back_to_back_come_faster_than_alone),
        cmocka_unit_test(a_program_runs_on_every_larger_core),
        cmocka_unit_test(loops_change_nothing),
        cmocka_unit_test(loops_keep_the_interval),
        cmocka_unit_test(several_ports_give_the_same_words),
        cmocka_unit_test(packets_may_hold_words_of_several_samples),
        cmocka_unit_test(one_core_runs_robots_one_after_another),
        cmocka_unit_test(packets_of_the_wrong_length_are_flagged),
        cmocka_unit_test(loads_outside_the_tables_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
