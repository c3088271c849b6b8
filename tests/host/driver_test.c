/* SPDX-License-Identifier: MIT */
/* What is particular to the XDMA driver, over the board made of files: its own timeout, signals
 * that end its transfers, pages that come late, registers that can be mapped. Prints TAP; skipped
 * with the reason where nothing can be mounted. */
#include "board_fixture.h"
#include "tauflow.h"
#include "tauflow_regs.h"

#include <sys/mman.h>

enum { JOINTS = 5, SAMPLES = 400, HEALTHY_MS = 20000, SIGNALS = 40, WINDOW_BYTES = 4096 };
#define PENDULUM TESTS_FOLDER "/pendulum5.tau"

static int tests, failures;

static void ok(bool good, const char *name)
{
    printf("%s %d - %s\n", good ? "ok" : "not ok", ++tests, name);
    failures += !good;
}

static void fill(double *list, size_t count)
{
    for (size_t k = 0; k < count; k++)
        list[k] = 1e-3 * (double)(k * 7919 % 6007) - 3;
}

static const double *states(void)
{
    static double list[SAMPLES * JOINTS];
    fill(list, SAMPLES * JOINTS);
    return list;
}

static tauflow_status stream(tauflow *h, double *tau)
{
    const double *s = states();
    return tauflow_stream(h, SAMPLES, &(tauflow_state){.q = s, .qd = s, .qdd = s}, tau);
}

/* Torques of all samples by the twin. */
static const double *right(void)
{
    static double tau[SAMPLES * JOINTS];
    tauflow *h = NULL;
    if (tauflow_open("twin:", NULL, &h) != TAUFLOW_OK || tauflow_load(h, PENDULUM) != TAUFLOW_OK ||
        stream(h, tau) != TAUFLOW_OK)
        tau[0] = -1; /* never right */
    tauflow_close(h);
    return tau;
}

static bool open_loaded(const board *b, uint32_t timeout_ms, tauflow **h)
{
    const tauflow_options o = {.timeout_ms = timeout_ms};
    return tauflow_open(b->device, &o, h) == TAUFLOW_OK && tauflow_load(*h, PENDULUM) == TAUFLOW_OK;
}

/* The library would wait longer. */
static bool driver_gives_up(void)
{
    board b;
    tauflow *h = NULL;
    char why[TAUFLOW_MESSAGE_BYTES] = "";
    double tau[SAMPLES * JOINTS];
    if (!start_with(&b, "twin:", (const char *[]){"--driver-timeout", "300", NULL}))
        return false;
    bool good = open_loaded(&b, HEALTHY_MS, &h) && inject(&b, "stuck");
    const double began = now_ms();
    good = good && stream(h, tau) == TAUFLOW_TIMEOUT &&
           strstr(tauflow_message(h, why, sizeof why), "its driver gave up");
    printf("# after %.0f ms: %s\n", now_ms() - began, why);
    good = good && now_ms() - began < 5000;
    tauflow_close(h);
    h = NULL;
    good = good && inject(&b, "none") && open_loaded(&b, HEALTHY_MS, &h) &&
           stream(h, tau) == TAUFLOW_OK && memcmp(tau, right(), sizeof tau) == 0;
    tauflow_close(h);
    stop(&b, SIGTERM);
    return good;
}

static void no_matter(int number)
{
    (void)number;
}

/* The application takes its signals elsewhere, so the kernel would give them to any thread that
 * lets it. */
static bool signals_end_no_transfer(void)
{
    board b;
    tauflow *h = NULL;
    double tau[SAMPLES * JOINTS];
    sigset_t one;
    if (!start_with(&b, "twin:", (const char *[]){"--late", "3000", NULL}))
        return false;
    sigaction(SIGUSR1, &(struct sigaction){.sa_handler = no_matter}, NULL);
    sigemptyset(&one);
    sigaddset(&one, SIGUSR1);
    bool good = open_loaded(&b, HEALTHY_MS, &h) && sigprocmask(SIG_BLOCK, &one, NULL) == 0;
    const pid_t process = fork();
    if (process == 0) {
        for (int k = 0; k < SIGNALS; k++) {
            kill(getppid(), SIGUSR1);
            rest(2);
        }
        _exit(0);
    }
    for (int k = 0; good && k < 4; k++)
        good = stream(h, tau) == TAUFLOW_OK && memcmp(tau, right(), sizeof tau) == 0;
    waitpid(process, NULL, 0);
    tauflow_close(h);
    stop(&b, SIGTERM);
    signal(SIGUSR1, SIG_IGN); /* what waits is dropped */
    sigprocmask(SIG_UNBLOCK, &one, NULL);
    return good;
}

