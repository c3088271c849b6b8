/* SPDX-License-Identifier: MIT */
/* Paths without links, as realpath gives them, are of the X/Open part of POSIX. */
#define _XOPEN_SOURCE 700

#include "certify/form_paths.h"

#include <stdlib.h>
#include <string.h>

const char *path_of_certificate(arena *mem, const char *path, const char *ending)
{
    const size_t length = strlen(path), end = strlen(ending);
    if (length <= end || strcmp(path + length - end, ending) != 0 || path[length - end - 1] == '/')
        return NULL;
    return arena_printf(mem, "%.*s.cert", (int)(length - end), path);
}

const char *path_folder(arena *mem, const char *path)
{
    const char *last = strrchr(path, '/');
    if (!last)
        return ".";
    return last == path ? "/" : arena_strndup(mem, path, (size_t)(last - path));
}

/* Without links and dots; of what is missing, as far as it is there. NULL: nothing of it is. */
static const char *real_path(arena *mem, const char *path)
{
    char *found = realpath(path, NULL);
    if (found) {
        const char *kept = arena_strdup(mem, found);
        free(found);
        return kept;
    }
    const char *last = strrchr(path, '/');
    if (last && !last[1]) /* OUT/ */
        return real_path(mem, arena_strndup(mem, path, (size_t)(last - path)));
    const char *above = path_folder(mem, path);
    if (strcmp(above, path) == 0)
        return NULL;
    const char *there = real_path(mem, above);
    return there ? arena_printf(mem, "%s/%s", there, last ? last + 1 : path) : NULL;
}

const char *path_between(arena *mem, const char *folder, const char *file)
{
    const char *real = real_path(mem, folder), *to = real_path(mem, file), *up = "";
    if (*file == '/' || !real || !to)
        return arena_strdup(mem, file);
    const char *from = arena_printf(mem, "%s/", strcmp(real, "/") ? real : "");
    size_t same = 0; /* bytes of the folders that both are in, with the last '/' */
    for (size_t k = 0; from[k] && from[k] == to[k]; k++)
        same = from[k] == '/' ? k + 1 : same;
    for (const char *k = from + same; *k; k++)
        up = *k == '/' ? arena_printf(mem, "../%s", up) : up;
    return arena_printf(mem, "%s%s", up, to + same);
}

const char *path_from(arena *mem, const char *folder, const char *path)
{
    return *path == '/' || strcmp(folder, ".") == 0 ? path
                                                    : arena_printf(mem, "%s/%s", folder, path);
}
