/* SPDX-License-Identifier: MIT */
#include "commands/circuit_settings.h"

#include "circuit/circuit_formats.h"
#include "commands/equations_options.h"
#include "program/tau_write.h"

static const struct circuit_settings STANDARD = {.clock_mhz = CIRCUIT_CLOCK_MHZ, .interval = 1};

static const option_row ROWS[] = {
    {"circuit", ARG_FLAG, STORED_IN(circuit, wanted), NULL, .usual = true,
     .about = "write a circuit of the robot's own in Verilog, too, with a testbench"},
    {"device", ARG_TEXT, STORED_IN(circuit, device), "NAME", .standard = "ecp5",
     .words = DEVICE_CHOICES,
     .about = "which FPGA the circuit is for: ecp5 (Lattice), xc7 (AMD 7 series) or xcup "
              "(UltraScale+)"},
    {"clock", ARG_COUNT, STORED_IN(circuit, clock_mhz), "MHZ", .usual = true,
     .about = "how fast the circuit's clock is, which gets registers for it; 0: the circuit is "
              "combinational"},
    {"dsp", ARG_COUNT, STORED_IN(circuit, most_blocks), "N", .standard = "all of the device",
     .about = "how many multiplier blocks the circuit may take"},
    {"vectors", ARG_COUNT, STORED_IN(circuit, vectors), "N", .standard = "no file",
     .about = "write a file of so many random states and their results, too, for the testbench",
     .counts = COUNTS_NEVER},
};
const option_table CIRCUIT_TABLE = {OPTION_TABLE("circuits", "circuit", ROWS),
                                    OPTION_PART(circuit), .standard = &STANDARD,
                                    .counts = COUNTS_AFTER_EQUATIONS};

enum { CIRCUIT_INTERVAL_LIMIT = 64, CLOCK_LIMIT_MHZ = 1000 };

const device *circuit_device(const settings *s)
{
    return device_named(s->circuit->device ? s->circuit->device : DEVICE_LIST[0].name);
}

circuit_options circuit_wish(const settings *s, const passes_forms *f, const char *name)
{
    const struct circuit_settings *c = s->circuit;
    return (circuit_options){.name = name, .target = circuit_device(s), .clock_mhz = c->clock_mhz,
                             .interval = c->interval, .most_blocks = c->most_blocks,
                             .vectors = c->vectors, .seed = s->passes.equations.seed,
                             .description_hash = tau_hash(f->source.bytes, f->source.length)};
}

status circuit_check_settings(const settings *s, diag *d)
{
    const struct circuit_settings *c = s->circuit;
    if (c->device && !device_named(c->device))
        return device_unknown(c->device, d);
    if (!c->wanted && (c->device || c->clock_mhz != CIRCUIT_CLOCK_MHZ || c->most_blocks ||
                       c->vectors))
        return diag_error(d, (place){0}, "--device, --clock, --dsp and --vectors are for "
                          "circuits: add --circuit");
    if (!c->wanted)
        return STATUS_OK;
    if (c->interval > CIRCUIT_INTERVAL_LIMIT)
        return diag_error(d, (place){0}, "bad value '%u' of option --interval: 1 .. %d expected",
                          c->interval, CIRCUIT_INTERVAL_LIMIT);
    if (c->interval > 1 && !c->clock_mhz)
        return diag_error(d, (place){0}, "--interval %u is for circuits with a clock: without "
                          "registers no operator can be shared", c->interval);
    if (c->clock_mhz > CLOCK_LIMIT_MHZ)
        return diag_error(d, (place){0}, "bad value '%u' of option --clock: 0 .. %d MHz expected",
                          c->clock_mhz, CLOCK_LIMIT_MHZ);
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
        e->cycles.of[k] = f->steps(on, code, k, s->circuit->clock_mhz, s->circuit->interval);
    if (e->shortest && s->passes.compute_angles)
        e->cycles.sine = f->sine_steps(on, code, s->circuit->clock_mhz, s->circuit->interval);
}

status circuit_choose_variant(arena *mem, const char *path, settings *s, passes_forms *f, diag *d)
{
    passes_forms *list;
    uint32_t count, least_ps = UINT32_MAX, fewest = UINT32_MAX;
    passes_settings own = s->passes;
    own.equations.function = s->equations->functions[0];
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
