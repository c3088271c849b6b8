/* SPDX-License-Identifier: MIT */
/* Streams through the public header: submit, receive, cancel, several cores, on transports that
 * need no device. */
#include "tauflow.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PUMA TESTS_FOLDER "/puma560.tau"
enum { JOINTS = 6, SAMPLES = 500, RING = 8 };

typedef struct {
    double q[SAMPLES * JOINTS], qd[SAMPLES * JOINTS], qdd[SAMPLES * JOINTS], tau[SAMPLES * JOINTS];
} data;

static tauflow *loaded(const char *address, uint32_t cores, uint32_t ring)
{
    tauflow *h;
    char why[TAUFLOW_MESSAGE_BYTES];
    if (tauflow_open(address, &(tauflow_options){.cores = cores, .ring = ring}, &h) != TAUFLOW_OK ||
        tauflow_load(h, PUMA) != TAUFLOW_OK)
        fail_msg("%s: %s", address, tauflow_message(h, why, sizeof why));
    return h;
}

static void assert_told(tauflow *h, const char *piece)
{
    char why[TAUFLOW_MESSAGE_BYTES];
    if (!strstr(tauflow_message(h, why, sizeof why), piece))
        fail_msg("'%s' does not tell '%s'", why, piece);
}

/* Random states and their torques, by steps. */
static int make_data(void **state)
{
    data *d = calloc(1, sizeof *d);
    uint32_t seed = 11;
    double *const lists[] = {d->q, d->qd, d->qdd};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < SAMPLES * JOINTS; i++) {
            seed = seed * 1664525u + 1013904223u;
            lists[k][i] = 3 * ((double)(seed >> 8) / (1 << 23) - 1);
        }
    tauflow *h = loaded("twin:", 1, 0);
    for (size_t k = 0; k < SAMPLES * JOINTS; k += JOINTS)
        if (tauflow_step(h, d->q + k, d->qd + k, d->qdd + k, d->tau + k) != TAUFLOW_OK)
            return 1;
    tauflow_close(h);
    *state = d;
    return 0;
}

static int free_data(void **state)
{
    free(*state);
    return 0;
}

static tauflow_state state_of(const data *d, size_t k)
{
    return (tauflow_state){
        .q = d->q + k * JOINTS, .qd = d->qd + k * JOINTS, .qdd = d->qdd + k * JOINTS};
}

static tauflow_status submit(tauflow *h, const data *d, size_t from, size_t count,
                             tauflow_patience patience, size_t *taken)
{
    tauflow_state s = state_of(d, from);
    return tauflow_submit(h, count, &s, patience, taken);
}

static void assert_right(const data *d, size_t from, size_t count, const double *tau)
{
    assert_memory_equal(d->tau + from * JOINTS, tau, count * JOINTS * sizeof *tau);
}

/* ---- laws ---------------------------------------------------------------------------------- */

static void polled_samples_come_once_and_in_order(void **state)
{
    const data *d = *state;
    for (uint32_t cores = 1; cores <= 4; cores++) {
        tauflow *h = loaded(cores % 2 ? "twin:" : "twin:,stalls=100", cores, RING);
        size_t put = 0, got = 0, full = 0;
        double tau[RING * JOINTS];
        while (got < SAMPLES) {
            size_t some;
            tauflow_status done = submit(h, d, put, SAMPLES - put < 7 ? SAMPLES - put : 7,
                                         TAUFLOW_POLL, &some);
            assert_true(done == TAUFLOW_OK || done == TAUFLOW_AGAIN);
            full += done == TAUFLOW_AGAIN;
            put += some;
            assert_true(put - got <= cores * RING);
            done = tauflow_receive(h, 5, tau, TAUFLOW_POLL, &some);
            assert_true(done == (some ? TAUFLOW_OK : TAUFLOW_AGAIN));
            assert_right(d, got, some, tau);
            got += some;
        }
        assert_true(full > 0);
        tauflow_close(h);
    }
}

