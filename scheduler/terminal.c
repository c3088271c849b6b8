/* SPDX-License-Identifier: MIT */
#include "terminal.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- signs of life --------------------------------------------------------------------------- */

/* The one thing that a signal and the program share: Ctrl-C ends a search with the best so far; a
 * second one, or one while nothing can be ended so, ends the program. */
static volatile sig_atomic_t stop_wanted, stop_heard;

static void on_interrupt(int number)
{
    if (stop_heard && !stop_wanted) {
        stop_wanted = 1;
        return;
    }
    signal(number, SIG_DFL);
    raise(number);
}

static bool life_stop(void *context)
{
    (void)context;
    return stop_wanted;
}

static void life_listen(void *context, bool on)
{
    (void)context;
    stop_heard = on;
}

static void life_forget(void *context)
{
    (void)context;
    stop_wanted = 0;
}

static void life_show(void *context, const char *line)
{
    (void)context;
    fprintf(stderr, "\r\x1b[K%.100s", line);
    fflush(stderr);
}

/* The same for a program that started us: a line each into the descriptor that it named. */
static void life_tell(void *context, const char *line)
{
    const size_t length = strlen(line);
    char whole[200];
    if (length == 0 || length + 1 > sizeof whole)
        return;
    memcpy(whole, line, length);
    whole[length] = '\n';
    if (write((int)(intptr_t)context, whole, length + 1) < 0)
        return; /* nobody reads it any more, which is no failure of ours */
}

/* $TAUFLOW_PROGRESS: the number of a descriptor that is open and none of the standard ones. */
static int told_descriptor(void)
{
    const char *given = getenv("TAUFLOW_PROGRESS");
    char *end;
    const long number = given && *given ? strtol(given, &end, 10) : -1;
    return number > STDERR_FILENO && number < 1 << 20 && !*end && fcntl((int)number, F_GETFD) >= 0
               ? (int)number
               : -1;
}

void terminal_watch(progress *life)
{
    const int told = told_descriptor();
    struct sigaction interrupt = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART}, before;
    sigemptyset(&interrupt.sa_mask);
    /* A shell's background job stays deaf. */
    if (sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        sigaction(SIGINT, &interrupt, NULL);
    /* A limit on file sizes is an error of the write, as a full disk is. */
    signal(SIGXFSZ, SIG_IGN);
    life->stop = life_stop;
    life->listen = life_listen;
    life->forget = life_forget;
    life->show = told >= 0 ? life_tell : isatty(STDERR_FILENO) ? life_show : NULL;
    life->context = told >= 0 ? (void *)(intptr_t)told : NULL;
    progress_start(life);
}

/* ---- results --------------------------------------------------------------------------------- */

/* One entry on one line: names from input files may hold anything. */
static void print_entry(const char *kind, const char *colour, const diag_entry *entry)
{
    bool colours = isatty(STDERR_FILENO);
    arena mem = arena_make();
    text line = text_make(&mem);
    if (entry->at.file)
        text_printf(&line, "%s:", entry->at.file);
    else
        text_add(&line, "tauflow:");
    if (entry->at.line > 0)
        text_printf(&line, "%u:%u:", entry->at.line, entry->at.column);
    text_printf(&line, " %s: %s", kind, entry->text);
    for (size_t i = 0; i < line.length; i++)
        if ((unsigned char)line.bytes[i] < ' ' || line.bytes[i] == 0x7f)
            line.bytes[i] = '?';
    fprintf(stderr, "%s%s%s\n", colours ? colour : "", line.bytes, colours ? "\x1b[0m" : "");
    arena_free(&mem);
}

int terminal_finish(status result, const text *out, diag *d)
{
    const bool is_done = result == STATUS_OK || result == STATUS_DOUBT;
    if (is_done) {
        for (uint32_t i = 0; i < d->warnings_count; i++)
            print_entry("warning", "\x1b[35m", &d->warnings[i]);
        for (uint32_t i = 0; i < d->notes_count; i++)
            print_entry("note", "\x1b[36m", &d->notes[i]);
    }
    if (result != STATUS_INPUT && (fwrite(out->bytes, 1, out->length, stdout) != out->length ||
                                   fflush(stdout) != 0))
        result = diag_system_error(d, (place){0}, "cannot write to standard output: %s",
                                   strerror(errno));
    if (result != STATUS_OK && result != STATUS_DOUBT)
        print_entry("error", "\x1b[31m", &d->error);
    return (int)result;
}
