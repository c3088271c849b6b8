/* SPDX-License-Identifier: MIT */
/* A call that waits for a device leaves the processor to others: it looks once per millisecond,
 * which takes a fiftieth of the time that it waits, and a tenth is allowed. One without a rest
 * takes all that a loaded computer lets it have. Prints TAP; skipped with the reason where nothing
 * can be mounted. */
#include "board_fixture.h"
#include "tauflow.h"

#include <pthread.h>

enum { JOINTS = 6, HEALTHY_MS = 20000, TIMEOUT_MS = 400 };
#define PUMA TESTS_FOLDER "/puma560.tau"

static const double ZERO[JOINTS] = {0};
static const tauflow_state STATE = {.q = ZERO, .qd = ZERO, .qdd = ZERO};

static tauflow_status step(tauflow *h)
{
    double tau[JOINTS];
    return tauflow_step(h, ZERO, ZERO, ZERO, tau);
}

static tauflow_status receive(tauflow *h)
{
    double tau[JOINTS];
    size_t some;
    tauflow_status done = tauflow_submit(h, 1, &STATE, TAUFLOW_POLL, &some);
    return done == TAUFLOW_OK ? tauflow_receive(h, 1, tau, TAUFLOW_WAIT, &some) : done;
}

/* The ring is full with one. */
static tauflow_status submit(tauflow *h)
{
    size_t some;
    tauflow_status done = tauflow_submit(h, 1, &STATE, TAUFLOW_POLL, &some);
    return done == TAUFLOW_OK ? tauflow_submit(h, 1, &STATE, TAUFLOW_WAIT, &some) : done;
}

/* What was cancelled must leave the core first. */
static tauflow_status load(tauflow *h)
{
    size_t some;
    tauflow_status done = tauflow_submit(h, 1, &STATE, TAUFLOW_POLL, &some);
    done = done == TAUFLOW_OK ? tauflow_cancel(h, &some) : done;
    return done == TAUFLOW_OK ? tauflow_load(h, PUMA) : done;
}

static double processor_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

/* On a device that takes samples and delivers none. */
static bool waits_quietly(tauflow_status (*call)(tauflow *), bool poll)
{
    board b;
    tauflow *h = NULL;
    const tauflow_options o = {.timeout_ms = HEALTHY_MS, .ring = 1};
    if (!start(&b, "twin:", poll, "1"))
        return false;
    bool good = tauflow_open(b.device, &o, &h) == TAUFLOW_OK &&
                tauflow_load(h, PUMA) == TAUFLOW_OK && inject(&b, "hang");
    if (good) {
        tauflow_set_timeout(h, TIMEOUT_MS);
        const double began = now_ms(), used = processor_ms();
        const tauflow_status done = call(h);
        const double took = now_ms() - began, busy = processor_ms() - used;
        good = (done == TAUFLOW_TIMEOUT || done == TAUFLOW_AGAIN) && took >= TIMEOUT_MS &&
               busy < took / 10;
        printf("# %s after %.0f ms, %.1f ms of them on a processor\n", tauflow_status_word(done),
               took, busy);
    }
    tauflow_close(h);
    stop(&b, SIGTERM);
    return good;
}

/* Another thread closes the handle: the call ends long before its timeout. */
typedef struct {
    tauflow *h;
    tauflow_status done;
} caller;

static void *step_of(void *of)
{
    caller *c = of;
    c->done = step(c->h);
    return NULL;
}

static bool ends_when_closed(bool poll)
{
    board b;
    caller c = {NULL, TAUFLOW_OK};
    pthread_t thread;
    const tauflow_options o = {.timeout_ms = HEALTHY_MS, .ring = 1};
    if (!start(&b, "twin:", poll, "1"))
        return false;
    bool good = tauflow_open(b.device, &o, &c.h) == TAUFLOW_OK &&
                tauflow_load(c.h, PUMA) == TAUFLOW_OK && inject(&b, "hang") &&
                pthread_create(&thread, NULL, step_of, &c) == 0;
    if (good) {
        nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL); /* it hangs by then */
        const double began = now_ms();
        tauflow_close(c.h);
        const double took = now_ms() - began;
        pthread_join(thread, NULL);
        good = c.done == TAUFLOW_ENDED && took < HEALTHY_MS / 4;
        printf("# %s %.0f ms after close\n", tauflow_status_word(c.done), took);
    } else {
        tauflow_close(c.h);
    }
    stop(&b, SIGTERM);
    return good;
}

int main(void)
{
    static const struct {
        const char *name;
        tauflow_status (*call)(tauflow *);
    } calls[] = {{"step", step}, {"receive", receive}, {"submit", submit}, {"load", load}};
    int tests = 0, failures = 0;
    for (size_t k = 0; k < sizeof calls / sizeof *calls && !no_board(); k++)
        for (int poll = 0; poll < 2; poll++) {
            const bool good = waits_quietly(calls[k].call, poll);
            printf("%s %d - %s_waits_without_a_processor%s\n", good ? "ok" : "not ok", ++tests,
                   calls[k].name, poll ? "_by_poll" : "");
            failures += !good;
        }
    for (int poll = 0; poll < 2 && !no_board(); poll++) {
        const bool good = ends_when_closed(poll);
        printf("%s %d - close_ends_a_step_that_hangs%s\n", good ? "ok" : "not ok", ++tests,
               poll ? "_by_poll" : "");
        failures += !good;
    }
    if (no_board())
        printf("ok %d - waiting # SKIP %s\n", ++tests, no_board());
    printf("1..%d\n", tests);
    return failures != 0;
}
