/* SPDX-License-Identifier: MIT */
/* What makes a step fit for a control loop: deadlines, priorities, memory that stays, calls that
 * end in their own thread, and going on after one that was late. */
#include "handle.h"

#include "tauflow_regs.h"

#include <errno.h>
#include <string.h>

/* ---- limits ---------------------------------------------------------------------------------- */

enum { MS_NS = 1000000 };

uint64_t limits_samples_ns(const tauflow *h)
{
    return h->deadline_ns ? h->deadline_ns : (uint64_t)h->timeout_ms * MS_NS;
}

void limits_of_other_calls(tauflow *h)
{
    h->limits = (time_limits){(uint64_t)h->timeout_ms * MS_NS, UINT64_MAX};
}

void limits_of_step(tauflow *h)
{
    h->limits = (time_limits){limits_samples_ns(h), h->began_ns + limits_samples_ns(h)};
}

void limits_of_stream(tauflow *h)
{
    h->limits = (time_limits){limits_samples_ns(h), UINT64_MAX};
}

tauflow_status tauflow_set_timeout(tauflow *h, uint32_t timeout_ms)
{
    PASS(handle_enter(h));
    h->timeout_ms = timeout_ms ? timeout_ms : TAUFLOW_TIMEOUT_MS;
    return handle_done(h, TAUFLOW_OK);
}

tauflow_status tauflow_set_deadline(tauflow *h, uint64_t deadline_ns)
{
    PASS(handle_enter(h));
    if (deadline_ns > TAUFLOW_DEADLINE_LIMIT_NS)
        return handle_refuse(h, "a deadline is later than TAUFLOW_DEADLINE_LIMIT_NS");
    h->deadline_ns = deadline_ns;
    return handle_done(h, TAUFLOW_OK);
}

/* Only where a call has an end; transports without threads block nowhere. */
void handle_set_alarm(tauflow *h)
{
    if (h->limits.until_ns != UINT64_MAX && h->channels[0].port->kind->set_schedule)
        alarm_clock_begin(&h->alarm, h->limits.until_ns);
}

/* ---- priorities, processors, memory ---------------------------------------------------------- */

static tauflow_status denied(tauflow *h, const char *what, int error, const char *cure)
{
    return report_fail(&h->why, error == EINVAL ? TAUFLOW_BAD_CALL : TAUFLOW_DENIED, "%s: %s%s",
                       what, strerror(error), error == EINVAL ? "" : cure);
}

static tauflow_status set_schedules(tauflow *h, const thread_schedule *s)
{
    int error = 0;
    for (uint32_t k = 0; k < h->cores && !error; k++) {
        transport *t = h->channels[k].port;
        error = t && t->kind->set_schedule ? t->kind->set_schedule(t, s) : 0;
    }
    return error ? denied(h, "the priority or the processors of the library's threads", error,
                          " (the right is CAP_SYS_NICE, or a line 'rtprio' in limits.conf)")
                 : TAUFLOW_OK;
}

/* Whether a sample can go without threads at all is shown by one. */
static tauflow_status try_alarm(tauflow *h)
{
    for (uint32_t k = 0; k < h->cores && h->plan.memory && h->plan.image.tests; k++) {
        const tauflow_status done = load_check_one(h, &h->channels[k], 0);
        h->failed = done != TAUFLOW_OK;
        PASS(done);
    }
    return TAUFLOW_OK;
}

static tauflow_status set_realtime(tauflow *h, const tauflow_realtime *how)
{
    if (h->failed)
        return TAUFLOW_FAILED;
    PASS(stream_check_empty(h));
    if (h->plan.memory)
        PASS(stream_settle(h));
    PASS(set_schedules(h, &(thread_schedule){how->priority, how->processors}));
    if (how->lock_memory) {
        const int error = memory_lock();
        if (error)
            return denied(h, "the memory of the process cannot be locked", error,
                          " (the right is CAP_IPC_LOCK, or a line 'memlock' in limits.conf)");
    }
    PASS(alarm_clock_take(&h->alarm, how->alarm_signal, &h->why));
    return h->alarm.number ? try_alarm(h) : TAUFLOW_OK;
}

tauflow_status tauflow_set_realtime_sized(tauflow *h, const tauflow_realtime *how, size_t how_size)
{
    tauflow_realtime own;
    PASS(handle_enter(h));
    if (!how)
        return handle_refuse(h, "the settings for real time are missing");
    tauflow_status done = sized_take(&own, sizeof own, how, how_size, "tauflow_realtime", &h->why);
    return handle_done(h, done == TAUFLOW_OK ? set_realtime(h, &own) : done);
}

/* ---- going on -------------------------------------------------------------------------------- */

/* Whoever else has reset or loaded the core has another program in it. */
static tauflow_status check_mark(const channel *c, report *r)
{
    uint32_t mark;
    PASS(c->port->kind->read(c->port, TAUFLOW_REG_PROGRAM, &mark, r));
    return mark == c->mark ? TAUFLOW_OK
                           : report_fail(r, TAUFLOW_CORRUPT,
                                         "the core was reset or holds another program: load again, "
                                         "on a new handle");
}

/* Stopped, a core drops what it holds and what is still sent to it; its tables stay. */
static tauflow_status start_again(channel *c, report *r)
{
    transport *t = c->port;
    PASS(t->kind->write(t, TAUFLOW_REG_CONTROL, 0, r));
    PASS(t->kind->write(t, TAUFLOW_REG_ERRORS, UINT32_MAX, r));
    PASS(t->kind->write(t, TAUFLOW_REG_CONTROL,
                        TAUFLOW_CONTROL_RUN_MASK | TAUFLOW_CONTROL_CLEAR_MASK, r));
    channel_restart(c);
    return TAUFLOW_OK;
}

/* Results of before may wait in the DMA: they are read and dropped until that of a check sample
 * comes, which its check word tells. Another sample each time, so that none is taken for the one of
 * a recovery before. Nothing can wait between the library and a core in the process. */
static tauflow_status meet_again(tauflow *h, channel *c)
{
    enum { STRANGERS_MOST = 64 };
    const uint32_t tests = h->plan.image.tests;
    if (!c->port->kind->runs_alone || !tests)
        return TAUFLOW_OK;
    c->strangers = STRANGERS_MOST;
    const tauflow_status done = load_check_one(h, c, (uint32_t)(h->recoveries % tests));
    c->strangers = 0;
    PASS(done);
    return stream_check_overflow(h, c);
}

static tauflow_status recover_core(tauflow *h, channel *c)
{
    transport *t = c->port;
    if (t->kind->give_up)
        PASS(t->kind->give_up(t, &h->why));
    PASS(check_mark(c, &h->why));
    PASS(start_again(c, &h->why));
    return meet_again(h, c);
}

tauflow_status tauflow_recover(tauflow *h)
{
    PASS(handle_enter(h));
    if (!h->plan.memory)
        return handle_done(h, h->failed ? TAUFLOW_FAILED
                                        : report_fail(&h->why, TAUFLOW_BAD_CALL,
                                                      "no program is loaded"));
    tauflow_status done = TAUFLOW_OK;
    h->recoveries++;
    for (uint32_t k = 0; k < h->cores && done == TAUFLOW_OK; k++) {
        done = recover_core(h, &h->channels[k]);
        if (done != TAUFLOW_OK && h->cores > 1)
            report_prefix(&h->why, "core", h->first_core + k);
    }
    h->got = h->put;
    h->failed = done != TAUFLOW_OK;
    h->broke = h->failed ? h->why : (report){""};
    return handle_done(h, done);
}
