/* SPDX-License-Identifier: MIT */
/* The library with programs in fixed point, through its public header: units, ranges, overflows,
 * alone and as streams, on the twin. */
#include "tauflow.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define FIXED TESTS_FOLDER "/fixed.tau"
#define FIXED_STREAM TESTS_FOLDER "/fixed_stream.tau"
#define BINARY TESTS_FOLDER "/pendulum5.tau" /* the same robot */
#define OVERFLOW TESTS_FOLDER "/overflow.tau"
enum { JOINTS = 5, SAMPLES = 200 };

#include "library_states.h"

static tauflow *loaded(const char *image)
{
    tauflow *h;
    char why[TAUFLOW_MESSAGE_BYTES];
    if (tauflow_open("twin:", NULL, &h) != TAUFLOW_OK || tauflow_load(h, image) != TAUFLOW_OK)
        fail_msg("%s: %s", image, tauflow_message(h, why, sizeof why));
    return h;
}

static void assert_told(tauflow *h, const char *piece)
{
    char why[TAUFLOW_MESSAGE_BYTES];
    if (!strstr(tauflow_message(h, why, sizeof why), piece))
        fail_msg("'%s' does not tell '%s'", why, piece);
}

static void torques_are_those_of_binary32_within_their_bits(void **state)
{
    (void)state;
    data *d = make_data(5);
    double *wanted = calloc(SAMPLES * JOINTS, sizeof *wanted), largest = 0, worst = 0;
    tauflow *binary = loaded(BINARY), *fixed = loaded(FIXED), *flow = loaded(FIXED_STREAM);
    const tauflow_state s = {.q = d->q, .qd = d->qd, .qdd = d->qdd};
    assert_int_equal(tauflow_stream(binary, SAMPLES, &s, wanted), TAUFLOW_OK);
    assert_int_equal(tauflow_stream(fixed, SAMPLES, &s, d->tau), TAUFLOW_OK);
    for (int i = 0; i < SAMPLES * JOINTS; i++) {
        largest = fmax(largest, fabs(wanted[i]));
        worst = fmax(worst, fabs(wanted[i] - d->tau[i]));
    }
    assert_true(worst > 0 && worst < 1e-5 * largest); /* 24 bits: below 6e-6 */
    /* Samples that overlap give the same bits: another schedule of the same integers. */
    assert_int_equal(tauflow_stream(flow, SAMPLES, &s, wanted), TAUFLOW_OK);
    assert_memory_equal(wanted, d->tau, sizeof d->tau);
    for (size_t k = 0; k < SAMPLES * JOINTS; k += JOINTS)
        assert_int_equal(tauflow_step(flow, d->q + k, d->qd + k, d->qdd + k, wanted + k),
                         TAUFLOW_OK);
    assert_memory_equal(wanted, d->tau, sizeof d->tau);
    tauflow_close(binary);
    tauflow_close(fixed);
    tauflow_close(flow);
    free(wanted);
    free(d);
}

static void numbers_out_of_the_ranges_are_refused(void **state)
{
    (void)state;
    tauflow *h = loaded(FIXED);
    double q[JOINTS] = {0}, qd[JOINTS] = {0}, qdd[JOINTS] = {0}, tau[JOINTS];
    const tauflow_state s = {.q = q, .qd = qd, .qdd = qdd};
    size_t taken;
    qd[4] = 3;
    qdd[2] = -15;
    q[3] = 1000; /* an angle may be any */
    assert_int_equal(tauflow_step(h, q, qd, qdd, tau), TAUFLOW_OK);
    qd[4] = nextafter(3, 4);
    assert_int_equal(tauflow_step(h, q, qd, qdd, tau), TAUFLOW_RANGE);
    assert_told(h, "qd[4] is out of the range of this program: 3, and -3 .. 3 expected");
    assert_int_equal(tauflow_submit(h, 1, &s, TAUFLOW_POLL, &taken), TAUFLOW_RANGE);
    assert_int_equal(taken, 0);
    qd[4] = -3;
    qdd[2] = -15.5;
    assert_int_equal(tauflow_step(h, q, qd, qdd, tau), TAUFLOW_RANGE);
    assert_told(h, "qdd[2] is out of the range of this program: -15.5, and -15 .. 15 expected");
    qdd[2] = (double)NAN;
    assert_int_equal(tauflow_step(h, q, qd, qdd, tau), TAUFLOW_RANGE);
    qdd[2] = 0;
    assert_int_equal(tauflow_step(h, q, qd, qdd, tau), TAUFLOW_OK);
    tauflow_close(h);
}

/* A program that nobody proved: twice 1 does not fit. */
static void an_overflow_fails_the_call_and_no_other(void **state)
{
    (void)state;
    tauflow *h = loaded(OVERFLOW);
    double zero = 0, qd[3] = {0.5, 1, -0.25}, tau[3];
    const double zeros[3] = {0};
    const tauflow_state s = {.q = zeros, .qd = qd, .qdd = zeros};
    size_t taken, came;
    assert_int_equal(tauflow_step(h, &zero, &qd[0], &zero, tau), TAUFLOW_OK);
    assert_true(tau[0] == 1);
    assert_int_equal(tauflow_step(h, &zero, &qd[1], &zero, tau), TAUFLOW_RANGE);
    assert_told(h, "did not fit into the 24 bits of fixed point");
    assert_int_equal(tauflow_step(h, &zero, &qd[2], &zero, tau), TAUFLOW_OK);
    assert_true(tau[0] == -0.5);
    assert_int_equal(tauflow_stream(h, 3, &s, tau), TAUFLOW_RANGE);
    assert_int_equal(tauflow_submit(h, 3, &s, TAUFLOW_WAIT, &taken), TAUFLOW_OK);
    assert_int_equal(taken, 3);
    assert_int_equal(tauflow_receive(h, 3, tau, TAUFLOW_WAIT, &came), TAUFLOW_RANGE);
    assert_int_equal(came, 3);
    qd[1] = 0;
    assert_int_equal(tauflow_submit(h, 3, &s, TAUFLOW_WAIT, &taken), TAUFLOW_OK);
    assert_int_equal(tauflow_receive(h, 3, tau, TAUFLOW_WAIT, &came), TAUFLOW_OK);
    assert_true(came == 3 && tau[0] == 1 && tau[1] == 0 && tau[2] == -0.5);
    tauflow_close(h);
}

static void images_fit_cores_of_their_numbers_only(void **state)
{
    (void)state;
    static const char CORE[] = "twin:crossbar_4_2_0_2_1_0_8_4_32_64_512_512_512_64_64";
    tauflow *h;
    assert_int_equal(tauflow_open(CORE, NULL, &h), TAUFLOW_OK);
    assert_int_equal(tauflow_load(h, FIXED), TAUFLOW_WRONG_SHAPE);
    assert_told(h, "its numbers are fixed point of 24 bits and the core's are binary32");
    tauflow_close(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(torques_are_those_of_binary32_within_their_bits),
        cmocka_unit_test(numbers_out_of_the_ranges_are_refused),
        cmocka_unit_test(an_overflow_fails_the_call_and_no_other),
        cmocka_unit_test(images_fit_cores_of_their_numbers_only),
    };
    return cmocka_run_group_tests_name("fixed_library", tests, NULL, NULL);
}
