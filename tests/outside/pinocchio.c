/* SPDX-License-Identifier: MIT */
/* Pinocchio's opinion, where its Python package is installed: the package's library through its own
 * Python (pinocchio_answers.py), one process for all robots of a program. Compiling against its
 * headers would take minutes. */
#include "opinion.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define PYTHON OUTSIDE_FOLDER "/../venv/bin/python3"
#define SCRIPT "tests/outside/pinocchio_answers.py"

struct opinion {
    uint32_t number, joints, forces;
    bool floating;
};

/* Commands of the script, beside the questions. */
enum { TORQUES = QUESTIONS, OPEN, BIND, CLOSE };

/* The process of the script; it ends with its input. */
static FILE *to_script, *from_script;

static bool start(void)
{
    int question[2], answer[2];
    if (to_script)
        return from_script && !feof(from_script);
    if (access(PYTHON, X_OK) != 0 || pipe(question) != 0 || pipe(answer) != 0)
        return false;
    const pid_t child = fork();
    if (child == 0) {
        if (dup2(question[0], 0) == 0 && dup2(answer[1], 1) == 1 && close(question[1]) == 0)
            execl(PYTHON, PYTHON, SCRIPT, (char *)NULL);
        _exit(127);
    }
    close(question[0]);
    close(answer[1]);
    to_script = fdopen(question[1], "w");
    from_script = fdopen(answer[0], "r");
    uint32_t ready; /* nothing comes where the package is not in that Python */
    return child > 0 && to_script && from_script &&
           fread(&ready, sizeof ready, 1, from_script) == 1;
}

static void put_count(uint32_t n)
{
    fwrite(&n, sizeof n, 1, to_script);
}

static void put_text(const char *text)
{
    put_count((uint32_t)strlen(text));
    fputs(text, to_script);
}

static void put(const double *value, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        fwrite(value ? &value[i] : &(double){0}, sizeof *value, 1, to_script);
}

static void fetch(void *into, size_t size, size_t count)
{
    if (fflush(to_script) != 0 || fread(into, size, count, from_script) != count) {
        fprintf(stderr, "%s ended\n", SCRIPT);
        exit(1);
    }
}

static uint32_t fetch_count(void)
{
    uint32_t n;
    fetch(&n, sizeof n, 1);
    return n;
}

bool opinion_pinocchio_is_here(void)
{
    return start();
}

static opinion *pinocchio_open(const opinion_request *r, char *why, size_t why_bytes)
{
    static uint32_t opened;
    if (r->tip) {
        snprintf(why, why_bytes, "it does not cut robots");
        return NULL;
    }
    put_count(OPEN);
    put_count(++opened);
    put_text(r->path);
    put_count(r->floating_base);
    put(r->gravity_ms2, 3);
    put_count(r->force_links_count);
    for (uint32_t i = 0; i < r->force_links_count; i++)
        put_text(r->force_links[i]);
    put_count(r->frames_count);
    for (uint32_t i = 0; i < r->frames_count; i++) {
        put_text(r->frames[i].link);
        put(r->frames[i].at_m, 3);
    }
    char words[200] = "";
    fetch(words, 1, sizeof words);
    if (words[0]) {
        snprintf(why, why_bytes, "%.199s", words);
        return NULL;
    }
    opinion *o = calloc(1, sizeof *o);
    if (o)
        *o = (opinion){.number = opened, .forces = r->force_links_count,
                       .floating = r->floating_base};
    return o;
}

static bool pinocchio_bind(opinion *o, const char *const *names, uint32_t count)
{
    put_count(BIND);
    put_count(o->number);
    put_count(count);
    for (uint32_t i = 0; i < count; i++)
        put_text(names[i]);
    o->joints = count;
    return fetch_count() == 1;
}

static bool ask(opinion *o, uint32_t what, const opinion_state *s, double *out)
{
    put_count(what);
    put_count(o->number);
    put(s->q, o->joints);
    put(s->qd, o->joints);
    put(s->qdd, o->joints);
    put(s->attitude, 4);
    put(s->omega, 3);
    put(s->omegad, 3);
    put(s->acc, 3);
    put(s->forces, 6 * o->forces);
    put(s->tau, o->joints);
    put(o->floating ? s->wrench : NULL, 6);
    const uint32_t words = fetch_count();
    if (words)
        fetch(out, sizeof *out, words);
    return words > 0;
}

static void pinocchio_torques(opinion *o, const opinion_state *s, double *torque, double wrench[6])
{
    double all[6 + 4 * 256];
    if (o->joints > sizeof all / sizeof *all - 6)
        return;
    ask(o, TORQUES, s, all);
    memcpy(torque, all + 6, o->joints * sizeof *torque);
    if (o->floating)
        memcpy(wrench, all, 6 * sizeof *wrench);
}

static bool pinocchio_answer(opinion *o, opinion_question what, const opinion_state *s, double *out)
{
    return ask(o, what, s, out);
}

static void pinocchio_close(opinion *o)
{
    put_count(CLOSE);
    put_count(o->number);
    free(o);
}

const opinion_library OPINION_PINOCCHIO = {.name = "Pinocchio",
                                           .open = pinocchio_open,
                                           .bind = pinocchio_bind,
                                           .torques = pinocchio_torques,
                                           .answer = pinocchio_answer,
                                           .close = pinocchio_close};
