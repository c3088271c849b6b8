/* A board made of files: a directory with the character files of the XDMA driver, behind them a core (simulated RTL or twin) and
 * the guard that a board puts between core and DMA. The host library meets it as it would meet hardware.
 *
 *     tauflow-board [--poll] FOLDER [CORE]   CORE: sim:PATH or twin:SHAPE, sim: unless given; runs until unmounted or ended
 *
 * With --poll the files of packets can be polled and take O_NONBLOCK, which those of the XDMA driver do not.
 *
 * Files: xdma0_user (registers), xdma0_h2c_0, xdma0_c2h_0 (packets), xdma0_events_0 (interrupts: one 32-bit count of finished
 * samples a read), fault (write a word of BOARD_FAULTS into it, and a number where it takes one). */
#define FUSE_USE_VERSION 312
#include "board.h"

#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <fuse_lowlevel.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef enum { FILE_USER, FILE_H2C, FILE_C2H, FILE_EVENTS, FILE_FAULT, FILES } board_file;
static const char *const NAMES[FILES] = {"/xdma0_user", "/xdma0_h2c_0", "/xdma0_c2h_0", "/xdma0_events_0", "/fault"};
static const mode_t MODES[FILES] = {0600, 0200, 0400, 0400, 0600};

static int find(const char *path)
{
    for (int k = 0; k < FILES; k++)
        if (strcmp(path, NAMES[k]) == 0)
            return k;
    return -1;
}

/* The board and who waits for its files by poll. */
typedef struct {
    board *b;
    pthread_mutex_t lock;
    struct fuse_pollhandle *waits[FILES];
} mount;

static mount *the_mount(void)
{
    return fuse_get_context()->private_data;
}

static board *the_board(void)
{
    return the_mount()->b;
}

static int fs_getattr(const char *path, struct stat *out, struct fuse_file_info *info)
{
    (void)info;
    *out = (struct stat){0};
    int file = find(path);
    if (strcmp(path, "/") == 0) {
        out->st_mode = S_IFDIR | 0700;
        out->st_nlink = 2;
        return 0;
    }
    if (file < 0 || (file != FILE_FAULT && board_is_gone(the_board())))
        return -ENOENT;
    out->st_mode = S_IFREG | MODES[file];
    out->st_nlink = 1;
    return 0;
}

static int fs_readdir(const char *path, void *buffer, fuse_fill_dir_t fill, off_t offset, struct fuse_file_info *info, enum fuse_readdir_flags flags)
{
    (void)offset, (void)info, (void)flags;
    if (strcmp(path, "/") != 0)
        return -ENOENT;
    for (int k = 0; k < FILES; k++)
        if (k == FILE_FAULT || !board_is_gone(the_board()))
            fill(buffer, NAMES[k] + 1, NULL, 0, (enum fuse_fill_dir_flags)0);
    return 0;
}

static int fs_open(const char *path, struct fuse_file_info *info)
{
    int file = find(path);
    if (file < 0)
        return -ENOENT;
    if (file != FILE_FAULT && board_is_gone(the_board()))
        return -ENODEV;
    info->direct_io = 1; /* every call reaches us, with its own length */
    info->nonseekable = file == FILE_H2C || file == FILE_C2H || file == FILE_EVENTS;
    info->fh = (uint64_t)file;
    return 0;
}

static int fs_truncate(const char *path, off_t size, struct fuse_file_info *info)
{
    (void)size, (void)info;
    return find(path) == FILE_FAULT ? 0 : -EPERM; /* so that a shell can write into it */
}

static int fs_read(const char *path, char *bytes, size_t size, off_t offset, struct fuse_file_info *info)
{
    (void)path;
    switch ((board_file)info->fh) {
    case FILE_USER: return board_register_read(the_board(), bytes, size, offset);
    case FILE_C2H: return board_packets_read(the_board(), bytes, size, !(info->flags & O_NONBLOCK));
    case FILE_EVENTS: return board_events_read(the_board(), bytes, size);
    default: return 0;
    }
}

static int fs_write(const char *path, const char *bytes, size_t size, off_t offset, struct fuse_file_info *info)
{
    (void)path;
    switch ((board_file)info->fh) {
    case FILE_USER: return board_register_write(the_board(), bytes, size, offset);
    case FILE_H2C: return board_packets_write(the_board(), bytes, size, !(info->flags & O_NONBLOCK));
    case FILE_FAULT: return board_set_fault(the_board(), bytes, size);
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

static int fs_poll(const char *path, struct fuse_file_info *info, struct fuse_pollhandle *handle, unsigned *ready)
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
    bool can = info->fh == FILE_C2H ? board_can_read(m->b) : info->fh == FILE_H2C ? board_can_write(m->b) : true;
    *ready = can ? (info->fh == FILE_H2C ? POLLOUT : POLLIN) : 0;
    return 0;
}

static bool interrupted(void)
{
    return fuse_interrupted() != 0;
}

static int serve(mount *m, const char *folder, bool with_poll)
{
    const struct fuse_operations operations = {.getattr = fs_getattr, .readdir = fs_readdir, .open = fs_open, .read = fs_read,
                                               .write = fs_write, .truncate = fs_truncate, .poll = with_poll ? fs_poll : NULL};
    char *argv[] = {(char[]){"tauflow-board"}, (char[]){"-ofsname=tauflow-board"}, NULL};
    struct fuse_args args = FUSE_ARGS_INIT(2, argv);
    struct fuse *fuse = fuse_new(&args, &operations, sizeof operations, m);
    struct fuse_loop_config *config = fuse_loop_cfg_create();
    int failed = 1;
    if (fuse && config && fuse_mount(fuse, folder) == 0) {
        fuse_loop_cfg_set_max_threads(config, 10);
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

int main(int argc, char **argv)
{
    report why;
    const bool with_poll = argc > 1 && strcmp(argv[1], "--poll") == 0;
    char **rest = argv + 1 + with_poll;
    const int count = argc - 1 - with_poll;
    if (count < 1 || count > 2 || rest[0][0] == '-') {
        fprintf(stderr, "usage: tauflow-board [--poll] FOLDER [sim:PATH | twin:SHAPE]\nexample: mkdir /tmp/board && tauflow-board /tmp/board & tauflow-bench "
                        "--device xdma:/tmp/board/xdma0 puma560.tau\n");
        return 2;
    }
    mount m = {.lock = PTHREAD_MUTEX_INITIALIZER};
    if (board_make(count > 1 ? rest[1] : "sim:", interrupted, &m.b, &why) != TAUFLOW_OK) {
        fprintf(stderr, "tauflow-board: error: %s\n", why.text);
        return 2;
    }
    if (with_poll)
        board_on_change(m.b, wake, &m);
    int failed = serve(&m, rest[0], with_poll);
    board_free(m.b);
    return failed;
}
