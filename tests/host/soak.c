/* SPDX-License-Identifier: MIT */
/* Streamed samples without end, or nearly: random pieces, random stalls on both sides of the core,
 * random cancellations. None may be lost, repeated or come out of order, and memory must stay as it
 * is. soak COUNT BOARD ADDRESS IMAGE [ADDRESS IMAGE]... COUNT samples are shared out to the pairs.
 * BOARD is the program of the board made of files; an address `board:CORE` means such a board over
 * that core, `poll:CORE` one whose files know poll, and `late:CORE` one whose calls have deadlines,
 * many of them too short: late ones are recovered from. `*N` in front of an address: N cores.
 * Prints TAP. Every sample is one of STATES whose torques are known, chosen at random: a sample out
 * of its place shows with a probability of 1 - 1/STATES, and so do all behind it. */
#include "tauflow.h"

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

enum {
    STATES = 1009,
    PIECE = 200,
    SMALL_PIECE = 5,
    RING = 300, /* samples: results of them fill several pages */
    FIFO = 1 << 14,
    PATH_BYTES = 256,
    TIMEOUT_MS = 20000,
    SLACK_MS = 2000, /* of a loaded computer */
    GROWTH_LIMIT_KIB = 512
};

typedef struct {
    tauflow *h;
    tauflow_description about;
    double *state[3], *right; /* of STATES samples */
    double *piece[3], *tau;   /* of PIECE samples */
    uint64_t random;
    uint16_t fifo[FIFO]; /* states submitted and not received */
    uint32_t first, waiting;
    const char *fault; /* file of a board's faults; NULL: none */
    bool deadlines;
    uint64_t deadline_ns; /* of the call that comes */
    unsigned long late, missed; /* calls: recovered from; longer than their deadline and SLACK_MS */
    unsigned long delivered, cancelled, cancels, steps, full, wrong;
    tauflow_status failed;
} soak;

#define LATE_US "500" /* descriptors of the board's driver come late at random, up to so much */

static int tests, failures;

static void ok(bool good, const char *name, const char *where)
{
    printf("%s %d - %s on %s\n", good ? "ok" : "not ok", ++tests, name, where);
    failures += !good;
}

static uint32_t below(soak *s, uint32_t limit)
{
    s->random = s->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)((s->random >> 33) % limit);
}

/* Small and large pieces in turn. */
static uint32_t piece(soak *s)
{
    return 1 + below(s, below(s, 2) ? SMALL_PIECE : PIECE);
}

static long resident_kib(void)
{
    long pages = 0, whole;
    FILE *f = fopen("/proc/self/statm", "r");
    if (!f || fscanf(f, "%ld %ld", &whole, &pages) != 2)
        pages = 0;
    if (f)
        fclose(f);
    return pages * (sysconf(_SC_PAGESIZE) / 1024);
}

/* ---- the board ----------------------------------------------------------------------------- */

typedef struct {
    char folder[64], device[PATH_BYTES], fault[PATH_BYTES];
    pid_t process;
} board;

static bool board_start(board *b, const char *program, const char *core, bool poll)
{
    struct stat info;
    char user[PATH_BYTES];
    snprintf(b->folder, sizeof b->folder, "/tmp/tauflow-soak-XXXXXX");
    if (access("/dev/fuse", R_OK | W_OK) != 0 || !mkdtemp(b->folder))
        return false;
    snprintf(b->device, sizeof b->device, "xdma:%s/xdma0", b->folder);
    snprintf(b->fault, sizeof b->fault, "%s/fault", b->folder);
    snprintf(user, sizeof user, "%s/xdma0_user", b->folder);
    fflush(NULL);
    b->process = fork();
    if (b->process == 0) {
        execl(program, "tauflow-board", "--cores", "4", "--late", LATE_US,
              poll ? "--poll" : b->folder, poll ? b->folder : core, poll ? core : (char *)NULL,
              (char *)NULL);
        _exit(127);
    }
    for (int k = 0; k < 200 && waitpid(b->process, NULL, WNOHANG) == 0; k++) {
        if (stat(user, &info) == 0)
            return true;
        nanosleep(&(struct timespec){0, 20000000}, NULL);
    }
    rmdir(b->folder);
    return false;
}

static void board_stop(board *b)
{
    kill(b->process, SIGTERM);
    waitpid(b->process, NULL, 0);
    rmdir(b->folder);
}

static void inject(const char *path, const char *fault)
{
    int file = open(path, O_WRONLY);
    if (file < 0 || write(file, fault, strlen(fault)) < 0)
        printf("# cannot write %s\n", path);
    if (file >= 0)
        close(file);
}

/* ---- samples ------------------------------------------------------------------------------- */

