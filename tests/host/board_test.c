/* SPDX-License-Identifier: MIT */
/* The driver against the board made of files: the same torques as the twin, and a clear end of
 * every fault. Prints TAP; the table of faults stands in its comments. Where nothing can be
 * mounted, the tests are skipped with the reason. */
#include "board_fixture.h"
#include "shape_numbers.h"
#include "tauflow.h"

#define PUMA TESTS_FOLDER "/puma560.tau"
#define PENDULUM TESTS_FOLDER "/pendulum5.tau"
enum { JOINTS = 6, TIMEOUT_MS = 300, SLACK_MS = 2000, MOST_MS = 5000, HEALTHY_MS = 10000 };

static int tests, failures;

static void ok(bool good, const char *name)
{
    printf("%s %d - %s\n", good ? "ok" : "not ok", ++tests, name);
    failures += !good;
}

/* ---- agreement ----------------------------------------------------------------------------- */

static void fill(double *list, size_t count, uint32_t *seed)
{
    for (size_t i = 0; i < count; i++) {
        *seed = *seed * 1664525u + 1013904223u;
        list[i] = 3 * ((double)(*seed >> 8) / (1 << 23) - 1);
    }
}

static tauflow_status open_and_load(const char *address, uint32_t timeout_ms, tauflow **h)
{
    tauflow_status done = tauflow_open(address, &(tauflow_options){.timeout_ms = timeout_ms}, h);
    return done == TAUFLOW_OK ? tauflow_load(*h, PUMA) : done;
}

/* Steps whose torques differ; -1 when something failed. */
static long differences(const char *a, const char *b, long steps)
{
    tauflow *one, *other;
    char why[TAUFLOW_MESSAGE_BYTES];
    long count = 0;
    uint32_t seed = 9;
    tauflow_status first = open_and_load(a, 10000, &one), second = open_and_load(b, 10000, &other);
    for (long k = 0; k < steps && first == TAUFLOW_OK && second == TAUFLOW_OK; k++) {
        double s[3 * JOINTS], tau[2][JOINTS];
        fill(s, 3 * JOINTS, &seed);
        first = tauflow_step(one, s, s + JOINTS, s + 2 * JOINTS, tau[0]);
        second = tauflow_step(other, s, s + JOINTS, s + 2 * JOINTS, tau[1]);
        count += memcmp(tau[0], tau[1], sizeof tau[0]) != 0;
    }
    if (first != TAUFLOW_OK || second != TAUFLOW_OK) {
        printf("# %s: %s\n", a, tauflow_message(one, why, sizeof why));
        printf("# %s: %s\n", b, tauflow_message(other, why, sizeof why));
        count = -1;
    }
    tauflow_close(one);
    tauflow_close(other);
    return count;
}

static bool stream_agrees(const board *b)
{
    enum { FEW = 200 };
    static double s[3][FEW * JOINTS], tau[2][FEW * JOINTS];
    const char *const address[2] = {b->device, "twin:"};
    uint32_t seed = 3;
    bool good = true;
    for (int k = 0; k < 3; k++)
        fill(s[k], FEW * JOINTS, &seed);
    for (int k = 0; k < 2; k++) {
        tauflow *h = NULL;
        good = good && open_and_load(address[k], 10000, &h) == TAUFLOW_OK &&
               tauflow_stream(h, FEW, &(tauflow_state){.q = s[0], .qd = s[1], .qdd = s[2]},
                              tau[k]) == TAUFLOW_OK;
        tauflow_close(h);
    }
    return good && memcmp(tau[0], tau[1], sizeof tau[0]) == 0;
}

/* ---- faults -------------------------------------------------------------------------------- */

typedef enum { AT_OPEN, AT_LOAD, AT_STEP } moment;

#define ANY_FAILURE TAUFLOW_FAILED /* no first failure has this status */

typedef struct {
    const char *fault;
    moment when;
    tauflow_status wanted;
    const char *told; /* piece of the message */
} fault_case;

