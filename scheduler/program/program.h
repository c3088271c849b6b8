/* SPDX-License-Identifier: MIT */
/* A program of the machine: what every receiver, unit and source does, in which order, and
 * nothing about when. Sequences repeat for each sample. Bit layout of the tables as a core
 * loads them: docs/program.md; registers: machine/regs.def. */
#ifndef TAUFLOW_PROGRAM_H
#define TAUFLOW_PROGRAM_H

#include "schedule/schedule.h"

/* The receiver waits for `source` and puts its word into `slot` (0 for output ports and relays). */
typedef struct {
    uint32_t source, slot;
    uint32_t most; /* words in the store with which the slot is empty: machine/counts.h */
    bool ends; /* output ports: with this word a sample is out; one reception a sample */
} program_reception;

/* Where an issue reads one operand. A slot is empty again after a read with `release`. */
typedef struct {
    uint32_t index; /* of a slot or of a constant */
    uint32_t above; /* the word is there when the store holds more: machine/counts.h */
    bool constant, release;
} program_read;

/* What the unit does with operands a and b: its kind's operation, or an adder negates one, or both
 * to let a through where b is below zero; a sine unit "negates" b for a cosine. */
typedef enum { ACTION_PLAIN, ACTION_SUB, ACTION_RSUB /* b - a */, ACTION_BELOW } program_action;

typedef struct {
    program_read operand[2];
    program_action action;
    uint32_t shift; /* fixed point: as cores take it (machine/fixed.h); 0 otherwise */
} program_issue;

/* Receivers of one emitted word, bit r % 32 of word r / 32. */
typedef struct {
    uint32_t bits[CORE_MASK_WORDS];
} program_mask;

/* Every sequence runs through its entries 0 .. count - 1 and goes on at entry `loop`. loop = 0:
 * each pass is one sample. loop > 0: samples overlap in the order of the entries; those before
 * `loop` are the beginning, in which the first samples have no forerunners, and a pass from `loop`
 * to the end serves as many samples as there are slots to rotate through. */
typedef struct {
    program_reception *receptions;
    uint32_t receptions_count, receptions_loop;
    uint32_t *constants; /* words of the core's number format, each once */
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

/* Output o of the operations: word number `position` of a sample's words, or a constant that the
 * host knows. */
typedef struct {
    uint32_t position; /* PROGRAM_CONSTANT: not among them */
    uint32_t constant; /* a word of the core's number format */
} program_output;

#define PROGRAM_CONSTANT UINT32_MAX
#define PROGRAM_PADDING UINT32_MAX

/* What an output port takes with one reception: word `position` of sample `sample`. In the second
 * and every later pass from the port's loop on, sample grows by 1 each pass (by 1 each pass from
 * entry 0 on where loop is 0). */
typedef struct {
    uint32_t position, sample;
} program_delivery;

/* An output packet is out_beats beats of out_lanes words; port l fills the first `words` places of
 * its lane. The words of a port go out in the order of its receptions, so a packet of a program
 * whose samples overlap may hold words of several. */
typedef struct {
    program_delivery *deliveries; /* parallel to the port's receptions */
    uint32_t words;               /* of a packet; each sample brings as many */
} program_port;

typedef struct {
    const char *robot;
    tauflow_shape shape;            /* what it asks for */
    program_receiver *receivers; /* core_receivers */
    program_unit *units;         /* core_units */
    program_source *sources;     /* core_sources */
    uint32_t beats;              /* of one input packet */
    uint32_t *input_map; /* [beat * lanes + lane]: number of the input, or PROGRAM_PADDING */
    uint32_t inputs_count;
    program_port *ports; /* out_lanes */
    uint32_t out_beats;  /* of one output packet */
    uint32_t words;      /* of one sample over all ports */
    uint32_t flush;    /* packets that must enter behind a sample until it is out entirely; 0 where
                          sequences end with each sample */
    uint32_t interval; /* cycles between samples back to back that the schedule was made for; 0:
                          made for one sample alone */
    program_output *output_map; /* one per output of the operations */
    uint32_t outputs_count;
    uint32_t
        cycles; /* of one sample, as the schedule predicts; from first word in to last word out */
} program;

/* From a legal schedule on a network of cores with input lanes. Refuses, with the reason and the
 * numbers, what no core can hold. */
status program_build(arena *mem, const ops *p, const schedule *s, program *out, diag *d);

/* As shape_parse_line, with the compiler's diagnostics. */
status core_parse(const char *line, tauflow_shape *c, diag *d);

/* Refuses with the numbers of the first thing that does not fit. */
status program_fits(const tauflow_shape *wanted, const tauflow_shape *core, diag *d);

/* Executes the sequences alone, without a clock, on symbols: accepts exactly the programs that
 * compute p, never block, never overwrite a word that is still wanted, and end each sample with
 * everything empty, one sample alone and several in flight. Shares no code with program_build. */
status program_check(const ops *p, const program *prog, diag *d);

#endif
