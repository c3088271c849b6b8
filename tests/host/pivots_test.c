/* SPDX-License-Identifier: MIT */
/* Functions that divide, on a core with a divider: they invert inverse dynamics, and a mass matrix
 * that cannot be solved is told. */
#include "shape_numbers.h"
#include "tauflow.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define ID TESTS_FOLDER "/puma560.tau"
#define FD TESTS_FOLDER "/puma560_fd.tau"
#define MINV TESTS_FOLDER "/puma560_minv.tau"
#define STREAM TESTS_FOLDER "/pendulum5_fd_stream.tau"
#define BARS TESTS_FOLDER "/two_bars.tau" /* no mass but at the end: singular when stretched */
enum { N = 6, STATES = 40 };

static void must(tauflow *h, tauflow_status done)
{
    char why[TAUFLOW_MESSAGE_BYTES];
    if (done != TAUFLOW_OK)
        fail_msg("%s", tauflow_message(h, why, sizeof why));
}

static tauflow *loaded(const char *address, const char *image)
{
    tauflow *h = NULL;
    const tauflow_status opened = tauflow_open(address, NULL, &h);
    must(h, opened);
    must(h, tauflow_load(h, image));
    return h;
}

static void assert_told(tauflow *h, const char *piece)
{
    char why[TAUFLOW_MESSAGE_BYTES];
    if (!strstr(tauflow_message(h, why, sizeof why), piece))
        fail_msg("'%s' does not tell '%s'", why, piece);
}

static double number(uint64_t *seed, double most)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return most * ((double)(*seed >> 11) * 0x1p-52 - 1);
}

/* What torques add up to, term by term: rounding errors are of this size. */
static double torque_scale(tauflow *id, const double *q, const double *qd, const double *qdd)
{
    double zero[N] = {0}, one[N] = {0}, rest[N], tau[N], most = 0, sum[N];
    must(id, tauflow_step(id, q, qd, zero, rest));
    for (uint32_t j = 0; j < N; j++)
        sum[j] = fabs(rest[j]);
    must(id, tauflow_step(id, q, zero, zero, rest));
    for (uint32_t k = 0; k < N; k++) {
        memset(one, 0, sizeof one);
        one[k] = qdd[k];
        must(id, tauflow_step(id, q, zero, one, tau));
        for (uint32_t j = 0; j < N; j++)
            sum[j] += fabs(tau[j] - rest[j]);
    }
    for (uint32_t j = 0; j < N; j++)
        most = fmax(most, sum[j]);
    return most;
}

/* Torques, accelerations of them, torques of those. A stable solution leaves a rest of some
 * roundings of the terms: 64 of half a unit, where one row of the factors is a chain of about ten
 * operations per joint. */
static void check_inverse(const char *address, const char *image)
{
    tauflow *id = loaded("twin:", ID), *fd = loaded(address, image);
    uint64_t seed = 5;
    for (uint32_t n = 0; n < STATES; n++) {
        double q[N], qd[N], tau[N], qdd[N], back[N];
        for (uint32_t j = 0; j < N; j++) {
            q[j] = number(&seed, 3);
            qd[j] = number(&seed, 2);
            tau[j] = number(&seed, 20);
        }
        must(fd, tauflow_forward(fd, q, qd, tau, qdd));
        must(id, tauflow_step(id, q, qd, qdd, back));
        const double allowed = 64 * 0x1p-24 * torque_scale(id, q, qd, qdd);
        for (uint32_t j = 0; j < N; j++)
            if (!(fabs(back[j] - tau[j]) <= allowed))
                fail_msg("%s, state %u: torque %u is %.9g, and %.9g comes back; %g allowed",
                         address, n, j, tau[j], back[j], allowed);
    }
    uint32_t cycles;
    tauflow_description about;
    must(fd, tauflow_cycles(fd, &cycles));
    must(fd, tauflow_describe(fd, &about));
    assert_int_equal(cycles, about.cycles);
    assert_int_equal(core_number(fd, "div"), 1);
    tauflow_close(id);
    tauflow_close(fd);
}

static void forward_dynamics_inverts_inverse_dynamics(void **state)
{
    (void)state;
    check_inverse("twin:", FD);
    check_inverse("sim:", FD);
}

