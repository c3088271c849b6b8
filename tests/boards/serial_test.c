/* SPDX-License-Identifier: MIT */
/* The library at a serial port, a board at the other end: Verilated from its top on, bit by bit on
 * the wire, behind a pseudo-terminal (sim/serial_board.cpp). Torques must be those of the twin, bit
 * for bit, with noise as well; what ends the link ends in a status, in time. Prints TAP.
 *
 *     serial_test BOARD IMAGE JOINTS               the quick cases
 *     serial_test BOARD IMAGE JOINTS overlap       the first of them
 *     serial_test BOARD IMAGE JOINTS steps N       N steps without noise, figures
 *     serial_test BOARD IMAGE JOINTS noise N       N steps with noise, figures */
#define _XOPEN_SOURCE 700 /* pseudo-terminals */
#include "serial_frames.h"
#include "tauflow.h"
#include "tauflow_regs.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

enum {
    JOINTS_MOST = 8,
    STEPS = 12,
    STREAM = 40,
    PIECE = 4,
    RESULTS_MOST = 256, /* of a sample */
    TOLD_STEPS = 10000, /* a long run says how far it is */
    BAUD = 38400, /* about what the simulation carries: when a reply is overdue depends on it */
    TIMEOUT_MS = 60000 /* of a loaded computer that simulates; faults end sooner */
};

static const char *program, *image;
static int joints;

typedef struct {
    char folder[64], link[96], device[128];
    pid_t process;
} board;

static double now_s(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* With up to three options NAME=VALUE. */
static bool start(board *b, const char *first, const char *second, const char *third)
{
    struct stat info;
    snprintf(b->folder, sizeof b->folder, "/tmp/tauflow-serial-XXXXXX");
    if (!mkdtemp(b->folder))
        return false;
    snprintf(b->link, sizeof b->link, "%s/port", b->folder);
    snprintf(b->device, sizeof b->device, "serial:%s,baud=%d", b->link, BAUD);
    fflush(NULL);
    b->process = fork();
    if (b->process == 0) {
        execl(program, program, b->link, first, second, third, (char *)NULL);
        _exit(127);
    }
    for (int k = 0; k < 1500; k++) {
        if (lstat(b->link, &info) == 0)
            return true;
        if (waitpid(b->process, NULL, WNOHANG) == b->process)
            break;
        nanosleep(&(struct timespec){0, 20000000}, NULL);
    }
    printf("# no board\n");
    return false;
}

static void stop(board *b)
{
    kill(b->process, SIGTERM);
    waitpid(b->process, NULL, 0);
    unlink(b->link);
    rmdir(b->folder);
}

typedef struct {
    double q[STREAM * JOINTS_MOST], qd[STREAM * JOINTS_MOST], qdd[STREAM * JOINTS_MOST],
        tau[STREAM * RESULTS_MOST];
} states;

static void fill(states *s, uint32_t seed)
{
    double *const lists[] = {s->q, s->qd, s->qdd};
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < STREAM * JOINTS_MOST; i++) {
            seed = seed * 1664525u + 1013904223u;
            lists[k][i] = 3 * ((double)(seed >> 8) / (1 << 23) - 1);
        }
}

static tauflow_status told(tauflow *h, tauflow_status done)
{
    char why[TAUFLOW_MESSAGE_BYTES];
    if (done != TAUFLOW_OK)
        printf("# status %d: %s\n", (int)done, tauflow_message(h, why, sizeof why));
    return done;
}

static tauflow_status open_core(const char *device, uint32_t timeout_ms, tauflow **h)
{
    const tauflow_options o = {.timeout_ms = timeout_ms};
    tauflow_status done = told(*h, tauflow_open(device, &o, h));
    return done == TAUFLOW_OK ? told(*h, tauflow_load(*h, image)) : done;
}

/* `count` single steps and a stream on both: the same bits. */
static bool same_torques(tauflow *h, tauflow *twin, uint64_t count)
{
    static states here, there;
    for (uint64_t k = 0; k < count; k++) {
        if (k && k % TOLD_STEPS == 0)
            printf("# %llu steps\n", (unsigned long long)k);
        fill(&here, (uint32_t)k);
        fill(&there, (uint32_t)k);
        if (told(h, tauflow_step(h, here.q, here.qd, here.qdd, here.tau)) != TAUFLOW_OK ||
            tauflow_step(twin, there.q, there.qd, there.qdd, there.tau) != TAUFLOW_OK)
            return false;
        if (memcmp(here.tau, there.tau, (size_t)joints * sizeof here.tau[0]) != 0) {
            printf("# step %llu differs\n", (unsigned long long)k);
            return false;
        }
    }
    return true;
}

