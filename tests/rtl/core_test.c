/* SPDX-License-Identifier: MIT */
/* The Verilated core against the schedule about time, the evaluator about values and the twin about
 * both. */
#include "unit/program_fixture.h"

#include "rtl_core.h"
#include "tauflow_regs.h"
#include "shape_called.h"
#include "machine/timing.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SAMPLES = 5 };

/* The cores that the Makefile builds for this test, and the machines whose programs they run. */
typedef struct {
    tauflow_shape shape;
    const char *machine;
} core_case;

enum { WIDE_CASE = 2, SHARED_CASE, SPARSE_CASE, CORE_CASES };

static core_case core_cases(uint32_t i)
{
    tauflow_shape shape = shape_with_default_depths("crossbar_2_2_0_3_4");
    if (i == 0)
        return (core_case){shape, "network=crossbar mul=2 add=2 lanes=2 transfer=0 mul_latency=3 "
                                  "add_latency=4"};
    if (i == SPARSE_CASE) { /* with units that hear all and are heard by all */
        shape.network = NETWORK_SPARSE;
        shape.modules = network_of(NETWORK_SPARSE)->least;
        shape.out_lanes = 2;
        shape.shared_units[UNIT_DIV - TAUFLOW_MODULE_KINDS] = 1;
        shape.latency_cycles[UNIT_DIV] = 9;
        shape.shared_units[UNIT_SQRT - TAUFLOW_MODULE_KINDS] = 1;
        shape.latency_cycles[UNIT_SQRT] = 8;
        return (core_case){shape,
                           "network=sparse mul=3 add=3 div=1 sqrt=1 lanes=2 transfer=0 "
                           "mul_latency=3 add_latency=4 div_latency=9 sqrt_latency=8"};
    }
    shape.network = NETWORK_RING;
    if (i == SHARED_CASE) { /* five shared units: one station has a place without one */
        shape.shared_units[UNIT_DIV - TAUFLOW_MODULE_KINDS] = 2;
        shape.latency_cycles[UNIT_DIV] = 9;
        shape.shared_units[UNIT_SQRT - TAUFLOW_MODULE_KINDS] = 1;
        shape.latency_cycles[UNIT_SQRT] = 8;
        shape.shared_units[UNIT_ATAN - TAUFLOW_MODULE_KINDS] = 2;
        shape.latency_cycles[UNIT_ATAN] = 14;
        return (core_case){shape,
                           "network=ring modules=2 mul=2 add=2 div=2 sqrt=1 atan=2 lanes=2 "
                           "transfer=0 mul_latency=3 add_latency=4 div_latency=9 sqrt_latency=8 "
                           "atan_latency=14"};
    }
    if (i == WIDE_CASE) {
        shape.lanes = TAUFLOW_LANES_MOST;
        shape.out_lanes = TAUFLOW_OUT_LANES_MOST;
        shape.latency_cycles[UNIT_MUL] = 4;
        shape.latency_cycles[UNIT_ADD] = 5;
        shape.queue = 1;
        return (core_case){shape,
                           "network=ring modules=2 mul=2 add=2 lanes=8 transfer=0 mul_latency=4 "
                           "add_latency=5 queue=1"};
    }
    shape.lanes = 1;
    shape.transfer_cycles = 1;
    return (core_case){shape, "network=ring modules=2 mul=2 add=2 lanes=1 transfer=1 mul_latency=3 "
                              "add_latency=4"};
}

static const char *const ROBOTS[] = {"robots/pendulum5.urdf", "robots/puma.urdf",
                                     "robots/iiwa.urdf", "robots/pendulum5.urdf"};
enum { ROBOTS_COUNT = 4 };

static void must(status done, const diag *d)
{
    if (done != STATUS_OK)
        fail_msg("%s", d->error.text);
}

static rtl_core *open_core(arena *mem, const tauflow_shape *shape, uint32_t seed)
{
    diag d = diag_make(mem);
    rtl_core *core;
    must(rtl_open(mem, CORES_FOLDER, shape, NULL, seed, &core, &d), &d);
    return core;
}

static void load(arena *mem, rtl_core *core, const program *q, const tauflow_shape *shape)
{
    diag d = diag_make(mem);
    image i;
    must(image_build(mem, q, shape, &i, &d), &d);
    must(rtl_load(core, &i, &d), &d);
}

