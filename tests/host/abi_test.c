/* SPDX-License-Identifier: MIT */
/* Callers whose header is older or newer than the library: of every struct that a caller allocates,
 * at each size that it had or could have had, nothing beyond that size is written or read. */
#include "shape_numbers.h"
#include "tauflow.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#define PUMA TESTS_FOLDER "/puma560.tau"
enum { JOINTS = 6, GUARD = 0xa5, LATER = 24, MEMBERS = 16 };

static const double Q[JOINTS] = {0.1, -0.5, 0.7, 0.2, 0.4, -0.3}, QD[JOINTS] = {0.5};

/* Where a member begins and ends. */
typedef struct {
    size_t first, end;
} member;
#define MEMBER(type, name) \
    {offsetof(type, name), offsetof(type, name) + sizeof(((type *)NULL)->name)}

static tauflow *loaded(void)
{
    tauflow *h;
    assert_int_equal(tauflow_open("twin:", NULL, &h), TAUFLOW_OK);
    assert_int_equal(tauflow_load(h, PUMA), TAUFLOW_OK);
    return h;
}

/* ---- structs that the library fills -------------------------------------------------------- */

static tauflow_status describe(tauflow *h, void *out, size_t size)
{
    return tauflow_describe_sized(h, out, size);
}
static tauflow_status joint(tauflow *h, void *out, size_t size)
{
    return tauflow_describe_joint_sized(h, 2, out, size);
}
static tauflow_status array(tauflow *h, void *out, size_t size)
{
    return tauflow_describe_array_sized(h, 3, out, size); /* tau: a result */
}
static tauflow_status figures(tauflow *h, void *out, size_t size)
{
    return tauflow_figures_sized(h, out, size);
}

typedef struct {
    tauflow_status (*fill)(tauflow *h, void *out, size_t size);
    size_t size;
    member members[MEMBERS]; /* in their order; end 0: no more */
} filled;

static const filled FILLED[] = {
    {describe, sizeof(tauflow_description),
     {MEMBER(tauflow_description, guarded), MEMBER(tauflow_description, cores),
      MEMBER(tauflow_description, ring), MEMBER(tauflow_description, robot),
      MEMBER(tauflow_description, description_hash), MEMBER(tauflow_description, joints),
      MEMBER(tauflow_description, free_bodies), MEMBER(tauflow_description, forces),
      MEMBER(tauflow_description, outputs), MEMBER(tauflow_description, cycles),
      MEMBER(tauflow_description, interval), MEMBER(tauflow_description, flush),
      MEMBER(tauflow_description, function)}},
    {joint, sizeof(tauflow_joint),
     {MEMBER(tauflow_joint, name), MEMBER(tauflow_joint, position_unit),
      MEMBER(tauflow_joint, torque_unit), MEMBER(tauflow_joint, lower),
      MEMBER(tauflow_joint, upper), MEMBER(tauflow_joint, velocity),
      MEMBER(tauflow_joint, effort)}},
    {array, sizeof(tauflow_array),
     {MEMBER(tauflow_array, name), MEMBER(tauflow_array, is_result), MEMBER(tauflow_array, rows),
      MEMBER(tauflow_array, columns), MEMBER(tauflow_array, first)}},
    {figures, sizeof(tauflow_statistics),
     {MEMBER(tauflow_statistics, samples), MEMBER(tauflow_statistics, calls),
      MEMBER(tauflow_statistics, failures), MEMBER(tauflow_statistics, waiting),
      MEMBER(tauflow_statistics, zeros), MEMBER(tauflow_statistics, transport_ns),
      MEMBER(tauflow_statistics, library_ns), MEMBER(tauflow_statistics, least_ns),
      MEMBER(tauflow_statistics, most_ns), MEMBER(tauflow_statistics, passes),
      MEMBER(tauflow_statistics, switches)}},
};
enum { FILLED_COUNT = sizeof FILLED / sizeof FILLED[0] };

/* `whole`: what a caller of this release gets. */
static void fill_at_size(tauflow *h, const filled *f, size_t size, const unsigned char *whole)
{
    unsigned char *out = malloc(size + LATER);
    memset(out, GUARD, size + LATER);
    assert_int_equal(f->fill(h, out, size), TAUFLOW_OK);
    for (size_t k = size; k < size + LATER; k++)
        assert_int_equal(out[k], GUARD);
    for (const member *m = f->members; m->end && m->end <= size; m++)
        assert_memory_equal(out + m->first, whole + m->first, m->end - m->first);
    for (size_t k = f->size; k < size; k++)
        assert_int_equal(out[k], 0);
    free(out);
}