static bool same_stream(tauflow *h, tauflow *twin)
{
    static states here, there;
    fill(&here, 7);
    fill(&there, 7);
    const tauflow_state in = {.q = here.q, .qd = here.qd, .qdd = here.qdd};
    return told(h, tauflow_stream(h, STREAM, &in, here.tau)) == TAUFLOW_OK &&
           tauflow_stream(twin, STREAM, &in, there.tau) == TAUFLOW_OK &&
           memcmp(here.tau, there.tau, (size_t)(STREAM * joints) * sizeof here.tau[0]) == 0;
}

/* Submitted, and received before more are submitted: what comes of them depends on the library's
 * zeros alone where samples overlap. */
static bool same_pieces(tauflow *h, tauflow *twin)
{
    static states here, there;
    fill(&here, 9);
    fill(&there, 9);
    const tauflow_state in = {.q = here.q, .qd = here.qd, .qdd = here.qdd};
    bool good = true;
    for (size_t count = 1; count <= PIECE && good; count++) {
        size_t taken = 0, came = 0;
        good = told(h, tauflow_submit(h, count, &in, TAUFLOW_WAIT, &taken)) == TAUFLOW_OK &&
               told(h, tauflow_receive(h, count, here.tau, TAUFLOW_WAIT, &came)) == TAUFLOW_OK &&
               came == count && tauflow_stream(twin, count, &in, there.tau) == TAUFLOW_OK &&
               memcmp(here.tau, there.tau, count * (size_t)joints * sizeof here.tau[0]) == 0;
    }
    return good;
}

static bool torques(const char *first, const char *second, const char *third, uint64_t steps)
{
    board b;
    tauflow *h = NULL, *twin = NULL;
    bool good = start(&b, first, second, third) && open_core("twin:", 0, &twin) == TAUFLOW_OK &&
                open_core(b.device, TIMEOUT_MS, &h) == TAUFLOW_OK &&
                same_torques(h, twin, steps) && same_stream(h, twin) && same_pieces(h, twin);
    tauflow_close(h);
    tauflow_close(twin);
    stop(&b);
    return good;
}

static bool torques_are_those_of_the_twin(void)
{
    return torques(NULL, NULL, NULL, STEPS);
}

static bool torques_with_spikes_lost_bytes_and_garbage(void)
{
    return torques("spike=700", "lose=900", "garbage=1100", STEPS);
}

/* The call that is under way fails in time, with this status and these words; so do all later. */
static bool ends(const char *option, tauflow_status status, const char *words)
{
    board b;
    tauflow *h = NULL;
    static states s;
    char why[TAUFLOW_MESSAGE_BYTES];
    tauflow_status done;
    fill(&s, 1);
    if (!start(&b, option, NULL, NULL))
        return false;
    done = open_core(b.device, 8000, &h);
    while (done == TAUFLOW_OK)
        done = tauflow_step(h, s.q, s.qd, s.qdd, s.tau);
    tauflow_message(h, why, sizeof why);
    printf("# %s\n", why);
    const bool good = done == status && strstr(why, words) &&
                      tauflow_step(h, s.q, s.qd, s.qdd, s.tau) != TAUFLOW_OK;
    tauflow_close(h);
    stop(&b);
    return good;
}

static bool an_unplugged_board_is_gone(void)
{
    return ends("unplug=100", TAUFLOW_IO, "is gone") &&  /* while it is opened */
           ends("unplug=1500", TAUFLOW_IO, "is gone") && /* while it is loaded */
           ends("unplug=4500", TAUFLOW_IO, "is gone");   /* in a step */
}

static bool a_board_that_was_reset_says_so(void)
{
    return ends("press=4500", TAUFLOW_IO, "was reset");
}

static bool a_board_that_falls_silent_is_late(void)
{
    return ends("hold=4500", TAUFLOW_TIMEOUT, "in time");
}

/* A reply of before that comes late must not be taken for one of later. */
static bool late_steps_are_recovered_from(void)
{
    board b;
    tauflow *h = NULL, *twin = NULL;
    static states s;
    char why[TAUFLOW_MESSAGE_BYTES];
    fill(&s, 77);
    bool good = start(&b, NULL, NULL, NULL) && open_core("twin:", 0, &twin) == TAUFLOW_OK &&
                open_core(b.device, TIMEOUT_MS, &h) == TAUFLOW_OK;
    for (uint64_t ns = 1000; ns < 30000000 && good; ns *= 5) {
        tauflow_set_deadline(h, ns);
        const tauflow_status done = tauflow_step(h, s.q, s.qd, s.qdd, s.tau);
        printf("# %s\n", tauflow_message(h, why, sizeof why));
        tauflow_set_deadline(h, 0);
        good = (done == TAUFLOW_TIMEOUT || done == TAUFLOW_OK) && (done || ns > 1000) &&
               told(h, tauflow_recover(h)) == TAUFLOW_OK && same_torques(h, twin, 2);
    }
    tauflow_close(h);
    tauflow_close(twin);
    stop(&b);
    return good;
}

