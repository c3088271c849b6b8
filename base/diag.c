/* SPDX-License-Identifier: MIT */
#include "base/diag.h"

#include <stdarg.h>
#include <stdio.h>

diag diag_make(arena *mem)
{
    return (diag){.mem = mem};
}

static diag_entry entry_format(diag *d, place at, const char *format, va_list args)
{
    char text[1024];
    vsnprintf(text, sizeof text, format, args);
    if (at.file) /* its name may be gone before the entry is told */
        at.file = arena_strdup(d->mem, at.file);
    return (diag_entry){.at = at, .text = arena_strdup(d->mem, text)};
}

status diag_error(diag *d, place at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    d->error = entry_format(d, at, format, args);
    va_end(args);
    return STATUS_INPUT;
}

status diag_system_error(diag *d, place at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    d->error = entry_format(d, at, format, args);
    va_end(args);
    return STATUS_SYSTEM;
}

status diag_own(diag *d, status checked)
{
    if (checked != STATUS_INPUT)
        return checked;
    return diag_system_error(d, d->error.at, "a fault of tauflow itself, so that nothing is "
                             "written: %s", d->error.text);
}

void diag_warn(diag *d, place at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    *ARENA_PUSH(d->mem, d, warnings) = entry_format(d, at, format, args);
    va_end(args);
}

void diag_note(diag *d, place at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    *ARENA_PUSH(d->mem, d, notes) = entry_format(d, at, format, args);
    va_end(args);
}
