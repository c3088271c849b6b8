/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* timers that signal one thread, and its number: Linux */
#include "alarm_clock.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

enum { AGAIN_NS = 1000000 };

#if defined(__linux__) && defined(SIGEV_THREAD_ID)
#ifndef sigev_notify_thread_id
#define sigev_notify_thread_id _sigev_un._tid
#endif

static void no_matter(int number)
{
    (void)number; /* that it came is all */
}

tauflow_status alarm_clock_take(alarm_clock *a, int number, report *r)
{
    struct sigaction now, ours = {.sa_handler = no_matter}; /* without SA_RESTART */
    alarm_clock_free(a);
    a->number = 0;
    if (!number)
        return TAUFLOW_OK;
    if (number < SIGRTMIN || number > SIGRTMAX)
        return report_fail(r, TAUFLOW_BAD_CALL,
                           "signal %d cannot end a call: one from SIGRTMIN, %d, to SIGRTMAX, %d, "
                           "expected",
                           number, SIGRTMIN, SIGRTMAX);
    sigemptyset(&ours.sa_mask);
    if (sigaction(number, NULL, &now) != 0 ||
        (now.sa_handler != SIG_DFL && now.sa_handler != no_matter))
        return report_fail(r, TAUFLOW_BAD_CALL,
                           "signal %d is in use: the application handles or ignores it", number);
    if (sigaction(number, &ours, NULL) != 0)
        return report_fail(r, TAUFLOW_BAD_CALL, "signal %d: %s", number, strerror(errno));
    a->number = number;
    return TAUFLOW_OK;
}

/* The timer belongs to one thread; another that calls gets one of its own. */
static bool make_timer(alarm_clock *a)
{
    const pid_t thread = (pid_t)syscall(SYS_gettid);
    if (a->is_made && a->thread == thread)
        return true;
    alarm_clock_free(a);
    struct sigevent how = {.sigev_notify = SIGEV_THREAD_ID, .sigev_signo = a->number};
    how.sigev_notify_thread_id = thread;
    a->is_made = timer_create(CLOCK_MONOTONIC, &how, &a->timer) == 0;
    a->thread = thread;
    return a->is_made;
}

static void set_timer(const alarm_clock *a, uint64_t ns, long again_ns)
{
    const struct itimerspec when = {
        .it_interval = {0, again_ns},
        .it_value = {(time_t)(ns / 1000000000u), (long)(ns % 1000000000u)}};
    timer_settime(a->timer, TIMER_ABSTIME, &when, NULL);
}

/* Faults of the program itself are not kept waiting. */
static void hold_others(alarm_clock *a)
{
    static const int FAULTS[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT};
    sigset_t held;
    sigfillset(&held);
    for (size_t k = 0; k < sizeof FAULTS / sizeof *FAULTS; k++)
        sigdelset(&held, FAULTS[k]);
    sigdelset(&held, a->number);
    pthread_sigmask(SIG_SETMASK, &held, &a->before);
}

bool alarm_clock_begin(alarm_clock *a, uint64_t until_ns)
{
    if (!a->number || !make_timer(a))
        return false;
    hold_others(a);
    set_timer(a, until_ns ? until_ns : 1, AGAIN_NS);
    a->is_on = true;
    return true;
}

void alarm_clock_end(alarm_clock *a)
{
    if (!a->is_on)
        return;
    set_timer(a, 0, 0);
    pthread_sigmask(SIG_SETMASK, &a->before, NULL);
    a->is_on = false;
}

void alarm_clock_free(alarm_clock *a)
{
    if (a->is_made)
        timer_delete(a->timer);
    a->is_made = false;
}
#else
tauflow_status alarm_clock_take(alarm_clock *a, int number, report *r)
{
    a->number = 0;
    return number ? report_fail(r, TAUFLOW_BAD_CALL,
                                "this system has no timer that ends a call of one thread")
                  : TAUFLOW_OK;
}

bool alarm_clock_begin(alarm_clock *a, uint64_t until_ns)
{
    (void)a, (void)until_ns;
    return false;
}

void alarm_clock_end(alarm_clock *a)
{
    (void)a;
}

void alarm_clock_free(alarm_clock *a)
{
    (void)a;
}
#endif