static bool refused(const char *device, uint32_t timeout_ms, tauflow_status status,
                    const char *words)
{
    char why[TAUFLOW_MESSAGE_BYTES];
    tauflow *h = NULL;
    const tauflow_options o = {.timeout_ms = timeout_ms};
    const tauflow_status done = tauflow_open(device, &o, &h);
    tauflow_message(h, why, sizeof why);
    printf("# %s\n", why);
    tauflow_close(h);
    return done == status && strstr(why, words);
}

static bool what_is_no_board_is_told(void)
{
    board b;
    char device[256];
    if (!start(&b, NULL, NULL, NULL))
        return false;
    tauflow *h = NULL;
    bool good = refused("serial:/dev/no_such_port", 0, TAUFLOW_NOT_FOUND, "cannot open") &&
                refused("serial:/dev/null", 0, TAUFLOW_NOT_FOUND, "no serial port") &&
                refused("serial:/dev/null,baud=fast", 0, TAUFLOW_BAD_CALL, "baud=N") &&
                refused("serial:/dev/null,baud=", 0, TAUFLOW_BAD_CALL, "baud=N") &&
                tauflow_open(b.device, &(tauflow_options){.timeout_ms = TIMEOUT_MS}, &h) ==
                    TAUFLOW_OK;
    good = good && refused(b.device, 0, TAUFLOW_BUSY, "another handle of this process");
    tauflow_close(h);
    h = NULL;
    /* A speed without a name, and the link open once more. */
    snprintf(device, sizeof device, "serial:%s,baud=31250", b.link);
    good = good && tauflow_open(device, &(tauflow_options){.timeout_ms = TIMEOUT_MS}, &h) ==
                       TAUFLOW_OK;
    tauflow_close(h);
    stop(&b);
    return good;
}

static bool a_port_without_a_board_is_late(void)
{
    char device[128];
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0)
        return false;
    const int other = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    snprintf(device, sizeof device, "serial:%s", ptsname(terminal));
    const double began = now_s();
    const bool good = refused(device, 300, TAUFLOW_TIMEOUT, "does not answer") &&
                      now_s() - began < 10;
    close(other);
    close(terminal);
    return good;
}

/* ---- a pretended board, whose replies are wrong in one way ----------------------------------- */

static void send_frame(int terminal, const serial_frame *f)
{
    uint8_t bytes[SERIAL_BYTES_MOST];
    const size_t count = serial_encode(f, bytes);
    if (write(terminal, bytes, count) != (ssize_t)count)
        _exit(1);
}

typedef enum {
    OTHER_NUMBERS, /* before the reply others: numbers before and after it, another type */
    OTHER_VERSION,
    NO_WORD,       /* replies without payload */
    DAMAGED_ONCE   /* every reply is spoilt at first */
} pretence;

static void answer(int terminal, const serial_frame *asked, pretence what, int *spoilt)
{
    serial_frame reply = {.type = (uint8_t)(asked->type | SERIAL_REPLY),
                          .sequence = asked->sequence,
                          .argument = asked->type == SERIAL_OPEN ? (uint16_t)SERIAL_VERSION : 0,
                          .words = 1};
    if (asked->type == SERIAL_OPEN)
        reply.payload[0] = asked->payload[0];
    else if (asked->argument == TAUFLOW_REG_ID)
        reply.payload[0] = TAUFLOW_ID_VALUE;
    else if (asked->argument == TAUFLOW_REG_VERSION)
        reply.payload[0] = TAUFLOW_VERSION_VALUE;
    serial_frame wrong = reply;
    wrong.payload[0] ^= 0x100;
    if (what == OTHER_NUMBERS) {
        wrong.sequence = (uint8_t)(asked->sequence - 1);
        send_frame(terminal, &wrong);
        wrong.sequence = (uint8_t)(asked->sequence + 1);
        send_frame(terminal, &wrong);
        wrong.sequence = asked->sequence;
        wrong.type = (uint8_t)(SERIAL_WRITE | SERIAL_REPLY);
        send_frame(terminal, &wrong);
        if (asked->type == SERIAL_OPEN) { /* to another host's OPEN */
            wrong.type = reply.type;
            wrong.argument = 78;
            send_frame(terminal, &wrong);
        }
    }
    if (what == OTHER_VERSION)
        reply.argument = 77;
    if (what == NO_WORD && asked->type == SERIAL_READ)
        reply.words = 0;
    if (what == DAMAGED_ONCE && ++*spoilt % 2) {
        const uint8_t bytes[] = {0x7e, 1, 2, 3, 0x7e};
        if (write(terminal, bytes, sizeof bytes) != (ssize_t)sizeof bytes)
            _exit(1);
        return;
    }
    send_frame(terminal, &reply);
}

