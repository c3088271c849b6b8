/* SPDX-License-Identifier: MIT */
/* libtauflow through its public header, on the transports that need no device. */
#include "shape_numbers.h"
#include "tauflow.h"

#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#define PUMA TESTS_FOLDER "/puma560.tau"
#define IIWA TESTS_FOLDER "/iiwa.tau"
#define RING TESTS_FOLDER "/ring.tau"
#define RING_CORE "twin:ring_2_2_0_3_4_0_8_4_32_64_512_512_512_64_64"
enum { JOINTS = 6, STEPS = 400 };

/* The linker sends the library's allocations here (--wrap). */
static atomic_uint allocations;
static unsigned allowed = UINT_MAX; /* allocations after which there is no memory */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_malloc(size_t size)
{
    return allocations++ < allowed ? __real_malloc(size) : NULL;
}
void *__wrap_calloc(size_t count, size_t size)
{
    return allocations++ < allowed ? __real_calloc(count, size) : NULL;
}
void *__wrap_realloc(void *old, size_t size)
{
    return allocations++ < allowed ? __real_realloc(old, size) : NULL;
}

static tauflow *opened(const char *address)
{
    tauflow *h;
    char why[TAUFLOW_MESSAGE_BYTES];
    if (tauflow_open(address, NULL, &h) != TAUFLOW_OK)
        fail_msg("%s: %s", address, tauflow_message(h, why, sizeof why));
    return h;
}

static void must(tauflow *h, tauflow_status done)
{
    char why[TAUFLOW_MESSAGE_BYTES];
    if (done != TAUFLOW_OK)
        fail_msg("%s: %s", tauflow_status_word(done), tauflow_message(h, why, sizeof why));
}

static void assert_told(tauflow *h, const char *piece)
{
    char why[TAUFLOW_MESSAGE_BYTES];
    if (!strstr(tauflow_message(h, why, sizeof why), piece))
        fail_msg("'%s' does not tell '%s'", why, piece);
}

static tauflow *loaded(const char *address, const char *image)
{
    tauflow *h = opened(address);
    must(h, tauflow_load(h, image));
    return h;
}

static void fill(double *list, size_t count, double scale, uint32_t seed)
{
    for (size_t i = 0; i < count; i++) {
        seed = seed * 1664525u + 1013904223u;
        list[i] = scale * ((double)(seed >> 8) / (1 << 23) - 1);
    }
}

typedef struct {
    double q[STEPS * JOINTS], qd[STEPS * JOINTS], qdd[STEPS * JOINTS], tau[STEPS * JOINTS];
} run;

static run *states(uint32_t seed)
{
    run *r = calloc(1, sizeof *r);
    assert_non_null(r);
    fill(r->q, STEPS * JOINTS, 3.1, seed);
    fill(r->qd, STEPS * JOINTS, 3, seed + 1);
    fill(r->qdd, STEPS * JOINTS, 5, seed + 2);
    return r;
}

static void step_all(tauflow *h, run *r)
{
    for (size_t k = 0; k < STEPS * JOINTS; k += JOINTS)
        must(h, tauflow_step(h, r->q + k, r->qd + k, r->qdd + k, r->tau + k));
}

static void simulated_core_and_twin_agree_bit_for_bit_in_the_predicted_cycles(void **state)
{
    (void)state;
    tauflow *sim = loaded("sim:", PUMA), *twin = loaded("twin:", PUMA);
    run *a = states(1), *b = states(1);
    tauflow_description d;
    uint32_t cycles[2];
    step_all(sim, a);
    step_all(twin, b);
    assert_memory_equal(a->tau, b->tau, sizeof a->tau);
    assert_true(fabs(a->tau[1]) > 1);
    must(sim, tauflow_describe(sim, &d));
    must(sim, tauflow_cycles(sim, &cycles[0]));
    must(twin, tauflow_cycles(twin, &cycles[1]));
    assert_int_equal(cycles[0], d.cycles);
    assert_int_equal(cycles[1], d.cycles);
    tauflow_close(sim);
    tauflow_close(twin);
    free(a);
    free(b);
}

