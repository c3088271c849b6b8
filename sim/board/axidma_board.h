/* SPDX-License-Identifier: MIT */
/* A core behind AMD's AXI DMA, both of them simulated: registers of the core and of the DMA, the
 * memory that the DMA reads and writes, the interrupt. Time passes in these calls only. */
#ifndef TAUFLOW_AXIDMA_BOARD_H
#define TAUFLOW_AXIDMA_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct axidma_board axidma_board;

/* `memory` is where the DMA finds `physical` and what follows. The seed chooses stalls and
 * delays. */
axidma_board *axidma_make(unsigned seed, unsigned char *memory, size_t size, uint64_t physical);
void axidma_free(axidma_board *b);

uint32_t axidma_core_read(axidma_board *b, uint32_t offset);
void axidma_core_write(axidma_board *b, uint32_t offset, uint32_t data);
uint32_t axidma_dma_read(axidma_board *b, uint32_t offset);
void axidma_dma_write(axidma_board *b, uint32_t offset, uint32_t data);

/* Until the interrupt, or some thousand cycles; true: the interrupt. */
bool axidma_wait(axidma_board *b);

/* Faults */
typedef enum {
    AXIDMA_HEALTHY,
    AXIDMA_NO_MEMORY,    /* the memory answers with an error */
    AXIDMA_SILENT,       /* results are never written */
    AXIDMA_NARROW,       /* LENGTH has 8 bits */
    AXIDMA_GATHERS       /* built for lists of descriptors */
} axidma_fault;
void axidma_set_fault(axidma_board *b, axidma_fault f);

/* What was done against a rule of the DMA or of the streams; "" while nothing was. */
const char *axidma_broken(const axidma_board *b);

#endif
