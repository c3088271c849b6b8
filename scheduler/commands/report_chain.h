/* SPDX-License-Identifier: MIT */
/* The chain of checks for the report page. */
#ifndef TAUFLOW_REPORT_CHAIN_H
#define TAUFLOW_REPORT_CHAIN_H

#include "commands/options.h"

/* Adds `,"chain":` and the links from the robot to these operations and, where s is not NULL, to
 * the image of their schedule, which is made for this alone. Machines that no core is have none. */
status report_chain(arena *mem, const settings *s, const passes_forms *f, const ops *p,
                    const schedule *of, text *data, diag *d);

#endif
