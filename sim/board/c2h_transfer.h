/* SPDX-License-Identifier: MIT */
/* A read of results as the XDMA driver and the subsystem carry it out (dma_ip_drivers,
 * cdev_sgdma.c; PG195, "DMA C2H Stream"): one descriptor per page of the reader's memory, filled in
 * order. A descriptor is closed when it is full or by the end of a packet; what comes next goes
 * into the next one, so that a packet's end leaves a gap in the memory. The read is over when all
 * descriptors are closed, and returns how many bytes came, wherever they stand. */
#ifndef TAUFLOW_C2H_TRANSFER_H
#define TAUFLOW_C2H_TRANSFER_H

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

enum { C2H_PAGE_BYTES = 4096 };

typedef struct {
    unsigned char *bytes; /* of the reader, from the beginning of a page on */
    size_t size;
    size_t at, filled; /* of the descriptor that is open: where it begins, bytes in it */
    size_t moved;      /* bytes that came */
} c2h_transfer;

static inline size_t c2h_descriptor(const c2h_transfer *t)
{
    const size_t rest = t->size - t->at;
    return rest < C2H_PAGE_BYTES ? rest : C2H_PAGE_BYTES;
}

/* Bytes that the open descriptor still takes; 0: the read is over. */
static inline size_t c2h_room(const c2h_transfer *t)
{
    return c2h_descriptor(t) - t->filled;
}

static inline void c2h_fill(c2h_transfer *t, const void *bytes, size_t count, bool ends)
{
    memcpy(t->bytes + t->at + t->filled, bytes, count);
    t->filled += count;
    t->moved += count;
    if (ends || c2h_room(t) == 0) {
        t->at += c2h_descriptor(t);
        t->filled = 0;
    }
}

#endif
