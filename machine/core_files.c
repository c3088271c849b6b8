/* SPDX-License-Identifier: MIT */
/* Folders of cores. The Makefile tells them: TAUFLOW_CORES, cores that came with us;
 * TAUFLOW_SOURCES and TAUFLOW_GEN, what cores are built from. TAUFLOW_INSTALLED is defined where
 * those belong to the system: new cores then go to the user's cache. TAUFLOW_RELATIVE: they are
 * seen from the folder above that of this program or library, wherever that was put. */
#include "machine/core_files.h"

#include "machine/own_files.h"
#include "machine/sha256.h"

#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#ifdef TAUFLOW_RELATIVE
/* The file that this code was loaded from, as Linux tells it, less its last two parts; "" where it
 * is not known. */
static void find_home(char path[CORES_PATH_BYTES])
{
    FILE *maps = fopen("/proc/self/maps", "r");
    char line[CORES_PATH_BYTES + 100];
    const unsigned long here = (unsigned long)(uintptr_t)find_home;
    *path = '\0';
    while (maps && fgets(line, sizeof line, maps)) {
        unsigned long low, high;
        int name = 0;
        line[strcspn(line, "\n")] = '\0';
        if (sscanf(line, "%lx-%lx %*s %*s %*s %*s %n", &low, &high, &name) == 2 && here >= low &&
            here < high && name)
            snprintf(path, CORES_PATH_BYTES, "%s", line + name);
    }
    if (maps)
        fclose(maps);
    for (int part = 0; part < 2; part++) {
        char *slash = strrchr(path, '/');
        *(slash ? slash : path) = '\0';
    }
}
#else
static void find_home(char path[CORES_PATH_BYTES])
{
    *path = '\0';
}
#endif

static void find_folder(const char *folder, char path[CORES_PATH_BYTES])
{
    find_home(path);
    const size_t length = strlen(path);
    snprintf(path + length, CORES_PATH_BYTES - length, "%s", folder);
}

void cores_sources(char path[CORES_PATH_BYTES])
{
    find_folder(TAUFLOW_SOURCES, path);
}

void cores_gen(char path[CORES_PATH_BYTES])
{
    find_folder(TAUFLOW_GEN, path);
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
    find_folder(TAUFLOW_CORES, path);
#endif
}

/* ---- trust --------------------------------------------------------------------------------- */

static bool is_trusted_owner(uid_t owner)
{
    char path[CORES_PATH_BYTES];
    struct stat sources; /* whose owner has us run what he likes anyway: sim/core.sh */
    cores_sources(path);
    return owner == geteuid() || owner == 0 ||
           (stat(path, &sources) == 0 && owner == sources.st_uid);
}

/* Whether only this user, root and the owner of the sources that cores are built from can write to
 * the path, which is a file or a folder and no link; otherwise TAUFLOW_BAD_DEVICE with the reason.
 * What is not there is TAUFLOW_NOT_FOUND. */
static tauflow_status cores_trust(const char *path, report *r)
{
    struct stat info;
    switch (own_look(path, is_trusted_owner, &info)) {
    case OWN_MISSING:
        return report_fail(r, TAUFLOW_NOT_FOUND, "%s: %s", path, strerror(errno));
    case OWN_LINK:
        return report_fail(r, TAUFLOW_BAD_DEVICE,
                           "%s is a link: cores are run only from folders of your own", path);
    case OWN_STRANGER:
        return report_fail(r, TAUFLOW_BAD_DEVICE,
                           "%s belongs to another user (%lu), who could put any code there", path,
                           (unsigned long)info.st_uid);
    case OWN_OPEN:
        return report_fail(r, TAUFLOW_BAD_DEVICE,
                           "others can write to %s and put any code there: chmod go-w, after a "
                           "look at what is in it",
                           path);
    case OWN_TRUSTED: break;
    }
    return TAUFLOW_OK;
}

static tauflow_status trust_folder(const char *folder, report *r)
{
    PASS(cores_trust(folder, r));
    if (!own_stays(folder))
        return report_fail(r, TAUFLOW_BAD_DEVICE,
                           "anybody can exchange %s: the folder that it is in is open to all",
                           folder);
    return TAUFLOW_OK;
}

tauflow_status cores_make_folder(const char *path, report *r)
{
    char own[CORES_PATH_BYTES];
    if (snprintf(own, sizeof own, "%s", path) >= CORES_PATH_BYTES)
        return report_fail(r, TAUFLOW_IO, "the name of a folder for cores is too long");
    const int why = own_make_folder(own);
    if (why)
        return report_fail(r, TAUFLOW_IO, "cannot make %s: %s", own, strerror(why));
    return trust_folder(path, r);
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
    char own[CORES_PATH_BYTES], with_us[CORES_PATH_BYTES];
    find_folder(TAUFLOW_CORES, with_us);
    const tauflow_status shipped = cores_find_in(with_us, name, circuit, path, r);
    if (shipped != TAUFLOW_NOT_FOUND)
        return shipped;
    cores_folder(own);
    return *own ? cores_find_in(own, name, circuit, path, r) : TAUFLOW_NOT_FOUND;
}