/* States and their torques, step by step on a core of its own without stalls. */
static bool make_states(soak *s, const char *image)
{
    const size_t n = s->about.joints;
    tauflow *reference;
    bool good = tauflow_open("twin:", NULL, &reference) == TAUFLOW_OK &&
                tauflow_load(reference, image) == TAUFLOW_OK;
    for (int k = 0; k < 3; k++) {
        s->state[k] = calloc(STATES * n, sizeof **s->state);
        s->piece[k] = calloc(PIECE * n, sizeof **s->piece);
        for (size_t i = 0; i < STATES * n; i++)
            s->state[k][i] = below(s, 6000) / 1000.0 - 3;
    }
    s->right = calloc(STATES * s->about.outputs, sizeof *s->right);
    s->tau = calloc(PIECE * s->about.outputs, sizeof *s->tau);
    for (size_t i = 0; i < STATES && good; i++)
        good = tauflow_step(reference, s->state[0] + i * n, s->state[1] + i * n,
                            s->state[2] + i * n, s->right + i * s->about.outputs) == TAUFLOW_OK;
    tauflow_close(reference);
    return good;
}

static void free_states(soak *s)
{
    for (int k = 0; k < 3; k++) {
        free(s->state[k]);
        free(s->piece[k]);
    }
    free(s->right);
    free(s->tau);
}

/* Chooses states for `count` samples; they stand behind those that wait. */
static tauflow_state choose(soak *s, uint32_t count)
{
    const size_t n = s->about.joints;
    for (uint32_t k = 0; k < count; k++) {
        uint32_t which = below(s, STATES);
        s->fifo[(s->first + s->waiting + k) % FIFO] = (uint16_t)which;
        for (int part = 0; part < 3; part++)
            memcpy(s->piece[part] + k * n, s->state[part] + which * n, n * sizeof(double));
    }
    return (tauflow_state){.q = s->piece[0], .qd = s->piece[1], .qdd = s->piece[2]};
}

static void compare(soak *s, size_t count)
{
    const size_t bytes = s->about.outputs * sizeof(double);
    for (size_t k = 0; k < count; k++, s->first = (s->first + 1) % FIFO, s->waiting--)
        s->wrong += s->waiting == 0 ||
                    memcmp(s->tau + k * s->about.outputs,
                           s->right + s->fifo[s->first] * (size_t)s->about.outputs, bytes) != 0;
    s->delivered += count;
}

/* ---- what happens -------------------------------------------------------------------------- */

static tauflow_status submit(soak *s)
{
    const uint32_t count = piece(s), room = s->about.cores * s->about.ring - s->waiting;
    size_t taken;
    tauflow_state states = choose(s, count);
    tauflow_status done = tauflow_submit(
        s->h, count, &states, count <= room && below(s, 4) == 0 ? TAUFLOW_WAIT : TAUFLOW_POLL,
        &taken);
    s->waiting += (uint32_t)taken;
    s->full += done == TAUFLOW_AGAIN;
    return done;
}

static tauflow_status receive(soak *s)
{
    size_t came;
    tauflow_status done = tauflow_receive(
        s->h, piece(s), s->tau,
        s->waiting && below(s, 4) == 0 ? TAUFLOW_WAIT : TAUFLOW_POLL, &came);
    compare(s, came);
    return done;
}

/* Nothing that was submitted comes any more. */
static void forget(soak *s)
{
    s->cancelled += s->waiting;
    s->first = (s->first + s->waiting) % FIFO;
    s->waiting = 0;
}

static tauflow_status cancel(soak *s)
{
    size_t dropped;
    tauflow_status done = tauflow_cancel(s->h, &dropped);
    s->wrong += dropped != s->waiting;
    s->cancels++;
    forget(s);
    return done;
}

/* Only while nothing waits. */
static tauflow_status step_or_stream(soak *s)
{
    const uint32_t count = below(s, 2) ? 1 : piece(s);
    tauflow_state states = choose(s, count);
    tauflow_status done = tauflow_stream(s->h, count, &states, s->tau);
    s->waiting = done == TAUFLOW_OK ? count : 0;
    s->steps++;
    compare(s, s->waiting);
    return done;
}

static tauflow_status act(soak *s)
{
    static const char *const FAULTS[] = {"none", "none",  "none",   "none",
                                         "none", "eintr", "slow 1", "short"};
    const uint32_t what = below(s, 1000);
    if (s->fault && what >= 980)
        inject(s->fault, FAULTS[below(s, 8)]);
    if (what < 40)
        return cancel(s);
    if (what < 200 && !s->waiting)
        return step_or_stream(s);
    return what < 500 ? submit(s) : receive(s);
}

/* One call in eight has from 1 us to 1 ms, which is too short for most, the others long enough. */
static void set_deadline(soak *s)
{
    s->deadline_ns = below(s, 8) ? (uint64_t)TIMEOUT_MS * 1000000u
                                 : UINT64_C(1) << (10 + below(s, 11));
    tauflow_set_deadline(s->h, s->deadline_ns);
}

static double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* A call with a deadline; the handle goes on after a late one, as long as it takes. */
static tauflow_status act_in_time(soak *s)
{
    set_deadline(s);
    const double began = now_ms();
    tauflow_status done = act(s);
    s->missed += now_ms() - began > 1e-6 * (double)s->deadline_ns + SLACK_MS;
    if (done != TAUFLOW_TIMEOUT)
        return done;
    s->late++;
    forget(s);
    return tauflow_recover(s->h);
}

