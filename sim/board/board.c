/* SPDX-License-Identifier: MIT */
/* A board made of files: a directory with the character files of the XDMA driver, behind them a
 * core (simulated RTL or twin) and the guard that a board puts between core and DMA. The host
 * library meets it as it would meet hardware.
 *
 *     tauflow-board [--poll] [--cores C] [--late US] [--driver-timeout MS] FOLDER [CORE]
 *
 * CORE: sim:PATH or twin:SHAPE, default sim:
 *
 * FOLDER is an empty one. Runs until it is unmounted (fusermount3 -u FOLDER) or ended.
 *
 * Registers are words at offsets, read and written by their files' calls. Opened for synchronous
 * writes (O_SYNC), as reg_rw of the XDMA driver does, xdma0_user can be mapped: the kernel maps a
 * copy, which is read at the first access after the open and written when the file is closed. Only
 * words that differ then from what was read are written: a store of what the register reads is not
 * seen.
 *
 * With --poll the files of packets can be polled and take O_NONBLOCK, which those of the XDMA
 * driver do not.
 *
 * Files: xdma0_user (registers, 4 KiB a core), and for each core c: xdma0_h2c_c, xdma0_c2h_c
 * (packets), xdma0_events_c (interrupts, machine/events.def), fault_c (write a word of BOARD_FAULTS
 * into it, and a number where it takes one); fault: the same for all cores. */
#define FUSE_USE_VERSION 312
#include "board.h"

#include "tauflow_regs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <fuse_lowlevel.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

typedef enum {
    FILE_USER,
    FILE_FAULT,
    FILE_H2C,
    FILE_C2H,
    FILE_EVENTS,
    FILE_ONE_FAULT,
    KINDS
} file_kind;
static const char *const NAMES[KINDS] = {"/xdma0_user", "/fault",         "/xdma0_h2c_",
                                         "/xdma0_c2h_", "/xdma0_events_", "/fault_"};
enum { CORES_LIMIT = 4, WINDOW_BYTES = 4096, NAME_BYTES = 32, RELEASE_MS = 500,
       DRIVER_TIMEOUT_MS = 10000 /* of the XDMA driver, h2c_timeout and c2h_timeout */ };

/* Files by number: those of the board, then those of each core. */
enum {
    BOARD_FILES = 2,
    CORE_FILES = KINDS - BOARD_FILES,
    FILES = BOARD_FILES + CORES_LIMIT * CORE_FILES
};
static file_kind kind_of(int file)
{
    return (file_kind)(file < BOARD_FILES ? file : BOARD_FILES + (file - BOARD_FILES) % CORE_FILES);
}
static int core_of(int file)
{
    return file < BOARD_FILES ? 0 : (file - BOARD_FILES) / CORE_FILES;
}
static bool is_fault(int file)
{
    return kind_of(file) == FILE_FAULT || kind_of(file) == FILE_ONE_FAULT;
}
static void name_of(int file, char name[NAME_BYTES])
{
    if (file < BOARD_FILES)
        snprintf(name, NAME_BYTES, "%s", NAMES[file]);
    else
        snprintf(name, NAME_BYTES, "%s%d", NAMES[kind_of(file)], core_of(file));
}

/* The cores of the board and who waits for their files by poll. */
typedef struct {
    board *cores[CORES_LIMIT];
    int cores_count;
    pthread_mutex_t lock;
    pthread_cond_t released;
    bool streamed[CORES_LIMIT]; /* c2h is open */
    struct fuse_pollhandle *waits[FILES];
    uint32_t mapped[CORES_LIMIT * WINDOW_BYTES / 4]; /* words as a mapping has read them */
} mount;

static int files_count(const mount *m)
{
    return BOARD_FILES + m->cores_count * CORE_FILES;
}

static int find(const mount *m, const char *path)
{
    char name[NAME_BYTES];
    for (int k = 0; k < files_count(m); k++) {
        name_of(k, name);
        if (strcmp(path, name) == 0)
            return k;
    }
    return -1;
}

