/* Options that describe a machine, the same for all commands: one to start from, and what is to be
 * different. */
#include "commands/commands.h"

#include <string.h>

schedule_settings schedule_settings_default(void)
{
    return (schedule_settings){0};
}

/* --help tells the values of the default machine, from the one place where they are written. */
#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF(x)
static const char MODULES_ABOUT[] =
    "of one multiplier and one adder each; 0: " TEXT(TAUFLOW_MODULES_DEFAULT);
static const char MUL_ABOUT[] =
    "of a multiplier; of the default machine " TEXT(TAUFLOW_MUL_LAT_DEFAULT);
static const char ADD_ABOUT[] = "of an adder; of the default machine " TEXT(TAUFLOW_ADD_LAT_DEFAULT);
static const char NETWORK_ABOUT[] =
    "how results reach operands; of the default machine " TEXT(TAUFLOW_NETWORK_DEFAULT);
static const char TRANSFER_ABOUT[] =
    "from a word's arrival to its use: 0 forwarded, 1 stored first; of the default machine " TEXT(
        TAUFLOW_TRANSFER_DEFAULT);
static const char LANES_ABOUT[] =
    "input words a cycle, 0: inputs are in place; of the default machine " TEXT(TAUFLOW_LANES_DEFAULT);

uint32_t machine_command_options(schedule_settings *s, arg_option *o)
{
    uint32_t n = 0;
    o[n++] = (arg_option){"machine", ARG_TEXT, &s->machine, "NAME|'key=value ...'",
                          "to start from: default, thesis (one-cycle units, ideal network) or a "
                          "whole one; other options change it", 0};
    o[n++] = (arg_option){"modules", ARG_COUNT, &s->modules, "N", MODULES_ABOUT, 0};
    o[n++] = (arg_option){"network", ARG_TEXT, &s->network, "ideal|crossbar|ring", NETWORK_ABOUT,
                          0};
    o[n++] = (arg_option){"mul-latency", ARG_TEXT, &s->mul_latency, "CYCLES", MUL_ABOUT, 0};
    o[n++] = (arg_option){"add-latency", ARG_TEXT, &s->add_latency, "CYCLES", ADD_ABOUT, 0};
    o[n++] = (arg_option){"transfer", ARG_TEXT, &s->transfer, "CYCLES", TRANSFER_ABOUT, 0};
    o[n++] = (arg_option){"lanes", ARG_TEXT, &s->lanes, "N", LANES_ABOUT, 0};
    o[n++] = (arg_option){"out-lanes", ARG_TEXT, &s->out_lanes, "N", "output words a cycle; streams use as many as they need unless given", 0};
    o[n++] = (arg_option){"slots", ARG_COUNT, &s->slots, "N", "words an operand store holds; 0: as many as needed", 0};
    o[n++] = (arg_option){"scheduler", ARG_CHOICE, &s->scheduler, "best|thesis|random", "who makes the schedule", 0};
    o[n++] = (arg_option){"budget", ARG_SEED, &s->budget, "ROUNDS", "that best may take; 0: about half a second's worth", 0};
    return n;
}

uint32_t unit_command_options(schedule_settings *s, arg_option *o)
{
    uint32_t n = 0;
    o[n++] = (arg_option){"mul", ARG_COUNT, &s->mul, "M", "multipliers, instead of modules", 0};
    o[n++] = (arg_option){"add", ARG_COUNT, &s->add, "A", "adders, instead of modules", 0};
    o[n++] = (arg_option){"div", ARG_COUNT, &s->div, "D", "dividers", 0};
    o[n++] = (arg_option){"div-latency", ARG_TEXT, &s->div_latency, "CYCLES", "of a divider", 0};
    return n;
}

static uint32_t add_json_option(schedule_settings *s, arg_option *o)
{
    *o = (arg_option){"json", ARG_FLAG, &s->json, NULL, "the result as one JSON object", 0};
    return 1;
}

uint32_t goal_command_options(schedule_settings *s, arg_option *o)
{
    uint32_t n = 0;
    o[n++] = (arg_option){"optimise", ARG_CHOICE, &s->optimise, "ops|latency|machine|throughput",
                          "equations with the fewest operations, the shortest path, or the best of all between (these two take long); throughput: "
                          "fewest operations, and samples overlap", 0};
    o[n++] = (arg_option){"interval", ARG_COUNT, &s->interval, "CYCLES", "samples overlap and follow each other so; without --modules: on the fewest", 0};
    return n;
}

uint32_t schedule_command_options(schedule_settings *s, arg_option *o)
{
    uint32_t n = goal_command_options(s, o);
    o[n++] = (arg_option){"out", ARG_TEXT, &s->out, "FILE.sched", "write the schedule", 'o'};
    n += machine_command_options(s, o + n);
    n += unit_command_options(s, o + n);
    return n + add_json_option(s, o + n);
}