static void filled_structs_end_where_the_caller_says(void **state)
{
    (void)state;
    tauflow *h = loaded();
    double tau[JOINTS];
    assert_int_equal(tauflow_step(h, Q, QD, QD, tau), TAUFLOW_OK);
    for (uint32_t k = 0; k < FILLED_COUNT; k++) {
        const filled *f = &FILLED[k];
        unsigned char *whole = calloc(1, f->size);
        uint32_t members = 0;
        assert_int_equal(f->fill(h, whole, f->size), TAUFLOW_OK);
        fill_at_size(h, f, 0, whole);
        for (const member *m = f->members; m->end; m++, members++)
            fill_at_size(h, f, m->end, whole);
        fill_at_size(h, f, f->size, whole);
        fill_at_size(h, f, f->size + LATER, whole);
        assert_true(members >= 5);
        free(whole);
    }
    tauflow_close(h);
}

/* ---- structs that the library reads -------------------------------------------------------- */

/* `size` bytes of `whole`, then bytes that would do harm if they were read. */
static void *cut(const void *whole, size_t size)
{
    unsigned char *copy = malloc(size + LATER);
    memset(copy, 0xff, size + LATER);
    memcpy(copy, whole, size);
    return copy;
}

static void options_beyond_the_callers_are_defaults(void **state)
{
    (void)state;
    const tauflow_options whole = {.timeout_ms = 500, .cores = 2, .first_core = 1, .ring = 8};
    const size_t ends[] = {0, offsetof(tauflow_options, cores),
                           offsetof(tauflow_options, first_core), offsetof(tauflow_options, ring),
                           offsetof(tauflow_options, ring) + sizeof whole.ring};
    enum { SIZES = sizeof ends / sizeof ends[0] };
    const uint32_t cores[SIZES] = {1, 1, 2, 2, 2},
                   rings[SIZES] = {TAUFLOW_RING, TAUFLOW_RING, TAUFLOW_RING, TAUFLOW_RING, 8};
    for (uint32_t k = 0; k < SIZES; k++) {
        tauflow_options *given = cut(&whole, ends[k]);
        tauflow_description d;
        tauflow *h;
        assert_int_equal(tauflow_open_sized("twin:", given, ends[k], &h), TAUFLOW_OK);
        assert_int_equal(tauflow_describe(h, &d), TAUFLOW_OK);
        assert_int_equal(d.cores, cores[k]);
        assert_int_equal(d.ring, rings[k]);
        tauflow_close(h);
        free(given);
    }
}

static tauflow_status step_forces(tauflow *h, const tauflow_state *s, size_t size, double *tau)
{
    return tauflow_step_forces_sized(h, s, size, tau);
}
static tauflow_status stream(tauflow *h, const tauflow_state *s, size_t size, double *tau)
{
    return tauflow_stream_sized(h, 1, s, size, tau);
}
static tauflow_status submit(tauflow *h, const tauflow_state *s, size_t size, double *tau)
{
    size_t taken, came;
    const tauflow_status done = tauflow_submit_sized(h, 1, s, size, TAUFLOW_WAIT, &taken);
    return done == TAUFLOW_OK ? tauflow_receive(h, 1, tau, TAUFLOW_WAIT, &came) : done;
}
static tauflow_status (*const STATE_CALLS[])(tauflow *h, const tauflow_state *s, size_t size,
                                             double *tau) = {step_forces, stream, submit};
enum { STATE_CALLS_COUNT = sizeof STATE_CALLS / sizeof STATE_CALLS[0] };

