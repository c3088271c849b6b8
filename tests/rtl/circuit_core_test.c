/* SPDX-License-Identifier: MIT */
/* Verilated circuits behind the face of a core, against the evaluator about bits, the prediction
 * about cycles, and the registers about everything that goes wrong. */
#include "unit/program_fixture.h"

#include "base/output.h"
#include "commands/core_build.h"
#include "emit/verilog/face.h"
#include "program/samples.h"
#include "rtl_core.h"
#include "tauflow_regs.h"

enum { SAMPLES = 200 };

static const struct {
    const char *name, *robot; /* name: of its files */
    function_kind function;
    uint32_t width, clock_mhz, interval;
} CASES[] = {{"clocked", "robots/pendulum5.urdf", FUNCTION_ID, 18, 150, 1},
             {"straight", "robots/pendulum5.urdf", FUNCTION_ID, 27, 0, 1},
             {"binary32", "tests/host/two_bars.urdf", FUNCTION_FD, 0, 90, 1},
             {"shared", "robots/pendulum5.urdf", FUNCTION_ID, 18, 100, 4},
             {"between", "robots/pendulum5.urdf", FUNCTION_ID, 18, 100, 2}}; /* beats: 3 */
enum { CASES_COUNT = sizeof CASES / sizeof CASES[0] };

static void must(status done, const diag *d)
{
    if (done != STATUS_OK)
        fail_msg("%s", d->error.text);
}

typedef struct {
    arena mem;
    passes_forms forms;
    circuit circuit;
    program program;
    rtl_core *core;
} bench;

static void write_files(bench *b, uint32_t k, const circuit_options *options, text *files, diag *d)
{
    output_file list[CIRCUIT_FILES];
    uint32_t count = 0;
    const char *folder = arena_printf(&b->mem, "%s/%s", CIRCUITS_FOLDER, CASES[k].name);
    for (circuit_file f = 0; f < CIRCUIT_FILES; f++)
        files[f] = text_make(&b->mem);
    must(circuit_write(&b->circuit, options, b->forms.ops.format ? &b->forms.facts.box : NULL,
                       files, d), d);
    for (circuit_file f = 0; f < CIRCUIT_FILES; f++)
        if (circuit_has_file(options, f)) {
            list[count] = output_make(&b->mem, folder,
                                      circuit_file_name(&b->mem, CASES[k].name, f));
            list[count++].bytes = files[f];
        }
    must(output_write_folder(folder, list, count, d), d);
}

static bench open_bench(uint32_t k)
{
    bench b = {.mem = arena_make()};
    diag d = diag_make(&b.mem);
    text files[CIRCUIT_FILES];
    const char *where;
    passes_settings s = passes_default();
    const circuit_options options = {.name = CASES[k].name, .target = &DEVICE_LIST[DEVICE_ecp5],
                                     .clock_mhz = CASES[k].clock_mhz, .interval = CASES[k].interval,
                                     .most_blocks = 999, .seed = 1};
    s.equations.effort = 0;
    s.numbers.format = CASES[k].width;
    s.equations.function = CASES[k].function;
    must(passes_read(&b.mem, CASES[k].robot, &s, &b.forms, &d), &d);
    must(circuit_build(&b.mem, &b.forms.ops, &options, &b.circuit, &d), &d);
    write_files(&b, k, &options, files, &d);
    const tauflow_shape shape = circuit_shape(&b.circuit, &files[CIRCUIT_VERILOG]);
    tauflow_shape told;
    b.program = circuit_program(&b.mem, &b.circuit, &shape);
    must(core_ready_image(&b.mem,
                          arena_printf(&b.mem, "%s/%s/%s_circuit.tau", CIRCUITS_FOLDER,
                                       CASES[k].name, CASES[k].name),
                          &told, &where, &d), &d);
    assert_memory_equal(&told, &shape, sizeof told);
    must(rtl_open(&b.mem, where, &shape, NULL, k + 1, &b.core, &d), &d);
    return b;
}

