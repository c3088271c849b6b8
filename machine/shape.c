/* One table holds every number of a shape; name, line, registers, ranges and fit are made from it. */
#include "machine/shape.h"

#include "tauflow_regs.h"

#include <stdio.h>
#include <string.h>

const char *const NETWORK_WORD[NETWORK_KINDS] = {"ideal", "crossbar", "ring"};

enum { GROWS_FIXED = 0, GROWS_GROWS = 1 };

const shape_field SHAPE_FIELD[TAUFLOW_SHAPE_WORDS] = {
#define FIELD(field, parameter, key, least, most, needs, usual, grows, reg, bits, fit, label)       \
    {#key,         label,    least,                  most,                 needs,                   \
     usual,        GROWS_##grows, FIT_##fit,         TAUFLOW_REG_##reg,    TAUFLOW_##bits##_LOW,    \
     TAUFLOW_##bits##_MASK},
    TAUFLOW_SHAPE_FIELDS(FIELD)
#undef FIELD
};

_Static_assert(sizeof(tauflow_shape) == TAUFLOW_SHAPE_WORDS * sizeof(uint32_t),
               "a shape is its numbers one after another");

enum { NETWORK_FIELD = 0, OUT_LANES_FIELD = 3 }; /* of SHAPE_FIELD */

uint32_t *shape_number(tauflow_shape *c, uint32_t i)
{
    return (uint32_t *)c + i;
}

uint32_t shape_get(const tauflow_shape *c, uint32_t i)
{
    return ((const uint32_t *)c)[i];
}

bool shape_check(const tauflow_shape *c, bool of_core, char why[SHAPE_WHY_BYTES])
{
    for (uint32_t i = 0; i < TAUFLOW_SHAPE_WORDS; i++) {
        const shape_field *f = &SHAPE_FIELD[i];
        uint32_t least = of_core ? f->least : f->needs, value = shape_get(c, i);
        if (value >= least && value <= f->most)
            continue;
        snprintf(why, SHAPE_WHY_BYTES, "%u %s, %u..%u expected", value, f->label, least, f->most);
        return false;
    }
    return true;
}

/* ---- fit ---------------------------------------------------------------------------------------- */

static bool enough(const char *what, uint32_t wanted, uint32_t there, char why[SHAPE_WHY_BYTES])
{
    if (wanted > there)
        snprintf(why, SHAPE_WHY_BYTES,
                 "the program does not fit: it needs %u %s and the core has %u", wanted, what, there);
    return wanted <= there;
}

static bool same_network(const tauflow_shape *wanted, const tauflow_shape *core,
                         char why[SHAPE_WHY_BYTES])
{
    bool one = wanted->modules == 1 && core->modules == 1; /* then both networks are the same */
    if (wanted->network != core->network && !one) {
        snprintf(why, SHAPE_WHY_BYTES, "the program does not fit: it is for a %s and the core is a %s",
                 NETWORK_WORD[wanted->network], NETWORK_WORD[core->network]);
        return false;
    }
    if (wanted->network == NETWORK_RING && wanted->modules != core->modules) {
        snprintf(why, SHAPE_WHY_BYTES,
                 "the program does not fit: it is for a ring of %u modules and the core has %u",
                 wanted->modules, core->modules);
        return false;
    }
    return true;
}

/* The queue of a unit and its pipeline hold the results in flight together. */
static bool enough_credits(const tauflow_shape *wanted, const tauflow_shape *core,
                           char why[SHAPE_WHY_BYTES])
{
    bool fits = true;
    for (uint32_t k = 0; k < TAUFLOW_MODULE_KINDS && fits; k++) {
        char what[64];
        const char *kind = UNIT_KIND[k].about;
        snprintf(what, sizeof what, "results in flight on %s %s", strchr("aeiou", *kind) ? "an" : "a",
                 kind);
        fits = enough(what, wanted->latency_cycles[k] + wanted->queue,
                      core->latency_cycles[k] + core->queue, why);
    }
    return fits;
}

bool shape_fits(const tauflow_shape *wanted, const tauflow_shape *core, char why[SHAPE_WHY_BYTES])
{
    for (uint32_t i = 0; i < TAUFLOW_SHAPE_WORDS; i++) {
        const shape_field *f = &SHAPE_FIELD[i];
        bool fits = true;
        switch (f->fit) {
        case FIT_TIME: break;
        case FIT_NETWORK: fits = same_network(wanted, core, why); break;
        case FIT_CREDIT: fits = enough_credits(wanted, core, why); break;
        case FIT_RELAY:
            if (!core_relays(wanted))
                break;
            /* fallthrough */
        case FIT_ENOUGH:
            fits = enough(f->label, shape_get(wanted, i), shape_get(core, i), why);
            break;
        }
        if (!fits)
            return false;
    }
    return true;
}

/* ---- names -------------------------------------------------------------------------------------- */

void shape_name(const tauflow_shape *c, char name[SHAPE_NAME_BYTES])
{
    uint32_t network = c->network < NETWORK_KINDS ? c->network : NETWORK_IDEAL;
    size_t used = (size_t)snprintf(name, SHAPE_NAME_BYTES, "%s", NETWORK_WORD[network]);
    for (uint32_t i = NETWORK_FIELD + 1; i < TAUFLOW_SHAPE_WORDS && used < SHAPE_NAME_BYTES; i++)
        if (i != OUT_LANES_FIELD || c->out_lanes != 1)
            used += (size_t)snprintf(name + used, SHAPE_NAME_BYTES - used, "%c%u",
                                     i == OUT_LANES_FIELD ? 'x' : '_', shape_get(c, i));
}

/* A number, up to 6 digits; false when there is none. */
static bool parse_number(const char **at, uint32_t *out)
{
    uint32_t digits = 0;
    for (*out = 0; **at >= '0' && **at <= '9' && digits < 6; ++*at, digits++)
        *out = *out * 10 + (uint32_t)(**at - '0');
    return digits > 0;
}

/* Everything after the network. */
static bool parse_numbers(const char *at, tauflow_shape *out)
{
    for (uint32_t i = NETWORK_FIELD + 1; i < TAUFLOW_SHAPE_WORDS; i++) {
        char before = i == OUT_LANES_FIELD ? 'x' : '_';
        if (i == OUT_LANES_FIELD && *at != before) {
            out->out_lanes = 1;
            continue;
        }
        if (*at++ != before || !parse_number(&at, shape_number(out, i)))
            return false;
    }
    return *at == '\0';
}

bool shape_parse(const char *name, tauflow_shape *out, char why[SHAPE_WHY_BYTES])
{
    *out = (tauflow_shape){0};
    for (uint32_t n = NETWORK_CROSSBAR; n < NETWORK_KINDS; n++) {
        size_t length = strlen(NETWORK_WORD[n]);
        if (strncmp(name, NETWORK_WORD[n], length) == 0 && parse_numbers(name + length, out))
            out->network = n;
    }
    if (out->network)
        return shape_check(out, true, why);
    snprintf(why, SHAPE_WHY_BYTES,
             "no core is called so: crossbar or ring and %d numbers expected, network_modules_lanes_...",
             TAUFLOW_SHAPE_WORDS - 2);
    return false;
}

void shape_print(const tauflow_shape *c, text *out)
{
    text_printf(out, "network=%s", NETWORK_WORD[c->network]);
    for (uint32_t i = NETWORK_FIELD + 1; i < TAUFLOW_SHAPE_WORDS; i++)
        text_printf(out, " %s=%u", SHAPE_FIELD[i].key, shape_get(c, i));
}

static bool same_word(const char *word, const char *bytes, size_t length)
{
    return strlen(word) == length && memcmp(word, bytes, length) == 0;
}

static bool set_network(tauflow_shape *c, const char *word, size_t length)
{
    for (uint32_t n = NETWORK_CROSSBAR; n < NETWORK_KINDS; n++)
        if (same_word(NETWORK_WORD[n], word, length)) {
            c->network = n;
            return true;
        }
    return false;
}

/* One key=value. */
static bool set_pair(tauflow_shape *c, const char *pair, size_t length, char why[SHAPE_WHY_BYTES])
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
        if (i == NETWORK_FIELD) {
            if (set_network(c, at, length - key - 1))
                return true;
            snprintf(why, SHAPE_WHY_BYTES, "core: '%.*s': crossbar or ring expected", shown, pair);
            return false;
        }
        if (!parse_number(&at, &value) || at != pair + length || value < f->least || value > f->most) {
            snprintf(why, SHAPE_WHY_BYTES, "core: '%.*s': %u..%u expected", shown, pair, f->least,
                     f->most);
            return false;
        }
        *shape_number(c, i) = value;
        return true;
    }
    snprintf(why, SHAPE_WHY_BYTES, "core: '%.*s' is not a known key=value", shown, pair);
    return false;
}

bool shape_parse_line(const char *line, tauflow_shape *c, char why[SHAPE_WHY_BYTES])
{
    for (const char *at = line; *at;) {
        size_t length = strcspn(at, " \t");
        if (length && !set_pair(c, at, length, why))
            return false;
        at += length + strspn(at + length, " \t");
    }
    return true;
}

/* ---- registers ------------------------------------------------------------------------------------ */

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
