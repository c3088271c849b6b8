/* SPDX-License-Identifier: MIT */
/* What both checkers ask of ports: which operand comes through which, and who hears whom. */
#ifndef TAUFLOW_CHECK_PORTS_H
#define TAUFLOW_CHECK_PORTS_H

#include "schedule/schedule.h"

/* Whether a unit takes the operands of operation j in this order. */
status check_order(const ops *p, const machine *m, uint32_t j, bool swap, place at, diag *d);

/* Whether the receiver hears the unit that makes the word; inputs are heard everywhere. */
status check_hears(const ops *p, const schedule *s, const sched_take *t, place at, diag *d);

#endif
