/* SPDX-License-Identifier: MIT */
/* What the contexts of listings share: a core with an image, and arrays that are exactly as long as
 * asked for, so that the sanitizer sees every number beyond them. */
#ifndef ARM_H
#define ARM_H

#include <tauflow.h>

#include <stdio.h>
#include <stdlib.h>

static inline void need(int holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "not so: %s\n", what);
    exit(1);
}
#define NEED(holds) need((holds) ? 1 : 0, #holds)

static inline void load_arm(tauflow *core, const char *image)
{
    char why[TAUFLOW_MESSAGE_BYTES];
    if (tauflow_load(core, image) == TAUFLOW_OK)
        return;
    fprintf(stderr, "%s: %s\n", image, tauflow_message(core, why, sizeof why));
    exit(1);
}

static inline tauflow *open_arm(const char *image)
{
    tauflow *core;
    NEED(tauflow_open("twin:", NULL, &core) == TAUFLOW_OK);
    load_arm(core, image);
    return core;
}

static inline double *room(size_t count)
{
    double *all = calloc(count, sizeof *all);
    NEED(all);
    return all;
}

#endif
