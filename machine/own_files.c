/* SPDX-License-Identifier: MIT */
#include "machine/own_files.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <unistd.h>

/* Sticky, the bit of /tmp: not every version of POSIX names it. */
static const mode_t STICKY = 01000;

own_kind own_look(const char *path, bool (*trusted)(uid_t owner), struct stat *info)
{
    if (lstat(path, info) != 0)
        return OWN_MISSING;
    if (S_ISLNK(info->st_mode))
        return OWN_LINK;
    if (!trusted(info->st_uid))
        return OWN_STRANGER;
    return info->st_mode & (S_IWGRP | S_IWOTH) ? OWN_OPEN : OWN_TRUSTED;
}

bool own_stays(const char *folder)
{
    char above[PATH_MAX];
    struct stat info;
    const int length = snprintf(above, sizeof above, "%s/..", folder);
    return length > 0 && length < PATH_MAX && stat(above, &info) == 0 && S_ISDIR(info.st_mode) &&
           (!(info.st_mode & S_IWOTH) || (info.st_mode & STICKY));
}

bool own_may_add(const char *folder)
{
    struct stat info;
    if (stat(folder, &info) != 0)
        return errno == ENOENT;
    return info.st_uid == geteuid() || (info.st_mode & STICKY);
}

int own_make_folder(char *path)
{
    for (char *c = path + 1;; c++) {
        if (*c && *c != '/')
            continue;
        const char kept = *c;
        *c = '\0';
        if (mkdir(path, S_IRWXU) != 0 && errno != EEXIST)
            return errno;
        *c = kept;
        if (!kept)
            return 0;
    }
}
