/* SPDX-License-Identifier: MIT */
#include "worker.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    GRACE_MS = 200,
    PAGE_BYTES = 4096,
    STACK_BYTES = 256 << 10 /* of a thread: where memory is locked all of it is */
};

struct worker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bell *news;
    int file, events; /* events: reads begin after an interrupt; -1: at once */
    worker_state job;
    bool quit, ended, abandoned; /* abandoned: nobody waits any more, the thread frees everything */
    bool joined;                 /* there is no thread */
    thread_schedule schedule;
    bool awaits; /* of the job: an event is still to be waited for */
    /* What that reads, and how cancelling stood before: not on the stack, since of a thread that is
     * cancelled AddressSanitizer does not forget the frames. */
    uint32_t event;
    int before;
    bool writes;
    size_t size, record, moved;
    off_t offset;
    int error;
    _Alignas(PAGE_BYTES) unsigned char bytes[WORKER_BYTES]; /* the driver cuts transfers at pages */
};

static struct timespec moment(uint64_t ns)
{
    return (struct timespec){.tv_sec = (time_t)(ns / 1000000000u),
                             .tv_nsec = (long)(ns % 1000000000u)};
}

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* Deadlines are moments of the monotonic clock. */
static bool make_condition(pthread_cond_t *c)
{
    pthread_condattr_t clock;
    if (pthread_condattr_init(&clock) != 0)
        return false;
    bool good = pthread_condattr_setclock(&clock, CLOCK_MONOTONIC) == 0 &&
                pthread_cond_init(c, &clock) == 0;
    pthread_condattr_destroy(&clock);
    return good;
}

/* ---- bell ---------------------------------------------------------------------------------- */

bool bell_make(bell *b)
{
    b->rings = 0;
    b->event = -1;
    if (!make_condition(&b->changed))
        return false;
    if (lock_make(&b->lock))
        return true;
    pthread_cond_destroy(&b->changed);
    return false;
}

void bell_end(bell *b)
{
    pthread_cond_destroy(&b->changed);
    pthread_mutex_destroy(&b->lock);
}

uint64_t bell_rings(bell *b)
{
    pthread_mutex_lock(&b->lock);
    uint64_t rings = b->rings;
    pthread_mutex_unlock(&b->lock);
    return rings;
}

void bell_wait(bell *b, uint64_t seen, uint64_t until_ns)
{
    const struct timespec until = moment(until_ns);
    pthread_mutex_lock(&b->lock);
    while (b->rings == seen && pthread_cond_timedwait(&b->changed, &b->lock, &until) != ETIMEDOUT)
        continue;
    pthread_mutex_unlock(&b->lock);
}

void bell_ring(bell *b)
{
    pthread_mutex_lock(&b->lock);
    const uint64_t one = 1;
    b->rings++;
    pthread_cond_broadcast(&b->changed);
    if (b->event >= 0 && write(b->event, &one, sizeof one) < 0)
        errno = 0; /* full of rings that nobody took: it is readable */
    pthread_mutex_unlock(&b->lock);
}

void bell_set_event(bell *b, int file)
{
    pthread_mutex_lock(&b->lock);
    b->event = file;
    pthread_mutex_unlock(&b->lock);
}

/* ---- in the thread ------------------------------------------------------------------------- */

static void close_files(worker *w)
{
    close(w->file);
    if (w->events >= 0)
        close(w->events);
}

static void release(worker *w)
{
    close_files(w);
    pthread_cond_destroy(&w->changed);
    pthread_mutex_destroy(&w->lock);
    free(w);
}

/* At the end of the thread, cancelled or not. */
static void at_end(void *user)
{
    worker *w = user;
    pthread_mutex_lock(&w->lock);
    w->ended = true;
    bool mine = w->abandoned;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
    if (mine)
        release(w);
}

static ssize_t move_some(worker *w)
{
    unsigned char *at = w->bytes + w->moved;
    size_t rest = w->record - w->moved % w->record;
    off_t offset = w->offset + (off_t)w->moved;
    if (w->offset == WORKER_STREAM)
        return w->writes ? write(w->file, at, rest) : read(w->file, at, rest);
    return w->writes ? pwrite(w->file, at, rest, offset) : pread(w->file, at, rest, offset);
}

/* One call of the job: bytes moved, or -errno. */
static ssize_t one_call(worker *w)
{
    const ssize_t moved = w->awaits ? read(w->events, &w->event, sizeof w->event) : move_some(w);
    return moved < 0 ? -errno : moved;
}

