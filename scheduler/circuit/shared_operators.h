/* SPDX-License-Identifier: MIT */
/* Which operations share which operator, once their stages are known: one of each phase at most
 * (phases.h). What chooses the operands costs a table per bit and operand, so that operations with
 * operands in common, in the same register, or with constants come together: phase after phase
 * joins the operators at the least cost, an assignment that is solved exactly. */
#ifndef TAUFLOW_SHARED_OPERATORS_H
#define TAUFLOW_SHARED_OPERATORS_H

#include "circuit/stages.h"

#define OPERATOR_OWN UINT32_MAX

typedef struct {
    uint32_t *of;   /* per cell: number of its operator; OPERATOR_OWN: it shares none */
    bool *swapped;  /* per cell: its operands have changed places */
    uint32_t count; /* of operators that are shared */
    uint32_t of_kind[UNIT_KINDS]; /* all operators, shared or not */
    uint32_t choice_tables;       /* that choose operands */
} shared_operators;

shared_operators shared_operators_bind(arena *mem, const stages *s);

#endif
