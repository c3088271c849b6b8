/* SPDX-License-Identifier: MIT */
/* A core by its name, for tests that know it is a good one. */
#ifndef TAUFLOW_TESTS_SHAPE_CALLED_H
#define TAUFLOW_TESTS_SHAPE_CALLED_H

#include "machine/shape.h"

#include <stdio.h>
#include <stdlib.h>

static inline tauflow_shape shape_called(const char *name)
{
    tauflow_shape shape;
    report why;
    if (shape_parse(name, &shape, &why) == TAUFLOW_OK)
        return shape;
    fprintf(stderr, "%s\n", why.text);
    exit(1);
}

/* Network, modules, lanes, times as given, with the depths of the core that ships. */
static inline tauflow_shape shape_with_default_depths(const char *beginning)
{
    tauflow_shape standard = shape_default();
    char whole[SHAPE_NAME_BYTES], name[SHAPE_NAME_BYTES];
    shape_name(&standard, name);
    const char *depths = name;
    for (int left = 6; left > 0; left--) /* network, modules, lanes, transfer, two latencies */
        while (*depths++ != '_')
            ;
    snprintf(whole, sizeof whole, "%s_%s", beginning, depths);
    return shape_called(whole);
}

#endif