/* The same in the worker's thread, where it may be cancelled. */
static ssize_t cancellable(worker *w)
{
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &w->before);
    const ssize_t moved = one_call(w);
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &w->before);
    return moved;
}

/* Parts are put together. 0, -1: it ended, or an errno; after EINTR it may be called again. */
static int move_all(worker *w, ssize_t (*call)(worker *))
{
    while (w->moved < w->size) {
        const ssize_t moved = call(w);
        if (moved <= 0)
            return moved ? (int)-moved : -1;
        if (!w->awaits)
            w->moved += (size_t)moved;
        w->awaits = false;
    }
    return 0;
}

static void *thread_main(void *user)
{
    worker *w = user;
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    pthread_cleanup_push(at_end, w);
    for (;;) {
        pthread_mutex_lock(&w->lock);
        while (w->job != WORKER_BUSY && !w->quit)
            pthread_cond_wait(&w->changed, &w->lock);
        bool quit = w->quit;
        pthread_mutex_unlock(&w->lock);
        if (quit)
            break;
        int error = EINTR;
        while (error == EINTR)
            error = move_all(w, cancellable);
        pthread_mutex_lock(&w->lock);
        w->error = error;
        w->job = WORKER_DONE;
        pthread_cond_broadcast(&w->changed);
        if (!w->abandoned) /* otherwise the bell may be gone */
            bell_ring(w->news);
        pthread_mutex_unlock(&w->lock);
    }
    pthread_cleanup_pop(1);
    return NULL;
}

/* ---- at the caller ------------------------------------------------------------------------- */

/* Signals of the application are not for this thread: the driver ends a transfer that one
 * interrupts, and its bytes are lost. */
static bool start_thread(worker *w)
{
    sigset_t all, before;
    pthread_attr_t how;
    w->joined = true;
    sigfillset(&all);
    if (pthread_attr_init(&how) != 0)
        return false;
    if (pthread_attr_setstacksize(&how, STACK_BYTES) == 0 &&
        pthread_sigmask(SIG_SETMASK, &all, &before) == 0) {
        w->joined = pthread_create(&w->thread, &how, thread_main, w) != 0;
        pthread_sigmask(SIG_SETMASK, &before, NULL);
    }
    pthread_attr_destroy(&how);
    return !w->joined;
}

static bool make_parts(worker *w)
{
    if (!make_condition(&w->changed))
        return false;
    if (lock_make(&w->lock)) {
        if (start_thread(w))
            return true;
        pthread_mutex_destroy(&w->lock);
    }
    pthread_cond_destroy(&w->changed);
    return false;
}

worker *worker_make(int file, bell *news)
{
    worker *w = aligned_alloc(
        PAGE_BYTES, sizeof *w); /* not cleared: most of it is a buffer that is seldom used whole */
    if (w) {
        memset(w, 0, offsetof(worker, bytes));
        w->file = file;
        w->events = -1;
        w->news = news;
        if (make_parts(w))
            return w;
    }
    free(w);
    close(file);
    return NULL;
}

void worker_drop(worker *w)
{
    close_files(w);
    free(w); /* lock and condition as they stand: the thread they were shared with is not here */
}

/* Ends what runs and waits a moment for the thread; false: the kernel does not let it go. */
static bool stop_thread(worker *w)
{
    const struct timespec grace = moment(now_ns() + (uint64_t)GRACE_MS * 1000000u);
    if (w->joined)
        return true;
    pthread_mutex_lock(&w->lock);
    w->quit = true;
    pthread_cond_broadcast(&w->changed);
    bool busy = w->job == WORKER_BUSY;
    pthread_mutex_unlock(&w->lock);
    if (busy)
        pthread_cancel(w->thread);
    pthread_mutex_lock(&w->lock);
    while (!w->ended && pthread_cond_timedwait(&w->changed, &w->lock, &grace) != ETIMEDOUT)
        continue;
    bool ended = w->ended;
    pthread_mutex_unlock(&w->lock);
    if (ended)
        pthread_join(w->thread, NULL);
    w->joined = ended;
    return ended;
}

/* Of a thread that is not let go: it frees everything, or just has ended after all. */
static bool abandon(worker *w)
{
    pthread_mutex_lock(&w->lock);
    w->abandoned = !w->ended;
    bool ended = w->ended;
    pthread_t thread = w->thread;
    pthread_mutex_unlock(&w->lock);
    if (ended)
        pthread_join(thread, NULL);
    else
        pthread_detach(thread);
    return ended;
}

bool worker_end(worker *w)
{
    const bool ended = stop_thread(w) || abandon(w);
    if (ended)
        release(w);
    return ended;
}

