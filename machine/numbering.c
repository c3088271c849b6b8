/* SPDX-License-Identifier: MIT */
/* Numbers and names of a core's parts: docs/program.md. */
#include "machine/shape_text.h"

uint32_t core_map_unit(const tauflow_shape *from, const tauflow_shape *to, uint32_t unit)
{
    return core_unit(to, core_unit_kind(from, unit), core_unit_number(from, unit));
}

uint32_t core_map_receiver(const tauflow_shape *from, const tauflow_shape *to, uint32_t r)
{
    if (r >= core_first_relay(from))
        return core_first_relay(to) + r - core_first_relay(from);
    if (core_is_output(from, r))
        return core_output(to) + r - core_output(from);
    return core_operand(core_map_unit(from, to, r / TAUFLOW_OPERANDS), r % TAUFLOW_OPERANDS);
}

uint32_t core_map_source(const tauflow_shape *from, const tauflow_shape *to, uint32_t s)
{
    if (s < core_units(from))
        return core_map_unit(from, to, s);
    if (s < core_first_relay_source(from))
        return core_lane(to, s - core_units(from));
    return core_first_relay_source(to) + s - core_first_relay_source(from);
}

bool core_hears(const tauflow_shape *c, uint32_t receiver, uint32_t source)
{
    const uint32_t units = core_module_units(c);
    if (!network_has_deaf(c->network) || source >= units || receiver >= core_operand(units, 0))
        return true;
    const uint32_t module = core_unit_module(c, receiver / TAUFLOW_OPERANDS);
    return core_unit_module(c, source) !=
           network_of(c->network)->layout->deaf(c->modules, module, receiver % TAUFLOW_OPERANDS);
}

/* Of the sources before `source`, or of the receivers before `receiver`, those that count. */
static uint32_t heard_before(const tauflow_shape *c, uint32_t receiver, uint32_t source)
{
    if (!network_has_deaf(c->network))
        return source;
    uint32_t count = 0;
    for (uint32_t s = 0; s < source; s++)
        count += core_hears(c, receiver, s);
    return count;
}

static uint32_t hearing_before(const tauflow_shape *c, uint32_t source, uint32_t receiver)
{
    if (!network_has_deaf(c->network))
        return receiver;
    uint32_t count = 0;
    for (uint32_t r = 0; r < receiver; r++)
        count += core_hears(c, r, source);
    return count;
}

/* The other way round; UINT32_MAX: there are not so many. */
static uint32_t nth_heard(const tauflow_shape *c, uint32_t receiver, uint32_t n)
{
    for (uint32_t s = 0; s < core_first_relay_source(c); s++)
        if (core_hears(c, receiver, s) && n-- == 0)
            return s;
    return UINT32_MAX;
}

static uint32_t nth_hearing(const tauflow_shape *c, uint32_t source, uint32_t n)
{
    for (uint32_t r = 0; r < core_first_relay(c); r++)
        if (core_hears(c, r, source) && n-- == 0)
            return r;
    return UINT32_MAX;
}

/* The station into which a unit, or what a relay delivers, comes. */
static uint32_t station_of(const tauflow_shape *c, uint32_t source)
{
    return source < core_units(c)
               ? core_unit_module(c, source)
               : core_relay_leads(c, core_first_relay(c) + source - core_first_relay_source(c));
}

/* On a crossbar every source has its own number, on a sparse one a receiver counts those that it
 * hears. A station sees its own units, the relays that come in, by way, and the lanes, in this
 * order. */
uint32_t core_select(const tauflow_shape *c, uint32_t receiver, uint32_t source)
{
    const uint32_t from_relays = core_station_units(c);
    if (core_relays(c) == 0 || core_is_output(c, receiver))
        return heard_before(c, receiver, source);
    if (source < core_units(c))
        return core_unit_place(c, source);
    if (core_is_lane(c, source))
        return from_relays + network_of(c->network)->relays + source - core_units(c);
    return from_relays + network_relay_way(c->network, source - core_first_relay_source(c));
}