static mount *the_mount(void)
{
    return fuse_get_context()->private_data;
}

static board *board_of(uint64_t file)
{
    return the_mount()->cores[core_of((int)file)];
}

static int fs_getattr(const char *path, struct stat *out, struct fuse_file_info *info)
{
    (void)info;
    *out = (struct stat){0};
    int file = find(the_mount(), path);
    if (strcmp(path, "/") == 0) {
        out->st_mode = S_IFDIR | 0700;
        out->st_nlink = 2;
        return 0;
    }
    if (file < 0 || (!is_fault(file) && board_is_gone(board_of((uint64_t)file))))
        return -ENOENT;
    out->st_mode = S_IFREG | 0600;
    out->st_nlink = 1;
    if (kind_of(file) == FILE_USER)
        out->st_size = (off_t)the_mount()->cores_count * WINDOW_BYTES;
    return 0;
}

static int fs_readdir(const char *path, void *buffer, fuse_fill_dir_t fill, off_t offset,
                      struct fuse_file_info *info, enum fuse_readdir_flags flags)
{
    (void)offset, (void)info, (void)flags;
    if (strcmp(path, "/") != 0)
        return -ENOENT;
    for (int k = 0; k < files_count(the_mount()); k++) {
        char name[NAME_BYTES];
        name_of(k, name);
        if (is_fault(k) || !board_is_gone(board_of((uint64_t)k)))
            fill(buffer, name + 1, NULL, 0, (enum fuse_fill_dir_flags)0);
    }
    return 0;
}

/* As in the driver: c2h is open once at a time. FUSE tells us of a close a moment after the process
 * was told that it is done, so a file that is just being closed gets that moment. */
static int take_stream(mount *m, int core)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += RELEASE_MS * 1000000L;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    pthread_mutex_lock(&m->lock);
    while (m->streamed[core] && pthread_cond_timedwait(&m->released, &m->lock, &until) == 0)
        continue;
    const bool busy = m->streamed[core];
    m->streamed[core] = true;
    pthread_mutex_unlock(&m->lock);
    return busy ? -EBUSY : 0;
}

static int fs_release(const char *path, struct fuse_file_info *info)
{
    mount *m = the_mount();
    (void)path;
    if (kind_of((int)info->fh) == FILE_C2H) {
        pthread_mutex_lock(&m->lock);
        m->streamed[core_of((int)info->fh)] = false;
        pthread_cond_broadcast(&m->released);
        pthread_mutex_unlock(&m->lock);
    }
    return 0;
}

static int fs_open(const char *path, struct fuse_file_info *info)
{
    int file = find(the_mount(), path);
    if (file < 0)
        return -ENOENT;
    if (!is_fault(file) && board_is_gone(board_of((uint64_t)file)))
        return -ENODEV;
    /* Every call reaches us, with its own length; but what is to be mapped goes by whole pages. */
    info->direct_io = kind_of(file) != FILE_USER || !(info->flags & O_SYNC);
    info->nonseekable = kind_of(file) == FILE_H2C || kind_of(file) == FILE_C2H ||
                        kind_of(file) == FILE_EVENTS;
    info->fh = (uint64_t)file;
    return kind_of(file) == FILE_C2H ? take_stream(the_mount(), core_of(file)) : 0;
}

static int fs_truncate(const char *path, off_t size, struct fuse_file_info *info)
{
    (void)size, (void)info;
    int file = find(the_mount(), path);
    return file >= 0 && is_fault(file) ? 0 : -EPERM; /* so that a shell can write into it */
}

/* The core whose registers begin at this offset; NULL: none. */
static board *window_of(off_t offset)
{
    const mount *m = the_mount();
    return offset >= 0 && offset / WINDOW_BYTES < m->cores_count ? m->cores[offset / WINDOW_BYTES]
                                                                 : NULL;
}