tauflow_status worker_again(worker *w, const char *name, report *r)
{
    if (!w->joined && worker_look(w) != WORKER_BUSY) {
        w->job = WORKER_IDLE; /* nobody else changes it now */
        return TAUFLOW_OK;
    }
    if (!stop_thread(w))
        return report_fail(r, TAUFLOW_TIMEOUT, "a transfer of %s does not end", name);
    w->quit = w->ended = false;
    w->job = WORKER_IDLE;
    if (!start_thread(w))
        return report_fail(r, TAUFLOW_NO_MEMORY, "no new thread for %s", name);
    const int error = thread_set_schedule(w->thread, &w->schedule);
    if (!error)
        return TAUFLOW_OK;
    return report_fail(r, TAUFLOW_DENIED, "the new thread for %s cannot have its priority: %s",
                       name, strerror(error));
}

int worker_set_schedule(worker *w, const thread_schedule *s)
{
    w->schedule = *s;
    return w->joined ? 0 : thread_set_schedule(w->thread, s);
}

static void describe(worker *w, bool writes, size_t size, size_t record, off_t offset)
{
    w->writes = writes;
    w->size = size;
    w->record = record;
    w->offset = offset;
    w->moved = 0;
    w->awaits = !writes && w->events >= 0;
}

static void post(worker *w, bool writes, size_t size, size_t record, off_t offset)
{
    pthread_mutex_lock(&w->lock);
    describe(w, writes, size, record, offset);
    w->job = WORKER_BUSY;
    pthread_cond_broadcast(&w->changed);
    pthread_mutex_unlock(&w->lock);
}

unsigned char *worker_bytes(worker *w)
{
    return w->bytes;
}

void worker_write(worker *w, size_t size, size_t record, off_t offset)
{
    post(w, true, size, record, offset);
}

void worker_read(worker *w, size_t size, size_t record, off_t offset)
{
    post(w, false, size, record, offset);
}

void worker_wait_for(worker *w, int events)
{
    w->events = events;
}

worker_state worker_look(worker *w)
{
    pthread_mutex_lock(&w->lock);
    worker_state job = w->job;
    pthread_mutex_unlock(&w->lock);
    return job;
}

static tauflow_status late(const char *name, report *r)
{
    return report_fail(r, TAUFLOW_TIMEOUT, "%s does not answer in time", name);
}

/* How a job that is over has ended. */
static tauflow_status outcome(const worker *w, const char *name, report *r)
{
    if (w->error == -1)
        return report_fail(r, TAUFLOW_IO, "%s ended after %zu of %zu bytes", name, w->moved,
                           w->size);
    if (w->error == ETIMEDOUT)
        return report_fail(r, TAUFLOW_TIMEOUT, "%s does not answer in time: its driver gave up",
                           name);
    if (w->error)
        return report_fail(r, TAUFLOW_IO, "%s: %s%s", name, strerror(w->error),
                           w->error == ENODEV || w->error == ENXIO ? " (the device is gone)"
                           : w->error == EBUSY ? " (the driver has taken the device offline)"
                                               : "");
    return TAUFLOW_OK;
}

tauflow_status worker_wait(worker *w, uint64_t deadline_ns, const char *name, report *r)
{
    const struct timespec until = moment(deadline_ns);
    int waited = 0;
    pthread_mutex_lock(&w->lock);
    while (w->job != WORKER_DONE && waited != ETIMEDOUT)
        waited = pthread_cond_timedwait(&w->changed, &w->lock, &until);
    bool done = w->job == WORKER_DONE;
    w->job = done ? WORKER_IDLE : w->job;
    pthread_mutex_unlock(&w->lock);
    return done ? outcome(w, name, r) : late(name, r);
}

/* ---- without the thread -------------------------------------------------------------------- */

static tauflow_status here(worker *w, uint64_t deadline_ns, const char *name, report *r)
{
    do
        w->error = move_all(w, one_call);
    while (w->error == EINTR && now_ns() < deadline_ns);
    return w->error == EINTR ? late(name, r) : outcome(w, name, r);
}

tauflow_status worker_write_here(worker *w, size_t size, size_t record, off_t offset,
                                 uint64_t deadline_ns, const char *name, report *r)
{
    describe(w, true, size, record, offset);
    return here(w, deadline_ns, name, r);
}

tauflow_status worker_read_here(worker *w, size_t size, size_t record, off_t offset,
                                uint64_t deadline_ns, const char *name, report *r)
{
    describe(w, false, size, record, offset);
    return here(w, deadline_ns, name, r);
}