uint32_t core_selected(const tauflow_shape *c, uint32_t receiver, uint32_t select)
{
    const uint32_t from_relays = core_station_units(c),
                   from_lanes = from_relays + network_of(c->network)->relays;
    if (core_relays(c) == 0 || core_is_output(c, receiver))
        return nth_heard(c, receiver, select);
    const bool relay = receiver >= core_first_relay(c);
    const uint32_t module = relay ? core_relay_station(c, receiver)
                                  : core_unit_module(c, receiver / TAUFLOW_OPERANDS);
    if (select >= from_lanes)
        return relay || select - from_lanes >= c->lanes ? UINT32_MAX
                                                        : core_lane(c, select - from_lanes);
    if (select >= from_relays) {
        const uint32_t into =
            network_relay_into(c->network, c->modules, module, select - from_relays);
        return into == UINT32_MAX ? into : core_first_relay_source(c) + into;
    }
    const uint32_t unit = select * c->modules + module;
    return unit < core_units(c) ? unit : UINT32_MAX;
}

/* Where there are stations: the operands of the station, the output ports, its relays. */
uint32_t core_mask_bit(const tauflow_shape *c, uint32_t source, uint32_t receiver)
{
    if (core_relays(c) == 0 || core_is_lane(c, source))
        return hearing_before(c, source, receiver);
    if (core_is_output(c, receiver))
        return core_station_operands(c) + receiver - core_output(c);
    if (receiver >= core_first_relay(c))
        return core_station_operands(c) + c->out_lanes +
               network_relay_way(c->network, receiver - core_first_relay(c));
    return core_operand(core_unit_place(c, receiver / TAUFLOW_OPERANDS),
                        receiver % TAUFLOW_OPERANDS);
}

uint32_t core_masked(const tauflow_shape *c, uint32_t source, uint32_t bit)
{
    if (core_relays(c) == 0 || core_is_lane(c, source))
        return nth_hearing(c, source, bit);
    const uint32_t ways = network_of(c->network)->relays, module = station_of(c, source);
    const uint32_t ports = core_station_operands(c), relays = ports + c->out_lanes;
    if (module == NO_MODULE)
        return UINT32_MAX;
    if (bit >= relays)
        return bit < relays + ways ? core_first_relay(c) + ways * module + bit - relays
                                   : UINT32_MAX;
    if (bit >= ports)
        return source < core_units(c) ? core_output(c) + bit - ports : UINT32_MAX;
    const uint32_t there = bit / TAUFLOW_OPERANDS * c->modules + module;
    return there < core_units(c) ? core_operand(there, bit % TAUFLOW_OPERANDS) : UINT32_MAX;
}

uint32_t core_reception_depth(const tauflow_shape *c, uint32_t receiver)
{
    return receiver < core_output(c)       ? c->receptions
           : core_is_output(c, receiver) ? c->output_words
                                         : c->relay_words;
}

uint32_t core_emission_depth(const tauflow_shape *c, uint32_t source)
{
    return source < core_units(c)    ? c->issues
           : core_is_lane(c, source) ? c->lane_words
                                     : c->relay_words;
}

/* ---- names --------------------------------------------------------------------------------- */

void core_unit_name(const tauflow_shape *c, uint32_t unit, text *out)
{
    text_printf(out, "%s%u", UNIT_KIND[core_unit_kind(c, unit)].word, core_unit_number(c, unit));
}

static void relay_name(const tauflow_shape *c, uint32_t relay, text *out)
{
    text_printf(out, "m%u%c", network_relay_station(c->network, relay),
                network_of(c->network)->ways[network_relay_way(c->network, relay)]);
}

void core_receiver_name(const tauflow_shape *c, uint32_t receiver, text *out)
{
    if (receiver >= core_first_relay(c)) {
        relay_name(c, receiver - core_first_relay(c), out);
    } else if (receiver == core_output(c)) {
        text_add(out, "out");
    } else if (receiver > core_output(c)) {
        text_printf(out, "out%u", receiver - core_output(c));
    } else {
        core_unit_name(c, receiver / TAUFLOW_OPERANDS, out);
        text_printf(out, ".%c", "ab"[receiver % TAUFLOW_OPERANDS]);
    }
}

void core_source_name(const tauflow_shape *c, uint32_t source, text *out)
{
    if (source < core_units(c))
        core_unit_name(c, source, out);
    else if (core_is_lane(c, source))
        text_printf(out, "lane%u", source - core_units(c));
    else
        relay_name(c, source - core_first_relay_source(c), out);
}
