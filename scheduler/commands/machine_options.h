/* SPDX-License-Identifier: MIT */
/* The machine that options describe. */
#ifndef TAUFLOW_MACHINE_OPTIONS_H
#define TAUFLOW_MACHINE_OPTIONS_H

#include "commands/options.h"

/* A machine: one to start from and what is to be different. 0 and NULL: not given, as the machine
 * has it. */
struct machine_settings {
    const char *machine; /* a name or `key=value ...`; NULL: the default machine */
    uint32_t units[UNIT_KINDS], modules, slots;
    const char *network;                      /* a word of networks.def */
    const char *transfer, *lanes, *out_lanes; /* numbers, and those below */
    const char *latency[UNIT_KINDS];
};

/* The machine that the options describe, the same for the same options in every command. */
status settings_machine(const settings *s, machine *out, diag *d);
/* Whether machine_share may add units: --machine named none that lacks them on purpose. */
bool settings_open_shared(const settings *s);
/* Puts it, and what of it is left open, into s->passes. */
status settings_take_machine(settings *s, diag *d);
/* Whether any option says something about the machine. */
bool settings_name_machine(const settings *s);
/* Whether --machine gave every number, so that none is left to choose. */
bool settings_whole_machine(const settings *s);

#endif
