/* SPDX-License-Identifier: MIT */
/* How the library tells a failure: a status and one line of text. */
#ifndef TAUFLOW_REPORT_H
#define TAUFLOW_REPORT_H

#include "tauflow_status.h"

#include <stdint.h>

typedef struct {
    char text[TAUFLOW_MESSAGE_BYTES];
} report;

/* Writes the text and returns the status. */
#if defined(__GNUC__)
__attribute__((format(printf, 3, 4)))
#endif
tauflow_status report_fail(report *r, tauflow_status status, const char *format, ...);

/* Puts `what` and its number before the text. */
void report_prefix(report *r, const char *what, uint32_t number);

/* Leaves the calling function with the failure of `call`, if it fails. */
#define PASS(call)                                \
    do {                                          \
        tauflow_status pass_status = (call);      \
        if (pass_status != TAUFLOW_OK)            \
            return pass_status;                   \
    } while (0)

#endif
