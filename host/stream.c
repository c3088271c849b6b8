/* SPDX-License-Identifier: MIT */
/* Samples go to the cores in turn and come back in turn, so their order is that of the calls. Step
 * and stream are submit and receive in one call that nobody else can come between. */
#include "handle.h"

#include "machine/formats.h"
#include "tauflow_regs.h"

#include <stdio.h>
#include <string.h>

enum { PAUSE_NS = 1000000 /* longest wait between two looks at all cores */ };

static channel *put_channel(tauflow *h)
{
    return &h->channels[h->put % h->cores];
}

static channel *got_channel(tauflow *h)
{
    return &h->channels[h->got % h->cores];
}

/* ---- pieces, under the lock ---------------------------------------------------------------- */

static tauflow_status check_loaded(tauflow *h)
{
    if (h->failed)
        return TAUFLOW_FAILED;
    return h->plan.memory ? TAUFLOW_OK
                          : report_fail(&h->why, TAUFLOW_BAD_CALL, "no program is loaded");
}

static bool is_joint_array(const tau_image *i, uint32_t array)
{
    return !WORD_ARRAY[array].is_result && WORD_ARRAY[array].owner == OWNER_COORDINATE &&
           tau_image_has(i, (word_array)array);
}

static bool lacks_joint_array(const tau_image *i, const tauflow_state *s)
{
    const double *arrays[WORD_ARRAYS];
    state_arrays(s, arrays);
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (is_joint_array(i, k) && tau_image_numbers(i, (word_array)k) && !arrays[k])
            return true;
    return false;
}

/* "an array is missing: q, qd and qdd are needed", as many as the function takes. */
static tauflow_status refuse_joint_arrays(tauflow *h)
{
    char list[128] = "";
    uint32_t left = 0;
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        left += is_joint_array(&h->plan.image, k);
    const bool many = left > 1;
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (is_joint_array(&h->plan.image, k)) {
            const size_t used = strlen(list);
            const char *before = !used ? "" : left == 1 ? " and " : ", ";
            snprintf(list + used, sizeof list - used, "%s%s", before, WORD_ARRAY[k].name);
            left--;
        }
    return report_fail(&h->why, TAUFLOW_BAD_CALL, "an array is missing: %s %s needed", list,
                       many ? "are" : "is");
}

static tauflow_status check_state(tauflow *h, const tauflow_state *s)
{
    const uint32_t *count = h->plan.image.count;
    if (!s || lacks_joint_array(&h->plan.image, s))
        return refuse_joint_arrays(h);
    if (tau_image_numbers(&h->plan.image, ARRAY_FREE_MOTION) && !s->free_motion)
        return report_fail(&h->why, TAUFLOW_BAD_CALL,
                           "free_motion is missing: the robot has %u free bodies",
                           count[OWNER_FREE_BODY]);
    if (count[OWNER_FORCE] && !s->forces)
        return report_fail(&h->why, TAUFLOW_BAD_CALL, "forces are missing: the program takes %u",
                           count[OWNER_FORCE]);
    const double *arrays[WORD_ARRAYS];
    state_arrays(s, arrays);
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (!WORD_ARRAY[k].is_result && tau_image_numbers(&h->plan.image, (word_array)k) &&
            !arrays[k])
            return report_fail(&h->why, TAUFLOW_BAD_CALL, "an array is missing: %s is needed",
                               WORD_ARRAY[k].name);
    return TAUFLOW_OK;
}

tauflow_status stream_check_empty(tauflow *h)
{
    if (h->put == h->got)
        return TAUFLOW_OK;
    return report_fail(&h->why, TAUFLOW_BAD_CALL,
                       "%llu samples that were submitted were not received: receive or cancel them "
                       "first",
                       (unsigned long long)(h->put - h->got));
}