static void waiting_receive_takes_all_that_is_left(void **state)
{
    const data *d = *state;
    tauflow *h = loaded("twin:", 2, 64);
    double tau[100 * JOINTS];
    size_t taken, came;
    assert_int_equal(submit(h, d, 0, 30, TAUFLOW_WAIT, &taken), TAUFLOW_OK);
    assert_int_equal(tauflow_receive(h, 100, tau, TAUFLOW_WAIT, &came), TAUFLOW_OK);
    assert_int_equal(came, 30);
    assert_right(d, 0, 30, tau);
    assert_int_equal(tauflow_receive(h, 1, tau, TAUFLOW_POLL, &came), TAUFLOW_AGAIN);
    assert_int_equal(came, 0);
    tauflow_close(h);
}

static void full_ring_takes_nothing_until_results_are_received(void **state)
{
    const data *d = *state;
    tauflow *h = loaded("twin:", 1, RING);
    tauflow_statistics f;
    double tau[RING * JOINTS];
    size_t taken, came;
    tauflow_set_timeout(h, 20);
    assert_int_equal(submit(h, d, 0, RING + 3, TAUFLOW_WAIT, &taken), TAUFLOW_AGAIN);
    assert_int_equal(taken, RING);
    assert_int_equal(submit(h, d, RING, 1, TAUFLOW_POLL, &taken), TAUFLOW_AGAIN);
    tauflow_figures(h, &f);
    assert_int_equal(f.waiting, RING);
    assert_int_equal(f.failures, 0);
    assert_int_equal(tauflow_receive(h, RING, tau, TAUFLOW_WAIT, &came), TAUFLOW_OK);
    assert_right(d, 0, RING, tau);
    assert_int_equal(submit(h, d, RING, 1, TAUFLOW_POLL, &taken), TAUFLOW_OK);
    tauflow_close(h);
}

static void nothing_of_a_cancelled_sample_is_ever_delivered(void **state)
{
    const data *d = *state;
    uint64_t random = 5;
    for (uint32_t cores = 1; cores <= 3; cores += 2) {
        tauflow *h = loaded("twin:,stalls=60", cores, RING);
        size_t at = 0, dropped, taken, came;
        double tau[JOINTS];
        for (int round = 0; round < 60; round++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            size_t count = 1 + (size_t)(random >> 60) % RING;
            at = at + count + 1 < SAMPLES ? at : 0;
            assert_int_equal(submit(h, d, at, count, TAUFLOW_POLL, &taken), TAUFLOW_OK);
            at += count;
            if (round % 3 == 1)
                tauflow_receive(h, 1, tau, TAUFLOW_POLL, &came);
            assert_int_equal(tauflow_cancel(h, &dropped), TAUFLOW_OK);
            assert_true(dropped + (round % 3 == 1) >= count);
            assert_int_equal(tauflow_receive(h, 1, tau, TAUFLOW_POLL, &came), TAUFLOW_AGAIN);
            tauflow_state s = state_of(d, at);
            if (round % 2) {
                assert_int_equal(tauflow_step_forces(h, &s, tau), TAUFLOW_OK);
            } else {
                assert_int_equal(tauflow_submit(h, 1, &s, TAUFLOW_POLL, &taken), TAUFLOW_OK);
                assert_int_equal(tauflow_receive(h, 1, tau, TAUFLOW_WAIT, &came), TAUFLOW_OK);
            }
            assert_right(d, at++, 1, tau);
        }
        tauflow_close(h);
    }
}

static void step_and_stream_wait_their_turn(void **state)
{
    const data *d = *state;
    tauflow *h = loaded("twin:", 1, RING);
    double tau[JOINTS];
    size_t taken, came;
    assert_int_equal(submit(h, d, 0, 2, TAUFLOW_POLL, &taken), TAUFLOW_OK);
    assert_int_equal(tauflow_step(h, d->q, d->qd, d->qdd, tau), TAUFLOW_BAD_CALL);
    assert_told(h, "2 samples that were submitted were not received");
    for (size_t k = 0; k < 2; k++) {
        assert_int_equal(tauflow_receive(h, 1, tau, TAUFLOW_WAIT, &came), TAUFLOW_OK);
        assert_right(d, k, 1, tau);
    }
    assert_int_equal(tauflow_step(h, d->q, d->qd, d->qdd, tau), TAUFLOW_OK);
    tauflow_close(h);
}

