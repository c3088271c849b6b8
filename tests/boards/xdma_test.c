/* The host library's own xdma transport against the Verilated wrapper of a board: the calls that it
 * makes on the driver's files are led to sim/xdma_board.cpp (linker: --wrap), so no byte of its
 * format is written a second time here. Torques must be those of the twin, bit for bit; the image's
 * check samples, which the evaluator computed, are compared by the library while loading. xdma_test
 * IMAGE STEPS SHAPE [overlap]   prints TAP; overlap: samples of the image do */
#include "board/board.h"
#include "tauflow.h"
#include "tauflow_regs.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PAUSE_NS = 2000000, JOINTS = 6, STREAM = 70, FILES_MOST = 1024, SEEDS = 9 };
typedef enum { NO_FILE, FILE_USER, FILE_H2C, FILE_C2H } file_kind;

/* What the wrapped calls know: they have no argument to carry it. */
static struct {
    board *b;
    file_kind kind[FILES_MOST];
    long transfers[4],
        longest[4]; /* reads and writes made, bytes of the longest, by kind of file */
} the;

int __real_open(const char *path, int flags, ...);
int __real_close(int file);
ssize_t __real_read(int file, void *bytes, size_t size);
ssize_t __real_write(int file, const void *bytes, size_t size);
ssize_t __real_pread(int file, void *bytes, size_t size, off_t offset);
ssize_t __real_pwrite(int file, const void *bytes, size_t size, off_t offset);
int __wrap_open(const char *path, int flags, ...);
int __wrap_close(int file);
ssize_t __wrap_read(int file, void *bytes, size_t size);
ssize_t __wrap_write(int file, const void *bytes, size_t size);
ssize_t __wrap_pread(int file, void *bytes, size_t size, off_t offset);
ssize_t __wrap_pwrite(int file, const void *bytes, size_t size, off_t offset);

static file_kind kind_of(int file)
{
    return file >= 0 && file < FILES_MOST ? the.kind[file] : NO_FILE;
}

static ssize_t answer(int file, int moved)
{
    if (moved < 0) {
        errno = -moved;
        return -1;
    }
    file_kind k = kind_of(file);
    the.transfers[k]++;
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
        [FILE_USER] = "board_user", [FILE_H2C] = "board_h2c_0", [FILE_C2H] = "board_c2h_0"};
    va_list rest;
    va_start(rest, flags);
    int mode = flags & O_CREAT ? va_arg(rest, int) : 0;
    va_end(rest);
    for (int k = FILE_USER; k <= FILE_C2H; k++)
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
int __wrap_close(int file)
{
    if (kind_of(file))
        the.kind[file] = NO_FILE;
    return __real_close(file);
}
ssize_t __wrap_read(int file, void *bytes, size_t size)
{
    return kind_of(file) == FILE_C2H ? answer(file, board_packets_read(the.b, bytes, size, true))
                                     : __real_read(file, bytes, size);
}
ssize_t __wrap_write(int file, const void *bytes, size_t size)
{
    return kind_of(file) == FILE_H2C ? answer(file, board_packets_write(the.b, bytes, size, true))
                                     : __real_write(file, bytes, size);
}
ssize_t __wrap_pread(int file, void *bytes, size_t size, off_t offset)
{
    return kind_of(file) == FILE_USER
               ? answer(file, board_register_read(the.b, bytes, size, offset))
               : __real_pread(file, bytes, size, offset);
}
ssize_t __wrap_pwrite(int file, const void *bytes, size_t size, off_t offset)
{
    return kind_of(file) == FILE_USER
               ? answer(file, board_register_write(the.b, bytes, size, offset))
               : __real_pwrite(file, bytes, size, offset);
}

static void fill(double *list, size_t count, uint32_t *seed)
{
    for (size_t i = 0; i < count; i++) {
        *seed = *seed * 1664525u + 1013904223u;
        list[i] = 3 * ((double)(*seed >> 8) / (1 << 23) - 1);
    }
}

/* One life of a handle on both devices: steps alone, then a stream in few transfers, then a second
 * load. */
