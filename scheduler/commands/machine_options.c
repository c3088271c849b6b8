/* SPDX-License-Identifier: MIT */
/* Options of the machine, and the machine that they describe. */
#include "commands/machine_options.h"

#include <string.h>

/* The latency of one kind in fixed point, from machine/kinds.def. */
#define MUL_IN_FIXED(kind, latency, lut4) MUL_IN_FIXED_##kind(latency)
#define MUL_IN_FIXED_MUL(latency) ", in fixed point " #latency
#define MUL_IN_FIXED_ADD(latency)
#define ADD_IN_FIXED(kind, latency, lut4) ADD_IN_FIXED_##kind(latency)
#define ADD_IN_FIXED_MUL(latency)
#define ADD_IN_FIXED_ADD(latency) ", in fixed point " #latency

static const option_row MACHINE_ROWS[] = {
    {"machine", ARG_TEXT, STORED_IN(machine, machine), "NAME|'key=value ...'",
     .standard = "the default machine",
     .words = "default|thesis",
     .about = "the machine to start from, which other options change: default, thesis (one-cycle "
              "units, ideal network), or all its numbers"},
    {"modules", ARG_COUNT, STORED_IN(machine, modules), "N", .usual = true,
     .standard = TEXT(TAUFLOW_MODULES_DEFAULT),
     .about = "how many modules there are, each with one multiplier and one adder"},
    {"network", ARG_TEXT, STORED_IN(machine, network), NETWORK_CHOICES, .usual = true,
     .standard = TEXT(TAUFLOW_NETWORK_DEFAULT), .about = "how results reach operands"},
    {"mul-latency", ARG_TEXT, STORED_IN(machine, latency[UNIT_MUL]), "CYCLES",
     .standard = TEXT(TAUFLOW_MUL_LAT_DEFAULT) TAUFLOW_FIXED_KINDS(MUL_IN_FIXED),
     .about = "how long a multiplication takes"},
    {"add-latency", ARG_TEXT, STORED_IN(machine, latency[UNIT_ADD]), "CYCLES",
     .standard = TEXT(TAUFLOW_ADD_LAT_DEFAULT) TAUFLOW_FIXED_KINDS(ADD_IN_FIXED),
     .about = "how long an addition takes"},
    {"transfer", ARG_TEXT, STORED_IN(machine, transfer), "CYCLES",
     .standard = TEXT(TAUFLOW_TRANSFER_DEFAULT),
     .about = "how long after its arrival a word is used: 0 when words are forwarded, 1 when they "
              "are stored first"},
    {"lanes", ARG_TEXT, STORED_IN(machine, lanes), "N",
     .standard = TEXT(TAUFLOW_LANES_DEFAULT) ", streams as many as they need",
     .about = "how many input words come per cycle; 0: all are in place before the first"},
    {"out-lanes", ARG_TEXT, STORED_IN(machine, out_lanes), "N",
     .standard = TEXT(TAUFLOW_OUT_LANES_DEFAULT) ", streams as many as they need",
     .about = "how many output words leave per cycle"},
    {"slots", ARG_COUNT, STORED_IN(machine, slots), "N", .standard = "as many as it takes",
     .about = "how many words the store of an operand holds"},
};
const option_table MACHINE_TABLE = {OPTION_TABLE("machine", "machine", MACHINE_ROWS),
                                    OPTION_PART(machine), .counts = COUNTS_AFTER_EQUATIONS};

static const option_row UNITS_ROWS[] = {
    {"mul", ARG_COUNT, STORED_IN(machine, units[UNIT_MUL]), "M", .standard = "",
     .about = "how many multipliers there are, with --add in the place of modules"},
    {"add", ARG_COUNT, STORED_IN(machine, units[UNIT_ADD]), "A", .standard = "",
     .about = "how many adders there are"},
};
const option_table UNITS_TABLE = {OPTION_TABLE("units", "machine", UNITS_ROWS),
                                  .counts = COUNTS_AFTER_EQUATIONS};