static void wrong_sample_is_refused_and_those_before_it_are_taken(void **state)
{
    const data *d = *state;
    tauflow *h = loaded("twin:", 2, RING);
    double q[4 * JOINTS], tau[4 * JOINTS];
    size_t taken, came;
    memcpy(q, d->q, sizeof q);
    q[2 * JOINTS + 3] = NAN;
    const tauflow_state s = {.q = q, .qd = d->qd, .qdd = d->qdd};
    assert_int_equal(tauflow_submit(h, 4, &s, TAUFLOW_WAIT, &taken), TAUFLOW_RANGE);
    assert_int_equal(taken, 2);
    assert_told(h, "q[3]");
    assert_int_equal(tauflow_receive(h, 4, tau, TAUFLOW_WAIT, &came), TAUFLOW_OK);
    assert_int_equal(came, 2);
    assert_right(d, 0, 2, tau);
    assert_int_equal(tauflow_stream(h, 4, &s, tau), TAUFLOW_RANGE);
    assert_int_equal(tauflow_step(h, d->q, d->qd, d->qdd, tau), TAUFLOW_OK);
    assert_right(d, 0, 1, tau);
    tauflow_close(h);
}

/* Speeds whose square is no binary32 number make a torque that is not finite. */
static void result_that_is_not_finite_is_told_and_the_next_is_right(void **state)
{
    const data *d = *state;
    tauflow *h = loaded("twin:", 1, RING);
    double qd[3 * JOINTS], tau[3 * JOINTS];
    size_t taken, came;
    memcpy(qd, d->qd, sizeof qd);
    for (int k = 0; k < JOINTS; k++)
        qd[JOINTS + k] = 1e30;
    assert_int_equal(tauflow_submit(h, 3, &(tauflow_state){.q = d->q, .qd = qd, .qdd = d->qdd},
                                    TAUFLOW_WAIT, &taken),
                     TAUFLOW_OK);
    assert_int_equal(tauflow_receive(h, 3, tau, TAUFLOW_WAIT, &came), TAUFLOW_OK);
    assert_int_equal(came, 1);
    assert_right(d, 0, 1, tau);
    assert_int_equal(tauflow_receive(h, 3, tau, TAUFLOW_WAIT, &came), TAUFLOW_RANGE);
    assert_int_equal(came, 0);
    assert_int_equal(tauflow_receive(h, 3, tau, TAUFLOW_WAIT, &came), TAUFLOW_OK);
    assert_int_equal(came, 1);
    assert_right(d, 2, 1, tau);
    tauflow_close(h);
}

static void several_cores_stream_what_one_core_streams(void **state)
{
    const data *d = *state;
    static const char *const ADDRESSES[] = {"twin:", "twin:,stalls=128", "sim:", "sim:,stalls=64"};
    double *tau = calloc(SAMPLES * JOINTS, sizeof *tau);
    for (int a = 0; a < 4; a++)
        for (uint32_t cores = 1; cores <= 5; cores += 2) {
            const size_t count = a < 2 ? SAMPLES : 60;
            tauflow *h = loaded(ADDRESSES[a], cores, a % 2 ? 16 : 0);
            tauflow_state s = state_of(d, 0);
            memset(tau, 0, SAMPLES * JOINTS * sizeof *tau);
            assert_int_equal(tauflow_stream(h, count, &s, tau), TAUFLOW_OK);
            assert_right(d, 0, count, tau);
            tauflow_close(h);
        }
    free(tau);
}

static void cores_and_rings_out_of_range_are_refused(void **state)
{
    (void)state;
    tauflow *h;
    assert_int_equal(
        tauflow_open("twin:", &(tauflow_options){.cores = TAUFLOW_CORES_LIMIT + 1}, &h),
        TAUFLOW_BAD_CALL);
    assert_told(h, "17 cores from core 0 on");
    tauflow_close(h);
    assert_int_equal(
        tauflow_open("xdma:/nowhere", &(tauflow_options){.cores = 2, .first_core = 3}, &h),
        TAUFLOW_BAD_CALL);
    assert_told(h, "at most 4");
    tauflow_close(h);
    assert_int_equal(
        tauflow_open("xdma:/nowhere", &(tauflow_options){.cores = 2, .first_core = 1}, &h),
        TAUFLOW_NOT_FOUND);
    assert_told(h, "core 1: ");
    tauflow_close(h);
    assert_int_equal(tauflow_open("twin:", &(tauflow_options){.ring = TAUFLOW_RING_LIMIT + 1}, &h),
                     TAUFLOW_BAD_CALL);
    assert_told(h, "ring");
    tauflow_close(h);
    assert_int_equal(tauflow_open("twin:,stalls=256", NULL, &h), TAUFLOW_BAD_CALL);
    assert_told(h, "stalls");
    tauflow_close(h);
}