/* Runs samples and compares values; returns the figures of the core's registers. */
static rtl_figures run(arena *mem, rtl_core *core, const ops *p, const program *q,
                       const stream_options *o)
{
    diag d = diag_make(mem);
    stream_core c = rtl_stream(core);
    uint32_t *in = random_samples(mem, p, SAMPLES, o->seed),
             *out = ARENA_ARRAY(mem, uint32_t, SAMPLES * p->outputs_count + 1);
    stream_report r;
    rtl_figures f;
    must(stream_run(&c, q, o, in, SAMPLES, out, &r, &d), &d);
    must(rtl_figures_read(mem, core, &f, &d), &d);
    assert_int_equal(count_wrong(mem, p, in, out, SAMPLES), 0);
    assert_int_equal(f.errors, 0);
    return f;
}

static void one_core_runs_robots_one_after_another_in_the_scheduled_cycles(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < CORE_CASES; k++) {
        core_case c = core_cases(k);
        arena mem = arena_make();
        rtl_core *core = open_core(&mem, &c.shape, k);
        for (uint32_t r = 0; r < ROBOTS_COUNT; r++) {
            ops p = robot_ops(&mem, ROBOTS[r]);
            program q = program_by(&mem, "best", &p, c.machine, 1);
            load(&mem, core, &q, &c.shape);
            rtl_figures f = run(&mem, core, &p, &q, &(stream_options){.seed = r});
            uint32_t issues = 0;
            for (uint32_t u = 0; u < core_units(&c.shape); u++) {
                issues += f.issues[u];
                assert_int_equal(f.issues[u] + f.stalls[u], f.busy);
            }
            assert_int_equal(f.samples, SAMPLES);
            assert_int_equal(f.cycles, q.cycles);
            assert_int_equal(f.busy, SAMPLES * q.cycles);
            assert_int_equal(issues, SAMPLES * p.list_count);
        }
        rtl_close(core);
        arena_free(&mem);
    }
}

static void stalls_change_time_only(void **state)
{
    const uint32_t patterns = *(uint32_t *)*state;
    for (uint32_t k = 0; k < CORE_CASES; k++) {
        core_case c = core_cases(k);
        arena mem = arena_make();
        rtl_core *core = open_core(&mem, &c.shape, k);
        for (uint32_t r = 0; r < 2; r++) {
            ops p = robot_ops(&mem, ROBOTS[r]);
            program q = program_by(&mem, "best", &p, c.machine, 1);
            load(&mem, core, &q, &c.shape);
            uint32_t samples = 0;
            for (uint32_t i = 0; i < patterns; i++) {
                arena scratch = arena_make();
                stream_options o = {.overlap = i % 2,
                                    .in_stall = i * 37 % 251,
                                    .out_stall = i * 91 % 251,
                                    .seed = i};
                rtl_figures f = run(&scratch, core, &p, &q, &o);
                assert_int_equal(f.samples, samples += SAMPLES);
                arena_free(&scratch);
            }
        }
        rtl_close(core);
        arena_free(&mem);
    }
}

/* Any legal program, not only good ones: odd orders, many sources a receiver, constants, inputs
 * that leave at once. */
static void core_takes_the_cycles_of_any_schedule(void **state)
{
    (void)state;
    static const char *const makers[] = {"random", "thesis", "best"};
    for (uint32_t k = 0; k < CORE_CASES; k++) {
        core_case c = core_cases(k);
        arena mem = arena_make();
        rtl_core *core = open_core(&mem, &c.shape, k + 7);
        for (uint64_t seed = 1; seed <= 12; seed++) {
            ops p = graph_for_line(&mem, c.machine, 3 + (uint32_t)seed, 6 * (uint32_t)seed, seed);
            program q = program_by(&mem, makers[seed % 3], &p, c.machine, seed);
            load(&mem, core, &q, &c.shape);
            rtl_figures f = run(&mem, core, &p, &q, &(stream_options){.seed = seed});
            assert_int_equal(f.cycles, q.cycles);
            assert_int_equal(f.busy, SAMPLES * q.cycles);
        }
        rtl_close(core);
        arena_free(&mem);
    }
}

static int by_position(const void *a, const void *b)
{
    const sched_entry *const *x = a, *const *y = b;
    uint32_t p = (*x)->position * 2 + (*x)->lane, q = (*y)->position * 2 + (*y)->lane;
    return p < q ? -1 : p > q;
}

