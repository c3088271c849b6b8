#include "report.h"

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

const char *tauflow_status_word(tauflow_status status)
{
    static const char *const WORDS[] = {[TAUFLOW_OK] = "ok",
                                        [TAUFLOW_BAD_CALL] = "bad call",
                                        [TAUFLOW_NO_MEMORY] = "no memory",
                                        [TAUFLOW_NOT_FOUND] = "not found",
                                        [TAUFLOW_BAD_IMAGE] = "bad image",
                                        [TAUFLOW_WRONG_SHAPE] = "wrong shape",
                                        [TAUFLOW_BAD_DEVICE] = "bad device",
                                        [TAUFLOW_TIMEOUT] = "timeout",
                                        [TAUFLOW_IO] = "input/output",
                                        [TAUFLOW_CORRUPT] = "corrupt",
                                        [TAUFLOW_RANGE] = "range",
                                        [TAUFLOW_FAILED] = "failed before",
                                        [TAUFLOW_AGAIN] = "again",
                                        [TAUFLOW_BUSY] = "busy"};
    size_t number = (size_t)status;
    return number < sizeof WORDS / sizeof WORDS[0] ? WORDS[number] : "unknown";
}