typedef struct {
    tauflow *h;
    const data *d;
} producer;

static void *produce(void *user)
{
    const producer *p = user;
    for (size_t at = 0, taken; at < SAMPLES; at += taken) {
        tauflow_status done = submit(p->h, p->d, at, SAMPLES - at < 20 ? SAMPLES - at : 20,
                                     TAUFLOW_WAIT, &taken);
        if (done != TAUFLOW_OK && done != TAUFLOW_AGAIN)
            return user;
    }
    return NULL;
}

static void one_thread_may_submit_while_another_receives(void **state)
{
    const data *d = *state;
    tauflow *h = loaded("twin:", 2, RING);
    producer p = {h, d};
    pthread_t thread;
    double tau[13 * JOINTS];
    assert_int_equal(pthread_create(&thread, NULL, produce, &p), 0);
    for (size_t got = 0, came; got < SAMPLES; got += came) {
        tauflow_status done = tauflow_receive(h, SAMPLES - got < 13 ? SAMPLES - got : 13, tau,
                                              TAUFLOW_WAIT, &came);
        assert_true(done == TAUFLOW_OK || done == TAUFLOW_AGAIN);
        assert_right(d, got, came, tau);
    }
    void *failed;
    pthread_join(thread, &failed);
    assert_null(failed);
    tauflow_close(h);
}

static void loading_is_refused_while_samples_are_on_their_way(void **state)
{
    const data *d = *state;
    tauflow *h = loaded("twin:", 2, RING);
    double tau[5 * JOINTS];
    char why[TAUFLOW_MESSAGE_BYTES];
    size_t taken, came;
    assert_int_equal(submit(h, d, 0, 5, TAUFLOW_POLL, &taken), TAUFLOW_OK);
    assert_int_equal(tauflow_load(h, PUMA), TAUFLOW_BAD_CALL);
    assert_non_null(strstr(tauflow_message(h, why, sizeof why), "receive or cancel them first"));
    assert_int_equal(tauflow_load_bytes(h, "text", 4), TAUFLOW_BAD_CALL);
    assert_int_equal(tauflow_receive(h, 5, tau, TAUFLOW_WAIT, &came), TAUFLOW_OK);
    assert_int_equal(came, 5);
    assert_right(d, 0, 5, tau);
    assert_int_equal(submit(h, d, 0, 5, TAUFLOW_POLL, &taken), TAUFLOW_OK);
    assert_int_equal(tauflow_cancel(h, NULL), TAUFLOW_OK);
    assert_int_equal(tauflow_load(h, PUMA), TAUFLOW_OK);
    assert_int_equal(tauflow_receive(h, 1, tau, TAUFLOW_POLL, &came), TAUFLOW_AGAIN);
    assert_int_equal(submit(h, d, 7, 1, TAUFLOW_POLL, &taken), TAUFLOW_OK);
    assert_int_equal(tauflow_receive(h, 1, tau, TAUFLOW_WAIT, &came), TAUFLOW_OK);
    assert_right(d, 7, 1, tau);
    tauflow_close(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(polled_samples_come_once_and_in_order),
        cmocka_unit_test(waiting_receive_takes_all_that_is_left),
        cmocka_unit_test(full_ring_takes_nothing_until_results_are_received),
        cmocka_unit_test(nothing_of_a_cancelled_sample_is_ever_delivered),
        cmocka_unit_test(step_and_stream_wait_their_turn),
        cmocka_unit_test(wrong_sample_is_refused_and_those_before_it_are_taken),
        cmocka_unit_test(result_that_is_not_finite_is_told_and_the_next_is_right),
        cmocka_unit_test(several_cores_stream_what_one_core_streams),
        cmocka_unit_test(cores_and_rings_out_of_range_are_refused),
        cmocka_unit_test(one_thread_may_submit_while_another_receives),
        cmocka_unit_test(loading_is_refused_while_samples_are_on_their_way),
    };
    return cmocka_run_group_tests_name("stream", tests, make_data, free_data);
}
