/* A program of the machine: what every receiver, unit and source does, in which order, and
 * nothing about when. Sequences repeat for each sample. Bit layout of the tables as a core
 * loads them: docs/program.md; registers: rtl/regs.def. */
#ifndef TAUFLOW_PROGRAM_H
#define TAUFLOW_PROGRAM_H

#include "schedule/schedule.h"

enum {
    CORE_MODULES_LIMIT = 16,
    CORE_LANES_LIMIT = 4,
    CORE_SLOTS_LIMIT = 4096,     /* of one receiver; also constants: 12 bits in a table word */
    CORE_SEQUENCE_LIMIT = 65535, /* entries of any sequence: 16 bits of a load address */
    PROGRAM_MASK_WORDS = 4       /* 32-bit words that hold one bit per receiver of the largest core */
};

/* What a core is, and what a program asks of one. A program fits a core with the same network and
 * at least its numbers (program_fits); its predicted cycles hold where times and queues are equal. */
typedef struct {
    network_kind network; /* crossbar or ring; a core of one module is both */
    uint32_t modules;     /* each one multiplier and one adder */
    uint32_t lanes;       /* words of an input beat */
    uint32_t transfer_cycles;
    uint32_t latency_cycles[2]; /* multiplier, adder */
    uint32_t queue, lane_queue, relay_queue; /* as in machine.h; credits = latency + queue */
    uint32_t slots, constants;               /* of one operand receiver */
    uint32_t receptions;                     /* of one operand receiver */
    uint32_t issues;                         /* of one unit: also the emissions of its source */
    uint32_t relay_words;                    /* receptions of one relay: also the emissions of its source */
    uint32_t lane_words, output_words;       /* of one sample: emissions of a lane, receptions of the output port */
} core_shape;

/* Numbering of a core of N modules and L lanes (machine.h numbering where mul = add = N).
 * Units:     multiplier m is m, adder m is N + m.
 * Receivers: operand a of unit u is 2u, b is 2u + 1; the output port is 4N; ring with N > 1: the relay of module m
 *            is 4N + 1 + 2m clockwise (to m + 1), 4N + 2 + 2m counter-clockwise (to m - 1).
 * Sources:   unit u is u; lane l is 2N + l; the relay of receiver 4N + 1 + k is 2N + L + k and delivers next door. */
static inline uint32_t core_units(const core_shape *c)
{
    return 2 * c->modules;
}
static inline uint32_t core_output(const core_shape *c)
{
    return 4 * c->modules;
}
static inline uint32_t core_relays(const core_shape *c)
{
    return c->network == NETWORK_RING && c->modules > 1 ? 2 * c->modules : 0;
}
static inline uint32_t core_receivers(const core_shape *c)
{
    return core_output(c) + 1 + core_relays(c);
}
static inline uint32_t core_lane(const core_shape *c, uint32_t lane)
{
    return core_units(c) + lane;
}
static inline uint32_t core_first_relay_source(const core_shape *c)
{
    return core_units(c) + c->lanes;
}
static inline uint32_t core_sources(const core_shape *c)
{
    return core_first_relay_source(c) + core_relays(c);
}

/* Names in messages and dumps: mul0, add3; mul0.a, out, m2> (relay of module 2, clockwise), m2<; lane1. */
void core_unit_name(const core_shape *c, uint32_t unit, text *out);
void core_receiver_name(const core_shape *c, uint32_t receiver, text *out);
void core_source_name(const core_shape *c, uint32_t source, text *out);

/* The receiver waits for `source` and puts its word into `slot` (0 for the output port and relays). */
typedef struct {
    uint32_t source, slot;
} program_reception;

/* Where an issue reads one operand. A slot is empty again after a read with `release`. */
typedef struct {
    uint32_t index; /* of a slot or of a constant */
    bool constant, release;
} program_read;

/* What the unit does with operands a and b; a multiplier multiplies always. */
typedef enum { ACTION_MUL, ACTION_ADD, ACTION_SUB, ACTION_RSUB /* b - a */ } program_action;

typedef struct {
    program_read operand[2];
    program_action action;
} program_issue;

/* Receivers of one emitted word, bit r % 32 of word r / 32. */
typedef struct {
    uint32_t bits[PROGRAM_MASK_WORDS];
} program_mask;

typedef struct {
    program_reception *receptions;
    uint32_t receptions_count;
    uint32_t *constants; /* binary32 bits, each once */
    uint32_t constants_count;
} program_receiver;

typedef struct {
    program_issue *issues;
    uint32_t issues_count;
} program_unit;

typedef struct {
    program_mask *emissions;
    uint32_t emissions_count;
} program_source;

/* Output o of the operations: word number `position` of an output packet, or a constant that the host knows. */
typedef struct {
    uint32_t position; /* PROGRAM_CONSTANT: not in the packet */
    uint32_t constant; /* binary32 bits */
} program_output;

#define PROGRAM_CONSTANT UINT32_MAX
#define PROGRAM_PADDING UINT32_MAX

typedef struct {
    const char *robot;
    core_shape shape;            /* what it asks for */
    program_receiver *receivers; /* core_receivers */
    program_unit *units;         /* core_units */
    program_source *sources;     /* core_sources */
    uint32_t beats;              /* of one input packet */
    uint32_t *input_map;         /* [beat * lanes + lane]: number of the input, or PROGRAM_PADDING */
    uint32_t inputs_count;
    program_output *output_map; /* one per output of the operations */
    uint32_t outputs_count;
    uint32_t cycles; /* of one sample, as the schedule predicts; from first word in to last word out */
} program;

/* From a legal schedule on a crossbar or ring with input lanes. Refuses, with the reason and the
 * numbers, what no core can hold. */
status program_build(arena *mem, const ops *p, const schedule *s, program *out, diag *d);

/* `key=value ...` on one line, in the words of the struct (transfer, mul_latency, add_latency for the times); parse changes the
 * named fields only. */
void core_print(const core_shape *c, text *out);
status core_parse(const char *line, core_shape *c, diag *d);

/* Refuses with the numbers of the first thing that does not fit. */
status program_fits(const core_shape *wanted, const core_shape *core, diag *d);

/* Executes the sequences alone, without a clock, on symbols: accepts exactly the programs that
 * compute p, never block, never overwrite a word that is still wanted, and end each sample with
 * everything empty, one sample alone and several in flight. Shares no code with program_build. */
status program_check(const ops *p, const program *q, diag *d);

#endif
