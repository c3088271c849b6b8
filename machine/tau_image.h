/* SPDX-License-Identifier: MIT */
/* Reader and verifier of `.tau` images (docs/tau.md): no allocation, no copy, nothing of the
 * compiler. */
#ifndef TAUFLOW_TAU_IMAGE_H
#define TAUFLOW_TAU_IMAGE_H

#include "machine/words.h"
#include "machine/sha256.h"
#include "machine/shape.h"
#include "machine/tau_format.h"

#define TAU_NONE UINT32_MAX

typedef struct {
    const uint8_t *bytes;
    size_t size;
} tau_piece;

/* An output port: what its receptions deliver. */
typedef struct {
    uint32_t words; /* of a packet, and of each sample */
    uint32_t loop, count;
    const uint8_t *deliveries;
} tau_port;

/* Word `position` of sample `sample`; one sample later in every further pass from the port's loop
 * on. */
typedef struct {
    uint32_t position, sample;
} tau_delivery;

typedef struct {
    uint32_t minor;
    tau_piece whole, section[TAU_SECTIONS_COUNT];
    tauflow_shape needs;
    const char *robot;
    function_kind function;
    uint64_t hash;
    uint32_t cycles;
    uint32_t inputs, outputs;              /* words of the operations */
    bool branches; /* adders let an operand through where the other is below zero */
    bool imposes; /* forward dynamics in which the motion of some joint is imposed */
    uint32_t count[WORD_OWNERS]; /* of joints, free bodies, forces: what indices run over */
    uint32_t beats, out_beats;
    uint32_t words;           /* of a sample, over all ports */
    uint32_t flush, interval; /* docs/tau.md */
    uint32_t late; /* packets by which the last word of a sample stands behind the packet of its
                      number */
    tau_port port[TAUFLOW_OUT_LANES_MOST];
    uint32_t blocks; /* of tables */
    uint32_t table_words;
    uint32_t tests;
    const uint8_t *text; /* of a circuit: SHA-256 of its Verilog (docs/tau.md); NULL: not told */
} tau_image;

typedef struct {
    input_kind kind;
    uint32_t index, axis;
    double ratio, offset;
    const char *name, *of;
} tau_input;

typedef struct {
    output_kind kind;
    uint32_t index, axis;
    bool is_angle;
    uint32_t position; /* among the words of a sample; TAU_NONE: the constant */
    uint32_t constant; /* a word of the image's number format */
    const char *name, *of;
    uint32_t column; /* of a matrix */
    const char *column_of;
} tau_output;

typedef struct {
    const char *name;
    bool is_angle;
    double limit[LIMITS]; /* infinite where there is none */
} tau_joint;

/* Of an input in fixed point: its integer is value * 2^point, the value is from low to high. Of
 * binary32: 0 and everything. */
typedef struct {
    int point;
    double low, high;
} tau_number;

typedef struct {
    uint32_t address; /* LOAD_ADDRESS of word 0 */
    uint32_t count;
    const uint8_t *words;
} tau_block;

/* Accepts exactly what the format allows; `out` refers into bytes, which must outlive it. */
tauflow_status tau_image_read(const void *bytes, size_t size, tau_image *out, report *r);

/* Of an accepted image; numbers must be in range. */
tau_input tau_image_input(const tau_image *i, uint32_t number);
tau_output tau_image_output(const tau_image *i, uint32_t number);
tau_joint tau_image_joint(const tau_image *i, uint32_t number);
tau_number tau_image_input_number(const tau_image *i, uint32_t number);
int tau_image_output_point(const tau_image *i, uint32_t number);
/* Whether the function of the image has an array; and its numbers, plain words apart, or 0. */
bool tau_image_has(const tau_image *i, word_array array);
uint32_t tau_image_numbers(const tau_image *i, word_array array);
/* Which input stands in this place of a packet; TAU_NONE: padding. */
uint32_t tau_image_cell(const tau_image *i, uint32_t beat, uint32_t lane);
/* Of output port `port`, at its reception `number`. */
tau_delivery tau_image_delivery(const tau_image *i, uint32_t port, uint32_t number);
/* Block after block: *at is 0 at first. False when there is no further one. */
bool tau_image_block(const tau_image *i, size_t *at, tau_block *out);
/* Word of a check sample: its inputs, then its outputs. */
uint32_t tau_image_test(const tau_image *i, uint32_t test, uint32_t word);

uint32_t tau_word(const uint8_t *bytes); /* 32 bits, little-endian */
double tau_real(const uint8_t *bytes);   /* binary64 */

/* The tables as one core wants them: its own numbers in place of the program's. */
typedef struct {
    void *user;
    tauflow_status (*block)(void *user, uint32_t address,
                            report *r); /* LOAD_ADDRESS of what follows */
    tauflow_status (*word)(void *user, uint32_t data, report *r);
} tau_sink;
/* Precondition: shape_fits(&i->needs, core). */
tauflow_status tau_image_place(const tau_image *i, const tauflow_shape *core, const tau_sink *sink,
                               report *r);

#endif