static void stream_delivers_what_steps_deliver(void **state)
{
    (void)state;
    tauflow *h = loaded("twin:", PUMA);
    run *a = states(2), *b = states(2);
    tauflow_statistics f;
    step_all(h, a);
    must(h,
         tauflow_stream(h, STEPS, &(tauflow_state){.q = b->q, .qd = b->qd, .qdd = b->qdd}, b->tau));
    assert_memory_equal(a->tau, b->tau, sizeof a->tau);
    must(h, tauflow_figures(h, &f));
    assert_int_equal(f.samples, 2 * STEPS);
    assert_int_equal(f.calls, STEPS + 1);
    assert_int_equal(f.failures, 0);
    assert_true(f.least_ns > 0 && f.least_ns <= f.most_ns);
    tauflow_close(h);
    free(a);
    free(b);
}

/* Torque of gravity of the resting arm: joint 1 turns about the vertical and feels none; a state
 * has one torque. */
static void resting_arm_feels_gravity_only(void **state)
{
    (void)state;
    tauflow *h = loaded("twin:", PUMA);
    const double q[JOINTS] = {0.7}, zero[JOINTS] = {0};
    double tau[JOINTS];
    must(h, tauflow_step(h, q, zero, zero, tau));
    assert_true(fabs(tau[0]) < 1e-5);
    assert_true(fabs(tau[1]) > 10);
    tauflow_close(h);
}

static void description_tells_joints_units_shape_and_cycles(void **state)
{
    (void)state;
    tauflow *h = opened("twin:");
    tauflow_description d;
    tauflow_joint j;
    must(h, tauflow_describe(h, &d));
    assert_int_equal(core_number(h, "modules"), 4);
    assert_int_equal(d.joints, 0);
    assert_null(d.robot);
    assert_null(d.function);
    must(h, tauflow_load(h, PUMA));
    must(h, tauflow_describe(h, &d));
    assert_string_equal(d.robot, "puma560");
    assert_string_equal(d.function, "id");
    assert_int_equal(d.joints, JOINTS);
    assert_int_equal(d.outputs, JOINTS);
    assert_true(d.cycles > 50 && d.cycles < 300);
    must(h, tauflow_describe_joint(h, 5, &j));
    assert_string_equal(j.name, "q6");
    assert_string_equal(j.position_unit, "rad");
    assert_string_equal(j.torque_unit, "N m");
    assert_int_equal(tauflow_describe_joint(h, 6, &j), TAUFLOW_BAD_CALL);
    assert_told(h, "no joint 6");
    tauflow_close(h);
}

/* Numbers of robots/iiwa.urdf; the description of puma560 has none. */
static void limits_of_joints_come_with_the_image(void **state)
{
    (void)state;
    tauflow *h = loaded("twin:", IIWA);
    tauflow_joint j;
    must(h, tauflow_describe_joint(h, 5, &j));
    assert_true(j.lower == -2.0944 && j.upper == 2.0944);
    assert_true(j.velocity == 2.3562 && j.effort == 40);
    must(h, tauflow_load(h, PUMA));
    must(h, tauflow_describe_joint(h, 5, &j));
    assert_true(j.lower == -INFINITY && j.upper == INFINITY);
    assert_true(j.velocity == INFINITY && j.effort == INFINITY);
    tauflow_close(h);
}

/* The sum of all forces on the free base of a robot at rest in space is minus the force on its last
 * bar. */
