/* SPDX-License-Identifier: MIT */
#include "circuit/circuit.h"

#include "circuit/circuit_formats.h"
#include "circuit/circuit_parts.h"
#include "circuit/face.h"
#include "program/tau_write.h"

/* Products with constants of so few digits are cheaper as sums than a block and its wires; two sums
 * in a row, of four digits, are also faster than a block without registers. */
enum { FEW_DIGITS = 3, FAST_DIGITS = 4 };
enum { CYCLES_AROUND = 2 /* registers of the outputs, and the queue */ };

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

static status check_operations(const ops *p, const circuit_options *options, diag *d)
{
    const number_format *f = ops_format(p);
    if (CIRCUIT_FORMAT[f->id].has_registers && !options->clock_mhz)
        return diag_error(d, (place){0}, "operators of %s have registers: a circuit without "
                          "a clock is of fixed point, --numbers fixed:W", f->about);
    if (!format_fits_words(p->format))
        return diag_error(d, (place){0}, "a circuit has at most %u bits, not %u", f->most_core,
                          f->bits(p->format));
    return STATUS_OK;
}

/* The fewest operators of each kind; of multipliers as many as were asked for, if that is more. */
static stages_sharing sharing_of(const cells *c, const circuit_options *options)
{
    stages_sharing sharing = {.interval = options->interval};
    uint32_t counts[UNIT_KINDS + 1] = {0};
    for (uint32_t i = 0; i < c->list_count; i++)
        counts[cells_unit(c, i)]++;
    for (unit_kind kind = 0; kind < UNIT_KINDS; kind++)
        sharing.most[kind] = (counts[kind] + options->interval - 1) / options->interval;
    const uint32_t asked = options->most_blocks / c->one_blocks;
    if (sharing.most[UNIT_MUL] < asked)
        sharing.most[UNIT_MUL] = asked < counts[UNIT_MUL] ? asked : counts[UNIT_MUL];
    return sharing;
}

void circuit_add_interval(const circuit *c, text *out)
{
    const uint32_t interval = c->stages.sharing.interval;
    if (interval == 1)
        text_add(out, "cycle");
    else
        text_printf(out, "%u cycles", interval);
}

uint32_t circuit_blocks(const circuit *c)
{
    return c->shared.of_kind[UNIT_MUL] * c->cells.one_blocks;
}

/* Operators of binary32; those of fixed point are cells, or blocks. */
static uint32_t operator_tables(const circuit *c)
{
    uint32_t sum = 0;
    bool seen[UNIT_KINDS] = {false};
    for (uint32_t i = 0; i < c->cells.list_count; i++) {
        const cell *made = &c->cells.list[i];
        const unit_kind kind = cells_unit(&c->cells, i);
        if (made->kind == CELL_OPERATOR && !seen[kind]) { /* all of a kind have one latency */
            seen[kind] = true;
            sum += c->shared.of_kind[kind] *
                   device_operator_tables(c->stages.target, kind, made->cycles);
        }
    }
    return sum;
}

uint32_t circuit_tables(const circuit *c)
{
    /* of each bit: two comparisons of an input, four words of the queue of an output */
    enum { RANGE_TABLES = 2, QUEUE_TABLES = 4 };
    const ops *p = c->cells.p;
    const uint32_t ranges = ops_has_points(p) ? RANGE_TABLES * p->inputs_count : 0;
    const uint32_t queue = c->latency_cycles ? QUEUE_TABLES * p->outputs_count : 0;
    return cells_tables(&c->cells) + c->shared.choice_tables + operator_tables(c) +
           c->cells.width * (ranges + queue);
}

status circuit_build(arena *mem, const ops *p, const circuit_options *options, circuit *out,
                     diag *d)
{
    const device *target = options->target;
    const cells_options how = {
        .target = target, .most_digits = options->clock_mhz ? FEW_DIGITS : FAST_DIGITS,
        .by_delay = !options->clock_mhz,
        .most_blocks = options->most_blocks ? options->most_blocks : target->blocks,
        .interval = options->interval};
    TRY(check_operations(p, options, d));
    TRY(CIRCUIT_FORMAT[ops_format(p)->id].build(mem, p, &how, options->clock_mhz, &out->cells, d));
    const stages_sharing sharing = sharing_of(&out->cells, options);
    TRY(stages_place(mem, &out->cells, target,
                     options->clock_mhz ? 1000000 / options->clock_mhz : 0, &sharing, &out->stages,
                     d));
    out->shared = shared_operators_bind(mem, &out->stages);
    out->latency_cycles = options->clock_mhz ? out->stages.stages + CYCLES_AROUND : 0;
    return STATUS_OK;
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
