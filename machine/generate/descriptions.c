/* SPDX-License-Identifier: MIT */
#include "generate/descriptions.h"

#include <stdio.h>
#include <string.h>

const char *const PLACE_WORD[] = {"MODULE", "SHARED"};

const network_row NETWORKS[NETWORKS_COUNT] = {
#define NETWORK(name, word, about, least, ways, layout, module) \
    {word, about, least, sizeof ways - 1, #module},
#include "networks.def"
#undef NETWORK
};

#define KIND(name, word, where, latency, module, model, lut4, about) \
    {#name, #word, IN_##where, latency, #module, #model, lut4, about},
#define OPTIONS(kind, option, value, many, one)
#define FIXED(kind, latency, module, lut4)
const kind_row KINDS[] = {
#include "kinds.def"
};
#undef KIND
#undef OPTIONS

#define KIND(name, word, where, latency, module, model, lut4, about)
#define OPTIONS(kind, option, value, many, one) {#kind, option, value, many, one},
const options_row SHARED_OPTIONS[] = {
#include "kinds.def"
};
const uint32_t SHARED_OPTIONS_COUNT = sizeof SHARED_OPTIONS / sizeof SHARED_OPTIONS[0];
#undef OPTIONS
#undef FIXED

#define OPTIONS(kind, option, value, many, one)
#define FIXED(kind, latency, module, lut4) {#kind, latency, #module, lut4},
static const fixed_row FIXED_KINDS[] = {
#include "kinds.def"
};
#undef KIND
#undef OPTIONS
#undef FIXED

#define SHAPE(field, parameter, key, least, most, needs, usual, grows, reg, bits, fit, label, \
              about) \
    {#field, #parameter, #key, least, most, needs, usual, #grows, #reg, #bits, #fit, label, about, \
     0},
#define OPTION(field, parameter, key, from, most, reg, bits, fit, label, about) \
    {#field, #parameter, #key, 0, most, 0, 0, "FIXED", #reg, #bits, #fit, label, about, from},
#define LATENCIES {.key = "LATENCIES"},
#define SHARED {.key = "SHARED"},
#define SIZE(word, factor)
static const shape_row GIVEN[] = {
#include "shape.def"
};
#undef SHAPE
#undef OPTION
#undef LATENCIES
#undef SHARED
#undef SIZE

#define SHAPE(field, parameter, key, least, most, needs, usual, grows, reg, bits, fit, label, about)
#define OPTION(field, parameter, key, from, most, reg, bits, fit, label, about)
#define LATENCIES
#define SHARED
#define SIZE(word, factor) {#word, factor},
const size_row SIZES[] = {
#include "shape.def"
};
#undef SHAPE
#undef OPTION
#undef LATENCIES
#undef SHARED
#undef SIZE
const uint32_t SIZES_COUNT = sizeof SIZES / sizeof SIZES[0];

int is_latency(const shape_row *p)
{
    return strcmp(p->reg, "LATENCY") == 0;
}

int is_time(const shape_row *p)
{
    return strcmp(p->grows, "FIXED") == 0 && !p->from && strcmp(p->parameter, "MODULES") != 0;
}

static shape_row latency_row(const kind_row *k, uint32_t number, char texts[4][TEXT_BYTES])
{
    snprintf(texts[0], TEXT_BYTES, "latency_cycles[%u]", number);
    snprintf(texts[1], TEXT_BYTES, "%s_LAT", k->name);
    snprintf(texts[2], TEXT_BYTES, "%s_latency", k->word);
    const char *article = strchr("aeiou", k->about[0]) ? "an" : "a";
    snprintf(texts[3], TEXT_BYTES, "cycles of %s %s", article, k->about);
    return (shape_row){texts[0],  texts[1],  texts[2], 1,      LATENCY_MOST, 1,       k->latency,
                       "FIXED", "LATENCY", k->name, "TIME", texts[3],     texts[3], 0};
}

/* How many of a shared kind. */
static shape_row shared_row(const kind_row *k, uint32_t number, char texts[4][TEXT_BYTES])
{
    snprintf(texts[0], TEXT_BYTES, "shared_units[%u]", number);
    snprintf(texts[1], TEXT_BYTES, "%sS", k->name);
    snprintf(texts[2], TEXT_BYTES, "%ss", k->about);
    snprintf(texts[3], TEXT_BYTES, "%ss that all modules share", k->about);
    return (shape_row){texts[0], texts[1], k->word, 0,        SHARED_EACH_MOST, 0,        0,
                       "FIXED",  "SHARED", k->name, "ENOUGH", texts[2],         texts[3], 1};
}

/* 0 where there are none. */
static shape_row shared_latency_row(const kind_row *k, uint32_t number, char texts[4][TEXT_BYTES])
{
    shape_row row = latency_row(k, number, texts);
    row.least = row.needs = row.usual = 0;
    row.from = 1;
    row.reg = "SHARED_LATENCY";
    return row;
}

uint32_t kinds_in(kind_place where)
{
    uint32_t count = 0;
    for (uint32_t k = 0; k < KINDS_COUNT; k++)
        count += KINDS[k].where == where;
    return count;
}

const fixed_row *find_fixed(const kind_row *k)
{
    for (size_t i = 0; i < sizeof FIXED_KINDS / sizeof FIXED_KINDS[0]; i++)
        if (strcmp(FIXED_KINDS[i].kind, k->name) == 0)
            return &FIXED_KINDS[i];
    return NULL;
}

uint32_t module_kinds(void)
{
    return kinds_in(IN_MODULE);
}

/* The counts of all shared kinds, then their latencies. */
static void list_shared(shape_list *out)
{
    const uint32_t first = module_kinds(), end = first + kinds_in(IN_SHARED);
    for (uint32_t k = first; k < end; k++)
        out->rows[out->count++] = shared_row(&KINDS[k], k - first, out->texts[k]);
    for (uint32_t k = first; k < end; k++)
        out->rows[out->count++] =
            shared_latency_row(&KINDS[k], k, out->texts[KINDS_COUNT + k]);
}

/* A field that its register has no room for is in one that goes on from it. */
static void find_registers(shape_list *out)
{
    for (uint32_t i = 0; i < out->count; i++) {
        const line *f = find_field(&out->registers, out->rows[i].reg, out->rows[i].bits);
        out->rows[i].reg = f ? f->name : out->rows[i].reg;
    }
}

void list_shape(shape_list *out)
{
    out->count = 0;
    list_registers(&out->registers);
    for (size_t i = 0; i < sizeof GIVEN / sizeof GIVEN[0]; i++) {
        if (GIVEN[i].field)
            out->rows[out->count++] = GIVEN[i];
        else if (strcmp(GIVEN[i].key, "SHARED") == 0)
            list_shared(out);
        else
            for (uint32_t k = 0; k < module_kinds(); k++)
                out->rows[out->count++] = latency_row(&KINDS[k], k, out->texts[k]);
    }
    for (uint32_t i = 0; i < out->count; i++)
        out->rows[i].about = text_of(&out->registers, out->rows[i].about);
    find_registers(out);
}
