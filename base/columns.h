/* SPDX-License-Identifier: MIT */
/* How wide the lines of a help text may be. */
#ifndef TAUFLOW_COLUMNS_H
#define TAUFLOW_COLUMNS_H

#include <stdint.h>

/* The width of the terminal that standard output is, between 40 and 120; 80 where it is none. */
uint32_t columns_of_output(void);

#endif
