/* SPDX-License-Identifier: MIT */
/* A simulated board for tests: the process of tauflow-board, its folder, its faults. */
#ifndef TAUFLOW_BOARD_FIXTURE_H
#define TAUFLOW_BOARD_FIXTURE_H

#include "tauflow_regs.h"

#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATH_BYTES = 256 };

typedef struct {
    char folder[PATH_BYTES], device[PATH_BYTES + 16], fault[PATH_BYTES + 16];
    pid_t process;
} board;

static inline double now_ms(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static inline void rest(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

static inline void name_board(board *b)
{
    snprintf(b->device, sizeof b->device, "xdma:%s/xdma0", b->folder);
    snprintf(b->fault, sizeof b->fault, "%s/fault", b->folder);
}

/* Why nothing can be mounted here; NULL: something can. */
static inline const char *no_board(void)
{
    if (access("/dev/fuse", F_OK) != 0)
        return "nothing can be mounted here: /dev/fuse is missing";
    if (access("/dev/fuse", R_OK | W_OK) != 0)
        return "nothing can be mounted here: /dev/fuse cannot be used";
    return NULL;
}

enum { OPTIONS_MOST = 8 };

/* `options`: those of the program, NULL behind the last. False when its files did not appear; a
 * loaded machine gets ten seconds. */
static inline bool start_with(board *b, const char *core, const char *const options[])
{
    const char *list[OPTIONS_MOST + 4] = {"tauflow-board"};
    int count = 1;
    struct stat info;
    char user[PATH_BYTES + 32];
    snprintf(b->folder, sizeof b->folder, "/tmp/tauflow-board-XXXXXX");
    if (!mkdtemp(b->folder))
        return false;
    name_board(b);
    snprintf(user, sizeof user, "%s/xdma0_user", b->folder);
    for (int k = 0; options[k] && k < OPTIONS_MOST; k++)
        list[count++] = options[k];
    list[count++] = b->folder;
    list[count] = core;
    fflush(NULL);
    b->process = fork();
    if (b->process == 0) {
        execv(BOARD_PROGRAM, (char *const *)(uintptr_t)list);
        _exit(127);
    }
    for (int k = 0; k < 500; k++) {
        if (stat(user, &info) == 0)
            return true;
        if (waitpid(b->process, NULL, WNOHANG) == b->process)
            break;
        rest(20);
    }
    rmdir(b->folder);
    return false;
}

static inline bool start(board *b, const char *core, bool poll, const char *cores)
{
    return start_with(b, core, (const char *[]){"--cores", cores, poll ? "--poll" : NULL, NULL});
}

static inline void stop(board *b, int signal_number)
{
    char command[PATH_BYTES + 64];
    kill(b->process, signal_number);
    waitpid(b->process, NULL, 0);
    snprintf(command, sizeof command, "fusermount3 -u -z %s 2>/dev/null", b->folder);
    if (system(command) == -1)
        printf("# cannot unmount %s\n", b->folder);
    rmdir(b->folder);
}

static inline bool inject_into(const char *path, const char *fault)
{
    int file = open(path, O_WRONLY);
    bool good = file >= 0 && write(file, fault, strlen(fault)) == (ssize_t)strlen(fault);
    if (file >= 0)
        close(file);
    return good;
}

static inline bool inject(const board *b, const char *fault)
{
    return inject_into(b->fault, fault);
}

/* ---- files that stand for a device ----------------------------------------------------------- */

static const char *const PLAIN_FILES[] = {"xdma0_user", "xdma0_h2c_0", "xdma0_c2h_0"};
enum { PLAIN_COUNT = 3 };

/* A folder of plain files: registers can be mapped, and only the library's own lock keeps others
 * away. */
static inline bool make_plain(board *b)
{
    const uint32_t words[1024] = {
        TAUFLOW_ID_VALUE, TAUFLOW_VERSION_VALUE & ~0xffffu, 4 | 2 << 8 | 1 << 12 | 1 << 24,
        4 | 5 << 8, 4 | 8 << 8 | 4 << 16, 64 | 64 << 16, 512 | 512 << 16, 64 | 32 << 16,
    };
    char path[PATH_BYTES + 32];
    snprintf(b->folder, sizeof b->folder, "/tmp/tauflow-mapped-XXXXXX");
    bool good = mkdtemp(b->folder) != NULL;
    name_board(b);
    for (int k = 0; k < PLAIN_COUNT; k++) {
        snprintf(path, sizeof path, "%s/%s", b->folder, PLAIN_FILES[k]);
        FILE *f = fopen(path, "wb");
        good = good && f && fwrite(words, sizeof words, 1, f) == 1 && fclose(f) == 0;
    }
    return good;
}

static inline void remove_plain(const board *b)
{
    char path[PATH_BYTES + 32];
    for (int k = 0; k < PLAIN_COUNT; k++) {
        snprintf(path, sizeof path, "%s/%s", b->folder, PLAIN_FILES[k]);
        remove(path);
    }
    rmdir(b->folder);
}

#endif
