/* SPDX-License-Identifier: MIT */
#include "emit/verilog/circuit_files.h"
#include "emit/verilog/face.h"
#include "program/tau_write.h"

const char *circuit_file_name(arena *mem, const char *name, circuit_file file)
{
    static const char *const endings[CIRCUIT_FILES] = {
        [CIRCUIT_VERILOG] = ".v", [CIRCUIT_BENCH] = "_tb.v", [CIRCUIT_VECTORS] = ".txt",
        [CIRCUIT_LPF] = ".lpf", [CIRCUIT_XDC] = ".xdc", [CIRCUIT_CORE] = "_core.v",
        [CIRCUIT_IMAGE] = ".tau"};
    return arena_printf(mem, "%s_circuit%s", name, endings[file]);
}

bool circuit_has_file(const circuit_options *options, circuit_file file)
{
    switch (file) {
    case CIRCUIT_VECTORS: return options->vectors;
    case CIRCUIT_LPF:
    case CIRCUIT_XDC: return options->clock_mhz;
    default: return true;
    }
}

static void write_constraints(const circuit_options *options, text files[CIRCUIT_FILES])
{
    text_printf(&files[CIRCUIT_LPF], "FREQUENCY PORT \"clk\" %u MHZ;\n", options->clock_mhz);
    text_printf(&files[CIRCUIT_XDC], "create_clock -name clk -period %.3f [get_ports clk]\n",
                1000.0 / options->clock_mhz);
}

static status write_image(arena *mem, const circuit_writer *w, const tauflow_shape *shape,
                          text files[CIRCUIT_FILES], diag *d)
{
    const program q = circuit_program(mem, w->c, shape);
    uint8_t hash[SHA256_BYTES];
    circuit_text_hash(&files[CIRCUIT_CORE], &files[CIRCUIT_VERILOG], hash);
    return tau_write_sampled(mem, w->p, &q, w->options->description_hash, hash, w->options->seed,
                             &files[CIRCUIT_IMAGE], d);
}

status circuit_write(const circuit *c, const circuit_options *options, const input_box *box,
                     text files[CIRCUIT_FILES], diag *d)
{
    arena scratch = arena_make();
    circuit_writer w = circuit_writer_make(&scratch, c, options);
    w.sites = block_sites_choose(&scratch, &c->stages, &c->shared);
    w.out = &files[CIRCUIT_VERILOG];
    circuit_write_verilog(&w);
    w.out = &files[CIRCUIT_BENCH];
    status result = circuit_write_bench(&w, box, d);
    w.out = &files[CIRCUIT_VECTORS];
    if (result == STATUS_OK)
        result = circuit_write_vectors(&w, box, d);
    if (options->clock_mhz)
        write_constraints(options, files);
    const tauflow_shape shape = circuit_shape(c, &files[CIRCUIT_VERILOG]);
    w.out = &files[CIRCUIT_CORE];
    circuit_write_core(&w, &shape);
    if (result == STATUS_OK)
        result = write_image(&scratch, &w, &shape, files, d);
    arena_free(&scratch);
    return result;
}
