/* Folders of cores. The Makefile tells them: TAUFLOW_CORES, cores that came with us;
 * TAUFLOW_SOURCES and TAUFLOW_GEN, what cores are built from. TAUFLOW_INSTALLED is defined where
 * those belong to the system: new cores then go to the user's cache. */
#include "machine/core_files.h"

#include "machine/sha256.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

const char *cores_sources(void)
{
    return TAUFLOW_SOURCES;
}

const char *cores_gen(void)
{
    return TAUFLOW_GEN;
}

void cores_folder(char path[CORES_PATH_BYTES])
{
#ifdef TAUFLOW_INSTALLED
    const char *cache = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
    *path = '\0';
    if (cache && *cache == '/') /* the standard says that others are to be ignored */
        snprintf(path, CORES_PATH_BYTES, "%s/tauflow/cores", cache);
    else if (home && *home)
        snprintf(path, CORES_PATH_BYTES, "%s/.cache/tauflow/cores", home);
#else
    snprintf(path, CORES_PATH_BYTES, "%s", TAUFLOW_CORES);
#endif
}

/* Sticky, the bit of /tmp: not every version of POSIX names it. */
static const mode_t STICKY = 01000;

/* ---- trust --------------------------------------------------------------------------------- */

static bool is_trusted_owner(uid_t owner)
{
    struct stat sources; /* whose owner has us run what he likes anyway: sim/core.sh */
    return owner == geteuid() || owner == 0 ||
           (stat(TAUFLOW_SOURCES, &sources) == 0 && owner == sources.st_uid);
}

tauflow_status cores_trust(const char *path, report *r)
{
    struct stat info;
    if (lstat(path, &info) != 0)
        return report_fail(r, TAUFLOW_NOT_FOUND, "%s: %s", path, strerror(errno));
    if (S_ISLNK(info.st_mode))
        return report_fail(r, TAUFLOW_BAD_DEVICE,
                           "%s is a link, and cores are run from folders of your own alone", path);
    if (!is_trusted_owner(info.st_uid))
        return report_fail(r, TAUFLOW_BAD_DEVICE,
                           "%s belongs to another user (%lu), who could put any code there", path,
                           (unsigned long)info.st_uid);
    if (info.st_mode & (S_IWGRP | S_IWOTH))
        return report_fail(r, TAUFLOW_BAD_DEVICE,
                           "others can write to %s and put any code there: chmod go-w, after a "
                           "look at what is in it",
                           path);
    return TAUFLOW_OK;
}

/* A folder can be exchanged by whoever may write to the one above it. */
static tauflow_status trust_folder(const char *folder, report *r)
{
    char above[CORES_PATH_BYTES + 3];
    struct stat info;
    PASS(cores_trust(folder, r));
    snprintf(above, sizeof above, "%s/..", folder);
    if (stat(above, &info) != 0 || !S_ISDIR(info.st_mode) ||
        ((info.st_mode & S_IWOTH) && !(info.st_mode & STICKY)))
        return report_fail(r, TAUFLOW_BAD_DEVICE,
                           "anybody can exchange %s: the folder that it is in is open to all",
                           folder);
    return TAUFLOW_OK;
}

tauflow_status cores_make_folder(const char *path, report *r)
{
    char part[CORES_PATH_BYTES];
    if (snprintf(part, sizeof part, "%s", path) >= CORES_PATH_BYTES)
        return report_fail(r, TAUFLOW_IO, "the name of a folder for cores is too long");
    for (char *c = part + 1;; c++) {
        if (*c && *c != '/')
            continue;
        const char kept = *c;
        *c = '\0';
        if (mkdir(part, S_IRWXU) != 0 && errno != EEXIST)
            return report_fail(r, TAUFLOW_IO, "cannot make %s: %s", part, strerror(errno));
        *c = kept;
        if (!kept)
            return trust_folder(path, r);
    }
}

/* ---- looking ------------------------------------------------------------------------------- */

bool cores_circuit_folder(const char *folder, const uint8_t *circuit, char path[CORES_PATH_BYTES])
{
    char hex[SHA256_HEX_BYTES];
    sha256_hex(circuit, hex);
    return snprintf(path, CORES_PATH_BYTES, "%s/%s", folder, hex) < CORES_PATH_BYTES;
}

/* The folder of cores and everything below it on the way to the core. */
tauflow_status cores_find_in(const char *folder, const char *name, const uint8_t *circuit,
                             char path[CORES_PATH_BYTES], report *r)
{
    char at[CORES_PATH_BYTES];
    snprintf(at, sizeof at, "%s", folder);
    if (circuit && !cores_circuit_folder(folder, circuit, at))
        return TAUFLOW_NOT_FOUND;
    int length = snprintf(path, CORES_PATH_BYTES, "%s/%s/core.so", at, name);
    if (length <= 0 || length >= CORES_PATH_BYTES || access(path, R_OK) != 0)
        return TAUFLOW_NOT_FOUND;
    PASS(trust_folder(folder, r));
    for (char *slash = path + strlen(folder) + 1; (slash = strchr(slash, '/')); slash++) {
        *slash = '\0';
        const tauflow_status done = cores_trust(path, r);
        *slash = '/';
        PASS(done);
    }
    return cores_trust(path, r);
}

tauflow_status cores_find(const char *name, const uint8_t *circuit, char path[CORES_PATH_BYTES],
                          report *r)
{
    char own[CORES_PATH_BYTES];
    const tauflow_status shipped = cores_find_in(TAUFLOW_CORES, name, circuit, path, r);
    if (shipped != TAUFLOW_NOT_FOUND)
        return shipped;
    cores_folder(own);
    return *own ? cores_find_in(own, name, circuit, path, r) : TAUFLOW_NOT_FOUND;
}
