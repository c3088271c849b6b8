/* SPDX-License-Identifier: MIT */
/* Whether a slot is empty or full, without a bit for each slot. A receiver's words come in one
 * order and are released in one order, so what its store holds is known from how many words it
 * holds, and each entry of a sequence says how many those have to be:
 *
 *   most   of a reception: its slot is empty when the store holds at most so many words
 *   above  of a read: its word is there when the store holds more words than this
 *
 * Reception k goes into a slot that the n-th release made empty. It may come when n words were
 * released, that is, when k - n words or fewer of the k before it are in the store: most = k - n,
 * or slots - 1 where this is less or there was no release, for a store with an empty slot holds no
 * more.
 * Issue j reads the word of reception k, after r releases. It is there when k + 1 words have come,
 * that is, when k + 1 - r or more are in the store: above = k - r, or 0 where later words were
 * released before, for then the word is there.
 *
 * Entries of a loop have the number that does for all its passes. In the first one words of samples
 * before the first are missing, so passes differ; but an entry may also say less than it needs when
 * one before it has waited for as much, and more when one before it has. What it must not do is
 * come too early, or wait for longer than for its own slot or word and those before it. */
#ifndef TAUFLOW_COUNTS_H
#define TAUFLOW_COUNTS_H

#include <stdbool.h>
#include <stdint.h>

/* The sequences of one receiver and of the unit that reads it. `of` goes to all functions. */
typedef struct {
    uint32_t receptions, receptions_loop, issues, issues_loop;
    uint32_t slots; /* up to TAUFLOW_SLOTS_MOST; no entry names a larger one */
    void *of;
    uint32_t (*slot)(void *of, uint32_t reception);
    uint32_t (*read)(void *of, uint32_t issue); /* a read: TAUFLOW_READ_x of load.h */
    uint32_t (*most)(void *of, uint32_t reception);
    uint32_t (*above)(void *of, uint32_t issue);
    void (*set_most)(void *of, uint32_t reception, uint32_t most); /* NULL: they are checked; */
    void (*set_above)(void *of, uint32_t issue, uint32_t above); /* else start at slots - 1, 0 */
} counts;

typedef enum {
    COUNTS_GOOD,
    COUNTS_MOST,  /* of reception `entry` should be `wanted` */
    COUNTS_ABOVE, /* of issue `entry` should be `wanted` */
    COUNTS_STUCK, /* issue `entry` reads a word that never comes */
    COUNTS_APART  /* words come that no issue reads, or loops that do not meet */
} counts_fault;

typedef struct {
    counts_fault fault;
    uint32_t entry, wanted;
} counts_result;

/* Goes through the sequences until their loops have gone round together, and sets or checks the
 * numbers of all entries. */
counts_result counts_walk(const counts *c);

#endif
