/* SPDX-License-Identifier: MIT */
/* On which multiplier blocks of a device the products of a circuit stand. Blocks are in few rows,
 * far from each other, and of a circuit that takes most of them the wires to and from blocks are
 * most of all wires: a placer that first spreads everything and then looks for the nearest free
 * block leaves them almost twice as long as they have to be. So they are chosen here, where it is
 * known which words go where.
 *
 * Sums, tables and registers will stand between the blocks that they have to do with, as if words
 * were springs: that leaves a force between every two blocks, and blocks are exchanged until the
 * sum of force times distance is small. */
#ifndef TAUFLOW_BLOCK_SITES_H
#define TAUFLOW_BLOCK_SITES_H

#include "circuit/shared_operators.h"

enum { BLOCK_SITES_WIRE = 256 /* force of a wire between two blocks */ };

typedef struct {
    const char **of_cell;     /* per cell: name of its block; NULL: it has none of its own */
    const char **of_operator; /* per operator that is shared: likewise */
    uint32_t count;           /* 0: nobody knows where blocks of the device are, or they are too
                               * few, or a product takes several */
    uint64_t force, first_force; /* times distance: as chosen, and in the order of the cells */
} block_sites;

block_sites block_sites_choose(arena *mem, const stages *s, const shared_operators *shared);

#endif
