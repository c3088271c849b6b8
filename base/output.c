/* SPDX-License-Identifier: MIT */
#include "base/output.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { LINKS_LIMIT = 40 /* as the kernel's */, NAME_TRIES = 1000, NO_DESCRIPTOR = -1 };

/* Sticky, the bit of /tmp: not every version of POSIX names it. */
static const mode_t STICKY = 01000;

/* How one file gets to its place. */
typedef struct {
    const output_file *file;
    const char *target; /* path without a link at its end */
    int descriptor;     /* that the path names, or NO_DESCRIPTOR */
    bool special;       /* pipe or device: written through */
    bool there;         /* a regular file stands there, with the following */
    mode_t mode;
    uid_t owner;
    gid_t group;
    const char *fresh; /* complete, under a name of its own; NULL: not, or no longer */
    const char *old;   /* second name of what stood there; NULL: none */
    bool placed;       /* the target is the new file */
} delivery;

output_file output_make(arena *mem, const char *folder, const char *name)
{
    const char *slash = folder[strlen(folder) - 1] == '/' ? "" : "/";
    return (output_file){arena_printf(mem, "%s%s%s", folder, slash, name), text_make(mem)};
}

bool output_is_stdout(const char *path)
{
    return path && strcmp(path, "-") == 0;
}

static status cannot(const delivery *to, const char *why, diag *d)
{
    return diag_system_error(d, (place){.file = to->file->path}, "cannot write: %s", why);
}

/* ---- what stands there --------------------------------------------------------------------- */

static int named_descriptor(const char *path)
{
    static const char *const FOLDERS[] = {"/dev/fd/", "/proc/self/fd/"};
    if (output_is_stdout(path) || strcmp(path, "/dev/stdout") == 0)
        return STDOUT_FILENO;
    if (strcmp(path, "/dev/stderr") == 0)
        return STDERR_FILENO;
    for (size_t i = 0; i < sizeof FOLDERS / sizeof FOLDERS[0]; i++) {
        const char *digits = path + strlen(FOLDERS[i]);
        if (strncmp(path, FOLDERS[i], strlen(FOLDERS[i])) != 0 || !*digits || strlen(digits) > 6)
            continue;
        if (strspn(digits, "0123456789") == strlen(digits))
            return atoi(digits);
    }
    return NO_DESCRIPTOR;
}

static const char *folder_of(arena *mem, const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return ".";
    return slash == path ? "/" : arena_printf(mem, "%.*s", (int)(slash - path), path);
}

/* The kernel does not let opens follow a stranger's link in a folder like /tmp; we read links
 * ourselves and keep the same rule. */
static bool link_is_trusted(arena *mem, const char *path, const struct stat *link)
{
    struct stat folder;
    if (stat(folder_of(mem, path), &folder) != 0)
        return false;
    bool shared = (folder.st_mode & STICKY) && (folder.st_mode & S_IWOTH);
    return !shared || link->st_uid == geteuid() || link->st_uid == folder.st_uid;
}

static status resolve(arena *mem, delivery *to, diag *d)
{
    char goal[4096];
    struct stat info;
    to->target = to->file->path;
    for (uint32_t links = 0; lstat(to->target, &info) == 0 && S_ISLNK(info.st_mode); links++) {
        ssize_t length = readlink(to->target, goal, sizeof goal);
        if (links == LINKS_LIMIT || length < 0 || (size_t)length >= sizeof goal)
            return cannot(to, length < 0 ? strerror(errno) : strerror(ELOOP), d);
        if (!link_is_trusted(mem, to->target, &info))
            return cannot(to, "it is another user's link in a folder that is open to all", d);
        const char *folder = goal[0] == '/' ? "" : folder_of(mem, to->target);
        to->target = arena_printf(mem, "%s%s%.*s", folder, *folder ? "/" : "", (int)length, goal);
    }
    return STATUS_OK;
}

/* Whether the file holds these bytes already. */
static bool holds(const char *path, const text *bytes)
{
    FILE *f = fopen(path, "rb");
    size_t at = 0;
    int c = EOF;
    while (f && (c = getc(f)) != EOF && at < bytes->length && (char)c == bytes->bytes[at])
        at++;
    bool same = f && c == EOF && !ferror(f) && at == bytes->length;
    if (f)
        fclose(f);
    return same;
}

static bool is_input(const struct stat *info, const diag *d)
{
    for (uint32_t i = 0; i < d->inputs_count; i++)
        if (d->inputs[i].device == (uint64_t)info->st_dev &&
            d->inputs[i].number == (uint64_t)info->st_ino)
            return true;
    return false;
}