static void close_bench(bench *b)
{
    rtl_close(b->core);
    arena_free(&b->mem);
}

static void load(bench *b)
{
    diag d = diag_make(&b->mem);
    image i;
    must(image_build(&b->mem, &b->program, &b->program.shape, &i, &d), &d);
    must(rtl_load(b->core, &i, &d), &d);
}

/* Samples in their ranges; every bit must be the evaluator's. */
static rtl_figures run(bench *b, const stream_options *o, stream_report *r)
{
    const ops *p = &b->forms.ops;
    diag d = diag_make(&b->mem);
    const stream_core c = rtl_stream(b->core);
    const sample_set t = samples_make(&b->mem, p, SAMPLES, o->seed);
    rtl_figures f;
    must(stream_run(&c, &b->program, o, t.in, SAMPLES, t.out, r, &d), &d);
    must(rtl_figures_read(&b->mem, b->core, &f, &d), &d);
    assert_memory_equal(t.out, samples_expected(&b->mem, &t),
                        SAMPLES * p->outputs_count * sizeof *t.out);
    assert_int_equal(f.errors, 0);
    assert_int_equal(f.samples, SAMPLES);
    return f;
}

static void circuits_give_the_evaluators_bits_in_the_predicted_cycles(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < CASES_COUNT; k++) {
        bench b = open_bench(k);
        stream_report r;
        load(&b);
        rtl_figures f = run(&b, &(stream_options){.seed = k}, &r);
        assert_int_equal(f.cycles, b.program.cycles);
        assert_int_equal(f.busy, SAMPLES * b.program.cycles);
        assert_int_equal(r.least, b.program.cycles + 2); /* a register in each stream */
        assert_int_equal(r.most, b.program.cycles + 2);
        load(&b);
        f = run(&b, &(stream_options){.overlap = true, .seed = k + 10}, &r);
        /* The register has the last one; where the turns of a circuit do not fit into the beats,
         * samples come early and late by turns, within one interval of the circuit. */
        const uint32_t n = CASES[k].interval, late = b.program.interval % n ? n : 0;
        assert_in_range(f.interval, b.program.interval - late, b.program.interval + late);
        assert_true(r.last_end - r.first_end >= (SAMPLES - 1) * b.program.interval - late);
        assert_true(r.last_end - r.first_end <= (SAMPLES - 1) * b.program.interval + late);
        close_bench(&b);
    }
}

static void stalls_change_time_only(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < CASES_COUNT; k++) {
        bench b = open_bench(k);
        diag d = diag_make(&b.mem);
        stream_report r;
        load(&b);
        for (uint32_t i = 0; i < 12; i++) {
            must(rtl_restart(b.core, &d), &d);
            run(&b, &(stream_options){.overlap = true, .in_stall = i * 37 % 251,
                                      .out_stall = i * 91 % 251, .seed = i}, &r);
        }
        close_bench(&b);
    }
}

static uint32_t take_errors(bench *b)
{
    diag d = diag_make(&b->mem);
    uint32_t errors;
    must(rtl_read(b->core, TAUFLOW_REG_ERRORS, &errors, &d), &d);
    must(rtl_write(b->core, TAUFLOW_REG_ERRORS, errors, &d), &d);
    return errors;
}

static void an_input_beyond_its_range_sets_the_error(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < CASES_COUNT; k++) {
        bench b = open_bench(k);
        const ops *p = &b.forms.ops;
        if (!p->format) {
            close_bench(&b);
            continue;
        }
        diag d = diag_make(&b.mem);
        const stream_core c = rtl_stream(b.core);
        const sample_set t = samples_make(&b.mem, p, 1, 1);
        const uint32_t beyond = UINT32_C(1) << (p->format - 1); /* one bit more than there are */
        stream_report r;
        load(&b);
        for (uint32_t i = 0; i < p->inputs_count; i++)
            for (uint32_t bad = 0; bad < 3; bad++) {
                const uint32_t good = t.in[i];
                t.in[i] = bad == 0 ? good : bad == 1 ? -beyond /* fits, in no range */ : beyond;
                must(stream_run(&c, &b.program, &(stream_options){.seed = 1}, t.in, 1, t.out, &r,
                                &d), &d);
                assert_int_equal(take_errors(&b), bad ? TAUFLOW_ERRORS_OVERFLOW_MASK : 0);
                t.in[i] = good;
            }
        close_bench(&b);
    }
}