/* All inputs but the last few on lane 0, in the old order: lane 1 ends at once and its words wait
 * long. */
static void make_lopsided(arena *mem, const ops *p, schedule *s, uint32_t few)
{
    sched_entry **order = ARENA_ARRAY(mem, sched_entry *, p->inputs_count + 1);
    uint32_t count = 0, filled[2] = {0};
    for (uint32_t i = 0; i < p->inputs_count; i++)
        if (s->entries[i].lane != LANE_NONE)
            order[count++] = &s->entries[i];
    qsort(order, count, sizeof *order, by_position);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t lane = i + few >= count;
        *order[i] = (sched_entry){lane, filled[lane]++};
    }
}

static void lanes_of_unequal_length_keep_the_scheduled_cycles(void **state)
{
    (void)state;
    core_case c = core_cases(0);
    arena mem = arena_make();
    diag d = diag_make(&mem);
    rtl_core *core = open_core(&mem, &c.shape, 5);
    for (uint64_t seed = 1; seed <= 12; seed++) {
        ops p = graph_for_core(&mem, 24, 40, seed);
        machine m = machine_from(c.machine);
        schedule s = schedule_by(&mem, seed % 2 ? "random" : "best", &p, &m, seed, 4);
        make_lopsided(&mem, &p, &s, (uint32_t)(seed % 4));
        must(schedule_settle(&p, &s, &d), &d);
        must(schedule_check(&p, &s, "lopsided", NULL, &d), &d);
        program q = program_from(&mem, &p, &s);
        load(&mem, core, &q, &c.shape);
        rtl_figures f = run(&mem, core, &p, &q, &(stream_options){.seed = seed});
        assert_int_equal(f.cycles, s.cycles);
    }
    rtl_close(core);
    arena_free(&mem);
}

/* The same samples through a core of this shape in software; what both count must be the same. */
static void check_against_twin(arena *mem, const ops *p, const program *q,
                               const tauflow_shape *shape, const stream_options *o,
                               const rtl_figures *f)
{
    diag d = diag_make(mem);
    twin *t = twin_with(mem, q, shape);
    stream_core same = stream_twin(t);
    uint32_t *in = random_samples(mem, p, SAMPLES, o->seed),
             *out = ARENA_ARRAY(mem, uint32_t, SAMPLES * p->outputs_count + 1);
    stream_report measured;
    must(stream_run(&same, q, o, in, SAMPLES, out, &measured, &d), &d);
    twin_figures g = twin_read(t);
    if (o->overlap) /* otherwise whoever sends waits for the pins, where the RTL has registers */
        assert_int_equal(f->interval, g.interval);
    if (q->flush) /* zeros are still inside and move on while registers are read */
        return;
    assert_int_equal(f->cycles, g.cycles);
    assert_int_equal(f->busy, g.busy);
    for (uint32_t u = 0; u < core_units(shape); u++) {
        assert_int_equal(f->issues[u], g.issues[u]);
        assert_int_equal(f->stalls[u], g.stalls[u]);
    }
}

static void core_and_twin_agree_on_samples_back_to_back(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < CORE_CASES; k++) {
        core_case c = core_cases(k);
        arena mem = arena_make();
        rtl_core *core = open_core(&mem, &c.shape, k);
        for (uint32_t r = 0; r < 3; r++) {
            ops p = robot_ops(&mem, ROBOTS[r]);
            program q = program_by(&mem, "best", &p, c.machine, 1);
            load(&mem, core, &q, &c.shape);
            stream_options o = {.overlap = true, .seed = r};
            rtl_figures f = run(&mem, core, &p, &q, &o);
            assert_true(f.interval < q.cycles);
            check_against_twin(&mem, &p, &q, &c.shape, &o, &f);
        }
        rtl_close(core);
        arena_free(&mem);
    }
}

/* Sequences with a beginning and a loop that starts anywhere: same cycles, same bits, and what the
 * twin counts. */
