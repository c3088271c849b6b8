/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* ppoll */
#include "poll_until.h"

#include <stddef.h>
#include <time.h>

int poll_until(struct pollfd *files, nfds_t count, uint64_t until_ns)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    const uint64_t now = (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec,
                   left = now < until_ns ? until_ns - now : 0;
#ifdef __linux__
    t = (struct timespec){.tv_sec = (time_t)(left / 1000000000u),
                          .tv_nsec = (long)(left % 1000000000u)};
    return ppoll(files, count, &t, NULL);
#else
    const uint64_t ms = (left + 999999u) / 1000000u;
    return poll(files, count, ms < 1000000 ? (int)ms : 1000000);
#endif
}
