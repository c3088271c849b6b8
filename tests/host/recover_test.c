/* SPDX-License-Identifier: MIT */
/* After a late step the handle goes on without being opened again, and no answer of before is ever
 * taken for one of later: states differ from step to step, so a stale torque would show. Prints
 * TAP; cases with boards are skipped with the reason where nothing can be mounted. */
#include "board_fixture.h"
#include "steps_fixture.h"

enum { HEALTHY_MS = 20000, ROUNDS = 300, DEADLINE_NS = 10000000 };

static uint32_t next_random(uint32_t *seed)
{
    *seed = *seed * 1664525u + 1013904223u;
    return *seed >> 8;
}

/* Late at any cycle of the core: deadlines of 1 ns to 0.5 ms, as many of each length, so that some
 * are too short for any computer; the next state must get its own torques. */
static bool goes_on_in_the_process(const char *device, const char *image)
{
    tauflow *h = NULL;
    double tau[JOINTS], took_us = 0;
    uint32_t late = 0, seed = 9;
    bool good = open_loaded(device, HEALTHY_MS, image, &h);
    for (uint32_t k = 0; good && k < ROUNDS; k++) {
        tauflow_set_deadline(h, UINT64_C(1) << next_random(&seed) % 20);
        const tauflow_status done = step(h, k, tau);
        good = done == TAUFLOW_TIMEOUT || (done == TAUFLOW_OK && is_right(k, tau));
        if (done == TAUFLOW_TIMEOUT) {
            good = good && step(h, k, tau) == TAUFLOW_FAILED;
            const double began = now_ms();
            good = good && tauflow_recover(h) == TAUFLOW_OK;
            took_us += 1e3 * (now_ms() - began);
            late++;
        }
        tauflow_set_deadline(h, 0);
        good = good && steps_right(h, k + 1);
    }
    tauflow_close(h);
    printf("# %s: %u of %d steps late, %.1f us to recover\n", device, late, ROUNDS,
           late ? took_us / late : 0);
    return good && late > ROUNDS / 10;
}

/* What was submitted is dropped, and nothing of it is ever received. */
static bool submitted_samples_are_dropped(void)
{
    tauflow *h = NULL;
    const tauflow_state s = {.q = state_of[0], .qd = state_of[1], .qdd = state_of[2]};
    double tau[JOINTS];
    size_t taken, came;
    bool good = open_loaded("twin:", HEALTHY_MS, OVERLAPPING, &h) &&
                tauflow_submit(h, 9, &s, TAUFLOW_POLL, &taken) == TAUFLOW_OK && taken == 9 &&
                tauflow_recover(h) == TAUFLOW_OK &&
                tauflow_receive(h, 1, tau, TAUFLOW_POLL, &came) == TAUFLOW_AGAIN;
    for (uint32_t k = 20; k < 25; k++)
        good = good && steps_right(h, k);
    tauflow_close(h);
    return good;
}

static bool what_cannot_go_on_is_told(void)
{
    tauflow *h = NULL;
    bool good = tauflow_open("twin:", NULL, &h) == TAUFLOW_OK &&
                tauflow_recover(h) == TAUFLOW_BAD_CALL;
    tauflow_close(h);
    good = good && tauflow_open("nothing:", NULL, &h) == TAUFLOW_NOT_FOUND &&
           tauflow_recover(h) == TAUFLOW_FAILED && tauflow_recover(NULL) == TAUFLOW_BAD_CALL;
    tauflow_close(h);
    return good;
}

/* ---- boards -------------------------------------------------------------------------------- */

typedef struct {
    const char *name, *options[3], *rest;
    bool alarm;
} way;
static const way WAYS[] = {{"workers", {NULL}, "", false},
                           {"workers with interrupts", {NULL}, ",events", false},
                           {"the calling thread", {NULL}, "", true},
                           {"the calling thread with interrupts", {NULL}, ",events", true},
                           {"poll", {"--poll", NULL}, "", false}};

