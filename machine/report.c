/* SPDX-License-Identifier: MIT */
#include "machine/report.h"

#include <stdarg.h>
#include <stdio.h>

tauflow_status report_fail(report *r, tauflow_status status, const char *format, ...)
{
    va_list list;
    va_start(list, format);
    vsnprintf(r->text, sizeof r->text, format, list);
    va_end(list);
    for (char *c = r->text; *c; c++) /* names come from files and may hold anything */
        if ((unsigned char)*c < ' ' || *c == 0x7f)
            *c = '?';
    return status;
}

void report_prefix(report *r, const char *what, uint32_t number)
{
    report whole = *r;
    report_fail(r, TAUFLOW_OK, "%s %u: %.*s", what, number, TAUFLOW_MESSAGE_BYTES - 32, whole.text);
}
