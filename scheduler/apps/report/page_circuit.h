/* SPDX-License-Identifier: MIT */
/* A circuit on the report page. */
#ifndef TAUFLOW_PAGE_CIRCUIT_H
#define TAUFLOW_PAGE_CIRCUIT_H

#include "circuit/circuit.h"

/* Adds one JSON value: what its cells do in which stage, and what it takes. */
void page_add_circuit(arena *mem, const circuit *c, uint32_t clock_mhz, text *out);

#endif
