/* SPDX-License-Identifier: MIT */
/* Options of the machine, and the machine that they describe. */
#include "commands/options.h"

#include <string.h>

/* The latency of one kind in fixed point, from machine/kinds.def. */
#define MUL_IN_FIXED(kind, latency, lut4) MUL_IN_FIXED_##kind(latency)
#define MUL_IN_FIXED_MUL(latency) ", in fixed point " #latency
#define MUL_IN_FIXED_ADD(latency)
#define ADD_IN_FIXED(kind, latency, lut4) ADD_IN_FIXED_##kind(latency)
#define ADD_IN_FIXED_MUL(latency)
#define ADD_IN_FIXED_ADD(latency) ", in fixed point " #latency

static const option_row MACHINE_ROWS[] = {
    {"machine", ARG_TEXT, STORED(machine.machine), "NAME|'key=value ...'",
     .standard = "the default machine",
     .words = "default|thesis",
     .about = "the machine to start from, which other options change: default, thesis (one-cycle "
              "units, ideal network), or all its numbers"},
    {"modules", ARG_COUNT, STORED(machine.modules), "N", .usual = true,
     .standard = TEXT(TAUFLOW_MODULES_DEFAULT),
     .about = "how many modules there are, each with one multiplier and one adder"},
    {"network", ARG_TEXT, STORED(machine.network), NETWORK_CHOICES, .usual = true,
     .standard = TEXT(TAUFLOW_NETWORK_DEFAULT), .about = "how results reach operands"},
    {"mul-latency", ARG_TEXT, STORED(machine.mul_latency), "CYCLES",
     .standard = TEXT(TAUFLOW_MUL_LAT_DEFAULT) TAUFLOW_FIXED_KINDS(MUL_IN_FIXED),
     .about = "how long a multiplication takes"},
    {"add-latency", ARG_TEXT, STORED(machine.add_latency), "CYCLES",
     .standard = TEXT(TAUFLOW_ADD_LAT_DEFAULT) TAUFLOW_FIXED_KINDS(ADD_IN_FIXED),
     .about = "how long an addition takes"},
    {"transfer", ARG_TEXT, STORED(machine.transfer), "CYCLES",
     .standard = TEXT(TAUFLOW_TRANSFER_DEFAULT),
     .about = "how long after its arrival a word is used: 0 when words are forwarded, 1 when they "
              "are stored first"},
    {"lanes", ARG_TEXT, STORED(machine.lanes), "N",
     .standard = TEXT(TAUFLOW_LANES_DEFAULT) ", streams as many as they need",
     .about = "how many input words come per cycle; 0: all are in place before the first"},
    {"out-lanes", ARG_TEXT, STORED(machine.out_lanes), "N",
     .standard = TEXT(TAUFLOW_OUT_LANES_DEFAULT) ", streams as many as they need",
     .about = "how many output words leave per cycle"},
    {"slots", ARG_COUNT, STORED(machine.slots), "N", .standard = "as many as it takes",
     .about = "how many words the store of an operand holds"},
};
const option_table MACHINE_TABLE = OPTION_TABLE("machine", "machine", MACHINE_ROWS);

static const option_row UNITS_ROWS[] = {
    {"mul", ARG_COUNT, STORED(machine.mul), "M", .standard = "",
     .about = "how many multipliers there are, with --add in the place of modules"},
    {"add", ARG_COUNT, STORED(machine.add), "A", .standard = "",
     .about = "how many adders there are"},
};
const option_table UNITS_TABLE = OPTION_TABLE("units", "machine", UNITS_ROWS);

#define AS_IT_TAKES "1 if needed, streams as many as they need"
static const option_row SHARED_ROWS[] = {
    {"div", ARG_COUNT, STORED(machine.div), "D", .standard = AS_IT_TAKES,
     .about = "how many dividers the modules share"},
    {"div-latency", ARG_TEXT, STORED(machine.div_latency), "CYCLES",
     .standard = TEXT(TAUFLOW_DIV_CYCLES), .about = "how long a division takes"},
    {"sqrt", ARG_COUNT, STORED(machine.sqrt), "N", .standard = AS_IT_TAKES,
     .about = "how many units for square roots the modules share"},
    {"sqrt-latency", ARG_TEXT, STORED(machine.sqrt_latency), "CYCLES",
     .standard = TEXT(TAUFLOW_SQRT_CYCLES), .about = "how long a square root takes"},
    {"trig-units", ARG_COUNT, STORED(machine.trig), "N", .standard = AS_IT_TAKES,
     .about = "how many units for sines and cosines the modules share"},
    {"trig-latency", ARG_TEXT, STORED(machine.trig_latency), "CYCLES",
     .standard = TEXT(TAUFLOW_TRIG_CYCLES), .about = "how long a sine or cosine takes"},
    {"atan", ARG_COUNT, STORED(machine.atan), "N", .standard = AS_IT_TAKES,
     .about = "how many units for arc tangents the modules share"},
    {"atan-latency", ARG_TEXT, STORED(machine.atan_latency), "CYCLES",
     .standard = TEXT(TAUFLOW_ATAN_CYCLES), .about = "how long an arc tangent takes"},
};
const option_table SHARED_TABLE = OPTION_TABLE("shared", "machine", SHARED_ROWS);

