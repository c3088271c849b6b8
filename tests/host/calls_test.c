/* SPDX-License-Identifier: MIT */
/* Wrong arguments: each is refused, says what is wrong with it, and harms nothing. */
#include "tauflow.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PUMA TESTS_FOLDER "/puma560.tau"
#define FLOATING TESTS_FOLDER "/ring.tau" /* a free base and an external force */
#define FLOATING_CORE "twin:ring_2_2_0_3_4_0_8_4_32_64_512_512_512_64_64"
#define MANY (SIZE_MAX / 8) /* samples whose arrays have a size that size_t cannot tell */
enum { JOINTS = 6, NUMBERS = 64 };

static tauflow *loaded(const char *address, const char *image)
{
    tauflow *h;
    char why[TAUFLOW_MESSAGE_BYTES];
    if (tauflow_open(address, NULL, &h) != TAUFLOW_OK || tauflow_load(h, image) != TAUFLOW_OK)
        fail_msg("%s, %s: %s", address, image, tauflow_message(h, why, sizeof why));
    return h;
}

static void assert_told(tauflow *h, const char *piece)
{
    char why[TAUFLOW_MESSAGE_BYTES];
    if (!strstr(tauflow_message(h, why, sizeof why), piece))
        fail_msg("'%s' does not tell '%s'", why, piece);
}

/* Each number of an array in turn is made wrong, in step and in submit. */
static void refuse_each(tauflow *h, const char *name, double *list, uint32_t count, double wrong,
                        const tauflow_state *s)
{
    double tau[NUMBERS];
    char told[64];
    size_t taken;
    for (uint32_t k = 0; k < count; k++) {
        const double right = list[k];
        list[k] = wrong;
        snprintf(told, sizeof told, "%s[%u] is not finite or too large", name, k);
        assert_int_equal(tauflow_step_forces(h, s, tau), TAUFLOW_RANGE);
        assert_told(h, told);
        assert_int_equal(tauflow_submit(h, 1, s, TAUFLOW_POLL, &taken), TAUFLOW_RANGE);
        assert_int_equal(taken, 0);
        assert_told(h, told);
        list[k] = right;
    }
    assert_true(count > 0);
}

/* Joint 1 of the arm stands upright: no torque depends on q[0]. The free base's numbers are not all
 * used either. */
static void every_number_of_the_state_is_checked_used_or_not(void **state)
{
    (void)state;
    const double wrong[] = {NAN, INFINITY, -INFINITY, 1e39, -1e300};
    double q[NUMBERS] = {0}, qd[NUMBERS] = {0}, qdd[NUMBERS] = {0};
    double motion[NUMBERS] = {0}, force[NUMBERS] = {0};
    const tauflow_state s = {.q = q, .qd = qd, .qdd = qdd, .free_motion = motion, .forces = force};
    tauflow *arm = loaded("twin:", PUMA), *free_base = loaded(FLOATING_CORE, FLOATING);
    for (size_t k = 0; k < sizeof wrong / sizeof wrong[0]; k++) {
        refuse_each(arm, "q", q, JOINTS, wrong[k], &s);
        refuse_each(arm, "qd", qd, JOINTS, wrong[k], &s);
        refuse_each(arm, "qdd", qdd, JOINTS, wrong[k], &s);
        refuse_each(free_base, "q", q, 5, wrong[k], &s);
        refuse_each(free_base, "free_motion", motion, 9, wrong[k], &s);
        refuse_each(free_base, "forces", force, 6, wrong[k], &s);
    }
    refuse_each(arm, "q", q, JOINTS, 1e30, &s); /* all are angles */
    refuse_each(arm, "q", q, JOINTS, -0x1p20, &s);
    double tau[NUMBERS];
    q[0] = nextafter(0x1p20, 0);
    qd[0] = qdd[5] = 3e38;
    assert_int_not_equal(tauflow_step_forces(arm, &s, tau), TAUFLOW_BAD_CALL);
    qd[0] = qdd[5] = 0;
    assert_int_equal(tauflow_step_forces(arm, &s, tau), TAUFLOW_OK);
    tauflow_close(arm);
    tauflow_close(free_base);
}

static void no_address_is_no_simulator(void **state)
{
    (void)state;
    static const char *const NONE[] = {NULL, ""};
    for (int k = 0; k < 2; k++) {
        tauflow *h;
        assert_int_equal(tauflow_open(NONE[k], NULL, &h), TAUFLOW_BAD_CALL);
        assert_non_null(h);
        assert_told(h, "an address is missing: sim:");
        assert_int_equal(tauflow_load(h, PUMA), TAUFLOW_FAILED);
        assert_told(h, "an address is missing: sim:");
        tauflow_close(h);
    }
    assert_int_equal(tauflow_open("twin:", NULL, NULL), TAUFLOW_BAD_CALL);
}

