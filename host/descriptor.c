/* SPDX-License-Identifier: MIT */
/* One file that an application polls instead of waiting inside a call: an epoll set of what the
 * transports wait for, of a timer for what is due at a moment, and of an event that is set while
 * there is something to receive without any file. */
#include "handle.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/timerfd.h>

enum { WATCHED_MOST = TAUFLOW_CORES_LIMIT * TRANSPORT_FILES_MOST };

struct watch {
    int set, event, timer; /* -1: none */
    struct pollfd files[WATCHED_MOST]; /* that are in the set; fd -1: none */
};

void watch_free(tauflow *h)
{
    if (!h->watch)
        return;
    const int files[] = {h->watch->set, h->watch->event, h->watch->timer};
    for (int k = 0; k < 3; k++)
        if (files[k] >= 0)
            close(files[k]);
    free(h->watch);
    h->watch = NULL;
}

static bool add(const struct watch *w, int file)
{
    return file >= 0 && epoll_ctl(w->set, EPOLL_CTL_ADD, file,
                                  &(struct epoll_event){.events = EPOLLIN}) == 0;
}

static tauflow_status make_watch(tauflow *h)
{
    struct watch *w = malloc(sizeof *w);
    if (!w)
        return report_fail(&h->why, TAUFLOW_NO_MEMORY, "no memory for the descriptor");
    w->set = epoll_create1(EPOLL_CLOEXEC);
    w->event = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    w->timer = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC | TFD_NONBLOCK);
    for (int k = 0; k < WATCHED_MOST; k++)
        w->files[k].fd = -1;
    h->watch = w;
    if (w->set >= 0 && add(w, w->event) && add(w, w->timer))
        return TAUFLOW_OK;
    const int error = errno;
    watch_free(h);
    return report_fail(&h->why, TAUFLOW_IO, "cannot make a descriptor: %s", strerror(error));
}

/* The set has these files of a transport, and no others in these places. */
static void set_files(struct watch *w, uint32_t first, const struct pollfd *list)
{
    for (uint32_t k = 0; k < TRANSPORT_FILES_MOST; k++) {
        struct pollfd *has = &w->files[first + k];
        if (has->fd == list[k].fd && has->events == list[k].events)
            continue;
        if (has->fd >= 0)
            epoll_ctl(w->set, EPOLL_CTL_DEL, has->fd, &(struct epoll_event){0});
        *has = list[k];
        const uint32_t events = (list[k].events & POLLIN ? (uint32_t)EPOLLIN : 0) |
                                (list[k].events & POLLOUT ? (uint32_t)EPOLLOUT : 0);
        if (has->fd >= 0)
            epoll_ctl(w->set, EPOLL_CTL_ADD, has->fd, &(struct epoll_event){.events = events});
    }
}

static void set_timer(const struct watch *w, uint64_t wake_ns)
{
    const bool never = wake_ns == UINT64_MAX;
    const struct itimerspec when = {
        .it_value = {(time_t)(never ? 0 : wake_ns / 1000000000u),
                     (long)(never ? 0 : wake_ns % 1000000000u)}};
    timerfd_settime(w->timer, TFD_TIMER_ABSTIME, &when, NULL);
}

/* What one core waits for, while somebody waits for it; the moment, 0 being now, at which a call is
 * worth it without a file. */
static uint64_t watch_core(tauflow *h, uint32_t core)
{
    channel *c = &h->channels[core];
    transport *t = c->port;
    struct pollfd list[TRANSPORT_FILES_MOST] = {{.fd = -1}, {.fd = -1}};
    uint64_t wake_ns = UINT64_MAX;
    if (h->got < h->put && !channel_at_rest(c)) {
        const uint64_t late = channel_late_ns(c, limits_samples_ns(h));
        if (t->kind->files)
            t->kind->files(t, &c->flow, list, &wake_ns);
        else
            wake_ns = 0; /* it moves while it is called only */
        wake_ns = late < wake_ns ? late : wake_ns;
    }
    set_files(h->watch, core * TRANSPORT_FILES_MOST, list);
    return wake_ns;
}

/* The event is taken back first: what a worker finishes from then on sets it again, unless nobody
 * waits for a result. */
void watch_refresh(tauflow *h)
{
    uint64_t count = 0, wake_ns = UINT64_MAX;
    if (!h->watch)
        return;
    bell_set_event(&h->news, h->got < h->put ? h->watch->event : -1);
    while (read(h->watch->event, &count, sizeof count) > 0)
        continue;
    for (uint32_t k = 0; k < h->cores; k++) {
        const uint64_t moment = watch_core(h, k);
        wake_ns = moment < wake_ns ? moment : wake_ns;
    }
    const bool now = h->failed || wake_ns == 0 || stream_has_work(h);
    set_timer(h->watch, now ? UINT64_MAX : wake_ns);
    count = 1;
    if (now && write(h->watch->event, &count, sizeof count) < 0)
        return; /* it is set */
}

tauflow_status tauflow_descriptor(tauflow *h, int *descriptor)
{
    PASS(handle_enter(h));
    if (!descriptor)
        return handle_refuse(h, "a place for the descriptor is missing");
    *descriptor = -1;
    tauflow_status done = h->failed ? TAUFLOW_FAILED : TAUFLOW_OK;
    if (done == TAUFLOW_OK && !h->watch)
        done = make_watch(h);
    if (done == TAUFLOW_OK)
        *descriptor = h->watch->set;
    return handle_done(h, done);
}

#else

void watch_free(tauflow *h)
{
    (void)h;
}

void watch_refresh(tauflow *h)
{
    (void)h;
}

tauflow_status tauflow_descriptor(tauflow *h, int *descriptor)
{
    PASS(handle_enter(h));
    if (descriptor)
        *descriptor = -1;
    return handle_refuse(h, "this system has no descriptor that can be polled for several things");
}
#endif
