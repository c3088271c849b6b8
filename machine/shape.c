/* SPDX-License-Identifier: MIT */
/* One table holds every number of a shape; name, line, registers, ranges and fit are made from
 * it. */
#include "machine/shape_text.h"

#include "machine/formats.h"
#include "tauflow_regs.h"

#include <stdio.h>
#include <string.h>

enum { GROWS_FIXED = 0, GROWS_GROWS = 1 };

const shape_field SHAPE_FIELD[TAUFLOW_SHAPE_WORDS] = {
#define FIELD(field, parameter, key, least, most, needs, initial, grows, reg, bits, fit, label,    \
              from)                                                                                \
    {#key,                                                                                         \
     label,                                                                                        \
     #parameter,                                                                                   \
     least,                                                                                        \
     most,                                                                                         \
     needs,                                                                                        \
     initial,                                                                                      \
     GROWS_##grows,                                                                                \
     FIT_##fit,                                                                                    \
     offsetof(tauflow_shape, field),                                                               \
     TAUFLOW_REG_##reg,                                                                            \
     TAUFLOW_##bits##_LOW,                                                                         \
     TAUFLOW_##bits##_MASK,                                                                        \
     from},
    TAUFLOW_SHAPE_FIELDS(FIELD)
#undef FIELD
};

_Static_assert(sizeof(tauflow_shape) == TAUFLOW_SHAPE_WORDS * sizeof(uint32_t),
               "a shape is its numbers and nothing else");

enum { NETWORK_FIELD = 0, OUT_LANES_FIELD = 3 }; /* of SHAPE_FIELD */

uint32_t *shape_number(tauflow_shape *c, uint32_t i)
{
    return (uint32_t *)(void *)((char *)c + SHAPE_FIELD[i].at);
}

uint32_t shape_get(const tauflow_shape *c, uint32_t i)
{
    return *(const uint32_t *)(const void *)((const char *)c + SHAPE_FIELD[i].at);
}

bool shape_shows(const tauflow_shape *c, uint32_t i)
{
    return !SHAPE_FIELD[i].from || shape_get(c, i);
}

uint32_t shape_mark(uint32_t i)
{
    return SHAPE_FIELD[i].offset << 8 | SHAPE_FIELD[i].low;
}

static bool in_gap(const shape_field *f, uint32_t value)
{
    return value && value < f->from;
}

tauflow_status shape_check(const tauflow_shape *c, tauflow_status failure, const char *what,
                           report *r)
{
    const number_format *format = format_of(c->fixed);
    for (uint32_t i = 0; i < TAUFLOW_SHAPE_WORDS; i++) {
        const shape_field *f = &SHAPE_FIELD[i];
        uint32_t value = shape_get(c, i);
        if (value < f->needs || value > f->most || in_gap(f, value))
            return report_fail(r, failure, "%s: %u %s, %s%u..%u expected", what, value, f->label,
                               f->from ? "0 or " : "", f->from ? f->from : f->needs, f->most);
    }
    if (c->modules < network_of(c->network)->least)
        return report_fail(r, failure, "%s: %u modules, and a %s has %u or more", what, c->modules,
                           network_of(c->network)->about, network_of(c->network)->least);
    for (uint32_t k = TAUFLOW_MODULE_KINDS; k < TAUFLOW_CORE_KINDS; k++)
        if (core_kind_units(c, (unit_kind)k) && !format->latency((unit_kind)k))
            return report_fail(r, failure, "%s: %u %ss, and cores of %s have none", what,
                               core_kind_units(c, (unit_kind)k), UNIT_KIND[k].about,
                               format->about);
        else if (!core_kind_units(c, (unit_kind)k) != !c->latency_cycles[k])
            return report_fail(r, failure, "%s: %u %ss with a latency of %u", what,
                               core_kind_units(c, (unit_kind)k), UNIT_KIND[k].about,
                               c->latency_cycles[k]);
    return TAUFLOW_OK;
}

/* ---- fit ----------------------------------------------------------------------------------- */

static tauflow_status enough(const char *what, uint32_t wanted, uint32_t there, report *r)
{
    if (wanted <= there)
        return TAUFLOW_OK;
    return report_fail(r, TAUFLOW_WRONG_SHAPE,
                       "the program does not fit: it needs %u %s and the core has %u", wanted, what,
                       there);
}

