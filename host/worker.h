/* SPDX-License-Identifier: MIT */
/* A thread that makes the blocking calls on one device file, so that the caller can stop waiting.
 * XDMA's stream files know no other way: they ignore O_NONBLOCK and call themselves ready always.
 * The call that hangs is ended by cancelling the thread. */
#ifndef TAUFLOW_WORKER_H
#define TAUFLOW_WORKER_H

#include "alarm_clock.h"
#include "threads.h"

#include <pthread.h>
#include <stdbool.h>
#include <sys/types.h>

enum { WORKER_BYTES = (1 << 20) + 256 }; /* of one job: the longest packet and its check beat */
#define WORKER_STREAM ((off_t)-1)        /* offset of files that have none */

/* Rung by every worker whose job is over; who waits for several workers waits for it. */
typedef struct {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    uint64_t rings;
    int event; /* a file that is written, too; -1: none */
} bell;

bool bell_make(bell *b);
void bell_end(bell *b);
void bell_ring(bell *b);
void bell_set_event(bell *b, int file);
uint64_t bell_rings(bell *b);
/* Until it was rung after `seen` was read, or until_ns. */
void bell_wait(bell *b, uint64_t seen, uint64_t until_ns);

typedef struct worker worker;
typedef enum { WORKER_IDLE, WORKER_BUSY, WORKER_DONE } worker_state;

/* The file is the worker's from now on, also when NULL is returned (no memory, no thread). The bell
 * lives longer than the worker. */
worker *worker_make(int file, bell *news);
/* Cancels what runs, waits a moment for the thread. A thread that the kernel does not let go keeps
 * its file and its memory until it is let go, and frees them then; false is returned in that
 * case. */
bool worker_end(worker *w);
/* Ends what runs; then it is idle. Otherwise the worker can be ended, or this be tried again:
 * TAUFLOW_TIMEOUT where the kernel does not let the thread go, TAUFLOW_NO_MEMORY without a new one,
 * TAUFLOW_DENIED where that cannot have the priority. */
tauflow_status worker_again(worker *w, const char *name, report *r);
/* Of its thread, and of every one that takes its place: 0 or an errno. */
int worker_set_schedule(worker *w, const thread_schedule *s);
/* In a process that inherited it by fork, and with it the file and the memory but not the
 * thread. */
void worker_drop(worker *w);

/* WORKER_BYTES for the bytes to write or that were read; the caller's while the worker is not
 * busy. */
unsigned char *worker_bytes(worker *w);
/* `size` up to WORKER_BYTES. No call moves bytes of two records: in a stream the end of a call is
 * the end of a packet. The worker must be idle. */
void worker_write(worker *w, size_t size, size_t record, off_t offset);
void worker_read(worker *w, size_t size, size_t record, off_t offset);
/* Before each read it waits for 4 bytes of this file, an interrupt. The file is the worker's from
 * now on. */
void worker_wait_for(worker *w, int events);
worker_state worker_look(worker *w);
/* Waits for the job. After TAUFLOW_TIMEOUT the worker can only be ended; otherwise it is idle. */
tauflow_status worker_wait(worker *w, uint64_t deadline_ns, const char *name, report *r);
/* The same jobs in the calling thread, which an alarm clock that is on ends; the worker must be
 * idle, and is so afterwards. */
tauflow_status worker_write_here(worker *w, size_t size, size_t record, off_t offset,
                                 uint64_t deadline_ns, const char *name, report *r);
tauflow_status worker_read_here(worker *w, size_t size, size_t record, off_t offset,
                                uint64_t deadline_ns, const char *name, report *r);

#endif
