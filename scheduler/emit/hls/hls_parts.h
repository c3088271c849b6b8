/* SPDX-License-Identifier: MIT */
/* What the emitters of HLS C share: the tables of one schedule, and the files made from them. */
#ifndef TAUFLOW_HLS_PARTS_H
#define TAUFLOW_HLS_PARTS_H

#include "emit/hls/hls.h"
#include "emit/parts.h"
#include "program/core_words.h"

/* Where a word is read. */
typedef enum {
    HLS_STORE,    /* a slot of the port's store; on the ideal network a register; of an output: its
                     place in the packet */
    HLS_CONSTANT, /* number in `constants`, or of a sine in `offsets` */
    HLS_INPUT     /* an input that is in its place */
} hls_origin;

typedef struct {
    hls_origin from;
    uint32_t index;
} hls_read;

/* Numbers are those of the emitted tables. */
#define HLS_NUMBER(kind) (1 + (int)(kind) + ((kind) > OP_SUB))
typedef enum {
    HLS_IDLE = 0,
    HLS_RSUB = HLS_NUMBER(OP_SUB) + 1, /* b - a */
#define OP(ID, word, operands, symbol, UNIT, swaps, NEGATES, SIGNS, value, carried, own) \
    HLS_##ID = HLS_NUMBER(OP_##ID),
#include "machine/ops.def"
} hls_action;

typedef struct {
    hls_action action;
    hls_read operand[2]; /* by port */
    uint32_t to;         /* place in the unit's queue; on the ideal network the register */
    uint32_t shift[2];   /* fixed point: of the operands, by port; of a product the first alone */
} hls_issue;

/* A receiver takes the word that waits at `place` of a source's queue into `slot` (of a relay:
 * place in its queue). */
typedef struct {
    uint32_t source; /* 0: takes nothing, otherwise 1 + number */
    uint32_t place, slot;
} hls_take;

/* One row a cycle. Units and receivers as the machine numbers them; sources: units, then lanes,
 * then relays. */
typedef struct {
    const ops *p;
    const schedule *s;
    const machine *m;
    bool ideal;
    uint32_t steps; /* rows: cycles of the schedule, on the ideal network up to the last start */
    uint32_t units, receivers, output, sources;
    hls_issue *issues; /* [step * units + unit] */
    hls_take *takes;   /* [step * receivers + receiver]; none on the ideal network */
    uint32_t *
        enters; /* [step]: 0, or 1 + place of the beat that comes then in the queues of the lanes */
    uint32_t *constants, constants_count; /* words of the number format, each once */
    uint32_t *offsets, offsets_count;     /* of sines, each once */
    uint32_t slots;                       /* of each store; on the ideal network registers */
    uint32_t depth[UNIT_KINDS], lane_depth, relay_depth; /* places of the queues */
    uint32_t beats,
        *input_map; /* [beat * lanes + lane]: number of the input, UINT32_MAX for padding */
    hls_read *outputs;          /* per output */
    uint32_t packet_words;      /* that the output port takes */
} hls_tables;

status hls_tables_build(arena *mem, const ops *p, const schedule *s, hls_tables *out, diag *d);

static inline bool hls_is_relay(const hls_tables *t, uint32_t receiver)
{
    return receiver >= machine_first_relay(t->m);
}

typedef struct hls_format hls_format;

typedef struct {
    emitter e; /* @P, @N, @R, @L; text goes to e.out */
    const hls_tables *t;
    const hls_options *options;
    const hls_format *format;
} hls_emitter;

/* Inputs of the testbench and their results. */
typedef struct {
    float *in, *out, *results;
    double *exact;
    uint32_t *in_words, *out_words;
} hls_sample;

/* What a format of numbers is in HLS C (hls_formats.c). */
struct hls_format {
    const emit_real *real; /* its type */
    bool calls;            /* operations are calls of functions of the kernel, which have shifts;
                            * otherwise they are operators of C */
    const char *about, *zero;
    const char *functions; /* template: those that operations call */
    /* A word as a literal, every bit of it. */
    void (*number)(uint32_t code, uint32_t bits, text *out);
    /* An operation on the texts of its operands, and of their shifts. */
    void (*operation)(const hls_emitter *h, op_kind kind, const char *a, const char *b,
                      const char *shift_a, const char *shift_b);
    /* Of the testbench (hls_bench.c): what its inputs are, one draw of them, which fails where they
     * are not that, and what is said when all fail. */
    const char *inputs, *no_inputs;
    bool (*draw)(const ops *p, const core_evaluator *e, uint64_t draw, hls_sample *s);
};
extern const hls_format HLS_FORMAT[FORMATS];

bool hls_draw_binary32(const ops *p, const core_evaluator *e, uint64_t draw, hls_sample *s);
bool hls_draw_fixed(const ops *p, const core_evaluator *e, uint64_t draw, hls_sample *s);

/* How many elements an array has that may be empty. */
static inline uint32_t hls_room(uint32_t count)
{
    return count ? count : 1;
}
/* The interval that the pipelined kernel can have: a stream brings one word a cycle. */
uint32_t hls_interval(const hls_emitter *h);

/* In a loop, where Bambu takes no such pragma and refuses the file. */
#define HLS_IN_LOOP(pragma) "#ifndef __BAMBU__\n#pragma HLS " pragma "\n#endif\n"

/* Pragmas of the ports `in` and `out`: streams; every word a port of its own. */
extern const char HLS_STREAM_PORTS[], HLS_PLAIN_PORTS[];

/* What a kind of unit is in HLS C (calls.c). */
typedef struct {
    const char *queue;    /* of the queue of its results; none that of a function of <math.h> */
    const char *vitis[2]; /* its operations as Vitis HLS calls them, NULL where there is none */
    const char *bambu[2]; /* likewise in Bambu's library */
} hls_unit;
extern const hls_unit HLS_UNIT[UNIT_KINDS];
/* What it computes; an adder that subtracts negates an operand first. */
op_kind hls_unit_operation(unit_kind unit);
/* The functions that operations need, and an operation, in floats. */
void hls_call_functions(const hls_emitter *h);
void hls_operation(const hls_emitter *h, op_kind kind, const char *a, const char *b);
/* The functions @P_atan2 and @P_trig, with their tables. */
/* The rest of a table's definition after its name: a model's pieces, as the machine has them. */
void hls_table_of_pieces(const hls_emitter *h, const uint64_t *words, uint32_t count);
void hls_angle(const hls_emitter *h);
void hls_sine(const hls_emitter *h);

/* The file of one of the three kernels. */
void hls_kernel(const hls_emitter *h, hls_file which);
void hls_scheduled(const hls_emitter *h);
void hls_header(const hls_emitter *h);
status hls_bench(const hls_emitter *h, diag *d);
void hls_vitis(const hls_emitter *h);
void hls_bambu(const hls_emitter *h);

#endif
