/* SPDX-License-Identifier: MIT */
#include "commands/circuit_settings.h"

#include "circuit/circuit_formats.h"
#include "program/tau_write.h"

static const option_row ROWS[] = {
    {"circuit", ARG_FLAG, STORED(circuit), NULL, .usual = true,
     .about = "write a circuit of the robot's own in Verilog, too, with a testbench"},
    {"device", ARG_TEXT, STORED(device), "NAME", .standard = "ecp5", .words = DEVICE_CHOICES,
     .about = "which FPGA the circuit is for: ecp5 (Lattice), xc7 (AMD 7 series) or xcup "
              "(UltraScale+)"},
    {"clock", ARG_COUNT, STORED(clock_mhz), "MHZ", .usual = true,
     .about = "how fast the circuit's clock is, which gets registers for it; 0: the circuit is "
              "combinational"},
    {"dsp", ARG_COUNT, STORED(most_blocks), "N", .standard = "all of the device",
     .about = "how many multiplier blocks the circuit may take"},
    {"vectors", ARG_COUNT, STORED(vectors), "N", .standard = "no file",
     .about = "write a file of so many random states and their results, too, for the testbench"},
};
const option_table CIRCUIT_TABLE = OPTION_TABLE("circuits", "circuit", ROWS);

enum { CIRCUIT_INTERVAL_LIMIT = 64, CLOCK_LIMIT_MHZ = 1000 };

const device *circuit_device(const settings *s)
{
    return device_named(s->device ? s->device : DEVICE_LIST[0].name);
}

circuit_options circuit_wish(const settings *s, const passes_forms *f, const char *name)
{
    return (circuit_options){.name = name, .target = circuit_device(s), .clock_mhz = s->clock_mhz,
                             .interval = s->hls_interval, .most_blocks = s->most_blocks,
                             .vectors = s->vectors, .seed = s->passes.equations.seed,
                             .description_hash = tau_hash(f->source.bytes, f->source.length)};
}

status circuit_check_settings(const settings *s, diag *d)
{
    if (s->device && !device_named(s->device))
        return device_unknown(s->device, d);
    if (!s->circuit && (s->device || s->clock_mhz != CIRCUIT_CLOCK_MHZ || s->most_blocks ||
                        s->vectors))
        return diag_error(d, (place){0}, "--device, --clock, --dsp and --vectors are for "
                          "circuits: add --circuit");
    if (!s->circuit)
        return STATUS_OK;
    if (s->hls_interval > CIRCUIT_INTERVAL_LIMIT)
        return diag_error(d, (place){0}, "bad value '%u' of option --interval: 1 .. %d expected",
                          s->hls_interval, CIRCUIT_INTERVAL_LIMIT);
    if (s->hls_interval > 1 && !s->clock_mhz)
        return diag_error(d, (place){0}, "--interval %u is for circuits with a clock: without "
                          "registers no operator can be shared", s->hls_interval);
    if (s->clock_mhz > CLOCK_LIMIT_MHZ)
        return diag_error(d, (place){0}, "bad value '%u' of option --clock: 0 .. %d MHz expected",
                          s->clock_mhz, CLOCK_LIMIT_MHZ);
    return STATUS_OK;
}

void circuit_take_delays(settings *s)
{
    equations_options *e = &s->passes.equations;
    const device *on = circuit_device(s);
    const uint32_t code = s->passes.numbers.format;
    const circuit_format *f = &CIRCUIT_FORMAT[format_of(code)->id];
    e->shortest = s->passes.schedule.goal == GOAL_LATENCY;
    for (unit_kind k = 0; e->shortest && k < UNIT_KINDS; k++)
        e->cycles.of[k] = f->steps(on, code, k, s->clock_mhz, s->hls_interval);
    if (e->shortest && s->passes.compute_angles)
        e->cycles.sine = f->sine_steps(on, code, s->clock_mhz, s->hls_interval);
}

status circuit_choose_variant(arena *mem, const char *path, settings *s, passes_forms *f, diag *d)
{
    passes_forms *list;
    uint32_t count, least_ps = UINT32_MAX, fewest = UINT32_MAX;
    passes_settings own = s->passes;
    own.equations.function = s->functions[0];
    TRY(passes_tree(mem, path, &own, f, d));
    if (!f->from_robot)
        return STATUS_OK;
    TRY(passes_variants(mem, &own, f, &list, &count, d));
    for (uint32_t i = 0; i < count; i++) {
        circuit one;
        const circuit_options options = circuit_wish(s, f, "variant");
        TRY(passes_check(mem, &own, &list[i], d)); /* points of one that is taken are too late */
        TRY(numbers_apply(mem, &own.numbers, &list[i].ops, &list[i].facts, d));
        TRY(circuit_build(mem, &list[i].ops, &options, &one, d));
        const uint32_t tables = cells_tables(&one.cells);
        const bool fits = tables <= circuit_device(s)->tables;
        if (fits ? one.stages.slowest_ps < least_ps : least_ps == UINT32_MAX && tables < fewest) {
            *f = list[i];
            least_ps = fits ? one.stages.slowest_ps : least_ps;
            fewest = tables;
        }
    }
    return STATUS_OK;
}
