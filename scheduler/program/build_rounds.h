/* SPDX-License-Identifier: MIT */
/* From one round of every sequence to beginning and loop. Private to program_build. */
#ifndef TAUFLOW_BUILD_ROUNDS_H
#define TAUFLOW_BUILD_ROUNDS_H

#include "program/program.h"

#define NOWHERE UINT32_MAX

/* A reception of one round: when sample 0 has it. Its number in the receiver stands for its slot
 * until slots are given. */
typedef struct {
    uint32_t cycle, last_read;
    uint32_t slot;        /* the schedule's; not for overlapping samples */
    uint32_t last_reader; /* 1 + the number of the issue that reads it last, 0: none */
} round_reception;

typedef struct {
    uint32_t interval;            /* 0: samples do not overlap, a round is a sample */
    round_reception **receptions; /* [receiver][entry of the round] */
    uint32_t *
        *issue_stage; /* [unit][entry]: intervals between the sample's first cycle and the issue */
} program_rounds;

/* For the counts that the program has. */
program_rounds *program_rounds_make(arena *mem, const program *prog, uint32_t interval);

/* Gives slots and makes of every round a sequence with beginning and loop. Fails when a receiver
 * needs more than `slots` (0: no limit). */
status program_roll_out(arena *mem, arena *scratch, const program_rounds *rounds, uint32_t slots,
                        program *prog, diag *d);

/* Packets that must enter behind a sample of a rolled-out program until all its words have left. */
uint32_t program_flush(const program *prog);

#endif
