/* SPDX-License-Identifier: MIT */
/* What a fallible function returns. The text of the failure travels in a diag. */
#ifndef TAUFLOW_STATUS_H
#define TAUFLOW_STATUS_H

typedef enum {
    STATUS_OK = 0,
    STATUS_SYSTEM = 1, /* the machine failed us: no memory, disk full; exit code 1 */
    STATUS_INPUT = 2,  /* the user's input is wrong; exit code 2 */
    STATUS_DOUBT = 3   /* all is done and written, and a warning says why it is of no use; code 3 */
} status;

/* Leaves the calling function with the failure of `call`, if it fails. */
#define TRY(call)                         \
    do {                                  \
        status try_status = (call);       \
        if (try_status != STATUS_OK)      \
            return try_status;            \
    } while (0)

#endif
