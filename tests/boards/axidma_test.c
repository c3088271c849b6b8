/* SPDX-License-Identifier: MIT */
/* The host library's axidma transport against the Verilated wrapper and a model of AMD's AXI DMA
 * (sim/axidma_board.cpp): torques are those of the twin, bit for bit, for mixes of stalls and
 * delays, with and without an interrupt; and what goes wrong is told.
 * axidma_test IMAGE STEPS SHAPE   prints TAP */
#include "alike.h"
#include "axidma_calls.h"

#include <stdlib.h>

enum { SEEDS = 6, PIECES_SEEDS = 2, TIMEOUT_MS = 500, ROUNDS = 8 };

static int tests, failures;

static void ok(bool good, const char *name)
{
    printf("%s %d - %s\n", good ? "ok" : "not ok", ++tests, name);
    failures += !good;
}

static bool torques_are_alike(char **argv)
{
    int cases = 0;
    for (unsigned seed = 1; seed <= SEEDS; seed++) {
        axidma_board *b = axidma_calls(seed, seed % 2);
        const bool good = lives_alike(AXIDMA_ADDRESS, argv[1], argv[3], atoi(argv[2]), seed) &&
                          (seed > PIECES_SEEDS ||
                           pieces_alike(AXIDMA_ADDRESS, argv[1], argv[3], seed)) &&
                          !*axidma_broken(b);
        if (!good) {
            printf("# seed %u: %s\n", seed, axidma_broken(b));
            return false;
        }
        cases++;
    }
    printf("# %d mixes of stalls and delays\n", cases);
    return cases > 0;
}

/* At opening (loaded false), or in a step of a loaded program. */
static bool ends_in(const char *image, axidma_fault fault, bool loaded, tauflow_status wanted,
                    const char *message)
{
    axidma_board *b = axidma_calls(7, true);
    const double zero[JOINTS] = {0};
    double tau[JOINTS];
    char why[TAUFLOW_MESSAGE_BYTES] = "";
    tauflow *h = NULL;
    if (!loaded)
        axidma_set_fault(b, fault);
    tauflow_status done = tauflow_open(AXIDMA_ADDRESS,
                                       &(tauflow_options){.timeout_ms = TIMEOUT_MS}, &h);
    if (done == TAUFLOW_OK)
        done = tauflow_load(h, image);
    if (done == TAUFLOW_OK && loaded)
        axidma_set_fault(b, fault);
    if (done == TAUFLOW_OK)
        done = tauflow_step(h, zero, zero, zero, tau);
    tauflow_message(h, why, sizeof why);
    printf("# %s: %s\n", tauflow_status_word(done), why);
    bool good = done == wanted && strstr(why, message);
    tauflow_close(h);
    /* Healthy again, it opens again. */
    axidma_set_fault(b, AXIDMA_HEALTHY);
    h = NULL;
    good = good && tauflow_open(AXIDMA_ADDRESS, NULL, &h) == TAUFLOW_OK &&
           tauflow_load(h, image) == TAUFLOW_OK &&
           tauflow_step(h, zero, zero, zero, tau) == TAUFLOW_OK && !*axidma_broken(b);
    tauflow_close(h);
    return good;
}

/* A late step, of a silent DMA and of one that is only slower than the deadline: the handle goes on
 * with its own torques. */
static bool late_steps_are_recovered_from(const char *image, const char *shape)
{
    axidma_board *b = axidma_calls(9, true);
    char address[128];
    double s[3][JOINTS], tau[2][JOINTS];
    tauflow *h = NULL, *twin = NULL;
    uint32_t seed = 3;
    snprintf(address, sizeof address, "twin:%s", shape);
    bool good = tauflow_open(address, NULL, &twin) == TAUFLOW_OK &&
                tauflow_load(twin, image) == TAUFLOW_OK &&
                tauflow_open(AXIDMA_ADDRESS, NULL, &h) == TAUFLOW_OK &&
                tauflow_load(h, image) == TAUFLOW_OK;
    for (int round = 0; round < ROUNDS && good; round++) {
        axidma_set_fault(b, round % 2 ? AXIDMA_SILENT : AXIDMA_HEALTHY);
        for (int k = 0; k < 3; k++)
            fill(s[k], JOINTS, &seed);
        tauflow_set_deadline(h, 1000);
        good = tauflow_step(h, s[1], s[2], s[0], tau[0]) == TAUFLOW_TIMEOUT;
        tauflow_set_deadline(h, 0);
        axidma_set_fault(b, AXIDMA_HEALTHY);
        good = good && tauflow_recover(h) == TAUFLOW_OK &&
               tauflow_step(h, s[0], s[1], s[2], tau[0]) == TAUFLOW_OK &&
               tauflow_step(twin, s[0], s[1], s[2], tau[1]) == TAUFLOW_OK &&
               memcmp(tau[0], tau[1], sizeof tau[0]) == 0 && !*axidma_broken(b);
    }
    if (!good)
        printf("# %s\n", axidma_broken(b));
    tauflow_close(h);
    tauflow_close(twin);
    return good;
}

static bool is_refused(const char *address, tauflow_status wanted, const char *message)
{
    char why[TAUFLOW_MESSAGE_BYTES] = "";
    tauflow *h = NULL;
    axidma_calls(8, true);
    const tauflow_status done = tauflow_open(address, NULL, &h);
    tauflow_message(h, why, sizeof why);
    tauflow_close(h);
    printf("# %s: %s\n", tauflow_status_word(done), why);
    return done == wanted && strstr(why, message);
}

int main(int argc, char **argv)
{
    if (argc != 4) {
        printf("Bail out! usage: axidma_test IMAGE STEPS SHAPE\n");
        return 2;
    }
    ok(torques_are_alike(argv), "torques_through_axi_dma_are_those_of_the_twin");
    ok(ends_in(argv[1], AXIDMA_NO_MEMORY, true, TAUFLOW_IO, "the memory refused it"),
       "memory_that_refuses_is_told");
    ok(ends_in(argv[1], AXIDMA_SILENT, true, TAUFLOW_TIMEOUT, "results do not come"),
       "results_that_do_not_come_are_a_timeout");
    ok(late_steps_are_recovered_from(argv[1], argv[3]), "late_steps_are_recovered_from");
    ok(ends_in(argv[1], AXIDMA_NARROW, false, TAUFLOW_BAD_DEVICE, "too few bits"),
       "a_dma_whose_lengths_are_short_is_told");
    ok(ends_in(argv[1], AXIDMA_GATHERS, false, TAUFLOW_BAD_DEVICE, "direct register mode"),
       "a_dma_of_another_mode_is_refused");
    ok(is_refused("axidma:nowhere", TAUFLOW_NOT_FOUND, "cannot open nowhere_dma"),
       "a_device_that_is_not_there_is_named");
    ok(is_refused("axidma:board", TAUFLOW_NOT_FOUND, "no phys= and size="),
       "memory_whose_place_is_not_known_is_refused");
    ok(is_refused("axidma:board,phys=x", TAUFLOW_BAD_CALL, "axidma:PATH[,phys="),
       "a_bad_address_is_refused");
    ok(is_refused("axidma:board,phys=0x1000,size=4096", TAUFLOW_BAD_DEVICE, "8192 or more"),
       "memory_that_is_too_small_is_refused");
    printf("1..%d\n", tests);
    return failures != 0;
}
