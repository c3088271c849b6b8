/* SPDX-License-Identifier: MIT */
/* What each format of numbers is in a circuit. */
#ifndef TAUFLOW_CIRCUIT_FORMATS_H
#define TAUFLOW_CIRCUIT_FORMATS_H

#include "circuit/cells.h"

typedef struct {
    bool has_registers; /* operators do: there is no circuit without a clock */
    /* The cells; mhz is of operators with registers. */
    status (*build)(arena *mem, const ops *p, const cells_options *options, uint32_t mhz,
                    cells *out, diag *d);
    /* At the head of the circuit. */
    void (*describe)(const ops *p, text *out);
    /* How long an operation and a sine take, in steps of a unit that all of a format share, for the
     * search of short paths. */
    uint32_t (*steps)(const device *on, uint32_t code, unit_kind kind, uint32_t mhz,
                      uint32_t interval);
    uint32_t (*sine_steps)(const device *on, uint32_t code, uint32_t mhz, uint32_t interval);
} circuit_format;

extern const circuit_format CIRCUIT_FORMAT[FORMATS];

#endif