static void run(soak *s, unsigned long count)
{
    while (s->delivered < count && s->failed == TAUFLOW_OK && !s->wrong) {
        tauflow_status done = s->deadlines ? act_in_time(s) : act(s);
        s->failed = done == TAUFLOW_AGAIN ? TAUFLOW_OK : done;
    }
    if (s->fault)
        inject(s->fault, "none");
    tauflow_set_deadline(s->h, 0);
    while (s->waiting && s->failed == TAUFLOW_OK && !s->wrong)
        s->failed = receive(s) == TAUFLOW_AGAIN ? TAUFLOW_OK : s->failed;
}

static void soak_one(const char *name, const char *address, uint32_t cores, const char *fault,
                     bool deadlines, const char *image, unsigned long count)
{
    soak *s = calloc(1, sizeof *s);
    char why[TAUFLOW_MESSAGE_BYTES] = "";
    struct timespec began, ended;
    s->random = 77;
    s->fault = fault;
    s->deadlines = deadlines;
    s->failed = tauflow_open(
        address, &(tauflow_options){.timeout_ms = TIMEOUT_MS, .cores = cores, .ring = RING}, &s->h);
    if (s->failed == TAUFLOW_OK)
        s->failed = tauflow_load(s->h, image);
    if (s->failed == TAUFLOW_OK && deadlines)
        s->failed = tauflow_set_realtime(
            s->h, &(tauflow_realtime){.alarm_signal = SIGRTMIN});
    tauflow_describe(s->h, &s->about);
    if (s->failed == TAUFLOW_OK && !make_states(s, image))
        s->wrong = 1;
    run(s, count / 20);
    const long before = resident_kib();
    clock_gettime(CLOCK_MONOTONIC, &began);
    run(s, count);
    clock_gettime(CLOCK_MONOTONIC, &ended);
    const long after = resident_kib();
    const double seconds = (double)(ended.tv_sec - began.tv_sec) +
                           1e-9 * (double)(ended.tv_nsec - began.tv_nsec);
    tauflow_statistics f = {0};
    tauflow_figures(s->h, &f);
    printf("# %s, %u cores, flush %u: %lu delivered, %lu cancelled in %lu cancellations, %lu steps "
           "and streams, %lu times full, %llu zeros; %.0f samples a second; "
           "%ld KiB resident, then %ld; %s %s\n",
           name, cores, s->about.flush, s->delivered, s->cancelled, s->cancels, s->steps, s->full,
           (unsigned long long)f.zeros, 0.95 * (double)s->delivered / (seconds > 0 ? seconds : 1),
           before, after, tauflow_status_word(s->failed), tauflow_message(s->h, why, sizeof why));
    ok(s->failed == TAUFLOW_OK && !s->wrong && s->delivered >= count && count > 0 &&
           s->cancelled > 0,
       "no_sample_is_lost_repeated_or_out_of_order", name);
    if (deadlines) {
        printf("# %lu calls were late and recovered from, %lu longer than their deadline and %d "
               "ms\n",
               s->late, s->missed, SLACK_MS);
        ok(s->late > count / 10000 && !s->missed,
           "deadlines_hold_and_late_calls_are_recovered_from", name);
    }
    ok(after > 0 && after - before < GROWTH_LIMIT_KIB, "memory_stays_flat", name);
    tauflow_close(s->h);
    free_states(s);
    free(s);
}

int main(int argc, char **argv)
{
    const unsigned long count = argc > 4 ? strtoul(argv[1], NULL, 10) : 0;
    const int pairs = (argc - 3) / 2;
    if (!count || argc % 2 == 0) {
        fprintf(stderr, "usage: soak COUNT BOARD ADDRESS IMAGE...\n");
        return 2;
    }
    setvbuf(stdout, NULL, _IOLBF, 0); /* a run that is ended from outside has told what it knew */
    for (int k = 0; k < pairs; k++) {
        const char *address = argv[3 + 2 * k], *image = argv[4 + 2 * k];
        char *end = argv[3 + 2 * k];
        uint32_t cores = 1;
        if (*address == '*') {
            cores = (uint32_t)strtoul(address + 1, &end, 10);
            address = end + 1; /* behind a comma */
        }
        const bool poll = strncmp(address, "poll:", 5) == 0,
                   late = strncmp(address, "late:", 5) == 0;
        board b;
        if (!poll && !late && strncmp(address, "board:", 6) != 0)
            soak_one(argv[3 + 2 * k], address, cores, NULL, false, image,
                     count / (unsigned long)pairs);
        else if (!board_start(&b, argv[2], strchr(address, ':') + 1, poll))
            printf("ok %d - board # SKIP nothing can be mounted here\n", ++tests);
        else {
            soak_one(argv[3 + 2 * k], b.device, cores, b.fault, late, image,
                     count / (unsigned long)pairs);
            board_stop(&b);
        }
    }
    printf("1..%d\n", tests);
    return failures != 0;
}
