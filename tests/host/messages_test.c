/* SPDX-License-Identifier: MIT */
/* What tauflow_message tells is the calling thread's own failure, whatever other threads do with
 * the same handle meanwhile. */
#include "tauflow.h"

#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define PUMA TESTS_FOLDER "/puma560.tau"
enum { JOINTS = 6, THREADS = 6, CALLS = 2000 };

static tauflow *loaded(void)
{
    tauflow *h;
    assert_int_equal(tauflow_open("twin:", NULL, &h), TAUFLOW_OK);
    assert_int_equal(tauflow_load(h, PUMA), TAUFLOW_OK);
    return h;
}

typedef struct {
    tauflow *h;
    uint32_t joint; /* whose number is wrong */
    uint32_t calls, others;
} user;

static void *fail_again_and_again(void *of)
{
    user *u = of;
    char why[TAUFLOW_MESSAGE_BYTES], own[16];
    double q[JOINTS] = {0}, zero[JOINTS] = {0}, tau[JOINTS];
    q[u->joint] = NAN;
    snprintf(own, sizeof own, "q[%u] is", u->joint);
    for (; u->calls < CALLS; u->calls++) {
        const tauflow_status done = tauflow_step(u->h, q, zero, zero, tau);
        u->others += done != TAUFLOW_RANGE ||
                     strncmp(tauflow_message(u->h, why, sizeof why), own, strlen(own)) != 0;
    }
    return NULL;
}

static void each_thread_is_told_its_own_failure(void **state)
{
    (void)state;
    tauflow *h = loaded();
    pthread_t threads[THREADS];
    user users[THREADS];
    uint32_t others = 0, calls = 0;
    for (uint32_t k = 0; k < THREADS; k++) {
        users[k] = (user){.h = h, .joint = k};
        assert_int_equal(pthread_create(&threads[k], NULL, fail_again_and_again, &users[k]), 0);
    }
    for (uint32_t k = 0; k < THREADS; k++) {
        pthread_join(threads[k], NULL);
        others += users[k].others;
        calls += users[k].calls;
    }
    print_message("%u of %u calls were told another's failure\n", others, calls);
    assert_int_equal(calls, THREADS * CALLS);
    assert_int_equal(others, 0);
    tauflow_close(h);
}

static void *ask_only(void *of)
{
    static char why[TAUFLOW_MESSAGE_BYTES];
    return (void *)tauflow_message(of, why, sizeof why);
}

/* In a thread that did not call. */
static const char *told_elsewhere(tauflow *h)
{
    pthread_t thread;
    void *why;
    assert_int_equal(pthread_create(&thread, NULL, ask_only, h), 0);
    pthread_join(thread, &why);
    return why;
}

static void a_thread_without_a_failure_is_told_why_the_handle_failed(void **state)
{
    (void)state;
    tauflow *h = loaded();
    char why[TAUFLOW_MESSAGE_BYTES];
    assert_int_equal(tauflow_load(h, "no such file"), TAUFLOW_NOT_FOUND);
    assert_string_equal(told_elsewhere(h), "");
    assert_non_null(strstr(tauflow_message(h, why, sizeof why), "no such file"));
    tauflow_close(h);
    assert_int_equal(tauflow_open("nowhere:", NULL, &h), TAUFLOW_NOT_FOUND);
    assert_non_null(strstr(told_elsewhere(h), "'nowhere:' is no address"));
    tauflow_close(h);
}

/* Failures of as many handles as are promised are kept apart, and a handle opened later is not
 * taken for one that was closed, wherever it stands. */
static void failures_of_several_handles_are_kept_apart(void **state)
{
    (void)state;
    tauflow *h[TAUFLOW_HANDLES_TOLD];
    char why[TAUFLOW_MESSAGE_BYTES], own[16];
    for (uint32_t round = 0; round < 3; round++) {
        for (uint32_t k = 0; k < TAUFLOW_HANDLES_TOLD; k++) {
            h[k] = loaded();
            assert_string_equal(tauflow_message(h[k], why, sizeof why), "");
        }
        for (uint32_t k = 0; k < TAUFLOW_HANDLES_TOLD; k++) {
            uint32_t cells;
            snprintf(own, sizeof own, "name %u.%u", round, k);
            assert_int_equal(tauflow_describe_core(h[k], own, &cells), TAUFLOW_NOT_FOUND);
        }
        for (uint32_t k = 0; k < TAUFLOW_HANDLES_TOLD; k++) {
            snprintf(own, sizeof own, "name %u.%u", round, k);
            assert_non_null(strstr(tauflow_message(h[k], why, sizeof why), own));
        }
        for (uint32_t k = 0; k < TAUFLOW_HANDLES_TOLD; k++)
            tauflow_close(h[k]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_thread_is_told_its_own_failure),
        cmocka_unit_test(a_thread_without_a_failure_is_told_why_the_handle_failed),
        cmocka_unit_test(failures_of_several_handles_are_kept_apart),
    };
    return cmocka_run_group_tests_name("messages", tests, NULL, NULL);
}
