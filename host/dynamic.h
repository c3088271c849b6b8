/* SPDX-License-Identifier: MIT */
/* Whether this program can open shared objects. */
#ifndef TAUFLOW_DYNAMIC_H
#define TAUFLOW_DYNAMIC_H

#include <stdbool.h>

bool dynamic_loader_is_here(void);

#endif
