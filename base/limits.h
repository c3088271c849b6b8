/* How much the readers take, the same for every form of text: robot descriptions, `.ops` and
 * `.sched`. Whatever is larger is refused before it is read into memory, with the limit in the
 * message. (Images have a limit of their own, which host and compiler share: host/tau_format.h.) */
#ifndef TAUFLOW_LIMITS_H
#define TAUFLOW_LIMITS_H

enum {
    LIMIT_FILE_BYTES = 64 << 20, /* of one file; a chain of 10,000 joints has an .ops of half as much */
    LIMIT_LINE_BYTES = 1 << 20,  /* of a line of .ops and .sched */
    LIMIT_NAME_BYTES = 1000,     /* of a robot, link, joint or value; C needs string literals below 4,096 */
    LIMIT_JOINTS = 20000         /* in a file, fixed ones included; a general one takes 0.1 MB and 1 ms */
};

#endif
