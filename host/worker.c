#include "worker.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { GRACE_MS = 200, PAGE_BYTES = 4096 };

struct worker {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bell *news;
    int file, events; /* events: reads begin after an interrupt; -1: at once */
    worker_state job;
    bool quit, ended, abandoned; /* abandoned: nobody waits any more, the thread frees everything */
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
    if (!make_condition(&b->changed))
        return false;
    if (pthread_mutex_init(&b->lock, NULL) == 0)
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
    b->rings++;
    pthread_cond_broadcast(&b->changed);
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

/* One call of the job, which may be cancelled: bytes moved, or -errno. */
static ssize_t cancellable(worker *w, bool for_event)
{
    uint32_t event;
    int before;
    pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
    const ssize_t moved = for_event ? read(w->events, &event, sizeof event) : move_some(w);
    const int error = errno;
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &before);
    return moved < 0 ? -error : moved;
}

/* Parts are put together; an interrupted call is made again. */
static int move_all(worker *w)
{
    bool for_event = !w->writes && w->events >= 0;
    while (w->moved < w->size) {
        const ssize_t moved = cancellable(w, for_event);
        if (moved == 0)
            return -1;
        if (moved < 0 && moved != -EINTR)
            return (int)-moved;
        if (moved > 0 && !for_event)
            w->moved += (size_t)moved;
        for_event = for_event && moved < 0;
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
        int error = move_all(w);
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
    sigfillset(&all);
    if (pthread_sigmask(SIG_SETMASK, &all, &before) != 0)
        return false;
    const bool good = pthread_create(&w->thread, NULL, thread_main, w) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return good;
}

static bool make_parts(worker *w)
{
    if (!make_condition(&w->changed))
        return false;
    if (pthread_mutex_init(&w->lock, NULL) == 0) {
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

static uint64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

void worker_drop(worker *w)
{
    close_files(w);
    free(w); /* lock and condition as they stand: the thread they were shared with is not here */
}

bool worker_end(worker *w)
{
    const struct timespec grace = moment(now_ns() + (uint64_t)GRACE_MS * 1000000u);
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
    w->abandoned = !w->ended;
    bool ended = w->ended;
    pthread_t thread = w->thread;
    pthread_mutex_unlock(&w->lock);
    if (ended) {
        pthread_join(thread, NULL);
        release(w);
    } else {
        pthread_detach(thread);
    }
    return ended;
}

static void post(worker *w, bool writes, size_t size, size_t record, off_t offset)
{
    pthread_mutex_lock(&w->lock);
    w->writes = writes;
    w->size = size;
    w->record = record;
    w->offset = offset;
    w->moved = 0;
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
    if (!done)
        return report_fail(r, TAUFLOW_TIMEOUT, "%s does not answer in time", name);
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