#define AS_IT_TAKES "1 if needed, streams as many as they need"
/* How many units of a kind there are, and their latency (machine/kinds.def). */
static const option_row SHARED_ROWS[] = {
#define OPTIONS(KIND, number_of, value, many, time_of, one)                                        \
    {number_of, ARG_COUNT, STORED_IN(machine, units[UNIT_##KIND]), value,                          \
     .standard = AS_IT_TAKES,                                                                      \
     .about = "how many " many " the modules share"},                                              \
    {time_of, ARG_TEXT, STORED_IN(machine, latency[UNIT_##KIND]), "CYCLES",                        \
     .standard = TEXT(TAUFLOW_##KIND##_CYCLES), .about = "how long " one " takes"},
    TAUFLOW_SHARED_OPTIONS(OPTIONS)
#undef OPTIONS
};
const option_table SHARED_TABLE = {OPTION_TABLE("shared", "machine", SHARED_ROWS),
                                   .counts = COUNTS_AFTER_EQUATIONS};

bool settings_name_machine(const settings *s)
{
    const struct machine_settings *m = s->machine;
    bool named = m->machine || m->modules || m->slots || m->network || m->transfer || m->lanes ||
                 m->out_lanes;
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        named = named || m->units[k] || m->latency[k];
    return named;
}

bool settings_whole_machine(const settings *s)
{
    return s->machine->machine && strchr(s->machine->machine, '=');
}

bool settings_open_shared(const settings *s)
{
    return !s->machine->machine || strcmp(s->machine->machine, "default") == 0;
}

/* Whether samples are to follow each other so fast, on as few modules as that takes. */
static bool choose_modules(const settings *s)
{
    const struct machine_settings *m = s->machine;
    return s->passes.schedule.interval && !m->modules && !m->units[UNIT_MUL] &&
           !m->units[UNIT_ADD] && !settings_whole_machine(s);
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
        m->stations = network_has_stations(found) ? m->units[UNIT_MUL] : 1;
    m->network = found;
    return STATUS_OK;
}

/* Units of kinds that no module has, where options gave them. */
static void set_others(const settings *s, machine *m)
{
    const uint32_t *given = s->machine->units;
    for (uint32_t k = TAUFLOW_MODULE_KINDS; k < UNIT_KINDS; k++)
        m->units[k] = given[k] ? given[k] : m->units[k];
}

static status set_units(const settings *s, machine *m, diag *d)
{
    const struct machine_settings *given = s->machine;
    /* The least to begin with. */
    const uint32_t modules = choose_modules(s) ? 1 : given->modules;
    if (given->modules && (given->units[UNIT_MUL] || given->units[UNIT_ADD]))
        return diag_error(d, (place){0}, "--modules and --mul, --add exclude each other");
    if (network_has_stations(m->network) && (given->units[UNIT_MUL] || given->units[UNIT_ADD]))
        return diag_error(d, (place){0},
                          "a %s is described by --modules N, or wholly by --machine",
                          network_of(m->network)->about);
    if (modules) {
        m->units[UNIT_MUL] = m->units[UNIT_ADD] = modules;
        m->stations = network_has_stations(m->network) ? modules : 1;
    } else if (given->units[UNIT_MUL] || given->units[UNIT_ADD]) {
        m->units[UNIT_MUL] = given->units[UNIT_MUL];
        m->units[UNIT_ADD] = given->units[UNIT_ADD];
    }
    set_others(s, m);
    if (!machine_units(m))
        return diag_error(d, (place){0}, "how many units? --mul M --add A, or --modules N");
    return STATUS_OK;
}

static const char *const LATENCY_OPTION[UNIT_KINDS] = {
    [UNIT_MUL] = "mul-latency", [UNIT_ADD] = "add-latency",
#define OPTIONS(KIND, number_of, value, many, time_of, one) [UNIT_##KIND] = time_of,
    TAUFLOW_SHARED_OPTIONS(OPTIONS)
#undef OPTIONS
};

status settings_machine(const settings *s, machine *out, diag *d)
{
    const struct machine_settings *given = s->machine;
    machine m = machine_offered();
    machine_set_format(&m, s->passes.numbers.format);
    if (!settings_open_shared(s))
        TRY(machine_named(given->machine, &m, d));
    TRY(set_network(given->network, &m, d));
    TRY(set_units(s, &m, d));
    if (given->slots)
        m.slots = given->slots;
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        TRY(read_count(LATENCY_OPTION[k], given->latency[k], &m.latency_cycles[k], d));
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
    w->open_lanes = !settings_whole_machine(s) && !s->machine->lanes;
    w->open_out_lanes = !settings_whole_machine(s) && !s->machine->out_lanes;
    w->open_shared = settings_open_shared(s);
    return settings_machine(s, &w->target, d);
}