/* A packet that ends too early or too late; then nothing more comes until RUN was 0. */
static void wrong_packets_are_told(void **state)
{
    (void)state;
    bench b = open_bench(0);
    diag d = diag_make(&b.mem);
    const stream_core c = rtl_stream(b.core);
    stream_report r;
    for (uint32_t late = 0; late < 2; late++) {
        uint32_t came = 0;
        load(&b);
        for (uint32_t cycle = 0; cycle < 200; cycle++) {
            const core_in in = {.in_valid = true, .in_last = !late, .out_ready = true};
            core_out out;
            c.cycle(c.core, &in, &out);
            came += out.out_valid;
        }
        assert_int_equal(came, 0);
        assert_int_equal(take_errors(&b), late ? TAUFLOW_ERRORS_LONG_PACKET_MASK
                                               : TAUFLOW_ERRORS_SHORT_PACKET_MASK);
        must(rtl_restart(b.core, &d), &d);
        run(&b, &(stream_options){.seed = late}, &r);
    }
    close_bench(&b);
}

static void a_circuit_loads_nothing_but_lengths_of_packets(void **state)
{
    (void)state;
    bench b = open_bench(0);
    diag d = diag_make(&b.mem);
    uint32_t told;
    load(&b);
    must(rtl_write(b.core, TAUFLOW_REG_CONTROL, 0, &d), &d);
    must(rtl_read(b.core, TAUFLOW_REG_CIRCUIT, &told, &d), &d);
    assert_int_equal(told, b.program.shape.circuit);
    for (uint32_t table = TAUFLOW_LOAD_LENGTH; table <= TAUFLOW_LOAD_LOOP; table++) {
        must(rtl_write(b.core, TAUFLOW_REG_LOAD_ADDRESS,
                       table << TAUFLOW_LOAD_ADDRESS_TABLE_LOW |
                           TAUFLOW_LOAD_RECEPTION << TAUFLOW_LOAD_ADDRESS_OWNER_LOW, &d), &d);
        must(rtl_write(b.core, TAUFLOW_REG_LOAD_DATA, 0, &d), &d);
        assert_int_equal(take_errors(&b), TAUFLOW_ERRORS_LOAD_RANGE_MASK);
    }
    must(rtl_write(b.core, TAUFLOW_REG_LOAD_ADDRESS,
                   TAUFLOW_LOAD_BEATS << TAUFLOW_LOAD_ADDRESS_OWNER_LOW, &d), &d);
    must(rtl_write(b.core, TAUFLOW_REG_LOAD_DATA, b.program.beats + 1, &d), &d);
    assert_int_equal(take_errors(&b), TAUFLOW_ERRORS_LOAD_RANGE_MASK);
    close_bench(&b);
}

/* With any argument: only builds the circuits, which takes longer than a test may. */
int main(int argc, char **argv)
{
    (void)argv;
    for (uint32_t k = 0; argc > 1 && k < CASES_COUNT; k++) {
        bench b = open_bench(k);
        close_bench(&b);
    }
    if (argc > 1)
        return 0;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circuits_give_the_evaluators_bits_in_the_predicted_cycles),
        cmocka_unit_test(stalls_change_time_only),
        cmocka_unit_test(an_input_beyond_its_range_sets_the_error),
        cmocka_unit_test(wrong_packets_are_told),
        cmocka_unit_test(a_circuit_loads_nothing_but_lengths_of_packets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
