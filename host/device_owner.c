/* SPDX-License-Identifier: MIT */
#include "device_owner.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

/* The process that has locked a file, as the kernel lists them; 0: not known. */
static long holder(const char *name)
{
    struct stat info;
    char line[128];
    long process = 0, found = 0;
    FILE *locks = stat(name, &info) == 0 ? fopen("/proc/locks", "re") : NULL;
    while (locks && !found && fgets(line, sizeof line, locks)) {
        unsigned up = 0, low = 0;
        unsigned long inode = 0;
        const int got = sscanf(line, "%*d: FLOCK ADVISORY WRITE %ld %x:%x:%lu", &process, &up, &low,
                               &inode);
        if (got == 4 && makedev(up, low) == info.st_dev && inode == info.st_ino)
            found = process;
    }
    if (locks)
        fclose(locks);
    return found;
}

tauflow_status device_is_busy(const char *name, report *r)
{
    const long process = holder(name);
    char who[64] = "";
    if (process == (long)getpid())
        snprintf(who, sizeof who, " by another handle of this process");
    else if (process > 0)
        snprintf(who, sizeof who, " by process %ld", process);
    return report_fail(r, TAUFLOW_BUSY, "%s is in use%s: a core belongs to one handle", name, who);
}

tauflow_status device_lock(int file, const char *name, report *r)
{
    if (flock(file, LOCK_EX | LOCK_NB) == 0)
        return TAUFLOW_OK;
    if (errno == EWOULDBLOCK)
        return device_is_busy(name, r);
    return report_fail(r, TAUFLOW_IO, "cannot lock %s: %s", name, strerror(errno));
}
