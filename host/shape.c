#include "shape.h"

#include <string.h>

enum { DEPTH_LIMIT = 65535, STORE_LIMIT = 4096, SMALL_LIMIT = 255 };

static tauflow_status within(const char *what, const char *field, uint32_t value, uint32_t least, uint32_t most, tauflow_status status, report *r)
{
    if (value < least || value > most)
        return report_fail(r, status, "%s: %u %s, %u..%u expected", what, value, field, least, most);
    return TAUFLOW_OK;
}

tauflow_status shape_check(const tauflow_shape *c, tauflow_status status, const char *what, report *r)
{
    const struct {
        const char *field;
        uint32_t value, least, most;
    } rules[] = {{"network", c->network, SHAPE_CROSSBAR, SHAPE_RING},
                 {"modules", c->modules, 1, SHAPE_MODULES_LIMIT},
                 {"input lanes", c->lanes, 1, SHAPE_LANES_LIMIT},
                 {"output lanes", c->out_lanes, 1, SHAPE_OUT_LANES_LIMIT},
                 {"cycles of transfer", c->transfer_cycles, 0, 1},
                 {"cycles of a multiplier", c->mul_latency_cycles, 1, SMALL_LIMIT},
                 {"cycles of an adder", c->add_latency_cycles, 1, SMALL_LIMIT},
                 {"words in a result queue", c->queue, 0, SMALL_LIMIT},
                 {"words in a lane's queue", c->lane_queue, 1, SMALL_LIMIT},
                 {"words in a relay", c->relay_queue, 0, SMALL_LIMIT},
                 {"slots", c->slots, 0, STORE_LIMIT},
                 {"constants", c->constants, 0, STORE_LIMIT},
                 {"receptions", c->receptions, 0, DEPTH_LIMIT},
                 {"operations", c->issues, 0, DEPTH_LIMIT},
                 {"relay words", c->relay_words, 0, DEPTH_LIMIT},
                 {"lane words", c->lane_words, 0, DEPTH_LIMIT},
                 {"output words", c->output_words, 0, DEPTH_LIMIT}};
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        PASS(within(what, rules[i].field, rules[i].value, rules[i].least, rules[i].most, status, r));
    return TAUFLOW_OK;
}

static tauflow_status at_least(const char *what, uint32_t wanted, uint32_t there, report *r)
{
    if (wanted > there)
        return report_fail(r, TAUFLOW_WRONG_SHAPE, "the program does not fit: it needs %u %s and the core has %u", wanted, what, there);
    return TAUFLOW_OK;
}

static const char *network_word(uint32_t network)
{
    return network == SHAPE_RING ? "ring" : "crossbar";
}

tauflow_status shape_fits(const tauflow_shape *wanted, const tauflow_shape *core, report *r)
{
    bool one = wanted->modules == 1 && core->modules == 1; /* then both networks are the same */
    if (wanted->network != core->network && !one)
        return report_fail(r, TAUFLOW_WRONG_SHAPE, "the program does not fit: it is for a %s and the core is a %s", network_word(wanted->network),
                           network_word(core->network));
    if (wanted->network == SHAPE_RING && wanted->modules != core->modules)
        return report_fail(r, TAUFLOW_WRONG_SHAPE, "the program does not fit: it is for a ring of %u modules and the core has %u", wanted->modules,
                           core->modules);
    PASS(at_least("modules", wanted->modules, core->modules, r));
    PASS(at_least("input lanes", wanted->lanes, core->lanes, r));
    PASS(at_least("output lanes", wanted->out_lanes, core->out_lanes, r));
    PASS(at_least("slots in one receiver", wanted->slots, core->slots, r));
    PASS(at_least("constants in one receiver", wanted->constants, core->constants, r));
    PASS(at_least("receptions in one receiver", wanted->receptions, core->receptions, r));
    PASS(at_least("operations on one unit", wanted->issues, core->issues, r));
    PASS(at_least("words on one lane", wanted->lane_words, core->lane_words, r));
    PASS(at_least("output words", wanted->output_words, core->output_words, r));
    PASS(at_least("words through one relay", wanted->relay_words, core->relay_words, r));
    PASS(at_least("words in a lane's queue", wanted->lane_queue, core->lane_queue, r));
    if (shape_relays(wanted))
        PASS(at_least("words in a relay", wanted->relay_queue, core->relay_queue, r));
    PASS(at_least("results in flight on a multiplier", wanted->mul_latency_cycles + wanted->queue, core->mul_latency_cycles + core->queue, r));
    return at_least("results in flight on an adder", wanted->add_latency_cycles + wanted->queue, core->add_latency_cycles + core->queue, r);
}

/* A number, up to 6 digits; false when there is none. */
static bool parse_number(const char **at, uint32_t *out)
{
    uint32_t digits = 0;
    for (*out = 0; **at >= '0' && **at <= '9' && digits < 6; ++*at, digits++)
        *out = *out * 10 + (uint32_t)(**at - '0');
    return digits > 0;
}

/* Behind the network; output lanes stand behind the input lanes, as in 4x2, where there are several. */
static bool parse_numbers(const char *at, tauflow_shape *out)
{
    uint32_t *const fields[] = {
#define FIELD(field, about) &out->field,
        SHAPE_FIELDS(FIELD)
#undef FIELD
    };
    out->out_lanes = 1;
    for (size_t i = 1; i < sizeof fields / sizeof fields[0]; i++) {
        if (fields[i] == &out->out_lanes) {
            if (*at == 'x' && (at++, !parse_number(&at, &out->out_lanes)))
                return false;
        } else if (*at++ != '_' || !parse_number(&at, fields[i])) {
            return false;
        }
    }
    return *at == '\0';
}

tauflow_status shape_parse(const char *name, tauflow_shape *out, report *r)
{
    static const char *const NETWORKS[] = {"", "crossbar", "ring"};
    *out = (tauflow_shape){0};
    for (uint32_t n = SHAPE_CROSSBAR; n <= SHAPE_RING; n++)
        if (strncmp(name, NETWORKS[n], strlen(NETWORKS[n])) == 0 && parse_numbers(name + strlen(NETWORKS[n]), out))
            out->network = n;
    if (!out->network)
        return report_fail(r, TAUFLOW_BAD_CALL, "'%s' names no core: crossbar or ring and fifteen numbers expected, network_modules_lanes_...", name);
    return shape_check(out, TAUFLOW_BAD_CALL, name, r);
}
