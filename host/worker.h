/* A thread that makes the blocking calls on one device file, so that the caller can stop waiting. XDMA's stream files know no
 * other way: they ignore O_NONBLOCK and call themselves ready always. The call that hangs is ended by cancelling the thread. */
#ifndef TAUFLOW_WORKER_H
#define TAUFLOW_WORKER_H

#include "report.h"

#include <stdbool.h>
#include <sys/types.h>

enum { WORKER_BYTES = (1 << 20) + 64 }; /* of one job: the longest packet and its check word */
#define WORKER_STREAM ((off_t)-1)       /* offset of files that have none */

typedef struct worker worker;

/* The file is the worker's from now on, also when NULL is returned (no memory, no thread). */
worker *worker_make(int file);
/* Cancels what runs, waits a moment for the thread. A thread that the kernel does not let go keeps its file and its
 * memory until it is let go, and frees them then. */
void worker_end(worker *w);

/* Bytes to write are copied; `size` up to WORKER_BYTES. No call moves bytes of two records: in a stream the end of a call is
 * the end of a packet. The job before must be over. */
void worker_write(worker *w, const void *bytes, size_t size, size_t record, off_t offset);
void worker_read(worker *w, size_t size, size_t record, off_t offset);
/* Waits for the job. After TAUFLOW_TIMEOUT the worker can only be ended. Bytes read are copied to `bytes`. */
tauflow_status worker_wait(worker *w, void *bytes, uint64_t deadline_ns, const char *name, report *r);

#endif