static void external_force_reaches_the_base(void **state)
{
    (void)state;
    tauflow *h = loaded(RING_CORE, RING);
    tauflow_description d;
    const char *link;
    must(h, tauflow_describe(h, &d));
    assert_int_equal(d.forces, 1);
    assert_int_equal(d.free_bodies, 1);
    assert_int_equal(d.outputs, d.joints + 6);
    must(h, tauflow_describe_force(h, 0, &link));
    assert_string_equal(link, "bar5");
    double zero[16] = {0}, force[6] = {3, 4, 0, 0, 0, 0}, tau[32];
    tauflow_state s = {.q = zero, .qd = zero, .qdd = zero, .free_motion = zero, .forces = force};
    must(h, tauflow_step_forces(h, &s, tau));
    const double *base = tau + d.joints;
    assert_true(fabs(hypot(hypot(base[0], base[1]), base[2]) - 5) < 1e-5);
    s.forces = NULL;
    assert_int_equal(tauflow_step_forces(h, &s, tau), TAUFLOW_BAD_CALL);
    assert_told(h, "forces are missing");
    tauflow_close(h);
}

static void wrong_calls_get_a_status_and_a_message_and_harm_nothing(void **state)
{
    (void)state;
    tauflow *h;
    double q[JOINTS] = {0}, tau[JOINTS], again[JOINTS];
    assert_int_equal(tauflow_open("nowhere:", NULL, &h), TAUFLOW_NOT_FOUND);
    assert_told(h, "'nowhere:' is no address");
    assert_int_equal(tauflow_step(h, q, q, q, tau), TAUFLOW_FAILED);
    tauflow_close(h);
    assert_int_equal(tauflow_open("sim:/nowhere/core.so", NULL, &h), TAUFLOW_NOT_FOUND);
    tauflow_close(h);
    assert_int_equal(tauflow_open("twin:crossbar_4_2", NULL, &h), TAUFLOW_BAD_CALL);
    assert_told(h, "names no core");
    tauflow_close(h);
    assert_int_equal(tauflow_open("xdma:/nowhere/xdma0", NULL, &h), TAUFLOW_NOT_FOUND);
    assert_told(h, "/nowhere/xdma0_user");
    tauflow_close(h);
    h = opened("twin:");
    assert_int_equal(tauflow_step(h, q, q, q, tau), TAUFLOW_BAD_CALL);
    assert_told(h, "no program");
    must(h, tauflow_load(h, PUMA));
    must(h, tauflow_step(h, q, q, q, tau));
    assert_int_equal(tauflow_load(h, "/nowhere.tau"), TAUFLOW_NOT_FOUND);
    assert_int_equal(tauflow_load(h, "/"), TAUFLOW_IO);
    assert_told(h, "/: cannot read: it is a folder");
    assert_int_equal(tauflow_load_bytes(h, "text", 4), TAUFLOW_BAD_IMAGE);
    q[3] = NAN;
    assert_int_equal(tauflow_step(h, q, q, q, again), TAUFLOW_RANGE);
    assert_told(h, "q[3]");
    q[3] = 1e7;
    assert_int_equal(tauflow_step(h, q, q, q, again), TAUFLOW_RANGE);
    q[3] = 0;
    must(h, tauflow_step(h, q, q, q, again));
    assert_memory_equal(tau, again, sizeof tau);
    tauflow_close(h);
    tauflow_close(NULL);
}

/* Opens, loads, and loads what makes the twin another core; the last status. */
static tauflow_status open_and_load_two(void)
{
    tauflow *h = NULL;
    tauflow_status done = tauflow_open("twin:", NULL, &h);
    if (done == TAUFLOW_OK)
        done = tauflow_load(h, PUMA);
    if (done == TAUFLOW_OK)
        done = tauflow_load(h, RING);
    allowed = UINT_MAX;
    if (done != TAUFLOW_OK && h)
        assert_told(h, "no memory");
    tauflow_close(h);
    return done;
}

/* A library that ends the process would end this program. */
static void every_allocation_may_fail(void **state)
{
    (void)state;
    unsigned failed = 0;
    tauflow_status done = TAUFLOW_NO_MEMORY;
    while (done != TAUFLOW_OK) {
        allocations = 0;
        allowed = failed++;
        done = open_and_load_two();
        if (done != TAUFLOW_OK)
            assert_int_equal(done, TAUFLOW_NO_MEMORY);
    }
    print_message("%u allocations failed, one after another\n", failed - 1);
    assert_true(failed > 10);
}

