/* SPDX-License-Identifier: MIT */
#include "commands/c_compiler.h"

#include "commands/start_program.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Names stay inside, so that two models in one program do not meet. */
static const char *const OPTIONS[] = {"-std=c11", "-O2", "-ffp-contract=off", "-fPIC", "-shared",
                                      "-Wl,-Bsymbolic", "-s", "-o"};
enum { OPTIONS_COUNT = sizeof OPTIONS / sizeof OPTIONS[0] };

status c_folder_make(arena *mem, const char *of, const char **folder, diag *d)
{
    const char *where = getenv("TMPDIR");
    char *path = arena_printf(mem, "%s/tauflow-%s-XXXXXX", where && *where ? where : "/tmp", of);
    *folder = path;
    return mkdtemp(path) ? STATUS_OK
                         : diag_system_error(d, (place){0}, "%s: cannot make folder %s: %s", of,
                                             path, strerror(errno));
}

status c_compile(arena *mem, const char *folder, const char *made, const char *const *files,
                 uint32_t count, const char **why, diag *d)
{
    const char *given = getenv("CC");
    char *at = arena_strdup(mem, given && given[strspn(given, " ")] ? given : "cc");
    const char **word = ARENA_ARRAY(mem, const char *, strlen(at) + OPTIONS_COUNT + count + 3);
    uint32_t words = 0;
    while (*(at += strspn(at, " "))) {
        word[words++] = at;
        at += strcspn(at, " ");
        if (*at)
            *at++ = '\0';
    }
    for (uint32_t k = 0; k < OPTIONS_COUNT; k++)
        word[words++] = OPTIONS[k];
    word[words++] = made;
    for (uint32_t k = 0; k < count; k++)
        word[words++] = files[k];
    word[words] = "-lm"; /* sines; NULL at the end */
    return start_program(mem, word, folder, why, d);
}
