/* SPDX-License-Identifier: MIT */
/* Symbolic execution of the tables of an image: every receiver, unit, source and port of a core
 * does what its sequence says, on expressions (expressions.h) instead of numbers. What comes out is
 * the graph that the image computes.
 *
 * Nothing is timed. An event waits only for words, places and counts that nothing but itself takes
 * away, so all orders of events, and all latencies and stalls, end with the same words. Packets
 * enter one at a time, each when nothing moves any more. The core then holds certain words, and
 * stands at certain entries of its sequences; once that is as it was some packets before, all
 * further samples do what those did, so that what was seen of finitely many holds of any number. */
#ifndef TAUFLOW_EXECUTION_H
#define TAUFLOW_EXECUTION_H

#include "certify/expressions.h"
#include "certify/tables.h"

typedef struct {
    uint32_t packets;   /* that were sent in */
    uint32_t period;    /* so many packets before the last all was the same; 0: that never was */
    uint32_t words;     /* of results that were compared */
    uint64_t operations; /* that units did */
} execution_facts;

/* Accepts an image whose outputs are, in every sample, the expressions that the graph has for them.
 * The first operation of a unit that is none of the graph, the first word that goes where no entry
 * wants it, that overwrites another or never comes is refused. Precondition: the image has the
 * inputs and outputs of the graph, in their order. `file` is for messages. */
status execution_check(const tau_image *from, const ops *p, const char *file,
                       execution_facts *facts, diag *d);

#endif