/* Leaves a message behind that has nothing to do with the call that follows. */
static void fail_before(tauflow *h)
{
    assert_int_equal(tauflow_load(h, "/nowhere.tau"), TAUFLOW_NOT_FOUND);
    assert_told(h, "/nowhere.tau");
}

#define REFUSED(call, piece)                        \
    do {                                            \
        fail_before(h);                             \
        assert_int_equal((call), TAUFLOW_BAD_CALL); \
        assert_told(h, piece);                      \
    } while (0)

static void every_bad_call_has_a_message_of_its_own(void **state)
{
    (void)state;
    tauflow *h = loaded("twin:", PUMA);
    double q[JOINTS] = {0}, tau[JOINTS];
    const tauflow_state s = {.q = q, .qd = q, .qdd = q};
    const char *link;
    tauflow_joint joint;
    size_t some;
    REFUSED(tauflow_load(h, NULL), "path of the image is missing");
    REFUSED(tauflow_load_bytes(h, NULL, 4), "bytes of the image are missing");
    REFUSED(tauflow_describe(h, NULL), "place for the description");
    REFUSED(tauflow_describe_joint(h, 0, NULL), "place for the joint");
    REFUSED(tauflow_describe_joint(h, 6, &joint), "no joint 6");
    REFUSED(tauflow_describe_force(h, 0, NULL), "place for the link");
    REFUSED(tauflow_describe_force(h, 0, &link), "no force 0");
    REFUSED(tauflow_cycles(h, NULL), "place for the cycles");
    REFUSED(tauflow_figures(h, NULL), "place for the figures");
    REFUSED(tauflow_step(h, NULL, q, q, tau), "q, qd and qdd are needed");
    REFUSED(tauflow_step(h, q, q, q, NULL), "tau is needed");
    REFUSED(tauflow_step_forces(h, NULL, tau), "q, qd and qdd are needed");
    REFUSED(tauflow_stream(h, MANY, &s, tau), "no memory holds their arrays");
    REFUSED(tauflow_submit(h, 1, &s, TAUFLOW_POLL, NULL), "count of samples taken is missing");
    REFUSED(tauflow_submit(h, MANY, &s, TAUFLOW_POLL, &some), "no memory holds their arrays");
    REFUSED(tauflow_receive(h, 1, tau, TAUFLOW_POLL, NULL), "count of results is missing");
    REFUSED(tauflow_receive(h, MANY, tau, TAUFLOW_POLL, &some), "no memory holds their arrays");
    REFUSED(tauflow_receive(h, 1, NULL, TAUFLOW_POLL, &some), "tau is needed");
    assert_int_equal(tauflow_step(h, q, q, q, tau), TAUFLOW_OK);
    tauflow_close(h);
}

/* By name, in any order, on a robot with a free base and a force: the numbers of a step. */
static void a_call_by_names_is_a_step(void **state)
{
    (void)state;
    tauflow *h = loaded(FLOATING_CORE, FLOATING);
    double q[5], qd[5], qdd[5], motion[9], forces[6], want[11], tau[5], wrench[6];
    double *const lists[] = {q, qd, qdd, motion, forces};
    const size_t size[] = {5, 5, 5, 9, 6};
    for (size_t v = 0; v < 5; v++)
        for (size_t k = 0; k < size[v]; k++)
            lists[v][k] = 0.3 * (double)(v + 1) - 0.1 * (double)k;
    const tauflow_state s = {.q = q, .qd = qd, .qdd = qdd, .free_motion = motion, .forces = forces};
    assert_int_equal(tauflow_step_forces(h, &s, want), TAUFLOW_OK);
    const tauflow_input in[] = {
        {"forces", forces}, {"qdd", qdd}, {"free_motion", motion}, {"q", q}, {"qd", qd}};
    const tauflow_output out[] = {{"wrench", wrench}, {"tau", tau}};
    assert_int_equal(tauflow_call(h, in, 5, out, 2), TAUFLOW_OK);
    assert_memory_equal(tau, want, sizeof tau);
    assert_memory_equal(wrench, want + 5, sizeof wrench);
    memset(wrench, 0, sizeof wrench);
    assert_int_equal(tauflow_call(h, in, 5, out, 1), TAUFLOW_OK);
    assert_memory_equal(wrench, want + 5, sizeof wrench);
    REFUSED(tauflow_call(h, in, 4, out, 2), "q, qd and qdd are needed");
    REFUSED(tauflow_call(h, in + 1, 4, out, 2), "forces are missing");
    REFUSED(tauflow_call(h, in, 5, (const tauflow_output[]){{"mass", tau}}, 1), "no result 'mass'");
    REFUSED(tauflow_call(h, in, 5, (const tauflow_output[]){{"tau", NULL}}, 1), "tau is needed");
    REFUSED(tauflow_call(h, (const tauflow_input[]){{"tau", q}}, 1, out, 1), "takes no 'tau'");
    REFUSED(tauflow_call(h, NULL, 1, out, 1), "list of arrays is missing");
    REFUSED(tauflow_mass_matrix(h, q, tau), "computes 'id'");
    tauflow_close(h);
}

