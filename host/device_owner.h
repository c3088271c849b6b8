/* SPDX-License-Identifier: MIT */
/* A device file belongs to one handle: it is locked (flock), and who comes second is told by
 * whom. */
#ifndef TAUFLOW_DEVICE_OWNER_H
#define TAUFLOW_DEVICE_OWNER_H

#include "machine/report.h"

/* Locks the file, without waiting. TAUFLOW_BUSY: another has it. */
tauflow_status device_lock(int file, const char *name, report *r);
/* The failure TAUFLOW_BUSY, with the process that has locked the file where that is known. */
tauflow_status device_is_busy(const char *name, report *r);

#endif
