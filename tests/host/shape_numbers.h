/* SPDX-License-Identifier: MIT */
/* Numbers of a core's shape through the library. */
#ifndef TAUFLOW_SHAPE_NUMBERS_H
#define TAUFLOW_SHAPE_NUMBERS_H

#include "tauflow.h"

/* UINT32_MAX: the call failed. */
static inline uint32_t core_number(tauflow *h, const char *name)
{
    uint32_t number;
    return tauflow_describe_core(h, name, &number) == TAUFLOW_OK ? number : UINT32_MAX;
}

#endif
