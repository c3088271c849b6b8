/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* processors of a thread: Linux */
#include "threads.h"

#include <errno.h>
#include <sched.h>
#include <sys/mman.h>
#include <unistd.h>

bool lock_make(pthread_mutex_t *lock)
{
    pthread_mutexattr_t how;
    if (pthread_mutexattr_init(&how) != 0)
        return false;
#if defined(_POSIX_THREAD_PRIO_INHERIT) && _POSIX_THREAD_PRIO_INHERIT > 0
    pthread_mutexattr_setprotocol(&how, PTHREAD_PRIO_INHERIT);
#endif
    const bool good = pthread_mutex_init(lock, &how) == 0;
    pthread_mutexattr_destroy(&how);
    return good;
}

static int set_processors(pthread_t thread, uint64_t processors)
{
#ifdef __linux__
    cpu_set_t set;
    CPU_ZERO(&set);
    for (size_t k = 0; k < 64; k++)
        if (processors >> k & 1)
            CPU_SET(k, &set);
    return pthread_setaffinity_np(thread, sizeof set, &set);
#else
    (void)thread, (void)processors;
    return ENOTSUP;
#endif
}

int thread_set_schedule(pthread_t thread, const thread_schedule *s)
{
    int error = s->processors ? set_processors(thread, s->processors) : 0;
    if (!error && s->priority)
        error = pthread_setschedparam(thread, SCHED_FIFO,
                                      &(struct sched_param){.sched_priority = s->priority});
    return error;
}

int memory_lock(void)
{
    return mlockall(MCL_CURRENT | MCL_FUTURE) == 0 ? 0 : errno;
}
