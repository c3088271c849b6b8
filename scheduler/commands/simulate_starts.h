/* SPDX-License-Identifier: MIT */
/* `tauflow simulate --starts`: a robot that moves from many starts, and where each motion ends. */
#ifndef TAUFLOW_SIMULATE_STARTS_H
#define TAUFLOW_SIMULATE_STARTS_H

#include "apps/motion/methods.h"
#include "commands/options.h"

/* What cannot be done for many motions at once. */
status check_starts(const settings *s, bool on_cpu, diag *d);
/* x: begun, on this processor, which gets machine code. Writes the table and prints. */
status simulate_starts(arena *mem, settings *s, const motion_method *method, robot_motion *x,
                       const struct events_plan *events, text *out, diag *d);

#endif
