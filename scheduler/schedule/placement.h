/* SPDX-License-Identifier: MIT */
/* Operations put into cycles of units, words into cycles of receivers and relays: the tables
 * under `best`, `random` and, on networks, `thesis`. Private to the schedulers.
 *
 * Every result is taken by all its receivers in the first cycle it can be (a relay later per
 * hop): then one issue cycle fixes all receptions of the word, and an operation needs a fixed
 * pattern of bits in a table with one row a cycle and one bit a receiver. Queues are left to be
 * elastic. docs/schedule.md tells why nothing is lost. */
#ifndef TAUFLOW_PLACEMENT_H
#define TAUFLOW_PLACEMENT_H

#include "schedule/bounds.h"
#include "schedule/routes.h"
#include "schedule/schedule.h"

#define PLACE_NOWHERE UINT32_MAX

typedef struct {
    const graph *g;
    machine m;
    uint32_t *head,
        *tail;         /* per word: cycles before its start, and from there to the end, at least */
    uint32_t *operand; /* [word][port]: words of an operation's operands, WORD_NONE for constants
                          and for inputs */
    uint8_t *kind;           /* per word: unit kind of the operation */
    uint32_t first_unit[UNIT_KINDS], output, first_relay; /* of the machine's numbering */
    uint32_t critical_path;
    uint32_t row_words;      /* 64-bit words in a row of `busy`; 0 on the ideal network */
    uint32_t reach;          /* offsets a pattern spans: 1 + most hops */
    uint32_t pools;          /* units, or on the ideal network unit kinds */
    uint32_t horizon;        /* cycles in the tables */
    uint32_t *unit_module;   /* per unit */
    routes ways;             /* of words, from one module to the others */
    uint64_t *deaf;          /* [unit][row word]: receivers that do not hear it; NULL: all do */
    uint64_t *hears;         /* per receiver, with `deaf`: a bit for each module that it hears */
    uint64_t *homes; /* per word, with `deaf`, of a backward pass: modules that all users heard */
    /* the placement: per word */
    uint32_t *start;         /* cycle of issue, or of arrival of an input */
    uint32_t *unit;          /* of the operation, PLACE_NOWHERE before the first placement */
    uint8_t *swap;
    uint8_t *orders; /* bit 0: operands may come through their own ports, bit 1: swapped */
    uint64_t *
        pattern; /* [word][offset][row word]: receivers that take it offset cycles after its head */
    uint32_t length;         /* of the last pass; UINT32_MAX when it was given up */
    uint32_t limit; /* passes that must end longer than this are given up; UINT32_MAX: none */
    /* tables of one pass */
    uint64_t *busy;          /* [cycle][row word] */
    uint32_t *lane_words;    /* [cycle] */
    uint32_t *taken;         /* [pool][cycle] */
    uint32_t *skip;          /* [pool][cycle]: where to look for a free cycle next; union-find */
    uint32_t touched_from, touched_to;
    uint64_t *scratch;       /* patterns being tried */
    bool free_units;         /* operations may move to other units and swap their ports in a pass */
    uint64_t noise;          /* state of the generator that breaks ties; 0: first wins */
    uint32_t target; /* length aimed at: a unit that serves it is as good as a faster one; 0:
                        fastest wins */
    uint32_t thrift; /* cycles of delay that one reception less is worth among units that serve the
                        target */
    bool bend; /* forward, on networks without hops: words may send later operations elsewhere */
    uint32_t jitter;         /* forward: operations start up to this much later than they could */
    uint32_t *order_heap, *order_missing; /* for topological orders */
} placement;

/* All memory from mem; passes allocate nothing. */
placement placement_make(arena *mem, const graph *g, const machine *m, const indices *x);

/* Empties the tables for a pass. */
void placement_clear(placement *p);

/* Word key[w] says when w would like to be; ties: longer tail first. Each pass places every word at
 * its earliest (latest) free cycle in that order and sets start, unit, swap, pattern and length.
 * Forward needs all operations to have a unit unless the network is ideal. After a backward pass
 * the starts are shifted so that the earliest is 0. */
void placement_forward(placement *p, const uint32_t *key);
void placement_backward(placement *p, const uint32_t *key);

/* Operations that do not hear their operands go to the next unit, or order of operands, that
 * does. */
void placement_make_heard(placement *p);

/* Patterns of all words anew from units and swaps. */
void placement_patterns(placement *p);

/* The placement as a schedule: receptions, lanes, slots; settled. Fails when the machine's slots do
 * not suffice. */
status placement_finish(arena *mem, placement *p, const char *scheduler, schedule *out, diag *d);
/* By how many slots its words need more than the machine has. Its patterns are those of its units
 * and swaps then. */
uint32_t placement_slots_over(placement *p);

/* xorshift64*: the one random generator of the schedulers. State must not be 0. */
static inline uint32_t noise_next(uint64_t *state)
{
    uint64_t x = *state;
    x ^= x >> 12;
    x ^= x << 25;
    x ^= x >> 27;
    *state = x;
    return (uint32_t)((x * UINT64_C(2685821657736338717)) >> 32);
}

#endif
