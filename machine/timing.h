/* SPDX-License-Identifier: MIT */
/* The timing rules of the machine, written once: the scheduler, the checker, the software
 * twin and the tests of the RTL take every number about time from here. docs/machine.md says
 * why each rule is what hardware does.
 *
 * A cycle is named by its number; an event "in cycle t" takes effect at the clock edge that
 * ends t. Events and what they wait for (there is no arbitration, so this is a marked graph):
 *
 *   enter(k)    beat k of the input stream, one word for every lane: beat 0 in cycle 0, later ones
 *               the cycle after beat k - 1 or later, and not before the second cycle after word
 *               k - Q of every lane that has words k - Q .. k - 1 was popped (Q = lane_queue + 1):
 *               no lane is full, and the place of a word is free a cycle after the word has left.
 *   head(w)     word w is first at its source: a result issued in cycle t not before t + latency,
 *               word k of a lane not before enter(k), a relayed word not before the cycle after the
 *               relay took it; and always from the cycle after the pop of the source's previous
 *               word on.
 *   accept(r,w) receiver r takes w: in or after head(w); in the order of r's reception sequence,
 *               one a cycle; into a slot from the cycle after the slot's last use on. A relay takes
 *               its word k from the cycle after the pop of its word k - relay_queue on.
 *   pop(w)      in the cycle of the last accept of w.
 *   issue(j)    a unit starts operation j: in the order of its sequence, one a cycle;
 *               transfer_cycles after the accept of both operands; result k from the cycle after
 *               the pop of result k - C on (C credits), or, without a queue, from that cycle on.
 *   cycles      from cycle 0, in which the first input word is at its lane, to the last word that
 *               the output port took, both counted.
 *
 * Network `ideal`: no receivers; an operand is usable latency + transfer_cycles after its issue,
 * and the length counts the same delay behind the last operation. */
#ifndef TAUFLOW_TIMING_H
#define TAUFLOW_TIMING_H

#include "machine/machine.h"

/* First cycle in which the result of an operation issued in `issue` can be at its source. */
static inline uint32_t timing_result(const machine *m, unit_kind kind, uint32_t issue)
{
    return issue + m->latency_cycles[kind];
}

/* First cycle in which an operation can use a word that its receiver took in `accept`. */
static inline uint32_t timing_usable(const machine *m, uint32_t accept)
{
    return accept + m->transfer_cycles;
}

/* First cycle of whatever waits for something to be taken away: the next head of a source
 * after a pop, an accept into a slot after its last use, a relay after a credit returns. All of
 * these are registered, so that no accept depends on an issue or a pop of its own cycle. */
static inline uint32_t timing_after(uint32_t event)
{
    return event + 1;
}

/* Words that a lane holds, with one whose place is not free yet. */
static inline uint32_t timing_lane_words(uint32_t lane_queue)
{
    return lane_queue + 1;
}

/* Results of a unit between issue and pop: in its pipeline and in its queue. */
static inline uint32_t timing_unit_words(uint32_t latency, uint32_t queue)
{
    return latency + queue;
}

/* First cycle of an issue that waits for this pop to have room for its result. Results that wait in
 * the stages of the pipeline follow a word that leaves at once, so that its place is free in the
 * same cycle; that in a queue is free a cycle later. */
static inline uint32_t timing_credit(uint32_t queue, uint32_t pop)
{
    return queue ? timing_after(pop) : pop;
}

/* Words that source `s` of a core may have between their coming and their pop. */
static inline uint32_t timing_source_words(const tauflow_shape *c, uint32_t s)
{
    if (s < core_units(c))
        return timing_unit_words(c->latency_cycles[core_unit_kind(c, s)], c->queue);
    return core_is_lane(c, s) ? timing_lane_words(c->lane_queue) : c->relay_queue;
}

/* First cycle of a beat that waits for a lane which was full until this pop. */
static inline uint32_t timing_lane_free(uint32_t pop)
{
    return pop + 2;
}

/* First cycle in which a word may come to source `s` of a core that was full until this pop. */
static inline uint32_t timing_source_free(const tauflow_shape *c, uint32_t s, uint32_t pop)
{
    if (s < core_units(c))
        return timing_credit(c->queue, pop);
    return core_is_lane(c, s) ? timing_lane_free(pop) : timing_after(pop);
}

/* First cycle in which a word that a relay took in `accept` can be at the relay's source next
 * door. */
static inline uint32_t timing_relayed(uint32_t accept)
{
    return accept + 1;
}

/* Results that a unit may have between issue and pop. */
static inline uint32_t timing_credits(const machine *m, unit_kind kind)
{
    return timing_unit_words(m->latency_cycles[kind], m->queue);
}

/* Length of a run whose last output was taken in `accept`. */
static inline uint32_t timing_cycles(uint32_t accept)
{
    return accept + 1;
}

/* Ideal network: first cycle in which the result can be used anywhere; also the length that
 * an operation whose result leaves the machine asks for. */
static inline uint32_t timing_ideal(const machine *m, unit_kind kind, uint32_t issue)
{
    return issue + m->latency_cycles[kind] + m->transfer_cycles;
}

/* Least number of cycles between two issues when the second uses the first's result and the word
 * crosses `hops` relays. */
static inline uint32_t timing_distance(const machine *m, unit_kind kind, uint32_t hops)
{
    return m->latency_cycles[kind] + hops + m->transfer_cycles;
}

#endif