/* Both say the same, bit for bit, also in streams of samples that overlap. */
static void twin_and_simulation_agree(void **state)
{
    (void)state;
    static const char *const IMAGES[] = {FD, STREAM};
    static double q[STATES * N], qd[STATES * N], tau[STATES * N];
    uint64_t seed = 9;
    for (uint32_t k = 0; k < STATES * N; k++) {
        q[k] = number(&seed, 3);
        qd[k] = number(&seed, 2);
        tau[k] = number(&seed, 20);
    }
    const tauflow_state states = {.q = q, .qd = qd, .tau = tau};
    for (size_t i = 0; i < 2; i++) {
        tauflow *h[2] = {loaded("twin:", IMAGES[i]), loaded("sim:", IMAGES[i])};
        tauflow_description about;
        must(h[0], tauflow_describe(h[0], &about));
        double *out[2];
        for (uint32_t k = 0; k < 2; k++) {
            out[k] = malloc(STATES * about.outputs * sizeof *out[k]);
            assert_non_null(out[k]);
            must(h[k], tauflow_stream(h[k], STATES, &states, out[k]));
        }
        assert_memory_equal(out[0], out[1], STATES * about.outputs * sizeof *out[0]);
        for (uint32_t k = 0; k < 2; k++) {
            free(out[k]);
            tauflow_close(h[k]);
        }
    }
}

static void the_inverse_of_the_mass_matrix_undoes_accelerations(void **state)
{
    (void)state;
    tauflow *id = loaded("twin:", ID), *inverse = loaded("twin:", MINV);
    double q[N] = {0.3, -0.6, 0.9, 0.2, 0.7, -0.4}, zero[N] = {0}, minv[N * N], rest[N];
    must(inverse, tauflow_inverse_mass_matrix(inverse, q, minv));
    must(id, tauflow_step(id, q, zero, zero, rest));
    for (uint32_t k = 0; k < N; k++) {
        double column[N], tau[N];
        for (uint32_t j = 0; j < N; j++) {
            column[j] = minv[j * N + k];
            assert_true(minv[j * N + k] == minv[k * N + j]);
        }
        must(id, tauflow_step(id, q, zero, column, tau));
        const double allowed = 64 * 0x1p-24 * torque_scale(id, q, zero, column);
        for (uint32_t j = 0; j < N; j++)
            assert_true(fabs(tau[j] - rest[j] - (j == k)) <= allowed);
    }
    tauflow_close(id);
    tauflow_close(inverse);
}

static void a_matrix_that_cannot_be_solved_is_told(void **state)
{
    (void)state;
    tauflow *h = loaded("twin:", BARS);
    double q[2] = {0.3, 0}, zero[2] = {0}, tau[2] = {1, 2}, qdd[2];
    assert_int_equal(tauflow_forward(h, q, zero, tau, qdd), TAUFLOW_SINGULAR);
    assert_told(h, "the mass matrix of this state cannot be solved: pivot[0] is ");
    assert_string_equal(tauflow_status_word(TAUFLOW_SINGULAR), "singular");
    q[1] = 0.5;
    must(h, tauflow_forward(h, q, zero, tau, qdd));
    /* in a stream it is dropped, and the others come */
    double many[3 * 2] = {0.1, 0.5, 0.1, 0, 0.1, 0.7}, zeros[6] = {0}, out[3 * 6];
    const tauflow_state s = {.q = many, .qd = zeros, .tau = zeros};
    size_t taken, came;
    must(h, tauflow_submit(h, 3, &s, TAUFLOW_WAIT, &taken));
    assert_int_equal(taken, 3);
    must(h, tauflow_receive(h, 1, out, TAUFLOW_WAIT, &came));
    assert_int_equal(came, 1);
    assert_int_equal(tauflow_receive(h, 1, out, TAUFLOW_WAIT, &came), TAUFLOW_SINGULAR);
    must(h, tauflow_receive(h, 1, out, TAUFLOW_WAIT, &came));
    assert_int_equal(came, 1);
    tauflow_close(h);
}

static void a_core_without_a_divider_is_refused(void **state)
{
    (void)state;
    tauflow *h = NULL;
    const tauflow_status opened =
        tauflow_open("twin:crossbar_4_2_0_3_4_0_8_4_32_64_512_512_512_64_64", NULL, &h);
    must(h, opened);
    assert_int_equal(tauflow_load(h, FD), TAUFLOW_WRONG_SHAPE);
    assert_told(h, "it needs 1 dividers and the core has 0");
    tauflow_close(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forward_dynamics_inverts_inverse_dynamics),
        cmocka_unit_test(twin_and_simulation_agree),
        cmocka_unit_test(the_inverse_of_the_mass_matrix_undoes_accelerations),
        cmocka_unit_test(a_matrix_that_cannot_be_solved_is_told),
        cmocka_unit_test(a_core_without_a_divider_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