static status inspect(arena *mem, delivery *to, diag *d)
{
    struct stat info;
    const char *path = to->file->path;
    to->descriptor = named_descriptor(path);
    if (to->descriptor != NO_DESCRIPTOR)
        return STATUS_OK;
    if (!*path)
        return diag_error(d, (place){0}, "the name of a file to write is empty");
    TRY(resolve(mem, to, d));
    if (lstat(to->target, &info) != 0)
        return errno == ENOENT && to->target[strlen(to->target) - 1] != '/'
                   ? STATUS_OK
                   : cannot(to, strerror(errno), d);
    if (S_ISDIR(info.st_mode))
        return diag_error(d, (place){.file = path}, "cannot write: it is a folder");
    to->special = S_ISFIFO(info.st_mode) || S_ISCHR(info.st_mode);
    if (!to->special && !S_ISREG(info.st_mode))
        return diag_error(d, (place){.file = path}, "cannot write: it is a %s",
                          S_ISBLK(info.st_mode) ? "disk" : "socket");
    if ((info.st_mode & (S_IWUSR | S_IWGRP | S_IWOTH)) == 0 ||
        faccessat(AT_FDCWD, to->target, W_OK, AT_EACCESS) != 0)
        return cannot(to, "it is read-only", d);
    if (is_input(&info, d) && !holds(to->target, &to->file->bytes))
        return diag_error(d, (place){.file = path}, "cannot write: what was read would be lost");
    to->there = !to->special;
    to->mode = info.st_mode & (mode_t)07777;
    to->owner = info.st_uid;
    to->group = info.st_gid;
    return STATUS_OK;
}

/* ---- bytes --------------------------------------------------------------------------------- */

/* 0, or the reason. */
static int write_all(int descriptor, const text *bytes)
{
    for (size_t done = 0; done < bytes->length;) {
        ssize_t n = write(descriptor, bytes->bytes + done, bytes->length - done);
        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0)
            return n < 0 ? errno : ENOSPC;
        done += (size_t)n;
    }
    return 0;
}

static status write_through(const delivery *to, diag *d)
{
    if (to->descriptor != NO_DESCRIPTOR) {
        int why = write_all(to->descriptor, &to->file->bytes);
        return why ? cannot(to, strerror(why), d) : STATUS_OK;
    }
    int descriptor;
    do
        descriptor = open(to->target, O_WRONLY | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC);
    while (descriptor < 0 && errno == EINTR);
    if (descriptor < 0)
        return cannot(to, strerror(errno), d);
    struct stat info;
    bool same = fstat(descriptor, &info) == 0 && (S_ISFIFO(info.st_mode) || S_ISCHR(info.st_mode));
    int why = same ? write_all(descriptor, &to->file->bytes) : EBUSY;
    if (close(descriptor) != 0 && !why)
        why = errno;
    return why ? cannot(to, strerror(why), d) : STATUS_OK;
}

/* A name beside the target that nothing has; short, so that it fits where the target's fits. */
static const char *spare_name(arena *mem, const delivery *to, uint32_t number)
{
    const char *folder = folder_of(mem, to->target);
    return arena_printf(mem, "%s%s.tauflow-%ld-%u", folder, strcmp(folder, "/") == 0 ? "" : "/",
                        (long)getpid(), number);
}

static int make_fresh(arena *mem, delivery *to, uint32_t *number)
{
    const int flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC;
    for (uint32_t tries = 0; tries < NAME_TRIES; tries++) {
        const char *name = spare_name(mem, to, (*number)++);
        /* Never more open than what it replaces. */
        int descriptor = open(name, flags, to->there ? 0600 : 0666);
        if (descriptor >= 0)
            to->fresh = name;
        if (descriptor >= 0 || errno != EEXIST)
            return descriptor;
    }
    return NO_DESCRIPTOR;
}

/* The whole file beside its target. */
static status stage(arena *mem, delivery *to, uint32_t *number, diag *d)
{
    int descriptor = make_fresh(mem, to, number);
    if (descriptor < 0)
        return cannot(to, strerror(errno), d);
    int why = write_all(descriptor, &to->file->bytes);
    if (to->there && !why) {
        /* Only root may give a file away; whoever may not keeps the group at least, if that is
         * one of his. */
        if (fchown(descriptor, to->owner, to->group) != 0 &&
            fchown(descriptor, (uid_t)-1, to->group) != 0)
            to->mode &= (mode_t) ~(S_ISUID | S_ISGID);
        why = fchmod(descriptor, to->mode) != 0 ? errno : 0;
    }
    if (close(descriptor) != 0 && !why)
        why = errno;
    return why ? cannot(to, strerror(why), d) : STATUS_OK;
}

/* ---- names --------------------------------------------------------------------------------- */

/* Gives what stands there a second name, to come back by. Where a file system has no second
 * names it loses the first one for a moment. */
static bool keep_old(arena *mem, delivery *to, uint32_t *number)
{
    for (uint32_t tries = 0; tries < NAME_TRIES; tries++) {
        const char *name = spare_name(mem, to, (*number)++);
        struct stat info;
        if (lstat(name, &info) == 0)
            continue;
        if (link(to->target, name) != 0 && (errno == EEXIST || rename(to->target, name) != 0))
            return false;
        to->old = name;
        return true;
    }
    return false;
}