static tauflow_status same_network(const tauflow_shape *wanted, const tauflow_shape *core,
                                   report *r)
{
    bool one = wanted->modules == 1 && core->modules == 1; /* then all are the same */
    if (wanted->network != core->network && !one)
        return report_fail(r, TAUFLOW_WRONG_SHAPE,
                           "the program does not fit: it is for a %s and the core is a %s",
                           network_of(wanted->network)->about, network_of(core->network)->about);
    if (network_has_places(wanted->network) && wanted->modules != core->modules)
        return report_fail(
            r, TAUFLOW_WRONG_SHAPE,
            "the program does not fit: it is for a %s of %u modules and the core has %u",
            network_of(wanted->network)->about, wanted->modules, core->modules);
    return TAUFLOW_OK;
}

/* The queue of a unit and its pipeline hold the results in flight together. */
static tauflow_status enough_credits(const tauflow_shape *wanted, const tauflow_shape *core,
                                     report *r)
{
    for (uint32_t k = 0; k < TAUFLOW_CORE_KINDS; k++) {
        if (!core_kind_units(wanted, (unit_kind)k) || !core_kind_units(core, (unit_kind)k))
            continue; /* whether there are enough is told by their number */
        char what[64];
        const char *kind = UNIT_KIND[k].about;
        snprintf(what, sizeof what, "results in flight on %s %s",
                 strchr("aeiou", *kind) ? "an" : "a", kind);
        PASS(enough(what, wanted->latency_cycles[k] + wanted->queue,
                    core->latency_cycles[k] + core->queue, r));
    }
    return TAUFLOW_OK;
}

/* Where there are stations it matters where they are. */
static tauflow_status same_stations(const tauflow_shape *wanted, const tauflow_shape *core,
                                    report *r)
{
    const uint32_t end = core_relays(wanted) ? core_units(wanted) : 0;
    for (uint32_t u = core_module_units(wanted); u < end; u++) {
        const uint32_t there = core_map_unit(wanted, core, u);
        if (core_unit_module(wanted, u) != core_unit_module(core, there))
            return report_fail(r, TAUFLOW_WRONG_SHAPE,
                               "the program does not fit: it needs %s%u at station %u of the %s "
                               "and the core has it at %u",
                               UNIT_KIND[core_unit_kind(wanted, u)].word,
                               core_unit_number(wanted, u), core_unit_module(wanted, u),
                               network_of(core->network)->about,
                               core_unit_module(core, there));
    }
    return TAUFLOW_OK;
}

static tauflow_status same_numbers(const tauflow_shape *wanted, const tauflow_shape *core,
                                   report *r)
{
    char its[FORMAT_SAID], cores[FORMAT_SAID];
    if (wanted->fixed == core->fixed)
        return TAUFLOW_OK;
    format_name(wanted->fixed, its);
    format_name(core->fixed, cores);
    return report_fail(r, TAUFLOW_WRONG_SHAPE,
                       "the program does not fit: its numbers are %s and the core's are %s", its,
                       cores);
}

/* A circuit is one robot: its image says which. */
static tauflow_status same_circuit(const tauflow_shape *wanted, const tauflow_shape *core,
                                   report *r)
{
    if (wanted->circuit == core->circuit)
        return TAUFLOW_OK;
    if (!wanted->circuit)
        return report_fail(r, TAUFLOW_WRONG_SHAPE,
                           "the program does not fit: it is for a core, and this is circuit %u",
                           core->circuit);
    if (!core->circuit)
        return report_fail(r, TAUFLOW_WRONG_SHAPE,
                           "the image does not fit: it is of circuit %u, and this is a core",
                           wanted->circuit);
    return report_fail(r, TAUFLOW_WRONG_SHAPE,
                       "the image does not fit: it is of circuit %u, and this is circuit %u",
                       wanted->circuit, core->circuit);
}

tauflow_status shape_fits(const tauflow_shape *wanted, const tauflow_shape *core, report *r)
{
    PASS(same_circuit(wanted, core, r));
    if (wanted->circuit)
        return TAUFLOW_OK; /* all of it is in the number */
    for (uint32_t i = 0; i < TAUFLOW_SHAPE_WORDS; i++) {
        const shape_field *f = &SHAPE_FIELD[i];
        bool counts = f->fit == FIT_ENOUGH || (f->fit == FIT_RELAY && core_relays(wanted));
        if (f->fit == FIT_NETWORK)
            PASS(same_network(wanted, core, r));
        else if (f->fit == FIT_CREDIT)
            PASS(enough_credits(wanted, core, r));
        else if (f->fit == FIT_SAME) /* same_circuit has looked at the other one */
            PASS(same_numbers(wanted, core, r));
        else if (counts)
            PASS(enough(f->label, shape_get(wanted, i), shape_get(core, i), r));
    }
    return same_stations(wanted, core, r);
}

