/* The driver against the board made of files: the same torques as the twin, and a clear end of every fault. Prints TAP; the
 * table of faults stands in its comments. Where nothing can be mounted, the tests are skipped with the reason. */
#include "tauflow.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define PUMA TESTS_FOLDER "/puma560.tau"
#define PENDULUM TESTS_FOLDER "/pendulum5.tau"
enum { JOINTS = 6, TIMEOUT_MS = 300, MOST_MS = 1500, PATH_BYTES = 256 };

typedef struct {
    char folder[PATH_BYTES], device[PATH_BYTES + 16], fault[PATH_BYTES + 16];
    pid_t process;
} board;

static int tests, failures;

static void ok(bool good, const char *name)
{
    printf("%s %d - %s\n", good ? "ok" : "not ok", ++tests, name);
    failures += !good;
}

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static void rest(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

/* ---- the board ------------------------------------------------------------------------------------------ */

static bool start(board *b, const char *core, bool poll, const char *cores)
{
    struct stat info;
    char user[PATH_BYTES + 32];
    snprintf(b->folder, sizeof b->folder, "/tmp/tauflow-board-XXXXXX");
    if (!mkdtemp(b->folder))
        return false;
    snprintf(b->device, sizeof b->device, "xdma:%s/xdma0", b->folder);
    snprintf(b->fault, sizeof b->fault, "%s/fault", b->folder);
    snprintf(user, sizeof user, "%s/xdma0_user", b->folder);
    fflush(NULL);
    b->process = fork();
    if (b->process == 0) {
        execl(BOARD_PROGRAM, "tauflow-board", "--cores", cores, poll ? "--poll" : b->folder, poll ? b->folder : core, poll ? core : (char *)NULL, (char *)NULL);
        _exit(127);
    }
    for (int k = 0; k < 200; k++) {
        if (stat(user, &info) == 0)
            return true;
        if (waitpid(b->process, NULL, WNOHANG) == b->process)
            break;
        rest(20);
    }
    rmdir(b->folder);
    return false;
}

static void stop(board *b, int signal_number)
{
    char command[PATH_BYTES + 64];
    kill(b->process, signal_number);
    waitpid(b->process, NULL, 0);
    snprintf(command, sizeof command, "fusermount3 -u -z %s 2>/dev/null", b->folder);
    if (system(command) == -1)
        printf("# cannot unmount %s\n", b->folder);
    rmdir(b->folder);
}

static bool inject_into(const char *path, const char *fault)
{
    int file = open(path, O_WRONLY);
    bool good = file >= 0 && write(file, fault, strlen(fault)) == (ssize_t)strlen(fault);
    if (file >= 0)
        close(file);
    return good;
}

static bool inject(const board *b, const char *fault)
{
    return inject_into(b->fault, fault);
}

/* ---- agreement -------------------------------------------------------------------------------------------- */

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
               tauflow_stream(h, FEW, &(tauflow_state){.q = s[0], .qd = s[1], .qdd = s[2]}, tau[k]) == TAUFLOW_OK;
        tauflow_close(h);
    }
    return good && memcmp(tau[0], tau[1], sizeof tau[0]) == 0;
}

/* ---- faults --------------------------------------------------------------------------------------------------- */

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
    {"gone", AT_STEP, TAUFLOW_IO, "the device is gone"},
    {"gone", AT_LOAD, TAUFLOW_IO, "the device is gone"},
    {"gone", AT_OPEN, TAUFLOW_NOT_FOUND, "cannot open"},
    {"flip", AT_STEP, TAUFLOW_CORRUPT, "changed on its way"},
    {"flip-in", AT_STEP, TAUFLOW_CORRUPT, "changed on its way"},
    {"stale", AT_STEP, TAUFLOW_CORRUPT, "changed on its way"},
    {"flip", AT_LOAD, TAUFLOW_CORRUPT, "changed on its way"},
    {"flip-constant", AT_LOAD, TAUFLOW_CORRUPT, "check sample"},
    {"flip-load 60", AT_LOAD, ANY_FAILURE, ""}, /* the core may stop for ever or compute something else */
    {"lose-load 700", AT_LOAD, TAUFLOW_CORRUPT, "words"},
    {"ones", AT_OPEN, TAUFLOW_BAD_DEVICE, "no core answers: identity ffffffff"},
    {"version", AT_OPEN, TAUFLOW_BAD_DEVICE, "version 3"},
};
enum { CASES_COUNT = sizeof CASES / sizeof CASES[0] };

