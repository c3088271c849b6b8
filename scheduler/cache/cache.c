/* SPDX-License-Identifier: MIT */
#include "cache/cache.h"

#include "base/output.h"
#include "machine/own_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define ENDING ".result"
#define UNFINISHED ".tauflow-" /* what output_write has not renamed yet */
enum { FOLDER_BYTES = 4000, STALE_SECONDS = 3600 };

/* ---- the folder ------------------------------------------------------------------------------ */

/* $XDG_CACHE_HOME/tauflow/results, or that below ~/.cache; "" where the user has neither. */
static const char *folder_of_user(arena *mem)
{
    const char *given = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    if (given && *given == '/' && strlen(given) < FOLDER_BYTES) /* others are to be ignored */
        return arena_printf(mem, "%s/tauflow/results", given);
    if (home && *home == '/' && strlen(home) < FOLDER_BYTES)
        return arena_printf(mem, "%s/.cache/tauflow/results", home);
    return "";
}

cache cache_make(arena *mem)
{
    return (cache){.folder = folder_of_user(mem), .read = sha256_begin()};
}

void cache_hear(void *self, const void *bytes, size_t count)
{
    cache *c = self;
    if (count) {
        sha256_add(&c->read, bytes, count);
        c->read_bytes += count;
        return;
    }
    sha256_add(&c->read, &c->read_bytes, sizeof c->read_bytes); /* where one ends and one begins */
    c->read_bytes = 0;
}

static bool is_own(uid_t owner)
{
    return owner == geteuid();
}

/* Why what stands there is no place for results; NULL: it is one, or is not there. */
static const char *fault(arena *mem, const char *folder, bool is_last)
{
    struct stat info;
    switch (own_look(folder, is_own, &info)) {
    case OWN_MISSING: return NULL;
    case OWN_LINK: return arena_printf(mem, "%s is a link", folder);
    case OWN_STRANGER:
        return arena_printf(mem, "%s belongs to another user (%lu)", folder,
                            (unsigned long)info.st_uid);
    case OWN_OPEN: return arena_printf(mem, "others can write to %s", folder);
    case OWN_TRUSTED: break;
    }
    if (!S_ISDIR(info.st_mode))
        return arena_printf(mem, "%s is no folder", folder);
    if (is_last && (info.st_mode & (S_IRWXG | S_IRWXO)))
        return arena_printf(mem, "others can read %s: chmod 700", folder);
    return own_stays(folder) ? NULL : arena_printf(mem, "anybody can exchange %s", folder);
}

static const char *above(arena *mem, const char *folder)
{
    return arena_strndup(mem, folder, (size_t)(strrchr(folder, '/') - folder));
}

static const char *faults(arena *mem, const char *folder)
{
    const char *of_tauflow = fault(mem, above(mem, folder), false);
    return of_tauflow ? of_tauflow : fault(mem, folder, true);
}

/* Looked at once, for all reading and writing; a fault is told, once. */
static bool is_usable(arena *mem, cache *c, diag *d)
{
    if (c->looked || !*c->folder)
        return c->usable;
    const char *why = faults(mem, c->folder);
    if (why)
        diag_note(d, (place){0}, "results of searches are not kept: %s", why);
    c->looked = true;
    c->usable = !why;
    return c->usable;
}

/* ---- files ----------------------------------------------------------------------------------- */

static const char *file_of(arena *mem, const cache *c, const cache_key *key)
{
    char hex[SHA256_HEX_BYTES];
    sha256_hex(key->digest, hex);
    return arena_printf(mem, "%s/%s" ENDING, c->folder, hex);
}

static bool is_result(const char *name)
{
    const size_t digits = SHA256_HEX_BYTES - 1;
    return strlen(name) == digits + strlen(ENDING) &&
           strspn(name, "0123456789abcdef") == digits && strcmp(name + digits, ENDING) == 0;
}

static bool is_unfinished(const char *name)
{
    return strncmp(name, UNFINISHED, strlen(UNFINISHED)) == 0;
}

bool cache_read(arena *mem, cache *c, const cache_key *key, text *bytes, diag *d)
{
    struct stat info;
    diag unsaid = diag_make(mem); /* it is no input that is not to be written over */
    if (!is_usable(mem, c, d))
        return false;
    const char *path = file_of(mem, c, key);
    *bytes = text_make(mem);
    if (own_look(path, is_own, &info) != OWN_TRUSTED || !S_ISREG(info.st_mode) ||
        file_read_text(mem, path, &bytes->bytes, &bytes->length, &unsaid) != STATUS_OK)
        return false;
    (void)utimensat(AT_FDCWD, path, NULL, 0); /* now; on a read-only disk nothing is removed */
    return true;
}

