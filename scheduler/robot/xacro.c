/* SPDX-License-Identifier: MIT */
/* The program is a child without a shell: the file's name is an argument and nothing else. It
 * belongs to our process group, so that Ctrl-C ends both. */
#include "robot/xacro.h"

#include "base/limits.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { CHUNK_BYTES = 65536, SAID_BYTES = 65536 };

typedef struct {
    pid_t id;
    int out, err; /* ends of pipes that we read; -1: at its end */
} child;

static status cannot(const input_file *f, const char *what, int why, diag *d)
{
    return diag_system_error(d, (place){.file = f->name}, "cannot %s xacro: %s", what,
                             strerror(why));
}

/* 0, or why it did not start. */
static int spawn(const char *path, const int out[2], const int err[2], pid_t *id)
{
    char *const arguments[] = {"xacro", (char *)path, NULL};
    posix_spawn_file_actions_t actions;
    int why = posix_spawn_file_actions_init(&actions);
    if (why)
        return why;
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_adddup2(&actions, out[1], STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err[1], STDERR_FILENO);
    for (int i = 0; i < 2; i++) {
        posix_spawn_file_actions_addclose(&actions, out[i]);
        posix_spawn_file_actions_addclose(&actions, err[i]);
    }
    why = posix_spawnp(id, "xacro", &actions, NULL, arguments, environ);
    posix_spawn_file_actions_destroy(&actions);
    return why;
}

/* 0, or why it did not start. */
static int start(const char *path, child *c)
{
    int out[2], err[2];
    if (pipe(out) != 0)
        return errno;
    if (pipe(err) != 0) {
        int why = errno;
        close(out[0]);
        close(out[1]);
        return why;
    }
    int why = spawn(path, out, err, &c->id);
    close(out[1]);
    close(err[1]);
    c->out = out[0];
    c->err = err[0];
    if (why) {
        close(c->out);
        close(c->err);
    }
    return why;
}

/* Takes what is there; closes the pipe at its end. */
static void take(int *from, char *chunk, size_t keep_bytes, text *to)
{
    ssize_t got = read(*from, chunk, CHUNK_BYTES);
    if (got < 0 && errno == EINTR)
        return;
    if (got <= 0) {
        close(*from);
        *from = -1;
    } else if (to->length < keep_bytes) {
        text_add_bytes(to, chunk, (size_t)got);
    }
}

/* Both pipes until both end, so that neither fills up while we wait for the other; or until there
 * is more than we take. */
static void listen_to(arena *mem, child *c, text *out, text *said)
{
    char *chunk = arena_alloc(mem, CHUNK_BYTES);
    while ((c->out >= 0 || c->err >= 0) && out->length <= LIMIT_FILE_BYTES) {
        struct pollfd ends[2] = {{.fd = c->out, .events = POLLIN},
                                 {.fd = c->err, .events = POLLIN}};
        if (poll(ends, 2, -1) < 0 && errno != EINTR)
            break;
        if (ends[0].revents)
            take(&c->out, chunk, (size_t)LIMIT_FILE_BYTES + 1, out);
        if (ends[1].revents)
            take(&c->err, chunk, SAID_BYTES, said);
    }
}

/* How the child ended; one that still writes is ended. */
static int finish(child *c)
{
    int code = -1;
    if (c->out >= 0 || c->err >= 0)
        kill(c->id, SIGTERM);
    if (c->out >= 0)
        close(c->out);
    if (c->err >= 0)
        close(c->err);
    while (waitpid(c->id, &code, 0) < 0 && errno == EINTR)
        ;
    return code;
}

/* The last line that says something: Python's tracebacks and xacro's own messages end in it. */
static const char *last_line(arena *mem, const text *said)
{
    const char *end = said->bytes + said->length;
    while (end > said->bytes && strchr(" \t\r\n", end[-1]))
        end--;
    const char *begin = end;
    while (begin > said->bytes && begin[-1] != '\n')
        begin--;
    return arena_strndup(mem, begin, (size_t)(end - begin));
}

/* The first line that xacro calls an error names the cause; what follows tells where it stood. */
static const char *reason(arena *mem, const text *said)
{
    const char *error = strstr(said->bytes, "rror: ");
    if (!error)
        return last_line(mem, said);
    while (error > said->bytes && error[-1] != '\n')
        error--;
    return arena_strndup(mem, error, strcspn(error, "\r\n"));
}

static status judge(arena *mem, const input_file *f, const text *out, const text *said, int code,
                    diag *d)
{
    place whole = {.file = f->name};
    if (out->length > LIMIT_FILE_BYTES)
        return diag_error(d, whole, "xacro makes more than %d bytes of it, the most that is read",
                          LIMIT_FILE_BYTES);
    if (WIFEXITED(code) && WEXITSTATUS(code) == 0)
        return STATUS_OK;
    if (!WIFEXITED(code))
        return diag_error(d, whole, "xacro was stopped by signal %d",
                          WIFSIGNALED(code) ? WTERMSIG(code) : 0);
    const char *why = reason(mem, said);
    return diag_error(d, whole, "xacro refuses it: %s", *why ? why : "it does not say why");
}

status xacro_expand(arena *mem, input_file *f, diag *d)
{
    child c;
    text out = text_make(mem), said = text_make(mem);
    if (!f->path)
        return diag_error(d, (place){.file = f->name},
                          "--xacro expands only files, and this came by a pipe: use xacro FILE | "
                          "tauflow ... -");
    int why = start(*f->path == '-' ? arena_printf(mem, "./%s", f->path) : f->path, &c);
    if (why == ENOENT)
        return diag_error(d, (place){.file = f->name},
                          "this is xacro, and the program 'xacro' is not on the PATH");
    if (why)
        return cannot(f, "start", why, d);
    listen_to(mem, &c, &out, &said);
    TRY(judge(mem, f, &out, &said, finish(&c), d));
    f->name = arena_printf(mem, "%s (expanded)", f->name);
    f->bytes = out.bytes;
    f->length = out.length;
    return STATUS_OK;
}