static void loops_change_nothing(void **state)
{
    (void)state;
    uint32_t longer = 0;
    for (uint32_t k = 0; k < CORE_CASES; k++) {
        core_case c = core_cases(k);
        arena mem = arena_make();
        rtl_core *core = open_core(&mem, &c.shape, k + 3);
        for (uint64_t seed = 1; seed <= 12; seed++) {
            ops p = graph_for_line(&mem, c.machine, 3 + (uint32_t)seed, 6 * (uint32_t)seed, seed);
            program q = program_by(&mem, seed % 2 ? "random" : "best", &p, c.machine, seed),
                    u = program_unroll(&mem, &q, &c.shape, seed);
            longer += u.units[0].issues_loop > 0;
            load(&mem, core, &u, &c.shape);
            assert_int_equal(run(&mem, core, &p, &u, &(stream_options){.seed = seed}).cycles,
                             q.cycles);
            load(&mem, core, &u, &c.shape);
            stream_options o = {.overlap = true, .seed = seed};
            rtl_figures f = run(&mem, core, &p, &u, &o);
            check_against_twin(&mem, &p, &u, &c.shape, &o, &f);
            u.flush = (uint32_t)(seed % 4);
            load(&mem, core, &u, &c.shape);
            run(&mem, core, &p, &u,
                &(stream_options){
                    .overlap = seed % 2, .in_stall = 90, .out_stall = 90, .seed = seed});
        }
        rtl_close(core);
        arena_free(&mem);
    }
    assert_true(longer > 12);
}

/* Modulo schedules: samples start every interval, whatever waits in between; with stalls only
 * later. */
static void overlapping_samples_follow_each_other_in_the_interval_of_the_schedule(void **state)
{
    (void)state;
    /* any schedule will do, not only the best */
    static const scheduler_options QUICK = {.seed = 1, .budget = 40};
    for (uint32_t k = 0; k < CORE_CASES; k++) {
        core_case c = core_cases(k);
        arena mem = arena_make();
        diag d = diag_make(&mem);
        rtl_core *core = open_core(&mem, &c.shape, k);
        for (uint32_t r = 0; r < 2; r++) {
            ops p = robot_ops(&mem, ROBOTS[r]);
            machine m = machine_from(c.machine);
            m.out_lanes = c.shape.out_lanes;
            schedule s;
            must(schedule_throughput(&mem, &p, &m, 0, &QUICK, &s, &d), &d);
            program q = program_from(&mem, &p, &s);
            assert_true(q.flush > 0);
            load(&mem, core, &q, &c.shape);
            stream_options o = {.overlap = true, .seed = r};
            rtl_figures f = run(&mem, core, &p, &q, &o);
            check_against_twin(&mem, &p, &q, &c.shape, &o, &f);
            assert_int_equal(f.interval, q.interval);
            for (uint32_t i = 0; i < 20; i++) {
                o = (stream_options){.overlap = i % 4,
                                     .in_stall = i * 37 % 251,
                                     .out_stall = i * 91 % 251,
                                     .seed = i};
                load(&mem, core, &q, &c.shape);
                run(&mem, core, &p, &q, &o);
            }
        }
        rtl_close(core);
        arena_free(&mem);
    }
}

/* Operations one behind the other, each with the result before it as both operands. */
static ops chain_of(arena *mem, const char *const names[4])
{
    text all = text_make(mem);
    uint32_t n = 0;
    text_add(&all, "tauflow-ops 1\nrobot r\ninput w0 plain\n");
    for (; n < 4 && names[n]; n++) {
        text_printf(&all, "w%u = %s w%u", n + 1, names[n], n);
        if (strcmp(names[n], "sqrt") != 0)
            text_printf(&all, " w%u", n);
        text_add(&all, "\n");
    }
    text_printf(&all, "output o plain = w%u\n", n);
    return ops_from(mem, all.bytes);
}

/* A sample in every cycle: as many are in flight as one takes cycles. With one more than are timed
 * CYCLES is all ones. Chains whose schedule takes what their latencies take are known to the cycle.
 */