/* Pages of a mapping. LOAD_DATA cannot be read, so it may be anything: 0 can be stored then. */
static int read_pages(char *bytes, size_t size, off_t offset)
{
    mount *m = the_mount();
    size_t at = 0;
    for (; at + 4 <= size && window_of(offset + (off_t)at); at += 4) {
        const off_t place = offset + (off_t)at, inside = place % WINDOW_BYTES;
        int moved = 0;
        do /* again where the board's fault interrupts it */
            moved = board_register_read(window_of(place), bytes + at, 4, inside);
        while (moved == -EINTR);
        if (moved < 0)
            return moved;
        if (inside == TAUFLOW_REG_LOAD_DATA)
            memcpy(bytes + at, &(uint32_t){0xa5c3961fu ^ (uint32_t)rand()}, 4);
        memcpy(&m->mapped[place / 4], bytes + at, 4);
    }
    return (int)at;
}

static int write_pages(const char *bytes, size_t size, off_t offset)
{
    mount *m = the_mount();
    for (size_t at = 0; at + 4 <= size && window_of(offset + (off_t)at); at += 4) {
        const off_t place = offset + (off_t)at;
        if (memcmp(&m->mapped[place / 4], bytes + at, 4) == 0)
            continue;
        int moved = 0;
        do
            moved = board_register_write(window_of(place), bytes + at, 4, place % WINDOW_BYTES);
        while (moved == -EINTR);
        if (moved < 0)
            return moved;
        memcpy(&m->mapped[place / 4], bytes + at, 4);
    }
    return (int)size;
}

static int fs_read(const char *path, char *bytes, size_t size, off_t offset,
                   struct fuse_file_info *info)
{
    (void)path;
    switch (kind_of((int)info->fh)) {
    case FILE_USER:
        if (info->flags & O_SYNC)
            return read_pages(bytes, size, offset);
        return window_of(offset)
                   ? board_register_read(window_of(offset), bytes, size, offset % WINDOW_BYTES)
                   : -EINVAL;
    case FILE_C2H:
        return board_packets_read(board_of(info->fh), bytes, size, !(info->flags & O_NONBLOCK));
    case FILE_EVENTS: return board_events_read(board_of(info->fh), bytes, size);
    default: return 0;
    }
}

static int set_faults(const char *bytes, size_t size)
{
    int done = 0;
    for (int k = 0; k < the_mount()->cores_count; k++)
        done = board_set_fault(the_mount()->cores[k], bytes, size);
    return done;
}

static int fs_write(const char *path, const char *bytes, size_t size, off_t offset,
                    struct fuse_file_info *info)
{
    (void)path;
    switch (kind_of((int)info->fh)) {
    case FILE_USER:
        if (info->writepage)
            return write_pages(bytes, size, offset);
        return window_of(offset)
                   ? board_register_write(window_of(offset), bytes, size, offset % WINDOW_BYTES)
                   : -EINVAL;
    case FILE_H2C:
        return board_packets_write(board_of(info->fh), bytes, size, !(info->flags & O_NONBLOCK));
    case FILE_FAULT: return set_faults(bytes, size);
    case FILE_ONE_FAULT: return board_set_fault(board_of(info->fh), bytes, size);
    default: return -EPERM;
    }
}

static void wake(void *user)
{
    mount *m = user;
    pthread_mutex_lock(&m->lock);
    for (int k = 0; k < FILES; k++)
        if (m->waits[k]) {
            fuse_notify_poll(m->waits[k]);
            fuse_pollhandle_destroy(m->waits[k]);
            m->waits[k] = NULL;
        }
    pthread_mutex_unlock(&m->lock);
}

static int fs_poll(const char *path, struct fuse_file_info *info, struct fuse_pollhandle *handle,
                   unsigned *ready)
{
    mount *m = the_mount();
    (void)path;
    if (handle) {
        pthread_mutex_lock(&m->lock);
        if (m->waits[info->fh])
            fuse_pollhandle_destroy(m->waits[info->fh]);
        m->waits[info->fh] = handle;
        pthread_mutex_unlock(&m->lock);
    }
    const file_kind kind = kind_of((int)info->fh);
    bool can = kind == FILE_C2H   ? board_can_read(board_of(info->fh))
               : kind == FILE_H2C ? board_can_write(board_of(info->fh))
                                  : true;
    *ready = can ? (kind == FILE_H2C ? POLLOUT : POLLIN) : 0;
    return 0;
}

