/* SPDX-License-Identifier: MIT */
/* What the code generator (native.c) asks of a processor: instructions on numbers in registers and
 * in memory. One file each has those of a processor. */
#ifndef TAUFLOW_NATIVE_ENCODER_H
#define TAUFLOW_NATIVE_ENCODER_H

#include "operations/ops.h"

/* Where a number is. */
typedef enum { AT_NOWHERE, AT_REGISTER, AT_INPUT, AT_OUTPUT, AT_SCRATCH, AT_CONSTANT } at_kind;
typedef struct {
    at_kind kind;
    uint32_t index;
} at;

/* Constants lie before the code, the last one right before its first byte. */
typedef struct {
    text bytes;
    uint32_t constants;
} machine_code;

enum { REGISTERS_MOST = 32, ARGUMENT_REGISTER = 0, SECOND_REGISTER = 1, RESULT_REGISTER = 0 };

typedef struct {
    uint32_t registers; /* for results, from 0 on; further ones are the encoder's own */
    void (*begin)(machine_code *c);
    void (*load)(machine_code *c, uint32_t to, at from);
    void (*store)(machine_code *c, at to, uint32_t from); /* outputs, scratch */
    bool (*has)(op_kind kind); /* others are calls of op_value */
    /* to = to OP second, which is not `to`; operations of one operand take `to` alone. */
    void (*operate)(machine_code *c, op_kind kind, uint32_t to, at second);
    void (*call)(machine_code *c, op_kind kind); /* changes all registers */
    void (*end)(machine_code *c);
} encoder;

/* NULL: for this processor there is none. */
const encoder *native_encoder(void);

#endif