static void cycles_are_known_while_no_more_samples_are_in_flight_than_are_timed(void **state)
{
    (void)state;
    static const scheduler_options QUICK = {.seed = 1, .budget = 40};
    static const char *const CHAINS[][4] = {{"mul"},
                                            {"mul", "add"},
                                            {"mul", "sqrt", "add"},
                                            {"mul", "div", "add"},
                                            {"mul", "add", "atan2"}};
    uint32_t most_timed = 0, fewest_lost = UINT32_MAX;
    core_case c = core_cases(SHARED_CASE);
    arena mem = arena_make();
    diag d = diag_make(&mem);
    rtl_core *core = open_core(&mem, &c.shape, 1);
    for (uint32_t i = 0; i < sizeof CHAINS / sizeof *CHAINS; i++) {
        ops p = chain_of(&mem, CHAINS[i]);
        machine m = machine_from(c.machine);
        schedule s;
        must(schedule_throughput(&mem, &p, &m, 1, &QUICK, &s, &d), &d);
        program q = program_from(&mem, &p, &s);
        uint32_t cycles = timing_cycles(0);
        for (uint32_t j = 0; j < p.list_count; j++)
            cycles += m.latency_cycles[OP_KIND[p.list[j].kind].unit];
        assert_int_equal(q.cycles, cycles);
        load(&mem, core, &q, &c.shape);
        rtl_figures f = run(&mem, core, &p, &q, &(stream_options){.overlap = true, .seed = i});
        assert_int_equal(f.interval, 1);
        bool lost = cycles > TAUFLOW_SAMPLES_TIMED;
        assert_int_equal(f.cycles, lost ? UINT32_MAX : cycles);
        if (lost)
            fewest_lost = cycles < fewest_lost ? cycles : fewest_lost;
        else
            most_timed = cycles > most_timed ? cycles : most_timed;
    }
    assert_int_equal(most_timed, TAUFLOW_SAMPLES_TIMED);
    assert_int_equal(fewest_lost, TAUFLOW_SAMPLES_TIMED + 1);
    rtl_close(core);
    arena_free(&mem);
}

static void packets_may_hold_words_of_several_samples(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < CORE_CASES; k++) {
        core_case c = core_cases(k);
        arena mem = arena_make();
        rtl_core *core = open_core(&mem, &c.shape, k);
        ops p = ops_from(&mem, AHEAD_OPS);
        program q = program_by(&mem, "best", &p, c.machine, 1), u = program_ahead(&mem, &q);
        for (uint32_t i = 0; i < 10; i++) {
            stream_options o = {
                .overlap = i % 2, .in_stall = i * 37 % 251, .out_stall = i * 91 % 251, .seed = i};
            load(&mem, core, &u, &c.shape);
            run(&mem, core, &p, &u, &o);
        }
        rtl_close(core);
        arena_free(&mem);
    }
}

/* Every number of ports on a core that has four: beats are whole, cycles those of the twin, with
 * loops and with stalls. */
static void words_may_leave_through_any_port(void **state)
{
    (void)state;
    core_case c = core_cases(WIDE_CASE);
    arena mem = arena_make();
    rtl_core *core = open_core(&mem, &c.shape, 11);
    for (uint64_t seed = 1; seed <= 12; seed++) {
        ops p = graph_for_core(&mem, 3 + (uint32_t)seed, 6 * (uint32_t)seed, seed);
        program q = program_by(&mem, seed % 2 ? "random" : "best", &p, c.machine, seed);
        program u = program_spread(&mem, &q, 1 + (uint32_t)(seed % TAUFLOW_OUT_LANES_MOST), seed);
        for (uint32_t k = 0; k < 2; k++) {
            stream_options o = {.overlap = k, .seed = seed};
            load(&mem, core, &u, &c.shape);
            rtl_figures f = run(&mem, core, &p, &u, &o);
            check_against_twin(&mem, &p, &u, &c.shape, &o, &f);
        }
        program w = program_unroll(&mem, &u, &c.shape, seed);
        for (uint32_t k = 0; k < 10; k++) {
            w.flush = k % 3;
            load(&mem, core, &w, &c.shape);
            run(&mem, core, &p, &w,
                &(stream_options){.overlap = k % 2,
                                  .in_stall = k * 37 % 251,
                                  .out_stall = k * 91 % 251,
                                  .seed = seed + k});
        }
    }
    rtl_close(core);
    arena_free(&mem);
}

/* Offers `beats` beats, the last of them with tlast when asked; lets the core run a while. */
static uint32_t offer_packet(rtl_core *core, uint32_t beats, bool last)
{
    stream_core c = rtl_stream(core);
    uint32_t words = 0, moved = 0;
    for (uint32_t k = 0; k < 2000; k++) {
        core_in in = {
            .in_valid = moved < beats, .in_last = last && moved + 1 == beats, .out_ready = true};
        core_out out;
        c.cycle(c.core, &in, &out);
        moved += in.in_valid && out.in_ready;
        words += out.out_valid;
    }
    assert_int_equal(moved, beats);
    return words;
}