static void arrays_of_a_program_are_described(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        uint32_t rows, first;
    } want[] = {{"q", 5, 0},           {"qd", 5, 0},     {"qdd", 5, 0},   {"free_motion", 9, 0},
                {"forces", 6, 0},      {"tau", 5, 0},    {"wrench", 6, 5}};
    tauflow *h = loaded(FLOATING_CORE, FLOATING);
    tauflow_array a;
    const char *name;
    for (uint32_t k = 0; k < 7; k++) {
        assert_int_equal(tauflow_describe_array(h, k, &a), TAUFLOW_OK);
        assert_string_equal(a.name, want[k].name);
        assert_int_equal(a.is_result, k >= 5);
        assert_int_equal(a.rows, want[k].rows);
        assert_int_equal(a.columns, 1);
        assert_int_equal(a.first, want[k].first);
    }
    assert_int_equal(tauflow_describe_array(h, 7, &a), TAUFLOW_RANGE);
    REFUSED(tauflow_describe_array(h, 0, NULL), "place for the array");
    assert_int_equal(tauflow_describe_row(h, "tau", 4, &name), TAUFLOW_OK);
    assert_string_equal(name, "q5");
    assert_int_equal(tauflow_describe_row(h, "wrench", 5, &name), TAUFLOW_OK);
    REFUSED(tauflow_describe_row(h, "wrench", 6, &name), "no such row");
    REFUSED(tauflow_describe_column(h, "tau", 0, &name), "no such row or column");
    REFUSED(tauflow_describe_row(h, "mass", 0, &name), "no result 'mass'");
    assert_int_equal(tauflow_describe_unit(h, "tau", 4, &name), TAUFLOW_OK);
    assert_string_equal(name, "N m");
    assert_int_equal(tauflow_describe_unit(h, "wrench", 5, &name), TAUFLOW_OK);
    assert_string_equal(name, "");
    REFUSED(tauflow_describe_unit(h, "tau", 5, &name), "no such row");
    REFUSED(tauflow_describe_unit(h, "tau", 0, NULL), "place for the unit");
    tauflow_close(h);
}

static void lengths_are_those_of_the_image(void **state)
{
    (void)state;
    tauflow *h;
    uint32_t length = 99;
    assert_int_equal(tauflow_joints(NULL), 0);
    assert_int_equal(tauflow_outputs(NULL), 0);
    assert_int_equal(tauflow_open(FLOATING_CORE, NULL, &h), TAUFLOW_OK);
    assert_int_equal(tauflow_joints(h), 0);
    assert_int_equal(tauflow_outputs(h), 0);
    REFUSED(tauflow_length(h, "q", &length), "no image is loaded");
    assert_int_equal(tauflow_load(h, FLOATING), TAUFLOW_OK);
    assert_int_equal(tauflow_joints(h), 5);
    assert_int_equal(tauflow_outputs(h), 11);
    static const struct {
        const char *name;
        uint32_t length;
    } want[] = {{"q", 5}, {"free_motion", 9}, {"forces", 6}, {"tau", 5}, {"wrench", 6}};
    for (uint32_t k = 0; k < sizeof want / sizeof want[0]; k++) {
        assert_int_equal(tauflow_length(h, want[k].name, &length), TAUFLOW_OK);
        assert_int_equal(length, want[k].length);
    }
    assert_int_equal(tauflow_length(h, "mass", &length), TAUFLOW_NOT_FOUND);
    assert_told(h, "no array 'mass'");
    REFUSED(tauflow_length(h, NULL, &length), "name of the array is missing");
    REFUSED(tauflow_length(h, "q", NULL), "place for the length is missing");
    tauflow_stop(h);
    assert_int_equal(tauflow_joints(h), 0);
    tauflow_close(h);
    h = loaded("twin:", TESTS_FOLDER "/puma560_minv.tau");
    assert_int_equal(tauflow_length(h, "minv", &length), TAUFLOW_OK);
    assert_int_equal(length, 36);
    tauflow_close(h);
}

