#include "cores.h"

#include <stdio.h>
#include <string.h>

static const char *const NETWORKS[] = {"", "crossbar", "ring"};

typedef struct {
    const char *word;
    uint32_t slots, constants, receptions, issues, relay_words, lane_words, output_words;
} size;

#define MACHINE(...)
#define SIZE(word, ...) {#word, __VA_ARGS__},
static const size SIZES[] = {
#include "cores.def"
};
#undef MACHINE
#undef SIZE

enum { SIZES_COUNT = sizeof SIZES / sizeof SIZES[0] };

static void set_size(tauflow_shape *c, const size *s)
{
    c->slots = s->slots;
    c->constants = s->constants;
    c->receptions = s->receptions;
    c->issues = s->issues;
    c->relay_words = s->relay_words;
    c->lane_words = s->lane_words;
    c->output_words = s->output_words;
}

#define SIZE(...)
#define MACHINE(network, modules, lanes, transfer, mul, add, results, lane, relay)                 \
    static const char NETWORK[] = #network;                                                        \
    static const tauflow_shape TIMES = {0,   modules, lanes, 1, transfer, mul, add, results, lane, \
                                        relay, 0,     0,     0, 0,        0,   0,   0};
#include "cores.def"
#undef MACHINE
#undef SIZE

tauflow_shape cores_default(void)
{
    tauflow_shape c = TIMES;
    c.network = strcmp(NETWORK, NETWORKS[SHAPE_RING]) == 0 ? SHAPE_RING : SHAPE_CROSSBAR;
    set_size(&c, &SIZES[0]);
    return c;
}

bool cores_of_size(const char *word, tauflow_shape *out)
{
    *out = cores_default();
    for (size_t i = 0; i < SIZES_COUNT; i++)
        if (strcmp(SIZES[i].word, word) == 0) {
            set_size(out, &SIZES[i]);
            return true;
        }
    return false;
}

void cores_sizes(char *text, size_t bytes)
{
    size_t used = 0;
    *text = '\0';
    for (size_t i = 0; i < SIZES_COUNT && used < bytes; i++)
        used += (size_t)snprintf(text + used, bytes - used, "%s%s", i ? ", " : "", SIZES[i].word);
}

/* On the same times a program takes the same cycles; modules and lanes that it does not use
 * rest. */
static bool runs_as_predicted(const tauflow_shape *needs, const tauflow_shape *core)
{
    const bool ring = core->network == SHAPE_RING;
    if (needs->network != core->network && (needs->modules != 1 || core->modules != 1))
        return false;
    if (ring ? needs->modules != core->modules : needs->modules > core->modules)
        return false;
    if (needs->lanes > core->lanes || needs->out_lanes > core->out_lanes)
        return false;
    return needs->transfer_cycles == core->transfer_cycles &&
           needs->mul_latency_cycles == core->mul_latency_cycles &&
           needs->add_latency_cycles == core->add_latency_cycles && needs->queue == core->queue &&
           needs->lane_queue == core->lane_queue &&
           (!ring || needs->relay_queue == core->relay_queue);
}

tauflow_status cores_deepen(const tauflow_shape *needs, tauflow_shape *core, report *r)
{
    tauflow_status fits = TAUFLOW_OK;
    for (size_t i = 0; i < SIZES_COUNT; i++) {
        set_size(core, &SIZES[i]);
        fits = shape_fits(needs, core, r);
        if (fits == TAUFLOW_OK)
            break;
    }
    return fits; /* the message, if any, is of the largest */
}

tauflow_status cores_choose(const tauflow_shape *needs, tauflow_shape *out, report *r)
{
    *out = cores_default();
    if (!runs_as_predicted(needs, out))
        *out = *needs;
    return cores_deepen(needs, out, r);
}

void cores_name(const tauflow_shape *c, char name[CORES_NAME_BYTES])
{
    const uint32_t numbers[] = {c->transfer_cycles,    c->mul_latency_cycles,
                                c->add_latency_cycles, c->queue,
                                c->lane_queue,         c->relay_queue,
                                c->slots,              c->constants,
                                c->receptions,         c->issues,
                                c->relay_words,        c->lane_words,
                                c->output_words};
    const char *network = NETWORKS[c->network == SHAPE_RING ? SHAPE_RING : SHAPE_CROSSBAR];
    int used = snprintf(name, CORES_NAME_BYTES, "%s_%u_%u", network, c->modules, c->lanes);
    if (c->out_lanes != 1)
        used += snprintf(name + used, CORES_NAME_BYTES - (size_t)used, "x%u", c->out_lanes);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        used += snprintf(name + used, CORES_NAME_BYTES - (size_t)used, "_%u", numbers[i]);
}

void cores_word(const tauflow_shape *core, char word[CORES_NAME_BYTES])
{
    char other[CORES_NAME_BYTES];
    cores_name(core, word);
    for (size_t i = 0; i < SIZES_COUNT; i++) {
        tauflow_shape c = cores_default();
        set_size(&c, &SIZES[i]);
        cores_name(&c, other);
        if (strcmp(word, other) == 0)
            snprintf(word, CORES_NAME_BYTES, "%s", SIZES[i].word);
    }
}
