/* SPDX-License-Identifier: MIT */
#include "commands/start_program.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SAID_BYTES = 400 };

/* In the child: what it says goes into the pipe. */
static _Noreturn void become(const char **word, const char *folder, int to)
{
    dup2(to, STDOUT_FILENO);
    dup2(to, STDERR_FILENO);
    if (chdir(folder) == 0)
        execvp(word[0], (char *const *)(uintptr_t)word);
    fprintf(stderr, "it cannot be started: %s\n", strerror(errno));
    _exit(127);
}

/* The first line that says what is wrong, else the first. */
static const char *listen(arena *mem, FILE *from)
{
    char line[SAID_BYTES], said[SAID_BYTES] = "";
    while (fgets(line, sizeof line, from)) {
        line[strcspn(line, "\n")] = '\0';
        if (!*said || (strstr(line, "rror") && !strstr(said, "rror")))
            memcpy(said, line, sizeof said);
    }
    return arena_strdup(mem, *said ? said : "it failed");
}

static status cannot_start(const char *program, diag *d)
{
    return diag_system_error(d, (place){0}, "cannot start %s: %s", program, strerror(errno));
}

status start_program(arena *mem, const char **word, const char *folder, const char **why, diag *d)
{
    int ends[2], code = 0;
    if (pipe(ends) != 0)
        return cannot_start(word[0], d);
    const pid_t child = fork();
    if (child == 0) {
        close(ends[0]);
        become(word, folder, ends[1]);
    }
    close(ends[1]);
    FILE *from = child > 0 ? fdopen(ends[0], "r") : NULL;
    if (!from) {
        close(ends[0]);
        return cannot_start(word[0], d);
    }
    const char *said = listen(mem, from);
    fclose(from);
    const bool ended = waitpid(child, &code, 0) == child && WIFEXITED(code);
    *why = ended && WEXITSTATUS(code) == 0
               ? NULL
               : arena_printf(mem, "%s: %s", word[0], ended ? said : "it was stopped");
    return STATUS_OK;
}