static void packets_of_the_wrong_length_make_no_torque(void **state)
{
    (void)state;
    core_case c = core_cases(1);
    arena mem = arena_make();
    diag d = diag_make(&mem);
    rtl_core *core = open_core(&mem, &c.shape, 3);
    ops p = robot_ops(&mem, ROBOTS[1]);
    program q = program_by(&mem, "best", &p, c.machine, 1);
    const struct {
        uint32_t beats;
        bool last;
        uint32_t errors;
    } cases[] = {{q.beats - 1, true, TAUFLOW_ERRORS_SHORT_PACKET_MASK},
                 {q.beats, false, TAUFLOW_ERRORS_LONG_PACKET_MASK},
                 {q.beats + 20, true, TAUFLOW_ERRORS_LONG_PACKET_MASK},
                 {q.beats, true, 0}};
    for (uint32_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        rtl_figures f;
        load(&mem, core, &q, &c.shape);
        uint32_t words = offer_packet(core, cases[k].beats, cases[k].last);
        must(rtl_figures_read(&mem, core, &f, &d), &d);
        assert_int_equal(f.errors, cases[k].errors);
        assert_int_equal(f.samples, cases[k].errors == 0);
        assert_true((words == q.shape.output_words) == (cases[k].errors == 0));
        load(&mem, core, &q, &c.shape); /* and the core is whole again */
        run(&mem, core, &p, &q, &(stream_options){.seed = k});
    }
    rtl_close(core);
    arena_free(&mem);
}

static uint32_t random_below(uint64_t *seed, uint32_t bound)
{
    return (uint32_t)(random_bits(seed) % bound);
}

static void core_and_twin_have_the_same_tables(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < CORE_CASES; k++) {
        core_case c = core_cases(k);
        arena mem = arena_make();
        diag d = diag_make(&mem);
        rtl_core *core = open_core(&mem, &c.shape, k);
        twin *t = twin_make(&mem, &c.shape);
        uint64_t seed = 4711;
        uint32_t stored = 0, loops = 0;
        for (uint32_t i = 0; i < 6000; i++) {
            /* Near the ends of everything: owners up to the first too many, indices around
             * depths. */
            uint32_t table = random_below(&seed, 8);
            bool of_owner = table == TAUFLOW_LOAD_LENGTH || table == TAUFLOW_LOAD_LOOP;
            uint32_t owner = random_below(&seed, of_owner ? 8 : 16),
                     word = random_below(&seed, 8) == 0;
            uint32_t index = of_owner ? random_below(&seed, 16)
                                      : (UINT32_C(1) << random_below(&seed, 11)) -
                                            random_below(&seed, 2);
            uint32_t address = table << TAUFLOW_LOAD_ADDRESS_TABLE_LOW |
                               owner << TAUFLOW_LOAD_ADDRESS_OWNER_LOW |
                               index << TAUFLOW_LOAD_ADDRESS_INDEX_LOW | word;
            uint32_t data = (UINT32_C(1) << random_below(&seed, 11)) + random_below(&seed, 3) - 1,
                     count, errors;
            bool there = twin_load(t, address, data);
            must(rtl_write(core, TAUFLOW_REG_ERRORS, UINT32_MAX, &d), &d);
            must(rtl_write(core, TAUFLOW_REG_LOAD_ADDRESS, address, &d), &d);
            must(rtl_write(core, TAUFLOW_REG_LOAD_DATA, data, &d), &d);
            must(rtl_read(core, TAUFLOW_REG_LOAD_COUNT, &count, &d), &d);
            must(rtl_read(core, TAUFLOW_REG_ERRORS, &errors, &d), &d);
            stored += there;
            loops += there && table == TAUFLOW_LOAD_LOOP && data;
            if (count != stored || errors != (there ? 0 : TAUFLOW_ERRORS_LOAD_RANGE_MASK))
                fail_msg("table %u owner %u index %u word %u data %u: twin says %d", table, owner,
                         index, word, data, there);
        }
        assert_true(stored > 100 && loops > 10);
        rtl_close(core);
        arena_free(&mem);
    }
}

