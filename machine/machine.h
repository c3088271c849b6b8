/* SPDX-License-Identifier: MIT */
/* The machine a schedule is made for: unit counts and latencies, network, stores, queues,
 * input lanes. One struct, one text line, one JSON object; the meaning of the numbers in time
 * is timing.h, explained in docs/machine.md. */
#ifndef TAUFLOW_MACHINE_H
#define TAUFLOW_MACHINE_H

#include "machine/shape_text.h"

/* Of the times: network, a network_kind; latency_cycles, from issue until the result is at its
 * source, >= 1; transfer_cycles, from a word's arrival to its first use, 1 stored first, 0
 * forwarded; queue, words a result queue holds beyond those in the pipeline; lanes, input words a
 * cycle, 0: every input is in its place at cycle 0; out_lanes, words out a cycle, schedules of one
 * sample use the first port alone; lane_queue, words a lane holds, beside one that leaves (the
 * stream stops while one lane is full), >= 2; relay_queue, >= 2 keeps one word a cycle moving. */
typedef struct {
    TAUFLOW_HAS_TIMES; /* as a core (machine/shape.def) */
    uint32_t units[UNIT_KINDS]; /* in the whole machine */
    uint32_t stations;  /* each with the same units of the kinds that modules have, the others dealt
                           out one by one; 1 where the network has none */
    uint32_t receivers; /* operand stores of a unit: 2, or 1 that both operands share */
    uint32_t slots;     /* words an operand store holds; 0: as many as the schedule needs */
} machine;

enum { MACHINE_UNITS_LIMIT = 4096, MACHINE_LATENCY_LIMIT = 1000, MACHINE_QUEUE_LIMIT = 1000000 };

/* The machine of a core, whatever its depths. */
machine machine_of_shape(const tauflow_shape *c);
/* A core for a machine with modules, its depths 0: a machine without them gets as many as it has
 * units of the kind it has most of. */
tauflow_shape shape_of_machine(const machine *m);
/* Modules of a core in the place of the units that there are. */
void machine_set_modules(machine *m, uint32_t modules);
/* The core that ships (machine/shape.def): what every command starts from. */
machine machine_default(void);
/* Latencies become those of units of this format (machine/formats.h), where it has them. */
void machine_set_format(machine *m, uint32_t format);
/* The thesis's: one-cycle operations, ideal network, free transfers, no lanes; no units until
 * some are given. Queues at their defaults. Keys that a line of text leaves out have these values
 * too. */
machine machine_thesis(void);
/* By name, `default` or `thesis`, or as `key=value ...`. */
status machine_named(const char *name, machine *out, diag *d);
/* NETWORK_KINDS when there is no such network. */
network_kind network_find(const char *word, size_t length);

/* Refuses what no hardware could be, with the field's name; `at` is where the fault is shown. */
status machine_check(const machine *m, place at, diag *d);

/* `key=value ...` on one line, every key once, fixed order (sqrt and atan only where there are
 * such units); parse takes any order and any subset. */
void machine_print(const machine *m, text *out);
/* The same line without what it would be anyway, for people. */
void machine_print_brief(const machine *m, text *out);
status machine_parse(const char *line, size_t length, place at, machine *out, diag *d);
/* The same keys, but `modules` are those of a core for the machine (shape_of_machine), as --modules
 * counts them, where the line has stations. */
void machine_print_json(const machine *m, text *out);
/* In words, on one line; what is as in most machines is left out: `crossbar, 4 modules, 2 input
 * lanes, words forwarded, latencies 3 and 4`. Without units: for those of a table below it. */
void machine_tell(const machine *m, text *out);

/* Numbering. Units: all multipliers, then all adders, and so on in the order of the kinds.
 * Receivers: those of unit 0, of unit 1, ..., the output ports, then relays, by station and way
 * (networks.h). */
uint32_t machine_units(const machine *m);
uint32_t machine_first_unit(const machine *m, unit_kind kind);
unit_kind machine_unit_kind(const machine *m, uint32_t unit);
uint32_t machine_unit_module(const machine *m, uint32_t unit);
uint32_t machine_receivers(const machine *m);
uint32_t machine_output_receiver(const machine *m); /* the first output port */
uint32_t machine_first_relay(const machine *m);
/* The station in which a receiver of an operand, or a relay, takes results, and the one in which a
 * relay delivers them (NO_MODULE: in none). */
uint32_t machine_receiver_station(const machine *m, uint32_t receiver);
uint32_t machine_relay_leads(const machine *m, uint32_t receiver);
/* Whether a result of the unit can come to the receiver, relays put aside. */
bool machine_hears(const machine *m, uint32_t receiver, uint32_t unit);

/* Names in text forms: mul0, add3; mul0.a, add3.b, mul1 (one store a unit), out, out1 (the second
 * port), m2>, m2<. */
void machine_unit_name(const machine *m, uint32_t unit, text *out);
void machine_receiver_name(const machine *m, uint32_t receiver, text *out);
/* UINT32_MAX when there is no such unit or receiver. */
uint32_t machine_find_unit(const machine *m, const char *name, size_t length);
uint32_t machine_find_receiver(const machine *m, const char *name, size_t length);

#endif