uint32_t explore_command_options(schedule_settings *s, arg_option *o)
{
    uint32_t n = 0;
    o[n++] = (arg_option){"most-mul", ARG_COUNT, &s->most_mul, "M", "multipliers to try up to; 0: the estimate", 0};
    o[n++] = (arg_option){"most-add", ARG_COUNT, &s->most_add, "A", "adders to try up to; 0: the estimate", 0};
    o[n++] = (arg_option){"csv", ARG_TEXT, &s->csv, "FILE.csv", "write all points", 0};
    o[n++] = (arg_option){"svg", ARG_TEXT, &s->svg, "FILE.svg", "draw them", 0};
    for (uint32_t first = n, k = n += machine_command_options(s, o + n); k-- > first;)
        if (o[k].target == &s->modules)
            o[k].about = "modules of a ring; unit counts are then per module";
    o[n++] = (arg_option){"div", ARG_COUNT, &s->div, "D", "dividers", 0};
    o[n++] = (arg_option){"div-latency", ARG_TEXT, &s->div_latency, "CYCLES", "of a divider", 0};
    return n + add_json_option(s, o + n);
}

uint32_t check_command_options(schedule_settings *s, arg_option *o)
{
    o[0] = (arg_option){"json", ARG_FLAG, &s->json, NULL, "the verdict as one JSON object", 0};
    return 1;
}

bool settings_name_machine(const schedule_settings *s)
{
    return s->machine || s->mul || s->add || s->div || s->modules || s->slots || s->network ||
           s->transfer || s->lanes || s->out_lanes || s->mul_latency ||
           s->add_latency || s->div_latency;
}

bool settings_whole_machine(const schedule_settings *s)
{
    return s->machine && strchr(s->machine, '=');
}

/* Changes nothing where the option was not given. */
static status read_count(const char *option, const char *value, uint32_t *out, diag *d)
{
    if (!value)
        return STATUS_OK;
    *out = 0;
    for (const char *c = value; *c; c++) {
        if (*c < '0' || *c > '9' || c - value > 6)
            return diag_error(d, (place){0}, "bad value '%s' of option --%s: a whole number expected", value, option);
        *out = *out * 10 + (uint32_t)(*c - '0');
    }
    return *value ? STATUS_OK : diag_error(d, (place){0}, "option --%s needs a value", option);
}

static status set_network(const schedule_settings *s, machine *m, diag *d)
{
    if (!s->network)
        return STATUS_OK;
    network_kind found = network_find(s->network, strlen(s->network));
    if (found == NETWORK_KINDS)
        return diag_error(d, (place){0},
                          "bad value '%s' of option --network: ideal|crossbar|ring expected",
                          s->network);
    if (found == NETWORK_IDEAL) /* which has neither */
        m->lanes = m->transfer_cycles = 0;
    if (found != m->network)
        m->modules = found == NETWORK_RING ? m->units[UNIT_MUL] : 1;
    m->network = found;
    return STATUS_OK;
}

static status set_units(const schedule_settings *s, machine *m, diag *d)
{
    /* The least to begin with. */
    const uint32_t modules = settings_choose_modules(s) ? 1 : s->modules;
    if (s->modules && (s->mul || s->add))
        return diag_error(d, (place){0}, "--modules and --mul, --add exclude each other");
    if (m->network == NETWORK_RING && (s->mul || s->add))
        return diag_error(d, (place){0}, "a ring is described by --modules N, or wholly by --machine");
    if (modules) {
        m->units[UNIT_MUL] = m->units[UNIT_ADD] = modules;
        m->modules = m->network == NETWORK_RING ? modules : 1;
    } else if (s->mul || s->add) {
        m->units[UNIT_MUL] = s->mul;
        m->units[UNIT_ADD] = s->add;
    }
    if (s->div)
        m->units[UNIT_DIV] = s->div;
    if (!machine_units(m))
        return diag_error(d, (place){0}, "how many units? --mul M --add A, or --modules N");
    return STATUS_OK;
}

status settings_machine(const schedule_settings *s, machine *out, diag *d)
{
    machine m = machine_default();
    if (s->machine)
        TRY(machine_named(s->machine, &m, d));
    TRY(set_network(s, &m, d));
    TRY(set_units(s, &m, d));
    if (s->slots)
        m.slots = s->slots;
    TRY(read_count("mul-latency", s->mul_latency, &m.latency_cycles[UNIT_MUL], d));
    TRY(read_count("add-latency", s->add_latency, &m.latency_cycles[UNIT_ADD], d));
    TRY(read_count("div-latency", s->div_latency, &m.latency_cycles[UNIT_DIV], d));
    TRY(read_count("transfer", s->transfer, &m.transfer_cycles, d));
    TRY(read_count("lanes", s->lanes, &m.lanes, d));
    TRY(read_count("out-lanes", s->out_lanes, &m.out_lanes, d));
    *out = m;
    return machine_check(out, (place){0}, d);
}
