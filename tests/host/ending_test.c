/* SPDX-License-Identifier: MIT */
/* A handle that one thread ends while others use it: calls under way end with a status, none finds
 * memory that is gone, and who ends it does not wait for a timeout. */
#include "tauflow.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cmocka.h>

#define PUMA TESTS_FOLDER "/puma560.tau"
enum {
    JOINTS = 6,
    THREADS = 4,
    ROUNDS = 60,
    MANY = 200000,      /* samples of a stream: seconds of a twin */
    PATIENCE_MS = 60000 /* of calls; whoever waited for it would be seen */
};

static const double ZERO[JOINTS] = {0};
static double *many; /* MANY samples, all zero, and room for their torques */

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static void rest_us(uint32_t us)
{
    nanosleep(&(struct timespec){.tv_nsec = 1000 * (long)us}, NULL);
}

static tauflow *loaded(const char *address)
{
    tauflow *h;
    assert_int_equal(tauflow_open(address, &(tauflow_options){.timeout_ms = PATIENCE_MS}, &h),
                     TAUFLOW_OK);
    assert_int_equal(tauflow_load(h, PUMA), TAUFLOW_OK);
    return h;
}

/* ---- the calls of the other threads -------------------------------------------------------- */

static tauflow_status step(tauflow *h)
{
    double tau[JOINTS];
    return tauflow_step(h, ZERO, ZERO, ZERO, tau);
}
static tauflow_status stream(tauflow *h)
{
    double *tau = malloc(MANY * JOINTS * sizeof *tau);
    const tauflow_state all = {.q = many, .qd = many, .qdd = many};
    const tauflow_status done = tauflow_stream(h, MANY, &all, tau);
    free(tau);
    return done;
}
/* Nobody submits, so it waits. */
static tauflow_status receive(tauflow *h)
{
    double tau[JOINTS];
    size_t came;
    return tauflow_receive(h, 1, tau, TAUFLOW_WAIT, &came);
}
/* Nobody receives, so it waits when the ring is full. */
static tauflow_status submit(tauflow *h)
{
    const tauflow_state all = {.q = many, .qd = many, .qdd = many};
    size_t taken;
    return tauflow_submit(h, MANY, &all, TAUFLOW_WAIT, &taken);
}
static tauflow_status load(tauflow *h)
{
    return tauflow_load(h, PUMA);
}
static tauflow_status ask(tauflow *h)
{
    tauflow_description d;
    tauflow_statistics f;
    const tauflow_status done = tauflow_describe(h, &d);
    return done == TAUFLOW_OK ? tauflow_figures(h, &f) : done;
}

typedef tauflow_status (*any_call)(tauflow *h);

typedef struct {
    tauflow *h;
    any_call call;
    pthread_t thread;
    atomic_bool begun;
    tauflow_status done;
    char why[TAUFLOW_MESSAGE_BYTES];
    uint32_t calls;
} user;

static void *call_once(void *of)
{
    user *u = of;
    atomic_store(&u->begun, true);
    u->done = u->call(u->h);
    return NULL;
}

static void *call_until_it_fails(void *of)
{
    user *u = of;
    do
        u->calls++;
    while ((u->done = u->call(u->h)) == TAUFLOW_OK);
    tauflow_message(u->h, u->why, sizeof u->why);
    return NULL;
}

static void begin(user *u, tauflow *h, any_call call, void *(*how)(void *))
{
    u->h = h;
    u->call = call;
    u->calls = 0;
    atomic_init(&u->begun, false);
    assert_int_equal(pthread_create(&u->thread, NULL, how, u), 0);
}

/* ---- laws ---------------------------------------------------------------------------------- */

/* Until `calls` of them wait or compute inside: they are counted as they begin, and figures can be
 * asked while they wait. */
static void wait_for_calls(tauflow *h, uint64_t calls)
{
    tauflow_statistics f = {0};
    while (f.calls < calls) {
        assert_int_equal(tauflow_figures(h, &f), TAUFLOW_OK);
        rest_us(100);
    }
}

