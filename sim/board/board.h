/* SPDX-License-Identifier: MIT */
/* What stands behind the files of the simulated board: core, guard, queues, faults. Calls return
 * bytes moved or a negative errno. */
#ifndef TAUFLOW_BOARD_H
#define TAUFLOW_BOARD_H

#include "machine/report.h"

#include <stdbool.h>
#include <sys/types.h>

/* FAULT(id, word, takes a number, what it does) */
#define BOARD_FAULTS(FAULT)                                                          \
    FAULT(NO_FAULT, "none", false, "nothing")                                        \
    FAULT(SLOW, "slow", true, "c2h answers after N ms")                              \
    FAULT(HANG, "hang", false, "c2h never answers")                                  \
    FAULT(SHORT, "short", false, "calls move 3 bytes at most, reads of c2h 64")      \
    FAULT(INTERRUPTS, "eintr", false, "every second call ends in EINTR")             \
    FAULT(END, "eof", false, "c2h reads end early")                                  \
    FAULT(READ_FAILS, "eio", false, "c2h reads fail")                                \
    FAULT(WRITE_FAILS, "eio-in", false, "h2c writes fail")                           \
    FAULT(WRITE_HANGS, "hang-in", false, "h2c never takes a byte")                   \
    FAULT(GONE, "gone", false, "the device has vanished")                            \
    FAULT(FLIP, "flip", false, "a bit of the results is flipped")                    \
    FAULT(FLIP_IN, "flip-in", false, "a bit of the inputs is flipped")               \
    FAULT(FLIP_LOAD, "flip-load", true, "a bit of the Nth word loaded is flipped")   \
    FAULT(FLIP_CONSTANT, "flip-constant", false, "a bit of every constant loaded is flipped") \
    FAULT(LOSE_LOAD, "lose-load", true, "the Nth word loaded is lost")               \
    FAULT(STUCK, "stuck", false, "the core takes packets and delivers none")         \
    FAULT(LOSE, "lose", false, "one word of a result is lost")                       \
    FAULT(STALE, "stale", false, "the result of the sample before comes again")      \
    FAULT(REGISTER_HANGS, "hang-user", false, "registers do not answer")             \
    FAULT(REGISTER_FAILS, "eio-user", false, "registers fail")                       \
    FAULT(ONES, "ones", false, "registers read all ones, as a dead PCIe link does")  \
    FAULT(OTHER_VERSION, "version", false, "the core is of another version")         \
    FAULT(FIRST_MINOR, "older", false, "core and board are the first of their version") \
    FAULT(RESET, "reset", false, "the core was reset: its program is nobody's")      \
    FAULT(NO_EVENT, "no-event", false, "interrupts do not come")                     \
    FAULT(KEPT, "kept", false, "one result comes late, after the core was started again")

typedef struct board board;

/* One core of a board. `number`: which one. interrupted: tells, in the thread of a call, that
 * nobody waits for it any more. */
tauflow_status board_make(const char *core, uint32_t number, bool (*interrupted)(void), board **out,
                          report *r);
void board_free(board *b);

/* How its driver is: transfers end in ETIMEDOUT after timeout_ms, and what had come is lost;
 * descriptors of results come late at random, up to late_us. */
void board_drive(board *b, uint32_t timeout_ms, uint32_t late_us);

/* Files that know poll: a call that would wait ends in EAGAIN instead when asked so. */
bool board_can_read(board *b);
bool board_can_write(board *b);
/* Called, with its argument, whenever that may have changed. */
void board_on_change(board *b, void (*call)(void *), void *user);

int board_register_read(board *b, char *bytes, size_t size, off_t offset);
int board_register_write(board *b, const char *bytes, size_t size, off_t offset);
int board_packets_write(board *b, const char *bytes, size_t size, bool wait);
int board_packets_read(board *b, char *bytes, size_t size, bool wait);
/* As the driver's file of interrupts: waits for one; 4 bytes. */
int board_events_read(board *b, char *bytes, size_t size);

bool board_is_gone(board *b);
int board_set_fault(board *b, const char *word, size_t size);

#endif
