/* Folders of cores. The Makefile tells them: TAUFLOW_CORES, cores that came with us;
 * TAUFLOW_SOURCES and TAUFLOW_GEN, what cores are built from. TAUFLOW_INSTALLED is defined where
 * those belong to the system: new cores then go to the user's cache. */
#include "machine/core_files.h"

#include <stdio.h>
#include <stdlib.h>
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

static bool is_there(const char *folder, const char *name, char path[CORES_PATH_BYTES])
{
    int length = snprintf(path, CORES_PATH_BYTES, "%s/%s/core.so", folder, name);
    return length > 0 && length < CORES_PATH_BYTES && access(path, R_OK) == 0;
}

bool cores_find(const char *name, char path[CORES_PATH_BYTES])
{
    char own[CORES_PATH_BYTES];
    if (is_there(TAUFLOW_CORES, name, path))
        return true;
    cores_folder(own);
    return *own && is_there(own, name, path);
}