/* ---- names --------------------------------------------------------------------------------- */

enum { SHAPE_TAG_BYTES = 32 };

/* What stands before an optional number in a name: its key, with hyphens. */
static const char *name_tag(uint32_t field, char tag[SHAPE_TAG_BYTES])
{
    snprintf(tag, SHAPE_TAG_BYTES, "%s", SHAPE_FIELD[field].key);
    for (char *at = tag; *at; at++)
        *at = *at == '_' ? '-' : *at;
    return tag;
}

void shape_name(const tauflow_shape *c, char name[SHAPE_NAME_BYTES])
{
    size_t used = (size_t)snprintf(name, SHAPE_NAME_BYTES, "%s", network_of(c->network)->word);
    for (uint32_t i = NETWORK_FIELD + 1; i < TAUFLOW_SHAPE_ALWAYS && used < SHAPE_NAME_BYTES; i++)
        if (i != OUT_LANES_FIELD || c->out_lanes != 1)
            used += (size_t)snprintf(name + used, SHAPE_NAME_BYTES - used, "%c%u",
                                     i == OUT_LANES_FIELD ? 'x' : '_', shape_get(c, i));
    for (uint32_t i = TAUFLOW_SHAPE_ALWAYS; i < TAUFLOW_SHAPE_WORDS && used < SHAPE_NAME_BYTES; i++)
        if (shape_get(c, i)) {
            char tag[SHAPE_TAG_BYTES];
            used += (size_t)snprintf(name + used, SHAPE_NAME_BYTES - used, "_%s%u",
                                     name_tag(i, tag), shape_get(c, i));
        }
}

/* A number that fits its word; false when there is none. */
static bool parse_number(const char **at, uint32_t *out)
{
    uint64_t value = 0;
    const char *first = *at;
    for (; **at >= '0' && **at <= '9' && value <= UINT32_MAX; ++*at)
        value = value * 10 + (uint64_t)(**at - '0');
    *out = (uint32_t)value;
    return *at > first && value <= UINT32_MAX;
}

/* `_div1`, if it is there. */
static bool parse_optional(const char **at, uint32_t field, tauflow_shape *out)
{
    char tag[SHAPE_TAG_BYTES];
    const size_t length = strlen(name_tag(field, tag));
    const char *number = *at + 1 + length;
    if (**at != '_' || strncmp(*at + 1, tag, length) != 0 || *number < '0' || *number > '9')
        return true;
    *at = number;
    return parse_number(at, shape_number(out, field)) && shape_get(out, field);
}

/* Everything after the network. */
static bool parse_numbers(const char *at, tauflow_shape *out)
{
    for (uint32_t i = NETWORK_FIELD + 1; i < TAUFLOW_SHAPE_ALWAYS; i++) {
        char before = i == OUT_LANES_FIELD ? 'x' : '_';
        if (i == OUT_LANES_FIELD && *at != before) {
            out->out_lanes = 1;
            continue;
        }
        if (*at++ != before || !parse_number(&at, shape_number(out, i)))
            return false;
    }
    for (uint32_t i = TAUFLOW_SHAPE_ALWAYS; i < TAUFLOW_SHAPE_WORDS; i++)
        if (!parse_optional(&at, i, out))
            return false;
    return *at == '\0';
}

tauflow_status shape_parse(const char *name, tauflow_shape *out, report *r)
{
    *out = (tauflow_shape){0};
    for (uint32_t n = NETWORK_CROSSBAR; n < NETWORK_KINDS; n++) {
        size_t length = strlen(network_of(n)->word);
        if (strncmp(name, network_of(n)->word, length) == 0 && parse_numbers(name + length, out))
            out->network = n;
    }
    if (!out->network)
        return report_fail(r, TAUFLOW_BAD_CALL,
                           "'%s' names no core: %s and %d numbers expected, "
                           "network_modules_lanes_...",
                           name, core_network_choices(), TAUFLOW_SHAPE_ALWAYS - 2);
    return shape_check(out, TAUFLOW_BAD_CALL, name, r);
}

void shape_print(const tauflow_shape *c, text *out)
{
    text_printf(out, "network=%s", network_of(c->network)->word);
    for (uint32_t i = NETWORK_FIELD + 1; i < TAUFLOW_SHAPE_WORDS; i++)
        if (shape_shows(c, i))
            text_printf(out, " %s=%u", SHAPE_FIELD[i].key, shape_get(c, i));
}

