/* SPDX-License-Identifier: MIT */
/* A device file, or memory that a device shares, mapped into the process. */
#ifndef TAUFLOW_MAPPED_H
#define TAUFLOW_MAPPED_H

#include "machine/report.h"

#include <stddef.h>
#include <stdint.h>

enum { MAPPED_NAME_BYTES = 256 };

typedef struct {
    char name[MAPPED_NAME_BYTES];
    int file;                 /* -1: not open */
    volatile uint32_t *words; /* NULL: not mapped */
    size_t bytes;
} mapped;

/* Opens NAME and maps its first bytes, not cached where the driver distinguishes (O_SYNC). After a
 * failure only mapped_close may follow. */
tauflow_status mapped_open(mapped *m, report *r);
tauflow_status mapped_map(mapped *m, size_t bytes, report *r);
void mapped_close(mapped *m);

/* The only loads and stores of registers, in the order of the calls: a test leads them elsewhere
 * (linker: --wrap). */
uint32_t mapped_read(const mapped *m, uint32_t offset);
void mapped_write(const mapped *m, uint32_t offset, uint32_t data);
/* What was stored into shared memory is there for the device, before any later mapped_write; what
 * the device stored before an earlier mapped_read is there for us. */
void mapped_barrier(void);

#endif
