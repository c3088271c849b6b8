/* SPDX-License-Identifier: MIT */
/* The driver with `xdma:PATH,events` against the board made of files: reads of results begin with
 * an interrupt. Prints TAP; skipped with the reason where nothing can be mounted. */
#include "board_fixture.h"
#include "tauflow.h"

#define IMAGE TESTS_FOLDER "/pendulum5.tau"
#define GIVES_UP_MS "1000" /* the driver of these boards ends a transfer */
enum { JOINTS = 5, STREAM = 150, STEPS = 20, SHORT_MS = 300, LONG_MS = 20000 };

static int tests, failures;

static void ok(bool good, const char *name)
{
    printf("%s %d - %s\n", good ? "ok" : "not ok", ++tests, name);
    failures += !good;
}

static tauflow_status open_board(const board *b, const char *rest, uint32_t timeout_ms, tauflow **h)
{
    char device[PATH_BYTES + 32];
    snprintf(device, sizeof device, "%s%s", b->device, rest);
    tauflow_status done = tauflow_open(device, &(tauflow_options){.timeout_ms = timeout_ms}, h);
    return done == TAUFLOW_OK ? tauflow_load(*h, IMAGE) : done;
}

static double states[3][STREAM * JOINTS], right[STREAM * JOINTS];

static bool make_states(void)
{
    tauflow *h = NULL;
    uint32_t seed = 5;
    for (int k = 0; k < 3; k++)
        for (int i = 0; i < STREAM * JOINTS; i++) {
            seed = seed * 1664525u + 1013904223u;
            states[k][i] = 3 * ((double)(seed >> 8) / (1 << 23) - 1);
        }
    const tauflow_state s = {.q = states[0], .qd = states[1], .qdd = states[2]};
    const bool good = tauflow_open("twin:", NULL, &h) == TAUFLOW_OK &&
                      tauflow_load(h, IMAGE) == TAUFLOW_OK &&
                      tauflow_stream(h, STREAM, &s, right) == TAUFLOW_OK;
    tauflow_close(h);
    return good;
}

static tauflow_status step(tauflow *h, int k, bool *same)
{
    double tau[JOINTS] = {0};
    const tauflow_status done = tauflow_step(h, states[0] + k * JOINTS, states[1] + k * JOINTS,
                                             states[2] + k * JOINTS, tau);
    *same = memcmp(tau, right + k * JOINTS, sizeof tau) == 0;
    return done;
}

static bool torques_agree(const board *b)
{
    static double tau[STREAM * JOINTS];
    const tauflow_state s = {.q = states[0], .qd = states[1], .qdd = states[2]};
    tauflow *h = NULL;
    bool good = open_board(b, ",events", LONG_MS, &h) == TAUFLOW_OK, same;
    for (int k = 0; k < STEPS && good; k++)
        good = step(h, k, &same) == TAUFLOW_OK && same;
    good = good && tauflow_stream(h, STREAM, &s, tau) == TAUFLOW_OK &&
           memcmp(tau, right, sizeof tau) == 0;
    tauflow_close(h);
    return good;
}

/* A step under a fault: how it ends, and what it says. */
static bool step_ends(const board *b, const char *rest, const char *fault, uint32_t timeout_ms,
                      tauflow_status wanted, const char *words)
{
    char why[TAUFLOW_MESSAGE_BYTES] = "";
    tauflow *h = NULL;
    bool same = false;
    bool good = open_board(b, rest, LONG_MS, &h) == TAUFLOW_OK && inject(b, fault);
    tauflow_set_timeout(h, timeout_ms);
    const tauflow_status done = step(h, 3, &same);
    tauflow_message(h, why, sizeof why);
    tauflow_close(h);
    inject(b, "none");
    printf("# %s%s: %s %s\n", fault, rest, tauflow_status_word(done), why);
    return good && done == wanted && strstr(why, words) && same == (done == TAUFLOW_OK);
}

static bool is_refused(const board *b, const char *rest, const char *fault, tauflow_status wanted,
                       const char *words)
{
    char why[TAUFLOW_MESSAGE_BYTES] = "";
    tauflow *h = NULL;
    inject(b, fault);
    const tauflow_status done = open_board(b, rest, LONG_MS, &h);
    tauflow_message(h, why, sizeof why);
    tauflow_close(h);
    inject(b, "none");
    printf("# %s: %s\n", tauflow_status_word(done), why);
    return done == wanted && strstr(why, words);
}

int main(void)
{
    board b;
    if (no_board()) {
        printf("1..0 # SKIP %s\n", no_board());
        return 0;
    }
    if (!make_states() ||
        !start_with(&b, "twin:", (const char *[]){"--driver-timeout", GIVES_UP_MS, NULL})) {
        printf("Bail out! no board\n");
        return 1;
    }
    ok(torques_agree(&b), "torques_are_those_of_the_twin");
    ok(step_ends(&b, ",events", "no-event", SHORT_MS, TAUFLOW_TIMEOUT, "does not answer in time"),
       "an_interrupt_that_does_not_come_is_a_timeout");
    ok(step_ends(&b, "", "slow 2500", LONG_MS, TAUFLOW_TIMEOUT, "its driver gave up") &&
           step_ends(&b, ",events", "slow 2500", LONG_MS, TAUFLOW_OK, ""),
       "a_late_result_outlives_the_patience_of_the_driver");
    ok(step_ends(&b, ",events", "gone", LONG_MS, TAUFLOW_IO, "the device is gone"),
       "a_device_that_vanishes_while_it_is_waited_for_is_told");
    ok(is_refused(&b, ",events", "older", TAUFLOW_BAD_DEVICE, "no interrupt for results"),
       "a_board_without_the_interrupt_is_told");
    ok(is_refused(&b, ",event", "none", TAUFLOW_BAD_CALL, "xdma:PATH[,events] expected"),
       "what_is_no_option_is_refused");
    ok(torques_agree(&b), "after_all_that_torques_are_right");
    stop(&b, SIGTERM);
    printf("1..%d\n", tests);
    return failures != 0;
}
