/* SPDX-License-Identifier: MIT */
/* Twenty beats of the loop on a twin. Under sanitizers a deadline of 0.2 ms may pass or be met. The
 * image of another robot ends the loop before any number is read or written. */
#define _GNU_SOURCE
#include "arm.h"

#include <signal.h>
#include <time.h>

enum { BEATS = 20, JOINTS_OF_THE_LOOP = 6 };
static const char *image;
static tauflow *core;
static unsigned beats, late;

static void hold_the_arm(void)
{
    late++;
}

/* In the place of the clock: the end of the program after so many. */
static void beat(void)
{
    if (beats++ < BEATS)
        return;
    NEED(late <= BEATS && tauflow_joints(core) == JOINTS_OF_THE_LOOP);
    tauflow_close(core);
    exit(0);
}

/* All memory of a sanitized program does not fit. */
static void use_what_is_there(tauflow *of, const tauflow_realtime *how)
{
    NEED(how->priority == 80 && how->lock_memory);
    tauflow_set_realtime(of, &(tauflow_realtime){.alarm_signal = how->alarm_signal});
}

#define tauflow_open(address, options, place) tauflow_open("twin:", options, place)
#define tauflow_load(on, path) load_arm(on, image)
#define tauflow_set_realtime(of, ...) use_what_is_there(of, __VA_ARGS__)
#define clock_nanosleep(clock, flags, until, rest) beat()

static tauflow_status listing(void)
{
#include "realtime_1.c"
}

int main(int argc, char **argv)
{
    (void)argc;
    image = argv[1];
    const tauflow_status done = listing();
    NEED(done == TAUFLOW_BAD_CALL && tauflow_joints(core) != JOINTS_OF_THE_LOOP && beats == 1);
    tauflow_close(core);
    return 0;
}
