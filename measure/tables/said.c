/* SPDX-License-Identifier: MIT */
#include "measure/tables/lines.h"
#include "measure/tables/logs.h"

#include <ctype.h>
#include <string.h>

/* Where the value of a name begins: behind "NAME": or NAME=; NULL where it does not stand. */
static const char *value_after(const char *line, const char *at, size_t length)
{
    if (at > line && (isalnum((unsigned char)at[-1]) || strchr("_-.", at[-1])))
        return NULL; /* the end of another name */
    const char *value = at + length;
    value += *value == '"';
    if (*value != '=' && *value != ':')
        return NULL;
    value += 1 + strspn(value + 1, " ");
    return value + (*value == '"');
}

status said_print(arena *mem, const char *path, const char *const *names, uint32_t count,
                  text *out, diag *d)
{
    lines l;
    TRY(lines_open(mem, path, &l, d));
    const char **values = ARENA_ARRAY(mem, const char *, count);
    while (lines_next(&l))
        for (uint32_t n = 0; n < count; n++)
            for (char *at = strstr(l.line, names[n]); at; at = strstr(at + 1, names[n])) {
                const char *value = value_after(l.line, at, strlen(names[n]));
                values[n] = value ? value : values[n];
            }
    for (uint32_t n = 0; n < count; n++) {
        if (!values[n])
            return diag_error(d, (place){.file = path}, "says nothing of '%s'", names[n]);
        text_add(out, n ? "," : "");
        text_add_bytes(out, values[n], strcspn(values[n], "\" ,}"));
    }
    text_add(out, "\n");
    return STATUS_OK;
}
