/* SPDX-License-Identifier: MIT */
/* poll that ends at a moment of the monotonic clock, given in nanoseconds. */
#ifndef TAUFLOW_POLL_UNTIL_H
#define TAUFLOW_POLL_UNTIL_H

#include <poll.h>
#include <stdint.h>

/* What poll returns. A moment that has passed: files are looked at, and nothing is waited for. */
int poll_until(struct pollfd *files, nfds_t count, uint64_t until_ns);

#endif