bool settings_name_machine(const settings *s)
{
    const machine_settings *m = &s->machine;
    return m->machine || m->mul || m->add || m->div || m->sqrt || m->trig || m->atan ||
           m->modules || m->slots || m->network || m->transfer || m->lanes || m->out_lanes ||
           m->mul_latency || m->add_latency || m->div_latency || m->sqrt_latency ||
           m->trig_latency || m->atan_latency;
}

bool settings_whole_machine(const settings *s)
{
    return s->machine.machine && strchr(s->machine.machine, '=');
}

bool settings_open_shared(const settings *s)
{
    return !s->machine.machine || strcmp(s->machine.machine, "default") == 0;
}

/* Whether samples are to follow each other so fast, on as few modules as that takes. */
static bool choose_modules(const settings *s)
{
    const machine_settings *m = &s->machine;
    return s->passes.schedule.interval && !m->modules && !m->mul && !m->add &&
           !settings_whole_machine(s);
}

/* Changes nothing where the option was not given. */
static status read_count(const char *option, const char *value, uint32_t *out, diag *d)
{
    if (!value)
        return STATUS_OK;
    *out = 0;
    for (const char *c = value; *c; c++) {
        if (*c < '0' || *c > '9' || c - value > 6)
            return diag_error(d, (place){0},
                              "bad value '%s' of option --%s: a whole number expected", value,
                              option);
        *out = *out * 10 + (uint32_t)(*c - '0');
    }
    return *value ? STATUS_OK : diag_error(d, (place){0}, "option --%s needs a value", option);
}

static status set_network(const char *word, machine *m, diag *d)
{
    if (!word)
        return STATUS_OK;
    network_kind found = network_find(word, strlen(word));
    if (found == NETWORK_KINDS)
        return diag_error(d, (place){0},
                          "bad value '%s' of option --network: %s expected", word,
                          NETWORK_CHOICES);
    if (found == NETWORK_IDEAL) /* which has neither */
        m->lanes = m->transfer_cycles = 0;
    if (found != m->network)
        m->modules = found == NETWORK_RING ? m->units[UNIT_MUL] : 1;
    m->network = found;
    return STATUS_OK;
}

/* Units of kinds that no module has, where options gave them. */
static void set_others(const settings *s, machine *m)
{
    const uint32_t given[UNIT_KINDS] = {[UNIT_DIV] = s->machine.div, [UNIT_SQRT] = s->machine.sqrt,
                                        [UNIT_TRIG] = s->machine.trig,
                                        [UNIT_ATAN] = s->machine.atan};
    for (uint32_t k = TAUFLOW_MODULE_KINDS; k < UNIT_KINDS; k++)
        m->units[k] = given[k] ? given[k] : m->units[k];
}

static status set_units(const settings *s, machine *m, diag *d)
{
    const machine_settings *given = &s->machine;
    /* The least to begin with. */
    const uint32_t modules = choose_modules(s) ? 1 : given->modules;
    if (given->modules && (given->mul || given->add))
        return diag_error(d, (place){0}, "--modules and --mul, --add exclude each other");
    if (m->network == NETWORK_RING && (given->mul || given->add))
        return diag_error(d, (place){0},
                          "a ring is described by --modules N, or wholly by --machine");
    if (modules) {
        m->units[UNIT_MUL] = m->units[UNIT_ADD] = modules;
        m->modules = m->network == NETWORK_RING ? modules : 1;
    } else if (given->mul || given->add) {
        m->units[UNIT_MUL] = given->mul;
        m->units[UNIT_ADD] = given->add;
    }
    set_others(s, m);
    if (!machine_units(m))
        return diag_error(d, (place){0}, "how many units? --mul M --add A, or --modules N");
    return STATUS_OK;
}

status settings_machine(const settings *s, machine *out, diag *d)
{
    const machine_settings *given = &s->machine;
    machine m = machine_offered();
    machine_set_format(&m, s->passes.numbers.width);
    if (!settings_open_shared(s))
        TRY(machine_named(given->machine, &m, d));
    TRY(set_network(given->network, &m, d));
    TRY(set_units(s, &m, d));
    if (given->slots)
        m.slots = given->slots;
    TRY(read_count("mul-latency", given->mul_latency, &m.latency_cycles[UNIT_MUL], d));
    TRY(read_count("add-latency", given->add_latency, &m.latency_cycles[UNIT_ADD], d));
    TRY(read_count("div-latency", given->div_latency, &m.latency_cycles[UNIT_DIV], d));
    TRY(read_count("sqrt-latency", given->sqrt_latency, &m.latency_cycles[UNIT_SQRT], d));
    TRY(read_count("trig-latency", given->trig_latency, &m.latency_cycles[UNIT_TRIG], d));
    TRY(read_count("atan-latency", given->atan_latency, &m.latency_cycles[UNIT_ATAN], d));
    TRY(read_count("transfer", given->transfer, &m.transfer_cycles, d));
    TRY(read_count("lanes", given->lanes, &m.lanes, d));
    TRY(read_count("out-lanes", given->out_lanes, &m.out_lanes, d));
    *out = m;
    return machine_check(out, (place){0}, d);
}

status settings_take_machine(settings *s, diag *d)
{
    schedule_wish *w = &s->passes.schedule;
    w->open_modules = choose_modules(s);
    w->open_lanes = !settings_whole_machine(s) && !s->machine.lanes;
    w->open_out_lanes = !settings_whole_machine(s) && !s->machine.out_lanes;
    w->open_shared = settings_open_shared(s);
    return settings_machine(s, &w->target, d);
}