static bool open_way(const board *b, const way *w, tauflow **h)
{
    char device[PATH_BYTES + 32];
    const tauflow_realtime how = {.alarm_signal = SIGRTMIN + 1};
    snprintf(device, sizeof device, "%s%s", b->device, w->rest);
    return open_loaded(device, HEALTHY_MS, PENDULUM, h) &&
           (!w->alarm || tauflow_set_realtime(*h, &how) == TAUFLOW_OK);
}

/* One late step under a fault, which ends then or stays while the handle recovers. */
static bool goes_on_after(const board *b, tauflow *h, const char *fault, uint32_t k, bool ends)
{
    double tau[JOINTS];
    bool good = inject(b, fault);
    tauflow_set_deadline(h, DEADLINE_NS);
    const tauflow_status done = step(h, k, tau);
    good = good && done == TAUFLOW_TIMEOUT && (!ends || inject(b, "none"));
    tauflow_set_deadline(h, 0);
    const double began = now_ms();
    const tauflow_status again = tauflow_recover(h);
    char why[TAUFLOW_MESSAGE_BYTES] = "";
    printf("# %s: %s, then %s after %.1f ms %s\n", fault, tauflow_status_word(done),
           tauflow_status_word(again), now_ms() - began,
           again == TAUFLOW_OK ? "" : tauflow_message(h, why, sizeof why));
    inject(b, "none");
    for (uint32_t i = 1; i < 4; i++)
        good = good && steps_right(h, k + i);
    return good && again == TAUFLOW_OK;
}

/* `kept`: the DMA keeps results of before and gives them first. */
static bool goes_on_on_a_board(const way *w)
{
    static const char *const FAULTS[] = {"hang",    "slow 40",   "stuck",
                                         "hang-in", "hang-user", "kept"};
    board b;
    tauflow *h = NULL;
    bool good = start_with(&b, "twin:", w->options) && open_way(&b, w, &h);
    for (uint32_t k = 0; good && k < sizeof FAULTS / sizeof *FAULTS; k++)
        good = goes_on_after(&b, h, FAULTS[k], 5 * k, strcmp(FAULTS[k], "kept") != 0);
    tauflow_close(h);
    stop(&b, SIGTERM);
    return good;
}

/* Somebody else's program must not be taken for ours. */
static bool another_program_is_told(void)
{
    board b;
    tauflow *h = NULL;
    char why[TAUFLOW_MESSAGE_BYTES] = "";
    double tau[JOINTS];
    bool good = start_with(&b, "twin:", (const char *[]){NULL}) &&
                open_loaded(b.device, HEALTHY_MS, PENDULUM, &h) && inject(&b, "reset");
    good = good && tauflow_recover(h) == TAUFLOW_CORRUPT &&
           strstr(tauflow_message(h, why, sizeof why), "another program") &&
           step(h, 1, tau) == TAUFLOW_FAILED && inject(&b, "none") &&
           tauflow_recover(h) == TAUFLOW_OK && steps_right(h, 2);
    tauflow_close(h);
    stop(&b, SIGTERM);
    return good;
}

int main(void)
{
    if (!make_states()) {
        printf("Bail out! no states\n");
        return 1;
    }
    ok(goes_on_in_the_process("twin:", PENDULUM), "no_stale_torque_after_a_late_step",
       "twin:");
    ok(goes_on_in_the_process("twin:,stalls=90", OVERLAPPING),
       "no_stale_torque_after_a_late_step", "overlapping samples");
    ok(goes_on_in_the_process("sim:", PENDULUM), "no_stale_torque_after_a_late_step",
       "sim:");
    ok(submitted_samples_are_dropped(), "submitted_samples_are_dropped", "");
    ok(what_cannot_go_on_is_told(), "what_cannot_go_on_is_told", "");
    for (size_t k = 0; k < sizeof WAYS / sizeof *WAYS && !no_board(); k++)
        ok(goes_on_on_a_board(&WAYS[k]), "no_stale_torque_after_a_late_step", WAYS[k].name);
    if (no_board())
        printf("ok %d - boards # SKIP %s\n", ++tests, no_board());
    else
        ok(another_program_is_told(), "another_program_is_told", "");
    printf("1..%d\n", tests);
    return failures != 0;
}