static status rename_all(arena *mem, delivery *list, uint32_t count, uint32_t *number, diag *d)
{
    for (uint32_t i = 0; i < count; i++) {
        delivery *to = &list[i];
        if (!to->fresh)
            continue;
        if (to->there && count > 1 && !keep_old(mem, to, number))
            return cannot(to, strerror(errno), d);
        if (rename(to->fresh, to->target) != 0)
            return cannot(to, strerror(errno), d);
        to->fresh = NULL;
        to->placed = true;
    }
    return STATUS_OK;
}

/* After success second names go; after a failure they become the first again, last file first. */
static void clean_up(delivery *list, uint32_t count, bool good)
{
    for (uint32_t i = count; i-- > 0;) {
        delivery *to = &list[i];
        if (to->fresh)
            unlink(to->fresh);
        if (to->placed && !good && !to->old)
            unlink(to->target);
        bool back = to->old && !good && rename(to->old, to->target) == 0;
        if (to->old && (good || (back && !to->placed)))
            unlink(to->old); /* a rename between two names of one file does nothing */
    }
}

/* ---- all ----------------------------------------------------------------------------------- */

/* The signals that end a program and that a user or a shell sends. */
static sigset_t ending_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    sigaddset(&set, SIGHUP);
    sigaddset(&set, SIGQUIT);
    sigaddset(&set, SIGPIPE);
    return set;
}

static status write_list(arena *mem, delivery *list, uint32_t count, diag *d)
{
    uint32_t number = 0;
    status done = STATUS_OK;
    for (uint32_t i = 0; i < count && done == STATUS_OK; i++)
        if (list[i].descriptor == NO_DESCRIPTOR && !list[i].special)
            done = stage(mem, &list[i], &number, d);
    if (done == STATUS_OK)
        done = rename_all(mem, list, count, &number, d);
    clean_up(list, count, done == STATUS_OK);
    return done;
}

/* Everything that can wait for somebody else is done before signals are held back. */
static status prepare(arena *mem, const output_file *files, uint32_t count, delivery **list,
                      diag *d)
{
    *list = ARENA_ARRAY(mem, delivery, count + 1);
    for (uint32_t i = 0; i < count; i++) {
        (*list)[i].file = &files[i];
        TRY(inspect(mem, &(*list)[i], d));
    }
    for (uint32_t i = 0; i < count; i++)
        if ((*list)[i].special || (*list)[i].descriptor != NO_DESCRIPTOR)
            TRY(write_through(&(*list)[i], d));
    return STATUS_OK;
}

status output_write(const output_file *files, uint32_t count, diag *d)
{
    arena mem = arena_make();
    delivery *list;
    status done = prepare(&mem, files, count, &list, d);
    if (done == STATUS_OK) {
        sigset_t held = ending_signals(), before;
        sigprocmask(SIG_BLOCK, &held, &before);
        done = write_list(&mem, list, count, d);
        sigprocmask(SIG_SETMASK, &before, NULL);
    }
    arena_free(&mem);
    return done;
}

status output_write_one(const char *path, const text *bytes, diag *d)
{
    output_file one = {path, *bytes};
    return output_write(&one, 1, d);
}

/* ---- folders ------------------------------------------------------------------------------- */

/* Makes a folder and those above it; *made is the topmost one that is new, NULL when all were
 * there. */
static status make_folder(arena *mem, const char *path, const char **made, diag *d)
{
    place at = {.file = path};
    char *part = arena_strdup(mem, path);
    *made = NULL;
    for (char *c = part + 1;; c++) {
        if (*c != '/' && *c)
            continue;
        char kept = *c;
        *c = '\0';
        struct stat info;
        bool there = stat(part, &info) == 0;
        if (there && !S_ISDIR(info.st_mode))
            return diag_error(d, at, "cannot write there: '%s' is not a folder", part);
        if (!there && mkdir(part, 0777) != 0)
            return diag_system_error(d, at, "cannot make the folder: %s", strerror(errno));
        if (!there && !*made)
            *made = arena_strdup(mem, part);
        *c = kept;
        if (!kept)
            return STATUS_OK;
    }
}

/* Takes back what make_folder made, as far as it is empty. */
static void remove_folders(arena *mem, const char *path, const char *made)
{
    char *part = arena_strdup(mem, path);
    for (size_t length = strlen(part); made && length >= strlen(made); length--) {
        part[length] = '\0';
        rmdir(part);
    }
}

status output_write_folder(const char *folder, const output_file *files, uint32_t count, diag *d)
{
    arena mem = arena_make();
    const char *made = NULL;
    sigset_t held = ending_signals(), before;
    sigprocmask(SIG_BLOCK, &held, &before);
    status done = make_folder(&mem, folder, &made, d);
    if (!made) /* a folder that was there may hold pipes, and those keep us waiting */
        sigprocmask(SIG_SETMASK, &before, NULL);
    if (done == STATUS_OK)
        done = output_write(files, count, d);
    if (done != STATUS_OK)
        remove_folders(&mem, folder, made);
    sigprocmask(SIG_SETMASK, &before, NULL);
    arena_free(&mem);
    return done;
}