/* Arrays of `count` samples must have a size that can be told. */
static tauflow_status check_count(tauflow *h, size_t count)
{
    const tau_image *i = &h->plan.image;
    size_t most = h->plan.outputs_count ? h->plan.outputs_count : 1;
    for (uint32_t k = 0; k < WORD_ARRAYS; k++) {
        const size_t numbers = tau_image_numbers(i, (word_array)k);
        most = numbers > most ? numbers : most;
    }
    if (count <= SIZE_MAX / sizeof(double) / most)
        return TAUFLOW_OK;
    return report_fail(&h->why, TAUFLOW_BAD_CALL, "%zu samples: no memory holds their arrays",
                       count);
}

static tauflow_status check_patience(tauflow *h, tauflow_patience patience)
{
    if (patience == TAUFLOW_POLL || patience == TAUFLOW_WAIT)
        return TAUFLOW_OK;
    return report_fail(&h->why, TAUFLOW_BAD_CALL,
                       "patience %d: TAUFLOW_POLL or TAUFLOW_WAIT expected", (int)patience);
}

static tauflow_status check_mark(channel *c, report *r)
{
    uint32_t mark;
    PASS(c->port->kind->read(c->port, TAUFLOW_REG_PROGRAM, &mark, r));
    if (mark == c->mark)
        return TAUFLOW_OK;
    if (mark == UINT32_MAX)
        return report_fail(r, TAUFLOW_IO, "the device is gone: its registers read all ones");
    return report_fail(r, TAUFLOW_CORRUPT,
                       "the program of this handle is not in the core any more: somebody has %s "
                       "(mark %08x, and %08x expected)",
                       mark ? "loaded another" : "reset the core or begun to load", mark, c->mark);
}

/* A core outside of this process may have been reset or loaded by somebody who does not care for
 * our lock. Asked while nothing is under way: one register of each core. */
static tauflow_status check_program(tauflow *h)
{
    const uint64_t began = transport_now();
    if (!h->channels[0].port->kind->runs_alone)
        return TAUFLOW_OK;
    tauflow_status done = TAUFLOW_OK;
    for (uint32_t k = 0; k < h->cores && done == TAUFLOW_OK; k++) {
        done = check_mark(&h->channels[k], &h->why);
        if (done != TAUFLOW_OK && h->cores > 1)
            report_prefix(&h->why, "core", h->first_core + k);
    }
    h->figures.transport_ns += transport_now() - began;
    h->failed = done != TAUFLOW_OK;
    return done;
}

tauflow_status stream_check_overflow(tauflow *h, channel *c)
{
    uint32_t errors;
    const uint32_t code = h->plan.image.needs.fixed;
    const number_format *f = format_of(code);
    if (!f->has_points)
        return TAUFLOW_OK;
    PASS(c->port->kind->read(c->port, TAUFLOW_REG_ERRORS, &errors, &h->why));
    if (!(errors & TAUFLOW_ERRORS_OVERFLOW_MASK))
        return TAUFLOW_OK;
    PASS(c->port->kind->write(c->port, TAUFLOW_REG_ERRORS, TAUFLOW_ERRORS_OVERFLOW_MASK, &h->why));
    return report_fail(&h->why, TAUFLOW_RANGE,
                       "a number did not fit into the %u bits of %s: results of this call "
                       "and since the last one are wrong", f->bits(code), f->about);
}

/* Asked while nothing is under way: whether all results until now were right. */
static tauflow_status check_overflows(tauflow *h)
{
    const uint64_t began = transport_now();
    tauflow_status done = TAUFLOW_OK;
    for (uint32_t k = 0; k < h->cores && done == TAUFLOW_OK; k++) {
        done = stream_check_overflow(h, &h->channels[k]);
        if (done != TAUFLOW_OK && h->cores > 1)
            report_prefix(&h->why, "core", h->first_core + k);
    }
    h->figures.transport_ns += transport_now() - began;
    return done;
}

static tauflow_status check_tau(tauflow *h, const double *tau)
{
    return tau ? TAUFLOW_OK
               : report_fail(&h->why, TAUFLOW_BAD_CALL, "an array is missing: tau is needed");
}

