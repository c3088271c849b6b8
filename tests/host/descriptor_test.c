/* SPDX-License-Identifier: MIT */
/* The descriptor tells when receive has something to do, and only then: applications that poll it
 * get every sample, and one that has nothing under way is left alone. Prints TAP; cases with boards
 * are skipped with the reason where nothing can be mounted. */
#include "board_fixture.h"
#include "steps_fixture.h"

#include <poll.h>

enum { HEALTHY_MS = 20000, SAMPLES = STATES, PIECE = 7, QUIET_MS = 50 };

static bool is_ready(int file, int ms)
{
    struct pollfd ask = {.fd = file, .events = POLLIN};
    return poll(&ask, 1, ms) == 1;
}

/* All samples by poll alone; *polls: how often it was woken. */
static bool all_samples_come(tauflow *h, int file, uint32_t *polls)
{
    size_t put = 0, got = 0, some;
    double tau[SAMPLES * JOINTS];
    *polls = 0;
    while (got < SAMPLES) {
        const size_t at = put * JOINTS, left = SAMPLES - put;
        const tauflow_state s = {.q = state_of[0] + at, .qd = state_of[1] + at,
                                 .qdd = state_of[2] + at};
        tauflow_status done = tauflow_submit(h, left < PIECE ? left : PIECE, &s, TAUFLOW_POLL,
                                             &some);
        put += some;
        if ((done != TAUFLOW_OK && done != TAUFLOW_AGAIN) || !is_ready(file, HEALTHY_MS))
            return false;
        done = tauflow_receive(h, SAMPLES, tau + got * JOINTS, TAUFLOW_POLL, &some);
        got += some;
        if (done != TAUFLOW_OK && done != TAUFLOW_AGAIN)
            return false;
        ++*polls;
    }
    return memcmp(tau, right_of, sizeof tau) == 0;
}

/* Ready for everything that was submitted, and for nothing else. */
static bool tells(const char *device, const char *image, uint32_t cores)
{
    tauflow *h = NULL;
    int file = -1, again = -2;
    uint32_t polls = 0;
    const tauflow_options o = {.timeout_ms = HEALTHY_MS, .cores = cores};
    bool good = tauflow_open(device, &o, &h) == TAUFLOW_OK &&
                tauflow_load(h, image) == TAUFLOW_OK &&
                tauflow_descriptor(h, &file) == TAUFLOW_OK && file >= 0 &&
                !is_ready(file, QUIET_MS) && tauflow_descriptor(h, &again) == TAUFLOW_OK &&
                again == file;
    for (int round = 0; round < 3 && good; round++)
        good = all_samples_come(h, file, &polls) && !is_ready(file, QUIET_MS) &&
               steps_right(h, 3) && !is_ready(file, QUIET_MS);
    printf("# %s, %u cores: woken %u times for %d samples\n", device, cores, polls, SAMPLES);
    tauflow_close(h);
    return good;
}

/* A device that does not answer leaves the poller alone, but for the moment at which its packet is
 * sent, until it is late; then the call tells. */
static bool tells_that_it_is_late(const board *b)
{
    enum { DEADLINE_MS = 300 };
    const tauflow_state s = {.q = state_of[0], .qd = state_of[1], .qdd = state_of[2]};
    tauflow *h = NULL;
    double tau[JOINTS];
    size_t some;
    int file = -1;
    bool good = open_loaded(b->device, HEALTHY_MS, PENDULUM, &h) &&
                tauflow_descriptor(h, &file) == TAUFLOW_OK && inject(b, "hang");
    tauflow_set_deadline(h, DEADLINE_MS * 1000000);
    good = good && tauflow_submit(h, 1, &s, TAUFLOW_POLL, &some) == TAUFLOW_OK;
    tauflow_status done = TAUFLOW_AGAIN;
    uint32_t polls = 0;
    for (; good && done == TAUFLOW_AGAIN; polls++) {
        good = is_ready(file, HEALTHY_MS);
        done = tauflow_receive(h, 1, tau, TAUFLOW_POLL, &some);
    }
    printf("# %s after %u polls\n", tauflow_status_word(done), polls);
    good = good && polls < 6;
    good = good && done == TAUFLOW_TIMEOUT && is_ready(file, 0) && inject(b, "none") &&
           tauflow_recover(h) == TAUFLOW_OK && !is_ready(file, QUIET_MS) && steps_right(h, 2);
    inject(b, "none");
    tauflow_close(h);
    return good;
}

/* Also where no sample is under way any more. */
static bool tells_a_failure(void)
{
    tauflow *h = NULL;
    double tau[JOINTS];
    int file = -1;
    bool good = open_loaded("twin:", HEALTHY_MS, PENDULUM, &h) &&
                tauflow_descriptor(h, &file) == TAUFLOW_OK && !is_ready(file, QUIET_MS) &&
                tauflow_set_deadline(h, 1) == TAUFLOW_OK && step(h, 1, tau) == TAUFLOW_TIMEOUT &&
                is_ready(file, HEALTHY_MS) && tauflow_recover(h) == TAUFLOW_OK &&
                !is_ready(file, QUIET_MS);
    tauflow_close(h);
    return good;
}

static bool on_a_board(const char *option)
{
    board b;
    if (!start_with(&b, "twin:", (const char *[]){"--cores", "2", option, NULL}))
        return false;
    const bool good = tells(b.device, PENDULUM, 1) && tells(b.device, OVERLAPPING, 2);
    ok(tells_that_it_is_late(&b), "the_descriptor_tells_what_is_late", option ? "poll" : "workers");
    stop(&b, SIGTERM);
    return good;
}

int main(void)
{
    tauflow *h = NULL;
    int file;
    if (!make_states()) {
        printf("Bail out! no states\n");
        return 1;
    }
    ok(tells("twin:", PENDULUM, 1) && tells("twin:,stalls=60", OVERLAPPING, 3),
       "the_descriptor_tells_what_came", "twin:");
    ok(tells("sim:", PENDULUM, 1), "the_descriptor_tells_what_came", "sim:");
    ok(tells_a_failure(), "the_descriptor_tells_a_failure", "");
    const bool refused = tauflow_open("twin:", NULL, &h) == TAUFLOW_OK &&
                         tauflow_descriptor(h, NULL) == TAUFLOW_BAD_CALL &&
                         tauflow_descriptor(NULL, &file) == TAUFLOW_BAD_CALL;
    tauflow_close(h);
    ok(refused, "a_missing_place_is_told", "");
    if (no_board()) {
        printf("ok %d - boards # SKIP %s\n", ++tests, no_board());
    } else {
        ok(on_a_board(NULL), "the_descriptor_tells_what_came", "workers");
        ok(on_a_board("--poll"), "the_descriptor_tells_what_came", "poll");
    }
    printf("1..%d\n", tests);
    return failures != 0;
}