static const fault_case CASES[] = {
    {"none", AT_STEP, TAUFLOW_OK, ""},
    {"slow 50", AT_STEP, TAUFLOW_OK, ""},
    {"short", AT_STEP, TAUFLOW_OK, ""},
    {"short", AT_OPEN, TAUFLOW_OK, ""},
    {"eintr", AT_STEP, TAUFLOW_OK, ""},
    {"eintr", AT_OPEN, TAUFLOW_OK, ""},
    {"slow 2000", AT_STEP, TAUFLOW_TIMEOUT, "c2h_0 does not answer in time"},
    {"hang", AT_STEP, TAUFLOW_TIMEOUT, "c2h_0 does not answer in time"},
    {"hang", AT_LOAD, TAUFLOW_TIMEOUT, "c2h_0 does not answer in time"},
    {"hang-in", AT_STEP, TAUFLOW_TIMEOUT, "h2c_0 does not answer in time"},
    {"stuck", AT_STEP, TAUFLOW_TIMEOUT, "c2h_0 does not answer in time"},
    {"stuck", AT_LOAD, TAUFLOW_TIMEOUT, "c2h_0 does not answer in time"},
    {"lose", AT_STEP, TAUFLOW_TIMEOUT, "c2h_0 does not answer in time"},
    {"hang-user", AT_OPEN, TAUFLOW_TIMEOUT, "user does not answer in time"},
    {"hang-user", AT_LOAD, TAUFLOW_TIMEOUT, "user does not answer in time"},
    {"eof", AT_STEP, TAUFLOW_IO, "c2h_0 ended"},
    {"eio", AT_STEP, TAUFLOW_IO, "c2h_0: Input/output error"},
    {"eio-in", AT_STEP, TAUFLOW_IO, "h2c_0: Input/output error"},
    {"eio-user", AT_OPEN, TAUFLOW_IO, "user: Input/output error"},
    {"eio-user", AT_LOAD, TAUFLOW_IO, "user: Input/output error"},
    {"hang-user", AT_STEP, TAUFLOW_TIMEOUT, "user does not answer in time"},
    {"eio-user", AT_STEP, TAUFLOW_IO, "user: Input/output error"},
    {"ones", AT_STEP, TAUFLOW_IO, "registers read all ones"},
    {"reset", AT_STEP, TAUFLOW_CORRUPT, "not in the core any more: somebody has reset the core"},
    {"gone", AT_STEP, TAUFLOW_IO, "the device is gone"},
    {"gone", AT_LOAD, TAUFLOW_IO, "the device is gone"},
    {"gone", AT_OPEN, TAUFLOW_NOT_FOUND, "cannot open"},
    {"flip", AT_STEP, TAUFLOW_CORRUPT, "changed on its way"},
    {"flip-in", AT_STEP, TAUFLOW_CORRUPT, "changed on its way"},
    {"stale", AT_STEP, TAUFLOW_CORRUPT, "changed on its way"},
    {"flip", AT_LOAD, TAUFLOW_CORRUPT, "changed on its way"},
    {"flip-constant", AT_LOAD, TAUFLOW_CORRUPT, "check sample"},
    {"flip-load 60", AT_LOAD, ANY_FAILURE,
     ""}, /* the core may stop for ever or compute something else */
    {"lose-load 700", AT_LOAD, TAUFLOW_CORRUPT, "words"},
    {"ones", AT_OPEN, TAUFLOW_BAD_DEVICE, "no core answers: identity ffffffff"},
    {"version", AT_OPEN, TAUFLOW_BAD_DEVICE, "version 5 and this library knows 4"},
};
enum { CASES_COUNT = sizeof CASES / sizeof CASES[0] };