/* Nobody writes into the pipe, so whoever opens it waits. */
static void what_is_no_plain_file_is_refused_at_once(void **state)
{
    (void)state;
    char pipe[] = TESTS_FOLDER "/pipe.XXXXXX", address[sizeof pipe + 8], folder[sizeof pipe];
    assert_non_null(mkdtemp(strcpy(folder, pipe)));
    assert_int_equal(rmdir(folder), 0);
    assert_int_equal(mkfifo(folder, 0600), 0);
    tauflow *h = opened("twin:");
    alarm(60);
    must(h, tauflow_load(h, PUMA));
    assert_int_equal(tauflow_load(h, folder), TAUFLOW_IO);
    assert_told(h, "cannot read: it is no plain file");
    assert_int_equal(tauflow_load(h, "/dev/zero"), TAUFLOW_IO);
    assert_told(h, "/dev/zero: cannot read: it is no plain file");
    tauflow_close(h);
    snprintf(address, sizeof address, "sim:%s", folder);
    assert_int_equal(tauflow_open(address, NULL, &h), TAUFLOW_NOT_FOUND);
    assert_told(h, "is no simulated core: it is no plain file");
    tauflow_close(h);
    alarm(0);
    unlink(folder);
}

/* `twin:` and `sim:` name no core, so the image may choose; before, they are the default core. */
static void core_without_a_name_is_the_one_that_the_image_needs(void **state)
{
    (void)state;
    static const char *const NAMES[] = {"network", "modules", "lanes", "slots", "receptions"};
    enum { NUMBERS = 5 };
    uint32_t first[NUMBERS];
    double q[JOINTS] = {0}, tau[JOINTS], again[JOINTS];
    tauflow *h = opened("twin:");
    for (uint32_t k = 0; k < NUMBERS; k++)
        first[k] = core_number(h, NAMES[k]);
    must(h, tauflow_load(h, PUMA));
    must(h, tauflow_step(h, q, q, q, tau));
    for (uint32_t k = 0; k < NUMBERS; k++)
        assert_int_equal(core_number(h, NAMES[k]), first[k]);
    must(h, tauflow_load(h, RING));
    assert_int_equal(core_number(h, "network"), 2);
    assert_int_equal(core_number(h, "modules"), 2);
    for (uint32_t k = 3; k < NUMBERS; k++)
        assert_int_equal(core_number(h, NAMES[k]), first[k]);
    must(h, tauflow_load(h, PUMA));
    for (uint32_t k = 0; k < NUMBERS; k++)
        assert_int_equal(core_number(h, NAMES[k]), first[k]);
    must(h, tauflow_step(h, q, q, q, again));
    assert_memory_equal(tau, again, sizeof tau);
    tauflow_close(h);
}

static void core_that_is_not_built_is_named_with_its_command_and_harms_nothing(void **state)
{
    (void)state;
    double q[JOINTS] = {0}, tau[JOINTS], again[JOINTS];
    tauflow *h = loaded("sim:", PUMA);
    must(h, tauflow_step(h, q, q, q, tau));
    assert_int_equal(tauflow_load(h, RING), TAUFLOW_NOT_FOUND);
    assert_told(h,
                "not built yet; once: tauflow core ring_2_2_0_3_4_0_8_4_32_64_512_512_512_64_64");
    must(h, tauflow_step(h, q, q, q, again));
    assert_memory_equal(tau, again, sizeof tau);
    tauflow_close(h);
}

static void core_with_a_name_stays_what_it_is(void **state)
{
    (void)state;
    tauflow *h = loaded("twin:crossbar_4_2_0_3_4_0_8_4_32_64_512_512_512_64_64", PUMA);
    assert_int_equal(tauflow_load(h, RING), TAUFLOW_WRONG_SHAPE);
    assert_told(h, "it is for a ring and the core is a crossbar");
    tauflow_close(h);
}

