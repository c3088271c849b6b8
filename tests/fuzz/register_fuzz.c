/* SPDX-License-Identifier: MIT */
/* Random register traffic: register_fuzz COUNT SEED. The Verilated cores of the tests against a
 * model of the map (machine/regs.def), with the software twin as the judge of what the load window
 * takes; every register is read again and again. After each bout a program is loaded as the driver
 * does it and must give the evaluator's words: nothing that was written before is left. */
#include "unit/program_fixture.h"

#include "rtl_core.h"
#include "tauflow_load.h"
#include "tauflow_regs.h"
#include "shape_called.h"

#include <stdio.h>
#include <stdlib.h>

enum { BOUT = 400, SAMPLES = 3 };

typedef struct {
    tauflow_shape shape;
    const char *machine;
} core_case;

static core_case core_of(uint32_t i)
{
    core_case c = {shape_with_default_depths("crossbar_2_2_0_3_4"),
                   "network=crossbar mul=2 add=2 lanes=2 transfer=0 mul_latency=3 add_latency=4"};
    if (i == 0)
        return c;
    c.shape.network = NETWORK_RING;
    c.shape.lanes = 1;
    c.shape.transfer_cycles = 1;
    c.machine = "network=ring modules=2 mul=2 add=2 lanes=1 transfer=1 mul_latency=3 add_latency=4";
    return c;
}

/* What the registers must say. */
typedef struct {
    const tauflow_shape *shape;
    twin *loads; /* takes or refuses what is loaded */
    bool run;
    uint32_t errors, program, load_address, load_count;
} model;

/* The index goes round within its own bits. */
static uint32_t next_index(uint32_t address)
{
    const uint32_t mask = TAUFLOW_LOAD_ADDRESS_INDEX_MASK;
    return (address & ~mask) | ((address + (1u << TAUFLOW_LOAD_ADDRESS_INDEX_LOW)) & mask);
}

static void write_model(model *m, uint32_t offset, uint32_t data)
{
    switch (offset) {
    case TAUFLOW_REG_CONTROL: m->run = data & TAUFLOW_CONTROL_RUN_MASK; break;
    case TAUFLOW_REG_ERRORS: m->errors &= ~data; break;
    case TAUFLOW_REG_PROGRAM: m->program = data; break;
    case TAUFLOW_REG_LOAD_ADDRESS:
        m->load_address = data & ((1u << TAUFLOW_LOAD_ADDRESS_BITS) - 1);
        break;
    case TAUFLOW_REG_LOAD_COUNT: m->load_count = 0; break;
    case TAUFLOW_REG_LOAD_DATA:
        if (m->run)
            m->errors |= TAUFLOW_ERRORS_LOAD_RUNNING_MASK;
        else if (twin_load(m->loads, m->load_address, data))
            m->load_count++;
        else
            m->errors |= TAUFLOW_ERRORS_LOAD_RANGE_MASK;
        m->load_address = next_index(m->load_address);
        break;
    default: break;
    }
}

static uint32_t read_model(const model *m, uint32_t offset)
{
    const tauflow_shape *c = m->shape;
    switch (offset) {
    case TAUFLOW_REG_ID: return TAUFLOW_ID_VALUE;
    case TAUFLOW_REG_VERSION: return TAUFLOW_VERSION_VALUE;
    case TAUFLOW_REG_CONTROL: return m->run;
    case TAUFLOW_REG_STATUS: return (uint32_t)m->run | (m->errors ? TAUFLOW_STATUS_FAULT_MASK : 0);
    case TAUFLOW_REG_ERRORS: return m->errors;
    case TAUFLOW_REG_PROGRAM: return m->program;
    case TAUFLOW_REG_LOAD_ADDRESS: return m->load_address;
    case TAUFLOW_REG_LOAD_COUNT: return m->load_count;
    default: return shape_register(c, offset); /* no sample ever came: all figures are 0 */
    }
}

static void must(status done, const diag *d)
{
    if (done != STATUS_OK)
        fail_msg("%s", d->error.text);
}

/* A word for the load window that often fits: a table, an owner and an index near an edge. */
static uint32_t any_address(uint64_t *random)
{
    static const uint32_t entries[] = {0, 1, 2, 31, 32, 63, 64, 511, 512, 513, 65535};
    uint64_t r = random_bits(random);
    uint32_t word = r >> 40 & 7 ? 0 : (uint32_t)(r >> 44 & 3);
    if (r % 7 == 0)
        return (uint32_t)(r >> 32);
    return (uint32_t)(r % 7) << 26 | (uint32_t)(r >> 8 & 15) << 18 |
           entries[(r >> 16) % 11] << 2 | word;
}