void shape_print_parameters(const tauflow_shape *c, text *out)
{
    for (uint32_t i = 0; i < TAUFLOW_SHAPE_WORDS; i++)
        if (shape_shows(c, i))
            text_printf(out, "%s=%u\n", SHAPE_FIELD[i].parameter, shape_get(c, i));
}

static bool same_word(const char *word, const char *bytes, size_t length)
{
    return strlen(word) == length && memcmp(word, bytes, length) == 0;
}

static bool set_network(tauflow_shape *c, const char *word, size_t length)
{
    for (uint32_t n = NETWORK_CROSSBAR; n < NETWORK_KINDS; n++)
        if (same_word(network_of(n)->word, word, length)) {
            c->network = n;
            return true;
        }
    return false;
}

/* One key=value. */
static tauflow_status set_pair(tauflow_shape *c, const char *pair, size_t length, report *r)
{
    int shown = (int)(length < 60 ? length : 60);
    const char *equals = memchr(pair, '=', length);
    size_t key = equals ? (size_t)(equals - pair) : length;
    for (uint32_t i = 0; equals && i < TAUFLOW_SHAPE_WORDS; i++) {
        const shape_field *f = &SHAPE_FIELD[i];
        const char *at = equals + 1;
        uint32_t value;
        if (!same_word(f->key, pair, key))
            continue;
        if (f->offset == TAUFLOW_REG_CIRCUIT)
            return report_fail(r, TAUFLOW_BAD_CALL,
                               "core: '%.*s': circuits are made by compile --circuit", shown, pair);
        if (i == NETWORK_FIELD)
            return set_network(c, at, length - key - 1)
                       ? TAUFLOW_OK
                       : report_fail(r, TAUFLOW_BAD_CALL, "core: '%.*s': %s expected", shown, pair,
                                     core_network_choices());
        if (!parse_number(&at, &value) || at != pair + length || value < f->least ||
            value > f->most || in_gap(f, value))
            return report_fail(r, TAUFLOW_BAD_CALL, "core: '%.*s': %s%u..%u expected", shown, pair,
                               f->from ? "0 or " : "", f->from ? f->from : f->least, f->most);
        *shape_number(c, i) = value;
        return TAUFLOW_OK;
    }
    return report_fail(r, TAUFLOW_BAD_CALL, "core: '%.*s' is not a known key=value", shown, pair);
}

tauflow_status shape_parse_line(const char *line, tauflow_shape *c, report *r)
{
    for (const char *at = line; *at;) {
        size_t length = strcspn(at, " \t");
        if (length)
            PASS(set_pair(c, at, length, r));
        at += length + strspn(at + length, " \t");
    }
    for (uint32_t k = TAUFLOW_MODULE_KINDS; k < TAUFLOW_CORE_KINDS; k++)
        if (!core_kind_units(c, (unit_kind)k))
            c->latency_cycles[k] = 0;
        else if (!c->latency_cycles[k])
            c->latency_cycles[k] = UNIT_KIND[k].latency_cycles;
    return TAUFLOW_OK;
}

/* ---- registers ----------------------------------------------------------------------------- */

uint32_t shape_register(const tauflow_shape *c, uint32_t offset)
{
    uint32_t value = 0;
    for (uint32_t i = 0; i < TAUFLOW_SHAPE_WORDS; i++)
        if (SHAPE_FIELD[i].offset == offset)
            value |= shape_get(c, i) << SHAPE_FIELD[i].low & SHAPE_FIELD[i].mask;
    return offset == TAUFLOW_REG_RELAYS && core_relays(c) == 0 ? 0 : value;
}

void shape_set_register(tauflow_shape *c, uint32_t offset, uint32_t value)
{
    for (uint32_t i = 0; i < TAUFLOW_SHAPE_WORDS; i++)
        if (SHAPE_FIELD[i].offset == offset)
            *shape_number(c, i) = (value & SHAPE_FIELD[i].mask) >> SHAPE_FIELD[i].low;
}

tauflow_shape shape_reported(const tauflow_shape *c)
{
    tauflow_shape told = {0};
    for (uint32_t i = 0; i < TAUFLOW_SHAPE_WORDS; i++)
        shape_set_register(&told, SHAPE_FIELD[i].offset, shape_register(c, SHAPE_FIELD[i].offset));
    return told;
}
