/* SPDX-License-Identifier: MIT */
/* How calls begin and end: the lock, threads that end a handle while others use it, what a failure
 * was, and structs whose size the caller's header tells. */
#include "handle.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char NEW_PROCESS[] = "the handle belongs to the process that opened it: after fork "
                                  "the new process may only close it and open its own";

/* ---- what a failure was -------------------------------------------------------------------- */

/* A thread's own failures, so that no other one's is told in their place. A handle is known by its
 * address and by when it was opened, since addresses are used again. */
typedef struct {
    const tauflow *handle;
    uint64_t opened_ns;
    report why;
} failure;

static _Thread_local struct {
    failure of[TAUFLOW_HANDLES_TOLD];
    uint32_t next; /* the one that is forgotten first */
} own;

static failure *find_failure(const tauflow *h)
{
    for (uint32_t k = 0; k < TAUFLOW_HANDLES_TOLD; k++)
        if (own.of[k].handle == h && own.of[k].opened_ns == h->opened_ns)
            return &own.of[k];
    return NULL;
}

static void keep_failure(const tauflow *h, const report *why)
{
    failure *f = find_failure(h);
    if (!f) {
        f = &own.of[own.next];
        own.next = (own.next + 1) % TAUFLOW_HANDLES_TOLD;
    }
    *f = (failure){h, h->opened_ns, *why};
}

const char *tauflow_message(tauflow *h, char *text, size_t size)
{
    if (!text || !size)
        return "";
    const failure *f = h ? find_failure(h) : NULL;
    if (!h || handle_is_inherited(h)) {
        snprintf(text, size, "%s", h ? NEW_PROCESS : "no handle");
    } else if (f) {
        snprintf(text, size, "%s", f->why.text);
    } else {
        atomic_fetch_add(&h->inside, 1);
        pthread_mutex_lock(&h->lock);
        snprintf(text, size, "%s", h->failed ? h->broke.text : "");
        pthread_mutex_unlock(&h->lock);
        atomic_fetch_sub(&h->inside, 1);
    }
    return text;
}

/* ---- entering and leaving ------------------------------------------------------------------ */

bool handle_is_inherited(const tauflow *h)
{
    return h->owner != getpid();
}

tauflow_status handle_go_on(tauflow *h, report *r)
{
    if (!atomic_load(&h->stopped))
        return TAUFLOW_OK;
    return report_fail(r, TAUFLOW_ENDED, "the handle was stopped or closed by another thread");
}

/* Counted before the lock is waited for, so that close knows of it. */
tauflow_status handle_enter(tauflow *h)
{
    if (!h || handle_is_inherited(h))
        return TAUFLOW_BAD_CALL;
    atomic_fetch_add(&h->inside, 1);
    pthread_mutex_lock(&h->lock);
    report why;
    if (handle_go_on(h, &why) == TAUFLOW_OK) {
        h->began_ns = transport_now();
        limits_of_other_calls(h);
        return TAUFLOW_OK;
    }
    pthread_mutex_unlock(&h->lock);
    keep_failure(h, &why);
    atomic_fetch_sub(&h->inside, 1);
    return TAUFLOW_ENDED;
}

tauflow_status handle_refuse(tauflow *h, const char *what)
{
    return handle_done(h, report_fail(&h->why, TAUFLOW_BAD_CALL, "%s", what));
}

/* A failed handle tells why it failed, whatever was said in between. */
tauflow_status handle_done(tauflow *h, tauflow_status status)
{
    if (status == TAUFLOW_FAILED)
        h->why = h->broke;
    else if (h->failed && !h->broke.text[0])
        h->broke = h->why;
    if (status != TAUFLOW_OK && status != TAUFLOW_AGAIN) {
        h->figures.failures++;
        keep_failure(h, &h->why);
    }
    watch_refresh(h);
    pthread_mutex_unlock(&h->lock);
    atomic_fetch_sub(&h->inside, 1); /* from here on another thread may free it */
    return status;
}

void tauflow_stop(tauflow *h)
{
    if (!h || handle_is_inherited(h))
        return;
    atomic_fetch_add(&h->inside, 1);
    atomic_store(&h->stopped, true);
    bell_ring(&h->news);
    atomic_fetch_sub(&h->inside, 1);
}

/* Threads that leave touch nothing of the handle after they are counted off, so nothing of it can
 * wake this one: it looks. */
void handle_wait_alone(tauflow *h)
{
    const struct timespec pause = {.tv_nsec = 50000};
    while (atomic_load(&h->inside))
        nanosleep(&pause, NULL);
}

/* ---- structs of other releases ------------------------------------------------------------- */

void sized_give(void *out, size_t out_size, const void *made, size_t made_size)
{
    const size_t both = out_size < made_size ? out_size : made_size;
    memcpy(out, made, both);
    memset((char *)out + both, 0, out_size - both);
}

tauflow_status sized_take(void *own_copy, size_t own_size, const void *given, size_t given_size,
                          const char *what, report *r)
{
    const size_t both = given_size < own_size ? given_size : own_size;
    memset(own_copy, 0, own_size);
    memcpy(own_copy, given, both);
    for (size_t k = both; k < given_size; k++)
        if (((const unsigned char *)given)[k])
            return report_fail(r, TAUFLOW_BAD_CALL,
                               "%s has members that are set and that libtauflow " TAUFLOW_VERSION
                               " does not know: the program was made for a later one",
                               what);
    return TAUFLOW_OK;
}
