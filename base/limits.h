/* SPDX-License-Identifier: MIT */
/* How much the readers take, the same for every form of text: robot descriptions, `.ops` and
 * `.sched`. Whatever is larger is refused before it is read into memory, with the limit in the
 * message. (Images have a limit of their own, which host and compiler share:
 * machine/tau_format.h.) */
#ifndef TAUFLOW_LIMITS_H
#define TAUFLOW_LIMITS_H

enum {
    LIMIT_FILE_BYTES = 64 << 20, /* of a file; an .ops of 10,000 joints in a chain has 40 */
    LIMIT_LINE_BYTES = 1 << 20,  /* of a line of .ops and .sched */
    LIMIT_NAME_BYTES = 1000,     /* of a robot, link, joint or value; C's strings end at 4,095 */
    LIMIT_JOINTS = 20000         /* in a file, fixed ones included; each takes 0.1 MB and 1 ms */
};

#endif
