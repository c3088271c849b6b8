/* Shapes of cores: names of their parts, and whether a program fits. Times are no matter there: they change no result. */
#include "program/program.h"

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
    if (receiver > core_output(c)) {
        relay_name(receiver - core_output(c) - 1, out);
    } else if (receiver == core_output(c)) {
        text_add(out, "out");
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
