/* A program of the machine: what every receiver, unit and source does, in which order, and
 * nothing about when. Sequences repeat for each sample. Bit layout of the tables as a core
 * loads them: docs/program.md; registers: rtl/regs.def. */
#ifndef TAUFLOW_PROGRAM_H
#define TAUFLOW_PROGRAM_H

#include "schedule/schedule.h"

enum {
    CORE_MODULES_LIMIT = 16,
    CORE_LANES_LIMIT = 8,
    CORE_OUT_LANES_LIMIT = 4,
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
    uint32_t out_lanes;   /* words of an output beat: output ports */
    uint32_t transfer_cycles;
    uint32_t latency_cycles[2]; /* multiplier, adder */
    uint32_t queue, lane_queue, relay_queue; /* as in machine.h; credits = latency + queue */
    uint32_t slots, constants;               /* of one operand receiver */
    uint32_t receptions;                     /* of one operand receiver */
    uint32_t issues;                         /* of one unit: also the emissions of its source */
    uint32_t relay_words;                    /* receptions of one relay: also the emissions of its source */
    uint32_t lane_words;                     /* emissions of a lane */
    uint32_t output_words;                   /* receptions of one output port */
} core_shape;

/* Numbering of a core of N modules and L lanes (machine.h numbering where mul = add = N).
 * Units:     multiplier m is m, adder m is N + m.
 * Receivers: operand a of unit u is 2u, b is 2u + 1; output port p of O is 4N + p; ring with N > 1: the relay of module m
 *            is 4N + O + 2m clockwise (to m + 1), 4N + O + 2m + 1 counter-clockwise (to m - 1).
 * Sources:   unit u is u; lane l is 2N + l; the relay of receiver 4N + O + k is 2N + L + k and delivers next door. */
static inline uint32_t core_units(const core_shape *c)
{
    return 2 * c->modules;
}
static inline uint32_t core_output(const core_shape *c)
{
    return 4 * c->modules;
}
static inline uint32_t core_first_relay(const core_shape *c)
{
    return core_output(c) + c->out_lanes;
}
static inline bool core_is_output(const core_shape *c, uint32_t receiver)
{
    return receiver >= core_output(c) && receiver < core_first_relay(c);
}
static inline uint32_t core_relays(const core_shape *c)
{
    return c->network == NETWORK_RING && c->modules > 1 ? 2 * c->modules : 0;
}
static inline uint32_t core_receivers(const core_shape *c)
{
    return core_first_relay(c) + core_relays(c);
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

/* Bits of an emission mask of a unit or relay on a ring of two or more modules: operands, output ports, two relays. */
static inline uint32_t core_ring_mask(const core_shape *c)
{
    return 4 + c->out_lanes + 2;
}

/* Names in messages and dumps: mul0, add3; mul0.a, out, m2> (relay of module 2, clockwise), m2<; lane1. */
void core_unit_name(const core_shape *c, uint32_t unit, text *out);
void core_receiver_name(const core_shape *c, uint32_t receiver, text *out);
void core_source_name(const core_shape *c, uint32_t source, text *out);

/* The receiver waits for `source` and puts its word into `slot` (0 for output ports and relays). */
typedef struct {
    uint32_t source, slot;
    bool ends; /* output ports: with this word a sample is out; one reception a sample */
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

/* Every sequence runs through its entries 0 .. count - 1 and goes on at entry `loop`. loop = 0: each pass is one sample.
 * loop > 0: samples overlap in the order of the entries; those before `loop` are the beginning, in which the first samples have no
 * forerunners, and a pass from `loop` to the end serves as many samples as there are slots to rotate through. */
typedef struct {
    program_reception *receptions;
    uint32_t receptions_count, receptions_loop;
    uint32_t *constants; /* binary32 bits, each once */
    uint32_t constants_count;
} program_receiver;

typedef struct {
    program_issue *issues;
    uint32_t issues_count, issues_loop;
} program_unit;

typedef struct {
    program_mask *emissions;
    uint32_t emissions_count, emissions_loop;
} program_source;

/* Output o of the operations: word number `position` of a sample's words, or a constant that the host knows. */
typedef struct {
    uint32_t position; /* PROGRAM_CONSTANT: not among them */
    uint32_t constant; /* binary32 bits */
} program_output;

#define PROGRAM_CONSTANT UINT32_MAX
#define PROGRAM_PADDING UINT32_MAX

/* What an output port takes with one reception: word `position` of sample `sample`. In the second and every later pass from the port's
 * loop on, sample grows by 1 each pass (by 1 each pass from entry 0 on where loop is 0). */
typedef struct {
    uint32_t position, sample;
} program_delivery;

/* An output packet is out_beats beats of out_lanes words; port l fills the first `words` places of its lane. The words
 * of a port go out in the order of its receptions, so a packet of a program whose samples overlap may hold words of several. */
typedef struct {
    program_delivery *deliveries; /* parallel to the port's receptions */
    uint32_t words;               /* of a packet; each sample brings as many */
} program_port;

typedef struct {
    const char *robot;
    core_shape shape;            /* what it asks for */
    program_receiver *receivers; /* core_receivers */
    program_unit *units;         /* core_units */
    program_source *sources;     /* core_sources */
    uint32_t beats;              /* of one input packet */
    uint32_t *input_map;         /* [beat * lanes + lane]: number of the input, or PROGRAM_PADDING */
    uint32_t inputs_count;
    program_port *ports; /* out_lanes */
    uint32_t out_beats;  /* of one output packet */
    uint32_t words;      /* of one sample over all ports */
    uint32_t flush;      /* packets that must enter behind a sample until it is out entirely; 0 where sequences end with each sample */
    uint32_t interval;   /* cycles between samples back to back that the schedule was made for; 0: made for one sample alone */
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
