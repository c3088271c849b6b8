/* SPDX-License-Identifier: MIT */
/* Registers of a circuit: in which stage each cell works. A stage is what lies between two rows of
 * registers; inputs come out of registers into stage 0, and outputs leave the last stage into
 * registers. The clock holds by the delays of devices.def; among all ways in which it does, with
 * the fewest stages, the bits that registers have to keep are the fewest.
 *
 * With an interval above 1 operators are shared: the stages of their operations are chosen first
 * (phases.h), and of all ways with these stages the one in which values live shortest, in stages
 * times bits, is taken. A register then keeps a value for an interval of stages. */
#ifndef TAUFLOW_STAGES_H
#define TAUFLOW_STAGES_H

#include "circuit/cells.h"

enum { STAGES_BLOCK_CYCLES = 2 };

/* How many operators there are. */
typedef struct {
    uint32_t interval;         /* cycles between two samples; 1: an operator for each operation */
    uint32_t most[UNIT_KINDS]; /* otherwise; times the interval at least the operations */
} stages_sharing;

typedef struct {
    const cells *c;
    const device *target;
    stages_sharing sharing;
    uint32_t period_ps;     /* 0: no registers at all */
    uint32_t block_cycles;  /* of a product: 0, or 2 with registers in its blocks, at its operands
                             * and its result */
    uint32_t *at;           /* per cell: the stage in which its result is there */
    uint32_t *last;         /* per cell: the last stage in which it is read */
    uint32_t *input_last;   /* per input: the same */
    uint32_t stages;        /* 1 without registers */
    uint64_t register_bits; /* between the stages; those of blocks do not count */
    uint32_t slowest_ps;    /* the longest path, by the model */
} stages;

/* Fails where no single cell fits into the period. */
status stages_place(arena *mem, const cells *c, const device *target, uint32_t period_ps,
                    const stages_sharing *sharing, stages *out, diag *d);

/* Checks all that is said above of registers and of time but that it is best; a bug where it
 * fails. */
status stages_check(const stages *s, diag *d);

/* The stage in which a cell reads its operands. */
uint32_t stages_reads(const stages *s, uint32_t cell);
/* The stage since which a register has held a value that is read in `stage`; that of the value
 * itself where it comes straight from its cell. */
uint32_t stages_since(const stages *s, operand from, uint32_t stage);

#endif