/* Arrays of other lengths are neither read nor written: there are none. */
static void a_checked_step_refuses_arrays_of_another_robot(void **state)
{
    (void)state;
    const double q[JOINTS] = {0.1, -0.5, 0.7, 0.2, 0.4, -0.3}, rest[JOINTS] = {0};
    double want[JOINTS], tau[JOINTS];
    tauflow *h;
    assert_int_equal(tauflow_open("twin:", NULL, &h), TAUFLOW_OK);
    REFUSED(tauflow_step_checked(h, 0, NULL, NULL, NULL, 0, NULL), "no image is loaded");
    assert_int_equal(tauflow_load(h, PUMA), TAUFLOW_OK);
    assert_int_equal(tauflow_step(h, q, rest, rest, want), TAUFLOW_OK);
    assert_int_equal(tauflow_step_checked(h, 6, q, rest, rest, 6, tau), TAUFLOW_OK);
    assert_memory_equal(tau, want, sizeof tau);
    memset(tau, 0, sizeof tau);
    for (uint32_t n = 5; n <= 7; n += 2) {
        REFUSED(tauflow_step_checked(h, n, NULL, NULL, NULL, 6, tau), "takes arrays of 6 joints");
        REFUSED(tauflow_step_checked(h, 6, q, rest, rest, n, tau), "gives 6 outputs");
    }
    for (uint32_t k = 0; k < JOINTS; k++)
        assert_true(tau[k] == 0);
    REFUSED(tauflow_step_checked(h, 6, q, rest, rest, 6, NULL), "missing");
    tauflow_close(h);
}

static void patience_out_of_range_is_refused(void **state)
{
    (void)state;
    static const int WRONG[] = {2, 77, -1};
    tauflow *h = loaded("twin:", PUMA);
    double q[JOINTS] = {0}, tau[JOINTS];
    const tauflow_state s = {.q = q, .qd = q, .qdd = q};
    for (size_t k = 0; k < sizeof WRONG / sizeof WRONG[0]; k++) {
        const tauflow_patience patience = (tauflow_patience)WRONG[k];
        size_t some = 9;
        REFUSED(tauflow_submit(h, 1, &s, patience, &some), "POLL or TAUFLOW_WAIT expected");
        assert_int_equal(some, 0);
        REFUSED(tauflow_receive(h, 1, tau, patience, &some), "POLL or TAUFLOW_WAIT expected");
        assert_int_equal(some, 0);
    }
    tauflow_close(h);
}

/* What is said in between does not take the place of the failure. */
static void failed_handle_tells_its_failure_until_it_is_closed(void **state)
{
    (void)state;
    tauflow *h;
    double q[JOINTS] = {0}, tau[JOINTS];
    assert_int_equal(tauflow_open("nowhere:", NULL, &h), TAUFLOW_NOT_FOUND);
    assert_int_equal(tauflow_describe(h, NULL), TAUFLOW_BAD_CALL);
    assert_told(h, "place for the description");
    assert_int_equal(tauflow_step(h, q, q, q, tau), TAUFLOW_FAILED);
    assert_told(h, "'nowhere:' is no address");
    tauflow_close(h);
}

static void version_of_header_and_library_agree(void **state)
{
    (void)state;
    assert_string_equal(tauflow_version(), TAUFLOW_VERSION);
    assert_int_equal(tauflow_version_number(), TAUFLOW_VERSION_NUMBER);
    uint32_t major, minor, patch;
    assert_int_equal(sscanf(tauflow_version(), "%u.%u.%u", &major, &minor, &patch), 3);
    assert_int_equal(major * 1000000 + minor * 1000 + patch, TAUFLOW_VERSION_NUMBER);
    assert_string_equal(tauflow_status_word(TAUFLOW_BUSY), "busy");
    assert_string_equal(tauflow_status_word(TAUFLOW_SINGULAR), "singular");
    assert_string_equal(tauflow_status_word(TAUFLOW_NOT_CLOSED), "not closed");
    assert_string_equal(tauflow_status_word(TAUFLOW_DENIED), "denied");
    assert_string_equal(tauflow_status_word(TAUFLOW_ENDED), "ended");
    assert_string_equal(tauflow_status_word((tauflow_status)(TAUFLOW_ENDED + 1)), "unknown");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_number_of_the_state_is_checked_used_or_not),
        cmocka_unit_test(no_address_is_no_simulator),
        cmocka_unit_test(every_bad_call_has_a_message_of_its_own),
        cmocka_unit_test(a_call_by_names_is_a_step),
        cmocka_unit_test(arrays_of_a_program_are_described),
        cmocka_unit_test(lengths_are_those_of_the_image),
        cmocka_unit_test(a_checked_step_refuses_arrays_of_another_robot),
        cmocka_unit_test(patience_out_of_range_is_refused),
        cmocka_unit_test(failed_handle_tells_its_failure_until_it_is_closed),
        cmocka_unit_test(version_of_header_and_library_agree),
    };
    return cmocka_run_group_tests_name("calls", tests, NULL, NULL);
}
