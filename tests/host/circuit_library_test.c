/* SPDX-License-Identifier: MIT */
/* The library with a circuit in the place of a core, through its public header: the torques are,
 * bit for bit, those of a core with the same operations, and what does not belong together is
 * refused. */
#include "shape_numbers.h"
#include "tauflow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define CIRCUIT TESTS_FOLDER "/circuit/pendulum5_circuit.tau"
#define OTHER TESTS_FOLDER "/other_circuit/pendulum5_circuit.tau"
#define PROGRAM TESTS_FOLDER "/circuit/program.tau" /* of the circuit's operations */
enum { JOINTS = 5, SAMPLES = 500 };

#include "library_states.h"

static tauflow *loaded(const char *address, const char *image)
{
    tauflow *h;
    char why[TAUFLOW_MESSAGE_BYTES];
    if (tauflow_open(address, NULL, &h) != TAUFLOW_OK || tauflow_load(h, image) != TAUFLOW_OK)
        fail_msg("%s on %s: %s", image, address, tauflow_message(h, why, sizeof why));
    return h;
}

/* The address of a circuit's own object, which becomes nothing else. */
static void address_of(const char *image, char address[256])
{
    char line[200] = "";
    char command[200];
    snprintf(command, sizeof command, "%s core %s", TAUFLOW_PROGRAM, image);
    FILE *f = popen(command, "r");
    assert_non_null(f);
    assert_non_null(fgets(line, sizeof line, f));
    assert_int_equal(pclose(f), 0);
    line[strcspn(line, "\n")] = '\0';
    snprintf(address, 256, "sim:%s", line);
}

static void assert_refused(const char *address, const char *image, const char *piece)
{
    tauflow *h;
    char why[TAUFLOW_MESSAGE_BYTES];
    assert_int_equal(tauflow_open(address, NULL, &h), TAUFLOW_OK);
    assert_int_equal(tauflow_load(h, image), TAUFLOW_WRONG_SHAPE);
    if (!strstr(tauflow_message(h, why, sizeof why), piece))
        fail_msg("'%s' does not tell '%s'", why, piece);
    tauflow_close(h);
}

static void torques_are_those_of_a_core_with_the_same_operations(void **state)
{
    (void)state;
    static const char *const ADDRESSES[] = {"sim:", "sim:,stalls=60", "sim:,stalls=200"};
    data *d = make_data(7);
    const tauflow_state s = {.q = d->q, .qd = d->qd, .qdd = d->qdd};
    tauflow *core = loaded("twin:", PROGRAM);
    double *wanted = calloc(SAMPLES * JOINTS, sizeof *wanted), *step = calloc(JOINTS, sizeof *step);
    assert_int_equal(tauflow_stream(core, SAMPLES, &s, wanted), TAUFLOW_OK);
    tauflow_close(core);
    for (size_t k = 0; k < sizeof ADDRESSES / sizeof ADDRESSES[0]; k++) {
        tauflow *h = loaded(ADDRESSES[k], CIRCUIT);
        memset(d->tau, 0, sizeof d->tau);
        assert_int_equal(tauflow_stream(h, SAMPLES, &s, d->tau), TAUFLOW_OK);
        assert_memory_equal(d->tau, wanted, sizeof d->tau);
        for (size_t i = 0; i < 50 * JOINTS; i += JOINTS) {
            assert_int_equal(tauflow_step(h, d->q + i, d->qd + i, d->qdd + i, step), TAUFLOW_OK);
            assert_memory_equal(step, wanted + i, JOINTS * sizeof *step);
        }
        tauflow_close(h);
    }
    free(step);
    free(wanted);
    free(d);
}

static void a_sample_takes_the_predicted_cycles(void **state)
{
    (void)state;
    const double zeros[JOINTS] = {0};
    double tau[JOINTS];
    uint32_t cycles;
    tauflow_description t;
    tauflow *h = loaded("sim:", CIRCUIT);
    assert_int_equal(tauflow_describe(h, &t), TAUFLOW_OK);
    uint32_t needed;
    assert_int_equal(tauflow_describe_needs(h, "circuit", &needed), TAUFLOW_OK);
    assert_true(needed != 0);
    assert_int_equal(core_number(h, "circuit"), needed);
    assert_string_equal(t.robot, "pendulum5");
    assert_int_equal(t.interval, 3); /* 20 words in 8 lanes */
    assert_int_equal(tauflow_step(h, zeros, zeros, zeros, tau), TAUFLOW_OK);
    assert_int_equal(tauflow_cycles(h, &cycles), TAUFLOW_OK);
    assert_int_equal(cycles, t.cycles);
    tauflow_close(h);
}

static void circuits_cores_and_images_find_each_other_or_are_refused(void **state)
{
    (void)state;
    char circuit[256], core[256];
    address_of(CIRCUIT, circuit);
    address_of("default", core);
    assert_refused(circuit, PROGRAM, "the program does not fit: it is for a core, and this is");
    assert_refused(circuit, OTHER, ", and this is circuit");
    assert_refused(core, CIRCUIT, ", and this is a core");
    assert_refused("twin:", CIRCUIT, "a circuit has no software twin");
    /* an address that leaves it open becomes one after another */
    tauflow *h = loaded("sim:", CIRCUIT);
    assert_int_equal(tauflow_load(h, OTHER), TAUFLOW_OK);
    assert_int_equal(tauflow_load(h, TESTS_FOLDER "/pendulum5.tau"), TAUFLOW_OK);
    assert_int_equal(tauflow_load(h, CIRCUIT), TAUFLOW_OK);
    tauflow_close(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(torques_are_those_of_a_core_with_the_same_operations),
        cmocka_unit_test(a_sample_takes_the_predicted_cycles),
        cmocka_unit_test(circuits_cores_and_images_find_each_other_or_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
