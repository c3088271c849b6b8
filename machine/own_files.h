/* SPDX-License-Identifier: MIT */
/* Files and folders of this user alone: what is run, or believed, comes from where nobody else can
 * put anything. */
#ifndef TAUFLOW_OWN_FILES_H
#define TAUFLOW_OWN_FILES_H

#include <stdbool.h>
#include <sys/stat.h>

typedef enum {
    OWN_TRUSTED,
    OWN_MISSING, /* or not to be looked at: errno */
    OWN_LINK,
    OWN_STRANGER, /* belongs to a user who is not trusted */
    OWN_OPEN      /* others can write to it */
} own_kind;

/* What stands under the path itself; no link is followed. *info is its, but where it is missing. */
own_kind own_look(const char *path, bool (*trusted)(uid_t owner), struct stat *info);
/* Whether nobody else can exchange the folder, as whoever may write to the one above it could. */
bool own_stays(const char *folder);
/* Whether this user makes something in the folder without leaving it where another one keeps his
 * own, as root would with sudo. What is missing may be made. */
bool own_may_add(const char *folder);
/* Makes a folder and those above it where they are missing, for this user alone. 0, or the reason
 * (errno); `path` then ends at the one that could not be made. */
int own_make_folder(char *path);

#endif
