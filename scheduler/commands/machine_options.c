/* Options that describe a machine, shared by `schedule` and `explore`. */
#include "commands/commands.h"

#include <string.h>

schedule_settings schedule_settings_default(void)
{
    return (schedule_settings){.mul_latency = 1, .add_latency = 1, .div_latency = 1, .network = NETWORK_IDEAL};
}

static uint32_t add_machine_options(schedule_settings *s, arg_option *o)
{
    uint32_t n = 0;
    o[n++] = (arg_option){"mul-latency", ARG_COUNT, &s->mul_latency, "CYCLES", "of a multiplier", 0};
    o[n++] = (arg_option){"add-latency", ARG_COUNT, &s->add_latency, "CYCLES", "of an adder", 0};
    o[n++] = (arg_option){"div-latency", ARG_COUNT, &s->div_latency, "CYCLES", "of a divider", 0};
    o[n++] = (arg_option){"network", ARG_CHOICE, &s->network, "ideal|crossbar|ring", "how results reach operands", 0};
    o[n++] = (arg_option){"transfer", ARG_TEXT, &s->transfer, "CYCLES", "from a word's arrival to its use: 0 on ideal, 1 on others unless given", 0};
    o[n++] = (arg_option){"lanes", ARG_TEXT, &s->lanes, "N", "input words a cycle, 0: inputs are in place; usual 2, on ideal 0", 0};
    o[n++] = (arg_option){"out-lanes", ARG_TEXT, &s->out_lanes, "N", "output words a cycle; streams use as many as they need unless given", 0};
    o[n++] = (arg_option){"slots", ARG_COUNT, &s->slots, "N", "words an operand store holds; 0: as many as needed", 0};
    o[n++] = (arg_option){"scheduler", ARG_CHOICE, &s->scheduler, "best|thesis|random", "who makes the schedule", 0};
    o[n++] = (arg_option){"budget", ARG_SEED, &s->budget, "ROUNDS", "that best may take; 0: about half a second's worth", 0};
    o[n++] = (arg_option){"machine", ARG_TEXT, &s->machine_line, "'key=value ...'", "a whole machine, instead of the options above", 0};
    return n;
}

static uint32_t add_json_option(schedule_settings *s, arg_option *o)
{
    *o = (arg_option){"json", ARG_FLAG, &s->json, NULL, "the result as one JSON object", 0};
    return 1;
}

static uint32_t add_unit_options(schedule_settings *s, arg_option *o)
{
    uint32_t n = 0;
    o[n++] = (arg_option){"mul", ARG_COUNT, &s->mul, "M", "multipliers", 0};
    o[n++] = (arg_option){"add", ARG_COUNT, &s->add, "A", "adders", 0};
    o[n++] = (arg_option){"div", ARG_COUNT, &s->div, "D", "dividers", 0};
    o[n++] = (arg_option){"modules", ARG_COUNT, &s->modules, "N", "instead: N modules of one multiplier and one adder", 0};
    return n;
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

uint32_t machine_command_options(schedule_settings *s, arg_option *o)
{
    uint32_t n = add_unit_options(s, o);
    return n + add_machine_options(s, o + n);
}

uint32_t schedule_command_options(schedule_settings *s, arg_option *o)
{
    uint32_t n = add_unit_options(s, o);
    n += goal_command_options(s, o + n);
    o[n++] = (arg_option){"out", ARG_TEXT, &s->out, "FILE.sched", "write the schedule", 'o'};
    n += add_machine_options(s, o + n);
    return n + add_json_option(s, o + n);
}

uint32_t explore_command_options(schedule_settings *s, arg_option *o)
{
    uint32_t n = 0;
    o[n++] = (arg_option){"most-mul", ARG_COUNT, &s->most_mul, "M", "multipliers to try up to; 0: the estimate", 0};
    o[n++] = (arg_option){"most-add", ARG_COUNT, &s->most_add, "A", "adders to try up to; 0: the estimate", 0};
    o[n++] = (arg_option){"div", ARG_COUNT, &s->div, "D", "dividers", 0};
    o[n++] = (arg_option){"modules", ARG_COUNT, &s->modules, "N", "modules of a ring; unit counts are then per module", 0};
    o[n++] = (arg_option){"csv", ARG_TEXT, &s->csv, "FILE.csv", "write all points", 0};
    o[n++] = (arg_option){"svg", ARG_TEXT, &s->svg, "FILE.svg", "draw them", 0};
    n += add_machine_options(s, o + n);
    return n + add_json_option(s, o + n);
}

uint32_t check_command_options(schedule_settings *s, arg_option *o)
{
    o[0] = (arg_option){"json", ARG_FLAG, &s->json, NULL, "the verdict as one JSON object", 0};
    return 1;
}

static status read_count(const char *option, const char *value, uint32_t usual, uint32_t *out, diag *d)
{
    *out = usual;
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

status settings_machine(const schedule_settings *s, machine *out, diag *d)
{
    if (s->machine_line)
        return machine_parse(s->machine_line, strlen(s->machine_line), (place){0}, out, d);
    machine m = machine_default();
    bool ideal = s->network == NETWORK_IDEAL;
    m.network = (network_kind)s->network;
    if (s->modules && (s->mul || s->add))
        return diag_error(d, (place){0}, "--modules and --mul, --add exclude each other");
    const uint32_t modules = settings_choose_modules(s) ? 1 : s->modules; /* the least to begin with */
    if (!modules && !s->mul && !s->add && !s->div)
        return diag_error(d, (place){0}, "how many units? --mul M --add A, or --modules N");
    m.units[UNIT_MUL] = modules ? modules : s->mul;
    m.units[UNIT_ADD] = modules ? modules : s->add;
    m.units[UNIT_DIV] = s->div;
    m.latency_cycles[UNIT_MUL] = s->mul_latency;
    m.latency_cycles[UNIT_ADD] = s->add_latency;
    m.latency_cycles[UNIT_DIV] = s->div_latency;
    m.slots = s->slots;
    if (m.network == NETWORK_RING && !modules)
        return diag_error(d, (place){0}, "a ring is described by --modules N, or wholly by --machine");
    m.modules = m.network == NETWORK_RING ? modules : 1;
    TRY(read_count("transfer", s->transfer, ideal ? 0 : 1, &m.transfer_cycles, d));
    TRY(read_count("lanes", s->lanes, ideal ? 0 : 2, &m.lanes, d));
    TRY(read_count("out-lanes", s->out_lanes, 1, &m.out_lanes, d));
    *out = m;
    return STATUS_OK;
}
