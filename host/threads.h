/* SPDX-License-Identifier: MIT */
/* What threads of a control loop need of the operating system: locks whose holder inherits the
 * priority of who waits, threads of a given priority on given processors, memory that stays. */
#ifndef TAUFLOW_THREADS_H
#define TAUFLOW_THREADS_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* With priority inheritance where the platform has it. */
bool lock_make(pthread_mutex_t *lock);

/* All zeros: as the thread that made it. */
typedef struct {
    int priority;        /* of SCHED_FIFO; 0: stays as it is */
    uint64_t processors; /* bit k: it may run on processor k; 0: stays as it is */
} thread_schedule;

/* 0, or an errno: EPERM without the right to it, EINVAL where there is no such priority or
 * processor, ENOTSUP on a system that does not bind threads to processors. */
int thread_set_schedule(pthread_t thread, const thread_schedule *s);
/* All memory of the process, that of today and that of later; 0 or an errno. */
int memory_lock(void);

#endif