static const double Q[2][JOINTS] = {{0.1, 0.2, 0.3, 0.4, 0.5, 0.6}, {-0.4, 0.9, 0.1, -1, 2, 0.2}}, ZERO[JOINTS] = {0};

/* All calls until one fails, the fault from its moment on; tau is NAN unless delivered. */
static tauflow_status live(const board *b, const fault_case *c, double *tau, char *why, double *took)
{
    tauflow *h;
    double first[JOINTS];
    if (c->when == AT_OPEN)
        inject(b, c->fault);
    double began = now_ms();
    tauflow_status done = tauflow_open(b->device, &(tauflow_options){.timeout_ms = TIMEOUT_MS}, &h);
    if (c->when == AT_LOAD && done == TAUFLOW_OK) {
        inject(b, c->fault);
        began = now_ms();
    }
    if (done == TAUFLOW_OK)
        done = tauflow_load(h, PUMA);
    if (done == TAUFLOW_OK)
        done = tauflow_step(h, Q[0], ZERO, ZERO, first);
    if (c->when == AT_STEP && done == TAUFLOW_OK) {
        inject(b, c->fault);
        began = now_ms();
    }
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

static bool survives(const board *b, const fault_case *c, const double *right)
{
    static const char *const WHEN[] = {"open", "load", "step"};
    char why[TAUFLOW_MESSAGE_BYTES];
    double tau[JOINTS] = {0}, again[JOINTS], took;
    tauflow *h;
    int files = open_files();
    tauflow_status done = live(b, c, tau, why, &took);
    bool torque = done != TAUFLOW_OK || memcmp(tau, right, sizeof tau) == 0;
    bool reopened = open_and_load(b->device, 10000, &h) == TAUFLOW_OK && tauflow_step(h, Q[1], ZERO, ZERO, again) == TAUFLOW_OK &&
                    memcmp(again, right, sizeof again) == 0;
    tauflow_close(h);
    bool expected = c->wanted == ANY_FAILURE ? done != TAUFLOW_OK : done == c->wanted;
    bool good = expected && strstr(why, c->told) && took < MOST_MS && torque && reopened && open_files() == files;
    const char *shown = strstr(why, "xdma0_") ? strstr(why, "xdma0_") : why;
    printf("# %-14s %-5s %-13s %6.0f ms  %-8s %s%s\n", c->fault, WHEN[c->when], tauflow_status_word(done), took, reopened ? "yes" : "NO", shown,
           good ? "" : "   <- not as it should be");
    return good;
}

static void fault_table(const board *b, const char *law)
{
    tauflow *h;
    double right[JOINTS];
    bool good = open_and_load("twin:", 0, &h) == TAUFLOW_OK && tauflow_step(h, Q[1], ZERO, ZERO, right) == TAUFLOW_OK;
    tauflow_close(h);
    printf("# %-14s %-5s %-13s %9s  %-8s %s\n", "fault", "at", "outcome", "after", "reopens", "message");
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

/* ---- several cores ------------------------------------------------------------------------------------------------ */

enum { COUNT = 400 };
typedef struct {
    double s[3][COUNT * JOINTS], right[COUNT * JOINTS], tau[COUNT * JOINTS];
} samples;

static tauflow_status open_cores(const board *b, uint32_t first, uint32_t cores, uint32_t timeout_ms, tauflow **h)
{
    tauflow_status done = tauflow_open(b->device, &(tauflow_options){.timeout_ms = timeout_ms, .first_core = first, .cores = cores}, h);
    return done == TAUFLOW_OK ? tauflow_load(*h, PUMA) : done;
}

static bool make_samples(samples *d)
{
    tauflow *h;
    uint32_t seed = 21;
    for (int k = 0; k < 3; k++)
        fill(d->s[k], COUNT * JOINTS, &seed);
    bool good = open_and_load("twin:", 10000, &h) == TAUFLOW_OK &&
                tauflow_stream(h, COUNT, &(tauflow_state){.q = d->s[0], .qd = d->s[1], .qdd = d->s[2]}, d->right) == TAUFLOW_OK;
    tauflow_close(h);
    return good;
}

static bool cores_agree(const board *b, samples *d, uint32_t first, uint32_t cores)
{
    tauflow *h;
    bool good = open_cores(b, first, cores, 10000, &h) == TAUFLOW_OK &&
                tauflow_stream(h, COUNT, &(tauflow_state){.q = d->s[0], .qd = d->s[1], .qdd = d->s[2]}, d->tau) == TAUFLOW_OK;
    tauflow_close(h);
    return good && memcmp(d->tau, d->right, sizeof d->tau) == 0;
}

/* Two handles, each with cores and a robot of its own, in turn. */
static bool robots_share_a_board(const board *b, samples *d)
{
    const tauflow_options second = {.timeout_ms = 10000, .first_core = 1, .cores = 2};
    tauflow *one, *other, *reference;
    bool good = open_cores(b, 0, 1, 10000, &one) == TAUFLOW_OK;
    good = tauflow_open(b->device, &second, &other) == TAUFLOW_OK && tauflow_load(other, PENDULUM) == TAUFLOW_OK && good;
    good = tauflow_open("twin:", NULL, &reference) == TAUFLOW_OK && tauflow_load(reference, PENDULUM) == TAUFLOW_OK && good;
    for (size_t k = 0; k < 40 * JOINTS && good; k += JOINTS) {
        double pendulum[2][JOINTS] = {{0}};
        good = tauflow_step(one, d->s[0] + k, d->s[1] + k, d->s[2] + k, d->tau + k) == TAUFLOW_OK && memcmp(d->tau + k, d->right + k, JOINTS * sizeof(double)) == 0 &&
               tauflow_step(other, d->s[0] + k, d->s[1] + k, d->s[2] + k, pendulum[0]) == TAUFLOW_OK &&
               tauflow_step(reference, d->s[0] + k, d->s[1] + k, d->s[2] + k, pendulum[1]) == TAUFLOW_OK &&
               memcmp(pendulum[0], pendulum[1], sizeof pendulum[0]) == 0;
    }
    tauflow_close(one);
    tauflow_close(other);
    tauflow_close(reference);
    return good;
}

/* One core fails in the middle of a stream: what came until then is right, the failure is told with the core's number, and no sample is delivered behind it. */
static bool failing_core_is_named(const board *b, samples *d, const char *fault, tauflow_status wanted, const char *told)
{
    tauflow *h;
    char path[PATH_BYTES + 32], why[TAUFLOW_MESSAGE_BYTES] = "";
    tauflow_status done = open_cores(b, 0, 3, TIMEOUT_MS, &h);
    bool good = done == TAUFLOW_OK;
    size_t put = 0, got = 0, some;
    double began = now_ms();
    snprintf(path, sizeof path, "%s_1", b->fault);
    while (got < COUNT && (done == TAUFLOW_OK || done == TAUFLOW_AGAIN) && now_ms() - began < MOST_MS) {
        if (put == 60)
            inject_into(path, fault);
        done = tauflow_submit(h, COUNT - put < 20 ? COUNT - put : 20, &(tauflow_state){.q = d->s[0] + put * JOINTS, .qd = d->s[1] + put * JOINTS,
                                                                                   .qdd = d->s[2] + put * JOINTS}, TAUFLOW_POLL, &some);
        put += some;
        some = 0;
        if (done == TAUFLOW_OK || done == TAUFLOW_AGAIN)
            done = tauflow_receive(h, 20, d->tau, TAUFLOW_WAIT, &some);
        good = good && memcmp(d->tau, d->right + got * JOINTS, some * JOINTS * sizeof(double)) == 0;
        got += some;
    }
    tauflow_message(h, why, sizeof why);
    printf("# %s on core 1 of 3: %s after %zu of %zu samples: %s\n", fault, tauflow_status_word(done), got, put, strstr(why, "core") ? strstr(why, "core") : why);
    good = good && done == wanted && strncmp(why, "core 1: ", 8) == 0 && strstr(why, told) && got < COUNT && tauflow_receive(h, 1, d->tau, TAUFLOW_POLL, &some) == TAUFLOW_FAILED;
    tauflow_close(h);
    inject(b, "none");
    return good && cores_agree(b, d, 0, 3);
}

static void several_cores(bool poll, const char *agree, const char *fail)
{
    board b;
    samples *d = calloc(1, sizeof *d);
    bool started = start(&b, "twin:", poll, "4"), good = started && d && make_samples(d);
    ok(good && cores_agree(&b, d, 0, 1) && cores_agree(&b, d, 0, 4) && cores_agree(&b, d, 2, 2) && robots_share_a_board(&b, d), agree);
    ok(good && failing_core_is_named(&b, d, "hang", TAUFLOW_TIMEOUT, "c2h_1 does not answer") && failing_core_is_named(&b, d, "eio", TAUFLOW_IO, "c2h_1: ") &&
           failing_core_is_named(&b, d, "flip", TAUFLOW_CORRUPT, "changed") && failing_core_is_named(&b, d, "gone", TAUFLOW_IO, "gone"), fail);
    if (started)
        stop(&b, SIGTERM);
    free(d);
}

/* Registers that can be mapped: a plain file stands for them. */
static void mapped_registers(void)
{
    char folder[] = "/tmp/tauflow-mapped-XXXXXX", path[PATH_BYTES];
    const uint32_t words[1024] = {0x54415546, 0x00020000, 4 | 2 << 8 | 1 << 12 | 1 << 24, 4 | 5 << 8, 4 | 8 << 8 | 4 << 16, 64 | 64 << 16, 512 | 512 << 16, 64 | 32 << 16};
    static const char *const files[] = {"xdma0_user", "xdma0_h2c_0", "xdma0_c2h_0"};
    tauflow *h = NULL;
    tauflow_description d = {0};
    bool good = mkdtemp(folder) != NULL;
    for (int k = 0; k < 3; k++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[k]);
        FILE *f = fopen(path, "wb");
        good = good && f && fwrite(words, sizeof words, 1, f) == 1 && fclose(f) == 0;
    }
    snprintf(path, sizeof path, "xdma:%s/xdma0", folder);
    good = good && tauflow_open(path, NULL, &h) == TAUFLOW_OK && tauflow_describe(h, &d) == TAUFLOW_OK && d.core.modules == 4 && d.core.lane_words == 64;
    good = good && tauflow_load(h, PUMA) == TAUFLOW_CORRUPT; /* a file does not count what is written into it */
    tauflow_close(h);
    for (int k = 0; k < 3; k++) {
        snprintf(path, sizeof path, "%s/%s", folder, files[k]);
        remove(path);
    }
    rmdir(folder);
    ok(good, "registers_that_can_be_mapped_are_mapped");
}

int main(int argc, char **argv)
{
    const long steps = argc > 1 ? strtol(argv[1], NULL, 10) : 300;
    board b;
    mapped_registers();
    if (access("/dev/fuse", R_OK | W_OK) != 0 || !start(&b, "twin:", false, "1")) {
        printf("ok %d - board # SKIP nothing can be mounted here: /dev/fuse %s\n1..%d\n", tests + 1, access("/dev/fuse", F_OK) == 0 ? "cannot be used" : "is missing",
               tests + 1);
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
    several_cores(false, "several_cores_of_a_board_agree_with_one_and_may_hold_several_robots", "a_core_that_fails_is_named_and_nothing_is_delivered_behind_it");
    several_cores(true, "several_cores_do_so_by_poll_too", "a_core_that_fails_is_named_by_poll_too");
    if (start(&b, "sim:", false, "1")) {
        long differ = differences(b.device, "twin:", steps), simulated = differences("sim:", "twin:", steps);
        printf("# %ld steps: %ld differ between xdma: and twin:, %ld between sim: and twin:\n", steps, differ, simulated);
        ok(differ == 0 && simulated == 0 && steps > 0, "torques_over_all_transports_are_bit_identical");
        stop(&b, SIGTERM);
    } else {
        ok(false, "torques_over_all_transports_are_bit_identical");
    }
    printf("1..%d\n", tests);
    return failures != 0;
}
