/* SPDX-License-Identifier: MIT */
/* One table names every field of a machine; text line, JSON and limits are made from it. */
#include "machine/machine.h"

#include "machine/formats.h"
#include "tauflow_regs.h"

#include <stddef.h>
#include <string.h>

typedef struct {
    const char *key;
    size_t offset;
    uint32_t least, most, initial;
    bool is_quiet; /* not written where it is as in the beginning */
} field;

#define FIELD(key, member, least, most, initial)                                                   \
    {key, offsetof(machine, member), least, most, initial, false}
/* Kinds beyond the divider, which lines of before do not have, stay away from those. */
#define KIND_FIELD(key, member, kind, least, most, initial)                                        \
    {key, offsetof(machine, member[kind]), least, most, initial, (int)(kind) > (int)UNIT_DIV}

static const field FIELDS[] = {
#define KIND(name, word, where, latency, module, model, lut4, about) \
    KIND_FIELD(#word, units, UNIT_##name, 0, MACHINE_UNITS_LIMIT, 0),
    TAUFLOW_KINDS(KIND)
#undef KIND
#define KIND(name, word, where, latency, module, model, lut4, about) \
    KIND_FIELD(#word "_latency", latency_cycles, UNIT_##name, 1, MACHINE_LATENCY_LIMIT, 1),
    TAUFLOW_KINDS(KIND)
#undef KIND
    FIELD("transfer", transfer_cycles, 0, MACHINE_LATENCY_LIMIT, 0),
    FIELD("modules", stations, 1, MACHINE_UNITS_LIMIT, 1),
    FIELD("receivers", receivers, 1, 2, 2),
    FIELD("slots", slots, 0, MACHINE_QUEUE_LIMIT, 0),
    FIELD("queue", queue, 0, MACHINE_QUEUE_LIMIT, 0),
    FIELD("lanes", lanes, 0, MACHINE_UNITS_LIMIT, 0),
    FIELD("out_lanes", out_lanes, 1, MACHINE_UNITS_LIMIT, 1),
    FIELD("lane_queue", lane_queue, 2, MACHINE_QUEUE_LIMIT, 8),
    FIELD("relay_queue", relay_queue, 2, MACHINE_QUEUE_LIMIT, 4),
};

enum { FIELD_COUNT = sizeof FIELDS / sizeof FIELDS[0] };

static uint32_t field_get(const machine *m, const field *f)
{
    uint32_t value;
    memcpy(&value, (const char *)m + f->offset, sizeof value);
    return value;
}

static void field_set(machine *m, const field *f, uint32_t value)
{
    memcpy((char *)m + f->offset, &value, sizeof value);
}

machine machine_thesis(void)
{
    machine m = {.network = NETWORK_IDEAL};
    for (uint32_t i = 0; i < FIELD_COUNT; i++)
        field_set(&m, &FIELDS[i], FIELDS[i].initial);
    return m;
}

void machine_set_modules(machine *m, uint32_t modules)
{
    for (uint32_t k = 0; k < TAUFLOW_MODULE_KINDS; k++)
        m->units[k] = modules;
    m->stations = network_has_stations(m->network) ? modules : 1;
}

machine machine_of_shape(const tauflow_shape *c)
{
    const machine thesis = machine_thesis();
    machine m = thesis;
    m.times = c->times;
    machine_set_modules(&m, c->modules);
    for (uint32_t k = 0; k < TAUFLOW_CORE_KINDS; k++) {
        m.units[k] = core_kind_units(c, (unit_kind)k);
        if (!m.units[k])
            m.latency_cycles[k] = thesis.latency_cycles[k];
    }
    return m;
}

tauflow_shape shape_of_machine(const machine *m)
{
    tauflow_shape c = {.times = m->times, .modules = m->stations};
    for (uint32_t k = 0; k < TAUFLOW_MODULE_KINDS; k++)
        if (m->stations == 1 && m->units[k] > c.modules)
            c.modules = m->units[k];
    for (uint32_t k = 0; k < TAUFLOW_SHARED_KINDS; k++)
        c.shared_units[k] = m->units[TAUFLOW_MODULE_KINDS + k];
    for (uint32_t k = 0; k < TAUFLOW_CORE_KINDS; k++)
        if (!core_kind_units(&c, (unit_kind)k))
            c.latency_cycles[k] = 0;
    if (m->stations == 1 && !network_has_deaf(m->network))
        c.network = NETWORK_CROSSBAR;
    return c;
}

machine machine_default(void)
{
    const tauflow_shape core = shape_default();
    return machine_of_shape(&core);
}

void machine_set_format(machine *m, uint32_t format)
{
    const number_format *f = format_of(format);
    for (unit_kind k = 0; k < UNIT_KINDS; k++)
        if (f->latency(k))
            m->latency_cycles[k] = f->latency(k);
}

status machine_named(const char *name, machine *out, diag *d)
{
    if (strcmp(name, "default") == 0 || strcmp(name, "thesis") == 0) {
        *out = *name == 'd' ? machine_default() : machine_thesis();
        return STATUS_OK;
    }
    if (!strchr(name, '='))
        return diag_error(d, (place){0},
                          "unknown machine '%s': default, thesis or key=value ... expected", name);
    return machine_parse(name, strlen(name), (place){0}, out, d);
}

static status check_stations(const machine *m, place at, diag *d)
{
    if (network_has_stations(m->network) || m->stations == 1)
        return STATUS_OK;
    text named = text_make(d->mem);
    for (uint32_t n = 0; n < NETWORK_KINDS; n++)
        if (network_has_stations(n))
            text_printf(&named, "%sa %s", named.length ? " or " : "", network_of(n)->about);
    return diag_error(d, at, "machine: modules=%u; only %s has more than one", m->stations,
                      named.bytes);
}

/* Who is deaf to whom is said of modules with a unit of each kind. */
static status check_whole_modules(const machine *m, place at, diag *d)
{
    const network_row *network = network_of(m->network);
    if (m->units[UNIT_MUL] < network->least || m->units[UNIT_MUL] > TAUFLOW_MODULES_MOST ||
        m->receivers != 2)
        return diag_error(d, at,
                          "machine: mul=%u, receivers=%u; a %s has %u to %d modules and "
                          "receivers=2",
                          m->units[UNIT_MUL], m->receivers, network->about, network->least,
                          TAUFLOW_MODULES_MOST);
    for (uint32_t k = 0; k < TAUFLOW_MODULE_KINDS; k++)
        if (m->units[k] != m->units[UNIT_MUL])
            return diag_error(d, at, "machine: %s=%u and mul=%u; a %s has whole modules",
                              UNIT_KIND[k].word, m->units[k], m->units[UNIT_MUL], network->about);
    return STATUS_OK;
}

status machine_check(const machine *m, place at, diag *d)
{
    for (uint32_t i = 0; i < FIELD_COUNT; i++) {
        const field *f = &FIELDS[i];
        uint32_t value = field_get(m, f);
        if (value < f->least || value > f->most)
            return diag_error(d, at, "machine: %s=%u is out of range %u..%u", f->key, value,
                              f->least, f->most);
    }
    if (machine_units(m) == 0)
        return diag_error(d, at, "machine: it has no unit; give mul= and add=");
    if (m->network != NETWORK_IDEAL && m->transfer_cycles > 1)
        return diag_error(d, at, "machine: transfer=%u; a %s stores a word (1) or forwards it (0)",
                          m->transfer_cycles, network_of(m->network)->word);
    TRY(check_stations(m, at, d));
    if (network_has_deaf(m->network))
        TRY(check_whole_modules(m, at, d));
    if (m->network == NETWORK_IDEAL && m->lanes != 0)
        return diag_error(d, at,
                          "machine: lanes=%u; on the ideal network inputs are in place (lanes=0)",
                          m->lanes);
    for (uint32_t k = 0; k < TAUFLOW_MODULE_KINDS; k++)
        if (m->units[k] % m->stations != 0)
            return diag_error(d, at, "machine: %s=%u cannot be shared out evenly over %u modules",
                              UNIT_KIND[k].word, m->units[k], m->stations);
    return STATUS_OK;
}

static bool is_written(const machine *m, const field *f)
{
    return !f->is_quiet || field_get(m, f) != f->initial;
}

void machine_print(const machine *m, text *out)
{
    text_printf(out, "network=%s", network_of(m->network)->word);
    for (uint32_t i = 0; i < FIELD_COUNT; i++)
        if (is_written(m, &FIELDS[i]))
            text_printf(out, " %s=%u", FIELDS[i].key, field_get(m, &FIELDS[i]));
}

void machine_print_brief(const machine *m, text *out)
{
    text_printf(out, "network=%s", network_of(m->network)->word);
    for (uint32_t i = 0; i < FIELD_COUNT; i++)
        if (field_get(m, &FIELDS[i]) != FIELDS[i].initial)
            text_printf(out, " %s=%u", FIELDS[i].key, field_get(m, &FIELDS[i]));
}

void machine_print_json(const machine *m, text *out)
{
    machine shown = *m;
    shown.stations = shape_of_machine(m).modules;
    text_printf(out, "{\"network\":\"%s\"", network_of(m->network)->word);
    for (uint32_t i = 0; i < FIELD_COUNT; i++)
        if (is_written(&shown, &FIELDS[i]))
            text_printf(out, ",\"%s\":%u", FIELDS[i].key, field_get(&shown, &FIELDS[i]));
    text_add(out, "}");
}

static void tell_count(uint32_t count, const char *what, text *out)
{
    text_printf(out, ", %u %s%s", count, what, count == 1 ? "" : "s");
}

static void tell_units(const machine *m, text *out)
{
    const uint32_t mul = m->units[UNIT_MUL], add = m->units[UNIT_ADD];
    const bool stations = network_has_stations(m->network);
    const bool plain = mul == add && (!stations || mul == m->stations);
    if (plain ? mul > 0 : stations)
        tell_count(stations ? m->stations : mul, "module", out);
    if (!plain) {
        tell_count(mul, "multiplier", out);
        tell_count(add, "adder", out);
    }
    for (uint32_t k = TAUFLOW_MODULE_KINDS; k < UNIT_KINDS; k++)
        if (m->units[k])
            tell_count(m->units[k], UNIT_KIND[k].about, out);
}

void machine_tell(const machine *m, text *out)
{
    const machine thesis = machine_thesis();
    text_add(out, network_of(m->network)->about);
    tell_units(m, out);
    if (m->lanes)
        tell_count(m->lanes, "input lane", out);
    else
        text_add(out, ", inputs in place");
    if (m->out_lanes != thesis.out_lanes)
        tell_count(m->out_lanes, "output lane", out);
    if (m->network != NETWORK_IDEAL)
        text_add(out, m->transfer_cycles ? ", words stored first" : ", words forwarded");
    else if (m->transfer_cycles)
        text_printf(out, ", transfers of %u cycles", m->transfer_cycles);
    text_printf(out, ", latencies %u and %u", m->latency_cycles[UNIT_MUL],
                m->latency_cycles[UNIT_ADD]);
    for (uint32_t k = TAUFLOW_MODULE_KINDS; k < UNIT_KINDS; k++)
        if (m->units[k])
            text_printf(out, ", of %s %s %u", strchr("aeiou", *UNIT_KIND[k].about) ? "an" : "a",
                        UNIT_KIND[k].about, m->latency_cycles[k]);
    if (m->receivers != thesis.receivers)
        text_add(out, ", one store a unit");
    if (m->slots)
        tell_count(m->slots, "slot", out);
    if (m->queue != thesis.queue || m->lane_queue != thesis.lane_queue ||
        m->relay_queue != thesis.relay_queue)
        text_printf(out, ", queues of %u, lanes %u, relays %u", m->queue, m->lane_queue,
                    m->relay_queue);
}

static bool same_word(const char *word, const char *bytes, size_t length)
{
    return strlen(word) == length && memcmp(word, bytes, length) == 0;
}

static bool read_number(const char *bytes, size_t length, uint32_t *value)
{
    if (length == 0 || length > 9)
        return false;
    *value = 0;
    for (size_t i = 0; i < length; i++) {
        if (bytes[i] < '0' || bytes[i] > '9')
            return false;
        *value = *value * 10 + (uint32_t)(bytes[i] - '0');
    }
    return true;
}

/* Number of the field, FIELD_COUNT for the network, more when there is no such key. */
static uint32_t find_key(const char *key, size_t length)
{
    for (uint32_t i = 0; i < FIELD_COUNT; i++)
        if (same_word(FIELDS[i].key, key, length))
            return i;
    return same_word("network", key, length) ? FIELD_COUNT : UINT32_MAX;
}

network_kind network_find(const char *word, size_t length)
{
    uint32_t n = 0;
    while (n < NETWORK_KINDS && !same_word(network_of(n)->word, word, length))
        n++;
    return (network_kind)n;
}

static status parse_network(const char *word, size_t length, place at, machine *out, diag *d)
{
    network_kind found = network_find(word, length);
    if (found != NETWORK_KINDS) {
        out->network = found;
        return STATUS_OK;
    }
    return diag_error(d, at, "machine: unknown network '%.*s'; %s expected",
                      (int)(length < 60 ? length : 60), word, NETWORK_CHOICES);
}

status machine_parse(const char *line, size_t length, place at, machine *out, diag *d)
{
    bool seen[FIELD_COUNT + 1] = {false};
    const uint32_t first_column = at.column;
    *out = machine_thesis();
    for (size_t i = 0; i < length;) {
        if (line[i] == ' ' || line[i] == '\t') {
            i++;
            continue;
        }
        size_t end = i, equals;
        while (end < length && line[end] != ' ' && line[end] != '\t')
            end++;
        for (equals = i; equals < end && line[equals] != '=';)
            equals++;
        at.column = first_column + (uint32_t)i;
        int shown = (int)(end - i < 60 ? end - i : 60);
        uint32_t key = find_key(line + i, equals - i), value = 0;
        if (key == UINT32_MAX || equals == end)
            return diag_error(d, at, "machine: '%.*s' is not a known key=value", shown, line + i);
        if (seen[key])
            return diag_error(d, at, "machine: '%.*s' is given twice", (int)(equals - i), line + i);
        seen[key] = true;
        if (key == FIELD_COUNT)
            TRY(parse_network(line + equals + 1, end - equals - 1, at, out, d));
        else if (!read_number(line + equals + 1, end - equals - 1, &value))
            return diag_error(d, at, "machine: '%.*s' needs a whole number", shown, line + i);
        else
            field_set(out, &FIELDS[key], value);
        i = end;
    }
    at.column = first_column;
    return machine_check(out, at, d);
}

uint32_t machine_units(const machine *m)
{
    uint32_t sum = 0;
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        sum += m->units[k];
    return sum;
}

uint32_t machine_first_unit(const machine *m, unit_kind kind)
{
    uint32_t first = 0;
    for (uint32_t k = 0; k < (uint32_t)kind; k++)
        first += m->units[k];
    return first;
}

unit_kind machine_unit_kind(const machine *m, uint32_t unit)
{
    uint32_t k = 0;
    while (k + 1 < UNIT_KINDS && unit >= m->units[k])
        unit -= m->units[k++];
    return (unit_kind)k;
}

uint32_t machine_unit_module(const machine *m, uint32_t unit)
{
    unit_kind kind = machine_unit_kind(m, unit);
    if ((uint32_t)kind >= TAUFLOW_MODULE_KINDS) /* as core_unit_module */
        return (unit - machine_first_unit(m, (unit_kind)TAUFLOW_MODULE_KINDS)) % m->stations;
    return (unit - machine_first_unit(m, kind)) / (m->units[kind] / m->stations);
}

bool machine_hears(const machine *m, uint32_t receiver, uint32_t unit)
{
    if (!network_has_deaf(m->network) || receiver >= machine_output_receiver(m))
        return true;
    const uint32_t user = receiver / m->receivers;
    const unit_kind from = machine_unit_kind(m, unit), to = machine_unit_kind(m, user);
    return kind_is_shared(from) || kind_is_shared(to) ||
           unit - machine_first_unit(m, from) !=
               network_of(m->network)->layout->deaf(m->units[UNIT_MUL],
                                                    user - machine_first_unit(m, to),
                                                    receiver % m->receivers);
}

uint32_t machine_receiver_station(const machine *m, uint32_t receiver)
{
    const uint32_t relays = machine_first_relay(m);
    return receiver < relays ? machine_unit_module(m, receiver / m->receivers)
                             : network_relay_station(m->network, receiver - relays);
}

uint32_t machine_relay_leads(const machine *m, uint32_t receiver)
{
    return network_relay_leads(m->network, m->stations, receiver - machine_first_relay(m));
}

uint32_t machine_output_receiver(const machine *m)
{
    return machine_units(m) * m->receivers;
}

uint32_t machine_first_relay(const machine *m)
{
    return machine_output_receiver(m) + m->out_lanes;
}

uint32_t machine_receivers(const machine *m)
{
    return machine_first_relay(m) + network_relays(m->network, m->stations);
}

void machine_unit_name(const machine *m, uint32_t unit, text *out)
{
    unit_kind kind = machine_unit_kind(m, unit);
    text_printf(out, "%s%u", UNIT_KIND[kind].word, unit - machine_first_unit(m, kind));
}

void machine_receiver_name(const machine *m, uint32_t receiver, text *out)
{
    uint32_t output = machine_output_receiver(m), relay = machine_first_relay(m);
    if (receiver >= relay) {
        text_printf(out, "m%u%c", network_relay_station(m->network, receiver - relay),
                    network_of(m->network)->ways[network_relay_way(m->network, receiver - relay)]);
    } else if (receiver == output) {
        text_add(out, "out");
    } else if (receiver > output) {
        text_printf(out, "out%u", receiver - output);
    } else {
        machine_unit_name(m, receiver / m->receivers, out);
        if (m->receivers == 2)
            text_add(out, receiver % 2 ? ".b" : ".a");
    }
}

uint32_t machine_find_unit(const machine *m, const char *name, size_t length)
{
    for (uint32_t k = 0; k < UNIT_KINDS; k++) {
        size_t word = strlen(UNIT_KIND[k].word);
        uint32_t number;
        if (length > word && memcmp(name, UNIT_KIND[k].word, word) == 0 &&
            read_number(name + word, length - word, &number) && number < m->units[k] &&
            (name[word] != '0' || length == word + 1))
            return machine_first_unit(m, (unit_kind)k) + number;
    }
    return UINT32_MAX;
}

uint32_t machine_find_receiver(const machine *m, const char *name, size_t length)
{
    uint32_t output = machine_output_receiver(m), number;
    if (same_word("out", name, length))
        return output;
    if (length > 3 && memcmp(name, "out", 3) == 0)
        return read_number(name + 3, length - 3, &number) && name[3] != '0' && number < m->out_lanes
                   ? output + number
                   : UINT32_MAX;
    const network_row *network = network_of(m->network);
    const char *way = length > 2 && name[0] == 'm' ? strchr(network->ways, name[length - 1]) : NULL;
    if (way && *way && read_number(name + 1, length - 2, &number)) {
        uint64_t relay = (uint64_t)machine_first_relay(m) +
                         (uint64_t)network->relays * number + (uint64_t)(way - network->ways);
        return relay < machine_receivers(m) &&
                       machine_relay_leads(m, (uint32_t)relay) != NO_MODULE
                   ? (uint32_t)relay
                   : UINT32_MAX;
    }
    if (m->receivers == 1) {
        return machine_find_unit(m, name, length);
    }
    if (length < 3 || name[length - 2] != '.' ||
        (name[length - 1] != 'a' && name[length - 1] != 'b'))
        return UINT32_MAX;
    uint32_t unit = machine_find_unit(m, name, length - 2);
    return unit == UINT32_MAX ? unit : unit * 2 + (name[length - 1] == 'b');
}
