/* SPDX-License-Identifier: MIT */
/* See axidma_calls.c. */
#ifndef TAUFLOW_AXIDMA_CALLS_H
#define TAUFLOW_AXIDMA_CALLS_H

#include "board/axidma_board.h"

enum { AXIDMA_BYTES = 65536, AXIDMA_PHYSICAL = 0x70000000 };
#define AXIDMA_ADDRESS "axidma:board,phys=0x70000000,size=65536"

/* A board made anew; opened without this, it is one of seed 1 with an interrupt. */
axidma_board *axidma_calls(unsigned seed, bool interrupt);

#endif