/* The library opens a core behind it: it has an identity and a version, and no shape. */
static bool pretended(pretence what, const char *words)
{
    char device[128];
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    if (terminal < 0 || grantpt(terminal) != 0 || unlockpt(terminal) != 0)
        return false;
    const int other = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    struct termios line;
    tcgetattr(other, &line);
    line.c_lflag &= ~(tcflag_t)(ECHO | ICANON);
    tcsetattr(other, TCSANOW, &line);
    snprintf(device, sizeof device, "serial:%s", ptsname(terminal));
    fflush(NULL);
    const pid_t process = fork();
    if (process == 0) {
        serial_decoder d = {0};
        serial_frame asked;
        uint8_t byte;
        int spoilt = 0;
        while (read(terminal, &byte, 1) == 1)
            if (serial_decode(&d, byte, &asked) == SERIAL_GOOD)
                answer(terminal, &asked, what, &spoilt);
        _exit(0);
    }
    const bool good = refused(device, 20000, TAUFLOW_BAD_DEVICE, words);
    kill(process, SIGKILL);
    waitpid(process, NULL, 0);
    close(other);
    close(terminal);
    return good;
}

static bool replies_to_other_requests_are_not_taken(void)
{
    return pretended(OTHER_NUMBERS, "shape of the core");
}

static bool replies_that_are_none_are_told(void)
{
    return pretended(OTHER_VERSION, "has version 77") && pretended(NO_WORD, "0 words");
}

static bool a_damaged_reply_is_asked_for_again(void)
{
    return pretended(DAMAGED_ONCE, "shape of the core");
}

/* Steps at length: figures of the board and of this side. Without noise nothing may be repeated
 * because the simulation is slow, so the speed that the library is told is low. */
static bool at_length(const char *what, uint64_t steps)
{
    const bool noise = strcmp(what, "noise") == 0;
    board b;
    tauflow *h = NULL, *twin = NULL;
    bool good = start(&b, noise ? "spike=2000" : "seed=0", noise ? "lose=3000" : NULL,
                      noise ? "garbage=5000" : NULL) &&
                open_core("twin:", 0, &twin) == TAUFLOW_OK;
    if (!noise)
        snprintf(b.device, sizeof b.device, "serial:%s,baud=1200", b.link);
    good = good && open_core(b.device, TIMEOUT_MS, &h) == TAUFLOW_OK;
    kill(b.process, SIGUSR1);
    const double began = now_s();
    good = good && same_torques(h, twin, steps);
    printf("host: %llu steps in %.1f s of this computer, %s\n", (unsigned long long)steps,
           now_s() - began, good ? "every torque bit for bit that of the twin" : "FAILED");
    tauflow_close(h);
    tauflow_close(twin);
    stop(&b);
    return good;
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        bool (*test)(void);
    } TESTS[] = {
        {"torques_are_those_of_the_twin", torques_are_those_of_the_twin},
        {"torques_with_spikes_lost_bytes_and_garbage", torques_with_spikes_lost_bytes_and_garbage},
        {"an_unplugged_board_is_gone", an_unplugged_board_is_gone},
        {"a_board_that_was_reset_says_so", a_board_that_was_reset_says_so},
        {"a_board_that_falls_silent_is_late", a_board_that_falls_silent_is_late},
        {"late_steps_are_recovered_from", late_steps_are_recovered_from},
        {"what_is_no_board_is_told", what_is_no_board_is_told},
        {"a_port_without_a_board_is_late", a_port_without_a_board_is_late},
        {"replies_to_other_requests_are_not_taken", replies_to_other_requests_are_not_taken},
        {"replies_that_are_none_are_told", replies_that_are_none_are_told},
        {"a_damaged_reply_is_asked_for_again", a_damaged_reply_is_asked_for_again},
    };
    const bool overlap = argc == 5;
    const int count = overlap ? 1 : (int)(sizeof TESTS / sizeof TESTS[0]);
    int failed = 0;
    if (argc != 4 && argc != 6 && !overlap) {
        fprintf(stderr, "usage: serial_test BOARD IMAGE JOINTS [overlap | steps|noise N]\n");
        return 2;
    }
    program = argv[1];
    image = argv[2];
    joints = atoi(argv[3]);
    setvbuf(stdout, NULL, _IOLBF, 0);
    if (argc == 6)
        return at_length(argv[4], strtoull(argv[5], NULL, 10)) ? 0 : 1;
    for (int k = 0; k < count; k++) {
        const double began = now_s();
        const bool good = TESTS[k].test();
        failed += !good;
        printf("%sok %d - %s\n# %.1f s\n", good ? "" : "not ", k + 1, TESTS[k].name,
               now_s() - began);
    }
    printf("1..%d\n", count);
    return failed != 0;
}