static void close_ends_calls_that_wait(void **state)
{
    (void)state;
    static const any_call CALLS[] = {receive, submit};
    for (uint32_t round = 0; round < ROUNDS; round++) {
        user users[THREADS];
        const uint32_t count = round % 4 < 2 ? THREADS : 1; /* one alone is woken by nobody else */
        tauflow *h = loaded("twin:");
        for (uint32_t k = 0; k < count; k++)
            begin(&users[k], h, CALLS[round % 2], call_once);
        wait_for_calls(h, count);
        rest_us(1000);
        const double began = now_ms();
        tauflow_close(h);
        assert_true(now_ms() - began < PATIENCE_MS / 4);
        for (uint32_t k = 0; k < count; k++) {
            pthread_join(users[k].thread, NULL);
            assert_int_equal(users[k].done, TAUFLOW_ENDED);
        }
    }
}

/* One computes with the lock, the others wait for the lock: nothing can be asked, so after they
 * have begun the clock must do. */
static void close_ends_calls_that_compute(void **state)
{
    (void)state;
    for (uint32_t round = 0; round < ROUNDS / 6; round++) {
        user users[THREADS];
        tauflow *h = loaded("twin:");
        for (uint32_t k = 0; k < THREADS; k++)
            begin(&users[k], h, stream, call_once);
        for (uint32_t k = 0; k < THREADS; k++)
            while (!atomic_load(&users[k].begun))
                rest_us(100);
        rest_us(100000);
        const double began = now_ms();
        tauflow_close(h);
        assert_true(now_ms() - began < PATIENCE_MS / 4);
        for (uint32_t k = 0; k < THREADS; k++) {
            pthread_join(users[k].thread, NULL);
            assert_int_equal(users[k].done, TAUFLOW_ENDED);
        }
    }
}

static void stop_ends_threads_that_call_again_and_again(void **state)
{
    (void)state;
    static const any_call CALLS[] = {step, load, ask, step};
    uint32_t calls = 0;
    for (uint32_t round = 0; round < ROUNDS; round++) {
        user users[THREADS];
        tauflow *h = loaded(round % 8 == 7 ? "sim:" : "twin:");
        for (uint32_t k = 0; k < THREADS; k++)
            begin(&users[k], h, CALLS[k], call_until_it_fails);
        rest_us(round * 97 % 4000);
        tauflow_stop(h);
        for (uint32_t k = 0; k < THREADS; k++) {
            pthread_join(users[k].thread, NULL);
            assert_int_equal(users[k].done, TAUFLOW_ENDED);
            assert_string_equal(users[k].why, "the handle was stopped or closed by another thread");
            calls += users[k].calls;
        }
        tauflow_close(h);
    }
    print_message("%u calls\n", calls);
    assert_true(calls >= ROUNDS * THREADS);
}

static void a_stopped_handle_refuses_every_call(void **state)
{
    (void)state;
    static const any_call CALLS[] = {step, stream, receive, submit, load, ask};
    char why[TAUFLOW_MESSAGE_BYTES];
    uint32_t number;
    tauflow *h = loaded("twin:");
    assert_int_equal(tauflow_step(h, ZERO, ZERO, NULL, NULL), TAUFLOW_BAD_CALL);
    tauflow_stop(h);
    tauflow_stop(h);
    assert_non_null(strstr(tauflow_message(h, why, sizeof why), "array is missing"));
    for (uint32_t k = 0; k < sizeof CALLS / sizeof CALLS[0]; k++)
        assert_int_equal(CALLS[k](h), TAUFLOW_ENDED);
    assert_int_equal(tauflow_cycles(h, &number), TAUFLOW_ENDED);
    assert_int_equal(tauflow_set_timeout(h, 1), TAUFLOW_ENDED);
    assert_non_null(strstr(tauflow_message(h, why, sizeof why), "stopped or closed"));
    tauflow_close(h);
    tauflow_stop(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(close_ends_calls_that_wait),
        cmocka_unit_test(close_ends_calls_that_compute),
        cmocka_unit_test(stop_ends_threads_that_call_again_and_again),
        cmocka_unit_test(a_stopped_handle_refuses_every_call),
    };
    many = calloc(MANY * JOINTS, sizeof *many);
    const int failed = cmocka_run_group_tests_name("ending", tests, NULL, NULL);
    free(many);
    return failed;
}