static void states_beyond_the_callers_are_absent(void **state)
{
    (void)state;
    tauflow *h = loaded();
    const tauflow_state whole = {.q = Q, .qd = QD, .qdd = QD};
    double right[JOINTS];
    assert_int_equal(tauflow_step(h, Q, QD, QD, right), TAUFLOW_OK);
    for (size_t size = 0; size <= sizeof whole; size += sizeof whole.q) {
        tauflow_state *given = cut(&whole, size);
        for (uint32_t k = 0; k < STATE_CALLS_COUNT; k++) {
            double tau[JOINTS] = {0};
            const bool enough = size >= offsetof(tauflow_state, qdd) + sizeof whole.qdd;
            assert_int_equal(STATE_CALLS[k](h, given, size, tau),
                             enough ? TAUFLOW_OK : TAUFLOW_BAD_CALL);
            if (enough)
                assert_memory_equal(tau, right, sizeof right);
        }
        free(given);
    }
    tauflow_close(h);
}

/* A later header's struct: what this library knows, and a member more. */
static void members_of_later_headers_may_be_zero_and_no_more(void **state)
{
    (void)state;
    struct {
        tauflow_options known;
        uint64_t later[2];
    } options = {.known = {.ring = 8}};
    struct {
        tauflow_state known;
        const double *later;
    } states = {.known = {.q = Q, .qd = QD, .qdd = QD}};
    char why[TAUFLOW_MESSAGE_BYTES];
    double tau[JOINTS];
    tauflow *h;
    assert_int_equal(tauflow_open_sized("twin:", &options.known, sizeof options, &h), TAUFLOW_OK);
    tauflow_close(h);
    options.later[1] = (uint64_t)1 << 56; /* the last byte of all, where bytes are in that order */
    assert_int_equal(tauflow_open_sized("twin:", &options.known, sizeof options, &h),
                     TAUFLOW_BAD_CALL);
    assert_non_null(strstr(tauflow_message(h, why, sizeof why),
                           "tauflow_options has members that are set and that libtauflow"));
    assert_int_equal(tauflow_load(h, PUMA), TAUFLOW_FAILED);
    tauflow_close(h);
    h = loaded();
    for (uint32_t k = 0; k < STATE_CALLS_COUNT; k++) {
        states.later = NULL;
        assert_int_equal(STATE_CALLS[k](h, &states.known, sizeof states, tau), TAUFLOW_OK);
        states.later = Q;
        assert_int_equal(STATE_CALLS[k](h, &states.known, sizeof states, tau), TAUFLOW_BAD_CALL);
        assert_non_null(strstr(tauflow_message(h, why, sizeof why), "tauflow_state has members"));
    }
    tauflow_close(h);
}

/* They stand in arrays. */
static void structs_of_calls_by_name_stay_as_they_are(void **state)
{
    (void)state;
    assert_int_equal(sizeof(tauflow_input), 2 * sizeof(void *));
    assert_int_equal(sizeof(tauflow_output), 2 * sizeof(void *));
}

static void numbers_of_a_shape_have_names(void **state)
{
    (void)state;
    uint32_t number = 77;
    char why[TAUFLOW_MESSAGE_BYTES];
    tauflow *h;
    assert_int_equal(tauflow_open("twin:", NULL, &h), TAUFLOW_OK);
    assert_int_equal(tauflow_describe_needs(h, "modules", &number), TAUFLOW_BAD_CALL);
    assert_int_equal(tauflow_load(h, PUMA), TAUFLOW_OK);
    assert_int_equal(tauflow_describe_core(h, "no_such", &number), TAUFLOW_NOT_FOUND);
    assert_non_null(strstr(tauflow_message(h, why, sizeof why), "cores have no 'no_such'"));
    assert_int_equal(tauflow_describe_core(h, NULL, &number), TAUFLOW_BAD_CALL);
    assert_int_equal(tauflow_describe_needs(h, "modules", NULL), TAUFLOW_BAD_CALL);
    assert_int_equal(number, 77);
    assert_int_equal(tauflow_describe_needs(h, "modules", &number), TAUFLOW_OK);
    assert_int_equal(number, 4);
    assert_int_equal(core_number(h, "mul_latency"), 3);
    tauflow_close(h);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(filled_structs_end_where_the_caller_says),
        cmocka_unit_test(options_beyond_the_callers_are_defaults),
        cmocka_unit_test(states_beyond_the_callers_are_absent),
        cmocka_unit_test(members_of_later_headers_may_be_zero_and_no_more),
        cmocka_unit_test(structs_of_calls_by_name_stay_as_they_are),
        cmocka_unit_test(numbers_of_a_shape_have_names),
    };
    return cmocka_run_group_tests_name("abi", tests, NULL, NULL);
}
