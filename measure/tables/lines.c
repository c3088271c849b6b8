/* SPDX-License-Identifier: MIT */
#include "measure/tables/lines.h"
#include "base/limits.h"

#include <string.h>

status lines_open(arena *mem, const char *path, lines *out, diag *d)
{
    size_t length;
    *out = (lines){0};
    TRY(file_read_given(mem, path, LIMIT_FILE_BYTES, &out->rest, &length, d));
    const char *nul = memchr(out->rest, '\0', length);
    return nul ? diag_error(d, (place){.file = path}, "a NUL byte, which no text has")
               : STATUS_OK;
}

bool lines_next(lines *l)
{
    if (!l->rest || !*l->rest)
        return false;
    l->line = l->rest;
    l->number++;
    l->rest = strchr(l->line, '\n');
    if (l->rest)
        *l->rest++ = '\0';
    return true;
}

uint32_t words_split(char *line, const char *apart, char **words, uint32_t most)
{
    uint32_t count = 0;
    char *rest = NULL;
    for (char *word = strtok_r(line, apart, &rest); word && count < most;
         word = strtok_r(NULL, apart, &rest))
        words[count++] = word;
    return count;
}
