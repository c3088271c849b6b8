/* SPDX-License-Identifier: MIT */
/* Ends a blocking call of the calling thread at a moment, so that one sample can go to a device and
 * back without another thread: a timer sends that thread a signal which the application left to the
 * library, and the call returns EINTR. All other signals wait meanwhile: a driver ends a transfer
 * that one interrupts, and its bytes are lost. */
#ifndef TAUFLOW_ALARM_CLOCK_H
#define TAUFLOW_ALARM_CLOCK_H

#include "machine/report.h"

#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

/* All zeros: none. */
typedef struct {
    int number; /* of the signal; 0: there is none */
    bool is_on, is_made;
    pid_t thread; /* that the timer was made for */
    timer_t timer;
    sigset_t before; /* of that thread, while it is on */
} alarm_clock;

/* Takes a signal from SIGRTMIN to SIGRTMAX that nobody handles; 0: none any more. */
tauflow_status alarm_clock_take(alarm_clock *a, int number, report *r);
/* From now on, in this thread, calls that block return EINTR once the moment has come, and again
 * every millisecond, so that none that begins just then is missed. False: the system has no timer
 * for it, and nothing is on. */
bool alarm_clock_begin(alarm_clock *a, uint64_t until_ns);
void alarm_clock_end(alarm_clock *a);
void alarm_clock_free(alarm_clock *a);

#endif
