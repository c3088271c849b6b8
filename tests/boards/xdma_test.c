/* SPDX-License-Identifier: MIT */
/* The host library's own xdma transport against the Verilated wrapper of a board: the calls that it
 * makes on the driver's files are led to sim/xdma_board.cpp (linker: --wrap), so no byte of its
 * format is written a second time here. Torques must be those of the twin, bit for bit; the image's
 * check samples, which the evaluator computed, are compared by the library while loading. With
 * every second seed reads begin with an interrupt (xdma:PATH,events).
 * xdma_test IMAGE STEPS SHAPE [overlap]   prints TAP; overlap: samples of the image do */
#include "alike.h"
#include "board/board.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { FILES_MOST = 1024, SEEDS = 9, PIECES_SEEDS = 3 };
typedef enum { NO_FILE, FILE_USER, FILE_H2C, FILE_C2H, FILE_EVENTS, KINDS } file_kind;

/* What the wrapped calls know: they have no argument to carry it. */
static struct {
    board *b;
    file_kind kind[FILES_MOST];
    /* reads and writes made, bytes of the longest, by kind of file; the library's threads take
     * turns, and one may still count when the next has begun */
    atomic_long transfers[KINDS], longest[KINDS];
} the;

int __real_open(const char *path, int flags, ...);
int __real_close(int file);
ssize_t __real_read(int file, void *bytes, size_t size);
ssize_t __real_write(int file, const void *bytes, size_t size);
ssize_t __real_pread(int file, void *bytes, size_t size, off_t offset);
ssize_t __real_pwrite(int file, const void *bytes, size_t size, off_t offset);
int __wrap_open(const char *path, int flags, ...);
int __wrap___open_2(const char *path, int flags);
int __wrap_close(int file);
ssize_t __wrap_read(int file, void *bytes, size_t size);
ssize_t __wrap_write(int file, const void *bytes, size_t size);
ssize_t __wrap_pread(int file, void *bytes, size_t size, off_t offset);
ssize_t __wrap_pwrite(int file, const void *bytes, size_t size, off_t offset);

static file_kind kind_of(int file)
{
    return file >= 0 && file < FILES_MOST ? the.kind[file] : NO_FILE;
}

static ssize_t answer(file_kind k, int moved)
{
    if (moved < 0) {
        errno = -moved;
        return -1;
    }
    the.transfers[k] += k != FILE_H2C;
    the.longest[k] = moved > the.longest[k] ? moved : the.longest[k];
    return moved;
}

static int own_file(void)
{
    char name[] = "/tmp/tauflow-xdma-XXXXXX";
    int file = mkstemp(name);
    unlink(name);
    return file;
}

int __wrap_open(const char *path, int flags, ...)
{
    static const char *const names[] = {
        [FILE_USER] = "board_user", [FILE_H2C] = "board_h2c_0", [FILE_C2H] = "board_c2h_0",
        [FILE_EVENTS] = "board_events_0"};
    va_list rest;
    va_start(rest, flags);
    int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
    va_end(rest);
    for (int k = FILE_USER; k < KINDS; k++)
        if (strcmp(path, names[k]) == 0) {
            /* The library locks this one, so no other test may have it; the others cannot be
             * mapped. */
            int file = k == FILE_C2H ? own_file() : __real_open("/dev/null", O_RDWR);
            if (file >= 0 && file < FILES_MOST)
                the.kind[file] = (file_kind)k;
            return file;
        }
    return __real_open(path, flags, mode);
}
/* What open is called in a hardened library where its flags are no constant. */
int __wrap___open_2(const char *path, int flags)
{
    return __wrap_open(path, flags);
}
int __wrap_close(int file)
{
    if (kind_of(file))
        the.kind[file] = NO_FILE;
    return __real_close(file);
}
ssize_t __wrap_read(int file, void *bytes, size_t size)
{
    switch (kind_of(file)) {
    case FILE_C2H: return answer(FILE_C2H, board_packets_read(the.b, bytes, size, true));
    case FILE_EVENTS: return answer(FILE_EVENTS, board_events_read(the.b, bytes, size));
    default: return __real_read(file, bytes, size);
    }
}
ssize_t __wrap_write(int file, const void *bytes, size_t size)
{
    if (kind_of(file) != FILE_H2C)
        return __real_write(file, bytes, size);
    /* Counted when it begins: it ends when the core has taken its words, which may be after their
     * results have come, and whoever closes the handle then does not wait for it. */
    the.transfers[FILE_H2C]++;
    return answer(FILE_H2C, board_packets_write(the.b, bytes, size, true));
}
ssize_t __wrap_pread(int file, void *bytes, size_t size, off_t offset)
{
    return kind_of(file) == FILE_USER
               ? answer(FILE_USER, board_register_read(the.b, bytes, size, offset))
               : __real_pread(file, bytes, size, offset);
}
ssize_t __wrap_pwrite(int file, const void *bytes, size_t size, off_t offset)
{
    return kind_of(file) == FILE_USER
               ? answer(FILE_USER, board_register_write(the.b, bytes, size, offset))
               : __real_pwrite(file, bytes, size, offset);
}

static bool nobody_waits(void)
{
    return false;
}

int main(int argc, char **argv)
{
    int tests = 0, cases = 0;
    const bool overlap = argc == 5;
    bool good = argc == 4 || overlap;
    report r;
    long with_events = 0;
    for (uint32_t seed = 1; seed <= SEEDS && good; seed++) {
        char text[16];
        const char *const address = seed % 2 ? "xdma:board" : "xdma:board,events";
        const long before = the.transfers[FILE_C2H];
        snprintf(text, sizeof text, "%u", seed);
        good = board_make(text, 0, nobody_waits, &the.b, &r) == TAUFLOW_OK &&
               lives_alike(address, argv[1], argv[3], atoi(argv[2]), seed) &&
               (seed > PIECES_SEEDS || pieces_alike(address, argv[1], argv[3], seed));
        with_events += seed % 2 ? 0 : the.transfers[FILE_C2H] - before;
        if (!good)
            printf("# seed %u\n", seed);
        board_free(the.b);
        cases++;
    }
    printf("%s %d - torques_through_the_wrapper_are_those_of_the_twin (%d mixes of idle and "
           "back-pressure)\n",
           good && cases ? "ok" : "not ok", ++tests, cases);
    printf("# %s: %ld register reads and writes, %ld writes of packets up to %ld bytes, %ld reads "
           "up to %ld\n",
           good ? argv[3] : "", the.transfers[FILE_USER], the.transfers[FILE_H2C],
           the.longest[FILE_H2C], the.transfers[FILE_C2H], the.longest[FILE_C2H]);
    /* No transfer ended early, none was stuck; with samples that overlap a write may have no
     * results. */
    bool whole = the.transfers[FILE_C2H] > 0 &&
                 (overlap ? the.transfers[FILE_C2H] <= the.transfers[FILE_H2C]
                          : the.transfers[FILE_C2H] == the.transfers[FILE_H2C]);
    printf("%s %d - a_write_has_one_read_of_its_results\n", whole ? "ok" : "not ok", ++tests);
    const bool told = with_events > 0 && the.transfers[FILE_EVENTS] == with_events;
    printf("%s %d - a_read_has_one_interrupt_where_it_waits_for_one\n# %ld of %ld\n1..%d\n",
           told ? "ok" : "not ok", tests + 1, the.transfers[FILE_EVENTS], with_events, tests + 1);
    return good && whole && told ? 0 : 1;
}
