/* Numbering of a core's parts, as docs/program.md gives it, and whether a program fits. */
#ifndef TAUFLOW_SHAPE_H
#define TAUFLOW_SHAPE_H

#include "report.h"

#include <stdbool.h>

enum { SHAPE_CROSSBAR = 1, SHAPE_RING = 2, SHAPE_MODULES_LIMIT = 16, SHAPE_LANES_LIMIT = 8, SHAPE_OUT_LANES_LIMIT = 4, SHAPE_MASK_WORDS = 3 };

static inline uint32_t shape_units(const tauflow_shape *c)
{
    return 2 * c->modules;
}
static inline uint32_t shape_output(const tauflow_shape *c)
{
    return 4 * c->modules;
}
static inline uint32_t shape_relays(const tauflow_shape *c)
{
    return c->network == SHAPE_RING && c->modules > 1 ? 2 * c->modules : 0;
}
static inline uint32_t shape_first_relay(const tauflow_shape *c)
{
    return shape_output(c) + c->out_lanes;
}
static inline bool shape_is_output(const tauflow_shape *c, uint32_t receiver)
{
    return receiver >= shape_output(c) && receiver < shape_first_relay(c);
}
static inline uint32_t shape_receivers(const tauflow_shape *c)
{
    return shape_first_relay(c) + shape_relays(c);
}
static inline uint32_t shape_relay_source(const tauflow_shape *c)
{
    return shape_units(c) + c->lanes;
}
static inline uint32_t shape_sources(const tauflow_shape *c)
{
    return shape_relay_source(c) + shape_relays(c);
}
/* Bits of an emission entry of this source: receivers, or the operands, ports and relays that a module of a ring reaches. */
static inline uint32_t shape_mask_bits(const tauflow_shape *c, uint32_t source)
{
    bool lane = source >= shape_units(c) && source < shape_relay_source(c);
    return shape_relays(c) && !lane ? 4 + c->out_lanes + 2 : shape_first_relay(c);
}

/* In the list below: field and what messages call it. Order of the `.tau` section. */
#define SHAPE_FIELDS(FIELD)                        \
    FIELD(network, "network")                      \
    FIELD(modules, "modules")                      \
    FIELD(lanes, "input lanes")                    \
    FIELD(out_lanes, "output lanes")               \
    FIELD(transfer_cycles, "cycles of transfer")   \
    FIELD(mul_latency_cycles, "cycles of a multiplier") \
    FIELD(add_latency_cycles, "cycles of an adder") \
    FIELD(queue, "words in a result queue")        \
    FIELD(lane_queue, "words in a lane's queue")   \
    FIELD(relay_queue, "words in a relay")         \
    FIELD(slots, "slots in one receiver")          \
    FIELD(constants, "constants in one receiver")  \
    FIELD(receptions, "receptions in one receiver") \
    FIELD(issues, "operations on one unit")        \
    FIELD(relay_words, "words through one relay")  \
    FIELD(lane_words, "words on one lane")         \
    FIELD(output_words, "output words")

/* Refuses what no core can be; `what` opens the message. */
tauflow_status shape_check(const tauflow_shape *c, tauflow_status status, const char *what, report *r);
/* Refuses with the numbers of the first thing that does not fit. */
tauflow_status shape_fits(const tauflow_shape *wanted, const tauflow_shape *core, report *r);
/* From a name as sim/core.sh takes it: crossbar_4_2_0_3_4_... */
tauflow_status shape_parse(const char *name, tauflow_shape *out, report *r);

#endif