void cache_remove(const cache *c, const cache_key *key)
{
    arena mem = arena_make();
    if (c->usable)
        unlink(file_of(&mem, c, key));
    arena_free(&mem);
}

typedef struct {
    const char *path;
    uint64_t bytes;
    struct timespec used;
} result_file;

typedef struct {
    result_file *list;
    uint32_t list_count, list_capacity;
    uint64_t bytes;
} result_files;

/* All results; `unfinished` says what becomes of files that a program left halfway: those before
 * that time are removed. */
static result_files find_files(arena *mem, const char *folder, time_t unfinished)
{
    result_files all = {0};
    DIR *open = opendir(folder);
    for (const struct dirent *e; open && (e = readdir(open));) {
        struct stat info;
        const char *path = arena_printf(mem, "%s/%s", folder, e->d_name);
        if ((!is_result(e->d_name) && !is_unfinished(e->d_name)) || lstat(path, &info) != 0 ||
            S_ISDIR(info.st_mode))
            continue;
        if (is_result(e->d_name)) {
            *ARENA_PUSH(mem, &all, list) =
                (result_file){path, (uint64_t)info.st_size, info.st_mtim};
            all.bytes += (uint64_t)info.st_size;
        } else if (info.st_mtim.tv_sec < unfinished)
            unlink(path);
    }
    if (open)
        closedir(open);
    return all;
}

static int older_first(const void *a, const void *b)
{
    const struct timespec *x = &((const result_file *)a)->used;
    const struct timespec *y = &((const result_file *)b)->used;
    if (x->tv_sec != y->tv_sec)
        return x->tv_sec < y->tv_sec ? -1 : 1;
    return x->tv_nsec < y->tv_nsec ? -1 : x->tv_nsec > y->tv_nsec;
}

/* A quarter goes at once, so that not every new result looks for an old one. */
static void make_room(arena *mem, const char *folder)
{
    const uint64_t wanted = CACHE_MOST_BYTES / 4 * 3;
    result_files all = find_files(mem, folder, time(NULL) - STALE_SECONDS);
    if (all.bytes <= CACHE_MOST_BYTES)
        return;
    qsort(all.list, all.list_count, sizeof *all.list, older_first);
    for (uint32_t i = 0; i < all.list_count && all.bytes > wanted; i++) {
        unlink(all.list[i].path);
        all.bytes -= all.list[i].bytes;
    }
}

void cache_write(cache *c, const cache_key *key, const text *bytes, diag *d)
{
    arena mem = arena_make();
    diag unsaid = diag_make(&mem);
    if (is_usable(&mem, c, d) && own_may_add(above(&mem, above(&mem, c->folder))) &&
        own_make_folder(arena_strdup(&mem, c->folder)) == 0 && !faults(&mem, c->folder) &&
        output_write_one(file_of(&mem, c, key), bytes, &unsaid) == STATUS_OK)
        make_room(&mem, c->folder);
    arena_free(&mem);
}

/* ---- for people ------------------------------------------------------------------------------ */

cache_contents cache_look(arena *mem, cache *c)
{
    if (!*c->folder)
        return (cache_contents){.reason = "neither XDG_CACHE_HOME nor HOME names a folder"};
    const char *why = faults(mem, c->folder);
    const result_files all = why ? (result_files){0} : find_files(mem, c->folder, 0);
    return (cache_contents){all.list_count, all.bytes, why};
}

status cache_clear(arena *mem, cache *c, uint32_t *files, diag *d)
{
    *files = 0;
    const cache_contents now = cache_look(mem, c);
    if (now.reason)
        return diag_error(d, (place){0}, "no results are kept: %s", now.reason);
    const result_files all = find_files(mem, c->folder, time(NULL) + 1);
    for (uint32_t i = 0; i < all.list_count; i++, ++*files)
        if (unlink(all.list[i].path) != 0 && errno != ENOENT)
            return diag_system_error(d, (place){.file = all.list[i].path}, "cannot remove: %s",
                                     strerror(errno));
    return STATUS_OK;
}