/* A poller that comes back late: what it has sent and asked for waits for no call of it. */
static bool pauses_are_no_timeouts(void)
{
    board b;
    tauflow *h = NULL;
    const double *s = states();
    double tau[SAMPLES * JOINTS];
    size_t put = 0, got = 0;
    char why[TAUFLOW_MESSAGE_BYTES];
    if (!start_with(&b, "twin:",
                    (const char *[]){"--late", "3000", "--driver-timeout", "250", NULL}))
        return false;
    bool good = open_loaded(&b, HEALTHY_MS, &h);
    for (int piece = 0; good && got < SAMPLES; piece++) {
        static const size_t SIZES[] = {1, 3, 200, 5};
        const size_t left = SAMPLES - put, size = SIZES[piece % 4];
        size_t taken = 0, came = 0;
        const double *at = s + put * JOINTS;
        tauflow_status done = left ? tauflow_submit(h, size < left ? size : left,
                                                    &(tauflow_state){.q = at, .qd = at, .qdd = at},
                                                    TAUFLOW_POLL, &taken)
                                   : TAUFLOW_OK;
        put += taken;
        if (piece < 6)
            rest(piece == 2 || piece == 3 ? 300 : 1); /* longer than the driver waits */
        if (done == TAUFLOW_OK || done == TAUFLOW_AGAIN)
            done = tauflow_receive(h, put - got, tau + got * JOINTS,
                                   piece < 6 ? TAUFLOW_POLL : TAUFLOW_WAIT, &came);
        got += came;
        good = done == TAUFLOW_OK || done == TAUFLOW_AGAIN;
        if (!good)
            printf("# after %zu of %zu: %s\n", got, put, tauflow_message(h, why, sizeof why));
    }
    good = good && got == SAMPLES && memcmp(tau, right(), sizeof tau) == 0;
    tauflow_close(h);
    stop(&b, SIGTERM);
    return good;
}

/* As reg_rw does it: opened for synchronous writes, mapped for one word. */
static bool registers_can_be_mapped(void)
{
    board b;
    tauflow *h = NULL;
    char path[PATH_BYTES + 16];
    const uint32_t mark = 0x600dcafe;
    bool good = start_with(&b, "twin:", (const char *[]){"--cores", "2", NULL});
    snprintf(path, sizeof path, "%s/xdma0_user", b.folder);
    for (int core = 0; good && core < 2; core++) {
        const off_t window = core * WINDOW_BYTES;
        for (int look = 0; good && look < 2; look++) {
            const int file = open(path, O_RDWR | O_SYNC);
            uint32_t *words = mmap(NULL, WINDOW_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file,
                                   window);
            good = words != MAP_FAILED && words[TAUFLOW_REG_ID / 4] == TAUFLOW_ID_VALUE &&
                   words[TAUFLOW_REG_PROGRAM / 4] == (look ? mark : 0);
            if (good)
                words[TAUFLOW_REG_PROGRAM / 4] = mark;
            if (words != MAP_FAILED)
                munmap(words, WINDOW_BYTES);
            close(file);
        }
    }
    /* The library, which means every access, is not given a copy of the registers. */
    const int plain = open(path, O_RDWR);
    good = good && mmap(NULL, WINDOW_BYTES, PROT_READ, MAP_SHARED, plain, 0) == MAP_FAILED;
    close(plain);
    good = good && open_loaded(&b, HEALTHY_MS, &h);
    tauflow_close(h);
    stop(&b, SIGTERM);
    return good;
}

int main(void)
{
    if (no_board()) {
        printf("ok 1 - driver # SKIP %s\n1..1\n", no_board());
        return 0;
    }
    ok(driver_gives_up(), "a_transfer_that_the_driver_ends_is_a_timeout_and_the_device_reopens");
    ok(signals_end_no_transfer(), "signals_of_the_application_end_no_transfer");
    ok(pauses_are_no_timeouts(), "no_transfer_waits_for_a_later_call");
    ok(registers_can_be_mapped(), "registers_can_be_mapped_as_reg_rw_does");
    printf("1..%d\n", tests);
    return failures != 0;
}
