/* SPDX-License-Identifier: MIT */
/* Simulated cores whose registers do not answer: an error within the timeout, and never a hang. The
 * cores are tests/host/silent/Vcore.h behind the face that every simulated core has. */
#include "tauflow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define PUMA TESTS_FOLDER "/puma560.tau"
#define CORE(name) "sim:" TESTS_FOLDER "/silent_" name ".so"
enum { HANG_S = 60 };

static void assert_told(tauflow *h, const char *piece)
{
    char why[TAUFLOW_MESSAGE_BYTES];
    if (!strstr(tauflow_message(h, why, sizeof why), piece))
        fail_msg("'%s' does not tell '%s'", why, piece);
}

static void core_that_answers_no_read_is_an_error(void **state)
{
    (void)state;
    tauflow *h;
    assert_int_equal(tauflow_open(CORE("reads"), NULL, &h), TAUFLOW_IO);
    assert_told(h, "does not answer a read of register 0x000");
    tauflow_close(h);
}

static void refuse_load(const char *address)
{
    tauflow *h;
    double q[6] = {0}, tau[6];
    assert_int_equal(tauflow_open(address, NULL, &h), TAUFLOW_OK);
    assert_int_equal(tauflow_load(h, PUMA), TAUFLOW_IO);
    assert_told(h, "does not answer a write of register 0x04c");
    assert_int_equal(tauflow_step(h, q, q, q, tau), TAUFLOW_FAILED);
    tauflow_close(h);
}

static void core_that_answers_no_write_is_an_error(void **state)
{
    (void)state;
    refuse_load(CORE("writes"));
}

static void core_that_takes_no_write_is_an_error(void **state)
{
    (void)state;
    refuse_load(CORE("closed"));
}

static void core_that_refuses_a_write_is_an_error(void **state)
{
    (void)state;
    refuse_load(CORE("refused"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(core_that_answers_no_read_is_an_error),
        cmocka_unit_test(core_that_answers_no_write_is_an_error),
        cmocka_unit_test(core_that_takes_no_write_is_an_error),
        cmocka_unit_test(core_that_refuses_a_write_is_an_error),
    };
    alarm(HANG_S);
    return cmocka_run_group_tests_name("silent", tests, NULL, NULL);
}
