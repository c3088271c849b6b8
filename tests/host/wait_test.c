/* A call that waits for a device leaves the processor to others: it looks once per millisecond,
 * which takes a fiftieth of the time that it waits, and a tenth is allowed. One without a rest
 * takes all that a loaded computer lets it have. Prints TAP; skipped with the reason where nothing
 * can be mounted. */
#include "board_fixture.h"
#include "tauflow.h"

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
    if (no_board())
        printf("ok %d - waiting # SKIP %s\n", ++tests, no_board());
    printf("1..%d\n", tests);
    return failures != 0;
}