static const double Q[2][JOINTS] = {{0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, {-0.4, 0.9, 0.1, -1, 2, 0.2}},
                    ZERO[JOINTS] = {0};

/* Short only where the timeout is what ends the call: a machine under load may keep a healthy board
 * waiting. */
static uint32_t timeout_of(const fault_case *c)
{
    return c->wanted == TAUFLOW_TIMEOUT || c->wanted == ANY_FAILURE ? TIMEOUT_MS : HEALTHY_MS;
}

static double strike(const board *b, tauflow *h, const fault_case *c)
{
    inject(b, c->fault);
    tauflow_set_timeout(h, timeout_of(c));
    return now_ms();
}

/* All calls until one fails, the fault from its moment on; tau is NAN unless delivered. */
static tauflow_status live(const board *b, const fault_case *c, double *tau, char *why,
                           double *took)
{
    tauflow *h;
    double first[JOINTS];
    if (c->when == AT_OPEN)
        inject(b, c->fault);
    double began = now_ms();
    const uint32_t first_ms = c->when == AT_OPEN ? timeout_of(c) : HEALTHY_MS;
    tauflow_status done = tauflow_open(b->device, &(tauflow_options){.timeout_ms = first_ms}, &h);
    if (c->when == AT_LOAD && done == TAUFLOW_OK)
        began = strike(b, h, c);
    if (done == TAUFLOW_OK)
        done = tauflow_load(h, PUMA);
    if (done == TAUFLOW_OK)
        done = tauflow_step(h, Q[0], ZERO, ZERO, first);
    if (c->when == AT_STEP && done == TAUFLOW_OK)
        began = strike(b, h, c);
    if (done == TAUFLOW_OK)
        done = tauflow_step(h, Q[1], ZERO, ZERO, tau);
    tauflow_message(h, why, TAUFLOW_MESSAGE_BYTES);
    bool stays = done == TAUFLOW_OK || tauflow_step(h, Q[1], ZERO, ZERO, first) == TAUFLOW_FAILED;
    tauflow_close(h);
    *took = now_ms() - began;
    inject(b, "none");
    return stays ? done : TAUFLOW_OK;
}

static int open_files(void)
{
    int count = 0;
    for (int k = 0; k < 256; k++)
        count += fcntl(k, F_GETFD) != -1;
    return count;
}

/* A thread that the kernel has not let go yet keeps the device for a moment. */
static tauflow_status open_when_free(const board *b, tauflow **h)
{
    const double began = now_ms();
    tauflow_status done = open_and_load(b->device, 10000, h);
    while (done == TAUFLOW_BUSY && now_ms() - began < MOST_MS) {
        tauflow_close(*h);
        rest(20);
        done = open_and_load(b->device, 10000, h);
    }
    return done;
}

/* All calls without a fault, and the time they take. */
static bool reopens(const board *b, const double *right, double *took)
{
    tauflow *h;
    double tau[JOINTS], began = now_ms();
    bool good = open_when_free(b, &h) == TAUFLOW_OK;
    good = good && tauflow_step(h, Q[1], ZERO, ZERO, tau) == TAUFLOW_OK;
    good = good && memcmp(tau, right, sizeof tau) == 0;
    tauflow_close(h);
    *took = now_ms() - began;
    return good;
}

static bool survives(const board *b, const fault_case *c, const double *right)
{
    static const char *const WHEN[] = {"open", "load", "step"};
    char why[TAUFLOW_MESSAGE_BYTES];
    double tau[JOINTS] = {0}, took, healthy;
    int files = open_files();
    tauflow_status done = live(b, c, tau, why, &took);
    bool torque = done != TAUFLOW_OK || memcmp(tau, right, sizeof tau) == 0;
    bool reopened = reopens(b, right, &healthy);
    bool expected = c->wanted == ANY_FAILURE ? done != TAUFLOW_OK : done == c->wanted;
    /* A failure: the timeout, what the same calls cost without a fault on this machine, closing.
     * Calls that succeed in spite of a fault take what they take. */
    bool in_time = done == TAUFLOW_OK || took < TIMEOUT_MS + 3 * healthy + SLACK_MS;
    bool good = expected && strstr(why, c->told) && in_time && torque && reopened;
    good = good && open_files() == files;
    const char *shown = strstr(why, "xdma0_") ? strstr(why, "xdma0_") : why;
    printf("# %-14s %-5s %-13s %6.0f ms  %-8s %s%s\n", c->fault, WHEN[c->when],
           tauflow_status_word(done), took, reopened ? "yes" : "NO", shown,
           good ? "" : "   <- not as it should be");
    return good;
}

static void fault_table(const board *b, const char *law)
{
    tauflow *h;
    double right[JOINTS];
    bool good = open_and_load("twin:", 0, &h) == TAUFLOW_OK &&
                tauflow_step(h, Q[1], ZERO, ZERO, right) == TAUFLOW_OK;
    tauflow_close(h);
    printf("# %-14s %-5s %-13s %9s  %-8s %s\n", "fault", "at", "outcome", "after", "reopens",
           "message");
    for (int k = 0; k < CASES_COUNT; k++)
        good = survives(b, &CASES[k], right) && good;
    ok(good, law);
}

/* The board's process is killed in the middle of a run. */
static void vanishes(board *b, const char *law)
{
    tauflow *h;
    char why[TAUFLOW_MESSAGE_BYTES];
    double tau[JOINTS];
    bool good = open_and_load(b->device, TIMEOUT_MS, &h) == TAUFLOW_OK;
    stop(b, SIGKILL);
    double began = now_ms();
    tauflow_status done = tauflow_step(h, Q[0], ZERO, ZERO, tau);
    tauflow_message(h, why, sizeof why);
    tauflow_close(h);
    printf("# killed board: %s, %.0f ms: %s\n", tauflow_status_word(done), now_ms() - began, why);
    ok(good && done == TAUFLOW_IO && now_ms() - began < MOST_MS, law);
}

/* ---- several cores ------------------------------------------------------------------------- */

enum { COUNT = 400 };
typedef struct {
    double s[3][COUNT * JOINTS], right[COUNT * JOINTS], tau[COUNT * JOINTS];
} samples;

static tauflow_status open_cores(const board *b, uint32_t first, uint32_t cores,
                                 uint32_t timeout_ms, tauflow **h)
{
    tauflow_status done = tauflow_open(
        b->device,
        &(tauflow_options){.timeout_ms = timeout_ms, .first_core = first, .cores = cores}, h);
    return done == TAUFLOW_OK ? tauflow_load(*h, PUMA) : done;
}

static bool make_samples(samples *d)
{
    tauflow *h;
    uint32_t seed = 21;
    for (int k = 0; k < 3; k++)
        fill(d->s[k], COUNT * JOINTS, &seed);
    bool good = open_and_load("twin:", 10000, &h) == TAUFLOW_OK &&
                tauflow_stream(h, COUNT,
                               &(tauflow_state){.q = d->s[0], .qd = d->s[1], .qdd = d->s[2]},
                               d->right) == TAUFLOW_OK;
    tauflow_close(h);
    return good;
}

static bool cores_agree(const board *b, samples *d, uint32_t first, uint32_t cores)
{
    tauflow *h;
    bool good = open_cores(b, first, cores, 10000, &h) == TAUFLOW_OK &&
                tauflow_stream(h, COUNT,
                               &(tauflow_state){.q = d->s[0], .qd = d->s[1], .qdd = d->s[2]},
                               d->tau) == TAUFLOW_OK;
    tauflow_close(h);
    return good && memcmp(d->tau, d->right, sizeof d->tau) == 0;
}

/* Two handles, each with cores and a robot of its own, in turn. */
static bool robots_share_a_board(const board *b, samples *d)
{
    const tauflow_options second = {.timeout_ms = 10000, .first_core = 1, .cores = 2};
    tauflow *one, *other, *reference;
    bool good = open_cores(b, 0, 1, 10000, &one) == TAUFLOW_OK;
    good = tauflow_open(b->device, &second, &other) == TAUFLOW_OK &&
           tauflow_load(other, PENDULUM) == TAUFLOW_OK && good;
    good = tauflow_open("twin:", NULL, &reference) == TAUFLOW_OK &&
           tauflow_load(reference, PENDULUM) == TAUFLOW_OK && good;
    for (size_t k = 0; k < 40 * JOINTS && good; k += JOINTS) {
        double pendulum[2][JOINTS] = {{0}};
        good = tauflow_step(one, d->s[0] + k, d->s[1] + k, d->s[2] + k, d->tau + k) == TAUFLOW_OK &&
               memcmp(d->tau + k, d->right + k, JOINTS * sizeof(double)) == 0 &&
               tauflow_step(other, d->s[0] + k, d->s[1] + k, d->s[2] + k, pendulum[0]) ==
                   TAUFLOW_OK &&
               tauflow_step(reference, d->s[0] + k, d->s[1] + k, d->s[2] + k, pendulum[1]) ==
                   TAUFLOW_OK &&
               memcmp(pendulum[0], pendulum[1], sizeof pendulum[0]) == 0;
    }
    tauflow_close(one);
    tauflow_close(other);
    tauflow_close(reference);
    return good;
}

/* One core fails in the middle of a stream: what came until then is right, the failure is told with
 * the core's number, and no sample is delivered behind it. */
static bool failing_core_is_named(const board *b, samples *d, const char *fault,
                                  tauflow_status wanted, const char *told)
{
    tauflow *h;
    char path[PATH_BYTES + 32], why[TAUFLOW_MESSAGE_BYTES] = "";
    tauflow_status done = open_cores(b, 0, 3, HEALTHY_MS, &h);
    bool good = done == TAUFLOW_OK;
    size_t put = 0, got = 0, some;
    double began = now_ms();
    snprintf(path, sizeof path, "%s_1", b->fault);
    while (got < COUNT && (done == TAUFLOW_OK || done == TAUFLOW_AGAIN) &&
           now_ms() - began < MOST_MS) {
        if (put == 60) {
            inject_into(path, fault);
            tauflow_set_timeout(h, wanted == TAUFLOW_TIMEOUT ? 1000 : HEALTHY_MS);
        }
        done = tauflow_submit(h, COUNT - put < 20 ? COUNT - put : 20,
                              &(tauflow_state){.q = d->s[0] + put * JOINTS,
                                               .qd = d->s[1] + put * JOINTS,
                                               .qdd = d->s[2] + put * JOINTS},
                              TAUFLOW_POLL, &some);
        put += some;
        some = 0;
        if (done == TAUFLOW_OK || done == TAUFLOW_AGAIN)
            done = tauflow_receive(h, 20, d->tau, TAUFLOW_WAIT, &some);
        good = good && memcmp(d->tau, d->right + got * JOINTS, some * JOINTS * sizeof(double)) == 0;
        got += some;
    }
    tauflow_message(h, why, sizeof why);
    printf("# %s on core 1 of 3: %s after %zu of %zu samples: %s\n", fault,
           tauflow_status_word(done), got, put, strstr(why, "core") ? strstr(why, "core") : why);
    good = good && done == wanted && strncmp(why, "core 1: ", 8) == 0 && strstr(why, told) &&
           got < COUNT && tauflow_receive(h, 1, d->tau, TAUFLOW_POLL, &some) == TAUFLOW_FAILED;
    tauflow_close(h);
    inject(b, "none");
    return good && cores_agree(b, d, 0, 3);
}

/* Its input goes on working: every sample that it takes is progress of a kind, but no result. */
static void silent_device_is_late(bool poll, const char *law)
{
    enum { SAMPLES = 200, EVERY_MS = TIMEOUT_MS / 3 };
    board b;
    tauflow *h = NULL;
    char why[TAUFLOW_MESSAGE_BYTES] = "";
    double tau[JOINTS];
    size_t taken, came;
    tauflow_status done = TAUFLOW_IO;
    const tauflow_state state = {.q = Q[0], .qd = ZERO, .qdd = ZERO};
    bool started = start(&b, "twin:", poll, "1");
    bool good = started && open_and_load(b.device, HEALTHY_MS, &h) == TAUFLOW_OK;
    if (good) {
        inject(&b, "hang");
        tauflow_set_timeout(h, TIMEOUT_MS);
    }
    const double began = now_ms();
    for (int k = 0; good && k < SAMPLES && now_ms() - began < MOST_MS; k++) {
        done = tauflow_submit(h, 1, &state, TAUFLOW_POLL, &taken);
        if (done == TAUFLOW_OK)
            done = tauflow_receive(h, 1, tau, TAUFLOW_POLL, &came);
        good = done == TAUFLOW_AGAIN || done == TAUFLOW_TIMEOUT;
        if (done == TAUFLOW_TIMEOUT)
            break;
        rest(EVERY_MS);
    }
    const double took = now_ms() - began;
    printf("# a device that takes samples and delivers none: %s after %.0f ms: %s\n",
           tauflow_status_word(done), took, tauflow_message(h, why, sizeof why));
    good = good && done == TAUFLOW_TIMEOUT && took >= TIMEOUT_MS;
    ok(good && strstr(why, "c2h_0 does not answer"), law);
    tauflow_close(h);
    if (started)
        stop(&b, SIGTERM);
}

static void several_cores(bool poll, const char *agree, const char *fail)
{
    board b;
    samples *d = calloc(1, sizeof *d);
    bool started = start(&b, "twin:", poll, "4"), good = started && d && make_samples(d);
    ok(good && cores_agree(&b, d, 0, 1) && cores_agree(&b, d, 0, 4) && cores_agree(&b, d, 2, 2) &&
           robots_share_a_board(&b, d),
       agree);
    ok(good && failing_core_is_named(&b, d, "hang", TAUFLOW_TIMEOUT, "c2h_1 does not answer") &&
           failing_core_is_named(&b, d, "eio", TAUFLOW_IO, "c2h_1: ") &&
           failing_core_is_named(&b, d, "flip", TAUFLOW_CORRUPT, "changed") &&
           failing_core_is_named(&b, d, "gone", TAUFLOW_IO, "gone"),
       fail);
    if (started)
        stop(&b, SIGTERM);
    free(d);
}

/* Registers that can be mapped: a plain file stands for them. */
static void mapped_registers(void)
{
    board b;
    tauflow *h = NULL;
    bool good = make_plain(&b);
    good = good && tauflow_open(b.device, NULL, &h) == TAUFLOW_OK;
    good = good && core_number(h, "modules") == 4 && core_number(h, "lane_words") == 64;
    good = good && tauflow_load(h, PUMA) ==
                       TAUFLOW_CORRUPT; /* a file does not count what is written into it */
    tauflow_close(h);
    remove_plain(&b);
    ok(good, "registers_that_can_be_mapped_are_mapped");
}

int main(int argc, char **argv)
{
    const long steps = argc > 1 ? strtol(argv[1], NULL, 10) : 300;
    board b;
    mapped_registers();
    if (no_board() || !start(&b, "twin:", false, "1")) {
        printf("ok %d - board # SKIP %s\n1..%d\n", tests + 1,
               no_board() ? no_board() : "mounting failed", tests + 1);
        return failures != 0;
    }
    fault_table(&b, "every_fault_ends_in_a_clear_status_within_the_timeout_and_the_device_reopens");
    ok(stream_agrees(&b), "stream_through_the_board_agrees_with_the_twin");
    vanishes(&b, "a_board_that_dies_is_an_error_and_no_hang");
    printf("# the same by poll\n");
    if (start(&b, "twin:", true, "1")) {
        fault_table(&b, "every_fault_ends_so_by_poll_too");
        ok(stream_agrees(&b), "stream_by_poll_agrees_with_the_twin");
        vanishes(&b, "a_board_that_dies_is_an_error_by_poll_too");
    } else {
        ok(false, "every_fault_ends_so_by_poll_too");
    }
    several_cores(false, "several_cores_of_a_board_agree_with_one_and_may_hold_several_robots",
                  "a_core_that_fails_is_named_and_nothing_is_delivered_behind_it");
    several_cores(true, "several_cores_do_so_by_poll_too",
                  "a_core_that_fails_is_named_by_poll_too");
    silent_device_is_late(false, "a_device_that_takes_samples_and_delivers_none_is_late");
    silent_device_is_late(true, "a_device_that_takes_samples_and_delivers_none_is_late_by_poll");
    if (start(&b, "sim:", false, "1")) {
        long differ = differences(b.device, "twin:", steps),
             simulated = differences("sim:", "twin:", steps);
        printf("# %ld steps: %ld differ between xdma: and twin:, %ld between sim: and twin:\n",
               steps, differ, simulated);
        ok(differ == 0 && simulated == 0 && steps > 0,
           "torques_over_all_transports_are_bit_identical");
        stop(&b, SIGTERM);
    } else {
        ok(false, "torques_over_all_transports_are_bit_identical");
    }
    printf("1..%d\n", tests);
    return failures != 0;
}
