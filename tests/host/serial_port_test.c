/* SPDX-License-Identifier: MIT */
/* A serial port belongs to one program while it is open: the kernel refuses others, also those that
 * know nothing of the library's lock. A pseudo-terminal without a board is the port. */
#define _XOPEN_SOURCE 700
#define _DEFAULT_SOURCE /* TIOCEXCL */
#include "tauflow.h"

#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

enum { TIMEOUT_MS = 400 };

typedef struct {
    char device[128];
    tauflow_status done;
} opener;

/* No board answers: it has the port for the timeout, and then not any more. */
static void *open_late(void *of)
{
    opener *o = of;
    tauflow *h = NULL;
    o->done = tauflow_open(o->device, &(tauflow_options){.timeout_ms = TIMEOUT_MS}, &h);
    tauflow_close(h);
    return NULL;
}

static bool is_exclusive(int file)
{
    int exclusive = -1;
    assert_int_equal(ioctl(file, TIOCGEXCL, &exclusive), 0);
    return exclusive != 0;
}

static void a_port_that_is_open_is_nobody_elses(void **state)
{
    (void)state;
    opener o = {.done = TAUFLOW_OK};
    pthread_t thread;
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    const int other = open(ptsname(terminal), O_RDWR | O_NOCTTY); /* opened before */
    assert_true(other >= 0);
    snprintf(o.device, sizeof o.device, "serial:%s", ptsname(terminal));
    assert_false(is_exclusive(other));
    assert_int_equal(pthread_create(&thread, NULL, open_late, &o), 0);
    bool seen = false;
    for (int ms = 0; ms < TIMEOUT_MS / 2 && !seen; ms++) {
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
        seen = is_exclusive(other);
    }
    pthread_join(thread, NULL);
    assert_true(seen);
    assert_int_equal(o.done, TAUFLOW_TIMEOUT);
    assert_false(is_exclusive(other));
    close(other);
    close(terminal);
}

/* Whoever is refused leaves the port as it is. */
static void a_refused_open_does_not_set_the_port_free(void **state)
{
    (void)state;
    opener first = {.done = TAUFLOW_OK}, second;
    pthread_t thread;
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    assert_true(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    const int other = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    snprintf(first.device, sizeof first.device, "serial:%s", ptsname(terminal));
    second = first;
    assert_int_equal(pthread_create(&thread, NULL, open_late, &first), 0);
    while (!is_exclusive(other))
        nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
    open_late(&second);
    const bool still = is_exclusive(other);
    pthread_join(thread, NULL);
    assert_int_equal(second.done, TAUFLOW_BUSY);
    assert_true(still);
    assert_int_equal(first.done, TAUFLOW_TIMEOUT);
    close(other);
    close(terminal);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_port_that_is_open_is_nobody_elses),
        cmocka_unit_test(a_refused_open_does_not_set_the_port_free),
    };
    return cmocka_run_group_tests_name("serial_port", tests, NULL, NULL);
}
