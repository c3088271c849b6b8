/* Shapes of cores: names of their parts, and whether a program fits. Times are no matter there: they change no result. */
#include "program/program.h"

#include <stddef.h>
#include <string.h>

/* ---- text ---------------------------------------------------------------------------------------- */

typedef struct {
    const char *key;
    size_t offset;
    uint32_t least, most;
} field;

#define FIELD(key, member, least, most) {key, offsetof(core_shape, member), least, most}

static const field FIELDS[] = {
    FIELD("modules", modules, 1, CORE_MODULES_LIMIT),
    FIELD("lanes", lanes, 1, CORE_LANES_LIMIT),
    FIELD("out_lanes", out_lanes, 1, CORE_OUT_LANES_LIMIT),
    FIELD("transfer", transfer_cycles, 0, 1),
    FIELD("mul_latency", latency_cycles[0], 1, 255),
    FIELD("add_latency", latency_cycles[1], 1, 255),
    FIELD("queue", queue, 1, 255),
    FIELD("lane_queue", lane_queue, 2, 255),
    FIELD("relay_queue", relay_queue, 2, 255),
    FIELD("slots", slots, 1, CORE_SLOTS_LIMIT),
    FIELD("constants", constants, 1, CORE_SLOTS_LIMIT),
    FIELD("receptions", receptions, 1, CORE_SEQUENCE_LIMIT),
    FIELD("issues", issues, 1, CORE_SEQUENCE_LIMIT),
    FIELD("relay_words", relay_words, 1, CORE_SEQUENCE_LIMIT),
    FIELD("lane_words", lane_words, 1, CORE_SEQUENCE_LIMIT),
    FIELD("output_words", output_words, 1, CORE_SEQUENCE_LIMIT),
};

enum { FIELD_COUNT = sizeof FIELDS / sizeof FIELDS[0] };

void core_print(const core_shape *c, text *out)
{
    text_printf(out, "network=%s", NETWORK_WORD[c->network]);
    for (uint32_t i = 0; i < FIELD_COUNT; i++) {
        uint32_t value;
        memcpy(&value, (const char *)c + FIELDS[i].offset, sizeof value);
        text_printf(out, " %s=%u", FIELDS[i].key, value);
    }
}

static bool same(const char *word, const char *bytes, size_t length)
{
    return strlen(word) == length && memcmp(word, bytes, length) == 0;
}

/* One key=value. */
static status set_field(core_shape *c, const char *pair, size_t length, diag *d)
{
    int shown = (int)(length < 60 ? length : 60);
    const char *equals = memchr(pair, '=', length);
    size_t key = equals ? (size_t)(equals - pair) : length;
    if (same("network", pair, key) && equals) {
        bool ring = same(NETWORK_WORD[NETWORK_RING], equals + 1, length - key - 1);
        c->network = ring ? NETWORK_RING : NETWORK_CROSSBAR;
        return ring || same(NETWORK_WORD[NETWORK_CROSSBAR], equals + 1, length - key - 1)
                   ? STATUS_OK
                   : diag_error(d, (place){0}, "core: '%.*s': crossbar or ring expected", shown, pair);
    }
    for (uint32_t i = 0; equals && i < FIELD_COUNT; i++)
        if (same(FIELDS[i].key, pair, key)) {
            uint32_t value = 0;
            bool number = key + 1 < length && length - key <= 7;
            for (size_t k = key + 1; k < length; k++) {
                number = number && pair[k] >= '0' && pair[k] <= '9';
                value = number ? value * 10 + (uint32_t)(pair[k] - '0') : 0;
            }
            if (!number || value < FIELDS[i].least || value > FIELDS[i].most)
                return diag_error(d, (place){0}, "core: '%.*s': %u..%u expected", shown, pair, FIELDS[i].least, FIELDS[i].most);
            memcpy((char *)c + FIELDS[i].offset, &value, sizeof value);
            return STATUS_OK;
        }
    return diag_error(d, (place){0}, "core: '%.*s' is not a known key=value", shown, pair);
}