static bool interrupted(void)
{
    return fuse_interrupted() != 0;
}

static int serve(mount *m, const char *folder, bool with_poll)
{
    const struct fuse_operations operations = {.getattr = fs_getattr,
                                               .readdir = fs_readdir,
                                               .open = fs_open,
                                               .release = fs_release,
                                               .read = fs_read,
                                               .write = fs_write,
                                               .truncate = fs_truncate,
                                               .poll = with_poll ? fs_poll : NULL};
    char *argv[] = {(char[]){"tauflow-board"}, (char[]){"-ofsname=tauflow-board"}, NULL};
    struct fuse_args args = FUSE_ARGS_INIT(2, argv);
    struct fuse *fuse = fuse_new(&args, &operations, sizeof operations, m);
    struct fuse_loop_config *config = fuse_loop_cfg_create();
    int failed = 1;
    if (fuse && config && fuse_mount(fuse, folder) == 0) {
        fuse_loop_cfg_set_max_threads(config, 4 + 4 * CORES_LIMIT);
        fuse_set_signal_handlers(fuse_get_session(fuse));
        failed = fuse_loop_mt(fuse, config) < 0;
        fuse_remove_signal_handlers(fuse_get_session(fuse));
        fuse_unmount(fuse);
    }
    if (config)
        fuse_loop_cfg_destroy(config);
    if (fuse)
        fuse_destroy(fuse);
    fuse_opt_free_args(&args);
    return failed;
}

/* ---- command line -------------------------------------------------------------------------- */

static const char USAGE[] =
    "usage: tauflow-board [OPTIONS] FOLDER [sim:PATH | twin:SHAPE]\n\n"
    "Mounts the files of a board's XDMA driver over the empty FOLDER, with a core behind them\n"
    "(default sim:). "
    "Ends when the folder is unmounted: fusermount3 -u FOLDER.\n\noptions:\n"
    "  --poll       files of packets that can be polled\n"
    "  --cores C    cores of the board, 1..4 (default 1)\n"
    "  --late US    descriptors of results come late at random, up to so many microseconds\n"
    "  --driver-timeout MS   after which the driver ends a transfer (default 10000)\n"
    "  --version    of library and tools\n"
    "  --help       this text\n\nexample:\n"
    "  mkdir /tmp/board && tauflow-board /tmp/board & "
    "tauflow-bench --device xdma:/tmp/board/xdma0 puma560.tau\n";
_Static_assert(CORES_LIMIT == 4, "the usage tells the limit");

static bool is_empty(DIR *folder)
{
    bool empty = true;
    for (const struct dirent *e; empty && (e = readdir(folder)) != NULL;)
        empty = strcmp(e->d_name, ".") == 0 || strcmp(e->d_name, "..") == 0;
    return empty;
}

/* Only an empty folder that we may write: a mount hides whatever stands there. */
static tauflow_status check_folder(const char *path, report *r)
{
    struct stat info;
    if (stat(path, &info) != 0) {
        if (errno != ENOTCONN)
            return report_fail(r, TAUFLOW_NOT_FOUND, "%s: %s", path, strerror(errno));
        return report_fail(r, TAUFLOW_BAD_CALL, "%s: a board that was mounted here has ended: free "
                                                "the folder with 'fusermount3 -u %s'", path, path);
    }
    if (!S_ISDIR(info.st_mode))
        return report_fail(r, TAUFLOW_BAD_CALL, "%s is no folder: an empty folder expected", path);
    DIR *folder = opendir(path);
    if (!folder || access(path, W_OK | X_OK) != 0) {
        if (folder)
            closedir(folder);
        return report_fail(r, TAUFLOW_BAD_CALL, "%s: a folder that we may read and write expected: "
                                                "%s", path, strerror(errno));
    }
    const bool mounted = faccessat(dirfd(folder), &NAMES[FILE_USER][1], F_OK, 0) == 0;
    const bool empty = is_empty(folder);
    closedir(folder);
    if (mounted)
        return report_fail(r, TAUFLOW_BUSY, "%s: a board is mounted here: 'fusermount3 -u %s' ends "
                                            "it", path, path);
    if (empty)
        return TAUFLOW_OK;
    return report_fail(r, TAUFLOW_BAD_CALL, "%s is not empty: a mount would hide what it holds",
                       path);
}