/* The state `by` samples further on. */
static tauflow_state state_at(const tauflow_state *s, const tau_image *i, size_t by)
{
    return (tauflow_state){
#define INPUT_ARRAY(id, name, owner, numbers, random, about) \
    .name = s->name ? s->name + by * tau_image_numbers(i, ARRAY_##id) : NULL,
#include "machine/words.def"
    };
}

/* As many of the samples from *done on as find room. */
static tauflow_status put_some(tauflow *h, size_t count, const tauflow_state *states, size_t *done)
{
    for (uint32_t *slot; *done < count && (slot = channel_slot(put_channel(h))) != NULL; ++*done) {
        tauflow_state one = state_at(states, &h->plan.image, *done);
        PASS(pack_state(h, &one, slot));
        channel_put(put_channel(h));
        h->put++;
    }
    return TAUFLOW_OK;
}

/* As many results behind *done as there are. A result that is not finite waits until it is the
 * first of a call. */
static tauflow_status take_some(tauflow *h, size_t count, double *tau, size_t *done)
{
    for (const uint32_t *words;
         *done < count && h->got < h->put && (words = channel_result(got_channel(h))) != NULL;
         ++*done) {
        tauflow_status good = unpack_result(h, words, tau + *done * h->plan.outputs_count);
        if (good != TAUFLOW_OK && *done > 0)
            break;
        channel_take(got_channel(h));
        h->got++;
        PASS(good);
        h->figures.samples++;
    }
    return TAUFLOW_OK;
}

static bool next_is_there(tauflow *h)
{
    return h->got < h->put && channel_result(got_channel(h)) != NULL;
}

static tauflow_status move_all(tauflow *h, uint64_t since_ns)
{
    PASS(handle_go_on(h, &h->why));
    tauflow_status done = TAUFLOW_OK;
    for (uint32_t k = 0; k < h->cores && done == TAUFLOW_OK; k++) {
        channel *c = &h->channels[k];
        const uint64_t before = c->device_ns;
        done = channel_move(c, &h->limits, since_ns, &h->why);
        h->figures.transport_ns += c->device_ns - before;
        if (done != TAUFLOW_OK && h->cores > 1)
            report_prefix(&h->why, "core", h->first_core + k);
    }
    h->failed = done != TAUFLOW_OK;
    return done;
}

static bool all_at_rest(const tauflow *h)
{
    for (uint32_t k = 0; k < h->cores; k++)
        if (!channel_at_rest(&h->channels[k]))
            return false;
    return true;
}

bool stream_has_work(tauflow *h)
{
    return next_is_there(h) || (h->got < h->put && all_at_rest(h));
}

static void flush_all(tauflow *h)
{
    for (uint32_t k = 0; k < h->cores; k++)
        channel_flush(&h->channels[k]);
}

/* Waits for the core whose result is the next; not long, since another may have something to
 * tell. */
static void rest(tauflow *h, uint64_t seen)
{
    const uint64_t began = transport_now(), soon = began + PAUSE_NS;
    transport *port = got_channel(h)->port;
    port->kind->wait(port, seen, soon < h->limits.until_ns ? soon : h->limits.until_ns);
    h->figures.transport_ns += transport_now() - began;
}

/* The same while others may use the handle; where no core has anything to do, only another thread
 * can change that. */
static void rest_unlocked(tauflow *h, uint64_t seen, uint64_t until_ns)
{
    const uint64_t began = transport_now(),
                   soon = began + PAUSE_NS < until_ns ? began + PAUSE_NS : until_ns;
    transport *port = got_channel(h)->port;
    const time_limits mine = h->limits; /* another call has its own */
    const bool sleeps = all_at_rest(h);
    h->sleepers += sleeps;
    pthread_mutex_unlock(&h->lock);
    if (sleeps)
        bell_wait(&h->news, seen, until_ns);
    else
        port->kind->wait(port, seen, soon);
    pthread_mutex_lock(&h->lock);
    h->sleepers -= sleeps;
    h->limits = mine;
    h->figures.transport_ns += transport_now() - began;
}

static void wake_sleepers(tauflow *h)
{
    if (h->sleepers)
        bell_ring(&h->news);
}

void stream_cancel(tauflow *h)
{
    for (uint32_t k = 0; k < h->cores; k++)
        channel_cancel(&h->channels[k]);
    h->got = h->put;
}

tauflow_status stream_settle(tauflow *h)
{
    const uint64_t began = transport_now();
    while (!all_at_rest(h)) {
        const uint64_t seen = bell_rings(&h->news);
        PASS(move_all(h, began));
        if (!all_at_rest(h))
            rest(h, seen);
    }
    return TAUFLOW_OK;
}

/* ---- calls --------------------------------------------------------------------------------- */

static tauflow_status run_all(tauflow *h, size_t count, const tauflow_state *states, double *tau)
{
    const uint64_t began = transport_now();
    size_t put = 0, got = 0;
    while (got < count) {
        const uint64_t seen = bell_rings(&h->news);
        const size_t before = put + got;
        PASS(put_some(h, count, states, &put));
        if (put == count ||
            all_at_rest(h)) /* also where the rings are shorter than what stays in the cores */
            flush_all(h);
        PASS(move_all(h, began));
        for (size_t more = 0; got < put; got += more, more = 0) {
            PASS(take_some(h, put - got, tau + got * h->plan.outputs_count, &more));
            if (!more)
                break;
        }
        if (put + got == before)
            rest(h, seen);
    }
    return TAUFLOW_OK;
}

static void note_time(tauflow *h, uint64_t began, uint64_t transport_before, bool step)
{
    tauflow_statistics *f = &h->figures;
    const uint64_t whole = transport_now() - began, inside = f->transport_ns - transport_before;
    f->library_ns += whole > inside ? whole - inside : 0;
    if (step) {
        f->least_ns = f->least_ns == 0 || whole < f->least_ns ? whole : f->least_ns;
        f->most_ns = whole > f->most_ns ? whole : f->most_ns;
    }
}

static tauflow_status check_stream(tauflow *h, size_t count, const tauflow_state *states,
                                   const double *tau)
{
    PASS(check_loaded(h));
    PASS(stream_check_empty(h));
    PASS(check_state(h, states));
    PASS(check_tau(h, tau));
    return check_count(h, count);
}

static tauflow_status check_submit(tauflow *h, size_t count, const tauflow_state *states,
                                   tauflow_patience patience)
{
    PASS(check_loaded(h));
    PASS(check_state(h, states));
    PASS(check_patience(h, patience));
    PASS(check_count(h, count));
    return h->put == h->got ? check_program(h) : TAUFLOW_OK;
}

static tauflow_status check_receive(tauflow *h, size_t count, const double *tau,
                                    tauflow_patience patience)
{
    PASS(check_loaded(h));
    PASS(check_tau(h, tau));
    PASS(check_patience(h, patience));
    return check_count(h, count);
}

static tauflow_status run_checked(tauflow *h, size_t count, const tauflow_state *states,
                                  double *tau)
{
    handle_set_alarm(h);
    tauflow_status done = check_program(h);
    if (done == TAUFLOW_OK)
        done = run_all(h, count, states, tau);
    if (done == TAUFLOW_OK)
        done = check_overflows(h);
    alarm_clock_end(&h->alarm);
    return done;
}

tauflow_status stream_run(tauflow *h, size_t count, const tauflow_state *states, double *tau)
{
    h->figures.calls++;
    tauflow_status done = check_stream(h, count, states, tau);
    if (done != TAUFLOW_OK)
        return done;
    const uint64_t began = transport_now(), inside = h->figures.transport_ns;
    if (count == 1)
        limits_of_step(h);
    else
        limits_of_stream(h);
    done = run_checked(h, count, states, tau);
    if (done != TAUFLOW_OK)
        stream_cancel(h);
    else
        note_time(h, began, inside, count == 1);
    if (done == TAUFLOW_OK)
        unpack_given(h, count, states, tau);
    return done;
}

/* The caller's state as this library knows it: *own, or NULL where there is none. */
static tauflow_status take_state(tauflow *h, const tauflow_state *given, size_t size,
                                 tauflow_state *own, const tauflow_state **out)
{
    *out = given ? own : NULL;
    return given ? sized_take(own, sizeof *own, given, size, "tauflow_state", &h->why) : TAUFLOW_OK;
}

tauflow_status tauflow_stream_sized(tauflow *h, size_t count, const tauflow_state *states,
                                    size_t states_size, double *tau)
{
    tauflow_state own;
    const tauflow_state *known;
    PASS(handle_enter(h));
    tauflow_status done = take_state(h, states, states_size, &own, &known);
    return handle_done(h, done == TAUFLOW_OK ? stream_run(h, count, known, tau) : done);
}

tauflow_status tauflow_step_forces_sized(tauflow *h, const tauflow_state *state, size_t state_size,
                                         double *tau)
{
    return tauflow_stream_sized(h, 1, state, state_size, tau);
}

tauflow_status tauflow_step(tauflow *h, const double *q, const double *qd, const double *qdd,
                            double *tau)
{
    const tauflow_state state = {.q = q, .qd = qd, .qdd = qdd};
    return tauflow_stream(h, 1, &state, tau);
}

tauflow_status tauflow_submit_sized(tauflow *h, size_t count, const tauflow_state *states,
                                    size_t states_size, tauflow_patience patience, size_t *taken)
{
    tauflow_state own;
    const tauflow_state *known;
    PASS(handle_enter(h));
    if (!taken)
        return handle_refuse(h, "a place for the count of samples taken is missing");
    *taken = 0;
    h->figures.calls++;
    limits_of_step(h);
    const uint64_t began = transport_now(), inside = h->figures.transport_ns,
                   until = h->limits.until_ns;
    tauflow_status done = take_state(h, states, states_size, &own, &known);
    if (done == TAUFLOW_OK)
        done = check_submit(h, count, known, patience);
    limits_of_stream(h);
    while (done == TAUFLOW_OK) {
        const uint64_t seen = bell_rings(&h->news);
        done = put_some(h, count, known, taken);
        tauflow_status moved = move_all(h, began);
        done = done == TAUFLOW_OK ? moved : done;
        if (done != TAUFLOW_OK || *taken == count || patience == TAUFLOW_POLL ||
            transport_now() >= until)
            break;
        wake_sleepers(h);
        rest_unlocked(h, seen, until);
        done = check_loaded(h);
    }
    wake_sleepers(h);
    note_time(h, began, inside, false);
    return handle_done(h, done == TAUFLOW_OK && *taken < count ? TAUFLOW_AGAIN : done);
}

tauflow_status tauflow_receive(tauflow *h, size_t count, double *tau, tauflow_patience patience,
                               size_t *came)
{
    PASS(handle_enter(h));
    if (!came)
        return handle_refuse(h, "a place for the count of results is missing");
    *came = 0;
    h->figures.calls++;
    tauflow_status done = check_receive(h, count, tau, patience);
    limits_of_step(h);
    const uint64_t began = transport_now(), inside = h->figures.transport_ns,
                   until = h->limits.until_ns;
    limits_of_stream(h);
    while (done == TAUFLOW_OK) {
        const uint64_t seen = bell_rings(&h->news);
        done = move_all(h, began);
        if (done == TAUFLOW_OK)
            done = take_some(h, count, tau, came);
        if (done != TAUFLOW_OK || *came == count || (*came && next_is_there(h)))
            break;
        if (h->got < h->put && all_at_rest(h)) { /* nothing else will push the results out */
            flush_all(h);
            continue;
        }
        if (patience == TAUFLOW_POLL || (*came && h->got == h->put) || transport_now() >= until)
            break;
        wake_sleepers(h);
        rest_unlocked(h, seen, until);
        done = check_loaded(h);
    }
    if (done == TAUFLOW_OK && *came && h->got == h->put)
        done = check_overflows(h);
    wake_sleepers(h);
    note_time(h, began, inside, false);
    return handle_done(h, done == TAUFLOW_OK && *came == 0 && count > 0 ? TAUFLOW_AGAIN : done);
}

tauflow_status tauflow_cancel(tauflow *h, size_t *dropped)
{
    PASS(handle_enter(h));
    tauflow_status done = check_loaded(h);
    if (done == TAUFLOW_OK) {
        if (dropped)
            *dropped = (size_t)(h->put - h->got);
        stream_cancel(h);
    }
    return handle_done(h, done);
}