static void running_core_takes_no_program_and_small_core_refuses_it_with_numbers(void **state)
{
    (void)state;
    core_case c = core_cases(0);
    arena mem = arena_make();
    diag d = diag_make(&mem);
    rtl_core *core = open_core(&mem, &c.shape, 3);
    ops p = robot_ops(&mem, ROBOTS[1]);
    program q = program_by(&mem, "best", &p, c.machine, 1);
    load(&mem, core, &q, &c.shape);
    uint32_t errors;
    must(rtl_write(core, TAUFLOW_REG_LOAD_ADDRESS, UINT32_C(2) << TAUFLOW_LOAD_ADDRESS_TABLE_LOW,
                   &d),
         &d);
    must(rtl_write(core, TAUFLOW_REG_LOAD_DATA, 0, &d), &d);
    must(rtl_read(core, TAUFLOW_REG_ERRORS, &errors, &d), &d);
    assert_int_equal(errors, TAUFLOW_ERRORS_LOAD_RUNNING_MASK);
    must(rtl_write(core, TAUFLOW_REG_ERRORS, errors, &d), &d);
    run(&mem, core, &p, &q, &(stream_options){.seed = 1}); /* nothing was changed */

    tauflow_shape told;
    must(rtl_shape(core, &told, &d), &d);
    told.slots = q.shape.slots - 1;
    image i;
    assert_int_equal(image_build(&mem, &q, &told, &i, &d), STATUS_INPUT);
    assert_non_null(strstr(d.error.text, arena_printf(&mem, "%u", q.shape.slots)));
    assert_non_null(strstr(d.error.text, arena_printf(&mem, "%u", told.slots)));
    rtl_close(core);
    arena_free(&mem);
}

/* A core built with waveforms gives the same results, and a file. */
static void waveform_changes_nothing(void **state)
{
    (void)state;
    arena mem = arena_make();
    diag d = diag_make(&mem);
    const core_case c = core_cases(0); /* the shape that `tauflow run` can be looked into with */
    const tauflow_shape shape = c.shape;
    ops p = robot_ops(&mem, ROBOTS[0]);
    program q = program_by(&mem, "best", &p, c.machine, 1);
    rtl_core *core;
    const char *file = CORES_FOLDER "/core_test.fst";
    remove(file);
    must(rtl_open(&mem, CORES_FOLDER, &shape, file, 1, &core, &d), &d);
    load(&mem, core, &q, &shape);
    rtl_figures f = run(&mem, core, &p, &q, &(stream_options){.seed = 1});
    assert_int_equal(f.cycles, q.cycles);
    check_against_twin(&mem, &p, &q, &shape, &(stream_options){.seed = 1}, &f);
    rtl_close(core);
    char *bytes;
    size_t length;
    must(file_read(&mem, file, 100000000, &bytes, &length, &d), &d);
    assert_true(length > 10000);
    /* FST: the header block comes first, its type is 0 and its length 329 */
    assert_int_equal(bytes[0], 0);
    assert_int_equal((unsigned char)bytes[7] << 8 | (unsigned char)bytes[8], 329);
    arena_free(&mem);
}

/* Argument: stall patterns for each core and robot. */
int main(int argc, char **argv)
{
    uint32_t patterns = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 10) : 250;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_core_runs_robots_one_after_another_in_the_scheduled_cycles),
        cmocka_unit_test(core_takes_the_cycles_of_any_schedule),
        cmocka_unit_test(lanes_of_unequal_length_keep_the_scheduled_cycles),
        cmocka_unit_test_prestate(stalls_change_time_only, &patterns),
        cmocka_unit_test(core_and_twin_agree_on_samples_back_to_back),
        cmocka_unit_test(loops_change_nothing),
        cmocka_unit_test(overlapping_samples_follow_each_other_in_the_interval_of_the_schedule),
        cmocka_unit_test(cycles_are_known_while_no_more_samples_are_in_flight_than_are_timed),
        cmocka_unit_test(packets_may_hold_words_of_several_samples),
        cmocka_unit_test(words_may_leave_through_any_port),
        cmocka_unit_test(packets_of_the_wrong_length_make_no_torque),
        cmocka_unit_test(core_and_twin_have_the_same_tables),
        cmocka_unit_test(waveform_changes_nothing),
        cmocka_unit_test(running_core_takes_no_program_and_small_core_refuses_it_with_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
