/* SPDX-License-Identifier: MIT */
/* What the options of `compile --circuit` and `report --circuit` mean for a circuit. */
#ifndef TAUFLOW_CIRCUIT_SETTINGS_H
#define TAUFLOW_CIRCUIT_SETTINGS_H

#include "circuit/circuit.h"
#include "commands/options.h"

enum { CIRCUIT_CLOCK_MHZ = 100 }; /* unless --clock says otherwise */

struct circuit_settings {
    bool wanted;
    const char *device; /* NULL: the first */
    uint32_t clock_mhz, most_blocks, vectors;
    uint32_t interval; /* of HLS C, too */
};

/* Refuses what no circuit can be, and options of circuits without --circuit. */
status circuit_check_settings(const settings *s, diag *d);
/* Of settings that were checked. */
const device *circuit_device(const settings *s);
circuit_options circuit_wish(const settings *s, const passes_forms *f, const char *name);
/* Where the shortest path counts, it is that of the circuit's own operators. */
void circuit_take_delays(settings *s);
/* Without registers: of all variants of the equations the one with the shortest path, by the delays
 * of its own operators, among those that the device has tables for. */
status circuit_choose_variant(arena *mem, const char *path, settings *s, passes_forms *f, diag *d);

#endif