static void core_too_small_is_refused_with_the_numbers(void **state)
{
    (void)state;
    tauflow *h = opened("twin:crossbar_4_2_0_3_4_4_8_4_64_4_512_512_512_64_32");
    assert_int_equal(tauflow_load(h, PUMA), TAUFLOW_WRONG_SHAPE);
    assert_told(h, "constants in one receiver and the core has 4");
    tauflow_close(h);
}

static void larger_core_computes_the_same(void **state)
{
    (void)state;
    static const char *const CORES[] = {"twin:crossbar_7_2_0_3_4_0_8_4_32_64_512_512_512_64_64",
                                        "twin:crossbar_16_4_1_2_3_6_8_4_32_64_512_512_512_64_64"};
    tauflow *h = loaded("twin:", PUMA);
    run *a = states(3), *b = states(3);
    step_all(h, a);
    tauflow_close(h);
    for (int k = 0; k < 2; k++) {
        h = loaded(CORES[k], PUMA);
        step_all(h, b);
        assert_memory_equal(a->tau, b->tau, sizeof a->tau);
        tauflow_close(h);
    }
    free(a);
    free(b);
}

static void nothing_is_allocated_after_open_and_load(void **state)
{
    (void)state;
    static const char *const ADDRESSES[] = {"twin:", "sim:"};
    run *r = states(5);
    for (int k = 0; k < 2; k++) {
        unsigned before = allocations;
        tauflow *h = loaded(ADDRESSES[k], PUMA);
        tauflow_description d;
        assert_true(allocations > before);
        before = allocations;
        step_all(h, r);
        must(h, tauflow_stream(h, STEPS, &(tauflow_state){.q = r->q, .qd = r->qd, .qdd = r->qdd},
                               r->tau));
        must(h, tauflow_describe(h, &d));
        assert_int_equal(allocations, before);
        tauflow_close(h);
    }
    free(r);
}

static void *use_handle(void *user)
{
    run *r = states(4);
    for (size_t k = 0; k < STEPS * JOINTS; k += JOINTS)
        if (tauflow_step(user, r->q + k, r->qd + k, r->qdd + k, r->tau + k) != TAUFLOW_OK)
            r->tau[k] = NAN;
    return r;
}

static void threads_may_share_a_handle(void **state)
{
    (void)state;
    enum { THREADS = 4 };
    tauflow *h = loaded("twin:", PUMA);
    run *want = states(4);
    pthread_t thread[THREADS];
    step_all(h, want);
    for (int k = 0; k < THREADS; k++)
        assert_int_equal(pthread_create(&thread[k], NULL, use_handle, h), 0);
    for (int k = 0; k < THREADS; k++) {
        void *got;
        pthread_join(thread[k], &got);
        assert_memory_equal(((run *)got)->tau, want->tau, sizeof want->tau);
        free(got);
    }
    tauflow_close(h);
    free(want);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(simulated_core_and_twin_agree_bit_for_bit_in_the_predicted_cycles),
        cmocka_unit_test(stream_delivers_what_steps_deliver),
        cmocka_unit_test(resting_arm_feels_gravity_only),
        cmocka_unit_test(limits_of_joints_come_with_the_image),
        cmocka_unit_test(description_tells_joints_units_shape_and_cycles),
        cmocka_unit_test(external_force_reaches_the_base),
        cmocka_unit_test(wrong_calls_get_a_status_and_a_message_and_harm_nothing),
        cmocka_unit_test(core_without_a_name_is_the_one_that_the_image_needs),
        cmocka_unit_test(core_that_is_not_built_is_named_with_its_command_and_harms_nothing),
        cmocka_unit_test(core_with_a_name_stays_what_it_is),
        cmocka_unit_test(core_too_small_is_refused_with_the_numbers),
        cmocka_unit_test(larger_core_computes_the_same),
        cmocka_unit_test(nothing_is_allocated_after_open_and_load),
        cmocka_unit_test(threads_may_share_a_handle),
        cmocka_unit_test(every_allocation_may_fail),
        cmocka_unit_test(what_is_no_plain_file_is_refused_at_once),
    };
    return cmocka_run_group_tests_name("library", tests, NULL, NULL);
}