typedef struct {
    bool with_poll, help, version;
    int cores;
    uint32_t late_us, timeout_ms;
    const char *folder, *core;
} settings;

/* A number of at most six digits; UINT32_MAX: it is none. */
static uint32_t number_of(const char *text)
{
    const size_t digits = strspn(text, "0123456789");
    return digits && digits <= 6 && !text[digits] ? (uint32_t)strtoul(text, NULL, 10) : UINT32_MAX;
}

static bool parse(int argc, char **argv, settings *s)
{
    int at = 1;
    *s = (settings){.cores = 1, .core = "sim:", .timeout_ms = DRIVER_TIMEOUT_MS};
    for (; at < argc && argv[at][0] == '-'; at++) {
        const char *value = at + 1 < argc ? argv[at + 1] : "";
        if (strcmp(argv[at], "--poll") == 0)
            s->with_poll = true;
        else if (strcmp(argv[at], "--help") == 0)
            s->help = true;
        else if (strcmp(argv[at], "--version") == 0)
            s->version = true;
        else if (strcmp(argv[at], "--cores") == 0 && strlen(value) == 1)
            s->cores = argv[++at][0] - '0';
        else if (strcmp(argv[at], "--late") == 0 && number_of(value) != UINT32_MAX)
            s->late_us = number_of(argv[++at]);
        else if (strcmp(argv[at], "--driver-timeout") == 0 && number_of(value) != UINT32_MAX)
            s->timeout_ms = number_of(argv[++at]);
        else
            return false;
    }
    if (s->help || s->version)
        return true;
    s->folder = at < argc ? argv[at] : NULL;
    s->core = at + 1 < argc ? argv[at + 1] : s->core;
    return s->folder && argc - at <= 2 && s->cores >= 1 && s->cores <= CORES_LIMIT;
}

static tauflow_status make_cores(mount *m, const settings *s, report *r)
{
    for (; m->cores_count < s->cores; m->cores_count++) {
        board **to = &m->cores[m->cores_count];
        PASS(board_make(s->core, (uint32_t)m->cores_count, interrupted, to, r));
        board_drive(*to, s->timeout_ms, s->late_us);
        if (s->with_poll)
            board_on_change(*to, wake, m);
    }
    return TAUFLOW_OK;
}

int main(int argc, char **argv)
{
    report why;
    mount m = {.lock = PTHREAD_MUTEX_INITIALIZER, .released = PTHREAD_COND_INITIALIZER};
    settings s;
    if (!parse(argc, argv, &s)) {
        fputs(USAGE, stderr);
        return 2;
    }
    if (s.help || s.version) {
        fputs(s.help ? USAGE : "tauflow-board " TAUFLOW_VERSION "\n", stdout);
        return fflush(stdout) != 0;
    }
    tauflow_status done = check_folder(s.folder, &why);
    if (done == TAUFLOW_OK)
        done = make_cores(&m, &s, &why);
    if (done != TAUFLOW_OK)
        fprintf(stderr, "tauflow-board: error: %s\n", why.text);
    const int failed = done != TAUFLOW_OK ? 2 : serve(&m, s.folder, s.with_poll);
    for (int k = 0; k < m.cores_count; k++)
        board_free(m.cores[k]);
    return failed;
}