static bool lives_alike(const char *image, const char *shape, int steps, uint32_t seed)
{
    static const char *const device[2] = {"xdma:board", "twin:"};
    static double s[3][STREAM * JOINTS], tau[2][2 * STREAM * JOINTS];
    char address[128], why[TAUFLOW_MESSAGE_BYTES];
    bool good = true;
    snprintf(address, sizeof address, "twin:%s", shape);
    for (int k = 0; k < 3; k++)
        fill(s[k], STREAM * JOINTS, &seed);
    for (int d = 0; d < 2; d++) {
        tauflow *h = NULL;
        tauflow_description told = {0};
        tauflow_status done = tauflow_open(d ? address : device[0],
                                           &(tauflow_options){.timeout_ms = 60000}, &h);
        for (int load = 0; load < 2 && done == TAUFLOW_OK; load++) {
            done = tauflow_load(h, image);
            for (int k = 0; k < steps && done == TAUFLOW_OK; k++)
                done = tauflow_step(h, s[0] + k * JOINTS, s[1] + k * JOINTS, s[2] + k * JOINTS,
                                    tau[d] + k * JOINTS);
        }
        if (done == TAUFLOW_OK)
            done = tauflow_stream(h, STREAM, &(tauflow_state){.q = s[0], .qd = s[1], .qdd = s[2]},
                                  tau[d] + STREAM * JOINTS);
        if (done == TAUFLOW_OK)
            done = tauflow_describe(h, &told);
        if (done != TAUFLOW_OK)
            printf("# %s: %s\n", d ? address : device[0], tauflow_message(h, why, sizeof why));
        good = good && done == TAUFLOW_OK && told.guarded == !d;
        tauflow_close(h);
    }
    return good && memcmp(tau[0], tau[1], sizeof tau[0]) == 0;
}

/* Pieces of 1 to 5 samples and of 200, received in other pieces: results of several writes come in
 * one read, and in several pages. */
static bool pieces_alike(const char *image, const char *shape, uint32_t seed)
{
    static const size_t SIZES[] = {1, 2, 200, 3, 200, 5, 4, 1, 200, 200};
    enum { PIECES = sizeof SIZES / sizeof *SIZES, SAMPLES = 816 };
    static double s[3][SAMPLES * JOINTS], tau[2][SAMPLES * JOINTS];
    char address[128], why[TAUFLOW_MESSAGE_BYTES];
    bool good = true;
    snprintf(address, sizeof address, "twin:%s", shape);
    for (int k = 0; k < 3; k++)
        fill(s[k], SAMPLES * JOINTS, &seed);
    for (int d = 0; d < 2; d++) {
        tauflow *h = NULL;
        size_t put = 0, got = 0, left = SIZES[0];
        tauflow_status done = tauflow_open(
            d ? address : "xdma:board", &(tauflow_options){.timeout_ms = 60000, .ring = 300}, &h);
        if (done == TAUFLOW_OK)
            done = tauflow_load(h, image);
        for (int piece = 0; done == TAUFLOW_OK && got < SAMPLES;) {
            size_t taken = 0, came = 0;
            if (piece < PIECES) {
                const tauflow_state at = {.q = s[0] + put * JOINTS, .qd = s[1] + put * JOINTS,
                                          .qdd = s[2] + put * JOINTS};
                done = tauflow_submit(h, left, &at, TAUFLOW_POLL, &taken);
                put += taken;
                left -= taken;
                if (!left && ++piece < PIECES)
                    left = SIZES[piece];
                nanosleep(&(struct timespec){0, d ? 0 : PAUSE_NS}, NULL);
            }
            if (done == TAUFLOW_OK || done == TAUFLOW_AGAIN)
                done = tauflow_receive(h, taken ? 7 : SAMPLES - got < 150 ? SAMPLES - got : 150,
                                       tau[d] + got * JOINTS, taken ? TAUFLOW_POLL : TAUFLOW_WAIT,
                                       &came);
            got += came;
            done = done == TAUFLOW_AGAIN ? TAUFLOW_OK : done;
        }
        if (done != TAUFLOW_OK)
            printf("# %s, %zu of %zu: %s\n", d ? address : "xdma:board", got, put,
                   tauflow_message(h, why, sizeof why));
        good = good && done == TAUFLOW_OK && got == SAMPLES;
        tauflow_close(h);
    }
    return good && memcmp(tau[0], tau[1], sizeof tau[0]) == 0;
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
    for (uint32_t seed = 1; seed <= SEEDS && good; seed++) {
        char text[16];
        snprintf(text, sizeof text, "%u", seed);
        good = board_make(text, 0, nobody_waits, &the.b, &r) == TAUFLOW_OK &&
               lives_alike(argv[1], argv[3], atoi(argv[2]), seed) &&
               pieces_alike(argv[1], argv[3], seed);
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
    printf("%s %d - a_write_has_one_read_of_its_results\n1..%d\n", whole ? "ok" : "not ok",
           tests + 1, tests + 1);
    return good && whole ? 0 : 1;
}