status core_parse(const char *line, core_shape *c, diag *d)
{
    for (const char *at = line; *at;) {
        size_t length = strcspn(at, " \t");
        if (length)
            TRY(set_field(c, at, length, d));
        at += length + strspn(at + length, " \t");
    }
    return STATUS_OK;
}

/* ---- fit ----------------------------------------------------------------------------------------- */

static status at_least(const char *what, uint32_t wanted, uint32_t there, diag *d)
{
    if (wanted > there)
        return diag_error(d, (place){0}, "the program does not fit: it needs %u %s and the core has %u", wanted, what, there);
    return STATUS_OK;
}

status program_fits(const core_shape *wanted, const core_shape *core, diag *d)
{
    const place at = {0};
    bool one = wanted->modules == 1 && core->modules == 1; /* then both networks are the same */
    if (wanted->network != core->network && !one)
        return diag_error(d, at, "the program does not fit: it is for a %s and the core is a %s", NETWORK_WORD[wanted->network],
                          NETWORK_WORD[core->network]);
    if (wanted->network == NETWORK_RING && wanted->modules != core->modules)
        return diag_error(d, at, "the program does not fit: it is for a ring of %u modules and the core has %u", wanted->modules, core->modules);
    TRY(at_least("modules", wanted->modules, core->modules, d));
    TRY(at_least("input lanes", wanted->lanes, core->lanes, d));
    TRY(at_least("output lanes", wanted->out_lanes, core->out_lanes, d));
    TRY(at_least("slots in one receiver", wanted->slots, core->slots, d));
    TRY(at_least("constants in one receiver", wanted->constants, core->constants, d));
    TRY(at_least("receptions in one receiver", wanted->receptions, core->receptions, d));
    TRY(at_least("operations on one unit", wanted->issues, core->issues, d));
    TRY(at_least("words on one lane", wanted->lane_words, core->lane_words, d));
    TRY(at_least("output words", wanted->output_words, core->output_words, d));
    TRY(at_least("words through one relay", wanted->relay_words, core->relay_words, d));
    TRY(at_least("words in a lane's queue", wanted->lane_queue, core->lane_queue, d));
    if (core_relays(wanted))
        TRY(at_least("words in a relay", wanted->relay_queue, core->relay_queue, d));
    for (uint32_t k = UNIT_MUL; k <= UNIT_ADD; k++)
        TRY(at_least(k == UNIT_MUL ? "results in flight on a multiplier" : "results in flight on an adder", wanted->latency_cycles[k] + wanted->queue,
                     core->latency_cycles[k] + core->queue, d));
    return STATUS_OK;
}

/* ---- names ------------------------------------------------------------------------------------- */

void core_unit_name(const core_shape *c, uint32_t unit, text *out)
{
    text_printf(out, "%s%u", UNIT_WORD[unit < c->modules ? UNIT_MUL : UNIT_ADD], unit % c->modules);
}

static void relay_name(uint32_t relay, text *out)
{
    text_printf(out, "m%u%c", relay / 2, relay % 2 ? '<' : '>');
}

void core_receiver_name(const core_shape *c, uint32_t receiver, text *out)
{
    if (receiver >= core_first_relay(c)) {
        relay_name(receiver - core_first_relay(c), out);
    } else if (core_is_output(c, receiver)) {
        text_add(out, "out");
        if (receiver > core_output(c))
            text_printf(out, "%u", receiver - core_output(c));
    } else {
        core_unit_name(c, receiver / 2, out);
        text_add(out, receiver % 2 ? ".b" : ".a");
    }
}

void core_source_name(const core_shape *c, uint32_t source, text *out)
{
    if (source < core_units(c))
        core_unit_name(c, source, out);
    else if (source < core_first_relay_source(c))
        text_printf(out, "lane%u", source - core_units(c));
    else
        relay_name(source - core_first_relay_source(c), out);
}