static void one_write(rtl_core *core, model *m, uint64_t *random, diag *d)
{
    static const uint32_t offsets[] = {TAUFLOW_REG_CONTROL,      TAUFLOW_REG_ERRORS,
                                       TAUFLOW_REG_PROGRAM,      TAUFLOW_REG_LOAD_COUNT,
                                       TAUFLOW_REG_LOAD_DATA,    TAUFLOW_REG_LOAD_DATA,
                                       TAUFLOW_REG_LOAD_DATA,    TAUFLOW_REG_LOAD_ADDRESS,
                                       TAUFLOW_REG_LOAD_ADDRESS};
    uint64_t r = random_bits(random);
    uint32_t offset = r % 10 == 9 ? (uint32_t)(r >> 40) & 0xffc : offsets[r % 9];
    uint32_t data = r >> 8 & 1 ? (uint32_t)(r >> 12 & 1023) : (uint32_t)(r >> 32);
    if (offset == TAUFLOW_REG_LOAD_ADDRESS)
        data = any_address(random);
    if (offset == TAUFLOW_REG_CONTROL && r >> 9 & 7)
        data &= ~TAUFLOW_CONTROL_RUN_MASK; /* while it runs nothing can be loaded */
    must(rtl_write(core, offset, data, d), d);
    write_model(m, offset, data);
}

static void one_read(rtl_core *core, const model *m, uint64_t *random, diag *d)
{
    uint64_t r = random_bits(random);
    uint32_t offset = r % 8 ? (uint32_t)(r >> 8) % 28 * 4 : (uint32_t)(r >> 8) & 0xffc, got;
    must(rtl_read(core, offset, &got, d), d);
    if (got != read_model(m, offset))
        fail_msg("register %03x is %08x, must be %08x", offset, got, read_model(m, offset));
}

static void still_runs(arena *mem, rtl_core *core, const core_case *c, const ops *p, uint64_t seed)
{
    diag d = diag_make(mem);
    program q = program_by(mem, "best", p, c->machine, 1);
    image i;
    uint32_t *in = random_samples(mem, p, SAMPLES, seed);
    uint32_t *out = ARENA_ARRAY(mem, uint32_t, SAMPLES * p->outputs_count + 1);
    stream_report r;
    stream_core words = rtl_stream(core);
    must(image_build(mem, &q, &c->shape, &i, &d), &d);
    must(rtl_write(core, TAUFLOW_REG_CONTROL, 0, &d), &d);
    must(rtl_write(core, TAUFLOW_REG_ERRORS, UINT32_MAX, &d), &d);
    must(rtl_load(core, &i, &d), &d);
    must(stream_run(&words, &q, &(stream_options){.seed = seed}, in, SAMPLES, out, &r, &d), &d);
    assert_int_equal(count_wrong(mem, p, in, out, SAMPLES), 0);
    rtl_figures f;
    must(rtl_figures_read(mem, core, &f, &d), &d);
    assert_int_equal(f.cycles, q.cycles);
    assert_int_equal(f.samples, SAMPLES);
    /* Units that are not there have no figures. */
    for (uint32_t u = core_units(&c->shape); u < TAUFLOW_UNITS_MOST; u++) {
        uint32_t issues, stalls;
        must(rtl_read(core, TAUFLOW_REG_ISSUES + 4 * u, &issues, &d), &d);
        must(rtl_read(core, TAUFLOW_REG_STALLS + 4 * u, &stalls, &d), &d);
        assert_int_equal(issues | stalls, 0);
    }
}

static uint32_t count;
static uint64_t seed;

static void registers_are_what_the_map_says_whatever_is_written(void **state)
{
    (void)state;
    uint64_t random = seed;
    uint32_t taken = 0, refused = 0;
    for (uint32_t bout = 0; bout * BOUT < count; bout++) {
        arena mem = arena_make();
        diag d = diag_make(&mem);
        core_case c = core_of(bout % 2);
        ops p = graph_for_core(&mem, 4, 30, bout + 1);
        rtl_core *core;
        must(rtl_open(&mem, CORES_FOLDER, &c.shape, NULL, bout, &core, &d), &d);
        model m = {.shape = &c.shape, .loads = twin_make(&mem, &c.shape)};
        for (uint32_t k = 0; k < BOUT; k++) {
            one_write(core, &m, &random, &d);
            one_read(core, &m, &random, &d);
            refused += m.errors >> TAUFLOW_ERRORS_LOAD_RANGE_LOW & 1;
        }
        taken += m.load_count;
        still_runs(&mem, core, &c, &p, bout);
        rtl_close(core);
        arena_free(&mem);
    }
    assert_true(taken > 0 && refused > 0);
    printf("# seed %llu: %u writes\n", (unsigned long long)seed, count);
}

int main(int argc, char **argv)
{
    count = argc > 1 ? (uint32_t)strtoul(argv[1], NULL, 0) : 4000;
    seed = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(registers_are_what_the_map_says_whatever_is_written),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
